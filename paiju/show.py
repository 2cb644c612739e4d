"""Values as lines for people: events as sentences, scenes as a few lines. One fact a line, no cursor tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, reduce
from itertools import groupby
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar
from unicodedata import east_asian_width

from paiju.core import tuples
from paiju.core.cards import DECK, FACES, RANKS, SUITS, SYMBOLS, Card, Cards
from paiju.core.scene import MatchStanding, Place, Scene, Trick
from paiju.core.words import PROMISES_CARDS, TRUTH, Action, Event, Message, PlayerAt, Said, mark
from paiju.languages import DECIMAL_SIGNS, translate
from paiju.names import YOU

if TYPE_CHECKING:
    from paiju.core.game import Game

Told = TypeVar("Told")  # what stands in a log beside events
RANK_WORDS = (
    mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"), mark("eight"), mark("nine"),
    mark("ten"), mark("jack"), mark("queen"), mark("king"), mark("ace"),
)  # fmt: skip
# One template a suit, since languages that join the two words bend the suit's.
CARD_WORDS = (mark("{rank} of clubs"), mark("{rank} of diamonds"), mark("{rank} of hearts"), mark("{rank} of spades"))
THIS_OR_THAT, THIS_AND_THAT = mark("{one} or {other}"), mark("{one} and {other}")
JOKER_WORDS = (mark("little joker"), mark("big joker"))


class Part(NamedTuple):
    """A piece of a sentence that a screen may draw in its own way: cards, or a player."""

    text: str  # as it reads
    cards: tuple[Card, ...] = ()
    seat: int = -1

    def __str__(self) -> str:
        return self.text


Piece: TypeAlias = str | Part
Segment: TypeAlias = tuple[str, str | None, str]  # text, then the name of a fact, if one follows, and its format


@dataclass(frozen=True)
class Style:
    """How cards and seats are written, and in which language."""

    ascii: bool = False  # QS rather than Q♠
    names: tuple[str, ...] = ()  # names of the players, by seat
    lang: str = "en"
    you: int = -1  # the seat that is addressed as "you"
    lowercase: bool = False  # ranks as in q♠
    small_suits: bool = False  # letters for suits as in Qs
    grouped: bool = False  # 467QA♣ rather than 4♣ 6♣ 7♣ Q♣ A♣
    spaces: bool = True  # between cards, or groups of them
    words: bool = False  # "queen of spades", for speech
    heartless: bool = False  # in its transcript a ten is 0, and nothing parts suits more than cards
    arranged: Callable[[Cards], Iterable[Card]] | None = None  # the game's order for cards that are played together

    def for_game(self, game: Game[Any]) -> Style:
        """This style at a table of a game: cards lie in its order, and share suits unless they are read by rank."""
        return replace(self, arranged=game.arranged, grouped=self.grouped and not game.reads_by_rank)

    def say(self, text: Message | str, /, **facts: Any) -> str:
        """A message, or a template with its facts, in this language; its cards and seats are written in this style."""
        return text_of(self.pieces(text if isinstance(text, Message) else Message(text, **facts)))

    def pieces(self, message: Message) -> list[Piece]:
        """The same with its cards and players apart. The texts of all pieces, one after another, are the sentence."""
        return self.filled(message.template, message.facts)

    def filled(self, template: str, facts: dict[str, Any]) -> list[Piece]:
        """The pieces of a message that need not be one."""
        if not facts:
            return [translate(self.lang, template).format()]
        others, mine = segments(self.lang, template)
        pieces: list[Piece] = []
        for text, name, form in mine if mine and self.addresses(facts.get("seat")) else others:
            if text:
                pieces.append(text)
            if name is None:
                continue
            fact = facts[name]
            if type(fact) is PlayerAt:  # as everywhere below, without asking what it is: most facts are players
                pieces.append(tuples.named(Part, (self.seat(fact), (), int(fact))))
            else:
                pieces += self.fact(fact, form)
        return pieces

    def addresses(self, seat: Any) -> bool:
        return self.you >= 0 and isinstance(seat, PlayerAt) and seat == self.you

    def fact(self, fact: Any, form: str = "") -> Iterable[Piece]:
        """A fact of a message as it is to be read; numbers stay what they are."""
        kind = fact.__class__
        written = WRITERS[kind] if kind in WRITERS else writer(kind)
        if written is not None:
            return written(self, fact)
        text = format(fact, form)
        return (text.replace(".", DECIMAL_SIGNS.get(self.lang, ".")) if isinstance(fact, float) else text,)

    def word(self, word: str) -> str:
        return translate(self.lang, word)

    def one_of(self, facts: Sequence[Any]) -> str:
        return text_of(self.fact(either(facts)))

    def listed(self, texts: Iterable[str]) -> str:
        """Texts one after another with commas, or what the language has for them."""
        return text_of(self.fact(series(list(map(Said, texts)) or [Said()])))

    def card(self, card: Card) -> str:
        return self.name(card) if self.words else self.rank(card) + self.sign(card)

    def rank(self, card: Card) -> str:
        rank = RANKS[card % 13] if card < 52 else FACES[card]
        if card.rank == 10 and self.heartless:
            rank = "0"
        return rank.lower() if self.lowercase else rank

    def sign(self, card: Card) -> str:
        if card >= 52:
            return ""
        sign = (SUITS if self.ascii else SYMBOLS)[card // 13]
        return sign.lower() if self.small_suits else sign

    def cards(self, cards: Iterable[Card]) -> str:
        if self.words:
            return self.listed(map(self.name, cards))
        written = self.groups(cards) if self.grouped else [self.faces[card] for card in cards]
        return (" " if self.spaces else "").join(written)

    @cached_property
    def faces(self) -> tuple[str, ...]:
        return written_deck(self.ascii, self.lowercase, self.words, self.lang, self.small_suits, self.heartless)

    def groups(self, cards: Iterable[Card]) -> Iterator[str]:
        """Neighbours of one suit share its sign; jokers stand alone."""
        for suit, group in groupby(cards, key=lambda card: card.suit):
            if suit == 4:
                yield from map(self.card, group)
            else:
                alike = list(group)
                yield "".join(map(self.rank, alike)) + self.sign(alike[0])

    def hand(self, groups: Iterable[Iterable[Card]]) -> str:
        """A hand in its groups, which stand apart: by one blank where there is none within them."""
        written = [self.cards(group) for group in groups]
        if self.words:
            return "; ".join(written)
        is_close = self.heartless or (self.grouped and not any(" " in group for group in written))
        return ("" if not self.spaces else " " if is_close else "  ").join(written)

    def name(self, card: Card) -> str:
        """The card in words, in the language: queen of spades."""
        if card >= 52:
            return self.word(JOKER_WORDS[int(card) - 52])
        return self.say(CARD_WORDS[card.suit], rank=RANK_WORDS[card % 13])

    def action(self, action: Action) -> str:
        """`play Q♠`, `bid 3`: the notation, its cards written like all others, its verb in the language."""
        return text_of(self.action_pieces(action))

    def action_pieces(self, action: Action) -> list[Piece]:
        if action.kind in PROMISES_CARDS and not (action.cards or action.amount):
            return [self.say("{word} nothing", word=action.kind)]
        pieces: list[Piece] = [self.word(action.kind)]
        if cards := action.cards:
            laid = tuple(self.arranged(cards) if self.arranged and action.kind == "play" else cards)
            pieces += " ", Part(self.cards(laid), laid)
        if action.amount or action.kind == "bid":
            pieces.append(f" {action.amount}")
        return pieces

    def seat(self, seat: int) -> str:
        if 0 <= seat < len(self.names):
            return self.players[seat]
        return self.word(mark("you")) if seat == self.you >= 0 else self.say("seat {number}", number=int(seat))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """What the player in each seat is called."""
        names = [self.word(YOU) if name == YOU else name for name in self.names]
        return tuple([self.word(mark("you")) if seat == self.you else name for seat, name in enumerate(names)])

    def event(self, event: Event) -> str:
        """One event as a sentence; cards the reader may not see are counted."""
        return text_of(self.event_pieces(event))

    def event_pieces(self, event: Event) -> list[Piece]:
        _, seat, cards, amount, _, size, _, _, points, _, laid, _, name = tuples.plain(event)
        if laid:
            cards = tuples.named(Part, ("", laid, -1))
        elif not cards and size > 0:
            cards = counted(size)
        facts = {"seat": PlayerAt(seat), "cards": cards, "amount": amount, "points": points}
        pieces = self.filled(event.sentence, facts)
        if name is not None:
            pieces += self.filled(" ({name})", {"name": name})
        return pieces

    def refusal(self, error: Exception) -> str:
        """Why something was refused, with the number of the rule; also the text of an error that is no refusal."""
        message, rule = getattr(error, "message", None), getattr(error, "rule", "")
        if not isinstance(message, Message):
            return str(error)
        return self.say("{sentence} (rule {rule})", sentence=message, rule=rule) if rule else self.say(message)


# How the kinds of facts are written; the first that fits. An Action or a PlayerAt is an int too, so is True.
WRITTEN: tuple[tuple[type[Any], Callable[[Style, Any], Iterable[Piece]]], ...] = (
    (Said, lambda style, text: (str(text),)),
    (str, lambda style, text: (style.word(text),)),
    (Message, Style.pieces),
    (Cards, lambda style, cards: (Part(style.cards(cards), tuple(cards)) if cards else style.word("nothing"),)),
    (Card, lambda style, card: (Part(style.card(card), (card,)),)),
    (Action, Style.action_pieces),
    (PlayerAt, lambda style, seat: (Part(style.seat(seat), seat=int(seat)),)),
    (Part, lambda style, part: (tuples.named(Part, (style.cards(part[1]), part[1], -1)) if part[1] else part,)),
    (tuple, lambda style, facts: style.fact(either(facts))),
    (list, lambda style, facts: style.fact(together(facts))),
)


@cache
def written_deck(
    ascii: bool, lowercase: bool, words: bool, lang: str, small_suits: bool, heartless: bool
) -> tuple[str, ...]:
    """Every card as it is written; all styles alike share it."""
    style = Style(ascii, lang=lang, lowercase=lowercase, small_suits=small_suits, words=words, heartless=heartless)
    return tuple(map(style.card, DECK))


WRITERS: dict[type[Any], Callable[[Style, Any], Iterable[Piece]] | None] = {}  # by the very type, as they are needed


def writer(kind: type[Any]) -> Callable[[Style, Any], Iterable[Piece]] | None:
    WRITERS[kind] = next((written for known, written in WRITTEN if issubclass(kind, known)), None)
    return WRITERS[kind]


def either(facts: Sequence[Any]) -> Any:
    """Several facts as one: this, this or that."""
    *most, last = facts or [Said()]
    return Message(THIS_OR_THAT, one=enumerated(most), other=last) if most else last


def together(facts: Sequence[Any]) -> Any:
    """Several facts as one: this, this and that."""
    *most, last = facts or [Said()]
    return Message(THIS_AND_THAT, one=enumerated(most), other=last) if most else last


def series(facts: Sequence[Any]) -> Any:
    """Several statements one after another."""
    return reduce(lambda one, other: Message("{one}, {other}", one=one, other=other), facts)


def enumerated(facts: Sequence[Any]) -> Any:
    """Names or numbers in a row: Chinese parts them with another sign than statements."""
    return reduce(lambda first, second: Message("{first}, {second}", first=first, second=second), facts)


@lru_cache(4096)
def segments(lang: str, template: str) -> tuple[list[Segment], list[Segment]]:
    """A template in a language, cut up: what others read, and what the player whom it is about reads instead."""
    others, _, mine = translate(lang, template).partition("|")
    return cut_up(others), cut_up(mine)


def cut_up(template: str) -> list[Segment]:
    return [(text, name, form or "") for text, name, form, _ in Formatter().parse(template)]


def text_of(pieces: Iterable[Piece]) -> str:
    return "".join([piece if isinstance(piece, str) else piece.text for piece in pieces])


PLAIN = Style()


def told(log: Iterable[Event | Told]) -> Iterator[Event | Told]:
    """A log as people tell it: routine events in a row are one for each seat, and those with unseen cards are left out.

    Whatever else stands in the log stays where it is.
    """
    together: dict[tuple[str, int], Event] = {}
    for entry in log:
        if not isinstance(entry, Event) or not entry.routine:
            yield from together.values()
            together.clear()
            yield entry
        elif entry.cards or entry.size <= 0:
            before = together.get((entry.kind, entry.seat))
            cards = before.cards + entry.cards if before else entry.cards
            together[entry.kind, entry.seat] = entry._replace(cards=cards, size=len(cards), laid=())
    yield from together.values()


def log_lines(log: Iterable[Event | Message], style: Style = PLAIN, last: int = 0) -> Iterator[str]:
    """A log, or a part of one, in sentences: as few as tell it, or just the last so many."""
    for entry in list(told(log))[-last:]:
        yield style.event(entry) if isinstance(entry, Event) else style.say(entry)


def counted(number: int) -> Message:
    return Message("one card") if number == 1 else Message("{number} cards", number=number)


def scene_lines(scene: Scene, style: Style = PLAIN) -> Iterator[str]:
    """The table in a few lines: notes, seats, tricks, the hand."""
    if scene.notes:
        yield "  " + style.listed(map(style.say, scene.notes))
    for place in scene.places:
        yield place_line(scene, place, style)
    if scene.trick.plays:
        yield "  " + style.say("on the table: {cards}", cards=Said(trick_text(scene.trick, style)))
    elif scene.last.plays:
        cards = Said(trick_text(scene.last, style))
        yield "  " + style.say("last series: {cards}" if scene.last.is_series else "last trick: {cards}", cards=cards)


def place_line(scene: Scene, place: Place, style: Style = PLAIN) -> str:
    turn, count = ">" if place.turn else " ", style.say(counted(place.count))
    name = style.seat(place.seat)
    parts = [f"{turn} {name}{' ' * (8 - width(name))} {' ' * (8 - width(count))}{count}"]
    if scene.scores:
        parts.append(f"{scene.scores[place.seat]:>5}")
    if place.hand:
        parts.append(style.hand(place.hand))
    elif place.shown:
        parts.append(style.say("holds {cards}", cards=place.shown))
    if place.notes:
        parts.append("(" + style.listed(map(style.say, place.notes)) + ")")
    return "  ".join(parts)


def width(text: str) -> int:
    """How many columns a text takes: Chinese signs take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def trick_text(trick: Trick, style: Style = PLAIN) -> str:
    return style.listed(play_text(trick, at, style) for at in range(len(trick.plays)))


def winning_play(trick: Trick, style: Style = PLAIN) -> str:
    """The play that is ahead; of a series it is the last one."""
    return style.listed(play_text(trick, at, style) for at, play in enumerate(trick.plays) if play[0] == trick.winner)


def play_text(trick: Trick, at: int, style: Style) -> str:
    seat = trick.plays[at][0]
    ahead = "*" if seat == trick.winner else ""
    return f"{style.seat(seat)} {style.cards(trick.laid[at])}{ahead}{name_text(trick.names[at], style)}"


def name_text(name: Message | None, style: Style) -> str:
    """What cards are called, behind them."""
    return style.say(" ({name})", name=name) if name else ""


def standing_lines(match: MatchStanding, style: Style = PLAIN) -> Iterator[str]:
    """Where the match stands, and who won when it is over."""
    for message in match.standing_text:
        yield "  " + style.say(message)
    if match.over:
        yield winner_line(match, style)


def winner_line(match: MatchStanding, style: Style = PLAIN) -> str:
    """Who won a match that is over, if anybody did."""
    winners, deals = [PlayerAt(seat) for seat in match.leaders], match.deal - 1
    if len(winners) == len(match.standing):
        return style.say("The match is a draw")
    return style.say(
        "{winners} won the match after one deal" if deals == 1 else "{winners} won the match after {deals} deals",
        winners=winners,
        deals=deals,
    )


def deal_title(game: str, deal: int, viewer: int = TRUTH, style: Style = PLAIN) -> str:
    title = Message("{game}, deal {number}", game=game, number=deal)
    if viewer < 0:
        return style.say(title)
    return style.say("{title}, seen from {seat}", title=title, seat=PlayerAt(viewer))
