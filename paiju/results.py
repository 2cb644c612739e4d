"""What a finished deal brought, for any screen: the score sheet in rows, the standing and the ending in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from paiju.core.scene import MatchStanding, Scene, Trick
from paiju.core.words import EVENTS, Event, Message, PlayerAt, Said
from paiju.door import FinishedDeal
from paiju.show import Style, log_lines, name_text, standing_lines


def sheet_rows(results: Sequence[FinishedDeal], style: Style) -> Iterator[list[str]]:
    """Names, then for every deal what each seat scored and where that took it; of teams only their levels after it."""
    seats, alone = range(len(results[0].scores)), not results[0].after.has_teams
    yield ["", *(style.seat(seat) for seat in seats)]
    for result in results:
        figures = result.after.standing_figures
        cells = [f"{result.scores[seat]} → {figures[seat]}" if alone else figures[seat] for seat in seats]
        yield [style.say("deal {number}", number=result.deal), *cells]


def standing_text(match: MatchStanding, style: Style) -> Iterator[str]:
    """The standing in words where it is more than the totals, and who leads while nobody has won."""
    told = [line.strip() for line in standing_lines(match, style)]
    yield from told[len(match.standing_text) if match.is_plain else 0 :]
    if not match.over and len(match.leaders) < len(match.teams):
        yield style.say("in the lead: {players}", players=[PlayerAt(seat) for seat in match.leaders])


def explained_lines(scene: Scene, style: Style) -> Iterator[str]:
    """How the scores of a finished deal came about; seats for which that is the same line by line are told together."""
    groups: dict[tuple[Message, ...], list[PlayerAt]] = {}
    for seat, lines in enumerate(scene.score_lines):
        groups.setdefault(lines, []).append(PlayerAt(seat))
    for lines, seats in groups.items():
        told = list(map(style.say, lines))
        if len(groups) == 1:
            yield from told
            continue
        alone = Said(told[0] if len(told) == 1 else "")
        yield style.say("{player}: {notes}", player=seats, notes=alone).rstrip()
        yield from ("  " + line for line in told if not alone)


def ending_lines(events: Iterable[Event], style: Style) -> Iterator[str]:
    """How a deal ended beside its last cards: what only this game has a word for. Scores have a place of their own."""
    return log_lines((event for event in events if event.kind not in EVENTS), style)


def note_lines(scene: Scene, style: Style) -> Iterator[str]:
    """What there is to say of each seat: what it bid and took, how it went out."""
    for place in scene.places:
        if place.notes:
            notes = Said(style.listed(map(style.say, place.notes)))
            yield style.say("{player}: {notes}", player=PlayerAt(place.seat), notes=notes)


def trick_rows(trick: Trick, style: Style) -> Iterator[list[str]]:
    """One row a play in the order they were made; a star for who took it."""
    for (seat, _), laid, name in zip(trick.plays, trick.laid, trick.names, strict=True):
        yield [f"{'*' if seat == trick.winner else ' '} {style.seat(seat)}", style.cards(laid) + name_text(name, style)]
