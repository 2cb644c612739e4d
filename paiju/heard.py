"""What a client heard over the wire, as the values that front ends draw: the way back from wire.py.

Sentences come said, in the language of the listener; they become messages that say just that. Cards in them are
written as the reader's own style has it, so letters for suits and cards in words work at a table elsewhere too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paiju.bots.search import Candidate
from paiju.core.cards import FACES, Card, Cards
from paiju.core.game import Game
from paiju.core.scene import MatchStanding, Place, Scene, Trick
from paiju.core.words import KINDS, Action, Ask, Event, IllegalAction, Message, PlayerAt, Said
from paiju.selection import PossibleAnswers
from paiju.show import Part
from paiju.wire import (
    Sentence,
    WireAsk,
    WireChoices,
    WireEvent,
    WireHints,
    WireMatch,
    WirePart,
    WirePlace,
    WireRefusal,
    WireScene,
    WireTrick,
)

FACE_OF = {name: Card(face) for face, name in enumerate(FACES)}
MOST_CARDS = 400  # in one text; three decks have 162


def cards_in(notation: str) -> tuple[Card, ...]:
    """Cards in the order in which they stand; ValueError where something else does."""
    names = notation.split()
    if len(names) > MOST_CARDS or not all(name in FACE_OF for name in names):
        raise ValueError(f"these are no cards: '{notation[:40]}'")
    return tuple([FACE_OF[name] for name in names])


def all_cards(notation: str) -> Cards:
    return Cards(cards_in(notation))


# ---- sentences ----


def message_of(sentence: Sentence) -> Message:
    """A message that says a sentence."""
    if isinstance(sentence, str):
        return Message("{text}", text=Said(sentence))
    facts = {f"part{number}": fact_of(piece) for number, piece in enumerate(sentence)}
    return Message("".join(f"{{{name}}}" for name in facts), **facts)


def fact_of(piece: str | WirePart) -> Said | Part:
    return Said(piece) if isinstance(piece, str) else Part(piece.text, cards_in(piece.cards), piece.seat)


def message_or_none(sentence: Sentence) -> Message | None:
    return message_of(sentence) if sentence else None


def messages_of(sentences: Iterable[Sentence]) -> tuple[Message, ...]:
    return tuple(map(message_of, sentences))


def template_of(event: WireEvent) -> str:
    """The sentence of an event as a template, so that several alike can be told together."""
    pieces = (event.sentence,) if isinstance(event.sentence, str) else event.sentence
    return "".join(template_piece(piece, event) for piece in pieces)


def template_piece(piece: str | WirePart, event: WireEvent) -> str:
    if isinstance(piece, WirePart) and piece.cards and piece.cards == event.cards:
        return "{cards}"
    if isinstance(piece, WirePart) and piece.seat == event.seat >= 0:
        return "{seat}"
    text = piece if isinstance(piece, str) else piece.text
    return text.replace("{", "{{").replace("}", "}}").replace("|", "/")  # a bar would part it in two


# ---- scenes ----


def scene_of(heard: WireScene) -> Scene:
    """A scene as any screen draws it; ValueError if it makes no sense."""
    if [place.seat for place in heard.places] != list(range(len(heard.places))) or not heard.places:
        raise ValueError("the places of a table are not in order")
    if heard.viewer >= len(heard.places):
        raise ValueError("nobody has that seat")
    if len(heard.scores) not in (0, len(heard.places)):
        raise ValueError("not everybody has a score")
    return Scene(
        viewer=heard.viewer,
        places=tuple(map(place_of, heard.places)),
        asks=tuple(map(ask_of, heard.asks)),
        guide=message_or_none(heard.guide),
        game=heard.game,
        title=heard.title,
        phase=heard.phase,
        deal=heard.deal,
        trick=trick_of(heard.trick),
        last=trick_of(heard.last),
        notes=messages_of(heard.notes),
        standing=heard.standing,
        standing_text=messages_of(heard.standing_text),
        standing_figures=heard.standing_figures,
        scores=heard.scores,
        score_lines=tuple(map(messages_of, heard.score_lines)),
        over=heard.over,
        clockwise=heard.clockwise,
    )


def place_of(heard: WirePlace) -> Place:
    return Place(
        seat=heard.seat,
        turn=heard.turn,
        hand=tuple(map(cards_in, heard.hand)),
        received=all_cards(heard.received),
        count=heard.count,
        team=heard.team,
        shown=all_cards(heard.shown),
        exposed=all_cards(heard.exposed),
        notes=messages_of(heard.notes),
    )


def trick_of(heard: WireTrick) -> Trick:
    laid = tuple(cards_in(play.cards) for play in heard.plays)
    return Trick(
        plays=tuple((play.seat, Cards(cards)) for play, cards in zip(heard.plays, laid, strict=True)),
        winner=heard.winner,
        leader=heard.leader,
        laid=laid,
        names=tuple(message_or_none(play.name) for play in heard.plays),
        points=heard.points,
    )


def ask_of(heard: WireAsk) -> Ask:
    if heard.kind not in KINDS:
        raise ValueError(f"nothing is known of '{heard.kind[:40]}'")
    return Ask(
        heard.kind,
        all_cards(heard.cards),
        heard.least,
        heard.most,
        heard.amounts,
        heard.barred,
        message_or_none(heard.meaning),
        heard.optional,
        heard.sizes,
        heard.to,
    )


def event_of(heard: WireEvent) -> Event:
    laid = cards_in(heard.cards)
    return Event(
        heard.kind,
        heard.seat,
        Cards(laid),
        heard.amount,
        size=heard.size,
        ends_trick=heard.ends_trick,
        routine=heard.routine,
        points=heard.points,
        template=template_of(heard),
        laid=laid,
        lasting=heard.lasting,
    )


def standing_of(heard: WireMatch | None, scene: Scene, is_plain: bool) -> MatchStanding:
    """What a deal led to, or the match before it; who is ahead is told where a deal is over."""
    teams = tuple(place.team for place in scene.places)
    if heard is None:
        everybody = tuple(range(len(teams)))
        text, figures = scene.standing_text, scene.standing_figures
        return MatchStanding(scene.deal, scene.standing, text, figures, everybody, False, teams, is_plain)
    text, figures = messages_of(heard.standing_text), heard.standing_figures
    return MatchStanding(heard.deal, heard.standing, text, figures, heard.leaders, heard.over, teams, is_plain)


# ---- what is asked, and what was asked for ----


@dataclass(frozen=True)
class SceneAsks:
    """What is asked of a seat, as far as a client knows it: to read answers against. The table decides."""

    scene: Scene
    game: Game
    options: Any
    answers: PossibleAnswers | None = None

    @property
    def viewer(self) -> int:
        return self.scene.viewer

    @property
    def hands(self) -> Sequence[Cards]:
        return [Cards(card for group in place.hand for card in group) for place in self.scene.places]

    def asks(self, seat: int, /) -> Sequence[Ask]:
        return self.scene.asks

    def check(self, seat: int, action: Action, /) -> None:
        asks, answers = self.scene.asks, self.answers
        if refusal := self.game.switched_off(action.kind, self.options):
            raise refusal
        if not asks:
            waiting = [PlayerAt(place.seat) for place in self.scene.places if place.turn]
            raise IllegalAction("it is not your turn: waiting for {seats}", code="not_your_turn", seats=waiting)
        fitting = [ask for ask in asks if ask.kind == action.kind]
        if not fitting:
            kinds = tuple(dict.fromkeys(ask.kind for ask in asks))
            raise IllegalAction("you cannot {kind} now: {kinds}", code="not_asked", kind=action.kind, kinds=kinds)
        refusals = [refusal for ask in fitting if (refusal := ask.misfit(action, self.hands[seat]))]
        if len(refusals) == len(fitting):
            raise refusals[0]
        if answers is not None and answers.complete and action not in answers.actions:
            raise IllegalAction("this is not allowed now", code="not_offered")


def refusal_of(heard: WireRefusal) -> IllegalAction:
    message = message_of(heard.sentence)
    return IllegalAction(message.template, heard.rule, code=heard.code, **message.facts)


def answers_of(heard: WireChoices) -> PossibleAnswers:
    return PossibleAnswers(tuple(map(Action.read, heard.actions)), heard.complete, message_or_none(heard.claim))


def candidates_of(heard: WireHints) -> Sequence[Candidate]:
    return [
        Candidate(Action.read(hint.action), hint.value, hint.margin, hint.cost, hint.cost_margin, hint.worlds)
        for hint in heard.hints
    ]
