"""Logs as people tell them."""

from paiju.core.cards import Card, Cards
from paiju.core.words import Action, Ask, Event, Message, completed
from paiju.games import find
from paiju.question import asked_in_a_line, example
from paiju.show import Style, log_lines, standing_lines

SHENGJI = find("shengji")


def drawn(seat: int, card: Card | str, viewer: int) -> Event:
    (event,) = completed(SHENGJI, [Event("draw", seat, Cards([Card(card)]), seen_by=1 << seat, routine=True)])
    return event.to(viewer)


def lines(*log: Event | Message, viewer: int = -1) -> list[str]:
    return list(log_lines(log, Style(ascii=True, you=viewer)))


def draws(viewer: int) -> list[Event]:
    return [drawn(at % 4, card, viewer) for at, card in enumerate(Cards("2C 3C 4C 5C 6C 7C 8C 9C"))]


def test_what_one_draws_is_told_together_and_what_others_draw_is_not():
    assert lines(*draws(1), viewer=1) == ["you draw 3C 7C"]


def test_an_open_draw_is_told_seat_by_seat():
    assert lines(*draws(-1))[:2] == ["seat 0 draws 2C 6C", "seat 1 draws 3C 7C"]
    assert len(lines(*draws(-1))) == 4


def test_something_else_stands_where_it_happened():
    log = [*draws(1), Event("call", 2, Cards("2H 2H")).to(1), *draws(1), Message("that was it")]
    assert lines(*log, viewer=1) == ["you draw 3C 7C", "seat 2 calls 2H 2H", "you draw 3C 7C", "that was it"]


def test_two_that_draw_the_same_card_lose_none():
    assert lines(drawn(0, "2C", 0), drawn(0, "2C", 0), viewer=0) == ["you draw 2C 2C"]


def test_showing_no_card_is_showing_nothing():
    assert asked_in_a_line([Ask("show")], Style()) == "press Enter to show nothing"
    assert asked_in_a_line([Ask("show", Cards("QS"), 0, 1)], Style()) == "show one card, or nothing"
    assert Style().action(Action("show", Cards("QS"))) == "show Q♠"
    assert example(Action("show"), [Ask("show", Cards("QS"), 0, 1)], Style()) == "nothing"


def test_a_match_in_which_all_are_level_was_won_by_nobody():
    match = find("hearts").first(find("hearts").Options()).match._replace(over=True, deal=3)
    assert list(standing_lines(match._replace(leaders=(0, 1, 2, 3))))[-1] == "The match is a draw"
    assert list(standing_lines(match._replace(leaders=(0, 2))))[-1] == "seat 0 and seat 2 won the match after 2 deals"
