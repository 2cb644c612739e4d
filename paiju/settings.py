"""What a player has set: colours, pace, language. Kept in a small JSON file; whatever is wrong in it gives the default.

>>> settings, trouble = Settings.load()      # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from paiju.core.words import Message, mark
from paiju.languages import LANGUAGES
from paiju.names import LONGEST

if TYPE_CHECKING:
    from paiju.timing import Timing

# Seconds after a move, after a trick, between drawn cards, and to call while they are drawn (0: no limit).
PACES = {
    "off": (0.0, 0.0, 0.0, 0.0),
    "fast": (0.3, 0.7, 0.05, 10.0),
    "normal": (0.7, 1.5, 0.15, 20.0),
    "slow": (1.5, 3.0, 0.4, 60.0),
}
CHOICES: dict[str, tuple[str, ...]] = {"pace": tuple(PACES), "lang": ("", *LANGUAGES)}
LONGEST_TEXT = {"name": LONGEST, "rules": 2000, "bot": 200}


WORDS = {
    "four_colours": mark("suits in four colours"),
    "ascii": mark("letters for suits"),
    "pace": mark("pauses"),
    "animation": mark("animation"),
    "auto_forced": mark("play forced cards by themselves"),
    "high_first": mark("high cards first"),
    "bell": mark("bell when it is your turn"),
    "lang": mark("language"),
}
VALUES: dict[bool | str, str] = {
    True: mark("on"),
    False: mark("off"),
    "off": mark("none"),
    "fast": mark("short"),
    "normal": mark("normal"),
    "slow": mark("long"),
    "": mark("as the system"),
    **LANGUAGES,
}


@dataclass(frozen=True)
class Settings:
    four_colours: bool = False
    ascii: bool = False
    pace: str = "normal"
    animation: bool = True
    auto_forced: bool = False
    high_first: bool = False
    bell: bool = False
    introduced: bool = False  # has played cards on the full screen before
    lang: str = ""  # empty: as the system has it
    name: str = ""
    rules: str = ""  # what was chosen from the menu last time
    bot: str = ""

    @classmethod
    def load(cls, path: Path | None = None) -> tuple[Settings, Message | None]:
        """The settings kept, and a message if the file could not be read as such."""
        path = path or settings_path()
        try:
            read: object = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(read, dict):
                raise ValueError("not an object")
        except FileNotFoundError:
            return cls(), None
        except (OSError, ValueError, RecursionError):
            return cls(), Message("the settings in {file} cannot be read: the defaults are used", file=str(path))
        kept = cast("dict[str, Any]", read)
        good: dict[str, Any] = {
            field.name: kept[field.name] for field in fields(cls) if fits(field.name, kept.get(field.name))
        }
        if len(good) < len([name for name in kept if name in cls.__dataclass_fields__]):
            return cls(**good), Message(
                "some settings in {file} make no sense: their defaults are used", file=str(path)
            )
        return cls(**good), None

    def save(self, path: Path | None = None) -> Message | None:
        """Keep the settings; all or nothing. A message if that cannot be."""
        path = path or settings_path()
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            os.replace(fresh, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                fresh.unlink()
            return Message("the settings could not be saved: {reason}", reason=error.strerror or str(error))
        return None

    def timing(self, **limits: float) -> Timing:
        """The pauses of this pace; `limits` are times to answer that were asked for."""
        from paiju.timing import Timing

        move, trick, draw, call = PACES[self.pace]
        pauses: dict[str, Any] = {"move": move, "trick": trick, "draw": draw, "call": call}
        pauses.update(limits)
        return Timing(**pauses)

    def turned(self, name: str, step: int = 1) -> Settings:
        """With one of them set to its next value."""
        values: tuple[Any, ...] = CHOICES.get(name, (False, True))
        at = (values.index(getattr(self, name)) + step) % len(values)
        changed: dict[str, Any] = {name: values[at]}
        return replace(self, **changed)


def fits(name: str, value: Any) -> bool:
    """May a setting have this value?"""
    if name in CHOICES:
        return value in CHOICES[name]
    if name in LONGEST_TEXT:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT[name] and value.isprintable()
    return isinstance(value, bool)


def settings_path() -> Path:
    """XDG_CONFIG_HOME/paiju/settings.json"""
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(folder) / "paiju" / "settings.json"
