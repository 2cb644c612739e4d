"""`paiju migrate`, `backup`, `restore`, `export`: for whoever keeps the database of a house (docs/host.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from paiju.commands.common import readable_errors, with_house

if TYPE_CHECKING:
    from paiju.server.config import ServerConfig
    from paiju.store.house_store import HouseStore


def with_store(config: ServerConfig, work: Callable[[HouseStore], Coroutine[Any, Any, None]]) -> None:
    """Do something with the store of a house, which is not opened."""
    import asyncio

    async def run() -> None:
        store = config.store()
        try:
            await work(store)
        finally:
            await store.close()

    with readable_errors():
        asyncio.run(run())


@click.command()
@with_house
def migrate(house: ServerConfig) -> None:
    """Bring the tables of a database up to this version of paiju, while no server uses it. Back it up before."""

    async def work(store: HouseStore) -> None:
        before, after = await store.migrate()
        done = f"brought from version {before} to {after}" if after > before else f"at version {after} already"
        click.echo(f"the database is {done}")

    with_store(house, work)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@with_house
def backup(file: Path, house: ServerConfig) -> None:
    """Copy everything a house keeps into FILE, as it is at one moment; the server may go on.

    The file is a SQLite database, also where the house is kept by PostgreSQL. It tells the decks of running deals.
    """

    async def work(store: HouseStore) -> None:
        await store.open(to_read=True)
        await store.backup(file)
        click.echo(f"written to {file}")

    with_store(house, work)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@with_house
def restore(file: Path, house: ServerConfig) -> None:
    """Fill an empty database from a backup: after a loss, or to move from a file to PostgreSQL or back."""

    async def work(store: HouseStore) -> None:
        await store.restore(file)
        click.echo("restored")

    with_store(house, work)


@click.command()
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A new file.  [default: standard output]")
@click.option("--running", is_flag=True, help="The matches in play instead. Their decks stand in them: show nobody.")
@with_house
def export(out: Path | None, running: bool, house: ServerConfig) -> None:
    """Write the records of all finished matches one after another, for every tool that reads records."""
    from paiju.saves import open_private

    async def work(store: HouseStore) -> None:
        await store.open(to_read=True)
        if out is None:
            count = await export_all(store, running, sys.stdout)
        else:
            with open(out, "x", encoding="utf-8", opener=open_private) as file:
                count = await export_all(store, running, file)
        click.echo(f"{count} matches", err=True)

    with_store(house, work)


async def export_all(store: HouseStore, running: bool, file: TextIO) -> int:
    count, after = 0, ""
    while page := await store.matches(finished=not running, after=after):
        for id in page:
            file.write("\n" * bool(count) + "".join(f"{line}\n" for line in await store.lines(id)))
            count += 1
        after = page[-1]
    return count
