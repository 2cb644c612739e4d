"""Ratings per game: Plackett-Luce (openskill), with teams and many players; bots are rated apart from people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MU, SIGMA = 25.0, 25.0 / 3
PROVISIONAL = 10  # matches before a rating says much


@dataclass(frozen=True)
class PlayerRating:
    """How strong somebody is in one game, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def value(self) -> float:
        """What lists are sorted by: he is at least so strong, in all likelihood."""
        return self.mu - 3 * self.sigma

    @property
    def is_provisional(self) -> bool:
        return self.matches < PROVISIONAL


def rated(
    players: Sequence[str], before: dict[str, PlayerRating], teams: Sequence[int], ranks: Sequence[int]
) -> dict[str, PlayerRating]:
    """The ratings after a match: who sat where, each seat's team, and each seat's rank, the lowest the best.

    A bot may have had several seats: what they say of it is averaged.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA)
    members: dict[int, list[int]] = defaultdict(list)
    for seat, team in enumerate(teams):
        members[team].append(seat)
    sides = list(members.values())
    if len(sides) < 2:
        return {}
    given = [
        [model.rating(mu=before[players[seat]].mu, sigma=before[players[seat]].sigma) for seat in side]
        for side in sides
    ]
    places = [float(min(ranks[seat] for seat in side)) for side in sides]
    after: list[list[Any]] = model.rate(given, ranks=places)
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for side, ratings in zip(sides, after, strict=True):
        for seat, rating in zip(side, ratings, strict=True):
            found[players[seat]].append((rating.mu, rating.sigma))
    return {
        player: PlayerRating(
            sum(mu for mu, _ in each) / len(each),
            sum(sigma for _, sigma in each) / len(each),
            before[player].matches + 1,
        )
        for player, each in found.items()
    }


def ranks_of(standing: Sequence[int], low_wins: bool) -> tuple[int, ...]:
    """1 for the best; who stands alike shares a rank."""
    order = sorted(set(standing), reverse=not low_wins)
    return tuple(1 + sum(1 for other in standing if order.index(other) < order.index(own)) for own in standing)
