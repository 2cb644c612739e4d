"""Plain mode, played as people do: real processes, through pipes and a pseudo-terminal."""

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sitting import ENDED, Sitting, typed_example

from paiju.core.cards import Cards
from paiju.plain import COMMANDS, OTHER_NAMES
from paiju.record import Record

SHORT = ["hearts:target=10", "gongzhu:hands=1", "shengji:deals=1", "poepen:peak=3,players=3", "luzi:players=4"]
HASTY = ("--bot", "steady", "--seed", "5")


def sit(home, *words, **more) -> Sitting:
    return Sitting(home, *words, *HASTY, **more)


@pytest.mark.parametrize("rules", SHORT)
def test_a_match_by_the_examples_of_the_questions(rules, tmp_path):
    with sit(tmp_path, rules) as sitting:
        sitting.play()
        assert sitting.code() == 0
        assert ENDED.search(sitting.text)
        assert sitting.lines[-1].startswith("Statistics: Ann won")
        assert "(rule" not in sitting.text  # no example was refused
        assert len(list(tmp_path.glob("paiju/matches/finished/*"))) == 1


@pytest.mark.parametrize("style", [["--words"], ["--ascii", "--lowercase-rank"], ["--no-shared-suit"], ["--no-spaces"]])
def test_examples_can_be_typed_in_every_way_of_writing(style, tmp_path):
    for rules in ("hearts:target=1", "luzi:players=4"):
        with sit(tmp_path, rules, *style) as sitting:
            sitting.play()
            assert ENDED.search(sitting.text)
            assert "(rule" not in sitting.text


def test_a_match_in_a_terminal(tmp_path):
    with sit(tmp_path, "poepen:peak=2", "--plain", "--impatient", terminal=True) as sitting:
        sitting.play()
        assert ENDED.search(sitting.text)
        assert sitting.code() == 0
        assert "\x1b" not in sitting.text  # no cursor tricks


@pytest.mark.parametrize("lang", ["en", "zh", "nl"])
@pytest.mark.parametrize("rules", ["hearts:target=1", "gongzhu:hands=1", "shengji:deals=1", "poepen:peak=2"])
def test_every_language(rules, lang, tmp_path):
    with sit(tmp_path, rules, "--lang", lang) as sitting:
        sitting.play()
        assert sitting.code() == 0
        assert len(list(tmp_path.glob("paiju/matches/finished/*"))) == 1


@pytest.mark.parametrize(("lang", "word"), [("nl", "hulp"), ("zh", "帮助"), ("nl", "help"), ("zh", "help")])
def test_commands_in_the_language_of_the_table(lang, word, tmp_path):
    with sit(tmp_path, "hearts", "--lang", lang) as sitting:
        sitting.until("= ")
        sitting.type(word)
        sitting.until("467QC")


def test_a_rule_asked_for_in_chinese_needs_no_blank(tmp_path):
    with sit(tmp_path, "hearts", "--lang", "zh") as sitting:
        sitting.until("= ")
        sitting.type("规则3.2")
        sitting.until("3.2 ")


def test_the_end_of_input_leaves_at_once_and_keeps_the_match(tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        sitting.until("give 3 cards")
        sitting.end_input()
        sitting.listen()
        assert sitting.code() == 0
        assert "paiju play --resume --plain" in sitting.text
        assert list(tmp_path.glob("paiju/matches/*.paiju"))


def test_the_end_of_input_while_bots_think(tmp_path):
    """They would think for ten minutes; nobody waits for them."""
    with Sitting(tmp_path, "hearts", "--bot", "search:ms=600000", "--seed", "5") as sitting:
        sitting.until("give 3 cards")
        sitting.type("7C TC AS")
        sitting.end_input()
        sitting.listen()
        assert sitting.code() == 0


@pytest.mark.parametrize("word", ["exit", "EXIT", "quit", "Quit"])
def test_exit(word, tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        sitting.until("give 3 cards")
        sitting.type(word)
        sitting.listen()
        assert sitting.code() == 0
        assert sitting.lines[-1] == "Statistics: Ann won 0, Ada won 0, Bram won 0, Chen won 0."


@pytest.mark.parametrize("terminal", [False, True])
def test_ctrl_c(terminal, tmp_path):
    with sit(tmp_path, "hearts", "--plain", terminal=terminal) as sitting:
        sitting.until("give 3 cards")
        sitting.interrupt()
        sitting.listen()
        assert sitting.code() == 0
        assert "interrupted" in sitting.text
        assert "paiju play --resume" in sitting.text
        assert "Traceback" not in sitting.text


UP, LEFT = b"\x1b[A", b"\x1b[D"


def sit_at_terminal(home, *words) -> Sitting:
    return sit(home, *words, "--plain", "--impatient", terminal=True)


def test_a_line_can_be_edited_in_a_terminal(tmp_path):
    with sit_at_terminal(tmp_path, "poepen") as sitting:
        sitting.until("for example")
        assert sitting.is_silent()
        sitting.type(b"rles" + LEFT * 3 + b"u\n")
        sitting.until("1. Players, cards and rounds")


def test_lines_typed_before_come_back_in_a_terminal(tmp_path):
    with sit_at_terminal(tmp_path, "poepen") as sitting:
        sitting.until("for example")
        sitting.type("rules 1.1")
        sitting.until("for example")
        assert sitting.is_silent()
        sitting.type(UP + b"\n")
        sitting.until("for example")
        assert sum(line.startswith("1.1 ") for line in sitting.lines) == 2


def test_what_one_typed_does_not_come_back_for_the_next_at_the_keyboard(tmp_path):
    with sit_at_terminal(tmp_path, "hearts", "--people", "2", "--name", "Ann", "--name", "Bo") as sitting:
        sitting.until("pass the keyboard to Ann")
        sitting.type("")
        given = typed_example(sitting.until("give 3 cards")) or ""
        sitting.type(given)
        sitting.until("pass the keyboard to Bo")
        assert sitting.is_silent(1)
        sitting.type("")
        sitting.until("give 3 cards")
        assert sitting.is_silent()
        seen = len(sitting.lines)
        sitting.type(UP * 3 + b"\n")  # an empty line asks again
        sitting.until("give 3 cards")
        assert given not in "\n".join(sitting.lines[seen:])


def test_ctrl_z_gives_the_shell_its_terminal_and_fg_goes_on(tmp_path):
    with sit_at_terminal(tmp_path, "hearts") as sitting:
        assert sitting.echoes()
        sitting.until("Chen gives 3 cards")
        assert sitting.is_silent()
        assert not sitting.echoes()  # the editor shows what is typed
        sitting.process.send_signal(signal.SIGTSTP)
        os.waitpid(sitting.process.pid, os.WUNTRACED)
        assert sitting.echoes()
        sitting.process.send_signal(signal.SIGCONT)
        assert sitting.is_silent()
        sitting.type(b"hant" + b"\x7fd\n")
        sitting.until("= ")
        sitting.type("exit")
        sitting.listen()
        assert sitting.code() == 0
        assert sitting.echoes()


@pytest.mark.parametrize("rules", SHORT)
def test_killed_and_resumed_at_the_same_place(rules, tmp_path):
    with sit(tmp_path, rules) as sitting:
        for _ in range(6):
            line = sitting.until(", for example ")
            sitting.type(typed_example(line) or "")
        last = sitting.until(", for example ")
        hand = [line for line in sitting.lines if line.startswith("= ")][-1:]
        sitting.kill()
    with Sitting(tmp_path, "--resume") as again:
        assert again.until(", for example ") == last
        assert [line for line in again.lines if line.startswith("= ")] == hand
        again.type(typed_example(last) or "")
        again.play()
        assert ENDED.search(again.text)


def test_the_log_goes_back_to_the_deal_before_it_was_resumed(tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        sitting.until("give 3 cards")
        sitting.type("AS KS QS" if "AKQ♠" in sitting.text else typed_example(sitting.lines[-1]) or "")
        sitting.until("play one card")
        sitting.kill()
    with Sitting(tmp_path, "--resume") as again:
        again.until("play one card")
        again.type("log")
        again.until("you receive")
        assert "you give" in again.text
        assert "Ada gives 3 cards" in again.text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"x" * 10_000 + b"\n", "10000 characters are too many"),
        (b"x" * 1_000_000 + b"\n", "1000000 characters are too many"),
        (b"\xff\xfe\x00\x01\n", "type it anew"),
        (bytes(range(1, 10)) + bytes(range(14, 256)) + b"\n", "type it anew"),
        (b"\x1b[A\x1b[B\n", "type it anew"),
        (b"play QS\n", "you cannot play now: give"),
        (b"bid 3\n", "you cannot bid now: give"),
        (b"AC AC AC\n", "you do not hold"),
        (b"rules 99\n", "there is no rule 99"),
        (b"undo\n", "nothing to take back"),
        (b"claim\n", "the rest is not certain"),
    ],
)
def test_nonsense_is_refused_in_a_line_and_asked_again(line, sentence, tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        question = sitting.until("give 3 cards")
        sitting.type(line)
        refusal = sitting.until(sentence)
        assert len(refusal) < 300
        assert sitting.until("give 3 cards") == question
        sitting.type("exit")
        sitting.listen()
        assert sitting.code() == 0


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("hand", "= "),
        ("table", "Ada"),
        ("score", "0"),
        ("rules", "3. Tricks"),
        ("rules 3", "3.2 "),
        ("rules 3.2", "may play any card, but see 4.4"),
        ("rules all", "1.1 "),
        ("help", "rules 3.2"),
        ("HINT", "points ahead"),
        ("?", "points ahead"),
        ("last", "nothing has been played yet"),
        ("*", "nothing lies on the table"),
        ("played", "nothing lies on the table"),
        ("log", ""),
        ("", "= "),
    ],
)
def test_commands(command, words, tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        question = sitting.until("give 3 cards")
        sitting.type(command)
        sitting.until(words)
        if sitting.lines[-1] != question:
            assert sitting.until("give 3 cards") == question


def test_every_command_is_told_in_the_docs():
    page = (Path(__file__).parent.parent / "docs" / "plain.md").read_text(encoding="utf-8")
    assert [word for word in (*COMMANDS, *OTHER_NAMES) if f"`{word}`" not in page] == []


def took_it_last(lines):
    """Did we play the last card of the trick, and take it?"""
    return "you take the trick" in lines[-3:] and any(line.startswith("you play") for line in lines[-4:])


def test_undo_when_nothing_new_was_seen(tmp_path):
    with sit(tmp_path, "hearts") as sitting:
        while not (", for example " in (sitting.line() or "") and took_it_last(sitting.lines)):
            if (text := typed_example(sitting.lines[-1])) is not None:
                sitting.type(text)
        hand = [line for line in sitting.lines if line.startswith("= ")][-2]
        sitting.type("undo")
        sitting.until("you take your move back")
        sitting.until(hand)


def test_a_full_disk_is_told_and_play_goes_on(tmp_path):
    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))

    with sit(tmp_path, "poepen:peak=3", preexec_fn=little_room) as sitting:
        sitting.play()
        assert "cannot be saved" in sitting.text
        assert ENDED.search(sitting.text)
        assert sitting.code() == 0


def test_a_home_that_cannot_be_written(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with sit(blocked, "poepen:peak=2") as sitting:
        sitting.play()
        assert "cannot be saved" in sitting.text
        assert ENDED.search(sitting.text)


def hands_shown(lines: list[str]) -> list[tuple[str, Cards]]:
    """Every hand on the screen, with the name of whoever came to the keyboard last."""
    shown, name = [], ""
    for line in lines:
        if match := re.match("pass the keyboard to (.*), then", line):
            name = match[1]
        if line.startswith("= "):
            shown.append((name, Cards(line[2:])))
    return shown


def test_two_at_one_keyboard_never_see_each_others_hands(tmp_path):
    kept = tmp_path / "kept.paiju"
    words = ("hearts:target=1", "--people", "2", "--name", "Ann", "--name", "Bo", "--record", str(kept))
    with sit(tmp_path, *words) as sitting:
        for name in ("Ann", "Bo"):
            assert sitting.until("pass the keyboard") == f"pass the keyboard to {name}, then press Enter"
            assert sitting.is_silent()
            sitting.type("")
            sitting.type(typed_example(sitting.until("give 3 cards")) or "")
        sitting.play()
        assert ENDED.search(sitting.text)
    deal = Record.load(kept).deals[0]
    hands = {"Ann": set(), "Bo": set()}
    for state, _ in deal.replay():
        for seat, name in enumerate(hands):
            hands[name].add(int(state.hand[seat]))
    shown = hands_shown(sitting.lines)
    assert {name for name, _ in shown} == {"Ann", "Bo"}
    for name, cards in shown[: 2 * 14]:
        assert int(cards) in hands[name]


def test_a_curtain_in_a_terminal_pushes_the_other_hand_off_the_screen(tmp_path):
    words = ("hearts", "--plain", "--impatient", "--people", "2", "--name", "Ann", "--name", "Bo")
    with sit(tmp_path, *words, terminal=True) as sitting:
        sitting.until("pass the keyboard to Ann")
        sitting.type("")
        sitting.type(typed_example(sitting.until("give 3 cards")) or "")
        seen = len(sitting.lines)
        sitting.until("pass the keyboard to Bo")
        assert sitting.lines[seen:].count("") >= 40


def test_what_was_typed_ahead_does_not_lift_the_curtain(tmp_path):
    words = ("hearts", "--plain", "--impatient", "--people", "2", "--name", "Ann", "--name", "Bo")
    with sit(tmp_path, *words, terminal=True) as sitting:
        sitting.until("pass the keyboard to Ann")
        sitting.type("")
        sitting.type(f"{typed_example(sitting.until('give 3 cards'))}\n\nhand")
        sitting.until("pass the keyboard to Bo")
        assert sitting.is_silent(1)
        sitting.type("")
        sitting.until("= ")


def test_lines_of_a_file_lift_the_curtain(tmp_path):
    answers = tmp_path / "answers"
    answers.write_text("\n0\n\n0\nexit\n")
    words = ("poepen:peak=2,players=3", "--people", "2", "--name", "Ann", "--name", "Bo")
    with answers.open() as file, sit(tmp_path, *words, stdin=file) as sitting:
        sitting.listen()
        assert sitting.code() == 0
        assert sitting.text.count("you bid 0") == 2


def test_several_matches_with_enter_between(tmp_path):
    with sit(tmp_path, "poepen:peak=1", "--count", "2") as sitting:
        sitting.play()
        assert len(ENDED.findall(sitting.text)) == 2
        assert "press Enter for the next match" in sitting.text
        won = [int(number) for number in re.findall(r"won (\d+)", sitting.lines[-1])]
        assert sum(won) >= 2


def test_a_time_limit_answers_for_you(tmp_path):
    with sit(tmp_path, "poepen:peak=1", "--time-limit", "1") as sitting:
        sitting.until("(1 seconds, then a bot answers for you)")
        sitting.until("you bid")


def test_lenient_reads_as_heartless_did(tmp_path):
    with sit(tmp_path, "hearts", "--lenient") as sitting:
        line = sitting.until("give 3 cards")
        own = Cards(sitting.lines[-2][2:])
        other = next(str(card) for card in Cards("AC AD AH AS KC") if card not in own)
        sitting.type(f"{other}{typed_example(line)}".replace("T", "0"))
        sitting.until("you give")


def test_the_table_and_all_points_before_every_question_as_heartless_had_them(tmp_path):
    with sit(tmp_path, "hearts", "--table", "--ascii-suit") as sitting:
        sitting.until("give 3 cards")
        sitting.type("2c 6c 9c")
        sitting.until("play one card")
    start = len(sitting.lines) - 1 - sitting.lines[::-1].index("  - - - - - - - - - - - -")
    assert [line.rstrip() for line in sitting.lines[start:]] == [
        "  - - - - - - - - - - - -",
        "           0/0",
        "    0/0           0/0",
        "           0/0",
        "",
        "           Qc.",
        "   :2c            10c",
        "",
        "= Ac Jd 2358QKs 2569Kh",
        "play one card, for example Ac",
    ]


@pytest.mark.parametrize("rules", ["luzi", "poepen:players=5", "shengji"])
def test_the_table_before_a_question_where_heartless_had_no_picture(rules, tmp_path):
    with sit(tmp_path, rules, "--table") as sitting:
        sitting.until("for example")
    hand = next(n for n, line in enumerate(sitting.lines) if line.startswith("= "))
    for name in ("you", "Ada", "Bram", "Chen"):
        assert any(name in line and " card" in line for line in sitting.lines[hand - 8 : hand])


def test_no_hints_and_narrow_lines(tmp_path):
    with sit(tmp_path, "luzi", "--no-hints", "--width", "40") as sitting:
        sitting.until("play 1, 2, 3 or 5 cards")
        assert "for example" not in sitting.text
        assert max(map(len, sitting.lines[8:])) <= 40


def test_lines_of_a_file_wait_until_they_are_asked_for(tmp_path):
    answers = tmp_path / "answers"
    answers.write_text("0\n" + "exit\n")
    with answers.open() as file, sit(tmp_path, "poepen:peak=2", stdin=file) as sitting:
        sitting.until("you bid 0")
        sitting.listen()
        assert sitting.code() == 0
        assert "paiju play --resume" in sitting.text


def test_claim_ends_a_deal_that_is_decided(tmp_path):
    tried = set()

    def claim_first(line):
        if ", for example " not in line:
            return typed_example(line)
        place = len([each for each in sitting.lines if each.startswith("you play")])
        if place in tried or "play" not in line:
            return typed_example(line)
        tried.add(place)
        return "claim"

    with sit(tmp_path, "hearts:target=50") as sitting:
        sitting.play(claim_first)
        assert ENDED.search(sitting.text)
        assert sitting.code() == 0
        assert len([line for line in sitting.lines if line.startswith("the rest is")]) < len(tried)


def test_forced_cards_play_themselves(tmp_path):
    with sit(tmp_path, "poepen:peak=1", "--forced") as sitting:
        sitting.play()
        assert ENDED.search(sitting.text)
        assert "press Enter to play" not in sitting.text
        assert "you play" in sitting.text


def test_closed_input_and_closed_output(tmp_path):
    for closed in ("0<&-", "0</dev/null 1>&-", "0</dev/null 2>&-"):
        command = f"{sys.executable} -m paiju.cli play hearts --bot steady {closed}"
        run = subprocess.run(
            ["sh", "-c", command], capture_output=True, timeout=60, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}
        )
        assert run.returncode == 0
        assert not run.stderr


def test_a_reader_that_has_gone_ends_the_program_and_keeps_the_match(tmp_path):
    with sit(tmp_path, "hearts", "--impatient") as sitting:
        sitting.until("give 3 cards")
        assert sitting.process.stdout
        sitting.process.stdout.close()
        sitting.process.wait(20)
    with Sitting(tmp_path, "--resume") as again:
        again.until("give 3 cards")


def test_output_without_suit_signs_gets_letters(tmp_path):
    with sit(tmp_path, "hearts", env={"PYTHONIOENCODING": "latin-1"}) as sitting:
        assert sitting.until("= ").isascii()


@pytest.mark.parametrize("rules", SHORT)
def test_two_at_one_keyboard_in_every_game(rules, tmp_path):
    with sit(tmp_path, rules, "--people", "2") as sitting:
        sitting.play()
        assert ENDED.search(sitting.text)
        assert "pass the keyboard to Ann" in sitting.text
        assert "pass the keyboard to Bo" in sitting.text
        assert sitting.code() == 0


def test_leaving_at_the_curtain_shows_no_hand(tmp_path):
    with sit(tmp_path, "hearts", "--people", "2") as sitting:
        sitting.until("pass the keyboard")
        sitting.type("exit")
        sitting.listen()
        assert sitting.code() == 0
        assert "= " not in sitting.text


def test_a_terminal_that_is_closed_ends_the_program_and_keeps_the_match(tmp_path):
    with sit(tmp_path, "hearts", "--plain", "--impatient", terminal=True) as sitting:
        sitting.type(typed_example(sitting.until("give 3 cards")) or "")
        sitting.until("play one card")
        os.close(sitting.reads)
        sitting.process.wait(10)
        sitting.reads = os.open(os.devnull, os.O_RDONLY)
    with Sitting(tmp_path, "--resume") as again:
        again.until("play one card")
