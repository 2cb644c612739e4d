"""The socket for `paiju admin`, in the folder of the house: the file system says who may use it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from paiju.admin import DOINGS
from paiju.house import PlayedElsewhere
from paiju.saves import PRIVATE_FILE, PRIVATE_FOLDER
from paiju.server.problems import Problem

if TYPE_CHECKING:
    from paiju.server.app import Server

NAMES = "admin-*.sock"  # one for each process of the house on this machine


def socket_path(folder: Path) -> Path:
    return folder / f"admin-{os.getpid()}.sock"


def admin_application(server: Server) -> web.Application:
    async def do(request: web.Request) -> web.StreamResponse:
        told: Any = await request.json()
        if not isinstance(told, dict) or told.get("do") not in DOINGS or not isinstance(told.get("what", ""), str):
            raise Problem(422, "bad_value", "that cannot be done")
        try:
            answer = await DOINGS[told["do"]](server.house, told.get("what", "")[:200])
        except PlayedElsewhere as elsewhere:
            raise Problem(409, "moved", f"another process has this table: {elsewhere}") from None
        server.log.info("admin", do=told["do"])
        return web.json_response(answer)

    app = web.Application(middlewares=[server.look_after])
    app.router.add_post("/admin", do)
    return app


@contextlib.asynccontextmanager
async def admin_door(server: Server) -> AsyncIterator[None]:
    """Open while the server runs. Where the system has no such sockets, or the path is too long, there is none."""
    path = socket_path(server.config.folder)
    runner = web.AppRunner(admin_application(server), access_log=None)
    try:
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        await runner.setup()
        before = os.umask(0o777 - PRIVATE_FILE)
        try:
            await web.UnixSite(runner, str(path)).start()
        finally:
            os.umask(before)
    except (OSError, NotImplementedError) as error:
        server.log.warning("no admin socket", error=type(error).__name__)
    try:
        yield
    finally:
        await runner.cleanup()
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
