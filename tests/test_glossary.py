"""One word, one idea: every class is named with words of the glossary in docs/design.md, and no name is used twice."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "design.md"
# Every game has one, found by its name: paiju/bots/<game>.Advisor.
ONE_A_GAME = {"Advisor"}


def classes():
    """The classes of the package, each with the files that define one of that name; those inside a class as well."""
    found = defaultdict(list)
    for file in sorted((ROOT / "paiju").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(file.relative_to(ROOT)))
    return found


def glossary():
    """The words of the glossary: all that stand in the first column, and the ordinary ones listed below the table."""
    section = PAGE.read_text(encoding="utf-8").partition("## Glossary")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")]
    ordinary = section.partition("in their ordinary sense:")[2].partition(".")[0]
    return [singular(word) for text in (*rows[1:], ordinary) for word in re.findall(r"\w+", text.lower())]


def singular(word):
    """`Cards` is made of the same word as `card`."""
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def parts(name):
    """The words of a name, `RunResults`: run, result."""
    return [singular(part.lower()) for part in re.findall(r"[A-Z][a-z]*", name)]


def strangers(names, words):
    """The names with a word that is not among these, and which word that is."""
    for name in names:
        if unknown := [part for part in parts(name) if part not in words]:
            yield f"{name} ({', '.join(unknown)})"


def test_every_class_is_named_with_words_of_the_glossary():
    unknown = [*strangers(classes(), glossary())]
    assert not unknown, (
        f"words the glossary of docs/design.md does not have: {'; '.join(unknown)}. Name the class with words that are "
        "there; if its idea is a new one, add its word to the table with what it means."
    )


def test_no_name_is_given_to_two_classes():
    twice = {name: files for name, files in classes().items() if len(files) > 1 and name not in ONE_A_GAME}
    assert not twice, f"two classes of one name: {twice}. Give each the name of what it is."


def test_the_glossary_explains_no_word_twice():
    words = glossary()
    assert sorted(word for word in set(words) if words.count(word) > 1) == []


def test_the_glossary_has_no_word_that_nobody_uses():
    text = "\n".join(file.read_text(encoding="utf-8").lower() for file in (ROOT / "paiju").rglob("*.py"))
    used = {singular(word) for word in re.split(r"[\W_]+", text)} | {part for name in classes() for part in parts(name)}
    assert [word for word in glossary() if word not in used] == []


def test_a_strange_name_would_be_found():
    assert [*strangers(["DealFlux", "DealState"], ["deal", "state"])] == ["DealFlux (flux)"]
