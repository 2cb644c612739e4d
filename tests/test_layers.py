"""Imports run one way: a module uses its own layer and those below, as tools/layers.py lists them."""

import re
import runpy
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "layers.py"))
KNOWN = TOOL["modules"]()
IMPORTS = TOOL["imports"](KNOWN)


def test_every_module_has_a_layer():
    homeless = [module for module in KNOWN if not TOOL["layer_of"](module)]
    assert not homeless, f"say in LAYERS of tools/layers.py where these belong: {', '.join(homeless)}"


def test_every_layer_names_modules_that_exist():
    words = [word for layer in TOOL["LAYERS"].values() for word in layer.split() if "*" not in word]
    assert sorted(set(words) - set(KNOWN)) == [], "take these out of LAYERS in tools/layers.py"
    assert len(words) == len(set(words)), "a module is in two layers"


def test_imports_run_downwards():
    wrong = TOOL["wrong_ways"](IMPORTS)
    assert not wrong, "\n".join(wrong)


def test_an_import_upwards_would_be_found():
    (sentence,) = TOOL["wrong_ways"]([TOOL["Import"]("core.state", "terminal.board", True)])
    assert sentence == "paiju.core.state (a deal) imports paiju.terminal.board (screens), which lies above it"


def test_imports_are_read_from_all_that_is_compiled_or_postponed():
    found = {(user, used): at_once for user, used, at_once in IMPORTS}
    assert found["core.dice", "core.bits"], "only its .pxd says so"
    assert found["terminal.board", "door"]
    assert not found["cli", "simulate"], "only the command imports it, so that --help answers at once"


def test_modules_load_without_going_in_circles():
    uses = defaultdict(set)
    for user, used, at_once in IMPORTS:
        if at_once:
            uses[user].add(used)
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        raise AssertionError(f"these modules import each other: {' <- '.join(error.args[1])}") from None


def reached_from(module):
    """All modules that it uses, also by others, also when a function is called."""
    found, new = set(), {module}
    while new:
        found |= new
        new = {used for user, used, _ in IMPORTS if user in new} - found
    return found


@pytest.mark.parametrize("module", ["client", "wire_door", "terminal.app"])
def test_client_needs_no_server(module):
    assert sorted(each for each in reached_from(module) if each.startswith("server")) == []


def test_house_starts_processes_without_keeper_of_programs():
    assert "bots.keeper" not in {used for user, used, _ in IMPORTS if user == "workshop"}


@pytest.mark.parametrize("file", sorted((ROOT / "paiju" / "core").glob("*.py")), ids=lambda file: file.stem)
def test_the_core_reaches_nothing_outside_the_program(file):
    """No input, no output, no clock, no chance but its own."""
    words = set(re.findall(r"^\s*(?:import|from) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    barred = {"asyncio", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
    allowed = {"os"} if file.stem == "loops" else set()  # it asks how many cores there are
    assert words & barred <= allowed


def test_the_picture_is_current():
    wanted = TOOL["picture"](KNOWN, IMPORTS)
    assert TOOL["PICTURE"].read_text(encoding="utf-8") == wanted, "make layers draws docs/pictures/layers.svg anew"
