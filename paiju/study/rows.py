"""Files with a row a player and match, `risk_taking;score;rank`, as BoerenBridge wrote them in ranking order.

They are read as people have them: with or without the header and with further columns, with ; , or tabs, decimal
commas, quotes, in any encoding and with any line ends. Writing adds rows to a file, all of a match or none.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import math
import os
import stat
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from paiju.core.words import Message, Said, brief
from paiju.saves import whole_file
from paiju.study.matches import BotResult, Match

COLUMNS = ("risk_taking", "score", "rank")
HEADER = ";".join(COLUMNS)
UNKNOWN = "NA"  # as R has it: the factor of somebody who has none
MAX_LINE = 10_000  # characters
MAX_RANK = 100
MAX_FACTOR = 100
MAX_SCORE = 1e9
CHUNK = 500  # matches that are handed on at once


class RowError(ValueError):
    """A file that is not one of rows, and why."""

    def __init__(self, text: str, /, **facts: Any):
        self.message = Message(text, **facts)
        super().__init__(str(self.message))


# ---- reading ----


class RowReader:
    """The matches of a file, a chunk at a time; and how many of its lines are no rows."""

    def __init__(self, path: Path):
        self.path = path
        self.flawed = 0
        self.first_flaw = 0, ""  # its line, and what stands there

    def chunks(self, progress: Callable[[int], object] = lambda _: None) -> Iterator[list[Match]]:
        """`progress` is told how many more bytes have been read."""
        matches: list[Match] = []
        match: Match = []
        if stat.S_ISCHR(os.stat(self.path).st_mode):
            raise RowError("{file} is a device, which may never end: copy its rows to a file", file=Said(self.path))
        with open(self.path, "rb") as raw, open_text(raw) as file:
            told = 0
            for row in self.rows(file):
                if match and ((row.rank == 1 and match[-1].rank != 1) or len(match) == MAX_RANK):
                    matches.append(match)
                    match = []
                    if len(matches) == CHUNK:
                        yield matches
                        matches = []
                        if raw.seekable():
                            progress(raw.tell() - told)
                            told = raw.tell()
                match.append(row)
        if match:
            yield [*matches, match]
        elif not self.flawed:
            raise RowError("{file} has no rows yet: no match was finished", file=Said(self.path))
        else:
            line, text = self.first_flaw
            raise RowError(
                "{file} has no rows; line {line} is none: {text}", file=Said(self.path), line=line, text=Said(text)
            )

    def rows(self, file: TextIO) -> Iterator[BotResult]:
        lines = enumerate(bounded_lines(file), 1)
        number, first = next(((number, line) for number, line in lines if line.strip()), (0, ""))
        if not number:
            raise RowError("{file} is empty", file=Said(self.path))
        sign = next((sign for sign in ";\t" if sign in first), ",")
        names = [name.lower() for name in split(first, sign)]
        places = tuple(names.index(name) for name in COLUMNS if name in names)
        is_header = bool(places)
        if is_header and len(places) < len(COLUMNS):
            missing = ", ".join(name for name in COLUMNS if name not in names)
            raise RowError(
                "{file}: line {line} has no column {name}", file=Said(self.path), line=number, name=Said(missing)
            )
        if not is_header:
            places = (0, 1, 2)
            if (row := read_row(split(first, sign), places)) is None:
                raise RowError(
                    "{file} begins neither with {header} nor with a row of such numbers",
                    file=Said(self.path), header=Said(HEADER),
                )  # fmt: skip
            yield row
        for number, line in lines:
            fields = split(line, sign)
            if (row := read_row(fields, places)) is not None:
                yield row
            elif line.strip() and [field.lower() for field in fields] != names:  # two files in one have two headers
                self.flawed += 1
                if self.flawed == 1:
                    self.first_flaw = number, brief(line.strip())


@contextlib.contextmanager
def open_text(raw: Any) -> Generator[TextIO]:
    """The text of a file in any encoding. What counts are digits and a few names, which most of them write alike."""
    import io

    head = raw.peek(4096)[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\0" in head[:2]:
        encoding = "utf-16-be" if head[:1] == b"\0" else "utf-16-le"
    else:
        encoding = "latin-1"
        if head.startswith(b"\xef\xbb\xbf"):
            raw.read(3)
    with io.TextIOWrapper(raw, encoding, errors="replace") as file:
        yield file


def bounded_lines(file: TextIO) -> Iterator[str]:
    """The lines of a file. An endless one is cut short, and begins so that it can be no row."""
    while line := file.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith("\n"):
            while (rest := file.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
            line = f"… {line}"
        yield line


def split(line: str, sign: str) -> list[str]:
    """The fields of a line."""
    if '"' in line:
        with contextlib.suppress(csv.Error, StopIteration):
            return [field.strip() for field in next(csv.reader([line], delimiter=sign))]
    return [field.strip() for field in line.split(sign)]


def read_row(fields: Sequence[str], places: tuple[int, ...]) -> BotResult | None:
    """A row of a match, if it is one."""
    try:
        risk, score, rank = [fields[at] for at in places]
        factor = None if risk in ("", UNKNOWN) else float(risk.replace(",", "."))
        points, place = float(score.replace(",", ".")), float(rank)
    except (ValueError, IndexError):
        return None
    if factor is not None and not 0 <= factor <= MAX_FACTOR:  # nor is nan
        return None
    if not math.isfinite(points) or abs(points) > MAX_SCORE or not 1 <= place <= MAX_RANK or place % 1:
        return None
    return BotResult(factor, int(points) if points.is_integer() else points, int(place))


# ---- writing ----


def row_lines(match: Iterable[BotResult]) -> str:
    """The rows of a match as lines."""
    return "".join(
        f"{UNKNOWN if row.risk is None else format(row.risk, '.6f')};{row.score};{row.rank}\n" for row in match
    )


def prepare(path: Path) -> None:
    """Make sure that rows can be added: a new file gets its header, another must have that one."""
    if path.exists() and not path.is_file():
        raise RowError("{file} is no plain file: rows are added to such a file only", file=Said(path))
    with open(path, "a+b") as file:
        file.seek(0)
        first = file.readline(MAX_LINE)
        if not first:
            file.write(f"{HEADER}\n".encode())
        elif first.removeprefix(b"\xef\xbb\xbf").decode("latin-1").strip().lower() != HEADER:
            raise RowError(
                "{file} does not begin with {header}: rows are added to such a file only, or to a new one",
                file=Said(path), header=Said(HEADER),
            )  # fmt: skip


def append(path: Path, match: Match) -> None:
    """Add the rows of a match, all or none; what was cut off before them stays a line of its own."""
    with open(path, "a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(-1, os.SEEK_END)
        cut_off = b"\n" if size and file.read(1) != b"\n" else b""
        data = cut_off + (row_lines(match) if size else f"{HEADER}\n{row_lines(match)}").encode()
        try:
            if (file.write(data) or 0) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        except OSError:
            file.truncate(size)
            raise


def write_rows(path: Path, chunks: Iterable[list[Match]]) -> Iterator[list[Match]]:
    """Write the rows as they come by."""
    with whole_file(path) as part, open(part, "w", encoding="utf-8") as file:
        file.write(f"{HEADER}\n")
        for chunk in chunks:
            for match in chunk:
                file.write(row_lines(match))
            yield chunk
