"""Adding a language as CONTRIBUTING.md says: a line in paiju/languages.py and a catalogue, in a copy of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORDS = {"default": "Vorgabe", "language": "Sprache", "Settings": "Einstellungen"}
SETTINGS = """
import asyncio
from paiju.languages import choose
from paiju.show import Style
from paiju.terminal.app import PaijuApp
from paiju.settings import CHOICES, Settings
from paiju.terminal.settings import SettingsScreen
from textual.widgets import OptionList

async def main():
    app = PaijuApp(None, Style(lang=choose("de")), Settings())
    app.first_screen = SettingsScreen(Settings(), app.style)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("end", *["space"] * CHOICES["lang"].index("de"))
        listing = pilot.app.screen.query_one(OptionList)
        print(listing.get_option("lang").prompt)
        await pilot.press("escape")
    print(app.return_value)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package that also speaks a few words of German."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "paiju", folder / "paiju", ignore=shutil.ignore_patterns("__pycache__", "*.c"))
    listed = folder / "paiju" / "languages.py"
    text = listed.read_text(encoding="utf-8")
    with_german = text.replace("LANGUAGES = {", 'LANGUAGES = {"de": "Deutsch", ')
    assert with_german != text
    listed.write_text(with_german, encoding="utf-8")
    head = (ROOT / "paiju" / "locale" / "nl.po").read_text(encoding="utf-8").partition("\n\n")[0]
    entries = "".join(f'\nmsgid "{text}"\nmsgstr "{word}"\n' for text, word in WORDS.items())
    catalogue = head.replace("Language: nl", "Language: de") + "\n" + entries
    (folder / "paiju" / "locale" / "de.po").write_text(catalogue, encoding="utf-8")
    shutil.copy(ROOT / "setup.py", folder)
    run(folder, "-c", "import setup; setup.catalogues()")
    return folder


def run(folder, *words, typed=""):
    own = dict.fromkeys(("PYTHONPATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
    command, environment = [sys.executable, *words], {**os.environ, **own}
    done = subprocess.run(command, cwd=folder, env=environment, input=typed, capture_output=True, encoding="utf-8")
    assert not done.returncode, done.stderr
    return done.stdout


def test_the_rules_are_told_in_english_with_the_words_that_are_there(copy):
    text = run(copy, "-m", "paiju.cli", "rules", "hearts:moon=subtract", "--lang", "de")
    title = (ROOT / "paiju" / "rules" / "hearts.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    assert text.startswith(title)
    assert "passing = on (Vorgabe;" in text


def test_a_match_can_be_played_in_it(copy):
    text = run(copy, "-m", "paiju.cli", "play", "hearts", "--plain", "--seed", "1", "--lang", "de", typed="exit\n")
    assert "the match is kept" in text


def test_help_offers_it(copy):
    assert "de|" in run(copy, "-m", "paiju.cli", "play", "--help")


def test_it_can_be_chosen_on_the_settings_screen(copy):
    chosen, settings = run(copy, "-c", SETTINGS).splitlines()
    assert chosen == "Sprache: Deutsch"
    assert "lang='de'" in settings
