"""What was agreed about a table of the house: the rules, who sits where, the pace, who may look on. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

from paiju.bots import MAKERS, UnknownBot, is_file, is_program, settings_of
from paiju.core.cards import brief
from paiju.core.game import Game
from paiju.core.words import IllegalAction, mark
from paiju.games import find
from paiju.timing import FOREVER, Timing

# How fast a table plays: no clock; so long for an answer, and a bank; the same, faster; moves wait on the disk.
PACES = {
    "relaxed": Timing(call=20.0, grace=120.0),
    "live": Timing(move=0.6, trick=1.3, call=12.0, answer=30.0, grace=45.0, bank=120.0, result=30.0),
    "fast": Timing(move=0.35, trick=0.8, draw=0.1, call=6.0, answer=10.0, grace=20.0, bank=30.0, result=12.0),
    "days": Timing(0.0, 0.0, 0.0, 0.0, 3 * 24 * 3600.0, FOREVER),
}
PACE_WORDS = {"relaxed": mark("relaxed"), "live": mark("live"), "fast": mark("fast"), "days": mark("days")}
USUAL_PACE = "relaxed"
HOUSE_BOT = "search:medium"  # what fills an open chair
MOST_SETTINGS = {"ms": 1000, "worlds": 400, "threads": 1}  # of a bot that plays on the server


@dataclass(frozen=True)
class HouseChair:
    """A chair before and during a match. Kinds: open, kept (for `name`), person, bot."""

    kind: str = "open"
    person: str = ""  # the id of who sits there
    name: str = ""
    bot: str = ""
    is_ready: bool = False
    is_free: bool = False  # a bot fills it because nobody came: a person may have it
    avatar: str = ""  # what the person has chosen to be seen by


@dataclass(frozen=True)
class Contract:
    id: str
    rules: str
    chairs: tuple[HouseChair, ...]
    host: str = ""  # the id of a person
    pace: str = USUAL_PACE
    is_public: bool = True  # else only who has the link finds it
    onlookers: bool = True  # may those look on who do not play?
    open_hands: bool = False  # may they see the cards of finished deals while the match goes on?
    state: str = "open"  # then playing, then over
    ending: str = ""  # how it ended: match, vote, host, nobody, error
    opened: int = 0  # seconds since 1970
    begun: int = 0
    ended: int = 0
    fill_at: int = 0  # when bots fill a quick game; 0: it is none
    players: tuple[str, ...] = ()  # who sat where when the match began: ids of people, bots by name
    names: tuple[str, ...] = ()  # what they were called
    votes: tuple[str, ...] = ()  # the people who want to end it
    no_clock: tuple[str, ...] = ()  # the people who want to play without a clock
    next: str = ""  # the table of the rematch
    host_name: str = ""  # of who opened it
    loads: int = 0  # how often it was loaded while playing
    practice: str = ""  # it counts for nothing: lesson (one deal is explained) or again (one was played before)
    position: str = ""  # where it begins, for a deal that is played again
    draw: float = 0.0  # seconds from one drawn card to the next; 0: as the pace has it

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Contract:
        """From what a store kept; what a newer release added is passed over."""
        given: dict[str, Any] = known_to(cls, value)
        given["chairs"] = tuple(HouseChair(**known_to(HouseChair, chair)) for chair in value["chairs"])
        given.update((name, tuple(value.get(name, ()))) for name in ("players", "names", "votes", "no_clock"))
        return cls(**given)

    def value(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def game(self) -> Game:
        return find(self.rules.partition(":")[0])

    @property
    def timing(self) -> Timing:
        """Who practises is waited for: there is much to read."""
        timing = PACES[self.pace].with_draw(self.draw)
        return replace(timing, call=0.0) if self.practice else timing

    @property
    def has_clock(self) -> bool:
        """Is it one that can be switched off? Days are counted by the calendar."""
        return bool(self.timing.answer) and self.pace != "days"

    @cached_property
    def people(self) -> dict[str, int]:
        """The seats of those who sit here, by the ids of persons."""
        return {chair.person: seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"}

    @property
    def listing(self) -> str:
        """What a store finds it by: the public ones by their state."""
        return self.state if self.is_public else f"{self.state} by link"

    def seat_of(self, person: str) -> int:
        return self.people.get(person, -1)

    def without_wishes_of(self, person: str) -> Contract:
        """Who has no chair any more decides no more."""
        kept = {name: tuple(id for id in getattr(self, name) if id != person) for name in ("votes", "no_clock")}
        return replace(self, **kept)

    def with_chair(self, seat: int, chair: HouseChair) -> Contract:
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    def chair(self, seat: int) -> HouseChair:
        if not 0 <= seat < len(self.chairs):
            raise IllegalAction("there is no such chair: chairs are 1 to {last}", code="no_such_seat",
                                last=len(self.chairs))  # fmt: skip
        return self.chairs[seat]


def known_to(kind: type[Any], value: Mapping[str, Any]) -> dict[str, Any]:
    return {field.name: value[field.name] for field in fields(kind) if field.name in value}


def check_bot(text: str, game: Game) -> str:
    """A bot that may play on the server: one of ours, within bounds. Programs and files of strangers never run here."""
    name, _, rest = text.strip().partition(":")
    maker = MAKERS.get(name)
    if len(text) > 60 or is_program(text) or is_file(text) or maker is None or not maker.plays(game):
        names = ", ".join(maker.name for maker in MAKERS.values() if maker.plays(game))
        raise UnknownBot(f"there is no bot '{brief(text)}' here; there are {names}")
    for setting, value in settings_of(maker, rest).items():
        if setting in MOST_SETTINGS and not value <= MOST_SETTINGS[setting]:
            raise UnknownBot(f"{name}: {setting} is at most {MOST_SETTINGS[setting]} here")
        if setting == "threads" and value != 1:
            raise UnknownBot(f"{name}: threads is 1 here")
    return text.strip()
