"""The command as people use it: real processes, real output."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.games import BUILT_IN

ROOT = Path(__file__).parent.parent
SEVENS = str(ROOT / "examples" / "sevens.py")
GAMES = list(BUILT_IN)


def paiju(*words: str, code: int = 0, text: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-m", "paiju.cli", *words], capture_output=True, encoding="utf-8", input=text, timeout=120
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout if code == 0 else run.stderr


@pytest.mark.parametrize(
    ("words", "dutch", "chinese"),
    [
        (["play", "--foo"], "Er is geen optie '--foo'.", "没有选项 '--foo'。"),
        (["learn"], "Er ontbreekt een argument: 'GAME'", "缺少参数 'GAME'"),
        (["deal"], "Er is geen opdracht 'deal'.", "没有命令 'deal'。"),
        (["games", "hearts", "luzi"], "Er staat een argument te veel (luzi)", "多余的参数（luzi）"),
        (["play", "--me"], "Bij optie '--me' hoort een waarde.", "选项 '--me' 需要 1 个值。"),
        (["completion", "sh"], "'sh' is niet een van 'bash', 'zsh', 'fish'.", "'sh' 不在可选值"),
        (["simulate", "luzi", "--deals", "x"], "'--deals': 'x' is geen geldig getal.", "'x' 不是有效的数。"),
        (["simulate", "luzi", "--deals", "0"], "0 ligt niet in het bereik", "0 不在"),
        (["replay", "nowhere.paiju"], "'nowhere.paiju' bestaat niet.", "'nowhere.paiju' 不存在。"),
        (["play", "heart"], "er is geen spel 'heart'", "没有游戏“heart”"),
        (["play", "--automatic", "--practice"], "laat --automatic weg", "请去掉 --automatic"),
    ],
)
def test_a_command_line_that_means_nothing_is_refused_in_the_language_of_who_typed_it(
    words, dutch, chinese, monkeypatch
):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for locale, expected in (("nl_NL.UTF-8", dutch), ("zh_CN.UTF-8", chinese)):
        monkeypatch.setenv("LANG", locale)
        refusal = paiju(*words, code=2)
        assert expected in refusal
        assert "Error" not in refusal
        assert "Usage" not in refusal


def test_the_language_asked_for_is_spoken_before_the_command_line_is_understood():
    assert "Er is geen optie '--foo'." in paiju("learn", "hearts", "--lang", "nl", "--foo", code=2)


def test_help_and_version():
    assert "simulate" in paiju("--help")
    assert "paiju, version 0." in paiju("--version")


def test_help_imports_neither_a_game_nor_what_takes_long():
    slow = ("paiju.core", "paiju.games", "asyncio", "msgspec", "textual")
    script = f"import sys, paiju.cli; print(*[name for name in sys.modules if name.startswith({slow})])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.strip() == ""


def test_games_lists_them_all():
    text = paiju("games")
    assert all(name in text for name in GAMES)
    assert "rule" in paiju("games", "hearts")


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_the_options_in_force(game):
    text = paiju("rules", game)
    assert "1.1 " in text
    assert "    > " in text


def test_rules_show_a_changed_option():
    assert "moon = subtract (default add" in paiju("rules", "hearts:moon=subtract")


@pytest.mark.parametrize("game", [*GAMES, SEVENS])
def test_simulate(game):
    text = paiju("simulate", game, "--deals", "40", "--seed", "3")
    assert "40 first deals of a match, seed 3" in text
    assert "deals/s" in text


def test_simulate_with_records_gives_the_same_sums(tmp_path):
    file = tmp_path / "deals.paiju"
    plain = paiju("simulate", "poepen", "--players", "5", "--deals", "60")
    written = paiju("simulate", "poepen", "--players", "5", "--deals", "60", "--record", str(file))
    table = [line for line in plain.splitlines() if "…" in line]
    assert len(table) == 5
    assert table == [line for line in written.splitlines() if "…" in line]
    assert file.read_text(encoding="utf-8").count("deck ") == 60


def test_threads_do_not_change_the_sums():
    one, two = (paiju("simulate", "hearts", "--deals", "3000", "--threads", n).splitlines()[:7] for n in "12")
    assert one == two


@pytest.mark.parametrize("game", [*GAMES, "sevens"])
def test_watch_record_replay(game, tmp_path):
    file = str(tmp_path / "match.paiju")
    options = ["--game", SEVENS] if game == "sevens" else []
    told = paiju(*options, "watch", game, "--seed", "5", "--deals", "1", "--record", file)
    assert "deal 1" in told
    for sight in (["--open"], ["--seat", "1"], []):
        assert "deal 1" in paiju(*options, "replay", file, *sight)


def test_watch_from_a_seat_shows_one_hand(tmp_path):
    text = paiju("watch", "hearts", "--seed", "5", "--deals", "1", "--seat", "2")
    head = [line for line in text.splitlines() if "13 cards" in line][:4]
    assert sum("♣" in line or "♠" in line or "♥" in line for line in head) == 1


def test_watch_without_a_terminal_takes_the_first_game():
    assert "hearts" in paiju("watch", "--deals", "1", "--seed", "1")


def test_bench_speaks_json():
    rows = json.loads(paiju("bench", "--json", "--seconds", "0.02"))
    assert [row["game"] for row in rows] == GAMES
    assert all(row["deals_per_second"] > 0 for row in rows)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    assert "_PAIJU_COMPLETE" in paiju("completion", shell)


def test_completion_knows_games_and_options():
    from click.testing import CliRunner

    from paiju.cli import cli

    env = {"_PAIJU_COMPLETE": "bash_complete", "COMP_WORDS": "paiju simulate hearts:mo", "COMP_CWORD": "2"}
    assert "hearts:moon=" in CliRunner().invoke(cli, [], env=env, prog_name="paiju").output


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("typed", "replies"),
    [
        ("paiju rules hear", ["hearts"]),
        ("paiju rules hearts:moo", ["moon="]),
        ("paiju rules hearts:moon=", ["add", "subtract"]),
        ("paiju rules hearts:moon=add,targ", ["add,target="]),
        ("paiju compl", ["completion"]),
    ],
)
def test_bash_completes_with_its_own_word_breaks(tmp_path, typed, replies):
    """What bash replaces is what stands behind the last colon or equals sign; its word breaks stay as they are."""
    (tmp_path / "paiju").write_text(f'#!/bin/sh\nexec {sys.executable} -m paiju.cli "$@"\n')
    (tmp_path / "paiju").chmod(0o755)
    script = f"""
        before=$COMP_WORDBREAKS
        eval "$({tmp_path}/paiju completion bash)"
        compopt() {{ :; }}
        COMP_LINE={typed!r} COMP_POINT={len(typed)}
        _paiju_completion {tmp_path}/paiju
        printf '%s\\n' "${{COMPREPLY[@]}}"
        [[ $before == "$COMP_WORDBREAKS" ]] && echo unchanged
    """
    run = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", timeout=60)
    found = run.stdout.split()
    assert found[-1] == "unchanged", run.stderr
    assert set(replies) <= set(found[:-1]), run.stdout + run.stderr
    assert all(reply.startswith(replies[0][:3]) for reply in found[:-1]) or len(replies) > 1


BAD = [
    (["simulate", "bridge"], "no game 'bridge'"),
    (["simulate", "hearts:moon=banana"], "add, subtract, choose or better"),
    (["simulate", "hearts:flavour=1"], "no option 'flavour'"),
    (["simulate", "gongzhu", "--players", "5"], "for 4 players"),
    (["simulate", "poepen", "--players", "99"], "2 to 6"),
    (["simulate", "poepen:hook_from=-1"], "hook_from"),
    (["simulate", "hearts", "--deals", "0"], "deals"),
    (["simulate", "hearts", "--record", "/no/such/folder/x"], "/no/such/folder/x"),
    (["replay", "/no/such/file"], "no/such/file"),
    (["watch", "hearts", "--seat", "7"], "no seat 7"),
    (["rules"], "GAME"),
    (["simulate", "nothing.py"], "nothing.py"),
    (["--game", __file__, "games"], "GAME"),
]


@pytest.mark.parametrize(("words", "reason"), BAD)
def test_mistakes_get_a_sentence(words, reason):
    run = subprocess.run([sys.executable, "-m", "paiju.cli", *words], capture_output=True, encoding="utf-8", timeout=60)
    assert run.returncode in (1, 2)
    assert reason in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
@pytest.mark.parametrize(
    "words",
    ["--help", "games", "games hearts", "rules hearts", "bots", "simulate hearts --deals 9", "completion bash",
     "watch hearts --plain", "play hearts --plain"],
)  # fmt: skip
def test_a_full_disk_gets_a_sentence(words, tmp_path):
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    env.pop("PYTHONUNBUFFERED", None)  # with it nothing is left to be written at the end
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "paiju.cli", *words.split()], stdin=subprocess.DEVNULL, stdout=full,
            stderr=subprocess.PIPE, encoding="utf-8", timeout=60, env=env,
        )  # fmt: skip
    assert (run.returncode, run.stderr) == (1, "Error: No space left on device\n")


def test_replay_names_the_damaged_line(tmp_path):
    file = tmp_path / "bad.paiju"
    file.write_text('[Format "paiju 1"]\n[Rules "hearts"]\n\ndeal 1\ndeck 2C 2C\n0 play 2C\n', encoding="utf-8")
    assert "line 6: the deck above" in paiju("replay", str(file), code=1)


def test_help_is_in_the_language_of_who_asks(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "or in lines where there is no terminal." in " ".join(paiju("--help").split())
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    dutch = paiju("play", "--help")
    assert "Neem terug zoveel je wilt" in dutch
    assert "Opties:" in dutch
    assert "[standaard: 1; 1<=x<=6]" in dutch
    assert "\n    paiju play shengji --people 2         twee aan één toetsenbord, twee bots\n" in dutch
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "打印一个游戏带编号的规则" in paiju("--help")


@pytest.mark.parametrize(
    ("words", "dutch"),
    [
        (["hearts", "--people", "5"], "5 mensen passen niet: 4 van de 4 plaatsen zijn vrij"),
        (["hearts", "--players", "9"], "hearts: players is 3, 4, 5 of 6, niet '9'"),
        (["hearts", "--bot", "nobody"], "er is geen bot 'nobody'"),
        (["--resume"], "er is geen partij die niet af is"),
    ],
)
def test_what_cannot_be_played_is_said_in_the_language_asked_for(words, dutch, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert dutch in paiju("play", *words, "--lang", "nl", code=1)
