"""What the trick games share: cards laid in turn, a winner so far, tricks taken, the last trick to look at."""

from __future__ import annotations

from typing import Any

from paiju.core.cards import Cards
from paiju.core.scene import Trick
from paiju.core.state import State
from paiju.core.words import Event


class TrickState(State):
    """A deal of tricks. `winner` is the seat ahead in the running trick, `trick` counts the finished ones."""

    def __init__(self, setup):
        State.__init__(self, setup)
        self.leader = self.winner = self.last_leader = self.last_winner = -1
        self.trick = 0
        self.table = [0] * 6
        self.last = [0] * 6
        self.taken = [0] * 6
        self.won = [0] * 6

    def clear_tricks(self):
        self.leader = self.winner = self.last_leader = self.last_winner = -1
        self.trick = 0
        for seat in range(6):
            self.table[seat] = 0
            self.last[seat] = 0
            self.taken[seat] = 0
            self.won[seat] = 0

    def lead_with(self, seat):
        """This seat opens a trick."""
        self.leader = seat
        self.winner = seat
        self.actors = 1 << seat

    def lay(self, seat, cards):
        """Cards go from a hand to the table. Who is ahead is for the game to say."""
        self.take(seat, cards)
        self.table[seat] = cards

    def pass_turn(self, seat):
        """The next seat is to play; True if everybody has played and the trick is complete."""
        seat = seat + 1
        if seat == self.seats:
            seat = 0
        self.actors = 1 << seat
        return seat == self.leader

    def close_trick(self):
        """The seat that is ahead takes the trick and leads the next one."""
        cards = 0
        for seat in range(6):
            cards = cards + self.table[seat]
            self.last[seat] = self.table[seat]
            self.table[seat] = 0
        self.taken[self.winner] = self.taken[self.winner] + cards
        self.won[self.winner] = self.won[self.winner] + 1
        self.trick = self.trick + 1
        self.last_leader = self.leader
        self.last_winner = self.winner
        self.leader = self.winner
        self.actors = 1 << self.winner

    def everything(self) -> Cards:
        return Cards(sum(self.hand) + self.unseen + sum(self.table) + sum(self.taken))

    # ---- for scenes and events ----

    def running_trick(self) -> Trick:
        """The cards on the table, in the order they were played."""
        plays = in_turn(self.leader, self.seats, [self.table[seat] for seat in range(self.seats)])
        return Trick(plays, self.winner if plays else -1)

    def last_trick(self) -> Trick:
        return Trick(
            in_turn(self.last_leader, self.seats, [self.last[seat] for seat in range(self.seats)]), self.last_winner
        )

    def trick_events(self, before: Any) -> list[Event]:
        """A `trick` event if the step from `before` completed one: the winner and all its cards."""
        if self.trick == before.trick:
            return []
        cards = sum(self.last[seat] for seat in range(self.seats))
        return [Event("trick", self.last_winner, Cards(cards))]


def in_turn(leader: int, seats: int, table: list[int]) -> tuple[tuple[int, Cards], ...]:
    """Plays as (seat, cards), the leader first; seats that have not played are left out."""
    order = [(leader + i) % seats for i in range(seats)] if leader >= 0 else []
    return tuple((seat, Cards(table[seat])) for seat in order if table[seat])
