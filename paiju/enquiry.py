"""Enquiries: lines that a player may look up at any time: the hand, the table, what was played, scores, rules, the log.

Every enquiry is a function of what the asker knows, the style, and what was typed behind its word, so none tells more.
Plain mode and chat rooms serve them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paiju.analysis import choice_lines, trick_facts
from paiju.core.chance import Random
from paiju.core.game import Game
from paiju.core.scene import Scene
from paiju.core.words import Event, IllegalAction, PlayerAt, Said, mark
from paiju.door import Door, MatchFacts
from paiju.rulebook import headings, passage, rule_lines, unbroken, without_markup
from paiju.show import Style, log_lines, scene_lines, standing_lines, trick_text, winning_play
from paiju.threads import in_thread

HINT_MS = 1000.0  # what a hint thinks


@dataclass(frozen=True)
class Knowledge:
    """What a player has heard: of the match, of what is on the table, and of what happened in the deal."""

    facts: MatchFacts
    scene: Scene
    events: Sequence[Event]


Enquiry = Callable[[Knowledge, Style, str], Iterable[str]]


def hand(known: Knowledge, style: Style, rest: str) -> Iterable[str]:
    return [hand_line(known.scene, style)]


def hand_line(scene: Scene, style: Style) -> str:
    place = scene.places[scene.viewer]
    if place.count and not place.hand:
        return style.say("you do not see your own cards")
    return f"= {style.hand(place.hand)}"


def open_hands(scene: Scene, style: Style) -> Iterator[str]:
    """Hands of others that the viewer sees, as in a round in which everybody sees all but his own."""
    for place in scene.places:
        if place.seat != scene.viewer and place.hand:
            cards = Said(style.hand(place.hand))
            yield style.say("{seat} holds {cards}", seat=PlayerAt(place.seat), cards=cards)


def places(known: Knowledge, style: Style, rest: str) -> Iterable[str]:
    return scene_lines(known.scene, style)


def last(known: Knowledge, style: Style, rest: str) -> Iterable[str]:
    """The last trick; where sets go round and round, the last set."""
    running, before = known.scene.trick, known.scene.last
    if running.is_series or before.is_series:
        return [winning_play(running if running.plays else before, style)]
    if before.plays:
        return [trick_text(before, style)]
    return [style.say("there was no trick yet" if running.plays else "nothing has been played yet")]


def play_lines(known: Knowledge, style: Style, rest: str) -> Iterator[str]:
    """The plays since the table was empty, and who passed, the newest first."""
    plays = plays_on_the_table(known.events)
    if plays:
        yield from map(style.event, reversed(plays))
    else:
        yield style.say("nothing lies on the table: you open" if known.scene.is_asked else "nothing lies on the table")


def plays_on_the_table(events: Sequence[Event]) -> list[Event]:
    """The events of the running trick or series: cards played, and passes."""
    begun = max((at for at, event in enumerate(events, 1) if event.ends_trick), default=0)
    plays = [event for event in events[begun:] if event.kind in ("play", "pass")]
    return plays if any(event.kind == "play" for event in plays) else []


def score(known: Knowledge, style: Style, rest: str) -> Iterator[str]:
    """A line a deal, then where the match stands."""
    for result in known.facts.results:
        yield sheet_line(result.deal, result.scores, style)
    scene = known.scene
    if scene.scores and not scene.over:
        yield sheet_line(scene.deal, scene.scores, style)
    yield from standing_lines(known.facts.match, style)


def sheet_line(deal: int, scores: Iterable[int], style: Style) -> str:
    texts = (f"{style.seat(seat)} {score}" for seat, score in enumerate(scores))
    return style.say("deal {number}: {scores}", number=deal, scores=Said(style.listed(texts)))


def rules(known: Knowledge, style: Style, rest: str) -> Iterable[str]:
    return rules_of(known.facts.game, known.facts.options, style, rest)


def rules_of(game: Game, options: Any, style: Style, rest: str) -> Iterable[str]:
    """The headings; with a number behind it that section or rule, with `all` everything."""
    lines = list(rule_lines(game, options, style.lang))
    sections = list(headings(lines))
    number = rest.strip().removesuffix(".").lower()
    if not number:
        return sections
    found = lines if number in ("all", style.word(mark("all"))) else list(passage(lines, number))
    if not found:
        raise IllegalAction("there is no rule {number}: the sections are {sections}", code="no_such_rule",
                            number=Said(number[:20]), sections=list(map(Said, sections)))  # fmt: skip
    return without_markup(unbroken(found))


def log(known: Knowledge, style: Style, rest: str) -> Iterator[str]:
    """The deal so far as this seat knows it, also what was before the match was resumed."""
    return log_lines(known.events, style)


async def hint_lines(door: Door, style: Style, rng: Random) -> list[str]:
    """What the choices are worth, the best first. It takes a moment, so it is no enquiry like the others."""
    choices, unit = await door.hint(HINT_MS), door.facts.game.unit
    facts = await in_thread(trick_facts, await door.view(), choices[:5], rng)
    lines = list(choice_lines(choices, style, unit=unit, facts=facts))
    if worlds := choices[0].worlds:
        scale = mark("{unit} ahead of the others, on average over {worlds} guesses at the hidden cards:")
        lines.insert(0, style.say(scale, worlds=worlds, unit=unit))
    return lines


ENQUIRIES: dict[str, Enquiry] = {
    mark("hand"): hand,
    mark("table"): places,
    mark("played"): play_lines,
    mark("last"): last,
    mark("score"): score,
    mark("rules"): rules,
    mark("log"): log,
}
