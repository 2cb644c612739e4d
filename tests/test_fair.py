"""Fair deals: promised before, added to by everybody, checked afterwards (docs/record.md)."""

import asyncio
import hashlib
import hmac
import random
import re
import shutil
import struct
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_table import SHORT, person, running, table_for

from paiju import Random, find
from paiju.cli import cli
from paiju.core.words import IllegalAction
from paiju.decks import FairDecks
from paiju.fair import commitment, flaw_of, secret_of, shuffled
from paiju.record import Record, RecordError, read_unfinished
from paiju.store import MemoryStore
from paiju.table import Table
from paiju.timing import HASTY

SECRET = bytes(range(32))
MASTER = bytes(range(100, 132))
# Made by tests/fair.mjs, which knows docs/record.md and nothing of fair.py.
KNOWN = [
    (
        ("t1", 1, ["00", "ff11", "", "33" * 16]),
        "ebd98d18e54149c2109ef34fc453a1afc1ee876aba558f845e3254de140a7bcd",
        "31 34 26 21 23 29 42 45 11 13 2 14 28 33 12 40 49 37 4 44 32 43 0 27 8 7 38 50 20 51 35 15 25 10 17 22 18 3 1 "
        "47 30 24 9 41 19 5 36 48 16 39 6 46",
    ),
    (
        ("桌", 12, [""] * 6),
        "7754c63098443f02bc2c262d8666b0a826cbe72166b60e9e064889bafd94b8ab",
        "75 19 135 3 16 54 58 122 39 120 7 33 27 85 37 133 124 87 63 29 118 0 115 132 22 17 103 154 148 102 128 138 46 "
        "100 144 47 51 12 20 78 9 25 8 158 106 116 129 114 60 15 4 55 86 84 24 141 94 74 90 96 82 112 125 40 31 105 72 "
        "143 10 89 111 57 14 97 34 13 1 30 21 43 136 119 140 23 113 71 145 155 67 160 70 92 5 32 52 77 101 99 142 93 "
        "130 147 64 104 68 59 134 49 98 127 62 109 28 48 6 149 161 69 76 73 137 65 117 56 53 45 79 153 123 159 110 83 "
        "50 108 107 146 41 26 126 151 36 44 88 139 157 152 66 42 80 35 11 95 18 91 156 150 81 131 2 121 61 38",
    ),
]


# ---- the shuffle ----


@pytest.mark.parametrize(("case", "promise", "deck"), KNOWN)
def test_commitment_and_deck_are_those_another_program_finds(case, promise, deck):
    table, deal, values = case
    size = len(deck.split())
    assert commitment(SECRET, table, deal) == promise
    cards = shuffled(range(size), SECRET, table, deal, [bytes.fromhex(value) for value in values])
    assert " ".join(map(str, cards)) == deck


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.parametrize("size", [1, 2, 52, 104, 108, 162])
def test_node_finds_the_same(size):
    values = ["", "abcd", "00" * 32, "7f"]
    words = [SECRET.hex(), "table", "3", str(size), *values]
    said = subprocess.run(
        ["node", Path(__file__).parent / "fair.mjs", *words], capture_output=True, text=True, check=True
    )
    promise, deck = said.stdout.splitlines()
    assert commitment(SECRET, "table", 3) == promise
    cards = shuffled(range(size), SECRET, "table", 3, [bytes.fromhex(value) for value in values])
    assert deck == " ".join(map(str, cards))


def plainly(size, secret, table, deal, values):
    """The same again in a few lines, with nothing shared."""
    message = f"paiju deal 1\0{table}\0{deal}\0".encode() + b"".join(hashlib.sha256(v).digest() for v in values)
    blocks = (hmac.new(secret, message + struct.pack(">I", n), "sha256").digest() for n in range(1000))
    numbers, order = (n for block in blocks for n in struct.unpack(">8I", block)), list(range(size))
    for i in reversed(range(1, size)):
        j = next(n for n in numbers if n // (i + 1) < 2**32 // (i + 1)) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def test_a_few_lines_of_another_hand_find_the_same():
    rng = random.Random(1)
    for _ in range(50):
        size, secret = rng.randrange(1, 200), rng.randbytes(32)
        values = [rng.randbytes(rng.randrange(33)) for _ in range(rng.randrange(2, 7))]
        assert shuffled(range(size), secret, "t", 7, values) == plainly(size, secret, "t", 7, values)


def test_every_order_is_as_likely():
    counts = Counter(tuple(shuffled("abcd", SECRET, "t", deal, [b""] * 4)) for deal in range(24_000))
    assert len(counts) == 24
    chi = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert 9 < chi < 45  # 23 degrees of freedom; it is the same number every time


def test_everything_counts():
    """Table, deal, secret, each value and whose it is."""
    values = [b"a", b"b", b"", b""]
    decks = {
        tuple(shuffled(range(52), *case))
        for case in [
            (SECRET, "t", 1, values),
            (SECRET, "u", 1, values),
            (SECRET, "t", 2, values),
            (SECRET[::-1], "t", 1, values),
            (SECRET, "t", 1, [b"b", b"a", b"", b""]),
            (SECRET, "t", 1, [b"a", b"", b"b", b""]),
            (SECRET, "t", 1, [b"ab", b"", b"", b""]),
            (SECRET, "t", 1, [b"a", b"b", b""]),
            (SECRET, "t1", 1, values),
            (SECRET, "t", 11, values),
        ]
    }
    assert len(decks) == 10


def test_the_secret_of_a_deal_tells_nothing_of_the_next():
    secrets = {secret_of(MASTER, table, deal) for table in ("t", "u") for deal in range(1, 50)}
    assert len(secrets) == 98
    assert MASTER not in secrets


# ---- at a table ----


def fair_table(decks, store=None, people=2, rules="hearts:target=60"):
    return table_for(rules, people, timing=HASTY, file=store or MemoryStore(), hosted=True, seed=None, decks=decks)


async def play_on(table, people=2, values=True, until=None):
    """People whose clients add values, to the end of the match or as long as nobody has seen enough."""

    def add(seat):
        promised = table.facts().promised
        table.add_value(seat, promised.deal, f"{seat:02x}{promised.deal:02x}")

    async def sit(seat):
        def look(news):
            if news.kind == "deal" and values:
                add(seat)
            return until and until(news)

        if values:
            add(seat)
        await person(table, seat, Random(seat), look)

    async with asyncio.timeout(60), running(table) as task:
        await asyncio.gather(*map(sit, range(people)))
        if until is None:
            await task


@pytest.mark.parametrize("rules", SHORT)
def test_a_deal_of_every_game_can_be_verified(rules):
    table = fair_table(FairDecks("t1", MASTER), rules=rules)
    promised = table.facts().promised
    asyncio.run(play_on(table, until=lambda news: news.kind == "result"))
    assert promised == ("t1", 1, commitment(secret_of(MASTER, "t1", 1), "t1", 1))
    first, *_ = Record.read(table.record.text()).deals
    assert first.fairness is not None
    assert first.fairness.values[:3] == ("0001", "0101", "")
    assert flaw_of(first, "t1") == ""


def test_the_record_of_a_running_deal_has_no_secret_and_that_of_a_finished_one_has_it():
    store = MemoryStore()
    table = fair_table(FairDecks("t1", MASTER), store)
    asyncio.run(play_on(table, until=lambda news: news.kind == "deal" and news.scene.deal == 2))
    text = "\n".join(store.stored)
    assert secret_of(MASTER, "t1", 1).hex() in text
    assert secret_of(MASTER, "t1", 2).hex() not in text
    assert MASTER.hex() not in text
    assert re.search(r"^deal 2 .*\ncommit [0-9a-f]{64}\nvalue 0 0002\nvalue 1 0102\ndeck ", text, re.MULTILINE)


def test_no_seed_stands_in_the_record_of_a_hosted_table():
    table = table_for("hearts", 2, file=MemoryStore(), hosted=True, seed=None)
    other = table_for("hearts", 2, file=MemoryStore(), hosted=True, seed=None)
    assert "Seed" not in table.record.tags
    assert table.next_seed() is None
    assert table.facts().promised != other.facts().promised
    assert table.bots.luck.state != other.bots.luck.state


def test_the_luck_of_bots_comes_from_elsewhere():
    assert FairDecks("t", MASTER).luck(0).state != FairDecks("t", MASTER).luck(0).state


def test_a_match_goes_on_with_the_same_decks_and_can_be_verified_as_a_whole():
    store = MemoryStore()
    table = fair_table(FairDecks("t1", MASTER), store)
    moves = iter(range(70))  # into the second deal
    asyncio.run(play_on(table, until=lambda news: news.kind == "move" and next(moves, None) is None))
    promised = table.facts().promised
    again = Table.__new__(Table)
    again.open(read_unfinished(store.stored), HASTY, store, hosted=True, decks=FairDecks("t1", MASTER))
    assert again.facts().promised == promised
    asyncio.run(play_on(again))
    record = again.record
    assert len(record.deals) > 2
    assert [flaw_of(deal, "t1") for deal in record.deals] == [""] * len(record.deals)


def test_a_hosted_match_does_not_go_on_with_decks_that_can_be_foreseen():
    store = MemoryStore()
    table = fair_table(FairDecks("t1", MASTER), store)
    with pytest.raises(ValueError, match="the decks it began with"):
        Table.__new__(Table).open(table.record, HASTY, store, hosted=True)


def test_who_adds_nothing_is_waited_for_once(monkeypatch):
    monkeypatch.setattr("paiju.table.VALUE_SECONDS", 0.01)
    decks = FairDecks("t1", MASTER)
    assert decks.lacks_values([0, 1])
    table = fair_table(decks)
    asyncio.run(play_on(table, values=False, until=lambda news: news.kind == "deal"))
    assert not decks.lacks_values([0, 1])
    decks.add_value(1, 2, "00")
    assert not decks.lacks_values([0, 1])
    assert table.journal.deal.fairness == decks_without_values()


def decks_without_values():
    game = find("hearts")
    return FairDecks("t1", MASTER).deal(game.first())[1]


@pytest.mark.parametrize("value", ["", "0", "xy", "AB", "00" * 33, "ab\n", "٣٣"])
def test_garbage_is_no_value(value):
    with pytest.raises(IllegalAction, match="hexadecimal"):
        fair_table(FairDecks("t1", MASTER)).add_value(0, 1, value)


def test_a_value_comes_in_time_and_from_a_person():
    table = fair_table(FairDecks("t1", MASTER))
    for deal in (0, 2, -1, 1 << 70):
        with pytest.raises(IllegalAction, match="nothing can be added"):
            table.add_value(0, deal, "00")
    with pytest.raises(IllegalAction, match="played for you"):
        table.add_value(3, 1, "00")
    with pytest.raises(IllegalAction, match="nothing can be added"):
        asyncio.run(table_for("hearts", 2).door(0).add_value(1, "00"))


# ---- in a record ----


@pytest.fixture(scope="module")
def fair_text():
    """A match of bots with two values."""
    decks = FairDecks("t1", MASTER)
    for seat in (0, 2):
        decks.add_value(seat, 1, f"0{seat}")
    table = fair_table(decks, people=0, rules="hearts:target=20")

    async def play():
        async with running(table) as task:
            await task

    asyncio.run(play())
    return table.record.text()


def verified(tmp_path, text):
    path = tmp_path / "match.paiju"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(cli, ["verify", str(path)])


def test_verify_says_that_a_match_was_fair(fair_text, tmp_path):
    result = verified(tmp_path, fair_text)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[:6] == [
        "hearts:target=20, table t1",
        "  deal 1: fair",
        "    seat 0: 00",
        "    seat 1: no value",
        "    seat 2: 02",
        "    seat 3: no value",
    ]


def changed(text, pattern, to):
    new, times = re.subn(pattern, to, text, count=1, flags=re.MULTILINE)
    assert times == 1
    assert new != text
    return new


@pytest.mark.parametrize(
    ("pattern", "to", "sentence"),
    [
        (r'"t1"', '"t2"', "not the one that was promised"),
        (r"^commit .*", "commit " + "0" * 64, "not the one that was promised"),
        (r"^secret .*", "secret " + "0" * 64, "not the one that was promised"),
        (r"^value 0 .*", "value 0 01", "does not follow"),
        (r"^value 0 .*\n", "", "does not follow"),
        (r"^value 0 ", "value 1 ", "does not follow"),
        (r"^secret .*\n", "", "has not been shown"),
        (r"^commit .*\nvalue .*\nvalue .*\n((?s:.*?))secret .*\n", r"\1", "nothing was shown beforehand"),
    ],
)
def test_verify_finds_what_was_changed(fair_text, tmp_path, pattern, to, sentence):
    result = verified(tmp_path, changed(fair_text, pattern, to))
    assert result.exit_code == 1
    assert re.search(f"deal 1: not shown to be fair: .*{sentence}", result.output)


def test_verify_finds_another_deck(tmp_path):
    """The house deals what it likes, and plays it out by the rules."""
    game = find("hearts")
    setup = game.first()
    deck, fairness = FairDecks("t1", MASTER).deal(setup)
    record = Record(game, setup.options, {"Table": "t1"})
    state = record.start(setup, [*deck[26:], *deck[:26]])
    while not state.is_over:
        seat = state.waiting()[0]
        action = next(iter(state.actions(seat)))
        record.add(seat, action)
        state.apply(seat, action)
    assert fairness is not None
    record.deals[-1].fairness = replace(fairness, secret=secret_of(MASTER, "t1", 1).hex())
    result = verified(tmp_path, record.text())
    assert result.exit_code == 1
    assert "the deck does not follow from the secret and the values" in result.output


def test_verify_does_not_call_a_record_fair_that_promises_nothing(tmp_path):
    text = table_for("hearts", 2).record.text()
    assert verified(tmp_path, text).exit_code == 1


def test_a_fair_record_is_written_as_it_was_read(fair_text):
    assert Record.read(fair_text).text() == fair_text


@pytest.mark.parametrize(
    ("pattern", "to"),
    [
        (r"^commit .*", "commit 00"),
        (r"^commit (.*)", r"commit \1\ncommit \1"),
        (r"^commit .*\n", ""),
        (r"^value 0 .*", "value 9 00"),
        (r"^value 0 .*", "value 2 00"),
        (r"^value 0 .*", "value ٠ 00"),
        (r"^value 0 .*", "value 0"),
        (r"^value 0 .*", "value 0 " + "00" * 33),
        (r"^(deck (?s:.*?)\n)0 ", r"\1value 1 00\n0 "),
        (r"^(deck (?s:.*?)\n)0 ", r"\1secret " + "0" * 64 + r"\n0 "),
        (r"^secret .*", "secret 00"),
        (r"^secret (.*)", r"secret \1\nsecret \1"),
    ],
)
def test_damaged_promises_are_refused_with_their_line(fair_text, pattern, to):
    with pytest.raises(RecordError, match=r"^line \d+: (what a deck was|a secret)"):
        Record.read(changed(fair_text, pattern, to))
