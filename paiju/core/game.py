"""Game: the match around the deals, its options, and the names people type for rule sets.

A match is a chain of deals: `first` gives the setup of the first, `after` the setup of the next (or one that is over).
A rule set has a name that can be typed and shared: `shengji:no_trump=on,throw_penalty=10`.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

from paiju.core.bits import Seat
from paiju.core.cards import Card, Cards, brief, read_faces
from paiju.core.chance import Random
from paiju.core.lesson import Lesson
from paiju.core.scene import MatchStanding
from paiju.core.state import State
from paiju.core.words import IllegalAction, Message, PlayerAt, Said, joined, mark

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # a default, which typing has from Python 3.13 on

    StateType = TypeVar("StateType", bound=State, default=State, covariant=True)
else:
    from typing import TypeVar

    StateType = TypeVar("StateType", bound=State, covariant=True)


MAX_NAME_LENGTH = 60  # characters of what somebody calls a game
MAX_NAME_WORDS = 8
ASIDE = re.compile(r"(?<=\S)\s*\(.*\)\s*$")
BETWEEN_WORDS = re.compile(r"[\s_!\-\u2010-\u2015]+")  # blanks and hyphens; and that of Oh Hell!


def game_key(name: str) -> str:
    """The form in which names of games are compared: in any case and width, with blanks and hyphens or without, and
    without what stands in brackets behind it."""
    if len(name) > MAX_NAME_LENGTH:
        return ""
    return BETWEEN_WORDS.sub("", ASIDE.sub("", unicodedata.normalize("NFKC", name).casefold()))


def split_rules(text: str) -> tuple[str, str]:
    """The name of the game and its options, of a rule set that somebody typed."""
    name, _, options = (text if text.isascii() else unicodedata.normalize("NFKC", text)).partition(":")
    return name.strip(), options


def beginnings(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The first words as one text, for a name of several words, and the words that are left; the longest text first.

    Options end it: `oh hell:players=5`.
    """
    most = next((number for number, word in enumerate(words, 1) if ":" in word or "：" in word), len(words))
    for size in range(min(most, MAX_NAME_WORDS), 0, -1):
        yield " ".join(words[:size]), list(words[size:])


class UnknownRules(ValueError):  # noqa: N818
    """A game, preset or option that does not exist, or a value it cannot have; says what would do."""

    def __init__(self, text: str, /, **facts: Any):
        self.message = Message(text, **facts) if facts else None  # without facts it is a text and no template
        super().__init__(str(self.message or text))


@dataclass(frozen=True)
class Options:
    """The house rules of a game. A field is made with `option`; its default is the rule as docs/rules has it."""


def option(
    default: Any, rule: str, help: str, choices: tuple[Any, ...] = (), least: int = 0, most: int = 0, allows: str = ""
) -> Any:
    """An option: its default, the rule it changes, a line of help, and what it may be (choices, or a range).

    `allows` is the kind of action that players have only where it is on.
    """
    if isinstance(default, bool):
        choices = (True, False)
    return dataclasses.field(
        default=default,
        metadata={"rule": rule, "help": help, "choices": choices, "least": least, "most": most, "allows": allows},
    )


def rarely(default: Any) -> Any:
    """A field of a setup that words tell only where it is not its default, such as the count of a house rule."""
    return dataclasses.field(default=default, metadata={"rarely": True})


@dataclass(frozen=True)
class Setup:
    """What a deal starts from: the rules, the seats, who deals, and where the match stands."""

    game: Game
    options: Any
    seats: int
    deal: int = 1
    dealer: int = 0
    standing: tuple[int, ...] = ()
    over: bool = False

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The team of every seat."""
        return tuple(self.game.team(self, seat) for seat in range(self.seats))

    @cached_property
    def standing_text(self) -> tuple[Message, ...]:
        """The standing in words, one message a line. (Every scene of the deal tells it.)"""
        return tuple(self.game.standing_text(self))

    @cached_property
    def standing_figures(self) -> tuple[str, ...]:
        """The standing of every seat as it is written beside a name."""
        return tuple(self.game.figure(self.options, number) for number in self.standing)

    @cached_property
    def match(self) -> MatchStanding:
        """Where the match stands before this deal, for any screen."""
        plain = type(self.game).standing_text is Game.standing_text
        leaders = self.game.winners(self)
        return MatchStanding(
            self.deal, self.standing, self.standing_text, self.standing_figures, leaders, self.over, self.teams, plain
        )

    def __str__(self) -> str:
        """In words, as `Game.read_setup` reads them: deal=3 dealer=0 standing=0,26,4,22."""
        names = [name for name in setup_names(self) if not is_rare(self, name)]
        return " ".join(f"{name}={setup_value(getattr(self, name))}" for name in names)

    def next(self, **changes: Any) -> Setup:
        """The setup of the next deal."""
        return replace(self, deal=self.deal + 1, **changes)


class Game(Generic[StateType]):
    """One game: its names, options and match. Subclasses set the class fields and write what differs.

    `class Hearts(Game[HeartsState])` tells type checkers what `start` gives.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()  # all else it is called, in any language; no other game may be called so
    about: ClassVar[str] = ""  # one line for lists
    seats: ClassVar[tuple[int, ...]] = (4,)  # how many can play; the first is the default
    Options: ClassVar[type] = Options
    State: ClassVar[type]
    Setup: ClassVar[type] = Setup
    presets: ClassVar[dict[str, dict[str, Any]]] = {}
    events: ClassVar[dict[str, str]] = {}  # sentences for events only this game has: "third person|you"
    guides: ClassVar[dict[str, str]] = {}  # by phase: what a player is to do, in a line (State.guide)
    lesson: ClassVar[Lesson] = Lesson()  # a first deal explained, beyond `about`, guides and rules
    low_wins: ClassVar[bool] = False
    unit: ClassVar[str] = mark("points")  # what a deal's scores count
    clockwise: ClassVar[bool] = True  # the next seat is the left-hand neighbour; `runs_clockwise` asks the options too
    draws_cards: ClassVar[bool] = False  # one by one, so that a table may agree on the pace
    reads_by_rank: ClassVar[bool] = False  # ranks tell more than suits, so that lines write every suit: 4♣ 4♦ 4♦
    unmixed_seeds: ClassVar[bool] = False  # for games whose seeds must give the deals of an older program
    sound: Setup | None = None  # the setup that passed last: they are frozen, and most start many deals
    seemly: Any = None  # the options that passed last

    # ---- what a game writes ----

    def cards(self, setup: Setup) -> list[int]:
        """The unshuffled deck, in the order a seed shuffles it from."""
        raise NotImplementedError

    def after(self, setup: Setup, state: State) -> Setup:
        """The setup after a finished deal: scores added, dealer moved; `over` when the match has ended."""
        raise NotImplementedError

    def team(self, setup: Setup, seat: Seat) -> int:
        """The team of a seat; without partners everybody is a team."""
        return seat

    def winners(self, setup: Setup) -> tuple[int, ...]:
        """The seats that lead the standing; when the match is over, its winners. Ties share."""
        best = min(setup.standing) if self.low_wins else max(setup.standing)
        return tuple(seat for seat in range(setup.seats) if setup.standing[seat] == best)

    def standing_text(self, setup: Setup) -> list[Message]:
        """The standing in words, one message a line."""
        return [
            Message("{seat}: {score}", seat=PlayerAt(seat), score=score) for seat, score in enumerate(setup.standing)
        ]

    def figure(self, options: Any, number: int) -> str:
        """A number of the standing as it is written beside a name; levels are written as on cards."""
        return str(number)

    def arranged(self, cards: Cards) -> list[Card]:
        """Cards that were played together, in the order people lay them down."""
        return list(cards)

    def runs_clockwise(self, options: Any) -> bool:
        """Is the next seat the left-hand neighbour?"""
        return self.clockwise

    def flaw(self, setup: Setup) -> str:
        """What is wrong with a setup of this game's fields and types, as a sentence; empty if nothing is."""
        return ""

    def rules_text(self, lang: str = "en") -> str:
        """The numbered rules: ours lie in paiju/rules; a game from outside brings its own, or its docstring serves."""
        pages = resources.files("paiju.rules")
        for page in (pages / lang / f"{self.name}.md", pages / f"{self.name}.md"):
            if page.is_file():
                return page.read_text(encoding="utf-8")
        return inspect.cleandoc(self.__doc__ or self.title)

    # ---- what every game has ----

    def is_called(self, name: str) -> bool:
        """True if this is a name of the game, in any case and width, with blanks and hyphens or without."""
        return game_key(name) in map(game_key, (self.name, self.title, *self.aliases))

    def first(self, options: Any = None) -> Setup:
        """The setup of a match's first deal."""
        options = self.Options() if options is None else options
        self.look_over(options)
        seats = getattr(options, "players", self.seats[0])
        return self.Setup(game=self, options=options, seats=seats, standing=(0,) * seats)

    def deck(self, setup: Setup) -> list[Card]:
        return [Card(face) for face in self.cards(setup)]

    def deck_size(self, setup: Setup) -> int:
        return len(self.cards(setup))

    def shuffled(self, setup: Setup, rng: Random) -> list[Card]:
        deck = self.deck(setup)
        rng.shuffle(deck)
        return deck

    def shuffler(self, seed: int) -> Random:
        """The generator that shuffles the decks of a match with this seed.

        Generators with seeds one apart start one apart, and their first decks resemble each other; a fork does not.
        """
        return Random(seed) if self.unmixed_seeds else Random(seed).fork()

    def check_setup(self, setup: Any) -> None:
        """Refuse a setup that no deal can start from; raises ValueError. Whatever `first` and `after` give passes."""
        if setup is self.sound:
            return
        if sentence := self.mismatch(setup) or self.flaw(setup):
            raise ValueError(sentence)
        self.sound = setup

    def mismatch(self, setup: Any) -> str:
        """The flaws that can be found for every game: fields of other types than `first` gives, a number too large."""
        if sentence := self.foreign(setup):
            return sentence
        if not isinstance(setup.options, self.Options):
            return self.needs_options(setup.options)
        try:
            first = self.first(setup.options)
        except UnknownRules as error:
            return str(error)
        if type(setup.seats) is not int or setup.seats != first.seats:
            return f"{self.rules(setup.options)} has {first.seats} seats, not {brief(repr(setup.seats))}"
        for item in fields(first):
            if item.name not in ("game", "options"):
                value, like = getattr(setup, item.name), getattr(first, item.name)
                if not is_like(value, like):
                    return f"{item.name} is {kind_of_value(like)}, not {brief(repr(value))}"
        if setup.over:
            return "the match is over: no deal follows"
        if not 1 <= setup.deal < 1_000_000:
            return f"deal {setup.deal}: deals count from 1"
        if not min(first.dealer, 0) <= setup.dealer < setup.seats:
            return f"there is no dealer {setup.dealer}: seats are 0 to {setup.seats - 1}"
        if len(setup.standing) != setup.seats:
            return f"the standing has {len(setup.standing)} numbers for {setup.seats} seats"
        return ""

    def foreign(self, setup: Any) -> str:
        """That a setup is not one of this game, as a sentence; empty if it is."""
        if isinstance(setup, self.Setup) and isinstance(setup.game, type(self)):
            return ""
        return f"a deal of {self.name} starts from a setup that {self.name} gave, as by first() or after()"

    def read_setup(self, text: str, options: Any = None) -> Setup:
        """A deal in the middle of a match, in words: `levels=9,9 dealer=0 deal=3`; the rest is as in the first deal.

        >>> from paiju.games import find
        >>> print(find("shengji").read_setup("levels=9,9 dealer=0 deal=3"))
        deal=3 dealer=0 standing=9,9,9,9 levels=9,9 played=0
        """
        first = self.first(options)
        known = {name: getattr(first, name) for name in setup_names(first)} | self.shorthand(first)
        named: dict[str, Any] = {}
        for word in text.split():
            name, _, value = word.partition("=")
            if name not in known:
                raise ValueError(f"'{brief(name)}' is nothing a deal of {self.name} starts with: {', '.join(known)}")
            if name in named:
                raise ValueError(f"{name} is there twice")
            named[name] = read_setup_value(name, known[name], value)
        setup = replace(first, **self.spelt_out(first, named))
        self.check_setup(setup)
        return setup

    def shorthand(self, first: Setup) -> dict[str, Any]:
        """Words besides the fields of a setup that `read_setup` knows, each with what it is in the first deal."""
        return {}

    def spelt_out(self, first: Setup, named: dict[str, Any]) -> dict[str, Any]:
        """The fields that the words of a setup say, also those that follow from others."""
        return named

    def read_deck(self, text: str, setup: Setup | None = None) -> list[Card]:
        """A deck in the order written, the first card dealt first; refused unless it is this game's deck.

        docs/record.md tells which card goes where.
        """
        deck = read_faces(text)
        self.undealt(self.first() if setup is None else setup).checked_deck(deck)
        return deck

    def undealt(self, setup: Setup) -> StateType:
        """The state of a deal before any card. It looks its setup over itself, by the game that the setup names."""
        if sentence := self.foreign(setup):
            raise ValueError(sentence)
        return self.State(setup)

    def start(self, setup: Setup, deck: list[Card]) -> StateType:
        """The state of a deal, ready for its first answer. Refuses a setup or a deck that is not this game's."""
        state = self.undealt(setup)
        if state.in_python:  # of other games `deal` looks for itself
            deck = list(map(Card, state.checked_deck(deck)))
        return state.deal(deck)

    def read_position(self, text: str, rng: Random | None = None) -> Any:
        """The state of which this is the text, as `str(state)` writes it or people do; raises PositionError.

        With `rng`, hands of which only a question mark is written are dealt at random, unless the text is a view.
        """
        from paiju.core.position import read

        return read(self, text, rng)

    def rules(self, options: Any) -> str:
        """The name of a rule set: `hearts`, `poepen:players=5,hook_from=4`. `read_rules` reads it back."""
        default = self.Options()
        changed = [
            f"{field.name}={option_text(getattr(options, field.name))}"
            for field in fields(self.Options)
            if getattr(options, field.name) != getattr(default, field.name)
        ]
        return ":".join([self.name, ",".join(changed)]) if changed else self.name

    def switched_off(self, kind: str, options: Any) -> IllegalAction | None:
        """The refusal of an action that these options leave out, with the rule set that has it; None if none does."""
        for field in fields(self.Options):
            if field.metadata.get("allows") == kind and not getattr(options, field.name):
                rules = self.rules(replace(options, **{field.name: True}))
                return IllegalAction("{kind} is not allowed at this table; a table of {rules} has it",
                                     field.metadata["rule"], code="switched_off", kind=kind,
                                     rules=Said(rules))  # fmt: skip
        return None

    def read_options(self, text: str) -> Any:
        """Options from `a=1,b=on` or a preset's name; later words win."""
        values: dict[str, Any] = {}
        known = {field.name: field for field in fields(self.Options)}
        for word in filter(None, (word.strip() for word in text.split(","))):
            name, equals, value = word.partition("=")
            name, value = name.strip().lower(), value.strip()
            if not equals and name in self.presets:
                values |= self.presets[name]
            elif name == "players" and name not in known:
                if value != str(self.seats[0]):
                    raise UnknownRules(
                        "{game} is for {seats} players, not {text}",
                        game=Said(self.name), seats=self.seats[0], text=Said(brief(value)),
                    )  # fmt: skip
            elif name not in known:
                names = ", ".join([*known, *self.presets])
                raise UnknownRules(
                    "{game} has no option '{text}'; it has: {names}",
                    game=Said(self.name), text=Said(brief(name)), names=Said(names) if names else mark("none"),
                )  # fmt: skip
            else:
                values[name] = read_option(self.name, known[name], value if equals else "on")
        options = self.Options(**values)
        self.look_over(options)
        return options

    def with_players(self, options: Any, players: int) -> Any:
        """These options for another number of players; raises UnknownRules."""
        _, _, words = self.rules(options).partition(":")
        return self.read_options(f"{words},players={players}")

    def look_over(self, options: Any) -> None:
        """Refuse options with a value they cannot have, or that do not go together; raises UnknownRules."""
        if options is self.seemly:
            return
        if not isinstance(options, self.Options):
            raise UnknownRules(self.needs_options(options))
        for field in fields(options):
            if not allows(field, getattr(options, field.name)):
                raise UnknownRules(
                    "{game}: {option} is {allowed}",
                    game=Said(self.name),
                    option=Said(field.name),
                    allowed=allowed(field),
                )
        self.approve(options)
        self.seemly = options

    def needs_options(self, options: object) -> str:
        return f"{self.name} needs {self.Options.__name__}, not {type(options).__name__}"

    def approve(self, options: Any) -> None:
        """Refuse options that do not go together; raises UnknownRules."""

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """The one game of its module stays the one when a setup or state that names it is pickled."""
        module = sys.modules.get(type(self).__module__)
        return "GAME" if getattr(module, "GAME", None) is self else super().__reduce__()


NOT_TOLD = ("game", "options", "seats", "over")  # the rules tell these, or no deal starts with them


def setup_names(setup: Setup) -> list[str]:
    """The fields of a setup that words tell."""
    return [item.name for item in fields(setup) if item.name not in NOT_TOLD]


def is_rare(setup: Setup, name: str) -> bool:
    """Is this a field that need not be told, being its default?"""
    item = next(item for item in fields(setup) if item.name == name)
    return bool(item.metadata.get("rarely")) and getattr(setup, name) == item.default


def setup_value(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, cast("tuple[Any, ...]", value)))
    return option_text(value)


def read_setup_value(name: str, like: Any, text: str) -> Any:
    """The value that a word says, of the type of `like`."""
    if isinstance(like, bool) and text in ("on", "off"):
        return text == "on"
    if isinstance(like, str):
        return text
    parts = text.split(",") if text else []
    if all(re.fullmatch("-?[0-9]{1,9}", part) for part in parts):
        if isinstance(like, tuple):
            return tuple(map(int, parts))
        if type(like) is int and len(parts) == 1:
            return int(text)
    wanted = "on or off" if isinstance(like, bool) else "a whole number"
    if isinstance(like, tuple):
        wanted = "whole numbers with commas between them"
    raise ValueError(f"{name} cannot be '{brief(text)}': write {wanted}")


def is_like(value: Any, like: Any) -> bool:
    """Is this a value for a field of a setup that can hold `like`? Numbers have nine digits at most, as in records."""
    if isinstance(like, tuple):
        parts = cast("tuple[Any, ...]", value)
        return type(value) is tuple and all(is_like(part, like[0] if like else 0) for part in parts)
    if type(like) is int:
        return type(value) is int and abs(value) < 1_000_000_000
    return type(value) is type(like)


def kind_of_value(like: Any) -> str:
    """The same in words."""
    words: dict[Any, str] = {
        bool: "on or off (True or False)",
        int: "a whole number of at most nine digits",
        str: "a word",
    }
    if isinstance(like, tuple):
        return f"a tuple, each {kind_of_value(like[0] if like else 0)}"
    return words.get(type(like), type(like).__name__)


def option_text(value: Any) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def read_option(game: str, field: dataclasses.Field[Any], text: str) -> Any:
    """A typed option value from text, or UnknownRules with what would do."""
    meta, text = field.metadata, text.strip().lower()
    if isinstance(field.default, bool):
        words = {
            "on": True,
            "yes": True,
            "true": True,
            "1": True,
            "off": False,
            "no": False,
            "false": False,
            "0": False,
        }
        if text in words:
            return words[text]
        raise not_allowed(game, field, text)
    for choice in meta["choices"]:
        if text == str(choice).lower():
            return choice
    if re.fullmatch("-?[0-9]{1,9}", text) and allows(field, int(text)):
        return int(text)
    raise not_allowed(game, field, text)


def not_allowed(game: str, field: dataclasses.Field[Any], text: str) -> UnknownRules:
    return UnknownRules(
        "{game}: {option} is {allowed}, not '{text}'",
        game=Said(game), option=Said(field.name), allowed=allowed(field), text=Said(brief(text)),
    )  # fmt: skip


def allows(field: dataclasses.Field[Any], value: Any) -> bool:
    """May the option have this value? Whatever is no option (made without `option`) may have any."""
    meta = field.metadata
    if "choices" not in meta:
        return True
    if any(type(value) is type(choice) and value == choice for choice in (field.default, *meta["choices"])):
        return True
    return (
        type(value) is int
        and type(field.default) is int
        and meta["least"] <= value <= meta["most"]
        and meta["least"] < meta["most"]
    )


def allowed(field: dataclasses.Field[Any]) -> tuple[str | Message, ...]:
    """What an option may be, as a fact for a message: values as they are typed, or a range."""
    meta = field.metadata
    values = tuple(Said(option_text(choice)) for choice in meta["choices"])
    if meta["least"] < meta["most"]:
        return (*values, Message("{least} to {most}", least=meta["least"], most=meta["most"]))
    return values


def allowed_text(field: dataclasses.Field[Any]) -> str:
    """The same in words."""
    return str(joined(allowed(field)))
