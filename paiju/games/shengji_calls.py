"""Sheng Ji up to the first lead: drawing cards one by one, calling trump meanwhile, turning up or taking the kitty.

Rules 2 and 3 of docs/rules/shengji.md. The draw stops where somebody can call, which depends on hidden cards, so a view
does not show where: it says whether the viewer can call, and otherwise that any other seat may be thinking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core import bits
from paiju.core.bits import Face, Mask, Seat
from paiju.core.cards import Cards, rank_name
from paiju.core.chance import Random
from paiju.core.fields import change
from paiju.core.state import Unfolding
from paiju.core.trump import TrumpState
from paiju.core.words import Action, Ask, Event, IllegalAction

DRAW, LAST_CALL, THEFT, BURY, PLAY, CONSENT = range(6)  # indices into the phases
TWO_DECKS = 2 * bits.ONES
JOKERS = bits.one(52) | bits.one(53)
NOBODY = 1 << bits.STOCK  # as actors: no seat is asked, and the deal is not over
SUIT_ORDERS = ("DCHS", "CDHS", "none")  # from the lowest suit to the highest


class CallingState(TrumpState):
    """`call` is the strength of the standing call: 0 none, 1 weak, 2 to 5 strong, 6 black jokers, 7 red jokers.

    A strong call is as strong as its suit: `height` says how high each lies among the others, 0 to 3.
    """

    def __init__(self, setup: Any):
        TrumpState.__init__(self, setup)
        self.rank: int = (
            setup.levels[setup.dealer & 1] - 2 if setup.dealer >= 0 else setup.levels[0] - 2
        )  # 0 is the two
        self.twos_trump = setup.options.twos
        self.fives_trump = setup.options.red_fives
        self.old_dealer: int = setup.dealer  # -1 in the first deal
        self.overcalls: bool = setup.options.overcall == "standard"
        self.keeps_call: bool = self.overcalls or setup.options.keep_call
        self.completes: bool = setup.options.complete_call
        self.height: list[int] = [0] * 4
        if self.overcalls and setup.options.suit_order != "none":
            for suit in range(4):
                self.height[suit] = setup.options.suit_order.index("CDHS"[suit])
        self.no_trump: bool = setup.options.no_trump
        self.redeals: bool = setup.options.no_call == "redeal"
        self.last_caller_deals: bool = setup.options.last_caller
        self.thefts: bool = setup.options.theft
        self.dealer: int = setup.dealer
        self.burier: int = -1  # who buried last
        self.caller: int = -1
        self.call: int = 0
        self.weak_caller: int = -1  # who made the weak call, until that seat has called with a pair
        self.weak_card: Mask = 0
        self.drawn: int = 0
        self.dominant: Mask = 0  # low bits of the faces that can make a call
        self.asked_from: int = 0  # the seat asked first since the last card or call
        self.everyone: bool = False  # all seats are asked, not only the one that drew
        self.asked: int = 0  # bit set of the seats asked since then
        self.redeal: bool = False
        self.turned: Mask = 0  # kitty cards turned over because nobody called
        self.deck: list[int] = [0] * 108

    # ---- native ----

    def open_draw(self, deck: Sequence[Face]) -> None:
        """Rule 2.1: nothing drawn yet, the whole deck in the stock."""
        self.clear_hands()
        self.clear_tricks()
        self.dealer = self.old_dealer
        self.burier = -1
        self.caller = -1
        self.call = 0
        self.weak_caller = -1
        self.weak_card = 0
        self.drawn = 0
        self.redeal = False
        self.turned = 0
        self.hand[bits.STOCK] = TWO_DECKS
        self.count[bits.STOCK] = 108
        for i in range(108):
            self.deck[i] = deck[i]
        self.order(self.rank, 4)
        self.dominant = JOKERS if self.no_trump else 0
        for suit in range(4):
            self.dominant = self.dominant | bits.one(13 * suit + self.rank)
        self.stage = DRAW
        self.everyone = False
        self.asked_from = 0
        self.asked = 1
        self.go_on(0, 0)

    def go_on(self, asker: Seat, until: int) -> None:
        """Rule 2.4: ask the next seat that can call; if there is none draw on, to the last questions and their end.

        When `until` cards are drawn, `asker` is asked once more.
        """
        while True:
            if self.drawn == until and until:
                self.asked = self.asked | 1 << asker
                self.actors = 1 << asker
                return
            for i in range(4 if self.everyone else 1):
                seat = (self.asked_from + i) & 3
                if not self.asked >> seat & 1 and self.can_call(seat):
                    self.asked = self.asked | 1 << seat
                    self.actors = 1 << seat
                    return
            if self.stage == THEFT:
                self.start_play()
                return
            if self.drawn == 100:
                self.close_calls()
                return
            self.draw_card()

    def draw_card(self) -> None:
        """Rule 2.2; only a card one can call with raises the question again. After the last card all are asked."""
        face = self.deck[self.drawn]
        seat = (self.first_drawer() + self.drawn) & 3
        self.take(bits.STOCK, bits.one(face))
        self.give_card(seat, face)
        self.drawn = self.drawn + 1
        self.everyone = False
        self.asked_from = seat
        self.asked = 0 if self.dominant & bits.one(face) else 1 << seat
        if self.drawn == 100:
            self.stage = LAST_CALL
            self.ask_everyone(self.dealer if self.dealer >= 0 else 0)

    def can_speak(self, seat: Seat) -> bool:
        """Rule 2.4: whoever can call may do so at any moment of the draw; after the last card everybody has a say."""
        if not 0 <= seat < 4:
            return False
        if self.actors >> seat & 1 or self.stage > THEFT or self.actors == 0:
            return self.actors >> seat & 1 == 1
        return self.stage != DRAW or self.can_call(seat)

    def first_drawer(self) -> int:
        return self.old_dealer if self.old_dealer >= 0 else 0

    def ask_everyone(self, seat: Seat) -> None:
        self.everyone = True
        self.asked_from = seat
        self.asked = 0

    def weak_calls(self, seat: Seat) -> Mask:
        """Rule 2.5: the faces (low bits) a weak call may name."""
        return self.dominant & ~JOKERS if self.call == 0 and self.stage != THEFT else 0

    def pair_calls(self, seat: Seat) -> Mask:
        """Rules 2.6 to 2.9: the faces (low bits) a call with a pair may name over the standing call."""
        if self.stage == THEFT and seat == self.burier:
            return 0
        if self.keeps_call and seat == self.caller:
            return bits.one(13 * self.trump + self.rank) if self.call == 1 else 0
        faces = 0
        if self.call < 2:
            faces = self.dominant & ~JOKERS
        elif self.call < 6:
            if self.completes and seat == self.weak_caller and seat != self.caller:
                faces = self.weak_card
            if self.overcalls:
                for suit in range(4):
                    if self.height[suit] > self.call - 2:
                        faces = faces | bits.one(13 * suit + self.rank)
        if self.no_trump:
            for joker in range(2):
                if self.call < 6 + joker:
                    faces = faces | bits.one(52 + joker)
        return faces

    def can_call(self, seat: Seat) -> bool:
        hand = self.hand[seat]
        return (bits.faces(hand) & self.weak_calls(seat) | bits.pairs(hand) & self.pair_calls(seat)) != 0

    def is_call(self, seat: Seat, cards: Mask) -> bool:
        """Can a seat that holds these cards call with them now?"""
        if bits.size(cards) == 1:
            return cards & self.weak_calls(seat) != 0
        return (
            cards == 2 * bits.pairs(cards) and bits.size(cards) == 2 and bits.pairs(cards) & self.pair_calls(seat) != 0
        )

    def random_call(self, seat: Seat, rng: Random) -> Mask:
        """A random answer to the question for a call."""
        weak = bits.faces(self.hand[seat]) & self.weak_calls(seat)
        strong = bits.pairs(self.hand[seat]) & self.pair_calls(seat)
        k = rng.below(1 + bits.popcount(weak) + bits.popcount(strong))
        if k < bits.popcount(weak):
            return bits.move(bits.CALL, bits.nth(weak, k), 0)
        k = k - bits.popcount(weak)
        if k < bits.popcount(strong):
            return bits.move(bits.CALL, 2 * bits.nth(strong, k), 0)
        return bits.move(bits.PASS, 0, 0)

    def make_call(self, seat: Seat, cards: Mask) -> None:
        face = bits.lowest(cards) >> 1
        if face >= 52:
            self.call = face - 46
        elif bits.size(cards) == 1:
            self.call = 1
            self.weak_caller = seat
            self.weak_card = cards
        else:
            self.call = 2 + self.height[face // 13]
        if self.call > 1 and seat == self.weak_caller:
            self.weak_caller = -1
            self.weak_card = 0
        self.caller = seat
        self.order(self.rank, face // 13)
        if self.old_dealer < 0 and (self.dealer < 0 or self.last_caller_deals) and self.stage != THEFT:
            self.dealer = seat  # rule 2.10
        self.known[seat] = self.known[seat] + cards - bits.meet(self.known[seat], cards)
        if self.stage == THEFT:
            self.rob(seat)
        else:
            self.ask_everyone((seat + 1) & 3)

    def close_calls(self) -> None:
        """Rule 3: the draw and the calls are over."""
        self.forget_questions()
        if self.call == 0:
            if self.old_dealer < 0 or self.redeals:
                self.redeal = True
                self.actors = 0
                return
            self.turn_kitty()
        self.take_kitty(self.dealer)
        self.known[self.dealer] = self.known[self.dealer] + self.turned

    def take_kitty(self, seat: Seat) -> None:
        self.stage = BURY
        self.put(seat, self.hand[bits.STOCK])
        self.take(bits.STOCK, self.hand[bits.STOCK])
        self.actors = 1 << seat

    def forget_questions(self) -> None:
        self.everyone = False
        self.asked_from = 0
        self.asked = 0

    def open_theft(self) -> None:
        """Rule 4.3: the kitty is buried, and who calls higher than the call that stands may take it."""
        self.stage = THEFT
        self.ask_everyone((self.burier + 1) & 3)

    def rob(self, seat: Seat) -> None:
        """Rule 4.3. Who robs may hold what the one before is known to have held."""
        self.forget_questions()
        self.most[seat] = bits.ALL
        self.take_kitty(seat)

    def start_play(self) -> None:
        """Rule 5.1: the dealer leads, whoever buried."""
        self.forget_questions()
        self.stage = PLAY
        self.lead_with(self.dealer)

    def turn_kitty(self) -> None:
        """Rule 3.1: the first card of dominant rank names trump, else the first card that is no joker."""
        trump = -1
        for i in range(100, 108):
            face = self.deck[i]
            self.turned = self.turned + bits.one(face)
            if face < 52 and face % 13 == self.rank:
                trump = face // 13
                break
            if trump < 0 and face < 52:
                trump = face // 13
        self.order(self.rank, trump)

    # A guess: the cards are dealt already; what is left to guess is who is being asked and the order of the stock.

    def guess_question(self, viewer: int, rng: Random) -> None:
        """Complete a guess of a moment in the draw: the rules wait for the viewer, else for somebody who can call."""
        if viewer < 0 or not self.actors >> viewer & 1:
            able = 0
            self.actors = 1 << (viewer + 1 & 3)  # where nobody can call, somebody has only to pass
            for seat in range(4):
                if seat != viewer and self.can_call(seat):
                    able += 1
                    if rng.below(able) == 0:
                        self.actors = 1 << seat
        for i in range(4 if self.everyone else 0):  # those before have passed
            seat = (self.asked_from + i) & 3
            if self.actors >> seat & 1:
                break
            if self.can_call(seat):
                self.asked = self.asked | 1 << seat
        self.asked = self.asked | self.actors
        rest = self.hand[bits.STOCK]
        for i in range(self.drawn if self.stage != THEFT else 108, 108):  # nobody looks back at the order of the draw
            card = rng.some(rest, 1)
            rest = rest - card
            self.deck[i] = bits.lowest(card) >> 1

    # ---- positions ----

    def _arrange_calls(self, given: dict[str, Any]) -> None:
        """Rules 2 and 3: the standing call, trump and the dealer, as far as they are told or follow."""
        cards, caller, turned = (given.get(key, blank) for key, blank in (("called", 0), ("caller", -1), ("turned", 0)))
        if (cards == 0) != (caller < 0):
            raise ValueError("called: a call has cards and a caller")
        dominant = sum(bits.one(13 * suit + self.rank) for suit in range(4)) | (JOKERS if self.no_trump else 0)
        size, face = bits.size(cards), max(bits.lowest(cards) >> 1, 0) if cards else 0
        if cards and (size > 2 or bits.faces(cards) & ~dominant or bits.popcount(bits.faces(cards)) > 1):
            raise ValueError(f"called: {Cards(cards)} is no call where {rank_name(self.level)} is dominant (rule 2.3)")
        if size == 1 and face >= 52:
            raise ValueError("called: one joker calls nothing (rule 2.8)")
        strong = face - 46 if face >= 52 else 2 + self.height[face // 13]
        named = [card // 13 for card in Cards(turned) if card < 52 and card % 13 == self.rank]
        trump = face // 13 if cards else named[0] if named else given.get("trump", 4)
        dealer = self.old_dealer if self.old_dealer >= 0 else given.get("dealer", caller)
        weak = cards if size == 1 else given.get("weak_card", 0)
        weak_caller = caller if size == 1 else given.get("weak_caller", -1)
        if (weak == 0) != (weak_caller < 0) or weak & ~dominant | weak & JOKERS or bits.size(weak) > 1:
            raise ValueError("weak call: it is one card of the dominant rank, and has a weak caller (rule 2.5)")
        change(
            self, caller=caller, call=0 if not cards else 1 if size == 1 else strong, turned=turned, dominant=dominant,
            weak_card=weak, weak_caller=weak_caller, dealer=dealer if dealer >= 0 else given.get("leader", -1),
            drawn=given.get("drawn", 100),
        )  # fmt: skip
        self.order(self.rank, trump)

    def _arrange_draw(self, given: dict[str, Any], stage: int) -> None:
        """A moment of the draw: the deck says who holds what, unless it is a view."""
        redeal = given.get("redeal", False)
        actors = given.get("actors", 0 if redeal else 1 << given.get("asked_from", 0))
        if (actors == 0) != redeal or (actors > 15 and actors != NOBODY):
            raise ValueError("turn: who is asked for a call? A seat is wanted, or nobody, or over in a redeal")
        if (stage == LAST_CALL) != (self.drawn == 100) or (redeal and (stage != LAST_CALL or self.call)):
            raise ValueError(f"drawn: it is the phase {self.phases[stage]}, and {self.drawn} cards are drawn")
        sizes = [len(range((seat - self.first_drawer()) & 3, self.drawn, 4)) for seat in range(4)]
        if self.viewer == bits.TRUTH:
            if "deck" not in given:
                raise ValueError("deck: while cards are drawn, all 108 are wanted in their order")
            drawn = [given["deck"][i : self.drawn : 4] for i in range(4)]
            hands = [sum(map(bits.one, drawn[(seat - self.first_drawer()) & 3])) for seat in range(4)]
            stock = sum(map(bits.one, given["deck"][self.drawn :]))
            if given["has_hands"] and (hands != list(self.hand)[:4] or (self.hand[bits.STOCK] or stock) != stock):
                raise ValueError("hands: they are not what the deck gave")
            if bits.popcount(actors) > 1:
                raise ValueError("turn: one seat is asked at a time")
            change(self, hand=[*hands, 0, 0, stock], count=[*sizes, 0, 0, 108 - self.drawn], deck=given["deck"])
        elif list(self.count)[:4] != sizes or self.count[bits.STOCK] != 108 - self.drawn:
            raise ValueError(f"hands: with {self.drawn} cards drawn, seats have {', '.join(map(str, sizes))}")
        change(self, stage=stage, actors=actors, redeal=redeal)

    def _write(self, values: dict[str, Any]) -> None:
        TrumpState._write(self, values)
        self.dealer = values.pop("dealer", self.dealer)
        self.burier = values.pop("burier", self.burier)
        self.caller = values.pop("caller", self.caller)
        self.call = values.pop("call", self.call)
        self.weak_caller = values.pop("weak_caller", self.weak_caller)
        self.weak_card = values.pop("weak_card", self.weak_card)
        self.drawn = values.pop("drawn", self.drawn)
        self.dominant = values.pop("dominant", self.dominant)
        self.asked_from = values.pop("asked_from", self.asked_from)
        self.everyone = values.pop("everyone", self.everyone)
        self.asked = values.pop("asked", self.asked)
        self.redeal = values.pop("redeal", self.redeal)
        self.turned = values.pop("turned", self.turned)
        bits.set_shorts(self.deck, 108, values.pop("deck", ()))

    # ---- in words ----

    @property
    def level(self) -> int:
        """The dominant rank, 2 to 14."""
        return self.rank + 2

    def hide_draw(self, viewer: int) -> None:
        """Rule 2.4: nobody sees who else is or was asked, nor the order of the stock."""
        own = 1 << viewer if viewer >= 0 else 0
        if self.stage <= THEFT and self.actors:
            self.actors = own if own and (self.stage != DRAW or self.can_call(viewer)) else 15 & ~own
        self.asked = 0
        for i in range(108):
            self.deck[i] = 0

    def call_asks(self, seat: Seat) -> list[Ask]:
        weak = bits.faces(self.hand[seat]) & self.weak_calls(seat)
        strong = bits.pairs(self.hand[seat]) & self.pair_calls(seat)
        cards = Cards(weak & ~strong | 2 * strong)
        call = [Ask("call", cards, 1 if weak else 2, 2 if strong else 1)] if cards else []
        return [*call, Ask("pass")]

    def call_refusal(self, seat: Seat, cards: Cards) -> IllegalAction | None:
        """Why a seat may not call these cards; None if it may."""
        faces, size = set(cards), len(cards)
        if size not in (1, 2):
            return IllegalAction("call with one card or with two copies of one card", "2.3")
        face = int(min(faces))
        if not any(bits.one(each) & self.dominant for each in faces):
            if face < 52:
                wanted = Cards([13 * (face // 13) + self.rank] * size)
                return IllegalAction("this suit is called with {cards}", "2.3", cards=wanted)
            return IllegalAction("jokers call nothing here: call with a {rank}", "2.8", rank=rank_name(self.level))
        missing = int(cards) - bits.meet(int(cards), self.hand[seat])
        if missing:
            return IllegalAction("you do not hold {cards}", "2.3", cards=Cards(missing))
        if len(faces) != 1:
            return IllegalAction("call with one card or with two copies of one card", "2.3")
        if bits.one(face) & (self.weak_calls(seat) if size == 1 else self.pair_calls(seat)):
            return None
        if self.stage == THEFT and seat == self.burier:
            return IllegalAction("you buried the kitty yourself: only others can rob it", "4.3")
        if self.stage == THEFT and size == 1:
            return IllegalAction("the kitty is robbed with a pair", "4.3")
        if self.keeps_call and seat == self.caller:
            return IllegalAction("over your own call you can only show its second card", "2.7")
        if face >= 52 and size == 1:
            return IllegalAction("one joker calls nothing: call with a pair of jokers", "2.8")
        if self.call == 1:
            return IllegalAction("a weak call stands: only a pair can be called over it", "2.5")
        return IllegalAction("a strong call stands: {cards} cannot be called over it", "2.6", cards=cards)

    def opening(self) -> list[Event]:
        return self.draw_events(0)

    def unfold(self, before: Any, seat: Seat, action: Any, events: list[Event]) -> Unfolding:
        """Rule 2.4: card by card, since where the draw stops would tell that somebody can call."""
        if before is not None and before.stage > LAST_CALL:
            if before.stage != BURY or not self.thefts:
                return [(self, events)]
            asking: Any = before.copy()  # rule 4.3: others are asked, whether or not they can call
            asking._bury(self.known_seat(seat), int(action.cards))
            return [(asking if events[1:] else self, events[:1]), *([(self, events[1:])] if events[1:] else [])]
        sight: Any = self.copy() if before is None else before.copy()
        moments: Unfolding = []
        if before is None:
            sight._take_back_all()
        elif action.kind == "call":
            sight._hear(self.known_seat(seat), int(action.cards))
            moments.append((sight.copy(), events[:1]))
        told = len(moments)
        while sight.drawn < self.drawn:
            sight._draw_one()
            moments.append((sight.copy(), events[told : told + 1]))
            told += 1
        if events[told:] or not moments:  # the end of the draw is a moment of its own, whoever could have called
            return [*moments, (self, events[told:])]
        moments[-1] = (self, moments[-1][1])  # for whoever is not asked the two look alike
        return moments

    @property
    def is_timed(self) -> bool:
        return self.stage <= THEFT and self.actors != 0

    @property
    def is_last_chance(self) -> bool:
        return self.is_timed and self.stage != DRAW

    def silence(self, shown: Any) -> list[tuple[int, Action]]:
        """Rule 2.4: the passes of those whom the rules asked meanwhile, the last one up to the card that is shown."""
        state: Any = self.copy()
        passes: list[tuple[int, Action]] = []
        while state.is_timed and (not shown.is_timed or state.drawn < shown.drawn):
            after, seat, action = state.copy(), state.seat, Action("pass")
            after.step(seat, action)
            if shown.is_timed and (not after.is_timed or after.drawn > shown.drawn):
                action = Action("pass", amount=shown.drawn)
                after = state.copy()
                after.step(seat, action)
            passes.append((seat, action))
            state = after
        return passes

    # Only `unfold` may call these: they do as they are told.

    def _take_back_all(self) -> None:
        """As it was before the first card was drawn, nobody asked."""
        self.clear_hands()
        self.hand[bits.STOCK] = TWO_DECKS
        self.count[bits.STOCK] = 108
        self.drawn = 0
        self.stage = DRAW
        self.redeal = False
        self.turned = 0
        self.order(self.rank, 4)

    def _hear(self, seat: Seat, cards: Mask) -> None:
        if not self.is_call(seat, cards):
            raise ValueError(f"this was no call of seat {seat}")
        self.make_call(seat, cards)
        self.actors = NOBODY

    def _draw_one(self) -> None:
        self.draw_card()
        self.actors = NOBODY

    def draw_events(self, since: int) -> list[Event]:
        """The cards drawn since then, and what the end of the draw brought. That somebody passed is not told."""
        events = []
        for i in range(max(since, 0), self.drawn):
            seat = (self.first_drawer() + i) & 3
            events.append(Event("draw", seat, Cards(bits.one(self.deck[i])), seen_by=1 << seat, routine=True))
        if self.redeal:
            events.append(Event("redeal"))
        elif self.stage == BURY:
            if self.turned:
                events.append(Event("turn_up", self.dealer, Cards(self.turned)))
            kitty = Cards(self.deck[i] for i in range(100, 108))
            events.append(Event("take_kitty", self.dealer, kitty, seen_by=1 << self.dealer))
        return events
