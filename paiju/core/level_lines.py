"""What a deal did to the levels of the teams, in lines: for the games in which teams rise."""

from __future__ import annotations

from collections.abc import Mapping

from paiju.core.cards import RANKS, rank_name
from paiju.core.game import Setup
from paiju.core.words import Message, PlayerAt

NO_REASONS: Mapping[int, Message] = {}


def level_lines(before: Setup, after: Setup, reasons: Mapping[int, Message] = NO_REASONS) -> list[Message]:
    """A line for each team, from the setups of a deal and of the next: `standing` has the level of every seat.

    A team may have a reason why its level is not what the score alone would make it.
    """
    lines: list[Message] = []
    for team in sorted(set(before.teams)):
        seats = [PlayerAt(seat) for seat, its_team in enumerate(before.teams) if its_team == team]
        old, new = before.standing[seats[0]], after.standing[seats[0]]
        if new > len(RANKS) + 1:  # there is none above the ace: so the end is written
            lines.append(Message("{seats}: level {old} is won, and the match", seats=seats, old=rank_name(old)))
        elif new == old:
            lines.append(Message("{seats}: level {old} stays", seats=seats, old=rank_name(old)))
        else:
            facts = {"seats": seats, "old": rank_name(old), "new": rank_name(new)}
            lines.append(Message("{seats}: level {old} becomes {new}", **facts))
        if team in reasons:
            lines[-1] = Message("{change} ({reason})", change=lines[-1], reason=reasons[team])
    return lines
