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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Annotated, Any, TypeAlias, Union, cast

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from paiju import __version__
from paiju.bots.search import Candidate
from paiju.core.cards import FACES, Card, Cards, brief
from paiju.core.scene import MatchStanding, Place, Scene, Trick
from paiju.core.words import Ask, Event, IllegalAction, Message, PlayerAt
from paiju.languages import LANGUAGES
from paiju.news import CommonNews, News
from paiju.question import asked, asked_in_a_line
from paiju.selection import PossibleAnswers
from paiju.show import Part, Piece, Style, told

VERSION = 1
LONGEST_FRAME = 16384  # bytes a client may send at once
MOST_ASKED = 16  # sentences of questions that one listener may hear again
ASKED = Ask._fields.index("cards") + 1  # of an ask, what follows its cards
MOST_STYLES = 8  # of one table's listeners: languages, and names now and a while ago
MOST_CHOICES = 300  # combinations sent to a client; where there are more it asks with `check`

# ---- what messages are made of ----


class WirePart(Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence that a screen may draw in its own way: cards, or a player."""

    text: str  # as it reads
    cards: str = ""  # notation: "QS KS"
    seat: int = -1


# A sentence without cards and players is a text. The texts of all its pieces, one after another, are the sentence.
Sentence: TypeAlias = str | tuple[str | WirePart, ...]


class WirePlay(Struct, frozen=True, omit_defaults=True):
    """What one seat played: its cards in the order people lay them down, and what that is called."""

    seat: int
    cards: str
    name: Sentence = ""


class WireTrick(Struct, frozen=True, omit_defaults=True):
    """Cards on the table, the first play first; -1 where nobody is ahead or led."""

    plays: tuple[WirePlay, ...] = ()
    winner: int = -1
    leader: int = -1
    points: int | None = None  # what its cards count by themselves, where the game counts any


class WirePlace(Struct, frozen=True, omit_defaults=True):
    """One seat at the table."""

    seat: int
    name: str = ""  # of the player
    count: int = 0  # cards in hand
    team: int = 0
    turn: bool = False  # owes an answer
    hand: tuple[str, ...] = ()  # where the listener may see it: a text a group, sorted
    shown: str = ""  # cards everybody knows it holds
    notes: tuple[Sentence, ...] = ()
    exposed: str = ""  # those of the shown that lie open because they count for more
    received: str = ""  # what it was given and still holds, as far as the listener knows


class WireAsk(Struct, frozen=True, omit_defaults=True):
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
    sizes: tuple[int, ...] = ()  # numbers of cards that will do, where not every one between does
    to: int = -1  # the seat that gets the cards, where they go to one


class WireEvent(Struct, frozen=True, omit_defaults=True):
    """What happened, for the log and to move cards; of cards the listener may not see there is just the number."""

    kind: str
    sentence: Sentence
    seat: int = -1
    cards: str = ""
    amount: int = 0
    size: int = 0
    ends_trick: bool = False
    routine: bool = False  # one of many alike, told together
    points: int | None = None  # of a trick, where the game counts any: what its cards count by themselves
    lasting: bool = False  # it explains something, and is to be seen until the next question is answered


class WireScene(Struct, frozen=True, omit_defaults=True):
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
    score_lines: tuple[tuple[Sentence, ...], ...] = ()  # by seat, once the deal is over: how its score came about
    over: bool = False
    clockwise: bool = True


def partial(name: str, kind: type[Struct], doc: str, key: str = "", **other: Any) -> type[Struct]:
    """A message of those fields of another that have changed; `key` is always there."""
    given: list[Any] = []
    for each in msgspec.structs.fields(kind):
        of = other.get(each.name, each.type)
        given.append((each.name, of) if each.name == key else (each.name, Union[of, UnsetType], UNSET))  # noqa: UP007
    return msgspec.defstruct(name, given, module=__name__, namespace={"__doc__": doc}, frozen=True)


# Not written twice: what a scene and a place gain can change.
PlaceChanges = partial("PlaceChanges", WirePlace, "What is different at one seat: put these over the old.", "seat")
SceneChanges = partial(
    "SceneChanges",
    WireScene,
    "What is different: put these over the old scene, and those of each place over the old place.",
    places=tuple[PlaceChanges, ...],
)


class WireMatch(Struct, frozen=True, omit_defaults=True):
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


class ServerMessage(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=server_tag):
    """From a table to a client."""


class WireWelcome(ServerMessage, frozen=True):
    """The answer to `hello`: news follows."""

    version: int  # of the wire
    server: str  # what answers, and which release of it
    release: str
    languages: tuple[str, ...]  # in which sentences can come
    id: str = ""


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
    match: WireMatch | None = None  # where the deal is over: what it led to
    lesson: tuple[Sentence, ...] = ()  # what a newcomer is told now, where the deal is explained


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


class WireHint(Struct, frozen=True, omit_defaults=True):
    """What one action is worth."""

    action: str
    sentence: Sentence
    value: float  # points ahead of the others, on average
    margin: float  # half the 95 % interval
    cost: float = 0.0  # how much less than the best
    cost_margin: float = 0.0
    worlds: int = 0  # guesses at the hidden cards in which it was tried; 0: there was nothing to compare it with


class WireHints(ServerMessage, frozen=True):
    """The choices and their values, the best first."""

    hints: tuple[WireHint, ...]
    id: str = ""


class WireTime(ServerMessage, frozen=True):
    """How many seconds there are to answer now."""

    seconds: float
    id: str = ""


class WireView(ServerMessage, frozen=True):
    """What the seat sees, as a position."""

    position: str  # its text (docs/position.md)
    id: str = ""


class WireChair(Struct, frozen=True, omit_defaults=True):
    """Who sits on a chair of the house, before and during a match."""

    seat: int
    kind: str  # open, kept (for `name`), person or bot
    name: str = ""
    bot: str = ""  # which one
    is_ready: bool = False
    is_away: bool = False  # has no connection
    is_played_for: bool = False  # a bot stands in until the person is back
    is_free: bool = False  # a bot has it because nobody came: a person may sit down there


class WirePhrase(Struct, frozen=True, omit_defaults=True):
    """Something to say that everybody reads in his own language."""

    name: str
    text: str


class WireTable(ServerMessage, frozen=True):
    """How a table of the house stands: sent to who comes, and whenever something of it has changed."""

    table: str  # its id
    rules: str
    title: str  # the game's name in the language
    pace: str
    state: str  # open, playing or over
    chairs: tuple[WireChair, ...]
    seat: int = -1  # the listener's chair
    host: int = -1  # the host's
    is_host: bool = False
    is_public: bool = False
    onlookers: bool = False
    open_hands: bool = False
    watching: int = 0
    votes: tuple[int, ...] = ()  # the seats that want to end the match
    fill_in: int = 0  # seconds until bots fill a quick game
    ending: str = ""  # how it ended: match, vote, nobody or error
    next: str = ""  # the table of the rematch
    promised: int = 0  # the deal to which values can be added
    commitment: str = ""  # what its secret hashes to: it cannot be changed any more
    phrases: tuple[WirePhrase, ...] = ()  # what `phrase` knows; only the first time
    practice: str = ""  # nothing of it counts: lesson (explained) or again (a deal that was played before)
    id: str = ""


class WireSaid(ServerMessage, frozen=True):
    """Somebody said something while no match is on; during a match that is news."""

    seat: int
    name: str
    text: str


class WireError(ServerMessage, frozen=True):
    """A frame that was no request, or a fault of ours."""

    code: str
    text: str
    id: str = ""
    at: str = ""  # where to go, if it is `moved`


# ---- what a client sends ----

Id: TypeAlias = Annotated[str, Meta(max_length=64)]
ActionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=60)]


class ClientRequest(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=client_tag):
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


class ViewRequest(ClientRequest, frozen=True):
    """What does the seat see, for a program that thinks? For bots, and for those who play alone against bots."""


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


class SitRequest(ClientRequest, frozen=True):
    """Take a chair."""

    seat: Annotated[int, Meta(ge=-1, le=9)] = -1


class StandRequest(ClientRequest, frozen=True):
    """Leave the chair for good: a bot has it then, if the match has begun."""


class ReadyRequest(ClientRequest, frozen=True):
    """It may begin; or not yet."""

    on: bool = True


class ChairRequest(ClientRequest, frozen=True, kw_only=True):
    """The host opens a chair, keeps it for somebody or gives it to a bot; who sat there has to get up."""

    seat: Annotated[int, Meta(ge=0, le=9)]
    kind: Annotated[str, Meta(max_length=10)]
    text: Annotated[str, Meta(max_length=60)] = ""


class BeginRequest(ClientRequest, frozen=True):
    """The host lets the match begin: bots take the chairs that are open."""


class VoteRequest(ClientRequest, frozen=True):
    """End the match. It ends when all who are there want it, or three of four who play."""

    on: bool = True


class AwayRequest(ClientRequest, frozen=True):
    """A bot plays for oneself, until one is back: `on` is false then, or there is a new connection."""

    on: bool = True


class RematchRequest(ClientRequest, frozen=True):
    """The same people once more, at another table: its id comes in `table`."""


class PhraseRequest(ClientRequest, frozen=True, kw_only=True):
    """Say something that everybody reads in his own language."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class ValueRequest(ClientRequest, frozen=True, kw_only=True):
    """Add something of one's own to the shuffle of the deal that was promised."""

    deal: Annotated[int, Meta(ge=1, le=1_000_000)]
    value: Annotated[str, Meta(min_length=2, max_length=64)]


class LeaveRequest(ClientRequest, frozen=True):
    """Go. The match is kept."""


REQUESTS: tuple[type[ClientRequest], ...] = (
    HelloRequest, AnswerRequest, CheckRequest, ChoicesRequest, HintRequest, ViewRequest, UndoRequest, ClaimRequest,
    GoOnRequest, HurryRequest, MoreTimeRequest, SayRequest, WishRequest, SitRequest, StandRequest, ReadyRequest,
    ChairRequest, BeginRequest, VoteRequest, AwayRequest, RematchRequest, PhraseRequest, ValueRequest,
    LeaveRequest,
)  # fmt: skip
MESSAGES: tuple[type[ServerMessage], ...] = (
    WireWelcome, WireNews, WireTable, WireSaid, WireDone, WireRefusal, WireChoices, WireHints, WireView, WireTime,
    WireError,
)  # fmt: skip
ENCODER = msgspec.json.Encoder()
REQUEST_DECODER: msgspec.json.Decoder[ClientRequest] = msgspec.json.Decoder(Union[REQUESTS])  # noqa: UP007
MESSAGE_DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(Union[MESSAGES])  # noqa: UP007


class FrameError(ValueError):
    """A frame that is no message; `code` is for programs."""

    def __init__(self, code: str, text: str, id: str = ""):
        self.code, self.id = code, id
        super().__init__(text)

    def message(self) -> WireError:
        return WireError(self.code, str(self), self.id)


def write(message: ClientRequest | ServerMessage) -> bytes:
    """A message as a frame."""
    return ENCODER.encode(message)


def read_request(frame: bytes | str) -> ClientRequest:
    """What a client sent; raises FrameError. It is not trusted: sizes are bounded.

    Fields that are not known here are passed over: a newer client may send some.
    """
    if len(frame) > LONGEST_FRAME or (isinstance(frame, str) and len(frame.encode(errors="replace")) > LONGEST_FRAME):
        raise FrameError("too_long", f"a frame has at most {LONGEST_FRAME} bytes")
    return decoded(REQUEST_DECODER, frame)


def welcome(hello: HelloRequest) -> WireWelcome:
    """What a client hears first; raises FrameError if it speaks another version of the wire."""
    if hello.version != VERSION:
        raise FrameError("wrong_version", f"wire {VERSION} is spoken here, not {hello.version}", hello.id)
    return WireWelcome(VERSION, "paiju", __version__, tuple(LANGUAGES), hello.id)


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

Maker: TypeAlias = Callable[..., Any]  # makes of values, for a speaker who comes last, what goes out


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
        if message is not None:
            self.seats |= mentioned(message)
        return super().say(message)

    def event(self, event: Event) -> Sentence:
        self.seats |= 1 << event.seat if event.seat >= 0 else 0
        return super().event(event)

    def made(self, maker: Maker, *values: Any) -> tuple[Any, int]:
        """What goes out of these values, and who is mentioned in it."""
        self.seats = 0
        return maker(*values, self), self.seats

    def of(self, news: CommonNews) -> CommonFrame:
        """The news as it is said here, to all who hear it: said once."""
        if self not in news.said:
            news.said[self] = CommonFrame(news, self)
        return news.said[self]


class PersonalSpeaker(Speaker):
    """Speaks to one listener."""

    def __init__(self, style: Style, common: CommonSpeaker):
        super().__init__(style)
        self.common = common
        self.asked: dict[Any, Any] = {}  # much the same is asked again and again, of other cards

    def phrase(self, ask: Ask) -> tuple[str, Sentence, Sentence]:
        return self.again(super().phrase, ask, (ask.kind, *ask[ASKED:]))

    def question(self, asks: Sequence[Ask]) -> str:
        return self.again(super().question, asks, tuple([(ask.kind, *ask[ASKED:]) for ask in asks]))

    def again(self, say: Callable[[Any], Any], value: Any, key: Any) -> Any:
        if key not in self.asked:
            if len(self.asked) >= MOST_ASKED:
                self.asked.clear()
            self.asked[key] = say(value)
        return self.asked[key]

    def is_among(self, seats: int) -> bool:
        return self.style.you >= 0 and seats >> self.style.you & 1 == 1


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
    elif isinstance(fact, (list, tuple)):
        for part in cast("Sequence[Any]", fact):
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
        joined.append(WirePart(piece.text, notation(piece.cards) if piece.cards else "", piece.seat))
    if not joined:
        return text
    return (*joined, text) if text else tuple(joined)


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


def all_groups_said(groups: Iterable[Iterable[Message]], speaker: Speaker) -> tuple[tuple[Sentence, ...], ...]:
    return tuple([all_said(lines, speaker) for lines in groups])


def wire_trick(trick: Trick, speaker: Speaker) -> WireTrick:
    if not trick.plays:
        return WireTrick()
    plays = zip(trick.plays, trick.laid, trick.names, strict=True)
    return WireTrick(
        tuple([WirePlay(seat, notation(laid), speaker.say(name)) for (seat, _), laid, name in plays]),
        trick.winner,
        trick.leader,
        trick.points,
    )


def wire_ask(ask: Ask, speaker: Speaker) -> WireAsk:
    word, sentence, meaning = speaker.phrase(ask)
    return WireAsk(
        ask.kind,
        word,
        sentence,
        notation(ask.cards),
        ask.least,
        ask.most,
        ask.amounts,
        ask.barred,
        meaning,
        ask.optional,
        ask.sizes,
        ask.to,
    )


def wire_asks(asks: Iterable[Ask], speaker: Speaker) -> tuple[WireAsk, ...]:
    return tuple([wire_ask(ask, speaker) for ask in asks])


def in_notation(cards: Cards, speaker: Speaker) -> str:
    return str(cards) if cards else ""


def wire_hand(groups: Iterable[Iterable[Card]], speaker: Speaker) -> tuple[str, ...]:
    return tuple(map(notation, groups))


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


def all_made(makers: dict[str, Maker | None], values: Iterable[Any], speaker: Speaker) -> dict[str, Any]:
    return {
        name: value if make is None else make(value, speaker)
        for (name, make), value in zip(makers.items(), values, strict=True)
    }


def moved(old: Scene, new: Scene) -> list[tuple[Place, Place]]:
    """The places that are different, before and after."""
    pairs = zip(old.places, new.places, strict=True)
    return [pair for pair in pairs if pair[0] is not pair[1] and pair[0] != pair[1]]


def own_changes(old: Scene, new: Scene, places: Sequence[Any], speaker: Speaker) -> Struct:
    """What is different for the viewer, with the changes of places made already."""
    made: dict[str, Any] = {"places": places} if places else {}
    if old.asks != new.asks:
        made["asks"] = wire_asks(new.asks, speaker)
        made["question"] = speaker.question(new.asks)
    if old.guide != new.guide:
        made["guide"] = speaker.say(new.guide)
    if old.viewer != new.viewer:
        made["viewer"] = new.viewer
    return SceneChanges(**made)


def common_changes(old: Scene, new: Scene, speaker: Speaker) -> dict[str, Any]:
    """What is different of what everybody sees, but for the places."""
    return differing(COMMON, old[OWN:], new[OWN:], speaker)


def one_object(*parts: Struct | msgspec.Raw) -> msgspec.Raw:
    """Several JSON objects without a common name as one."""
    texts = [bytes(part) if isinstance(part, msgspec.Raw) else ENCODER.encode(part) for part in parts]
    return msgspec.Raw(b"{" + b",".join([text[1:-1] for text in texts if len(text) > 2]) + b"}")


def changed_place(old: Place, new: Place, speaker: Speaker) -> Struct:
    return PlaceChanges(seat=new.seat, **differing(PLACE, old, new, speaker))


def differing(makers: dict[str, Maker | None], old: Any, new: Any, speaker: Speaker) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, before, now in zip(makers, old, new, strict=True):
        if before is not now and before != now:
            make = makers[name]
            made[name] = now if make is None else make(now, speaker)
    return made


def difference(old: WireScene, new: WireScene) -> Struct:
    """The same from what was sent and what would be: where names have changed, and with them sentences."""
    places = zip(old.places, new.places, strict=True)
    changes = [PlaceChanges(seat=now.seat, **fields_apart(was, now)) for was, now in places if was != now]
    return SceneChanges(**fields_apart(old, new) | ({"places": tuple(changes)} if changes else {}))


def fields_apart(old: Struct, new: Struct) -> dict[str, Any]:
    names = [name for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    return {name: getattr(new, name) for name in names}


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


class CommonFrame:
    """What all of one language hear alike of one moment: the frame, and its parts with who is mentioned in each."""

    def __init__(self, news: CommonNews, speaker: CommonSpeaker):
        assert news.before is not None
        self.kind, self.seat, self.events, self.scenes = news.kind, news.seat, news.events, (news.before, news.scene)
        self.fields, self.fields_seats = speaker.made(common_changes, *self.scenes)
        pairs = moved(*self.scenes)
        self.places = {pair_key(*pair): encoded(*speaker.made(changed_place, *pair)) for pair in pairs}
        self.common_places = [text for text, _ in self.places.values()]
        self.event_texts = [encoded(*speaker.made(wire_event, event)) for event in news.events]
        self.seats = self.fields_seats
        for _, seats in (*self.places.values(), *self.event_texts):
            self.seats |= seats
        self.fields_text = msgspec.Raw(ENCODER.encode(SceneChanges(**self.fields)))
        self.after_number = b""  # the rest of the frame, once somebody has heard it

    def numbered(self, number: int) -> bytes:
        """The whole frame."""
        if not self.after_number:
            events = tuple([text for text, _ in self.event_texts])
            self.after_number = self.written(0, self.common_places, events)[len(FRAME_BEGINS) + 1 :]
        return b"%b%d%b" % (FRAME_BEGINS, number, self.after_number)

    def written(self, number: int, places: list[Any], events: tuple[Any, ...]) -> bytes:
        """The frame with other places and events."""
        changes = SceneChanges(**self.fields, places=places) if places else SceneChanges(**self.fields)
        return write(WireNews(number, self.kind, changed=changes, events=events, seat=self.seat))

    def place(self, was: Place, now: Place, speaker: PersonalSpeaker) -> Any:
        """What is said of a place, to all or just to one who knows more of it or is addressed."""
        text, seats = self.places.get(pair_key(was, now), (None, 0))
        return changed_place(was, now, speaker) if text is None or speaker.is_among(seats) else text


def pair_key(was: Place, now: Place) -> tuple[int, int]:
    """Which places they are; their scenes are kept as long as what is said of them."""
    return id(was), id(now)


def encoded(made: Struct, seats: int) -> tuple[msgspec.Raw, int]:
    return msgspec.Raw(ENCODER.encode(made)), seats


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
        if common is None or self.has is None or self.is_concerned(news, self.has, common):
            return write(self.told(news, common))
        places = [common.place(*pair, self.speaker) for pair in moved(self.has, news.scene)]
        self.keep(news)
        if news.events is common.events and places == common.common_places:
            return common.numbered(news.number)
        return common.written(news.number, places, wire_events(news, common, self.speaker))

    def common(self, news: News) -> CommonFrame | None:
        """What is heard alike by all who have heard the same before; None where all is new.

        Where nobody else has, it is made for this listener alone: which of the two it was cannot be told from a frame.
        """
        if self.has is None or news.kind == "whole" or self.is_renamed(news):
            return None
        common, speaker = news.common, self.speaker.common
        if (
            common is None
            or common.before is None
            or self.heard is not common.before
            or news.events is not common.events
        ):
            return CommonFrame(CommonNews(self.has, news.scene, news.kind, news.events, news.seat), speaker)
        return speaker.of(common)

    def is_renamed(self, news: News) -> bool:
        return news.names != self.style.names and bool(news.names)

    def is_concerned(self, news: News, has: Scene, common: CommonFrame) -> bool:
        """Does this listener hear more than others do, or in other words?"""
        scene = news.scene
        return (
            has.asks != scene.asks
            or self.speaker.is_among(common.seats)
            or has.guide != scene.guide
            or has.viewer != scene.viewer
            or news.begins_log
            or news.text is not None
            or news.seconds > 0
            or news.can_undo
            or scene.over
            or len(news.lesson) > 0
            or any(now.hand or now.received for _, now in moved(has, scene))
        )

    def keep(self, news: News) -> None:
        self.has, self.heard = news.scene, news.common.scene if news.common else None

    def told(self, news: News, common: CommonFrame | None = None) -> WireNews:
        scene, has, before = news.scene, None if news.kind == "whole" else self.has, self.speaker
        common = common or self.common(news)
        if self.is_renamed(news):
            self.style = replace(self.style, names=news.names)
            self.speaker = self.speakers.to(self.style)
        speaker = self.speaker
        changes: Any = None
        if has is not None:
            changes = changed(has, scene, speaker, common) if common else renamed(has, scene, before, speaker)
        self.keep(news)
        return WireNews(
            news.number,
            news.kind,
            whole(scene, speaker) if has is None else None,
            changes,
            wire_events(news, common, speaker),
            news.begins_log,
            news.seat,
            speaker.say(news.text),
            news.seconds,
            news.can_undo,
            wire_match(news.match, speaker) if scene.over else None,
            all_said(news.lesson, speaker),
        )


def changed(old: Scene, new: Scene, speaker: PersonalSpeaker, common: CommonFrame) -> msgspec.Raw:
    """What a listener who has the old scene needs for the new one: merge(whole(old), changed(old, new)) == whole(new).

    Both are of one table: the same seats, and nobody has another name. What is heard in common is said already, but
    for what addresses this listener.
    """
    places = [common.place(was, now, speaker) for was, now in moved(old, new)]
    addressed = speaker.is_among(common.fields_seats)
    fields = SceneChanges(**common_changes(old, new, speaker)) if addressed else common.fields_text
    return one_object(own_changes(old, new, places, speaker), fields)


def wire_events(news: News, common: CommonFrame | None, speaker: PersonalSpeaker) -> tuple[Any, ...]:
    if common is None or news.events is not common.events or news.begins_log:
        events = told(news.events) if news.begins_log else news.events
        return tuple([wire_event(event, speaker) for event in events])
    both = zip(news.events, common.event_texts, strict=True)
    return tuple([wire_event(event, speaker) if speaker.is_among(seats) else text for event, (text, seats) in both])


def renamed(old: Scene, new: Scene, before: Speaker, now: Speaker) -> Struct:
    """What has changed where somebody has another name than before."""
    return difference(whole(old, before), whole(new, now))


def wire_event(event: Event, speaker: Speaker) -> WireEvent:
    """An event as its listener may know it (`Event.to`)."""
    return WireEvent(
        event.kind,
        speaker.event(event),
        event.seat,
        notation(event.laid or event.cards),
        event.amount,
        max(event.size, 0) or len(event.cards),
        event.ends_trick,
        event.routine,
        event.points,
        event.lasting,
    )


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


@cache
def schema_text() -> str:
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode()
