"""Addresses: where a house is found at this computer, in its network, and from anywhere.

Nobody is ever given an address that only this computer can open.
"""

from __future__ import annotations

import ctypes
import errno
import re
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from paiju.core.words import Message, Said, mark

HERE, EVERYWHERE = "127.0.0.1", "::"  # to listen at: this computer alone; the network too, by IPv4 and IPv6
ALL = (EVERYWHERE, "0.0.0.0")
BACKLOG = 1024
# An address is given to others only as long as there is one; else they read why.
ONLY_HERE = mark(
    "Only this computer can open this address. Friends in your network can join if the house is started with: "
    "paiju serve --lan"
)
NO_NETWORK = mark("Only this computer can open this address: it is in no network.")
UNKNOWN = mark("Only this computer may be able to open this address. Tell the house one for others: paiju serve --url")
# Networks between programs of one computer: containers and virtual machines. Nobody else can reach it through them.
VIRTUAL = re.compile(r"docker|br-[0-9a-f]{12}$|veth|virbr|vmnet|vboxnet|cni|podman|lxc|lxd|bridge100$|cali|flannel")
# Addresses for documentation: nothing is sent there, but the system says by which way it would be.
SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
UP, LOOPBACK, POINT_TO_POINT, RUNNING = 0x1, 0x8, 0x10, 0x40  # flags of an interface, alike on Linux, macOS and BSD


class InterfaceAddress(NamedTuple):
    """An address of this computer, and the interface that has it."""

    text: str
    interface: str = ""
    is_tunnel: bool = False  # to one other computer, as of a VPN


class AddressRow(ctypes.Structure):
    """`struct ifaddrs` of getifaddrs(3), as far as it is alike everywhere."""


AddressRow._fields_ = [
    ("next", ctypes.POINTER(AddressRow)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


class PortRefusal(ValueError):  # noqa: N818
    """Another program listens there already."""

    def __init__(self, port: int, option: str):
        self.message = Message("port {port} is taken, perhaps by another paiju serve: {option} sets another",
                               port=port, option=Said(option))  # fmt: skip
        super().__init__(str(self.message))


@dataclass(frozen=True)
class AddressSet:
    """The addresses of a house that listens; each an origin, as http://192.168.1.7:8000."""

    here: str
    network: tuple[str, ...] = ()  # for others in the network of this computer, the best first
    public: str = ""  # as the operator says
    is_open: bool = True  # it listens to more than this computer

    @property
    def advice(self) -> str:
        """A template that says how others get an address; empty: there is one."""
        if self.shared:
            return ""
        return NO_NETWORK if self.is_open else ONLY_HERE

    @property
    def shared(self) -> str:
        """The address to give to others; empty: there is none."""
        return self.public or next(iter(self.network), "")


def house_addresses(host: str, port: int, url: str = "") -> AddressSet:
    """Find the addresses of a house that listens there, whose operator says `url`; anew each time, for a laptop moves
    from one network to another."""
    public = "" if is_here(url) else url.rstrip("/")
    if host not in ALL:
        own, is_open = origin(host, port), not is_here(host)
        return AddressSet(own, (own,) if is_open else (), public, is_open)
    found = [text for text in network_addresses() if host == EVERYWHERE or ":" not in text]
    return AddressSet(origin(HERE, port), tuple(origin(text, port) for text in found), public)


def origin(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def is_here(host: str) -> bool:
    """True if a host or an origin leads to the computer of whoever opens it."""
    with suppress(ValueError):
        host = ((urlsplit(host).hostname or "") if "://" in host else host.strip("[]")).removesuffix(".")
        if host == "localhost" or host.endswith(".localhost"):
            return True
        address = ip_address(host)
        return address.is_loopback or address.is_unspecified
    return False


def has_address(origin: str) -> bool:
    """True if the host of an origin is an address and no name."""
    with suppress(ValueError):
        return bool(ip_address(urlsplit(origin).hostname or ""))
    return False


def listening(host: str, port: int, option: str = "-p") -> socket.socket:
    """A socket that listens there; port 0: any that is free. The option is where people set the port."""
    is_both = host == EVERYWHERE and socket.has_dualstack_ipv6()
    if host == EVERYWHERE and not is_both:
        host = "0.0.0.0"  # a computer without IPv6
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=is_both)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise PortRefusal(port, option) from error


def network_addresses() -> list[str]:
    """The addresses of this computer that others may reach, the best first: that of the default route, then private
    ones; those of tunnels and of virtual networks last."""
    routes = default_routes()
    return by_reach([*interface_addresses(), *map(InterfaceAddress, routes)], routes)


def by_reach(found: Iterable[InterfaceAddress], routes: Iterable[str]) -> list[str]:
    def place(each: InterfaceAddress) -> tuple[bool, bool, bool, int, bool]:
        address = ip_address(each.text)
        is_virtual = VIRTUAL.match(each.interface) is not None
        return is_virtual, each.is_tunnel, each.text not in routes, address.version, not address.is_private

    first: dict[str, InterfaceAddress] = {}
    for each in found:
        first.setdefault(each.text, each)
    return [each.text for each in sorted(filter(is_reachable, first.values()), key=place)]


def is_reachable(each: InterfaceAddress) -> bool:
    """True if others can reach it; of a link-local address they would have to know by which interface."""
    address = ip_address(each.text)
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)


def default_routes() -> list[str]:
    """The addresses from which this computer reaches others. A datagram socket that is connected sends nothing."""
    found: list[str] = []
    for family, somewhere in SOMEWHERE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            found.append(probe.getsockname()[0])
    return found


def interface_addresses() -> list[InterfaceAddress]:
    """All addresses of the interfaces that are connected; where the system cannot list those, of the host name."""
    library: Any = ctypes.CDLL(None) if sys.platform != "win32" else None
    if hasattr(library, "getifaddrs"):
        return list(read_interfaces(library))
    with suppress(OSError):  # on Windows this knows them all, without asking the network
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM)
        return [InterfaceAddress(str(address[0]).partition("%")[0]) for *_, address in found]
    return []


def read_interfaces(library: Any) -> Iterator[InterfaceAddress]:
    rows = ctypes.POINTER(AddressRow)()
    if library.getifaddrs(ctypes.byref(rows)):
        return
    try:
        row = rows
        while row:
            each = row.contents
            is_connected = each.flags & UP and each.flags & RUNNING and not each.flags & LOOPBACK
            if is_connected and each.address and (text := address_at(each.address)):
                yield InterfaceAddress(text, os_text(each.name), bool(each.flags & POINT_TO_POINT))
            row = each.next
    finally:
        library.freeifaddrs(rows)


def os_text(name: bytes) -> str:
    return name.decode(errors="replace")


def address_at(place: int) -> str:
    """The address in a `struct sockaddr`; empty: it is neither IPv4 nor IPv6."""
    head = ctypes.string_at(place, 2)
    family = int.from_bytes(head, sys.byteorder) if sys.platform == "linux" else head[1]  # behind its length
    if family == socket.AF_INET:
        return socket.inet_ntop(family, ctypes.string_at(place + 4, 4))
    return socket.inet_ntop(family, ctypes.string_at(place + 8, 16)) if family == socket.AF_INET6 else ""
