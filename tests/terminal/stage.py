"""Screens tried without a terminal: put one on a stage, act on it, look at what it shows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual import events
from textual.keys import key_to_character
from textual.pilot import Pilot, WaitForScreenTimeout
from textual.screen import Screen

from paiju.bots import read_bot
from paiju.core.chance import Random
from paiju.games import read_rules
from paiju.play import playing
from paiju.record import Record
from paiju.terminal.app import PaijuApp

SMALL, LARGE = (80, 24), (120, 40)
SIZES = [SMALL, LARGE]
Act = Callable[[Pilot[Any]], Awaitable[Any]]


def perform(screen: Screen[Any], act: Act, size: tuple[int, int] = SMALL) -> Any:
    """Run a screen while `act` drives it; its answer if it closed, else None."""

    async def run() -> Any:
        app = PaijuApp()
        app.first_screen = screen
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await act(pilot)
        return app.return_value

    return asyncio.run(run())


def shown(pilot: Pilot[Any]) -> str:
    """What the screen on top shows, as text."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def keys(*pressed: str) -> Act:
    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, *pressed)

    return act


async def press(pilot: Pilot[Any], *pressed: str) -> str:
    """Press keys one by one; what is shown then. The pilot's own `press` waits long after each."""
    driver = pilot.app._driver
    assert driver is not None
    for key in pressed:
        event = events.Key(key, key_to_character(key))
        event.set_sender(pilot.app)
        driver.send_message(event)
        await settled(pilot)
    if not pilot.app._exit:
        await pilot.pause()
    return shown(pilot)


async def send(pilot: Pilot[Any], *sent: events.Event) -> None:
    """Everything at once, as a terminal sends what came in one read."""
    driver = pilot.app._driver
    assert driver is not None
    for event in sent:
        event.set_sender(pilot.app)
        driver.send_message(event)
    await settled(pilot)


async def double_click(pilot: Pilot[Any], where: str, x: int, y: int) -> None:
    """Two clicks in one read."""
    region = pilot.app.screen.query_one(where).region
    at = {"x": region.x + x, "y": region.y + y, "delta_x": 0, "delta_y": 0, "button": 1}
    held: dict[str, Any] = {"shift": False, "meta": False, "ctrl": False}
    await send(pilot, *(kind(None, **at, **held) for kind in (events.MouseDown, events.MouseUp) * 2))


async def settled(pilot: Pilot[Any]) -> None:
    """Until all that was sent has been handled, and what came of it too."""
    for _ in range(3):
        await asyncio.sleep(0.004)
        if pilot.app._exit:  # widgets of a program that ends answer no more
            return
        with contextlib.suppress(WaitForScreenTimeout):
            await pilot._wait_for_screen(timeout=1)
    await pilot.app._animator.wait_until_complete()


async def until(pilot: Pilot[Any], happened: Callable[[], Any], seconds: float = 20) -> None:
    for _ in range(int(seconds / 0.01)):
        if happened():
            await pilot.pause()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened:\n" + shown(pilot))


def match(rules: str, deals: int = 2, seed: int = 4, tags: dict[str, str] | None = None) -> Record:
    """Some deals of a match between bots."""
    game, options = read_rules(rules)
    record, rng, setup = Record(game, options, tags or {}), Random(seed), game.first(options)
    bots: Sequence[Any] = [read_bot("steady", game) for _ in range(setup.seats)]
    while not setup.over and len(record.deals) < deals:
        state = record.start(setup, game.shuffled(setup, rng))
        for seat, action, _ in playing(state, bots, rng):
            record.add(seat, action)
        setup = game.after(setup, state)
    return record
