"""Tricks of random cards at full speed, for the roll-outs of games with a single deck."""

from __future__ import annotations

from paiju.core import bits, dice
from paiju.core.chance import Random
from paiju.core.tricks import TrickState


def play(state: TrickState, closed: int, openers: int, trumps: int, lacking: list[int], rng: Random) -> int:
    """With a single deck: random cards from a lead up to the lead of the last trick; all that were played.

    What playing card by card comes to, in half the time, because hands fit into registers: whoever can follows suit,
    the highest trump or else the highest card of the suit led wins. `closed` cards are led only by who has nothing
    else, until one of the `openers` has been played; what each seat turns out to lack is written to `lacking`. How the
    trick lies and the last one to look at are left to the last cards, which nobody chooses. All cards are packed.
    """
    hands = [0] * 6
    piles = [0] * 6
    played = 0
    raised = 51 - bits.lowest_packed(trumps) if trumps else 0  # trumps stand above all suits, those one place lower
    leader = state.leader
    for seat in range(state.seats):
        hands[seat] = bits.packed(state.hand[seat])
        piles[seat] = 0
        lacking[seat] = 0
    for _ in range(1, state.count[leader]):
        cards = hands[leader] & ~closed or hands[leader]
        card = bits.nth_packed(cards, dice.below(rng, bits.size_packed(cards)))
        if card & closed:
            state.most[leader] = state.most[leader] & bits.fields(bits.unpacked(closed))
        led = bits.suit_packed(bits.lowest_packed(card) // 13)
        hands[leader] = hands[leader] ^ card
        pile = card
        best = (card & trumps) << raised | card >> 1
        seat = winner = leader
        for _ in range(1, state.seats):
            seat = seat + 1 if seat + 1 < state.seats else 0
            cards = hands[seat] & led
            lacking[seat] = lacking[seat] | led * (cards == 0)  # no branch: the processor would guess wrong too often
            cards = cards or hands[seat]
            card = bits.nth_packed(cards, dice.below(rng, bits.size_packed(cards)))
            hands[seat] = hands[seat] ^ card
            pile = pile | card
            strength = (card & trumps) << raised | (card & led) >> 1
            winner = seat if strength > best else winner
            best = strength if strength > best else best
        piles[winner] = piles[winner] | pile
        state.won[winner] = state.won[winner] + 1
        state.trick = state.trick + 1
        played = played | pile
        closed = 0 if pile & openers else closed
        leader = winner
    for seat in range(state.seats):
        state.hand[seat] = bits.unpacked(hands[seat])
        state.count[seat] = 1
        state.taken[seat] = state.taken[seat] + bits.unpacked(piles[seat])
        state.most[seat] = state.most[seat] & ~bits.fields(bits.unpacked(lacking[seat]))
    state.lead_with(leader)
    return played
