"""What the trick games share: cards laid in turn, a winner so far, tricks taken, the last trick to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paiju.core import bits, tuples
from paiju.core.bits import Mask, Seat
from paiju.core.cards import Card, Cards, some
from paiju.core.fields import CardsText, EachNumberText, EachSeatText, Field, PlaysText, SeatText, change, masks
from paiju.core.scene import Trick
from paiju.core.state import State
from paiju.core.words import Action, Event, IllegalAction, Message, event_of

TRUMPS = 4  # the suit of all trumps in `order_of`


def plays_of(state: Any) -> tuple[int, ...]:
    return tuple(int(cards) for _, cards in in_turn(state.leader, state.seats, list(map(int, state.cards_laid))))


def last_plays_of(state: Any) -> tuple[int, ...]:
    return tuple(int(cards) for _, cards in in_turn(state.last_leader, state.seats, list(map(int, state.last_laid))))


# The lines of a position that all trick games have.
TRICK_FIELDS = (
    Field("leader", "leader", SeatText()),
    Field("trick", "plays", PlaysText(), lies=True, get=plays_of),
    Field("taken", "taken", EachSeatText(CardsText()), lies=True, get=lambda state: masks(state.cards_taken)),
    Field(
        "won",
        "won",
        EachSeatText(EachNumberText(0, lambda state: state.deck_size // state.seats, 0)),
        derived=True,
        free=True,
        get=lambda state: list(state.tricks_won),
    ),
    Field("last leader", "last_leader", SeatText()),
    Field("last", "last_plays", PlaysText(), get=last_plays_of),
)  # fmt: skip


class TrickState(State):
    """A deal of tricks. `winner` is the seat ahead in the running trick, `trick` counts the finished ones."""

    padded = ("table", "last", "taken", "won")
    marks = ()  # the fields that tell of the running trick who is ahead and why

    def __init__(self, setup: Any):
        State.__init__(self, setup)
        self.leader = self.winner = self.last_leader = self.last_winner = -1
        self.trick: int = 0
        self.table: list[Mask] = [0] * 6
        self.last: list[Mask] = [0] * 6
        self.taken: list[Mask] = [0] * 6
        self.won: list[int] = [0] * 6

    def clear_tricks(self) -> None:
        self.leader = self.winner = self.last_leader = self.last_winner = -1
        self.trick = 0
        for seat in range(6):
            self.table[seat] = 0
            self.last[seat] = 0
            self.taken[seat] = 0
            self.won[seat] = 0

    def lead_with(self, seat: Seat) -> None:
        """This seat opens a trick."""
        self.leader = seat
        self.winner = seat
        self.actors = 1 << seat

    def lay(self, seat: Seat, cards: Mask) -> None:
        """Cards go from a hand to the table. Who is ahead is for the game to say."""
        self.take(seat, cards)
        self.table[seat] = cards

    def pass_turn(self, seat: Seat) -> bool:
        """The next seat is to play; True if everybody has played and the trick is complete."""
        seat = seat + 1
        if seat == self.seats:
            seat = 0
        self.actors = 1 << seat
        return seat == self.leader

    def close_trick(self) -> None:
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

    # ---- positions ----

    def full_hand(self) -> int:
        """How many cards everybody gets."""
        return self.deck_size // self.seats

    def _hand_size(self, given: dict[str, Any], seat: Seat) -> int:
        """As many as the others had before the trick, less what the seat has played to it."""
        plays = given.get("plays", ())
        laid = [0] * self.seats
        for i, cards in enumerate(plays):
            laid[(given.get("leader", 0) + i) % self.seats] = bits.size(cards)
        said = [len(hand) + laid[i] for i, hand in enumerate(given["hands"]) if hand.more >= 0]
        return max(max(said, default=self.full_hand()) - laid[seat], 0)

    def _arrange_tricks(self, given: dict[str, Any], stage: int, opener: Seat) -> None:
        """The last trick and the running one are played again, so the rules say who is ahead and who is next.

        `opener` leads the first trick, if that can be told; -1 if not.
        """
        plays, last = given.get("plays", ()), given.get("last_plays", ())
        winner, marks = self.replay_last(given, stage) if last else (-1, {})
        leader = winner if last else opener
        if given.get("leader", -1) >= 0:
            leader = given["leader"]
        if leader < 0:
            raise ValueError("who leads? Write leader: and a seat")
        if last and leader != winner:
            raise ValueError(f"leader: seat {winner} has taken the last trick, so it leads")
        if len(plays) == self.seats:
            raise ValueError("trick: it is complete, so it is the last trick, and its winner leads")
        hand, count = list(self.hand), list(self.count)
        laid = {(leader + i) % self.seats: cards for i, cards in enumerate(plays)}
        for seat, cards in laid.items():
            hand[seat] += cards
            count[seat] += bits.size(cards)
        sizes = count[: self.seats]
        if len(set(sizes)) > 1:
            raise ValueError(f"hands: they are unequal, {', '.join(map(str, sizes))} cards before the trick")
        if sizes[0] > self.full_hand():
            raise ValueError(f"hands: {sizes[0]} cards each are too many, for everybody gets {self.full_hand()}")
        taken = given.get("taken", [0] * self.seats)
        change(
            self, stage=stage, hand=hand, count=count, leader=leader, winner=leader, last_winner=winner,
            last_leader=given["last_leader"] if last else -1,
            last=self.by_seat(given["last_leader"], last) if last else [],
            actors=1 << leader if sizes[0] else 0, trick=given.get("trick", self.full_hand() - sizes[0]),
            taken=taken, won=[bits.size(cards) // self.seats for cards in taken], **marks,
        )  # fmt: skip
        self.open_position(given, plays)
        self.replay(laid, "trick")

    def open_position(self, given: dict[str, Any], plays: tuple[int, ...]) -> None:
        """All is as it was before the running trick: what a game finds, or refuses, before these plays."""

    def replay_last(self, given: dict[str, Any], stage: int) -> tuple[int, dict[str, Any]]:
        """Who won the last trick, and what it left behind."""
        last, leader = given["last_plays"], given.get("last_leader", -1)
        if leader < 0 or len(last) != self.seats or len({bits.size(cards) for cards in last}) != 1:
            raise ValueError("last: as many cards of every seat are wanted, and last leader: the seat that led")
        scene, laid = self.copy(), self.by_seat(leader, last)
        change(
            scene, viewer=bits.TRUTH, stage=stage, concealed=0, unseen=0, hand=laid,
            count=[bits.size(last[0])] * self.seats, leader=leader, winner=leader,
            actors=1 << leader, trick=1, known=[0] * self.seats,
        )  # fmt: skip
        scene.replay({(leader + i) % self.seats: cards for i, cards in enumerate(last)}, "last")
        return scene.last_winner, {name: getattr(scene, name) for name in self.marks}

    def by_seat(self, leader: Seat, plays: tuple[int, ...]) -> list[int]:
        return [plays[(seat - leader) % self.seats] for seat in range(self.seats)]

    def replay(self, laid: dict[int, int], name: str) -> None:
        for seat, cards in laid.items():
            action = self.play_of(cards)
            try:
                self.check(seat, action)
            except IllegalAction as refusal:
                raise ValueError(f"{name}: seat {seat} cannot have played {Cards(cards)}: {refusal}") from refusal
            held = self.hand[seat]
            self.do(seat, int(action))
            if held - self.hand[seat] != cards:
                raise ValueError(f"{name}: seat {seat} cannot have played {Cards(cards)}: the throw fails")

    def play_of(self, cards: Mask) -> Action:
        return Action("play", Cards(cards))

    def _position_flaw(self) -> str:
        if sum(list(self.won)[: self.seats]) > self.trick:
            return f"won: {sum(list(self.won)[: self.seats])} tricks are won, but {self.trick} have been played"
        return State._position_flaw(self)

    def _write(self, values: dict[str, Any]) -> None:
        State._write(self, values)
        self.leader = values.pop("leader", self.leader)
        self.winner = values.pop("winner", self.winner)
        self.trick = values.pop("trick", self.trick)
        self.last_leader = values.pop("last_leader", self.last_leader)
        self.last_winner = values.pop("last_winner", self.last_winner)
        bits.set_masks(self.last, 6, values.pop("last", ()))
        bits.set_masks(self.taken, 6, values.pop("taken", ()))
        bits.set_numbers(self.won, 6, values.pop("won", ()))

    # ---- claiming and taking back ----

    def reveals(self, seat: int, action: Action) -> bool:
        """Who takes a trick follows from the cards that lie open."""
        return False

    def order_of(self, card: Card) -> tuple[int, int]:
        """The suit a card counts as, and its rank in it."""
        return card.suit, card.rank

    def is_settled(self) -> bool:
        """Is the score certain already, whoever takes the tricks left?"""
        return False

    def claim(self, seat: Seat) -> Message | None:
        if self.phase != "play" or not self.actors >> seat & 1 or not self.hand[seat]:
            return None
        if self.is_settled():
            return Message("nothing that counts is left to win")
        if seat == self.leader and not any(self.table) and self.is_master(seat):
            return Message("no card out can beat yours: all the rest is yours")
        return None

    def is_master(self, seat: Seat) -> bool:
        """Does every card of the seat, led, beat whatever may still be out? Equal copies do not count as beaten."""
        mine, out = self.by_order(self.hand[self.known_seat(seat)]), self.by_order(self.unseen)
        if any(suit in out and min(ranks) <= max(out[suit]) for suit, ranks in mine.items()):
            return False
        # A lead of trumps draws at least one from whoever has the most, and nobody has more cards than the seat itself.
        held = sum(map(len, mine.values()))
        return min(len(out.get(TRUMPS, ())), held) <= len(mine.get(TRUMPS, ()))

    def by_order(self, cards: Mask) -> dict[int, list[int]]:
        groups: dict[int, list[int]] = {}
        for card in Cards(cards):
            suit, rank = self.order_of(card)
            groups.setdefault(suit, []).append(rank)
        return groups

    def cash(self, seat: Seat) -> Iterator[Action]:
        """Trumps first, so that nobody can trump what follows."""
        if self.known_seat(seat) == self.leader and not any(self.table):
            for card in sorted(Cards(self.hand[seat]), key=self.order_of, reverse=True):
                yield Action("play", Cards([card]))
        yield from self.actions(seat)

    # ---- for scenes and events ----

    def running_trick(self) -> Trick:
        """The cards on the table, in the order they were played."""
        plays = in_turn(self.leader, self.seats, [self.table[seat] for seat in range(self.seats)])
        return trick_of(plays, self.winner, self.leader) if plays else NO_TRICK

    def last_trick(self) -> Trick:
        plays = in_turn(self.last_leader, self.seats, [self.last[seat] for seat in range(self.seats)])
        return trick_of(plays, self.last_winner, self.last_leader)

    def running_trick_after(self, known: Trick) -> Trick:
        plays, winner, leader, _, _, _ = tuples.plain(known)
        more = laid_since(plays, leader, self.leader, self.seats, self.table)
        if more == 0 and winner == self.winner:
            return known
        if more != 1 or not plays:
            return self.running_trick()
        seat = (self.leader + len(plays)) % self.seats
        return trick_of((*plays, (seat, some(self.table[seat]))), self.winner, self.leader)

    def last_trick_after(self, known: Trick) -> Trick:
        plays, winner, leader, _, _, _ = tuples.plain(known)
        more = laid_since(plays, leader, self.last_leader, self.seats, self.last)
        return known if more == 0 and winner == self.last_winner else self.last_trick()

    def trick_events(self, before: State) -> list[Event]:
        """A `trick` event if the step from `before` completed one: the winner and all its cards."""
        assert isinstance(before, TrickState)
        earlier = before
        if self.trick == earlier.trick:
            return []
        cards = 0
        for seat in range(self.seats):
            cards += self.last[seat]
        return [event_of("trick", self.last_winner, some(cards), ends_trick=True, points=self.points_in(cards))]


def laid_since(plays: tuple[tuple[int, Cards], ...], led: Seat, leader: Seat, seats: int, table: Sequence[int]) -> int:
    """How many have laid cards besides these plays of a trick that somebody led to; -1 if it is another trick."""
    if led != leader:
        return -1
    more = -len(plays)
    for seat in range(seats):
        if table[seat]:
            more += 1
    for seat, cards in plays:
        laid = cards
        if seat >= seats or laid != table[seat]:
            return -1
    return more


def in_turn(leader: Seat, seats: int, table: list[int]) -> tuple[tuple[int, Cards], ...]:
    """Plays as (seat, cards), the leader first; seats that have not played are left out."""
    plays: list[tuple[int, Cards]] = []
    for place in range(leader, leader + seats if leader >= 0 else leader):
        cards = table[place % seats]
        if cards:
            plays.append((place % seats, some(cards)))
    return tuple(plays)


def trick_of(plays: tuple[tuple[int, Cards], ...], winner: Seat, leader: Seat) -> Trick:
    """A trick without what a scene adds to it."""
    return tuples.named(Trick, (plays, winner, leader, (), (), None))


NO_TRICK = Trick()
