"""Da Guai Lu Zi against a slow referee (tests/luzi_referee.py), over matches under many mixes of options."""

from itertools import combinations

import pytest
from luzi_referee import Referee
from random_play import every_value, faces, is_legal, junk

from paiju import Cards, Random, read_position, read_rules
from paiju.core import fives
from paiju.core.words import Action

MIXES = 24


def referee_of(setup, deck):
    return Referee(
        setup.options,
        setup.seats,
        setup.deal,
        setup.levels,
        setup.initiative,
        setup.opener,
        list(setup.payers),
        list(setup.receivers),
        [int(card) for card in deck],
    )


def agree_on_answers(state, referee, rng):
    """On everybody's hand, on whose turn it is, and on what may be answered."""
    assert state.waiting() == referee.waiting
    assert [faces(hand) for hand in state.hands] == referee.hands
    seat = state.waiting()[0]
    tries = [junk(state, seat, rng) for _ in range(3)]
    tries += [Action("play", state.hands[seat])] if 1 < state.count[seat] <= 5 else []
    if state.phase == "play" and state.count[seat] <= 5:
        hand = state.hands[seat]
        tries += {Action("play", Cards(some)) for n in (1, 2, 3, 5) for some in combinations(hand, n)}
        listed = list(state.actions(seat))
        assert len(listed) == len(set(listed))
        assert set(listed) == {each for each in [*tries, Action("pass")] if is_legal(state, seat, each)}
    for action in tries:
        verdict = not action.amount and referee.allows(seat, action.kind, faces(action.cards))
        assert is_legal(state, seat, action) == verdict, (state.setup, str(state), action)


def play_deal(setup, rng):
    """A deal that both follow; the setup after it."""
    deck = setup.game.shuffled(setup, rng)
    state, referee = setup.game.start(setup, deck), referee_of(setup, deck)
    assert [event.seat for event in state.opening()] == referee.refusing
    while not state.is_over:
        if rng.below(3 if min(state.counts) <= 5 else 16) == 0 or state.phase == "give":
            agree_on_answers(state, referee, rng)
        seat = state.waiting()[0]
        action = state.sample(seat, rng)
        assert referee.allows(seat, action.kind, faces(action.cards)), (setup, str(state), action)
        state.step(seat, action)
        referee.do(seat, action.kind, faces(action.cards))
    assert referee.is_over
    gain = referee.gain()
    head = referee.out[0]
    assert state.scores() == tuple(-gain if (seat - head) % 2 else gain for seat in range(setup.seats))
    levels, team, opener, owes, gets, failures, winner = referee.next_setup(setup.levels, setup.failures)
    after = setup.game.after(setup, state)
    assert (list(after.levels), after.initiative, after.opener) == (levels, team, opener)
    assert (list(after.payers), list(after.receivers), list(after.failures)) == (owes, gets, failures)
    assert after.over == (winner is not None)
    if winner is not None:
        assert setup.game.winners(after) == tuple(range(winner, setup.seats, 2))
    return after


@pytest.mark.parametrize("part", range(4))
def test_matches_as_the_referee_sees_them(part, some):
    mixes = every_value("luzi", MIXES)[part::4]
    for rules in mixes[: some(len(mixes))]:
        game, options = read_rules(rules)
        setup, rng = game.first(options), Random(rules)
        for _ in range(3):
            if not setup.over:
                setup = play_deal(setup, rng)


@pytest.mark.parametrize("part", range(4))
def test_the_last_level_and_many_big_jokers(part, some):
    """What random matches rarely come to: tribute owed by all, failures about to lose, jokers in few hands."""
    for rules in every_value("luzi", MIXES)[part::4][: some(MIXES)]:
        game, options = read_rules(rules + (":" if ":" not in rules else ",") + "tribute=on")
        first, rng = game.first(options), Random(rules)
        seats = range(first.seats)
        last = options.target - 1
        setup = game.Setup(
            **{
                **vars(first),
                "deal": 2,
                "initiative": 0,
                "standing": (last,) * first.seats,
                "payers": tuple(seat for seat in seats if seat % 2),
                "receivers": tuple(seat for seat in seats if seat % 2 == 0),
                "failures": (max(0, options.failures - 1),) * 2,
            }
        )
        assert not game.flaw(setup)
        play_deal(setup, rng)


def five_cards(rng, jokers):
    """Few ranks or one suit, so that they often make something."""
    pool = [f for f in range(52) if f % 13 in (0, 1, 2, 3, 12)] if rng.below(2) else list(range(26, 39)) * 3
    rng.shuffle(pool)
    wild = [52, 52, 52, 53, 53, 53]
    rng.shuffle(wild)
    return Cards(pool[: 5 - jokers] + wild[:jokers])


@pytest.mark.parametrize("seed", range(8))
def test_2_10_sets_compare_as_the_referee_compares_them(seed, some):  # rules/luzi.md 2.4 to 2.10
    """Last sets and others, with up to four jokers: the same cards are sets, and the same are higher."""
    rng = Random(seed)
    game, options = read_rules(
        f"luzi:flush_over_straight={'on' if seed & 1 else 'off'},flush_ties={'all' if seed & 2 else 'highest'},"
        f"joker_in_flush={'seed' if seed & 4 else 'wild'},last_jokers=weakest"
    )
    setup = game.first(options)
    referee = referee_of(setup, game.deck(setup))
    rules = fives.house_rules(bool(seed & 1), bool(seed & 4), False, bool(seed & 2))
    found = []
    for jokers in [0] * 30 + [1] * 30 + [2] * 12 + [3] * 3 + [4]:
        if some(100) < 100 and jokers > 2:
            continue
        cards = five_cards(rng, jokers)
        for read, is_last in ((fives.value, False), (fives.weakest, True)):
            value, worth = read(int(cards), referee.level, rules), referee.worth(faces(cards), is_last)
            assert bool(value) == (worth is not None), cards
            if value:
                found.append((value, worth, cards))
    for (value, worth, cards), (other, higher, theirs) in combinations(found, 2):
        assert (value > other, value < other) == (worth > higher, worth < higher), (cards, theirs)


def two_flushes(rng):
    """The same ranks but for one or two, up to two of the cards jokers: so that they are often equal at the top."""
    suits, ranks, wild = [0, 2, 3], list(range(13)), [52, 52, 52, 53, 53, 53]
    for pile in (suits, ranks, wild):
        rng.shuffle(pile)
    for suit in suits[:2]:
        some_ranks = ranks[:5]
        for _ in range(rng.below(3)):
            some_ranks[rng.below(5)] = rng.below(13)
        jokers = max(0, rng.below(6) - 3)
        yield [13 * suit + rank for rank in some_ranks[jokers:]] + [wild.pop() for _ in range(jokers)]


@pytest.mark.parametrize("seed", range(8))
def test_2_5_equal_flushes_are_told_apart_as_the_referee_tells_them(seed):  # rules/luzi.md 2.5, 2.9
    """Asked of a player who is to beat a set; random play seldom has two flushes with the same top."""
    rng = Random(seed)
    rules = (
        f"luzi:flush_over_straight={'on' if seed & 1 else 'off'},flush_ties={'all' if seed & 2 else 'highest'},"
        f"joker_in_flush={'seed' if seed & 4 else 'wild'},last_jokers={rng.choice(['best', 'weakest'])},"
        f"promotion={rng.choice(['on', 'off'])}"
    )
    ties = 0
    for _ in range(60):
        theirs, ours = two_flushes(rng)
        level, spare = 2 + rng.below(4), rng.choice(["", "3D"])
        state = read_position(
            f"{rules} deal=2 levels={level},2 initiative=0; hands: {Cards(ours)} {spare} | 4D | 4D | 4D | 5D | 5D; "
            f"table: - | - | - | - | - | {Cards(theirs)}; turn: 0"
        )
        referee = referee_of(state.setup, state.setup.game.deck(state.setup))
        best, worth = referee.worth(theirs), referee.worth(ours, is_last=not spare)
        assert best
        assert worth
        ties += best[1] == worth[1]
        assert is_legal(state, 0, Action("play", Cards(ours))) == (worth > best), (str(state), best, worth)
    assert ties > 5
