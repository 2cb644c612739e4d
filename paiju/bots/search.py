"""search: a bot for any game. It guesses the hidden cards again and again and plays the deal out with each candidate.

All moves are tried in the same guessed worlds and with the same luck, so what differs is the move. The roll-outs are
played by the game's rule-of-thumb style, which sees only what each seat sees: nobody in them plays as if all cards lay
open, the known fault of searches that solve every guessed world by itself. Moves that fall clearly behind are dropped,
and the search ends early when one is left.

Two things can be replaced: the styles that play the roll-outs, and what a position is worth. An evaluator of positions
ends the roll-outs after a number of moves and gets all positions reached in one call, as a neural net wants them.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from paiju.bots.native import STEADY, advisor_for, style_numbers
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.loops import payoffs, run_trials, run_trials_to
from paiju.core.state import State
from paiju.core.words import TRUTH, Action, as_action
from paiju.play import Bot

PIECE = 8  # worlds a work unit; each unit has a generator of its own, so the number of threads changes nothing
FIRST_LOOK = 16  # worlds before the first look at the standing; then at twice as many, and so on
CANDIDATES = 8  # more would share the worlds among moves that differ little
DOUBT = 1.0  # standard errors that another move must be ahead of the rule of thumb
CLEAR = 3.0  # standard errors behind the leader that make a move hopeless

# What unfinished deals (guesses: all cards lie open) are worth to a seat: points ahead of the others, as `payoffs`.
Evaluator = Callable[[list[State], int], Iterable[float]]


@dataclass(frozen=True)
class Candidate:
    """A candidate: what it is worth (points ahead of the others, on average) and how it compares with the best."""

    action: Action
    value: float
    margin: float  # half the 95 % interval of `value`
    cost: float  # how much less than the best choice
    cost_margin: float  # half the 95 % interval of `cost`, from the worlds both were tried in
    worlds: int

    def __str__(self) -> str:
        cost = f", {self.cost:.2f} ± {self.cost_margin:.2f} behind" if self.cost else ""
        return f"{self.action}: {self.value:+.2f} ± {self.margin:.2f}{cost} ({self.worlds} worlds)"


class Race:
    """Candidates and their values so far: row by row, one world each, for those still running."""

    def __init__(self, actions: Sequence[Action]):
        self.actions = list(actions)
        self.values: list[list[float]] = [[] for _ in actions]
        self.running = list(range(len(actions)))

    def moves(self) -> list[int]:
        return [int(self.actions[i]) for i in self.running]

    def add(self, rows: list[list[float]]) -> None:
        for i, column in zip(self.running, zip(*rows, strict=True), strict=True):
            self.values[i].extend(column)

    def leader(self) -> int:
        """The best so far; the earlier candidate wins a tie."""
        return max(self.running, key=lambda i: (mean(self.values[i]), -i))

    def best(self) -> int:
        """The leader, unless the rule-of-thumb move is about as good: of many estimates the best is the luckiest."""
        leader = self.leader()
        gap, error = paired(self.values[leader], self.values[0])
        return 0 if 0 in self.running and gap <= DOUBT * error else leader

    def drop_hopeless(self) -> None:
        best = self.leader()
        self.running = [i for i in self.running if i == best or not self.is_hopeless(i, best)]

    def is_hopeless(self, i: int, best: int) -> bool:
        gap, error = paired(self.values[best], self.values[i])
        return gap > CLEAR * error and len(self.values[i]) >= FIRST_LOOK

    def ranked(self) -> list[Candidate]:
        """All candidates, the best first."""
        best = self.best()
        found = []
        for i, values in enumerate(self.values):
            gap, error = paired(self.values[best], values)
            # A move that was dropped early may look better in its few worlds than the leader over all: it is not.
            margin, cost, cost_margin = 1.96 * spread(values), max(0.0, gap), 1.96 * error
            found.append(Candidate(self.actions[i], mean(values), margin, cost, cost_margin, len(values)))
        order = sorted(range(len(found)), key=lambda i: (i != best, -len(self.values[i]), found[i].cost, i))
        return [found[i] for i in order]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def spread(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    n = len(values)
    if n < 2:
        return math.inf if n else 0.0
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (n - 1) / n)


def paired(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """How far the first is ahead in the worlds both saw, and the standard error of that."""
    gaps = [x - y for x, y in zip(best, other, strict=False)]
    return mean(gaps), spread(gaps)


def candidates(
    player: State, seat: int, rng: Random, also: Sequence[Action] = (), most: int = CANDIDATES
) -> list[Action]:
    """The rule-of-thumb move first, then what the game thinks worth a look."""
    advice = player.advice(seat, STEADY, rng.fork(-1))
    return list(dict.fromkeys([advice, *also, *player.candidates(seat, most)]))[: most + len(also)]


def asked(view: State) -> int:
    """Whose answer is looked for: the viewer's, or on a full state that of the first who owes one."""
    seats = view.waiting()
    seat = seats[0] if seats and view.viewer == TRUTH else view.viewer
    if seat not in seats:
        raise ValueError("nobody is asked here: a view of a seat that owes an answer is needed, or a full state")
    return seat


def checked(view: State, seat: int, action: Action | str) -> Action:
    """An action that somebody wants looked at; refused if it is not legal."""
    view.check(seat, action)
    return as_action(action)


def explain(
    view: State,
    rng: Random,
    worlds: int = 100,
    ms: float = 0,
    also: Sequence[Action | str] = (),
    among: Sequence[Action | str] = (),
    styles: Sequence[str] = (),
    evaluate: Evaluator | None = None,
    depth: int = 0,
    pool: ThreadPoolExecutor | None = None,
) -> list[Candidate]:
    """The candidates of whoever is to move in a view, the best first, with what they are worth and how sure that is.

    The budget is a number of worlds, or milliseconds if `ms` is given; with worlds the generator's seed decides all.
    `also` are actions to look at in any case, `among` all there are to compare; text will do. `styles` names the native
    bots that play the roll-outs, one for all seats or one for each; without them all are steady. With `evaluate`,
    roll-outs end when `depth` moves have followed the candidate, and it values the deals that are not over by then.
    """
    if depth < 0 or (depth and evaluate is None):
        raise ValueError("a depth is a number of moves, after which `evaluate` values the positions")
    if ms < 0 or (not ms and worlds < 1):
        raise ValueError("a budget is needed: worlds from 1 on, or milliseconds")
    seat = asked(view)
    also, among = ([checked(view, seat, action) for action in actions] for actions in (also, among))
    player = advisor_for(view)
    numbers = style_numbers(view.setup, styles)
    rng = rng.fork(rng.below(1 << 30))  # one draw a decision: the next one dreams other worlds
    race = Race(among or candidates(player, seat, rng, also))
    if len(race.actions) == 1:
        return [Candidate(race.actions[0], 0.0, 0.0, 0.0, 0.0, 0)]
    spread_out = pool.map if pool else map
    piece = 0
    for more in clocked(ms / 1000) if ms else counted(worlds):
        moves = race.moves()
        sizes = [min(PIECE, more - start) for start in range(0, more, PIECE)]
        jobs = [(player, moves, numbers, rng.fork(piece + i), size) for i, size in enumerate(sizes)]
        piece += len(jobs)
        if evaluate is None:
            parts = spread_out(lambda job: run_trials(*job), jobs)
            race.add([row for rows in parts for row in rows])
        else:
            parts = spread_out(lambda job: run_trials_to(depth, *job), jobs)
            race.add(valued([row for rows in parts for row in rows], seat, evaluate))
        race.drop_hopeless()
        if len(race.running) == 1:
            break
    return race.ranked()


def worlds_of(
    view: State, actions: Sequence[Action], worlds: int, rng: Random
) -> list[tuple[State, tuple[float, ...]]]:
    """Some worlds that agree with a view, each as it lies before the move, and what the actions lead to in it."""
    seat, player = asked(view), advisor_for(view)
    numbers, moves = style_numbers(view.setup, ()), [int(action) for action in actions]
    found: list[tuple[State, tuple[float, ...]]] = []
    for number in range(worlds):
        world = player.guess(rng.fork(number))
        (row,) = run_trials(world, moves, numbers, rng.fork(number), 1, seat)
        found.append((world, tuple(row)))
    return found


def valued(rows: list[list[State]], seat: int, evaluate: Evaluator) -> list[list[float]]:
    """Positions valued for a seat: finished deals by their payoff, all others by one call of the evaluator."""
    unfinished = [state for row in rows for state in row if not state.is_over]
    values = [float(value) for value in evaluate(unfinished, seat)] if unfinished else []
    if len(values) != len(unfinished):
        raise ValueError(f"evaluate gave {len(values)} values for {len(unfinished)} positions")
    if not all(map(math.isfinite, values)):
        raise ValueError("evaluate gave a value that is not a finite number")
    given = iter(values)
    return [[payoffs(state)[seat] if state.is_over else next(given) for state in row] for row in rows]


def counted(worlds: int) -> Iterator[int]:
    """Worlds to try before each look at the standing."""
    done = 0
    while done < worlds:
        more = min(done or FIRST_LOOK, worlds - done)
        yield more
        done += more


def clocked(seconds: float) -> Iterator[int]:
    """The same until the time is up, judged by how long the worlds so far took."""
    began = time.perf_counter()
    more, done = 2, 0
    while more > 0:
        yield more
        done += more
        took = time.perf_counter() - began
        more = min(done, int(done * (0.95 * seconds - took) / took))


class Search(Bot):
    version = "1"

    def __init__(
        self,
        name: str,
        worlds: int = 100,
        ms: float = 0,
        threads: int = 1,
        styles: Sequence[str] = (),
        evaluate: Evaluator | None = None,
        depth: int = 0,
    ):
        self.name = name
        self.settings: dict[str, Any] = {
            "worlds": worlds, "ms": ms, "styles": styles, "evaluate": evaluate, "depth": depth
        }  # fmt: skip
        threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __call__(self, view: State, rng: Random) -> Action:
        return self.explain(view, rng)[0].action

    def explain(
        self, view: State, rng: Random, also: Sequence[Action | str] = (), among: Sequence[Action | str] = ()
    ) -> list[Candidate]:
        return explain(view, rng, also=also, among=among, pool=self.pool, **self.settings)

    def close(self) -> None:
        if self.pool:
            self.pool.shutdown()


def make(game: Game, text: str, maker: Any, ms: int, worlds: int, threads: int) -> Search:
    return Search(text, worlds, ms, threads)
