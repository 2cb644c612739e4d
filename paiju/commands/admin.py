"""`paiju admin`: for whoever keeps a house (docs/host.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paiju.commands.common import readable_errors, with_house

if TYPE_CHECKING:
    from paiju.server.config import ServerConfig


@click.group()
def admin() -> None:
    """Keep a house: see tables and people, end a table, ban somebody, give a bot a token.

    The server that runs is asked, over a socket in its folder; where none runs, the same is done to its database.
    """


@admin.command("tables")
@with_house
def list_tables(house: ServerConfig) -> None:
    """List the tables that are open or being played."""
    for row in done("tables", "", house):
        names = ", ".join(name or "-" for name in row["chairs"])
        click.echo(f"{row['table']}  {row['state']:16} {row['rules']:20} {row['pace']:8} {names}")


@admin.command("people")
@with_house
def list_people(house: ServerConfig) -> None:
    """List who has an account, who is banned, and the guests who sit somewhere."""
    for row in done("people", "", house):
        click.echo(f"{row['person']}  {row['kind']:6} {row['name']}{'  banned' if row['banned'] else ''}")


@admin.command("end")
@click.argument("table")
@with_house
def end_table(table: str, house: ServerConfig) -> None:
    """End a table; the match is kept as far as it was played."""
    click.echo(done("end", table, house))


@admin.command("ban")
@click.argument("person")
@click.option("--lift", is_flag=True, help="Let this person in again.")
@with_house
def ban_person(person: str, lift: bool, house: ServerConfig) -> None:
    """Do not let somebody in any more, by id or name; who is there goes at once."""
    click.echo(done("unban" if lift else "ban", person, house))


@admin.command("bot")
@click.argument("name")
@with_house
def make_bot(name: str, house: ServerConfig) -> None:
    """Make an account for a program, and print its token, once: `paiju connect` reads it from PAIJU_TOKEN."""
    click.echo(done("bot", name, house)["token"])


def done(do: str, what: str, house: ServerConfig) -> Any:
    import asyncio

    from paiju.optional_packages import install_command, not_installed

    if not_installed("server"):
        raise click.ClickException(f"a server needs more packages: {install_command('server')}")
    with readable_errors():
        return asyncio.run(do_it(house, do, what))


async def do_it(config: ServerConfig, do: str, what: str) -> Any:
    """By the server that runs, or one of its processes; else by ourselves."""
    from paiju.server.admin import NAMES

    refusal = ""
    for path in sorted(config.folder.glob(NAMES)):
        answer = await asked(path, do, what)
        if answer is None:  # a process that was killed has left it behind
            continue
        status, told = answer
        if status == 200:
            return told
        refusal = str(told.get("detail", status))
        if told.get("code") != "moved":
            break
    if refusal:
        raise ValueError(refusal)
    return await done_here(config, do, what)


async def asked(path: Path, do: str, what: str) -> tuple[int, Any] | None:
    import aiohttp

    connector = aiohttp.UnixConnector(str(path))
    async with aiohttp.ClientSession(connector=connector) as session:
        try:
            async with session.post("http://house/admin", json={"do": do, "what": what}) as response:
                return response.status, await response.json(content_type=None)
        except aiohttp.ClientConnectionError:
            return None


async def done_here(config: ServerConfig, do: str, what: str) -> Any:
    from paiju.admin import DOINGS
    from paiju.house import House
    from paiju.store.sqlite import SqliteStore

    store = config.store()
    if do != "bot" and isinstance(store, SqliteStore) and not store.path.exists():
        raise ValueError(f"there is no house in {store.path}")  # and none is made by looking
    await store.open()
    house = House(store, config.signing_secret())
    try:
        return await DOINGS[do](house, what)
    finally:
        await house.close()
        await store.close()
