"""Values as lines for people: events as sentences, scenes as a few lines. One fact a line, no cursor tricks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paiju.core.cards import Card, Cards
from paiju.core.game import Game, Setup
from paiju.core.scene import Place, Scene, Trick
from paiju.core.words import EVENTS, TRUTH, Action, Event, Message


@dataclass(frozen=True)
class Style:
    """How cards and seats are written."""

    ascii: bool = False  # QS rather than Q♠
    names: tuple[str, ...] = ()  # names of the players, by seat

    def say(self, message: Message) -> str:
        """A message as text, its cards written like all others. A translation would come in here."""
        facts = {name: self.fact(value) for name, value in message.facts.items()}
        return message.template.format(**facts)

    def fact(self, value: Any) -> Any:
        if isinstance(value, Cards):
            return self.cards(value) or "nothing"
        return self.card(value) if isinstance(value, Card) else value

    def card(self, card: Card) -> str:
        return str(card) if self.ascii else card.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.card, cards))

    def action(self, action: Action) -> str:
        """`play Q♠`, `bid 3`: the notation, its cards written like all others."""
        return str(action).replace(str(action.cards), self.cards(action.cards)) if action.cards else str(action)

    def seat(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat}"


PLAIN = Style()


def event_line(game: Game, event: Event, style: Style = PLAIN) -> str:
    """One event as a sentence; cards the viewer may not see are counted."""
    template = game.events.get(event.kind) or EVENTS.get(event.kind, "{seat}: " + event.kind + " {cards} {amount}")
    hidden = event.size - len(event.cards) if event.size >= 0 else 0
    cards = style.cards(event.cards) or (counted(hidden) if hidden else "nothing")
    return style.say(Message(template, seat=style.seat(event.seat), cards=cards, amount=event.amount)).strip()


def counted(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def scene_lines(scene: Scene, style: Style = PLAIN) -> Iterator[str]:
    """The table in a few lines: notes, seats, tricks, the hand."""
    if scene.notes:
        yield "  " + ", ".join(map(style.say, scene.notes))
    for place in scene.places:
        yield place_line(scene, place, style)
    if scene.trick.plays:
        yield "  on the table: " + trick_text(scene.trick, style)
    elif scene.last.plays:
        yield "  last trick: " + trick_text(scene.last, style)


def place_line(scene: Scene, place: Place, style: Style = PLAIN) -> str:
    turn = ">" if place.turn else " "
    parts = [f"{turn} {style.seat(place.seat):8} {counted(place.count):>8}"]
    if scene.scores:
        parts.append(f"{scene.scores[place.seat]:>5}")
    if place.hand:
        parts.append("  ".join(style.cards(group) for group in place.hand))
    elif place.shown:
        parts.append("holds " + style.cards(place.shown))
    if place.notes:
        parts.append("(" + ", ".join(map(style.say, place.notes)) + ")")
    return "  ".join(parts)


def trick_text(trick: Trick, style: Style = PLAIN) -> str:
    plays = [
        f"{style.seat(seat)} {style.cards(cards)}" + ("*" if seat == trick.winner else "")
        for seat, cards in trick.plays
    ]
    return ", ".join(plays)


def standing_lines(setup: Setup, style: Style = PLAIN) -> Iterator[str]:
    """Where the match stands, and who won when it is over."""
    for message in setup.game.standing_text(setup):
        yield "  " + style.say(message)
    if setup.over:
        winners = " and ".join(style.seat(seat) for seat in setup.game.winners(setup))
        yield style.say(Message("{winners} won the match after {deals} deals", winners=winners, deals=setup.deal - 1))


def deal_title(setup: Setup, viewer: int = TRUTH) -> str:
    return f"{setup.game.title}, deal {setup.deal}" + ("" if viewer < 0 else f", seen from seat {viewer}")
