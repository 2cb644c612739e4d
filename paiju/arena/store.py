"""The run directory: everything is written as it happens, and whatever is found there is trusted only after a look.

settings.json     what was asked for
results.jsonl     one line a deck, in the order they were finished
times.jsonl       how long the bots thought; the one thing that differs from run to run
records/D-N.txt   deck D, deal N, on request
table.txt, results.csv, results.parquet   when the run is complete
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Generator, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias
from zlib import crc32

import paiju
from paiju.arena.statistics import Sprt, Totals
from paiju.arena.tournament import Clock, Plan, PlayedChunk, Tournament
from paiju.bots import is_file, is_program
from paiju.bots.process import read_command
from paiju.core.cards import brief
from paiju.saves import whole_file

FORMAT = 1

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | bool | None"


class StoreError(ValueError):
    """A run directory that cannot be used, and why. Nothing in it was changed."""


def settings_of(tournament: Tournament, sprt: Sprt | None) -> dict[str, Any]:
    """What makes two runs the same tournament."""
    plan = asdict(tournament.plan)
    return {
        "format": FORMAT,
        "paiju": fingerprint_of_rules(),
        **plan,
        "bots": list(tournament.plan.bots),
        "limits": [list(limit) for limit in tournament.plan.limits],
        "versions": tournament.versions,
        "files": [fingerprint(bot) for bot in tournament.plan.bots],
        **({"rules_file": fingerprint(tournament.plan.game_file)} if tournament.plan.game_file else {}),
        "sprt": asdict(sprt) if sprt else None,
    }


def fingerprint(bot: str) -> str:
    """Of the files a bot is made from: a bot that was edited is another bot."""
    found = hashlib.sha256()
    files = [path for path in map(Path, files_of(bot)) if path.is_file()]
    for path in files:
        found.update(path.read_bytes())
    return found.hexdigest()[:16] if files else ""


def fingerprint_of_rules() -> str:
    """Of paiju's own rules and bots: after a change to them the decks still to play would be another tournament's."""
    found = hashlib.sha256()
    for folder in ("core", "games", "bots"):
        for path in sorted(Path(paiju.__file__).with_name(folder).glob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def files_of(bot: str) -> list[str]:
    """What may be files in a bot's name: the file itself, or the words of a program's command."""
    if not is_program(bot):
        return [bot] if is_file(bot) else []
    kind, _, command = bot.partition(":")
    return [command] if kind == "script" else read_command(command)[0]


def default_directory(settings: dict[str, Any], decks: int) -> Path:
    """A name that the same command finds again."""
    digest = hashlib.sha256(json.dumps([settings, decks], sort_keys=True).encode()).hexdigest()[:8]
    words = [settings["rules"].partition(":")[0], *settings["bots"]]
    plain = "-".join("".join(c if c.isalnum() else "_" for c in Path(word).name) for word in words)
    return Path("arena-runs") / f"{plain[:80]}-{digest}"


def read_settings(path: Path) -> dict[str, Any]:
    try:
        found: Json = json.loads((path / "settings.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{path} is not the directory of a tournament: it has no settings.json") from None
    except (ValueError, OSError) as error:
        raise StoreError(f"{path / 'settings.json'} is damaged: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("decks"), int):
        raise StoreError(f"{path / 'settings.json'} is not of a tournament this version knows")
    return found


def plan_of(settings: dict[str, Any]) -> Plan:
    values: dict[str, Any] = {name: settings.get(name) for name in Plan.__dataclass_fields__}
    try:
        values["bots"] = tuple(settings["bots"])
        values["limits"] = tuple((name, value) for name, value in settings["limits"])
        return Plan(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(f"settings.json is damaged: {error}") from error


class Store:
    """A run directory open for writing. Resuming is opening it again with the same settings."""

    def __init__(self, path: Path, settings: dict[str, Any], decks: int, tournament: Tournament):
        self.path, self.tournament, self.decks = path, tournament, decks
        self.settings: dict[str, Any] = {**settings, "decks": decks}
        self.done: set[int] = set()
        self.totals = tournament.totals()
        self.clocks = tournament.clocks()
        self.torn = False
        self.look(settings)
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)
            self.lock = self.hold_lock()
        fresh = self.look(settings)  # again: whoever held the lock may have written
        if not fresh:
            self.take_up()
        with writing(path):
            write_whole(path / "settings.json", json.dumps(self.settings, indent=2) + "\n")
            self.results = open(path / "results.jsonl", "ab")  # noqa: SIM115
            self.times = open(path / "times.jsonl", "ab")  # noqa: SIM115

    def look(self, settings: dict[str, Any]) -> bool:
        """Is the directory new? One with another tournament, or anything else, is refused."""
        if self.path.exists() and not self.path.is_dir():
            raise StoreError(f"{self.path} is not a directory")
        if not self.path.exists() or not any(name.name != ".lock" for name in self.path.iterdir()):
            return True
        found = read_settings(self.path)
        before = found.pop("decks")
        if differing := differences(found, settings):
            raise StoreError(f"{self.path} holds another tournament: {'; '.join(differing)}. Use another --out")
        if self.decks < before:
            raise StoreError(
                f"{self.path} is a tournament of {before} decks, more than {self.decks}. Use another --out"
            )
        return False

    def hold_lock(self) -> Any:
        """Two runs must not write to one directory; the system lets go of the lock however a process ends."""
        file = open(self.path / ".lock", "w")  # noqa: SIM115
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                raise StoreError(f"another tournament is writing to {self.path} right now") from None
        return file

    def take_up(self) -> None:
        """What was done before. A line cut off in the middle is cut away; its deck is played again."""
        results = self.path / "results.jsonl"
        good = 0
        if results.exists():
            with open(results, "rb") as file:
                for number, row, end in read_lines(file, results):
                    check_row(row, number, results, self.tournament, self.decks)
                    if row["deck"] in self.done:
                        raise StoreError(f"{results} is damaged: line {number} has deck {row['deck']} a second time")
                    self.done.add(row["deck"])
                    self.totals.add(row["deck"], row["scores"], row.get("won"), row.get("failed", ()))
                    good = end
            self.torn = good < results.stat().st_size
            if self.torn:
                os.truncate(results, good)
        times = self.path / "times.jsonl"
        if times.exists():
            self.clocks = read_clocks(times, self.tournament)
            with open(times, "rb+") as file:
                file.truncate(file.read().rfind(b"\n") + 1)

    def keep(self, played: PlayedChunk) -> None:
        """Write down decks that were played; records first, so that no finished deck lacks them."""
        if played.records:
            (self.path / "records").mkdir(exist_ok=True)
            for name, text in played.records.items():
                (self.path / "records" / name).write_text(text, encoding="utf-8")
        self.results.write("".join(text + "\n" for text in played.lines).encode())
        self.results.flush()
        clocks = [[clock.decisions, round(clock.seconds, 9), clock.counts] for clock in played.clocks]
        self.times.write((json.dumps(clocks, separators=(",", ":")) + "\n").encode())
        self.times.flush()
        self.totals.join(played.totals)
        for mine, theirs in zip(self.clocks, played.clocks, strict=True):
            mine.join(theirs)

    def missing(self) -> Iterator[int]:
        return (deck for deck in range(self.decks) if deck not in self.done)

    def totals_before(self, deck: int) -> Totals:
        """The totals of the decks before this one, from what was written."""
        self.results.flush()
        return totals_of(self.path, self.tournament, deck)

    def close(self) -> None:
        for file in (self.results, self.times):
            file.flush()
            os.fsync(file.fileno())
            file.close()
        self.lock.close()


def read_lines(file: BinaryIO, path: Path) -> Iterator[tuple[int, dict[str, Any], int]]:
    """The lines of a results file with their number and where they end. An unfinished last line is left out; any other
    flaw is damage."""
    end = 0
    for number, raw in enumerate(file, 1):
        if not raw.endswith(b"\n"):
            return
        end += len(raw)
        body, comma, check = raw.rpartition(b',"crc":')
        if not comma or check != b"%d}\n" % crc32(body):
            raise StoreError(f"{path} is damaged: line {number} does not agree with its check sum")
        yield number, json.loads(raw), end


def check_row(row: dict[str, Any], number: int, path: Path, tournament: Tournament, decks: int) -> None:
    if not 0 <= row["deck"] < decks or len(row["scores"]) != len(tournament.schedule.deals) * tournament.schedule.seats:
        raise StoreError(f"{path} is damaged: line {number} is not of this tournament")


def totals_of(path: Path, tournament: Tournament, before: int) -> Totals:
    """The totals of a run's decks before a number."""
    totals = tournament.totals()
    results = path / "results.jsonl"
    if results.exists():
        with open(results, "rb") as file:
            for number, row, _ in read_lines(file, results):
                check_row(row, number, results, tournament, 1 << 62)
                if row["deck"] < before:
                    totals.add(row["deck"], row["scores"], row.get("won"), row.get("failed", ()))
    return totals


def read_clocks(path: Path, tournament: Tournament) -> list[Clock]:
    clocks = tournament.clocks()
    with contextlib.suppress(OSError), open(path, "rb") as file:
        for raw in file:
            with contextlib.suppress(ValueError, TypeError):  # times are a courtesy: a torn line is passed over
                for clock, (decisions, seconds, counts) in zip(clocks, json.loads(raw), strict=True):
                    clock.join(Clock(decisions, seconds, counts))
    return clocks


@contextlib.contextmanager
def writing(path: Path) -> Generator[None]:
    """What the system refuses, as a sentence."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"nothing can be written to {path}: {error.strerror or error}") from error


def write_whole(path: Path, text: str) -> None:
    """Either the old file or the new one, never half of it."""
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8")


def differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What sets two tournaments apart, in words."""
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    follows = {"bots": ("files", "versions"), "files": ("versions",), "sprt": ("sequential",)}  # need no mention
    hidden = {name for cause in names for name in follows.get(cause, ())}
    said: list[str] = []
    for name in names:
        if name == "files" and name not in hidden:
            files = zip(now["bots"], before.get("files") or now["files"], now["files"], strict=False)
            edited = dict.fromkeys(bot for bot, then, here in files if then != here)
            said += [f"{bot} was edited since this run began (another file, another bot)" for bot in edited]
        elif name == "paiju":
            said.append("paiju's own rules or bots have changed since this run began")
        elif name not in hidden:
            said.append(f"{name} {told(before.get(name))}, not {told(now.get(name))}")
    return said


def told(value: Json) -> str:
    """A setting as people write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        value = " ".join(f"{name}={told(each)}" for name, each in value.items())
    elif isinstance(value, list):
        value = " ".join("=".join(map(told, each)) if isinstance(each, list) else told(each) for each in value)
    text = f"{value:g}" if isinstance(value, float) else "none" if value in (None, "") else str(value)
    return brief(text, 80)


def export(path: Path, tournament: Tournament, before: int) -> list[str]:
    """results.csv and, with polars, results.parquet: a row for every seat of every deal. Which files were written."""
    try:
        import polars
    except ImportError:
        export_csv(path, tournament, before)
        return ["results.csv"]
    schedule = tournament.schedule
    places = range(len(schedule.deals) * schedule.seats)
    where = polars.DataFrame(
        {
            "place": polars.Series(places, dtype=polars.Int64),
            "deal": polars.Series([place // schedule.seats for place in places], dtype=polars.Int32),
            "seat": polars.Series([place % schedule.seats for place in places], dtype=polars.Int8),
            "bot": [
                tournament.names[schedule.deals[place // schedule.seats][place % schedule.seats]] for place in places
            ],
        }
    )
    failed = failures(path)
    reasons = polars.DataFrame(
        {name: [row[i] for row in failed] for i, name in enumerate(("deck", "place", "failed"))},
        schema={"deck": polars.Int64, "place": polars.Int64, "failed": polars.String},
    )
    rows = (
        polars.read_ndjson(path / "results.jsonl", schema={"deck": polars.Int64, "scores": polars.List(polars.Int64)})
        .filter(polars.col("deck") < before)
        .sort("deck")
        .with_columns(place=polars.lit(list(places), dtype=polars.List(polars.Int64)))
        .explode("scores", "place")
        .join(where, on="place", how="left", maintain_order="left")
        .join(reasons, on=["deck", "place"], how="left", maintain_order="left")
        .select("deck", "deal", "seat", "bot", polars.col("scores").alias("score"), "failed")
    )
    rows.write_csv(path / "results.csv")
    rows.write_parquet(path / "results.parquet")
    return ["results.csv", "results.parquet"]


def export_csv(path: Path, tournament: Tournament, before: int) -> None:
    import csv

    schedule, reasons = tournament.schedule, {(deck, place): reason for deck, place, reason in failures(path)}
    with open(path / "results.jsonl", "rb") as file:
        rows = sorted(
            (row["deck"], row["scores"])
            for _, row, _ in read_lines(file, path / "results.jsonl")
            if row["deck"] < before
        )
    with open(path / "results.csv", "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["deck", "deal", "seat", "bot", "score", "failed"])
        for deck, scores in rows:
            for place, score in enumerate(scores):
                deal, seat = divmod(place, schedule.seats)
                bot = tournament.names[schedule.deals[deal][seat]]
                writer.writerow([deck, deal, seat, bot, score, reasons.get((deck, place), "")])


def failures(path: Path) -> list[tuple[int, int, str]]:
    """Deck, place and reason of every failure."""
    found: list[tuple[int, int, str]] = []
    with open(path / "results.jsonl", "rb") as file:
        for raw in file:
            if b'"failed":' in raw:
                row = json.loads(raw)
                seats = len(row["scores"]) // len(row["won"])
                found += [(row["deck"], deal * seats + seat, reason) for deal, seat, reason, _ in row["failed"]]
    return found
