"""PackedMoves: the moves of a deal in a fraction of the space. A house has many tables, and most of each were moves."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence
from typing import overload

from paiju.core.words import Action
from paiju.record import Move

SIZE = 17  # bytes of a move: its seat, and its action with the lowest byte first


class PackedMoves(MutableSequence[Move]):
    """As a list of them; those in the middle stay as they are."""

    __slots__ = ("comments", "ends", "packed")

    def __init__(self, moves: Iterable[Move] = ()):
        self.packed = bytearray()
        self.comments = bytearray()
        self.ends = array("I")  # of the comments
        self.extend(moves)

    def append(self, value: Move) -> None:
        packed, comment = bytes([value.seat]) + int(value.action).to_bytes(SIZE - 1, "little"), value.comment.encode()
        self.packed += packed  # all of it or, where that cannot be packed, nothing
        self.comments += comment
        self.ends.append(len(self.comments))

    def __len__(self) -> int:
        return len(self.ends)

    def __eq__(self, other: object) -> bool:
        return list(self) == other

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self.move(at) for at in range(*index.indices(len(self)))]
        return self.move(range(len(self))[index])

    def move(self, at: int) -> Move:
        seat, *_ = packed = self.packed[SIZE * at : SIZE * (at + 1)]
        comment = self.comments[self.ends[at - 1] if at else 0 : self.ends[at]]
        return Move(seat, Action(int.from_bytes(packed[1:], "little")), comment.decode())

    def __delitem__(self, index: int | slice) -> None:
        left = range(len(self))[index]
        if not isinstance(left, range) or left.step != 1 or left.stop != len(self):
            raise TypeError("only the last moves can be taken away")
        del self.packed[SIZE * left.start :], self.ends[left.start :]
        del self.comments[self.ends[-1] if self.ends else 0 :]

    def __setitem__(self, index: int | slice, value: object) -> None:
        raise TypeError("a move stays as it is")

    def insert(self, index: int, value: Move) -> None:
        if index != len(self):
            raise TypeError("a move comes last")
        self.append(value)
