"""Where a house says it is found: at a terminal, with a code for phones, and to a program, one address a line."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import aiohttp
import pytest
from houses import serving
from networks import IPV4, IPV6, HomeNetwork, ip, missing
from phone_camera import read_code
from pseudo_terminal import Terminal

from paiju.addresses import ONLY_HERE, InterfaceAddress, by_reach, house_addresses, is_here

BEST, SIXTH = f"http://{IPV4}.1:8000", f"http://[{IPV6}:1]:8000"
needs_networks = pytest.mark.skipif(bool(missing()), reason=missing())
QUESTION = "May others in your network join?"


@pytest.fixture(scope="module")
def home():
    with HomeNetwork("house") as network:
        yield network


@contextmanager
def terminal(tmp_path, network, *flags, **more):
    """`paiju serve` in a window of a computer of that network, until it is closed."""
    words = ["serve", "--data", str(tmp_path / "house"), "--port", "8000", *flags]
    window = Terminal(tmp_path, *words, before=network.at("house"), **more)
    try:
        yield window
    finally:
        all_of(window)
        window.close()


def all_of(window) -> str:
    """Everything that it showed; then it has ended."""
    if window.process.poll() is None:
        window.process.send_signal(signal.SIGTERM)
    window.ended()
    return window.seen


def listens(network, port=8000) -> set[str]:
    """The addresses at which somebody listens there."""
    told = subprocess.run([*network.at("house"), "ss", "-Hltn"], capture_output=True, text=True, check=True).stdout
    return {line.split()[3].rpartition(":")[0] for line in told.splitlines() if line.split()[3].endswith(f":{port}")}


# ---- the question ----


@needs_networks
def test_question_answered_yes_listens_for_network_and_is_not_asked_again(tmp_path, home):
    with terminal(tmp_path, home) as window:
        window.until(f"{QUESTION} [Y/n]")
        window.type("\n")
        window.until("This is remembered; paiju serve --no-lan changes it.")
        window.until("docs/host.md")
        assert listens(home) == {"*"}  # by IPv4 and IPv6
    with terminal(tmp_path, home) as window:
        window.until("docs/host.md")
        assert QUESTION not in window.seen
        assert listens(home) == {"*"}


@needs_networks
def test_flag_changes_remembered_answer(tmp_path, home):
    with terminal(tmp_path, home, "--lan") as window:
        window.until("paiju serve --no-lan changes it")
        window.until("docs/host.md")
    with terminal(tmp_path, home, "--no-lan") as window:
        window.until("paiju serve --lan changes it")
        window.until("nobody; paiju serve --lan lets them in")
        assert listens(home) == {"127.0.0.1"}
    with terminal(tmp_path, home) as window:
        window.until("nobody; paiju serve --lan lets them in")
        assert QUESTION not in window.seen


@needs_networks
@pytest.mark.parametrize(
    ("locale", "question", "answer", "shown"),
    [
        ("nl_NL.UTF-8", "Mogen anderen in je netwerk meedoen? [J/n]", "ja", f"in je netwerk  {BEST}"),
        ("nl_NL.UTF-8", "Mogen anderen in je netwerk meedoen? [J/n]", "Nee", "niemand; met paiju serve --lan wel"),
        ("zh_CN.UTF-8", "允许你网络里的其他人加入吗？", "是", f"在你的网络里  {BEST}"),
        ("zh_CN.UTF-8", "允许你网络里的其他人加入吗？", "不", "没有人；用 paiju serve --lan 就能进来"),
        ("de_DE.UTF-8", QUESTION, "Ｙ", f"in your network  {BEST}"),
    ],
)
def test_question_is_in_language_of_system(tmp_path, home, locale, question, answer, shown):
    with terminal(tmp_path, home, LC_ALL=locale) as window:
        window.until(question)
        window.type(f"{answer}\n")
        window.until(shown)


@needs_networks
def test_question_comes_again_until_answer_is_yes_or_no(tmp_path, home):
    with terminal(tmp_path, home) as window:
        for text in ("maybe", "\xff\xfe", "y" * 3000, "[Y/n]"):
            window.until(f"{QUESTION} [Y/n]")
            window.seen = ""
            window.type(f"{text}\n")
            window.until("Please answer yes or no.")
        window.type("no\n")
        window.until("nobody; paiju serve --lan lets them in")


@needs_networks
def test_question_without_answer_keeps_house_to_itself_and_comes_again(tmp_path, home):
    for _ in range(2):
        with terminal(tmp_path, home) as window:
            window.until(f"{QUESTION} [Y/n]")
            window.type("\x04")
            window.until("nobody; paiju serve --lan lets them in")
            assert listens(home) == {"127.0.0.1"}


@needs_networks
def test_interrupt_at_question_ends_without_house_or_traceback(tmp_path, home):
    with terminal(tmp_path, home) as window:
        window.until(f"{QUESTION} [Y/n]")
        window.type("\x03")
        assert window.ended() == 1
        assert "Traceback" not in window.seen
        assert not (tmp_path / "house").exists()


@needs_networks
@pytest.mark.parametrize("text", [b"", b"perhaps\n", b"\xff\x00" * 5000, None])
def test_garbage_in_place_of_remembered_answer_asks_anew(tmp_path, home, text):
    """None: a folder stands there, so that the new answer cannot be remembered."""
    path = tmp_path / "house" / "lan"
    path.parent.mkdir()
    path.mkdir() if text is None else path.write_bytes(text)
    with terminal(tmp_path, home) as window:
        window.until(f"{QUESTION} [Y/n]")
        window.type("y\n")
        window.until("This could not be remembered: Is a directory" if text is None else "This is remembered")
        window.until(BEST)
        assert "Traceback" not in window.seen


@needs_networks
@pytest.mark.parametrize("how", ["--host", "--url", "PAIJU_HOST", "--config"])
def test_house_told_where_to_listen_asks_nothing(tmp_path, home, how):
    file = tmp_path / "house.toml"
    file.write_text("heartbeat = 20.0\n")
    flags = {"--host": ["--host", "127.0.0.1"], "--url": ["--url", "https://cards.example.org"],
             "--config": ["--config", str(file)], "PAIJU_HOST": []}[how]  # fmt: skip
    with terminal(tmp_path, home, *flags, **({how: "127.0.0.1"} if how == "PAIJU_HOST" else {})) as window:
        window.until("everybody  https://cards.example.org" if how == "--url" else "docs/host.md")
        assert QUESTION not in window.seen
        assert listens(home) == {"127.0.0.1"}
        assert not (tmp_path / "house" / "lan").exists()
        assert read_code(all_of(window)) == ("https://cards.example.org" if how == "--url" else "")


# A shell with job control that runs what a window would, in the background.
BACKGROUND = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
job = '"$@" & echo "process $!."; wait'
os.execv("/bin/sh", ["sh", "-m", "-c", job, "sh", sys.executable, "-m", "paiju.cli", *sys.argv[4:]])
"""


def test_house_in_background_of_shell_is_asked_nothing_and_shows_its_addresses(tmp_path):
    words = ["serve", "--data", str(tmp_path / "house"), "--port", "0"]
    window = Terminal(tmp_path, *words, before=[sys.executable, "-c", BACKGROUND])
    try:
        window.until("nobody; paiju serve --lan lets them in")
        assert QUESTION not in window.seen
        assert not (tmp_path / "house" / "lan").exists()
    finally:
        if found := re.search(r"process (\d+)\.", window.seen):  # no signal to the shell reaches it
            os.kill(int(found[1]), signal.SIGKILL)
        window.kill()


def test_program_reads_one_address_and_is_asked_nothing(tmp_path):
    command = [sys.executable, "-m", "paiju.cli", "serve", "--data", str(tmp_path), "--port", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert re.fullmatch(rb"http://127\.0\.0\.1:\d+\n", process.stderr.readline())
        process.terminate()
        assert process.stderr.read() == b""
    assert not (tmp_path / "lan").exists()


def test_flags_that_contradict_each_other_are_refused(tmp_path):
    command = [sys.executable, "-m", "paiju.cli", "serve", "--data", str(tmp_path), "--lan", "--host", "::1"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 2
    assert "--lan and --no-lan say where to listen: leave out --host" in ran.stderr


# ---- what is shown ----


@needs_networks
@pytest.mark.parametrize("around", [0, 255])
def test_terminal_shows_addresses_and_code_of_best(tmp_path, home, around):
    with terminal(tmp_path, home, "--lan") as window:
        window.until("docs/host.md")
        all_of(window)
        rows = [line.split() for line in window.seen.splitlines()]
        assert ["you", "http://localhost:8000"] in rows
        assert ["in", "your", "network", BEST] in rows
        assert [SIXTH] in rows
        assert read_code(window.seen, around) == BEST
        lines = window.seen[window.seen.index("you") :].splitlines()
        assert len(lines) < 24  # all of it is to be seen at once
        assert max(map(len, (re.sub(r"\x1b\[[^m]*m", "", line) for line in lines))) <= 80


@needs_networks
@pytest.mark.parametrize(
    ("size", "environment"),
    [((40, 24), {}), ((80, 24), {"TERM": "dumb"}), ((80, 24), {"NO_COLOR": "1"}),
     ((80, 24), {"PYTHONIOENCODING": "ascii:backslashreplace"})],
)  # fmt: skip
def test_terminal_that_cannot_show_code_shows_address_alone(tmp_path, home, size, environment):
    with terminal(tmp_path, home, "--lan", size=size, **environment) as window:
        window.until("docs/host.md")
        all_of(window)
        assert BEST in window.seen
        assert read_code(window.seen) == ""
        assert "\\u2580" not in window.seen


@needs_networks
@pytest.mark.parametrize(
    ("network", "shown", "code"),
    [
        ({"ipv4": False}, SIXTH, SIXTH),
        ({"route": False}, BEST, BEST),
        ({"ipv4": False, "ipv6": False}, "nobody: this computer is in no network", ""),
    ],
)
def test_network_without_ipv4_or_route_or_addresses(tmp_path, network, shown, code):
    with HomeNetwork("house", **network) as own, terminal(tmp_path, own, "--lan") as window:
        window.until(shown)
        window.until("docs/host.md")
        all_of(window)
        assert read_code(window.seen) == code


@needs_networks
def test_many_addresses_are_shown_in_few_lines(tmp_path):
    with HomeNetwork("house", ipv6=False) as own:
        for number in range(20, 29):
            ip("-n", own.name("house"), "address", "add", f"10.{number}.0.1/24", "dev", "home")
        with terminal(tmp_path, own, "--lan") as window:
            window.until("docs/host.md")
            assert f"in your network  {BEST}" in window.seen
            assert window.seen.count("http://10.") == 4
            assert "and 6 more" in window.seen


@needs_networks
@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_program_reads_addresses_that_a_phone_resolves(tmp_path, home, host):
    command = [*home.at("house"), sys.executable, "-m", "paiju.cli", "serve", "--data", str(tmp_path), "--host", host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        read = [process.stderr.readline().strip() for _ in range(3 if host == "::" else 2)]
        process.terminate()
        assert process.stderr.read() == ""
    assert read == ["http://127.0.0.1:8000", BEST, *([SIXTH] if host == "::" else [])]


# ---- which addresses, and for whom ----


def test_addresses_of_default_route_come_first_and_containers_last():
    found = [
        InterfaceAddress("172.17.0.1", "docker0"),
        InterfaceAddress("10.8.0.2", "tun0", is_tunnel=True),
        InterfaceAddress("127.0.0.1", "lo"),
        InterfaceAddress("203.0.113.9", "eth1"),
        InterfaceAddress("192.168.7.3", "wlan0"),
        InterfaceAddress("169.254.1.1", "eth2"),
        InterfaceAddress("fe80::1", "wlan0"),
        InterfaceAddress("2a02:a44::1", "wlan0"),
        InterfaceAddress("10.0.0.4", "eth0"),
        InterfaceAddress("172.18.0.1", "br-0123456789ab"),
        InterfaceAddress("10.0.0.4"),
    ]
    assert by_reach(found, ["192.168.7.3", "2a02:a44::1"]) == [
        "192.168.7.3", "2a02:a44::1", "203.0.113.9", "10.0.0.4", "10.8.0.2", "172.17.0.1", "172.18.0.1"
    ]  # fmt: skip
    assert by_reach(found, ["10.8.0.2"])[0] != "10.8.0.2"  # a VPN leads to nobody at home


def test_address_that_only_this_computer_opens_is_never_shared():
    for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9"):
        for url in ("", "http://localhost:8000", "http://[::1]:8000/", "https://127.0.0.1"):
            found = house_addresses(host, 8000, url)
            assert (found.shared, found.advice) == ("", ONLY_HERE)
        assert house_addresses(host, 8000, "https://cards.example.org/").shared == "https://cards.example.org"
    for url in ("", "http://localhost:8000"):
        assert house_addresses("10.0.0.7", 80, url).shared == "http://10.0.0.7:80"
        assert house_addresses("fd00::7", 80, url).shared == "http://[fd00::7]:80"


def test_own_computer_is_known_by_its_names():
    here = ("localhost", "http://localhost:8000", "127.0.0.1", "http://[::1]:80", "[::1]", "http://cards.localhost")
    assert all(map(is_here, here))
    assert not any(map(is_here, ("10.0.0.1", "http://10.0.0.1", "localhost.example.org", "http://[", "")))
    assert all(
        map(is_here, ("localhost.", "http://localhost.:80", "0.0.0.0", "http://0.0.0.0:80", "::", "http://[::]:80"))
    )


def test_house_tells_its_address_or_how_it_gets_one(tmp_path):
    async def ask(**settings):
        async with (
            serving(tmp_path, **settings) as server,
            aiohttp.ClientSession() as client,
            client.get(f"{server.url}/api/v1/house?lang=nl") as answer,
        ):
            return await answer.json()

    assert asyncio.run(ask(url="https://cards.example.org")) == {"url": "https://cards.example.org", "advice": ""}
    told = asyncio.run(ask())
    assert told["url"] == ""
    assert told["advice"].endswith("paiju serve --lan")
    assert told["advice"].startswith("Alleen deze computer")


@needs_networks
@pytest.mark.parametrize("asked", ["http://localhost:8000", "http://[::1]:8000", BEST])
def test_address_in_network_is_told_to_this_computer_only(tmp_path, home, asked):
    """Who comes by another address has one; behind a proxy nobody is told the addresses in its network."""
    with terminal(tmp_path, home, "--lan") as window:
        window.until("docs/host.md")
        for header, is_told in ((None, asked != BEST), ("X-Forwarded-For", False), ("Via", False)):
            more = {header: "203.0.113.9"} if header else {}
            request = f"r.Request('{asked}/api/v1/house', headers={more})"
            ask = f"import urllib.request as r; print(r.urlopen({request}).read())"
            told = subprocess.run([*home.at("house"), sys.executable, "-c", ask], capture_output=True, text=True)
            assert (BEST in told.stdout) == is_told, (header, told)


@needs_networks
@pytest.mark.parametrize(("flag", "shared"), [("--lan", f"others come by this address: {BEST}/t/"), ("--no-lan", "")])
def test_player_in_lines_at_own_computer_shares_address_in_network(tmp_path, home, flag, shared):
    with terminal(tmp_path, home, flag) as window:
        window.until("docs/host.md")
        words = ["play", "hearts", "--at", "localhost:8000", "--plain", "--name", "Ann"]
        ran = subprocess.run(
            [*home.at("house"), sys.executable, "-m", "paiju.cli", *words],
            input="exit\n",
            capture_output=True,
            text=True,
        )
        if shared:
            assert shared in ran.stdout
            assert "localhost" not in ran.stdout
        else:
            assert "on this computer: http://localhost:8000/t/" in ran.stdout
            assert "paiju serve --lan" in ran.stdout
            assert "others come by" not in ran.stdout


@needs_networks
@pytest.mark.parametrize(
    ("flag", "link"), [("--lan", f"{BEST}/t/"), ("--no-lan", "this house has no address for others")]
)
def test_chat_links_to_address_in_network(tmp_path, home, flag, link):
    with terminal(tmp_path, home, flag, "--talker", "2323") as window:
        host = f"{IPV4}.1" if flag == "--lan" else "127.0.0.1"
        window.until(f"nc {host} 2323")
        talk = (
            f"import socket; s = socket.create_connection(('{host}', 2323)); f = s.makefile('rw')\n"
            "f.write('Ann\\njoin hearts\\nlink\\nthis is the end\\n'); f.flush()\n"
            "for line in f:\n print(line.strip())\n if '/t/' in line or 'no address' in line: break"
        )
        told = subprocess.run(
            [*home.at("house"), sys.executable, "-c", talk], capture_output=True, text=True, timeout=60
        )
        assert link in told.stdout, told
        assert "localhost" not in told.stdout
        assert "127.0.0.1" not in told.stdout
