"""Cards in places: who holds what, who sees it, and what is known of hands that are not seen.

A place is a seat or the stock. Every State is made of this; games move their cards with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paiju.core import bits, scatter
from paiju.core.bits import Face, Mask, Seat
from paiju.core.body import Body
from paiju.core.cards import Cards, gather
from paiju.core.chance import Random

WEIGHTS = tuple(1 << 2 * face for face in range(54))


class Places(Body):
    def __init__(self, setup: Any):
        Body.__init__(self, setup)
        self.viewer: int = bits.TRUTH
        self.seats: int = setup.seats
        self.deck_size: int = setup.game.deck_size(setup)
        self.deck_cards: Mask = gather(setup.game.cards(setup))
        self.concealed: int = 0  # bit set of places whose cards a view does not show
        self.unseen: Mask = 0  # the cards of those places, together
        self.hand: list[Mask] = [0] * 7
        self.known: list[Mask] = [0] * 7  # cards everybody knows a place holds
        self.sure: list[Mask] = [0] * 7  # in a view: cards the viewer alone knows a place holds
        self.most: list[Mask] = [bits.ALL] * 7  # the most copies of each face that plays so far allow a place to hold
        self.count: list[int] = [0] * 7

    # ---- for Python ----

    @property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(Cards(self.hand[seat]) for seat in range(self.seats))

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.count[seat] for seat in range(self.seats))

    def everything(self) -> Cards:
        """All cards that are somewhere: with a game that keeps what was played, the deck at every moment."""
        return Cards(sum(self.hand) + self.unseen)

    def known_seat(self, seat: Seat) -> Seat:
        """A seat that a caller in Python names: it becomes an index into native arrays, which check nothing."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        return seat

    def checked_deck(self, deck: Iterable[Face]) -> bytes:
        """This game's cards in some order, for native code to trust; refuses anything else.

        Whoever goes on goes on with the answer: what was looked over may be another deck when it is read again.
        """
        try:
            cards = b"" if isinstance(deck, int) else bytes(deck)
            total = sum(map(WEIGHTS.__getitem__, cards))
        except (TypeError, ValueError, IndexError):
            cards, total = b"", 0
        # As many cards as the deck has can only add up to the same number if they are the same cards.
        if not cards or len(cards) != self.deck_size or total != self.deck_cards:
            rules = self.setup.game.rules(self.setup.options)
            raise ValueError(
                f"not a deck for {rules}: its {self.deck_size} cards are needed, each as often as it has it"
            )
        return cards

    # ---- for games to build on ----

    def clear_hands(self) -> None:
        self.viewer = bits.TRUTH
        self.concealed = 0
        self.unseen = 0
        for place in range(bits.PLACES):
            self.hand[place] = 0
            self.known[place] = 0
            self.sure[place] = 0
            self.most[place] = bits.ALL
            self.count[place] = 0

    def holds(self, seat: Seat, cards: Mask) -> bool:
        return bits.contains(self.hand[seat], cards)

    def give_card(self, place: int, face: Face) -> None:
        bit = bits.one(face)
        self.hand[place] = self.hand[place] + bit
        self.count[place] = self.count[place] + 1

    def put(self, place: int, cards: Mask) -> None:
        """Add cards to a place."""
        self.hand[place] = self.hand[place] + cards
        self.count[place] = self.count[place] + bits.size(cards)

    def take(self, place: int, cards: Mask) -> None:
        """Remove cards from a place, and from what is known of it."""
        self.hand[place] = self.hand[place] - cards
        self.count[place] = self.count[place] - bits.size(cards)
        if self.known[place]:
            self.known[place] = self.known[place] - bits.meet(self.known[place], cards)

    def conceal(self, places: int) -> None:
        """Move the cards of these places (a bit set) to the unseen ones."""
        for place in range(bits.PLACES):
            if places >> place & 1 and not self.concealed >> place & 1:
                self.unseen = self.unseen + self.hand[place]
                self.hand[place] = 0
                self.concealed = self.concealed | 1 << place

    def scatter(self, rng: Random) -> None:
        """Deal the unseen cards to the concealed places at random, as their counts, known cards and limits allow."""
        scatter.deal_unseen(self.hand, self.known, self.sure, self.most, self.count, self.concealed, self.unseen, rng)
        self.concealed = 0
        self.unseen = 0
        self.viewer = bits.TRUTH
        for place in range(bits.PLACES):
            self.sure[place] = 0

    def is_full(self) -> bool:
        """Is this the truth or a guess, with all cards to be seen?"""
        return self.viewer == bits.TRUTH and self.concealed == 0

    def known_viewer(self, viewer: int) -> int:
        """Whoever this is becoming a view of: without anybody else's cards it would be nobody's, and play on."""
        if viewer != self.viewer:
            raise ValueError("cards are hidden from whoever looks: `view` makes what a seat sees")
        return viewer

    def conceal_from(self, viewer: int) -> None:
        """Hide every hand but the viewer's, and the stock."""
        seat = self.known_viewer(viewer)
        places = ((1 << self.seats) - 1) & ~(1 << seat if seat >= 0 else 0)
        self.conceal(places | 1 << bits.STOCK)

    def _write(self, values: dict[str, Any]) -> None:
        """The door to the native fields for positions: takes those it knows out of `values`. It trusts.

        Only C can name a native field, so every class spells out its own; `fields.change` refuses one that all forgot.
        """
        self.viewer = values.pop("viewer", self.viewer)
        self.concealed = values.pop("concealed", self.concealed)
        self.unseen = values.pop("unseen", self.unseen)
        bits.set_masks(self.hand, 7, values.pop("hand", ()))
        bits.set_masks(self.known, 7, values.pop("known", ()))
        bits.set_masks(self.sure, 7, values.pop("sure", ()))
        bits.set_masks(self.most, 7, values.pop("most", ()))
        bits.set_numbers(self.count, 7, values.pop("count", ()))
