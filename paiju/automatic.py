"""Whole matches between bots and who won them: the automatic mode of heartless, for every game.

Somebody who writes a bot wants one number, how often it wins. The deals follow from the seed alone, whoever plays, and
a seed gives the deals it gave in heartless.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from paiju.bots import makers, read_bot
from paiju.bots.native import Native, house_bot, player_class, styles
from paiju.core.chance import Random
from paiju.core.game import Game, Setup
from paiju.core.loops import run_table
from paiju.core.state import State
from paiju.core.words import Action, Event, IllegalAction
from paiju.play import Bot, BotFailure, play_deal

MOST_DEALS = 1000  # a match that has not ended by then never will
LUCK = 1  # the bots' generator is a fork: what they draw must not change the next deal


def named_seats(seats: int) -> dict[str, int]:
    """The seats as the player of seat 0 calls them: the turn goes to the left, and of two the other is both."""
    named = {"me": 0, "left": 1, "opposite": 2, "right": seats - 1}
    if seats != 4:
        del named["opposite"]
    return {name: seat for name, seat in named.items() if name == "me" or 0 < seat < seats}


def seat_names(seats: int) -> list[str]:
    names = {seat: name for name, seat in reversed(named_seats(seats).items())}
    return [names.get(seat, f"seat {seat}") for seat in range(seats)]


def seated(seats: int, wishes: Mapping[str, str]) -> list[str | None]:
    """Who sits where by what was asked for: a seat's own wish, then `others` (not for seat 0), then `all`."""
    named = named_seats(seats)
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
    program = os.path.isfile(text) and os.access(text, os.X_OK)
    return read_bot(f"script:{text}" if program else text, game, **limits)


class Helped(Bot):
    """A bot whose failures and illegal answers are reported, and the usual bot answers instead, as in heartless."""

    def __init__(self, bot: Bot, usual: Bot, complain: Callable[[str], None]):
        self.bot, self.usual, self.complain = bot, usual, complain
        self.name, self.version, self.seat = bot.name, bot.version, -1
        self.close = bot.close

    def begin(self, view: State) -> None:
        self.seat = view.viewer
        self.tell(self.bot.begin, view)

    def see(self, seat: int, events: Sequence[Event]) -> None:
        self.tell(self.bot.see, seat, events)

    def finish(self, state: State) -> None:
        self.tell(self.bot.finish, state)

    def tell(self, hear: Callable[..., None], *news: Any) -> None:
        try:
            hear(*news)
        except Exception as failure:
            self.complain(f"{self.name}, seat {self.seat}: {said(failure)}")

    def __call__(self, view: State, rng: Random) -> Action:
        try:
            action = self.bot(view, rng)
            view.check(view.viewer, action)
        except Exception as failure:
            self.complain(f"{self.name}, seat {view.viewer}: {said(failure)}; {self.usual.name} answers instead")
            return self.usual(view, rng)
        return action


def said(failure: Exception) -> str:
    """What went wrong, on one line; of an accident in somebody's code also its kind."""
    text = " ".join(str(failure).split())
    return text if isinstance(failure, (BotFailure, IllegalAction)) else f"{type(failure).__name__}: {text}"


def automatic(
    game: Game,
    options: Any,
    texts: Sequence[str | None],
    seed: int,
    complain: Callable[[str], None],
    **limits: Any,
) -> Generator[Setup, None, None]:
    """Matches without end between the bots these texts name; yields the setup each ended with."""
    bots = [invite(text, game, **limits) for text in texts]
    deck, luck = Random(seed), Random(seed).fork(LUCK)
    numbers = [bot.style for bot in bots if isinstance(bot, Native)]
    usual = invite(None, game)
    players = [Helped(bot, usual, complain) for bot in bots]
    try:
        while True:
            setup = game.first(options)
            while not setup.over and setup.deal <= MOST_DEALS:
                cards = game.shuffled(setup, deck)
                if len(numbers) == len(bots):  # nobody needs Python: the whole deal is one native call
                    state = player_class(game)(setup)
                    run_table(state, cards, numbers, luck)
                else:
                    state = play_deal(setup, cards, players, luck)
                setup = game.after(setup, state)
            yield setup
    finally:
        for bot in bots:
            bot.close()


def statistics_text(won: Sequence[int]) -> str:
    """heartless's closing line. A shared win counts for everybody who shares it."""
    names = ["you", *seat_names(len(won))[1:]]
    counts = ", ".join(f"{name.upper()} won {n}" for name, n in zip(names, won, strict=True))
    return f"Statistics: {counts}."
