"""`paiju serve`: a house for friends and strangers. `paiju discord`: the same, with its tables on Discord too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from paiju.commands.common import PortType, readable_errors, usage_error

SETTINGS = (
    click.option("--lan/--no-lan", default=None, help="Let others in your network join, or not; else you are asked."),
    click.option("--host", help="The address to listen at, where it is another.  [default: 127.0.0.1]"),
    click.option("-p", "--port", type=PortType(least=0), help="The port; 0: any that is free.  [default: 8000]"),
    click.option("--data", type=click.Path(file_okay=False), help="The folder for what must survive."),
    click.option("--workers", type=click.IntRange(1, 256), help="Processes that share the port; needs PostgreSQL."),
    click.option("--database", help="A file, or postgresql://…  [default: a file in the folder]"),
    click.option("--url", help="The address people type, https://cards.example.org."),
    click.option(
        "--ops-port",
        type=click.IntRange(0, 65535),
        help="A port for /healthz, /readyz and /metrics, the next for each more worker.",
    ),
    click.option("--log", type=click.Choice(["debug", "info", "warning", "error"]), help="What is logged."),
    click.option("--set", "more", multiple=True, metavar="NAME=VALUE", help="Any other setting of --print-config."),
    click.option("--config", type=click.Path(exists=True, dir_okay=False), help="A TOML file with settings."),
    click.option("--print-config", is_flag=True, help="Print the settings in force, as such a file, and end."),
)


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The flags of a server, for every command that runs one."""
    for option in reversed(SETTINGS):
        command = option(command)
    return command


@click.command()
@with_settings
@click.option("--discord", "with_discord", is_flag=True, help="Have the tables on Discord too (docs/discord.md).")
@click.option("--talker", type=click.IntRange(0, 65535), help="A port for netcat and telnet: tables line by line.")
def serve(with_discord: bool, talker: int | None, **flags: Any) -> None:
    """Open a house: tables for people elsewhere, with bots, on one port (docs/host.md)."""
    beside = [discord_beside()] if with_discord else []
    if talker is not None:
        beside.append(talker_beside(talker))
    run_house(flags, beside)


@click.command()
@with_settings
def discord(**flags: Any) -> None:
    """Open a house with its tables on Discord (docs/discord.md).

    The token is in PAIJU_DISCORD_TOKEN, or in the file that PAIJU_DISCORD_TOKEN_FILE names. Beside `paiju serve
    --workers` this is one more process of the house: give both the same --database.
    """
    run_house(flags, [discord_beside()])


def discord_beside() -> Any:
    """The bot, beside a server; refused where its packages or its token are missing."""
    import os

    need("server", "chat")
    from paiju.chat.discord_client import point_at, stay_on_discord
    from paiju.chat.discord_token import read_token

    with readable_errors():
        token = read_token(os.environ)
    if api := os.environ.get("PAIJU_DISCORD_API"):
        point_at(api)

    async def run(server: Any) -> None:
        def tell(sentence: str) -> None:
            click.echo(sentence, err=True)

        await stay_on_discord(
            server.house, lambda: server.addresses.shared, token, server.report, server.guard.relay_token, tell
        )

    return run


def talker_beside(port: int) -> Any:
    need("server")
    from paiju.chat.talker import run_talker

    async def run(server: Any) -> None:
        await run_talker(
            server.house, server.config.host, port, lambda: server.addresses.shared, server.report,
            announce_talker, server.guard.relay_token,
        )  # fmt: skip

    return run


def announce_talker(host: str, port: int) -> None:
    from paiju.addresses import ALL, HERE, network_addresses

    if host in ALL:
        host = next(iter(network_addresses()), HERE)
    click.echo(f"nc {host} {port}", err=True)


def need(*extras: str) -> None:
    from paiju.optional_packages import install_command, not_installed

    if missing := [name for extra in extras for name in not_installed(extra)]:
        raise click.ClickException(f"this needs more packages: {install_command(extras[0], *missing)}")


def run_house(flags: dict[str, Any], beside: list[Any]) -> None:
    import os

    need("server")
    from paiju.addresses import EVERYWHERE, HERE
    from paiju.commands.house_sign import at_terminal
    from paiju.server.config import given_settings, load_config, read_flag

    config, print_config, more = flags.pop("config"), flags.pop("print_config"), flags.pop("more")
    lan: bool | None = flags.pop("lan")
    with readable_errors():
        flags |= dict(map(read_flag, more))
        if lan is not None:
            if flags["host"] is not None:
                raise usage_error("--lan and --no-lan say where to listen: leave out --host")
            flags["host"] = EVERYWHERE if lan else HERE
        sources = flags, os.environ, Path(config) if config else None
        settings = load_config(*sources)
        if print_config:
            return click.echo(settings.text(), nl=False)
        if at_terminal():
            settings = at_a_terminal(settings, given_settings(*sources), lan, config is not None)
        if beside and settings.workers > 1:
            raise ValueError("a chat runs in one process: start it beside the workers, with the same --database")
        open_house(settings, beside)


def at_a_terminal(settings: Any, given: dict[str, Any], lan: bool | None, has_file: bool) -> Any:
    """The settings of a house that somebody opens by hand: asked whether the network may join, if nothing says so, and
    with little logged, so that the addresses stay to be seen."""
    from paiju.commands.house_sign import with_network

    quiet = settings if "log" in given else replace(settings, log="warning")
    return with_network(quiet, lan, has_file or not {"host", "url"}.isdisjoint(given))


def open_house(settings: Any, beside: list[Any]) -> None:
    from paiju.addresses import house_addresses
    from paiju.commands.house_sign import show_addresses
    from paiju.server.app import Server
    from paiju.server.workers import ServerWorkers, run_server

    def announce(server: Any) -> None:
        show_addresses(house_addresses(settings.host, server.port, settings.url))
        for number, port in enumerate(settings.ops_ports, 1):
            whose = f"worker {number}: " if settings.workers > 1 else ""
            click.echo(f"{whose}http://127.0.0.1:{port}/readyz and /metrics", err=True)

    async def run() -> None:
        if settings.workers > 1:
            await ServerWorkers(settings).run(announce)
        else:
            await Server(settings).run(announce, beside=beside)

    run_server(run())
