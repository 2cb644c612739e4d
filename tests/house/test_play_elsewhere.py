"""`paiju play --at` and `watch --at` as people run them: processes that type through pipes, at a real server."""

import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress

import pytest
from house_client import ServerProcess
from sitting import ENDED, SECONDS, Sitting, typed_example

OPEN = ("messages_a_second=5000", "requests_a_second=5000", "guests_a_minute=5000", "quick_seconds=1")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ServerProcess(tmp_path_factory.mktemp("house"), *OPEN) as process:
        yield process


def sits(home, server, *words, **more):
    return Sitting(home, *words, "--at", server.url, "--plain", "--impatient", **more)


@pytest.mark.parametrize("rules", ["hearts:target=1", "shengji:deals=1", "poepen:peak=1"])
def test_a_match_against_bots_of_the_house(server, tmp_path, rules):
    with sits(tmp_path, server, rules, "--bot", "steady", "--ascii") as ann:
        ann.play()
        assert ann.code() == 0, ann.text
        assert ENDED.search(ann.text)
        assert f"the match is kept at {server.url}/m/" in ann.text
        assert not re.search("[♣♦♥♠]", ann.text)
        assert "{" not in ann.text


def address_of(sitting):
    return re.findall(r"http://\S+/t/\w+", sitting.until("/t/"))[0]


def begin(ann, bob):
    """Both are ready, and asked for their first answer: Ann in English, Bob in Dutch."""
    for each in (bob, ann):
        each.type("")
    ann.until("for example")
    bob.until("bijvoorbeeld")


def test_two_people_meet_by_an_address_one_is_killed_and_comes_back(server, tmp_path):
    """Whoever is killed comes back under the same name, in the chair that was his, and the match goes on."""
    with sits(tmp_path / "a", server, "hearts:target=1", "--people", "2", "--bot", "steady", "--name", "Ann") as ann:
        table = address_of(ann)
        words = ("--at", table, "--plain", "--impatient", "--name", "Bob", "--lang", "nl")
        with Sitting(tmp_path / "b", *words) as bob:
            bob.until("druk op Enter")
            bob.type("ready")
            ann.until("Bob: ready")
            ann.type("")
            playing = threading.Thread(target=ann.play)
            playing.start()
            bob.until("bijvoorbeeld")
            bob.kill()
        with Sitting(tmp_path / "b", *words) as bob:
            bob.play()
            playing.join()
            assert bob.code() == ann.code() == 0
            assert "Hartenjagen, ronde 1" in bob.text
            assert "Bob has no connection" in ann.text
            assert "Bob is back" in ann.text
            assert len([line for line in ann.lines if re.match(r"  (you|Bob|Ada|Bram): \d+$", line)]) == 4


def test_chairs_phrases_a_vote_and_a_rematch_in_lines(server, tmp_path):
    """All that people do at a table besides playing, one in English and one in Dutch."""
    with sits(tmp_path / "a", server, "hearts", "--people", "2", "--bot", "steady", "--name", "Ann") as ann:
        table = address_of(ann)
        with Sitting(tmp_path / "b", "--at", table, "--plain", "--name", "Bob", "--lang", "nl") as bob:
            bob.until("druk op Enter")
            bob.type("zeg 1")
            ann.until("Bob: Hello!")
            ann.type("bot 3 random")
            bob.until("(random)")
            ann.type("free 2")
            bob.until("je hebt geen stoel meer")
            bob.type("zit 2")
            ann.until("Bob: not ready yet")
            ann.type("bot 9")
            ann.until("there is no chair 9: chairs are 1 to 4")
            ann.type("sit 0")
            ann.until("there is no chair 0: chairs are 1 to 4")
            ann.type("keep x")
            ann.until("which chair? keep 3, for example")
            begin(ann, bob)
            bob.type("zeg")
            bob.until("Tot ziens!")
            bob.type("zeg Dag Ann, 你好!")
            ann.type("vote")
            bob.until("Ann wil de partij beëindigen")
            ann.until("you vote to end the match: the match ends when")
            ann.type("vote")
            bob.until("Ann wil doorspelen")
            ann.type("vote")
            bob.type("stem")
            for each, words in ((ann, "ended by a vote"), (bob, "door een stemming")):
                each.until(words)
            assert "Bob: Dag Ann, 你好!" in ann.text
            bob.until("typ revanche")
            ann.until("type rematch")
            ann.type("rematch")
            bob.until("iemand wil revanche")
            bob.type("revanche")
            ann.until("Bob: not ready yet")
            bob.until("Bob: nog niet klaar (jij)")
            for each, word in ((ann, "exit"), (bob, "stop")):
                each.type(word)
                each.listen()
                assert each.code() == 0, each.text


def test_a_quick_game_begins_by_itself(server, tmp_path):
    with sits(tmp_path, server, "hearts", "--quick", "--pace", "days") as ann:
        ann.until("bots take the open chairs in")
        ann.until("for example")
        ann.type("vote")
        ann.until("the match was ended by a vote")
        ann.type("")
        ann.listen()
        assert ann.code() == 0, ann.text


def test_chair_given_up_in_lines_only_when_typed_twice_and_no_dutch_word_means_it(server, tmp_path):
    with sits(tmp_path, server, "hearts", "--bot", "steady", "--lang", "nl") as ann:
        ann.until("druk op Enter")
        ann.type("")
        ann.until("bijvoorbeeld")
        ann.type("hulp")
        ann.until("score: de stand")
        ann.type("score")
        ann.until("ronde 1: jij 0")
        ann.type("opstaan")
        ann.until("typ nog eens opstaan")
        ann.type("hand")  # something else in between: it is asked anew
        ann.until("= ")
        ann.type("opstaan")
        ann.until("typ nog eens opstaan")
        ann.type("opstaan")
        ann.until("er was niemand meer")  # the house ends a match that nobody plays
        ann.listen()
        assert ann.code() == 0, ann.text


def at_screen(sitting, *doings):
    """Each key is pressed once what it waits for has been painted since the key before; returns what that was."""
    seen = b""
    for cue, keys in doings:
        seen = b""
        while cue.encode() not in seen:
            assert select.select([sitting.reads], [], [], SECONDS)[0], (cue, seen)
            seen += os.read(sitting.reads, 1 << 16)
        os.write(sitting.writes, keys.encode())
    return seen.decode(errors="replace")


def test_a_phrase_a_vote_and_a_rematch_on_the_full_screen(server, tmp_path):
    size = {"COLUMNS": "100", "LINES": "30", "TERM": "xterm-256color"}
    words = ("hearts", "--at", server.url, "--bot", "steady", "--impatient")
    with Sitting(tmp_path, *words, terminal=True, env=size) as ann:
        at_screen(
            ann,
            ("press Enter when you are ready", "b"),
            ("choose 3 cards", "y"),
            ("Well played!", "2\r"),
            ("you: Well played!", "v"),
            ("press v again", "v"),
            ("ended by a vote", "r"),
            ("press Enter when you are ready", "c"),
            ("keep a chair for somebody", "bot 3 random\r"),
            ("(random)", "q"),
        )
        ann.listen()
        assert ann.code() == 0, ann.text


def test_who_is_muted_in_lines_is_not_heard_until_he_is_heard_again(server, tmp_path):
    """Before the match and in it, what he writes and his phrases; it is kept for the next table of the house."""
    words = (server, "hearts", "--people", "2", "--bot", "steady", "--name", "Ann")
    with sits(tmp_path / "a", *words) as ann:
        table = address_of(ann)
        with Sitting(tmp_path / "b", "--at", table, "--plain", "--name", "Bob", "--lang", "nl") as bob:
            bob.until("druk op Enter")
            ann.until("Bob: not ready yet")
            ann.type("mute Carol")
            ann.until("whom? Bob")
            ann.type("mute bob")
            ann.until("you hear nothing any more of what Bob says")
            bob.type("zeg psst")
            begin(ann, bob)
            bob.type("zeg psst again")
            bob.type("zeg 3")
            bob.type("stem")
            ann.until("Bob wants to end the match")
            assert not re.search("psst|Thank you!", ann.text)
            ann.type("mute")
            ann.until("Bob: muted")
            ann.type("unmute")
            ann.until("you hear Bob again")
            bob.type("zeg once more")
            ann.until("Bob: once more")
            ann.type("MUTE Bob")
            ann.until("you hear nothing any more")
    with sits(tmp_path / "a", *words) as ann:
        ann.until("on this computer")
        ann.type("unmute")
        ann.until("you hear Bob again")
        ann.type("mute")
        ann.until("nobody else is here")


def test_who_is_muted_on_the_full_screen_is_not_heard_until_he_is_heard_again(server, tmp_path):
    size = {"COLUMNS": "100", "LINES": "30", "TERM": "xterm-256color"}
    with sits(tmp_path / "b", server, "hearts", "--people", "2", "--bot", "steady", "--name", "Bob") as bob:
        table = address_of(bob)
        with Sitting(tmp_path / "a", "--at", table, "--name", "Ann", terminal=True, env=size) as ann:
            at_screen(ann, ("press Enter when you are ready", "m"), ("Bob: is heard", "\r"), ("Bob: muted", "q\r"))
            bob.until("Ann: ready")
            bob.type("say never")
            bob.type("ready")
            seen = at_screen(ann, ("choose 3 cards", ""))
            bob.until("for example")
            bob.type("say nothing of this")
            bob.type("vote")
            seen += at_screen(ann, ("Bob wants to end the match", "m"))
            assert "never" not in seen
            assert "nothing of this" not in seen
            at_screen(ann, ("Bob: muted", " "), ("Bob: is heard", "q"))
            bob.type("say hello again")
            at_screen(ann, ("hello again", ""))


def test_ctrl_c_before_the_full_screen_ends_it_at_once(server, tmp_path):
    with Sitting(tmp_path, "--at", server.url, terminal=True, env={"TERM": "xterm-256color"}) as ann:
        at_screen(ann, ("which table? A number", ""))
        ended = None
        while ended is None:  # Python does not notice a signal that comes just before it waits for a line
            ann.interrupt()
            with suppress(subprocess.TimeoutExpired):
                ended = ann.process.wait(5)
        ann.listen()
        assert ended == 0, ann.text


def test_hints_are_offered_only_to_who_has_bots_for_opponents(server, tmp_path):
    size = {"COLUMNS": "120", "LINES": "30", "TERM": "xterm-256color"}
    with Sitting(tmp_path / "a", "hearts", "--at", server.url, terminal=True, env=size) as ann:
        assert "hint" in at_screen(ann, ("press Enter when you are ready", "b"), ("settings", "q"))
    with sits(tmp_path / "b", server, "hearts", "--people", "2", "--bot", "steady", "--name", "Ben") as ben:
        table = address_of(ben)
        with Sitting(tmp_path / "c", "--at", table, "--name", "Cleo", terminal=True, env=size) as cleo:
            at_screen(cleo, ("press Enter when you are ready", "\r"))
            ben.until("Cleo: ready")
            ben.type("")
            assert "hint" not in at_screen(cleo, ("settings", "q"))


def test_a_clock_is_switched_off_when_all_want_it(server, tmp_path):
    with sits(tmp_path / "a", server, "hearts", "--people", "2", "--pace", "live", "--name", "Ann") as ann:
        table = address_of(ann)
        with Sitting(tmp_path / "b", "--at", table, "--plain", "--name", "Bob", "--lang", "nl") as bob:
            bob.until("druk op Enter")
            begin(ann, bob)
            ann.type("clock")
            ann.until("you want to play without a clock")
            bob.until("Ann wil zonder klok spelen")
            bob.type("klok")
            for each, words in ((ann, "the clock is off"), (bob, "de klok is uit")):
                each.until(words)
            ann.type("clock")
            ann.until("there is no clock here to switch off")
    size = {"COLUMNS": "120", "LINES": "30", "TERM": "xterm-256color"}
    words = ("hearts", "--at", server.url, "--pace", "fast")
    with Sitting(tmp_path / "c", *words, terminal=True, env=size) as cleo:
        at_screen(cleo, ("press Enter when you are ready", "b"), ("choose 3 cards", "w"), ("press w again", "w"))
        at_screen(cleo, ("the clock is off", "q"))


def test_the_server_is_killed_in_the_middle_and_nobody_types_anything_twice(tmp_path):
    with ServerProcess(tmp_path, *OPEN) as server, sits(tmp_path, server, "hearts:target=1", "--bot", "steady") as ann:
        played = []

        def answer(line):
            text = typed_example(line)
            if text is not None:
                played.append(text)
                if len(played) == 6:
                    server.kill(signal.SIGKILL)
                    ann.type(text)  # nobody is there to hear it
                    server.start()
                    return None
            return text

        ann.play(answer)
        assert ann.code() == 0, ann.text
        assert "the connection is lost" in ann.text
        assert "the connection is back" in ann.text
        assert len([line for line in ann.lines if line.startswith("you play")]) >= 13
        # Enter, three cards passed on, thirteen played but the last, which is alone, and Enter for no rematch
        assert len(played) == 16, played


def test_looking_on_in_lines(server, tmp_path):
    with sits(tmp_path, server, "hearts:target=1,passing=off", "--people", "2", "--bot", "steady") as ann:
        table = address_of(ann)
        command = [sys.executable, "-m", "paiju.cli", "watch", "--at", table, "--plain"]
        eve = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert eve.stdout
        assert "no match is being played there yet" in eve.stdout.readline()
        ann.until("Enter")
        ann.type("begin")
        ann.play()
        told, _ = eve.communicate(timeout=60)
        assert eve.returncode == 0, told
        assert "Ann plays" in told
        assert ENDED.search(told)
        assert "you" not in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--at", "127.0.0.1:1"], "nothing listens at 127.0.0.1, port 1: is the house running there"),
        (["-a", "127.0.0.1", "-p", "1"], "nothing listens at 127.0.0.1, port 1: "),
        (["-a", "127.0.0.1:1"], "nothing listens at 127.0.0.1, port 1: "),
        (["-a", "::1", "-p", "1"], "nothing listens at ::1, port 1: "),
        (["-l", "nl", "-p", "1"], "er luistert niets op localhost, poort 1: draait het huis daar"),
        (
            ["-a", "255.255.255.255", "-p", "7"],
            "port 7, cannot be reached (Network is unreachable): is",
        ),
        (["-a", "nobody.invalid"], "there is no machine called nobody.invalid: "),
        (["-a", "142.857.428.571", "-p", "32266"], "'142.857.428.571:32266' cannot be an address: "),
        (["-a", ""], "':8000' cannot be an address: "),
        (["--at", ""], "cannot be an address: "),
        (["-a", "x\x1b[2J y"], "'x?[2J y:8000' cannot be an address: "),
        (["-a", "http://x", "-p", "1"], "--at takes a whole address"),
        (["-a", "localhost:1", "-p", "1"], "leave out -p"),
        (["-p", "99999"], "'99999' is no port: a port is a number from 1 to 65535"),
        (["-lnl", "-p", "x"], "'x' is geen poort"),
        (["-l", "xx"], "there is no language 'xx'; there are en (English), zh (中文) and nl (Nederlands)"),
        (["--at", "ftp://x"], "cannot be an address"),
        (["--at", "localhost:8000", "-p", "1"], "leave out -a and -p"),
        (["hearts", "--at", "localhost:8000", "--seed", "1"], "--seed is for tables of your own"),
        (["hearts", "--pace", "fast"], "add --at"),
        (["--at", "localhost:8000", "--quick"], "--quick wants a GAME"),
        (["hearts", "--at", "localhost:8000", "--automatic"], "leave out --at"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path, words, says):
    with Sitting(tmp_path, *words, "--plain") as ann:
        ann.end_input()
        ann.listen()
        assert says in ann.text
        assert ann.code() in (1, 2)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"", "127.0.0.1 hangs up at port {port}: is it a house of paiju"),
        (b"220 mail.example ESMTP\r\n", "127.0.0.1:{port} answers, but it is no house of paiju"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "127.0.0.1:{port} answers, but it is no house of paiju"),
    ],
    ids=["hangs up", "another protocol", "another page"],
)
def test_a_port_of_another_program_is_called_that(tmp_path, answer, says):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def serve():
            with suppress(OSError):
                while True:
                    client, _ = other.accept()
                    with client:
                        client.recv(1 << 16)
                        client.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        with Sitting(tmp_path, "-a", "127.0.0.1", "-p", str(port), "--plain") as ann:
            ann.end_input()
            ann.listen()
            assert says.format(port=port) in ann.text
            assert ann.code() == 1
        other.shutdown(socket.SHUT_RDWR)


def test_a_machine_that_never_answers_is_called_that(tmp_path):
    """One whose queue is full drops whoever knocks, as a firewall does."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, ExitStack() as knocking:
        port = full.getsockname()[1]
        for _ in range(3):
            client = knocking.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", port))
        with Sitting(tmp_path, "-a", "127.0.0.1", "-p", str(port), "--plain") as ann:
            ann.end_input()
            ann.listen()
            assert f"127.0.0.1 does not answer at port {port}: is that machine on" in ann.text
            assert ann.code() == 1


def test_no_such_table_and_no_free_chair(server, tmp_path):
    with Sitting(tmp_path, "--at", f"{server.url}/t/nosuchtable", "--plain") as ann:
        ann.listen()
        assert "there is no such table" in ann.text
    with sits(tmp_path, server, "hearts", "--bot", "steady", "--name", "Ann") as ann:
        ann.until("Enter")
        ann.type("")
        ann.until("for example")
        with Sitting(tmp_path, "--at", server.url, "--plain", "--name", "Bob") as bob:
            line = bob.until("a new table: Hearts")
            bob.until("which table")
            for wrong in ("what", "99", ""):
                bob.type(wrong)
                bob.until("a number from 1 to ")
                bob.until("which table")
            bob.type(line.split()[0])
            bob.until("Bob: not ready yet")
            bob.type("help")
            bob.until("get up and leave")
            bob.type("exit")
            bob.listen()
            assert bob.code() == 0
