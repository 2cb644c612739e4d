#!/usr/bin/env python3
"""A script as heartless ran them: launched for every decision, told everything in its arguments, answering with cards.

    script:examples/bots/heartless.py

It decides as heartless's built-in AI does. Scripts can only play Hearts and cost a launch a card; anything new is
better a bot that is started once (simple.py).
"""

import sys

RANKS = "234567890JQKA"
SUITS = "cdsh"  # in this order everywhere: clubs, diamonds, spades, hearts
QUEEN = "Qs"


def cards(text):
    """`2c0dQs` as a list of cards."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def rank(card):
    return RANKS.index(card[0])


def of(suit, hand):
    """The hand's cards of a suit, low to high."""
    return sorted((card for card in hand if card[1] == suit), key=rank)


def give(hand):
    """The queen of spades first, then the highest; of equals hearts, spades, diamonds, clubs."""
    return sorted(hand, key=lambda card: (card == QUEEN, rank(card), SUITS.index(card[1])))[-3:]


def lead(hand, table):
    """Low from the shortest suit; not spades with the queen or above, nor hearts before they are broken."""
    if table["round"] == "1":
        return "2c"
    broken = any(card[1] == "h" for card in cards(table["discarded"]))
    length = {suit: len(of(suit, hand)) for suit in SUITS}
    length["s"] = 14 if any(rank(card) >= rank(QUEEN) for card in of("s", hand)) else 1
    if not broken:
        length["h"] = 15
    return next(of(suit, hand)[0] for suit in sorted(SUITS, key=lambda suit: length[suit]) if of(suit, hand))


def follow(hand, suit, table):
    """Duck as high as possible; if that cannot be, low - or high, when nobody behind can follow."""
    held, best = of(suit, hand), table["high_card"]
    under = [card for card in held if best and rank(card) < rank(best)]
    if under:
        return QUEEN if suit == "s" and QUEEN in held and rank(best) > rank(QUEEN) else under[-1]
    high = [card for card in held if card != QUEEN and suit != "h"]
    return high[-1] if high and not followed(suit, table) else held[0]


def followed(suit, table):
    """May one of the two seats behind us, up to the leader, still hold the suit?"""
    who, leader = int(table["who"]), int(table["under_the_gun"])
    for seat in ((who + 1) % 4, (who + 2) % 4):
        if seat == leader:
            return False
        if suit in table[("my", "left", "opposite", "right")[seat] + "_suit_chars"]:
            return True
    return False


def discard(hand, first):
    """Nothing to follow with: the queen, the highest heart, the highest card; no points in the first trick."""
    if QUEEN in hand and not first:
        return QUEEN
    if of("h", hand) and not first:
        return of("h", hand)[-1]
    plain = [card for card in hand if card[1] != "h" and card != QUEEN]
    if plain:
        return max(plain, key=lambda card: (rank(card), SUITS.index(card[1])))
    return (of("h", hand) or hand)[-1]


def main():
    table = dict(word[2:].split("=", 1) for word in sys.argv[1:])  # --hand=2c0dQs and 23 more
    hand, suit = cards(table["hand"]), table["suit_to_follow"][:1]
    if table["round"] == "0":
        print("".join(give(hand)))
    elif table["who"] == table["under_the_gun"]:
        print(lead(hand, table))
    elif of(suit, hand):
        print(follow(hand, suit, table))
    else:
        print(discard(hand, table["round"] == "1"))


if __name__ == "__main__":
    main()
