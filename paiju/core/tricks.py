"""What the trick games share: cards laid in turn, a winner so far, tricks taken, the last trick to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.core.cards import Card, Cards
from paiju.core.scene import Trick
from paiju.core.state import State, bit_set
from paiju.core.words import Action, Event, Message

TRUMPS = 4  # the suit of all trumps in `order_of`


class TrickState(State):
    """A deal of tricks. `winner` is the seat ahead in the running trick, `trick` counts the finished ones."""

    padded = ("table", "last", "taken", "won")

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

    def _arrange(self, *, leader: int | None = None, trick: int | None = None, **more: Any) -> None:
        State._arrange(self, **more)
        if leader is not None:
            bit_set([leader], self.seats)
            self.leader = self.winner = leader
        if trick is not None:
            self.trick = trick

    # ---- by seat ----

    @property
    def cards_laid(self) -> tuple[Cards, ...]:
        """What each seat has laid in the running trick."""
        return tuple(Cards(self.table[seat]) for seat in range(self.seats))

    @property
    def last_laid(self) -> tuple[Cards, ...]:
        """What each seat laid in the trick before."""
        return tuple(Cards(self.last[seat]) for seat in range(self.seats))

    @property
    def cards_taken(self) -> tuple[Cards, ...]:
        return tuple(Cards(self.taken[seat]) for seat in range(self.seats))

    @property
    def tricks_won(self) -> tuple[int, ...]:
        return tuple(self.won[seat] for seat in range(self.seats))

    # ---- claiming ----

    def order_of(self, card: Card) -> tuple[int, int]:
        """The suit a card counts as, and its rank in it."""
        return card.suit, card.rank

    def is_settled(self) -> bool:
        """Is the score certain already, whoever takes the tricks left?"""
        return False

    def claim(self, seat: int) -> Message | None:
        if self.phase != "play" or not self.actors >> seat & 1 or not self.hand[seat]:
            return None
        if self.is_settled():
            return Message("nothing that counts is left to win")
        if seat == self.leader and not any(self.table) and self.is_master(seat):
            return Message("no card out can beat yours: all the rest is yours")
        return None

    def is_master(self, seat: int) -> bool:
        """Does every card of the seat, led, beat whatever may still be out? Equal copies do not count as beaten."""
        mine, out = self.by_order(self.hand[seat]), self.by_order(self.unseen)
        if any(suit in out and min(ranks) <= max(out[suit]) for suit, ranks in mine.items()):
            return False
        # A lead of trumps draws at least one from whoever has the most, and nobody has more cards than the seat itself.
        held = sum(map(len, mine.values()))
        return min(len(out.get(TRUMPS, ())), held) <= len(mine.get(TRUMPS, ()))

    def by_order(self, cards: int) -> dict[int, list[int]]:
        groups: dict[int, list[int]] = {}
        for card in Cards(cards):
            suit, rank = self.order_of(card)
            groups.setdefault(suit, []).append(rank)
        return groups

    def cash(self, seat: int) -> Iterator[Action]:
        """Trumps first, so that nobody can trump what follows."""
        if seat == self.leader and not any(self.table):
            for card in sorted(Cards(self.hand[seat]), key=self.order_of, reverse=True):
                yield Action("play", Cards([card]))
        yield from self.actions(seat)

    # ---- for scenes and events ----

    def running_trick(self) -> Trick:
        """The cards on the table, in the order they were played."""
        plays = in_turn(self.leader, self.seats, [self.table[seat] for seat in range(self.seats)])
        return Trick(plays, self.winner, self.leader) if plays else Trick()

    def last_trick(self) -> Trick:
        plays = in_turn(self.last_leader, self.seats, [self.last[seat] for seat in range(self.seats)])
        return Trick(plays, self.last_winner, self.last_leader)

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
