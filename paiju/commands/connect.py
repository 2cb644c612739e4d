"""`paiju connect`: a bot at the tables of a house elsewhere (docs/write-a-bot.md)."""

from __future__ import annotations

import time
from typing import Any

import click


@click.command()
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--bot", default="search:medium", show_default=True, help="Any bot of `paiju bots`.")
@click.option("--tables", default=1, show_default=True, type=click.IntRange(1, 50), help="At most so many at once.")
@click.option("--game", "games", multiple=True, help="Only at tables of this game; given again, of these.")
@click.option("--token-file", type=click.Path(exists=True, dir_okay=False), help="Its token, else from PAIJU_TOKEN.")
def connect(urls: tuple[str, ...], bot: str, tables: int, games: tuple[str, ...], token_file: str | None) -> None:
    """Let a bot play at a house elsewhere: at these tables, or with the house's address wherever a chair is open.

    It needs an account of its own, which `paiju admin bot NAME` of the house makes; its token is read from the
    environment (PAIJU_TOKEN, or a file that PAIJU_TOKEN_FILE names) or from --token-file. A connection that is lost
    is tried again for as long as it takes.

    \b
    Examples:
      PAIJU_TOKEN=bot_… paiju connect https://cards.example.org/t/2hj4 --bot search:hard
      paiju connect localhost:8000 --bot process:./mybot --tables 4 --token-file token
    """
    from pathlib import Path

    from paiju.client import read_address, token_given
    from paiju.commands.common import readable_errors
    from paiju.commands.elsewhere import need_client, visit
    from paiju.games import all_games, find
    from paiju.show import Style

    need_client()
    from paiju.wire_bot import check_bot

    with readable_errors():
        addresses = [read_address(url) for url in urls]
        token = Path(token_file).read_text(encoding="utf-8").strip() if token_file else token_given()
        if not token:
            raise ValueError("a bot needs a token: paiju admin bot NAME makes one; put it into PAIJU_TOKEN or a file")
        if len({address.house for address in addresses}) > 1:
            raise ValueError("these are of several houses: start one bot for each")
        wanted = [find(game) for game in games]
        check_bot(bot, wanted or all_games())
    visit(play_all(addresses, bot, tables, tuple(game.name for game in wanted), token), Style())


def tell(text: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')} {text}")


async def play_all(addresses: list[Any], bot: str, most: int, games: tuple[str, ...], token: str) -> None:
    import asyncio

    from paiju.client import WireHouse
    from paiju.wire_bot import BotVisit

    async with WireHouse(addresses[0].house) as house:
        bots = BotVisit(house, bot, tell, most, games)
        await bots.come_in(token)
        named = [address.table for address in addresses if address.table]
        room = asyncio.Semaphore(most if len(named) < len(addresses) else max(most, len(named)))

        async def play(table: str) -> None:
            async with room:
                await bots.play_at(table)

        await asyncio.gather(*map(play, named))
        if len(named) < len(addresses):
            await bots.play_wherever()
