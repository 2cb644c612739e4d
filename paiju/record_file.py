"""A file of records: a quick scan finds where each begins, and one is read when it is looked at.

So a file of any size opens at once, and one that is damaged shows what can be read of it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from paiju.record import LONGEST_LINE, Deal, Record, RecordError, RecordReader

LONG = 4 * LONGEST_LINE  # bytes of a line at most; the reader refuses a longer one
OFTEN = 1000  # lines between two looks whether anybody still waits


class PartialRecord:
    """One record of the file, as far as it has been read. A thread reads, others may look meanwhile."""

    def __init__(self, path: Path, offset: int, line: int):
        self.path, self.offset, self.line = path, offset, line
        self.reader = RecordReader(line - 1)
        self.error: RecordError | None = None
        self.done = False
        self.stopped = False

    @property
    def record(self) -> Record | None:
        return self.reader.record

    def deals(self) -> list[Deal]:
        """The deals that are complete; all there are once it has been read to its end."""
        deals = self.record.deals if self.record else []
        return deals if self.done else deals[:-1]

    def read(self) -> None:
        """Read on to the end of the record. What is wrong is kept in `error`; what came before it can be looked at."""
        try:
            for number, line in enumerate(lines_from(self.path, self.offset), self.line):
                self.reader.number = number
                if self.stopped or self.reader.begins_another(line):
                    break
                self.reader.take(line)
            if not self.stopped:
                self.finish()
        except RecordError as error:
            self.error = error
        except OSError as error:
            self.error = RecordError(self.reader.number, error.strerror or str(error))
        self.done = True

    def finish(self) -> None:
        if not self.reader.tags:
            raise RecordError(self.reader.number or 1, 'there is no record here: it starts with [Format "paiju 1"]')
        if not self.reader.finish().deals:
            raise RecordError(self.reader.number, "the record has no deals")


class RecordFile:
    """Where the records of a file begin. `scan` finds them; until it is done there may be more."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self.starts = [(0, 1)]  # bytes before a record, and its first line
        self.scanned = False
        self.stopped = False

    def record(self, index: int) -> PartialRecord:
        return PartialRecord(self.path, *self.starts[index])

    def raw(self, index: int) -> bytes:
        """A record as it stands in the file."""
        (start, _), *after = self.starts[index : index + 2]
        with open(self.path, "rb") as file:
            file.seek(start)
            return file.read(after[0][0] - start if after else -1)

    def scan(self) -> None:
        """Find the beginnings. A file that cannot be read has none but the first, and that record tells why."""
        with contextlib.suppress(OSError):
            self.find_starts()
        self.scanned = True

    def find_starts(self) -> None:
        """As the reader would: a tag after something that was no tag begins another record."""
        offset, written, comment = 0, False, False
        with open(self.path, "rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONG), b""), 1):
                word = line.strip().removeprefix(b"\xef\xbb\xbf")
                if comment:
                    comment = b"}" not in word
                elif word.startswith(b"["):
                    if written:
                        self.starts.append((offset, number))
                        written = False
                elif word and word[:1] not in (b";", b"#"):
                    written = True
                    comment = word.startswith(b"{") and b"}" not in word
                offset += len(line)
                if number % OFTEN == 0 and self.stopped:
                    break


def lines_from(path: Path, offset: int) -> Iterator[str]:
    with open(path, "rb") as file:
        file.seek(offset)
        for line in iter(lambda: file.readline(LONG), b""):
            yield line.decode("utf-8-sig" if offset == 0 else "utf-8", errors="replace")
