"""Chinees Poepen, also called Boerenbridge: say how many tricks you will take, and take just as many.

The rules are numbered in docs/rules/poepen.md. In the blind one-card round a view shows the other hands and hides its
own, so there a play names no card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paiju.core import bits, dice, random_tricks
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards
from paiju.core.chance import Random
from paiju.core.fields import (
    FOUND,
    HANDS,
    LIMITS,
    STOCK,
    CardsText,
    EachNumberText,
    EachSeatText,
    Field,
    FlagText,
    SeatText,
    change,
)
from paiju.core.game import Game, Options, Setup, UnknownRules, option
from paiju.core.scene import by_suit
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS, TRUMPS, TrickState
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, mark
from paiju.games.poepen_lesson import LESSON

BID, PLAY = range(2)  # indices into the phases
DECK = bits.ONES & (bits.suit(0) | bits.suit(1) | bits.suit(2) | bits.suit(3))
DISPLAY = (2, 1, 3, 0)  # hearts, diamonds, spades, clubs
MOST_CARDS = 26  # two players with the whole pack
MAX_OVERBID = 99  # where a bid may be more than the cards
NO_TRUMP = -1  # in place of a suit
# Which suits are trump, round by round; turned up, it is for the cards to say.
TRUMPS_BY_ROUND: dict[str, tuple[int, ...]] = {
    "turned": (), "none": (NO_TRUMP,), "clubs": (0,), "diamonds": (1,), "hearts": (2,), "spades": (3,),
    "hcds": (2, 0, 1, 3), "hcdsn": (2, 0, 1, 3, NO_TRUMP), "shcdn": (3, 2, 0, 1, NO_TRUMP), "sdch": (3, 1, 0, 2),
}  # fmt: skip
# Points for the bid, for each trick, and for the square of the tricks.
TABLES = {
    "10+2n": (10, 2, 0), "10+n": (10, 1, 0), "5+n": (5, 1, 0), "20+10n": (20, 10, 0), "10n": (0, 10, 0),
    "squared": (10, 0, 1),
}  # fmt: skip
# Points lost at once, for each trick off, and for their square; points won for each trick all the same.
MISSES = {"tricks": (0, 0, 0, 1), "squared": (0, 0, 1, 0), "ten": (10, 0, 0, 0)}


@dataclass(frozen=True)
class PoepenOptions(Options):
    players: int = option(4, "1.1", "how many play", least=2, most=6)
    rounds: str = option(
        "down_up", "1.3", "how the number of cards goes", ("down_up", "up_down", "down", "up", "fixed")
    )
    length: int = option(13, "1.3", "how many rounds there are with rounds=fixed", least=1, most=52)
    peak: int = option(7, "1.3", "the most cards a player gets, as far as the pack goes", least=1, most=MOST_CARDS)
    low: int = option(1, "1.3", "the fewest cards a player gets", least=1, most=MOST_CARDS)
    first_dealer: str = option(
        "fixed", "1.4", "the first seat deals first, or the seats draw for it", ("fixed", "random")
    )
    repeat: str = option(
        "none", "1.5", "which rounds are played as often as there are players", ("none", "low", "peak", "both")
    )
    trump: str = option(
        "turned",
        "2.2",
        "the suit of the card turned up, one suit, none, or the suits in turn by their initials (n: none)",
        tuple(TRUMPS_BY_ROUND),
    )
    no_trump: str = option(
        "never", "2.4", "rounds without trump: never, or those with the most cards", ("never", "peak")
    )
    whole_pack: bool = option(False, "2.5", "where no card is left to turn up, the dealer shows the last one he gets")
    bidding: str = option("in_turn", "3.1", "everybody bids in turn, or all at once", ("in_turn", "together"))
    overbid: bool = option(False, "3.2", "a bid may be more than the number of cards: any number up to 99")
    hook_from: int | str = option(
        1, "3.4", "the hook holds in rounds of at least this many cards", ("off",), 0, MOST_CARDS
    )
    blind: bool = option(True, "5.1", "in one-card rounds you see every card but your own")
    score: str = option("10+2n", "6.1", "points for an exact bid with n tricks", tuple(TABLES))
    zero: int | str = option(
        "same", "6.1", "points for bidding 0 and taking none", ("same", 0, 5, 10, 15, 20, "5+cards")
    )
    missed: int | str = option(
        2,
        "6.2",
        "points lost for each trick off, or for their square, or ten, or none and a point a trick",
        tuple(MISSES),
        least=0,
        most=10,
    )
    over: int | str = option("same", "6.5", "points lost for each trick too many", ("same", 0, 1, 2, 3, 5, 10))


class PoepenState(TrickState):
    phases = (mark("bid"), mark("play"))
    padded = ("bid",)
    marks = ("led", "beats")
    position_fields = (
        *FOUND, HANDS, replace(STOCK, derived=True), Field("turned", "turned", CardsText(), lies=True),
        Field("shown", "shown", CardsText()), Field("dealer", "dealer", SeatText(), derived=True),
        Field("bids", "bid", EachSeatText(EachNumberText(0, lambda state: state.max_bid)),
            get=lambda state: list(state.bids)),
        Field("secret", "secret", FlagText(), derived=True), *TRICK_FIELDS, *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        TrickState.__init__(self, setup)
        options = setup.options
        self.dealer: int = setup.dealer
        self.draws: bool = setup.dealer < 0  # the cards say who deals
        self.dealt: int = setup.game.cards_each(setup)  # how many cards everybody gets
        self.together: bool = options.bidding == "together"
        self.max_bid: int = MAX_OVERBID if options.overbid else self.dealt
        self.hooked: bool = options.hook_from != "off" and self.dealt >= options.hook_from
        self.blind: bool = options.blind and self.dealt == 1
        self.kept: list[int] = [0] * 3
        self.under: list[int] = [0] * 4
        self.over: list[int] = [0] * 4
        bits.set_numbers(self.kept, 3, TABLES[options.score])
        bits.set_numbers(self.under, 4, losses(options.missed))
        bits.set_numbers(self.over, 4, losses(options.missed if options.over == "same" else options.over))
        named: dict[Any, int] = {"same": self.kept[0], "5+cards": 5 + self.dealt}
        zero: int | str = options.zero
        self.nothing: int = zero if isinstance(zero, int) else named[zero]  # for a bid of 0 that is kept
        suits = setup.game.set_trump(setup)
        self.indicator: int = -1 if suits else min(self.dealt * self.seats, 51)  # which card of the deck shows trump
        self.plain: bool = not self.blind and (self.indicator < 0 or self.turns_up())  # nothing is known of any hand
        self.trumps: Mask = bits.suit(suits[0]) if suits and suits[0] >= 0 else 0
        self.turned = self.shown = 0  # the card turned up, which stays out of play, or the dealer's, which he keeps
        self.led: Mask = 0
        self.beats: Mask = 0  # the cards that would beat the trick as it lies
        self.total: int = 0  # the bids so far, added up
        self.secret: bool = False  # are bids being made that only their bidders know?
        self.bid: list[int] = [-1] * 6

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        """Rules 2.1 to 2.3: one card at a time from the dealer's left, the next one turned up."""
        self.clear_hands()
        self.clear_tricks()
        self.led = 0
        self.beats = 0
        self.total = 0
        self.turned = 0
        self.shown = 0
        self.secret = self.together
        if self.draws:
            self.dealer = self.drawn_dealer(deck)
        stock = DECK
        seat = self.dealer
        for i in range(self.dealt * self.seats):
            seat = self.left_of(seat)
            self.hand[seat] = self.hand[seat] + bits.one(deck[i])
        for seat in range(self.seats):
            self.bid[seat] = -1
            self.count[seat] = self.dealt
            stock = stock - self.hand[seat]
        self.count[bits.STOCK] = 52 - self.dealt * self.seats
        if self.indicator >= 0:
            face = deck[self.indicator]
            self.trumps = bits.suit(face // 13)
            if stock:
                self.turned = bits.one(face)
                self.count[bits.STOCK] = self.count[bits.STOCK] - 1
            else:
                self.shown = bits.one(face)
                self.known[self.dealer] = self.shown
        self.hand[bits.STOCK] = stock - self.turned
        self.stage = BID
        self.actors = (1 << self.seats) - 1 if self.secret else 1 << self.left_of(self.dealer)

    def drawn_dealer(self, deck: Sequence[Face]) -> int:
        """Rule 1.4: the highest of as many cards as there are seats says who deals.

        In which order a hand was dealt, or what was not dealt, nobody ever sees: so this tells nothing of the cards.
        """
        step = self.seats if self.dealt >= self.seats else 1
        at = 0 if self.dealt >= self.seats else 52 - self.seats
        dealer = 0
        for seat in range(1, self.seats):
            if deck[at + step * seat] > deck[at + step * dealer]:
                dealer = seat
        return dealer

    def left_of(self, seat: Seat) -> int:
        return seat + 1 if seat + 1 < self.seats else 0

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == BID:
            return bits.move(bits.BID, 0, self.random_bid(seat, rng))
        if not self.plain and self.blind:
            return bits.move(bits.PLAY, 0, 0)
        cards = self.legal(seat)
        return bits.move(bits.PLAY, bits.nth(cards, dice.below(rng, bits.popcount(cards))), 0)

    def random_bid(self, seat: Seat, rng: Random) -> int:
        """Any that can come true, each as likely: of a hundred numbers nearly all would be lost beforehand."""
        barred = self.barred(seat)
        if barred < 0:
            return dice.below(rng, self.dealt + 1)
        amount = dice.below(rng, self.dealt)
        return amount + 1 if amount >= barred else amount

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == BID:
            self.make_bid(seat, bits.amount_of(move))
        else:
            self.play(seat, bits.cards_of(move) if self.plain else self.card_played(seat, bits.cards_of(move)))

    def card_played(self, seat: Seat, cards: Mask) -> Mask:
        """The one of a blind hand (rule 5.2); the dealer's that all have seen (rule 2.5)."""
        if self.blind:
            return self.hand[seat]
        self.known[seat] = self.known[seat] & ~cards
        return cards

    def allows(self, seat: Seat, move: Move) -> bool:
        amount = bits.amount_of(move)
        cards = bits.cards_of(move)
        if self.stage == BID:
            return move == bits.move(bits.BID, 0, amount) and amount <= self.max_bid and amount != self.barred(seat)
        if move != bits.move(bits.PLAY, cards, 0):
            return False
        return cards == 0 if self.blind else bits.size(cards) == 1 and cards & ~self.legal(seat) == 0

    def barred(self, seat: Seat) -> int:
        """Rule 3.3: the bid the dealer may not make, or -1."""
        rest = self.dealt - self.total
        return rest if rest >= 0 and self.hooked and seat == self.dealer and not self.secret else -1

    def make_bid(self, seat: Seat, amount: int) -> None:
        self.bid[seat] = amount
        self.total = self.total + amount
        if self.secret:
            self.actors = self.actors & ~(1 << seat)
            if not self.actors:
                self.open_bids()
        elif seat == self.dealer:
            self.stage = PLAY
            self.lead_with(self.left_of(seat))
        else:
            self.actors = 1 << self.left_of(seat)

    def open_bids(self) -> None:
        """Rules 3.1 and 3.3: all hear the bids; if they fit, the dealer bids again."""
        self.secret = False
        if self.hooked and self.total == self.dealt:
            self.total = self.total - self.bid[self.dealer]
            self.bid[self.dealer] = -1
            self.actors = 1 << self.dealer
        else:
            self.stage = PLAY
            self.lead_with(self.left_of(self.dealer))

    def legal(self, seat: Seat) -> Mask:
        """Rule 4.2: the single cards the seat may play."""
        if seat == self.leader:
            return self.hand[seat]
        return self.hand[seat] & self.led or self.hand[seat]

    def play(self, seat: Seat, card: Mask) -> None:
        # `lay` and `pass_turn` by hand: one card at a time, and what is known is for `do`, so this is half as long.
        self.hand[seat] = self.hand[seat] - card
        self.count[seat] = self.count[seat] - 1
        self.table[seat] = card
        if seat == self.leader:
            self.led = bits.suit(bits.lowest(card) // 26)
            self.goes_ahead(seat, card)
        else:
            if not card & self.led:
                self.most[seat] = self.most[seat] & ~self.led  # it would have followed suit
            if card & self.beats:
                self.goes_ahead(seat, card)
        seat = self.left_of(seat)
        self.actors = 1 << seat
        if seat == self.leader:
            self.close_trick()
            if self.trick == self.dealt:
                self.actors = 0

    def goes_ahead(self, seat: Seat, card: Mask) -> None:
        """Rule 4.3: from now on higher cards of its suit win, and trumps if it is none."""
        self.winner = seat
        own = self.trumps if card & self.trumps else self.led
        self.beats = own & ~((card << 2) - 1) | self.trumps & ~own

    def play_out(self, rng: Random) -> int:
        plays = 0
        lacking = [0] * 6
        while self.actors:
            seat = bits.lowest(self.actors)
            if self.stage == PLAY and seat == self.leader and self.plain and self.count[seat] > 1:
                plays += (self.count[seat] - 1) * self.seats
                random_tricks.play(self, 0, 0, bits.packed(self.trumps & bits.ONES), lacking, rng)
                continue
            if self.stage == BID:
                self.make_bid(seat, self.random_bid(seat, rng))
            else:
                PoepenState.do(self, seat, PoepenState.random_move(self, seat, rng))
            plays += 1
        return plays

    def fill(self, rng: Random) -> None:
        self.scatter(rng)
        if self.secret:
            for seat in range(self.seats):
                if self.bid[seat] < 0 and not self.actors >> seat & 1:
                    self.bid[seat] = self.likely_bid(seat, rng)
                    self.total = self.total + self.bid[seat]

    def likely_bid(self, seat: Seat, rng: Random) -> int:
        """What a seat may have bid in secret; an Advisor knows better."""
        return dice.below(rng, self.dealt + 1)

    def settle(self) -> None:
        for seat in range(self.seats):
            self.score[seat] = self.points_for(self.bid[seat], self.won[seat])

    def points_for(self, bid: int, won: int) -> int:
        """Rules 6.1, 6.2 and 6.5."""
        if bid == won:
            return self.kept[0] + (self.kept[1] + self.kept[2] * won) * won if won else self.nothing
        if bid > won:
            return self.points_off(self.under, bid - won, won)
        return self.points_off(self.over, won - bid, won)

    def points_off(self, loss: list[int], off: int, won: int) -> int:
        return loss[3] * won - loss[0] - (loss[1] + loss[2] * off) * off

    # ---- positions ----

    def full_hand(self) -> int:
        return self.dealt

    def _undealt(self, given: dict[str, Any], rest: Mask) -> Mask:
        """All that is not mentioned, but for the card turned up."""
        return rest if "turned" in given or not self.turns_up() else rest - given["next"]

    def turns_up(self) -> bool:
        """Is a card turned up that stays out of play?"""
        return self.indicator == self.dealt * self.seats

    def _arrange(self, given: dict[str, Any]) -> None:
        self._arrange_trump(given)
        bids = given.get("bid", [-1] * self.seats)
        order = [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]
        made = [bids[seat] for seat in order if bids[seat] >= 0]
        told = given.keys() & {"leader", "plays", "taken", "last_plays"}
        full = all(self.count[seat] == self.dealt for seat in range(self.seats))
        stage = BID if full and not told and len(made) < self.seats else PLAY
        if given.get("stage", stage) == BID:
            if not full:
                raise ValueError(f"hands: everybody has {self.dealt} cards while bids are made")
            self._arrange_bids(given, bids, order)
        else:
            bids = bids if made else [0] * self.seats
            if min(bids) < 0:
                raise ValueError("bids: before play everybody makes one")
            self._arrange_tricks(given, PLAY, order[0] if full else -1)
        change(self, bid=bids, total=sum(bid for bid in bids if bid > 0))
        if self.shown & (self.hand[self.dealer] | self.unseen):
            change(self, known=[self.shown if seat == self.dealer else 0 for seat in range(self.seats)])

    def _arrange_trump(self, given: dict[str, Any]) -> None:
        if self.draws:
            if given.get("dealer", -1) < 0:
                raise ValueError("dealer: who is it? Write a seat")
            change(self, dealer=given["dealer"])
        turned, shown = given.get("turned", 0), given.get("shown", 0)
        if self.turns_up():
            turned = given.get("turned", given.get("next", 0))
        if bits.size(turned) != self.turns_up():
            raise ValueError("turned: one card is turned up" if self.turns_up() else "turned: no card is turned up")
        if bits.size(shown) != (self.indicator >= 0 and not self.turns_up()):
            raise ValueError("shown: the dealer shows one card, where none is left to turn up")
        change(self, turned=turned, shown=shown)
        if self.indicator >= 0:
            change(self, trumps=bits.suit((bits.lowest(turned | shown) >> 1) // 13))

    def _arrange_bids(self, given: dict[str, Any], bids: list[int], order: list[int]) -> None:
        """Who has still to bid: the next in turn, all who have not, or the dealer once more."""
        waiting = [seat for seat in order if bids[seat] < 0]
        secret = self.together and given.get("secret", True)
        if secret:
            hidden = [seat for seat in waiting if self.viewer not in (bits.TRUTH, seat)]
            actors = given.get("actors", sum(1 << seat for seat in waiting))
            known = [seat for seat in range(self.seats) if bids[seat] >= 0]
            if not 0 < actors < 1 << self.seats or any(actors >> seat & 1 for seat in known):
                raise ValueError("turn: somebody has still to bid, and nobody has who did")
            if any(not actors >> seat & 1 for seat in waiting if seat not in hidden):
                raise ValueError("turn: who has not bid has still to")
            if self.viewer != bits.TRUTH and any(seat != self.viewer for seat in known):
                raise ValueError("bids: until everybody has bid, nobody sees the bids of others")
        else:
            if not waiting or waiting != order[-len(waiting) :]:
                raise ValueError(f"bids: with {self.dealt} cards each, they are made from seat {order[0]} on")
            if self.together and (len(waiting) > 1 or not self.hooked or sum(bids) + 1 > self.dealt):
                raise ValueError("bids: once all have bid, only the dealer bids again, if the bids add up")
            actors = 1 << waiting[0]
        change(self, stage=BID, actors=actors, secret=secret)

    def open_position(self, given: dict[str, Any], plays: tuple[Mask, ...]) -> None:
        if self.trick == 0 and self.leader != self.left_of(self.dealer):
            raise ValueError(f"leader: seat {self.left_of(self.dealer)} leads the first trick (rule 4.1)")

    def play_of(self, cards: Mask) -> Action:
        return Action("play") if self.blind else TrickState.play_of(self, cards)

    def _write(self, values: dict[str, Any]) -> None:
        TrickState._write(self, values)
        self.dealer = values.pop("dealer", self.dealer)
        self.turned = values.pop("turned", self.turned)
        self.shown = values.pop("shown", self.shown)
        self.secret = values.pop("secret", self.secret)
        self.trumps = values.pop("trumps", self.trumps)
        self.led = values.pop("led", self.led)
        self.beats = values.pop("beats", self.beats)
        self.total = values.pop("total", self.total)
        bits.set_numbers(self.bid, 6, values.pop("bid", ()))

    # ---- in words ----

    @property
    def trump(self) -> int:
        """The number of the trump suit; 4 if there is none."""
        return bits.lowest(self.trumps) // 26 if self.trumps else TRUMPS

    @property
    def bids(self) -> tuple[int, ...]:
        """What each seat has bid; -1 for none yet."""
        return tuple(self.bid[seat] for seat in range(self.seats))

    def everything(self) -> Cards:
        return TrickState.everything(self) + Cards(self.turned)

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == BID:
            barred = self.barred(seat)
            bids = tuple(bid for bid in range(self.max_bid + 1) if bid != barred)
            return [Ask("bid", amounts=bids, barred=(barred,) if barred >= 0 else ())]
        if self.blind:
            return [Ask("play")]
        return [Ask("play", Cards(self.legal(seat)), 1, 1)]

    def actions(self, seat: Seat) -> Iterator[Action]:
        for ask in self.asks(seat):
            if ask.kind == "bid":
                for amount in ask.amounts:
                    yield Action("bid", amount=amount)
            elif self.blind:
                yield Action("play")
            else:
                for card in ask.cards:
                    yield Action("play", Cards([card]))

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        refusal = TrickState.misfit(self, seat, ask, action)
        if refusal is None:
            return None
        if ask.kind == "play":
            if self.blind and action.cards:
                return IllegalAction("you cannot see your card: play it without naming it", "5.2")
        elif not action.cards:
            barred = self.barred(seat)
            if action.amount == barred:
                return IllegalAction(
                    "the bids may not add up to {tricks}: bid anything but {barred}",
                    "3.3",
                    tricks=self.dealt,
                    barred=barred,
                )
            return IllegalAction("bid 0 to {most}, not {amount}", "3.2", most=self.max_bid, amount=action.amount)
        return refusal

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        seat = self.known_seat(seat)
        suit = SUIT_NAMES[bits.lowest(self.led) // 26] if self.led else ""
        held = Cards(self.hand[seat] & self.led)
        return IllegalAction("follow {suit}: you hold {cards}", "4.2", suit=suit, cards=held)

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        if self.secret:
            self.total = 0
            for seat in range(self.seats):
                if seat != viewer:
                    self.bid[seat] = -1
                elif self.bid[seat] > 0:
                    self.total = self.bid[seat]
        if self.blind and viewer >= 0:
            self.conceal(1 << viewer | 1 << bits.STOCK)  # rule 5.1
        else:
            self.conceal_from(viewer)  # an onlooker could whisper: no hands for him

    def opening(self) -> list[Event]:
        return [Event("deals", self.dealer)] if self.draws else []

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        if action.kind == "bid":
            return self.bid_events(before, seat, action.amount)
        seat = self.known_seat(seat)
        card = before.hand[seat] - self.hand[seat]  # in a blind round the action does not say which
        events = [Event("play", seat, Cards(card)), *self.trick_events(before)]
        return events + self.score_events()

    def bid_events(self, before: State, seat: Seat, amount: int) -> list[Event]:
        assert isinstance(before, PoepenState)
        if not before.secret:
            return [Event("bid", seat, amount=amount)]
        if self.secret:
            return [Event("has_bid", seat)]
        bids = [amount if other == seat else bid for other, bid in enumerate(before.bids)]
        order = [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]
        events = [Event("bid", other, amount=bids[other]) for other in order]
        return [*events, Event("bid_again", self.dealer)] if self.stage == BID else events

    def order_of(self, card: Card) -> tuple[int, int]:
        card = Card(card)
        return TRUMPS if bits.one(card) & self.trumps else card.suit, card.rank

    def sorted_hand(self, cards: Mask) -> tuple[tuple[Card, ...], ...]:
        return by_suit(cards, DISPLAY)

    def guide(self) -> Message | None:
        if self.stage == BID and self.setup.options.missed == "tricks":
            return Message("say how many tricks you will take: the exact number brings the most points")
        return TrickState.guide(self)

    def notes(self) -> tuple[Message, ...]:
        trump = -1 if not self.trumps else self.trump if self.indicator < 0 else -2
        total = -1 if self.secret else self.total
        return notes_of(self.dealt, self.turned, self.shown, trump, total, self.blind)

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        has_bid = self.secret and not self.actors >> seat & 1  # notes are the same for everybody
        return notes_on_player(seat == self.dealer, has_bid, -1 if self.secret else self.bid[seat], self.won[seat])

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        """Rules 6.1, 6.2 and 6.5."""
        if not self.is_over:
            return ()
        seat = self.known_seat(seat)
        bid, won, score = self.bid[seat], self.won[seat], self.scores()[seat]
        if bid == won:
            return (Message("bid {bid}, took {won}: just right, {score:+}", bid=bid, won=won, score=score),)
        template = mark("bid {bid}, took {won}: {off} too few, {score:+}")
        if won > bid:
            template = mark("bid {bid}, took {won}: {off} too many, {score:+}")
        return (Message(template, bid=bid, won=won, off=abs(bid - won), score=score),)


@lru_cache(1024)
def notes_of(dealt: int, turned: Mask, shown: Mask, trump: int, total: int, blind: bool) -> tuple[Message, ...]:
    """`trump` is -1 where there is none, and -2 where a card shows it; `total` is -1 while it is a secret.

    The same object for the same facts: every moment asks for it, and compares it with the last.
    """
    notes = [Message("cards each: {cards}", cards=dealt)]
    for card in Cards(turned):
        notes.append(Message("trump is {suit}: {card} was turned up", suit=SUIT_NAMES[card.suit], card=card))
    for card in Cards(shown):
        notes.append(Message("trump is {suit}: the dealer got {card}", suit=SUIT_NAMES[card.suit], card=card))
    if trump == -1:
        notes.append(Message("there is no trump"))
    elif trump >= 0:
        notes.append(Message("trump is {suit}", suit=SUIT_NAMES[trump]))
    if total >= 0:
        notes.append(Message("bids add up to {total}", total=total))
    if blind:
        notes.append(Message("everybody sees every card but their own"))
    return tuple(notes)


@lru_cache(1024)
def notes_on_player(deals: bool, has_bid: bool, bid: int, won: int) -> tuple[Message, ...]:
    """`bid` is -1 while there is none, or none that may be told."""
    notes = [Message("dealer")] if deals else []
    if has_bid:
        notes.append(Message("has bid"))
    if bid >= 0:
        notes.append(Message("bid {bid}, took {won}", bid=bid, won=won))
    return tuple(notes)


class Poepen(Game[PoepenState]):
    name = "poepen"
    title = mark("Chinees Poepen (Boerenbridge)")
    aliases = (
        *("boerenbridge", "op en neer"),
        *("oh hell", "oh pshaw", "nomination whist", "contract whist", "up and down the river"),
        "叫墩",
    )
    about = mark("two to six players: bid how many tricks you will take, and take exactly that many")
    seats = (4, 2, 3, 5, 6)
    Options = PoepenOptions
    State = PoepenState
    lesson = LESSON
    guides = {
        "bid": mark("say how many tricks you will take: only the exact number brings points"),
    }
    events = {
        "deals": mark("{seat} has drawn the highest card and deals|you have drawn the highest card and deal"),
        "has_bid": mark("{seat} has bid|you have bid"),
        "bid_again": mark("the bids add up to the tricks: {seat} bids again|the bids add up to the tricks: bid again"),
    }
    presets = {
        "dutch": {"rounds": "up_down", "hook_from": 4, "score": "5+n", "missed": 1},
        "oh_hell": {"peak": 10, "blind": False, "score": "10+n", "missed": "tricks"},
        "nomination": {"peak": 10, "trump": "shcdn", "blind": False, "score": "10+n", "missed": "tricks"},
        "kachuful": {"rounds": "up", "peak": 8, "trump": "sdch", "blind": False, "score": "10+n", "missed": 0},
        "fists": {
            "peak": 10, "first_dealer": "random", "bidding": "together", "hook_from": "off", "blind": False,
            "score": "squared", "missed": "squared",
        },
    }  # fmt: skip

    def cards(self, setup: Any) -> list[int]:
        return [*range(52)]

    def first(self, options: Any = None) -> Setup:
        setup = Game.first(self, options)
        return replace(setup, dealer=-1) if setup.options.first_dealer == "random" else setup

    def schedule(self, options: Any) -> list[int]:
        """Rules 1.3 and 1.5: the cards of each round, 7 6 5 4 3 2 1 2 3 4 5 6 7 unless the options say otherwise."""
        peak = self.peak(options)
        if options.rounds == "fixed":
            return [peak] * options.length
        up = list(range(options.low, peak + 1))
        down = up[::-1]
        way = {"down_up": down + up[1:], "up_down": up + down[1:], "down": down, "up": up}[options.rounds]
        often = {"none": (), "low": (options.low,), "peak": (peak,), "both": (options.low, peak)}[options.repeat]
        return [cards for cards in way for _ in range(options.players if cards in often else 1)]

    def peak(self, options: Any) -> int:
        """Rule 1.6: the cards of the largest rounds, which must leave one to turn up where one is turned up."""
        to_turn_up = options.trump == "turned" and options.no_trump == "never" and not options.whole_pack
        return min(options.peak, (52 - to_turn_up) // options.players)

    def set_trump(self, setup: Setup) -> tuple[int, ...]:
        """Rules 2.2 and 2.4: the suit that is trump in the round of this setup, or none; nothing if a card says it."""
        options = setup.options
        if options.no_trump == "peak" and self.cards_each(setup) == self.peak(options):
            return (NO_TRUMP,)
        suits = TRUMPS_BY_ROUND[options.trump]
        return suits and (suits[(setup.deal - 1) % len(suits)],)

    def cards_each(self, setup: Setup) -> int:
        """How many cards everybody gets in the round of this setup; refuses one that cannot be dealt."""
        rounds = self.schedule(setup.options)
        if not 1 <= setup.deal <= len(rounds):
            raise ValueError(f"this match has {len(rounds)} rounds: there is no round {setup.deal}")
        cards = rounds[setup.deal - 1]
        draws = setup.deal == 1 and setup.options.first_dealer == "random"
        if setup.seats not in self.seats or not -draws <= setup.dealer < setup.seats:
            raise ValueError(f"{setup.seats} players with {cards} cards and dealer {setup.dealer} cannot be dealt")
        return cards

    def flaw(self, setup: Setup) -> str:
        try:
            self.cards_each(setup)
        except ValueError as error:
            return str(error)
        return ""

    def approve(self, options: Any) -> None:
        peak = self.peak(options)
        if options.low > options.peak:
            raise UnknownRules("poepen: low={low} is more than peak={peak}", low=options.low, peak=options.peak)
        if options.low > peak:
            raise UnknownRules(
                "poepen: {players} players get {most} cards at most: set low={most}",
                players=options.players, most=peak,
            )  # fmt: skip

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        over = setup.deal == len(self.schedule(setup.options))
        return setup.next(standing=standing, dealer=(state.dealer + 1) % setup.seats, over=over)


def losses(missed: int | str) -> tuple[int, ...]:
    """What a missed bid costs, as MISSES has it."""
    return (0, missed, 0, 0) if isinstance(missed, int) else MISSES[missed]


GAME = Poepen()
