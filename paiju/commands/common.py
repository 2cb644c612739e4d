"""What several commands share: reading a game from the command line, refusals on one line."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from paiju.languages import LANGUAGES, choose, code_of, translate

if TYPE_CHECKING:
    from paiju.core.game import Game
    from paiju.input_lines import InputLines


class RulesType(click.ParamType):  # pyright: ignore[reportMissingTypeArgument]  # older clicks refuse arguments
    """GAME or GAME:option=value,…; becomes (game, options)."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from paiju.core.game import UnknownRules, split_rules
        from paiju.games import find, load

        if isinstance(value, tuple):
            return cast("tuple[Game, Any]", value)
        name, options = split_rules(value)
        try:
            game = load(name) if name.endswith(".py") else find(name)
            return game, game.read_options(options)
        except UnknownRules as error:
            self.fail(said(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from dataclasses import fields

        from click.shell_completion import CompletionItem

        from paiju.core.game import option_text
        from paiju.games import find, names

        name, colon, options = incomplete.partition(":")
        if not colon:
            return [CompletionItem(game) for game in names() if game.startswith(name)]
        with contextlib.suppress(ValueError):
            game = find(name)
            done, _, word = options.rpartition(",")
            head = f"{name}:{done}," if done else f"{name}:"
            words = [*game.presets, *(f"{field.name}=" for field in fields(game.Options))]
            for field in fields(game.Options):
                if word.startswith(f"{field.name}="):
                    words = [f"{field.name}={option_text(choice)}" for choice in field.metadata["choices"]]
            return [CompletionItem(head + each) for each in words if each.startswith(word)]
        return []


class DrawType(click.ParamType):  # pyright: ignore[reportMissingTypeArgument]
    """Seconds from one drawn card to the next, as a table may agree on them."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from paiju.core.words import IllegalAction
        from paiju.timing import read_draw

        try:
            return read_draw(str(value))
        except IllegalAction as refusal:
            self.fail(said(refusal), param, ctx)


RULES, DRAW = RulesType(), DrawType()


def game_argument(
    required: bool = True, kind: RulesType = RULES, metavar: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The GAME of a command without other arguments; its name may be several words: `paiju play oh hell`."""

    def read(ctx: click.Context, param: click.Parameter, words: Sequence[str]) -> Any:
        if not words:
            return None
        if len(words) > 1:
            from gettext import ngettext

            from paiju.games import game_among

            _, others = game_among(words)
            if 0 < len(others) < len(words):
                told = ngettext(  # in the words of click
                    "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", len(others)
                )
                raise click.UsageError(told.format(args=brief_text(" ".join(others))))
        return kind.convert(" ".join(words), param, ctx)

    return click.argument(
        "rules", nargs=-1, required=required, metavar=metavar or ("GAME" if required else "[GAME]"), callback=read,
        shell_complete=kind.shell_complete,
    )  # fmt: skip


def spoken() -> str:
    """The language of whoever types commands, asked for (`-l nl`) or the system's; no command needs to be read."""
    return choose(next((code for text in languages_in(sys.argv) if (code := code_of(text))), None))


def languages_in(words: Iterable[str]) -> Iterator[str]:
    """Each word that stands where a command line names a language: `-l nl`, `-lnl`, `--lang nl`, `--lang=nl`."""
    for word, following in pairwise([*words, ""]):
        name, equals, value = word.partition("=")
        if name == "--lang":
            yield value if equals else following
        elif word.startswith("-l"):
            yield word[2:] or following


def usage_error(text: str, /, **facts: str) -> click.UsageError:
    """A command line that means nothing, and what would."""
    from paiju.show import Said, Style

    return click.UsageError(Style(lang=spoken()).say(text, **{name: Said(fact) for name, fact in facts.items()}))


def cannot(text: str, /, **facts: Any) -> click.ClickException:
    """Something that cannot be done, though the command line can be read."""
    from paiju.show import Style

    return click.ClickException(Style(lang=spoken()).say(text, **facts))


def said(error: Exception) -> str:
    """An error in the language of whoever types commands, as far as its text can be translated."""
    from paiju.core.words import Message
    from paiju.show import Style

    message = getattr(error, "message", None)
    return Style(lang=spoken()).say(message) if isinstance(message, Message) else translate(spoken(), str(error))


class LanguageType(click.Choice):  # pyright: ignore[reportMissingTypeArgument]  # older clicks refuse arguments
    """A language by its code or its own name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from paiju.languages import read_lang

        try:
            return read_lang(value)
        except ValueError as error:
            self.fail(said(error), param, ctx)


class PortType(click.IntRange):
    """A port, which a person gives as a number."""

    name = "port"

    def __init__(self, least: int = 1):
        super().__init__(least, 65535)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            pass
        raise usage_error(
            "'{text}' is no port: a port is a number from {least} to {most}",
            text=brief_text(value), least=str(self.min), most=str(self.max),
        )  # fmt: skip


def brief_text(value: Any) -> str:
    from paiju.core.cards import brief

    return brief(str(value))


LANG = click.option("-l", "--lang", type=LanguageType(list(LANGUAGES)), help="Language.  [default: the system's]")


@contextlib.contextmanager
def readable_errors():
    """A refusal is a sentence on one line, not a traceback."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read our output has seen enough; click ends quietly
    except OSError as error:
        raise click.ClickException(system_text(error)) from error
    except ValueError as error:
        raise click.ClickException(said(error)) from error


def system_text(error: OSError) -> str:
    """What the system refused, and where, without its number: "No space left on device"."""
    reason = error.strerror or str(error)
    return f"{reason}: {error.filename}" if error.filename else reason


def with_players(rules: Any, players: int | None) -> Any:
    game, options = rules
    if players is None:
        return game, options
    with readable_errors():
        return game, game.with_players(options, players)


def is_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()


def is_dumb() -> bool:
    """Has the terminal nothing but lines?"""
    return os.environ.get("TERM", "dumb") == "dumb"


def line_width(wanted: int | None = None) -> int:
    """Where lines are broken that somebody reads at a terminal; 0: nowhere."""
    if wanted is not None or not is_terminal(sys.stdout):
        return wanted or 0
    return shutil.get_terminal_size().columns


def input_lines() -> InputLines:
    """The lines of standard input; with an editor where somebody types them at a terminal that can show it."""
    from paiju.input_lines import InputLines

    if is_terminal(sys.stdin) and is_terminal(sys.stdout) and not is_dumb():
        with contextlib.suppress(ImportError):  # not every system has readline
            from paiju.edited_lines import EditedLines

            return EditedLines()
    return InputLines()


def has_screen() -> bool:
    """Can the full screen be shown here? Says what is missing if only that is."""
    from importlib.util import find_spec

    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last of them
    if not all(map(is_terminal, streams)) or is_dumb():
        return False
    if find_spec("textual") is None:
        from paiju.optional_packages import install_command

        click.echo(f"shown in lines; for the full screen: {install_command('terminal')}", err=True)
        return False
    return True


def position_text(position: str) -> str:
    """The text of a position, from a file unless it is one: it has several lines, with semicolons between them."""
    if ";" in position:
        return position
    if os.path.getsize(position) > 100_000:
        raise ValueError(f"{position} is too large to be a position")
    return Path(position).read_text(encoding="utf-8-sig", errors="replace")


def with_house(command: Callable[..., None]) -> Callable[..., None]:
    """The flags that say which house is meant, as `paiju serve` was told; the command gets its settings as `house`."""

    @click.option("--data", type=click.Path(file_okay=False), help="The folder of the house, as for paiju serve.")
    @click.option("--database", help="A file, or postgresql://…  [default: the file in the folder]")
    @click.option("--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Its TOML file.")
    @functools.wraps(command)
    def run(data: str | None, database: str | None, config: Path | None, **given: Any) -> None:
        from paiju.server.config import load_config

        with readable_errors():
            house = load_config({"data": data, "database": database}, os.environ, config)
        command(house=house, **given)

    return run
