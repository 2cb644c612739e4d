"""Hearts under all its house rules: the engine and a slow referee written from the rules page always agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any

from hearts_referee import RANKS, Referee, is_point, rank, suit
from random_play import choices

from paiju import Action, Cards, Random
from paiju.core.cards import read_faces
from paiju.core.game import option_text
from paiju.games.hearts import GAME


def random_rules(rng: Random) -> dict[str, str]:
    """Any value of any option, each as likely; of the numbers, small ones too."""
    more = {"target": ["30", "60"], "queen": ["13", "25"]}
    return {field.name: rng.choice([*choices(field), *more.get(field.name, [])]) for field in fields(GAME.Options)}


def options_of(rules: dict[str, str]) -> Any:
    return GAME.read_options(",".join(f"{name}={value}" for name, value in rules.items()))


def pack(rules: dict[str, str]) -> list[str]:
    """Rule 1.1, by the page."""
    removed = {"3": ["2D"], "5": ["2C", "2D"], "6": ["2C", "3C", "2D", "3D"]}.get(rules["players"], [])
    cards = [value + sign for sign in "CDHS" for value in RANKS]
    return cards if rules["kitty"] != "off" else [card for card in cards if card not in removed]


def strong(deck: list[str], players: int, seat: int) -> list[str]:
    """The same cards, the highest with one seat."""
    size = len(deck) // players
    best = sorted(deck, key=rank, reverse=True)[:size]
    rest = [card for card in deck if card not in best]
    return [*rest[: size * seat], *best, *rest[size * seat :]]


def wish(legal: list[str], shoots: bool, referee: Referee, rng: Random) -> str:
    """A card for somebody who takes all he can, or for somebody who gives away all he can."""
    if shoots:
        return max(legal, key=lambda card: (rank(card), card))
    if referee.table and suit(legal[0]) != suit(referee.table[0][1]):
        return max(legal, key=lambda card: (is_point(card), rng.below(99)))
    return min(legal, key=lambda card: (rank(card), card))


def compare(state: Any, referee: Referee) -> None:
    """All that a player could ask at this moment."""
    assert state.phase == referee.phase
    assert state.waiting() == referee.waiting()
    assert [set(map(str, hand)) for hand in state.hands] == [set(hand) for hand in referee.hands]
    assert [set(map(str, cards)) for cards in state.cards_taken] == [set(cards) for cards in referee.won]
    assert state.tricks_won == tuple(referee.trick_counts)
    assert state.trick == referee.played
    if state.phase == "play" and not state.is_over:
        assert {str(action.card) for action in state.actions(state.seat)} == referee.legal()


def play_deal(rules: dict[str, str], rng: Random, seen: Counter[str]) -> None:
    options = options_of(rules)
    first = GAME.first(options)
    standing = tuple(rng.below(options.target) for _ in range(first.seats))
    dealer = rng.below(first.seats) if rules["opening"] == "left" else 0
    setup = replace(first, deal=1 + rng.below(8), dealer=dealer, standing=standing)
    deck = pack(rules)
    rng.shuffle(deck)
    shooter = rng.below(first.seats) if rng.below(2) else -1
    if shooter >= 0:
        deck = strong(deck, first.seats, shooter)
    state = GAME.start(setup, read_faces(" ".join(deck)))
    referee = Referee(rules, setup.deal, dealer, list(standing), deck)
    while True:
        compare(state, referee)
        if state.is_over:
            break
        seat = rng.choice(referee.waiting())
        if referee.phase == "give":
            cards = sorted(referee.hands[seat], key=rank, reverse=seat != shooter)[:3] if shooter >= 0 else []
            action = Action("give", Cards(" ".join(cards))) if cards else state.sample(seat, rng)
            referee.give(seat, list(map(str, action.cards)))
        elif referee.phase == "moon":
            action = Action(rng.choice(["add", "subtract"]))
            referee.choose(action.kind)
            seen[f"chosen {action.kind}"] += 1
        else:
            legal = sorted(referee.legal())
            card = wish(legal, seat == shooter, referee, rng) if shooter >= 0 else rng.choice(legal)
            action = Action("play", card)
            referee.play(card)
        state.apply(seat, action)
    assert list(state.scores()) == referee.scores()
    after = GAME.after(setup, state)
    over, lowest = referee.verdict(referee.scores())
    assert (after.over, list(GAME.winners(after))) == (over, lowest)
    assert after.dealer == ((dealer + 1) % first.seats if rules["opening"] == "left" else 0)
    shot = referee.shooter()
    seen["moon"] += shot >= 0
    seen["sun"] += shot >= 0 and referee.trick_counts[shot] == referee.tricks
    seen["moon without the jack"] += shot >= 0 and "JD" not in referee.won[shot]
    seen["better: added"] += shot >= 0 and rules["moon"] == "better" and state.scores()[shot] in (0, -10)
    seen["no trick"] += shot < 0 and 0 in referee.trick_counts
    for name, value in rules.items():
        seen[f"{name}={value}"] += 1


def test_engine_and_referee_agree_under_every_house_rule(some):
    rng, seen = Random("house rules"), Counter[str]()
    for _ in range(some(600)):
        play_deal(random_rules(rng), rng, seen)
    wanted = [f"{field.name}={value}" for field in fields(GAME.Options) for value in choices(field)]
    events = ["moon", "sun", "moon without the jack", "better: added", "chosen add", "chosen subtract", "no trick"]
    rare = [name for name in [*wanted, *events] if not seen[name]]
    assert not rare or some(600) < 600, f"never seen: {rare}"


def test_engine_and_referee_agree_on_each_option_alone(some):
    """So that a difference names its rule."""
    default = {field.name: option_text(field.default) for field in fields(GAME.Options)}
    for field in fields(GAME.Options):
        for value in choices(field):
            rng = Random(f"{field.name}={value}")
            for _ in range(some(8)):
                play_deal(default | {field.name: value}, rng, Counter())
