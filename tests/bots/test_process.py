"""Programs as bots: whatever one does, we get an action or a clear failure in time, and nothing stays behind."""

import os
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import paiju
from paiju import Cards
from paiju.bots import UnknownBot, read_bot
from paiju.bots.lines import MOST_LISTED, action_text, go_lines, see_line
from paiju.core.words import Event
from paiju.games import BUILT_IN
from paiju.play import BotFailure, at_random, play_deal, play_match

ROOT = Path(__file__).parents[2]
BAD = f"{sys.executable} {ROOT / 'tests/data/bots/bad.py'}"
EXAMPLES = ROOT / "examples/bots"
HEARTS, OPTIONS = paiju.read_rules("hearts:passing=off")
LIMITS = {"time_ms": 300, "start_ms": 60_000}
GENEROUS = {"time_ms": 60_000, "start_ms": 60_000}  # where no time is measured, a busy machine should not matter

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs run under a keeper, which needs POSIX")


@pytest.fixture
def bot(request):
    """bot("silent"): a program that misbehaves, closed in the end."""
    made = []

    def make(words, **limits):
        made.append(read_bot(f"process:{BAD} {words}", HEARTS, **{**LIMITS, **limits}))
        return made[-1]

    yield make
    for each in made:
        each.close()


def first_deal(seed=1):
    setup = HEARTS.first(OPTIONS)
    return HEARTS.start(setup, HEARTS.shuffled(setup, paiju.Random(seed)))


def asked(bot):
    """Its answer to the first question of a deal."""
    state = first_deal()
    view = state.view(state.waiting()[0])
    bot.begin(view)
    return bot(view, paiju.Random(1))


def failure(bot):
    with pytest.raises(BotFailure) as caught:
        asked(bot)
    return caught.value


def running(mark):
    """The processes with a mark in their command line, wherever they hide."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


# ---- it does not start


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("./no/such/bot", "there is no program"),
        ("no_such_bot_anywhere", "there is no program"),
        ("", "which program"),
        ("'unclosed", "not a command"),
        (str(ROOT / "README.md"), "not executable"),
        (f"{BAD} stillborn", "ended with status 1; its last words: I will not"),
        (f"{BAD} future", "it speaks version 2 of the protocol, and this is 1"),
        (f"{BAD} picky", "Bad plays luzi, not hearts"),
        (f"{BAD} good,width=3", "Bad has no option 'width'; it has: depth=3"),
    ],
)  # fmt: skip
def test_a_program_that_does_not_start_is_no_bot(command, reason):
    with pytest.raises(UnknownBot, match=reason):
        read_bot(f"process:{command}", HEARTS, **GENEROUS)


def test_a_script_without_an_interpreter_says_so(tmp_path):
    script = tmp_path / "bot"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(UnknownBot, match="cannot be started: No such file"):
        read_bot(f"process:{script}", HEARTS)


def test_a_deaf_program_is_given_up():
    with pytest.raises(UnknownBot, match=r"does not start: timeout: .* it does not answer"):
        read_bot(f"process:{BAD} deaf", HEARTS, start_ms=300)


def test_unknown_limits_are_refused():
    with pytest.raises(UnknownBot, match="no limit 'speed'; there are time_ms"):
        read_bot(f"process:{BAD} good", HEARTS, speed=3)
    with pytest.raises(UnknownBot, match="time_ms cannot be"):
        read_bot(f"process:{BAD} good", HEARTS, time_ms="fast")


# ---- it misbehaves when asked


@pytest.mark.parametrize(
    ("word", "limits", "reason", "detail"),
    [
        ("dies", GENEROUS, "crash", "ended with status 1; its last words: no more cards for me"),
        ("hangs_up", GENEROUS, "crash", "it closed its output"),
        ("silent", LIMITS, "timeout", "no answer within 300 ms"),
        ("mumbles", LIMITS, "timeout", "it wrote 'QS'"),
        ("babbles", GENEROUS, "protocol", "a line of more than"),
        ("chatters", GENEROUS, "protocol", "it babbles"),
        ("binary", GENEROUS, "protocol", "not UTF-8"),
        ("winded", GENEROUS, "protocol", "a line of more than"),
        ("nonsense", GENEROUS, "protocol", "'play XX' is not an action"),
        ("gives_up", GENEROUS, "protocol", "it says: I cannot play this"),
        ("hoards", {**GENEROUS, "memory_mb": 200}, "memory", "it may use 200 MB"),
    ],
)  # fmt: skip
def test_misbehaviour_is_a_failure_with_a_reason(bot, word, limits, reason, detail):
    failed = failure(bot(word, **limits))
    assert failed.reason == reason
    assert detail in failed.detail


@pytest.mark.parametrize("word", ["silent", "babbles", "mumbles"])
def test_a_failure_comes_in_time(bot, word):
    program = bot(word)
    state = first_deal()
    view = state.view(state.waiting()[0])
    program.begin(view)
    start = time.monotonic()
    with pytest.raises(BotFailure):
        program(view, paiju.Random(1))
    assert time.monotonic() - start < 5  # 0.35 s on an idle machine


def test_an_illegal_action_is_for_the_table_to_refuse(bot):
    state = first_deal()
    seat = state.waiting()[0]
    with pytest.raises(paiju.IllegalAction):
        state.apply(seat, asked(bot("illegal", **GENEROUS)))


def test_an_answer_before_the_question_is_a_failure(bot):
    failed = failure(bot("eager", **GENEROUS))
    assert failed.reason == "protocol"
    assert "without being asked" in failed.detail


def test_a_second_answer_is_a_failure_at_the_next_question(bot):
    program = bot("twice", **GENEROUS)
    state = first_deal()
    view = state.view(state.waiting()[0])
    program(view, paiju.Random(1))
    assert "answered without being asked, or twice" in failure_of(lambda: program(view, paiju.Random(1)))


def failure_of(act):
    with pytest.raises(BotFailure) as caught:
        act()
    return str(caught.value)


def test_remarks_and_unknown_lines_do_not_matter(bot):
    program = bot("thinks_aloud", **GENEROUS)
    assert str(asked(program)) == "play 2C"
    assert program.info == "deep"


def test_a_flooded_log_does_not_block_and_only_its_end_is_kept(bot):
    program = bot("logs", **GENEROUS)
    assert str(asked(program)) == "play 2C"
    program.ping()
    assert program.wire is not None
    assert len(program.wire.said) <= 4000


def test_an_answer_just_after_stop_still_counts(bot):
    for _ in range(3):  # 50 ms may be short on a busy machine
        program = bot("waits_for_stop")
        try:
            assert str(asked(program)) == "play 2C"
            return
        except BotFailure:
            continue
    pytest.skip("this machine is too busy for 50 ms")


def test_a_program_that_failed_is_started_again_for_the_next_deal(bot):
    program = bot("dies", **GENEROUS)
    state = first_deal()
    view = state.view(state.waiting()[0])
    assert failure(program).reason == "crash"
    assert "failed before in this deal" in failure_of(lambda: program(view, paiju.Random(1)))
    program.begin(view)
    assert "no more cards for me" in failure_of(lambda: program(view, paiju.Random(1)))


def test_a_program_that_lost_its_keeper_is_started_again(bot):
    program = bot("good", **GENEROUS)
    program.sandbox.keeper.kill()
    program.sandbox.keeper.wait()
    assert failure_of(lambda: ping_for_ever(program)).startswith("crash")
    assert str(asked(program)) == "play 2C"


def ping_for_ever(program):
    """The system ends the program a moment after its keeper, so the first ping may still be answered."""
    while True:
        program.ping()


@pytest.mark.parametrize("isolate", [True, False])
def test_a_bot_outlives_the_thread_that_made_it(bot, isolate):
    made = []
    thread = threading.Thread(target=lambda: made.append(bot("good", **GENEROUS, isolate=isolate)))
    thread.start()
    thread.join()
    time.sleep(0.1)
    assert str(asked(made[0])) == "play 2C"


def test_a_dead_program_in_a_match_is_a_failure_not_a_hang(bot):
    with pytest.raises(BotFailure, match="crash"):
        play_match(HEARTS, [bot("dies", **GENEROUS), *[at_random] * 3], paiju.Random(1), OPTIONS)


# ---- nothing stays behind


@pytest.mark.parametrize("isolate", [True, False])
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look for leftovers")
def test_children_that_hide_are_ended_too(bot, isolate):
    mark = f"{random.randint(10**8, 10**9)}.5"
    program = bot(f"leaves_children {mark}", **GENEROUS, isolate=isolate)
    assert failure(program).reason == "crash"
    assert running(f"sleep\0{mark}") == []


@pytest.mark.parametrize("isolate", [True, False])
def test_closing_leaves_no_process_and_no_directory(isolate):
    program: Any = read_bot(f"process:{BAD} good", HEARTS, **GENEROUS, isolate=isolate)
    asked(program)
    keeper, home = program.sandbox.keeper, program.sandbox.home
    assert os.path.isdir(home)
    program.close()
    program.close()  # twice does no harm
    assert keeper.returncode is not None
    assert not os.path.exists(home)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look for leftovers")
def test_a_program_ends_with_us():
    """Killed outright, we cannot clean up; the keeper notices."""
    mark = f"bystander{random.randint(10**8, 10**9)}"
    code = f"""if True:
        import paiju, time
        from paiju.bots import read_bot
        bot = read_bot("process:{BAD} good {mark}", paiju.find("hearts"), start_ms=60000)
        print(bot.sandbox.home, flush=True)
        time.sleep(1000)"""
    us = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)
    assert us.stdout is not None
    with us.stdout:
        home = us.stdout.readline().decode().strip()
        assert os.path.isdir(home)
        us.kill()
        us.wait()
    deadline = time.monotonic() + 20
    while (running(f"good\0{mark}") or os.path.exists(home)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running(f"good\0{mark}") == []
    assert not os.path.exists(home)


# ---- where it lives


def test_the_environment_is_cleared_and_the_directory_its_own(bot):
    program = bot("surroundings", **GENEROUS)
    asked(program)
    *names, same = program.info.split()
    assert set(names) <= {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TMPDIR"}
    assert same == "True"
    assert Path(program.sandbox.home, "note").read_text() == "mine"


def test_there_is_no_network(bot):
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = bot(f"calls_out {server.getsockname()[1]}", **GENEROUS)
        if any("namespaces" in sentence for sentence in program.sandbox.missing):
            pytest.skip(program.sandbox.missing[0])
        asked(program)
        assert program.info.startswith("refused")
        open_to_all = bot(f"calls_out {server.getsockname()[1]}", **GENEROUS, isolate=False)
        asked(open_to_all)
        assert open_to_all.info == "connected"


def test_the_number_of_processes_is_limited(bot):
    program = bot("forks", **GENEROUS, processes=20)
    if any("processes" in sentence for sentence in program.sandbox.missing):
        pytest.skip(program.sandbox.missing[-1])
    asked(program)
    assert int(program.info) < 20


def test_strict_limits_run_nothing_where_a_protection_is_missing(bot):
    missing = bot("good", **GENEROUS).sandbox.missing
    if not missing:
        assert str(asked(bot("good", **GENEROUS, strict=True))) == "play 2C"
    else:
        with pytest.raises(UnknownBot, match="no program is run here"):
            bot("good", **GENEROUS, strict=True)


# ---- what it is told


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("play", 2, Cards("QS")), "see 2 play QS"),
        (Event("play", 0, Cards("7D 7D BJ"), 1), "see 0 play 7D 7D BJ 1"),
        (Event("give", 1, Cards("QS KS AS"), seen_by=1 << 1), "see 1 give ? ? ?"),
        (Event("bid", 3), "see 3 bid 0"),
        (Event("score", 3, amount=-20), "see 3 score -20"),
        (Event("redeal"), "see - redeal"),
    ],
)
def test_events_are_told_as_a_seat_may_know_them(event, line):
    assert see_line(event.to(3)) == line


@pytest.mark.parametrize("name", BUILT_IN)
def test_actions_are_written_as_everywhere(name):
    game, rng = paiju.find(name), paiju.Random(8)
    setup = game.first()
    state = game.start(setup, game.shuffled(setup, rng))
    while not state.is_over:
        seat = state.waiting()[0]
        action = state.sample(seat, rng)
        assert action_text(action) == str(action)
        state.step(seat, action)


def test_few_actions_are_all_listed():
    state = first_deal()
    seat = state.waiting()[0]
    hand, go = go_lines(state.view(seat), 250).strip().split("\n")
    assert hand == f"hand {state.hands[seat]}"
    assert go == "go time 250 legal play 2C"


def test_of_many_actions_some_are_listed_and_the_asks_told():
    setup = HEARTS.first()
    view = HEARTS.start(setup, HEARTS.shuffled(setup, paiju.Random(2))).view(3)
    hand, ask, go = go_lines(view, 1000).strip().split("\n")
    assert ask == f"ask give 3 3 of {hand.removeprefix('hand ')}"
    actions = go.removeprefix("go time 1000 some ").split("; ")
    assert len(actions) == MOST_LISTED
    for action in actions:
        view.check(3, paiju.Action.read(action))


# ---- it behaves


def test_name_version_options_and_ping(bot):
    program = bot("good,depth=5", **GENEROUS)
    assert (program.name, program.version, program.options) == ("Bad", "0.1", {"depth": "3"})
    assert program.info == "setoption depth 5"
    assert program.ping() > 0


def test_a_hint_in_the_middle_of_a_deal(bot):
    state, rng = first_deal(), paiju.Random(3)
    for _ in range(6):
        state.apply(state.waiting()[0], state.sample(state.waiting()[0], rng))
    seat = state.waiting()[0]
    state.apply(seat, bot("good", **GENEROUS)(state.view(seat), rng))


def examples():
    yield "simple.py"
    yield pytest.param("simple.js", marks=pytest.mark.skipif(not shutil.which("node"), reason="node is not installed"))
    yield pytest.param("simple.c", marks=pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler"))
    yield "simple.rs"


COMPILERS = {".c": ["cc", "-O1", "-Wall", "-Wextra", "-Werror"], ".rs": ["rustc", "-O", "-Dwarnings"]}


def rustc_trouble(program):
    """Why rustc cannot compile an empty program, as where it is a shim whose toolchain is elsewhere; empty: it can."""
    if not shutil.which("rustc"):
        return "there is no rustc"
    words = ["rustc", "--crate-name", "empty", "-o", program, "-"]
    made = subprocess.run(words, input="fn main() {}\n", capture_output=True, text=True)
    return f"rustc compiles nothing: {made.stderr.strip()[:200]}" if made.returncode else ""


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """The command that runs an example; C and Rust are compiled first, with all warnings."""

    def ready(name):
        source = EXAMPLES / name
        if source.suffix not in COMPILERS:
            return str(source)
        program = tmp_path_factory.mktemp("compiled") / "simple"
        if source.suffix == ".rs" and (trouble := rustc_trouble(program.with_name("empty"))):
            pytest.skip(trouble)
        subprocess.run([*COMPILERS[source.suffix], "-o", program, source], check=True)
        return str(program)

    return ready


@pytest.mark.parametrize("name", list(examples()))
def test_the_examples_play_whole_matches_of_every_game(name, command):
    program = command(name)
    for rules in ("hearts", "gongzhu", "shengji:surrender=on", "poepen:players=5,peak=4", "luzi:tribute=on"):
        game, options = paiju.read_rules(rules)
        seats = game.first(options).seats
        players = [read_bot(f"process:{program}", game, **GENEROUS) if seat % 2 else at_random for seat in range(seats)]
        setup = play_match(game, players, paiju.Random(5), options, most_deals=3)
        assert setup.over or setup.deal == 4
        for player in players[1::2]:
            player.close()  # pyright: ignore[reportFunctionMemberAccess]  # these are the programs


def test_a_bot_sees_nothing_it_may_not_know(tmp_path):
    """Two deals that differ in the other hands only read alike up to the first card."""
    game, options = paiju.read_rules("hearts:passing=off")
    setup, rng = game.first(options), paiju.Random(4)
    logs = []
    deck = game.shuffled(setup, rng)
    seat = next(seat for seat in range(4) if paiju.Cards("2C") in paiju.Cards(deck[13 * seat : 13 * seat + 13]))
    for turn in (0, 13):
        others = [card for at, card in enumerate(deck) if at // 13 != seat]
        others = others[turn:] + others[:turn]
        mine = deck[13 * seat : 13 * seat + 13]
        view = game.start(setup, others[: 13 * seat] + mine + others[13 * seat :]).view(seat)
        log = tmp_path / f"{turn}.log"
        bot = read_bot(f"process:{EXAMPLES}/tee.py {log} {EXAMPLES}/simple.py", game, **GENEROUS)
        bot.begin(view)
        bot(view, rng)
        bot.close()
        logs.append(log.read_text())
    assert logs[0] == logs[1]


def test_the_session_in_the_docs_is_what_happens(tmp_path):
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    sample = page.split("<!-- session -->")[1].split("```")[1].strip().splitlines()
    game, options = paiju.read_rules("poepen:peak=3")
    setup, rng = game.first(options), paiju.Random(11)
    log = tmp_path / "talk.log"
    bot = read_bot(f"process:{EXAMPLES}/tee.py {log} {EXAMPLES}/simple.py,boldness=1", game, **GENEROUS)
    play_deal(setup, game.shuffled(setup, rng), [at_random, bot, at_random, at_random], rng)
    bot.close()
    happened = log.read_text(encoding="utf-8").replace("go time 60000", "go time 1000").splitlines()
    assert happened == sample
