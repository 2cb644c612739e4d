# cython: nonecheck=True
"""Frames: what a table tells its clients, made of news: sentences said to each listener, and of scenes what is new.

Those at one table who share a language hear most of a moment in the same words: that is said and encoded once, as a
CommonFrame, and who is addressed in it, or sees more, gets other pieces in their place. What is said at all tables but
for the names in it is encoded once for all of them, as a Form with gaps. The messages are in wire.py; what is put
together here as bytes is, to the byte, what their structs would give.
Everybody at a table waits for this, so it is compiled: what is a tuple is taken apart here as one.

    listener = WireListener(Style(lang="nl", names=names, you=2))
    frame = listener.frame(news)               # bytes to send
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
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
MOST_FORMS = 2000  # events of one language, the same at all tables but for names, that are kept as they were said
ASKED = Ask._fields.index("cards") + 1  # of an ask, what follows its cards
MOST_STYLES = 8  # of one table's listeners: languages, and names now and a while ago
MOST_SEATS = 10
GAP = b"\0"  # stands where something is to be put in: no JSON has such a byte
RAW_GAP = msgspec.Raw(GAP)
encode = ENCODER.encode

# ---- sentences ----

Maker: TypeAlias = Callable[[Any, Any], Any]  # makes of a value, for a speaker, what goes out


class Form:
    """JSON with gaps where players are named: the same at every table but for the names."""

    def __init__(self, text: bytes, named: list[int], seats: int):
        self.chunks = text.split(GAP)
        self.named = named
        self.seats = seats  # bit set of those whom it mentions

    def filled(self, players: list[bytes]) -> bytes:
        if not self.named:
            return self.chunks[0]
        parts: list[bytes] = []
        for place in range(len(self.named)):
            parts.append(self.chunks[place])
            parts.append(players[self.named[place]])
        parts.append(self.chunks[-1])
        return b"".join(parts)


class Speaker:
    """Says messages in one style."""

    def __init__(self, style: Style):
        self.style = style

    def sentence(self, pieces: Sequence[Piece]) -> Sentence:
        return sentence_of(pieces)

    def say(self, message: Message | None) -> Sentence:
        return "" if message is None else self.sentence(self.style.pieces(message))

    def event(self, event: Event) -> Sentence:
        return self.sentence(self.style.event_pieces(event))

    def phrase(self, ask: Ask) -> tuple[str, Sentence, Sentence]:
        """The words for an ask: for a button, what is asked, what its amounts mean."""
        return self.style.word(ask.kind), self.say(asked(ask)), self.say(ask.meaning)

    def question(self, asks: Sequence[Ask]) -> str:
        """All asks in a line."""
        return asked_in_a_line(asks, self.style) if asks else ""


class FormSpeaker(Speaker):
    """Names nobody, and leaves a gap for each player: for all who hear the same language, at any table."""

    def __init__(self, style: Style):
        super().__init__(style)
        self.named: list[int] = []
        self.forms: dict[Event, Form] = {}

    def sentence(self, pieces: Sequence[Piece]) -> Sentence:
        return sentence_of(pieces, self.part_or_gap)

    def part_or_gap(self, part: Part) -> Any:
        if part.seat < 0:
            return wire_part(part)
        self.named.append(part.seat)
        return RAW_GAP

    def form(self, event: Event) -> Form:
        form = self.forms.get(event)
        if form is None:
            self.named = []
            text = encode(wire_event(event, self))
            form = Form(text, self.named, (1 << event.seat if event.seat >= 0 else 0) | mentioned(event.name))
            if not event.ends_trick:  # the same cards are hardly ever taken together again
                if len(self.forms) >= MOST_FORMS:
                    del self.forms[next(iter(self.forms))]
                self.forms[event] = form
        return form


@cache
def form_speaker(style: Style) -> FormSpeaker:
    """The one for a style, which has no names."""
    return FormSpeaker(style)


class TableSpeaker(Speaker):
    """Speaks to people at one table."""

    def __init__(self, style: Style):
        super().__init__(style)
        self.forms = form_speaker(replace(style, names=()))
        self.players: list[bytes] = []

    def event_form(self, event: Event) -> Form:
        return self.forms.form(event)

    def filled(self, form: Form) -> bytes:
        if not self.players:
            self.players = [encode(WirePart(self.style.seat(seat), seat=seat)) for seat in range(MOST_SEATS)]
        return form.filled(self.players)


class CommonSpeaker(TableSpeaker):
    """Speaks to all of one language at a table, and notes who is mentioned: to them it is to be said otherwise."""

    def __init__(self, style: Style):
        super().__init__(style)
        self.seats = 0  # bit set

    def say(self, message: Message | None) -> Sentence:
        if message is None:
            return ""
        self.seats |= mentioned(message)
        return sentence_of(self.style.pieces(message))

    def of(self, news: CommonNews) -> CommonFrame:
        """The news as it is said here, to all who hear it: said once."""
        frame = news.said.get(self)
        if frame is None:
            assert news.before is not None
            frame = CommonFrame(news.kind, news.events, news.seat)
            news.said[self] = frame.say(news.before, news.scene, self)
        return frame


class PersonalSpeaker(TableSpeaker):
    """Speaks to one listener."""

    def __init__(self, style: Style, common: CommonSpeaker):
        super().__init__(style)
        self.you = style.you
        self.common = common
        self.asked: dict[Any, Any] = {}  # much the same is asked again and again, of other cards

    def ask_text(self, ask: Ask) -> bytes:
        """An ask as JSON."""
        key, cards = asked_for(ask), ask.cards
        chunks = self.asked.get(key)
        if chunks is None:
            # What it is without its cards; where it has some, with a gap for them.
            chunks = self.remember(key, encode(wire_ask(ask, self, RAW_GAP if cards else "")).split(GAP))
        return b'"'.join([chunks[0], notation(cards).encode(), chunks[1]]) if cards else chunks[0]

    def question_text(self, asks: tuple[Ask, ...]) -> bytes:
        if not asks:
            return NOTHING_SAID
        key = tuple([asked_for(ask) for ask in asks])
        text = self.asked.get(key)
        return text if text is not None else self.remember(key, encode(self.question(asks)))

    def guide_text(self, guide: Message | None) -> bytes:
        if guide is None:
            return NOTHING_SAID
        if guide.facts:
            return encode(self.say(guide))
        text = self.asked.get(guide.template)
        return text if text is not None else self.remember(guide.template, encode(self.say(guide)))

    def remember(self, key: Any, said: Any) -> Any:
        if len(self.asked) >= MOST_ASKED:
            self.asked.clear()
        self.asked[key] = said
        return said

    def is_among(self, seats: int) -> bool:
        return self.you >= 0 and seats >> self.you & 1 == 1


NOTHING_SAID = encode("")


def asked_for(ask: Ask) -> tuple[Any, ...]:
    """An ask but for its cards, which its words do not mention; but whether it has any."""
    parts = tuples.plain(ask)
    return (parts[0], not parts[1], *parts[ASKED:])


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
    if fact is None:
        return 0
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


def wire_part(part: Part) -> WirePart:
    read, cards, seat = tuples.plain(part)
    return WirePart(read, notation(cards) if cards else "", seat)


def sentence_of(pieces: Sequence[Piece], made: Callable[[Part], Any] = wire_part) -> Sentence:
    """Pieces for the wire; texts beside each other become one."""
    joined: list[Any] = []
    text = ""
    for piece in pieces:
        if not isinstance(piece, Part):
            text += piece
            continue
        if text:
            joined.append(text)
            text = ""
        joined.append(made(piece))
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


def wire_ask(ask: Ask, speaker: Speaker, written: Any) -> WireAsk:
    """`written` are its cards."""
    word, sentence, meaning = speaker.phrase(ask)
    kind, _, least, most, amounts, barred, _, optional, sizes, to = tuples.plain(ask)
    return WireAsk(kind, word, sentence, written, least, most, amounts, barred, meaning, optional, sizes, to)


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
    "standing_figures": None,
    "scores": None,
    "score_lines": all_groups_said,
    "over": None,
    "clockwise": None,
}
SCENE: dict[str, Maker | None] = {"viewer": None, "places": None, "asks": wire_asks, "guide": wire_guide, **COMMON}
OWN = len(SCENE) - len(COMMON)  # so many fields of a scene are its viewer's own
PLACES, ASKS, GUIDE, OVER = map(tuple(SCENE).index, ("places", "asks", "guide", "over"))
assert tuple(PLACE) == Place._fields
assert tuple(SCENE) == Scene._fields
PLACE_MAKERS, SCENE_MAKERS = tuple(PLACE.values()), tuple(SCENE.values())


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


def keys(makers: dict[str, Maker | None]) -> tuple[bytes, ...]:
    return tuple([encode(name) + b":" for name in makers])


PLACE_KEYS, SCENE_KEYS = keys(PLACE), keys(SCENE)


def differing(makers: Any, names: Any, first: int, old: Any, new: Any, parts: list[bytes], speaker: Speaker) -> None:
    """Of two scenes, or two places, the fields from `first` on that are different now."""
    for place in range(first, len(makers)):
        before, now = old[place], new[place]
        if before is not now and before != now:
            make = makers[place]
            parts.append(names[place] + (small_text(now) if make is None else encode(make(now, speaker))))


def small_text(value: Any) -> bytes:
    """A value that goes out as it is, as JSON."""
    if value is True or value is False:
        return b"true" if value else b"false"
    return encode(value)


def changed_fields(old: Scene, new: Scene, speaker: Speaker) -> bytes:
    """What is different of what everybody sees, but for the places."""
    parts: list[bytes] = []
    differing(SCENE_MAKERS, SCENE_KEYS, OWN, tuples.plain(old), tuples.plain(new), parts, speaker)
    return b",".join(parts)


def changed_place(old: Place, new: Place, speaker: Speaker) -> bytes:
    was, now = tuples.plain(old), tuples.plain(new)
    parts: list[bytes] = [b'{"seat":' + digits(now[0])]
    differing(PLACE_MAKERS, PLACE_KEYS, 1, was, now, parts, speaker)
    return b",".join(parts) + b"}"


def own_changes(old: Scene, new: Scene, speaker: PersonalSpeaker) -> bytes:
    """What is different for the viewer alone, but for the places."""
    was, now = tuples.plain(old), tuples.plain(new)
    was_asks, asks, was_guide, guide = was[ASKS], now[ASKS], was[GUIDE], now[GUIDE]
    if was_asks is asks and was_guide is guide and was[0] == now[0]:
        return b""
    parts: list[bytes] = []
    if was_asks != asks:
        texts = [speaker.ask_text(ask) for ask in asks]
        parts.append(b'"asks":[' + b",".join(texts) + b'],"question":' + speaker.question_text(asks))
    if was_guide != guide:
        parts.append(b'"guide":' + speaker.guide_text(guide))
    if was[0] != now[0]:
        parts.append(b'"viewer":' + digits(now[0]))
    return b",".join(parts)


def one_object(own: bytes, places: list[bytes], fields: bytes) -> bytes:
    """The changes of a scene."""
    parts = [own] if own else []
    if places:
        parts.append(b'"places":[' + b",".join(places) + b"]")
    if fields:
        parts.append(fields)
    return b"{" + b",".join(parts) + b"}"


# ---- news and answers ----


class CommonFrame:
    """What all of one language hear alike of one moment, as pieces of JSON, with who is mentioned in each."""

    def __init__(self, kind: str, events: tuple[Event, ...], seat: int):
        self.kind, self.seat, self.events = kind, seat, events
        self.places: list[bytes] = []
        self.place_seats: list[int] = []
        self.moved: list[int] = []  # the seats whose places these are
        self.event_texts: list[bytes] = []
        self.event_seats: list[int] = []
        self.after_number = b""  # the rest of the frame, once somebody has heard it

    def say(self, before: Scene, scene: Scene, speaker: CommonSpeaker) -> CommonFrame:
        """What happened between these scenes. Returns itself."""
        speaker.seats = 0
        self.fields = changed_fields(before, scene, speaker)
        self.fields_seats = self.seats = speaker.seats
        self.had, self.now = tuples.plain(before)[PLACES], tuples.plain(scene)[PLACES]
        for place in range(len(self.now)):
            was, now = self.had[place], self.now[place]
            if was is not now and was != now:
                speaker.seats = 0
                self.moved.append(place)
                self.places.append(changed_place(was, now, speaker))
                self.place_seats.append(speaker.seats)
                self.seats |= speaker.seats
        for event in self.events:
            form = speaker.event_form(event)
            self.event_texts.append(speaker.filled(form))
            self.event_seats.append(form.seats)
            self.seats |= form.seats
        return self

    def numbered(self, number: int) -> bytes:
        """The whole frame."""
        if not self.after_number:
            changes = one_object(b"", self.places, self.fields)
            self.after_number = b"%b%b}" % (middle(self.kind, changes, self.event_texts), seat_text(self.seat))
        return b"".join([FRAME_BEGINS, digits(number), self.after_number])

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

    def events_to(self, events: tuple[Event, ...], speaker: PersonalSpeaker) -> list[bytes]:
        if events is not self.events:
            return [speaker.filled(speaker.event_form(event)) for event in events]
        if not speaker.is_among(self.seats):
            return self.event_texts
        texts: list[bytes] = []
        for place in range(len(events)):
            if speaker.is_among(self.event_seats[place]):
                texts.append(speaker.filled(speaker.event_form(events[place])))
            else:
                texts.append(self.event_texts[place])
        return texts


# A frame of news, piece by piece: as WireNews would be written, without what has its usual value.
FRAME_BEGINS = write(WireNews(0, "")).partition(b"0")[0]


def digits(number: int) -> bytes:
    return str(number).encode()


def middle(kind: str, changes: bytes, events: list[bytes]) -> bytes:
    """What follows the number."""
    parts = [b',"kind":"', kind.encode(), b'","changed":', changes]
    if events:
        parts += b',"events":[', b",".join(events), b"]"
    return b"".join(parts)


def seat_text(seat: int) -> bytes:
    return b',"seat":' + digits(seat) if seat != -1 else b""


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
        number, kind, scene, match, events, seat, text, seconds, can_undo, _, lesson, _ = tuples.plain(news)
        has, speaker, is_over = self.has, self.speaker, tuples.plain(scene)[OVER]
        assert has is not None
        own = own_changes(has, scene, speaker)
        places = common.places_to(has, scene, speaker)
        is_special = text is not None or seconds > 0 or can_undo or lesson or is_over or kind in BEGIN_LOG
        is_addressed = speaker.is_among(common.seats)
        fields = self.fields(has, scene, common) if is_addressed else common.fields
        self.keep(news)
        if not (own or is_special or is_addressed or events is not common.events or places != common.places):
            return common.numbered(number)
        begins_log = kind in BEGIN_LOG
        texts = self.log_texts(events) if begins_log else common.events_to(events, speaker)
        parts = [FRAME_BEGINS, digits(number), middle(kind, one_object(own, places, fields), texts)]
        if begins_log:
            parts.append(b',"begins_log":true')
        parts.append(seat_text(seat))
        if is_special:
            if text is not None:
                parts.append(b',"text":' + encode(speaker.say(text)))
            if seconds > 0:
                parts.append(b',"seconds":' + encode(float(seconds)))
            if can_undo:
                parts.append(b',"can_undo":true')
            if is_over:
                parts.append(b',"match":' + encode(wire_match(match, speaker)))
            if lesson:
                parts.append(b',"lesson":' + encode(all_said(lesson, speaker)))
        parts.append(b"}")
        return b"".join(parts)

    def log_texts(self, events: Iterable[Event]) -> list[bytes]:
        """All of the deal so far, as people tell it."""
        return [self.speaker.filled(self.speaker.event_form(event)) for event in told(events)]

    def common(self, news: News) -> CommonFrame | None:
        """What is heard alike by all who have heard the same before; None where all is new.

        Where nobody else has, it is made for this listener alone: which of the two it was cannot be told from a frame.
        """
        _, kind, scene, _, events, seat, _, _, _, names, _, common = tuples.plain(news)
        if self.has is None or kind == "whole" or (names and names != self.style.names):
            return None
        speaker = self.speaker.common
        if common is None or common.before is None or self.heard is not common.before or events is not common.events:
            alone = CommonFrame(kind, events, seat)
            return alone.say(self.has, scene, speaker)
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
