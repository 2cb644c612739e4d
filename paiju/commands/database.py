"""`paiju migrate`, `backup`, `restore`, `export`: for whoever keeps the database of a house (docs/host.md)."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Coroutine
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
    """Write the records of all matches that are over one after another, for every tool that reads records.

    The tag Ending of each says how it ended: match, vote, host, nobody or error (docs/record.md).
    """
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
    """Write all matches; the number of them."""
    count = 0
    async for lines in running_matches(store) if running else ended_matches(store):
        if any(line.startswith("deal ") for line in lines):  # one that was ended before its first deal is none
            file.write("\n" * bool(count) + "".join(f"{line}\n" for line in lines))
            count += 1
    return count


async def ended_matches(store: HouseStore) -> AsyncIterator[list[str]]:
    """The lines of those that were played to their end, then of those that were broken off."""
    from paiju.match_history import with_ending

    async for id in all_ids(store, finished=True):
        yield with_ending(await store.lines(id), "match")
    async for id in all_ids(store, finished=False):
        if (told := await store.get("match", id)) is not None:
            yield with_ending(await store.lines(id), told["ending"])


async def running_matches(store: HouseStore) -> AsyncIterator[list[str]]:
    async for id in all_ids(store, finished=False):
        if await store.get("match", id) is None:
            yield await store.lines(id)


async def all_ids(store: HouseStore, finished: bool) -> AsyncIterator[str]:
    after = ""
    while page := await store.matches(finished=finished, after=after):
        for id in page:
            yield id
        after = page[-1]
