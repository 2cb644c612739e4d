"""The bytes of WebSocket frames; octets.pxd gives the C twins, which make each of them in one stroke."""

from __future__ import annotations

import struct

pack_short, pack_long, pack_longest = struct.Struct("!BB").pack, struct.Struct("!BBH").pack, struct.Struct("!BBQ").pack


def unmasked(data: bytes, begin: int, size: int) -> bytes:
    """So many bytes from there on, without the mask, which is the four bytes before them."""
    if begin < 4 or size < 0 or begin + size > len(data):
        raise ValueError("no such bytes")
    mask = data[begin - 4 : begin] * ((size + 3) >> 2)
    masked = int.from_bytes(data[begin : begin + size], "little") ^ int.from_bytes(mask[:size], "little")
    return masked.to_bytes(size, "little")


def headed(first: int, content: bytes) -> bytes:
    """A frame without a mask: its first byte, its length, its content."""
    size = len(content)
    if size < 126:
        return pack_short(first, size) + content
    return (pack_long(first, 126, size) if size < 65536 else pack_longest(first, 127, size)) + content
