"""The tags of records: docs/record.md lists those paiju writes or reads, and this keeps the list true."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

import paiju
from paiju.arena.tournament import Plan, Tournament
from paiju.chairs import Chair
from paiju.cli import cli
from paiju.match_history import with_ending
from paiju.record import READING_TAGS, Record
from paiju.simulate import simulate
from paiju.table import Table

PLACE = Path(paiju.__file__).parent
PAGE = PLACE.parent / "docs" / "record.md"
NUMBERED = re.compile(r"[0-9]$")


def documented() -> set[str]:
    """The first column of the page's table of tags; Seat0 stands for all seats."""
    table = PAGE.read_text(encoding="utf-8").partition("## Tags")[2].partition("## ")[0]
    return {match[1] for match in re.finditer(r"^\| `(\w+)`", table, re.M)}


def complaint(tag: str, where: object) -> str:
    return f"{where} uses the record tag {tag}, but the table of tags in docs/record.md has no row for it"


def text_of(node: ast.AST) -> str | None:
    """A string as it stands in the source; Seat0 for f"Seat{seat}"."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "0" for part in node.values)  # type: ignore[misc]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_tags(node: ast.AST) -> bool:
    return ast.unparse(node).split(".")[-1] == "tags"


def keys(node: ast.AST) -> Iterator[str | None]:
    """The keys of all dictionaries in an expression that makes tags."""
    for part in ast.walk(node):
        if isinstance(part, ast.Dict):
            yield from (text_of(key) for key in part.keys if key)
        elif isinstance(part, ast.DictComp):
            yield text_of(part.key)


def named_tags(tree: ast.AST) -> Iterator[str | None]:
    """The tags a source names: in `tags[…]`, `tags.get(…)`, `… in tags`, `tags = {…}`, `Record(…, {…})`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and is_tags(node.value):
            yield text_of(node.slice)
        elif isinstance(node, ast.Compare) and is_tags(node.comparators[0]):
            yield text_of(node.left)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            if is_tags(node.targets[0] if isinstance(node, ast.Assign) else node.target):
                yield from keys(node.value)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "Record":
                for argument in node.args[2:]:
                    yield from keys(argument)
            elif called == "tag_number":
                yield text_of(node.args[1])
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "get" and is_tags(node.func.value):
                yield text_of(node.args[0])


def used_in_sources() -> dict[str, str]:
    """Every tag our code names, and a file that does."""
    used = {}
    for path in sorted(PLACE.rglob("*.py")):
        for tag in named_tags(ast.parse(path.read_text(encoding="utf-8"))):
            if tag:
                used[tag] = str(path.relative_to(PLACE.parent))
    return used


def test_every_tag_our_code_names_is_documented():
    known = documented()
    for tag, where in used_in_sources().items():
        assert tag in known, complaint(tag, where)


def test_every_documented_tag_is_named_by_our_code():
    unused = documented() - set(used_in_sources()) - set(READING_TAGS)
    assert not unused, f"docs/record.md says that paiju writes {sorted(unused)}, but nothing in paiju names them"


def written_records(folder: Path) -> Iterator[tuple[str, Record]]:
    """A record of each kind there is."""
    game, options = paiju.read_rules("poepen:players=3")
    chairs = [Chair("Ann"), Chair("Bo", "steady"), Chair("Cy", "random")]
    yield "a table", Table(game, options, chairs, 1, bot_ms=50, practice=True).record
    hosted = Table(game, options, chairs, hosted=True).record
    yield "a hosted table", hosted
    yield "a match that is over", Record.read("\n".join(with_ending(hosted.text().splitlines(), "vote")))
    sheet = io.StringIO()
    simulate(game, options, 1, record=sheet)
    yield "paiju simulate", Record.read(sheet.getvalue())
    tournament = Tournament(Plan("hearts", ("random", "steady"), records=True))
    yield "the arena", Record.read(next(iter(tournament.play([0]).records.values())))
    kept = folder / "kept.paiju"
    assert CliRunner().invoke(cli, ["watch", "hearts", "--deals", "1", "--record", str(kept)]).exit_code == 0
    yield "paiju watch", Record.load(kept)


def test_every_tag_that_is_written_is_documented(tmp_path):
    known, found = documented(), set()
    for where, record in written_records(tmp_path):
        for line in record.text().splitlines():
            if line.startswith("["):
                tag = NUMBERED.sub("0", line[1:].split()[0])
                assert tag in known, complaint(tag, where)
                found.add(tag)
    assert found == known, f"nothing here writes {sorted(known - found)}: add the writer to written_records"
