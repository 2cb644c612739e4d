"""What may be answered, as menus and buttons. Where there is too much for one menu, cards are chosen, and what does not
go with those chosen is offered no more. Whatever is offered can also be typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from paiju.chat.posts import (
    LONGEST_ID,
    LONGEST_LABEL,
    MOST_BUTTONS,
    MOST_MENUS,
    MOST_OPTIONS,
    ChatButton,
    ChatMenu,
    ChatOption,
)
from paiju.core.cards import Card, Cards
from paiju.core.words import Action, Ask
from paiju.selection import PossibleAnswers, card_ask
from paiju.show import Style


@dataclass(frozen=True)
class ChatOffers:
    menus: tuple[ChatMenu, ...] = ()
    buttons: tuple[ChatButton, ...] = ()


def offers_of(
    answers: PossibleAnswers,
    asks: Sequence[Ask],
    hand: Sequence[Sequence[Card]],
    chosen: Cards,
    style: Style,
    key: str,
    fits: bool,
) -> ChatOffers:
    """What can be pressed now. `fits` says if what is chosen is an answer as it is; `key` stands in every id."""
    plain = [action for action in answers.actions if not action.cards]
    with_cards = [action for action in answers.actions if action.cards and chosen in action.cards]
    if not chosen and answers.complete and len(answers.actions) <= MOST_OPTIONS:
        if not with_cards and len(plain) <= MOST_BUTTONS:
            return ChatOffers(buttons=tuple(answer_button(action, style, key) for action in plain))
        return ChatOffers((answer_menu(answers.actions, style, key),))
    ask = card_ask(asks)
    if ask is None and len(plain) > MOST_OPTIONS:
        prompt = style.say("your answer; what is not in this list can be typed")
        return ChatOffers((answer_menu(plain[:MOST_OPTIONS], style, key, prompt),))
    buttons = [answer_button(action, style, key) for action in plain[: MOST_BUTTONS - 2]]
    if chosen and ask is not None:
        if fits:
            label = style.action(Action(ask.kind, chosen))[:LONGEST_LABEL]
            buttons.insert(0, ChatButton(label, f"chosen {key}", is_main=True))
        buttons.append(ChatButton(style.say("choose anew"), f"clear {key}"))
    menus: list[ChatMenu] = []
    if chosen and answers.complete and 0 < len(with_cards) <= MOST_OPTIONS:
        menus.append(answer_menu(with_cards, style, key))
    if ask is not None:
        menus += card_menus(ask, answers, hand, chosen, style, key)
    return ChatOffers(tuple(menus), tuple(buttons[:MOST_BUTTONS]))


def answer_button(action: Action, style: Style, key: str) -> ChatButton:
    return ChatButton(style.action(action)[:LONGEST_LABEL], f"do {key} {action}")


def answer_menu(actions: Iterable[Action], style: Style, key: str, prompt: str = "") -> ChatMenu:
    options = tuple(
        ChatOption(style.action(action)[:LONGEST_LABEL], str(action))
        for action in actions
        if len(str(action)) <= LONGEST_ID  # what is longer can be chosen card by card, and typed
    )
    return ChatMenu(f"do {key}", prompt or style.say("your answer"), options)


def card_menus(
    ask: Ask, answers: PossibleAnswers, hand: Sequence[Sequence[Card]], chosen: Cards, style: Style, key: str
) -> Iterator[ChatMenu]:
    """The cards that can still be part of an answer, a menu for each group of the hand."""
    possible = answers.possible(ask, chosen)
    left = ask.most - len(chosen)
    for number, group in enumerate(joined(hand)):
        options = [
            ChatOption(style.card(card), name, copy < chosen.copies(card))
            for card, copy, name in named_copies(group)
            if copy < max(possible.copies(card), chosen.copies(card))
        ][:MOST_OPTIONS]
        if options:
            held = sum(option.is_chosen for option in options)
            most = max(1, min(len(options), held + max(left, 0)))
            prompt = style.say("cards to {kind}", kind=ask.kind)
            yield ChatMenu(f"choose {key} {number}", prompt, tuple(options), 0, most)


def joined(hand: Sequence[Sequence[Card]]) -> list[tuple[Card, ...]]:
    """The groups of a hand, each small enough for a menu, and a menu left for whole answers."""
    groups = [tuple(group[at : at + MOST_OPTIONS]) for group in hand for at in range(0, len(group), MOST_OPTIONS)]
    while len(groups) >= MOST_MENUS:
        at = min(range(len(groups) - 1), key=lambda at: len(groups[at]) + len(groups[at + 1]))
        groups[at : at + 2] = [groups[at] + groups[at + 1]]
    return groups


def named_copies(group: Sequence[Card]) -> Iterator[tuple[Card, int, str]]:
    """Every card of a group with a name of its own: the second queen of spades is `QS 2`."""
    seen: dict[Card, int] = {}
    for card in group:
        copy = seen.get(card, 0)
        seen[card] = copy + 1
        yield card, copy, f"{card} {copy + 1}"


def chosen_of(hand: Sequence[Sequence[Card]], chosen: Cards, number: int, values: Sequence[str]) -> Cards:
    """What is chosen after a choice in one of the menus: in its group just these, in the others as before."""
    groups = joined(hand)
    if not 0 <= number < len(groups):
        return chosen
    faces = set(groups[number])
    picked = [card for card, _, name in named_copies(groups[number]) if name in values]
    return Cards([card for card in chosen if card not in faces] + picked)
