"""Sheng Ji against a slow referee (tests/shengji_referee.py), over deals under many mixes of options."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from puzzles import shengji_position
from random_play import every_value, faces, is_legal, junk
from shengji_referee import TRUMPS, Referee

from paiju import Cards, Random, read_rules
from paiju.core import bits
from paiju.core.words import Action
from paiju.games.shengji import level_named

MIXES = 32


def agree(state, referee, rng):
    """On everybody's hand, on whose turn it is, and on what may be answered."""
    assert [sorted(hand) for hand in referee.hands] == [faces(hand) for hand in state.hands], str(state)
    assert state.is_over == referee.is_over
    if state.is_over:
        return
    assert state.waiting() == [referee.turn], (state.setup, str(state))
    assert (state.phase, state.dealer) == (referee.phase, referee.dealer)
    assert state.points == referee.points, (state.setup, str(state))
    seats = range(4) if state.is_timed else [referee.turn]
    for seat in seats:
        calls = []
        if state.is_timed:
            calls = [[*cards] for cards in (referee.thefts_of if state.phase == "theft" else referee.calls)(seat)]
        tries = [junk(state, seat, rng) for _ in range(3)] + [Action("call", Cards(cards)) for cards in calls]
        for action in tries:
            verdict = not action.amount and referee.allows(seat, action.kind, faces(action.cards))
            if action.kind != "pass" or seat == referee.turn:
                assert is_legal(state, seat, action) == verdict or action.amount, (state.setup, str(state), action)
        offered = [action for action in state.actions(seat) if action.kind == "call"] if state.is_timed else []
        assert sorted(map(faces, (action.cards for action in offered))) == sorted(calls)


def start_of(setup, rng):
    """The setup of a later deal, at levels where something may happen, and often of the deal that decides."""
    options = setup.options
    if rng.below(4) == 0:
        return setup
    least, most = level_named(options.start), level_named(options.target)
    levels = tuple(rng.choice([least, most, least + rng.below(most - least + 1)]) for _ in range(2))
    return replace(setup, deal=2, dealer=rng.below(4), levels=levels, standing=levels + levels)


def many_pairs(deck, rng):
    """The deck as it is, or with pairs brought together, so that tractors and throws are frequent."""
    if rng.below(2):
        return deck
    by_face = Counter(faces(deck))
    hands, rest = [[], [], [], []], []
    for face in sorted(by_face, key=lambda face: (face // 13, rng.below(3) + face % 13)):
        hand = hands[rng.below(4)]
        (hand if len(hand) < 24 and rng.below(4) else rest).extend([face] * by_face[face])
    for hand in hands:
        while len(hand) < 25:
            hand.append(rest.pop(rng.below(len(rest))))
    return [type(deck[0])(card) for four in zip(*hands, strict=True) for card in four] + [
        type(deck[0])(card) for card in rest
    ]


def play_deal(setup, rng, is_silent=False, is_patient=False):
    """A deal at random; one in which nobody calls; one in which pairs are kept for the end and then led together."""
    deck = many_pairs(setup.game.shuffled(setup, rng), rng)
    state = setup.game.start(setup, deck)
    referee = Referee(setup.options, setup.dealer, setup.levels, faces(deck))
    while not state.is_over:
        if rng.below(8) == 0 or state.phase != "play":
            agree(state, referee, rng)
        seat = state.waiting()[0]
        action = throw_of(state, seat, rng) or state.sample(seat, rng)
        if state.is_timed and is_silent:
            action = Action("pass")
        elif is_patient:
            action = patient(state, seat) or action
        assert referee.allows(seat, action.kind, faces(action.cards)), (setup, str(state), action)
        state.step(seat, action)
        referee.do(seat, action.kind, faces(action.cards))
    agree(state, referee, rng)
    assert state.scores() == referee.scores()
    after = setup.game.after(setup, state)
    if referee.redeal:
        return
    assert (state.points, state.kitty_points) == (referee.points, referee.kitty_points)
    dealer, levels, winner = referee.next_setup(setup.played + 1)
    over = winner is not None or 0 < setup.options.deals <= setup.played + 1
    assert (after.dealer, after.over) == (dealer, over)
    if winner is None:
        assert list(after.levels) == levels, (setup, state.points)
    else:
        assert setup.game.winners(after) == (winner, winner + 2)


def throw_of(state, seat, rng):
    """Now and then the top cards of a suit together, which stand more often than any at random; or a ruff of trumps."""
    if state.phase != "play" or rng.below(3):
        return None
    if seat == state.leader:
        suit = rng.below(5)
        cards = sorted(Cards(state.hand[seat] & state.within[suit]), key=lambda card: -state.rung_of[card])
        return Action("play", Cards(cards[: 1 + rng.below(6)])) if cards else None
    trumps = list(Cards(state.hand[seat] & state.within[4]))
    rng.shuffle(trumps)
    if state.hand[seat] & state.led or len(trumps) < state.led_size:
        return None
    pairs = [card for card in trumps if bits.copies(state.hand[seat], card) == 2]
    singles = [card for card in trumps if card not in pairs]
    chosen = (sorted(pairs) + singles)[: state.led_size]
    action = Action("play", Cards(chosen))
    return action if is_legal(state, seat, action) else None


def patient(state, seat):
    """Single cards as long as there are others than pairs; the last few of one suit all at once."""
    if state.phase != "play" or seat != state.leader:
        return None
    hand = state.hand[seat]
    suits = [suit for suit in range(5) if hand & state.within[suit]]
    if bits.size(hand) <= 4 and len(suits) == 1:
        return Action("play", Cards(hand))
    single = [card for card in Cards(hand) if bits.copies(hand, card) == 1]
    return Action("play", Cards([single[0]])) if single else None


RARE = ("no_call=redeal", "kitty=power", "jack_demotion=half,start=J,target=J", "jack_demotion=start,start=9,target=J")


@pytest.mark.parametrize("rules", RARE)
def test_what_random_deals_seldom_come_to(rules, some):
    """Calls that nobody makes, tractors in the last trick, a jack that wins it."""
    game, options = read_rules(f"shengji:{rules}")
    rng = Random(rules)
    for _ in range(some(40)):
        play_deal(start_of(game.first(options), rng), rng, rules.startswith("no_call"), is_patient=True)


@pytest.mark.parametrize("part", range(4))
def test_deals_as_the_referee_sees_them(part, some):
    """Random deals of random mixes of all options, at the levels where matches are decided."""
    mixes = every_value("shengji", MIXES)[part::4]
    for rules in mixes[: some(len(mixes))]:
        game, options = read_rules(rules)
        rng = Random(rules)
        for _ in range(some(6)):
            play_deal(start_of(game.first(options), rng), rng)


class Puzzle:
    """A lead and hands made for it, which random deals seldom come to: `pool` are the cards not given out yet."""

    def __init__(self, rules, rng):
        self.rules, self.rng = rules, rng
        self.level, self.trump, self.leader, self.dealer = 2 + rng.below(13), rng.below(5), rng.below(4), rng.below(4)
        self.pool = Counter([*range(54), *range(54)])
        deck = sorted(self.pool.elements())
        self.referee = Referee(read_rules(rules)[1], self.dealer, (self.level, self.level), deck)
        self.referee.fix_trump(self.trump)

    def take(self, lengths, size, suit):
        """Cards of a suit: tractors or pairs of these lengths as far as there are any, and more up to a size.

        Where cards are equal but not the same, such as dominant ones, they are taken often.
        """
        steps, taken = [sorted(step) for step in self.referee.steps(suit)], []
        for length in lengths:
            runs = [steps[i : i + length] for i in range(len(steps) - length + 1)]
            equals = [run for run in runs if max(map(len, run)) > 1]
            for some in (equals if self.rng.below(3) else [], runs):
                pairs = [[[card for card in step if self.pool[card] == 2] for step in run] for run in some]
                pairs = [run for run in pairs if all(run)]
                if pairs:
                    taken += self.remove([self.rng.choice(step) for step in self.rng.choice(pairs)] * 2)
                    break
        return taken + self.take_any(size - len(taken), [card for step in steps for card in step])

    def take_any(self, size, cards):
        rest = [card for card in cards for _ in range(self.pool[card])]
        self.rng.shuffle(rest)
        return self.remove(rest[: max(0, size)])

    def remove(self, cards):
        self.pool.subtract(cards)
        return cards

    def side_suit(self):
        return self.rng.choice([suit for suit in range(4) if suit != self.trump])

    def begin(self, hands):
        """The state and the referee before the lead; hands are by turn."""
        by_seat = [hands[(seat - self.leader) % 4] for seat in range(4)]
        kitty = self.take_any(8, range(54))
        state = shengji_position(
            list(map(Cards, by_seat)), self.level, self.trump, self.leader, Cards(kitty), self.dealer, rules=self.rules
        )
        self.referee.arrange(self.trump, [faces(hand) for hand in state.hands], kitty, self.leader)
        return state, self.referee


SHAPES = ([], [], [1], [1], [1], [1, 1], [2], [2, 1], [2, 2], [3])  # pairs in each tractor; one pair ties most often
FOLLOWED = (
    ([3], [2, 1, 1]), ([3], [2, 2]), ([3], [3, 1]), ([4], [3, 1, 1]), ([4], [2, 2, 1]), ([4], [2, 1, 1, 1]),
    ([3, 2], [2, 2, 1, 1]), ([2, 2], [3, 1, 1]),
)  # fmt: skip


@pytest.mark.parametrize("ruffs", ["largest", "all", "tie_break"])
def test_7_3_ruffs_of_throws_and_the_kitty_after_them(ruffs):  # rules/shengji.md 7.3, 8.3
    """All cards left are led at once, and several players ruff with the shape led."""
    rng, stood = Random(ruffs), 0
    for _ in range(200):
        kitty, part = rng.choice(["by_size", "power"]), rng.choice(["winner", "lead"])
        puzzle = Puzzle(f"shengji:full,ruffs={ruffs},kitty={kitty},kitty_part={part}", rng)
        lengths = rng.choice(SHAPES)
        size = max(1, 2 * sum(lengths) + rng.below(4))
        hands = [puzzle.take(lengths, size, puzzle.side_suit() if rng.below(4) else TRUMPS)]
        size = len(hands[0])
        shapes = [lengths, lengths, lengths, [size // 2] if size > 1 else [], []]  # a larger part than led, or none
        hands += [puzzle.take(rng.choice(shapes), size, TRUMPS) for _ in range(3)]
        state, referee = puzzle.begin([[*hand, *puzzle.take_any(size - len(hand), range(54))] for hand in hands])
        before = str(state)
        for seat in [*range(state.leader, 4), *range(state.leader)]:
            cards = state.hands[seat]
            state.step(seat, Action("play", cards))
            referee.do(seat, "play", faces(cards))
            if state.hands[seat]:  # the throw fell
                assert sorted(faces(state.hands[seat])) == sorted(referee.hands[seat]), before
                break
        else:
            stood += 1
            assert (state.last_winner, state.points) == (referee.winner, referee.points), before
            assert state.kitty_points == referee.kitty_points, before
    assert stood > 100


@pytest.mark.parametrize("strict", ["on", "off"])
def test_6_5_following_long_tractors_with_shorter_ones(strict):  # rules/shengji.md 6.4, 6.5
    """Who follows holds more pairs than were led, but shorter tractors: else all pairs are owed, strictly or not."""
    rng = Random(strict)
    for _ in range(50):
        puzzle = Puzzle(f"shengji:full,strict_tractor={strict}", rng)
        suit = puzzle.side_suit() if rng.below(3) else TRUMPS
        led, shorter = rng.choice(FOLLOWED)
        lead = puzzle.take(led, 2 * sum(led), suit)
        held = puzzle.take(shorter, 2 * sum(shorter) + rng.below(2), suit)
        state, referee = puzzle.begin([lead, held, [], []])
        before, seat = str(state), state.leader
        state.step(seat, Action("play", Cards(lead)))
        referee.do(seat, "play", lead)
        seat = state.waiting()[0]
        plays = set(combinations(faces(state.hands[seat]), state.led_size))
        allowed = {play for play in plays if referee.allows(seat, "play", list(play))}
        assert {tuple(faces(action.cards)) for action in state.actions(seat)} == allowed, before
