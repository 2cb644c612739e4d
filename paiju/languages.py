"""Languages: what a player reads, looked up in gettext catalogues (paiju/locale) under its English template.

A language is a line in LANGUAGES and its catalogue; everything else that lists languages reads them here.
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from pathlib import Path

# Codes, and what the languages call themselves; the menu goes through them in this order.
LANGUAGES = {"en": "English", "zh": "中文", "nl": "Nederlands"}
DECIMAL_SIGNS = {"nl": ","}  # where it is no point
CATALOGUES = Path(__file__).parent / "locale"


def translate(lang: str, text: str) -> str:
    """A template or a word in a language; the text itself where no catalogue has it."""
    # The empty text is where a catalogue keeps its own description.
    return catalogue(lang).gettext(text) if text else ""


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    if lang not in LANGUAGES:
        lang = "en"
    return gettext.translation("paiju", CATALOGUES, [lang], fallback=True)


def choose(wish: str | None) -> str:
    """The language for a wish (`nl`, `zh_TW`), else for the locale of the environment; English if we do not have it."""
    if wish:
        return known(wish)
    settings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return known(next(filter(None, settings), ""))


def read_lang(text: str) -> str:
    """A language by its code or its own name, as somebody types it."""
    if code := code_of(text):
        return code
    from paiju.core.cards import brief
    from paiju.core.words import IllegalAction, Said

    raise IllegalAction("there is no language '{name}'; there are {languages}", code="no_such_language",
                        name=Said(brief(text)),
                        languages=[Said(f"{code} ({name})") for code, name in LANGUAGES.items()])  # fmt: skip


def code_of(text: str) -> str:
    """The code of a language that somebody typed; empty where there is no such language."""
    wish = text.strip().lower()
    return next((code for code, name in LANGUAGES.items() if wish in (code, name.lower())), "")


def speak(lang: str) -> None:
    """The language of the program itself: of what click says about a command line it cannot read."""
    os.environ["LANGUAGE"] = lang  # where gettext looks first
    gettext.bindtextdomain("click", CATALOGUES)
    gettext.textdomain("click")


def known(locale: str) -> str:
    """`nl_BE.UTF-8` is Dutch to us, `zh_TW` Chinese."""
    lang = locale.lower().replace("-", "_").partition(".")[0].partition("_")[0]
    return lang if lang in LANGUAGES else "en"
