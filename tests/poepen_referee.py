"""A referee for Chinees Poepen and its house rules: slow, plain, and written from docs/rules/poepen.md alone.

It shares no code with paiju: cards are pairs of a suit and a rank, hands are lists. Numbers in brackets are rules.
"""

from __future__ import annotations

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # 1.2
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def card(text: str) -> tuple[str, int]:
    """A card as its suit and how high it is: 10C is ("C", 8)."""
    return text[-1], RANKS.index(text[:-1])


def spelt(one: tuple[str, int]) -> str:
    return RANKS[one[1]] + one[0]


def largest(rules) -> int:
    """The cards of the largest rounds (1.6)."""
    left = 1 if rules.trump == "turned" and rules.no_trump == "never" and not rules.whole_pack else 0
    cards = rules.peak
    while cards * rules.players + left > 52:
        cards -= 1
    return cards


def rounds(rules) -> list[int]:
    """The cards of all rounds (1.3, 1.5)."""
    low, high = rules.low, largest(rules)
    if rules.rounds == "fixed":
        return [high for _ in range(rules.length)]
    found = []
    if rules.rounds in ("down", "down_up"):
        found += reversed(range(low, high + 1))
        if rules.rounds == "down_up":
            found += range(low + 1, high + 1)
    else:
        found += range(low, high + 1)
        if rules.rounds == "up_down":
            found += reversed(range(low, high))
    played = []
    for cards in found:
        often = (cards == low and rules.repeat in ("low", "both")) or (
            cards == high and rules.repeat in ("peak", "both")
        )
        played += [cards] * (rules.players if often else 1)
    return played


def points(rules, cards: int, bid: int, won: int) -> int:
    """What a bid brings (6.1, 6.2, 6.5)."""
    if bid == won == 0 and rules.zero != "same":
        return 5 + cards if rules.zero == "5+cards" else rules.zero
    if bid == won:
        return {
            "10+2n": 10 + 2 * won, "10+n": 10 + won, "5+n": 5 + won, "20+10n": 20 + 10 * won, "10n": 10 * won,
            "squared": 10 + won**2,
        }[rules.score]  # fmt: skip
    if won > bid and rules.over != "same":
        return -rules.over * (won - bid)
    off = abs(bid - won)
    named = {"tricks": won, "squared": -(off**2), "ten": -10}
    return named[rules.missed] if rules.missed in named else -rules.missed * off


class Referee:
    """One round. `moves(seat)` are the answers a seat may give, as text; `act` gives one."""

    def __init__(self, rules, number: int, dealer: int, deck: list[str]):
        self.rules, self.players = rules, rules.players
        self.cards = rounds(rules)[number - 1]
        pack = [card(text) for text in deck]
        self.dealer = dealer if dealer >= 0 else self.draw(deck)
        self.hands: list[list[tuple[str, int]]] = [[] for _ in range(self.players)]
        order = [(self.dealer + 1 + i) % self.players for i in range(self.players)]  # 2.1
        top = 0
        for _ in range(self.cards):
            for seat in order:
                self.hands[seat].append(pack[top])
                top += 1
        self.out = pack[top:]
        self.trump = self.find_trump(number, pack, top)
        self.bids = [-1] * self.players
        self.open = rules.bidding == "in_turn"
        self.to_bid = order if self.open else sorted(order)
        self.won = [0] * self.players
        self.trick: list[tuple[int, tuple[str, int]]] = []
        self.turn = order[0]  # 4.1

    def draw(self, deck: list[str]) -> int:
        """Who draws the highest card (1.4); docs/record.md says from which cards, and that clubs are lowest."""
        step, first = (self.players, 0) if self.cards >= self.players else (1, len(deck) - self.players)
        drawn = [deck[first + step * seat] for seat in range(self.players)]
        height = [("CDHS".index(text[-1]), RANKS.index(text[:-1])) for text in drawn]
        return height.index(max(height))

    def find_trump(self, number: int, pack: list[tuple[str, int]], top: int) -> str:
        """The trump suit, "" for none (2.2, 2.4, 2.5)."""
        way = self.rules.trump
        if self.rules.no_trump == "peak" and self.cards == largest(self.rules):
            return ""
        if way == "turned":
            return pack[top][0] if top < 52 else pack[51][0]
        if way in SUITS:
            return SUITS[way]
        if way == "none":
            return ""
        return way[(number - 1) % len(way)].upper().replace("N", "")

    def waiting(self) -> list[int]:
        if self.to_bid:
            return self.to_bid[:1] if self.open else list(self.to_bid)
        return [] if not any(self.hands) else [self.turn]

    def is_hooked(self) -> bool:
        return self.rules.hook_from != "off" and self.cards >= self.rules.hook_from  # 3.4

    def moves(self, seat: int) -> set[str]:
        if self.to_bid:
            bids = set(range(100 if self.rules.overbid else self.cards + 1))  # 3.2
            if self.open and seat == self.dealer and self.is_hooked():  # 3.3
                bids.discard(self.cards - sum(bid for bid in self.bids if bid > 0))
            return {f"bid {bid}" for bid in bids}
        if self.rules.blind and self.cards == 1:  # 5.2
            return {"play"}
        hand = self.hands[seat]
        follow = [one for one in hand if self.trick and one[0] == self.trick[0][1][0]]  # 4.2
        return {f"play {spelt(one)}" for one in follow or hand}

    def act(self, seat: int, text: str) -> None:
        kind, _, what = text.partition(" ")
        if kind == "bid":
            self.bids[seat] = int(what)
            self.to_bid.remove(seat)
            if not self.to_bid and not self.open:
                self.open = True
                if self.is_hooked() and sum(self.bids) == self.cards:  # 3.3, bids made together
                    self.bids[self.dealer] = -1
                    self.to_bid = [self.dealer]
            return
        played = card(what) if what else self.hands[seat][0]
        self.hands[seat].remove(played)
        self.trick.append((seat, played))
        self.turn = (seat + 1) % self.players
        if len(self.trick) == self.players:
            led = self.trick[0][1][0]
            suit = self.trump if any(one[0] == self.trump for _, one in self.trick) else led  # 4.3
            self.turn = max((one[1], seat) for seat, one in self.trick if one[0] == suit)[1]
            self.won[self.turn] += 1
            self.trick = []

    def scores(self) -> tuple[int, ...]:
        return tuple(points(self.rules, self.cards, bid, won) for bid, won in zip(self.bids, self.won, strict=True))
