"""Gong Zhu beside a slow referee (tests/gongzhu_referee.py): what is legal, who leads, what a deal and a match bring.

The rule sets are every new option by itself, with one deck and with two, all presets, and random mixes of everything.
"""

from __future__ import annotations

from typing import Any

import pytest
from gongzhu_referee import RANKS, Piece, Referee
from random_play import PURE, every_value

from paiju import Action, Cards, Random, read_position, read_rules
from paiju.core.words import IllegalAction

HOUSE = (
    "partners", "expose_wait", "expose_ace_hearts,expose_wait", "passing=off,expose_dark", "opener=pig",
    "first_trick_ban=off", "hearts=pips", "slam_pigs", "hands=0,win_limit=500",
    "expose_wait,expose_dark,passing=off,opener=pig,first_trick_ban=off,slam_pigs,partners,expose_ace_hearts",
)  # fmt: skip
MIXES = 8 if PURE else 40


def house_rules() -> list[str]:
    texts = [f"{text},decks={decks}" for text in HOUSE for decks in (2, 1)]
    game = read_rules("gongzhu")[0]
    asked = [game.rules(game.read_options(text)) for text in texts]
    return list(dict.fromkeys([*asked, *every_value("gongzhu", MIXES)]))


def faces(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def texts(actions: Any) -> set[str]:
    return {str(action).partition(" ")[2] for action in actions}


def played(state: Any, rng: Random) -> Referee:
    """A whole deal at random, the referee looking on; the state is at its end then."""
    setup = state.setup
    opener = setup.dealer if setup.options.opener == "pig" else -1
    referee = Referee(setup.options, [faces(hand) for hand in state.hands], opener)
    gives = setup.options.passing and setup.deal % 4  # rule 2.1
    phases = ["dark"] * setup.options.expose_dark + ["give"] * bool(gives) + ["show"]
    while not state.is_over:
        assert state.phase == (phases.pop(0) if phases else "play")
        if state.phase == "play":
            a_play(state, referee, rng)
        else:
            answers(state, referee, rng)
    return referee


def answers(state: Any, referee: Referee, rng: Random) -> None:
    """A phase in which all answer at once."""
    phase, chosen = state.phase, {}
    for seat in (0, 1, 2, 3):
        if phase == "show":
            assert {tuple(faces(action.cards)) for action in state.actions(seat)} == referee.shows(seat)
        chosen[seat] = state.sample(seat, rng)
        state.apply(seat, chosen[seat])
    if phase == "dark":
        dark = referee.expose_dark([seat for seat in range(4) if chosen[seat].amount])
        assert [sorted(faces(Cards(cards))) for cards in state.exposed] == [sorted(cards) for cards in dark]
    elif phase == "give":
        referee.give([faces(chosen[seat].cards) for seat in range(4)], state.shift)
    else:
        for seat in range(4):
            referee.show(seat, faces(chosen[seat].cards))
        assert state.leader in referee.may_open()
    assert [sorted(faces(hand)) for hand in state.hands] == [sorted(c.face for c in hand) for hand in referee.hands]


def a_play(state: Any, referee: Referee, rng: Random) -> None:
    seat = state.waiting()[0]
    legal = referee.legal(seat)
    assert texts(state.actions(seat)) == set(legal), state
    action = state.sample(seat, rng)
    refused(state, seat, set(legal), rng)
    referee.play(seat, legal[str(action).partition(" ")[2]])
    state.apply(seat, action)
    if not state.is_over and not referee.trick:
        assert state.waiting() == [state.last_winner]
        assert [sorted(faces(cards)) for cards in state.cards_taken] == [
            sorted(card.face for card in pile) for pile in referee.taken
        ]


def refused(state: Any, seat: int, legal: set[str], rng: Random) -> None:
    """Some cards of the hand, with some number: legal if the referee says so."""
    cards = list(state.hands[seat])
    rng.shuffle(cards)
    action = Action("play", Cards(cards[: 1 + rng.below(2)]), rng.below(4))
    try:
        state.check(seat, action)
    except IllegalAction:
        assert str(action).partition(" ")[2] not in legal
    else:
        assert str(action).partition(" ")[2] in legal


@pytest.mark.parametrize("rules", house_rules())
def test_a_slow_referee_agrees(rules, some):
    """Sections 1 to 7: every list of legal plays, every trick, score, opener and end of a match."""
    game, options = read_rules(rules)
    setup, rng, standing = game.first(options), Random(rules), [0] * 4
    for _ in range(some(8)):
        state: Any = game.start(setup, game.shuffled(setup, rng))
        referee = played(state, rng)
        assert list(state.scores()) == referee.scores() == list(state.view(1).running_scores())
        setup = game.after(setup, state)
        standing = [total + score for total, score in zip(standing, referee.scores(), strict=True)]
        assert list(setup.standing) == standing
        if options.opener == "pig":
            assert setup.dealer == referee.last_pig  # rule 4.1
        over = 0 < options.hands < setup.deal
        over |= 0 < options.loss_limit <= -min(standing) or 0 < options.win_limit <= max(standing)
        assert setup.over == over
        if over:
            setup, standing = game.first(options), [0] * 4


def slam_or_nearly(options: Any, rng: Random) -> list[list[Piece]]:
    """All cards as four seats took them: one has all hearts or all but one, and most of the other cards that count."""
    cards = [Piece(rank, suit) for suit in "CDHS" for rank in RANKS for _ in range(options.decks)]
    rng.shuffle(cards)
    spared = next(card for card in cards if card.suit == "H") if rng.below(3) == 0 else None
    showable = ["10C", "JD", "QS", "AH"] if options.expose_ace_hearts else ["10C", "JD", "QS"]
    taker, piles = rng.below(4), [[], [], [], []]
    for card in cards:
        card.exposed = card.face in showable and rng.below(3) == 0
        card.dark = card.exposed and options.expose_dark and rng.below(2) == 0
        is_theirs = card.suit == "H" or (card.is_scored and rng.below(4))
        piles[taker if is_theirs and card is not spared else rng.below(4)].append(card)
    return piles


def after_the_last_trick(rules: str, piles: list[list[Piece]]) -> Any:
    """The position in which these cards were taken."""

    def line(name: str, chosen: list[list[Piece]]) -> str:
        return f"{name}: " + " | ".join(" ".join(card.face for card in cards) or "-" for cards in chosen)

    exposed = line("exposed and taken", [[card for card in pile if card.exposed] for pile in piles])
    lines = [f"{rules} deal=4", "hands: - | - | - | -", "leader: 0", line("taken", piles), exposed]
    if any(card.dark for pile in piles for card in pile):
        lines += ["in the dark: 0", line("dark and taken", [[card for card in pile if card.dark] for pile in piles])]
    return read_position("\n".join(lines))


@pytest.mark.parametrize("rules", house_rules())
def test_6_5_slams_count_what_the_referee_counts(rules):  # rules/gongzhu.md 6.5, 6.6
    """In one random deal of seventy a seat takes all hearts, and only then pigs may turn."""
    _, options = read_rules(rules)
    rng = Random(rules)
    for _ in range(12):
        piles = slam_or_nearly(options, rng)
        referee = Referee(options, [[], [], [], []], 0)
        referee.taken = piles
        state = after_the_last_trick(rules, piles)
        assert state.is_over
        assert list(state.scores()) == referee.scores() == totals(state), str(state)


@pytest.mark.parametrize("rules", house_rules())
def test_score_lines_add_up_to_the_score(rules, some):
    """Section 6: every line follows from those before it, and the last one tells the score."""
    game, options = read_rules(rules)
    setup, rng = game.first(options), Random(rules)
    for _ in range(some(30)):
        state: Any = game.start(setup, game.shuffled(setup, rng))
        while not state.is_over:
            seat = state.waiting()[0]
            state.step(seat, state.sample(seat, rng))
            if rng.below(40) == 0:
                assert totals(state) == list(state.running_scores())
        assert totals(state) == list(state.scores())


def totals(state: Any) -> list[int]:
    found = []
    for seat in range(4):
        *parts, last = state.view(2).score_lines(seat)
        total = 0
        for line in parts:
            total = total_after(total, line.facts)
        assert last.facts == {"total": total}
        found.append(total)
    return found


def total_after(total: int, facts: dict[str, Any]) -> int:
    """A line adds points, transforms what there was (a factor, a percentage), or adds the partner's score."""
    if "own" in facts:
        assert facts["own"] == total
        assert facts["own"] + facts["other"] == facts["total"]
        return facts["total"]
    if "total" in facts:
        assert facts["total"] == total
        if "factor" in facts:
            assert facts["points"] == total * facts["factor"]
        else:
            assert abs(facts["points"] * 100 - total * facts["percent"]) <= 50
        return facts["points"]
    if "plain" in facts:
        assert facts["points"] == facts["plain"] * facts["factor"]
    return total + facts.get("points", 0)
