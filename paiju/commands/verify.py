"""`paiju verify`: were the deals of a record fair?"""

from __future__ import annotations

import sys

import click

from paiju.commands.common import readable_errors


@click.command()
@click.argument("file", metavar="RECORD", type=click.Path(exists=True, dir_okay=False))
def verify(file: str) -> None:
    """Check that the decks of a match follow from what the house promised before each deal and from what people added.

    Your own value stands behind your seat: look whether it is the one your client sent. Ends with 1 if a deal is not
    shown to be fair.
    """
    from paiju.fair import flaw_of
    from paiju.record import read_records

    fair = True
    with readable_errors(), open(file, encoding="utf-8-sig", errors="replace") as lines:
        for record in read_records(lines):
            table = record.tags.get("Table", "")
            click.echo(f"{record.game.rules(record.options)}, table {table or 'without a name'}")
            for deal in record.deals:
                flaw = flaw_of(deal, table)
                fair = fair and not flaw
                click.echo(f"  deal {deal.setup.deal}: {f'not shown to be fair: {flaw}' if flaw else 'fair'}")
                values = enumerate(deal.fairness.values if deal.fairness else ())
                for seat, value in values:
                    click.echo(f"    seat {seat}: {value or 'no value'}")
            fair = fair and bool(record.deals)
    sys.exit(not fair)
