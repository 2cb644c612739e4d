"""Pairs and tractors: find them, pack them, compare them.

A `ladder` says on which rungs of one suit there are pairs (see trump.py): bit r for a pair on rung r, bit 32 + r for a
second pair there, as equal cards of several suits can make. A tractor is a run of neighbouring rungs. `lengths` is a
list of tractor lengths in one integer, four bits each, the first one lowest: 0x23 is one of three pairs and one of two.
"""

from __future__ import annotations

from paiju.core import bits

RUNGS = 0xFFFFFFFF


def runs(ladder: int, length: int) -> int:
    """Where runs of this length start, one bit a rung."""
    starts = ladder & RUNGS
    for _ in range(length - 1):
        starts = starts & starts >> 1
    return starts


def without(ladder: int, start: int, length: int) -> int:
    """What is left when one pair is taken from each rung of a run; a second pair steps in."""
    run = ((1 << length) - 1) << start
    return ladder & ~(run | run << 32) | ladder >> 32 & run


def tractors(ladder: int) -> int:
    """The maximal runs of two or more rungs as lengths, longest first."""
    once = ladder & RUNGS
    if not once & once >> 1:
        return 0
    lengths = 0
    shift = 0
    length = bits.popcount(once)
    while length > 1:
        whole = runs(ladder, length) & ~(once << 1) & ~runs(ladder, length + 1)
        while whole:
            lengths = lengths | length << shift
            shift += 4
            whole = whole & (whole - 1)
        length = length - 1
    return lengths


def fits(ladder: int, lengths: int) -> bool:
    """Can tractors of these lengths be taken from the ladder side by side?"""
    if lengths == 0:
        return True
    length = lengths & 15
    starts = runs(ladder, length)
    while starts:
        if fits(without(ladder, bits.lowest(starts), length), lengths >> 4):
            return True
        starts = starts & (starts - 1)
    return False


def starts_for(ladder: int, lengths: int) -> int:
    """Where the first of these tractors can start so that the others still fit, one bit a rung."""
    length = lengths & 15
    starts = runs(ladder, length)
    if lengths >> 4:
        rest = starts
        while rest:
            start = bits.lowest(rest)
            if not fits(without(ladder, start, length), lengths >> 4):
                starts = starts ^ 1 << start
            rest = rest & (rest - 1)
    return starts


def top(ladder: int, lengths: int) -> int:
    """The highest rung the first of these tractors can reach while the others still fit; -1 if they do not fit."""
    starts = starts_for(ladder, lengths)
    return bits.highest(starts) + (lengths & 15) - 1 if starts else -1


def duty(ladder: int, lengths: int, strict: bool) -> int:
    """Which tractors must be followed with, given those led: each led one if the ladder still has one as long.

    `strict` also asks for the longest shorter one, and for what is then left of the led tractor again.
    """
    owed = 0
    shift = 0
    while lengths:
        need = lengths & 15
        lengths = lengths >> 4
        length = need
        while length > 1:
            if fits(ladder, owed | length << shift):
                owed = owed | length << shift
                shift += 4
                need = need - length
                length = need
            elif strict:
                length = length - 1
            else:
                length = 0
    return owed
