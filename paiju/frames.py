# cython: nonecheck=True
"""Frames: what a table tells its clients, made of news: sentences said to each listener, and of scenes what is new.

Those at one table who share a language hear most of a moment in the same words: that is said and encoded once, as a
CommonFrame, and who is addressed in it, or sees more, gets other pieces in their place. The messages are in wire.py.
Everybody at a table waits for this, so it is compiled: what is a tuple is taken apart here as one.

    listener = WireListener(Style(lang="nl", names=names, you=2))
    frame = listener.frame(news)               # bytes to send
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from paiju.bots.search import Candidate
from paiju.core import tuples
from paiju.core.cards import FACES, Card, Cards
from paiju.core.scene import MatchStanding, Place, Scene, Trick
from paiju.core.words import Ask, Event, IllegalAction, Message, PlayerAt
from paiju.news import BEGIN_LOG, CommonNews, News
from paiju.question import asked, asked_in_a_line
from paiju.selection import PossibleAnswers
from paiju.show import Part, Piece, Style, told
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
    WirePart,
    WirePlace,
    WirePlay,
    WireRefusal,
    WireScene,
    WireTrick,
    write,
)

MOST_ASKED = 16  # sentences of questions that one listener may hear again
ASKED = Ask._fields.index("cards") + 1  # of an ask, what follows its cards
MOST_STYLES = 8  # of one table's listeners: languages, and names now and a while ago

# ---- sentences ----

Maker: TypeAlias = Callable[[Any, Any], Any]  # makes of a value, for a speaker, what goes out


class Speaker:
    """Says messages in one style."""

    def __init__(self, style: Style):
        self.style = style

    def say(self, message: Message | None) -> Sentence:
        return "" if message is None else sentence_of(self.style.pieces(message))

    def event(self, event: Event) -> Sentence:
        return sentence_of(self.style.event_pieces(event))

    def phrase(self, ask: Ask) -> tuple[str, Sentence, Sentence]:
        """The words for an ask: for a button, what is asked, what its amounts mean."""
        return self.style.word(ask.kind), self.say(asked(ask)), self.say(ask.meaning)

    def question(self, asks: Sequence[Ask]) -> str:
        """All asks in a line."""
        return asked_in_a_line(asks, self.style) if asks else ""


class CommonSpeaker(Speaker):
    """Speaks to all of one language at a table, and notes who is mentioned: to them it is to be said otherwise."""

    def __init__(self, style: Style):
        super().__init__(style)
        self.seats = 0  # bit set

    def say(self, message: Message | None) -> Sentence:
        if message is None:
            return ""
        self.seats |= mentioned(message)
        return sentence_of(self.style.pieces(message))

    def event(self, event: Event) -> Sentence:
        parts = tuples.plain(event)
        seat, name = parts[1], parts[-1]
        self.seats |= 1 << seat if seat >= 0 else 0
        if name is not None:
            self.seats |= mentioned(name)
        return sentence_of(self.style.event_pieces(event))

    def of(self, news: CommonNews) -> CommonFrame:
        """The news as it is said here, to all who hear it: said once."""
        frame = news.said.get(self)
        if frame is None:
            assert news.before is not None
            frame = news.said[self] = CommonFrame(news.before, news.scene, news.kind, news.events, news.seat, self)
        return frame


class PersonalSpeaker(Speaker):
    """Speaks to one listener."""

    def __init__(self, style: Style, common: CommonSpeaker):
        super().__init__(style)
        self.you = style.you
        self.common = common
        self.asked: dict[Any, Any] = {}  # much the same is asked again and again, of other cards

    def phrase(self, ask: Ask) -> tuple[str, Sentence, Sentence]:
        key = asked_for(ask)
        if key not in self.asked:
            self.remember(key, Speaker.phrase(self, ask))
        return self.asked[key]

    def question(self, asks: Sequence[Ask]) -> str:
        if not asks:
            return ""
        key = tuple([asked_for(ask) for ask in asks])
        if key not in self.asked:
            self.remember(key, Speaker.question(self, asks))
        return self.asked[key]

    def remember(self, key: Any, said: Any) -> None:
        if len(self.asked) >= MOST_ASKED:
            self.asked.clear()
        self.asked[key] = said

    def is_among(self, seats: int) -> bool:
        return self.you >= 0 and seats >> self.you & 1 == 1


def asked_for(ask: Ask) -> tuple[Any, ...]:
    """An ask but for its cards, which its words do not mention."""
    parts = tuples.plain(ask)
    return (parts[0], *parts[ASKED:])


class Speakers:
    """Those who speak at one table: one for each language."""

    def __init__(self) -> None:
        self.by_style: dict[Style, CommonSpeaker] = {}

    def to(self, style: Style) -> PersonalSpeaker:
        common = replace(style, you=-1)
        if common not in self.by_style:
            if len(self.by_style) >= MOST_STYLES:  # names of those who have left
                self.by_style.clear()
            self.by_style[common] = CommonSpeaker(common)
        return PersonalSpeaker(style, self.by_style[common])


def mentioned(fact: Any) -> int:
    """A bit set of the seats in a message."""
    if isinstance(fact, PlayerAt):
        return 1 << fact if fact >= 0 else 0
    seats = 0
    if isinstance(fact, Message):
        for part in fact.facts.values():
            seats |= mentioned(part)
    elif issubclass(fact.__class__, (list, tuple)):
        for part in fact:
            seats |= mentioned(part)
    return seats


def sentence_of(pieces: Sequence[Piece]) -> Sentence:
    """Pieces for the wire; texts beside each other become one."""
    joined: list[str | WirePart] = []
    text = ""
    for piece in pieces:
        if not isinstance(piece, Part):
            text += piece
            continue
        if text:
            joined.append(text)
            text = ""
        read, cards, seat = tuples.plain(piece)
        joined.append(WirePart(read, notation(cards) if cards else "", seat))
    if not joined:
        return text
    if text:
        joined.append(text)
    return tuple(joined)


# ---- scenes ----


def notation(cards: Iterable[Card]) -> str:
    return " ".join([FACES[card] for card in cards])


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


def wire_ask(ask: Ask, speaker: Speaker) -> WireAsk:
    word, sentence, meaning = speaker.phrase(ask)
    kind, cards, least, most, amounts, barred, _, optional, sizes, to = tuples.plain(ask)
    return WireAsk(
        kind, word, sentence, notation(cards), least, most, amounts, barred, meaning, optional, sizes, to
    )  # fmt: skip


def wire_asks(asks: Iterable[Ask], speaker: Speaker) -> tuple[WireAsk, ...]:
    return tuple([wire_ask(ask, speaker) for ask in asks])


def in_notation(cards: Cards, speaker: Speaker) -> str:
    return notation(cards) if cards else ""


def wire_hand(groups: Iterable[Iterable[Card]], speaker: Speaker) -> tuple[str, ...]:
    return tuple([notation(group) for group in groups])


def wire_guide(guide: Message | None, speaker: Speaker) -> Sentence:
    return speaker.say(guide)


def wire_title(title: str, speaker: Speaker) -> str:
    return speaker.style.word(title)


# How the fields of a Place and a Scene go out; None: as they are. `places`, `name` and `question` have their own ways.
PLACE: dict[str, Maker | None] = {
    "seat": None,
    "turn": None,
    "hand": wire_hand,
    "received": in_notation,
    "count": None,
    "team": None,
    "shown": in_notation,
    "exposed": in_notation,
    "notes": all_said,
}
COMMON: dict[str, Maker | None] = {
    "game": None,
    "title": wire_title,
    "phase": None,
    "deal": None,
    "trick": wire_trick,
    "last": wire_trick,
    "notes": all_said,
    "standing": None,
    "standing_text": all_said,
    "scores": None,
    "score_lines": all_groups_said,
    "over": None,
    "clockwise": None,
}
SCENE: dict[str, Maker | None] = {"viewer": None, "places": None, "asks": wire_asks, "guide": wire_guide, **COMMON}
OWN = len(SCENE) - len(COMMON)  # so many fields of a scene are its viewer's own
PLACES = tuple(SCENE).index("places")
OVER = tuple(SCENE).index("over")
assert tuple(PLACE) == Place._fields
assert tuple(SCENE) == Scene._fields
PLACE_MAKERS, SCENE_MAKERS = tuple(PLACE.items()), tuple(SCENE.items())


def whole(scene: Scene, speaker: Speaker) -> WireScene:
    """All of a scene."""
    made = all_made(SCENE, scene, speaker)
    made["places"] = tuple(wire_place(place, speaker) for place in scene.places)
    return WireScene(**made, question=speaker.question(scene.asks))


def wire_place(place: Place, speaker: Speaker) -> WirePlace:
    names, seat = speaker.style.names, place.seat
    return WirePlace(**all_made(PLACE, place, speaker), name=names[seat] if seat < len(names) else "")


def all_made(makers: dict[str, Maker | None], values: Iterable[Any], speaker: Speaker) -> dict[str, Any]:
    return {
        name: value if make is None else make(value, speaker)
        for (name, make), value in zip(makers.items(), values, strict=True)
    }


def difference(old: WireScene, new: WireScene) -> Struct:
    """What is different of what was sent and what would be: where names have changed, and with them sentences."""
    places = zip(old.places, new.places, strict=True)
    changes = [PlaceChanges(seat=now.seat, **fields_apart(was, now)) for was, now in places if was != now]
    return SceneChanges(**fields_apart(old, new) | ({"places": tuple(changes)} if changes else {}))


def fields_apart(old: Struct, new: Struct) -> dict[str, Any]:
    names = [name for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    return {name: getattr(new, name) for name in names}


# ---- what is different, as JSON ----


def differing(makers: Any, first: int, old: Any, new: Any, made: dict[str, Any], speaker: Speaker) -> None:
    """Of two scenes, or two places, the fields from `first` on that are different now, put with those made already."""
    for place in range(first, len(makers)):
        before, now = old[place], new[place]
        if before is not now and before != now:
            name, make = makers[place]
            made[name] = now if make is None else make(now, speaker)


def changed_fields(old: Scene, new: Scene, speaker: Speaker) -> bytes:
    """What is different of what everybody sees, but for the places."""
    made: dict[str, Any] = {}
    differing(SCENE_MAKERS, OWN, tuples.plain(old), tuples.plain(new), made, speaker)
    return inside(made)


def changed_place(old: Place, new: Place, speaker: Speaker) -> bytes:
    made: dict[str, Any] = {"seat": new[0]}
    differing(PLACE_MAKERS, 1, tuples.plain(old), tuples.plain(new), made, speaker)
    return ENCODER.encode(made)


def own_changes(old: Scene, new: Scene, speaker: Speaker) -> bytes:
    """What is different for the viewer alone, but for the places."""
    made: dict[str, Any] = {}
    was_viewer, _, was_asks, was_guide = tuples.plain(old)[:OWN]
    viewer, _, asks, guide = tuples.plain(new)[:OWN]
    if was_asks is not asks and was_asks != asks:
        made["asks"] = wire_asks(asks, speaker)
        made["question"] = speaker.question(asks)
    if was_guide is not guide and was_guide != guide:
        made["guide"] = speaker.say(guide)
    if was_viewer != viewer:
        made["viewer"] = viewer
    return inside(made) if made else b""


def inside(fields: dict[str, Any]) -> bytes:
    """A JSON object without its braces: several of them, put together, are one."""
    return ENCODER.encode(fields)[1:-1]


def one_object(own: bytes, places: list[bytes], fields: bytes) -> msgspec.Raw:
    """The changes of a scene."""
    parts = [own] if own else []
    if places:
        parts.append(b'"places":[' + b",".join(places) + b"]")
    if fields:
        parts.append(fields)
    return msgspec.Raw(b"{" + b",".join(parts) + b"}")


# ---- news and answers ----


class CommonFrame:
    """What all of one language hear alike of one moment, as pieces of JSON, with who is mentioned in each."""

    def __init__(
        self,
        before: Scene,
        scene: Scene,
        kind: str,
        events: tuple[Event, ...],
        seat: int,
        speaker: CommonSpeaker,
    ):
        self.kind, self.seat, self.events = kind, seat, events
        speaker.seats = 0
        self.fields = changed_fields(before, scene, speaker)
        self.fields_seats = self.seats = speaker.seats
        self.places: list[bytes] = []
        self.place_seats: list[int] = []
        self.moved: list[int] = []  # the seats whose places these are
        self.had, self.now = tuples.plain(before)[PLACES], tuples.plain(scene)[PLACES]
        for place in range(len(self.now)):
            was, now = self.had[place], self.now[place]
            if was is not now and was != now:
                speaker.seats = 0
                self.moved.append(place)
                self.places.append(changed_place(was, now, speaker))
                self.place_seats.append(speaker.seats)
                self.seats |= speaker.seats
        self.event_texts: list[Any] = []
        self.event_seats: list[int] = []
        for event in events:
            speaker.seats = 0
            self.event_texts.append(msgspec.Raw(ENCODER.encode(wire_event(event, speaker))))
            self.event_seats.append(speaker.seats)
            self.seats |= speaker.seats
        self.after_number = b""  # the rest of the frame, once somebody has heard it

    def numbered(self, number: int) -> bytes:
        """The whole frame."""
        if not self.after_number:
            changes = one_object(b"", self.places, self.fields)
            news = WireNews(0, self.kind, None, changes, tuple(self.event_texts), False, self.seat)
            self.after_number = write(news)[len(FRAME_BEGINS) + 1 :]
        return b"%b%d%b" % (FRAME_BEGINS, number, self.after_number)

    def places_to(self, has: Scene, scene: Scene, speaker: PersonalSpeaker) -> list[bytes]:
        """What is said of the places to one who may know more of them, or be addressed.

        Nothing else is told of a place that is the same to him as to all.
        """
        texts: list[bytes] = []
        had, now, count = tuples.plain(has)[PLACES], tuples.plain(scene)[PLACES], 0
        for seat in range(len(now)):
            is_moved = count < len(self.moved) and self.moved[count] == seat
            if is_moved:
                count += 1
            if had[seat] is now[seat]:
                continue
            shared = had[seat] is self.had[seat] and now[seat] is self.now[seat]
            if shared and is_moved and not speaker.is_among(self.place_seats[count - 1]):
                texts.append(self.places[count - 1])
            elif had[seat] != now[seat]:
                texts.append(changed_place(had[seat], now[seat], speaker))
        return texts

    def events_to(self, events: tuple[Event, ...], speaker: PersonalSpeaker) -> tuple[Any, ...]:
        if events is not self.events:
            return tuple([wire_event(event, speaker) for event in events])
        if not speaker.is_among(self.seats):
            return tuple(self.event_texts)
        return tuple([
            wire_event(events[place], speaker) if speaker.is_among(self.event_seats[place]) else self.event_texts[place]
            for place in range(len(events))
        ])  # fmt: skip


FRAME_BEGINS = write(WireNews(0, "")).partition(b"0")[0]


class WireListener:
    """What one client hears as frames: it remembers which scene the client has, and with which names.

    Those at one table share `speakers`, and what they hear in the same words is said once.
    """

    def __init__(self, style: Style, speakers: Speakers | None = None):
        self.style = style
        self.speakers = speakers or Speakers()
        self.speaker = self.speakers.to(style)
        self.has: Scene | None = None
        self.heard: Scene | None = None  # what an onlooker saw when this listener heard something last

    def frame(self, news: News) -> bytes:
        common = self.common(news)
        if common is None:
            return write(self.told(news))
        has, speaker, special = self.has, self.speaker, is_special(news)
        number, _, scene, _, events = tuples.plain(news)[:5]
        assert has is not None
        own = own_changes(has, scene, speaker)
        places = common.places_to(has, scene, speaker)
        is_addressed = speaker.is_among(common.seats)
        if own or special or is_addressed or events is not common.events or places != common.places:
            return write(self.message(news, common, one_object(own, places, self.fields(has, scene, common))))
        self.keep(news)
        return common.numbered(number)

    def common(self, news: News) -> CommonFrame | None:
        """What is heard alike by all who have heard the same before; None where all is new.

        Where nobody else has, it is made for this listener alone: which of the two it was cannot be told from a frame.
        """
        _, kind, scene, _, events, seat, _, _, _, names, _, common = tuples.plain(news)
        if self.has is None or kind == "whole" or (names and names != self.style.names):
            return None
        speaker = self.speaker.common
        if common is None or common.before is None or self.heard is not common.before or events is not common.events:
            return CommonFrame(self.has, scene, kind, events, seat, speaker)
        return speaker.of(common)

    def fields(self, has: Scene, scene: Scene, common: CommonFrame) -> bytes:
        """What is different of what everybody sees, said to all or to one who is addressed."""
        return changed_fields(has, scene, self.speaker) if self.speaker.is_among(common.fields_seats) else common.fields

    def keep(self, news: News) -> None:
        parts = tuples.plain(news)
        self.has, common = parts[2], parts[-1]
        self.heard = common.scene if common is not None else None

    def told(self, news: News) -> WireNews:
        """The news to who comes, or comes back, or has to hear another name."""
        has, before = None if news.kind == "whole" else self.has, self.speaker
        if news.names and news.names != self.style.names:
            self.style = replace(self.style, names=news.names)
            self.speaker = self.speakers.to(self.style)
        if has is None:
            return self.message(news, None, None)
        return self.message(news, None, difference(whole(has, before), whole(news.scene, self.speaker)))

    def message(self, news: News, common: CommonFrame | None, changes: Any) -> WireNews:
        """All of it; without changes it tells the whole scene."""
        speaker, scene = self.speaker, news.scene
        self.keep(news)
        if common is None or news.begins_log:
            events = told(news.events) if news.begins_log else news.events
            said: tuple[Any, ...] = tuple([wire_event(event, speaker) for event in events])
        else:
            said = common.events_to(news.events, speaker)
        return WireNews(
            news.number,
            news.kind,
            whole(scene, speaker) if changes is None else None,
            changes,
            said,
            news.begins_log,
            news.seat,
            speaker.say(news.text),
            news.seconds if news.seconds > 0 else NO_LIMIT,
            news.can_undo,
            wire_match(news.match, speaker) if scene.over else None,
            all_said(news.lesson, speaker) if news.lesson else (),
        )


def is_special(news: News) -> bool:
    """Does it tell its listener more than what happened?"""
    _, kind, scene, _, _, _, text, seconds, can_undo, _, lesson, _ = tuples.plain(news)
    is_more = text is not None or seconds > 0 or can_undo or len(lesson) > 0
    return is_more or tuples.plain(scene)[OVER] or kind in BEGIN_LOG


def wire_event(event: Event, speaker: Speaker) -> WireEvent:
    """An event as its listener may know it (`Event.to`)."""
    kind, seat, cards, amount, _, size, ends_trick, routine, points, _, laid, lasting, _ = tuples.plain(event)
    return WireEvent(
        kind, speaker.event(event), seat, notation(laid or cards), amount,
        size if size > 0 else len(cards), ends_trick, routine, points, lasting,
    )  # fmt: skip


def wire_match(match: MatchStanding, speaker: Speaker) -> WireMatch:
    return WireMatch(match.deal, match.standing, all_said(match.standing_text, speaker), match.leaders, match.over)


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
