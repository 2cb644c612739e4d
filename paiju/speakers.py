# cython: nonecheck=True
"""Speakers: who says what happens at a table, in the words of one style, to all who share a language or to one person.

They say it as values for structs (wire.py), or, where everybody at a table waits, at once as JSON into a draft: to the
byte what the structs would give. What is the same at all tables of a language is kept as Forms: the wording of events
with gaps for players, cards and numbers, and of asks with a gap for their cards.

    speaker = Speakers().to(Style(lang="nl", names=names, you=2))
    speaker.add_event(draft, event)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from paiju import drafts
from paiju.core import bits, tuples
from paiju.core.cards import FACES, Card, Cards
from paiju.core.words import Action, Ask, Event, Message, PlayerAt
from paiju.question import asked, asked_in_a_line
from paiju.show import (
    THIS_AND_THAT,
    THIS_OR_THAT,
    Part,
    Piece,
    Segment,
    Style,
    counted,
    either,
    segments,
    together,
)
from paiju.wire import ENCODER, Sentence, WireAsk, WirePart

MOST_FORMS = 2000  # of each kind that one language keeps
MOST_STYLES = 8  # of one table's listeners: languages, and names now and a while ago
MOST_SEATS = 10
OFFERED = Ask._fields.index("cards")  # of an ask: what its words do not mention
GAP = b"\0"  # stands where something is to be put in: no JSON has such a byte
RAW_GAP = msgspec.Raw(GAP)
NOTATION = tuple([face.encode() for face in FACES])
BLANK, NO_BLANK = b" ", b""
encode = ENCODER.encode

# ---- sentences as structs ----


def notation(cards: Iterable[Card]) -> str:
    return " ".join([FACES[card] for card in cards])


def wire_part(part: Part) -> WirePart:
    read, cards, seat = tuples.plain(part)
    return WirePart(read, notation(cards) if cards else "", seat)


def sentence_of(pieces: Sequence[Piece]) -> Sentence:
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
        joined.append(wire_part(piece))
    if not joined:
        return text
    if text:
        joined.append(text)
    return tuple(joined)


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
        style = self.style
        word = style.word(ask.kind) if ask.most or ask.amounts else style.action(Action(ask.kind))  # "show nothing"
        return word, self.say(asked(ask)), self.say(ask.meaning)

    def question(self, asks: Sequence[Ask]) -> str:
        """All asks in a line."""
        return asked_in_a_line(asks, self.style) if asks else ""


def wire_ask(ask: Ask, speaker: Speaker, written: Any) -> WireAsk:
    """`written` are its cards."""
    word, sentence, meaning = speaker.phrase(ask)
    kind, _, least, most, amounts, barred, _, optional, sizes, to = tuples.plain(ask)
    return WireAsk(kind, word, sentence, written, least, most, amounts, barred, meaning, optional, sizes, to)


# ---- sentences in a draft ----

# What a sentence in a draft is so far: a text that is not closed yet, parts. It is begun as a list, and ends as the
# text alone where no part came.
WORDS, PARTS = 1, 2


def open_words(draft: bytearray, so_far: int) -> int:
    """A text follows, or more of one."""
    if so_far & WORDS:
        return so_far
    drafts.add(draft, b',"' if so_far else b'"')
    return so_far | WORDS


def add_words(draft: bytearray, so_far: int, text: bytes) -> int:
    """A text as it stands in JSON, if there is any."""
    if text:
        so_far = open_words(draft, so_far)
        drafts.add(draft, text)
    return so_far


def open_part(draft: bytearray, so_far: int) -> int:
    """A part follows."""
    if so_far:
        drafts.add(draft, b'",' if so_far & WORDS else b",")
    return PARTS


def end_sentence(draft: bytearray, so_far: int, start: int) -> None:
    if so_far & WORDS:
        drafts.add(draft, b'"')
    if so_far & PARTS:
        drafts.add(draft, b"]")
    else:
        drafts.drop(draft, start)
    if not so_far:
        drafts.add(draft, b'""')


def add_pieces(draft: bytearray, so_far: int, pieces: Iterable[Piece]) -> int:
    """More of a sentence; what it is then."""
    for piece in pieces:
        if isinstance(piece, Part):
            read, cards, seat = tuples.plain(piece)
            so_far = open_part(draft, so_far)
            drafts.add(draft, b'{"text":"')
            drafts.add_text(draft, read)
            if cards:
                drafts.add(draft, b'","cards":"')
                add_laid(draft, cards, NOTATION, BLANK)
            drafts.add(draft, b'"')
            if seat != -1:
                drafts.add(draft, b',"seat":')
                drafts.add_number(draft, seat)
            drafts.add(draft, b"}")
        elif piece:
            so_far = open_words(draft, so_far)
            drafts.add_text(draft, piece)
    return so_far


def add_laid(draft: bytearray, cards: tuple[Card, ...], faces: tuple[bytes, ...], blank: bytes) -> None:
    """Cards in this order."""
    for place in range(len(cards)):
        if place:
            drafts.add(draft, blank)
        face = cards[place]
        drafts.add(draft, faces[face])


def add_cards(draft: bytearray, cards: bits.Mask, faces: tuple[bytes, ...], blank: bytes) -> None:
    """Cards from the lowest face up."""
    while cards:
        face = bits.lowest(cards) // 2
        cards -= bits.one(face)
        drafts.add(draft, faces[face])
        if cards:
            drafts.add(draft, blank)


# ---- what all tables of a language share ----

NO_FACT, SEAT, CARDS, AMOUNT, POINTS, OTHER = range(6)
FACTS = {None: NO_FACT, "seat": SEAT, "cards": CARDS, "amount": AMOUNT, "points": POINTS}  # of events


def within(text: str) -> bytes:
    """A text as it stands in JSON between quotation marks."""
    return encode(text)[1:-1]


class Form:
    """How a message or an event is worded: texts as they stand in JSON, and after each the fact that follows."""

    def __init__(self, others: list[Segment], mine: list[Segment]):
        self.texts = [within(text) for text, _, _ in others]
        self.names = [name for _, name, _ in others]
        self.facts = bytes([FACTS.get(name, OTHER) for name in self.names])
        self.formats = [form for _, _, form in others]
        self.mine = Form(mine, []) if mine else None  # to the player whom it is about


class AskForm:
    """An ask as JSON but for its cards, and the question where it is the only one."""

    def __init__(self, text: bytes, question: bytes):
        self.before, _, self.after = text.partition(GAP)
        self.question = question


class Forms:
    """What one language has ready for all tables. Its style names nobody."""

    def __init__(self, style: Style):
        self.style = style
        self.speaker = Speaker(style)
        self.by_template: dict[str, Form] = {}
        # Of events without a sentence of their game.
        self.by_kind: dict[str, Form] = {}
        self.with_points: dict[str, Form] = {}
        self.counts: dict[int, bytes] = {}
        self.texts: dict[str, bytes] = {}  # of messages without facts
        self.words: dict[str, bytes] = {}
        self.asks: dict[Any, AskForm] = {}
        self.questions: dict[Any, bytes] = {}
        self.is_plain = not (style.words or style.grouped)  # cards are written one by one
        self.faces = tuple(map(within, style.faces))
        self.blank = BLANK if style.spaces else NO_BLANK

    def message(self, template: str) -> Form:
        form = self.by_template.get(template)
        if form is None:
            form = Form(*segments(self.style.lang, template))
            keep(self.by_template, template, form)
        return form

    def event(self, event: Event, kind: str, points: int | None, template: str) -> Form:
        if template:
            return self.message(template)
        known = self.with_points if points else self.by_kind
        form = known.get(kind)
        if form is None:
            form = self.message(event.sentence)
            keep(known, kind, form)
        return form

    def count(self, size: int) -> bytes:
        """So many cards that are not to be seen, as words."""
        text = self.counts.get(size)
        if text is None:
            text = within(self.style.say(counted(size)) if size > 0 else self.style.word("nothing"))
            keep(self.counts, size, text)
        return text

    def text(self, template: str) -> bytes:
        """A message without facts."""
        text = self.texts.get(template)
        if text is None:
            text = within(self.style.say(template))
            keep(self.texts, template, text)
        return text

    def word(self, word: str) -> bytes:
        text = self.words.get(word)
        if text is None:
            text = within(self.style.word(word))
            keep(self.words, word, text)
        return text

    def ask(self, ask: Ask) -> AskForm:
        key = but_for_cards(ask)
        form = self.asks.get(key)
        if form is None:
            form = ask_form(ask, self.speaker)
            keep(self.asks, key, form)
        return form

    def question(self, asks: tuple[Ask, ...]) -> bytes:
        key = tuple([but_for_cards(ask) for ask in asks])
        text = self.questions.get(key)
        if text is None:
            text = encode(self.speaker.question(asks))
            keep(self.questions, key, text)
        return text


def keep(known: dict[Any, Any], key: Any, form: Any) -> None:
    if len(known) >= MOST_FORMS:
        known.clear()
    known[key] = form


@cache
def forms_of(style: Style) -> Forms:
    return Forms(style)


def ask_form(ask: Ask, speaker: Speaker) -> AskForm:
    text = encode(wire_ask(ask, speaker, RAW_GAP if ask.cards else ""))
    return AskForm(text, encode(speaker.question((ask,))))


def but_for_cards(ask: Ask) -> tuple[Any, ...]:
    """An ask without its cards; but whether it has any."""
    parts = tuples.plain(ask)
    return (*parts[:OFFERED], not parts[OFFERED], *parts[OFFERED + 1 :])


def is_alike(ask: Ask, other: Ask) -> bool:
    """Are two asks the same but for their cards?"""
    one, two = tuples.plain(ask), tuples.plain(other)
    for place in range(len(one)):
        if place != OFFERED and one[place] is not two[place] and one[place] != two[place]:
            return False
    return (not one[OFFERED]) == (not two[OFFERED])


# ---- those who speak at a table ----


class TableSpeaker(Speaker):
    """Speaks to people at one table: into drafts."""

    def __init__(self, style: Style, players: list[bytes]):
        super().__init__(style)
        self.forms = forms_of(replace(style, names=(), you=-1))
        self.you = style.you
        self.players = players  # by seat, as parts of sentences
        self.seats = 0  # bit set of those who were mentioned in messages, for who wants to know

    def player(self, seat: int) -> bytes:
        return self.players[seat] if 0 <= seat < MOST_SEATS else player_part(self.style, seat)

    def add_message(self, draft: bytearray, message: Message | None) -> None:
        """A message as a sentence."""
        start = drafts.size(draft)
        drafts.add(draft, b"[")
        so_far = 0 if message is None else self.add_said(draft, 0, message.template, message.facts)
        end_sentence(draft, so_far, start)

    def add_said(self, draft: bytearray, so_far: int, template: str, facts: dict[str, Any]) -> int:
        """More of a sentence, as `Style.filled` has it; what it is then."""
        if not facts:
            return add_words(draft, so_far, self.forms.text(template))
        form = self.forms.message(template)
        if form.mine is not None:
            fact = facts.get("seat")
            if type(fact) is PlayerAt:
                self.mention(fact)
                if fact == self.you and fact >= 0:
                    form = form.mine
        for place in range(len(form.texts)):
            so_far = add_words(draft, so_far, form.texts[place])
            name = form.names[place]
            if name is None:
                continue
            so_far = self.add_fact(draft, so_far, facts[name], form.formats[place])
        return so_far

    def add_fact(self, draft: bytearray, so_far: int, fact: Any, form: str) -> int:
        """More of a sentence, as `Style.fact` has it; what it is then."""
        if type(fact) is PlayerAt:
            self.mention(fact)
            so_far = open_part(draft, so_far)
            drafts.add(draft, self.player(fact))
            return so_far
        if type(fact) is int:
            so_far = open_words(draft, so_far)
            if form:
                drafts.add_text(draft, format(fact, form))
            else:
                drafts.add_number(draft, fact)
            return so_far
        if type(fact) is str:
            return add_words(draft, so_far, self.forms.word(fact))
        if type(fact) is Message:
            return self.add_said(draft, so_far, fact.template, fact.facts)
        if type(fact) is Cards and fact and self.forms.is_plain:
            so_far = open_part(draft, so_far)
            self.add_cards_part(draft, (), int(fact))
            return so_far
        is_either = type(fact) is tuple
        if is_either or type(fact) is list:
            return self.add_joined(draft, so_far, fact, is_either)  # pyright: ignore[reportUnknownArgumentType]
        self.seats |= mentioned(fact)
        return add_pieces(draft, so_far, self.style.fact(fact, form))

    def add_joined(self, draft: bytearray, so_far: int, facts: Sequence[Any], is_either: bool) -> int:
        """Several facts as one: one of these, or all of these. Mostly they are two partners."""
        if len(facts) == 2:
            template = THIS_OR_THAT if is_either else THIS_AND_THAT
            return self.add_said(draft, so_far, template, {"one": facts[0], "other": facts[1]})
        return self.add_fact(draft, so_far, either(facts) if is_either else together(facts), "")

    def mention(self, seat: int) -> None:
        if seat >= 0:
            self.seats |= 1 << seat

    def add_messages(self, draft: bytearray, messages: Iterable[Message]) -> None:
        drafts.add(draft, b"[")
        for message in messages:
            self.add_message(draft, message)
            drafts.add(draft, b",")
        drafts.end(draft, b"]")

    def add_event(self, draft: bytearray, event: Event) -> None:
        """An event as its listener may know it (`Event.to`): what `wire_event` makes of it."""
        kind, seat, cards, amount, _, size, ends_trick, routine, points, template, laid, lasting, name = tuples.plain(
            event
        )
        held = int(cards)
        count = size if size > 0 else bits.size(held)
        drafts.add(draft, b'{"kind":"')
        drafts.add_text(draft, kind)
        drafts.add(draft, b'","sentence":')
        form = self.forms.event(event, kind, points, template)
        if form.mine is not None and seat >= 0 and seat == self.you:
            form = form.mine
        start = drafts.size(draft)
        drafts.add(draft, b"[")
        so_far = self.add_worded(draft, form, seat, laid, held, size, amount, points)
        if name is not None:
            so_far = self.add_said(draft, so_far, " ({name})", {"name": name})
        end_sentence(draft, so_far, start)
        if seat != -1:
            drafts.add(draft, b',"seat":')
            drafts.add_number(draft, seat)
        if laid or held:
            drafts.add(draft, b',"cards":"')
            add_either(draft, laid, held, NOTATION, BLANK)
            drafts.add(draft, b'"')
        if amount != 0:
            drafts.add(draft, b',"amount":')
            drafts.add_number(draft, amount)
        if count != 0:
            drafts.add(draft, b',"size":')
            drafts.add_number(draft, count)
        if ends_trick:
            drafts.add(draft, b',"ends_trick":true')
        if routine:
            drafts.add(draft, b',"routine":true')
        if points is not None:
            drafts.add(draft, b',"points":')
            drafts.add_number(draft, points)
        if lasting:
            drafts.add(draft, b',"lasting":true')
        drafts.add(draft, b"}")

    def add_worded(
        self,
        draft: bytearray,
        form: Form,
        seat: int,
        laid: tuple[Card, ...],
        cards: bits.Mask,
        size: int,
        amount: int,
        points: int | None,
    ) -> int:
        """An event's form with its gaps filled; what the sentence is then."""
        so_far = 0
        for place in range(len(form.facts)):
            so_far = add_words(draft, so_far, form.texts[place])
            fact = form.facts[place]
            if fact == NO_FACT:
                continue
            if fact == SEAT:
                so_far = open_part(draft, so_far)
                drafts.add(draft, self.player(seat))
            elif fact == AMOUNT:
                so_far = self.add_fact(draft, so_far, amount, form.formats[place])
            elif fact == POINTS:
                so_far = self.add_fact(draft, so_far, points, form.formats[place])
            elif fact == OTHER:
                raise KeyError(form.names[place])
            elif laid or cards:
                so_far = open_part(draft, so_far)
                self.add_cards_part(draft, laid, cards)
            else:
                so_far = add_words(draft, so_far, self.forms.count(size))
        return so_far

    def add_cards_part(self, draft: bytearray, laid: tuple[Card, ...], cards: bits.Mask) -> None:
        """Cards as a part of a sentence."""
        drafts.add(draft, b'{"text":"')
        if self.forms.is_plain:
            add_either(draft, laid, cards, self.forms.faces, self.forms.blank)
        else:
            drafts.add_text(draft, self.style.cards(laid or Cards(cards)))
        drafts.add(draft, b'","cards":"')
        add_either(draft, laid, cards, NOTATION, BLANK)
        drafts.add(draft, b'"}')


def add_either(
    draft: bytearray, laid: tuple[Card, ...], cards: bits.Mask, faces: tuple[bytes, ...], blank: bytes
) -> None:
    """Cards in the order people lay them down, where there is one."""
    if laid:
        add_laid(draft, laid, faces, blank)
    else:
        add_cards(draft, cards, faces, blank)


def player_part(style: Style, seat: int) -> bytes:
    return encode(WirePart(style.seat(seat), seat=seat))


class CommonSpeaker(TableSpeaker):
    """Speaks to all of one language at a table. Who is mentioned is to hear it otherwise."""

    def __init__(self, style: Style):
        super().__init__(style, [player_part(style, seat) for seat in range(MOST_SEATS)])


class PersonalSpeaker(TableSpeaker):
    """Speaks to one listener."""

    def __init__(self, style: Style, common: CommonSpeaker):
        self.common = common
        players = self.common.players
        if 0 <= style.you < MOST_SEATS:
            players = [*players[: style.you], player_part(style, style.you), *players[style.you + 1 :]]
        super().__init__(style, players)
        self.asked: Ask | None = None  # much the same is asked again and again, of other cards
        self.asked_form: AskForm | None = None

    def is_among(self, seats: int) -> bool:
        return self.you >= 0 and seats >> self.you & 1 == 1

    def add_asks(self, draft: bytearray, asks: tuple[Ask, ...]) -> None:
        """What is asked, and the question: two fields of a scene."""
        drafts.add(draft, b'"asks":[')
        form = None
        for ask in asks:
            form = self.ask_form(ask)
            drafts.add(draft, form.before)
            if cards := int(tuples.plain(ask)[OFFERED]):
                drafts.add(draft, b'"')
                add_cards(draft, cards, NOTATION, BLANK)
                drafts.add(draft, b'"')
                drafts.add(draft, form.after)
            drafts.add(draft, b",")
        drafts.end(draft, b'],"question":')
        if form is None:
            drafts.add(draft, b'""')
        else:
            drafts.add(draft, form.question if len(asks) == 1 else self.question_text(asks))
        drafts.add(draft, b",")

    def ask_form(self, ask: Ask) -> AskForm:
        if self.asked is None or self.asked_form is None or not is_alike(self.asked, ask):
            self.asked = ask
            self.asked_form = self.forms.ask(ask) if not mentioned(ask.meaning) else ask_form(ask, self)
        return self.asked_form

    def question_text(self, asks: tuple[Ask, ...]) -> bytes:
        for ask in asks:
            if mentioned(ask.meaning):
                return encode(self.question(asks))
        return self.forms.question(asks)


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
