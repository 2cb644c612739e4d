"""Records: read what was written, replay exactly, refuse the damaged with a line number."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paiju
from paiju.record import Record, RecordError, read_records, steps

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
    with pytest.raises(RecordError, match=rf"^line {follower + 1}: seat .: follow clubs: you hold \d+ \(rule 3.2\)"):
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
