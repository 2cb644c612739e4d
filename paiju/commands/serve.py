"""`paiju serve`: a house for friends and strangers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paiju.commands.common import readable_errors


@click.command()
@click.option("--host", help="The address to listen at; 0.0.0.0 for everybody.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0: any that is free.  [default: 8000]")
@click.option("--data", type=click.Path(file_okay=False), help="The folder for what must survive.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes that share the port; needs PostgreSQL.")
@click.option("--database", help="A file, or postgresql://…  [default: a file in the folder]")
@click.option("--url", help="The address people type, https://cards.example.org.")
@click.option("--ops-port", type=click.IntRange(0, 65535), help="A port for /healthz, /readyz and /metrics.")
@click.option("--log", type=click.Choice(["debug", "info", "warning", "error"]), help="What is logged.")
@click.option("--set", "more", multiple=True, metavar="NAME=VALUE", help="Any other setting of --print-config.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="A TOML file with settings.")
@click.option("--print-config", is_flag=True, help="Print the settings in force, as such a file, and end.")
def serve(config: str | None, print_config: bool, more: tuple[str, ...], **flags: Any) -> None:
    """Open a house: tables for people elsewhere, with bots, on one port (docs/host.md)."""
    import os
    from dataclasses import fields

    from paiju.optional_packages import install_command, not_installed

    if not_installed("server"):
        raise click.ClickException(f"a server needs more packages: {install_command('server')}")
    from paiju.server.config import ServerConfig, load_config, read_setting

    known = {each.name: each.default for each in fields(ServerConfig)}
    with readable_errors():
        for word in more:
            name, equals, value = word.partition("=")
            if not equals or name not in known:
                raise ValueError(f"there is no setting '{name}'; there are {', '.join(known)}")
            flags[name] = read_setting(name, known[name], value)
        settings = load_config(flags, os.environ, Path(config) if config else None)
        if print_config:
            return click.echo(settings.text(), nl=False)
        open_house(settings)


def open_house(settings: Any) -> None:
    from paiju.server.app import Server
    from paiju.server.workers import ServerWorkers, run_server

    def announce(server: Any) -> None:
        click.echo(settings.url or f"http://{settings.host}:{server.port}", err=True)

    async def run() -> None:
        await (ServerWorkers(settings) if settings.workers > 1 else Server(settings)).run(announce)

    run_server(run())
