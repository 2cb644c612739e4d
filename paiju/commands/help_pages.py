"""Help pages in the language of whoever asks for them, looked up like all other texts, paragraph by paragraph.

The pages of what people play with are translated, and what each other command is for; the rest of those stays English.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import click

from paiju.languages import translate

PLAYED_WITH = ("play", "learn", "watch", "replay", "games", "rules")
AS_IT_STANDS = "\b\n"  # before a paragraph whose lines click does not fill


def speak_help(group: click.Group, lang: str) -> None:
    """From now on the help of these commands is in a language."""
    through(group, lambda text: translate(lang, text))


def help_texts(group: click.Group) -> list[str]:
    """Every paragraph that can be translated."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    through(group, note)
    return texts


def through(group: click.Group, change: Callable[[str], str]) -> None:
    """Change each paragraph of the help; in the list of commands each has its first one, whole."""
    for command in group.commands.values():
        command.short_help = change(next(paragraphs(command)))
    for command in (group, *(group.commands[name] for name in PLAYED_WITH)):
        command.help = "\n\n".join(changed(paragraph, change) for paragraph in paragraphs(command))
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                parameter.help = change(parameter.help)


def paragraphs(command: click.Command) -> Iterator[str]:
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        yield paragraph if paragraph.startswith(AS_IT_STANDS) else " ".join(paragraph.split())


def changed(paragraph: str, change: Callable[[str], str]) -> str:
    start = AS_IT_STANDS if paragraph.startswith(AS_IT_STANDS) else ""
    return start + change(paragraph.removeprefix(start))
