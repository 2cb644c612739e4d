"""Settings: kept in a file that may be damaged."""

from __future__ import annotations

import pytest

from paiju.settings import Settings


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "paiju" / "settings.json"


def test_nothing_kept_gives_the_defaults():
    assert Settings.load() == (Settings(), None)


def test_what_is_saved_is_loaded(home):
    kept = Settings(four_colours=True, pace="slow", lang="nl", name="Åke 王")
    assert kept.save() is None
    assert Settings.load() == (kept, None)
    assert [path.name for path in home.parent.iterdir()] == [home.name]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00\xff", "[" * 100_000, '"pace"'])
def test_garbage_gives_the_defaults_and_a_notice(home, text):
    home.parent.mkdir()
    home.write_text(text, encoding="latin-1")
    settings, notice = Settings.load()
    assert settings == Settings()
    assert "cannot be read" in str(notice)


def test_a_wrong_value_costs_only_itself(home):
    home.parent.mkdir()
    home.write_text('{"pace": "warp", "ascii": true, "bell": 7, "name": "\\u0007", "from_the_future": 1}')
    settings, notice = Settings.load()
    assert settings == Settings(ascii=True)
    assert "make no sense" in str(notice)


def test_a_folder_that_cannot_be_written_is_a_message(home):
    home.parent.write_text("a file where the folder should be")
    assert "could not be saved" in str(Settings().save())


@pytest.mark.parametrize("pace", ["off", "fast", "normal", "slow"])
def test_every_pace_is_a_patience(pace):
    timing = Settings(pace=pace).timing(answer=30)
    assert timing.answer == 30
    assert (timing.move == 0) == (timing.call == 0) == (pace == "off")
