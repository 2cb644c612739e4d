# cython: nonecheck=True
"""Frames: what a table tells its clients, made of news: sentences said to each listener, and of scenes what is new.

Those at one table who share a language hear most of a moment in the same words: that is said and encoded once, as a
CommonFrame, and who is addressed in it, or sees more, gets other pieces in their place. Who says it is in speakers.py,
the messages are in wire.py; what is put together here as bytes is, to the byte, what their structs would give.
Everybody at a table waits for this, so it is compiled: what is a tuple is taken apart here as one.

    listener = WireListener(Style(lang="nl", names=names, you=2))
    frame = listener.frame(news)               # bytes to send
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from paiju import drafts, speakers
from paiju.bots.search import Candidate
from paiju.core import tuples
from paiju.core.cards import Card, Cards
from paiju.core.scene import MatchStanding, Place, Scene, Trick
from paiju.core.words import Ask, Event, IllegalAction, Message
from paiju.news import BEGIN_LOG, CommonNews, News
from paiju.selection import PossibleAnswers
from paiju.show import Style, told
from paiju.speakers import (
    CommonSpeaker,
    PersonalSpeaker,
    Speaker,
    Speakers,
    TableSpeaker,
    notation,
    sentence_of,
    wire_ask,
)
from paiju.wire import (
    ENCODER,
    MOST_CHOICES,
    NO_LIMIT,
    PlaceChanges,
    SceneChanges,
    Sentence,
    WireAsk,
    WireChoices,
    WireEvent,
    WireHint,
    WireHints,
    WireMatch,
    WireNews,
    WirePlace,
    WirePlay,
    WireRefusal,
    WireScene,
    WireTrick,
    write,
)

Maker: TypeAlias = Callable[[Any, Any], Any]  # makes of a value, for a speaker, what goes into a struct
encode = ENCODER.encode

# ---- scenes as structs ----


def all_said(messages: Iterable[Message], speaker: Speaker) -> tuple[Sentence, ...]:
    return tuple([speaker.say(message) for message in messages])


def all_groups_said(groups: Iterable[Iterable[Message]], speaker: Speaker) -> tuple[tuple[Sentence, ...], ...]:
    return tuple([all_said(lines, speaker) for lines in groups])


def wire_trick(trick: Trick, speaker: Speaker) -> WireTrick:
    plays, winner, leader, laid, names, points = tuples.plain(trick)
    if not plays:
        return NO_TRICK
    made = [
        WirePlay(plays[place][0], notation(laid[place]), "" if names[place] is None else speaker.say(names[place]))
        for place in range(len(plays))
    ]
    return WireTrick(tuple(made), winner, leader, points)


NO_TRICK = WireTrick()


def wire_asks(asks: Iterable[Ask], speaker: Speaker) -> tuple[WireAsk, ...]:
    return tuple([wire_ask(ask, speaker, notation(ask.cards)) for ask in asks])


def in_notation(cards: Cards, speaker: Speaker) -> str:
    return notation(cards) if cards else ""


def wire_hand(groups: Iterable[Iterable[Card]], speaker: Speaker) -> tuple[str, ...]:
    return tuple([notation(group) for group in groups])


def wire_guide(guide: Message | None, speaker: Speaker) -> Sentence:
    return speaker.say(guide)


def wire_title(title: str, speaker: Speaker) -> str:
    return speaker.style.word(title)


# How the fields of a Place and a Scene go out. `places`, `name` and `question` have their own ways.
AS_IT_IS, WORD, HAND, CARDS, MESSAGES, GROUPS, TRICK, ASKS, GUIDE = range(9)
MAKERS: tuple[Maker | None, ...] = (
    None, wire_title, wire_hand, in_notation, all_said, all_groups_said, wire_trick, wire_asks, wire_guide,
)  # fmt: skip
PLACE = {
    "seat": AS_IT_IS,
    "turn": AS_IT_IS,
    "hand": HAND,
    "received": CARDS,
    "count": AS_IT_IS,
    "team": AS_IT_IS,
    "shown": CARDS,
    "exposed": CARDS,
    "notes": MESSAGES,
}
COMMON = {
    "game": AS_IT_IS,
    "title": WORD,
    "phase": AS_IT_IS,
    "deal": AS_IT_IS,
    "trick": TRICK,
    "last": TRICK,
    "notes": MESSAGES,
    "standing": AS_IT_IS,
    "standing_text": MESSAGES,
    "standing_figures": AS_IT_IS,
    "scores": AS_IT_IS,
    "score_lines": GROUPS,
    "over": AS_IT_IS,
    "clockwise": AS_IT_IS,
}
SCENE = {"viewer": AS_IT_IS, "places": AS_IT_IS, "asks": ASKS, "guide": GUIDE, **COMMON}
OWN = len(SCENE) - len(COMMON)  # so many fields of a scene are its viewer's own
PLACES_AT, ASKS_AT, GUIDE_AT, OVER_AT = map(tuple(SCENE).index, ("places", "asks", "guide", "over"))
LAID_AT, OFFERED_AT = Trick._fields.index("laid"), Ask._fields.index("cards")
assert tuple(PLACE) == Place._fields
assert tuple(SCENE) == Scene._fields


def whole(scene: Scene, speaker: Speaker) -> WireScene:
    """All of a scene."""
    made = all_made(SCENE, scene, speaker)
    made["places"] = tuple(wire_place(place, speaker) for place in scene.places)
    return WireScene(**made, question=speaker.question(scene.asks))


def wire_place(place: Place, speaker: Speaker) -> WirePlace:
    names, seat = speaker.style.names, place.seat
    return WirePlace(**all_made(PLACE, place, speaker), name=names[seat] if seat < len(names) else "")


def all_made(ways: dict[str, int], values: Iterable[Any], speaker: Speaker) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for (name, way), value in zip(ways.items(), values, strict=True):
        make = MAKERS[way]
        made[name] = value if make is None else make(value, speaker)
    return made


def difference(old: WireScene, new: WireScene) -> Struct:
    """What is different of what was sent and what would be: where names have changed, and with them sentences."""
    places = zip(old.places, new.places, strict=True)
    changes = [PlaceChanges(seat=now.seat, **fields_apart(was, now)) for was, now in places if was != now]
    return SceneChanges(**fields_apart(old, new) | ({"places": tuple(changes)} if changes else {}))


def fields_apart(old: Struct, new: Struct) -> dict[str, Any]:
    names = [name for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    return {name: getattr(new, name) for name in names}


# ---- what is different, as JSON ----


def keys(ways: dict[str, int]) -> tuple[bytes, ...]:
    return tuple([encode(name) + b":" for name in ways])


PLACE_KEYS, SCENE_KEYS = keys(PLACE), keys(SCENE)
PLACE_WAYS, SCENE_WAYS = bytes(PLACE.values()), bytes(SCENE.values())


def add_differing(
    draft: bytearray,
    keys: tuple[bytes, ...],
    ways: bytes,
    first: int,
    old: tuple[Any, ...],
    new: tuple[Any, ...],
    speaker: TableSpeaker,
) -> None:
    """Of two scenes, or two places, the fields from `first` on that are different now."""
    for place in range(first, len(keys)):
        before, now = old[place], new[place]
        if before is not now and differ(before, now, ways[place]):
            drafts.add(draft, keys[place])
            add_value(draft, now, ways[place], speaker)
            drafts.add(draft, b",")


def differ(before: Any, now: Any, way: int) -> bool:
    """Cards are compared as numbers: to ask them whether they are equal takes much longer."""
    if way == CARDS:
        return int(before) != int(now)
    if way == HAND:
        return are_other_cards(before, now)
    if way == TRICK and are_other_cards(tuples.plain(before)[LAID_AT], tuples.plain(now)[LAID_AT]):
        return True
    return before != now


def are_other_cards(before: tuple[tuple[Card, ...], ...], now: tuple[tuple[Card, ...], ...]) -> bool:
    """Of groups of cards: is one of the groups another?"""
    if len(before) != len(now):
        return True
    for place in range(len(now)):
        old, new = tuples.plain(before[place]), tuples.plain(now[place])
        if old is new:
            continue
        if len(old) != len(new):
            return True
        for number in range(len(new)):
            if old[number] is not new[number] and int(old[number]) != int(new[number]):
                return True
    return False


def add_value(draft: bytearray, value: Any, way: int, speaker: TableSpeaker) -> None:
    if way == AS_IT_IS:
        add_plain(draft, value)
    elif way == TRICK and not tuples.plain(value)[0]:
        drafts.add(draft, b"{}")
    elif way == TRICK:
        add_trick(draft, value, speaker)
    elif way == HAND:
        add_hand(draft, value)
    elif way == CARDS:
        drafts.add(draft, b'"')
        speakers.add_cards(draft, int(value), speakers.NOTATION, speakers.BLANK)
        drafts.add(draft, b'"')
    elif way == MESSAGES:
        speaker.add_messages(draft, value)
    elif way == GROUPS:
        drafts.add(draft, b"[")
        for messages in value:
            speaker.add_messages(draft, messages)
            drafts.add(draft, b",")
        drafts.end(draft, b"]")
    else:
        drafts.add(draft, encode(speaker.style.word(value)))


def add_plain(draft: bytearray, value: Any) -> None:
    """A value that goes out as it is."""
    if value is True:
        drafts.add(draft, b"true")
    elif value is False:
        drafts.add(draft, b"false")
    elif type(value) is int:
        drafts.add_number(draft, value)
    elif issubclass(value.__class__, tuple):
        drafts.add(draft, b"[")
        for part in tuples.plain(value):
            add_plain(draft, part)
            drafts.add(draft, b",")
        drafts.end(draft, b"]")
    else:
        drafts.add(draft, encode(value))


def add_hand(draft: bytearray, groups: tuple[tuple[Card, ...], ...]) -> None:
    drafts.add(draft, b"[")
    for group in groups:
        drafts.add(draft, b'"')
        speakers.add_laid(draft, group, speakers.NOTATION, speakers.BLANK)
        drafts.add(draft, b'",')
    drafts.end(draft, b"]")


NO_NAME = len(b',"name":""')


def add_trick(draft: bytearray, trick: Trick, speaker: TableSpeaker) -> None:
    """A trick with plays."""
    plays, winner, leader, laid, names, points = tuples.plain(trick)
    drafts.add(draft, b'{"plays":[')
    for place in range(len(plays)):
        drafts.add(draft, b'{"seat":')
        drafts.add_number(draft, tuples.plain(plays[place])[0])
        drafts.add(draft, b',"cards":"')
        speakers.add_laid(draft, laid[place], speakers.NOTATION, speakers.BLANK)
        drafts.add(draft, b'"')
        if names[place] is not None:
            start = drafts.size(draft)
            drafts.add(draft, b',"name":')
            speaker.add_message(draft, names[place])
            if drafts.size(draft) == start + NO_NAME:
                drafts.cut(draft, start)
        drafts.add(draft, b"},")
    drafts.end(draft, b"]")
    if winner != -1:
        drafts.add(draft, b',"winner":')
        drafts.add_number(draft, winner)
    if leader != -1:
        drafts.add(draft, b',"leader":')
        drafts.add_number(draft, leader)
    if points is not None:
        drafts.add(draft, b',"points":')
        drafts.add_number(draft, points)
    drafts.add(draft, b"}")


def add_fields(draft: bytearray, old: Scene, new: Scene, speaker: TableSpeaker) -> None:
    """What is different of what everybody sees, but for the places."""
    add_differing(draft, SCENE_KEYS, SCENE_WAYS, OWN, tuples.plain(old), tuples.plain(new), speaker)


def add_place(draft: bytearray, old: Place, new: Place, speaker: TableSpeaker) -> None:
    """What is different at one seat, if anything is."""
    start, now = drafts.size(draft), tuples.plain(new)
    drafts.add(draft, b'{"seat":')
    drafts.add_number(draft, now[0])
    drafts.add(draft, b",")
    begun = drafts.size(draft)
    add_differing(draft, PLACE_KEYS, PLACE_WAYS, 1, tuples.plain(old), now, speaker)
    if drafts.size(draft) == begun:
        drafts.cut(draft, start)
    else:
        drafts.end(draft, b"},")


def add_own(draft: bytearray, old: Scene, new: Scene, speaker: PersonalSpeaker) -> None:
    """What is different for the viewer alone, but for the places."""
    was, now = tuples.plain(old), tuples.plain(new)
    if was[ASKS_AT] is not now[ASKS_AT] and are_other_asks(was[ASKS_AT], now[ASKS_AT]):
        speaker.add_asks(draft, now[ASKS_AT])
    was_guide, guide = was[GUIDE_AT], now[GUIDE_AT]
    if was_guide is not guide and (was_guide is None or guide is None or was_guide != guide):
        drafts.add(draft, b'"guide":')
        speaker.add_message(draft, now[GUIDE_AT])
        drafts.add(draft, b",")
    if was[0] is not now[0] and was[0] != now[0]:
        drafts.add(draft, b'"viewer":')
        drafts.add_number(draft, now[0])
        drafts.add(draft, b",")


def are_other_asks(before: tuple[Ask, ...], now: tuple[Ask, ...]) -> bool:
    if len(before) != len(now):
        return True
    for place in range(len(now)):
        old, new = tuples.plain(before[place]), tuples.plain(now[place])
        if old is not new and int(old[OFFERED_AT]) != int(new[OFFERED_AT]):
            return True
    return before != now


# ---- news and answers ----

FRAME_BEGINS = write(WireNews(0, "")).partition(b"0")[0]  # of news: what stands before its number


class CommonFrame:
    """What all of one language hear alike of one moment, as pieces of JSON, with who is mentioned in each."""

    def __init__(self, kind: str, events: tuple[Event, ...], seat: int):
        self.kind, self.seat, self.events = kind, seat, events
        self.places: list[bytes] = []
        self.place_seats: list[int] = []
        self.moved: list[int] = []  # the seats whose places these are
        self.event_texts: list[bytes] = []
        self.event_seats: list[int] = []
        self.number, self.text = -1, b""  # the whole frame, as somebody heard it

    def say(self, before: Scene, scene: Scene, speaker: CommonSpeaker) -> CommonFrame:
        """What happened between these scenes. Returns itself."""
        draft = drafts.new()
        speaker.seats = 0
        add_fields(draft, before, scene, speaker)
        self.fields = drafts.taken(draft, 0)
        self.fields_seats = self.seats = speaker.seats
        self.had, self.now = tuples.plain(before)[PLACES_AT], tuples.plain(scene)[PLACES_AT]
        for place in range(len(self.now)):
            if self.had[place] is self.now[place]:
                continue
            speaker.seats = 0
            add_place(draft, self.had[place], self.now[place], speaker)
            if drafts.size(draft):
                self.moved.append(place)
                self.places.append(drafts.taken(draft, 0))
                self.place_seats.append(speaker.seats)
                self.seats |= speaker.seats
        for event in self.events:
            seats = mentioned_in(event)
            speaker.add_event(draft, event)
            drafts.add(draft, b",")
            self.event_texts.append(drafts.taken(draft, 0))
            self.event_seats.append(seats)
            self.seats |= seats
        return self

    def numbered(self, number: int) -> bytes:
        """The whole frame. Many hear it under the same number."""
        if number != self.number:
            draft = drafts.new()
            begin_frame(draft, number, self.kind)
            if self.places:
                drafts.add(draft, b'"places":[')
                add_all(draft, self.places)
                drafts.end(draft, b"],")
            drafts.add(draft, self.fields)
            drafts.end(draft, b"}")
            if self.event_texts:
                drafts.add(draft, b',"events":[')
                add_all(draft, self.event_texts)
                drafts.end(draft, b"]")
            add_seat(draft, self.seat)
            drafts.add(draft, b"}")
            self.number, self.text = number, drafts.taken(draft, 0)
        return self.text

    def are_places_same(self, has: Scene, scene: Scene) -> bool:
        """Are the places those that everybody sees, or as they were where nothing has happened?"""
        had, now, count = tuples.plain(has)[PLACES_AT], tuples.plain(scene)[PLACES_AT], 0
        for seat in range(len(now)):
            is_moved = count < len(self.moved) and self.moved[count] == seat
            if is_moved:
                count += 1
            if had[seat] is now[seat]:
                if is_moved:
                    return False
            elif had[seat] is not self.had[seat] or now[seat] is not self.now[seat]:
                return False
        return True

    def add_places_to(self, draft: bytearray, has: Scene, scene: Scene, speaker: PersonalSpeaker) -> None:
        """What is said of the places to one who may know more of them, or be addressed.

        Nothing else is told of a place that is the same to him as to all.
        """
        start = drafts.size(draft)
        drafts.add(draft, b'"places":[')
        begun = drafts.size(draft)
        had, now, count = tuples.plain(has)[PLACES_AT], tuples.plain(scene)[PLACES_AT], 0
        for seat in range(len(now)):
            is_moved = count < len(self.moved) and self.moved[count] == seat
            if is_moved:
                count += 1
            if had[seat] is now[seat]:
                continue
            is_shared = had[seat] is self.had[seat] and now[seat] is self.now[seat]
            if is_shared and is_moved and not speaker.is_among(self.place_seats[count - 1]):
                drafts.add(draft, self.places[count - 1])
            elif not is_shared or is_moved:
                add_place(draft, had[seat], now[seat], speaker)
        if drafts.size(draft) == begun:
            drafts.cut(draft, start)
        else:
            drafts.end(draft, b"],")

    def add_events_to(self, draft: bytearray, events: tuple[Event, ...], speaker: PersonalSpeaker) -> None:
        is_shared = events is self.events
        for place in range(len(events)):
            if is_shared and not speaker.is_among(self.event_seats[place]):
                drafts.add(draft, self.event_texts[place])
            else:
                speaker.add_event(draft, events[place])
                drafts.add(draft, b",")


def mentioned_in(event: Event) -> int:
    """A bit set of the seats in an event."""
    parts = tuples.plain(event)
    seat = parts[1]
    return (1 << seat if seat >= 0 else 0) | speakers.mentioned(parts[-1])


def begin_frame(draft: bytearray, number: int, kind: str) -> None:
    """A frame of news, as WireNews would be written, up to what has changed."""
    drafts.add(draft, FRAME_BEGINS)
    drafts.add_number(draft, number)
    drafts.add(draft, b',"kind":"')
    drafts.add_text(draft, kind)
    drafts.add(draft, b'","changed":{')


def add_seat(draft: bytearray, seat: int) -> None:
    if seat != -1:
        drafts.add(draft, b',"seat":')
        drafts.add_number(draft, seat)


def add_match(draft: bytearray, match: MatchStanding, speaker: TableSpeaker) -> None:
    """What `wire_match` makes of it."""
    drafts.add(draft, b'{"deal":')
    add_plain(draft, match.deal)
    drafts.add(draft, b',"standing":')
    add_plain(draft, match.standing)
    drafts.add(draft, b',"standing_text":')
    speaker.add_messages(draft, match.standing_text)
    drafts.add(draft, b',"standing_figures":')
    add_plain(draft, match.standing_figures)
    drafts.add(draft, b',"leaders":')
    add_plain(draft, match.leaders)
    drafts.add(draft, b',"over":true}' if match.over else b"}")


def add_all(draft: bytearray, texts: list[bytes]) -> None:
    for text in texts:
        drafts.add(draft, text)


def said_by(speaker: CommonSpeaker, news: CommonNews) -> CommonFrame:
    """The news as one speaker says it to all who hear it: said once."""
    said = news.said
    frame = said.get(speaker)
    if frame is None:
        assert news.before is not None
        frame = CommonFrame(news.kind, news.events, news.seat)
        said[speaker] = frame.say(news.before, news.scene, speaker)
    return frame


def is_own_same(old: Scene, new: Scene) -> bool:
    """Is nothing different for the viewer alone? Who asks wants to know soon, not for certain."""
    was, now = tuples.plain(old), tuples.plain(new)
    return was[ASKS_AT] is now[ASKS_AT] and was[GUIDE_AT] is now[GUIDE_AT] and was[0] is now[0]


class WireListener:
    """What one client hears as frames: it remembers which scene the client has, and with which names.

    Those at one table share `speakers`, and what they hear in the same words is said once.
    """

    def __init__(self, style: Style, speakers: Speakers | None = None):
        self.style = style
        self.speakers = speakers or Speakers()
        self.speaker = self.speakers.to(style)
        self.names: tuple[str, ...] = style.names
        self.has: Scene | None = None
        self.heard: Scene | None = None  # what an onlooker saw when this listener heard something last

    def frame(self, news: News) -> bytes:
        common = self.common(news)
        if common is None:
            return write(self.told(news))
        number, kind, scene, match, events, seat, text, seconds, can_undo, _, lesson, _ = tuples.plain(news)
        has, speaker, is_over = self.has, self.speaker, tuples.plain(scene)[OVER_AT]
        assert has is not None
        self.keep(news)
        is_special = text is not None or seconds > 0 or can_undo or lesson or is_over
        begins_log = kind != "move" and kind in BEGIN_LOG
        is_told_more = is_special or begins_log or events is not common.events or speaker.is_among(common.seats)
        if not is_told_more and is_own_same(has, scene) and common.are_places_same(has, scene):
            return common.numbered(number)
        draft = drafts.new()
        begin_frame(draft, number, kind)
        add_own(draft, has, scene, speaker)
        common.add_places_to(draft, has, scene, speaker)
        if speaker.is_among(common.fields_seats):
            add_fields(draft, has, scene, speaker)
        else:
            drafts.add(draft, common.fields)
        drafts.end(draft, b"}")
        start = drafts.size(draft)
        drafts.add(draft, b',"events":[')
        begun = drafts.size(draft)
        if begins_log:
            self.add_log(draft, events)
        else:
            common.add_events_to(draft, events, speaker)
        if drafts.size(draft) == begun:
            drafts.cut(draft, start)
        else:
            drafts.end(draft, b"]")
        if begins_log:
            drafts.add(draft, b',"begins_log":true')
        add_seat(draft, seat)
        if is_special:
            if text is not None:
                drafts.add(draft, b',"text":')
                speaker.add_message(draft, text)
            if seconds > 0:
                drafts.add(draft, b',"seconds":' + encode(float(seconds)))
            if can_undo:
                drafts.add(draft, b',"can_undo":true')
            if is_over:
                drafts.add(draft, b',"match":')
                add_match(draft, match, speaker)
            if lesson:
                drafts.add(draft, b',"lesson":')
                speaker.add_messages(draft, lesson)
        drafts.add(draft, b"}")
        return drafts.taken(draft, 0)

    def add_log(self, draft: bytearray, events: Iterable[Event]) -> None:
        """All of the deal so far, as people tell it."""
        for event in told(events):
            self.speaker.add_event(draft, event)
            drafts.add(draft, b",")

    def common(self, news: News) -> CommonFrame | None:
        """What is heard alike by all who have heard the same before; None where all is new.

        Where nobody else has, it is made for this listener alone: which of the two it was cannot be told from a frame.
        """
        _, kind, scene, _, events, seat, _, _, _, names, _, common = tuples.plain(news)
        is_whole = kind != "move" and kind == "whole"
        if self.has is None or is_whole or (names and names is not self.names and names != self.names):
            return None
        speaker = self.speaker.common
        if common is None or self.heard is None or self.heard is not common.before:
            alone = CommonFrame(kind, events, seat)
            return alone.say(self.has, scene, speaker)
        return said_by(speaker, common)

    def keep(self, news: News) -> None:
        parts = tuples.plain(news)
        self.has, common = parts[2], parts[-1]
        self.heard = common.scene if common is not None else None

    def told(self, news: News) -> WireNews:
        """The news to who comes, or comes back, or has to hear another name."""
        has, before = None if news.kind == "whole" else self.has, self.speaker
        if news.names and news.names != self.names:
            self.names = news.names
            self.style = replace(self.style, names=news.names)
            self.speaker = self.speakers.to(self.style)
        speaker = self.speaker
        self.keep(news)
        events = told(news.events) if news.begins_log else news.events
        return WireNews(
            news.number,
            news.kind,
            whole(news.scene, speaker) if has is None else None,
            None if has is None else difference(whole(has, before), whole(news.scene, speaker)),
            tuple([wire_event(event, speaker) for event in events]),
            news.begins_log,
            news.seat,
            speaker.say(news.text),
            news.seconds if news.seconds > 0 else NO_LIMIT,
            news.can_undo,
            wire_match(news.match, speaker) if news.scene.over else None,
            all_said(news.lesson, speaker),
        )


def wire_event(event: Event, speaker: Speaker) -> WireEvent:
    """An event as its listener may know it (`Event.to`)."""
    kind, seat, cards, amount, _, size, ends_trick, routine, points, _, laid, lasting, _ = tuples.plain(event)
    return WireEvent(
        kind, speaker.event(event), seat, notation(laid or cards), amount,
        size if size > 0 else len(cards), ends_trick, routine, points, lasting,
    )  # fmt: skip


def wire_match(match: MatchStanding, speaker: Speaker) -> WireMatch:
    text = all_said(match.standing_text, speaker)
    return WireMatch(match.deal, match.standing, text, match.standing_figures, match.leaders, match.over)


def refused(error: IllegalAction, game: str, speaker: Speaker, id: str = "") -> WireRefusal:
    """A refusal, in the language of who asked; `game` is its name, as in a scene."""
    place = f"{game}#{error.rule}" if error.rule else ""
    return WireRefusal(speaker.say(error.message), error.code, id, error.rule, place)


def wire_choices(found: PossibleAnswers, speaker: Speaker, id: str = "") -> WireChoices:
    """The choices where they are few, or the most natural ones."""
    actions = tuple(map(str, islice(found.actions, MOST_CHOICES)))
    return WireChoices(actions, id, found.complete and len(actions) == len(found.actions), speaker.say(found.claim))


def wire_hints(candidates: Iterable[Candidate], speaker: Speaker, id: str = "") -> WireHints:
    return WireHints(
        tuple(
            WireHint(
                str(each.action),
                sentence_of(speaker.style.action_pieces(each.action)),
                each.value,
                each.margin,
                each.cost,
                each.cost_margin,
                each.worlds,
            )
            for each in candidates
        ),
        id,
    )
