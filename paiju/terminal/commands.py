"""What one can do at the board besides answering. Each command has a letter, and a key for when letters name cards.

A command is a function of the board; `COMMANDS` is the list of them, in the order the foot of the screen has them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from paiju import company
from paiju.analysis import trick_facts
from paiju.core.chance import Random
from paiju.core.words import Action, Ask, IllegalAction, Message, Said, mark
from paiju.door import HouseDoor
from paiju.threads import in_thread

if TYPE_CHECKING:
    from paiju.terminal.board import BoardScreen

HINT_MS = 1000
CARD_SIGNS = frozenset("0123456789tjqkacdhsb+-")  # what is typed for cards while cards are asked


@dataclass(frozen=True)
class Command:
    letter: str
    other: str
    text: str
    run: Callable[[BoardScreen], Awaitable[None]]
    applies: Callable[[BoardScreen], bool] = lambda board: True
    in_house: bool = False  # at a table of a house only
    is_asked_twice: str = ""  # what is said if it must be meant, and is wanted once

    def key(self, cards_asked: bool) -> str:
        """The key that works now."""
        return self.other.upper() if cards_asked and self.letter in CARD_SIGNS else self.letter


async def hint(board: BoardScreen) -> None:
    if board.asks:
        board.warn(Message("thinking about it …"))
        board.run_worker(partial(find_hint, board), group="hint", exclusive=True)


async def find_hint(board: BoardScreen) -> None:
    """Think beside the screen, then show what was found if it still matters."""
    from paiju.terminal.pages import HintPage

    question = board.question
    try:
        choices = await board.door.hint(HINT_MS)
        facts = await in_thread(trick_facts, await board.door.view(), choices, Random(0))
    except IllegalAction as refusal:  # answered meanwhile, or there are no hints at this table
        if not board.is_gone and board.question == question:
            board.refuse(refusal)
        return
    if board.is_gone:
        return
    board.warning = []
    board.tell()
    if board.question == question:
        page = HintPage(choices, board.words, board.facts.game.unit, facts)
        board.app.push_screen(page, lambda action: take_hint(board, action, question))
    elif board.seat == question[0]:
        await hint(board)  # what was asked has changed meanwhile


def take_hint(board: BoardScreen, action: Action | None, question: tuple[int, int, tuple[Ask, ...]]) -> None:
    """Put what was advised ready for Enter."""
    if action is not None and board.question == question:
        board.prepare(action)


async def undo(board: BoardScreen) -> None:
    try:
        await board.door.undo()
    except IllegalAction as refusal:
        board.refuse(refusal)


async def claim(board: BoardScreen) -> None:
    try:
        await board.door.claim()
    except IllegalAction as refusal:
        board.refuse(refusal)


async def last_trick(board: BoardScreen) -> None:
    from paiju.terminal.pages import LastTrickPage

    board.app.push_screen(LastTrickPage(board.news[board.seat].scene, board.words))


async def score(board: BoardScreen) -> None:
    from paiju.terminal.pages import ScorePage

    board.app.push_screen(ScorePage(board.facts.results, board.news[board.seat].match, board.words))


async def rules(board: BoardScreen) -> None:
    from paiju.terminal.pages import RulesPage

    board.app.push_screen(RulesPage(board.facts.game, board.facts.options, board.words, board.rule))


async def log(board: BoardScreen) -> None:
    from paiju.terminal.pages import LogPage

    board.app.push_screen(LogPage(board.told_log(board.seat), board.words))


async def settings(board: BoardScreen) -> None:
    from paiju.terminal.settings import SettingsScreen

    board.app.push_screen(SettingsScreen(board.app.settings, board.words), board.change_settings)


async def help(board: BoardScreen) -> None:
    from paiju.terminal.pages import HelpPage

    here = [command for command in COMMANDS if board.has_company or not command.in_house]
    keys = [(f"{command.letter} {command.other.upper()}", command.text) for command in here]
    board.app.push_screen(HelpPage(board.words, (), [*HANDLING, *keys], board.news[board.seat].scene.guide))


async def leave(board: BoardScreen) -> None:
    await board.leave()


async def talk(board: BoardScreen) -> None:
    from paiju.terminal.pages import talk_page

    if isinstance(board.door, HouseDoor):
        page = talk_page(board.door, board.words)
        board.app.push_screen(page, lambda text: be_sociable_beside(board, "say", text) if text else None)


async def mute(board: BoardScreen) -> None:
    from paiju.terminal.pages import PeoplePage

    if isinstance(board.door, HouseDoor):
        board.app.push_screen(PeoplePage(board.door, board.words))


async def vote(board: BoardScreen) -> None:
    be_sociable_beside(board, "vote")


async def clock(board: BoardScreen) -> None:
    be_sociable_beside(board, "clock")


async def stand(board: BoardScreen) -> None:
    be_sociable_beside(board, "stand")


def be_sociable_beside(board: BoardScreen, command: str, text: str = "") -> None:
    """A connection may be lost: the screen does not wait for it."""
    board.run_worker(partial(be_sociable, board, command, text), group="company")


async def be_sociable(board: BoardScreen, command: str, text: str) -> None:
    door = board.door
    assert isinstance(door, HouseDoor)
    try:
        lines = await company.DOINGS[command](door, text, board.words)
    except IllegalAction as refusal:
        if not board.is_gone:
            board.refuse(refusal)
        return
    if board.is_gone:
        return
    if command == "stand":
        await board.leave()
    elif lines:
        board.warn(Message("{text}", text=Said(lines[0])))


def gives_hints(board: BoardScreen) -> bool:
    """Whoever has others for opponents is refused them."""
    return not isinstance(board.door, HouseDoor) or board.door.is_alone


def may_mute(board: BoardScreen) -> bool:
    """Is there anybody?"""
    return isinstance(board.door, HouseDoor) and bool(company.people(board.door))


COMMANDS: Sequence[Command] = (
    Command("?", "f9", mark("hint"), hint, lambda board: bool(board.asks) and gives_hints(board)),
    Command("u", "f7", mark("undo"), undo, lambda board: board.news[board.seat].can_undo),
    Command(
        "c", "f8", mark("claim"), claim, lambda board: board.answers is not None and board.answers.claim is not None
    ),
    Command("h", "f1", mark("help"), help),
    Command("q", "f10", mark("leave"), leave),
    Command("l", "f3", mark("last trick"), last_trick, lambda board: bool(board.news[board.seat].scene.last.plays)),
    Command("s", "f2", mark("score"), score),
    Command("r", "f4", mark("rules"), rules),
    Command("g", "f5", mark("log"), log),
    Command("o", "f6", mark("settings"), settings),
    Command("y", "ctrl+y", mark("say something"), talk, in_house=True),
    Command("m", "f12", mark("mute somebody"), mute, lambda board: may_mute(board), in_house=True),
    Command("v", "ctrl+v", mark("vote to end"), vote, in_house=True,
            is_asked_twice=mark("press v again to vote for ending the match, or to take your vote back")),
    Command("w", "ctrl+w", mark("play without a clock"), clock, in_house=True,
            is_asked_twice=mark("press w again to wish for a match without a clock, or to keep it after all")),
    Command("x", "ctrl+x", mark("give up the chair"), stand, in_house=True,
            is_asked_twice=mark("press x again to give up your chair for good: a bot plays on")),
)  # fmt: skip
# How cards are handled, for the help page.
HANDLING = (
    ("← → ↑ ↓", mark("move along the hand")),
    ("space", mark("lift a card, or put it back")),
    ("Enter", mark("answer with what is lifted, or with the card in focus where one card is asked")),
    ("q s", mark("a rank lifts a card, again the next of that rank; a suit behind it picks just that card")),
    ("+ -", mark("the big joker, the little joker")),
    ("Tab", mark("the next combination that may be played")),
    ("Backspace", mark("put back the card lifted last")),
    ("Esc", mark("put back all cards")),
    ("0 … 9", mark("choose a number, where one is asked")),
    ("★", mark("who is ahead in the trick")),
    ("5/40", mark("points in this deal, and in the match before it")),
)


def command_for(key: str, sign: str, in_house: bool) -> Command | None:
    here = [command for command in COMMANDS if in_house or not command.in_house]
    return next((command for command in here if key == command.other or sign.lower() == command.letter), None)
