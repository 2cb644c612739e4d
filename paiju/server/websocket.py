"""WebSocket frames (RFC 6455) as far as a server needs them: what a client sends is read, what it gets is written.

No extension is agreed on, so no frame is compressed. What breaks the rules ends the connection, as the RFC demands.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping

from paiju.server import octets

MORE, TEXT, BYTES, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# With these a connection is closed.
NORMAL, GONE_WRONG, NO_TEXT, NOT_UTF8, TOO_LONG = 1000, 1002, 1003, 1007, 1009
LAST, RESERVED, KIND, MASKED = 0x80, 0x70, 0x0F, 0x80
WHOLE_TEXT = LAST | TEXT
LONGEST_CONTROL = 125
MAX_AT_ONCE = 64  # frames that are read before somebody looks whether so many may come
WEBSOCKET = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # makes of a key what only a WebSocket would answer


class WrongFrame(Exception):  # noqa: N818
    """What a client sent is no frame, or not for us; the code says so to it."""

    def __init__(self, code: int, text: str):
        super().__init__(text)
        self.code = code


class FrameReader:
    """Makes frames of the bytes of one client: kinds and contents. A text that came in pieces is whole; that a piece of
    it came is told too, as `MORE`, because every frame counts."""

    __slots__ = ("longest", "pieces", "rest")

    def __init__(self, longest: int):
        self.longest = longest
        self.rest = b""  # of a frame that has not come to its end
        self.pieces: bytes | None = None  # of a text that has not

    def read(self, data: bytes) -> list[tuple[int, bytes]]:
        """The next frames, not too many at once: what is left comes with the next call, whose data may be empty."""
        found: list[tuple[int, bytes]] = []
        at, end = 0, len(data)
        if self.rest:
            data = self.rest + data
            end = len(data)
        while end - at >= 2 and len(found) < MAX_AT_ONCE:
            first, size, begin = data[at], data[at + 1], at + 2
            if size < MASKED:
                raise WrongFrame(GONE_WRONG, "clients mask their frames")
            if end - at < 6:  # less is no frame with a mask
                break
            size -= MASKED
            if size > LONGEST_CONTROL:
                width = 2 if size == 126 else 8
                if end - begin < width:
                    break
                length, begin = int.from_bytes(data[begin : begin + width], "big"), begin + width
                if length > self.longest:
                    raise WrongFrame(TOO_LONG, f"a frame has at most {self.longest} bytes")
                size = length
            stop = begin + 4 + size
            if stop > end:
                break
            content = octets.unmasked(data, begin + 4, size)
            if first == WHOLE_TEXT and self.pieces is None:
                found.append((TEXT, checked(content)))
            else:
                found.append(self.other(first, content))
            at = stop
        self.rest = data[at:] if at < end else b""
        return found

    def other(self, first: int, content: bytes) -> tuple[int, bytes]:
        """Read a frame that is not simply a text."""
        kind, is_last = first & KIND, bool(first & LAST)
        if first & RESERVED:
            raise WrongFrame(GONE_WRONG, "no extension was agreed on")
        if kind in (CLOSE, PING, PONG):
            if not is_last or len(content) > LONGEST_CONTROL:
                raise WrongFrame(GONE_WRONG, "such a frame is short and whole")
            return kind, content
        if kind == BYTES:
            raise WrongFrame(NO_TEXT, "frames are text")
        if kind not in (MORE, TEXT) or (kind == MORE) != (self.pieces is not None):
            raise WrongFrame(GONE_WRONG, "no such frame may come here")
        pieces = (self.pieces or b"") + content
        if len(pieces) > self.longest:
            raise WrongFrame(TOO_LONG, f"a frame has at most {self.longest} bytes")
        self.pieces = None if is_last else pieces
        return (TEXT, checked(pieces)) if is_last else (MORE, content)


def checked(text: bytes) -> bytes:
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            raise WrongFrame(NOT_UTF8, "text is UTF-8") from None
    return text


def close_code(content: bytes) -> int:
    """With what a close is to be answered: with its own code, if it may have that."""
    if not content:
        return NORMAL
    code = int.from_bytes(content[:2], "big") if len(content) > 1 else 0
    is_known = 1000 <= code <= 1014 and code not in (1004, 1005, 1006)
    return code if is_known or 3000 <= code < 5000 else GONE_WRONG


def framed(kind: int, content: bytes) -> bytes:
    """One frame, whole and without a mask."""
    return octets.headed(LAST | kind, content)


def accepted(headers: Mapping[str, str]) -> bytes:
    """The answer to a request for a WebSocket; ValueError says what is wrong with it."""
    if headers.get("Upgrade", "").strip().lower() != "websocket":
        raise ValueError("this is for WebSockets: Upgrade: websocket")
    if "upgrade" not in [each.strip().lower() for each in headers.get("Connection", "").split(",")]:
        raise ValueError("this is for WebSockets: Connection: Upgrade")
    if headers.get("Sec-WebSocket-Version", "") != "13":
        raise ValueError("Sec-WebSocket-Version: 13 is spoken here")
    key = headers.get("Sec-WebSocket-Key", "")
    try:
        is_key = len(base64.b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        is_key = False
    if not is_key:
        raise ValueError("Sec-WebSocket-Key is 16 bytes in base64")
    proof = base64.b64encode(hashlib.sha1((key + WEBSOCKET).encode(), usedforsecurity=False).digest())
    lines = b"HTTP/1.1 101 Switching Protocols", b"Upgrade: websocket", b"Connection: Upgrade"
    return b"\r\n".join([*lines, b"Sec-WebSocket-Accept: " + proof, b"", b""])
