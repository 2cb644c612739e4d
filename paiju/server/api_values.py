"""What the API takes and gives, as structs: bodies of requests, answers, rows of lists."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from paiju.contract import USUAL_PACE
from paiju.people import AVATARS
from paiju.rulebook import Paragraph
from paiju.wire import Sentence, WireHint, WireNews

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Rules: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
LONGEST_RECORD = 500_000  # characters of a record that somebody sends


class ApiBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. A field it does not have is refused: it would be passed over without a word."""


class NameBody(ApiBody, frozen=True):
    name: Name


class AvatarBody(ApiBody, frozen=True):
    """The picture to be seen by; empty: the first letter of one's name."""

    avatar: Annotated[str, Meta(max_length=20, extra_json_schema={"enum": ["", *AVATARS]})]


class PasswordBody(ApiBody, frozen=True):
    password: Annotated[str, Meta(max_length=500)]


class LoginBody(ApiBody, frozen=True):
    name: Name
    password: Annotated[str, Meta(max_length=500)]


class ChairBody(ApiBody, frozen=True):
    """A chair: open, kept (`text` is for whom) or bot (`text` is which)."""

    kind: Annotated[str, Meta(max_length=10)] = "open"
    text: Annotated[str, Meta(max_length=60)] = ""


class TableBody(ApiBody, frozen=True):
    rules: Rules
    chairs: Annotated[list[ChairBody], Meta(max_length=10)] = []
    pace: Annotated[str, Meta(max_length=20)] = USUAL_PACE
    is_public: bool = True
    onlookers: bool = True
    open_hands: bool = False
    sits: bool = True  # the host takes the first open chair
    draw: float | None = None  # seconds from one drawn card to the next, 0.05 to 2; none: as the pace has it


class HouseAnswer(Struct, frozen=True):
    """The address at which others find the house, or advice how they get one."""

    url: str = ""  # empty: nobody else can open it, or the house does not know
    advice: str = ""  # how they can, where there is none


class QuickBody(ApiBody, frozen=True):
    rules: Rules
    pace: Annotated[str, Meta(max_length=20)] = "live"


class RatingRow(Struct, frozen=True):
    """How strong somebody is in a game."""

    person: str  # a house's bot: `bot` and its name
    name: str
    kind: str  # person, bot (an account) or house bot
    value: float  # what lists are sorted by: mu - 3 sigma
    is_provisional: bool
    matches: int
    mu: float
    sigma: float


class PersonAnswer(Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    kind: str  # guest, kept or bot
    token: str = ""  # for programs; pages have a cookie instead
    ratings: dict[str, RatingRow] = {}  # by game
    avatar: str = ""  # the picture, by name; none: a letter


class OptionAnswer(Struct, frozen=True):
    """One house rule, enough for a form in any language."""

    name: str
    kind: str  # switch, choice, number, or mixed (a choice or a number)
    help: str
    rule: str
    default: str
    choices: list[str]
    least: int
    most: int
    title: str = ""  # what it is called in the language
    choice_titles: list[str] = []


class GameAnswer(Struct, frozen=True):
    name: str
    title: str
    about: str
    seats: list[int]
    options: list[OptionAnswer]
    presets: dict[str, dict[str, str]]
    bots: list[str]
    preset_titles: dict[str, str] = {}


class GamesAnswer(Struct, frozen=True):
    games: list[GameAnswer]
    paces: dict[str, str]
    languages: dict[str, str]


class RulesAnswer(Struct, frozen=True):
    rules: str  # in its own words
    paragraphs: list[Paragraph]


class BotAnswer(Struct, frozen=True):
    name: str
    about: str
    presets: list[str]
    games: list[str]  # none: all


class TableRow(Struct, frozen=True):
    """A table in a list."""

    table: str
    rules: str
    title: str
    pace: str
    state: str
    chairs: list[str]  # the names of those who sit; empty: open
    open: int  # chairs
    can_watch: bool


class SittingRow(Struct, frozen=True):
    """A table where one sits."""

    table: str
    rules: str
    title: str
    pace: str
    state: str
    waits: bool  # it is your turn there, and the table is at days pace


class InvitationRow(Struct, frozen=True):
    """A table where a chair is kept for one."""

    table: str
    rules: str
    title: str
    pace: str
    host: str  # the name of who opened it


class LobbyAnswer(Struct, frozen=True):
    online: int  # people at tables and in lobbies
    tables: list[TableRow]
    mine: list[SittingRow]
    invitations: list[InvitationRow]


class MatchPage(Struct, frozen=True):
    matches: list[MatchAnswer]
    next: str  # for `after`; empty: there are no more


class BoardAnswer(Struct, frozen=True):
    game: str
    board: str
    rows: list[RatingRow]


class PlayedRow(Struct, frozen=True):
    """Who played a match, and how it ended for him."""

    seat: int
    name: str
    score: int
    person: str = ""
    bot: str = ""
    rank: int = 0
    figure: str = ""  # the score as it is written beside a name: 26, or J; empty in matches kept before there was one


class MatchRating(Struct, frozen=True):
    mu: float
    sigma: float
    matches: int


class MatchAnswer(Struct, frozen=True):
    """A match that is over, or the record of one."""

    id: str  # empty: a record that somebody sent
    game: str
    rules: str
    deals: int
    standing: list[int]
    winners: list[int]  # none where it was broken off
    players: list[PlayedRow]
    pace: str = ""
    is_public: bool = False
    ending: str = ""
    begun: int = 0
    ended: int = 0
    ratings: dict[str, tuple[MatchRating, MatchRating]] = {}  # by person or bot: before and after


class RecordBody(ApiBody, frozen=True):
    """A record that somebody sends to look at a deal of it."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    deal: int = 1
    seat: int = -1  # -1: all hands are open


class RecordMovesBody(ApiBody, frozen=True):
    """A record that somebody sends to have moves of it judged."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    deal: int = 1
    move: int = 1  # where to begin, from 1


class DealAnswer(Struct, frozen=True):
    """A deal of a finished match, as a seat saw it, or with all hands open."""

    match: str
    deal: int  # counts from 1
    deals: int  # of the match
    viewer: int  # the seat; -1: all hands are open
    names: list[str]
    news: list[WireNews]  # as on a socket: the first with the whole scene, then what has changed
    tricks: list[int]  # where in `news` tricks begin
    moves: list[int]  # how many moves had been made at each of `news`


class RecordAnswer(Struct, frozen=True):
    match: MatchAnswer
    deal: DealAnswer


class ProofAnswer(Struct, frozen=True):
    """All that is needed to check that a deck was shuffled fairly (record.md); empty where nothing was promised."""

    table: str
    deal: int
    commitment: str
    values: list[str]  # by seat, in hexadecimal
    secret: str
    unshuffled: str  # the deck before the shuffle
    deck: str  # and after it


class WorldRow(Struct, frozen=True):
    """One way the cards may lie for all that a player knew, and what each choice leads to then."""

    hands: list[str]  # by seat
    values: list[float]  # by choice: points ahead of the others


class MoveAnswer(Struct, frozen=True):
    """A move that was made, beside the other choices there were; the best first."""

    seat: int
    made: str
    choices: list[WireHint]
    worlds: list[WorldRow]  # some of those that were tried


class SeatBody(ApiBody, frozen=True):
    seat: int = 0


class LessonBody(ApiBody, frozen=True):
    rules: Rules


class ExerciseRow(Struct, frozen=True):
    action: str
    sentence: Sentence
    cards: str
    is_allowed: bool
    why: Sentence = ""  # not
    rule: str = ""
    place: str = ""  # of the rule, as in a refusal


class ExerciseValue(Struct, frozen=True):
    """A moment of a deal, and answers of which some are allowed. The same for the same seed."""

    rules: str
    seed: int
    seat: int
    question: str
    news: WireNews  # what the seat sees
    rows: list[ExerciseRow]


class VerdictRow(Struct, frozen=True):
    move: int  # of the deal, from 1
    seat: int
    action: str
    cost: float  # how much worse than the best, on average; 0: not clear of chance
    margin: float  # half the 95 % interval
    best: str
    text: str  # the same in words


class JudgedDeal(Struct, frozen=True):
    deal: int
    verdicts: list[VerdictRow]


class AnalysisAnswer(Struct, frozen=True):
    state: str  # none, waiting, running, done or failed
    done: int  # deals
    of: int
    deals: list[JudgedDeal]


class JudgedMoves(Struct, frozen=True):
    """Moves of a deal, one after another, as many as a few seconds bear."""

    verdicts: list[VerdictRow]
    done: int  # moves of the deal that are behind these, and these
    of: int


class LuckRow(Struct, frozen=True):
    deal: int
    scores: list[float]  # by seat
    par: list[float]


class LuckAnswer(Struct, frozen=True):
    """What the cards were worth: `par` is what the bot made of them in each seat on average."""

    bot: str
    deals: list[LuckRow]
    scores: list[float]  # by seat, of all deals
    par: list[float]
    adjusted: list[float]  # scores - par
