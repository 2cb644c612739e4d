"""Playing, plainly: ask whoever owes an answer, apply it, until the deal or the match is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.state import State
from paiju.core.words import Action, Event

Player = Callable[[State, Random], Action]  # gets a view, never the truth
Watcher = Callable[[State, list[Event]], None]


def at_random(view: State, rng: Random) -> Action:
    """The simplest player: any legal action."""
    return view.sample(view.viewer, rng)


def play_deal(
    setup: Setup, deck: Sequence[Card], players: Sequence[Player], rng: Random, watch: Watcher | None = None
) -> State:
    """One deal; `watch` is told the state and the events after every action."""
    state = setup.game.start(setup, list(deck))
    while not state.is_over:
        seat = state.waiting()[0]
        events = state.apply(seat, players[seat](state.view(seat), rng))
        if watch:
            watch(state, events)
    return state


def play_match(
    game: Game,
    players: Sequence[Player],
    rng: Random,
    options=None,
    most_deals: int = 1000,
    watch: Watcher | None = None,
) -> Setup:
    """Deals until the match is over (or `most_deals` were played); returns the final setup."""
    setup = game.first(options)
    while not setup.over and setup.deal <= most_deals:
        state = play_deal(setup, game.shuffled(setup, rng), players, rng, watch)
        setup = game.after(setup, state)
    return setup
