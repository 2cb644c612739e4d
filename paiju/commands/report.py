"""`paiju report`: a page about a tournament."""

from __future__ import annotations

from pathlib import Path

import click

from paiju.commands.common import readable_errors


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
def report(directory: Path) -> None:
    """Make one self-contained HTML page with plots of a tournament, from its run directory (see paiju arena).

    The plots are also kept as PNG files beside it. A run that is still going on can be looked at, too.
    """
    from paiju.arena.report import report as write

    with readable_errors():
        click.echo(f"written to {write(directory)}")
