"""Da Guai Lu Zi from the first play to the last: series, going out, the end of a round.

Rules 4 to 6 of docs/rules/luzi.md; what a set is worth is told in core/fives.py.
"""

from __future__ import annotations

from typing import Any

from paiju.core import bits, fives
from paiju.core.bits import Mask, Seat
from paiju.core.cards import Card, Cards, multiset
from paiju.core.fields import change
from paiju.core.words import Action, Ask, IllegalAction, Shape
from paiju.games import luzi_tribute as tribute
from paiju.games.luzi_tribute import TributeState

TEAM = 0b010101  # the seats of team 0; one place to the left are those of team 1
SIZES = (1, 2, 3, 5)  # rule 2.2
AFTER_OUT = ("clear", "respond_then_next", "respond_then_partner")


class SetPlayState(TributeState):
    def __init__(self, setup: Any):
        TributeState.__init__(self, setup)
        options = setup.options
        self.rules: int = fives.house_rules(
            options.flush_over_straight,
            options.joker_in_flush == "seed",
            not options.mixed_jokers,
            options.flush_ties == "all",
        )
        self.last_weakest: bool = options.last_jokers == "weakest"
        self.after_out: int = AFTER_OUT.index(options.after_out)
        self.active: int = 0  # bit set of seats that still hold cards
        self.passed: int = 0  # bit set of seats that passed since the last play
        self.owner: int = -1  # who played the set to beat; -1 when the table is clear
        self.best: int = 0  # the value of that set (core/fives.py)
        self.size: int = 0
        self.series: int = 0  # how many series have ended
        self.last_owner: int = -1
        self.head: int = -1  # the Dragon's Head
        self.outs: int = 0
        self.place: list[int] = [0] * 6  # 1 for the first to go out; 0 while in play
        self.table: list[Mask] = [0] * 6
        self.last: list[Mask] = [0] * 6
        self.gone: Mask = 0  # all cards played so far

    # ---- native ----

    def begin_play(self) -> None:
        """Everybody in, nothing on the table."""
        self.active = (1 << self.seats) - 1
        self.passed = 0
        self.owner = -1
        self.best = 0
        self.size = 0
        self.series = 0
        self.last_owner = -1
        self.head = -1
        self.outs = 0
        self.gone = 0
        for seat in range(6):
            self.place[seat] = 0
            self.table[seat] = 0
            self.last[seat] = 0

    def next_active(self, seat: Seat) -> int:
        """Rule 5.3: players who are out are passed over."""
        seat = seat + 1 if seat + 1 < self.seats else 0
        while not self.active >> seat & 1:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def value_of(self, seat: Seat, cards: Mask) -> int:
        """Rule 2.10: what cards are good for in this hand; a house may read a last set with jokers as the weakest."""
        if self.last_weakest and cards == self.hand[seat]:
            return fives.weakest(cards, self.level, self.rules)
        return fives.value(cards, self.level, self.rules)

    def play(self, seat: Seat, cards: Mask) -> None:
        self.best = self.value_of(seat, cards)
        self.take(seat, cards)
        if self.debts:  # cards a gift proved absent can only have been a gift themselves
            self.most[seat] = self.most[seat] - (cards & bits.fields(bits.faces(bits.ALL - self.most[seat])))
        self.table[seat] = cards
        self.gone = self.gone + cards
        self.owner = seat
        self.size = bits.size(cards)
        self.passed = 0
        if self.count[seat]:
            self.actors = 1 << self.next_active(seat)
        else:
            self.go_out(seat)

    def go_out(self, seat: Seat) -> None:
        self.active = self.active & ~(1 << seat)
        self.outs = self.outs + 1
        self.place[seat] = self.outs
        if self.head < 0:
            self.head = seat
        if self.active & TEAM << (seat & 1) == 0:  # rule 6.1
            self.clear_table()
            self.actors = 0
            return
        if self.after_out == 0:
            self.clear_table()
        self.actors = 1 << self.next_active(seat)

    def skip(self, seat: Seat) -> None:
        self.passed = self.passed | 1 << seat
        self.table[seat] = 0
        if self.active & ~self.passed & ~(1 << self.owner):
            self.actors = 1 << self.next_active(seat)
            return
        opener = self.owner  # rule 4.5
        if not self.active >> opener & 1:
            opener = self.next_active(opener)
            if self.after_out == 2:
                while (opener ^ self.owner) & 1:
                    opener = self.next_active(opener)
        self.clear_table()
        self.actors = 1 << opener

    def clear_table(self) -> None:
        self.last_owner = self.owner
        for seat in range(self.seats):
            self.last[seat] = self.table[seat]
            self.table[seat] = 0
        self.owner = -1
        self.best = 0
        self.size = 0
        self.passed = 0
        self.series = self.series + 1

    def locked_up(self) -> int:
        """Rule 7.2: how many opponents the team of the Dragon's Head has locked up."""
        if self.head < 0 or self.active & TEAM << (self.head & 1):
            return 0
        return bits.popcount(self.active)

    # ---- in words ----

    @property
    def finishes(self) -> tuple[int, ...]:
        """1 for the seat that went out first, and so on; 0 while it holds cards."""
        return tuple(self.place[seat] for seat in range(self.seats))

    @property
    def cards_laid(self) -> tuple[Cards, ...]:
        """What lies in front of each seat."""
        return tuple(Cards(self.table[seat]) for seat in range(self.seats))

    @property
    def last_laid(self) -> tuple[Cards, ...]:
        """What lay there when the series before ended."""
        return tuple(Cards(self.last[seat]) for seat in range(self.seats))

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        size = len(action.cards)
        if ask.kind == "play" and size not in SIZES:
            return IllegalAction("{size} cards are never a set: play 1, 2, 3 or 5", "2.2", size=size)
        if ask.kind == "play" and self.size and size != self.size:
            wanted, theirs = self.size, Cards(self.table[self.owner])
            return IllegalAction(
                "wrong number of cards: {theirs} is a set of {wanted}, yours of {size}; play {wanted} or pass",
                "4.3", theirs=theirs, wanted=wanted, size=size,
            )  # fmt: skip
        return TributeState.misfit(self, seat, ask, action)

    def judge(self, seat: Seat, action: Action) -> None:
        seat = self.known_seat(seat)
        if action.kind != "play":
            return
        value = self.value_of(seat, int(action.cards))
        if not value:
            raise self.no_set(action.cards)
        if value <= self.best:
            raise self.too_low(action.cards, value)

    def no_set(self, cards: Cards) -> IllegalAction:
        if len(cards) == 5:
            return IllegalAction(
                "{cards} is not a five-card set: play a flush, straight, three and two, four and one, straight flush "
                "or five of a kind", "2.4", cards=cards,
            )  # fmt: skip
        ranks = [card.rank for card in cards if card < 52]
        if not ranks:
            return IllegalAction("little and big jokers do not go together: play {cards} apart", "2.8", cards=cards)
        most = max(ranks, key=lambda rank: (ranks.count(rank), rank))
        odd = Cards([card for card in cards if card < 52 and card.rank != most])
        return IllegalAction(
            "mixed ranks: {odd} does not go with {rest}; play cards of one rank", "2.3", odd=odd, rest=cards - odd
        )

    def too_low(self, cards: Cards, value: int) -> IllegalAction:
        theirs = Cards(self.table[self.owner])
        shape, best = self.named(value, len(cards)), self.named(self.best, self.size)
        facts = {"cards": cards, "theirs": theirs, "rank": shape.rank_name(), "best": best.rank_name()}
        if len(cards) < 5:
            return IllegalAction(
                "rank too low: {theirs} ranks {best}, your {cards} ranks {rank}; play higher or pass", "4.3", **facts
            )
        return IllegalAction(
            "not greater: {theirs} is a {best_kind} ({best}), your {cards} a {kind} ({rank}); play higher or pass",
            "4.3", kind=shape.kind, best_kind=best.kind, **facts,
        )  # fmt: skip

    def shape(self, cards: Cards | Card | str) -> Shape | None:
        """Rules 2.2 to 2.4: single, pair, triple, or the name of a five-card set."""
        cards = Cards(multiset(cards))
        value = self.laid_value(int(cards), self.is_last_set(int(cards)))
        return self.named(value, len(cards)) if value else None

    def is_last_set(self, cards: Mask) -> bool:
        """Is this the set that somebody went out with, or would go out with now?"""
        for seat in range(self.seats):
            if self.place[seat] and cards == (self.table[seat] or self.last[seat]):
                return True
            if self.actors >> seat & 1 and cards == self.hand[seat]:
                return True
        return False

    def named(self, value: int, size: int) -> Shape:
        kind, rank = fives.name_of(value >> fives.WORTH)
        return Shape(kind, size, rank, self.level)

    # ---- positions ----

    def _arrange_play(self, given: dict[str, Any], counts: list[int]) -> None:
        if max(counts) > self.each:
            raise ValueError(f"hands: everybody gets {self.each} cards, not {max(counts)}")
        active = sum(1 << seat for seat in range(self.seats) if counts[seat])
        empty = [seat for seat in range(self.seats) if not counts[seat]]
        out = given.get("out", tuple(empty))
        if sorted(out) != empty:
            raise ValueError(f"out: those without cards are, {' '.join(map(str, empty)) or 'nobody'}")
        over = not active & TEAM or not active & TEAM << 1
        table, last = (given.get(name, [0] * self.seats) for name in ("table", "last"))
        owner = self.owner_of(table, "table", empty)
        stock = 0 if "stock" in given else self.hand[bits.STOCK]  # where it is written, `rest` is without it
        gone = given.get("gone", given["rest"] - stock if self.viewer == bits.TRUTH else 0)
        rest = gone
        for cards in table:
            if not bits.contains(rest, cards) or (cards and over):
                raise ValueError(f"table: {Cards(cards)} cannot lie there")
            rest -= cards
        change(
            self, stage=tribute.PLAY, paid=2 * self.payers, active=active, outs=len(out), head=out[0] if out else -1,
            place=[out.index(seat) + 1 if seat in out else 0 for seat in range(self.seats)], gone=gone, table=table,
            owner=owner, size=bits.size(table[owner]) if owner >= 0 else 0,
            last=last, last_owner=self.owner_of(last, "last", [seat for seat in empty if not table[seat]]),
            best=self.laid_value(table[owner], owner in empty) if owner >= 0 else 0,
        )  # fmt: skip
        if not over:
            self._arrange_turn(given, table)

    def owner_of(self, sets: list[int], name: str, out: list[Seat]) -> int:
        """Who played the highest of the sets that lie there, which is the latest; -1 if there is none.

        Some players went `out` with theirs.
        """
        value = {}
        for seat, cards in enumerate(sets):
            if cards:
                value[seat] = self.laid_value(cards, seat in out) if bits.size(cards) in SIZES else 0
                if not value[seat]:
                    raise ValueError(f"{name}: {Cards(cards)} is not a set (rule 2.2)")
        if len({bits.size(sets[seat]) for seat in value}) > 1:
            raise ValueError(f"{name}: all sets have as many cards (rule 4.3)")
        return max(value, key=lambda seat: value[seat]) if value else -1

    def laid_value(self, cards: Mask, was_last: bool) -> int:
        if was_last and self.last_weakest:
            return fives.weakest(cards, self.level, self.rules)
        return fives.value(cards, self.level, self.rules)

    def _arrange_turn(self, given: dict[str, Any], table: list[int]) -> None:
        """Those between the owner of the set to beat and the seat that is to play have passed."""
        default = self.next_active(
            self.owner if self.owner >= 0 else (given.get("opener", self.opener) - 1) % self.seats
        )
        actors = given.get("actors", 1 << default)
        turn = bits.lowest(actors) if actors else -1
        if actors != 1 << turn or not self.active >> turn & 1 or turn == self.owner:
            raise ValueError("turn: one seat that holds cards is to play, and not the one whose set is to be beaten")
        passed = 0
        seat = self.next_active(self.owner) if self.owner >= 0 else turn
        while seat != turn:
            if table[seat] or seat == self.owner:
                raise ValueError(f"turn: seat {turn} cannot be next, for seat {seat} has not passed")
            passed |= 1 << seat
            seat = self.next_active(seat)
        change(self, passed=passed, actors=actors)

    def _write(self, values: dict[str, Any]) -> None:
        TributeState._write(self, values)
        self.active = values.pop("active", self.active)
        self.passed = values.pop("passed", self.passed)
        self.owner = values.pop("owner", self.owner)
        self.best = values.pop("best", self.best)
        self.size = values.pop("size", self.size)
        self.series = values.pop("series", self.series)
        self.last_owner = values.pop("last_owner", self.last_owner)
        self.head = values.pop("head", self.head)
        self.outs = values.pop("outs", self.outs)
        self.gone = values.pop("gone", self.gone)
        bits.set_numbers(self.place, 6, values.pop("place", ()))
        bits.set_masks(self.table, 6, values.pop("table", ()))
        bits.set_masks(self.last, 6, values.pop("last", ()))
