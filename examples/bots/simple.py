#!/usr/bin/env python3
"""A bot in one file, without paiju: it reads lines from standard input and writes lines to standard output.

Try it:  paiju watch, the arena, or any place that takes a bot:  process:examples/bots/simple.py
What the lines mean is in docs/protocol.md. Lines this program does not know it skips, so it keeps working when new ones
are added. Standard output is for the protocol only; print what you want to see yourself to standard error.
"""

import sys

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rank(card):
    """2 to 14, and 15 and 16 for the jokers LJ and BJ."""
    return {"LJ": 15, "BJ": 16}.get(card) or RANKS.index(card[:-1]) + 2


def suit(card):
    """C, D, H, S, or J for a joker."""
    return card[-1]


def ranks(action):
    """The ranks of an action's cards, added up; a number at its end is no card."""
    return sum(rank(card) for card in action[1:] if not card.isdigit())


class Bot:
    def __init__(self):
        self.boldness = 0  # an option: added to every bid
        self.game = ""
        self.seat = 0
        self.hand = []
        self.trump = ""
        self.table = []  # the cards of the trick so far, in the order they were played
        self.asked = {}  # by kind of action: how many cards, and of which
        self.bid = self.won = 0

    def hear(self, line):
        """Take in one line; the answer to it, if it wants one."""
        word, _, rest = line.partition(" ")
        words = rest.split()
        if word == "paiju":
            return "id name Simple\nid version 1\noption boldness 0 added to every bid\nok 1"
        if word == "setoption" and words[0] == "boldness":
            self.boldness = int(words[1])
        elif word == "isready":
            return "readyok"
        elif word == "ping":
            return "pong " + rest
        elif word == "deal":
            # deal poepen:players=5 seat=2 seats=5 deal=1 dealer=0 standing=0,0,0,0,0
            self.game = words[0].split(":")[0]
            facts = dict(fact.split("=", 1) for fact in words[1:])
            self.seat = int(facts["seat"])
            self.table, self.bid, self.won = [], 0, 0
        elif word == "notes" and "trump" in rest and "{suit=" in rest:
            self.trump = rest.split("{suit=")[1][0].upper()
        elif word == "table":
            self.table += words[1:]
        elif word == "see":
            self.see(words[0], words[1], words[2:])
        elif word == "hand":
            self.hand = words
        elif word == "ask":
            # ask give 3 3 of 2C 5C ...: the kind, the least and the most number of cards, and which
            self.asked[words[0]] = (int(words[1]), words[4:])
        elif word == "go":
            # go time 1000 legal play QS; play KS      (or `some` instead of `legal`: there are more)
            actions = rest.split(" ", 3)[3].split("; ")
            answer = self.choose([action.split() for action in actions])
            self.asked = {}
            return " ".join(answer)
        return None

    def see(self, who, kind, cards):
        if kind == "play":
            self.table += cards
        elif kind == "trick":
            self.table = []
            self.won += who == str(self.seat)

    def choose(self, actions):
        """One of the actions, each a list of words: the kind, then cards, then perhaps a number."""
        kind = actions[0][0]
        if "give" in self.asked:  # too many ways to give three cards to list them all: the highest are worst to keep
            number, cards = self.asked["give"]
            return ["give", *sorted(cards, key=self.danger)[-number:]]
        if kind == "bid":
            hope = self.boldness + sum(rank(card) >= 13 or suit(card) == self.trump for card in self.hand) // 2
            best = min(actions, key=lambda action: abs(int(action[1]) - hope))
            self.bid = int(best[1])
            return best
        plays = [action for action in actions if action[0] == "play"]
        if not plays:
            return min(actions, key=len)  # show nothing, pass, bury the first that was offered
        if self.game == "luzi":  # get rid of many low cards at a time
            return min(plays, key=lambda play: (-len(play), ranks(play)))
        if self.game == "shengji" or (self.game == "poepen" and self.won < self.bid):
            return self.take(plays)
        return self.duck(plays)

    def take(self, plays):
        """The highest cards when leading or if they may win, else the lowest."""
        highest = max(plays, key=ranks)
        if self.table:
            last, led = highest[-1], suit(self.table[0])
            if suit(last) != self.trump and (suit(last) != led or rank(last) <= self.best(led)):
                return min(plays, key=ranks)
        return highest

    def duck(self, plays):
        """The highest card that does not take the trick; out of the suit, what is dangerous; else the lowest."""
        if self.table and len(plays[0]) == 2:
            led = suit(self.table[0])
            if suit(plays[0][1]) != led:
                return max(plays, key=lambda play: self.danger(play[1]))
            under = [play for play in plays if suit(play[1]) == led and rank(play[1]) < self.best(led)]
            if under:
                return max(under, key=lambda play: rank(play[1]))
        return min(plays, key=ranks)

    def best(self, led):
        """The highest rank of the suit led in the trick so far."""
        return max(rank(card) for card in self.table if suit(card) == led)

    def danger(self, card):
        """How gladly a card is given away."""
        return rank(card) + (20 if card == "QS" else 0) + (10 if suit(card) == "H" and self.game == "hearts" else 0)


def main():
    bot = Bot()
    for line in sys.stdin:
        line = line.strip()
        if line == "quit":
            break
        answer = bot.hear(line)
        if answer is not None:
            print(answer, flush=True)  # without flush the answer would wait in a buffer, and the clock would run


if __name__ == "__main__":
    main()
