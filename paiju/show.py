"""Values as lines for people: events as sentences, scenes as a few lines. One fact a line, no cursor tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any, TypeVar
from unicodedata import east_asian_width

from paiju.core.cards import FACES, RANKS, SUITS, SYMBOLS, Card, Cards
from paiju.core.game import Game, Setup
from paiju.core.scene import Place, Scene, Trick
from paiju.core.words import EVENTS, TRUTH, Action, Event, Message, PlayerAt, Said, mark
from paiju.languages import translate

Told = TypeVar("Told")  # what stands in a log beside events
RANK_WORDS = (
    mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"), mark("eight"), mark("nine"),
    mark("ten"), mark("jack"), mark("queen"), mark("king"), mark("ace"),
)  # fmt: skip
# One template a suit, since languages that join the two words bend the suit's.
CARD_WORDS = (mark("{rank} of clubs"), mark("{rank} of diamonds"), mark("{rank} of hearts"), mark("{rank} of spades"))
JOKER_WORDS = (mark("little joker"), mark("big joker"))


@dataclass(frozen=True)
class Style:
    """How cards and seats are written, and in which language."""

    ascii: bool = False  # QS rather than Q♠
    names: tuple[str, ...] = ()  # names of the players, by seat
    lang: str = "en"
    you: int = -1  # the seat that is addressed as "you"
    lowercase: bool = False  # ranks as in q♠
    grouped: bool = False  # 467QA♣ rather than 4♣ 6♣ 7♣ Q♣ A♣
    spaces: bool = True  # between cards, or groups of them
    words: bool = False  # "queen of spades", for speech

    def say(self, text: Message | str, /, **facts: Any) -> str:
        """A message, or a template with its facts, in this language; its cards and seats are written in this style."""
        message = text if isinstance(text, Message) else Message(text, **facts)
        template = translate(self.lang, message.template)
        if message.facts:
            others, _, mine = template.partition("|")
            template = mine if mine and self.addresses(message.facts.get("seat")) else others
        return template.format(**{name: self.fact(value) for name, value in message.facts.items()})

    def addresses(self, seat: Any) -> bool:
        return isinstance(seat, PlayerAt) and seat == self.you >= 0

    def fact(self, value: Any) -> Any:
        """A fact of a message as it is to be read; numbers stay what they are."""
        for kind, written in WRITTEN:
            if isinstance(value, kind):
                return written(self, value)
        return value

    def word(self, word: str) -> str:
        return translate(self.lang, word)

    def one_of(self, facts: tuple[Any, ...]) -> str:
        return reduce(
            lambda one, other: self.say("{one} or {other}", one=Said(one), other=Said(other)), self.each(facts)
        )

    def all_of(self, facts: list[Any]) -> str:
        *most, last = self.each(facts)
        return self.say("{one} and {other}", one=Said(self.listed(most)), other=last) if most else last

    def listed(self, texts: Iterable[str]) -> str:
        """Texts one after another with commas, or what the language has for them."""
        pieces = list(texts) or [""]
        return reduce(lambda one, other: self.say("{one}, {other}", one=Said(one), other=Said(other)), pieces)

    def each(self, facts: Iterable[Any]) -> list[Said]:
        return [Said(self.fact(fact)) for fact in facts] or [Said()]

    def card(self, card: Card) -> str:
        return self.name(card) if self.words else self.rank(card) + self.sign(card)

    def rank(self, card: Card) -> str:
        rank = RANKS[card % 13] if card < 52 else FACES[card]
        return rank.lower() if self.lowercase else rank

    def letter(self, card: Card) -> str:
        """The rank in one sign: 89TJ♣ can be read, 8910J♣ hardly."""
        return ("t" if self.lowercase else "T") if card.rank == 10 else self.rank(card)

    def sign(self, card: Card) -> str:
        return (SUITS if self.ascii else SYMBOLS)[card // 13] if card < 52 else ""

    def cards(self, cards: Iterable[Card]) -> str:
        if self.words:
            return self.listed(map(self.name, cards))
        written = self.groups(cards) if self.grouped else map(self.card, cards)
        return (" " if self.spaces else "").join(written)

    def groups(self, cards: Iterable[Card]) -> Iterator[str]:
        """Neighbours of one suit share its sign; jokers stand alone."""
        for suit, group in groupby(cards, key=lambda card: card.suit):
            if suit == 4:
                yield from map(self.card, group)
            else:
                alike = list(group)
                yield "".join(map(self.letter, alike)) + self.sign(alike[0])

    def hand(self, groups: Iterable[Iterable[Card]]) -> str:
        """A hand in its groups; they stand apart unless suit signs tell them apart already."""
        if self.words:
            return "; ".join(map(self.cards, groups))
        groups = [list(group) for group in groups]
        suits_apart = self.grouped and all(len({card.suit for card in group}) == 1 for group in groups)
        return ("" if not self.spaces else " " if suits_apart else "  ").join(map(self.cards, groups))

    def name(self, card: Card) -> str:
        """The card in words, in the language: queen of spades."""
        if card >= 52:
            return self.word(JOKER_WORDS[int(card) - 52])
        return self.say(CARD_WORDS[card.suit], rank=RANK_WORDS[card % 13])

    def action(self, action: Action) -> str:
        """`play Q♠`, `bid 3`: the notation, its cards written like all others, its verb in the language."""
        amount = str(action.amount) if action.amount or action.kind == "bid" else ""
        return " ".join(filter(None, (self.word(action.kind), self.cards(action.cards), amount)))

    def seat(self, seat: int) -> str:
        if seat == self.you >= 0:
            return self.word(mark("you"))
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("seat {number}", number=int(seat))

    def refusal(self, error: Exception) -> str:
        """Why something was refused, with the number of the rule; also the text of an error that is no refusal."""
        message, rule = getattr(error, "message", None), getattr(error, "rule", "")
        if not isinstance(message, Message):
            return str(error)
        return self.say("{sentence} (rule {rule})", sentence=message, rule=rule) if rule else self.say(message)


# How the kinds of facts are written; the first that fits. An Action or a PlayerAt is an int too, so is True.
WRITTEN: tuple[tuple[type[Any], Callable[[Style, Any], str]], ...] = (
    (Said, lambda style, text: str(text)),
    (str, Style.word),
    (Message, Style.say),
    (Cards, lambda style, cards: style.cards(cards) or style.word("nothing")),
    (Card, Style.card),
    (Action, Style.action),
    (PlayerAt, Style.seat),
    (tuple, Style.one_of),
    (list, Style.all_of),
)
PLAIN = Style()


def event_line(game: Game, event: Event, style: Style = PLAIN) -> str:
    """One event as a sentence; cards the viewer may not see are counted."""
    template = game.events.get(event.kind) or EVENTS.get(event.kind, "{seat}: " + event.kind + " {cards} {amount}")
    hidden = event.size - len(event.cards) if event.size >= 0 else 0
    cards: Any = counted(hidden) if hidden and not event.cards else event.cards
    if event.cards and not style.grouped:
        cards = Said(style.cards(game.arranged(event.cards)))
    return style.say(template, seat=PlayerAt(event.seat), cards=cards, amount=event.amount).strip()


def told(log: Iterable[Event | Told]) -> Iterator[Event | Told]:
    """A log as people tell it: routine events in a row are one for each seat, and those with unseen cards are left out.

    Whatever else stands in the log stays where it is.
    """
    together: dict[tuple[str, int], Event] = {}
    for entry in log:
        if not isinstance(entry, Event) or not entry.routine:
            yield from together.values()
            together.clear()
            yield entry
        elif entry.cards or entry.size <= 0:
            before = together.get((entry.kind, entry.seat))
            cards = before.cards + entry.cards if before else entry.cards
            together[entry.kind, entry.seat] = replace(entry, cards=cards, size=len(cards))
    yield from together.values()


def log_lines(game: Game, log: Iterable[Event | Message], style: Style = PLAIN, last: int = 0) -> Iterator[str]:
    """A log, or a part of one, in sentences: as few as tell it, or just the last so many."""
    for entry in list(told(log))[-last:]:
        yield event_line(game, entry, style) if isinstance(entry, Event) else style.say(entry)


def counted(number: int) -> Message:
    return Message("one card") if number == 1 else Message("{number} cards", number=number)


def scene_lines(scene: Scene, style: Style = PLAIN) -> Iterator[str]:
    """The table in a few lines: notes, seats, tricks, the hand."""
    if scene.notes:
        yield "  " + style.listed(map(style.say, scene.notes))
    for place in scene.places:
        yield place_line(scene, place, style)
    if scene.trick.plays:
        yield "  " + style.say("on the table: {cards}", cards=Said(trick_text(scene.trick, style)))
    elif scene.last.plays:
        yield "  " + style.say("last trick: {cards}", cards=Said(trick_text(scene.last, style)))


def place_line(scene: Scene, place: Place, style: Style = PLAIN) -> str:
    turn, count = ">" if place.turn else " ", style.say(counted(place.count))
    name = style.seat(place.seat)
    parts = [f"{turn} {name}{' ' * (8 - width(name))} {' ' * (8 - width(count))}{count}"]
    if scene.scores:
        parts.append(f"{scene.scores[place.seat]:>5}")
    if place.hand:
        parts.append(style.hand(place.hand))
    elif place.shown:
        parts.append(style.say("holds {cards}", cards=place.shown))
    if place.notes:
        parts.append("(" + style.listed(map(style.say, place.notes)) + ")")
    return "  ".join(parts)


def width(text: str) -> int:
    """How many columns a text takes: Chinese signs take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def trick_text(trick: Trick, style: Style = PLAIN) -> str:
    plays = [
        f"{style.seat(seat)} {style.cards(laid)}" + ("*" if seat == trick.winner else "")
        for (seat, _), laid in zip(trick.plays, trick.laid, strict=True)
    ]
    return style.listed(plays)


def standing_lines(setup: Setup, style: Style = PLAIN) -> Iterator[str]:
    """Where the match stands, and who won when it is over."""
    for message in setup.game.standing_text(setup):
        yield "  " + style.say(message)
    if setup.over:
        winners, deals = [PlayerAt(seat) for seat in setup.game.winners(setup)], setup.deal - 1
        yield style.say(
            "{winners} won the match after one deal" if deals == 1 else "{winners} won the match after {deals} deals",
            winners=winners,
            deals=deals,
        )


def deal_title(setup: Setup, viewer: int = TRUTH, style: Style = PLAIN) -> str:
    title = Message("{game}, deal {number}", game=setup.game.title, number=setup.deal)
    if viewer < 0:
        return style.say(title)
    return style.say("{title}, seen from {seat}", title=title, seat=PlayerAt(viewer))
