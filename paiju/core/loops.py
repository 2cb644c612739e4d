"""The loops that matter, native and without the interpreter's lock: random deals, roll-outs, steps of a batch.

A call from Python for each card costs more than the rules do, so callers hand over the whole loop. Threads then run
side by side; results depend on the seed only, never on the number of threads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import index
from threading import Event, Lock
from typing import Any

from paiju.core import bits, pointers
from paiju.core.bits import Face, Move, Seat
from paiju.core.chance import Random
from paiju.core.state import State

GUESSES = 8  # how often an implausible world is guessed again before it is taken after all
NO_LIMIT = 1 << 62  # moves
CHUNK = 500  # deals a work unit; each has a generator of its own, so any number of threads gives the same sums
MOST = 1_000_000  # rounds of one native loop: it hears no Ctrl-C before it ends
MOST_THREADS = 256


class Tally:
    """Sums over deals that can be added up: deals and plays, and the scores and their squares by seat."""

    def __init__(self):
        self.deals: int = 0
        self.plays: int = 0
        self.total: list[float] = [0.0] * 6
        self.squares: list[float] = [0.0] * 6

    def add(self, state: State) -> None:
        state.settle()
        self.deals += 1
        for seat in range(state.seats):
            score = state.score[seat]  # a float where compiled: some games score more than the root of a C int
            self.total[seat] = self.total[seat] + score
            self.squares[seat] = self.squares[seat] + score * score

    def count(self, state: State, plays: int) -> None:
        """Add a finished deal and how many moves it took."""
        expect(state, State)
        if not state.is_over or plays < 0:
            raise ValueError("only a finished deal can be counted, with the number of moves it took")
        self.plays += plays
        self.add(state)
        state.complain()

    def join(self, other: Tally) -> None:
        """Add another's sums to this one's."""
        expect(other, Tally)
        add_tally(self, other)

    def mean(self, seat: Seat) -> float:
        total = self.total[checked_seat(seat)]
        return total / self.deals if self.deals else 0.0

    def deviation(self, seat: Seat) -> float:
        """The standard deviation of one deal's score."""
        if self.deals < 2:
            return math.nan
        mean = self.mean(seat)
        return math.sqrt(max(0.0, (self.squares[checked_seat(seat)] - self.deals * mean * mean) / (self.deals - 1)))

    def margin(self, seat: Seat) -> float:
        """Half the width of the mean's 95 % interval."""
        return 1.96 * self.deviation(seat) / math.sqrt(self.deals) if self.deals else math.nan

    def __reduce__(self) -> tuple[Any, ...]:
        return tally_of, (self.deals, self.plays, tuple(self.total), tuple(self.squares))


def tally_of(deals: int, plays: int, total: tuple[float, ...], squares: tuple[float, ...]) -> Tally:
    """A tally from its parts, for pickle."""
    found = Tally()
    found.deals = deals
    found.plays = plays
    for seat in range(6):
        found.total[seat] = total[seat]
        found.squares[seat] = squares[seat]
    return found


def add_tally(to: Tally, other: Tally) -> None:
    to.deals += other.deals
    to.plays += other.plays
    for seat in range(6):
        to.total[seat] = to.total[seat] + other.total[seat]
        to.squares[seat] = to.squares[seat] + other.squares[seat]


# What comes from Python is looked over here: the loops below trust it.


def expect(value: object, kind: type) -> None:
    """Refuse anything but a `kind`: where a native type is declared None would pass, and crash."""
    if not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is needed, not {type(value).__name__}")


def checked_seat(seat: Seat) -> Seat:
    if not 0 <= seat < 6:
        raise IndexError(f"there is no seat {seat}")
    return seat


def whole_numbers(values: Iterable[Any]) -> list[int]:
    """Numbers that are looked over now and used later: whatever stands for one is asked just once."""
    return [int(index(value)) for value in values]


def read_styles(styles: Iterable[Any], seats: int, six: list[int]) -> None:
    """A style for each seat, looked over and put into native numbers."""
    numbers = whole_numbers(styles)
    if len(numbers) < seats or min(numbers) < 0:
        raise ValueError(f"a style for each of the {seats} seats is needed, and styles count from 0")
    for seat in range(seats):
        six[seat] = numbers[seat]


def private(state: State) -> State:
    """A copy to work on without the lock, when another thread may do anything to the state."""
    expect(state, State)
    return state.twin()


def checked_number(n: int) -> int:
    if not 0 <= n <= MOST:
        raise ValueError(f"0 to {MOST} rounds can be asked for at once, not {n}")
    return n


def expect_question(state: State) -> None:
    """Refuse a state that is neither full nor a view, or whose next move no seat can make (as while a step unfolds)."""
    expect(state, State)
    if state.viewer == bits.TRUTH and (not state.is_full() or state.actors >> state.seats):
        raise ValueError("this deal cannot be played on: cards are hidden, or nobody at the table owes an answer")


def play_in_style(state: State, styles: Sequence[int], most: int, rng: Random) -> int:
    """Play on for so many moves at most, each seat in its style; how many there were."""
    plays = 0
    while state.actors and plays < most:
        seat = bits.lowest(state.actors)
        state.do(seat, state.advise(seat, styles[seat], rng))
        plays += 1
    return plays


def finish_in_style(state: State, styles: Sequence[int], rng: Random) -> int:
    return play_in_style(state, styles, NO_LIMIT, rng)


def imagine(start: State, world: State, seat: Seat, rng: Random) -> None:
    """Make `world` a plausible guess of what lies behind a view; of a full state, a copy."""
    world.load(start)
    if start.viewer != bits.TRUTH:
        world.fill(rng)
        for _ in range(GUESSES):
            if world.plausible(seat, rng):
                break
            world.load(start)
            world.fill(rng)


def trials(
    start: State,
    world: State,
    work: State,
    moves: Sequence[Move],
    k: int,
    styles: Sequence[int],
    rng: Random,
    n: int,
    values: list[float],
    seat: Seat,
) -> None:
    """In n worlds, every move tried and played to the end: common deals and common luck, so that moves compare."""
    for i in range(n):
        imagine(start, world, seat, rng)
        luck = rng.next()
        rest = rng.state
        for j in range(k):
            rng.state = luck
            work.load(world)
            work.do(seat, pointers.move_at(moves, j))
            finish_in_style(work, styles, rng)
            pointers.write(values, i * k + j, work.payoff(seat))
        rng.state = rest
        if world.error is not None or work.error is not None:
            return


def seatings(
    state: State, deck: bytearray, fresh: bytes, notes: Sequence[int], n: int, m: int, rng: Random, values: list[float]
) -> int:
    """n decks, each shuffled anew and played m times, by m rows of styles; how many moves that took.

    `notes` are m + 1 seeds for each deck, then the styles row by row.
    """
    plays = 0
    styles = n * (m + 1)
    six = [0] * 6
    for i in range(n):
        for j in range(state.deck_size):
            deck[j] = fresh[j]
        rng.state = pointers.move_at(notes, i * (m + 1))
        rng.mix(deck, state.deck_size)
        for k in range(m):
            for seat in range(state.seats):
                six[seat] = pointers.move_at(notes, styles + k * state.seats + seat)
            rng.state = pointers.move_at(notes, i * (m + 1) + k + 1)
            state.begin(deck)
            plays += finish_in_style(state, six, rng)
            if state.error is not None:
                return plays
            state.settle()
            for seat in range(state.seats):
                pointers.write(values, (i * m + k) * state.seats + seat, state.score[seat])
    return plays


def deals(state: State, deck: bytearray, rng: Random, n: int, tally: Tally) -> None:
    for _ in range(n):
        rng.mix(deck, state.deck_size)
        state.begin(deck)
        tally.plays += state.play_out(rng)
        if state.error is not None:
            return
        tally.add(state)


def rolls(start: State, state: State, rng: Random, n: int, guessing: bool, tally: Tally) -> None:
    for _ in range(n):
        state.load(start)
        if guessing:
            state.fill(rng)
        tally.plays += state.play_out(rng)
        if state.error is not None:
            return
        tally.add(state)


def steps(states: Sequence[State], moves: Sequence[Move], n: int) -> int:
    """Each state makes its move; the number of the first one that cannot, or -1."""
    for i in range(n):
        actors = pointers.actors_at(states, i)
        if actors and not pointers.attempt_at(states, i, bits.lowest(actors), moves[i]):
            return i
    return -1


def first_unfit(states: Sequence[State], n: int) -> int:
    """The number of the first state that cannot be played on, or -1."""
    for i in range(n):
        if not pointers.is_fit_at(states, i):
            return i
    return -1


def random_steps(states: Sequence[State], n: int, many: int, rng: Random) -> int:
    made = 0
    before = -1
    for _ in range(many):
        if made == before:
            break  # all the deals are over
        before = made
        for i in range(n):
            if pointers.actors_at(states, i):
                seat = bits.lowest(pointers.actors_at(states, i))
                pointers.do_at(states, i, seat, pointers.random_move_at(states, i, seat, rng))
                made += 1
    return made


def run_deals(state: State, deck: Sequence[Face], rng: Random, n: int) -> Tally:
    """n random deals of a state's setup, the deck shuffled anew for each, without the interpreter's lock."""
    expect(state, State)
    expect(rng, Random)
    checked_number(n)
    cards = bytearray(state.checked_deck(deck))
    tally = Tally()
    work = private(state)
    raw = cards
    ticket = bits.release_lock()
    deals(work, raw, rng, n, tally)
    bits.acquire_lock(ticket)
    work.complain()
    state.load(work)
    return tally


def run_rolls(start: State, rng: Random, n: int) -> Tally:
    """n random endings of a state; of a view, each from a fresh guess."""
    expect_question(start)
    expect(rng, Random)
    checked_number(n)
    tally = Tally()
    start = private(start)
    work = private(start)
    guessing = start.viewer != bits.TRUTH
    ticket = bits.release_lock()
    rolls(start, work, rng, n, guessing, tally)
    bits.acquire_lock(ticket)
    work.complain()
    return tally


def payoffs(state: State) -> list[float]:
    """What a finished deal is worth to each seat, in the points that search compares moves by."""
    expect(state, State)
    if state.actors:
        raise ValueError("the deal is not over")
    return [state.payoff(seat) for seat in range(state.seats)]


def run_table(state: State, deck: Sequence[Face], styles: Sequence[int], rng: Random) -> int:
    """One deal of this deck, each seat in its native style; how many moves were made. The scores are in the state."""
    expect(state, State)
    expect(rng, Random)
    six = [0] * 6
    read_styles(styles, state.seats, six)
    cards = state.checked_deck(deck)
    work = private(state)
    raw = cards
    ticket = bits.release_lock()
    work.begin(raw)
    plays = finish_in_style(work, six, rng)
    work.settle()
    bits.acquire_lock(ticket)
    work.complain()
    state.load(work)
    return plays


def run_seatings(state: State, cards: Sequence[Face], seeds: list[int], rows: list[Any]) -> tuple[int, list[list[int]]]:
    """Duplicate deals: every deck played once by each of the rows of styles, one style a seat.

    `cards` is the deck before the shuffle, `seeds` has for each deck that of its shuffle and then one for each row.
    Returns how many moves were made and, for each deck, the scores of its deals one after another.
    """
    expect(state, State)
    fresh = state.checked_deck(cards)
    rows = [whole_numbers(row) for row in rows]
    work = private(state)
    m = len(rows)
    n = len(seeds) // (m + 1)
    width = m * state.seats
    if {len(row) for row in rows} - {state.seats}:
        raise ValueError(f"a row has a style for each of the {state.seats} seats")
    deck = bytearray(fresh)
    raw = deck
    raw_fresh = fresh
    notes = pointers.note([*seeds[: n * (m + 1)], *[style for row in rows for style in row]])
    try:
        values = pointers.numbers(n * width)
    except BaseException:
        pointers.forget(notes)
        raise
    rng = Random(0)
    ticket = bits.release_lock()
    plays = seatings(work, raw, raw_fresh, notes, n, m, rng, values)
    bits.acquire_lock(ticket)
    scores = [pointers.whole(values, i * width, (i + 1) * width) for i in range(n)]
    pointers.forget(notes)
    pointers.forget(values)
    work.complain()
    state.load(work)
    return plays, scores


def check_trial(start: State, moves: list[Move], rng: Random, n: int, seat: Seat) -> Seat:
    """The seat that moves in trials. Refuses trials that cannot be made: wrong types, nobody to move, illegal moves."""
    expect_question(start)
    expect(rng, Random)
    checked_number(n)
    if seat < 0 and start.actors:
        seat = mover(start)
    if seat < 0 or not start.actors >> seat & 1:
        raise ValueError("nobody is to move here whose moves could be tried")
    for i, move in enumerate(moves):
        if not start.allows(seat, move):
            raise ValueError(f"move {i} of those to be tried is not legal for seat {seat}")
    return seat


def mover(state: State) -> int:
    """The seat that moves in trials: the viewer, or on a full state the first who owes an answer."""
    return bits.lowest(state.actors) if state.viewer == bits.TRUTH else state.viewer


def run_trials(
    start: State, moves: list[Move], styles: list[int], rng: Random, n: int, seat: Seat = -1
) -> list[list[float]]:
    """What each of the moves is worth to whoever is to move, in n worlds that agree with a view: n rows of values.

    Every world is played to the end, each seat in its style. On a full state where several owe an answer `seat` says
    whose moves they are; without it they are those of the first.
    """
    expect(start, State)
    six = [0] * 6
    read_styles(styles, start.seats, six)
    moves = whole_numbers(moves)
    seat = check_trial(start, moves, rng, n, seat)
    k = len(moves)
    start = private(start)
    world = private(start)
    work = private(start)
    notes = pointers.note(moves)
    try:
        values = pointers.numbers(n * k)
    except BaseException:
        pointers.forget(notes)
        raise
    ticket = bits.release_lock()
    trials(start, world, work, notes, k, six, rng, n, values, seat)
    bits.acquire_lock(ticket)
    rows = pointers.listed(values, n * k)
    pointers.forget(notes)
    pointers.forget(values)
    world.complain()
    work.complain()
    return [rows[i * k : i * k + k] for i in range(n)]


def run_trials_to(
    depth: int, start: State, moves: list[Move], styles: list[int], rng: Random, n: int
) -> list[list[State]]:
    """The same trials cut off when so many moves have followed: the positions reached, n rows of them."""
    expect(start, State)
    six = [0] * 6
    read_styles(styles, start.seats, six)
    moves = whole_numbers(moves)
    seat = check_trial(start, moves, rng, n, -1)
    start = private(start)
    world = private(start)
    rows: list[list[State]] = []
    for _ in range(n):
        imagine(start, world, seat, rng)
        world.complain()
        luck = rng.next()
        rest = rng.state
        row: list[State] = []
        for move in moves:
            rng.state = luck
            work = private(world)
            packed = move
            ticket = bits.release_lock()
            work.do(seat, packed)
            play_in_style(work, six, depth, rng)
            bits.acquire_lock(ticket)
            work.complain()
            row.append(work)
        rng.state = rest
        rows.append(row)
    return rows


def step_batch(states: list[Any], moves: list[Any]) -> None:
    """In each state the first seat that owes an answer makes its move; finished states are passed over.

    A move that is not legal is refused, and those after it are not made.
    """
    if len(states) != len(moves):
        raise ValueError(f"{len(states)} states but {len(moves)} moves")
    states = list(states)  # our own, so that nobody can let a state go meanwhile
    items = pointers.point(states)
    try:
        notes = pointers.note(moves)
    except BaseException:
        pointers.forget(items)
        raise
    stuck = steps(items, notes, len(states))  # keeps the lock: another thread might play on the same states
    pointers.forget(items)
    pointers.forget(notes)
    complain_of(states)
    if stuck >= 0:
        raise ValueError(f"move {stuck} is not legal in its state")


def random_batch(states: list[Any], many: int, rng: Random) -> int:
    """`many` random steps in each of the states; how many moves were made."""
    expect(rng, Random)
    checked_number(many)
    states = list(states)
    items = pointers.point(states)
    stuck = first_unfit(items, len(states))
    made = random_steps(items, len(states), many, rng) if stuck < 0 else 0  # with the lock, as in step_batch
    pointers.forget(items)
    complain_of(states)
    if stuck >= 0:
        expect_question(states[stuck])
        raise ValueError("a view cannot be played on: only full states can")
    return made


def complain_of(states: Sequence[State]) -> None:
    """Raise the first error that was kept in one of the states."""
    for state in states:
        if state.error is not None:  # a look costs a tenth of a call, and a batch of one step each has many
            state.complain()


def random_deals(
    setup: Any, n: int, seed: int = 0, threads: int = 1, progress: Callable[[Tally], None] | None = None
) -> Tally:
    """n random deals from a setup, on any number of threads (0: all cores)."""
    setup.game.check_setup(setup)
    cards = bytes(setup.game.cards(setup))
    return in_chunks(
        n,
        seed,
        threads,
        lambda: setup.game.State(setup),
        lambda state, rng, k: run_deals(state, cards, rng, k),
        progress,
    )


def roll_outs(state: State, n: int, seed: int = 0, threads: int = 1) -> Tally:
    """n random endings of a state (of a view: of guesses), on any number of threads (0: all cores)."""
    expect_question(state)
    return in_chunks(n, seed, threads, state.copy, lambda start, rng, k: run_rolls(start, rng, k), None)


def in_chunks(
    n: int,
    seed: int,
    threads: int,
    make: Callable[[], State],
    run: Callable[[State, Random, int], Tally],
    progress: Callable[[Tally], None] | None,
) -> Tally:
    """Cut n into chunks with a generator each and let threads take them in turn; sums do not depend on the order."""
    if n < 0 or threads < 0:
        raise ValueError(f"{n} deals on {threads} threads: neither can be less than none")
    source, total = Random(seed), Tally()
    numbers = iter(range(-(-n // CHUNK)))
    lock, stopped = Lock(), Event()

    def work() -> None:
        state = make()
        while not stopped.is_set():
            with lock:
                number = next(numbers, -1)
            if number < 0:
                return
            part = run(state, source.fork(number), min(CHUNK, n - number * CHUNK))
            with lock:
                total.join(part)
                if progress:
                    progress(total)

    threads = min(threads or os.cpu_count() or 1, -(-n // CHUNK) or 1, MOST_THREADS)
    if threads == 1:
        work()
        return total
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work) for _ in range(threads)]
        try:
            for job in jobs:
                job.result()
        finally:
            stopped.set()  # after an error or Ctrl-C the other threads end with the chunk they are at
    return total
