"""A player with fingers: sits at a table in the full-screen program and answers by keys or by mouse alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from stage import settled
from textual import events
from textual.pilot import Pilot

from paiju.chairs import Chair
from paiju.commands.own_table import doors_of
from paiju.core.cards import Card
from paiju.core.chance import Random
from paiju.core.words import Action
from paiju.games import read_rules
from paiju.settings import Settings
from paiju.show import Style
from paiju.table import Table
from paiju.terminal.app import PaijuApp
from paiju.terminal.board import BoardScreen
from paiju.timing import HASTY, Timing

SMALL, LARGE = (80, 24), (120, 40)
NAMES = ("Ann", "Bo", "Cor", "Dia", "Eef", "Fay")
SIGNS = {"enter": "\r", "space": " ", "plus": "+", "minus": "-", "question_mark": "?"}
QUIET = Settings(pace="off", animation=False)


def table_of(rules: str, seed: int = 1, people: int = 1, timing: Timing = HASTY, **more: Any) -> Table:
    game, options = read_rules(rules)
    seats = game.first(options).seats
    chairs = [Chair(NAMES[seat], "" if seat < people else "steady") for seat in range(seats)]
    return Table(game, options, chairs, seed, timing, **more)


class Player:
    """The fingers and the eyes of a player."""

    def __init__(self, pilot: Pilot[Any], table: Table):
        self.pilot, self.table = pilot, table
        self.rng = Random(7)

    @property
    def board(self) -> BoardScreen:
        return next(screen for screen in self.pilot.app.screen_stack if isinstance(screen, BoardScreen))

    @property
    def is_on_board(self) -> bool:
        return isinstance(self.pilot.app.screen, BoardScreen)

    def sees(self) -> str:
        strips = self.pilot.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def until(self, happened: Callable[[], Any], seconds: float = 10) -> None:
        """Wait for something to be on the screen."""
        for _ in range(int(seconds / 0.005)):
            if happened():
                await self.settled()
                return
            await asyncio.sleep(0.005)
        raise AssertionError("it never happened:\n" + self.sees())

    async def asked(self) -> BoardScreen:
        await self.until(lambda: self.is_on_board and self.board.asks)
        return self.board

    async def press(self, *keys: str) -> None:
        """Keys as fast as a driver sends them; the pilot's own `press` waits after each."""
        driver = self.pilot.app._driver
        assert driver is not None
        for key in keys:
            event = events.Key(key, SIGNS.get(key, key if len(key) == 1 else None))
            event.set_sender(self.pilot.app)
            driver.send_message(event)
        await self.settled()

    async def settled(self) -> None:
        """Until all that was sent has been handled, and what came of it too."""
        await settled(self.pilot)

    def wanted(self) -> Action:
        """What the steady bot would do."""
        return self.table.bots.house(self.table.view(self.board.seat), self.rng)

    async def answer_by_keys(self) -> None:
        board, action = self.board, self.wanted()
        if action.cards:
            keys = [key for card in action.cards for key in card_keys(card)]
            await self.press(*keys)
            assert board.hand.chosen == action.cards, f"typed {keys}, lifted {board.hand.chosen}"
            await self.press("enter")
            if self.board.bar.number is not None:
                await self.press(*str(action.amount), "enter")
        elif action.kind == "bid":
            await self.press(*str(action.amount), "enter")
        else:
            at = [ask.kind for ask in board.asks].index(action.kind)
            await self.press(board.bar.keys[at] or "enter")

    async def answer_by_mouse(self) -> None:
        board, action = self.board, self.wanted()
        for card in action.cards:
            await self.click_card(card)
        assert board.hand.chosen == action.cards
        at = next(i for i, ask in enumerate(board.asks) if ask.kind == action.kind)
        await self.until(lambda: any(button.ask == at for button in board.bar.buttons))  # drawn after the hand
        button = next(button for button in board.bar.buttons if button.ask == at)
        await self.pilot.click(board.bar, offset=(button.x + 1, 0))

    async def click_card(self, card: Card) -> None:
        hand = self.board.hand
        at = hand.selection.lying(card)
        assert at is not None
        spots, _, tall, left = hand.layout_for(hand.size.width)
        row, x = spots[at]
        await self.pilot.click(hand, offset=(left + x + 1, row * (5 if tall else 2) + (2 if tall else 1)))
        await asyncio.sleep(0)

    async def play_match(self, answer: Callable[[], Awaitable[None]], most: int = 2000) -> None:
        """Until the match is over; whatever lies over the board is closed with Enter."""
        for _ in range(most):
            await self.until(lambda: self.over or not self.is_on_board or self.board.asks)
            if self.over:
                return
            if self.is_on_board:
                number = self.board.news[self.board.seat].number
                await answer()
                await self.until(
                    lambda n=number: self.over or not self.is_on_board or self.board.news[self.board.seat].number > n
                )
            else:
                await self.press("enter")
        raise AssertionError("the match does not end")

    @property
    def over(self) -> bool:
        return self.table.is_over and not any(isinstance(s, BoardScreen) for s in self.pilot.app.screen_stack)


def card_keys(card: Card) -> tuple[str, ...]:
    if card >= 52:
        return ("plus",) if card == 53 else ("minus",)
    text = str(card).lower()
    return (*text[:-1], text[-1])


def drive(
    table: Table,
    act: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    settings: Settings = QUIET,
    style: Style | None = None,
) -> PaijuApp:
    """Sit down at a table and let `act` play."""

    async def run() -> PaijuApp:
        app = PaijuApp(doors_of(table), style, settings)
        async with app.run_test(size=size) as pilot:
            await act(Player(pilot, table))
        return app

    return asyncio.run(run())
