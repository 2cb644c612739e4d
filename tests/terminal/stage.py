"""Screens tried without a terminal: put one on a stage, act on it, look at what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

SMALL, LARGE = (80, 24), (120, 40)


class Stage(App[Any]):
    """An app with one screen; ends with the screen's answer."""

    def __init__(self, screen: Screen[Any]):
        super().__init__()
        self.first = screen

    def on_mount(self) -> None:
        self.push_screen(self.first, self.exit)


def perform(screen: Screen[Any], act: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SMALL) -> Any:
    """Run a screen while `act` drives it; its answer if it closed, else None."""

    async def run() -> Any:
        app = Stage(screen)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)
        return app.return_value

    return asyncio.run(run())


def shown(pilot: Pilot[Any]) -> str:
    """What the screen on top shows, as text."""
    screen = pilot.app.screen
    lines = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def keys(*pressed: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def act(pilot: Pilot[Any]) -> None:
        await pilot.press(*pressed)
        await pilot.pause()

    return act
