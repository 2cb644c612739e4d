"""Wire 1: every message between a table and its clients, in both directions, in one place (docs/wire.md).

A frame is one message as JSON text, an object whose `type` says which. Clients need no rules, no templates and no
names of games: cards are notation, sentences come said in the listener's language, and after the first whole scene
only what has changed is sent, to be merged without knowing why. How frames are made of news is in frames.py.

    request = read_request(frame)              # what a client sent, or a FrameError that says what is wrong with it
    message = read_message(frame)              # what a table sent
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, TypeAlias, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from paiju import __version__
from paiju.core.cards import brief
from paiju.languages import LANGUAGES

VERSION = 1
NO_LIMIT = 0.0  # seconds: as long as one likes; this very object is left out of a frame
LONGEST_FRAME = 16384  # bytes a client may send at once
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
    standing_figures: tuple[str, ...] = ()  # the same as it is written beside a name: 26, or J
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
    standing_figures: tuple[str, ...]
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
    seconds: float = NO_LIMIT  # to think
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
    avatar: str = ""  # the picture of who sits there, by name: what the person chose, or a bot's; none: a letter


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
    has_clock: bool = False  # one that `no_clock` can switch off
    no_clock: tuple[int, ...] = ()  # the seats that want to play without a clock
    fill_in: int = 0  # seconds until bots fill a quick game
    ending: str = ""  # how it ended: match, vote, nobody or error
    next: str = ""  # the table of the rematch
    promised: int = 0  # the deal to which values can be added
    commitment: str = ""  # what its secret hashes to: it cannot be changed any more
    phrases: tuple[WirePhrase, ...] = ()  # what `phrase` knows; only the first time
    practice: str = ""  # nothing of it counts: lesson (explained) or again (a deal that was played before)
    draw: float = 0.0  # seconds from one drawn card to the next, where the table has agreed on them
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

LONGEST_ID = 64
Id: TypeAlias = Annotated[str, Meta(max_length=LONGEST_ID)]
ActionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=60)]


class ClientRequest(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=client_tag
):
    """From a client to a table. What is done, refused or found out comes back with the same id."""

    id: Id = ""


class HelloRequest(ClientRequest, frozen=True, forbid_unknown_fields=False):
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
    """End the match. It ends when everybody who is here votes for it, or three quarters of the people who play do."""

    on: bool = True


class NoClockRequest(ClientRequest, frozen=True):
    """Play on without a clock. It is switched off for good when all who are there want it."""

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
    ChairRequest, BeginRequest, VoteRequest, NoClockRequest, AwayRequest, RematchRequest, PhraseRequest, ValueRequest,
    LeaveRequest,
)  # fmt: skip
MESSAGES: tuple[type[ServerMessage], ...] = (
    WireWelcome, WireNews, WireTable, WireSaid, WireDone, WireRefusal, WireChoices, WireHints, WireView, WireTime,
    WireError,
)  # fmt: skip
REQUEST_FIELDS = {client_tag(each.__name__): each.__struct_fields__ for each in REQUESTS}
ENCODER = msgspec.json.Encoder()
request_decoder: msgspec.json.Decoder[ClientRequest] = msgspec.json.Decoder(Union[REQUESTS])  # noqa: UP007
message_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(Union[MESSAGES])  # noqa: UP007
decode_request, decode_message = request_decoder.decode, message_decoder.decode


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

    A field that is not known is refused: what it asks for would not be done, without a word. In a `hello` it is passed
    over, since a newer client cannot know yet whom it greets.
    """
    if len(frame) > LONGEST_FRAME or (isinstance(frame, str) and len(frame.encode(errors="replace")) > LONGEST_FRAME):
        raise FrameError("too_long", f"a frame has at most {LONGEST_FRAME} bytes")
    try:
        return decode_request(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise unknown_in_request(frame, error) or no_message(error) from None


def welcome(hello: HelloRequest) -> WireWelcome:
    """What a client hears first; raises FrameError if it speaks another version of the wire."""
    if hello.version != VERSION:
        raise FrameError("wrong_version", f"wire {VERSION} is spoken here, not {hello.version}", hello.id)
    return WireWelcome(VERSION, "paiju", __version__, tuple(LANGUAGES), hello.id)


def read_message(frame: bytes | str) -> ServerMessage:
    """What a table sent; raises FrameError."""
    try:
        return decode_message(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise no_message(error) from None


def no_message(error: Exception) -> FrameError:
    """What is wrong with a frame that could not be read."""
    if isinstance(error, msgspec.ValidationError):
        return FrameError("not_a_message", brief(str(error), 200))
    return FrameError("not_json", brief(f"a frame is JSON text: {error}", 200))


class WrongRequest(Struct):
    """The parts that are read of a refused request."""

    type: str
    id: str = ""


def unknown_in_request(frame: bytes | str, error: Exception) -> FrameError | None:
    """The refusal of a field that the request does not have; None where something else is wrong."""
    if (field := unknown_field(error)) is None:
        return None
    try:
        told = msgspec.json.decode(frame, type=WrongRequest)
    except (msgspec.DecodeError, UnicodeError, RecursionError):  # behind the field more is wrong
        return None
    text = no_such_field(field, REQUEST_FIELDS.get(told.type, ()), f"in `{brief(told.type)}`")
    return FrameError("unknown_field", text, told.id if len(told.id) <= LONGEST_ID else "")


def unknown_field(error: Exception) -> str | None:
    """The field that a struct does not have, if msgspec refused one."""
    found = re.match(r"Object contains unknown field `(.*?)`( - at `\$[^`]*`)?$", str(error), re.DOTALL)
    return found[1] if found and isinstance(error, msgspec.ValidationError) else None


def no_such_field(name: str, known: Iterable[str], where: str) -> str:
    """That there is no such field, and which one may be meant."""
    from difflib import get_close_matches

    if near := get_close_matches(name[:60], known, 1):
        return f"there is no field '{brief(name)}' {where}; did you mean '{near[0]}'?"
    return f"there is no field '{brief(name)}' {where}; there are {', '.join(known) or 'none'}"


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


@cache
def schema_text() -> str:
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode()


# ---- for clients ----


def spoken(sentence: Sentence) -> str:
    """A sentence as a text."""
    return sentence if isinstance(sentence, str) else "".join(map(piece_text, sentence))


def piece_text(piece: str | WirePart) -> str:
    return piece if isinstance(piece, str) else piece.text


def merge(scene: WireScene, changes: Struct) -> WireScene:
    """The scene after these changes, as any client makes it."""
    given = what_is_set(changes)
    places = {place.seat: place for place in scene.places}
    for change in given.pop("places", ()):
        places[change.seat] = msgspec.structs.replace(places[change.seat], **what_is_set(change))
    return msgspec.structs.replace(scene, places=tuple(places.values()), **given)


def what_is_set(changes: Struct) -> dict[str, Any]:
    return {name: value for name in changes.__struct_fields__ if (value := getattr(changes, name)) is not UNSET}
