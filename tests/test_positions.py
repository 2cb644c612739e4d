"""Positions: `str(state)` and `read_position` are each other's opposite, at any moment and for any viewer; and what
people write by hand is read as they mean it, or refused in a sentence that says what is wrong and where."""

import contextlib
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import OUTSIDE, all_rules, every_game, moments, play_out, viewers

import paiju
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random
from paiju.core.fields import change
from paiju.core.position import LONGEST, fits, on_one_line, read_literal
from paiju.core.words import ONLOOKER, TRUTH, Action
from paiju.games import BUILT_IN, find
from paiju.record import Record, RecordError, steps

HERE = Path(__file__).parent


def read(text: str, rng: Random | None = None) -> Any:
    return paiju.read_position(text, rng)


def refusal(text: str) -> str:
    with pytest.raises(paiju.PositionError) as caught:
        read(text)
    return str(caught.value)


# ---- exact ----


@pytest.mark.parametrize("rules", all_rules())
def test_every_moment_is_read_back_as_it_was_for_every_viewer(rules):
    for state, rng in moments(rules, 1, 6, seed=9):
        for viewer in (TRUTH, *viewers(state)):
            seen = state.view(viewer) if viewer != TRUTH else state
            twin = seen.setup.game.read_position(str(seen))
            assert twin.dump() == seen.dump(), str(seen)
            if viewer != TRUTH:
                assert twin.guess(Random(rng.state)).dump() == seen.guess(Random(rng.state)).dump()


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_field_that_no_class_writes_is_not_dropped_in_silence(name):
    game = find(name)
    with pytest.raises(TypeError, match="no field called stagee"):
        change(game.start(game.first(), game.deck(game.first())), stagee=0)


def test_cards_that_an_outside_game_keeps_are_cards_again():
    """A Card equals its number, so that a comparison would not tell."""
    tables = 0
    for state, _ in moments(OUTSIDE, 1, 4, seed=9):
        table: Any = state.dump()["table"]
        assert repr(read(str(state)).table) == repr(table)
        tables += len(table)
    assert tables


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[Card('QS'), 3]", [Card("QS"), 3]),
        ("{'a': Cards('QS KS'), 'b': (Action('play QS'), -1, None)}",
         {"a": Cards("QS KS"), "b": (Action("play", "QS"), -1, None)}),
        ("{1, 2}", {1, 2}),
        ("set()", set()),
    ],
)  # fmt: skip
def test_values_of_an_outside_game(text, value):
    assert repr(read_literal(text, value)) == text
    assert read_literal(text, value) == value


@pytest.mark.parametrize(
    "text", ["Card('XX')", "Card('QS', 1)", "Card(5)", "int('5')", "{**{}}", "{[]}", "Cards(x)", ""]
)
def test_what_is_no_value_of_an_outside_game(text):
    with pytest.raises(ValueError, match="is not a value"):
        read_literal(text, None)


def test_a_number_does_not_stand_in_for_cards():
    assert read_literal("Cards('QS')", 0) == Cards("QS")  # 0 may have become the sum of some
    for text, like in (("5", Card("QS")), ("0", Cards()), ("True", 0)):
        with pytest.raises(ValueError, match="a value like"):
            read_literal(text, like)


@pytest.mark.parametrize("name", every_game())
def test_a_position_stands_on_one_line_too(name):
    for state, _ in moments(name, 1, 4, seed=3):
        line = on_one_line(str(state))
        assert "\n" not in line
        assert read(line) == state


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_line_is_documented(name):
    told = re.findall(r"`([a-z ]+)[`:]", (HERE.parent / "docs" / "position.md").read_text(encoding="utf-8"))
    assert {field.name for field in find(name).State.position_fields} <= set(told)


def test_the_moments_into_which_a_draw_is_cut_are_read_back():
    game = find("shengji")
    state = game.start(game.first(), game.shuffled(game.first(), Random(2)))
    for sight, _ in state.unfold(None, -1, None, state.opening()):
        for viewer in (0, 3, ONLOOKER):
            view = sight.view(viewer)
            assert game.read_position(str(view)).dump() == view.dump()


def test_defaults_are_left_out():
    state = read("hearts deal=4; hands: 5C 7H | 9C 2D | QC QS | KC 3D; leader: 0")
    assert str(state) == "hearts deal=4\nhands: 5C 7H | 9C 2D | QC QS | KC 3D\nleader: 0"


# ---- by hand ----


@pytest.mark.parametrize("name", ["hearts", "gongzhu", "poepen", "shengji"])
def test_hands_and_who_leads_are_enough(name):
    state = read(f"{name}; hands: 5C 7H | 9C 3H | QC QS | KC 3D; leader: 2")
    assert (state.phase, state.waiting(), state.counts) == ("play", [2], (2, 2, 2, 2))
    assert play_out(state, Random(1)).is_over


def test_luzi_needs_no_more_than_hands():
    state = read("luzi:players=4; hands: 5C 5D | 9C 3H | QC | LJ")
    assert state.waiting() == [0]
    assert play_out(state, Random(1)).is_over


def test_who_is_ahead_and_who_is_next_follow_from_the_trick():
    state = read("hearts deal=4; hands: 7H | 2D | QS 4D | 3D 3S; leader: 0; trick: 5C | 9C")
    assert (state.winner, state.waiting()) == (1, [2])
    assert refusal("hearts; hands: 7H | 2D | QS 4D | 3D 3S; leader: 0; trick: 5C | 9C; turn: 3").endswith("not 3")


def test_what_a_trick_shows_is_known():
    view = read("hearts deal=4; hands: 7H | 2D | QS 4D | 3D 3S; leader: 0; trick: 5C | 9H").view(2)
    assert not view.most[1] & int(Cards("2C 3C"))


def test_a_deal_just_dealt_is_in_its_first_phase():
    hands = "23456789JQKAC 2D | 345678910JQKAD 2H | 345678910JQKAH 2S | 345678910JQKAS 10C"
    assert read(f"hearts; hands: {hands}").phase == "give"
    assert read(f"hearts deal=4; hands: {hands}").waiting() == [0]  # nobody passes, and seat 0 holds 2C
    assert read(f"hearts; hands: {hands}; leader: 0").phase == "play"


def test_hands_with_a_question_mark_are_dealt():
    state = read("hearts; hands: QS KS ? | ? | 2C ? 12 | ?", Random(5))
    assert state.viewer == TRUTH
    assert Cards("QS KS") in state.hands[0]
    assert Cards("2C") in state.hands[2]
    assert state.counts == (13, 13, 13, 13)
    assert state.everything() == Cards(state.deck_cards)
    assert read("hearts; hands: QS KS ? | ? | 2C ? 12 | ?", Random(6)) != state


@pytest.mark.parametrize(
    "words", ["shengji dealer=2; trump: spades", "shengji; dealer: 2", "shengji; called: 2S; caller: 2"]
)
def test_a_dealer_who_buries_is_dealt_the_kitty_too(words):
    state = read(f"{words}; phase: bury; hands: 3S 3S ? | ? | ? | ?", Random(7))
    assert (state.phase, state.waiting(), state.counts) == ("bury", [2], (25, 25, 33, 25))
    assert "3S 3S" in state.hands[0]


def test_without_chance_they_are_what_an_onlooker_sees():
    assert read("hearts; hands: QS KS ? | ? | 2C ? 12 | ?").viewer == ONLOOKER


def test_hands_alone_are_drawn_from_the_start_in_shengji():
    state = read("shengji; hands: BJ BJ LJ LJ 2S ? | ? | ? | ?", Random(5))
    assert state.phase == "draw"
    while state.phase != "bury":
        seat, call = state.waiting()[0], paiju.Action("call", Cards("2S"))
        state.step(seat, call if call in state.actions(seat) else paiju.Action("pass"))
    assert Cards("BJ BJ LJ LJ 2S") in state.hands[0]


def test_the_setup_stands_in_words():
    state = read("shengji dealer=0 levels=9,9; hands: 5C | 9C | QC | 9S; leader: 0; trump: hearts")
    assert (state.level, state.trump, state.dealer) == (9, 2, 0)
    assert state.shape(Cards("9C 9C")).kind == "pair"


def test_names_and_words_are_read_in_any_case_and_comments_are_not():
    state = read("hearts deal=4\n# a puzzle\nHands: 5c 7♥ | 9C 2D\n  | QC QS | KC 3D\n\nLEADER: 0\nBroken: ON\n")
    assert state.broken


# ---- refused ----

HIDDEN = "hearts; view: 0; hands: 5C 7H | ? 2 | ? 2 | ? 2; leader: 0; unseen: 9C QC KC 2D 3H QS"

WHAT_CANNOT_BE = [
    ("", "there is no position here"),
    ("whist; hands: 5C", "there is no game 'whist'"),
    ("hearts:moon=blue; hands: 5C", "moon is"),
    ("hearts deal=0; hands: 5C", "deals count from 1"),
    ("hearts size=3; hands: 5C", "nothing a deal of hearts starts with"),
    ("hearts", "there are no hands"),
    ("hearts; hello", "no line of a position"),
    ("hearts; shape: round", "there is no 'shape' in hearts"),
    ("hearts; hands: 5C | 6C | 7C | 8C; hands: 5C | 6C | 7C | 8C", "hands is there twice"),
    ("hearts; hands: 5C | 6C | 7C", "there are 4 seats"),
    ("hearts; hands: 5C | 6C | 7C | 8X", "'8X' is not a card"),
    ("hearts; hands: 5C | 6C | 7C | LJ", "the deck has none"),
    ("hearts; hands: 5C | 6C | 7C | 5C; leader: 0", "one 5C too many"),
    ("hearts; hands: 5C | 6C | 7C | 8C; taken: 5C | - | - | -; leader: 0", "taken: that is one 5C too many"),
    ("hearts; hands: 5C 5D | 6C | 7C | 8C; leader: 0", "unequal"),
    ("hearts; hands: - | 6C | 7C | 8C; leader: 0", "unequal"),
    ("hearts; hands: 5C | 6C | 7C | 8C", "who leads?"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 7", "there is no seat '7'"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 0; trick: 2C | 3C | 4C | 9C", "complete"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 0; trick: 2C | 3C | 4C | 9C | 10C", "5 plays"),
    ("hearts; hands: 5C | 6C | 7C 2C | 8C 2D; leader: 0; trick: 3C | 3D", "follow clubs"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 0; known: - | 7C | - | -", "seat 1 does not hold 7C"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 0; won: 9 | 9 | 9 | 9", "36 tricks are won"),
    ("hearts; view: 0; hands: 5C | ? 1 | ? 1 | ? 1; leader: 0", "48 cards are nowhere"),
    ("hearts; view: 0; hands: 5C | ? 1 | ? 1 | ? 1; leader: 0; unseen: 6C 7C", "1 cards too few"),
    (f"{HIDDEN}; lacks: - | clubs | clubs | -", "lacks: the cards that nobody sees cannot be dealt"),
    (f"{HIDDEN}; lacks: - | clubs hearts spades | - | -", "lacks: the cards that nobody sees cannot be dealt"),
    (f"{HIDDEN}; known: - | QS | - | -; lacks: - | spades | - | -", "known: seat 1 cannot hold QS"),
    ("hearts; hands: 5C | 6C | 7C | 8C; leader: 0; phase: dance", "give or play or moon is wanted"),
    ("hearts; hands: 5C | 6C | 7C | 8C; phase: give", "13 cards"),
    ("gongzhu; hands: 5C | 6C | 7C | 8C; leader: 0; exposed: QS | - | - | -", "seat 0 does not hold QS"),
    ("gongzhu; hands: 5C 7C | 6C 2D | 7C 3D | 8C 4D; leader: 0; tricks: 3", "tricks: 3"),
    ("poepen; hands: 5C | 6C | 7C | 8C; leader: 0; bids: 9 | 0 | 0 | 0", "0 to 7"),
    ("poepen; hands: 5C | 6C | 7C | 8C; leader: 0; bids: 1 | - | 0 | 0", "before play everybody"),
    ("poepen deal=7; hands: 5C | 6C | 7C | 8C; leader: 0", "seat 1 leads the first trick"),
    ("poepen:trump=spades; hands: 5C | 6C | 7C | 8C; leader: 0; turned: 2H", "no card is turned up"),
    ("poepen; hands: 5C | 6C | 7C | 8C; leader: 0; shown: 5C", "where none is left to turn up"),
    ("poepen:whole_pack=on,peak=13; hands: 5C | 6C | 7C | 8C; leader: 0", "the dealer shows one card"),
    ("poepen:first_dealer=random; hands: 5C | 6C | 7C | 8C; leader: 0", "dealer: who is it"),
    ("poepen deal=7; hands: 5C | 6C | 7C | 8C; secret: on", "secret: it must be off"),
    ("poepen:bidding=together deal=7; hands: 5C | 6C | 7C | 8C; bids: 1 | - | - | -; turn: 0", "nobody has who did"),
    ("poepen:bidding=together deal=7; hands: 5C | 6C | 7C | 8C; bids: 1 | - | - | -; turn: 1", "who has not bid"),
    ("poepen:bidding=together,trump=none; view: 0; hands: AC ? | ? | ? | ?; bids: - | 1 | - | -", "nobody sees"),
    ("poepen:bidding=together deal=7; hands: 5C | 6C | 7C | 8C; bids: - | 1 | 0 | -; secret: off", "bids again"),
    ("poepen:bidding=together deal=7; hands: 5C | 6C | 7C | 8C; bids: - | 1 | 1 | 0; secret: off", "bids again"),
    ("luzi; hands: 5C | 6C | 7C | 8C | 9C | 10C; turn: 0 1", "one seat"),
    ("luzi; hands: 5C | 6C | 7C | 8C | 9C | 10C; table: 3C 4C | - | - | - | - | -", "is not a set"),
    ("luzi; hands: 5C | 6C | - | 8C | 9C | 10C; out: 1", "out"),
    ("shengji; hands: 5C | 6C | 7C | 8C; leader: 0; caller: 1; called: 3C", "no call where 2 is dominant"),
    ("shengji; hands: 5C | 6C | 7C | 8C; leader: 0; surrendered: 0", "rule 8.6"),
    ("shengji; hands: 5C | 6C | 7C | 8C; phase: draw; drawn: 40", "all 108 are wanted"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), WHAT_CANNOT_BE)
def test_what_cannot_be_is_refused_in_a_sentence(text, reason):
    assert reason in refusal(text)


def test_what_places_lack_may_leave_just_one_way():
    view = read(f"{HIDDEN}; lacks: - | clubs hearts | hearts QC | -")
    assert [str(hand) for hand in view.guess(Random(1)).hands[1:]] == ["2D QS", "9C KC", "QC 3H"]


def test_cards_fit_if_there_is_a_way_to_deal_them():
    rng = Random(11)
    answers = set()
    for _ in range(300):
        cards = [rng.below(3) for _ in range(rng.below(5))]
        can = [[rng.below(4) for _ in range(3)] for _ in range(3)]
        dealt = [rng.below(3) for _ in cards]
        room = [dealt.count(place) for place in range(3)]
        ways = (way for way in product(range(3), repeat=len(cards)) if [way.count(place) for place in range(3)] == room)
        found = any(
            all(limit[face] >= pairs.count((face, place)) for place, limit in enumerate(can) for face in range(3))
            for pairs in ([*zip(cards, way, strict=True)] for way in ways)
        )
        masks = [sum(limit[face] << 2 * face for face in range(3)) for limit in can]
        if max((cards.count(face) for face in range(3)), default=0) < 4:
            assert fits(sum(1 << 2 * face for face in cards), room, masks) == found
            answers.add(found)
    assert answers == {True, False}


def test_a_refusal_says_in_which_line():
    assert refusal("hearts\nhands: 5C | 6C | 7C | 8C\n\nleader: 9").startswith("line 4: leader: there is no seat")
    assert refusal("hearts\nleader: 0\nhands: 5C 6C | 3C | 7C | 8C").startswith("line 3: hands: they are unequal")


def test_a_position_of_another_game_is_refused():
    with pytest.raises(paiju.PositionError, match="a position of 'luzi', not of hearts"):
        find("hearts").read_position("luzi; hands: 5C")


# ---- hostile ----


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    for name in BUILT_IN:
        with contextlib.suppress(paiju.PositionError):
            find(name).read_position(f"{name}; hands: {text}")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(";|:-? 9C\n("), st.sampled_from(BUILT_IN))
def test_a_huge_text_is_refused_at_once(sign, name):
    for size in (LONGEST - 100, 3 * LONGEST):
        for text in (f"{name}; hands: {sign * size}", f"{name}{sign * size}", f"{name}; {sign * size}: 3"):
            refusal(text)


def test_deep_values_of_an_outside_game_are_refused():
    for text in ("[" * 5000, "-" * 5000 + "1", "(" * 100 + ")" * 100, "__import__('os')", "[0] * 10 ** 9"):
        assert "is not a value" in refusal(f"sevens; turn: 0; hands: 5C | 6C | 7C | 8C; low: {text}")


@pytest.mark.parametrize("name", every_game())
def test_whatever_is_read_can_be_played(name):
    """In a process of its own, compiled: a position that native code cannot bear would end it."""
    env = {key: value for key, value in os.environ.items() if key != "PAIJU_PURE"} | {"PYTHONPATH": str(HERE.parent)}
    run = subprocess.run(
        [sys.executable, str(HERE / "position_fuzz.py"), name, "250"],
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert int(run.stdout) > 10


# ---- where they are used ----

PUZZLE = "hearts deal=4; hands: 5C 7H | 9C 2D | QC QS | KC 3D; leader: 0"


def test_a_record_begins_at_a_position():
    record = Record(find("hearts"), find("hearts").Options())
    state = record.start_at(PUZZLE)
    for seat, card in enumerate(["5C", "9C", "QC", "KC"]):
        action = paiju.Action("play", Cards(card))
        state.apply(seat, action)
        record.add(seat, action)
    again = Record.read(record.text())
    assert f"position {PUZZLE}" in record.text()
    assert again.deals[0].final() == state
    for viewer in (TRUTH, 0, ONLOOKER):
        assert [step[2].viewer for step in steps(again, viewer)] == [viewer] * 5


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("position hearts deal=4; hands: 5C | 6C | 7C | 8C", "line 4: position: who leads"),
        ("position hearts deal=3; hands: 5C | 6C | 7C | 8C; leader: 0", "of another deal"),
        ("position hearts:moon=subtract deal=4; hands: 5C | 6C | 7C | 8C; leader: 0", "of the same rules"),
        ("position hearts deal=4; hands: 5C | ? 1 | ? 1 | ? 1; leader: 0; unseen: 6C 7C 8C", "all cards are known"),
        ("position luzi; hands: 5C", "not of hearts"),
    ],
)
def test_a_record_refuses_a_position_that_is_not_of_its_deal(line, reason):
    text = f'[Format "paiju 1"]\n[Rules "hearts"]\ndeal 4\n{line}\n0 play 5C\n'
    with pytest.raises(RecordError, match=re.escape(reason)):
        Record.read(text)


def play(home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`paiju play` in lines."""
    return subprocess.run(
        [sys.executable, "-m", "paiju.cli", "play", "--plain", "--ascii", "--impatient", *words],
        env={**os.environ, "XDG_DATA_HOME": str(home)}, input=typed, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip


def test_a_match_is_played_from_a_position_left_and_gone_on_with(tmp_path):
    file = tmp_path / "puzzle"
    file.write_text(PUZZLE.replace("; ", "\n"), encoding="utf-8")
    begun = play(tmp_path, "--from", str(file), "--bot", "random", "--seed", "3", typed="5C\n").stdout
    assert "Hearts, deal 4" in begun
    (match,) = (tmp_path / "paiju" / "matches").glob("*.paiju")
    assert play(tmp_path, "--resume").returncode == 0
    deal = Record.load(match).deals[0]
    assert deal.begin() == read(PUZZLE)
    assert str(deal.moves[0].action) == "play 5C"


def test_you_can_be_dealt_the_cards_you_want(tmp_path):
    said = play(tmp_path, "--from", "hearts; hands: 910JQKAS AH KH QH JH ? | ? | ? | ?").stdout
    assert "JQKAH" in said
    assert "910JQKAS" in said


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hearts", "--from", PUZZLE], "leave out GAME"),
        (["--from", "hearts; hands: 3C"], "there are 4 seats"),
        (["--from", "whist; hands: 3C"], "there is no game 'whist'"),
        (["--from", "/no/such/file"], "No such file"),
        (["--from", PUZZLE, "--automatic"], "leave out --automatic"),
    ],
)
def test_from_refuses_in_a_sentence(words, reason, tmp_path):
    run = play(tmp_path, *words)
    assert run.returncode != 0
    assert reason in run.stderr
    assert "Traceback" not in run.stderr
