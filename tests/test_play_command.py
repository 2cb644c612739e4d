"""The command `paiju play`: what it understands, and what it says where it does not."""

import os
import re
import subprocess
import sys

import pytest
from sitting import Sitting, typed_example

from paiju import names
from paiju.commands.own_table import PlayRequest, bot_text, seat_everybody
from paiju.games import read_rules
from paiju.record import Record


def refused(*words: str, home: str = "/nonexistent", code: int = 2) -> str:
    """What the command says to these words, on one line of an error."""
    run = subprocess.run(
        [sys.executable, "-m", "paiju.cli", "play", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": home},
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run.stderr


def test_a_record_does_not_write_over_a_file(tmp_path):
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    assert "is there already" in refused("hearts", "--plain", "--record", str(diary), code=1)
    assert diary.read_text() == "dear diary"


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["heart"], "there is no game 'heart'", 2),
        (["heart"], "did you mean hearts?", 2),
        (["hearts:foo=1"], "hearts has no option 'foo'", 2),
        (["hearts", "--bot", "nobody"], "there is no bot 'nobody'", 1),
        (["hearts", "--bot", "risk"], "risk plays poepen, not hearts", 1),
        (["gongzhu", "--players", "5"], "gongzhu is for 4 players, not 5", 1),
        (["poepen:players=3", "--opposite", "steady"], "nobody sits opposite of you at a table of 3", 1),
        (["hearts", "--people", "5"], "5 people do not fit: 4 of 4 seats are free", 1),
        (["--resume"], "no match was left unfinished: start one with paiju play GAME", 1),
        (["--resume", "/nonexistent/file"], "No such file", 1),
        (["hearts", "--resume", "/nonexistent/file"], "leave out the game", 2),
        (["hearts", "--record", "x", "--count", "2"], "leave out --count", 2),
        (["hearts", "--record", "/nonexistent/file"], "No such file", 1),
        (["hearts", "--lang", "fr"], "there is no language 'fr'; there are en (English)", 2),
        (["--automatic"], "which game?", 2),
        (["hearts", "--seed", "x"], "'x' is not a valid integer", 2),
    ],
)
def test_refusals(words, sentence, code, tmp_path):
    assert sentence in refused(*words, home=str(tmp_path), code=code)


def test_no_game_is_a_numbered_question(tmp_path):
    with Sitting(tmp_path, "--bot", "steady", "--players", "4") as sitting:
        sitting.until("1 Hearts")
        sitting.until("which game?")
        sitting.type("0")
        sitting.until("there is no game '0'")
        sitting.until("which game?")
        sitting.type("poepn")
        sitting.until("did you mean poepen?")
        sitting.until("which game?")
        sitting.type("1")
        sitting.until("give 3 cards")


def test_no_game_and_no_input(tmp_path):
    with Sitting(tmp_path) as sitting:
        sitting.until("which game?")
        sitting.end_input()
        sitting.listen()
        assert sitting.code() == 0


@pytest.mark.parametrize("words", [["--impatient", "true"], ["--impatient=false"], ["--impatient"], ["--patient"]])
def test_impatient_as_heartless_had_it_and_as_a_flag(words, tmp_path):
    with Sitting(tmp_path, *words, "hearts", "--bot", "steady") as sitting:
        sitting.until("give 3 cards")


def test_a_dumb_terminal_gets_lines(tmp_path):
    with Sitting(tmp_path, "hearts", "--bot", "steady", terminal=True, env={"TERM": "dumb"}) as sitting:
        sitting.until("give 3 cards")


def test_the_match_is_kept_in_a_file_too(tmp_path):
    kept = tmp_path / "kept.paiju"
    with Sitting(tmp_path, "poepen:peak=1", "--bot", "steady", "--record", str(kept)) as sitting:
        sitting.play()
        assert sitting.code() == 0
    assert Record.load(kept).tags["Seat0"] == "Ann"


def test_a_finished_match_is_not_resumed(tmp_path):
    with Sitting(tmp_path, "poepen:peak=1", "--bot", "steady") as sitting:
        sitting.play()
    finished = next(tmp_path.glob("paiju/matches/finished/*.paiju"))
    assert "is over" in refused("--resume", str(finished), home=str(tmp_path), code=1)


def test_a_match_in_another_window_is_not_resumed(tmp_path):
    with Sitting(tmp_path, "hearts", "--bot", "steady") as sitting:
        sitting.until("give 3 cards")
        assert "another window" in refused("--resume", home=str(tmp_path), code=1)


def test_a_match_in_another_window_is_passed_by_and_that_is_said(tmp_path):
    with Sitting(tmp_path, "poepen", "--bot", "steady") as left:
        left.until("bid ")
        left.type("exit")
        left.listen()
    with Sitting(tmp_path, "hearts", "--bot", "steady") as open_elsewhere:
        open_elsewhere.until("give 3 cards")
        with Sitting(tmp_path, "--resume") as sitting:
            sitting.until("bid ")
            assert "open in another window: 1" in sitting.text


def test_advice_from_a_bot_of_ones_own(tmp_path):
    bot = tmp_path / "first.py"
    bot.write_text("def play(view, rng):\n    return next(view.actions(view.viewer))\n")
    with Sitting(tmp_path, "poepen:peak=3", "--bot", "steady", "--seed", "5", "--me", str(bot)) as sitting:
        assert typed_example(sitting.until(", for example ")) == "0"


# ---- who sits where ----


def request(people: int = 1, names: tuple[str, ...] = (), level: str = "medium", **bots: str) -> PlayRequest:
    return PlayRequest(level, bots, None, 0.0, True, None, None, names, people, 1, False)


def chairs(rules: str, **wishes) -> list[tuple[str, str]]:
    game, options = read_rules(rules)
    return [(chair.name, chair.bot) for chair in seat_everybody(game, options, request(**wishes))]


def test_bots_have_names_of_their_own(monkeypatch):
    monkeypatch.setenv("USER", "ann")
    assert chairs("hearts") == [
        ("ann", ""),
        ("Ada", "search:medium"),
        ("Bram", "search:medium"),
        ("Chen", "search:medium"),
    ]
    assert [name for name, _ in chairs("luzi", names=("Ada",))] == ["Ada", "Bram", "Chen", "Dora", "Emre", "Fien"]


def test_wishes_for_seats():
    seats = chairs("hearts", level="easy", left="steady", right="hard", names=("Ann",))
    assert [bot for _, bot in seats] == ["", "steady", "search:easy", "search:hard"]
    assert [bot for _, bot in chairs("hearts", others="random")] == ["", "random", "random", "random"]


def test_people_sit_where_no_bot_was_wished_for():
    seats = chairs("hearts", people=2, names=("Ann", "Bo"), left="steady")
    assert [name for name, bot in seats if not bot] == ["Ann", "Bo"]
    assert [bool(bot) for _, bot in seats] == [False, True, False, True]


def test_names_of_people(monkeypatch):
    monkeypatch.delenv("USER", raising=False)
    assert names.for_people([], 1) == ["You"]
    assert names.for_people(["Ann"], 3) == ["Ann", "Bo", "Kim"]
    assert len(set(names.for_people(["Bo", "Bo"], 6))) == 6
    assert not set(names.for_bots(6, ["Ada"])) & {"Ada"}


def test_levels_and_paths(tmp_path):
    assert bot_text("hard") == "search:hard"
    assert bot_text("search:ms=50") == "search:ms=50"
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    assert bot_text(str(script)) == f"script:{script}"


# ---- rows of matches ----


def play(*words):
    command = [sys.executable, "-m", "paiju.cli", "play", *map(str, words)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, stdin=subprocess.DEVNULL)


def csv_rows(file):
    return file.read_text(encoding="utf-8").splitlines()


def choose_short_poepen(terminal):
    """From the menu: three downs to the game, ten to its peak, which becomes one card, and back to Play now."""
    terminal.until("Chinees Poepen")
    terminal.type("\x1b[B" * 3 + "\r")
    terminal.until("peak")
    terminal.type("\x1b[B" * 10 + "\x1b[D" * 6 + "\x1b[A" * 10 + "\r")


@pytest.mark.parametrize("ends", ["quit", "window closed"])
@pytest.mark.parametrize("begins", ["game", "menu"])
def test_csv_rows_of_a_match_on_the_full_screen(tmp_path, begins, ends):
    """Nobody has to do anything but bid and play; then the rows are there, though the screen never spoke of them. So
    they are where somebody looks at the result and closes the window."""
    from pseudo_terminal import Terminal

    file = tmp_path / "data.csv"
    game = ["poepen:peak=1"] if begins == "game" else []
    terminal = Terminal(tmp_path, "play", *game, "--impatient", "--bot", "risk:0.5", "--csv", str(file))
    try:
        if begins == "menu":
            choose_short_poepen(terminal)
        terminal.until("Bid")
        terminal.seen = ""
        terminal.type("\r")  # a bid of 0, or 1 where that is barred
        terminal.until("Play")
        terminal.type("\r")
        terminal.until("won the match")
        if ends == "quit":
            terminal.type("\x11")
            assert terminal.ended() == 0
        else:
            terminal.close()
            terminal.process.wait(20)
    finally:
        terminal.kill()
    head, *found = csv_rows(file)
    assert head == "risk_taking;score;rank"
    assert sorted(row.split(";")[0] for row in found) == ["0.500000"] * 3 + ["NA"]


@pytest.mark.parametrize("game", ["hearts:target=1", "luzi:target=3"])
def test_csv_rows_of_any_game_have_its_standing_in_ranking_order(game, tmp_path):
    file = tmp_path / "data.csv"
    done = play(game, "--automatic", "--csv", file, "--count", 2)
    assert done.returncode == 0, done.stderr
    found = [row.split(";") for row in csv_rows(file)[1:]]
    assert [rank for _, _, rank in found] == 2 * [str(rank) for rank in range(1, len(found) // 2 + 1)]
    assert {risk for risk, _, _ in found} == {"NA"}
    scores = [int(score) for _, score, _ in found][: len(found) // 2]
    assert scores == sorted(scores, reverse=game.startswith("luzi"))


@pytest.mark.parametrize(
    ("file", "complaint"),
    [(".", "is a directory"), ("no/data.csv", "No such file or directory"), ("other.csv", "does not begin with")],
)
def test_csv_that_cannot_be_written_is_refused_before_the_match(file, complaint, tmp_path):
    (tmp_path / "other.csv").write_text("name;score\n")
    for more in (["--automatic"], ["--plain"]):
        done = play("poepen", *more, "--csv", tmp_path / file)
        assert done.returncode != 0
        assert done.stdout == ""
        assert complaint in done.stderr
    assert (tmp_path / "other.csv").read_text() == "name;score\n"


def test_pace_of_drawn_cards_is_refused_where_none_is_drawn():
    done = play("poepen", "--plain", "--draw", "0.5")
    assert done.returncode != 0
    assert "no card is drawn in Chinees Poepen (Boerenbridge): leave out draw" in done.stderr
    assert "Traceback" not in done.stderr


def test_csv_rows_that_find_no_room_are_shown(tmp_path):
    """The disk is full after the first match: what was written stays, and the rows of the second are on the screen."""
    import resource

    file = tmp_path / "data.csv"

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (110, 110))

    words = ["play", "poepen:peak=1", "--automatic", "--count", "9", "--csv", str(file)]
    done = subprocess.run([sys.executable, "-m", "paiju.cli", *words], capture_output=True, text=True, preexec_fn=small)
    assert done.returncode == 1
    assert len(csv_rows(file)) == 5
    assert len(re.findall(r"(?m)^0\.620000;-?\d+;[1-4]$", done.stderr)) == 4
    assert "these rows could not be added to" in done.stderr
    assert "Traceback" not in done.stderr
