"""A match of random players as lines of text, as it happens."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.words import ONLOOKER, TRUTH
from paiju.play import at_random
from paiju.record import Record
from paiju.show import Style, deal_title, event_line, scene_lines, standing_lines


def watch_match(
    game: Game,
    options: Any,
    seed: int | None,
    deals: int | None,
    seat: int | None,
    hidden: bool,
    pause: float,
    style: Style,
    record_to: str | None,
    say: Callable[[str], None],
) -> None:
    """Play a match and tell it line by line; `seat` or `hidden` limits what is told to what may be seen."""
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    rng, setup = Random(seed), game.first(options)
    if seat is not None and not 0 <= seat < setup.seats:
        raise ValueError(f"there is no seat {seat}: seats are 0 to {setup.seats - 1}")
    viewer = ONLOOKER if hidden else TRUTH if seat is None else seat
    record = Record(game, options, {"Seed": str(seed)})
    say(f"{game.rules(options)}, seed {seed}")
    while not setup.over and (deals is None or setup.deal <= deals):
        state = record.start(setup, game.shuffled(setup, rng))
        say(f"\n{deal_title(setup, viewer)}")
        show(state, viewer, style, say)
        while not state.is_over:
            actor = state.waiting()[0]
            action = at_random(state.view(actor), rng)
            stage = state.phase
            events = state.apply(actor, action)
            record.add(actor, action)
            for event in events:
                say(event_line(game, event.to(viewer), style))
            if state.phase != stage:
                show(state, viewer, style, say)
            if pause:
                time.sleep(pause)
        setup = game.after(setup, state)
        say("")
        for line in standing_lines(setup, style):
            say(line)
    if record_to:
        record.save(record_to)
        say(f"written to {record_to}")


def show(state: Any, viewer: int, style: Style, say: Callable[[str], None]) -> None:
    sight = state if viewer == TRUTH else state.view(viewer)
    for line in scene_lines(sight.scene(), style):
        say(line)
