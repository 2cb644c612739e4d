"""Wager: a sixth game from outside, in plain Python, to test that such a game meets the same contract.

Three seats, eight cards each of hearts and spades. Everybody secretly wagers on one card in hand, all at once; then
eight tricks, following suit, high card wins. A trick counts one point, and four more if won with the card wagered on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.game import Game, Options, option
from paiju.core.outside import PythonState
from paiju.core.scene import Trick
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, kind_number

kind_number("wager")


@dataclass(frozen=True)
class WagerOptions(Options):
    bonus: int = option(4, "1", "points for a trick won with the card wagered on", least=0, most=9)
    wagers: bool = option(True, "1", "wager before play")


class WagerState(PythonState):
    phases = ("wager", "play")

    def deal(self, deck):
        self.clear()
        self.wager = {}
        self.table = []  # (seat, card) in the order played
        self.gone = 0
        self.won = [0, 0, 0]
        self.hits = [0, 0, 0]
        for seat in range(3):
            self.hold(seat, Cards(deck[8 * seat : 8 * seat + 8]))
        self.hold(bits.STOCK, Cards(deck[24:]))
        self.enter("wager" if self.setup.options.wagers else "play")
        self.wait_for(*(range(3) if self.setup.options.wagers else [self.setup.dealer]))
        return self

    def asks(self, seat):
        if not self.actors >> seat & 1:
            return []
        hand = Cards(self.hand[seat])
        return [Ask("wager", hand, 1, 1) if self.phase == "wager" else Ask("play", hand, 1, 1)]

    def led(self):
        return Cards(bits.suit(self.table[0][1].suit) if self.table else bits.ALL)

    def actions(self, seat):
        if self.actors >> seat & 1:
            hand = Cards(self.hand[seat])
            for card in hand if self.phase == "wager" else hand & self.led() or hand:
                yield Action(self.phase, Cards([card]))

    def judge(self, seat, action):
        if self.phase == "play" and self.hands[seat] & self.led() and not action.cards & self.led():
            raise IllegalAction("follow suit: you can", "1")

    def step(self, seat, action):
        (card,) = action.cards
        if self.phase == "wager":
            self.wager[seat] = card
            self.wait_for(*(other for other in self.waiting() if other != seat))
            if self.is_over:
                self.enter("play")
                self.wait_for(self.setup.dealer)
            return
        if not action.cards & self.led():
            self.rule_out(seat, self.led())
        self.drop(seat, action.cards)
        self.table = [*self.table, (seat, card)]
        self.wait_for((seat + 1) % 3)
        if len(self.table) == 3:
            self.close()

    def close(self):
        winner, card = max((play for play in self.table if play[1] in self.led()), key=lambda play: play[1])
        self.won[winner] += 1
        self.hits[winner] += self.wager.get(winner) == card
        self.gone += sum(bits.one(card) for _, card in self.table)
        self.table = []
        self.wait_for(*([winner] if self.count[winner] else []))

    def hide(self, viewer):
        # A wager is known to others once it is won with; one that was lost or still waits stays secret.
        self.wager = {seat: card if seat == viewer or self.hits[seat] else -1 for seat, card in self.wager.items()}
        self.conceal_from(viewer)

    def refill(self, rng):
        held = self.everything()
        for seat, card in sorted(self.wager.items()):
            if card < 0:
                hand = list(Cards(self.hand[seat]))
                self.wager[seat] = rng.choice(hand) if hand else rng.choice(list(held))

    def scores(self):
        return tuple(won + self.setup.options.bonus * hit for won, hit in zip(self.won, self.hits, strict=True))

    def everything(self):
        return Cards(sum(self.hand) + self.unseen + self.gone + sum(bits.one(card) for _, card in self.table))

    def tell(self, before: Any, seat, action):
        if action.kind == "wager":
            return [Event("wager", seat, action.cards, seen_by=1 << seat)]
        events = [Event("play", seat, action.cards)]
        events += [Event("hit", other) for other in range(3) if self.hits[other] > before.hits[other]]
        return events

    def running_trick(self):
        return Trick(tuple((seat, Cards([card])) for seat, card in self.table))

    def notes_on(self, seat):
        return (Message("took {won}", won=self.won[seat]),)


class Wager(Game):
    name = "wager"
    title = "Wager"
    seats = (3,)
    Options = WagerOptions
    State = WagerState
    events = {"wager": "{seat} wagers", "hit": "{seat} wins the wager"}

    def cards(self, setup):
        return list(range(26, 52))

    def after(self, setup, state):
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        return setup.next(standing=standing, dealer=(setup.dealer + 1) % 3, over=max(standing) >= 20)


GAME = Wager()
