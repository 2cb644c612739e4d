"""The catalogues of the languages, kept in step with the code: `make words`.

Finds every text players read in paiju/ and web/ and brings paiju/locale/<lang>.po up to date: new texts come in without
a translation, texts that are gone go out, the rest stays as it is. setup.py makes the compiled catalogues from them.
"""

from __future__ import annotations

import ast
import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "paiju" / "locale"
page_texts = runpy.run_path(str(ROOT / "tools" / "page.py"))["page_texts"]  # what the browser says by itself
# Who takes a text for players, and as which of its arguments.
TAKERS = {
    "mark": 0,
    "say": 0,
    "Message": 0,
    "IllegalAction": 0,
    "DoorClosed": 0,
    "UnknownRules": 0,
    "NotSaved": 0,
    "RowError": 0,
    "AmbiguousText": 0,
    "usage_error": 0,
    "cannot": 0,
    "UnknownBot": 0,
    "option": 2,
}
HEADER = """\
# Texts of paiju in one language. Names in {{braces}} stay, with what follows a colon in them; their order is free.
# A text in two parts, "{{seat}} passes|you pass", is translated in two: about another player, and to the player.
# pass play give show call bury bid surrender are what a player types: one word each. `make words` updates this file.
msgid ""
msgstr ""
"Language: {lang}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Every text for players, with the files it stands in."""
    found: dict[str, list[str]] = {}
    for file in sorted((root / "paiju").rglob("*.py")):
        for text in texts_in(file.read_text(encoding="utf-8")):
            places, place = found.setdefault(text, []), str(file.relative_to(root))
            if place not in places:
                places.append(place)
    for text, place in option_texts():
        found.setdefault(text, []).append(place)
    for text in command_texts():
        found.setdefault(text, []).append("paiju/cli.py")
    for text, places in page_texts(root).items():
        found.setdefault(text, []).extend(places)
    return found


def option_texts() -> Iterator[tuple[str, str]]:
    """What options, their values and presets are called in a language that has another word than their own name."""
    from paiju.core.game import option_text
    from paiju.games import BUILT_IN, find

    named = {}
    for game in map(find, BUILT_IN):
        place = f"paiju/games/{game.name}.py"
        for option in fields(game.Options):
            named.setdefault(f"option {option.name}", place)
            for value in map(option_text, filter(lambda value: isinstance(value, str), option.metadata["choices"])):
                if re.search("[a-z]{2}", value):
                    named.setdefault(f"value {option.name} {value}", place)
        for preset in game.presets:
            named.setdefault(f"preset {preset}", place)
    yield from named.items()


def command_texts() -> list[str]:
    """What the help pages say."""
    from paiju.cli import cli
    from paiju.commands.help_pages import help_texts

    return [text for text in dict.fromkeys(help_texts(cli)) if is_language(text)]


def texts_in(source: str) -> Iterator[str]:
    for argument in arguments(source):
        yield from filter(is_language, literals(argument))


def arguments(source: str, takers: dict[str, int] = TAKERS) -> Iterator[ast.expr]:
    """What is given to those who take a text for players."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            at = takers.get(name_of(node.func), len(node.args))
            yield from node.args[at : at + 1]


def name_of(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        module = called.value
        return "" if isinstance(module, ast.Name) and module.id == "click" else called.attr
    return called.id if isinstance(called, ast.Name) else ""


def literals(node: ast.expr) -> Iterator[str]:
    """The strings an argument can be: one, or those of `a if … else b`. What is computed was marked where it stands."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def is_language(text: str) -> bool:
    """Is there anything to translate?"""
    return any(sign.isalpha() for sign in text)


def updated(lang: str, found: dict[str, list[str]]) -> Catalog:
    """The catalogue of a language with just these texts, translated where the old one has a translation."""
    file, new = LOCALE / f"{lang}.po", Catalog(locale=lang)
    with file.open("rb") as old_file:
        old = read_po(old_file, locale=lang, abort_invalid=True)
    for text, places in found.items():
        entry = old.get(text)
        new.add(
            text,
            entry.string if entry else "",
            locations=[(place, None) for place in places],  # type: ignore  # lines would change with every edit
            user_comments=entry.user_comments if entry else (),
        )
    return new


def write(lang: str, catalogue: Catalog) -> None:
    with (LOCALE / f"{lang}.po").open("wb") as file:
        file.write(HEADER.format(lang=lang).encode())
        write_po(file, catalogue, width=120, omit_header=True)


def main() -> None:
    found = texts()
    for file in sorted(LOCALE.glob("*.po")):
        catalogue = updated(file.stem, found)
        write(file.stem, catalogue)
        missing = sum(not entry.string for entry in catalogue if entry.id)
        print(f"{file.stem}: {len(found)} texts, {missing} without a translation", file=sys.stderr)


if __name__ == "__main__":
    main()
