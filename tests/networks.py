"""Networks of our own for tests: a house and its friends as computers at home, each in a namespace that Linux gives.

Nothing in them reaches any other network. Their names tell which process made them, and whatever a killed one has left
goes when the next begins.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
from functools import cache
from typing import Any

PREFIX = "paiju-test"
NAME = re.compile(rf"^{PREFIX}-(\d+)-\w+")
IPV4, IPV6 = "10.77.0", "fd77:77:77:"  # of the network at home


def ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


@cache
def missing() -> str:
    """Why there can be no such network here; empty: there can."""
    if not shutil.which("ip"):
        return "iproute2 is not installed"
    name = f"{PREFIX}-{os.getpid()}-try"
    try:
        ip("netns", "add", name)
        ip("netns", "delete", name)
    except subprocess.CalledProcessError as error:
        return f"no network namespace can be made, which root may: {error.stderr.strip()}"
    return ""


def remove_leftovers() -> None:
    for line in ip("netns", "list").splitlines():
        if (found := NAME.match(line)) and not os.path.exists(f"/proc/{found[1]}"):
            ip("netns", "delete", line.split()[0])


class HomeNetwork:
    """A network at home: computers with addresses of their own, plugged into the first one, which has a house."""

    made = itertools.count(1)  # by this process

    def __init__(self, *computers: str, ipv4: bool = True, ipv6: bool = True, route: bool = True):
        self.ipv4, self.ipv6, self.route = ipv4, ipv6, route
        self.computers, self.number = computers, next(self.made)

    def __enter__(self) -> HomeNetwork:
        remove_leftovers()
        try:
            self.make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: Any) -> None:
        for computer in self.computers:
            subprocess.run(["ip", "netns", "delete", self.name(computer)], capture_output=True)

    def make(self) -> None:
        first, *others = map(self.name, self.computers)
        for name in (first, *others):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "dev", "lo", "up")
        ip("-n", first, "link", "add", "home", "type", "bridge")
        for number, name in enumerate(others, 2):
            port = f"port{number}"
            ip("link", "add", "eth0", "netns", name, "type", "veth", "peer", "name", port, "netns", first)
            ip("-n", first, "link", "set", "dev", port, "master", "home")
            ip("-n", first, "link", "set", "dev", port, "up")
            self.plug_in(name, "eth0", number)
        self.plug_in(first, "home", 1)

    def plug_in(self, name: str, interface: str, number: int) -> None:
        if self.ipv4:
            ip("-n", name, "address", "add", f"{IPV4}.{number}/24", "dev", interface)
        if self.ipv6:
            ip("-n", name, "address", "add", f"{IPV6}:{number}/64", "dev", interface, "nodad")
        ip("-n", name, "link", "set", "dev", interface, "up")
        if self.route and self.ipv4:
            ip("-n", name, "route", "add", "default", "via", f"{IPV4}.254")
        if self.route and self.ipv6:
            ip("-n", name, "-6", "route", "add", "default", "via", f"{IPV6}:fe")

    def name(self, computer: str) -> str:
        return f"{PREFIX}-{os.getpid()}-{self.number}-{computer}"

    def at(self, computer: str) -> list[str]:
        """What comes before a command that is run at this computer."""
        return ["ip", "netns", "exec", self.name(computer)]
