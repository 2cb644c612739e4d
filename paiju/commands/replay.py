"""`paiju replay`: step through records."""

from __future__ import annotations

import sys

import click

from paiju.commands.common import LANG, has_screen, readable_errors, usage_error


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--seat", type=int, help="See what this seat saw.")
@click.option("--open", "opened", is_flag=True, help="See all cards.")
@click.option("--ascii", "ascii_only", is_flag=True, help="QS instead of Q♠.")
@click.option("--plain", is_flag=True, help="Lines of text rather than the whole screen.")
@LANG
def replay(file: str, seat: int | None, opened: bool, ascii_only: bool, plain: bool, lang: str | None) -> None:
    """Step through a record: moves, tricks and deals, forwards and back, from any seat, with what each move cost.

    Without --seat or --open you see what you saw if you played, else what an onlooker saw. Into a pipe or a file
    everything is printed at once, and with --plain Enter shows the next move, t the next trick, d the next deal, b goes
    back, q quits.
    """
    from paiju.languages import choose
    from paiju.replay import Replay
    from paiju.show import Style

    if seat is not None and opened:
        raise usage_error("--seat and --open exclude each other")
    with readable_errors():
        if not plain and has_screen():
            return on_screen(file, seat, opened, ascii_only, lang)
        style = Style(ascii=ascii_only, lang=choose(lang), grouped=True)
        Replay(file, seat, opened, style).run(sys.stdin.isatty() and sys.stdout.isatty())


def on_screen(file: str, seat: int | None, opened: bool, ascii_only: bool, lang: str | None) -> None:
    from paiju.core.words import TRUTH
    from paiju.record_file import RecordFile
    from paiju.terminal.app import show
    from paiju.terminal.replay import ReplayScreen

    viewer = TRUTH if opened else seat
    show(lambda app: ReplayScreen(RecordFile(file), app.style, viewer), ascii_only, lang)
