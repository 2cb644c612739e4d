"""What a seat is asked, as a line: `play 1 to 5 cards or pass, for example play 7♣`. The example can be typed so."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.words import Action, Ask, Message, Said
from paiju.show import Style, counted


def asked_in_a_line(asks: Sequence[Ask], style: Style) -> str:
    """All that may be answered, in a line."""
    if len(asks) == 1 and not asks[0].most and not asks[0].amounts:
        kind, meaning = Action(asks[0].kind), asks[0].meaning
        if meaning is not None:
            return style.say("{meaning}: press Enter to {kind}", meaning=meaning, kind=kind)
        return style.say("press Enter to {kind}", kind=kind)
    texts = dict.fromkeys(style.say(asked(ask)) for ask in asks)
    return style.one_of(tuple(map(Said, texts)))


def asked(ask: Ask) -> Message:
    if ask.most and ask.meaning:
        return Message("{kind} {cards} ({meaning})", kind=ask.kind, cards=how_many(ask), meaning=ask.meaning)
    if ask.most:
        return Message("{kind} {cards}", kind=ask.kind, cards=how_many(ask))
    if ask.amounts:
        return Message("{kind} {numbers}", kind=ask.kind, numbers=ask.numbers())
    return Message("{word} nothing", word=ask.kind) if ask.may_be_nothing else Message(ask.kind)


def when_late(asks: Sequence[Ask]) -> Message:
    """What a table does when the time for an answer is over."""
    can_pass = any(ask.kind == "pass" for ask in asks)
    return Message("then you pass") if can_pass else Message("then a bot answers for you")


def sizes_of(ask: Ask) -> tuple[int, ...]:
    """The numbers of cards, where they are better listed than given as a range."""
    return ask.sizes or ((ask.least, ask.most) if 0 < ask.least == ask.most - 1 else ())


def how_many(ask: Ask) -> Message:
    if ask.least == ask.most:
        return counted(ask.most)
    if sizes := sizes_of(ask):
        return Message("{sizes} cards", sizes=sizes)
    if not ask.least and ask.most == 1:
        return Message("{cards}, or nothing", cards=counted(ask.most))
    if not ask.least:
        return Message("up to {number} cards, or nothing", number=ask.most)
    return Message("{least} to {most} cards", least=ask.least, most=ask.most)


def example(action: Action, asks: Sequence[Ask], style: Style) -> str:
    """An answer as somebody would type it: without its word where that goes without saying."""
    word = style.word(action.kind)
    text = style.action(action)
    chosen = text.removeprefix(word).strip()
    if not chosen:
        return word
    return chosen if len({ask.kind for ask in asks}) == 1 else text
