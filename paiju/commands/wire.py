"""`paiju wire-schema`: the messages between a table and its clients, for programs that make types of them."""

from __future__ import annotations

import click


@click.command("wire-schema")
def wire_schema() -> None:
    """Print the JSON Schema of all messages between a table and its clients (docs/wire.md)."""
    from paiju.optional_packages import install_command, not_installed

    if not_installed("wire"):
        raise click.ClickException(f"the wire needs msgspec: {install_command('wire')}")
    from paiju.wire import schema_text

    click.echo(schema_text())
