"""Every example in README and docs runs, and what they point to exists."""

import doctest
import re
from pathlib import Path

import pytest

from paiju.games import BUILT_IN

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = ["paiju", "paiju.core.cards", "paiju.core.words"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page):
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failures == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name):
    from importlib import import_module

    failures, tried = doctest.testmod(import_module(name))
    assert failures == 0
    assert tried


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_lines_are_wrapped(page):
    """At 100 signs; tables, code, pictures and what is printed cannot be."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "    ", "!"))]
    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_rules_cited_in_code_exist(name):
    text = (ROOT / "paiju" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^(\d+\.\d+) ", text, re.MULTILINE))
    source = (ROOT / "paiju" / "games" / f"{name}.py").read_text(encoding="utf-8")
    cited = set(re.findall(r'(?:[Rr]ules? |")(\d+\.\d+)\b', source))
    assert cited <= numbers, f"not in the rules: {sorted(cited - numbers)}"
    tests = (ROOT / "tests" / "games" / f"test_{name}.py").read_text(encoding="utf-8")
    tested = {f"{major}.{minor}" for major, minor in re.findall(r"def test_(\d+)_(\d+)", tests)}
    assert numbers <= tested, f"rules without a test: {sorted(numbers - tested)}"
