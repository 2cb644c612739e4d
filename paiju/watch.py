"""A match of bots as lines of text, deal by deal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace

from paiju.core.chance import Random
from paiju.core.game import Setup
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Event
from paiju.door import Door
from paiju.play import Player, playing
from paiju.record import Record
from paiju.results import explained_lines
from paiju.show import Style, deal_title, log_lines, scene_lines, standing_lines, told


def watch_match(
    record: Record, players: Sequence[Player], rng: Random, viewer: int, style: Style
) -> Iterator[Iterator[str]]:
    """Play a match into a record; for every deal the lines that tell it to a viewer, played as they are taken."""
    setup, luck = record.game.first(record.options), rng.fork()  # players must not hold the generator that shuffles
    while not setup.over:
        state = record.start(setup, record.game.shuffled(setup, rng))
        yield watch_deal(record, players, setup, state, luck, viewer, style)
        setup = record.game.after(setup, state)


def watch_deal(
    record: Record, players: Sequence[Player], setup: Setup, state: State, rng: Random, viewer: int, style: Style
) -> Iterator[str]:
    yield deal_title(record.game.title, setup.deal, viewer, style)
    for entry in told(deal_log(record, players, state, rng, viewer, style)):
        yield entry if isinstance(entry, str) else style.event(entry)
    yield ""
    yield from explained_lines(state.view(ONLOOKER).scene(), style)
    yield from standing_lines(record.game.after(setup, state).match, style)


def deal_log(
    record: Record, players: Sequence[Player], state: State, rng: Random, viewer: int, style: Style
) -> Iterator[Event | str]:
    """Play a deal: its events for a viewer, and lines of the table where a phase begins."""
    opening = state.first_events()
    yield from (event.to(viewer) for event in opening)
    if not opening:
        yield from table_lines(state, viewer, style)
    phase = state.phase
    for seat, action, events in playing(state, players, rng):
        record.add(seat, action)
        yield from (event.to(viewer) for event in events)
        if state.phase != phase:
            phase = state.phase
            yield from table_lines(state, viewer, style)


def table_lines(state: State, viewer: int, style: Style) -> Iterator[str]:
    sight = state if viewer == TRUTH else state.view(viewer)
    return scene_lines(sight.scene(), style)


async def door_lines(door: Door, style: Style, deals: int | None = None) -> AsyncIterator[str]:
    """What an onlooker hears at a table, as it happens; for so many deals, or to the end."""
    seen = 0
    async for news in door.hear():
        style = replace(style, names=news.names).for_game(door.facts.game)
        if news.begins_log:
            yield ""
            yield deal_title(news.scene.title, news.scene.deal, style=style)
        if news.kind == "whole":
            for line in scene_lines(news.scene, style):
                yield line
        else:
            for line in log_lines(news.events, style):
                yield line
        if news.text is not None:
            yield style.say(news.text)
        if news.kind == "result":
            yield ""
            for line in [*explained_lines(news.scene, style), *standing_lines(news.match, style)]:
                yield line
            seen += 1
            if seen == deals:
                return
