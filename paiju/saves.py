"""Matches kept on disk while they are played: a record that grows by a line an action, so that nothing is ever lost.

A match in play lies in `folder()`, a finished one in `folder()/finished`; both are records as docs/record.md has them.
A match in play tells its seed and its deck, so nobody else on the machine may read its file.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import time
from collections.abc import Generator
from itertools import count
from pathlib import Path
from typing import Any

from paiju.core.words import Message, Said
from paiju.record import Record, read_unfinished

SUFFIX = ".paiju"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
LARGEST = 20_000_000  # bytes; a match of a thousand deals has a tenth of that


class NotSaved(ValueError):  # noqa: N818
    """A match that cannot be gone on with, and why."""

    def __init__(self, text: str, /, **facts: Any):
        self.message = Message(text, **facts)
        super().__init__(str(self.message))


def data_folder(name: str) -> Path:
    """Where paiju keeps things of a kind: $XDG_DATA_HOME/paiju/NAME."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "paiju" / name


def folder() -> Path:
    """Where matches are kept."""
    return data_folder("matches")


def fresh(game: str) -> Path:
    """A path for a new match that no other match has."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return folder() / f"{stamp}-{game}-{secrets.token_hex(3)}{SUFFIX}"


def is_ours(path: Path) -> bool:
    return path.resolve().parent == folder().resolve()


def resume_command(path: Path) -> str:
    """What to type to go on with a match: its path only where that is not the one left last."""
    newest = next(iter(candidates()), None)
    same = newest is not None and newest.resolve() == path.resolve()
    return "paiju play --resume" if same else f"paiju play --resume {shlex.quote(str(path))}"


def candidates() -> list[Path]:
    """The files of matches in play, the one written last first."""
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for path in folder().glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):  # one that cannot be looked at must not hide the others
                if path.is_file():
                    found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def unfinished(most: int = 1000) -> list[Path]:
    """The matches that can be gone on with, the one played last first."""
    found: list[Path] = []
    for path in candidates():
        with contextlib.suppress(OSError, ValueError):
            if not is_over(load(path)):
                found.append(path)
        if len(found) == most:
            break
    return found


def latest() -> tuple[Path | None, int]:
    """The match left last that nobody plays elsewhere, and how many newer ones somebody does."""
    busy = 0
    for path in unfinished():
        if not is_open_elsewhere(path):
            return path, busy
        busy += 1
    return None, busy


def is_open_elsewhere(path: Path) -> bool:
    """Is this match being played in another window?"""
    beside = path.with_suffix(".lock")
    if not beside.exists():
        return False
    try:
        handle = lock(beside)
    except NotSaved:
        return True
    if handle is not None:
        os.close(handle)
    return False


def is_over(record: Record) -> bool:
    if not record.deals:
        return False
    deal = record.deals[-1]
    state = deal.final()
    return state.is_over and record.game.after(deal.setup, state).over


def load(path: str | Path) -> Record:
    """A match as far as it was written: what a crash left of the last lines is dropped."""
    if os.path.getsize(path) > LARGEST:
        raise NotSaved("{path} is too large to be one match", path=Said(path))
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    lines = text.splitlines()
    if not text.endswith("\n"):
        lines = lines[:-1]
    if not lines:
        raise NotSaved("{path} is empty", path=Said(path))
    return read_unfinished(lines)


def copy_of(path: Path) -> Path:
    """Keep a file as it is under another name, for our eyes only."""
    copy = next(copy for number in count(1) if not (copy := path.with_name(f"{path.name}.damaged{number}")).exists())
    handle = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with open(handle, "wb") as file:
        file.write(path.read_bytes())
    return copy


def open_private(path: str, flags: int) -> int:
    """For `open`: whatever it makes is for our eyes only."""
    return os.open(path, flags, PRIVATE_FILE)


def write_private(path: Path, text: str) -> None:
    """A file for our eyes only, in one stroke: written under another name first, and on the disk before it counts."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)  # a crash may have left one, and somebody may have it open
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(handle)
    make_private(new, PRIVATE_FILE)
    move(new, path)


@contextlib.contextmanager
def whole_file(path: Path) -> Generator[Path]:
    """A path to write to that becomes `path` only when all is written: no half file ever bears the name."""
    if path.exists() and not path.is_file():  # a device or a pipe, of which nothing can take the place
        yield path
        return
    part = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        yield part
        with contextlib.suppress(OSError):  # a file that is no longer there, or a mode that the system does not have
            part.chmod(path.stat().st_mode)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def move(old: Path, new: Path) -> None:
    """Rename, and have the new name on the disk too: a folder is a file whose lines are names."""
    old.replace(new)
    for folder in {new.parent, old.parent}:
        with contextlib.suppress(PermissionError):  # where folders cannot be opened the system looks after it
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def make_private(path: Path, mode: int) -> None:
    """Set the mode whatever the umask said, where the file system has such a thing."""
    with contextlib.suppress(PermissionError):
        path.chmod(mode)


def lock(path: Path) -> int | None:
    """A lock that goes when the process goes; None where the system has none."""
    try:
        import fcntl
    except ImportError:
        return None
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise NotSaved("this match is being played in another window") from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        os.close(handle)  # whoever had it before us has taken the file away meanwhile
