"""WebSocket frames as they come from clients: whole, in pieces, one by one or many at once, and wrong."""

import os
import struct

import pytest

from paiju.server.websocket import CLOSE, MORE, PING, PONG, TEXT, FrameReader, WrongFrame, accepted, framed

LONGEST = 70_000


def sent(content, first=0x81, mask=b"\x01\x80\xff\x7e"):
    """A frame as a client sends it."""
    size = len(content)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    else:
        head = struct.pack("!BBH", first, 0xFE, size) if size < 65536 else struct.pack("!BBQ", first, 0xFF, size)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


def read(*data, longest=LONGEST):
    reader = FrameReader(longest)
    return [frame for each in data for frame in all_of(reader, each)]


def all_of(reader, data):
    while frames := reader.read(data):
        yield from frames
        data = b""


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 125, 126, 127, 1000, 65535, 65536, LONGEST])
def test_a_text_of_any_length_comes_as_it_was_sent(size):
    text = (os.urandom(size // 2).hex() + "x" * (size % 2)).encode()
    assert read(sent(text)) == [(TEXT, text)]
    assert read(sent(text, mask=b"\0\0\0\0")) == [(TEXT, text)]


def test_what_comes_byte_by_byte_or_all_at_once_is_the_same():
    data = sent("♥ 10".encode()) + sent(b"", 0x89) + sent(b"b" * 300) + sent(b"\x03\xe8", 0x88)
    expected = [(TEXT, "♥ 10".encode()), (PING, b""), (TEXT, b"b" * 300), (CLOSE, b"\x03\xe8")]
    assert read(data) == expected
    assert read(*(data[at : at + 1] for at in range(len(data)))) == expected


def test_a_text_in_pieces_is_whole_with_a_ping_between_them():
    data = sent(b"pla", 0x01) + sent(b"still there?", 0x89) + sent(b"y ", 0x00) + sent(b"QS", 0x80) + sent(b"next")
    pieces = [(MORE, b"pla"), (PING, b"still there?"), (MORE, b"y "), (TEXT, b"play QS")]
    assert read(data) == [*pieces, (TEXT, b"next")]


def test_pieces_may_cut_a_character():
    heart = "♥".encode()
    assert read(sent(heart[:1], 0x01) + sent(heart[1:], 0x80)) == [(MORE, heart[:1]), (TEXT, heart)]


def test_every_frame_is_told_also_one_of_no_bytes_and_few_at_once():
    """Whoever counts them sees them all, and can stop before the rest is even looked at."""
    reader, many = FrameReader(LONGEST), 1000
    data = sent(b"", 0x01) + sent(b"", 0x00) * many + sent(b"", 0x80) + sent(b"", 0x8A) * many
    first = reader.read(data)
    assert len(first) < 100
    told = first + list(all_of(reader, b""))
    assert told == [(MORE, b"")] * (many + 1) + [(TEXT, b"")] + [(PONG, b"")] * many


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (framed(TEXT, b"not masked"), 1002),
        (sent(b"compressed?", 0xC1), 1002),
        (sent(b"no such kind", 0x83), 1002),
        (sent(b"a piece of nothing", 0x80), 1002),
        (sent(b"one", 0x01) + sent(b"another", 0x81), 1002),
        (sent(b"a ping in pieces", 0x09), 1002),
        (sent(b"x" * 126, 0x89), 1002),
        (sent(b"bytes", 0x82), 1003),
        (sent(b"\xff\xfe"), 1007),
        (sent(b"x" * 1001), 1009),
        (struct.pack("!BBQ", 0x81, 0xFF, 1 << 63) + b"mask", 1009),
        (sent(b"x" * 600, 0x01) + sent(b"x" * 600, 0x80), 1009),
    ],
)
def test_what_breaks_the_rules_ends_the_connection(data, code):
    with pytest.raises(WrongFrame) as wrong:
        read(data, longest=1000)
    assert wrong.value.code == code


def test_what_is_written_is_not_masked_and_says_how_long_it_is():
    assert framed(TEXT, b"hi") == b"\x81\x02hi"
    assert framed(TEXT, b"x" * 126)[:4] == b"\x81\x7e\x00\x7e"
    assert framed(TEXT, b"x" * 65536)[:10] == b"\x81\x7f" + (65536).to_bytes(8, "big")


GOOD = {
    "Upgrade": "WebSocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def test_the_handshake_of_the_standard():
    assert b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in accepted(GOOD)


@pytest.mark.parametrize(
    "wrong",
    [
        {"Upgrade": "h2c"},
        {"Connection": "close"},
        {"Sec-WebSocket-Version": "8"},
        {"Sec-WebSocket-Key": ""},
        {"Sec-WebSocket-Key": "short"},
        {"Sec-WebSocket-Key": "♥" * 24},
    ],
)
def test_what_is_no_handshake_is_refused(wrong):
    with pytest.raises(ValueError, match=r"spoken here|16 bytes|for WebSockets"):
        accepted(GOOD | wrong)
