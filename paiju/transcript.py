"""Deals of bots as heartless printed them: four players, one card each to a trick, told in its words after every card.

`table_lines` is its picture of the table, which plain mode can show too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.scene import Scene, by_suit
from paiju.core.state import State
from paiju.core.words import Action
from paiju.play import Bot, playing
from paiju.show import Style

ME, LEFT, OPPOSITE, RIGHT = range(4)
RECEIVERS = {"across": "opposite"}  # its words for ours
START = "Press enter to start..."
WINNERS = ("me", "the left player", "the opposite player", "the right player")
CELL = 7  # columns of a score


def deal_lines(state: State, bots: Sequence[Bot], luck: Random, style: Style) -> Iterator[str]:
    """A deal card by card, as seat 0 sees it. What that seat is about to do is the example in its question."""
    scene = state.view(ME).scene()
    tricks, done, passing = scene.places[ME].count, 0, bool(scene.asks) and scene.asks[0].kind == "give"
    begins = True
    yield hand_line(scene, style)
    direction = next((str(note.facts["direction"]) for note in scene.notes if "direction" in note.facts), "")
    for seat, action, events in playing(state, bots, luck):
        scene = state.view(ME).scene()
        if action.kind == "give":
            if seat == ME:
                receiver = RECEIVERS.get(direction, direction)
                yield f"Pass {len(action.cards)} cards to {receiver}, e.g. {cards_text(action.cards, style)}"
            for event in events:
                if event.kind == "receive" and event.seat == ME:
                    yield f"Received {cards_text(event.cards, style)}"
                    yield hand_line(scene, style)
            continue
        yield from question_lines(seat, action, style, unasked=begins and not passing)
        begins = False
        ended = any(event.ends_trick for event in events)
        yield from table_lines(scene, style, done, tricks)
        done += ended
        if done < tricks:
            yield hand_line(scene, style)


def question_lines(seat: int, action: Action, style: Style, unasked: bool) -> Iterator[str]:
    """What is asked of seat 0, or that somebody else is to play. In the first line of a deal that nobody passes in
    that is said instead."""
    asked = f"Discard 1 card, e.g. {cards_text(action.cards, style)}" if seat == ME else ""
    if unasked:
        yield f"Do not need to pass cards. {asked}".rstrip()
    else:
        yield asked or "discarding..."


def hand_line(scene: Scene, style: Style) -> str:
    return f"= {style.hand(scene.places[ME].hand)}"


def cards_text(cards: Cards, style: Style) -> str:
    return style.hand(by_suit(int(cards)))


def fits(scene: Scene) -> bool:
    """Can this be drawn so: four players with points, and no more than a card each on the table?"""
    plays = scene.trick.plays or scene.last.plays
    return len(scene.places) == len(scene.scores) == len(scene.standing) == 4 and all(
        len(cards) < 2 for _, cards in plays
    )


def table_lines(scene: Scene, style: Style, done: int, tricks: int) -> Iterator[str]:
    """Which trick it is, everybody's points (in the deal, and with the match), and the cards of the trick as they lie:
    a colon before the one that was led, a full stop behind the one that is ahead."""
    trick = scene.trick if scene.trick.plays else scene.last
    ended = not scene.trick.plays
    ruler = ["-"] * tricks
    ruler[done] = "." if ended else " "
    yield " ".join(ruler)
    seats = [(scene.viewer + step) % 4 for step in range(4)]  # me, left, opposite, right
    scores = [score_text(scene, seat) for seat in seats]
    yield f"{'':{CELL}}{scores[OPPOSITE]:>{CELL}}"
    yield f"{scores[LEFT]:>{CELL}}{'':{CELL}}{scores[RIGHT]:>{CELL}}"
    yield f"{'':{CELL}}{scores[ME]:>{CELL}}"
    yield ""
    played = {seat: cards_text(cards, style) for seat, cards in trick.plays}
    leader = trick.plays[0][0] if trick.plays else -1
    me, left, opposite, right = (
        f"{':' if seat == leader else ' '}{played.get(seat, '')}{'.' if seat == trick.winner else ' '}"
        for seat in seats
    )
    yield f"{'':10}{opposite}"
    yield f"{'':3}{left}{'' if seats[LEFT] in played else '  '}{'':10}{right}"
    yield f"{'':10}{me}"


def winner_text(seat: int) -> str:
    return f"The winner is {WINNERS[seat]}!"


def score_text(scene: Scene, seat: int) -> str:
    """15/91: what the deal has brought so far, and the match before it; with it once the deal is over."""
    score = scene.scores[seat]
    return f"{score}/{scene.standing[seat] + (score if scene.over else 0)}"
