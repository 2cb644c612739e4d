"""What the results say: sums that can be added in any order, and the figures drawn from them.

All sums are of whole numbers, so they are exact: a run cut into any parts ends with the same table to the last digit.
The deck is the unit: its deals share their cards, so a bot's result on a deck is one observation, never several.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from paiju.arena.schedule import Schedule

WIN = 60  # a win in parts that two to six winners can share
RATED = 5000  # decks the ratings are computed from: the first ones, one by one
Z95 = 1.959964
SURE = 16  # decks before a sequential test may stop: fewer say nothing about the spread


@dataclass
class Sums:
    """Of one figure: how many decks, their sum and sum of squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    def join(self, other: Sums) -> None:
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def estimate(self, scale: int = 1) -> Estimate:
        """The mean of value/scale with its 95 % interval."""
        if not self.n:
            return Estimate(math.nan, math.nan)
        mean = self.total / (self.n * scale)
        if self.n < 2:
            return Estimate(mean, math.nan)
        spread = self.n * self.squares - self.total * self.total  # exact, and never negative
        error = math.sqrt(spread / (self.n * self.n * (self.n - 1))) / scale
        return Estimate(mean, student(self.n - 1) * error)


@dataclass(frozen=True)
class Estimate:
    mean: float
    margin: float  # half the width of the 95 % interval


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: few decks deserve wider intervals (Cornish-Fisher; good to 1 % from 3 on)."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}
    if freedom in exact:
        return exact[freedom]
    z, v = Z95, freedom
    return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)


@dataclass
class BotPair:
    """Two bots that met: the first's lead over the second, deck by deck."""

    lead: Sums = field(default_factory=Sums)
    won: int = 0
    tied: int = 0
    lost: int = 0

    def add(self, lead: int) -> None:
        self.lead.add(lead)
        if lead > 0:
            self.won += 1
        elif lead < 0:
            self.lost += 1
        else:
            self.tied += 1

    def join(self, other: BotPair) -> None:
        self.lead.join(other.lead)
        self.won += other.won
        self.tied += other.tied
        self.lost += other.lost


# The scores at some places of a deck: itemgetter returns a bare value for one place, a tuple for several.
Chosen = Callable[[list[int]], int | tuple[int, ...]]


class Totals:
    """The sums of a run, or of a part of one."""

    def __init__(self, schedule: Schedule, low_wins: bool, sequential: bool = False):
        self.schedule = schedule
        self.low_wins = low_wins
        self.decks = 0
        self.scores = [Sums() for _ in range(schedule.bots)]
        self.wins = [Sums() for _ in range(schedule.bots)]
        self.pairs = {pair: BotPair() for pair in schedule.pairs()}
        self.failures: list[Counter[str]] = [Counter() for _ in range(schedule.bots)]  # deals, by reason
        self.examples: dict[tuple[int, str], tuple[Any, ...]] = {}  # bot, reason: deck, deal, detail
        self.early: dict[int, list[int]] = {}  # the scores of the first decks, for ratings
        self.leads: dict[int, int] | None = {} if sequential else None  # of the first pair, deck by deck
        self.prepare()

    def prepare(self) -> None:
        schedule = self.schedule
        self.of_bot: list[Chosen] = [itemgetter(*schedule.places(bot)) for bot in range(schedule.bots)]
        # Two that sit together in all their deals need no second look at the scores.
        self.of_pair: list[tuple[tuple[int, int], Chosen | None, Chosen | None]] = [
            ((a, b), None, None)
            if schedule.places(a, b) == schedule.places(a) and schedule.places(b, a) == schedule.places(b)
            else ((a, b), itemgetter(*schedule.places(a, b)), itemgetter(*schedule.places(b, a)))
            for a, b in self.pairs
        ]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("of_bot", "of_pair")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.prepare()

    def add(
        self,
        deck: int,
        scores: list[int],
        won: Sequence[Sequence[int]] | None = None,
        failed: Iterable[Sequence[Any]] = (),
    ) -> None:
        """One deck: the scores of its deals end to end, who won each (by default who scored best), who failed."""
        self.decks += 1
        made = [total(places(scores)) for places in self.of_bot]
        for sums, points in zip(self.scores, made, strict=True):
            sums.add(points)
        shares = [0] * self.schedule.bots
        seats, best = self.schedule.seats, min if self.low_wins else max
        for deal, row in enumerate(self.schedule.deals):
            if won is None:
                part = scores[deal * seats : (deal + 1) * seats]
                top = best(part)
                share = WIN // part.count(top)
                for bot, score in zip(row, part, strict=True):
                    if score == top:
                        shares[bot] += share
            elif won[deal]:
                for seat in won[deal]:
                    shares[row[seat]] += WIN // len(won[deal])
        for sums, share in zip(self.wins, shares, strict=True):
            sums.add(share)
        lead = 0
        for key, first, second in self.of_pair:
            if first is None or second is None:
                lead = made[key[0]] - made[key[1]]
            else:
                lead = total(first(scores)) - total(second(scores))
            lead = -lead if self.low_wins else lead
            self.pairs[key].add(lead)
        if self.leads is not None:
            self.leads[deck] = lead
        seen: set[tuple[int, int]] = set()
        for deal, seat, reason, *detail in failed:  # a bot fails once a deal, however many of its seats do
            bot = self.schedule.deals[int(deal)][int(seat)]
            if (deal, bot) not in seen:
                seen.add((deal, bot))
                self.failures[bot][reason] += 1
                self.keep_example(bot, reason, (deck, deal, *detail))
        if deck < RATED:
            self.early[deck] = scores

    def keep_example(self, bot: int, reason: str, found: tuple[Any, ...]) -> None:
        """The first deck is the example, whoever played it and when."""
        self.examples[bot, reason] = min(self.examples.get((bot, reason), found), found)

    def join(self, other: Totals) -> None:
        self.decks += other.decks
        for mine, theirs in zip(self.scores + self.wins, other.scores + other.wins, strict=True):
            mine.join(theirs)
        for key, pair in self.pairs.items():
            pair.join(other.pairs[key])
        for mine, theirs in zip(self.failures, other.failures, strict=True):
            mine.update(theirs)
        for (bot, reason), found in other.examples.items():
            self.keep_example(bot, reason, found)
        self.early |= other.early
        if self.leads is not None and other.leads is not None:
            self.leads |= other.leads

    # ---- figures ----

    def score(self, bot: int) -> Estimate:
        """Points a deal."""
        return self.scores[bot].estimate(len(self.schedule.places(bot)))

    def win_rate(self, bot: int) -> Estimate:
        """The share of the deals it sat in that it won; ties are shared."""
        return self.wins[bot].estimate(WIN * sum(bot in row for row in self.schedule.deals))

    def lead(self, a: int, b: int) -> Estimate:
        """How many points a deal a is better than b; positive is better in every game."""
        sign = 1 if (a, b) in self.pairs else -1
        key = (a, b) if sign > 0 else (b, a)
        found = self.pairs[key].lead.estimate(len(self.schedule.places(*key)))
        return Estimate(sign * found.mean, found.margin)

    def met(self, a: int, b: int) -> tuple[int, int, int] | None:
        """Decks on which a did better than b, as well, worse."""
        if (a, b) in self.pairs:
            pair = self.pairs[a, b]
            return pair.won, pair.tied, pair.lost
        if (b, a) in self.pairs:
            pair = self.pairs[b, a]
            return pair.lost, pair.tied, pair.won
        return None

    def order(self) -> list[int]:
        """The bots, best first."""
        sign = 1 if self.low_wins else -1
        return sorted(
            range(self.schedule.bots), key=lambda bot: (sign * self.scores[bot].total * per(self.schedule, bot), bot)
        )


def per(schedule: Schedule, bot: int) -> float:
    return 1 / len(schedule.places(bot))


def total(found: int | tuple[int, ...]) -> int:
    return sum(found) if isinstance(found, tuple) else found


@dataclass(frozen=True)
class Rating:
    mu: float
    sigma: float


def ratings(totals: Totals) -> list[Rating] | None:
    """Plackett-Luce ratings (openskill) of the first decks in order: each deck ranks the bots that met at a table.
    None without openskill."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    schedule = totals.schedule
    model = PlackettLuce()
    found = [model.rating() for _ in range(schedule.bots)]
    tables = {frozenset(row): None for row in schedule.deals}
    where = [
        [(bot, [place for place in schedule.places(bot) if frozenset(schedule.deals[place // schedule.seats]) == table])
         for bot in sorted(table)]
        for table in tables
    ]  # fmt: skip
    sign = 1 if totals.low_wins else -1
    for deck in sorted(totals.early):
        scores = totals.early[deck]
        for table in where:
            marks = [float(sign * sum(scores[place] for place in places)) for _, places in table]
            rated = model.rate([[found[bot]] for bot, _ in table], ranks=marks)
            for (bot, _), team in zip(table, rated, strict=True):
                found[bot] = team[0]
    return [Rating(rating.mu, rating.sigma) for rating in found]


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test in its generalised form: is the first bot `high` points a deal better than the second, or
    only `low`? Stops when the log likelihood ratio leaves its bounds; `alpha` and `beta` bound the two errors."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, n: int, total: float, squares: float) -> float:
        """The log likelihood ratio of `high` over `low`, the spread estimated from the decks.

        The distance between the hypotheses is added once to the squares: opponents so unequal that all decks
        end alike would have no spread, and the test would never end.
        """
        if not n:
            return 0.0
        mean, gap = total / n, self.high - self.low
        spread = (max(0.0, squares - total * mean) + gap * gap) / n
        return n * gap * (2 * mean - self.low - self.high) / (2 * spread)


@dataclass(frozen=True)
class SprtStatus:
    decks: int  # walked so far; where decided, no deck behind them counts
    ratio: float
    decision: str  # "high", "low" or not yet


class SprtRun:
    """A sequential test on its way through the decks, in order, up to one that is missing or decides."""

    def __init__(self, test: Sprt, scale: int):
        self.test = test
        self.scale = scale
        self.deck = self.total = self.squares = 0
        self.ratio, self.decision = 0.0, ""

    def on(self, leads: dict[int, int]) -> SprtStatus:
        lower, upper = self.test.bounds()
        while self.deck in leads and not self.decision:
            self.total += leads[self.deck]
            self.squares += leads[self.deck] ** 2
            self.deck += 1
            self.ratio = self.test.ratio(self.deck, self.total / self.scale, self.squares / self.scale**2)
            if self.deck >= SURE and not lower < self.ratio < upper:
                self.decision = "high" if self.ratio >= upper else "low"
        return SprtStatus(self.deck, self.ratio, self.decision)
