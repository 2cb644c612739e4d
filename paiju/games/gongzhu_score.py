"""Gong Zhu: what the cards count that were taken, and how that comes about, line by line.

Section 6 of docs/rules/gongzhu.md.
"""

from __future__ import annotations

from typing import Any

from paiju.core import bits
from paiju.core.bits import Face, Mask, Seat
from paiju.core.cards import Card, Cards
from paiju.core.passing import PassingState
from paiju.core.words import Message, PlayerAt

TEN, JACK, ACE, QUEEN = 8, 22, 38, 49  # the faces of 10♣, J♦, A♥ and Q♠
TENS, JACKS, ACES, QUEENS = (3 * bits.one(face) for face in (TEN, JACK, ACE, QUEEN))
SPECIALS = TENS | JACKS | QUEENS
HEARTS = bits.suit(2)
SCORED = HEARTS | SPECIALS
# Rule 6.1: a heart counts once for every one of these groups that it is in.
FROM_FIVE, FROM_JACK, FROM_QUEEN, FROM_KING = (HEARTS & ~(bits.one(face) - 1) for face in (29, 35, 36, 37))
PIPS = [2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50]  # the same with hearts=pips, from 2♥ on
LOW = 10_000_000  # below every score, to keep a division from rounding towards zero


class ScoreState(PassingState):
    """Of the cards a seat has taken, `won_exposed` lay exposed, and of those `won_dark` were exposed in the dark."""

    def __init__(self, setup: Any):
        PassingState.__init__(self, setup)
        options = setup.options
        self.decks: int = options.decks
        self.partners: bool = options.partners
        self.all_copies: bool = options.expose_all_copies
        self.pips: bool = options.hearts == "pips"
        self.slam_pigs: bool = options.slam_pigs
        self.ten_steps: bool = options.ten == "steps"
        self.ten_taken: int = options.ten_taken
        self.ten_exposed: int = options.ten_exposed
        self.base: int = options.base
        self.opened: Mask = 0  # all cards exposed in this deal
        self.darkened: Mask = 0  # those of them that were exposed in the dark
        self.won_exposed: list[Mask] = [0] * 4
        self.won_dark: list[Mask] = [0] * 4

    # ---- native ----

    def clear_scores(self) -> None:
        self.opened = 0
        self.darkened = 0
        for seat in range(4):
            self.won_exposed[seat] = 0
            self.won_dark[seat] = 0

    def settle(self) -> None:
        for seat in range(4):
            self.score[seat] = self.value(self.taken[seat], self.won_exposed[seat], self.won_dark[seat])
        if self.partners:  # rule 6.10
            for seat in range(2):
                self.score[seat] = self.score[seat] + self.score[seat + 2]
                self.score[seat + 2] = self.score[seat]

    def value(self, cards: Mask, bare: Mask, dark: Mask) -> int:
        """Section 6 for the cards one seat took; `bare` are the exposed ones among them, `dark` those in the dark."""
        scored = cards & SCORED
        if scored == 0:
            return 0
        if not scored & ~TENS:
            return 5 * self.base * self.doubled(TEN, cards, bare, dark)  # rule 6.4
        hearts = self.heart_points(cards)
        pigs = 10 * self.base * self.doubled(QUEEN, cards, bare, dark)
        if bits.size(cards & HEARTS) < 13 * self.decks:
            hearts = -hearts
            pigs = -pigs
        elif not self.slam_pigs and bits.size(scored) < 16 * self.decks:
            pigs = -pigs  # rule 6.5; with everything they count for the taker too (rule 6.6)
        return self.transformed(
            hearts + pigs + 10 * self.base * self.doubled(JACK, cards, bare, dark), cards, bare, dark
        )

    def heart_points(self, cards: Mask) -> int:
        """What the hearts among these cards cost, or bring."""
        return (self.base * self.heart_pips(cards) // 10) << self.openings(ACE)  # rule 3.3

    def heart_pips(self, cards: Mask) -> int:
        """The numbers of rule 6.1."""
        if self.pips:
            total = 0
            for rank in range(13):
                total = total + PIPS[rank] * bits.copies(cards, 26 + rank)
            return total
        total = bits.size(cards & FROM_FIVE) + bits.size(cards & FROM_JACK) + bits.size(cards & FROM_QUEEN)
        return 10 * (total + bits.size(cards & FROM_KING) + bits.copies(cards, ACE))

    def openings(self, face: Face) -> int:
        """How often copies of a face were exposed in this deal; in the dark counts twice (rule 3.7)."""
        return bits.copies(self.opened, face) + bits.copies(self.darkened, face)

    def doubled(self, face: Face, cards: Mask, bare: Mask, dark: Mask) -> int:
        """How many cards of a face were taken, each exposed one counted double (rules 6.2 and 6.7), or twice so."""
        if self.all_copies:
            return bits.copies(cards, face) << self.openings(face)
        return bits.copies(cards, face) + bits.copies(bare, face) + 2 * bits.copies(dark, face)

    def transformed(self, total: int, cards: Mask, bare: Mask, dark: Mask) -> int:
        """What the 10♣ among the cards make of a sum (rules 6.3 and 6.8)."""
        tens = bits.copies(cards, TEN)
        if tens == 0:
            return total
        level = self.level(bare, dark)
        if self.ten_steps:
            # The nearest, halves up.
            return (total * self.percent(tens, level) + 50 + 100 * LOW) // 100 - LOW
        return total * (1 << self.doublings(tens, level))

    def level(self, bare: Mask, dark: Mask) -> int:
        """How often the 10♣ that matter were exposed."""
        return self.openings(TEN) if self.all_copies else bits.copies(bare, TEN) + bits.copies(dark, TEN)

    def percent(self, tens: int, level: int) -> int:
        """Rule 6.8: the factor of so many 10♣ that were exposed so often."""
        return 100 + self.ten_taken * tens + self.ten_exposed * level

    def doublings(self, tens: int, level: int) -> int:
        """Rules 6.3 and 6.7: how often they double."""
        return tens * (1 + level) if self.all_copies else tens + level

    # ---- for Python ----

    def score_of(self, cards: Mask, bare: int = 0, dark: int = 0) -> int:
        """What these cards would score a seat that took them.

        `bare` are the exposed ones among them, `dark` those of the exposed ones that were exposed in the dark.
        """
        return self.value(int(cards), int(bare), int(dark))

    def _write(self, values: dict[str, Any]) -> None:
        PassingState._write(self, values)
        self.opened = values.pop("opened", self.opened)
        self.darkened = values.pop("darkened", self.darkened)
        bits.set_masks(self.won_exposed, 4, values.pop("won_exposed", ()))
        bits.set_masks(self.won_dark, 4, values.pop("won_dark", ()))

    def points_in(self, cards: Mask) -> int:
        """Rule 6.1, before anything doubles or turns them."""
        cards = int(cards)
        specials = 10 * self.base * (bits.copies(cards, JACK) - bits.copies(cards, QUEEN))
        return specials - self.base * self.heart_pips(cards) // 10

    def running_scores(self) -> tuple[int, ...]:
        return self.settled()

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        lines = self.own_lines(seat)
        own = self.score_of(self.taken[seat], self.won_exposed[seat], self.won_dark[seat])
        if self.partners:
            mate = (seat + 2) % 4
            other = self.score_of(self.taken[mate], self.won_exposed[mate], self.won_dark[mate])
            lines.append(
                Message("{own}, and {other} of {partner}: {total}", own=own, other=other, partner=PlayerAt(mate),
                    total=own + other),
            )  # fmt: skip
            own += other
        return (*lines, Message("total: {total}", total=own))

    def own_lines(self, seat: Seat) -> list[Message]:
        """The arithmetic of what one seat took (section 6)."""
        cards, bare, dark = self.taken[seat], self.won_exposed[seat], self.won_dark[seat]
        tens = Cards(cards & TENS)
        if not cards & SCORED:
            return [Message("no card that counts")]
        if not cards & SCORED & ~TENS:
            points = self.score_of(cards, bare, dark)
            return [Message("{cards} and nothing else that counts: {points}", cards=tens, points=points)]
        lines, total = [], 0
        slam = bits.size(cards & HEARTS) == 13 * self.decks
        turned = slam and (self.slam_pigs or bits.size(cards & SCORED) == 16 * self.decks)
        if cards & HEARTS:
            points = self.heart_points(cards) if slam else -self.heart_points(cards)
            lines.append(self.heart_line(Cards(cards & HEARTS), points, slam))
            total += points
        for face, sign in ((QUEEN, 1 if turned else -1), (JACK, 1)):
            points = sign * 10 * self.base * self.doubled(face, cards, bare, dark)
            if points:
                if turned and face == QUEEN:  # rules 6.5 and 6.6
                    lines.append(Message("{queen} counts positive too", queen=Card(QUEEN)))
                lines.append(self.special_line(face, cards, bare, dark, points))
                total += points
        if tens:
            lines.append(self.ten_line(total, cards, bare, dark))
        return lines

    def heart_line(self, hearts: Cards, points: int, slam: bool) -> Message:
        factor = 1 << self.openings(ACE)
        if slam and factor > 1:
            return Message(
                "all hearts, so they count positive: {plain}, times {factor} for the exposed {ace}: {points}",
                plain=points // factor, factor=factor, ace=Card(ACE), points=points,
            )  # fmt: skip
        if slam:
            return Message("all hearts, so they count positive: {points}", points=points)
        if factor > 1:
            return Message(
                "{cards}: {plain}, times {factor} for the exposed {ace}: {points}",
                cards=hearts, plain=-(-points // factor), factor=factor, ace=Card(ACE), points=points,
            )  # fmt: skip
        return Message("{cards}: {points}", cards=hearts, points=points)

    def special_line(self, face: Face, cards: Mask, bare: Mask, dark: Mask, points: int) -> Message:
        taken = Cards(bits.copies(cards, face) * bits.one(face))
        if dark >> 2 * face & 3:
            return Message("{cards}, exposed in the dark: {points}", cards=taken, points=points)
        if self.all_copies and self.openings(face):
            times = 1 << self.openings(face)
            return Message("{cards}, times {times} by exposing: {points}", cards=taken, times=times, points=points)
        if bits.copies(bare, face) == 1 < len(taken):
            return Message("{cards}, one of them exposed: {points}", cards=taken, points=points)
        if bits.copies(bare, face):
            return Message("{cards}, exposed: {points}", cards=taken, points=points)
        return Message("{cards}: {points}", cards=taken, points=points)

    def ten_line(self, total: int, cards: Mask, bare: Mask, dark: Mask) -> Message:
        """How 10♣ transforms the sum so far."""
        facts = {"cards": Cards(cards & TENS), "total": total, "points": self.transformed(total, cards, bare, dark)}
        level = self.level(bare, dark)
        if self.ten_steps:
            return Message(
                "{cards}: {total} times {percent} % is {points}",
                percent=self.percent(len(facts["cards"]), level),
                **facts,
            )
        factor = 1 << self.doublings(len(facts["cards"]), level)
        if level:
            return Message("{cards}, exposed: {total} times {factor} is {points}", factor=factor, **facts)
        return Message("{cards}: {total} times {factor} is {points}", factor=factor, **facts)
