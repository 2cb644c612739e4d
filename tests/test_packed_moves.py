"""Moves of a running deal in little space: as a list of them, but that only the last can be taken away."""

import pytest

from paiju.core.words import Action
from paiju.packed_moves import PackedMoves
from paiju.record import Move

MOVES = [
    Move(0, Action("pass")),
    Move(5, Action("play", "3C 3C 3C BJ BJ BJ"), "[%id 0a1b2c3d4e5f] [%at 1763500000]"),
    Move(3, Action("bid", amount=16383), "“好牌”, he said"),
    Move(1, Action("give", "QS KS AS")),
]


def test_it_reads_as_a_list_does():
    packed = PackedMoves(MOVES)
    assert packed == MOVES
    assert (len(packed), packed[-1], packed[1], packed[1:3]) == (4, MOVES[-1], MOVES[1], MOVES[1:3])
    assert all(isinstance(move.action, Action) for move in packed)
    with pytest.raises(IndexError):
        _ = packed[4]
    assert not PackedMoves()


@pytest.mark.parametrize("left", range(5))
def test_the_last_are_taken_away_and_others_come(left):
    packed = PackedMoves(MOVES)
    del packed[left:]
    assert packed == MOVES[:left]
    packed.append(MOVES[2])
    assert packed == [*MOVES[:left], MOVES[2]]


@pytest.mark.parametrize("wrong", [MOVES[1]._replace(seat=256), MOVES[1]._replace(comment="\udc80")])
def test_of_what_cannot_be_packed_nothing_is_left(wrong):
    packed = PackedMoves(MOVES)
    with pytest.raises(ValueError, match=r"range|surrogates"):
        packed.append(wrong)
    packed.append(MOVES[2])
    assert packed == [*MOVES, MOVES[2]]


def test_what_was_played_stays():
    packed = PackedMoves(MOVES)
    with pytest.raises(TypeError):
        del packed[1]
    with pytest.raises(TypeError):
        packed[1] = MOVES[0]
    with pytest.raises(TypeError):
        packed.insert(0, MOVES[0])
    assert packed == MOVES
