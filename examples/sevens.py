"""Sevens (Fan Tan), a complete sixth game in one file outside the package.

paiju simulate examples/sevens.py --deals 1000
paiju --game examples/sevens.py watch sevens
"""

from collections.abc import Iterator
from dataclasses import dataclass

from paiju import Action, Ask, Cards, Event, Game, IllegalAction, Message, Options, PythonState, Setup, option

SEVEN = 5  # sevens stand at place 5 of each suit, twos at 0, aces at 12


@dataclass(frozen=True)
class SevensOptions(Options):
    players: int = option(4, "1.1", "how many play", least=3, most=6)
    target: int = option(30, "3.2", "the match ends when a total reaches this", least=1, most=500)


class SevensState(PythonState):
    phases = ("play",)

    def deal(self, deck):
        """Rule 1.2: the cards are dealt one by one, all of them; the seven of diamonds begins."""
        self.clear()
        self.low = [SEVEN] * 4  # the next card wanted below each suit's row, and above it: 7 opens the row
        self.high = [SEVEN] * 4
        for number, card in enumerate(deck):
            self.hold(number % self.seats, card)
        first = next(seat for seat, hand in enumerate(self.hands) if Cards("7D") in hand)
        self.wait_for(first)
        return self

    def fitting(self) -> Cards:
        """Rule 2.1: sevens, and the neighbours of what lies in a row."""
        wanted = {13 * suit + end for suit in range(4) for end in (self.low[suit], self.high[suit]) if 0 <= end < 13}
        return Cards("7D") if self.low[1] == SEVEN else Cards(wanted)

    def asks(self, seat: int) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        choice = Cards(card for card in self.hands[seat] if card in self.fitting())
        return [Ask("play", choice, 1, 1)] if choice else [Ask("pass")]

    def actions(self, seat: int) -> Iterator[Action]:
        for ask in self.asks(seat):
            if ask.kind == "pass":
                yield Action("pass")
            for card in ask.cards:
                yield Action("play", card)

    def not_offered(self, seat, ask, action):
        return IllegalAction("{cards} fits no row: play one of {fitting}", "2.1", cards=action.cards, fitting=ask.cards)

    def step(self, seat: int, action: Action) -> None:
        if action.kind == "pass":
            # Rule 2.2: who passes holds nothing that fits, and now everybody knows.
            self.rule_out(seat, self.fitting())
        for card in action.cards:
            self.drop(seat, card)
            suit, place = divmod(card, 13)
            if place <= SEVEN:
                self.low[suit] = place - 1
            if place >= SEVEN:
                self.high[suit] = place + 1
        if not self.counts[seat]:
            self.wait_for()  # the deal is over
        else:
            self.wait_for((seat + 1) % self.seats)

    def scores(self) -> tuple[int, ...]:
        """Rule 3.1: a point for every card left."""
        return self.counts

    def tell(self, before, seat, action):
        events = [Event(action.kind, seat, action.cards)]
        if self.is_over:
            events += [Event("score", other, amount=score) for other, score in enumerate(self.scores())]
        return events

    def notes(self):
        rows = [Cards(13 * suit + place for place in range(self.low[suit] + 1, self.high[suit])) for suit in range(4)]
        return tuple(Message("row: {row}", row=row) for row in rows if row)


class Sevens(Game):
    """Sevens.

    1.1 Three to six play, each for himself (option `players`).

    1.2 All cards are dealt one by one; the holder of the seven of diamonds begins with it.

    2.1 Play one card: a seven, or the next card below or above the row of its suit.

    2.2 Pass only if no card fits.

    3.1 The deal ends when a hand is empty; the others score a point for every card left.

    3.2 The match ends when a total reaches the target (option `target`); the lowest total wins.
    """

    name = "sevens"
    title = "Sevens"
    about = "build rows up and down from the sevens; be rid of your cards first"
    seats = (4, 3, 5, 6)
    Options = SevensOptions
    State = SevensState
    low_wins = True

    def cards(self, setup):
        return list(range(52))

    def after(self, setup: Setup, state) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        return setup.next(standing=standing, over=max(standing) >= setup.options.target)


GAME = Sevens()
