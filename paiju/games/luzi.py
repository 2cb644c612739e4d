"""Da Guai Lu Zi, as Follow the Joker played it. The rules are numbered in docs/rules/luzi.md.

Two teams sit alternately (team = seat % 2) and race to empty their hands; what a set is worth is told in core/fives.py.
A deal has two stories, each in a module of its own: luzi_tribute.py up to the first play, luzi_play.py from there to
the end of the round. Here are the options, the phases in order, what screens are told, and the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paiju.core import bits, fives
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import Card, Cards, in_order, multisets, rank_name
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
    SeatSetText,
    SeatText,
    change,
    masks,
)
from paiju.core.game import Game, Options, Setup, option, rarely
from paiju.core.level_lines import level_lines
from paiju.core.scene import Trick
from paiju.core.state import State
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, PlayerAt, Shape, mark, plainly
from paiju.games import luzi_tribute as tribute
from paiju.games.luzi_lesson import LESSON
from paiju.games.luzi_play import AFTER_OUT, SIZES, SetPlayState
from paiju.games.luzi_tribute import OPENERS

FIRST_LEVEL, ACE = 2, 14
FLUSH_TIES = ("highest", "all")
LAST_JOKERS = ("best", "weakest")
PAIRING = ("order", "rank")
GIFTS_BACK = ("low", "any")
GAINS = ("each", "one")


@dataclass(frozen=True)
class LuziOptions(Options):
    players: int = option(6, "1.1", "how many play; half as many decks are used", (6, 4))
    hand: int = option(27, "1.3", "cards each; with 26 some cards stay undealt", (27, 26))
    counter_clockwise: bool = option(False, "1.4", "the turn goes to the right-hand neighbour")
    promotion: bool = option(True, "2.1", "the level card ranks above the ace")
    flush_over_straight: bool = option(False, "2.4", "a flush beats a straight")
    flush_ties: str = option(
        "highest", "2.5", "what decides between flushes: the highest card, or all from the highest down", FLUSH_TIES
    )
    joker_in_flush: str = option(
        "wild", "2.9", "a joker in a flush is its best card, or (seed) nothing", ("wild", "seed")
    )
    mixed_jokers: bool = option(True, "2.8", "a little and a big joker make a pair or triple")
    last_jokers: str = option(
        "best", "2.10", "how jokers in a player's last set are read: as the best set, or the weakest", LAST_JOKERS
    )
    tribute: bool = option(
        False, "3.1", "players who were locked up give their best card before the next round", allows="give"
    )
    pairing: str = option("order", "3.2", "who gets whose tribute: by the order of paying, or by its rank", PAIRING)
    gift_back: str = option("low", "3.3", "what comes back for tribute: a card up to ten, or any", GIFTS_BACK)
    refusal: int = option(0, "3.5", "big jokers with which a player refuses to pay tribute; 0: nobody can", (0, 2, 3))
    first_opener: str = option("seat0", "4.1", "who opens the first round", OPENERS)
    after_out: str = option("clear", "5.2", "when somebody is out: next opens, or others may answer", AFTER_OUT)
    gain: str = option("each", "7.2", "levels gained: one for each player locked up, or just one", GAINS)
    only_initiative_scores: bool = option(False, "7.3", "only the team with the initiative can gain levels")
    initiative_tax: int = option(0, "7.4", "levels a team without the initiative gains less", (0, 1))
    first_initiative: bool = option(False, "7.7", "in the first round the opener's team has the initiative")
    target: int = option(6, "8.1", "a team that reaches this level wins the match", least=3, most=14)
    failures: int = option(
        0, "8.2", "failures at the last level that lose the match; 0: there may be any number", least=0, most=9
    )


@dataclass(frozen=True)
class LuziSetup(Setup):
    """Standing is the level of each seat's team."""

    initiative: int = -1  # the team with the initiative; nobody's in the first round
    opener: Seat = 0
    payers: tuple[int, ...] = ()
    receivers: tuple[int, ...] = ()
    failures: tuple[int, int] = rarely((0, 0))  # of each team at the last level

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


class LuziState(SetPlayState):
    phases = (mark("give"), mark("play"))
    padded = ("place", "table", "last", "offered")
    position_fields = (
        *FOUND, HANDS, replace(STOCK, derived=True),
        Field("table", "table", EachSeatText(CardsText()), get=lambda state: masks(state.cards_laid)),
        Field("gone", "gone", CardsText(), derived=True, in_views=True, lies=True),
        Field("last", "last", EachSeatText(CardsText()), get=lambda state: masks(state.last_laid)),
        Field("out", "out", SeatOrderText(), get=out_in_order),
        Field("series", "series", NumberText(0, 200), free=True), Field("paid", "paid", NumberText(0, 6), derived=True),
        Field("offered", "offered", EachSeatText(CardsText()), get=lambda state: masks(state.tribute_laid)),
        Field("refused", "refused", SeatSetText()),
        Field("opener", "opener", SeatText(), derived=True, free=True), *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        SetPlayState.__init__(self, setup)
        options = setup.options
        self.initiative: int = setup.initiative
        self.first_initiative: bool = options.first_initiative
        self.one_level: bool = options.gain == "one"
        self.only_initiative: bool = options.only_initiative_scores
        self.tax: int = options.initiative_tax

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.deal_out(deck)
        self.begin_play()
        self.go_on_giving()

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == tribute.GIVE:
            return bits.move(bits.GIVE, rng.some(self.gifts(seat), 1), 0)
        if self.owner >= 0:
            cards = 0
            if rng.below(2):
                cards = self.random_over(seat, rng)
            return bits.move(bits.PLAY if cards else bits.PASS, cards, 0)
        sizes = 0b101110  # one, two, three or five cards
        cards = 0
        while cards == 0 and sizes:
            size = bits.pick(sizes, rng.below(bits.popcount(sizes)))
            sizes = sizes & ~(1 << size)
            cards = fives.random_set(self.hand[seat], size, 0, self.level, self.rules, rng)
        return bits.move(bits.PLAY, cards, 0)

    def random_over(self, seat: Seat, rng: Random) -> Mask:
        """A random set that beats the table; 0 if there is none."""
        hand = self.hand[seat]
        if self.last_weakest and self.count[seat] == self.size:
            return hand if self.value_of(seat, hand) > self.best else 0
        return fives.random_set(hand, self.size, self.best, self.level, self.rules, rng)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == tribute.GIVE:
            self.give(seat, bits.cards_of(move))
        elif bits.kind_of(move) == bits.PASS:
            self.skip(seat)
        else:
            self.play(seat, bits.cards_of(move))

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        if self.stage == tribute.GIVE:
            return (
                move == bits.move(bits.GIVE, cards, 0)
                and bits.size(cards) == 1
                and bits.contains(self.gifts(seat), cards)
            )
        if move == bits.move(bits.PASS, 0, 0):
            return self.owner >= 0
        if move != bits.move(bits.PLAY, cards, 0) or (self.owner >= 0 and bits.size(cards) != self.size):
            return False
        return self.holds(seat, cards) and self.value_of(seat, cards) > self.best

    def leaders(self) -> int:
        """Rules 7.5 and 7.7: the team with the initiative; -1 if nobody has it."""
        if self.initiative < 0 and self.first_initiative:
            return self.opener & 1
        return self.initiative

    def gain(self) -> int:
        """Rules 7.2 to 7.4: the levels the Dragon's Head's team gains."""
        gained = self.locked_up()
        if gained and self.one_level:
            gained = 1
        if gained and self.leaders() >= 0 and self.leaders() != self.head & 1:
            return 0 if self.only_initiative else gained - self.tax
        return gained

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
        full = not told and min(counts) == max(counts) == self.each
        self._arrange_payers(given, full)
        owed = 2 * self.payers
        stage = tribute.GIVE if (owed and full) or given.get("paid", owed) < owed else tribute.PLAY
        if given.get("stage", stage) == tribute.GIVE:
            change(self, active=(1 << self.seats) - 1)
            self._arrange_tribute(given, counts)
        else:
            self._arrange_play(given, counts)

    def _position_flaw(self) -> str:
        if self.opener < 0:
            return "opener: a seat opens"
        return SetPlayState._position_flaw(self)

    # ---- in words ----

    @property
    def initiative_team(self) -> int:
        """The team with the initiative; -1 if nobody has it."""
        return self.leaders()

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == tribute.GIVE:
            return [Ask("give", Cards(self.gifts(seat)), 1, 1, to=self.gift_to())]
        hand = Cards(self.hand[seat])
        if self.owner >= 0:
            return [Ask("play", hand, self.size, self.size), Ask("pass")]
        fitting = [size for size in SIZES if size <= self.count[seat]]
        sizes = tuple(size for size in fitting if not hand or any(self.sets(seat, size)))  # another's hand is not seen
        return [Ask("play", hand, 1, sizes[-1], sizes=sizes if len(sizes) < sizes[-1] else ())]

    def sets(self, seat: Seat, size: int) -> Iterator[Mask]:
        """The sets of a size that the seat may play."""
        if self.last_weakest and self.owner >= 0 and self.count[seat] == size:
            hand = self.hand[seat]
            return iter([hand] if self.value_of(seat, hand) > self.best else [])
        return fives.sets(self.hand[seat], size, self.best, self.level, self.rules)

    def actions(self, seat: Seat) -> Iterator[Action]:
        if not self.actors >> seat & 1:
            return
        if self.stage == tribute.GIVE:
            yield from (Action("give", Cards(cards)) for cards in multisets(self.gifts(seat), 1))
            return
        sizes = SIZES
        if self.owner >= 0:
            yield Action("pass")
            sizes = (self.size,)
        for size in sizes:
            for cards in self.sets(seat, size):
                yield Action("play", Cards(cards))

    def early_refusal(self, seat: Seat, action: Action) -> IllegalAction | None:
        if not self.actors:
            return IllegalAction("the round is already finished: the deal is over, wait for the next", "6.2")
        if self.stage == tribute.PLAY and self.owner < 0 and action.kind == "pass" and seat in self.waiting():
            return IllegalAction("you open the series, so you cannot pass: play a set of 1, 2, 3 or 5 cards", "4.2")
        return None

    def reveals(self, seat: int, action: Action) -> bool:
        """Who is next follows from what everybody sees: cards on the table and how many each has left."""
        return False

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        assert isinstance(before, LuziState)
        events = [Event(action.kind, seat, action.cards, ends_trick=self.is_over)]
        if action.kind == "give":
            return events + self.received(before, action.cards)
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

    def received(self, before: LuziState, card: Cards) -> list[Event]:
        """Who gets the card that was given; where tribute lay open, everybody who does once all of it lies there."""
        if before.gift_target >= 0:
            return [Event("receive", before.gift_target, card)]
        if self.paid < self.payers:
            return []
        laid = self.tribute_laid
        return [Event("receive", self.receiver[i], laid[self.payer[i]]) for i in range(self.payers)]

    def opening(self) -> list[Event]:
        """Rule 3.5: who refuses tribute shows why."""
        return [
            Event("refuse", seat, Cards(self.known[seat]))
            for seat in list(self.debtor)[: self.debts]
            if self.refused >> seat & 1
        ]

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
        for card in in_order(cards):
            ranks.setdefault(fives.rank_of(int(card), self.level), []).append(card)
        return tuple([tuple(ranks[rank]) for rank in sorted(ranks)])

    def hand_order(self) -> int:
        return self.level

    def notes(self) -> tuple[Message, ...]:
        return notes_of(self.level, self.named(self.best, self.size) if self.owner >= 0 else None)

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        if seat == self.head:
            return (plainly(mark("Dragon's Head")),)
        if self.place[seat]:
            return (Message("out, number {place}", place=self.place[seat]),)
        if self.is_over:
            return (plainly(mark("locked up")),)
        return (plainly(mark("passed")),) if self.passed >> seat & 1 else ()

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        """Rules 6 and 7, the same for everybody: who went out when, what that lifts, and the levels after it."""
        if not self.is_over:
            return ()
        head, gain, locked_up = self.known_seat(self.head), self.scores()[self.head], self.locked_up()
        out = sorted((place, other) for other, place in enumerate(self.finishes) if place)
        lines = [Message("out in this order: {seats}", seats=[PlayerAt(other) for _, other in out])]
        for other in range(self.seats):
            if not self.finishes[other]:
                facts = {"seat": PlayerAt(other), "amount": self.count[other]}
                lines.append(Message(self.setup.game.events["locked"], **facts))
        team = [PlayerAt(other) for other in range(head & 1, self.seats, 2)]
        if not locked_up:
            lines.append(Message("{seats} have the Dragon's Head but are locked up: nobody rises", seats=team))
        elif not gain:
            lines.append(Message("{seats} did not have the initiative: nobody rises", seats=team))
        else:
            facts = {"seats": team, "number": locked_up, "levels": gain}
            lines.append(Message("{seats} have the Dragon's Head and locked up {number}: levels +{levels}", **facts))
        return (*lines, *level_lines(self.setup, self.setup.game.after(self.setup, self)))


@lru_cache(1024)
def notes_of(level: int, best: Shape | None) -> tuple[Message, ...]:
    """The same object for the same facts: every moment asks for it, and compares it with the last."""
    notes = [Message("the level is {level}: it ranks above the ace", level=rank_name(level))] if level else []
    if best is not None:
        notes.append(Message("to beat: {kind}, {rank}", kind=best.kind, rank=best.rank_name()))
    return tuple(notes)


class Luzi(Game[LuziState]):
    name = "luzi"
    title = mark("Da Guai Lu Zi (Follow the Joker)")
    aliases = (*("follow the joker", "guai lu zi", "大怪路子", "怪路子"),)
    about = mark("two teams race to empty their hands with singles, pairs, triples and five-card sets; jokers are wild")
    seats = (6, 4)
    Options = LuziOptions
    State = LuziState
    Setup = LuziSetup
    lesson = LESSON
    unit = mark("levels")
    reads_by_rank = True
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
        "shanghai": {
            "counter_clockwise": True,
            "flush_over_straight": True,
            "flush_ties": "all",
            "last_jokers": "weakest",
            "tribute": True,
            "pairing": "rank",
            "gift_back": "any",
            "refusal": 2,
            "first_opener": "random",
            "after_out": "respond_then_next",
            "gain": "one",
            "only_initiative_scores": True,
            "first_initiative": True,
            "failures": 3,
        },
    }
    events = {
        "refuse": mark("{seat} shows {cards} and pays no tribute|you show {cards} and pay no tribute"),
        "dragon": mark("{seat} is out first: the Dragon's Head|you are out first: the Dragon's Head"),
        "out": mark("{seat} is out, number {amount}|you are out, number {amount}"),
        "open": mark("the table is cleared: {seat} opens|the table is cleared: you open"),
        "locked": mark("{seat} is locked up; cards left: {amount}|you are locked up; cards left: {amount}"),
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
        if len(setup.failures) != 2 or any(not 0 <= n < max(1, setup.options.failures) for n in setup.failures):
            return "each team has failed fewer times than lose the match, and without the option never"
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
        failures = self.failures(setup, state)
        return setup.next(
            standing=standing,
            initiative=team,
            opener=state.head,
            payers=payers,
            receivers=tuple(receivers[: len(payers)]),
            failures=failures,
            over=max(standing) >= setup.options.target or 0 < setup.options.failures <= max(failures),
        )

    def failures(self, setup: Any, state: Any) -> tuple[int, int]:
        """Rule 8.2: the failures of each team after a deal."""
        first, second = setup.failures
        team = state.initiative_team
        if not setup.options.failures or team < 0:
            return first, second
        failed = setup.standing[team] == setup.options.target - 1 and state.scores()[team] <= 0
        return first + (failed and team == 0), second + (failed and team == 1)

    def winners(self, setup: Any) -> tuple[int, ...]:
        """Rule 8.2: who has failed too often has lost, whatever the levels."""
        limit = setup.options.failures
        if 0 < limit <= max(setup.failures):
            winner = setup.failures.index(min(setup.failures))
            return tuple(range(winner, setup.seats, 2))
        return super().winners(setup)

    def runs_clockwise(self, options: Any) -> bool:
        return not options.counter_clockwise

    def standing_text(self, setup: Any) -> list[Message]:
        return [self.team_text(setup, team) for team in (0, 1)]

    def figure(self, options: Any, number: int) -> str:
        return rank_name(min(number, ACE))  # a match to the ace may be won by more levels than there are

    def team_text(self, setup: Any, team: int) -> Message:
        facts = {
            "seats": [PlayerAt(seat) for seat in range(team, setup.seats, 2)],
            "level": setup.standing_figures[team],
        }
        if not setup.failures[team]:
            return Message("{seats}: level {level}", **facts)
        return Message(
            "{seats}: level {level}, failed {failures} of {limit} times",
            failures=setup.failures[team], limit=setup.options.failures, **facts,
        )  # fmt: skip


GAME = Luzi()
