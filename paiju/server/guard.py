"""Who may come in: where a request comes from, who sends it, and how often. Refusals are clear and cost little."""

from __future__ import annotations

import hmac
from collections import Counter
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from aiohttp import web

from paiju.addresses import has_address, is_here
from paiju.bucket import Buckets
from paiju.people import People, Person
from paiju.server.config import ServerConfig
from paiju.server.problems import Problem

COOKIE = "paiju"
RELAY_TOKEN, RELAYED_FOR = "X-Paiju-Relay", "X-Paiju-For"  # between processes of a house
COOKIE_SECONDS = 400 * 24 * 3600
# No inline code, nothing from elsewhere, in nobody's frame.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Server": "paiju",  # and not which version of what
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

PLAIN_HEADERS = {name: value for name, value in HEADERS.items() if name != "Cross-Origin-Opener-Policy"}


class ServerGuard:
    def __init__(self, config: ServerConfig, people: People, secret: bytes):
        self.config, self.people = config, people
        self.allowed = {origin.rstrip("/") for origin in (config.url, *config.origins.split()) if origin}
        self.requests = Buckets(config.requests_a_second, 5 * config.requests_a_second)
        self.logins = Buckets(0.1, 10)  # by address, and by name
        self.newcomers = Buckets(config.guests_a_minute / 60, config.guests_a_minute)
        self.sockets: Counter[str] = Counter()
        self.connections: Counter[str] = Counter()  # that are no sockets, or not yet
        self.in_all = 0  # of them
        self.relay_token = hmac.digest(secret, b"paiju relay 1", "sha256").hex()

    # ---- where from ----

    def address(self, request: web.Request) -> str:
        """Of who asks; behind proxies as the outermost of ours saw it, from another process as that one did."""
        if self.is_relayed(request):
            return request.headers.get(RELAYED_FOR, "unknown")[:60]
        lines = request.headers.getall("X-Forwarded-For", [])  # a proxy may add a line of its own
        forwarded = [each.strip() for each in ",".join(lines).split(",")]
        if 0 < self.config.proxies <= len(forwarded) and forwarded[-self.config.proxies]:
            return network_of(forwarded[-self.config.proxies][:60])
        return network_of(request.remote or "unknown")

    def is_here(self, request: web.Request) -> bool:
        """True if this computer's own browser or client asks, at an address that nobody else can open, and no proxy or
        tunnel asks for somebody else."""
        is_forwarded = any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "Via"))
        return not is_forwarded and is_here(self.address(request)) and is_here(f"http://{request.host}")

    def is_relayed(self, request: web.Request) -> bool:
        """Does another process of this house pass it on?"""
        token = request.headers.get(RELAY_TOKEN, "")
        return bool(token) and hmac.compare_digest(token.encode(), self.relay_token.encode())

    def is_secure(self, request: web.Request) -> bool:
        return self.config.url.startswith("https://") or request.secure

    def headers(self, request: web.Request) -> dict[str, str]:
        """The headers of an answer. Pages at a bare address of a network are not secure, and browsers complain about
        what they ignore there."""
        if self.is_secure(request):
            return HEADERS | {"Strict-Transport-Security": "max-age=31536000"}
        host = f"http://{request.host}"
        return HEADERS if is_here(host) or not has_address(host) else PLAIN_HEADERS

    def has_good_origin(self, request: web.Request) -> bool:
        """Does it come from a page of ours? Exactly: scheme, host and port."""
        origin = request.headers.get("Origin", "")
        if origin in self.allowed:
            return True
        if self.config.url:
            return False
        parts = urlsplit(origin)
        return (
            parts.scheme in ("http", "https")
            and parts.netloc == request.host
            and origin == f"{parts.scheme}://{parts.netloc}"
        )

    # ---- who ----

    def bearer(self, request: web.Request) -> str:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else ""

    async def person(self, request: web.Request, is_change: bool) -> Person | None:
        """Who asks: by cookie from our own pages, by bearer token from elsewhere but pages.

        What changes something, and every socket, needs one or the other: a page of a stranger has neither.
        """
        token, has_origin = self.bearer(request), "Origin" in request.headers
        if has_origin and not self.has_good_origin(request):
            raise Problem(403, "wrong_origin", "this page may not use this house")
        if token:
            if has_origin:
                raise Problem(403, "bearer_from_page", "a bearer token is not for pages: they have a cookie")
            person = await self.people.who(token)
            if person is None:
                raise Problem(401, "bad_token", "this token is not valid")
            return person
        if is_change and not has_origin:
            return None
        cookie = request.cookies.get(COOKIE, "")
        return await self.people.who(cookie) if cookie else None

    async def known_person(self, request: web.Request, is_change: bool = True) -> Person:
        person = await self.person(request, is_change)
        if person is None:
            raise Problem(401, "who_are_you", "say who you are: POST /api/v1/guest with a name")
        return person

    def remember(self, response: web.StreamResponse, request: web.Request, token: str) -> None:
        """The token in a cookie that no script can read and no other site can send."""
        response.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="Strict",
                            secure=self.is_secure(request))  # fmt: skip

    # ---- how often ----

    def count(self, buckets: Buckets, key: str) -> None:
        bucket = buckets.of(key)
        if not bucket.take():
            raise Problem(429, "too_fast", "not so often", wait=bucket.wait())

    def admit(self, address: str) -> bool:
        """One more connection that has asked for nothing yet; from this machine come those of proxies and workers."""
        is_own = not address or is_here(address)  # a socket of the file system has none
        most = self.config.sockets if is_own or self.config.proxies else 4 * self.config.sockets_an_address
        if self.connections[address] >= most or self.in_all >= self.config.sockets:
            return False
        self.connections[address] += 1
        self.in_all += 1
        return True

    def dismiss(self, address: str) -> None:
        one_less(self.connections, address)
        self.in_all -= 1

    def enter(self, address: str, sockets: int) -> None:
        """One more connection from an address."""
        most = self.config.sockets_an_address
        if self.sockets[address] >= most:
            raise Problem(429, "too_many_sockets", f"at most {most} connections from one address", wait=10.0)
        if sockets >= self.config.sockets:
            raise Problem(503, "full", "the house is full: try again later", wait=30.0)
        self.sockets[address] += 1

    def leave(self, address: str) -> None:
        one_less(self.sockets, address)


def network_of(address: str) -> str:
    """What one subscriber has: an address, or with IPv6 all those of a /64."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found  # as a socket for both hears from IPv4
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(ip_network((found, 64), strict=False))


def one_less(counted: Counter[str], key: str) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]
