"""One table for everybody: browsers, a terminal in another language, a chat room and bots; and nobody else."""

import os
import re
import socket
import subprocess
import sys
import threading

import pytest
from house_client import ServerProcess, bot_account
from page_screen import play_in_turn
from sitting import ENDED, Sitting

SEEN = 30_000


@pytest.fixture
def robot_house(tmp_path):
    """A house in which a bot has an account, and its token."""
    token = bot_account(tmp_path)
    often = "messages_a_second=5000", "requests_a_second=5000", "guests_a_minute=5000"
    with ServerProcess(tmp_path, *often, talks=True) as server:
        yield server, token


class Talking(threading.Thread):
    """Somebody in a chat room who knows a few words: sits down, bids, and plays the only card, to the match's end."""

    def __init__(self, port, name, address):
        super().__init__(daemon=True)
        self.heard, self.sits = "", threading.Event()
        self.line = socket.create_connection(("127.0.0.1", port))
        self.type(name)
        self.type(f"join {address}")

    def type(self, line):
        self.line.sendall(f"{line}\n".encode())

    def run(self):
        with self.line, self.line.makefile(encoding="utf-8") as lines:
            for line in lines:
                self.heard += line
                if "your chair:" in line:
                    self.sits.set()
                elif re.match(r"bid \d", line):
                    self.type("bid 1" if "not 0" in line else "bid 0")
                elif line.startswith("play one card"):
                    self.type("play " + re.findall("^= (.+)$", self.heard, re.MULTILINE)[-1])
                elif ENDED.search(line):
                    return


def test_browsers_a_terminal_a_chat_room_and_bots_play_one_match_in_three_languages(robot_house, open_screen, tmp_path):
    server, token = robot_house
    ann, dora = open_screen(), open_screen(390, 844)
    ann.url = dora.url = server.url
    ann.guest("Ann")
    dora.guest("Dora")
    dora.speak("zh")
    rules = "poepen:players=6,peak=1,rounds=down,blind=off"
    table = ann.post("/tables", rules=rules, is_public=False)["table"]
    address = f"{server.url}/t/{table}"
    ann.go(f"/t/{table}")
    connect = [sys.executable, "-m", "paiju.cli", "connect", address, "--bot", "steady"]
    robot = subprocess.Popen(connect, stdout=subprocess.DEVNULL, env={**os.environ, "PAIJU_TOKEN": token})
    words = ("--at", address, "--plain", "--impatient", "--name", "Bob", "--lang", "nl")
    try:
        with Sitting(tmp_path / "bob", *words) as bob:
            bob.until("druk op Enter")
            bob.type("ready")
            cai = Talking(server.talker, "Cai", address)
            cai.start()
            assert cai.sits.wait(60)
            dora.post(f"/tables/{table}/requests", type="sit")
            dora.post(f"/tables/{table}/requests", type="ready")
            dora.go(f"/t/{table}")
            for name in ("Robot", "Bob", "Dora"):
                ann.page.wait_for_selector(f".chairs li:has-text('{name}'):has-text('ready')", timeout=SEEN)
            ann.page.click("[data-begin]")
            playing = threading.Thread(target=bob.play)
            playing.start()
            assert play_in_turn(ann, dora) >= 4
            playing.join()
            cai.join(60)
            assert bob.code() == 0
            assert "(boerenbridge), ronde 1" in bob.text
            assert ENDED.search(cai.heard)
            names = [row.inner_text() for row in ann.page.query_selector_all("[data-result] .who")]
            assert {"Ann", "Bob", "Cai", "Dora", "Robot"} < set(names)
            assert len(names) == 6
    finally:
        robot.terminate()
        robot.wait()


def test_what_people_write_is_text_and_nothing_else(open_screen):
    ann, eve = open_screen(), open_screen()
    name, said = "<i>Eve</i>", "<img src=x onerror=alert(1)>"
    ann.guest("Ann")
    table = ann.post("/tables", rules="hearts", is_public=False)["table"]
    eve.guest(name)
    eve.post(f"/tables/{table}/requests", type="sit")
    ann.post(f"/tables/{table}/requests", type="begin")
    ann.go(f"/t/{table}")
    ann.page.wait_for_selector(".hand [data-card]", timeout=SEEN)
    eve.post(f"/tables/{table}/requests", type="say", text=said)
    ann.page.wait_for_selector(".line.say", timeout=SEEN)
    assert ann.page.inner_text(".line.say") == f"{name}: {said}"
    assert said == ann.page.inner_text("[data-seat='1'] .said")
    assert not ann.page.query_selector(".side img, .side i, .felt i:not(.count i, .star)")


def test_the_policy_stops_code_and_styles_that_are_not_ours(screen):
    screen.go("/")
    screen.page.wait_for_selector("[data-play]", timeout=SEEN)
    broken = screen.page.evaluate(
        """async () => {
            const broken = [];
            document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
            const add = (name, facts) => document.body.append(Object.assign(document.createElement(name), facts));
            add('script', { textContent: 'window.isOurs = false' });
            add('style', { textContent: 'body { display: none }' });
            add('img', { src: 'http://127.0.0.2:9/spy.png' });
            await new Promise((done) => setTimeout(done));
            await fetch('http://127.0.0.2:9/').catch(() => 0);
            while (broken.length < 4) await new Promise((done) => setTimeout(done, 20));
            return [...broken, String(window.isOurs)];
        }"""
    )
    assert sorted(broken) == ["connect-src", "img-src", "script-src-elem", "style-src-elem", "undefined"]
    screen.troubles.clear()  # the browser tells of each


def test_a_stranger_with_the_link_sees_no_card_and_changes_nothing(open_screen):
    ann, eve = open_screen(), open_screen()
    table = ann.sit_down("hearts")
    ann.wait_to_be_asked()
    held = ann.cards()
    eve.go(f"/t/{table}?answer=play&type=leave#claim")
    eve.page.wait_for_selector("#name", timeout=SEEN)
    told = eve.page.request.post(
        f"{eve.url}/api/v1/tables/{table}/requests", data={"type": "stand"}, headers={"Origin": eve.url}
    )
    assert told.status in (401, 403)
    assert not eve.page.query_selector("[data-card]")
    assert ann.wait_to_be_asked() == ""  # she sits there as before
    assert ann.cards() == held
