"""What a finished deal brought, for any screen: the score sheet in rows, the standing and the ending in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from paiju.core.game import Game, Setup
from paiju.core.scene import Scene, Trick
from paiju.core.words import Event, PlayerAt
from paiju.door import FinishedDeal
from paiju.show import Style, log_lines, standing_lines


def sheet_rows(results: Sequence[FinishedDeal], style: Style) -> Iterator[list[str]]:
    """Names, then for every deal what each seat scored and where that took it; of teams only their levels after it."""
    setup = results[0].setup
    seats = range(setup.seats)
    alone = len({setup.game.team(setup, seat) for seat in seats}) == setup.seats
    yield ["", *(style.seat(seat) for seat in seats)]
    for result in results:
        standing = result.after.standing
        cells = [f"{result.scores[seat]} → {standing[seat]}" if alone else str(standing[seat]) for seat in seats]
        yield [style.say("deal {number}", number=result.setup.deal), *cells]


def standing_text(setup: Setup, style: Style) -> Iterator[str]:
    """The standing in words where it is more than the totals, and who leads while nobody has won."""
    told = [line.strip() for line in standing_lines(setup, style)]
    totals = len(told) - setup.over if type(setup.game).standing_text is Game.standing_text else 0
    yield from told[totals:]
    if not setup.over:
        leaders = setup.game.winners(setup)
        if len(leaders) < setup.seats:
            yield style.say("in the lead: {players}", players=[PlayerAt(seat) for seat in leaders])


def ending_lines(game: Game, events: Iterable[Event], style: Style) -> Iterator[str]:
    """How a deal ended beside its last cards: what only this game has a word for. Scores have a place of their own."""
    return log_lines(game, (event for event in events if event.kind in game.events), style)


def note_lines(scene: Scene, style: Style) -> Iterator[str]:
    """What there is to say of each seat: what it bid and took, how it went out."""
    for place in scene.places:
        if place.notes:
            yield f"{style.seat(place.seat)}: {style.listed(map(style.say, place.notes))}"


def trick_rows(trick: Trick, style: Style) -> Iterator[list[str]]:
    """One row a play in the order they were made; a star for who took it."""
    for (seat, _), laid in zip(trick.plays, trick.laid, strict=True):
        yield [f"{'*' if seat == trick.winner else ' '} {style.seat(seat)}", style.cards(laid)]
