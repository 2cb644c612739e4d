"""Choosing cards for an answer, for any screen: how a selection grows, what may still be added, what it makes.

Nothing here is drawn and no rule is known: a question comes as its asks, the legal actions as far as they were found
(`possible_answers`), and the cards as a `Selection`, a value that every key or click turns into another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

from paiju.core.cards import SPELLINGS, SUIT_SIGNS, Card, Cards
from paiju.core.state import State
from paiju.core.words import Action, Ask, Message

MOST_ACTIONS = 3000  # with more than that every card of the question counts as possible


# ---- what can be answered ----


@dataclass(frozen=True)
class PossibleAnswers:
    """The legal actions, natural ones first; `complete` says if these are all."""

    actions: tuple[Action, ...]
    complete: bool
    claim: Message | None = None  # why the rest of the deal is certain

    def combinations(self, chosen: Cards) -> list[Cards]:
        """The cards of every action that contains what is chosen."""
        return list(dict.fromkeys(action.cards for action in self.actions if action.cards and chosen in action.cards))

    def possible(self, ask: Ask, chosen: Cards) -> Cards:
        """The cards that can still be part of an answer, those chosen among them; of any answer if they fit none.

        Where one card is asked it is chosen anew rather than added to.
        """
        if not self.complete:
            return ask.cards
        actions = [action.cards for action in self.actions if action.kind == ask.kind]
        return union([cards for cards in actions if chosen in cards] if ask.most > 1 else []) or union(actions)

    def narrowed(self, asks: Sequence[Ask]) -> Sequence[Ask]:
        """The asks as far as there is an answer to them: what nobody could do need not be offered."""
        if not self.complete:
            return asks
        return [ask for ask in map(self.narrowed_ask, asks) if ask is not None] or asks

    def narrowed_ask(self, ask: Ask) -> Ask | None:
        """With no number of cards that no legal answer has; None if there is no answer at all."""
        sizes = sorted({len(action.cards) for action in self.actions if action.kind == ask.kind})
        if not sizes or not ask.most:
            return ask if sizes else None
        gaps = len(sizes) <= sizes[-1] - sizes[0]
        return ask._replace(least=sizes[0], most=sizes[-1], sizes=tuple(sizes) if gaps else ())

    @property
    def needs_no_cards(self) -> bool:
        """Is there nothing to be done with cards?"""
        return self.complete and not any(action.cards for action in self.actions)


def possible_answers(view: State, seat: int) -> PossibleAnswers:
    """What a seat may answer, by its view. Finding it may take a while: do it beside the screen."""
    actions = tuple(islice(view.actions(seat), MOST_ACTIONS))
    return PossibleAnswers(actions, len(actions) < MOST_ACTIONS, view.claim(seat))


def union(sets: Iterable[Cards]) -> Cards:
    """As many of each card as any of the sets has."""
    return reduce(lambda one, other: one | other, sets, Cards())


def card_ask(asks: Sequence[Ask]) -> Ask | None:
    """What is asked of cards; no game asks two such things at once."""
    return next((ask for ask in asks if ask.most), None)


# ---- what is chosen ----


@dataclass(frozen=True)
class Selection:
    """A hand as it lies on a screen, what is lifted of it, and which card is in focus."""

    hand: tuple[Card, ...] = ()
    lifted: tuple[int, ...] = ()  # places in the hand, in the order they were chosen
    focus: int = 0
    possible: Cards | None = None  # what may be chosen; None: nothing is asked, all look alike
    most: int = 0  # how many may be chosen
    typed: str = ""  # a rank that a suit may follow
    unnamed: Selection | None = None  # as it was before that rank was typed

    @property
    def chosen(self) -> Cards:
        return Cards(self.hand[at] for at in self.lifted)

    @property
    def focused(self) -> Card | None:
        return self.hand[self.focus] if self.hand else None

    @property
    def is_asked(self) -> bool:
        return self.possible is not None and self.most > 0

    def is_possible(self, at: int) -> bool:
        """May the card at this place be chosen, or stay so? Of two alike perhaps just one."""
        if self.possible is None:
            return True
        if at >= len(self.hand):
            return False
        lifted = self.chosen.copies(self.hand[at]) if self.most > 1 and at not in self.lifted else 0
        return self.possible.copies(self.hand[at]) > lifted

    # ---- a new hand, a new question ----

    def dealt(self, hand: Iterable[Card]) -> Selection:
        """Other cards: what was lifted stays lifted and what was in focus stays there, as far as it is still held."""
        held, focused = tuple(hand), self.focused
        before, chosen = Cards(self.hand), self.chosen
        played = before - (before & Cards(held))  # of two alike the lifted one was: its twin stays where it lies
        now = replace(self, hand=held, lifted=()).lift(chosen - (chosen & played))
        focus = max(0, min(self.focus, len(now.hand) - 1))
        if focused is not None and focused in now.hand and now.hand[focus] != focused:
            focus = now.hand.index(focused)
        return replace(now, focus=focus, unnamed=self.unnamed and self.unnamed.dealt(held))

    def offered(self, possible: Cards | None, most: int) -> Selection:
        """A question: what may be chosen, at most so many; None: no choice is asked."""
        now = replace(self, possible=possible, most=most)
        return now.seeking() if now.is_asked else replace(now, lifted=(), typed="")

    def limited(self, possible: Cards) -> Selection:
        """A closer look has shown that only these may be chosen."""
        return replace(self, possible=possible)

    def seeking(self) -> Selection:
        """With the focus on a card that may be chosen, while nothing is."""
        if self.lifted or self.is_possible(self.focus):
            return self
        return replace(self, focus=next((at for at in range(len(self.hand)) if self.is_possible(at)), self.focus))

    # ---- card by card ----

    def lift(self, cards: Iterable[Card]) -> Selection:
        """Just these lifted, as far as they are in the hand."""
        now = replace(self, lifted=())
        for card in cards:
            if (at := now.lying(card)) is not None:
                now = replace(now, lifted=(*now.lifted, at))
        return now

    def lying(self, card: Card) -> int | None:
        """A copy of the card that is not lifted."""
        return next((at for at, held in enumerate(self.hand) if held == card and at not in self.lifted), None)

    def choose(self, cards: Iterable[Card]) -> Selection:
        """A combination lifted, with the focus on it."""
        now = replace(self.lift(cards), typed="")
        return replace(now, focus=now.lifted[0]) if now.lifted else now

    def toggle(self, at: int) -> Selection:
        """A card lifted or put back. Where enough are lifted the first of them makes room."""
        if not self.is_asked or not 0 <= at < len(self.hand):
            return self
        if at in self.lifted:
            return replace(self, focus=at, lifted=tuple(other for other in self.lifted if other != at), typed="")
        return replace(self, typed="").pick(at)

    def pick(self, at: int) -> Selection:
        room = max(0, len(self.lifted) + 1 - self.most)
        return replace(self, focus=at, lifted=(*self.lifted[room:], at))

    def clear(self) -> Selection:
        return replace(self, lifted=(), typed="")

    def take_back(self) -> Selection:
        """Without the card lifted last."""
        if not self.lifted:
            return replace(self, typed="")
        return replace(self, typed="", lifted=self.lifted[:-1], focus=self.lifted[-1])

    def focus_on(self, at: int) -> Selection:
        return replace(self, typed="", focus=at)

    # ---- typing: a rank lifts a card, the rank again one more (or, where one is asked, the next one instead); a suit
    # behind it just that card ----

    def type(self, sign: str) -> Selection | None:
        """A rank, a suit or a joker's + or - was typed; None if that means nothing here."""
        if not self.is_asked or not sign:
            return None
        sign = sign.upper()
        if self.typed == "1" and sign == "0":
            return replace(self, typed="10")
        if sign in "+-B":
            return self.type_joker(Card(53 if sign in "+B" else 52))
        if sign in SUIT_SIGNS and not (sign == "D" and not self.typed and not self.in_suit(1)):
            return self.type_suit(SUIT_SIGNS[sign])
        return self.type_rank(sign) if sign in SPELLINGS else None

    def type_rank(self, sign: str) -> Selection | None:
        rank = rank_of(sign)
        fitting = [at for at, card in enumerate(self.hand) if card < 52 and card % 13 == rank]
        fitting.sort(key=lambda at: not self.is_possible(at))
        now = replace(self, typed=sign, unnamed=replace(self, unnamed=None))
        if self.most == 1 and self.typed and self.lifted and rank_of(self.typed) == rank:
            at, now = self.lifted[-1], replace(self, typed=sign)  # the rank again: the next one instead
            return now.pick(fitting[(fitting.index(at) + 1) % len(fitting)] if at in fitting else fitting[0])
        free = [at for at in fitting if at not in self.lifted]
        return now.pick(free[0]) if free else None

    def type_suit(self, suit: int) -> Selection | None:
        if not self.typed:
            return self.go_to_suit(suit)
        card = Card(13 * suit + rank_of(self.typed))
        return replace(self.before_name(), typed="").typed_card(card)

    def type_joker(self, joker: Card) -> Selection | None:
        now = self.before_name() if self.typed == "J" else self  # J+ and J-: it was no jack
        return replace(now, typed="").typed_card(joker)

    def before_name(self) -> Selection:
        """With what the rank lifted put back, and what made room for it lifted again."""
        if not self.typed or self.unnamed is None:
            return self
        return replace(self, lifted=self.unnamed.lifted, focus=self.unnamed.focus)

    def misnamed(self, sign: str) -> Selection:
        """`type` found no such card: what half its name lifted is not what was meant. Another suit may still follow."""
        if sign.upper() in SUIT_SIGNS:
            return self.before_name()
        is_joker = self.typed == "J" and sign in "+-"
        return replace(self.before_name() if is_joker else self, typed="")

    def typed_card(self, card: Card) -> Selection | None:
        at = self.lying(card)
        return None if at is None else self.pick(at)

    def go_to_suit(self, suit: int) -> Selection | None:
        """The focus into a suit, or inside it one on."""
        there = self.in_suit(suit)
        if not there:
            return None
        behind = [at for at in there if at > self.focus]
        return replace(self, focus=behind[0] if self.hand[self.focus].suit == suit and behind else there[0])

    def in_suit(self, suit: int) -> list[int]:
        return [at for at, card in enumerate(self.hand) if card.suit == suit]


def rank_of(typed: str) -> int:
    return 8 if typed[0] == "1" else SPELLINGS[typed]


# ---- what is meant ----


def meant(asks: Sequence[Ask], answers: PossibleAnswers | None, selection: Selection) -> tuple[int, Cards]:
    """Which ask a plain "yes" answers, and with which cards; -1: none yet."""
    ask, chosen, card = card_ask(asks), selection.chosen, selection.focused
    if ask is None:
        return (0 if len(asks) == 1 else -1), Cards(0)
    if selection.typed and not chosen:  # a card was named that is not held: the one in focus is another
        return -1, Cards(0)
    at = asks.index(ask)
    if chosen or ask.least == 0:
        return at, chosen
    if answers and answers.needs_no_cards:
        return next(i for i, other in enumerate(asks) if not other.most), Cards(0)
    return (at, Cards([card])) if ask.most == 1 and card is not None else (-1, Cards(0))


@dataclass(frozen=True)
class Combination:
    """One of the combinations that contain what was chosen when somebody began to go through them."""

    begun: Cards = Cards(0)
    at: int = -1
    cards: Cards = Cards(0)

    def after(self, answers: PossibleAnswers, chosen: Cards, step: int) -> Combination | None:
        """The next one, or the one before; anew if something else was chosen meanwhile. None if nothing fits."""
        goes_on = self.cards and self.cards == chosen
        begun, at = (self.begun, self.at) if goes_on else (chosen, -1 if step > 0 else 0)
        found = answers.combinations(begun)
        return Combination(begun, (at + step) % len(found), found[(at + step) % len(found)]) if found else None
