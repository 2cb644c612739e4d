"""Records: read what was written, replay exactly, refuse the damaged with a line number."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paiju
from paiju import games
from paiju.record import LONGEST_COMMENT, Record, RecordError, read_records, read_unfinished, steps

SEVENS = Path(__file__).parent.parent / "examples" / "sevens.py"

NAMES = [
    "hearts",
    "gongzhu",
    "shengji",
    "poepen",
    "luzi",
    "hearts:target=30,tie=extra_deal",
    "poepen:players=3",
    "luzi:players=4",
]


def play(rules: str, seed: int, most_deals: int = 2, most_moves: int = 10**6) -> Record:
    game, options = paiju.read_rules(rules)
    record, rng, setup = Record(game, options, {"Seed": str(seed)}), paiju.Random(seed), game.first(options)
    while not setup.over and setup.deal <= most_deals:
        state = record.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            if most_moves == 0:
                return record
            most_moves -= 1
            seat = state.waiting()[0]
            action = state.sample(seat, rng)
            state.step(seat, action)
            record.add(seat, action)
        setup = game.after(setup, state)
    return record


@pytest.mark.parametrize("rules", NAMES)
def test_a_record_reads_back(rules):
    record = play(rules, 5)
    again = Record.read(record.text())
    assert again == record
    assert again.text() == record.text()
    assert again.deals[-1].final() == record.deals[-1].final()


@pytest.mark.parametrize("rules", NAMES)
def test_a_match_broken_off_reads_back(rules):
    record = play(rules, 6, most_moves=17)
    assert Record.read(record.text()) == record


def test_a_record_may_start_in_the_middle_of_a_match():
    record = play("hearts", 1, most_deals=3)
    record.deals = record.deals[1:]
    assert Record.read(record.text()).deals[0].setup.deal == 2


def test_tags_and_remarks_are_kept():
    record = play("hearts:passing=off", 3, most_deals=1)
    record.tags["Seat0"] = 'Anna "the duck" \\o/'
    record.deals[0].moves[0] = paiju.record.Move(
        *(lambda m: (m.seat, m.action))(record.deals[0].moves[0]), "[%clk 0:12] forced"
    )
    again = Record.read(record.text())
    assert again.tags["Seat0"] == 'Anna "the duck" \\o/'
    assert again.deals[0].moves[0].comment == "[%clk 0:12] forced"


def test_several_records_in_one_text():
    text = play("hearts", 1, 1).text() + "\n" + play("poepen", 2, 1).text()
    assert [record.game.name for record in read_records(text.splitlines())] == ["hearts", "poepen"]


def test_steps_show_what_a_seat_saw():
    record = play("hearts", 2, most_deals=1)
    for _, _, view, events in steps(record, 2):
        assert view.viewer == 2
        assert all(not event.cards for event in events if event.kind == "give" and event.seat != 2)


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


DAMAGE = [
    ("0 play", "9 play", "no such seat"),
    ("0 play", "0 dance", "not an action"),
    ("0 play", "0 play XX", "not a card"),
    ("score", "score 1", "the plays give"),
    ("deck 10C", "deck 9C", "the deck above"),
    ("deal 1", "deal x", "deal cannot be"),
    ("deal 1 dealer=0", "deal 1 dealer=17", "no dealer 17"),
    ("deal 1 dealer=0", "deal 1 colour=0", "colour"),
    ('[Game "hearts"]', '[Game "bridge"]', "no game 'bridge'"),
    ('[Rules "hearts:passing=off"]', '[Rules "hearts:passing=perhaps"]', "on or off"),
    ('[Format "paiju 1"]', '[Format "paiju 99"]', "not known"),
    ("[Seed", "[Seed]", "not a tag"),
]


@pytest.mark.parametrize(("old", "new", "reason"), DAMAGE)
def test_damage_is_named_with_its_line(old, new, reason):
    text = play("hearts:passing=off", 1, 1).text()
    where = line_of(text, old)
    with pytest.raises(RecordError, match=reason) as error:
        Record.read(text.replace(old, new, 1))
    assert where <= error.value.line <= len(text.splitlines())


def test_a_play_against_the_rules_names_line_and_rule():
    lines = play("hearts:passing=off", 1, 1).text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.endswith("play 2C"))
    follower = next(n for n in range(at + 1, at + 4) if lines[n].endswith("C"))
    hand = Record.read("\n".join(lines[:follower])).deals[0].final().hands[int(lines[follower][0])]
    stray = next(card for card in hand if card.suit != 0)
    lines[follower] = f"{lines[follower][0]} play {stray}"
    with pytest.raises(
        RecordError, match=rf"^line {follower + 1}: seat .: follow clubs: you hold [0-9AC JKQ]+ \(rule 3.2\)"
    ):
        Record.read("\n".join(lines))


def test_moves_after_the_end_are_refused():
    text = play("hearts:passing=off", 1, 1).text()
    with pytest.raises(RecordError, match="over"):
        Record.read(text + "0 play 2C\n")


def test_a_deal_that_does_not_follow_is_refused():
    text = play("hearts", 1, 2).text()
    with pytest.raises(RecordError, match="leads to"):
        Record.read(text.replace("deal 2 dealer=0", "deal 3 dealer=0"))


GARBAGE = [
    "",
    "hello",
    "[",
    "{",
    "\x00" * 50,
    "deal 1",
    "0 play 2C",
    '[Rules "hearts"]\ndeal 1\n',
    '[Rules "/tmp/evil.py"]\ndeal 1',
]


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_refused_with_a_sentence(text):
    with pytest.raises(RecordError, match=r"^line \d+: "):
        Record.read(text)


def test_a_record_cannot_name_a_file_to_run(tmp_path):
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('ran')", encoding="utf-8")
    with pytest.raises(RecordError, match="there is no game"):
        Record.read(f'[Rules "{trap}"]\ndeal 1\n')


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_never_crashes(data):
    lines = play("poepen:players=3", 4, 1).text().splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.one_of(st.text(max_size=40), st.sampled_from(lines)))
    with contextlib.suppress(RecordError):
        Record.read("\n".join(lines))


# ---- hostile sizes ----


class Counted(str):
    """A line that counts how often somebody asks for its length: what every walk over collected lines does."""

    asked = 0

    def __len__(self):
        Counted.asked += 1
        return super().__len__()

    def strip(self, chars=None):
        return Counted(super().strip(chars))


@pytest.mark.parametrize("line", ["", "{", "a"])
def test_a_comment_without_end_is_not_walked_again_for_every_line(line):
    Counted.asked = 0
    with pytest.raises(RecordError):
        list(read_records(Counted(text) for text in ["{"] + [line] * 3000))
    assert Counted.asked < 30_000


@pytest.mark.parametrize("rest", ["", "\n" * 50_000, "{\n" * 50_000, "{}\n" * 50_000, "{a}\n" * 10_000 + "x"])
def test_comments_without_end_are_refused_in_a_sentence(rest):
    with pytest.raises(RecordError, match=r"not closed|too long|is missing|not a line"):
        Record.read(play("hearts", 1, 1).text() + "{" * ("{}" not in rest and "{a}" not in rest) + rest + "\n0 dance")


def test_remarks_on_one_move_fit_on_one_line_or_are_refused():
    """Written again they stand behind their move, in a line that must not be too long to be read."""
    text = play("hearts:passing=off", 1, 1, most_moves=1).text()
    fits = LONGEST_COMMENT // 1001
    record = Record.read(text + f"{{{'x' * 1000}}}\n" * fits)
    assert len(record.deals[0].moves[0].comment) == 1001 * fits - 1
    assert Record.read(record.text()) == record
    with pytest.raises(RecordError, match="comments on one move are too long"):
        Record.read(text + f"{{{'x' * 1000}}}\n" * (fits + 1))


def test_remarks_belong_to_the_move_before_them():
    lines = play("hearts:passing=off", 1, 1, most_moves=2).text().splitlines()
    lines[-2:] = ["{before any}", lines[-2] + " {on its line}", "{one}{two}", "{three", "", "four}", lines[-1], "{e}"]
    first, second = Record.read("\n".join(lines)).deals[0].moves
    assert (first.comment, second.comment) == ("on its line one two three  four", "e")


def test_a_record_that_could_not_be_read_again_is_not_written():
    record = play("hearts", 1, 1)
    record.tags["Site"] = "x" * 20_000
    with pytest.raises(ValueError, match="could not be read again"):
        record.text()


# ---- a torn end ----


def longest_readable(lines: list[str]) -> Record:
    """What `read_unfinished` must find, by trying: the damage is in the last two lines, or it is refused."""
    for torn in range(19):
        rest = lines[: len(lines) - torn]
        try:
            return Record.read("\n".join(rest))
        except RecordError as error:
            if error.line < len(rest) - 1:
                raise
    raise RecordError(len(lines), "damaged at its end")


SCRAPS = ["", " ", "0", "0 play", "deal", "deal 2", "deck", "deck 2C", "  3C", "score", "score 0", "{", "{}", "}", "{a",
          "b}", "[", "[x", ";", "\0\0"]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_torn_end_is_dropped_in_one_pass(data):
    rules = data.draw(st.sampled_from(["poepen:players=3", "hearts:passing=off", "shengji"]))
    lines = play(rules, data.draw(st.integers(1, 3)), 2, data.draw(st.integers(0, 60))).text().splitlines()
    lines = lines[: data.draw(st.integers(8, len(lines)))]
    for _ in range(data.draw(st.integers(0, 3))):
        at = len(lines) - data.draw(st.integers(0, 12))
        scrap = data.draw(st.sampled_from(SCRAPS) | st.sampled_from(lines[5:]) | st.text(max_size=6))
        lines[max(at, 6) : max(at, 6) + data.draw(st.integers(0, 1))] = scrap.splitlines() or [""]
    try:
        wanted = longest_readable(lines)
    except RecordError:
        with pytest.raises(RecordError):
            read_unfinished(lines)
    else:
        assert read_unfinished(lines) == wanted


def test_a_second_record_is_no_torn_end():
    text = play("hearts:passing=off", 1, 1).text()
    with pytest.raises(RecordError, match="second record"):
        read_unfinished((text + text).splitlines())


def test_an_unclosed_comment_does_not_swallow_half_a_match():
    lines = play("hearts:passing=off", 1, 1).text().splitlines()
    lines.insert(20, "{")
    with pytest.raises(RecordError, match="not closed"):
        read_unfinished(lines)


def test_a_torn_heading_of_a_deal_is_dropped():
    whole = play("shengji", 1, 2)
    lines = whole.text().splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("deal 2"))
    kept = [len(read_unfinished(lines[:end]).deals) for end in range(start, start + 9)]
    assert kept == sorted(kept)
    assert set(kept) == {1, 2}


def test_reading_a_match_that_was_left_plays_every_line_once():
    lines = [*play("hearts:passing=off", 1, 1).text().splitlines(), "0 dance"]
    Counted.asked = 0
    read_unfinished([Counted(line) for line in lines])
    assert Counted.asked < 3 * len(lines)


def test_a_game_that_is_loaded_again_reads_its_records(tmp_path, monkeypatch):
    """As after its file was changed: the rules that are known by then are the new game's."""
    monkeypatch.setattr(games, "_found", dict(games._found))  # nobody else hears of it
    path = tmp_path / "eights.py"
    path.write_text(SEVENS.read_text().replace('name = "sevens"', 'name = "eights"'))
    game = games.load(path)
    text = Record(game, game.Options()).text()
    assert Record.read(text).game is game
    again = games.load(path)
    assert Record.read(text).game is again
