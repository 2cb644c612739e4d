"""Playing, plainly: ask whoever owes an answer, apply it, until the deal or the match is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.state import State, Unfolding
from paiju.core.words import Action, Event

Player = Callable[[State, Random], Action]  # gets a view, never the truth
Watcher = Callable[[State, list[Event]], None]


class BotFailure(Exception):  # noqa: N818
    """A bot that could not answer: it died, was too slow, babbled. A result, never a hang."""

    def __init__(self, reason: str, detail: str = ""):
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason  # crash, timeout, protocol, memory
        self.detail = detail


class Bot:
    """A player with a name who may also listen. A function of a view and a generator is a player too; this is for
    those with something to set up, remember or close."""

    name = "bot"
    version = "1"

    def __call__(self, view: State, rng: Random) -> Action:
        """The answer of seat `view.viewer`."""
        raise NotImplementedError

    def begin(self, view: State) -> None:
        """A deal begins, and this is what the seat sees of it."""

    def see(self, seat: int, events: Sequence[Event]) -> None:
        """What happened, as far as this seat may know."""

    def finish(self, state: State) -> None:
        """The deal is over; the seat may now know everything."""

    def close(self) -> None:
        """Nothing more will be asked."""


def at_random(view: State, rng: Random) -> Action:
    """The simplest player: any legal action."""
    return view.sample(view.viewer, rng)


def playing(state: State, players: Sequence[Player], rng: Random) -> Iterator[tuple[int, Action, list[Event]]]:
    """Play a deal to its end: after every step who did what, and the events of it. Bots hear what they may."""
    listeners = [(seat, player) for seat, player in enumerate(players) if isinstance(player, Bot)]
    (first, _), *others = first_moments(state)
    for seat, bot in listeners:
        bot.begin(first.view(seat))
        for _, told in others:
            bot.see(seat, [event.to(seat) for event in told])
    while not state.is_over:
        seat = state.waiting()[0]
        action = players[seat](state.view(seat), rng)
        before = state.copy() if state.is_timed else None
        events = state.apply(seat, action)
        for told in in_moments(state, before, seat, action, events):
            for listener, bot in listeners:
                bot.see(listener, [event.to(listener) for event in told])
        yield seat, action, events
    for _, bot in listeners:
        bot.finish(state.copy())  # what a bot does to it must not change the score


def first_moments(state: State) -> Unfolding:
    """How a deal begins, in the moments that people see."""
    return state.copy().unfold(None, -1, None, state.first_events())


def in_moments(
    state: State, before: State | None, seat: int, action: Action, events: list[Event]
) -> Iterable[list[Event]]:
    """The events of a step as bots hear them: in a timed phase (`before`) moment by moment, since whoever hears one
    step at a time knows where the rules stopped, and so that somebody could speak."""
    if before is None:
        return [events]
    return [told for _, told in state.copy().unfold(before, seat, action, events) if told]


def play_deal(
    setup: Setup, deck: Sequence[Card], players: Sequence[Player], rng: Random, watch: Watcher | None = None
) -> State:
    """One deal; `watch` is told the state and the events after every action."""
    state = setup.game.start(setup, list(deck))
    for _, _, events in playing(state, players, rng):
        if watch:
            watch(state, events)
    return state


def play_match(
    game: Game,
    players: Sequence[Player],
    rng: Random,
    options: Any = None,
    most_deals: int = 1000,
    watch: Watcher | None = None,
) -> Setup:
    """Deals until the match is over (or `most_deals` were played); returns the final setup."""
    setup, luck = game.first(options), rng.fork()  # players must not hold the generator that shuffles
    while not setup.over and setup.deal <= most_deals:
        state = play_deal(setup, game.shuffled(setup, rng), players, luck, watch)
        setup = game.after(setup, state)
    return setup
