"""paiju migrate, backup, restore and export."""

import asyncio
import os
import stat

import pytest
from click.testing import CliRunner
from stores import opened
from test_table import table_for

from paiju.cli import cli
from paiju.record import read_records


def paiju(*words, **environment):
    return CliRunner().invoke(cli, [str(word) for word in words], env=environment)


def fill(address):
    """Two finished matches and one in play."""

    async def write():
        async with opened(address) as store:
            for id in ("b", "a", "running"):
                match = store.match(id)
                await match.rewrite(table_for("hearts").record.text() + DEAL)
                if id != "running":
                    await match.finish()
            await store.put("person", "ann", 1)

    asyncio.run(write())


RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DEAL = f"\ndeal 1\ndeck {' '.join(rank + suit for suit in 'CDHS' for rank in RANKS)}\n"


@pytest.fixture
def house(address):
    fill(address)
    return address


def test_an_empty_database_is_migrated(address):
    assert paiju("migrate", "--database", address).output == "the database is brought from version 0 to 1\n"
    assert paiju("migrate", "--database", address).output == "the database is at version 1 already\n"


def test_a_backup_is_restored_elsewhere(house, tmp_path):
    assert paiju("backup", tmp_path / "copy.db", "--database", house).exit_code == 0
    assert stat.S_IMODE(os.stat(tmp_path / "copy.db").st_mode) == 0o600
    assert paiju("restore", tmp_path / "copy.db", "--database", tmp_path / "new.db").output == "restored\n"
    before, after = (paiju("export", "--database", where).stdout for where in (house, tmp_path / "new.db"))
    assert before == after
    assert before
    again = paiju("restore", tmp_path / "copy.db", "--database", house)
    assert again.exit_code == 1
    assert "there is a house already" in again.output


def test_all_finished_matches_are_exported_and_none_that_is_played(house, tmp_path):
    out = tmp_path / "all.paiju"
    result = paiju("export", "--out", out, "--database", house)
    assert result.exit_code == 0, result.output
    assert result.output == "2 matches\n"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600  # of running matches it would tell the decks
    records = list(read_records(out.read_text().splitlines()))
    assert [len(record.deals) for record in records] == [1, 1]
    again = paiju("export", "--out", out, "--database", house)
    assert again.exit_code == 1
    assert "File exists" in again.output
    running = paiju("export", "--running", PAIJU_DATABASE=str(house))
    assert running.stdout.count("[Format") == 1


def test_a_house_is_found_by_its_folder_as_it_is_served(tmp_path):
    folder = tmp_path / "house"
    folder.mkdir()
    fill(folder / "house.sqlite")
    assert paiju("backup", tmp_path / "copy.db", "--data", folder).exit_code == 0
    (tmp_path / "house.toml").write_text(f'data = "{folder}"\n')
    assert paiju("export", "--config", tmp_path / "house.toml").output.count("[Format") == 2
    assert paiju("restore", tmp_path / "copy.db", "--data", tmp_path / "new").output == "restored\n"
    assert paiju("migrate", "--data", tmp_path / "new").output == "the database is at version 1 already\n"


def test_what_is_not_there_is_a_sentence(tmp_path):
    for words in (["backup", tmp_path / "copy.db"], ["export"]):
        result = paiju(*words, PAIJU_DATA=str(tmp_path / "none"))
        assert result.exit_code == 1
        assert result.output.startswith("Error: unable to open database file")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "none").exists()


def test_what_is_no_backup_is_refused_and_leaves_nothing(tmp_path):
    (tmp_path / "copy.db").write_text("no database, but a text that is long enough to be looked at" * 100)
    result = paiju("restore", tmp_path / "copy.db", "--database", tmp_path / "new.db")
    assert result.exit_code == 1
    assert "not a database" in result.output
