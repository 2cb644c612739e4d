"""DoubleHearts, a Java server and client: the sentences of its README, and what its users did there."""

import re
import signal
import socket
import subprocess
import threading
import time
from contextlib import contextmanager

import pytest
from house_client import Guest, run_with_guests
from installed import PROGRAM, paiju
from sitting import ENDED, Sitting

from paiju.core.cards import Cards
from paiju.games import find

SECONDS = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def served(folder, *words):
    """`paiju serve WORDS`, with its data in a folder; it listens, and is ended as a service is."""
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [PROGRAM, "serve", *words, "--data", str(folder), "--set", "requests_a_second=5000", "--set",
             "messages_a_second=5000", "--set", "guests_a_minute=5000"], stdin=subprocess.DEVNULL, stdout=file,
            stderr=file,
        )  # fmt: skip
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS)


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Where a house listens that was told so as the old server was."""
    chosen = free_port()
    with served(tmp_path_factory.mktemp("house"), "-p", str(chosen)) as process:
        end = time.monotonic() + SECONDS
        while not listens(chosen):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        yield chosen


def client(home, port, *words, name="Ann"):
    return Sitting(home / name, *words, "-a", "127.0.0.1", "-p", str(port), "--name", name, "--plain", "--impatient")


# ---- the README ----


@pytest.mark.parametrize("called", ["double hearts", "DoubleHearts", "double-deck Hearts"])
def test_1_double_hearts_is_hearts_with_two_decks(called):
    """DoubleHearts is the Gong Zhu of two decks; it is found by its old name."""
    game = find(called)
    assert (game.name, game.deck_size(game.first())) == ("gongzhu", 104)
    told = paiju(f"play '{called}' --bot random --ascii --seed 1", typed="exit").stdout
    hand = next(line for line in told.splitlines() if line.startswith("= "))
    cards = Cards(hand[2:])
    assert len(cards) == 26
    assert len(set(cards)) < 26  # some are there twice


def test_2_server_runs_at_the_port_behind_p(port):
    """`java -jar DoubleHeartsServer.jar -p 32266` is `paiju serve -p 32266`."""
    assert listens(port)
    with socket.socket() as probe:
        probe.connect(("127.0.0.1", port))
        probe.sendall(b"GET /api/v1/games HTTP/1.0\r\n\r\n")
        assert b"gongzhu" in probe.makefile("rb").read()


@pytest.mark.parametrize("number", ["99999", "-1", "x"])
def test_2_server_refuses_what_is_no_port(number):
    for command in ("serve", "discord", "play"):
        told = paiju(f"{command} -p {number} -l en" if command == "play" else f"{command} -p {number}")
        assert told.returncode == 2
        assert f"'{number}' is no port: a port is a number from" in told.stderr


@pytest.mark.parametrize(
    "line", ["serve -p {}", "serve --lan -p {}", "serve -p 0 --talker {}", "serve -p 0 --ops-port {}"]
)
def test_2_server_says_that_its_port_is_taken_and_which_option_sets_another(tmp_path, line):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = paiju(f"{line.format(port)} --data {tmp_path} --set log=error")
        option = line.split()[-2]
        assert told.returncode == 1
        sentence = f"Error: port {port} is taken, perhaps by another paiju serve: {option} sets another"
        assert told.stderr.splitlines()[-1] == sentence


def test_3_default_port_is_the_same_in_server_and_client():
    """It was 23366; a house uses 8000, as most servers that people start themselves."""
    assert re.search(r"^port = 8000\b", paiju("serve --print-config").stdout, re.MULTILINE)
    for command in ("serve", "play"):
        assert re.search(r"-p, --port .*\[default: 8000\]", " ".join(paiju(f"{command} --help").stdout.split()))


def test_4_client_of_the_readme_says_that_its_address_cannot_be_one():
    """The README's own address is no address: one sentence says so, in the language that was asked for."""
    line = "play -l {} -a 142.857.428.571 -p 32266"
    for lang, words in {"en": "cannot be an address", "zh": "不可能是地址", "nl": "kan geen adres zijn"}.items():
        told = paiju(line.format(lang))
        assert told.returncode == 1
        assert len(told.stderr.splitlines()) == 1
        assert "142.857.428.571:32266" in told.stderr
        assert words in told.stderr


def test_4_client_says_which_address_and_port_it_tried():
    told = paiju(f"play -l en -a 127.0.0.1 -p {(port := free_port())}")
    assert told.returncode == 1
    assert told.stderr.startswith(f"Error: nothing listens at 127.0.0.1, port {port}: is the house running there")


@pytest.mark.parametrize(("lang", "words"), [("en", "a new table"), ("zh", "拱猪"), ("nl", "een nieuwe tafel")])
def test_4_client_connects_and_speaks_the_language_behind_l(port, tmp_path, lang, words):
    """`java -jar DoubleHeartsClient.jar -l en -a … -p 32266` is `paiju play -l en -a … -p 32266`."""
    with client(tmp_path, port, "-l", lang) as ann:
        ann.until(words)
        ann.type("q")
        ann.listen()
        assert ann.code() == 0


def test_5_two_windows_of_one_computer_are_two_people_and_who_comes_back_is_the_first(port, tmp_path):
    """Two clients without a name, started on one computer: neither throws the other out of the chair."""
    line = ("-a", "127.0.0.1", "-p", str(port), "--plain", "--impatient")
    second = r"you play there in another window: here you are (\w+) \(--name chooses one\)"
    with Sitting(tmp_path, "double hearts", *line, "--people", "2", "--bot", "steady") as ann:
        table = re.findall(r"/t/\w+", ann.until("/t/"))[0]
        with Sitting(tmp_path, "--at", f"127.0.0.1:{port}{table}", "--plain") as other:
            found = re.fullmatch(second, other.line() or "")
            assert found
            name = found[1]
            ann.until(f"{name}: not ready yet")
            other.kill()
        with Sitting(tmp_path, "--at", f"127.0.0.1:{port}{table}", "--plain") as back:  # after kill -9 too
            assert re.findall(second, back.line() or "") == [name]
            back.until("Ann: not ready yet")
    with Sitting(tmp_path, "--at", f"127.0.0.1:{port}{table}", "--plain") as again:
        again.until("Ann: not ready yet (you)")
        assert "another window" not in again.text


def test_5_and_6_friends_connect_to_the_server_and_play_a_match(port, tmp_path):
    """Enjoy! Two clients meet at a table of the server, in two languages, and play to the end of a match."""
    words = ["double hearts:hands=1", "-l", "en", "--people", "2", "--bot", "steady"]
    with client(tmp_path, port, *words) as ann:
        ann.until("/t/")
        with client(tmp_path, port, "-l", "zh", name="Bob") as bob:
            joins = bob.until("gongzhu")
            assert "Ann" in joins
            bob.type(joins.split()[0])
            ann.until("Bob: not ready yet")
            bob.until("回车")
            bob.type("")
            ann.until("Bob: ready")
            ann.type("")
            playing = threading.Thread(target=bob.play)
            playing.start()
            ann.play()
            playing.join()
            assert ann.code() == bob.code() == 0
            assert ENDED.search(ann.text), ann.text
            assert "拱猪" in bob.text
            assert "Bob" in ann.text
            assert "Ann" in bob.text


# ---- what else was there ----


def test_avatars_are_seen_at_the_table(port):
    async def sit():
        url = f"http://127.0.0.1:{port}"
        async with Guest(url, "Ann") as ann, Guest(url, "Bob") as bob:
            assert (await ann.post("/me/avatar", avatar="panda"))["avatar"] == "panda"
            table = (await ann.post("/tables", rules="double hearts"))["table"]
            await bob.ask(table, "sit")
            return [chair.get("avatar", "") for chair in (await bob.get(f"/tables/{table}"))["chairs"]]

    assert run_with_guests(sit()) == ["panda", "", "", ""]
