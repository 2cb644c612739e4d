"""Whole matches between bots and who won them: the automatic mode of heartless, for every game.

Somebody who writes a bot wants one number, how often it wins. The deals follow from the seed alone, whoever plays; in
Hearts a seed gives the deals it gave in heartless.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from paiju.bots import makers, read_bot
from paiju.bots.guard import Guarded
from paiju.bots.native import Native, advisor_class, house_bot, styles
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.loops import run_table
from paiju.core.state import State
from paiju.core.words import Action, Event, Said, mark
from paiju.play import Bot, BotFailure, play_deal
from paiju.show import PLAIN, Style
from paiju.transcript import START, deal_lines, winner_text

MOST_DEALS = 1000  # a match that has not ended by then never will
LUCK = 1  # the bots' generator is a fork: what they draw must not change the next deal


def named_seats(seats: int, clockwise: bool = True) -> dict[str, int]:
    """The seats as the player of seat 0 calls them: clockwise the turn goes to the left. Of two the other is both."""
    left, right = (1, seats - 1) if clockwise else (seats - 1, 1)
    named = {"me": 0, mark("left"): left, mark("opposite"): 2, mark("right"): right}
    if seats != 4:
        del named["opposite"]
    return {name: seat for name, seat in named.items() if name == "me" or 0 < seat < seats}


def seated(seats: int, wishes: Mapping[str, str], clockwise: bool = True) -> list[str | None]:
    """Who sits where by what was asked for: a seat's own wish, then `others` (not for seat 0), then `all`."""
    named = named_seats(seats, clockwise)
    for name in wishes:
        if name not in (*named, "others", "all"):
            raise ValueError(f"nobody sits {name} of you at a table of {seats}")
    table: list[str | None] = [wishes.get("all")] + [wishes.get("others", wishes.get("all"))] * (seats - 1)
    for name, seat in named.items():
        table[seat] = wishes.get(name, table[seat])
    return table


def usual_bot(game: Game) -> str:
    """Who plays where nobody was asked for: a player written for this very game, else the rule-of-thumb bot."""
    known = styles(game)
    names = [maker.name for maker in makers(game) if maker.games]
    return next((name for name in names if name in known), house_bot(game))


def invite(text: str | None, game: Game, **limits: Any) -> Bot:
    """The bot a text names; the path of an executable file means a script as heartless ran them."""
    if text is None:
        return read_bot(usual_bot(game), game)
    return read_bot(f"script:{text}" if is_executable(text) else text, game, **limits)


def is_executable(text: str) -> bool:
    return os.path.isfile(text) and os.access(text, os.X_OK)


def seconds_of(text: str | None, time_ms: int = 0, **_: Any) -> float:
    """How long a bot may think before we interrupt it, 0: as long as it likes. Programs are limited where they run."""
    return time_ms / 1000 if text and text.endswith(".py") and not is_executable(text) else 0


class FallbackBot(Guarded):
    """A bot whose failures and illegal answers are reported, and the usual bot answers instead, as in heartless."""

    def __init__(self, bot: Bot, usual: Bot, complain: Callable[[str], None], label: str, seconds: float = 0):
        super().__init__(bot, label, seconds)
        self.usual, self.complain = usual, complain

    def __call__(self, view: State, rng: Random) -> Action:
        try:
            return super().__call__(view, rng)
        except BotFailure as failure:
            self.complain(f"{failure.detail}; {self.usual.name} answers instead")
            return self.usual(view, rng)

    def begin(self, view: State) -> None:
        with self.reported():
            super().begin(view)

    def see(self, seat: int, events: Sequence[Event]) -> None:
        with self.reported():
            super().see(seat, events)

    def finish(self, state: State) -> None:
        with self.reported():
            super().finish(state)

    @contextmanager
    def reported(self) -> Generator[None]:
        try:
            yield
        except BotFailure as failure:
            self.complain(failure.detail)


def automatic(
    game: Game,
    options: Any,
    texts: Sequence[str | None],
    seed: int,
    complain: Callable[[str], None],
    tell: Callable[[str], None] | None = None,
    style: Style = PLAIN,
    **limits: Any,
) -> Generator[Setup, None, None]:
    """Matches without end between the bots these texts name; yields the setup each ended with.

    `tell` is told every card in the words of heartless."""
    bots = [invite(text, game, **limits) for text in texts]
    deck, luck = game.shuffler(seed), Random(seed).fork(LUCK)
    numbers = [bot.style for bot in bots if isinstance(bot, Native)]
    usual = invite(None, game)
    players = [
        FallbackBot(bot, usual, complain, text or bot.name, seconds_of(text, **limits))
        for bot, text in zip(bots, texts, strict=True)
    ]
    try:
        while True:
            setup = game.first(options)
            if tell is not None:
                tell(START)
            while not setup.over and setup.deal <= MOST_DEALS:
                cards = game.shuffled(setup, deck)
                if tell is not None:
                    state = game.start(setup, cards)
                    for line in deal_lines(state, players, luck, style):
                        tell(line)
                elif len(numbers) == len(bots):  # nobody needs Python: the whole deal is one native call
                    state = advisor_class(game)(setup)
                    run_table(state, cards, numbers, luck)
                else:
                    state = play_deal(setup, cards, players, luck)
                setup = game.after(setup, state)
            if tell is not None:
                tell(winner_text(game.winners(setup)[0]))
            yield setup
    finally:
        for bot in bots:
            bot.close()


def has_transcript(game: Game) -> bool:
    """Has heartless a player for this game, and so words for it?"""
    return "heartless" in styles(game)


def statistics_text(won: Sequence[int], style: Style = PLAIN, clockwise: bool = True) -> str:
    """heartless's closing line, in its words where nobody has a name. A shared win counts for all who share it."""
    called = map(style.seat, range(len(won))) if style.names else heartless_names(len(won), style, clockwise)
    wins = [style.say("{name} won {number}", name=Said(name), number=n) for name, n in zip(called, won, strict=True)]
    return style.say("Statistics: {wins}.", wins=Said(style.listed(wins)))


def heartless_names(seats: int, style: Style, clockwise: bool) -> Iterator[str]:
    names = {seat: name for name, seat in reversed(named_seats(seats, clockwise).items())} | {0: mark("you")}
    for seat in range(seats):
        yield (style.word(names[seat]) if seat in names else style.seat(seat)).upper()
