"""Gong Zhu with two decks, as DoubleHearts played it, or with one. The rules are numbered in docs/rules/gongzhu.md.

The seats run counter-clockwise, as the game does: the next seat is the right-hand neighbour. Copies of a face are alike
in a hand, so the few that lie exposed are kept beside it in masks of their own: `exposed` while they are held, `bared`
in the running trick, `won_exposed` when they have been taken. Who exposed in the dark (rule 3.7) exposed all he could,
so the seat says of an exposed card whether it was; only of those taken, `won_dark` has to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from paiju.core import bits, dice
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards, multisets
from paiju.core.chance import Random
from paiju.core.fields import (
    FOUND,
    HANDS,
    LIMITS,
    CardsText,
    EachSeatText,
    FacesText,
    Field,
    NumberText,
    SeatSetText,
    SeatText,
    change,
)
from paiju.core.game import Game, Options, Setup, UnknownRules, option
from paiju.core.passing import GAVE
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, Said, mark
from paiju.games import gongzhu_score as scoring
from paiju.games.gongzhu_lesson import LESSON
from paiju.games.gongzhu_score import ScoreState

GIVE, SHOW, PLAY, DARK = range(4)  # indices into the phases; the dark one comes first, where there is one
TWO = bits.one(0)
DIAMONDS = bits.suit(1)
BANNED = scoring.FROM_FIVE | scoring.JACKS | scoring.QUEENS  # rule 4.7
MIXED = 64  # what two different cards of the suit are ahead of every pair (rule 5.3)
WHICH_COPY = (
    Message("0 plays the plain copy, 1 the exposed one"),
    Message("0 plays plain copies, 1 the exposed copy of the lower card, 2 of the higher, 3 of both"),
)  # rule 3.5
NONE_TO_EXPOSE = Message("you hold no card that can be exposed")
IN_THE_DARK = Message("1 exposes in the dark what you turn out to hold, 0 does not")  # rule 3.7


@dataclass(frozen=True)
class GongzhuOptions(Options):
    decks: int = option(2, "1.2", "packs of cards; with one there are no pairs", (1, 2))
    partners: bool = option(False, "1.1", "opposite players are partners and have the sum of their scores")
    passing: bool = option(True, "2.1", "pass three cards before play", allows="give")
    expose_ace_hearts: bool = option(False, "3.3", "A♥ can be exposed: each exposed copy doubles all hearts")
    expose_wait: bool = option(False, "3.6", "an exposed card is not played to the first trick of its suit")
    expose_dark: bool = option(False, "3.7", "cards can be exposed before anybody looks, and then count four times")
    opener: str = option("two", "4.1", "2♣ opens every deal, or from the second on who took the pig", ("two", "pig"))
    first_trick_ban: bool = option(True, "4.7", "no J♦, Q♠ or hearts from 5 on thrown into the first trick")
    expose_all_copies: bool = option(False, "6.7", "an exposed card doubles every copy of its face, not only itself")
    mixed_diamonds: bool = option(True, "5.4", "two different diamonds beat a pair of diamonds, as in the other suits")
    hearts: str = option(
        "tens", "6.1", "hearts up to 10 count 10 or nothing, or what is printed on them", ("tens", "pips")
    )
    slam_pigs: bool = option(False, "6.5", "who takes all hearts counts Q♠ positive too")
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
    win_limit: int = option(0, "7.4", "the match ends when a total is this high; 0 for no limit", least=0, most=100000)


class GongzhuState(ScoreState):
    phases = (mark("give"), mark("show"), mark("play"), mark("dark"))
    marks = ("led", "width", "best")
    position_fields = (
        *FOUND, HANDS, *TRICK_FIELDS, Field("tricks", "trick", NumberText(0, 26), derived=True, free=True), GAVE,
        Field("chosen", "shown", EachSeatText(CardsText()), free=True),
        Field("exposed", "exposed", EachSeatText(CardsText()), free=True),
        Field("exposed in trick", "bared", EachSeatText(CardsText()), free=True),
        Field("exposed and taken", "won_exposed", EachSeatText(CardsText()), free=True),
        Field("played", "played", EachSeatText(CardsText()), derived=True, free=True),
        Field("in the dark", "dark", SeatSetText(), free=True),
        Field("dark and taken", "won_dark", EachSeatText(CardsText()), free=True),
        Field("suits led", "begun", FacesText(), free=True), Field("last pig", "pig", SeatText(), free=True),
        Field("coin", "coin", NumberText(0, 1), free=True), *LIMITS,
    )  # fmt: skip
    shifts = (0, 1, 2, 3)  # rule 2.1: right, across, left, none
    directions = ("", mark("right"), mark("across"), mark("left"))

    def __init__(self, setup: Any):
        ScoreState.__init__(self, setup)
        options = setup.options
        self.mixed_diamonds: bool = options.mixed_diamonds
        self.waits: bool = options.expose_wait
        self.has_dark: bool = options.expose_dark
        self.by_pig: bool = options.opener == "pig"
        self.opener: int = setup.dealer if self.by_pig else -1  # -1: 2♣ says who
        self.banned: Mask = BANNED if options.first_trick_ban else 0
        self.showable: Mask = scoring.SPECIALS | scoring.ACES if options.expose_ace_hearts else scoring.SPECIALS
        self.coin: int = 0  # which 2♣ opens, until that is known
        self.led: Mask = 0
        self.width: int = 0  # how many cards were led
        self.best: int = -1
        self.dark: int = 0  # bit set of the seats that expose in the dark
        self.begun: Mask = 0  # with expose_wait, the faces of the suits that have been led
        self.pig: int = -1  # with opener=pig, who took the last pig
        self.shown: list[Mask] = [0] * 4  # what a seat has answered while others still think
        self.exposed: list[Mask] = [0] * 4
        self.bared: list[Mask] = [0] * 4
        self.played: list[Mask] = [0] * 4

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.clear_hands()
        self.clear_tricks()
        self.clear_gifts()
        self.clear_scores()
        self.led = 0
        self.width = 0
        self.best = -1
        self.dark = 0
        self.begun = 0
        self.pig = -1
        for seat in range(4):
            self.shown[seat] = 0
            self.exposed[seat] = 0
            self.bared[seat] = 0
            self.played[seat] = 0
        size = 52 * self.decks
        for i in range(size):
            self.give_card(i & 3, deck[i])
        self.coin = toss(deck, size)
        self.stage = self.first_stage()
        self.actors = 15

    def first_stage(self) -> int:
        if self.has_dark:
            return DARK
        return GIVE if self.shift else SHOW

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == PLAY:
            cards = self.some_play(seat, rng)
            amount = 0
            if self.exposed[seat]:
                amount = dice.below(rng, 1 << bits.popcount(cards & self.split(seat)))
            return bits.move(bits.PLAY, cards, amount)
        if self.stage == SHOW:
            return bits.move(bits.SHOW, self.some_shown(seat, rng), 0)
        if self.stage == GIVE:
            return bits.move(bits.GIVE, rng.some(self.hand[seat], 3), 0)
        return bits.move(bits.SHOW, 0, dice.below(rng, 2))

    def some_shown(self, seat: Seat, rng: Random) -> Mask:
        """Any part of what the seat may expose, all equally likely."""
        choice = self.to_show(seat)
        rest = bits.faces(choice)
        cards = 0
        while rest:
            face = bits.lowest(rest) >> 1
            rest = rest & (rest - 1)
            cards = cards + bits.one(face) * dice.below(rng, bits.copies(choice, face) + 1)
        return cards

    def to_show(self, seat: Seat) -> Mask:
        """What the seat may expose; who has done so in the dark has nothing left."""
        return self.hand[seat] & self.showable & ~bits.fields(bits.faces(self.exposed[seat]))

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
        else:
            self.do_before_play(seat, move)

    def do_before_play(self, seat: Seat, move: Move) -> None:
        if self.stage == SHOW:
            self.shown[seat] = bits.cards_of(move)
            self.actors = self.actors & ~(1 << seat)
            if self.actors == 0:
                self.open_play()
        elif self.stage == DARK:
            self.dark = self.dark | bits.amount_of(move) << seat
            self.actors = self.actors & ~(1 << seat)
            if self.actors == 0:
                self.expose_dark()
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
            return move == bits.move(bits.SHOW, cards, 0) and bits.contains(self.to_show(seat), cards)
        if self.stage == DARK:
            return move == bits.move(bits.SHOW, 0, bits.amount_of(move) & 1)
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

    def expose_dark(self) -> None:
        """Rule 3.7: who said so has exposed all he can, and everybody knows that he holds no more of it."""
        self.stage = SHOW
        self.actors = 15
        for seat in range(4):
            if self.dark >> seat & 1:
                cards = self.hand[seat] & self.showable
                self.exposed[seat] = cards
                self.known[seat] = cards
                self.most[seat] = self.most[seat] & ~self.showable | cards
                self.darkened = self.darkened + cards
        self.opened = self.darkened

    def open_play(self) -> None:
        """Rules 3.2 and 4.1: what was chosen is exposed, and one 2♣ at random says who opens, or the last pig."""
        self.stage = PLAY
        for seat in range(4):
            self.exposed[seat] = self.exposed[seat] + self.shown[seat]
            self.known[seat] = self.exposed[seat]
            self.opened = self.opened + self.shown[seat]
            self.shown[seat] = 0
        if self.opener >= 0:
            self.coin = 0
            self.lead_with(self.opener)
            return
        opener = -1
        for seat in range(4):
            if self.hand[seat] & (3 * TWO) and (opener < 0 or self.coin):
                opener = seat
        self.coin = 0
        self.known[opener] = self.known[opener] + TWO
        self.lead_with(opener)

    def take_exposed(self, out: Mask) -> None:
        """Whoever takes a trick takes the exposed cards in it too, which count as they were exposed."""
        self.won_exposed[self.winner] = self.won_exposed[self.winner] + out
        for seat in range(4):
            if self.dark >> seat & 1:
                self.won_dark[self.winner] = self.won_dark[self.winner] + self.bared[seat]
            self.bared[seat] = 0

    def choice(self, seat: Seat) -> Mask:
        """The cards a play is chosen from (rules 4.2 to 4.7), besides those it is compelled to contain."""
        hand = self.hand[seat]
        if seat == self.leader:
            if self.trick == 0 and self.opener < 0:
                return hand & (3 * TWO)
            return hand - self.held_back(seat) if self.waits else hand
        suit = hand & self.led
        wanted = 1
        if self.waits and self.exposed[seat] & self.led:
            suit = suit - self.held_back(seat)
            if self.spare(seat):
                return suit - self.spare(seat)
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
            allowed = hand & ~self.banned
            # Who has nothing else may play what is banned: no dealt hand is like that, but a position can be.
            return allowed if bits.size(allowed) >= wanted else hand & self.banned
        return hand

    def compelled(self, seat: Seat) -> Mask:
        """The card that must be one of two: the only one of the suit, or in the first trick the only one allowed."""
        if seat == self.leader or self.width == 1:
            return 0
        suit = self.hand[seat] & self.led
        if suit:
            return suit if bits.size(suit) == 1 else self.spare(seat)
        allowed = self.hand[seat] & ~self.banned
        return allowed if self.trick == 0 and bits.size(allowed) == 1 else 0

    def held_back(self, seat: Seat) -> Mask:
        """The exposed cards of a seat that may not be played now (rule 3.6)."""
        return self.waiting_cards(seat) if self.waits else 0

    def waiting_cards(self, seat: Seat) -> Mask:
        hand = self.hand[seat]
        held = self.exposed[seat] & ~bits.fields(self.begun)
        if seat != self.leader:
            held = held & self.led
            return held if bits.size(hand & self.led) - bits.size(held) >= self.width else 0
        cards = 0
        for s in range(4):
            suit = bits.suit(s)
            if bits.size(hand & suit) > bits.size(held & suit):
                cards = cards | held & suit
        return cards

    def spare(self, seat: Seat) -> Mask:
        """Rule 3.6 when two cards are to be played: the one card of the suit beside exposed ones, which comes first."""
        if not self.waits or self.width == 1:
            return 0
        held = self.exposed[seat] & self.led & ~bits.fields(self.begun)
        others = (self.hand[seat] & self.led) - held
        return others if held and bits.size(others) == 1 else 0

    def split(self, seat: Seat) -> Mask:
        """Faces of which the seat holds an exposed and a plain copy, and may play either (rules 3.5 and 3.6)."""
        exposed = self.exposed[seat]
        return bits.pairs(self.hand[seat]) & bits.faces(exposed) & ~bits.pairs(exposed) & ~self.held_back(seat)

    def play(self, seat: Seat, cards: Mask, amount: int) -> None:
        out = 0
        kept = 0
        if self.exposed[seat]:
            out = self.uncover(seat, cards, amount)
            kept = self.held_back(seat)
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
            self.learn_wait(seat, out)
        else:
            self.learn(seat, cards, out, kept)
            strength = self.strength(cards)
            if strength > self.best:
                self.best = strength
                self.winner = seat
        self.most[seat] = self.most[seat] - bits.meet(self.most[seat], cards)
        if self.pass_turn(seat):
            self.finish_trick()

    def uncover(self, seat: Seat, cards: Mask, amount: int) -> Mask:
        """The exposed copies among cards played; where there is a choice, a bit of the amount makes it (rule 3.5)."""
        out = bits.meet(self.exposed[seat] - self.held_back(seat), cards)
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

    def learn(self, seat: Seat, cards: Mask, out: Mask, kept: Mask) -> None:
        """What a follower's play tells everybody of the cards left behind it.

        Of the exposed ones, these went `out`, and those were `kept` because they had to wait.
        """
        if cards & ~self.led:
            self.most[seat] = self.most[seat] & ~self.led
            if self.trick == 0 and cards & ~self.led & self.banned:
                self.most[seat] = self.most[seat] & self.banned  # rule 4.7: nothing else to throw
        elif not self.learn_wait(seat, out) and self.width == 2 and not bits.pairs(cards):
            # Rule 4.5: no pair of the suit, but for a card that had to wait.
            suit = self.most[seat] & self.led
            self.most[seat] = self.most[seat] & ~self.led | bits.meet(suit, bits.faces(suit) + kept)

    def learn_wait(self, seat: Seat, out: Mask) -> bool:
        """Rule 3.6: an exposed card goes to the first trick of its suit only where nothing else is left of it."""
        if not self.waits or out & self.led & ~bits.fields(self.begun) == 0:
            return False
        self.most[seat] = self.most[seat] & ~self.led | (self.exposed[seat] + out) & self.led
        return True

    def finish_trick(self) -> None:
        if self.opened:
            out = self.bared[0] + self.bared[1] + self.bared[2] + self.bared[3]
            if out:
                self.take_exposed(out)
        if self.waits:
            self.begun = self.begun | bits.faces(self.led)
        if self.by_pig and (self.table[0] | self.table[1] | self.table[2] | self.table[3]) & scoring.QUEENS:
            self.pig = self.winner
        self.close_trick()
        if self.count[0] == 0:
            self.actors = 0

    def fill(self, rng: Random) -> None:
        viewer = self.viewer
        self.scatter(rng)
        if self.stage != PLAY:
            self.coin = rng.below(2)
        self.refill_gifts(rng)
        for seat in range(4):
            if seat != viewer and not self.actors >> seat & 1:
                if self.stage == SHOW:
                    self.shown[seat] = self.some_shown(seat, rng)
                elif self.stage == DARK:
                    self.dark = self.dark | rng.below(2) << seat

    def gift_source(self, seat: Seat) -> Mask:
        return self.hand[seat] + self.played[seat]

    # ---- positions ----

    def _arrange(self, given: dict[str, Any]) -> None:
        stage = given.get("stage", self.first_stage() if self.is_before_play(given) else PLAY)
        if stage != PLAY:
            self._arrange_answers(given, stage)
        else:
            is_full = all(self.count[seat] == self.full_hand() for seat in range(4))
            self._arrange_tricks(given, PLAY, self.opener if is_full else -1)
        exposed, dark = given.get("exposed", [0] * 4), given.get("dark", 0)
        opened = sum(sum(given.get(key, ())) for key in ("exposed", "bared", "won_exposed"))
        darkened = sum(given.get("won_dark", ()))
        for key in ("exposed", "bared"):
            darkened += sum(cards for seat, cards in enumerate(given.get(key, ())) if dark >> seat & 1)
        first = TWO if stage == PLAY and self.opener < 0 and self.trick == 0 and not any(self.table) else 0
        known = [cards + (first if seat == self.leader else 0) for seat, cards in enumerate(exposed)]
        change(self, opened=opened, darkened=darkened, known=known)

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
                if part[seat] and not self._can_be(name, seat):
                    return f"{name}: not in this phase"
        if flaw := self._house_flaw():
            return flaw
        if self.stage == PLAY and (flaw := self.trick_flaw()):
            return flaw
        if self.stage == GIVE and not self.shift:
            return "phase: nobody passes cards in this deal"
        if self.count[bits.STOCK]:
            return f"{self.count[bits.STOCK]} cards are nowhere: say what was taken, or which cards are unseen"
        return ScoreState._position_flaw(self)

    def _can_be(self, name: str, seat: Seat) -> bool:
        """May this seat have exposed cards in such a place now?"""
        if self.stage == SHOW:
            if name == "chosen":
                return not self.actors >> seat & 1 and bits.contains(self.to_show(seat), self.shown[seat])
            return name == "exposed" and self.dark >> seat & 1 == 1
        return self.stage == PLAY and name != "chosen"

    def _house_flaw(self) -> str:
        """What stands in lines that only some rules have."""
        if self.dark and (not self.has_dark or (self.stage == DARK and self.dark & self.actors)):
            return "in the dark: nobody exposes so here, or not before he has answered (rule 3.7)"
        for seat in range(4):
            if not bits.contains(self.won_exposed[seat], self.won_dark[seat]) or (
                self.won_dark[seat] and not self.dark
            ):
                return f"dark and taken: {Cards(self.won_dark[seat])} cannot be there"
        if self.begun and not self.waits:
            return "suits led: that matters with expose_wait only"
        if any(bits.size(self.begun & bits.suit(s)) not in (0, 13) for s in range(4)) or self.begun >> 104:
            return "suits led: whole suits are wanted"
        if self.pig >= 0 and not (self.by_pig and self.taken[self.pig] & scoring.QUEENS):
            return f"last pig: seat {self.pig} has taken none, or it does not matter (rule 4.1)"
        return ""

    def trick_flaw(self) -> str:
        """A trick takes one or two cards of each hand, and the first one opens with 2♣."""
        gone = self.full_hand() - self.count[self.leader] - bits.size(self.table[self.leader])
        if not (gone + 1) // 2 <= self.trick <= gone:
            return f"tricks: {self.trick} cannot have been played"
        sure = self.known[self.leader] if self.concealed >> self.leader & 1 else self.hand[self.leader]
        if self.trick == 0 and self.opener >= 0 and self.leader != self.opener:
            return f"leader: seat {self.opener} took the last pig and opens (rule 4.1)"
        if self.trick == 0 and self.opener < 0 and not any(self.table) and not sure & 3 * TWO:
            return f"leader: seat {self.leader} holds no two of clubs, which opens the first trick (rule 4.1)"
        return ""

    def _write(self, values: dict[str, Any]) -> None:
        ScoreState._write(self, values)
        self.coin = values.pop("coin", self.coin)
        self.led = values.pop("led", self.led)
        self.width = values.pop("width", self.width)
        self.best = values.pop("best", self.best)
        self.dark = values.pop("dark", self.dark)
        self.begun = values.pop("begun", self.begun)
        self.pig = values.pop("pig", self.pig)
        bits.set_masks(self.shown, 4, values.pop("shown", ()))
        bits.set_masks(self.exposed, 4, values.pop("exposed", ()))
        bits.set_masks(self.bared, 4, values.pop("bared", ()))
        bits.set_masks(self.played, 4, values.pop("played", ()))

    # ---- in words ----

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == GIVE:
            return [self.give_ask(seat)]
        if self.stage == DARK:
            return [Ask("show", amounts=(0, 1), meaning=IN_THE_DARK)]
        if self.stage == SHOW:
            cards = self.to_show(seat)
            meaning = None if cards else NONE_TO_EXPOSE
            return [Ask("show", Cards(cards), 0, bits.size(cards), meaning=meaning)]
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
        elif self.stage == DARK:
            yield from (Action("show", amount=amount) for amount in range(2))
        elif self.stage == SHOW:
            faces = list(dict.fromkeys(Cards(self.to_show(seat))))
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
        suit = (self.hand[seat] & self.led) - self.held_back(seat)
        return self.width == 2 and bits.pairs(suit) != 0 and self.spare(seat) == 0

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        if action.kind == "show" and action.cards and self.stage == DARK:
            return IllegalAction("nobody has looked at his cards: show 1 exposes in the dark, show 0 does not", "3.7")
        if action.kind == "show" and action.cards and not ask.cards:
            return IllegalAction("you hold no card that can be exposed: answer nothing", "3.1")
        return ScoreState.misfit(self, seat, ask, action)

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        seat = self.known_seat(seat)
        if self.stage == SHOW:
            return IllegalAction(
                "{cards} cannot be exposed: choose from {choice}, or nothing",
                "3.1",
                cards=action.cards,
                choice=ask.cards,
            )
        if seat == self.leader and self.trick == 0 and self.opener < 0:
            return IllegalAction("the two of clubs opens the first trick: play {card}", "4.2", card=Card(0))
        if held_back := bits.meet(self.held_back(seat), int(action.cards)):
            return IllegalAction(
                "{cards} lies exposed and waits until its suit has been led once: you hold other cards of it",
                "3.6",
                cards=Cards(held_back),
            )
        suit, held = SUIT_NAMES[self.led_suit()], Cards(self.hand[seat] & self.led)
        off_suit = int(action.cards) & ~self.led
        if len(held) >= self.width and off_suit:
            return IllegalAction(
                "follow {suit}: you hold {cards}", "4.4" if self.width == 1 else "4.6", suit=suit, cards=held
            )
        if self.pair_duty(seat):
            return IllegalAction("follow with a pair of {suit}: you hold {choice}", "4.5", suit=suit, choice=ask.cards)
        return IllegalAction(
            "{cards} cannot be thrown into the first trick: you hold other cards",
            "4.7",
            cards=Cards(off_suit & self.banned),
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
            if self.spare(seat):
                raise IllegalAction(
                    "exposed cards wait until their suit has been led once: {card} must be one of the two",
                    "3.6",
                    card=Cards(must),
                )
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
        return bits.size(sum(self.taken) & scoring.SCORED) == 16 * self.decks

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        for seat in range(4):
            if seat != viewer:
                self.shown[seat] = 0
        self.coin = 0
        self.hide_gifts(viewer)
        self.conceal_from(viewer)
        if self.stage == DARK:  # rule 3.7: nobody has looked at his own cards either
            mine = 1 << viewer if viewer >= 0 else 0
            self.dark = self.dark & mine
            self.conceal(mine)

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
            if self.stage == before.stage:
                return events
            for other in range(4):
                shown, dark = Cards(self.exposed[other]), self.dark >> other & 1
                if self.stage == PLAY and not dark:
                    events.append(Event("show", other, shown) if shown else Event("show_none", other))
                elif self.stage != PLAY and dark:
                    events.append(Event("dark", other, shown) if shown else Event("dark_none", other))
            if self.stage == PLAY:
                events.append(Event("opens" if self.opener < 0 else "pig_opens", self.leader))
            elif before.stage == DARK:
                events += [
                    Event("look", other, Cards(self.hand[other]), seen_by=1 << other, routine=True)
                    for other in range(4)
                ]
            return events
        # The amount is the number of exposed cards played: it says nothing of copies kept back.
        assert isinstance(before, GongzhuState)
        bare = bits.size(before.exposed[seat] - self.exposed[seat])
        return [Event("play", seat, action.cards, bare), *self.trick_events(before), *self.score_events()]

    def guide(self) -> Message | None:
        if self.stage == PLAY and self.setup.options.ten == "steps":
            return Message(
                "hearts and the queen of spades cost points, the jack of diamonds brings some, "
                "a ten of clubs raises all"
            )
        return ScoreState.guide(self)

    def notes(self) -> tuple[Message, ...]:
        if self.stage == GIVE:
            return self.pass_notes()
        if self.stage == DARK:
            return (Message("what is exposed before anybody looks counts four times"),)
        if self.stage == SHOW:
            showable = Message("expose any of {cards}, or nothing", cards=Cards(bits.faces(self.showable)))
            return (*self.pass_notes(), showable)
        return one_note(mark("exposed in this deal: {cards}"), self.opened) if self.opened else ()

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        notes: tuple[Message, ...] = ()
        if self.exposed[seat]:
            is_dark = self.dark >> seat & 1
            text = mark("exposed in the dark {cards}") if is_dark else mark("exposed {cards}")
            notes += one_note(text, self.exposed[seat])
        if self.bared[seat]:
            notes += one_note(mark("played exposed {cards}"), self.bared[seat])
        if self.taken[seat] & scoring.SCORED:
            notes += one_note(mark("took {cards}"), self.taken[seat] & scoring.SCORED)
        if self.won_exposed[seat]:
            notes += one_note(mark("took exposed {cards}"), self.won_exposed[seat])
        return notes

    def exposed_of(self, seat: Seat) -> Mask:
        return self.exposed[self.known_seat(seat)]


@lru_cache(1024)
def one_note(template: str, cards: Mask) -> tuple[Message, ...]:
    """The same object for the same cards: every moment asks for it, and compares it with the last."""
    return (Message(template, cards=Cards(cards)),)


def toss(deck: Sequence[Face], size: int) -> int:
    """A fair coin from the order of two cards of one seat, which tells nothing of who holds what."""
    for i in range(0, size - 4, 8):
        if deck[i] != deck[i + 4]:
            return 1 if deck[i] > deck[i + 4] else 0
    return 0


class Gongzhu(Game[GongzhuState]):
    name = "gongzhu"
    title = mark("Gong Zhu")
    aliases = (
        *("double hearts", "double deck hearts", "two deck hearts", "Chinese hearts", "chase the pig", "catch the pig"),
        *("拱猪", "拱豬", "赶猪", "varkens jagen"),
    )
    about = mark("four players, two decks or one: chase the pigs away, catch the sheep, and mind the tens of clubs")
    Options = GongzhuOptions
    State = GongzhuState
    clockwise = False
    lesson = LESSON
    guides = {
        "dark": mark("expose whatever you hold before you look, for four times its value, or look first"),
        "give": mark("pass on what you would rather not hold"),
        "show": mark("expose what you hope to win or to be rid of: it counts double for whoever takes it"),
        "play": mark(
            "hearts and the queen of spades cost points, the jack of diamonds brings some, a ten of clubs doubles all"
        ),
    }
    presets = {
        "balanced": {"expose_ace_hearts": True, "expose_all_copies": True, "mixed_diamonds": False, "ten": "steps"},
        "traditional": {
            "decks": 1,
            "passing": False,
            "expose_ace_hearts": True,
            "expose_wait": True,
            "opener": "pig",
            "first_trick_ban": False,
            "slam_pigs": True,
            "hands": 0,
            "loss_limit": 1000,
            "win_limit": 1000,
        },
    }
    events = {
        "chosen": mark("{seat} has chosen|you have chosen"),
        "show_none": mark("{seat} shows nothing|you show nothing"),
        "dark": mark("{seat} exposes {cards} in the dark|you expose {cards} in the dark"),
        "dark_none": mark(
            "{seat} exposes in the dark and holds nothing to expose|you expose in the dark and hold nothing to expose"
        ),
        "look": mark("{seat} looks at the cards|you look at your cards: {cards}"),
        "opens": mark("{seat} opens with the two of clubs|you open with the two of clubs"),
        "pig_opens": mark("{seat} took the pig and opens|you took the pig and open"),
    }

    def cards(self, setup: Any) -> list[int]:
        return [face for face in range(52) for _ in range(setup.options.decks)]

    def approve(self, options: Any) -> None:
        if options.hearts == "pips" and options.base % 10:
            raise UnknownRules("{game}: with hearts=pips, base is 10 or a multiple of it", game=Said(self.name))
        if options.expose_dark and (options.passing or options.expose_all_copies):
            raise UnknownRules(
                "{game}: expose_dark=on needs passing=off and expose_all_copies=off", game=Said(self.name)
            )

    def first(self, options: Any = None) -> Setup:
        """The dealer of a setup is who opens, where that is who took the last pig; -1 where 2♣ decides (rule 4.1)."""
        setup = Game.first(self, options)
        return replace(setup, dealer=-1) if setup.options.opener == "pig" else setup

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        dealer = state.pig if setup.options.opener == "pig" else setup.dealer
        return setup.next(standing=standing, dealer=dealer, over=is_decided(setup.options, setup.deal, standing))

    def team(self, setup: Setup, seat: Seat) -> int:
        return seat % 2 if setup.options.partners else seat

    def flaw(self, setup: Setup) -> str:
        if is_decided(setup.options, setup.deal - 1, setup.standing):
            return f"there is no deal {setup.deal}: the match is over before it"
        return ""


def is_decided(options: GongzhuOptions, deals: int, standing: tuple[int, ...]) -> bool:
    """Rules 7.1, 7.2 and 7.4, after so many deals."""
    lost, won = -min(standing), max(standing)
    return 0 < options.hands <= deals or 0 < options.loss_limit <= lost or 0 < options.win_limit <= won


GAME = Gongzhu()
