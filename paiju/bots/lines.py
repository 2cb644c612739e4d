"""The line protocol's sentences: what a bot is told of a deal, and what it may answer. See docs/protocol.md.

Cards, actions and setups are written as everywhere (`QS`, `give QS KS AS`, `dealer=2`). Text is made for every
decision, so what recurs is remembered: hands by suit, actions whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.state import State
from paiju.core.words import KINDS, Action, Ask, Event, Message

VERSION = 1
MOST_LISTED = 24  # legal actions in a `go`; of more, so many are given as examples
LONGEST_KEPT = 200  # characters of an action that is remembered; burying eight cards takes 40
COUNTED = ("bid", "score", "points")  # events whose number is told even if it is 0
SUITS = [bits.suit(suit) for suit in range(4)]
JOKERS = bits.ALL ^ sum(SUITS)


def cards_text(cards: int) -> str:
    cards = int(cards)
    return " ".join([text for part in (*SUITS, JOKERS) if cards & part and (text := part_text(cards & part))])


@lru_cache(1 << 16)
def part_text(cards: int) -> str:
    return str(Cards(cards))


@lru_cache(1 << 16)
def action_text(action: Action) -> str:
    """`str(action)`, in a third of the time."""
    kind, cards, amount = KINDS[bits.kind_of(action)], bits.cards_of(action), bits.amount_of(action)
    text = f"{kind} {cards_text(cards)}" if cards else kind
    return f"{text} {amount}" if amount or kind == "bid" else text


def read_action(text: str) -> Action:
    """A stranger's text may be long, and is then not worth remembering: thousands of them would fill our memory."""
    return read_short_action(text) if len(text) <= LONGEST_KEPT else Action.read(text)


@lru_cache(1 << 14)
def read_short_action(text: str) -> Action:
    return Action.read(text)


def see_line(event: Event) -> str:
    """`see 2 play QS`, `see 2 give ? ? ?`, `see 2 score 13`; a `-` for what nobody in particular did."""
    words = ["see", str(event.seat) if event.seat >= 0 else "-", event.kind]
    if event.cards:
        words.append(cards_text(event.cards))
    hidden = event.size - len(event.cards)
    if hidden > 0:
        words.append(" ".join("?" * hidden))
    if event.amount or event.kind in COUNTED:
        words.append(str(event.amount))
    return " ".join(words)


def begin_lines(view: State) -> Iterator[str]:
    """A deal as a seat finds it: at its beginning, or wherever it takes over."""
    setup, seat = view.setup, view.viewer
    yield f"deal {setup.game.rules(setup.options)} seat={seat} seats={setup.seats} {setup}"
    yield f"counts {' '.join(map(str, view.counts))}"
    for other in range(view.seats):
        held = held_cards(view, other)
        if other != seat and held:
            yield f"holds {other} {cards_text(held)}"
    for other, cards in view.running_trick().plays:
        yield f"table {other} {cards_text(cards)}"


def held_cards(view: State, seat: int) -> int:
    """The cards the viewer knows another seat to hold, all or some."""
    if not view.concealed >> seat & 1:
        return view.hand[seat]
    known, sure = view.known[seat], view.sure[seat]
    return known + sure - bits.meet(known, sure)


def notes_line(notes: tuple[Message, ...]) -> str:
    """`notes trump is hearts: JH was turned up {suit=hearts} {card=JH}; ...`: sentences, each with its facts."""
    return "notes " + "; ".join(" ".join([str(note), *map(fact_text, note.facts.items())]) for note in notes)


def fact_text(fact: tuple[str, Any]) -> str:
    name, value = fact
    return f"{{{name}={cards_text(value) if isinstance(value, Cards) else value}}}"


def ask_line(ask: Ask) -> str:
    """`ask give 3 3 of 2C 5C ...`, `ask bid 0 0 amounts 0 1 2`."""
    words = ["ask", ask.kind, str(ask.least), str(ask.most)]
    if ask.cards:
        words += ["of", cards_text(ask.cards)]
    if ask.amounts:
        words += ["amounts", *map(str, ask.amounts)]
    return " ".join(words)


def go_lines(view: State, time_ms: int) -> str:
    """The question: own hand, then what may be answered. All of it, or some of it behind what is asked for in words."""
    seat = view.viewer
    actions = [action_text(action) for action in islice(view.actions(seat), MOST_LISTED + 1)]
    listed = "legal"
    lines = [f"hand {cards_text(view.hand[seat])}".rstrip()]
    if len(actions) > MOST_LISTED:
        listed = "some"
        actions.pop()
        lines += map(ask_line, view.asks(seat))
    lines.append(f"go time {time_ms} {listed} {'; '.join(actions)}\n")
    return "\n".join(lines)
