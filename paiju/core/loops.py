"""The loops that matter, native and without the interpreter's lock: random deals, roll-outs, steps of a batch.

A call from Python for each card costs more than the rules do, so callers hand over the whole loop. Threads then run
side by side; results depend on the seed only, never on the number of threads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

from paiju.core import bits, pointers
from paiju.core.chance import Random

GUESSES = 8  # how often an implausible world is guessed again before it is taken after all
NO_LIMIT = 1 << 62  # moves
CHUNK = 500  # deals a work unit; each has a generator of its own, so any number of threads gives the same sums


class Tally:
    """Sums of scores by seat that can be added up: deals, plays, totals and squares."""

    def __init__(self):
        self.deals = 0
        self.plays = 0
        self.total = [0.0] * 6
        self.squares = [0.0] * 6

    def add(self, state):
        state.settle()
        self.deals += 1
        for seat in range(state.seats):
            score = state.score[seat]  # a float where compiled: some games score more than the root of a C int
            self.total[seat] = self.total[seat] + score
            self.squares[seat] = self.squares[seat] + score * score

    def count(self, state, plays):
        """Add a finished deal, from Python."""
        self.add(state)
        self.plays += plays

    def join(self, other):
        """Add another tally's sums to this one."""
        add_tally(self, other)

    def mean(self, seat: int) -> float:
        return self.total[seat] / self.deals if self.deals else 0.0

    def deviation(self, seat: int) -> float:
        """The standard deviation of one deal's score."""
        if self.deals < 2:
            return math.nan
        mean = self.total[seat] / self.deals
        return math.sqrt(max(0.0, (self.squares[seat] - self.deals * mean * mean) / (self.deals - 1)))

    def margin(self, seat: int) -> float:
        """Half the width of the mean's 95 % interval."""
        return 1.96 * self.deviation(seat) / math.sqrt(self.deals) if self.deals else math.nan


def add_tally(to, other):
    to.deals += other.deals
    to.plays += other.plays
    for seat in range(6):
        to.total[seat] = to.total[seat] + other.total[seat]
        to.squares[seat] = to.squares[seat] + other.squares[seat]


def play_in_style(state, styles, most, rng):
    """Play on for so many moves at most, each seat in its style; how many there were."""
    plays = 0
    while state.actors and plays < most:
        seat = bits.lowest(state.actors)
        state.do(seat, state.advise(seat, styles[seat], rng))
        plays += 1
    return plays


def finish_in_style(state, styles, rng):
    return play_in_style(state, styles, NO_LIMIT, rng)


def imagine(start, world, seat, rng):
    """Make `world` a plausible guess of what lies behind a view; of a full state, a copy."""
    world.load(start)
    if start.viewer != bits.TRUTH:
        world.fill(rng)
        for again in range(GUESSES):
            if world.plausible(seat, rng):
                break
            world.load(start)
            world.fill(rng)


def trials(start, world, work, moves, k, styles, rng, n, values):
    """In n worlds, every move tried and played to the end: common deals and common luck, so that moves compare."""
    seat = mover(start)
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


def seatings(state, deck, fresh, seeds, styles, n, m, rng, values):
    """n decks, each shuffled anew and played m times, by m rows of styles; how many moves that took."""
    plays = 0
    six = [0] * 6
    for i in range(n):
        for j in range(state.deck_size):
            deck[j] = fresh[j]
        rng.state = pointers.move_at(seeds, i * (m + 1))
        rng.mix(deck, state.deck_size)
        for k in range(m):
            for seat in range(state.seats):
                six[seat] = pointers.move_at(styles, k * state.seats + seat)
            rng.state = pointers.move_at(seeds, i * (m + 1) + k + 1)
            state.begin(deck)
            plays += finish_in_style(state, six, rng)
            if state.error is not None:
                return plays
            state.settle()
            for seat in range(state.seats):
                pointers.write(values, (i * m + k) * state.seats + seat, state.score[seat])
    return plays


def deals(state, deck, rng, n, tally):
    for i in range(n):
        rng.mix(deck, state.deck_size)
        state.begin(deck)
        tally.plays += state.play_out(rng)
        if state.error is not None:
            return
        tally.add(state)


def rolls(start, state, rng, n, guessing, tally):
    for i in range(n):
        state.load(start)
        if guessing:
            state.fill(rng)
        tally.plays += state.play_out(rng)
        if state.error is not None:
            return
        tally.add(state)


def steps(states, moves, n):
    for i in range(n):
        if pointers.actors_at(states, i):
            pointers.do_at(states, i, bits.lowest(pointers.actors_at(states, i)), moves[i])


def random_steps(states, n, many, rng):
    made = 0
    for step in range(many):
        for i in range(n):
            if pointers.actors_at(states, i):
                seat = bits.lowest(pointers.actors_at(states, i))
                pointers.do_at(states, i, seat, pointers.random_move_at(states, i, seat, rng))
                made += 1
    return made


def run_deals(state, deck, rng, n):
    """n random deals of a state's setup, the deck shuffled anew for each, without the interpreter's lock."""
    tally = Tally()
    raw = deck
    ticket = bits.release_lock()
    deals(state, raw, rng, n, tally)
    bits.acquire_lock(ticket)
    state.complain()
    return tally


def run_rolls(start, rng, n):
    """n random endings of a state; of a view, each from a fresh guess."""
    tally = Tally()
    work = start.copy()
    guessing = start.viewer != bits.TRUTH
    ticket = bits.release_lock()
    rolls(start, work, rng, n, guessing, tally)
    bits.acquire_lock(ticket)
    work.complain()
    return tally


def payoffs(state):
    """What a finished deal is worth to each seat, in the points that search compares moves by."""
    if state.actors:
        raise ValueError("the deal is not over")
    return [state.payoff(seat) for seat in range(state.seats)]


def run_table(state, deck, styles, rng):
    """One deal of this deck, each seat in its native style; how many moves were made. The scores are in the state."""
    state.check_deck(deck)
    six = [0] * 6
    for seat in range(state.seats):
        six[seat] = styles[seat]
    cards = bytes(deck)
    raw = cards
    ticket = bits.release_lock()
    state.begin(raw)
    plays = finish_in_style(state, six, rng)
    state.settle()
    bits.acquire_lock(ticket)
    state.complain()
    return plays


def run_seatings(state, cards, seeds, rows):
    """Duplicate deals: every deck played once by each of the rows of styles, one style a seat.

    `cards` is the deck before the shuffle, `seeds` has for each deck that of its shuffle and then one for each row.
    Returns how many moves were made and, for each deck, the scores of its deals one after another.
    """
    m = len(rows)
    n = len(seeds) // (m + 1)
    width = m * state.seats
    deck = bytearray(cards)
    fresh = bytes(cards)
    raw = deck
    raw_fresh = fresh
    notes = pointers.note(seeds)
    styles = pointers.note([style for row in rows for style in row])
    values = pointers.numbers(n * width)
    rng = Random(0)
    ticket = bits.release_lock()
    plays = seatings(state, raw, raw_fresh, notes, styles, n, m, rng, values)
    bits.acquire_lock(ticket)
    scores = [pointers.whole(values, i * width, (i + 1) * width) for i in range(n)]
    pointers.forget(notes)
    pointers.forget(styles)
    pointers.forget(values)
    state.complain()
    return plays, scores


def mover(state):
    """Whose moves are compared: the viewer's, or on a full state those of the first who owes an answer."""
    return bits.lowest(state.actors) if state.viewer == bits.TRUTH else state.viewer


def run_trials(start, moves, styles, rng, n):
    """What each of the moves is worth to whoever is to move, in n worlds that agree with a view: n rows of values.

    Every world is played to the end, each seat in its style.
    """
    six = [0] * 6
    for seat in range(start.seats):
        six[seat] = styles[seat]
    k = len(moves)
    world = start.copy()
    work = start.copy()
    notes = pointers.note(moves)
    values = pointers.numbers(n * k)
    ticket = bits.release_lock()
    trials(start, world, work, notes, k, six, rng, n, values)
    bits.acquire_lock(ticket)
    rows = pointers.listed(values, n * k)
    pointers.forget(notes)
    pointers.forget(values)
    world.complain()
    work.complain()
    return [rows[i : i + k] for i in range(0, n * k, k)]


def run_trials_to(depth, start, moves, styles, rng, n):
    """The same trials cut off when so many moves have followed: the positions reached, n rows of them."""
    six = [0] * 6
    for seat in range(start.seats):
        six[seat] = styles[seat]
    seat = mover(start)
    world = start.copy()
    rows = []
    for _ in range(n):
        imagine(start, world, seat, rng)
        world.complain()
        luck = rng.next()
        rest = rng.state
        row = []
        for move in moves:
            rng.state = luck
            work = world.copy()
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


def step_batch(states, moves):
    """In each state the first seat that owes an answer makes its move; finished states are passed over."""
    if len(states) != len(moves):
        raise ValueError(f"{len(states)} states but {len(moves)} moves")
    items = pointers.point(states)
    try:
        notes = pointers.note(moves)
    except BaseException:
        pointers.forget(items)
        raise
    ticket = bits.release_lock()
    steps(items, notes, len(states))
    bits.acquire_lock(ticket)
    pointers.forget(items)
    pointers.forget(notes)
    for state in states:
        state.complain()


def random_batch(states, many, rng):
    """`many` random steps in each of the states; how many moves were made."""
    items = pointers.point(states)
    ticket = bits.release_lock()
    made = random_steps(items, len(states), many, rng)
    bits.acquire_lock(ticket)
    pointers.forget(items)
    for state in states:
        state.complain()
    return made


def random_deals(
    setup, n: int, seed: int = 0, threads: int = 1, progress: Callable[[Tally], None] | None = None
) -> Tally:
    """n random deals from a setup, on any number of threads (0: all cores)."""
    cards = bytes(setup.game.cards(setup))
    return in_chunks(
        n,
        seed,
        threads,
        lambda: setup.game.State(setup),
        lambda state, rng, k: run_deals(state, bytearray(cards), rng, k),
        progress,
    )


def roll_outs(state, n: int, seed: int = 0, threads: int = 1) -> Tally:
    """n random endings of a state (of a view: of guesses), on any number of threads (0: all cores)."""
    return in_chunks(n, seed, threads, state.copy, lambda start, rng, k: run_rolls(start, rng, k), None)


def in_chunks(n, seed, threads, make, run, progress):
    """Cut n into chunks with a generator each and let threads take them in turn; sums do not depend on the order."""
    source, total = Random(seed), Tally()
    numbers = iter(range(-(-n // CHUNK)))
    lock, stopped = Lock(), Event()

    def work():
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

    threads = min(threads or os.cpu_count() or 1, -(-n // CHUNK) or 1)
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
