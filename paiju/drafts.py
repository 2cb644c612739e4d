"""Drafts: JSON while it is written, in bytes that grow; drafts.pxd gives the C twins, which make no objects on the way.

Items of a list or an object are written with a comma behind each, and `end` takes the last one away.
"""

from __future__ import annotations

import msgspec

encode = msgspec.json.Encoder().encode


def new() -> bytearray:
    return bytearray()


def size(draft: bytearray) -> int:
    return len(draft)


def add(draft: bytearray, text: bytes) -> None:
    draft += text


def add_number(draft: bytearray, number: int) -> None:
    draft += b"%d" % number


def add_text(draft: bytearray, text: str) -> None:
    """What stands between the quotation marks of a text."""
    draft += encode(text)[1:-1]


def end(draft: bytearray, text: bytes) -> None:
    """What closes a list or an object, in the place of a comma."""
    if draft.endswith(b","):
        del draft[-1:]
    draft += text


def cut(draft: bytearray, size: int) -> None:
    """What was written after this is taken back."""
    if not 0 <= size <= len(draft):
        raise ValueError("so much was never written")
    del draft[size:]


def drop(draft: bytearray, place: int) -> None:
    """One byte is taken out."""
    if not 0 <= place < len(draft):
        raise ValueError("so much was never written")
    del draft[place]


def taken(draft: bytearray, start: int) -> bytes:
    """What was written from there on, and is taken away."""
    if not 0 <= start <= len(draft):
        raise ValueError("so much was never written")
    text = bytes(draft[start:])
    del draft[start:]
    return text
