"""Named tuples as the tuples they are; tuples.pxd gives the C twins, which ask no class for the names of its fields.

Whatever is made or read for everybody at a table at every move is worth it; anything else has names to be read by.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

Named = TypeVar("Named", bound=tuple[Any, ...])
new: Any = cast("Any", tuple).__new__


def plain(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same, to be taken apart by place."""
    return value


def named(kind: type[Named], values: tuple[Any, ...]) -> Named:
    """One of these values, without its constructor, which is a function in Python."""
    return new(kind, values)


def changed(whole: Named, first: tuple[Any, ...]) -> Named:
    """The same with other values in its first places."""
    return new(type(whole), (*first, *whole[len(first) :]))
