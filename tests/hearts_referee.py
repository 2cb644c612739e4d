"""A slow referee for Hearts, written from the rules page (docs/rules/hearts.md) and from nothing else.

It knows cards as texts ("QS"), takes its time, and uses no code of the engine: tests compare the two.
"""

from __future__ import annotations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rank(card: str) -> int:
    """2 to 14."""
    return RANKS.index(card[:-1]) + 2


def suit(card: str) -> str:
    return card[-1]


def is_point(card: str) -> bool:
    return suit(card) == "H" or card == "QS"


class Referee:
    """One deal. `rules` has the value of every option by its name, as text."""

    def __init__(self, rules: dict[str, str], number: int, dealer: int, standing: list[int], deck: list[str]):
        self.rules, self.standing = rules, standing
        self.players = int(rules["players"])
        size = {3: 17, 4: 13, 5: 10, 6: 8}[self.players]  # 1.3
        self.hands = [deck[size * seat : size * (seat + 1)] for seat in range(self.players)]
        self.kitty = deck[size * self.players :]  # 1.5
        self.tricks = size  # 3.4
        self.gifts: dict[int, list[str]] = {}
        self.played = 0  # tricks
        self.table: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.trick_counts = [0] * self.players
        self.broken = False
        self.choice = ""
        self.turn = -1
        self.dealer = dealer
        self.way = self.pass_way(number)
        self.phase = "give" if self.way else "play"
        if self.phase == "play":
            self.open()

    def on(self, name: str) -> bool:
        return self.rules[name] == "on"

    # ---- 2: the pass ----

    def pass_way(self, number: int) -> int:
        """How many seats to the left the cards go."""
        if not self.on("passing"):
            return 0
        left, right = 1, self.players - 1
        across = [self.players // 2] if self.players in (4, 6) else []
        ways = {
            "left_right_across_hold": [left, right, *across, 0],
            "left_across_right_hold": [left, *across, right, 0],
            "left_right_across": [left, right, *across],
            "left_right": [left, right],
            "left": [left],
        }[self.rules["pass_order"]]
        return ways[(number - 1) % len(ways)]

    def give(self, seat: int, cards: list[str]) -> None:
        self.gifts[seat] = cards
        if len(self.gifts) < self.players:
            return
        for giver, gift in self.gifts.items():
            for card in gift:
                self.hands[giver].remove(card)
        for giver, gift in self.gifts.items():
            self.hands[(giver + self.way) % self.players] += gift
        self.phase = "play"
        self.open()

    # ---- 3 and 4: play ----

    def open(self) -> None:
        """3.1"""
        if self.rules["opening"] == "left":
            self.turn = (self.dealer + 1) % self.players
            return
        clubs = [(rank(card), seat) for seat, hand in enumerate(self.hands) for card in hand if suit(card) == "C"]
        self.turn = min(clubs)[1]

    def waiting(self) -> list[int]:
        if self.phase == "give":
            return [seat for seat in range(self.players) if seat not in self.gifts]
        return [self.turn] if self.turn >= 0 else []

    def legal(self) -> set[str]:
        """The cards that whoever is to play may play."""
        hand = self.hands[self.turn]
        clubs = [card for card in hand if suit(card) == "C"]
        first = self.played == 0
        if first and not self.table and self.rules["opening"] == "lowest_club":
            return {min(clubs, key=rank)}
        if first and not self.table and self.rules["opening"] == "any_club":
            return set(clubs)
        if self.table:  # 3.2
            cards = [card for card in hand if suit(card) == suit(self.table[0][1])] or hand
        elif self.on("breaking") and not self.broken:  # 4.2
            cards = [card for card in hand if suit(card) != "H"] or hand
        else:
            cards = hand
        if first and not self.on("first_trick_points"):  # 4.4
            cards = [card for card in cards if not is_point(card)] or cards
        return set(cards)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.table.append((self.turn, card))
        if suit(card) == "H" or (card == "QS" and self.on("queen_breaks")):  # 4.1, 4.3
            self.broken = True
        self.turn = (self.turn + 1) % self.players
        if len(self.table) == self.players:
            self.finish_trick()

    def finish_trick(self) -> None:
        """3.3"""
        led = suit(self.table[0][1])
        winner = max((rank(card), seat) for seat, card in self.table if suit(card) == led)[1]
        self.won[winner] += [card for _, card in self.table]
        self.trick_counts[winner] += 1
        self.played += 1
        self.table = []
        self.turn = winner
        if self.rules["kitty"] == "first" and self.played == 1:  # 1.5
            self.won[winner] += self.kitty
            self.kitty = []
        if self.played < self.tricks:
            return
        if self.rules["kitty"] == "last":
            self.won[winner] += self.kitty
            self.kitty = []
        self.turn = -1
        if self.rules["moon"] == "choose" and self.shooter() >= 0:
            self.phase = "moon"
            self.turn = self.shooter()

    def choose(self, word: str) -> None:
        self.choice = word
        self.turn = -1

    # ---- 5 and 6: points ----

    def cost(self, card: str) -> int:
        """5.1 and 5.2"""
        if card == "QS":
            return int(self.rules["queen"])
        if suit(card) == "H":
            return rank(card) if self.on("spot_hearts") else 1
        return 0

    def shooter(self) -> int:
        """5.3: who has shot the moon, -1 if nobody has."""
        for seat, cards in enumerate(self.won):
            if len([card for card in cards if is_point(card)]) == 14:
                return seat
        return -1

    def scores(self) -> list[int]:
        jack = [-10 if self.on("jack") and "JD" in cards else 0 for cards in self.won]  # 5.4
        shooter = self.shooter()
        if shooter < 0:
            scores = [sum(map(self.cost, cards)) for cards in self.won]
            if self.on("no_trick"):  # 5.6
                scores = [score - 5 * (count == 0) for score, count in zip(scores, self.trick_counts, strict=True)]
            return [score + bonus for score, bonus in zip(scores, jack, strict=True)]
        moon = sum(map(self.cost, self.won[shooter]))
        if self.on("sun") and self.trick_counts[shooter] == self.tricks:  # 5.5
            moon *= 2
        added = [bonus + (0 if seat == shooter else moon) for seat, bonus in enumerate(jack)]
        subtracted = [bonus - (moon if seat == shooter else 0) for seat, bonus in enumerate(jack)]
        how = self.choice or self.rules["moon"]
        if how == "better":
            over, winners = self.verdict(added)
            how = "add" if over and shooter in winners else "subtract"
        return added if how == "add" else subtracted

    def verdict(self, scores: list[int]) -> tuple[bool, list[int]]:
        """6: is the match over after these scores, and who leads?"""
        totals = [total + score for total, score in zip(self.standing, scores, strict=True)]
        lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
        over = max(totals) >= int(self.rules["target"])
        if self.rules["tie"] == "extra_deal" and len(lowest) > 1:
            over = False
        return over, lowest
