"""What is not installed is named once, with a command that works."""

import subprocess
import sys
import tomllib

import pytest
from arena_runs import ENVIRONMENT, ROOT, arena, table

from paiju.optional_packages import MODULES, OPTIONAL, install_command


def test_the_optional_packages_are_those_of_the_package():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {extra: tuple(word.partition(">=")[0] for word in words) for extra, words in told.items()} == OPTIONAL


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A folder in which Python finds none of the optional packages."""
    names = [MODULES.get(name, name) for extra in OPTIONAL.values() for name in extra]
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({names}))\n")
    monkeypatch.setitem(ENVIRONMENT, "PYTHONPATH", f"{tmp_path}:{ROOT}")
    return tmp_path


def test_without_optional_packages_there_is_a_table_and_one_hint(bare):
    said = arena(bare, "hearts", "random", "steady", "--decks", "3", "--out", "run")
    assert said.count("install") == 1
    assert "for plots, ratings, results.parquet: " in said
    assert said.rstrip().endswith("install matplotlib openskill polars")
    assert "install" not in table(bare / "run")
    words = [sys.executable, "-m", "paiju.cli", "report"]
    for name, reason in (("run", "install matplotlib openskill polars"), (".", "is not the directory of a tournament")):
        run = subprocess.run([*words, name], cwd=bare, env=ENVIRONMENT, capture_output=True, encoding="utf-8")
        assert run.returncode == 1
        assert reason in run.stderr
        assert ("install" in run.stderr) == ("install" in reason)


def test_a_cluster_needs_its_package(bare):
    said = arena(bare, "hearts", "random", "steady", "--cluster", "tcp://127.0.0.1:1", code=1)
    assert "--cluster needs dask.distributed: " in said
    assert said.rstrip().endswith(" install distributed")


def paiju(folder, *words, typed=""):
    run = [sys.executable, "-m", "paiju.cli", *words]
    return subprocess.run(run, cwd=folder, env=ENVIRONMENT, input=typed, capture_output=True, encoding="utf-8")


@pytest.mark.parametrize("words", [("discord",), ("serve", "--discord")])
def test_all_that_discord_needs_is_named_at_once(bare, words):
    said = paiju(bare, *words)
    assert said.returncode == 1
    assert said.stderr.count("\n") == 1, said.stderr
    assert set(said.stderr.partition(" install ")[2].split()) == {*OPTIONAL["server"], *OPTIONAL["chat"]}


def test_the_game_alone_needs_no_optional_package(bare):
    said = paiju(bare, "play", "hearts:passing=off", "--plain", typed="help\n")
    assert "Hearts, deal 1" in said.stdout
    assert "Traceback" not in said.stderr


def test_the_hint_is_for_the_python_that_runs(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/home/my python/bin/python3")
    assert "'/home/my python/bin/python3'" in install_command("cluster", "distributed")
