"""A slow referee of Gong Zhu, written from docs/rules/gongzhu.md alone, for tests/games/test_gongzhu_referee.py.

Every card is an object of its own that lies in somebody's hand, exposed or not, as at a table; a play is legal if it is
among all the ways to take cards from the hand and no sentence forbids it. Nothing of paiju is used but its notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
VALUES = dict(zip(RANKS, (0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50), strict=True))
PIP_VALUES = dict(zip(RANKS, (2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50), strict=True))


@dataclass(eq=False)  # two copies of a card are two cards
class Piece:
    rank: str
    suit: str
    exposed: bool = False
    dark: bool = False

    @cached_property
    def face(self) -> str:
        return self.rank + self.suit

    @cached_property
    def height(self) -> int:
        return RANKS.index(self.rank)

    @cached_property
    def order(self) -> tuple[int, int]:
        return "CDHS".index(self.suit), self.height

    @cached_property
    def is_scored(self) -> bool:
        return self.suit == "H" or self.face in ("10C", "JD", "QS")

    @cached_property
    def is_banned(self) -> bool:
        """Rule 4.7."""
        return self.face in ("JD", "QS") or (self.suit == "H" and self.height >= RANKS.index("5"))


def piece(text: str) -> Piece:
    return Piece(text[:-1], text[-1])


def is_pair(cards: tuple[Piece, ...] | list[Piece]) -> bool:
    return len(cards) == 2 and cards[0].face == cards[1].face


def has_pair(cards: list[Piece]) -> bool:
    return len({card.face for card in cards}) < len(cards)


class Referee:
    """One deal. `hands` are texts of cards; `opener` leads the first trick with any card, -1 if 2♣ decides."""

    def __init__(self, options: Any, hands: list[list[str]], opener: int):
        self.options, self.opener = options, opener
        self.hands = [[piece(text) for text in hand] for hand in hands]
        self.taken: list[list[Piece]] = [[], [], [], []]
        self.trick: list[tuple[int, tuple[Piece, ...]]] = []
        self.tricks = 0
        self.suits_led: set[str] = set()
        self.last_pig = -1

    # ---- before play ----

    def showable(self) -> list[str]:
        return ["10C", "JD", "QS", "AH"] if self.options.expose_ace_hearts else ["10C", "JD", "QS"]

    def expose_dark(self, seats: list[int]) -> list[list[str]]:
        """Rule 3.7: these seats expose whatever they hold; what that is, by seat."""
        for seat in seats:
            for card in self.hands[seat]:
                if card.face in self.showable():
                    card.exposed = card.dark = True
        return [[card.face for card in hand if card.dark] for hand in self.hands]

    def give(self, gifts: list[list[str]], shift: int) -> None:
        moved: list[list[Piece]] = []
        for hand, gift in zip(self.hands, gifts, strict=True):
            moved.append([])
            for face in gift:
                moved[-1].append(next(card for card in hand if card.face == face))
                hand.remove(moved[-1][-1])
        for seat, cards in enumerate(moved):
            self.hands[(seat + shift) % 4] += cards

    def shows(self, seat: int) -> set[tuple[str, ...]]:
        """Rule 3.1: everything the seat may expose, as faces in order."""
        free = sorted(
            (card for card in self.hands[seat] if card.face in self.showable() and not card.exposed),
            key=lambda card: card.order,
        )
        return {tuple(card.face for card in some) for n in range(len(free) + 1) for some in combinations(free, n)}

    def show(self, seat: int, faces: list[str]) -> None:
        for face in faces:
            next(card for card in self.hands[seat] if card.face == face and not card.exposed).exposed = True

    def may_open(self) -> list[int]:
        """Rule 4.1."""
        if self.opener >= 0:
            return [self.opener]
        return [seat for seat in range(4) if any(card.face == "2C" for card in self.hands[seat])]

    # ---- play ----

    def legal(self, seat: int) -> dict[str, tuple[Piece, ...]]:
        """Every legal play as people write it, with the cards it takes from the hand."""
        plays = list(self.leads(seat) if not self.trick else self.follows(seat))
        kinds = {self.copies_of(cards) for cards in plays}
        texts = {}
        for cards in plays:
            faces = sorted({card.face: card for card in cards}.values(), key=lambda card: card.order)
            number = bit = 0
            for one in faces:  # rule 3.5
                of_face = [card for card in cards if card.face == one.face]
                if len(of_face) == 1 and self.other_copy(cards, one) in kinds:
                    number += of_face[0].exposed << bit
                    bit += 1
            words = [card.face for card in sorted(cards, key=lambda card: card.order)]
            texts[" ".join([*words, str(number)] if number else words)] = cards
        return texts

    def copies_of(self, cards: tuple[Piece, ...]) -> tuple[tuple[str, bool], ...]:
        return tuple(sorted((card.face, card.exposed) for card in cards))

    def other_copy(self, cards: tuple[Piece, ...], one: Piece) -> tuple[tuple[str, bool], ...]:
        """The same play with the other kind of copy of one card."""
        return tuple(sorted((card.face, card.exposed != (card is one)) for card in cards))

    def waits(self, card: Piece) -> bool:
        """Rule 3.6: is this the first trick of a card that lies exposed?"""
        return self.options.expose_wait and card.exposed and card.suit not in self.suits_led

    def leads(self, seat: int) -> Iterator[tuple[Piece, ...]]:
        hand = self.hands[seat]
        for n in (1, 2):
            for cards in combinations(hand, n):
                if n == 2 and not is_pair(cards):
                    continue  # 4.3
                if self.tricks == 0 and self.opener < 0 and cards[0].face != "2C":
                    continue  # 4.2
                others = [card for card in hand if card.suit == cards[0].suit and not card.exposed]
                if any(map(self.waits, cards)) and others:
                    continue  # 3.6
                yield cards

    def follows(self, seat: int) -> Iterator[tuple[Piece, ...]]:
        hand, led = self.hands[seat], self.trick[0][1]
        n, suit = len(led), led[0].suit
        mine = [card for card in hand if card.suit == suit]
        ready = [card for card in mine if not self.waits(card)]
        allowed = [card for card in hand if card.suit != suit and not card.is_banned]
        for cards in combinations(hand, n):
            inside = [card for card in cards if card.suit == suit]
            if len(inside) < min(n, len(mine)):
                continue  # 4.4, 4.6
            if len([card for card in inside if card in ready]) < min(n, len(ready)):
                continue  # 3.6: those come first
            playable = ready if ready else mine
            if n == 2 and has_pair(playable) and not (is_pair(cards) and inside):
                continue  # 4.5
            if self.tricks == 0 and self.options.first_trick_ban:
                thrown = [card for card in cards if card.suit != suit]
                if len([card for card in thrown if not card.is_banned]) < min(len(thrown), len(allowed)):
                    continue  # 4.7
            yield cards

    def play(self, seat: int, cards: tuple[Piece, ...]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.trick.append((seat, cards))
        if len(self.trick) == 4:
            winner = self.winner()
            won = [card for _, played in self.trick for card in played]
            self.taken[winner] += won
            if any(card.face == "QS" for card in won):
                self.last_pig = winner
            self.suits_led.add(self.trick[0][1][0].suit)
            self.tricks += 1
            self.trick = []

    def winner(self) -> int:
        """Section 5."""
        best, led = self.trick[0], self.trick[0][1]
        for seat, cards in self.trick[1:]:
            if any(card.suit != led[0].suit for card in cards):
                continue
            if self.strength(cards) > self.strength(best[1]):
                best = seat, cards
        return best[0]

    def strength(self, cards: tuple[Piece, ...]) -> tuple[int, int]:
        mixed = len(cards) == 2 and not is_pair(cards)
        if mixed and cards[0].suit == "D" and not self.options.mixed_diamonds:
            return -1, 0
        return int(mixed), max(card.height for card in cards)

    # ---- scores ----

    def scores(self) -> list[int]:
        alone = [self.score(seat) for seat in range(4)]
        if self.options.partners:
            return [alone[seat] + alone[(seat + 2) % 4] for seat in range(4)]
        return alone

    def everything(self) -> list[Piece]:
        return [card for pile in [*self.hands, *self.taken, *(cards for _, cards in self.trick)] for card in pile]

    def factor(self, card: Piece) -> int:
        """By how much exposing multiplies a card (3.7, 6.2, 6.7)."""
        if self.options.expose_all_copies:
            return 2 ** len([copy for copy in self.everything() if copy.face == card.face and copy.exposed])
        return 4 if card.dark else 2 if card.exposed else 1

    def score(self, seat: int) -> int:
        options, cards = self.options, [card for card in self.taken[seat] if card.is_scored]
        tens = [card for card in cards if card.face == "10C"]
        if len(tens) == len(cards):
            return sum(5 * options.base * self.factor(ten) for ten in tens)
        hearts = [card for card in cards if card.suit == "H"]
        all_hearts, all_cards = len(hearts) == 13 * options.decks, len(cards) == 16 * options.decks
        total = 0
        for card in cards:
            if card.suit == "H":
                worth = (PIP_VALUES if options.hearts == "pips" else VALUES)[card.rank]
                for ace in self.everything():
                    if ace.face == "AH" and ace.exposed:
                        worth *= 4 if ace.dark else 2
                total += worth if all_hearts else -worth
            elif card.face == "QS":
                good = all_cards or (all_hearts and options.slam_pigs)
                total += (100 if good else -100) * self.factor(card)
            elif card.face == "JD":
                total += 100 * self.factor(card)
        total = total * options.base // 10
        if not tens:
            return total
        if options.ten == "double":
            for ten in tens:
                total *= 2 * self.factor(ten)
            return total
        exposed = [card for card in (self.everything() if options.expose_all_copies else tens) if card.face == "10C"]
        steps = sum(2 if card.dark else 1 for card in exposed if card.exposed)
        percent = 100 + options.ten_taken * len(tens) + options.ten_exposed * steps
        return (2 * total * percent + 100) // 200  # Python rounds down, so halves go up
