"""The small values that cross between a state and everybody else: Action, Ask, Event, Message, IllegalAction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast, final

from paiju.core import bits, tuples
from paiju.core.bits import ONLOOKER as ONLOOKER
from paiju.core.bits import TRUTH as TRUTH
from paiju.core.cards import DECK, NO_CARDS, Card, Cards, brief, figure, format_value, rank_name, some
from paiju.core.cards import mark as mark

EVERYBODY = (1 << 30) - 1
ALONE = {0: (), **{1 << 2 * card: (card,) for card in DECK}}  # what needs no order, by its mask


# A move's kind is six bits; a game from outside may add words of its own with `kind_number`.
KINDS = [
    mark("pass"), mark("play"), mark("give"), mark("show"), mark("call"), mark("bury"), mark("bid"), mark("surrender"),
    mark("add"), mark("subtract"),
]  # fmt: skip
PROMISES_CARDS = {"show"}  # the word alone would: without cards it is "show nothing"
MOST_AMOUNT = (1 << 14) - 1


def kind_number(kind: str) -> int:
    """The number behind a word for a kind of action, a new one if the word is new."""
    if kind not in KINDS:
        if len(KINDS) == 64:
            raise ValueError("there are 64 kinds of action already")
        if not re.fullmatch("[a-z_]+", kind):
            raise ValueError(f"a kind of action is one lower-case word, not '{brief(kind)}'")
        KINDS.append(kind)
    return KINDS.index(kind)


class PlayerAt(int):
    """A seat as a fact of a message: it prints as its player's name, where names are known."""

    def __str__(self) -> str:
        return f"seat {int(self)}"


class Said(str):
    """A fact that no catalogue translates: what somebody typed, a name, text in the reader's language already."""


class Message:
    """A sentence with named facts, so that it can be translated: Message("follow {suit}", suit="hearts").

    A fact is a number, a word (looked up too, unless it is Said), Cards, a Card, a PlayerAt, an Action, another
    message, a tuple (one of these) or a list (all of these).
    A template may have two parts, "{seat} passes|you pass": the second is for the player whom it is about.
    """

    __slots__ = ("facts", "template")

    def __init__(self, template: str, /, **facts: Any):
        self.template = template
        self.facts = facts

    def __str__(self) -> str:
        facts = {name: joined(value) for name, value in self.facts.items()}
        return self.template.partition("|")[0].format(**facts)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.template == other.template and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(str(self))


@lru_cache(1024)
def plainly(template: str) -> Message:
    """A message without facts: the same object each time, which is quick to compare."""
    return Message(template)


def joined(fact: Any) -> Any:
    """A fact that is several, in English."""
    if type(fact) not in (tuple, list):  # a value of several parts is one fact
        return fact
    words = list(map(str, cast("Iterable[Any]", fact)))
    word = " or " if isinstance(fact, tuple) else " and "
    return word.join(filter(None, (", ".join(words[:-1]), *words[-1:])))


class IllegalAction(ValueError):  # noqa: N818 - the word players and docs use
    """A refusal: a sentence to the player that names the rule and the remedy.

    `rule` is its number in docs/rules. `code` is for programs and stays the same when sentences change: the rule where
    there is one, else a word such as `not_your_turn`.
    """

    def __init__(self, template: str, rule: str = "", *, code: str = "", **facts: Any):
        self.message = Message(template, **facts)
        self.rule = rule
        self.code = code or rule
        super().__init__(f"{self.message} (rule {rule})" if rule else str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (self.message, self.rule, self.code)


def again(message: Message, rule: str, code: str) -> IllegalAction:
    """A refusal from its parts, for pickle."""
    return IllegalAction(message.template, rule, code=code, **message.facts)


@final
class Action(int):
    """What a player does, in one integer: Action("play", "QS"), Action("bid", amount=3), Action("pass").

    >>> Action("play", Card("QS")), Action.read("give QS KS AS")
    (Action('play QS'), Action('give QS KS AS'))
    >>> Action.read("play QS").card.rank
    12
    """

    __slots__ = ()

    def __new__(cls, kind: str | int, cards: Cards | Card | str | Iterable[Card] = "", amount: int = 0) -> Action:
        """A kind with its cards and amount, or a packed move as it is."""
        if type(kind) is int:
            if not 0 <= kind < 1 << 128 or bits.kind_of(kind) >= len(KINDS):
                raise ValueError("this number is not a packed action")
            return super().__new__(cls, kind)
        if type(kind) is Action:
            return kind
        if not isinstance(kind, str):
            raise TypeError(f"an action is a word for its kind or a packed move, not {type(kind).__name__}")
        if kind not in KINDS:
            raise ValueError(f"'{brief(kind)}' is not an action: {', '.join(KINDS)}")
        if type(cards) is int:
            raise TypeError(f"a plain number is no card: say amount={figure(cards)}, or Card(...) or Cards(...)")
        if type(amount) is not int or not 0 <= amount <= MOST_AMOUNT:
            raise ValueError(f"an amount is a number from 0 to {MOST_AMOUNT}")
        return super().__new__(cls, bits.move(KINDS.index(kind), int(Cards(cards)), amount))

    @property
    def kind(self) -> str:
        return KINDS[bits.kind_of(int(self))]

    @property
    def cards(self) -> Cards:
        return some(bits.cards_of(int(self)))

    @property
    def card(self) -> Card:
        """The one card; ValueError if there are more or none."""
        return Card(self.cards)

    @property
    def amount(self) -> int:
        return bits.amount_of(int(self))

    @classmethod
    def read(cls, text: str) -> Action:
        """The text form back: a kind, then cards, then a number."""
        if len(text) > 4000:
            raise ValueError(f"{len(text)} characters are too many to be an action")
        kind, *rest = text.split() or [""]
        if kind.lower() not in KINDS:
            raise ValueError(f"'{brief(kind)}' is not an action: {', '.join(KINDS)}")
        amount = 0
        if rest and rest[-1].isascii() and rest[-1].isdigit():
            amount = int(rest.pop())
        return cls(kind.lower(), Cards(" ".join(rest)), amount)

    def __str__(self) -> str:
        return action_text(int(self))

    def __format__(self, spec: str) -> str:
        return format_value(self, spec)

    def __repr__(self) -> str:
        return f"Action('{self}')"

    # Equal to its packed number, but to no Cards of the same number.

    def __eq__(self, other: object) -> bool:
        return int.__eq__(self, other) if type(other) is Action or type(other) is int else NotImplemented

    def __ne__(self, other: object) -> bool:
        return int.__ne__(self, other) if type(other) is Action or type(other) is int else NotImplemented

    __hash__ = int.__hash__


@lru_cache(1024)
def action_text(move: int) -> str:
    """A packed move as it is written; the same few are, at all tables."""
    kind, cards, amount = KINDS[bits.kind_of(move)], str(Cards(bits.cards_of(move))), bits.amount_of(move)
    words = [kind, cards, str(amount) if amount or kind == "bid" else ""]
    return " ".join([word for word in words if word])


def as_action(action: Any) -> Action:
    """An action, also from its text or a packed move; anything else is refused."""
    if isinstance(action, Action):
        return action
    what = brief(repr(action)) if not isinstance(action, int) or abs(action) < 1 << 128 else "a number"
    try:
        if isinstance(action, str):
            return Action.read(action)
        if type(action) is int:
            return Action(action)
    except ValueError as error:
        what = str(error)
    raise IllegalAction("that is not an action: {what}", code="not_an_action", what=Said(what))


@dataclass(frozen=True)
class Shape:
    """What cards are that are played together: `state.shape(cards)`, in the games that have words for it.

    >>> from paiju.games import find
    >>> luzi = find("luzi")
    >>> state = luzi.start(luzi.first(), luzi.deck(luzi.first()))
    >>> print(state.shape("KS KH LJ 7D 7C"))
    three and two, K
    >>> state.shape("KS 7D") is None
    True
    """

    kind: str  # the word for it: "pair", "straight flush", "tractor"
    size: int  # how many cards
    rank: int  # of the card that decides: 2 to 14, then the level's cards (15), little joker (16), big joker (17)
    level: int = 0  # the rank that is above the ace, 2 to 14, if there is one

    def message(self) -> Message:
        """For people: "pair, K"."""
        if self.kind == "tractor":
            return Message("tractor of {pairs} pairs, {rank}", pairs=self.size // 2, rank=self.rank_name())
        return Message("{kind}, {rank}", kind=self.kind, rank=self.rank_name())

    def rank_name(self) -> str | Message:
        if self.rank > LEVEL_CARD:
            return mark("big joker") if self.rank == BIG else mark("little joker")
        if self.rank == LEVEL_CARD:
            return Message("level {level}", level=rank_name(self.level))
        return rank_name(self.rank)

    def __str__(self) -> str:
        return str(self.message())


LEVEL_CARD, LITTLE, BIG = 15, 16, 17  # ranks above the ace


class Ask(NamedTuple):
    """One thing a seat may answer now: a kind, from `least` to `most` of these cards, one of these amounts.

    `sizes` are the numbers of cards that will do, where not every one from `least` to `most` does.
    `barred` are amounts that would be answers but for a rule that forbids them now: a screen shows them crossed out.
    `meaning` tells what the amounts stand for, where numbers alone would not, or why there is nothing to choose.
    Nobody waits for an `optional` one: it may be answered at any time, or not at all. `to` is who gets the cards, where
    they go to one seat, for an arrow.
    """

    kind: str
    cards: Cards = Cards(0)
    least: int = 0
    most: int = 0
    amounts: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    meaning: Message | None = None
    optional: bool = False
    sizes: tuple[int, ...] = ()
    to: int = -1

    @property
    def may_be_nothing(self) -> bool:
        """True if "nothing" is an answer, also where nothing else is left."""
        return not self.least and (self.most > 0 or (self.kind in PROMISES_CARDS and not self.amounts))

    def takes(self, size: int) -> bool:
        """Is this a number of cards to answer with?"""
        return size in self.sizes if self.sizes else self.least <= size <= self.most

    def numbers(self) -> Message:
        """The amounts: from the first to the last, but for those between them that the rules bar."""
        if not self.amounts:
            return Message("no number")
        least, most = min(self.amounts), max(self.amounts)
        barred = tuple(amount for amount in self.barred if least < amount < most)
        if least == most or len(self.amounts + barred) <= most - least:
            return Message(", ".join(map(str, self.amounts)))
        if barred:
            return Message("{least} to {most}, but not {barred}", least=least, most=most, barred=barred)
        return Message("{least} to {most}", least=least, most=most)

    def misfit(self, action: Action, hand: Cards) -> IllegalAction | None:
        """Why an action does not fit: cards not held, too few, too many, not among those asked for, a wrong amount."""
        cards, amount, size = action.cards, action.amount, len(action.cards)
        missing = int(cards) - bits.meet(int(cards), int(hand))
        if missing and self.most:
            return IllegalAction("you do not hold {cards}", code="not_held", cards=Cards(missing))
        if self.least == self.most == 1 != size:
            return IllegalAction("{kind} one card, not {size}", code="wrong_size", kind=self.kind, size=size)
        if not self.least <= size <= self.most:
            wanted = self.least
            if self.least < self.most:
                wanted = Message("{least} to {most}", least=self.least, most=self.most)
            return IllegalAction(
                "{kind} {wanted} cards, not {size}", code="wrong_size", kind=self.kind, wanted=wanted, size=size
            )
        if not bits.contains(int(self.cards), int(cards)):
            return IllegalAction(
                "you cannot {kind} {cards} now: choose from {choice}",
                code="not_offered",
                kind=action.kind,
                cards=cards,
                choice=self.cards,
            )
        if amount not in (self.amounts or (0,)):
            numbers = self.numbers()
            return IllegalAction(
                "{kind} {amounts}, not {amount}", code="wrong_amount", kind=self.kind, amounts=numbers, amount=amount
            )
        return None


class Event(NamedTuple):
    """What happened. `seen_by` is a bit set of seats that see the cards; everybody sees how many there were.

    What a screen must know of it beyond its words: whether it ends a trick, so that the cards on the table stay a
    moment longer, and whether it is one of many alike, which pass quickly and are told together. A game fills in what
    differs from that; `completed` adds the sentence and the order of the cards, so that nobody need ask the game.
    """

    kind: str
    seat: int = -1
    cards: Cards = Cards(0)
    amount: int = 0
    seen_by: int = EVERYBODY
    size: int = -1
    ends_trick: bool = False  # taken, or cleared for somebody who opens anew
    routine: bool = False  # one of many alike, such as a drawn card
    points: int | None = None  # of a trick, where the game counts any: what its cards count by themselves
    template: str = ""  # the game's own sentence, "third person|you"; empty: that of EVENTS
    laid: tuple[Card, ...] = ()  # the cards in the order people lay them down
    lasting: bool = False  # it explains something, and is to be seen until the next question is answered
    name: Message | None = None  # what they are called, where the game has a word for it: "pair, K"

    def to(self, viewer: int) -> Event:
        """The event as one viewer may know it: TRUTH sees all, ONLOOKER what is seen by everybody."""
        seen = self if self.size >= 0 else self._replace(size=len(self.cards))
        return seen if self.is_seen_by(viewer) else seen._replace(cards=Cards(0), laid=(), points=None, name=None)

    def is_seen_by(self, viewer: int) -> bool:
        """May the viewer see the cards?"""
        return self.seen_by == EVERYBODY or viewer == TRUTH or (viewer >= 0 and self.seen_by >> viewer & 1 == 1)

    @property
    def sentence(self) -> str:
        """The template of its sentence, with facts `seat`, `cards`, `amount` and `points`."""
        if self.points and not self.template and self.kind in WITH_POINTS:
            return WITH_POINTS[self.kind]
        return self.template or EVENTS.get(self.kind) or "{seat}: " + self.kind + " {cards} {amount}"


# The most common ones, made quickly: a named tuple's own way takes a call into Python.


def event_of(
    kind: str, seat: int, cards: Cards = NO_CARDS, amount: int = 0, ends_trick: bool = False, points: int | None = None
) -> Event:
    parts = (kind, seat, cards, amount, EVERYBODY, -1, ends_trick, False, points, "", (), False, None)
    return tuples.named(Event, parts)


def card_ask(kind: str, cards: Cards, least: int, most: int) -> Ask:
    return tuples.named(Ask, (kind, cards, least, most, (), (), None, False, (), -1))


def completed(
    game: Any, events: Iterable[Event], name: Callable[[int, Cards], Message | None] | None = None
) -> list[Event]:
    """Events as a game tells them: with its sentences, the order in which cards are laid down, and their name."""
    told: list[Event] = []
    for event in events:
        kind, seat, cards, amount, seen_by, size, ends_trick, routine, points, _, _, lasting, _ = tuples.plain(event)
        told.append(tuples.named(Event, (
            kind,
            seat,
            cards,
            amount,
            seen_by,
            len(cards) if size < 0 else size,
            ends_trick,
            routine,
            points,
            game.events.get(kind, ""),
            laid_down(game, cards),
            lasting,
            name(seat, cards) if name is not None and kind == "play" else None,
        )))  # fmt: skip
    return told


def laid_down(game: Any, cards: Cards) -> tuple[Card, ...]:
    """Cards in the order in which people lay them down in this game."""
    return ALONE.get(int(cards)) or tuple(game.arranged(cards))


# How an event reads aloud, and to the player who did it. A game adds sentences for kinds of its own in Game.events.
EVENTS = {
    "pass": mark("{seat} passes|you pass"),
    "play": mark("{seat} plays {cards}|you play {cards}"),
    "give": mark("{seat} gives {cards}|you give {cards}"),
    "receive": mark("{seat} receives {cards}|you receive {cards}"),
    "show": mark("{seat} shows {cards}|you show {cards}"),
    "call": mark("{seat} calls {cards}|you call {cards}"),
    "bury": mark("{seat} buries {cards}|you bury {cards}"),
    "bid": mark("{seat} bids {amount}|you bid {amount}"),
    "surrender": mark("{seat} surrenders|you surrender"),
    "trick": mark("{seat} takes the trick|you take the trick"),
    "score": mark("{seat} scores {amount}|you score {amount}"),
}
WITH_POINTS = {"trick": mark("{seat} takes the trick ({points:+})|you take the trick ({points:+})")}
