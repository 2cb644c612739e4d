"""Wire 1: every message between a table and its clients, in both directions, in one place (docs/wire.md).

A frame is one message as JSON text, an object whose `type` says which. Clients need no rules, no templates and no
names of games: cards are notation, sentences come said in the listener's language, and after the first whole scene
only what has changed is sent, to be merged without knowing why.

    listener = WireListener(Style(lang="nl", names=names, you=2))
    frame = listener.frame(news)               # bytes to send
    request = read_request(frame)              # what a client sent, or a FrameError that says what is wrong with it
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import islice
from typing import Annotated, Any, TypeAlias, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from paiju.bots.search import Candidate
from paiju.core.cards import FACES, Card, brief
from paiju.core.game import Game, Setup
from paiju.core.scene import Place, Scene, Trick
from paiju.core.words import Ask, Event, IllegalAction, Message, PlayerAt
from paiju.games import find
from paiju.news import News
from paiju.question import asked, question
from paiju.selection import PossibleAnswers
from paiju.show import Style, event_line, told

VERSION = 1
LONGEST_FRAME = 16384  # bytes a client may send at once
MOST_CHOICES = 300  # combinations sent to a client; where there are more it asks with `check`

# ---- what messages are made of ----


class WirePart(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of a sentence that a screen may draw in its own way: cards, or a player."""

    text: str  # as it reads
    cards: str = ""  # notation: "QS KS"
    seat: int = -1


# A sentence without cards and players is a text. The texts of all its pieces, one after another, are the sentence.
Sentence: TypeAlias = str | tuple[str | WirePart, ...]


class WirePlay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one seat played: its cards in the order people lay them down, and what that is called."""

    seat: int
    cards: str
    name: Sentence = ""


class WireTrick(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cards on the table, the first play first; -1 where nobody is ahead or led."""

    plays: tuple[WirePlay, ...] = ()
    winner: int = -1
    leader: int = -1


class WirePlace(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One seat at the table."""

    seat: int
    name: str = ""  # of the player
    count: int = 0  # cards in hand
    team: int = 0
    turn: bool = False  # owes an answer
    hand: tuple[str, ...] = ()  # where the listener may see it: a text a group, sorted
    shown: str = ""  # cards everybody knows it holds
    notes: tuple[Sentence, ...] = ()


class WireAsk(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that may be answered: a kind, `least` to `most` of these cards, one of these amounts."""

    kind: str  # as it goes into an action
    word: str  # the same in the language, for a button
    sentence: Sentence  # "play 1 to 5 cards"
    cards: str = ""
    least: int = 0
    most: int = 0
    amounts: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()  # amounts that a rule forbids now
    meaning: Sentence = ""  # what the amounts stand for
    optional: bool = False  # nobody waits for it: it may be answered at any time


class WireEvent(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened, for the log and to move cards; of cards the listener may not see there is just the number."""

    kind: str
    sentence: Sentence
    seat: int = -1
    cards: str = ""
    amount: int = 0
    size: int = 0
    ends_trick: bool = False
    routine: bool = False  # one of many alike, told together


class WireScene(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table as the listener sees it."""

    game: str
    title: str
    phase: str
    viewer: int  # the listener's seat; -1 sees all hands, -2 none
    deal: int
    places: tuple[WirePlace, ...]
    trick: WireTrick = WireTrick()
    last: WireTrick = WireTrick()  # the trick before
    notes: tuple[Sentence, ...] = ()  # what concerns the whole table
    asks: tuple[WireAsk, ...] = ()  # what the listener may answer now
    question: str = ""  # the asks in a line
    guide: Sentence = ""  # what to do in this phase, for those who do not know the game
    standing: tuple[int, ...] = ()  # the match before this deal, by seat
    standing_text: tuple[Sentence, ...] = ()
    scores: tuple[int, ...] = ()  # the deal so far, or its result
    over: bool = False
    clockwise: bool = True


def partial(name: str, kind: type[Struct], doc: str, key: str = "", **other: Any) -> type[Struct]:
    """A message of those fields of another that have changed; `key` is always there."""
    given: list[Any] = []
    for each in msgspec.structs.fields(kind):
        of = other.get(each.name, each.type)
        given.append((each.name, of) if each.name == key else (each.name, Union[of, UnsetType], UNSET))  # noqa: UP007
    return msgspec.defstruct(
        name, given, module=__name__, namespace={"__doc__": doc}, frozen=True, forbid_unknown_fields=True
    )


# Not written twice: what a scene and a place gain can change.
PlaceChanges = partial("PlaceChanges", WirePlace, "What is different at one seat: put these over the old.", "seat")
SceneChanges = partial(
    "SceneChanges",
    WireScene,
    "What is different: put these over the old scene, and those of each place over the old place.",
    places=tuple[PlaceChanges, ...],
)


class WireMatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the match stands after a deal."""

    deal: int  # the deal that follows
    standing: tuple[int, ...]
    standing_text: tuple[Sentence, ...]
    leaders: tuple[int, ...]  # the winners once it is over
    over: bool = False


# ---- what a table sends ----


def server_tag(name: str) -> str:
    return snake(name.removeprefix("Wire"))


def client_tag(name: str) -> str:
    return snake(name.removesuffix("Request"))


def snake(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


class ServerMessage(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=server_tag
):
    """From a table to a client."""


class WireNews(ServerMessage, frozen=True):
    """Something has happened. `scene` is whole for who comes or comes back; else `changed` is what is different."""

    number: int  # 1, 2, 3 ... for this listener
    kind: str  # whole, deal, move, ask, back, claim, result, match, chairs, say or trouble
    scene: WireScene | None = None
    changed: SceneChanges | None = None  # pyright: ignore[reportInvalidTypeForm]
    events: tuple[WireEvent, ...] = ()
    begins_log: bool = False  # the events are all of the deal so far, not what is new
    seat: int = -1
    text: Sentence = ""
    seconds: float = 0.0  # to think; 0: as long as one likes
    can_undo: bool = False
    match: WireMatch | None = None  # what a finished deal led to


class WireDone(ServerMessage, frozen=True):
    """The request with this id was done, and what it did will not be lost."""

    id: str = ""


class WireRefusal(ServerMessage, frozen=True):
    """A request was refused, and nothing has changed."""

    sentence: Sentence
    code: str  # for programs: stays the same when sentences change
    id: str = ""
    rule: str = ""  # the number of the rule
    place: str = ""  # where the rule stands: hearts#4.3


class WireChoices(ServerMessage, frozen=True):
    """What may be answered, natural actions first; `complete` says if these are all."""

    actions: tuple[str, ...]
    id: str = ""
    complete: bool = False
    claim: Sentence = ""  # why the rest of the deal is certain; empty: it is not


class WireHint(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one action is worth."""

    action: str
    sentence: Sentence
    value: float  # points ahead of the others, on average
    margin: float  # half the 95 % interval
    cost: float = 0.0  # how much less than the best
    cost_margin: float = 0.0


class WireHints(ServerMessage, frozen=True):
    """The choices and their values, the best first."""

    hints: tuple[WireHint, ...]
    id: str = ""


class WireTime(ServerMessage, frozen=True):
    """How many seconds there are to answer now."""

    seconds: float
    id: str = ""


class WireError(ServerMessage, frozen=True):
    """A frame that was no request, or a fault of ours."""

    code: str
    text: str
    id: str = ""


# ---- what a client sends ----

Id: TypeAlias = Annotated[str, Meta(max_length=64)]
ActionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=60)]


class ClientRequest(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=client_tag
):
    """From a client to a table. What is done, refused or found out comes back with the same id."""

    id: Id = ""


class HelloRequest(ClientRequest, frozen=True):
    """Listen. `since` is the number of the news heard last; the first news is a whole scene unless it is the newest."""

    version: Annotated[int, Meta(ge=1, le=1000)] = VERSION
    lang: Annotated[str, Meta(max_length=12, pattern="^[A-Za-z_-]*$")] = "en"
    since: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0


class AnswerRequest(ClientRequest, frozen=True, kw_only=True):
    """Answer what the seat is asked: "play QS KS", "bid 3". The same id again is the same answer, given once."""

    action: ActionText


class CheckRequest(ClientRequest, frozen=True, kw_only=True):
    """Would this answer be refused, and why?"""

    action: ActionText


class ChoicesRequest(ClientRequest, frozen=True):
    """What may be answered?"""


class HintRequest(ClientRequest, frozen=True):
    """What are the choices worth? Thinking takes at most so long."""

    ms: Annotated[int, Meta(ge=1, le=10_000)] = 1000


class UndoRequest(ClientRequest, frozen=True):
    """Take the last answer back."""


class ClaimRequest(ClientRequest, frozen=True):
    """The rest is certain: let it be played out."""


class GoOnRequest(ClientRequest, frozen=True):
    """Enough seen of the result of a deal."""


class HurryRequest(ClientRequest, frozen=True):
    """Enough seen of what was shown last."""


class MoreTimeRequest(ClientRequest, frozen=True):
    """The time to answer begins again."""


class SayRequest(ClientRequest, frozen=True, kw_only=True):
    """Something for everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class WishRequest(ClientRequest, frozen=True):
    """For oneself alone: play forced cards without asking; how many seconds to see a move, a trick, a drawn card."""

    automatic: bool | None = None
    move: Seconds | None = None
    trick: Seconds | None = None
    draw: Seconds | None = None


class LeaveRequest(ClientRequest, frozen=True):
    """Go. The match is kept."""


REQUESTS: tuple[type[ClientRequest], ...] = (
    HelloRequest, AnswerRequest, CheckRequest, ChoicesRequest, HintRequest, UndoRequest, ClaimRequest, GoOnRequest,
    HurryRequest, MoreTimeRequest, SayRequest, WishRequest, LeaveRequest,
)  # fmt: skip
MESSAGES: tuple[type[ServerMessage], ...] = (
    WireNews, WireDone, WireRefusal, WireChoices, WireHints, WireTime, WireError,
)  # fmt: skip
ENCODER = msgspec.json.Encoder()
REQUEST_DECODER: msgspec.json.Decoder[ClientRequest] = msgspec.json.Decoder(Union[REQUESTS])  # noqa: UP007
MESSAGE_DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(Union[MESSAGES])  # noqa: UP007


class FrameError(ValueError):
    """A frame that is no message; `code` is for programs."""

    def __init__(self, code: str, text: str):
        self.code = code
        super().__init__(text)

    def message(self) -> WireError:
        return WireError(self.code, str(self))


def write(message: ClientRequest | ServerMessage) -> bytes:
    """A message as a frame."""
    return ENCODER.encode(message)


def read_request(frame: bytes | str) -> ClientRequest:
    """What a client sent; raises FrameError. It is not trusted: sizes are bounded, what is unknown is refused."""
    if len(frame) > LONGEST_FRAME or (isinstance(frame, str) and len(frame.encode(errors="replace")) > LONGEST_FRAME):
        raise FrameError("too_long", f"a frame has at most {LONGEST_FRAME} bytes")
    return decoded(REQUEST_DECODER, frame)


def read_message(frame: bytes | str) -> ServerMessage:
    """What a table sent; raises FrameError."""
    return decoded(MESSAGE_DECODER, frame)


def decoded(decoder: msgspec.json.Decoder[Any], frame: bytes | str) -> Any:
    try:
        return decoder.decode(frame)
    except msgspec.ValidationError as error:
        raise FrameError("not_a_message", brief(str(error), 200)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise FrameError("not_json", brief(f"a frame is JSON text: {error}", 200)) from None


def schema() -> dict[str, Any]:
    """JSON Schema of all messages: `client` is what a client sends, `server` what it hears."""
    kinds: list[Any] = [Union[REQUESTS], Union[MESSAGES]]  # noqa: UP007
    (client, server), definitions = msgspec.json.schema_components(kinds)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"paiju wire {VERSION}",
        "version": VERSION,
        "client": client,
        "server": server,
        "$defs": definitions,
    }


# ---- sentences ----

MARK = secrets.token_hex(8)  # where a part stands, while a sentence is made: nothing that people type looks so
MARKED = re.compile(f"\x02{MARK}([0-9]+)\x03")


@dataclass(frozen=True)
class MarkingStyle(Style):
    """A style that remembers where in a sentence it wrote cards and players."""

    parts: list[WirePart] = field(default_factory=list[WirePart], compare=False)
    plain: Style = Style()

    def fact(self, value: Any) -> Any:
        if isinstance(value, Card):
            return self.marked(WirePart(self.plain.card(value), FACES[value]))
        if isinstance(value, PlayerAt):
            return self.marked(WirePart(self.plain.seat(value), seat=int(value)))
        return super().fact(value)

    def cards(self, cards: Iterable[Card]) -> str:
        written = list(cards)
        return self.marked(WirePart(self.plain.cards(written), notation(written))) if written else ""

    def marked(self, part: WirePart) -> str:
        self.parts.append(part)
        return f"\x02{MARK}{len(self.parts) - 1}\x03"


class Speaker:
    """Says messages to one listener, with parts."""

    def __init__(self, style: Style):
        self.style = style
        self.marking = MarkingStyle(**{each.name: getattr(style, each.name) for each in fields(Style)}, plain=style)

    def say(self, message: Message | None) -> Sentence:
        return "" if message is None else self.split(self.marking.say(message))

    def event(self, game: Game, event: Event) -> Sentence:
        return self.split(event_line(game, event, self.marking))

    def split(self, text: str) -> Sentence:
        """A marked text in its pieces."""
        parts = self.marking.parts
        if MARK not in text:
            parts.clear()
            return text
        pieces = [parts[int(piece)] if at % 2 else piece for at, piece in enumerate(MARKED.split(text))]
        parts.clear()
        return tuple(filter(None, pieces))


def spoken(sentence: Sentence) -> str:
    """A sentence as a text."""
    return sentence if isinstance(sentence, str) else "".join(map(piece_text, sentence))


def piece_text(piece: str | WirePart) -> str:
    return piece if isinstance(piece, str) else piece.text


# ---- scenes ----


def notation(cards: Iterable[Card]) -> str:
    return " ".join([FACES[card] for card in cards])


def all_said(messages: Iterable[Message], speaker: Speaker) -> tuple[Sentence, ...]:
    return tuple(map(speaker.say, messages))


def wire_trick(trick: Trick, speaker: Speaker) -> WireTrick:
    plays = zip(trick.plays, trick.laid, trick.names, strict=True)
    return WireTrick(
        tuple(WirePlay(seat, notation(laid), speaker.say(name)) for (seat, _), laid, name in plays),
        trick.winner,
        trick.leader,
    )


def wire_ask(ask: Ask, speaker: Speaker) -> WireAsk:
    return WireAsk(
        ask.kind,
        speaker.style.word(ask.kind),
        speaker.say(asked(ask)),
        str(ask.cards),
        ask.least,
        ask.most,
        ask.amounts,
        ask.barred,
        speaker.say(ask.meaning),
        ask.optional,
    )


def as_is(value: Any, speaker: Speaker) -> Any:
    return value


Maker: TypeAlias = Callable[[Any, Speaker], Any]
# How the fields of a Place and of a Scene go out; `seat`, `name`, `places` and `question` have their own ways.
PLACE: dict[str, Maker] = {
    "count": as_is,
    "team": as_is,
    "turn": as_is,
    "hand": lambda groups, speaker: tuple(map(notation, groups)),
    "shown": lambda cards, speaker: str(cards),
    "notes": all_said,
}
SCENE: dict[str, Maker] = {
    "game": as_is,
    "title": lambda title, speaker: speaker.style.word(title),
    "phase": as_is,
    "viewer": as_is,
    "deal": as_is,
    "trick": wire_trick,
    "last": wire_trick,
    "notes": all_said,
    "asks": lambda asks, speaker: tuple(wire_ask(ask, speaker) for ask in asks),
    "guide": lambda guide, speaker: speaker.say(guide),
    "standing": as_is,
    "standing_text": all_said,
    "scores": as_is,
    "over": as_is,
    "clockwise": as_is,
}


def whole(scene: Scene, speaker: Speaker) -> WireScene:
    """All of a scene."""
    made = {name: make(getattr(scene, name), speaker) for name, make in SCENE.items()}
    return WireScene(
        **made,
        places=tuple(wire_place(place, speaker) for place in scene.places),
        question=asked_in_a_line(scene.asks, speaker),
    )


def wire_place(place: Place, speaker: Speaker) -> WirePlace:
    names, seat = speaker.style.names, place.seat
    made = {name: make(getattr(place, name), speaker) for name, make in PLACE.items()}
    return WirePlace(seat=seat, name=names[seat] if seat < len(names) else "", **made)


def asked_in_a_line(asks: Sequence[Ask], speaker: Speaker) -> str:
    return str(question(asks, speaker.style)) if asks else ""


def changed(old: Scene, new: Scene, speaker: Speaker) -> Struct:
    """What a listener who has the old scene needs for the new one: merge(whole(old), changed(old, new)) == whole(new).

    Both are of one table: the same seats, and nobody has another name.
    """
    made = differing(SCENE, old, new, speaker)
    if "asks" in made:
        made["question"] = asked_in_a_line(new.asks, speaker)
    if old.places != new.places:
        pairs = zip(old.places, new.places, strict=True)
        made["places"] = tuple(
            PlaceChanges(seat=now.seat, **differing(PLACE, before, now, speaker))
            for before, now in pairs
            if before != now
        )
    return SceneChanges(**made)


def differing(makers: dict[str, Maker], old: Any, new: Any, speaker: Speaker) -> dict[str, Any]:
    return {
        name: make(value, speaker)
        for name, make in makers.items()
        if (value := getattr(new, name)) != getattr(old, name)
    }


def merge(scene: WireScene, changes: Struct) -> WireScene:
    """The scene after these changes, as any client makes it."""
    given = what_is_set(changes)
    places = {place.seat: place for place in scene.places}
    for change in given.pop("places", ()):
        places[change.seat] = msgspec.structs.replace(places[change.seat], **what_is_set(change))
    return msgspec.structs.replace(scene, places=tuple(places.values()), **given)


def what_is_set(changes: Struct) -> dict[str, Any]:
    return {name: value for name in changes.__struct_fields__ if (value := getattr(changes, name)) is not UNSET}


# ---- news and answers ----


class WireListener:
    """What one client hears as frames: it remembers which scene the client has.

    When players come and go their names change, and so do sentences: begin a new one then.
    """

    def __init__(self, style: Style):
        self.speaker = Speaker(style)
        self.has: Scene | None = None

    def frame(self, news: News) -> bytes:
        return write(self.message(news))

    def message(self, news: News) -> WireNews:
        scene, has, speaker = news.scene, self.has, self.speaker
        if news.kind == "whole":
            has = None
        self.has = scene
        return WireNews(
            number=news.number,
            kind=news.kind,
            scene=whole(scene, speaker) if has is None else None,
            changed=None if has is None else changed(has, scene, speaker),
            events=wire_events(find(scene.game), told(news.events) if news.begins_log else news.events, speaker),
            begins_log=news.begins_log,
            seat=news.seat,
            text=speaker.say(news.text),
            seconds=news.seconds,
            can_undo=news.can_undo,
            match=wire_match(news.setup, speaker) if news.kind in ("result", "match") else None,
        )


def wire_events(game: Game, events: Iterable[Event], speaker: Speaker) -> tuple[WireEvent, ...]:
    """Events as their listener may know them (`Event.to`)."""
    return tuple(
        WireEvent(
            event.kind,
            speaker.event(game, event),
            event.seat,
            notation(game.arranged(event.cards)) if event.cards else "",
            event.amount,
            max(event.size, 0) or len(event.cards),
            event.ends_trick,
            event.routine,
        )
        for event in events
    )


def wire_match(setup: Setup, speaker: Speaker) -> WireMatch:
    return WireMatch(
        setup.deal,
        setup.standing,
        all_said(setup.standing_text, speaker),
        setup.game.winners(setup),
        setup.over,
    )


def refused(error: IllegalAction, game: Game, speaker: Speaker, id: str = "") -> WireRefusal:
    """A refusal, in the language of who asked."""
    place = f"{game.name}#{error.rule}" if error.rule else ""
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
                speaker.say(Message("{action}", action=each.action)),
                each.value,
                each.margin,
                each.cost,
                each.cost_margin,
            )
            for each in candidates
        ),
        id,
    )


@cache
def schema_text() -> str:
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode()
