"""The page that people see in a browser: the files that `make page` builds of web/, kept in memory.

What it fetches has a hash in its name and never changes; the page itself is asked for anew each time. Whatever address
a page has, it is the same file: the program in it reads the address.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from yarl import URL

from paiju.chat.words import COMMANDS_PAGE, commands_page
from paiju.games import is_game, name_of
from paiju.languages import known
from paiju.show import Style

PAGE = Path(__file__).parent / "page"  # where the build puts it
PLACES = (
    "/", "/new", "/look", "/t/{table}", "/m/{match}", "/games/{game}", "/learn/{game}", "/people", "/people/{person}",
)  # fmt: skip
HASHED = "/assets/"
COMMANDS_STYLE = """:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 42rem; margin: auto; padding: 1rem }
dt { margin-top: 0.8rem; font-weight: 600 } dd { margin: 0 }
"""
FOR_EVER, EACH_TIME = "public, max-age=31536000, immutable", "no-cache"
SMALLEST_PACKED = 1000  # bytes that are worth packing
NO_PAGE = """<!doctype html><html lang=en><title>paiju</title><h1>paiju</h1>
<p>The page has not been built. In a checkout of paiju, <code>make page</code> builds it; then start the server again.
<p>The API is here, at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>, and <code>paiju play</code> plays in a
terminal."""
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # whatever the system thinks they are


@dataclass(frozen=True)
class PageFile:
    body: bytes
    packed: bytes  # the same as gzip; empty where that saves nothing
    kind: str
    tag: str
    caching: str

    def response(self, request: web.Request) -> web.Response:
        headers = {"ETag": self.tag, "Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            return web.Response(
                body=self.packed, headers={**headers, "Content-Encoding": "gzip"}, content_type=self.kind
            )
        return web.Response(body=self.body, headers=headers, content_type=self.kind)

    def lost(self) -> web.Response:
        """The same at an address that leads nowhere: the program in it says so."""
        return web.Response(body=self.body, status=404, content_type=self.kind)


def page_file(path: str, body: bytes) -> PageFile:
    kind = KINDS.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if len(body) >= SMALLEST_PACKED else b""
    tag = f'"{hashlib.blake2s(body, digest_size=12).hexdigest()}"'
    saves = len(packed) < 0.9 * len(body)
    return PageFile(body, packed if saves else b"", kind, tag, FOR_EVER if path.startswith(HASHED) else EACH_TIME)


def built_files(folder: Path = PAGE) -> dict[str, PageFile]:
    """All files of the page by path; none where it has not been built."""
    found = sorted(path for path in folder.rglob("*") if path.is_file()) if (folder / "index.html").exists() else []
    return {(at := f"/{path.relative_to(folder).as_posix()}"): page_file(at, path.read_bytes()) for path in found}


def is_for_a_person(request: web.Request) -> bool:
    """Did somebody type this address, or follow a link to it?"""
    return "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")


def proper_place(request: web.Request) -> str:
    """The place of a game's page, for who called the game by another of its names; empty where they are right."""
    part, asked = request.match_info.get("game", ""), request.query.get("game", "")
    called = part or (asked if request.path == "/new" else "")
    if not is_game(called) or (name := name_of(called)) == called:
        return ""
    if part:
        return str(request.rel_url.join(URL(name)).with_query(request.rel_url.query))
    return str(request.rel_url.update_query(game=name))


async def commands(request: web.Request) -> web.StreamResponse:
    """Answer with the page of commands that can be typed in chat rooms."""
    text = commands_page(Style(lang=language_of(request)), "$")
    headers = {"Cache-Control": EACH_TIME, "Vary": "Accept-Language"}
    return web.Response(text=text, content_type="text/html", headers=headers)


def language_of(request: web.Request) -> str:
    """The language that was asked for, else that of the browser."""
    wish = request.query.get("lang") or request.headers.get("Accept-Language", "en")
    return known(wish[:12].split(",")[0].split(";")[0])


def add_pages(app: web.Application, folder: Path = PAGE) -> PageFile:
    """The page itself."""
    files = built_files(folder)
    index = files.pop("/index.html", None) or page_file("/index.html", NO_PAGE.encode())

    async def page(request: web.Request) -> web.StreamResponse:
        if elsewhere := proper_place(request):
            return web.Response(status=302, headers={"Location": elsewhere})
        return index.response(request)

    def handler(file: PageFile):
        async def handle(request: web.Request) -> web.StreamResponse:
            return file.response(request)

        return handle

    for place in PLACES:
        app.router.add_get(place, page)
    app.router.add_get(COMMANDS_PAGE, commands)
    app.router.add_get(f"{COMMANDS_PAGE}.css", handler(page_file("/commands.css", COMMANDS_STYLE.encode())))
    for path, file in files.items():
        app.router.add_get(path, handler(file))
    return index
