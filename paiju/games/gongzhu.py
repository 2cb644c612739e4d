"""Gong Zhu with two decks, as DoubleHearts played it. The rules are numbered in docs/rules/gongzhu.md.

The seats run counter-clockwise, as the game does: the next seat is the right-hand neighbour. Copies of a face are alike
in a hand, so the few that lie exposed are kept beside it in masks of their own: `exposed` while they are held, `bared`
in the running trick, `won_exposed` when they have been taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from paiju.core import bits, dice
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards, multisets
from paiju.core.chance import Random
from paiju.core.fields import FOUND, HANDS, LIMITS, CardsText, EachSeatText, Field, NumberText, change
from paiju.core.game import Game, Options, Setup, option
from paiju.core.passing import GAVE, PassingState
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, mark

GIVE, SHOW, PLAY = range(3)  # indices into the phases
TEN, JACK, ACE, QUEEN = 8, 22, 38, 49  # the faces of 10♣, J♦, A♥ and Q♠
TENS = 3 * bits.one(TEN)
SPECIALS = 3 * (bits.one(TEN) | bits.one(JACK) | bits.one(QUEEN))
ACES = 3 * bits.one(ACE)
TWO = bits.one(0)
DIAMONDS, HEARTS = bits.suit(1), bits.suit(2)
SCORED = HEARTS | SPECIALS
# Rule 6.1: a heart counts once for every one of these groups that it is in.
FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING = (HEARTS & ~(bits.one(face) - 1) for face in (29, 35, 36, 37))
BANNED = FROM_FIVE | 3 * (bits.one(JACK) | bits.one(QUEEN))  # rule 4.7
MIXED = 64  # what two different cards of the suit are ahead of every pair (rule 5.3)
WHICH_COPY = (
    Message("0 plays the plain copy, 1 the exposed one"),
    Message("0 plays plain copies, 1 the exposed copy of the lower card, 2 of the higher, 3 of both"),
)  # rule 3.5
LOW = 10_000_000  # below every score, to keep a division from rounding towards zero


@dataclass(frozen=True)
class GongzhuOptions(Options):
    decks: int = option(2, "1.2", "packs of cards; with one there are no pairs", (1, 2))
    passing: bool = option(True, "2.1", "pass three cards before play")
    expose_ace_hearts: bool = option(False, "3.3", "A♥ can be exposed: each exposed copy doubles all hearts")
    expose_all_copies: bool = option(False, "6.7", "an exposed card doubles every copy of its face, not only itself")
    mixed_diamonds: bool = option(True, "5.4", "two different diamonds beat a pair of diamonds, as in the other suits")
    ten: str = option("double", "6.3", "10♣ doubles the score, or adds steps to a factor", ("double", "steps"))
    ten_taken: int = option(40, "6.8", "percent that each 10♣ taken adds to the factor (ten=steps)", least=0, most=200)
    ten_exposed: int = option(
        40, "6.8", "percent that each exposure of 10♣ adds to the factor (ten=steps)", least=0, most=200
    )
    base: int = option(
        10, "6.9", "what the hearts from 5 to 10 count; all other values grow with it", least=1, most=100
    )
    hands: int = option(4, "7.1", "deals in a match; 0 for no limit", least=0, most=1000)
    loss_limit: int = option(
        0, "7.2", "the match ends when a total is this far below zero; 0 for no limit", least=0, most=100000
    )


class GongzhuState(PassingState):
    phases = (mark("give"), mark("show"), mark("play"))
    marks = ("led", "width", "best")
    position_fields = (
        *FOUND, HANDS, *TRICK_FIELDS, Field("tricks", "trick", NumberText(0, 26), derived=True, free=True), GAVE,
        Field("chosen", "shown", EachSeatText(CardsText()), free=True),
        Field("exposed", "exposed", EachSeatText(CardsText()), free=True),
        Field("exposed in trick", "bared", EachSeatText(CardsText()), free=True),
        Field("exposed and taken", "won_exposed", EachSeatText(CardsText()), free=True),
        Field("played", "played", EachSeatText(CardsText()), derived=True, free=True),
        Field("coin", "coin", NumberText(0, 1), free=True), *LIMITS,
    )  # fmt: skip
    shifts = (0, 1, 2, 3)  # rule 2.1: right, across, left, none
    directions = ("", mark("right"), mark("across"), mark("left"))

    def __init__(self, setup: Any):
        PassingState.__init__(self, setup)
        options = setup.options
        self.decks: int = options.decks
        self.all_copies: bool = options.expose_all_copies
        self.mixed_diamonds: bool = options.mixed_diamonds
        self.ten_steps: bool = options.ten == "steps"
        self.ten_taken: int = options.ten_taken
        self.ten_exposed: int = options.ten_exposed
        self.base: int = options.base
        self.showable: Mask = SPECIALS | ACES if options.expose_ace_hearts else SPECIALS
        self.coin: int = 0  # which 2♣ opens, until that is known
        self.led: Mask = 0
        self.width: int = 0  # how many cards were led
        self.best: int = -1
        self.opened: Mask = 0  # all cards exposed in this deal
        self.shown: list[Mask] = [0] * 4  # what a seat has answered while others still think
        self.exposed: list[Mask] = [0] * 4
        self.bared: list[Mask] = [0] * 4
        self.won_exposed: list[Mask] = [0] * 4
        self.played: list[Mask] = [0] * 4

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.clear_hands()
        self.clear_tricks()
        self.clear_gifts()
        self.led = 0
        self.width = 0
        self.best = -1
        self.opened = 0
        for seat in range(4):
            self.shown[seat] = 0
            self.exposed[seat] = 0
            self.bared[seat] = 0
            self.won_exposed[seat] = 0
            self.played[seat] = 0
        size = 52 * self.decks
        for i in range(size):
            self.give_card(i & 3, deck[i])
        self.coin = toss(deck, size)
        self.stage = GIVE if self.shift else SHOW
        self.actors = 15

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == GIVE:
            return bits.move(bits.GIVE, rng.some(self.hand[seat], 3), 0)
        if self.stage == SHOW:
            return bits.move(bits.SHOW, self.some_shown(seat, rng), 0)
        cards = self.some_play(seat, rng)
        amount = 0
        if self.exposed[seat]:
            amount = dice.below(rng, 1 << bits.popcount(cards & self.split(seat)))
        return bits.move(bits.PLAY, cards, amount)

    def some_shown(self, seat: Seat, rng: Random) -> Mask:
        """Any part of what the seat may expose, all equally likely."""
        rest = bits.faces(self.hand[seat] & self.showable)
        cards = 0
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            cards = cards + bits.one(face) * dice.below(rng, bits.copies(self.hand[seat], face) + 1)
        return cards

    def some_play(self, seat: Seat, rng: Random) -> Mask:
        choice = self.choice(seat)
        singles = bits.faces(choice)
        n = bits.popcount(singles)
        if seat == self.leader:
            k = dice.below(rng, n + bits.popcount(bits.pairs(choice)))
            if k < n:
                return bits.nth(singles, k)
            return 2 * bits.nth(bits.pairs(choice), k - n)
        if self.width == 1:
            return bits.nth(singles, dice.below(rng, n))
        must = self.compelled(seat)
        if must:
            return must + bits.nth(singles, dice.below(rng, n))
        if choice & self.led and bits.pairs(choice):
            return 2 * bits.nth(singles, dice.below(rng, n))
        # Two of a void hand, or two different cards of the suit: n * (n - 1) ordered ways, and each pair twice.
        k = dice.below(rng, n * (n - 1) + 2 * bits.popcount(bits.pairs(choice)))
        if k >= n * (n - 1):
            return 2 * bits.nth(bits.pairs(choice), (k - n * (n - 1)) >> 1)
        first = k // (n - 1)
        second = k % (n - 1)
        if second >= first:
            second += 1
        return bits.nth(singles, first) + bits.nth(singles, second)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == PLAY:
            self.play(seat, bits.cards_of(move), bits.amount_of(move))
        elif self.stage == SHOW:
            self.shown[seat] = bits.cards_of(move)
            self.actors = self.actors & ~(1 << seat)
            if self.actors == 0:
                self.open_play()
        elif self.keep_gift(seat, bits.cards_of(move)):
            self.stage = SHOW
            self.actors = 15

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        if not self.holds(seat, cards):
            return False
        if self.stage == GIVE:
            return move == bits.move(bits.GIVE, cards, 0) and bits.size(cards) == 3
        if self.stage == SHOW:
            return move == bits.move(bits.SHOW, cards, 0) and cards & ~self.showable == 0
        if bits.kind_of(move) != bits.PLAY or bits.amount_of(move) >> bits.popcount(cards & self.split(seat)):
            return False
        return self.allows_cards(seat, cards)

    def allows_cards(self, seat: Seat, cards: Mask) -> bool:
        """Rules 4.2 to 4.7."""
        must = self.compelled(seat)
        if not bits.contains(self.choice(seat) + must, cards):
            return False
        if seat == self.leader:
            return bits.size(cards) == 1 or (bits.size(cards) == 2 and bits.pairs(cards) != 0)
        if bits.size(cards) != self.width:
            return False
        return bits.pairs(cards) != 0 if self.pair_duty(seat) else bits.contains(cards, must)

    def open_play(self) -> None:
        """Rules 3.2 and 4.1: what was chosen is exposed, and one 2♣ at random says who opens."""
        self.stage = PLAY
        for seat in range(4):
            self.exposed[seat] = self.shown[seat]
            self.known[seat] = self.shown[seat]
            self.opened = self.opened + self.shown[seat]
            self.shown[seat] = 0
        opener = -1
        for seat in range(4):
            if self.hand[seat] & (3 * TWO) and (opener < 0 or self.coin):
                opener = seat
        self.coin = 0
        self.known[opener] = self.known[opener] + TWO
        self.lead_with(opener)

    def choice(self, seat: Seat) -> Mask:
        """The cards a play is chosen from (rules 4.2 to 4.7), besides those it is compelled to contain."""
        hand = self.hand[seat]
        if seat == self.leader:
            return hand if self.trick else hand & (3 * TWO)
        suit = hand & self.led
        wanted = 1
        if self.width == 1:
            if suit:
                return suit
        else:
            pairs = bits.pairs(suit)
            if pairs:
                return hand & bits.fields(pairs)
            if suit & (suit - 1):
                return suit
            hand = hand & ~self.led
            wanted = 1 if suit else 2
        if self.trick == 0:
            allowed = hand & ~BANNED
            return allowed if bits.size(allowed) >= wanted else hand & BANNED
        return hand

    def compelled(self, seat: Seat) -> Mask:
        """The card that must be one of two: the only one of the suit, or in the first trick the only one allowed."""
        if seat == self.leader or self.width == 1:
            return 0
        suit = self.hand[seat] & self.led
        if suit:
            return suit if bits.size(suit) == 1 else 0
        allowed = self.hand[seat] & ~BANNED
        return allowed if self.trick == 0 and bits.size(allowed) == 1 else 0

    def split(self, seat: Seat) -> Mask:
        """Faces of which the seat holds an exposed and a plain copy (rule 3.5)."""
        return bits.pairs(self.hand[seat]) & bits.faces(self.exposed[seat]) & ~bits.pairs(self.exposed[seat])

    def play(self, seat: Seat, cards: Mask, amount: int) -> None:
        out = 0
        if self.exposed[seat]:
            out = self.uncover(seat, cards, amount)
        self.lay(seat, cards)
        self.played[seat] = self.played[seat] + cards
        if self.exposed[seat]:
            self.exposed[seat] = self.exposed[seat] - out
            self.bared[seat] = out
            # A plain copy may have gone: the exposed one is still there for everybody to see.
            known = self.known[seat]
            self.known[seat] = known + self.exposed[seat] - bits.meet(known, self.exposed[seat])
        if seat == self.leader:
            self.led = bits.suit((bits.lowest(cards) >> 1) // 13)
            self.width = bits.size(cards)
            self.best = bits.highest(cards) >> 1
        else:
            self.learn(seat, cards)
            strength = self.strength(cards)
            if strength > self.best:
                self.best = strength
                self.winner = seat
        self.most[seat] = self.most[seat] - bits.meet(self.most[seat], cards)
        if self.pass_turn(seat):
            self.finish_trick()

    def uncover(self, seat: Seat, cards: Mask, amount: int) -> Mask:
        """The exposed copies among cards played; where there is a choice, a bit of the amount makes it (rule 3.5)."""
        out = bits.meet(self.exposed[seat], cards)
        rest = cards & self.split(seat)
        while rest:
            if not amount & 1:
                out = out - bits.one(bits.lowest(rest) >> 1)
            amount = amount >> 1
            rest = rest & (rest - 1)
        return out

    def strength(self, cards: Mask) -> int:
        """How high a play stands in the trick; -1 if it cannot win (rules 5.1 to 5.4)."""
        if cards & ~self.led:
            return -1
        if self.width == 1 or bits.pairs(cards):
            return bits.highest(cards) >> 1
        # Two different cards beat every pair, odd as it looks.
        if self.led == DIAMONDS and not self.mixed_diamonds:
            return -1
        return MIXED + (bits.highest(cards) >> 1)

    def learn(self, seat: Seat, cards: Mask) -> None:
        """What a follower's play tells everybody of the cards left behind it."""
        if cards & ~self.led:
            self.most[seat] = self.most[seat] & ~self.led
            if self.trick == 0 and cards & ~self.led & BANNED:
                self.most[seat] = self.most[seat] & BANNED  # rule 4.7: nothing else to throw
        elif self.width == 2 and not bits.pairs(cards):
            # Rule 4.5: no pair of the suit.
            self.most[seat] = self.most[seat] & ~self.led | bits.faces(self.most[seat] & self.led)

    def finish_trick(self) -> None:
        if self.opened:
            for seat in range(4):
                self.won_exposed[self.winner] = self.won_exposed[self.winner] + self.bared[seat]
                self.bared[seat] = 0
        self.close_trick()
        if self.count[0] == 0:
            self.actors = 0

    def fill(self, rng: Random) -> None:
        viewer = self.viewer
        self.scatter(rng)
        if self.stage < PLAY:
            self.coin = rng.below(2)
        self.refill_gifts(rng)
        for seat in range(4):
            if self.stage == SHOW and seat != viewer and not self.actors >> seat & 1:
                self.shown[seat] = self.some_shown(seat, rng)

    def gift_source(self, seat: Seat) -> Mask:
        return self.hand[seat] + self.played[seat]

    def settle(self) -> None:
        for seat in range(4):
            self.score[seat] = self.value(self.taken[seat], self.won_exposed[seat])

    def value(self, cards: Mask, bare: Mask) -> int:
        """Section 6 for the cards one seat took; `bare` are the exposed ones among them."""
        scored = cards & SCORED
        if scored == 0:
            return 0
        if not scored & ~TENS:
            return 5 * self.base * self.doubled(TEN, cards, bare)  # rule 6.4
        hearts = hearts_in(cards) << bits.copies(self.opened, ACE)
        pigs = 10 * self.doubled(QUEEN, cards, bare)
        if bits.size(cards & HEARTS) < 13 * self.decks:
            hearts = -hearts
            pigs = -pigs
        elif bits.size(scored) < 16 * self.decks:
            pigs = -pigs  # rule 6.5; with everything they count for the taker too (rule 6.6)
        total = self.base * (hearts + pigs + 10 * self.doubled(JACK, cards, bare))
        tens = bits.copies(cards, TEN)
        if tens == 0:
            return total
        level = bits.copies(self.opened, TEN) if self.all_copies else bits.copies(bare, TEN)
        if self.ten_steps:
            percent = 100 + self.ten_taken * tens + self.ten_exposed * level
            return (total * percent + 50 + 100 * LOW) // 100 - LOW  # rule 6.8: the nearest, halves up
        return total * (1 << (tens * (1 + level) if self.all_copies else tens + level))

    def doubled(self, face: Face, cards: Mask, bare: Mask) -> int:
        """How many cards of a face were taken, each exposed one counted double (rules 6.2 and 6.7)."""
        if self.all_copies:
            return bits.copies(cards, face) << bits.copies(self.opened, face)
        return bits.copies(cards, face) + bits.copies(bare, face)

    # ---- positions ----

    def _arrange(self, given: dict[str, Any]) -> None:
        stage = given.get("stage", (GIVE if self.shift else SHOW) if self.is_before_play(given) else PLAY)
        if stage < PLAY:
            self._arrange_answers(given, stage)
        else:
            self._arrange_tricks(given, PLAY, -1)
            exposed = given.get("exposed", [0] * 4)
            opened = sum(sum(given.get(key, ())) for key in ("exposed", "bared", "won_exposed"))
            first = TWO if self.trick == 0 and not any(self.table) else 0
            known = [cards + (first if seat == self.leader else 0) for seat, cards in enumerate(exposed)]
            change(self, opened=opened, known=known)

    def open_position(self, given: dict[str, Any], plays: tuple[Mask, ...]) -> None:
        """What has left a hand is no longer there."""
        before = [
            cards - bits.meet(cards, self.laid_by(seat, plays))
            for seat, cards in enumerate(given.get("played", [0] * 4))
        ]
        change(self, played=before, most=[bits.ALL - cards for cards in before])

    def laid_by(self, seat: Seat, plays: tuple[Mask, ...]) -> Mask:
        turn = (seat - self.leader) & 3
        return plays[turn] if turn < len(plays) else 0

    def _position_flaw(self) -> str:
        """Exposed cards are where they can be, and nothing has been played that is still there."""
        gone = self.deck_cards - sum(list(self.hand)[:4]) - self.unseen
        for seat in range(4):
            if not bits.contains(gone, self.played[seat]):
                return f"played: seat {seat} cannot have played all of {Cards(self.played[seat])}"
            gone -= self.played[seat]
        places = [
            ("exposed", self.exposed, self.known), ("exposed in trick", self.bared, self.table),
            ("exposed and taken", self.won_exposed, self.taken), ("chosen", self.shown, self.hand),
        ]  # fmt: skip
        for name, part, whole in places:
            for seat in range(4):
                if part[seat] & ~self.showable or not bits.contains(whole[seat], part[seat]):
                    return f"{name}: {Cards(part[seat])} cannot be there"
                if part[seat] and (
                    self.stage != PLAY if name != "chosen" else self.stage != SHOW or self.actors >> seat & 1
                ):
                    return f"{name}: not in this phase"
        if self.stage == PLAY and (flaw := self.trick_flaw()):
            return flaw
        if self.stage == GIVE and not self.shift:
            return "phase: nobody passes cards in this deal"
        if self.count[bits.STOCK]:
            return f"{self.count[bits.STOCK]} cards are nowhere: say what was taken, or which cards are unseen"
        return PassingState._position_flaw(self)

    def trick_flaw(self) -> str:
        """A trick takes one or two cards of each hand, and the first one opens with 2♣."""
        gone = self.full_hand() - self.count[self.leader] - bits.size(self.table[self.leader])
        if not (gone + 1) // 2 <= self.trick <= gone:
            return f"tricks: {self.trick} cannot have been played"
        sure = self.known[self.leader] if self.concealed >> self.leader & 1 else self.hand[self.leader]
        if self.trick == 0 and not any(self.table) and not sure & 3 * TWO:
            return f"leader: seat {self.leader} holds no two of clubs, which opens the first trick (rule 4.1)"
        return ""

    def _write(self, values: dict[str, Any]) -> None:
        PassingState._write(self, values)
        self.coin = values.pop("coin", self.coin)
        self.led = values.pop("led", self.led)
        self.width = values.pop("width", self.width)
        self.best = values.pop("best", self.best)
        self.opened = values.pop("opened", self.opened)
        bits.set_masks(self.shown, 4, values.pop("shown", ()))
        bits.set_masks(self.exposed, 4, values.pop("exposed", ()))
        bits.set_masks(self.bared, 4, values.pop("bared", ()))
        bits.set_masks(self.won_exposed, 4, values.pop("won_exposed", ()))
        bits.set_masks(self.played, 4, values.pop("played", ()))

    # ---- in words ----

    def score_of(self, cards: Mask, bare: int = 0) -> int:
        """What these cards would score a seat that took them; `bare` are the exposed ones among them."""
        return self.value(int(cards), int(bare))

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == GIVE:
            return [self.give_ask(seat)]
        if self.stage == SHOW:
            cards = self.hand[seat] & self.showable
            return [Ask("show", Cards(cards), 0, bits.size(cards))]
        cards = self.choice(seat) + self.compelled(seat)
        if seat == self.leader:
            least, most = 1, 2 if bits.pairs(cards) else 1
        else:
            least = most = self.width
        faces = 1 if seat == self.leader else self.width
        splits = min(faces, bits.popcount(bits.faces(cards) & self.split(seat)))
        if not splits:
            return [Ask("play", Cards(cards), least, most)]
        return [Ask("play", Cards(cards), least, most, tuple(range(1 << splits)), meaning=WHICH_COPY[splits - 1])]

    def actions(self, seat: Seat) -> Iterator[Action]:
        if not self.actors >> seat & 1:
            return
        if self.stage == GIVE:
            yield from self.gives(seat)
        elif self.stage == SHOW:
            faces = list(dict.fromkeys(Cards(self.hand[seat] & self.showable)))
            for counts in product(*(range(bits.copies(self.hand[seat], face) + 1) for face in faces)):
                yield Action("show", Cards(sum(bits.one(face) * n for face, n in zip(faces, counts, strict=True))))
        else:
            split = self.split(seat)
            for cards in self.plays(seat):
                for amount in range(1 << bits.popcount(cards & split)):
                    yield Action("play", Cards(cards), amount)

    def plays(self, seat: Seat) -> Iterator[Mask]:
        """The cards of every legal play."""
        seat = self.known_seat(seat)
        choice, must = self.choice(seat), self.compelled(seat)
        if seat == self.leader:
            yield from multisets(choice, 1)
            yield from (2 * bits.one(card) for card in dict.fromkeys(Cards(3 * bits.pairs(choice))))
        elif self.width == 2 and self.pair_duty(seat):
            yield from (2 * bits.one(card) for card in dict.fromkeys(Cards(choice)))
        else:
            for cards in multisets(choice, self.width - bits.size(must)):
                yield must + cards

    def pair_duty(self, seat: Seat) -> bool:
        return self.width == 2 and bits.pairs(self.hand[seat] & self.led) != 0

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        if action.kind == "show" and action.cards and not ask.cards:
            return IllegalAction("you hold nothing to expose: answer show, without cards", "3.1")
        return PassingState.misfit(self, seat, ask, action)

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        seat = self.known_seat(seat)
        if self.stage == SHOW:
            return IllegalAction(
                "{cards} cannot be exposed: choose from {choice}, or nothing",
                "3.1",
                cards=action.cards,
                choice=ask.cards,
            )
        if seat == self.leader:
            return IllegalAction("the two of clubs opens the first trick: play {card}", "4.2", card=Card(0))
        suit, held = SUIT_NAMES[self.led_suit()], bits.size(self.hand[seat] & self.led)
        off_suit = int(action.cards) & ~self.led
        if held >= self.width and off_suit:
            return IllegalAction(
                "follow {suit}: you hold {held}", "4.4" if self.width == 1 else "4.6", suit=suit, held=held
            )
        if self.pair_duty(seat):
            return IllegalAction("follow with a pair of {suit}: you hold {choice}", "4.5", suit=suit, choice=ask.cards)
        return IllegalAction(
            "{cards} cannot be thrown into the first trick: you hold other cards", "4.7", cards=Cards(off_suit & BANNED)
        )

    def led_suit(self) -> int:
        return bits.lowest(self.led) // 26 if self.led else 0

    def judge(self, seat: Seat, action: Action) -> None:
        seat = self.known_seat(seat)
        if self.stage != PLAY:
            return
        cards = int(action.cards)
        if seat == self.leader:
            if bits.size(cards) == 2 and not bits.pairs(cards):
                raise IllegalAction("two cards led must be a pair: lead one card, or two alike", "4.3")
        elif self.width == 2:
            self.judge_pair_follow(seat, cards)
        choices = bits.popcount(cards & self.split(seat))
        if action.amount >= 1 << choices:
            if choices:
                raise IllegalAction(
                    "a number from 0 to {most} says which copies you play", "3.5", most=(1 << choices) - 1
                )
            raise IllegalAction("there is no choice between exposed and plain copies: leave out the number", "3.5")

    def judge_pair_follow(self, seat: Seat, cards: Mask) -> None:
        suit, must = SUIT_NAMES[self.led_suit()], self.compelled(seat)
        if self.pair_duty(seat):
            if not bits.pairs(cards):
                raise IllegalAction("follow with a pair of {suit}, not with two different cards", "4.5", suit=suit)
        elif not bits.contains(cards, must):
            if must & self.led:
                raise IllegalAction(
                    "{card} is your only card of {suit}: play it and any other", "4.6", card=Cards(must), suit=suit
                )
            raise IllegalAction(
                "{card} is the only card you may throw into the first trick: it must be one of the two",
                "4.7",
                card=Cards(must),
            )

    def is_settled(self) -> bool:
        return bits.size(sum(self.taken) & SCORED) == 16 * self.decks

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        for seat in range(4):
            if seat != viewer:
                self.shown[seat] = 0
        self.coin = 0
        self.hide_gifts(viewer)
        self.conceal_from(viewer)

    def gift_left(self, gift: Mask, target: Seat) -> Mask:
        """Rule 2.3: a card I gave away is there until the receiver plays one like it."""
        return gift - bits.meet(gift, self.played[target])

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        seat = self.known_seat(seat)
        if action.kind == "give":
            return self.gift_events(seat, action)
        if action.kind == "show":
            # Not even the number of cards may be known before all have answered.
            events = [Event("chosen", seat)]
            if self.stage == PLAY:
                for other in range(4):
                    shown = Cards(self.exposed[other])
                    events.append(Event("show", other, shown) if shown else Event("show_none", other))
                events.append(Event("opens", self.leader))
            return events
        # The amount is the number of exposed cards played: it says nothing of copies kept back.
        assert isinstance(before, GongzhuState)
        bare = bits.size(before.exposed[seat] - self.exposed[seat])
        return [Event("play", seat, action.cards, bare), *self.trick_events(before), *self.score_events()]

    def notes(self) -> tuple[Message, ...]:
        if self.stage == GIVE:
            return (self.pass_note(),)
        if self.stage == SHOW:
            return (Message("expose any of {cards}, or nothing", cards=Cards(bits.faces(self.showable))),)
        return (Message("exposed in this deal: {cards}", cards=Cards(self.opened)),) if self.opened else ()

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        notes = []
        if self.exposed[seat]:
            notes.append(Message("exposed {cards}", cards=Cards(self.exposed[seat])))
        if self.bared[seat]:
            notes.append(Message("played exposed {cards}", cards=Cards(self.bared[seat])))
        if self.taken[seat] & SCORED:
            notes.append(Message("took {cards}", cards=Cards(self.taken[seat] & SCORED)))
        if self.won_exposed[seat]:
            notes.append(Message("took exposed {cards}", cards=Cards(self.won_exposed[seat])))
        return tuple(notes)

    def exposed_of(self, seat: Seat) -> Mask:
        return self.exposed[self.known_seat(seat)]

    def points_in(self, cards: Mask) -> int:
        """Rule 6.1, before anything doubles or turns them."""
        return self.base * (10 * (bits.copies(cards, JACK) - bits.copies(cards, QUEEN)) - hearts_in(cards))

    def running_scores(self) -> tuple[int, ...]:
        return tuple(self.value(self.taken[seat], self.won_exposed[seat]) for seat in range(4))


def hearts_in(cards: Mask) -> int:
    """Rule 6.1: what hearts count, a five as one."""
    hearts = bits.size(cards & FROM_FIVE) + bits.size(cards & FROM_JACK) + bits.size(cards & FROM_QUEEN)
    return hearts + bits.size(cards & FROM_KING) + bits.copies(cards, ACE)


def toss(deck: Sequence[Face], size: int) -> int:
    """A fair coin from the order of two cards of one seat, which tells nothing of who holds what."""
    for i in range(0, size - 4, 8):
        if deck[i] != deck[i + 4]:
            return 1 if deck[i] > deck[i + 4] else 0
    return 0


class Gongzhu(Game[GongzhuState]):
    name = "gongzhu"
    title = mark("Gong Zhu")
    about = mark(
        "four players, no partners, two decks: chase the pigs away, catch the sheep, and mind the tens of clubs"
    )
    Options = GongzhuOptions
    State = GongzhuState
    clockwise = False
    guides = {
        "give": mark("pass on what you would rather not hold"),
        "show": mark("expose what you hope to win or to be rid of: it counts double for whoever takes it"),
        "play": mark(
            "hearts and the queen of spades cost points, the jack of diamonds brings some, a ten of clubs doubles all"
        ),
    }
    presets = {
        "balanced": {"expose_ace_hearts": True, "expose_all_copies": True, "mixed_diamonds": False, "ten": "steps"},
        "traditional": {"decks": 1, "passing": False, "expose_ace_hearts": True, "hands": 0, "loss_limit": 1000},
    }
    events = {
        "chosen": mark("{seat} has chosen|you have chosen"),
        "show_none": mark("{seat} shows nothing|you show nothing"),
        "opens": mark("{seat} opens with the two of clubs|you open with the two of clubs"),
    }

    def cards(self, setup: Any) -> list[int]:
        return [face for face in range(52) for _ in range(setup.options.decks)]

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        return setup.next(standing=standing, over=is_decided(setup.options, setup.deal, standing))

    def flaw(self, setup: Setup) -> str:
        if is_decided(setup.options, setup.deal - 1, setup.standing):
            return f"there is no deal {setup.deal}: the match is over before it"
        return ""


def is_decided(options: GongzhuOptions, deals: int, standing: tuple[int, ...]) -> bool:
    """Rules 7.1 and 7.2, after so many deals."""
    return 0 < options.hands <= deals or 0 < options.loss_limit <= -min(standing)


GAME = Gongzhu()
