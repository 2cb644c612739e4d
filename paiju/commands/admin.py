"""`paiju admin`: for whoever keeps a house (docs/host.md)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from paiju.commands.common import readable_errors

FOLDER = click.option("--data", type=click.Path(file_okay=False), help="The folder of the house, as for paiju serve.")
DATABASE = click.option("--database", envvar="PAIJU_DATABASE", help="Its database, where no server runs.")


@click.group()
def admin() -> None:
    """Keep a house: see tables and people, end a table, ban somebody, give a bot a token.

    The server that runs is asked, over a socket in its folder; where none runs, the same is done to its database.
    """


@admin.command("tables")
@FOLDER
@DATABASE
def list_tables(data: str | None, database: str | None) -> None:
    """List the tables that are open or being played."""
    for row in done("tables", "", data, database):
        names = ", ".join(name or "-" for name in row["chairs"])
        click.echo(f"{row['table']}  {row['state']:16} {row['rules']:20} {row['pace']:8} {names}")


@admin.command("people")
@FOLDER
@DATABASE
def list_people(data: str | None, database: str | None) -> None:
    """List who has an account, who is banned, and the guests who sit somewhere."""
    for row in done("people", "", data, database):
        click.echo(f"{row['person']}  {row['kind']:6} {row['name']}{'  banned' if row['banned'] else ''}")


@admin.command("end")
@click.argument("table")
@FOLDER
@DATABASE
def end_table(table: str, data: str | None, database: str | None) -> None:
    """End a table; the match is kept as far as it was played."""
    click.echo(done("end", table, data, database))


@admin.command("ban")
@click.argument("person")
@click.option("--lift", is_flag=True, help="Let this person in again.")
@FOLDER
@DATABASE
def ban_person(person: str, lift: bool, data: str | None, database: str | None) -> None:
    """Do not let somebody in any more, by id or name; who is there goes at once."""
    click.echo(done("unban" if lift else "ban", person, data, database))


@admin.command("bot")
@click.argument("name")
@FOLDER
@DATABASE
def make_bot(name: str, data: str | None, database: str | None) -> None:
    """Make an account for a program, and print its token, once: `paiju connect` reads it from PAIJU_TOKEN."""
    click.echo(done("bot", name, data, database)["token"])


def done(do: str, what: str, data: str | None, database: str | None) -> Any:
    import asyncio

    from paiju.optional_packages import install_command, not_installed

    if not_installed("server"):
        raise click.ClickException(f"a server needs more packages: {install_command('server')}")
    from paiju.server.config import load_config

    with readable_errors():
        config = load_config({"data": data, "database": database}, os.environ)
        return asyncio.run(do_it(config, do, what))


async def do_it(config: Any, do: str, what: str) -> Any:
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


async def done_here(config: Any, do: str, what: str) -> Any:
    from paiju.admin import DOINGS
    from paiju.house import House
    from paiju.store.house_store import open_store

    store = open_store(config.database or config.folder / "house.sqlite")
    await store.open()
    house = House(store, config.signing_secret())
    try:
        return await DOINGS[do](house, what)
    finally:
        await house.close()
        await store.close()
