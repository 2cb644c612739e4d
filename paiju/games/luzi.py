"""Da Guai Lu Zi, as Follow the Joker played it. The rules are numbered in docs/rules/luzi.md.

Two teams sit alternately (team = seat % 2) and race to empty their hands; what a set is worth is told in core/fives.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paiju.core import bits, fives
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import Card, Cards, multiset, multisets, rank_name
from paiju.core.chance import Random
from paiju.core.fields import (
    FOUND,
    HANDS,
    LIMITS,
    NOTHING,
    STOCK,
    CardsText,
    EachSeatText,
    Field,
    FieldText,
    NumberText,
    SeatText,
    change,
    masks,
)
from paiju.core.game import Game, Options, Setup, option
from paiju.core.scene import Trick
from paiju.core.state import State
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, PlayerAt, Shape, mark

GIVE, PLAY = range(2)  # indices into the phases
TEAM = 0b010101  # the seats of team 0; one place to the left are those of team 1
FIRST_LEVEL = 2
AFTER_OUT = ("clear", "respond_then_next", "respond_then_partner")
OPENERS = ("seat0", "random", "high_card")


@dataclass(frozen=True)
class LuziOptions(Options):
    players: int = option(6, "1.1", "how many play; half as many decks are used", (6, 4))
    hand: int = option(27, "1.3", "cards each; with 26 some cards stay undealt", (27, 26))
    promotion: bool = option(True, "2.1", "the level card ranks above the ace")
    flush_over_straight: bool = option(False, "2.4", "a flush beats a straight")
    joker_in_flush: str = option(
        "wild", "2.9", "a joker in a flush is its best card, or (seed) nothing", ("wild", "seed")
    )
    mixed_jokers: bool = option(True, "2.8", "a little and a big joker make a pair or triple")
    tribute: bool = option(False, "3.1", "players who were locked up give their best card before the next round")
    first_opener: str = option("seat0", "4.1", "who opens the first round", OPENERS)
    after_out: str = option("clear", "5.2", "when somebody is out: next opens, or others may answer", AFTER_OUT)
    only_initiative_scores: bool = option(False, "7.3", "only the team with the initiative can gain levels")
    initiative_tax: int = option(0, "7.4", "levels a team without the initiative gains less", (0, 1))
    target: int = option(6, "8.1", "a team that reaches this level wins the match", least=6, most=14)


@dataclass(frozen=True)
class LuziSetup(Setup):
    """Standing is the level of each seat's team."""

    initiative: int = -1  # the team with the initiative; nobody's in the first round
    opener: Seat = 0
    payers: tuple[int, ...] = ()
    receivers: tuple[int, ...] = ()

    @property
    def levels(self) -> tuple[int, ...]:
        """Of team 0 and team 1."""
        return self.standing[:2]

    @property
    def level(self) -> int:
        """Rule 7.5: the level of the team with the initiative decides the promoted rank."""
        return self.standing[self.initiative] if self.initiative >= 0 else FIRST_LEVEL


class SeatOrderText(FieldText):
    """Seats, one after another."""

    blank = ()

    def write(self, value: Any, state: Any) -> str:
        return " ".join(map(str, value)) or NOTHING

    def read(self, text: str, state: Any) -> tuple[Seat, ...]:
        seats = tuple(SeatText().read(word, state) for word in text.split() if word != NOTHING)
        if len(set(seats)) != len(seats):
            raise ValueError("every seat is out once")
        return seats


def out_in_order(state: Any) -> tuple[int, ...]:
    finishes = state.finishes
    return tuple(sorted((seat for seat in range(state.seats) if finishes[seat]), key=lambda seat: finishes[seat]))


class LuziState(State):
    phases = (mark("give"), mark("play"))
    padded = ("place", "table", "last")
    position_fields = (
        *FOUND, HANDS, replace(STOCK, derived=True),
        Field("table", "table", EachSeatText(CardsText()), get=lambda state: masks(state.cards_laid)),
        Field("gone", "gone", CardsText(), derived=True, in_views=True, lies=True),
        Field("last", "last", EachSeatText(CardsText()), get=lambda state: masks(state.last_laid)),
        Field("out", "out", SeatOrderText(), get=out_in_order),
        Field("series", "series", NumberText(0, 200), free=True), Field("paid", "paid", NumberText(0, 6), derived=True),
        Field("opener", "opener", SeatText(), derived=True, free=True), *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        State.__init__(self, setup)
        options = setup.options
        self.each: int = options.hand
        self.level: int = setup.level if options.promotion else 0
        self.rules: int = fives.house_rules(
            options.flush_over_straight, options.joker_in_flush == "seed", not options.mixed_jokers
        )
        self.after_out: int = AFTER_OUT.index(options.after_out)
        self.first_opener: int = OPENERS.index(options.first_opener) if setup.deal == 1 else 0
        self.opener: int = setup.opener
        self.initiative: int = setup.initiative
        self.only_initiative: bool = options.only_initiative_scores
        self.tax: int = options.initiative_tax
        self.payments: int = 2 * len(setup.payers)
        self.payer: list[int] = [*setup.payers, 0, 0, 0][:3]
        self.receiver: list[int] = [*setup.receivers, 0, 0, 0][:3]
        self.paid: int = 0  # gifts made in the tribute, there and back
        self.active: int = 0  # bit set of seats that still hold cards
        self.passed: int = 0  # bit set of seats that passed since the last play
        self.owner: int = -1  # who played the set to beat; -1 when the table is clear
        self.best: int = 0  # what that set is worth
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

    def begin(self, deck: Sequence[Face]) -> None:
        self.clear_hands()
        self.paid = 0
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
        for i in range(self.deck_size):
            seat = i // self.each
            self.give_card(seat if seat < self.seats else bits.STOCK, deck[i])
        if self.first_opener == 1:
            self.opener = self.turn_up(deck)
        elif self.first_opener == 2:
            self.opener = self.show_first_cards(deck)
        self.go_on_giving()

    def turn_up(self, deck: Sequence[Face]) -> int:
        """Rule 4.1: seat 0's first card is dealt face up and counted round the table; with four, jokers do not count.

        54 faces are nine times six, 52 thirteen times four: everybody is as likely to open.
        """
        i = 0
        self.known[0] = bits.one(deck[0])
        while self.seats == 4 and deck[i] >= 52:
            i += 1
            self.known[0] = self.known[0] + bits.one(deck[i])
        return deck[i] % self.seats

    def show_first_cards(self, deck: Sequence[Face]) -> int:
        """Rule 4.1: the first card of each hand is dealt face up and the highest opens, the earlier seat of equals."""
        opener = 0
        for seat in range(self.seats):
            face = deck[seat * self.each]
            self.known[seat] = bits.one(face)
            if fives.rank_of(face, self.level) > fives.rank_of(deck[opener * self.each], self.level):
                opener = seat
        return opener

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == GIVE:
            return bits.move(bits.GIVE, rng.some(self.gifts(seat), 1), 0)
        if self.owner >= 0:
            cards = 0
            if rng.below(2):
                cards = fives.random_set(self.hand[seat], self.size, self.best, self.level, self.rules, rng)
            return bits.move(bits.PLAY if cards else bits.PASS, cards, 0)
        sizes = 0b101110  # one, two, three or five cards
        cards = 0
        while cards == 0 and sizes:
            size = bits.pick(sizes, rng.below(bits.popcount(sizes)))
            sizes = sizes & ~(1 << size)
            cards = fives.random_set(self.hand[seat], size, 0, self.level, self.rules, rng)
        return bits.move(bits.PLAY, cards, 0)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == GIVE:
            self.give(seat, bits.cards_of(move))
        elif bits.kind_of(move) == bits.PASS:
            self.skip(seat)
        else:
            self.play(seat, bits.cards_of(move))

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        if self.stage == GIVE:
            return (
                move == bits.move(bits.GIVE, cards, 0)
                and bits.size(cards) == 1
                and bits.contains(self.gifts(seat), cards)
            )
        if move == bits.move(bits.PASS, 0, 0):
            return self.owner >= 0
        if move != bits.move(bits.PLAY, cards, 0) or (self.owner >= 0 and bits.size(cards) != self.size):
            return False
        return self.holds(seat, cards) and fives.worth(cards, self.level, self.rules) > self.best

    def gifts(self, seat: Seat) -> Mask:
        """Rules 3.2 and 3.3: tribute is a highest card; what comes back is at most a ten, if there is one."""
        hand = self.hand[seat]
        if self.paid & 1:
            low = hand & ~bits.fields(fives.above(10, self.level))
            return low if low else hand
        rank = 16
        cards = hand & bits.fields(fives.above(rank, self.level))
        while cards == 0 and rank:  # in a view another's hand is empty
            rank = rank - 1
            cards = hand & bits.fields(fives.above(rank, self.level))
        return cards

    def give(self, seat: Seat, card: Mask) -> None:
        """Rule 3.4: gifts are open, so everybody knows where they are and what they prove of the giver's hand."""
        rank = fives.rank_of(bits.lowest(card) >> 1, self.level)
        target = self.payer[self.paid >> 1] if self.paid & 1 else self.receiver[self.paid >> 1]
        self.take(seat, card)
        self.put(target, card)
        self.known[target] = self.known[target] + card
        if not bits.contains(self.most[target], self.known[target]):
            self.most[target] = self.most[target] + card
        if self.paid & 1 == 0:
            self.most[seat] = self.most[seat] & ~bits.fields(fives.above(rank, self.level))
        elif rank > 10:
            self.most[seat] = self.most[seat] & bits.fields(fives.above(10, self.level))
        self.paid = self.paid + 1
        self.go_on_giving()

    def go_on_giving(self) -> None:
        self.stage = GIVE
        if self.paid == self.payments:
            self.stage = PLAY
            self.actors = 1 << self.opener
        elif self.paid & 1:
            self.actors = 1 << self.receiver[self.paid >> 1]
        else:
            self.actors = 1 << self.payer[self.paid >> 1]

    def next_active(self, seat: Seat) -> int:
        """Rule 5.3: players who are out are passed over."""
        seat = seat + 1 if seat + 1 < self.seats else 0
        while not self.active >> seat & 1:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def play(self, seat: Seat, cards: Mask) -> None:
        self.take(seat, cards)
        if self.paid:  # cards a gift proved absent can only have been a gift themselves
            self.most[seat] = self.most[seat] - (cards & bits.fields(bits.faces(bits.ALL - self.most[seat])))
        self.table[seat] = cards
        self.gone = self.gone + cards
        self.owner = seat
        self.size = bits.size(cards)
        self.best = fives.worth(cards, self.level, self.rules)
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

    def gain(self) -> int:
        """Rules 7.2 to 7.4: the levels the Dragon's Head's team gains."""
        if self.head < 0:
            return 0
        team = self.head & 1
        locked = bits.popcount(self.active & TEAM << (1 - team))
        if self.active & TEAM << team or locked == 0:
            return 0
        if self.initiative >= 0 and self.initiative != team:
            locked = 0 if self.only_initiative else locked - self.tax
        return locked

    def settle(self) -> None:
        """Rule 7.6: what one team gains counts against the other."""
        gain = self.gain()
        for seat in range(self.seats):
            self.score[seat] = -gain if (seat ^ self.head) & 1 else gain

    # ---- positions ----

    def _hand_size(self, given: dict[str, Any], seat: Seat) -> int:
        return self.each

    def _undealt(self, given: dict[str, Any], rest: Mask) -> Mask:
        full = all(len(hand) == self.each for hand in given["hands"])
        return rest if full or "gone" in given else 0

    def _arrange(self, given: dict[str, Any]) -> None:
        counts = list(self.count)[: self.seats]
        told = given.keys() & {"table", "gone", "actors", "last", "out", "series"}
        gives = self.payments > 0 and not told and min(counts) == max(counts) == self.each
        if given.get("stage", GIVE if gives or given.get("paid", self.payments) < self.payments else PLAY) == GIVE:
            self._arrange_tribute(given.get("paid", 0), counts)
        else:
            self._arrange_play(given, counts)

    def _arrange_tribute(self, paid: int, counts: list[int]) -> None:
        if paid >= self.payments:
            raise ValueError(f"paid: there are {self.payments} gifts in the tribute of this deal")
        wanted = [self.each] * self.seats
        if paid & 1:
            wanted[self.payer[paid >> 1]] -= 1
            wanted[self.receiver[paid >> 1]] += 1
        if counts != wanted:
            raise ValueError(f"hands: in the tribute they have {', '.join(map(str, wanted))} cards")
        change(self, paid=paid, active=(1 << self.seats) - 1)
        self.go_on_giving()

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
        owner = self.owner_of(table, "table")
        gone = given.get("gone", given["rest"] - self.hand[bits.STOCK] if self.viewer == bits.TRUTH else 0)
        rest = gone
        for cards in table:
            if not bits.contains(rest, cards) or (cards and over):
                raise ValueError(f"table: {Cards(cards)} cannot lie there")
            rest -= cards
        change(
            self, stage=PLAY, paid=self.payments, active=active, outs=len(out), head=out[0] if out else -1, table=table,
            place=[out.index(seat) + 1 if seat in out else 0 for seat in range(self.seats)], gone=gone,
            owner=owner, size=bits.size(table[owner]) if owner >= 0 else 0,
            last=last, last_owner=self.owner_of(last, "last"),
            best=fives.worth(table[owner], self.level, self.rules) if owner >= 0 else 0,
        )  # fmt: skip
        if not over:
            self._arrange_turn(given, table)

    def owner_of(self, sets: list[int], name: str) -> int:
        """Who played the highest of the sets that lie there, which is the latest; -1 if there is none."""
        worth = {}
        for seat, cards in enumerate(sets):
            if cards:
                worth[seat] = fives.worth(cards, self.level, self.rules) if bits.size(cards) in (1, 2, 3, 5) else 0
                if not worth[seat]:
                    raise ValueError(f"{name}: {Cards(cards)} is not a set (rule 2.2)")
        if len({bits.size(sets[seat]) for seat in worth}) > 1:
            raise ValueError(f"{name}: all sets have as many cards (rule 4.3)")
        return max(worth, key=lambda seat: worth[seat]) if worth else -1

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

    def _position_flaw(self) -> str:
        if self.opener < 0:
            return "opener: a seat opens"
        return State._position_flaw(self)

    def _write(self, values: dict[str, Any]) -> None:
        State._write(self, values)
        self.opener = values.pop("opener", self.opener)
        self.paid = values.pop("paid", self.paid)
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

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == GIVE:
            return [Ask("give", Cards(self.gifts(seat)), 1, 1)]
        hand = Cards(self.hand[seat])
        if self.owner < 0:
            return [Ask("play", hand, 1, min(5, self.count[seat]))]
        return [Ask("play", hand, self.size, self.size), Ask("pass")]

    def actions(self, seat: Seat) -> Iterator[Action]:
        if not self.actors >> seat & 1:
            return
        if self.stage == GIVE:
            yield from (Action("give", Cards(cards)) for cards in multisets(self.gifts(seat), 1))
            return
        sizes = (1, 2, 3, 5)
        if self.owner >= 0:
            yield Action("pass")
            sizes = (self.size,)
        for size in sizes:
            for cards in fives.sets(self.hand[seat], size, self.best, self.level, self.rules):
                yield Action("play", Cards(cards))

    def early_refusal(self, seat: Seat, action: Action) -> IllegalAction | None:
        if not self.actors:
            return IllegalAction("the round is already finished: the deal is over, wait for the next", "6.2")
        if self.stage == PLAY and self.owner < 0 and action.kind == "pass" and seat in self.waiting():
            return IllegalAction("you open the series, so you cannot pass: play a set of 1, 2, 3 or 5 cards", "4.2")
        return None

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        size = len(action.cards)
        if ask.kind == "play" and size not in (1, 2, 3, 5):
            return IllegalAction("{size} cards are never a set: play 1, 2, 3 or 5", "2.2", size=size)
        if ask.kind == "play" and self.size and size != self.size:
            wanted, theirs = self.size, Cards(self.table[self.owner])
            return IllegalAction(
                "wrong number of cards: {theirs} is a set of {wanted}, yours of {size}; play {wanted} or pass",
                "4.3", theirs=theirs, wanted=wanted, size=size,
            )  # fmt: skip
        return State.misfit(self, seat, ask, action)

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        if self.paid & 1:
            return IllegalAction("give back a card up to ten: one of {choice}", "3.3", choice=ask.cards)
        return IllegalAction("tribute is your highest card: give {choice}", "3.2", choice=ask.cards)

    def judge(self, seat: Seat, action: Action) -> None:
        if action.kind != "play":
            return
        worth = fives.worth(int(action.cards), self.level, self.rules)
        if not worth:
            raise self.no_set(action.cards)
        if worth <= self.best:
            raise self.too_low(action.cards, worth)

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

    def too_low(self, cards: Cards, worth: int) -> IllegalAction:
        theirs = Cards(self.table[self.owner])
        shape, best = self.named(worth, len(cards)), self.named(self.best, self.size)
        facts = {"cards": cards, "theirs": theirs, "rank": shape.rank_name(), "best": best.rank_name()}
        if len(cards) < 5:
            return IllegalAction(
                "rank too low: {theirs} ranks {best}, your {cards} ranks {rank}; play higher or pass", "4.3", **facts
            )
        return IllegalAction(
            "not greater: {theirs} is a {best_kind} ({best}), your {cards} a {kind} ({rank}); play higher or pass",
            "4.3", kind=shape.kind, best_kind=best.kind, **facts,
        )  # fmt: skip

    def reveals(self, seat: int, action: Action) -> bool:
        """Who is next follows from what everybody sees: cards on the table and how many each has left."""
        return False

    def shape(self, cards: Cards | Card | str) -> Shape | None:
        """Rules 2.2 to 2.4: single, pair, triple, or the name of a five-card set."""
        cards = Cards(multiset(cards))
        worth = fives.worth(int(cards), self.level, self.rules)
        return self.named(worth, len(cards)) if worth else None

    def named(self, worth: int, size: int) -> Shape:
        kind, rank = fives.name_of(worth)
        return Shape(kind, size, rank, self.level)

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        assert isinstance(before, LuziState)
        events = [Event(action.kind, seat, action.cards, ends_trick=self.is_over)]
        if action.kind == "give":
            target = before.payer[before.paid >> 1] if before.paid & 1 else before.receiver[before.paid >> 1]
            return [*events, Event("receive", target, action.cards)]
        if self.head != before.head:
            events.append(Event("dragon", seat))
        elif self.outs != before.outs:
            events.append(Event("out", seat, amount=self.outs))
        if self.is_over:
            locked = [other for other in range(self.seats) if self.active >> other & 1]
            events += [Event("locked", other, amount=self.count[other]) for other in locked]
            events += self.score_events()
        elif self.series != before.series:
            events.append(Event("open", self.waiting()[0], ends_trick=True))
        return events

    def everything(self) -> Cards:
        return Cards(sum(self.hand) + self.unseen + self.gone)

    def running_trick(self) -> Trick:
        """The sets on the table, oldest first. Who passes takes his set away, so each is its seat's latest turn."""
        order = [(self.owner + 1 + i) % self.seats for i in range(self.seats)] if self.owner >= 0 else []
        return Trick(tuple((seat, Cards(self.table[seat])) for seat in order if self.table[seat]), self.owner)

    def last_trick(self) -> Trick:
        order = [(self.last_owner + 1 + i) % self.seats for i in range(self.seats)] if self.last_owner >= 0 else []
        return Trick(tuple((seat, Cards(self.last[seat])) for seat in order if self.last[seat]), self.last_owner)

    def sorted_hand(self, cards: Mask) -> tuple[tuple[Card, ...], ...]:
        """One group a rank, low to high: that is how sets are found."""
        ranks: dict[int, list] = {}
        for card in Cards(cards):
            ranks.setdefault(fives.rank_of(int(card), self.level), []).append(card)
        return tuple(tuple(ranks[rank]) for rank in sorted(ranks))

    def notes(self) -> tuple[Message, ...]:
        notes = (
            [Message("the level is {level}: it ranks above the ace", level=rank_name(self.level))] if self.level else []
        )
        if self.owner >= 0:
            best = self.named(self.best, self.size)
            notes.append(Message("to beat: {kind}, {rank}", kind=best.kind, rank=best.rank_name()))
        return tuple(notes)

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        if seat == self.head:
            return (Message("Dragon's Head"),)
        if self.place[seat]:
            return (Message("out, number {place}", place=self.place[seat]),)
        if self.is_over:
            return (Message("locked up"),)
        return (Message("passed"),) if self.passed >> seat & 1 else ()


class Luzi(Game[LuziState]):
    name = "luzi"
    title = mark("Da Guai Lu Zi (Follow the Joker)")
    about = mark("two teams race to empty their hands with singles, pairs, triples and five-card sets; jokers are wild")
    seats = (6, 4)
    Options = LuziOptions
    State = LuziState
    Setup = LuziSetup
    guides = {
        "give": mark("tribute: a card from the losers of the last round, and one back"),
        "play": mark("get rid of your cards: beat the set on the table with as many cards, or pass"),
    }
    presets = {
        "follow_the_joker": {"hand": 26, "joker_in_flush": "seed", "mixed_jokers": False, "initiative_tax": 1},
        "traditional": {
            "flush_over_straight": True,
            "tribute": True,
            "after_out": "respond_then_partner",
            "only_initiative_scores": True,
            "target": 14,
        },
    }
    events = {
        "dragon": mark("{seat} is out first: the Dragon's Head|you are out first: the Dragon's Head"),
        "out": mark("{seat} is out, number {amount}|you are out, number {amount}"),
        "open": mark("the table is cleared: {seat} opens|the table is cleared: you open"),
        "locked": mark("{seat} is locked up with {amount} cards|you are locked up with {amount} cards"),
    }

    def cards(self, setup: Any) -> list[int]:
        return list(range(54)) * (setup.seats // 2)

    def first(self, options: Any = None) -> Any:
        setup = super().first(options)
        return replace(setup, standing=(FIRST_LEVEL,) * setup.seats)

    def flaw(self, setup: Any) -> str:
        top = setup.options.target  # who reaches it has won, and no deal follows
        if any(not FIRST_LEVEL <= level < top for level in setup.standing):
            return f"levels are {FIRST_LEVEL} to {top - 1}"
        if setup.payers and (setup.deal == 1 or not setup.options.tribute):
            return "nobody owes tribute in the first round, nor without the option"
        if any(setup.standing[seat] != setup.standing[seat % 2] for seat in range(setup.seats)):
            return "the standing is the level of each seat's team: teammates have the same"
        if setup.initiative not in (-1, 0, 1):
            return "the initiative is team 0's or 1's, or nobody's (-1)"
        if setup.initiative < 0 and setup.deal > 1:
            return "after the first round one of the teams has the initiative"
        if not 0 <= setup.opener < setup.seats:
            return f"there is no opener {setup.opener}: seats are 0 to {setup.seats - 1}"
        givers = (*setup.payers, *setup.receivers)
        if len(setup.payers) != len(setup.receivers) or len(set(givers)) != len(givers):
            return "tribute goes from each payer to a receiver of its own"
        if any(not 0 <= seat < setup.seats for seat in givers) or len({seat % 2 for seat in setup.payers}) > 1:
            return "tribute is paid by seats of one team"
        if any((payer - receiver) % 2 == 0 for payer in setup.payers for receiver in setup.receivers):
            return "tribute is paid to the other team"
        return ""

    def shorthand(self, first: Any) -> dict[str, Any]:
        return {"levels": first.levels}

    def spelt_out(self, first: Setup, named: dict[str, Any]) -> dict[str, Any]:
        """The levels of the two teams say the standing."""
        rest = {name: value for name, value in named.items() if name != "levels"}
        if "levels" not in named:
            return rest
        if len(named["levels"]) != 2 or "standing" in named:
            raise ValueError("say two levels, one for each team, or the standing: the level of each seat's team")
        return {"standing": named["levels"] * (first.seats // 2), **rest}

    def team(self, setup: Setup, seat: Seat) -> int:
        return seat % 2

    def arranged(self, cards: Cards) -> list[Card]:
        """By rank, the largest group first, jokers last: 6 6 6 A A."""
        size = Counter(card.rank for card in cards)
        return sorted(cards, key=lambda card: (card >= 52, -size[card.rank], card.rank))

    def after(self, setup: Setup, state: Any) -> Setup:
        """Levels gained, the initiative and the opening to the Dragon's Head, tribute owed by those locked up."""
        standing = tuple(level + max(0, score) for level, score in zip(setup.standing, state.scores(), strict=True))
        team = state.head % 2
        around = [(state.head + i) % setup.seats for i in range(setup.seats)]
        payers = (
            tuple(seat for seat in around if seat % 2 != team and not state.finishes[seat])
            if setup.options.tribute
            else ()
        )
        receivers = sorted((seat for seat in around if seat % 2 == team), key=lambda seat: state.finishes[seat])
        return setup.next(
            standing=standing,
            initiative=team,
            opener=state.head,
            payers=payers,
            receivers=tuple(receivers[: len(payers)]),
            over=max(standing) >= setup.options.target,
        )

    def standing_text(self, setup: Any) -> list[Message]:
        return [
            Message(
                "{seats}: level {level}",
                seats=[PlayerAt(seat) for seat in range(team, setup.seats, 2)],
                level=rank_name(setup.standing[team]),
            )
            for team in (0, 1)
        ]


GAME = Luzi()
