"""What people type, read as cards of their hand and as answers to what is asked. Knows no screen and no game.

>>> hand = Cards("467QAC 48TD 9KS 6QKH")
>>> read_hand("K9s 6h", hand)
Cards('6H 9S KS')
>>> read_hand("q", hand, led=0)
Cards('QC')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import Protocol

from paiju.core import bits
from paiju.core.cards import JOKERS, LOOKS, SPELLINGS, SUIT_SIGNS, Card, Cards, brief, multisets, read_faces
from paiju.core.words import KINDS, MOST_AMOUNT, Action, Ask, IllegalAction, Said, mark
from paiju.show import PLAIN, Style

LONGEST = 1000  # characters; three packs of cards fit
MOST_READINGS = 1000  # of a text without suits; who means one of more than these has to name some suits
READING = re.I | re.A | re.X
WORD = re.compile(
    r"(?P<joker>LJ|BJ|J[-+]) | (?P<rank>10|[0-9TJQKA]) | (?P<sign>[CDHS♣♦♥♠♧♢♡♤]) | (?P<blank>[ ,;])", READING
)
HEARTLESS = re.compile(r"(?P<rank>[02-9JQKA]) | (?P<sign>[CDHS♣♦♥♠]) | (?P<blank>[ ])", READING)
SIGNS = re.compile(r"([CDHS♣♦♥♠♧♢♡♤]) ?\1?", re.I | re.A)

# Other words for what is asked: the kinds they may stand for, the likelier first.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "pass": ("pass", "give"),
    "skip": ("pass",),
    "...": ("pass",),
    "discard": ("play", "bury"),
    "lead": ("play",),
    "expose": ("show",),
    "kitty": ("bury",),
    "declare": ("call",),
}
NOTHING = {"nothing", "none", "no", "pass", "-"}  # an answer without cards, where cards may be given
OTHER_NOTHINGS = mark("none, no")  # in a language as many as it has, with commas

Named = list[tuple[str, list[Card]]]  # a card as typed, and the faces it may mean


def read_hand(text: str, hand: int, led: int | None = None, lenient: bool = False) -> Cards:
    """The cards of a hand that a text names. Suits may be left out where the suit led or the hand makes them clear.

    A text with every suit in it is read as everywhere. Any other is read from right to left: a suit sign holds for all
    ranks to its left up to the next sign; a rank without a sign is of the suit led if the hand has that suit, and else
    has to fit just one face of the hand, or be typed as often as the hand has it. Cards not held are refused.

    `lenient` reads as heartless did: cards not held are dropped, 0 is the only ten, and only blanks may separate.
    """
    if len(text) > LONGEST:
        raise IllegalAction("{length} characters are too many to be cards", code="too_long", length=len(text))
    hand = int(hand)
    if lenient:
        return held_of(right_to_left(split(text.strip(), HEARTLESS), hand, led), hand)
    named = named_cards(text, hand, led)
    found = list(islice(readings(named, hand), 2))
    if len(found) > 1:
        raise ambiguous(named, found)
    return found[0]


def held_of(named: Named, hand: int) -> Cards:
    """What is held of the cards named."""
    rest = hand
    for _, fitting in named:
        if len(fitting) > 1:
            raise ambiguous(named, [Cards(hand)])
        if fitting and bits.copies(rest, fitting[0]):
            rest -= bits.one(fitting[0])
    if rest == hand:
        raise no_card(hand)
    return Cards(hand - rest)


def no_card(hand: int) -> IllegalAction:
    return IllegalAction("no card: name some of {cards}", code="no_card", cards=Cards(hand))


def readings(named: Named, hand: int) -> Iterator[Cards]:
    """What a text may mean: as many cards as it names, all of them held. Refuses cards that are not."""
    rest = hand
    missing: set[str] = set()
    for name, fitting in named:
        if len(fitting) == 1 and bits.copies(rest, fitting[0]):
            rest -= bits.one(fitting[0])
        elif len(fitting) < 2:
            missing.add(name)
    pools: list[list[int]] = []
    for name, fitting in {name: fitting for name, fitting in named if len(fitting) > 1}.items():
        pool = sum(bits.copies(rest, face) * bits.one(face) for face in fitting)
        wanted = sum(name == other for other, _ in named)
        if bits.size(pool) < wanted:
            missing.add(name)
        pools.append(list(islice(multisets(pool, wanted), MOST_READINGS)))
    if missing:
        raise IllegalAction(
            "you do not hold {cards}",
            code="not_held",
            cards=Said(" ".join(name for name, _ in named if name in missing)),
        )
    if not named:
        raise no_card(hand)
    sure = hand - rest
    return (Cards(sure + sum(part)) for part in product(*pools))


class AmbiguousText(IllegalAction):
    """The refusal of a text with several readings."""


def ambiguous(named: Named, found: Sequence[Cards]) -> AmbiguousText:
    """Which word of a text with several readings is to blame, and what it may be."""
    name, fitting = next((name, fitting) for name, fitting in named if len(fitting) > 1)
    cards = tuple(card for card in fitting if any(card in each for each in found))
    if name in SUIT_SIGNS:
        return AmbiguousText("'{name}' may be {cards}: add the rank", code="ambiguous", name=Said(name), cards=cards)
    return AmbiguousText("'{name}' may be {cards}: add the suit", code="ambiguous", name=Said(name), cards=cards)


def named_cards(text: str, hand: int, led: int | None) -> Named:
    return fully_named(text) or right_to_left(split(" ".join(text.split()), WORD), hand, led)


def suits_named(text: str, hand: int) -> Named:
    """A suit alone is any card of it, doubled two: how trump is called, and what one says of a last card."""
    match = SIGNS.fullmatch(text)
    if not match:
        return []
    held = [Card(face) for face in range(54) if bits.copies(hand, face) and face // 13 == SUIT_SIGNS[match[1].upper()]]
    name = str(held[0]) if len(held) == 1 else match[1].upper()
    return [(name, held)] * len(text.replace(" ", ""))


def names_some(text: str, hand: int) -> bool:
    """Is this a suit alone, and some of these cards are of it?"""
    return any(fitting for _, fitting in suits_named(text, hand))


def fully_named(text: str) -> Named:
    """A text in which every card has its suit; nothing if some suit is left out."""
    try:
        return [(str(card), [card]) for card in read_faces(text)]
    except ValueError:
        return []


def split(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """The words of a text: jokers, ranks, suit signs, blanks."""
    words: list[re.Match[str]] = []
    at = 0
    while at < len(text):
        word = pattern.match(text, at)
        if not word:
            raise IllegalAction(
                "'{sign}' is no part of a card: write rank and suit, as in QS or 10C",
                code="unreadable",
                sign=Said(brief(text[at])),
            )
        words.append(word)
        at = word.end()
    return words


def right_to_left(words: list[re.Match[str]], hand: int, led: int | None) -> Named:
    suit = led if led is not None and hand & bits.suit(led) else None
    named: Named = []
    for word in reversed(words):
        name = word[0].upper()
        if word.lastgroup == "sign":
            suit = SUIT_SIGNS[name]
        elif word.lastgroup == "joker":
            named.append((name, [Card(JOKERS[name])]))
        elif word.lastgroup == "rank":
            rank = SPELLINGS[name]
            faces = range(rank, 52, 13) if suit is None else [13 * suit + rank]
            fitting = [Card(face) for face in faces if suit is not None or bits.copies(hand, face)]
            named.append((str(fitting[0]) if len(fitting) == 1 else name, fitting))
    return named[::-1]


# ---- answers ----


def read_answer(text: str, view: SeatAsks, style: Style = PLAIN, lenient: bool = False) -> Action:
    """The answer a line stands for, read against what the seat of this view is asked; `check` says if it is legal.

    The notation (`play QS`, `bid 3`) always works; the word may be left out or shortened where what is asked makes it
    clear, cards are read as `read_hand` reads them, and nothing at all will do where there is just one thing to do.
    """
    text = tidy(text)
    reader = AnswerReader(view, style, lenient)
    kind, rest = reader.spoken_kind(text)
    if kind:
        return reader.answer(kind, rest)
    try:
        return reader.bare(text)
    except IllegalAction as refusal:
        word, _, rest = text.partition(" ")
        kind = reader.begun(word)
        if not kind:
            raise refusal
        return reader.answer(kind, rest)


def tidy(text: str) -> str:
    """A line with its blanks made alike, and the wide letters and digits of Chinese keyboards made plain."""
    if len(text) > LONGEST:
        raise IllegalAction("{length} characters are too many for an answer", code="too_long", length=len(text))
    text = " ".join(unicodedata.normalize("NFKC", text.translate(LOOKS)).split())
    if not text.isprintable():
        raise IllegalAction(
            "'{text}' holds signs that no keyboard sends: type it anew", code="unreadable", text=Said(brief(text))
        )
    return text


class SeatAsks(Protocol):
    """What is asked of a seat, to read its answers against; a view tells it."""

    @property
    def viewer(self) -> int: ...

    @property
    def hands(self) -> Sequence[Cards]: ...

    def asks(self, seat: int, /) -> Sequence[Ask]: ...

    def check(self, seat: int, action: Action, /) -> None: ...


class AnswerReader:
    """Answers as one seat would type them now."""

    def __init__(self, view: SeatAsks, style: Style, lenient: bool):
        self.view, self.style, self.lenient = view, style, lenient
        self.asks = view.asks(view.viewer)
        self.kinds = tuple(dict.fromkeys(ask.kind for ask in self.asks))

    def words(self) -> dict[str, str]:
        """Every word for a kind of action, in the language of the table too; what is asked now goes first."""
        found = {kind: kind for kind in KINDS}
        found |= {self.style.say(kind).lower(): kind for kind in KINDS}
        for word, kinds in SYNONYMS.items():
            found[word] = next((kind for kind in kinds if kind in self.kinds), kinds[0])
        return found

    def spoken_kind(self, text: str) -> tuple[str, str]:
        """The kind of action a text opens with and what follows it; no kind if the text does not say."""
        word, _, rest = text.partition(" ")
        words = self.words()
        if word.lower() in words and not (word.lower() in NOTHING and self.may_be_nothing() and not rest):
            return words[word.lower()], rest
        for word, kind in words.items():  # Chinese is written without blanks
            if not word.isascii() and text.startswith(word):
                return kind, text.removeprefix(word).strip()
        return "", text

    def begun(self, word: str) -> str:
        """The one kind asked for that begins with this; none if the word could be cards."""
        if not word or WORD.fullmatch(word):
            return ""
        begun = {kind for longer, kind in self.words().items() if longer.startswith(word.lower())}
        kinds = tuple(kind for kind in self.kinds if kind in begun)
        if len(kinds) > 1:
            raise IllegalAction(
                "'{word}' may be {kinds}: write more of it", code="ambiguous", word=Said(brief(word)), kinds=kinds
            )
        return kinds[0] if kinds else ""

    def may_be_nothing(self) -> bool:
        return "pass" not in self.kinds and any(ask.may_be_nothing for ask in self.asks)

    def means_nothing(self, text: str) -> bool:
        said = {self.style.say("{word} nothing", word=ask.kind) for ask in self.asks}
        others = self.style.word(OTHER_NOTHINGS).split(", ")
        return text.lower() in NOTHING | said | {self.style.word("nothing"), *others}

    def answer(self, kind: str, rest: str) -> Action:
        """An action of this kind from what follows the word."""
        fitting = [ask for ask in self.asks if ask.kind == kind]
        if not fitting:
            named = suits_named(rest, int(self.view.hands[self.view.viewer])) or fully_named(rest)
            action = Action(kind, Cards([faces[0] for _, faces in named if faces]))
            self.view.check(self.view.viewer, action)  # says what is asked instead, whose turn it is, or why not that
            return action
        return self.best([lambda ask=ask: self.filled(ask, rest) for ask in fitting])

    def bare(self, text: str) -> Action:
        """An action from a text that does not say its kind."""
        if not self.asks:
            self.view.check(self.view.viewer, Action("pass"))  # says whose turn it is
        plain = [ask for ask in self.asks if not ask.most and not ask.amounts]
        if not text:
            if len(self.asks) == 1 and plain:
                return Action(self.asks[0].kind)
            raise IllegalAction("an answer is needed: {kinds}", code="no_answer", kinds=self.kinds)
        open_asks = [ask for ask in self.asks if ask not in plain]
        if len(plain) == 1 and not open_asks and self.may_be_nothing() and self.means_nothing(text):
            return Action(plain[0].kind)
        if not open_asks:
            raise IllegalAction(
                "'{text}' is no answer here: {kinds}", code="not_asked", text=Said(brief(text)), kinds=self.kinds
            )
        return self.best([lambda ask=ask: self.filled(ask, text) for ask in open_asks])

    def best(self, attempts: Sequence[Callable[[], Action]]) -> Action:
        """The first attempt that is legal; else the first that can be read; else its refusal."""
        found: list[Action] = []
        refusals: list[IllegalAction] = []
        for attempt in attempts:
            try:
                found.append(attempt())
            except IllegalAction as refusal:
                refusals.append(refusal)
        if not found:
            raise refusals[0]
        return next((action for action in found if self.is_legal(action)), found[0])

    def is_legal(self, action: Action) -> bool:
        try:
            self.view.check(self.view.viewer, action)
        except IllegalAction:
            return False
        return True

    def filled(self, ask: Ask, text: str) -> Action:
        """An ask with what the text gives: a number, cards, nothing."""
        if ask.most:
            return self.with_cards(ask, text)
        if ask.amounts:
            return Action(ask.kind, amount=read_amount(ask, text))
        if text and not self.means_nothing(text):
            raise IllegalAction(
                "write just '{kind}': nothing is chosen with it", code="nothing_to_choose", kind=ask.kind
            )
        return Action(ask.kind)

    def with_cards(self, ask: Ask, text: str) -> Action:
        if not ask.least and (not text or self.means_nothing(text)):
            return Action(ask.kind)
        if not text:
            raise IllegalAction(
                "{kind} which cards? Name some of {cards}", code="no_card", kind=ask.kind, cards=ask.cards
            )
        if not ask.amounts:
            return Action(ask.kind, self.cards(ask, text))
        cards, _, number = text.rpartition(" ")
        attempts = [lambda: Action(ask.kind, self.cards(ask, text))]
        if cards and is_number(number):  # a number behind the cards chooses between copies that are not alike
            attempts.append(lambda: Action(ask.kind, self.cards(ask, cards), read_amount(ask, number)))
        return self.best(attempts)

    def cards(self, ask: Ask, text: str) -> Cards:
        """The cards a text means: of those that may be given if it can be read so, else of the hand."""
        hand, text = self.view.hands[self.view.viewer], spelled(text, self.style)
        suits = {card.suit for card in ask.cards}
        led = suits.pop() if len(suits) == 1 and int(ask.cards) < bits.one(52) else None
        if self.lenient:
            return read_hand(text, hand, led, lenient=True)
        # A card typed without its suit may be one that is not allowed now: then the refusal should tell of that card.
        refusal: IllegalAction = no_card(hand)
        for cards, suit in ((int(ask.cards), led), (hand, None), (hand, led)):
            try:
                return self.one_reading(ask, text, cards, suit)
            except IllegalAction as error:
                refusal = error
                if cards == ask.cards and (isinstance(error, AmbiguousText) or names_some(text, int(cards))):
                    break
        raise refusal

    def one_reading(self, ask: Ask, text: str, cards: int, led: int | None) -> Cards:
        """The only reading of a text, or the only legal one."""
        cards = int(cards)
        named = suits_named(text, cards) or named_cards(text, cards, led)
        found = list(islice(readings(named, cards), MOST_READINGS))
        if len(found) > 1:
            legal = [each for each in found if self.is_legal(Action(ask.kind, each))]
            found = legal or found[:1]  # if none is legal, the rules say why
        if len(found) > 1:
            raise ambiguous(named, found)
        return found[0]


def spelled(text: str, style: Style) -> str:
    """A text with cards in words (queen of spades, 黑桃Q) written as the notation has them."""
    if len(text) < 3:
        return text
    for name, card in card_names(style.lang):
        text = re.sub(re.escape(name), f" {card} ", text, flags=re.I)
    return text.strip()


@cache
def card_names(lang: str) -> list[tuple[str, Card]]:
    """Cards as they are called in a language; the longest first, since one may be the beginning of another."""
    style = Style(lang=lang)
    names = [(style.name(Card(face)), Card(face)) for face in range(54)]
    return sorted(names, key=lambda pair: -len(pair[0]))


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def read_amount(ask: Ask, text: str) -> int:
    if not is_number(text):
        raise IllegalAction(
            "'{text}' is no number: {kind} {amounts}",
            code="no_number",
            text=Said(brief(text)),
            kind=ask.kind,
            amounts=ask.numbers(),
        )
    if len(text) > 9 or int(text) > MOST_AMOUNT:
        raise IllegalAction(
            "{kind} {amounts}, not {amount}",
            code="wrong_amount",
            kind=ask.kind,
            amounts=ask.numbers(),
            amount=Said(brief(text)),
        )
    return int(text)


# ---- commands ----


def read_command(line: str, commands: Mapping[str, str], style: Style) -> tuple[str, str]:
    """The command a line opens with, in English or in the language of the table, and what follows; "" for none.

    `commands` has the command for each English word.
    """
    words = {style.word(word): command for word, command in commands.items()} | dict(commands)
    word, _, rest = line.strip().partition(" ")
    if word.lower() in words:
        return words[word.lower()], rest.strip()
    glued = [
        word for word in sorted(words, key=len, reverse=True) if not word.isascii() and line.strip().startswith(word)
    ]  # Chinese has no blanks
    return (words[glued[0]], line.strip().removeprefix(glued[0]).strip()) if glued else ("", line)
