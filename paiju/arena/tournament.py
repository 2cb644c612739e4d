"""Playing decks: a Tournament plays any deck of its plan in all seatings and writes down what came of it.

A deck's results depend on the plan and its number only (and on the clock, where a bot thinks by the clock), so decks
may be played anywhere, in any order, twice. Where all bots are native, whole chunks of decks run without Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from zlib import crc32

from paiju.arena.schedule import schedule
from paiju.arena.statistics import Totals
from paiju.bots import is_file, is_native, is_program, read_bot
from paiju.bots.guard import TooLate, alarm, interruptible, reason_of
from paiju.bots.native import Native, advisor_class, house_bot
from paiju.bots.script import ScriptBot
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.loops import run_seatings, run_table
from paiju.core.state import State
from paiju.core.words import Action, Event, IllegalAction
from paiju.games import find, load
from paiju.play import Bot, BotFailure, first_moments, in_moments
from paiju.record import Record

MOST_DEALS = 1000  # of a match
SLOWEST = 32  # decision times are counted by powers of two of a microsecond


@dataclass(frozen=True)
class Plan:
    """What decides the results of a tournament; small enough to send anywhere."""

    rules: str
    bots: tuple[str, ...]
    seed: int = 0
    form: str = "together"
    all_orders: bool = False
    matches: bool = False
    timeout: float = 10.0  # seconds a decision, for programs and files
    limits: tuple[tuple[str, Any], ...] = ()  # what else programs may use, by the names of paiju/bots/limits
    records: bool = False
    sequential: bool = False
    game_file: str = ""  # of a game from outside

    def has_programs(self) -> bool:
        return any(is_program(bot) for bot in self.bots)

    def names(self) -> list[str]:
        """The bots' names; one that plays itself gets a number."""
        return [
            bot if self.bots.count(bot) == 1 else f"{bot}#{self.bots[: i + 1].count(bot)}"
            for i, bot in enumerate(self.bots)
        ]


@dataclass
class Clock:
    """How long a bot thinks: decisions, seconds, and how many took up to 1, 2, 4, 8 ... microseconds."""

    decisions: int = 0
    seconds: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0] * SLOWEST)

    def add(self, seconds: float, decisions: int = 1) -> None:
        self.decisions += decisions
        self.seconds += seconds
        micros = seconds * 1e6 / max(1, decisions)
        self.counts[min(SLOWEST - 1, int(micros).bit_length())] += decisions

    def join(self, other: Clock) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]


@dataclass
class PlayedChunk:
    """Some decks, played: a line each, their sums, the bots' clocks, and records by file name."""

    lines: list[str]
    totals: Totals
    clocks: list[Clock]
    records: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Failure:
    """A bot that did not answer as it must: in which deal of the deck, at which seat, and why."""

    deal: int
    seat: int
    reason: str  # crash, illegal, timeout, or what a program's failure is called
    detail: str

    def row(self) -> list[Any]:
        return [self.deal, self.seat, self.reason, self.detail]


class SeatFailed(Exception):  # noqa: N818
    """The seat's bot has failed: a stand-in plays on."""


# Bots that ended the process they ran in and are not asked again: deck, deal, seat, and why.
Excluded = dict[tuple[int, int, int], tuple[str, str]]
Mark = Callable[[int, int, int], None]  # told who is asked: deck, deal, seat; and -1, -1, -1 when all is well


def unmarked(deck: int, deal: int, seat: int) -> None:
    """The Mark of a caller who need not know."""


class Tournament:
    """Plays the decks of a plan. Bots are made when they are first needed: one that does not start has then failed
    like any other, and who only reads results runs nobody's program."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.game, self.options = the_rules(plan)
        self.setup = self.game.first(self.options)
        self.schedule = schedule(self.setup, len(plan.bots), plan.form, plan.all_orders)
        self.source = Random(plan.seed)
        self.bots: dict[tuple[int, int], Bot] = {}
        self.names = plan.names()
        self.native = all(map(is_native, plan.bots)) and not plan.records
        self.stand_in = read_bot(house_bot(self.game), self.game)
        self.interruptible = interruptible()

    @cached_property
    def versions(self) -> list[str]:
        """What the bots call their versions. Asking makes each of them once: UnknownBot if one cannot be made."""
        return [str(self.bot(number, 0).version) for number in range(len(self.plan.bots))]

    @cached_property
    def styles(self) -> list[int]:
        """The bots' styles, where all are native."""
        made = [self.bot(number, 0) for number in range(len(self.plan.bots))]
        return [bot.style for bot in made if isinstance(bot, Native)]

    def totals(self) -> Totals:
        return Totals(self.schedule, self.game.low_wins, self.plan.sequential)

    def close(self) -> None:
        for bot in self.bots.values():
            with suppress(Exception):
                bot.close()
        self.bots.clear()

    def play(self, decks: Sequence[int], excluded: Excluded | None = None, mark: Mark | None = None) -> PlayedChunk:
        if self.native and not self.plan.matches:
            return self.play_natively(decks)
        played = PlayedChunk([], self.totals(), self.clocks())
        for deck in decks:
            self.play_deck(deck, played, excluded or {}, mark or unmarked)
        return played

    def clocks(self) -> list[Clock]:
        return [Clock() for _ in self.names]

    def play_natively(self, decks: Sequence[int]) -> PlayedChunk:
        """All decks in one native loop. Its time cannot be told apart by bot: each is charged for its seats."""
        played, deals = PlayedChunk([], self.totals(), self.clocks()), self.schedule.deals
        seeds: list[int] = []
        for deck in decks:
            chance = self.source.fork(deck)
            seeds.append(chance.state)
            seeds += [chance.fork(deal).state for deal in range(len(deals))]
        rows = [[self.styles[bot] for bot in row] for row in deals]
        began = time.perf_counter()
        plays, results = run_seatings(
            advisor_class(self.game)(self.setup), bytes(self.game.cards(self.setup)), seeds, rows
        )
        seconds = time.perf_counter() - began
        for deck, scores in zip(decks, results, strict=True):
            played.totals.add(deck, scores)
            played.lines.append(line(deck, scores))
        for bot, clock in enumerate(played.clocks):
            share = len(self.schedule.places(bot)) / (len(deals) * self.schedule.seats)
            clock.add(seconds * share, round(plays * share))
        return played

    def play_deck(self, deck: int, played: PlayedChunk, excluded: Excluded, mark: Mark) -> None:
        scores: list[int] = []
        won: list[list[int]] = []
        failed: list[Failure] = []
        for deal, row in enumerate(self.schedule.deals):
            seating = Seating(self, deck, deal, row, played.clocks, excluded, mark)
            result, winners = seating.match() if self.plan.matches else seating.deal()
            scores += result
            won.append(winners)
            failed += seating.failed
            if seating.record:
                played.records[f"{deck}-{deal}.txt"] = seating.record.text()
        noted = [failure.row() for failure in failed]
        # Who won a deal follows from its scores, unless somebody forfeited or it was a match.
        winners_told = won if self.plan.matches or failed else None
        played.totals.add(deck, scores, winners_told, noted)
        played.lines.append(line(deck, scores, winners_told, noted))

    def bot(self, number: int, seat: int) -> Bot:
        """The bot for a seat; made once, and again after it failed."""
        if (number, seat) not in self.bots:
            text = self.plan.bots[number]
            limits = {"time_ms": round(self.plan.timeout * 1000)} | dict(self.plan.limits) if is_program(text) else {}
            bot = read_bot(text, self.game, **limits)
            if isinstance(bot, ScriptBot):
                bot.helped = False  # who plays is who is measured
            self.bots[number, seat] = bot
        return self.bots[number, seat]

    def dismiss(self, number: int, seat: int) -> None:
        bot = self.bots.pop((number, seat), None)
        with suppress(Exception):
            if bot:
                bot.close()


class Seating:
    """One seating of one deck: a deal, or a match from one sequence of shuffles."""

    def __init__(
        self,
        tournament: Tournament,
        deck: int,
        deal: int,
        row: Sequence[int],
        clocks: list[Clock],
        excluded: Excluded,
        mark: Mark,
    ):
        self.tournament, self.deck, self.number, self.row, self.clocks = tournament, deck, deal, row, clocks
        self.excluded, self.mark = excluded, mark
        self.failed: list[Failure] = []
        self.out: set[int] = set()  # seats the stand-in has taken over
        self.chance = tournament.source.fork(deck)  # shuffles
        self.rng = self.chance.fork(deal)  # what the players draw from
        self.record = self.new_record() if tournament.plan.records else None

    def new_record(self) -> Record:
        tags = {"Seed": str(self.tournament.plan.seed), "Deck": str(self.deck)}
        tags |= {f"Seat{seat}": self.tournament.names[bot] for seat, bot in enumerate(self.row)}
        return Record(self.tournament.game, self.tournament.options, tags)

    def deal(self) -> tuple[list[int], list[int]]:
        state = self.play(self.tournament.setup, self.tournament.game.shuffled(self.tournament.setup, self.chance))
        return self.with_forfeits(state.scores())

    def match(self) -> tuple[list[int], list[int]]:
        """Deal after deal; the nth is shuffled alike at every seating, however the deals before it went."""
        game, setup = self.tournament.game, self.tournament.setup
        while not setup.over and setup.deal <= MOST_DEALS:
            state = self.play(setup, game.shuffled(setup, self.chance.fork(-setup.deal)))
            setup = game.after(setup, state)
        return self.with_forfeits(setup.standing, game.winners(setup))

    def play(self, setup: Setup, deck: list[Any]) -> State:
        if self.tournament.native:
            return self.play_natively(setup, deck)
        game = self.tournament.game
        state = self.record.start(setup, deck) if self.record else game.start(setup, deck)
        (first, _), *others = first_moments(state)
        self.tell(lambda seat, bot: bot.begin(first.view(seat)), "begin")
        for _, events in others:
            self.tell_events(events)
        while not state.is_over:
            self.move(state.waiting()[0], state)
        self.tell(lambda seat, bot: bot.finish(state.copy()), "finish")
        return state

    def move(self, seat: int, state: State) -> None:
        remark, before = "", state.copy() if state.is_timed else None
        try:
            if seat in self.out:
                raise SeatFailed
            action, events = self.ask(seat, state)
        except SeatFailed as out:
            remark = str(out)
            action = self.tournament.stand_in(state.view(seat), self.rng)
            events = state.apply(seat, action)
        if self.record:
            self.record.add(seat, action, remark)
        for told in in_moments(state, before, seat, action, events):
            self.tell_events(told)

    def play_natively(self, setup: Setup, deck: list[Any]) -> State:
        state = advisor_class(self.tournament.game)(setup)
        began = time.perf_counter()
        plays = run_table(state, deck, [self.tournament.styles[bot] for bot in self.row], self.rng)
        seconds = time.perf_counter() - began
        for bot in self.row:
            self.clocks[bot].add(seconds / len(self.row), round(plays / len(self.row)))
        return state

    def ask(self, seat: int, state: State) -> tuple[Action, list[Event]]:
        """A bot's answer, applied; or SeatFailed, if it has none that can be."""
        view, clock, answer = state.view(seat), self.clocks[self.row[seat]], None
        began = time.perf_counter()
        try:
            with self.watched(seat):
                bot = self.tournament.bot(self.row[seat], seat)
                answer = bot(view, self.rng)
            clock.add(time.perf_counter() - began)
            return answer, state.apply(seat, answer)
        except IllegalAction as error:
            raise SeatFailed(self.fail(seat, "illegal", f"{answer}: {error}")) from error
        except Exception as error:
            raise SeatFailed(self.fail(seat, *reason_of(error))) from error

    def tell_events(self, events: list[Event]) -> None:
        self.tell(lambda seat, bot: bot.see(seat, [event.to(seat) for event in events]), "see")

    def tell(self, message: Callable[[int, Bot], None], what: str) -> None:
        """Tell those who listen; a bot that cannot even listen is out."""
        for seat, number in enumerate(self.row):
            made = self.tournament.bots.get((number, seat))
            if seat in self.out or (made and not listens(made, what)):
                continue
            try:
                with self.watched(seat):
                    bot = self.tournament.bot(number, seat)
                    if listens(bot, what):
                        message(seat, bot)
            except Exception as error:
                self.fail(seat, *reason_of(error))

    @contextmanager
    def watched(self, seat: int) -> Generator[None]:
        """Somebody else's code runs in here: it may end this process, or never come back."""
        where = (self.deck, self.number, seat)
        if where in self.excluded:
            raise BotFailure(*self.excluded[where])
        if not is_file(self.tournament.plan.bots[self.row[seat]]):
            yield
            return
        self.mark(*where)
        try:
            with alarm(self.tournament.plan.timeout if self.tournament.interruptible else 0):
                yield
        except (TooLate, SystemExit, KeyboardInterrupt) as error:
            if isinstance(error, TooLate):
                raise BotFailure("timeout", f"no answer in {self.tournament.plan.timeout:g} s") from None
            raise BotFailure("crash", type(error).__name__) from None
        finally:
            self.mark(-1, -1, -1)

    def fail(self, seat: int, reason: str, detail: str) -> str:
        self.out.add(seat)
        self.failed.append(Failure(self.number, seat, reason, " ".join(detail.split())[:200]))
        self.tournament.dismiss(self.row[seat], seat)
        # How much chance a bot used before it failed may depend on the clock; what follows shall not.
        self.rng = self.chance.fork(-MOST_DEALS - len(self.failed))
        return f"{reason}: {detail}; a stand-in plays on"

    def with_forfeits(self, scores: Sequence[int], winners: Sequence[int] | None = None) -> tuple[list[int], list[int]]:
        """Scores and winners, with forfeits."""
        sides = self.tournament.schedule.sides
        return forfeits(
            scores, winners, {failure.seat for failure in self.failed}, sides, self.tournament.game.low_wins
        )


def forfeits(
    scores: Sequence[int], winners: Sequence[int] | None, failed: set[int], sides: Sequence[int], low_wins: bool
) -> tuple[list[int], list[int]]:
    """A side that failed gets the worst score at the table and cannot win; where there is only one other side, that
    one gets the best. The others keep what they have."""
    best, worst = (min(scores), max(scores)) if low_wins else (max(scores), min(scores))
    seats = range(len(scores))
    if not failed:
        return list(scores), list(winners) if winners else [seat for seat in seats if scores[seat] == best]
    out = {sides[seat] for seat in failed}
    others = [seat for seat in seats if sides[seat] not in out]
    duel = len(set(sides)) == 2
    final = [worst if sides[seat] in out else best if duel else scores[seat] for seat in seats]
    left = [seat for seat in winners or () if seat in others]
    top = (min if low_wins else max)((final[seat] for seat in others), default=0)
    return final, left or [seat for seat in others if final[seat] == top]


def listens(bot: Bot, what: str) -> bool:
    return getattr(type(bot), what) is not getattr(Bot, what)


def the_rules(plan: Plan) -> tuple[Game, Any]:
    name, _, options = plan.rules.partition(":")
    game = load(plan.game_file) if plan.game_file else find(name)
    return game, game.read_options(options)


def line(deck: int, scores: list[int], won: Any = None, failed: Any = None) -> str:
    """A deck as it stands in results.jsonl; `crc` is over the text before it."""
    body = f'{{"deck":{deck},"scores":{scores}'
    if won is not None or failed:
        import json

        body += f',"won":{won}' if won is not None else ""
        body += f',"failed":{json.dumps(failed)}' if failed else ""
    return f'{body},"crc":{crc32(body.encode())}}}'
