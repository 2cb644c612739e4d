"""What a client heard over the wire reads as it would in the same process, in every game, language and style."""

from dataclasses import replace

import pytest
from random_play import all_rules, answer, every_game, fresh, moments, viewers

from paiju import frames, wire
from paiju.analysis import choice_lines
from paiju.bots.search import explain
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.words import IllegalAction
from paiju.games import find
from paiju.heard import (
    SceneAsks,
    answers_of,
    candidates_of,
    cards_in,
    event_of,
    message_of,
    refusal_of,
    scene_of,
    standing_of,
)
from paiju.languages import LANGUAGES
from paiju.question import asked_in_a_line
from paiju.results import explained_lines, note_lines, trick_rows
from paiju.selection import possible_answers
from paiju.show import Style, log_lines, scene_lines, standing_lines
from paiju.speakers import Speaker
from paiju.text import read_answer
from paiju.wire import WirePart, WireScene

NAMES = ("Ann", "Bob|by", "{Cat}", "Dan", "Eve", "Fay")
STYLES = ({}, {"ascii": True}, {"words": True}, {"grouped": True, "lowercase": True})


def lines_of(scene, style):
    """All that a front end reads off a scene."""
    yield from scene_lines(scene, style)
    yield from explained_lines(scene, style)
    yield from note_lines(scene, style)
    yield from (" ".join(row) for trick in (scene.trick, scene.last) for row in trick_rows(trick, style))
    yield asked_in_a_line(scene.asks, style) if scene.asks else ""
    yield from map(style.say, [*scene.standing_text, *([scene.guide] if scene.guide else [])])
    yield style.word(scene.title)


@pytest.mark.parametrize("rules", all_rules())
def test_a_scene_reads_as_it_does_in_the_same_process(rules, some):
    rng = Random(rules)
    for state, _ in moments(rules, some(4), 8):
        for viewer in viewers(state):
            said = Style(lang=rng.choice(list(LANGUAGES)), names=NAMES, you=viewer)
            own = replace(said, **rng.choice(STYLES))
            scene = state.view(viewer).scene()
            heard = scene_of(frames.whole(scene, Speaker(said)))
            assert list(lines_of(heard, own)) == list(lines_of(scene, own))
            for field in ("viewer", "phase", "deal", "standing", "scores", "over", "clockwise", "is_asked"):
                assert getattr(heard, field) == getattr(scene, field)
            for ours, theirs in zip(heard.places, scene.places, strict=True):
                assert ours._replace(notes=()) == theirs._replace(notes=())
            assert [ask._replace(meaning=None) for ask in heard.asks] == [
                ask._replace(meaning=None) for ask in scene.asks
            ]
            for ours, theirs in ((heard.trick, scene.trick), (heard.last, scene.last)):
                assert ours._replace(names=()) == theirs._replace(names=())


@pytest.mark.parametrize("name", every_game())
def test_the_log_of_a_deal_reads_as_it_does_in_the_same_process(name):
    """Drawn cards that are told together too, and whatever names people have."""
    rng = Random(name)
    state, _ = fresh(name, rng)
    events = state.first_events()
    while not state.is_over:
        events += state.apply(*answer(state, rng))
    for viewer in viewers(state):
        said = Style(lang=rng.choice(list(LANGUAGES)), names=NAMES, you=viewer)
        own = replace(said, **rng.choice(STYLES))
        seen = [event.to(viewer) for event in events]
        heard = [event_of(frames.wire_event(event, Speaker(said))) for event in seen]
        assert list(log_lines(heard, own)) == list(log_lines(seen, own))
        match = state.setup.game.after(state.setup, state).match
        scene = scene_of(frames.whole(state.view(viewer).scene(), Speaker(said)))
        standing = standing_of(frames.wire_match(match, Speaker(said)), scene, match.is_plain)
        assert list(standing_lines(standing, own)) == list(standing_lines(match, own))
        assert standing._replace(standing_text=()) == match._replace(standing_text=())


@pytest.mark.parametrize("name", every_game())
def test_answers_are_read_without_a_view(name):
    """What is typed means the same as it does in the same process."""
    for state, rng in moments(name, 4, 6):
        for seat in state.waiting():
            view = state.view(seat)
            scene = scene_of(frames.whole(view.scene(), Speaker(Style(you=seat))))
            found = answers_of(frames.wire_choices(possible_answers(view, seat), Speaker(Style())))
            asks = SceneAsks(scene, state.setup.game, state.setup.options, found)
            for _ in range(4):
                action = view.sample(seat, rng)
                assert read_answer(str(action), asks) == action
                asks.check(seat, action) if found.complete else None
            waiting = scene._replace(asks=())
            with pytest.raises(IllegalAction, match="not your turn"):
                read_answer("play QS", SceneAsks(waiting, state.setup.game, state.setup.options))


def test_a_hint_says_what_it_says_in_the_same_process():
    view = find("hearts").read_position("hearts deal=4; hands: 5C 7H | 9C 2D | QC QS | KC 3D; leader: 0").view(0)
    found = explain(view, Random(1), 16)
    heard = candidates_of(frames.wire_hints(found, Speaker(Style())))
    assert list(choice_lines(heard, Style())) == list(choice_lines(found, Style()))
    assert heard == found


def test_a_refusal_names_cards_in_the_style_of_who_reads_it():
    error = IllegalAction("you do not hold {cards}", "4.2", cards=Cards("QS 10C"))
    heard = refusal_of(frames.refused(error, "hearts", Speaker(Style())))
    assert (heard.rule, heard.code) == ("4.2", "4.2")
    assert Style(ascii=True).refusal(heard) == Style(ascii=True).refusal(error)
    assert "10♣ Q♠" in str(heard)


@pytest.mark.parametrize("sentence", ["{boo} | {0}", ("{", WirePart("}|{x}", seat=1)), "%s {{}}"])
def test_a_sentence_is_said_as_it_came_whatever_stands_in_it(sentence):
    assert Style().say(message_of(sentence)) == wire.spoken(sentence)
    event = event_of(wire.WireEvent("boo", sentence, 2))
    assert Style().event(event).replace("/", "|") == wire.spoken(sentence)


@pytest.mark.parametrize("notation", ["XX", "QS,KS", "QS " * 500, "\x00"])
def test_what_is_no_cards_is_refused(notation):
    with pytest.raises(ValueError, match="no cards"):
        cards_in(notation)


def test_a_scene_that_makes_no_sense_is_refused():
    places = tuple(wire.WirePlace(seat) for seat in (0, 1))
    for scene in (
        WireScene("hearts", "Hearts", "play", 0, 1, ()),
        WireScene("hearts", "Hearts", "play", 0, 1, places[::-1]),
        WireScene("hearts", "Hearts", "play", 7, 1, places),
        WireScene("hearts", "Hearts", "play", 0, 1, places, scores=(1,)),
        WireScene("hearts", "Hearts", "play", 0, 1, places, asks=(wire.WireAsk("boo", "boo", "boo"),)),
    ):
        with pytest.raises(ValueError, match=r"order|seat|score|boo"):
            scene_of(scene)
