"""`script:PATH`: an executable written for heartless, launched for every decision with 24 arguments.

It answers with cards on standard output, in heartless's own grammar. Whatever goes wrong is told once on standard error
and counted in `complaints`, and the built-in AI plays that card instead, as heartless did; in a tournament it is a
failure like any other bot's. Programs that are started once and listen are in process.py.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import parent_process
from typing import Any

from paiju.bots import UnknownBot, not_executable, read_bot
from paiju.bots.limits import Limits, Sandbox, close_all
from paiju.core import bits
from paiju.core.cards import Cards, brief
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.state import State
from paiju.core.words import Action, Event
from paiju.play import Bot, BotFailure
from paiju.text import read_hand

SUITS = ("club", "diamond", "heart", "spade")
DISPLAY = (0, 1, 3, 2)  # heartless sorts clubs, diamonds, spades, hearts
RANKS = "234567890JQKA"
SEATS = ("my", "left", "opposite", "right")  # whoever is asked: `my` is seat 0
NOBODY = 4
MOST_OUTPUT = 1 << 16
TIME_MS = 5000  # a launch takes longer than an answer, most of all on a busy machine
HINT = " (a program that speaks the line protocol is process:PATH)"  # it would wait for lines, and answer nothing


class ScriptMemory:
    """What the arguments tell that a view does not: who showed a void, who took the last trick of the deal before."""

    def __init__(self):
        self.setup: Any = None
        self.void = [0] * 6  # bit sets of suits by seat
        self.led = -1
        self.last_winner = NOBODY

    def begin(self, view: Any) -> None:
        if view.setup.deal == 1:
            self.last_winner = NOBODY
        self.setup = view.setup
        self.void = [sum(1 << suit for suit in range(4) if not view.most[seat] & bits.suit(suit)) for seat in range(6)]
        plays = view.running_trick().plays
        self.led = suit_number(plays[0][1]) if plays else -1

    def see(self, event: Event) -> None:
        if event.kind == "trick":
            self.last_winner, self.led = event.seat, -1
        elif event.kind == "play":
            if self.led < 0:
                self.led = suit_number(event.cards)
            elif suit_number(event.cards) != self.led:
                self.void[event.seat] |= 1 << self.led

    def suits_left(self, seat: int) -> str:
        """The suits a seat has not shown itself to be out of, in heartless's order."""
        return "".join(SUITS[suit][0] for suit in reversed(DISPLAY) if not self.void[seat] >> suit & 1)


def suit_number(card: int) -> int:
    return bits.lowest(int(card)) // 26


def script_cards(cards: int) -> str:
    """`2c0dQs`: each card with its suit, no blanks."""
    return "".join(
        RANKS[card % 13] + SUITS[suit][0] for suit in DISPLAY for card in Cards(int(cards) & bits.suit(suit))
    )


def suit_to_follow(view: Any) -> int:
    """The suit led, clubs for everybody in the first trick, -1 when passing or leading."""
    if view.phase == "give":
        return -1
    plays = view.running_trick().plays
    if view.trick == 0:
        return 0
    return suit_number(plays[0][1]) if plays else -1


def arguments(view: Any, memory: ScriptMemory) -> Iterator[str]:
    """The 24 arguments, in heartless's order."""
    trick, passing, follow = view.running_trick(), view.phase == "give", suit_to_follow(view)
    scores = view.running_scores()
    facts: dict[str, Any] = {
        "who": view.viewer,
        "hand": script_cards(view.hand[view.viewer]),
        "discarded": script_cards(sum(map(int, (*view.cards_taken, *view.cards_laid)))),
        "suit_to_follow": SUITS[follow] if follow >= 0 else "",
        "round": 0 if passing else view.trick + 1,
        "under_the_gun": memory.last_winner if passing else view.leader,
        "round_winner": trick.winner if trick.plays else NOBODY,
        "high_card": script_cards(view.best) if trick.plays else "",
    }
    for seat, name in enumerate(SEATS):
        facts[f"{name}_discarding"] = script_cards(view.cards_laid[seat])
        facts[f"{name}_hand_score"] = scores[seat]
        facts[f"{name}_game_score"] = view.setup.standing[seat]
        facts[f"{name}_suit_chars"] = memory.suits_left(seat)
    return (f"--{name}={value}" for name, value in facts.items())


class ScriptBot(Bot):
    """One seat of Hearts played by launching an executable."""

    def __init__(self, game: Game, path: str, limits: Limits):
        self.name = os.path.basename(path)
        self.path = os.path.abspath(path)
        self.limits = limits
        self.memory = ScriptMemory()
        self.complaints: Counter[str] = Counter()  # how often each kind of trouble came up
        self.helped = True  # False: trouble is a BotFailure
        self.deputy = built_in(game)
        self.sandbox = Sandbox(limits)
        heartless = {name: value for name, value in os.environ.items() if name.startswith("HEARTLESS_")}
        self.sandbox.environment |= heartless

    def begin(self, view: State) -> None:
        self.memory.begin(view)
        self.deputy.begin(view)

    def see(self, seat: int, events: Sequence[Event]) -> None:
        for event in events:
            self.memory.see(event)
        self.deputy.see(seat, events)

    def finish(self, state: State) -> None:
        self.deputy.finish(state)

    def close(self) -> None:
        self.deputy.close()
        self.sandbox.close()

    def __call__(self, view: State, rng: Random) -> Action:
        if self.memory.setup is not view.setup:
            self.begin(view)  # asked out of the blue, for a hint
        try:
            return self.decide(view)
        except BotFailure as failure:
            self.complaints[failure.reason] += 1
            if not self.helped:
                raise
            self.tell_once(failure)
        return self.deputy(view, rng)

    def decide(self, view: Any) -> Action:
        """The script's answer as a legal action, or why there is none."""
        if view.seats != len(SEATS) or view.phase not in ("give", "play"):
            raise BotFailure("answer", "scripts know four seats, the pass and the play: this is another game of Hearts")
        text = self.launch([self.path, *arguments(view, self.memory)])
        follow = suit_to_follow(view)
        try:
            cards = read_hand(text, view.hand[view.viewer], follow if follow >= 0 else None, lenient=True)
            action = Action("give" if view.phase == "give" else "play", cards)
            view.check(view.viewer, action)
        except ValueError as refusal:
            raise BotFailure("answer", f"it answered '{brief(text, 40)}': {refusal}") from refusal
        return action

    def launch(self, command: list[str]) -> str:
        """What a launch writes to standard output, trimmed. Its exit status means nothing, unless it wrote nothing."""
        to_it, from_it, log = self.sandbox.run(command)
        os.close(to_it)  # nothing will be said to it: a program that listens ends instead of waiting
        try:
            said, complained = listen(from_it, log, time.monotonic() + self.limits.time_ms / 1000)
        except TimeoutError:
            raise BotFailure("timeout", f"no answer within {self.limits.time_ms} ms{HINT}") from None
        finally:
            ending = self.sandbox.end()
            close_all((from_it, log))
        text = said.decode(errors="replace").strip()
        if not text and ending.status:
            last = complained.decode(errors="replace").strip().splitlines()[-1:]
            raise BotFailure("crash", ": ".join([str(ending), *(brief(line, 200) for line in last)]))
        if not text:
            raise BotFailure("answer", f"it answered nothing{HINT}")
        return text

    def tell_once(self, failure: BotFailure, told: set[tuple[str, str]] = set()) -> None:  # noqa: B006
        """Once for each script and kind of trouble, whichever seat it has, and not from every worker."""
        trouble = (self.path, failure.reason)
        if trouble not in told and parent_process() is None:
            told.add(trouble)
            print(f"paiju: {self.name}: {brief(str(failure), 300)}; the built-in AI plays instead", file=sys.stderr)


def listen(from_it: int, log: int, deadline: float) -> tuple[bytes, bytes]:
    """What a program writes until it ends: output and errors. BotFailure if it babbles, TimeoutError if it lingers."""
    heard = {from_it: b"", log: b""}
    poll = select.poll()
    for descriptor in heard:
        poll.register(descriptor, select.POLLIN)
    running = 2
    while running:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        for descriptor, _ in poll.poll(left * 1000 + 1):
            data = os.read(descriptor, MOST_OUTPUT)
            heard[descriptor] += data
            if not data:
                poll.unregister(descriptor)
                running -= 1
            elif descriptor == log:
                heard[log] = heard[log][-MOST_OUTPUT:]
            elif len(heard[from_it]) > MOST_OUTPUT:
                raise BotFailure("protocol", f"it babbles: more than {MOST_OUTPUT:,} bytes")
    return heard[from_it], heard[log]


def built_in(game: Game) -> Bot:
    """Who plays when a script cannot: heartless's own AI."""
    try:
        return read_bot("heartless", game)
    except UnknownBot:
        return read_bot("steady", game)


def make(game: Game, path: str, **limits: Any) -> ScriptBot:
    """The bot `script:PATH`, for Hearts only."""
    if game.name != "hearts":
        raise UnknownBot(f"a script plays hearts, not {game.name}; for other games there is process:PROGRAM")
    if not os.path.isfile(path):
        raise UnknownBot(f"there is no script '{brief(path, 80)}'")
    if not os.access(path, os.X_OK):
        raise not_executable(path)
    return ScriptBot(game, path, Limits.read(**({"time_ms": TIME_MS} | limits)))
