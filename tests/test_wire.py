"""Wire 1: all that any listener can be told comes through as it was, and nothing a client sends does harm."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from random_play import all_rules, answer, every_game, fresh, junk, moments, viewers

import paiju
from paiju import frames, wire
from paiju.cli import cli
from paiju.core.chance import Random
from paiju.core.layout import scenes_of
from paiju.core.words import ONLOOKER, TRUTH, Event, IllegalAction, Message, PlayerAt, Said
from paiju.frames import WireListener
from paiju.games import find
from paiju.languages import LANGUAGES
from paiju.news import CommonNews, News
from paiju.selection import possible_answers
from paiju.show import Style
from paiju.speakers import Speaker, Speakers

PAGE = Path(__file__).parent.parent / "docs" / "wire.md"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def sight(state, viewer):
    return (state if viewer == TRUTH else state.view(viewer)).scene()


def style_for(viewer, lang="en"):
    return Style(lang=lang, names=NAMES, you=viewer)


def through(value):
    """A value as it comes out at the other end."""
    return msgspec.json.decode(wire.ENCODER.encode(value), type=type(value))


def in_javascript(old, changes):
    """The merge of docs/wire.md on plain JSON, for clients without our structs."""
    places = {place["seat"]: place for place in old["places"]}
    for change in changes.get("places", []):
        places[change["seat"]] = {**places[change["seat"]], **change}
    return {**old, **changes, "places": list(places.values())}


# ---- what a table sends ----


@pytest.mark.parametrize("rules", all_rules())
def test_scenes_come_through_and_changes_merge(rules, some):
    """Every game and phase, every viewer, each with the scene of some moment before, also of a deal before."""
    phases, had = set(), {}
    langs = Random(rules)
    for state, _ in moments(rules, some(6), 12):
        phases.add(state.phase)
        for viewer in [*viewers(state), TRUTH]:
            listener = WireListener(style_for(viewer, langs.choice(list(LANGUAGES))))
            speaker, scene = listener.speaker, sight(state, viewer)
            whole = frames.whole(scene, speaker)
            assert through(whole) == whole
            assert [group.split() for group in whole.places[max(viewer, 0)].hand] == [
                list(map(str, group)) for group in scene.places[max(viewer, 0)].hand
            ]
            if viewer in had:
                listener.has = had[viewer]
                heard: Any = wire.read_message(listener.frame(News(1, "move", scene, state.setup.match)))
                changes = heard.changed
                assert through(changes) == changes
                assert wire.merge(frames.whole(had[viewer], speaker), changes) == whole
                old = json.loads(wire.ENCODER.encode(frames.whole(had[viewer], speaker)))
                merged = in_javascript(old, json.loads(wire.ENCODER.encode(changes)))
                assert msgspec.convert(merged, wire.WireScene) == whole
            had[viewer] = scene
    assert phases


@pytest.mark.parametrize("name", every_game())
def test_a_client_that_only_merges_sees_what_the_listener_sees(name, some):
    """A whole deal as frames, to each seat and to an onlooker, heard by a client that knows nothing but the wire."""
    rng = Random(name)
    for _ in range(some(2)):
        state, _ = fresh(name, rng)
        speakers = Speakers()
        listeners = {viewer: WireListener(style_for(viewer), speakers) for viewer in viewers(state)}
        seen, scenes, log, was = {}, {}, {viewer: [] for viewer in listeners}, None
        number, events = 0, state.first_events()
        while True:
            number += 1
            before, scenes = scenes.get(ONLOOKER), scenes_of(state, listeners, scenes, was)
            was = state.copy()
            assert scenes[ONLOOKER] == state.view(ONLOOKER).scene()  # what was kept is what there is
            assert all(scenes[seat] == sight(state, seat) for seat in range(state.seats))
            common = CommonNews(before, scenes[ONLOOKER], "move", tuple(event.to(ONLOOKER) for event in events))
            for viewer, listener in listeners.items():
                told = tuple(event.to(viewer) for event in events)
                told = common.events if told == common.events else told
                news = News(number, "move", scenes[viewer], state.setup.match, told, common=common)
                alone = WireListener(style_for(viewer))
                alone.has = listener.has
                frame = listener.frame(news)
                assert frame == alone.frame(news._replace(common=None)), "who listens alone hears the same"
                heard: Any = wire.read_message(frame)
                assert (heard.scene is None) == (number > 1)
                seen[viewer] = heard.scene or wire.merge(seen[viewer], heard.changed)
                assert seen[viewer] == frames.whole(news.scene, Speaker(style_for(viewer)))
                for event, said in zip(news.events, heard.events, strict=True):
                    assert wire.spoken(said.sentence) == style_for(viewer).event(event)
                    assert (said.kind, said.seat, said.size) == (event.kind, event.seat, event.size)
                    assert paiju.Cards(said.cards) == event.cards
                log[viewer] += heard.events
            if state.is_over:
                break
            events = state.apply(*answer(state, rng))
        assert all(log.values())


@pytest.mark.parametrize("name", every_game())
def test_frames_are_to_the_byte_what_structs_would_give(name, some):
    """They are put together as bytes: every event, ask, trick and place of them, in every language."""
    rng = Random(name)
    for lang in [*LANGUAGES] * some(1):
        state, _ = fresh(name, rng)
        had, events, fields = {}, state.first_events(), dict[str, msgspec.Raw]
        while not state.is_over:
            for viewer in viewers(state):
                listener, scene, style = (
                    WireListener(style_for(viewer, lang)),
                    sight(state, viewer),
                    style_for(viewer, lang),
                )
                listener.has, had[viewer] = had.get(viewer), scene
                if listener.has is None:
                    continue
                seen = tuple(event.to(viewer) for event in events)
                heard = msgspec.json.decode(
                    listener.frame(News(1, "move", scene, state.setup.match, seen)), type=fields
                )
                whole = frames.whole(scene, Speaker(style))
                changed = msgspec.json.decode(heard["changed"], type=fields)
                for place in msgspec.json.decode(changed.pop("places", b"[]"), type=list[fields]):
                    seat = msgspec.json.decode(place["seat"])
                    assert place == {key: in_bytes(getattr(whole.places[seat], key)) for key in place}
                assert changed == {key: in_bytes(getattr(whole, key)) for key in changed}
                said = [frames.wire_event(event, Speaker(style)) for event in seen]
                assert heard.get("events", b"[]") == in_bytes(said)
            events = state.apply(*answer(state, rng))


@pytest.mark.parametrize("times", [1, 50])
def test_whatever_is_said_is_written_as_a_struct_would_be(times):
    """Signs that JSON escapes, signs of many bytes, texts longer than most frames."""
    said = "".join(map(chr, range(256))) * times + "☃林🂡"
    names, (state, _) = (said, *NAMES[1:]), fresh("hearts", Random(1))
    for viewer in viewers(state):
        listener, scene = WireListener(Style(names=names, you=viewer)), sight(state, viewer)
        listener.has = scene
        text = Message("{seat}: {text}", seat=PlayerAt(0), text=Said(said))
        told = Event("pass", 0)
        frame = listener.frame(News(1, "say", scene, state.setup.match, (told,), text=text))
        speaker = Speaker(Style(names=names, you=viewer))
        structs = (frames.wire_event(told, speaker),)
        assert frame == wire.write(wire.WireNews(1, "say", None, wire.SceneChanges(), structs, text=speaker.say(text)))


def in_bytes(value):
    return msgspec.Raw(wire.ENCODER.encode(value))


@pytest.mark.parametrize("name", every_game())
def test_a_new_name_is_a_change_like_others(name):
    """Also in what the scene says of its player; the log stays as it was read."""
    names = ("Zoe", *NAMES[1:])
    for state, _ in moments(name, 2, 6):
        for viewer in viewers(state):
            listener, scene = WireListener(style_for(viewer)), sight(state, viewer)
            first: Any = wire.read_message(listener.frame(News(1, "whole", scene, state.setup.match, names=NAMES)))
            then: Any = wire.read_message(listener.frame(News(2, "chairs", scene, state.setup.match, names=names)))
            merged = wire.merge(first.scene, then.changed)
            assert merged == frames.whole(scene, Speaker(Style(names=names, you=viewer)))
            assert merged.places[0].name == "Zoe"


@pytest.mark.parametrize("rules", all_rules())
def test_what_listeners_share_is_what_each_would_hear_alone(rules, some):
    """Scenes with common parts are those of the views, and frames with common parts say the same."""
    scenes = {}
    for state, _ in moments(rules, some(6), 12):
        seen = [*viewers(state), TRUTH]
        scenes, speakers = scenes_of(state, seen, scenes), Speakers()
        for viewer in seen:
            assert scenes[viewer] == sight(state, viewer)
            news = News(1, "move", scenes[viewer], state.setup.match, text=Message("{seat}", seat=PlayerAt(0)))
            together, alone = (WireListener(style_for(viewer, "nl"), each).frame(news) for each in (speakers, None))
            assert together == alone


def test_a_finished_deal_tells_what_it_led_to():
    game, rng = find("shengji"), Random(4)
    state, _ = fresh("shengji", rng)
    while not state.is_over:
        state.step(*answer(state, rng))
    after = game.after(state.setup, state)
    listener = WireListener(style_for(1))
    heard: Any = wire.read_message(listener.frame(News(1, "result", sight(state, 1), after.match)))
    assert heard.match.standing == after.standing
    assert [wire.spoken(line) for line in heard.match.standing_text] == [
        style_for(1).say(line) for line in game.standing_text(after)
    ]


def test_what_was_played_is_named_and_laid_out():
    sets = 0
    for state, _ in moments("luzi", 3, 30):
        trick = frames.whole(sight(state, ONLOOKER), Speaker(style_for(ONLOOKER))).trick
        for play in trick.plays:
            cards = play.cards.split()
            assert cards == list(map(str, find("luzi").arranged(paiju.Cards(play.cards))))
            assert play.name == (str(state.shape(play.cards)) if len(cards) > 1 else "")
            sets += len(cards) == 5
    assert sets


# ---- sentences ----


def test_a_sentence_has_parts_for_cards_and_players():
    speaker = Speaker(style_for(0))
    said = speaker.event(Event("play", 1, paiju.Cards("QS")))
    assert said == (wire.WirePart("Bob", seat=1), " plays ", wire.WirePart("Q♠", "QS"))
    assert wire.spoken(said) == "Bob plays Q♠"


def test_a_sentence_is_addressed_to_its_listener():
    said = Speaker(style_for(1, "nl")).event(Event("play", 1, paiju.Cards("QS")))
    assert wire.spoken(said) == style_for(1, "nl").event(Event("play", 1, paiju.Cards("QS")))


def test_a_sentence_without_parts_is_a_text():
    assert Speaker(Style()).say(Message("hearts are broken")) == "hearts are broken"
    assert Speaker(Style(lang="zh")).say(Message("hearts are broken")) == Style(lang="zh").say("hearts are broken")


@pytest.mark.parametrize("typed", ["\x020\x03", "\x0299\x03", "\x02", "\x03\x02", "{seat}", "a|b"])
def test_nobody_forges_parts(typed):
    """With a name or with what he says: parts are made by us alone."""
    speaker = Speaker(Style(names=(typed, "Bob")))
    said = speaker.say(Message("{seat}: {text}", seat=PlayerAt(0), text=Said(typed)))
    assert said == (wire.WirePart(typed, seat=0), f": {typed}")


# ---- answers ----


def refusals(name, rng):
    """Refusals of a random deal, each with the seat it went to."""
    state, _ = fresh(name, rng)
    while not state.is_over:
        seat = rng.choice(state.waiting())
        for _ in range(5):
            try:
                state.check(seat, junk(state, seat, rng))
            except IllegalAction as error:
                yield seat, error
        state.step(seat, state.sample(seat, rng))


@pytest.mark.parametrize("name", every_game())
def test_a_refusal_names_its_rule_and_where_it_stands(name):
    rules = set()
    for seat, error in refusals(name, Random(name)):
        told = frames.refused(error, name, Speaker(style_for(seat, "nl")), "a1")
        assert through(told) == told
        assert (told.id, told.code, told.rule) == ("a1", error.code, error.rule)
        assert told.place == (f"{name}#{error.rule}" if error.rule else "")
        assert wire.spoken(told.sentence) == style_for(seat, "nl").say(error.message)
        rules.add(error.rule)
    assert rules


@pytest.mark.parametrize("name", every_game())
def test_choices_are_actions_in_notation(name):
    for state, _ in moments(name, 2, 6):
        for seat in state.waiting():
            found = possible_answers(state.view(seat), seat)
            told = frames.wire_choices(found, Speaker(style_for(seat)), "7")
            assert through(told) == told
            assert told.complete == (found.complete and len(found.actions) <= wire.MOST_CHOICES)
            assert [paiju.Action.read(text) for text in told.actions] == list(found.actions[: wire.MOST_CHOICES])


# ---- what a client sends ----

REQUESTS = {
    "hello": {"since": 12, "lang": "nl"},
    "answer": {"id": "a1", "action": "play QS"},
    "check": {"action": "play 7D 7D"},
    "choices": {},
    "hint": {"ms": 200},
    "view": {},
    "undo": {"id": "x"},
    "claim": {},
    "go_on": {},
    "hurry": {},
    "more_time": {},
    "say": {"text": "goed gespeeld"},
    "wish": {"automatic": True, "move": 0.5},
    "sit": {"seat": 2},
    "stand": {},
    "ready": {"on": False},
    "chair": {"seat": 1, "kind": "bot", "text": "steady"},
    "begin": {},
    "vote": {"on": False},
    "no_clock": {"on": False},
    "away": {"on": False},
    "rematch": {},
    "phrase": {"name": "hello"},
    "value": {"deal": 3, "value": "0aff"},
    "leave": {},
}


def request(**given):
    return json.dumps(given).encode()


def tag(kind):
    described: Any = msgspec.inspect.type_info(kind)
    return described.tag


def test_every_request_is_read():
    assert [tag(kind) for kind in wire.REQUESTS] == list(REQUESTS)
    for name, facts in REQUESTS.items():
        read = wire.read_request(request(type=name, **facts))
        assert tag(type(read)) == name
        assert {key: getattr(read, key) for key in facts} == facts
        assert wire.read_request(wire.write(read)) == read
        assert wire.read_request(wire.write(read).decode()) == read


@pytest.mark.parametrize(
    ("frame", "code", "says"),
    [
        (b"", "not_json", "JSON"),
        (b"play QS", "not_json", "JSON"),
        (b"\xff\xfe\x00", "not_json", "JSON"),
        (b'{"type":"say","text":"\xff"}', "not_json", "JSON"),
        (b"[" * 16000, "not_a_message", "object"),
        (b'{"type":' + b"[" * 16000, "not_json", "recursion"),
        (b'{"type":"wish","automatic":' + b"[" * 16000, "not_a_message", "bool"),
        (b"null", "not_a_message", "object"),
        (b"17", "not_a_message", "object"),
        (b"{}", "not_a_message", "type"),
        (request(type="shout"), "not_a_message", "shout"),
        (request(type=["answer"]), "not_a_message", "str"),
        (request(type="answer"), "not_a_message", "action"),
        (request(type="answer", action=7), "not_a_message", "str"),
        (request(type="answer", action=""), "not_a_message", "length"),
        (request(type="answer", action="play " + "QS " * 200), "not_a_message", "length"),
        (request(type="undo", id="x" * 65), "not_a_message", "length"),
        (request(type="hello", since=-1), "not_a_message", ">= 0"),
        (request(type="hello", since=1 << 70), "not_a_message", "since"),
        (request(type="hello", since=1.5), "not_a_message", "int"),
        (request(type="hello", lang="../../etc"), "not_a_message", "lang"),
        (request(type="hint", ms=10**9), "not_a_message", "ms"),
        (request(type="say", text="x" * 501), "not_a_message", "length"),
        (b'{"type":"wish","move":NaN}', "not_json", "JSON"),
        (b'{"type":"wish","move":1e400}', "not_a_message", "move"),
        (request(type="wish", move=-1), "not_a_message", "move"),
        (b" " * 20000, "too_long", "16384"),
        (request(type="say", text="x" * 20000), "too_long", "16384"),
        ("牌" * 6000, "too_long", "16384"),
        ("\ud800", "not_json", "JSON"),
    ],
)
def test_what_is_no_request_is_refused_with_a_reason(frame, code, says):
    with pytest.raises(wire.FrameError, match=re.escape(says)) as refused:
        wire.read_request(frame)
    assert refused.value.code == code
    told = refused.value.message()
    assert len(wire.write(told)) < 1000
    assert wire.read_message(wire.write(told)) == told


def test_what_a_newer_client_says_more_in_its_greeting_is_passed_over():
    assert wire.read_request(request(type="hello", id="h1", mood="good")) == wire.HelloRequest(id="h1")


def test_a_greeting_is_answered_with_what_is_spoken_here():
    hello: Any = wire.read_request(request(type="hello", id="h", version=1, lang="nl"))
    told: Any = wire.read_message(wire.write(wire.welcome(hello)))
    assert (told.version, told.server, told.release, told.id) == (1, "paiju", paiju.__version__, "h")
    assert set(told.languages) == set(LANGUAGES)


def test_another_version_of_the_wire_is_refused():
    hello: Any = wire.read_request(request(type="hello", id="h", version=2))
    with pytest.raises(wire.FrameError, match="wire 1 is spoken here, not 2") as refused:
        wire.welcome(hello)
    assert refused.value.message() == wire.WireError("wrong_version", str(refused.value), "h")


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_garbage_is_refused(frame):
    with pytest.raises(wire.FrameError):
        wire.read_request(frame)


@given(st.dictionaries(st.sampled_from(["type", "id", "action", "text", "ms", "since", "x"]), st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=90),
    st.sampled_from(list(REQUESTS)), st.lists(st.integers(), max_size=3),
)))  # fmt: skip
def test_what_is_nearly_a_request_is_read_or_refused(given):
    try:
        read = wire.read_request(request(**given))
    except wire.FrameError:
        return
    assert wire.read_request(wire.write(read)) == read


# ---- the catalogue ----


def told_of(title):
    """The messages that a chapter of the page tells of: by heading, the fields in the table below it."""
    chapter = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    sections = re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", chapter, re.M | re.S)
    return {name: re.findall(r"^\| `(\w+)` \|", text, re.M) for name, text in sections}


def test_the_page_tells_of_every_message_and_every_field():
    def catalogue(kinds, name, but=()):
        return {name(kind): [field for field in kind.__struct_fields__ if field not in but] for kind in kinds}

    assert told_of("What a client sends") == catalogue(wire.REQUESTS, tag, but=["id"])
    assert told_of("What a table sends") == catalogue(wire.MESSAGES, tag)
    assert told_of("What messages are made of") == catalogue(PARTS, lambda kind: kind.__name__)


PARTS = [
    wire.WireScene, wire.WirePlace, wire.WireTrick, wire.WirePlay, wire.WireAsk, wire.WireEvent, wire.WireMatch,
    wire.WireHint, wire.WireChair, wire.WirePhrase, wire.WirePart,
]  # fmt: skip


def test_the_command_prints_the_schema():
    printed = CliRunner().invoke(cli, ["wire-schema"])
    assert printed.exit_code == 0
    schema = json.loads(printed.output)
    assert schema == json.loads(json.dumps(wire.schema()))
    assert set(schema["client"]["discriminator"]["mapping"]) == set(REQUESTS)
    assert set(schema["server"]["discriminator"]["mapping"]) == {tag(kind) for kind in wire.MESSAGES}
    references = set(re.findall(r'"#/\$defs/(\w+)"', printed.output))
    assert references <= set(schema["$defs"])
    assert {part.__name__ for part in PARTS} <= set(schema["$defs"])
