"""States reached by number; pointers.pxd gives the C twins, which need no interpreter's lock."""


def point(states):
    return states


def note(moves):
    return moves


def forget(items):
    pass


def actors_at(items, i):
    return items[i].actors


def is_fit_at(items, i):
    """Can the state be played on: are all cards there, and is whoever owes an answer at the table?"""
    return items[i].is_full() and items[i].actors >> items[i].seats == 0


def random_move_at(items, i, seat, rng):
    return items[i].random_move(seat, rng)


def do_at(items, i, seat, move):
    items[i].do(seat, move)


def attempt_at(items, i, seat, move):
    return items[i].attempt(seat, move)


def move_at(moves, i):
    return moves[i]


def numbers(n):
    return [0.0] * n


def write(values, i, value):
    values[i] = value


def listed(values, n):
    return values[:n]


def whole(values, start, stop):
    return [int(value) for value in values[start:stop]]
