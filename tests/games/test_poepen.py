"""Chinees Poepen, rule by rule (docs/rules/poepen.md), and the golden cases of data/poepen.golden."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import paiju
from paiju import ONLOOKER, Action, Card, Cards, IllegalAction, Random, UnknownRules
from paiju.bots import read_bot
from paiju.games.poepen import GAME, PoepenState
from paiju.takeback import tells_something

GOLDEN = [
    line.split(maxsplit=1)
    for line in (Path(__file__).parent.parent / "data" / "poepen.golden").read_text().splitlines()
    if line and not line.startswith("#")
]
PLAIN = (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


def setup_for(cards, rules="poepen", **changes):
    """The setup of the first round with this many cards."""
    _, options = paiju.read_rules(rules)
    return replace(GAME.first(options), deal=GAME.schedule(options).index(cards) + 1, **changes)


def start(setup, deck) -> PoepenState:
    return GAME.start(setup, deck)  # type: ignore[return-value]


def deal(*hands, turned="2S", rules="poepen", bids=(), plays="", dealer=0) -> PoepenState:
    """A round where the dealer's left holds the first hand, and so on; hands not given are filled with what is left."""
    hands = [[int(card) for card in Cards(hand)] for hand in hands]
    setup = setup_for(len(hands[0]), rules, dealer=dealer)
    rest = [card for card in range(52) if card != Card(turned) and all(card not in hand for hand in hands)]
    while len(hands) < setup.seats:
        hands.append([rest.pop() for _ in hands[0]])
    deck = [hand[i] for i in range(len(hands[0])) for hand in hands]
    state = start(setup, [Card(card) for card in [*deck, Card(turned), *rest]])
    for bid in bids:
        act(state, f"bid {bid}")
    for card in plays.split():
        act(state, f"play {card}")
    return state


def random_round(cards, rules="poepen", seed=1, **changes) -> PoepenState:
    setup = setup_for(cards, rules, **changes)
    return start(setup, GAME.shuffled(setup, Random(seed)))


def act(state, text):
    """Whoever is to act does this."""
    return state.apply(state.waiting()[0], Action.read(text))


def finish(state, rng=None):
    rng = rng or Random(1)
    while not state.is_over:
        seat = state.waiting()[0]
        state.apply(seat, state.sample(seat, rng))
    return state


def bids(state):
    return list(state.asks(state.waiting()[0])[0].amounts)


def may_play(state):
    return state.asks(state.waiting()[0])[0].cards


def refusal(state, text):
    with pytest.raises(IllegalAction) as refused:
        act(state, text)
    return refused.value


def score_of(bid, won, rules="poepen:players=2,hook_from=off"):
    """The score for so many of seven tricks: top trumps against diamonds, then low cards against high ones."""
    trumps, diamonds = list(Cards("8910JQKAS"))[::-1][:won], list(Cards("2345678D"))[:won]
    lows, highs = [Card(card) for card in (*range(6), 26)][won:], [Card(card) for card in (*range(7, 13), 38)][won:]
    state = deal(str(Cards(trumps + lows)), str(Cards(diamonds + highs)), rules=rules, bids=(bid, 0))
    while not state.is_over:
        seat = state.waiting()[0]
        card = max(may_play(state), key=lambda card: card if seat == 1 else card.suit == 1)
        state.apply(seat, Action("play", Cards([card])))
    assert state.tricks_won[1] == won
    return state.scores()[1]


# ---- the rules ----


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_1_1_two_to_six_players(players):  # rules/poepen.md 1.1
    state = random_round(7, f"poepen:players={players}")
    assert state.counts == (7,) * players


@pytest.mark.parametrize("players", ["1", "7", "0", "-3", "four", ""])
def test_1_1_other_numbers_are_refused(players):
    with pytest.raises(UnknownRules, match="players is 2 to 6"):
        paiju.read_rules(f"poepen:players={players}")


def test_1_2_aces_are_high():  # rules/poepen.md 1.2
    assert winner("2C KC AC QC", trump="H") == 3


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        ("poepen", PLAIN),
        ("poepen:rounds=up_down", (1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1)),
        ("poepen:rounds=down,peak=4", (4, 3, 2, 1)),
        ("poepen:rounds=up,low=3,peak=5", (3, 4, 5)),
        ("poepen:peak=3", (3, 2, 1, 2, 3)),
        ("poepen:peak=1", (1,)),
        ("poepen:players=2,peak=25,low=25", (25,)),
        ("poepen:rounds=fixed,peak=5,length=4", (5, 5, 5, 5)),
        ("poepen:rounds=fixed", (7,) * 13),
    ],
)
def test_1_3_cards_of_each_round(rules, cards):  # rules/poepen.md 1.3
    game, options = paiju.read_rules(rules)
    setup, seen = game.first(options), []
    while not setup.over:
        state = game.start(setup, game.shuffled(setup, Random(setup.deal)))
        seen.append(state.counts[0])
        setup = game.after(setup, finish(state))
    assert tuple(seen) == cards


def test_1_3_low_is_not_above_peak():
    with pytest.raises(UnknownRules, match="low=5 is more than peak=4"):
        paiju.read_rules("poepen:low=5,peak=4")


def test_1_3_low_is_not_more_than_the_pack_allows():
    with pytest.raises(UnknownRules, match="6 players get 8 cards at most: set low=8"):
        paiju.read_rules("poepen:low=9,peak=10,players=6")


def test_1_3_bad_options_are_refused_at_the_python_door_too():
    with pytest.raises(UnknownRules, match="players is 2 to 6"):
        GAME.first(GAME.Options(players=9))
    with pytest.raises(ValueError, match="there is no round 14"):
        GAME.State(replace(GAME.first(), deal=14))
    with pytest.raises(ValueError, match=r"cannot be dealt|no dealer 9"):
        GAME.State(replace(GAME.first(), dealer=9))


def test_1_4_the_deal_moves_left():  # rules/poepen.md 1.4
    game, options = paiju.read_rules("poepen:players=3")
    setup, dealers = game.first(options), []
    while not setup.over:
        dealers.append(setup.dealer)
        setup = game.after(setup, finish(game.start(setup, game.shuffled(setup, Random(5)))))
    assert dealers == [0, 1, 2] * 4 + [0]


def test_1_4_a_drawn_dealer():
    """Who draws the highest of these cards deals: seat 2 here, and everybody is told so."""
    setup = setup_for(7, "poepen:first_dealer=random")
    deck = [Card(card) for card in range(52)]
    at = [deck.index(Card(card)) for card in ("2C", "6C", "10C", "AC")]  # the first four that the first hand gets
    deck[at[2]], deck[51] = deck[51], deck[at[2]]
    state = start(setup, deck)
    assert (setup.dealer, state.dealer, state.waiting()) == (-1, 2, [3])
    (event,) = state.opening()
    assert (event.kind, event.seat) == ("deals", 2)
    assert GAME.after(setup, finish(state)).dealer == 3


def test_1_4_only_the_first_dealer_is_drawn():
    with pytest.raises(ValueError, match="dealer -1 cannot be dealt"):
        GAME.State(setup_for(6, "poepen:first_dealer=random"))
    with pytest.raises(ValueError, match="no dealer -1"):
        GAME.State(replace(GAME.first(), dealer=-1))


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        ("poepen:peak=3,repeat=low", (3, 2, 1, 1, 1, 1, 2, 3)),
        ("poepen:peak=3,repeat=peak,players=2", (3, 3, 2, 1, 2, 3, 3)),
        ("poepen:peak=3,repeat=both,rounds=up_down,players=3", (1, 1, 1, 2, 3, 3, 3, 2, 1, 1, 1)),
        ("poepen:peak=1,repeat=both,players=5", (1, 1, 1, 1, 1)),
        ("poepen:peak=2,repeat=both,rounds=fixed,length=3", (2, 2, 2)),
    ],
)
def test_1_5_rounds_that_everybody_deals(rules, cards):  # rules/poepen.md 1.5
    assert tuple(GAME.schedule(paiju.read_rules(rules)[1])) == cards


@pytest.mark.parametrize(("players", "most", "whole"), [(2, 25, 26), (3, 17, 17), (4, 12, 13), (5, 10, 10), (6, 8, 8)])
def test_1_6_the_pack_goes_round(players, most, whole):  # rules/poepen.md 1.6
    for rules, cards in (("", most), ("whole_pack=on", whole), ("trump=spades", whole), ("no_trump=peak", whole)):
        _, options = paiju.read_rules(f"poepen:players={players},peak=26,{rules}")
        state = random_round(cards, f"poepen:players={players},peak=26,{rules}")
        assert max(GAME.schedule(options)) == cards
        assert state.counts == (cards,) * players
        assert state.count[6] == 52 - players * cards - len(Cards(state.turned))


def test_1_6_oh_hell_for_six():
    """Ten cards for two to five players, as many as there are for six."""
    for players, most in ((2, 10), (3, 10), (4, 10), (5, 10), (6, 8)):
        game, options = paiju.read_rules(f"poepen:oh_hell,players={players}")
        assert GAME.schedule(options) == [*range(most, 0, -1), *range(2, most + 1)]
        assert game.with_players(options, 6).players == 6


def test_2_1_one_card_at_a_time_from_the_dealers_left():  # rules/poepen.md 2.1
    setup = setup_for(2, dealer=2)
    state = start(setup, [Card(card) for card in range(52)])
    assert [str(state.hands[seat]) for seat in (3, 0, 1, 2)] == ["2C 6C", "3C 7C", "4C 8C", "5C 9C"]


def test_2_2_the_next_card_is_trump_and_stays_out():  # rules/poepen.md 2.2
    state = deal("AC KC", turned="6H")
    assert str(state.notes()[1]) == "trump is hearts: 6H was turned up"
    assert state.trump == Card("6H").suit
    assert not any(Card("6H") in hand for hand in state.hands)


def test_2_2_no_suit_is_trump_before_a_card_is_turned_up():  # rules/poepen.md 2.2
    assert PoepenState(setup_for(2)).trump == 4


@pytest.mark.parametrize(
    ("trump", "suits"),
    [
        ("none", [""] * 6),
        ("clubs", ["clubs"] * 6),
        ("diamonds", ["diamonds"] * 6),
        ("hearts", ["hearts"] * 6),
        ("spades", ["spades"] * 6),
        ("hcds", ["hearts", "clubs", "diamonds", "spades", "hearts", "clubs"]),
        ("hcdsn", ["hearts", "clubs", "diamonds", "spades", "", "hearts"]),
        ("shcdn", ["spades", "hearts", "clubs", "diamonds", "", "spades"]),
        ("sdch", ["spades", "diamonds", "clubs", "hearts", "spades", "diamonds"]),
    ],
)
def test_2_2_trump_without_turning_up(trump, suits):
    for deal_number, suit in enumerate(suits, 1):
        setup = replace(GAME.first(paiju.read_rules(f"poepen:trump={trump}")[1]), deal=deal_number)
        state = start(setup, GAME.shuffled(setup, Random(1)))
        assert str(state.notes()[1]) == (f"trump is {suit}" if suit else "there is no trump")
        assert (state.turned, state.count[6]) == (0, 52 - 4 * state.dealt)


def test_2_3_the_rest_is_not_seen():  # rules/poepen.md 2.3
    view = random_round(7).view(1)
    assert len(Cards(view.unseen)) == 52 - 1 - 7
    assert view.hand[6] == 0
    assert view.count[6] == 23


def test_2_4_largest_rounds_without_trump():  # rules/poepen.md 2.4
    seven, six = (random_round(cards, "poepen:no_trump=peak") for cards in (7, 6))
    assert (seven.trump, seven.turned, str(seven.notes()[1])) == (4, 0, "there is no trump")
    assert six.turned


def test_2_4_without_trump_the_suit_led_wins():
    state = deal("2C 3C", "AS 4S", "KH 5H", "3D 4D", rules="poepen:trump=none", bids=(0, 0, 0, 0), plays="2C AS KH 3D")
    assert state.last_trick().winner == 1


def whole_pack(*top, dealer=0):
    """All 52 cards dealt to four, these last."""
    rest = [Card(card) for card in range(52) if Card(card) not in map(Card, top)]
    return start(setup_for(13, "poepen:whole_pack=on,peak=13", dealer=dealer), [*rest, *map(Card, top)])


def test_2_5_the_dealer_shows_his_last_card():  # rules/poepen.md 2.5
    state = whole_pack("KS", "5H", dealer=2)
    assert Card("5H") in state.hands[2]
    assert str(state.notes()[1]) == "trump is hearts: the dealer got 5H"
    assert (state.turned, state.count[6], state.known[2]) == (0, 0, Cards("5H"))


def test_2_5_everybody_knows_it_until_it_is_played():
    state, rng = whole_pack("KS", "5H"), Random(1)
    for _ in range(30):
        assert Card("5H") in state.view(1).guess(rng).hands[0]
    while Card("5H") in state.hands[0]:
        seat = state.waiting()[0]
        action = Action.read("play 5H")
        state.apply(seat, action if action in state.actions(seat) else state.sample(seat, rng))
    assert not any(state.known)
    assert state.everything() == Cards(range(52))


def test_2_5_where_cards_are_left_one_is_turned_up_as_ever():
    assert random_round(12, "poepen:whole_pack=on,peak=13").turned


def test_3_1_bids_go_round_once_the_dealer_last():  # rules/poepen.md 3.1
    state, order = random_round(7, dealer=1), []
    while state.phase == "bid":
        order += state.waiting()
        act(state, "bid 0")
    assert order == [2, 3, 0, 1]


def test_3_1_all_hear_every_bid():
    (event,) = act(random_round(7), "bid 3")
    assert (event.kind, event.seat, event.to(ONLOOKER).amount) == ("bid", 1, 3)


def together(*bids, rules="poepen:bidding=together", cards="AS KS QS"):
    """Seats 0, 1 ... bid this."""
    state = deal(cards, rules=rules)
    for seat, bid in enumerate(bids):
        state.apply(seat, f"bid {bid}")
    return state


def test_3_1_all_bid_together():
    state = deal("AS KS QS", rules="poepen:bidding=together")
    assert state.waiting() == [0, 1, 2, 3]
    (event,) = state.apply(2, "bid 3")
    assert (event.kind, event.seat, event.amount) == ("has_bid", 2, 0)
    assert state.waiting() == [0, 1, 3]
    assert [str(note) for viewer in (1, 2) for note in state.view(viewer).notes_on(2)] == ["has bid"] * 2


def test_3_1_nobody_hears_a_bid_before_all_have_bid():
    state = together(1, 3, 2)
    assert [state.view(viewer).bids for viewer in (0, 3, ONLOOKER)] == [(1, -1, -1, -1), (-1,) * 4, (-1,) * 4]
    assert [state.view(viewer).total for viewer in (0, 3, ONLOOKER)] == [1, 0, 0]
    assert not any("add up" in str(note) for note in state.view(3).notes())
    events = state.apply(3, "bid 0")
    assert [(event.seat, event.amount) for event in events] == [(1, 3), (2, 2), (3, 0), (0, 1)]
    assert (state.phase, state.view(2).bids, state.waiting()) == ("play", (1, 3, 2, 0), [1])


def test_3_1_a_guess_has_some_bid_for_whoever_has_bid():
    view, rng = together(1, 3, 2).view(0), Random(1)
    worlds = [view.guess(rng) for _ in range(200)]
    assert {(world.bids[0], world.bids[3]) for world in worlds} == {(1, -1)}
    assert {world.bids[1] for world in worlds} == {world.bids[2] for world in worlds} == {0, 1, 2, 3}
    assert all(world.total == world.bids[0] + world.bids[1] + world.bids[2] for world in worlds)


def test_3_1_a_bid_in_secret_can_be_taken_back_until_the_bids_are_heard():
    for bids, learns in (((), False), ((1, 3), False), ((1, 3, 2), True)):
        before = together(*bids)
        after, action = before.copy(), Action.read("bid 0")
        assert tells_something(before, 3, action, after.apply(3, action), after) == learns


def test_3_2_nothing_above_the_number_of_cards():  # rules/poepen.md 3.2
    refused = refusal(random_round(3), "bid 4")
    assert (str(refused.message), refused.rule) == ("bid 0 to 3, not 4", "3.2")


OVERBID = "poepen:overbid=on"


def test_3_2_overbid_takes_any_number_up_to_99():
    state = random_round(3, OVERBID)
    assert bids(state) == [*range(100)]
    assert {action.amount for action in state.actions(1)} == {*range(100)}
    assert str(refusal(state, "bid 100").message) == "bid 0 to 99, not 100"
    act(state, "bid 99")
    assert (state.bids[1], str(state.notes()[2])) == (99, "bids add up to 99")


def test_3_2_in_a_one_card_round_too():
    assert bids(random_round(1, OVERBID)) == [*range(100)]


def test_3_2_nobody_overbids_at_random():
    """A hundred numbers at random would be a bid that nobody means."""
    state, rng = random_round(3, OVERBID), Random(1)
    assert {state.sample(1, rng).amount for _ in range(200)} == {0, 1, 2, 3}


def test_3_3_overbids_free_the_dealer_and_only_a_number_that_can_be_reached_is_barred():
    assert bids(deal("AS KS QS", rules=OVERBID, bids=(1, 0, 0))) == [0, 1, *range(3, 100)]
    assert bids(deal("AS KS QS", rules=OVERBID, bids=(99, 0, 0))) == [*range(100)]
    assert bids(together(1, 1, 0, 1, rules=f"{OVERBID},bidding=together")) == [0, *range(2, 100)]


def test_6_2_an_overbid_costs_as_many_points_as_its_tricks_are_short():
    assert score_of(99, 0, f"{OVERBID},players=2,hook_from=off") == -198
    assert score_of(99, 7, f"{OVERBID},players=2,hook_from=off") == -184
    assert score_of(99, 0, f"{OVERBID},players=2,hook_from=off,missed=squared") == -9801
    assert score_of(99, 3, f"{OVERBID},players=2,hook_from=off,missed=tricks") == 3


def test_3_2_overbids_are_written_and_read_back():
    state = deal("AS KS QS", rules=OVERBID, bids=(99, 42))
    text = str(state)
    assert "bids: - | 99 | 42 | -" in text
    assert paiju.read_position(text) == state
    assert paiju.read_position(str(state.view(0))) == state.view(0)
    with pytest.raises(ValueError, match="bids"):
        paiju.read_position(text.replace("99", "100"))
    plain = str(deal("AS KS QS", bids=(3, 3)))
    with pytest.raises(ValueError, match="bids"):
        paiju.read_position(plain.replace("bids: - | 3", "bids: - | 4"))


def test_3_3_last_bidder_may_not_make_it_fit():  # rules/poepen.md 3.3
    state = deal("AS KS QS JS 10S 9S 8S", bids=(2, 3, 1))
    assert bids(state) == [0, 2, 3, 4, 5, 6, 7]
    refused = refusal(state, "bid 1")
    assert (str(refused.message), refused.rule) == ("the bids may not add up to 7: bid anything but 1", "3.3")


def test_3_3_who_bids_last_of_all_at_once_learns_nothing_from_what_he_may_bid():
    """The dealer may bid anything: what the hook would bar says what the others bid."""
    assert state_bids(together(rules="poepen:bidding=together"), 0) == [0, 1, 2, 3]
    state = deal("AS KS QS", rules="poepen:bidding=together")
    for seat in (1, 2, 3):
        state.apply(seat, "bid 1")
    assert state_bids(state, 0) == [0, 1, 2, 3]


def state_bids(state, seat):
    return list(state.asks(seat)[0].amounts)


def test_3_3_bids_together_that_fit_make_the_dealer_bid_again():
    state = together(1, 1, 0)
    events = state.apply(3, "bid 1")
    assert [(event.kind, event.seat) for event in events][-2:] == [("bid", 0), ("bid_again", 0)]
    assert (state.phase, state.waiting(), state.bids) == ("bid", [0], (-1, 1, 0, 1))
    assert bids(state) == [0, 2, 3]
    assert refusal(state, "bid 1").rule == "3.3"
    act(state, "bid 2")
    assert (state.phase, state.bids) == ("play", (2, 1, 0, 1))


def test_3_3_bids_together_without_a_hook():
    assert together(1, 1, 0, 1, rules="poepen:bidding=together,hook_from=off").phase == "play"
    assert together(1, 1, 0, 1, rules="poepen:bidding=together,hook_from=4").phase == "play"


def test_3_4_hook_from_four_cards():  # rules/poepen.md 3.4
    assert bids(deal("AS KS QS", rules="poepen:hook_from=4", bids=(1, 1, 0))) == [0, 1, 2, 3]
    assert bids(deal("AS KS QS JS", rules="poepen:hook_from=4", bids=(1, 1, 0))) == [0, 1, 3, 4]


def test_3_4_hook_off():
    assert bids(deal("AS KS QS", rules="poepen:hook_from=off", bids=(1, 1, 0))) == [0, 1, 2, 3]


@pytest.mark.parametrize("value", ["-1", "27", "on", "1.5", "", "0x4"])
def test_3_4_a_senseless_hook_is_refused(value):
    with pytest.raises(UnknownRules, match="hook_from is off or 0 to 26"):
        paiju.read_rules(f"poepen:hook_from={value}")


def test_3_3_random_bids_are_spread_over_the_allowed():
    state, rng = deal("AS KS QS JS", bids=(1, 1, 0)), Random(1)
    drawn = [state.sample(0, rng).amount for _ in range(4000)]
    assert all(850 < drawn.count(bid) < 1150 for bid in (0, 1, 3, 4))
    assert drawn.count(2) == 0


def test_4_1_left_of_the_dealer_leads_then_the_winner():  # rules/poepen.md 4.1
    state = deal("2C 3C", "KC 5H", "4C 6H", "9C 7H", turned="2D", bids=(0, 0, 0, 0))
    assert state.waiting() == [1]
    for card in ("2C", "KC", "4C", "9C"):
        act(state, f"play {card}")
    assert state.waiting() == [2]


def test_4_2_follow_suit():  # rules/poepen.md 4.2
    state = deal("2C 3C 4C", "KC 5H QC", bids=(0, 0, 0, 0), plays="2C")
    assert may_play(state) == Cards("KC QC")
    refused = refusal(state, "play 5H")
    assert (str(refused.message), refused.rule) == ("follow clubs: you hold QC KC", "4.2")


def test_4_2_no_duty_to_trump():
    state = deal("2C 3C 4C", "KS 5H QD", bids=(0, 0, 0, 0), plays="2C")
    assert may_play(state) == Cards("KS 5H QD")


def test_4_2_who_does_not_follow_has_none():
    state = deal("2C 3C 4C 5C", "KS 5H QD AH", bids=(0, 0, 0, 0), plays="2C QD")
    rng = Random(1)
    for _ in range(50):
        world = state.view(1).guess(rng)
        assert not any(card.suit == 0 for card in world.hands[2])


def test_4_3_trump_wins_else_the_suit_led():  # rules/poepen.md 4.3
    assert winner("AC 2H 3H KC", trump="H") == 3
    assert winner("2C AD AS 3C", trump="H") == 0


def test_5_1_everybody_sees_every_card_but_his_own():  # rules/poepen.md 5.1
    state = deal("JH", "AS", "AC", "7D", turned="6H")
    view = state.view(0)
    assert [str(hand) for hand in view.hands] == ["", "JH", "AS", "AC"]
    assert [place.hand for place in view.scene().places] == [(), ((Card("JH"),),), ((Card("AS"),),), ((Card("AC"),),)]


def test_5_1_onlookers_see_no_card():
    assert random_round(1).view(ONLOOKER).hands == (0, 0, 0, 0)


def test_5_1_my_own_card_changes_nothing_i_am_told():
    """Two worlds that differ in the seat's own card: every question, listing, refusal, screen and event is the same."""
    worlds = [deal("JH", own, "AC", "7D", turned="6H", bids=(1,)) for own in ("2C", "AH", "AS")]
    for text in ("", "bid 1", "bid 0", "bid 1", "play"):
        events = [[event.to(2) for event in act(world, text)] if text else [] for world in worlds]
        views = [world.view(2) for world in worlds]
        told = [
            (
                {name: value for name, value in view.dump().items() if name != "setup"},
                view.scene(),
                world.asks(2),
                list(world.actions(2)),
                [answer(world, 2, Action("play", Cards([card]))) for card in range(52)],
                answer(world, 2, Action("play")),
            )
            for world, view in zip(worlds, views, strict=True)
        ]
        assert told[0] == told[1] == told[2]
        assert events[0] == events[1] == events[2]


def answer(state, seat, action):
    try:
        state.check(seat, action)
    except IllegalAction as refused:
        return str(refused)
    return "fine"


def test_5_1_a_guess_may_be_any_unseen_card():
    view, rng = deal("JH", "AS", "AC", "7D", turned="6H").view(0), Random(1)
    guessed = {view.guess(rng).hands[0] for _ in range(2000)}
    assert guessed == {Cards([card]) for card in range(52)} - {Cards(card) for card in ("JH", "AS", "AC", "6H")}


def test_5_1_open_one_card_round():
    view = deal("JH", "AS", "AC", "7D", rules="poepen:blind=off").view(0)
    assert [str(hand) for hand in view.hands] == ["7D", "", "", ""]


def test_5_2_a_blind_play_names_no_card():  # rules/poepen.md 5.2
    state = deal("JH", "AS", "AC", "7D", turned="6H", bids=(0, 0, 0, 0))
    assert list(state.actions(1)) == [Action("play")]
    refused = refusal(state, "play JH")
    assert (str(refused.message), refused.rule) == ("you cannot see your card: play it without naming it", "5.2")
    (event,) = act(state, "play")
    assert (event.seat, str(event.to(1).cards)) == (1, "JH")


def test_5_2_blind_cards_win_as_any_others():
    state = deal("AC", "2H", "KC", "3H", turned="6H", bids=(0, 0, 0, 0))
    events = [event for _ in range(4) for event in act(state, "play")]
    assert [(event.kind, event.seat, event.amount) for event in events[4:]] == [
        ("trick", 0, 0),
        ("score", 0, -2),
        ("score", 1, 10),
        ("score", 2, 10),
        ("score", 3, 10),
    ]


@pytest.mark.parametrize(
    ("table", "exact"),
    [
        ("10+2n", (10, 12, 24)),
        ("10+n", (10, 11, 17)),
        ("5+n", (5, 6, 12)),
        ("20+10n", (20, 30, 90)),
        ("10n", (0, 10, 70)),
        ("squared", (10, 11, 59)),
    ],
)
def test_6_1_exact_bids(table, exact):  # rules/poepen.md 6.1
    rules = f"poepen:players=2,hook_from=off,score={table}"
    assert tuple(score_of(n, n, rules) for n in (0, 1, 7)) == exact


@pytest.mark.parametrize(("zero", "points"), [("same", 10), ("0", 0), ("5", 5), ("20", 20), ("5+cards", 12)])
def test_6_1_a_bid_of_nothing(zero, points):
    rules = f"poepen:players=2,hook_from=off,zero={zero}"
    assert (score_of(0, 0, rules), score_of(1, 1, rules), score_of(0, 2, rules)) == (points, 12, -4)


MISSED = [("2", 6), ("1", 3), ("0", 0), ("10", 30), ("squared", 9), ("ten", 10)]


@pytest.mark.parametrize(("missed", "points"), MISSED)
def test_6_2_too_few_tricks(missed, points):  # rules/poepen.md 6.2
    assert score_of(4, 1, f"poepen:players=2,hook_from=off,missed={missed}") == -points


@pytest.mark.parametrize(("missed", "points"), MISSED)
def test_6_5_too_many_tricks_cost_as_much(missed, points):  # rules/poepen.md 6.5
    assert score_of(1, 4, f"poepen:players=2,hook_from=off,missed={missed}") == -points


def test_6_2_and_6_5_tricks_count_all_the_same():
    rules = "poepen:players=2,hook_from=off,missed=tricks"
    assert (score_of(4, 1, rules), score_of(1, 4, rules)) == (1, 4)


@pytest.mark.parametrize(("missed", "few"), [("2", -6), ("tricks", 1), ("squared", -9)])
@pytest.mark.parametrize(("over", "many"), [("0", 0), ("1", -3), ("10", -30)])
def test_6_5_tricks_too_many_have_a_price_of_their_own(missed, few, over, many):
    rules = f"poepen:players=2,hook_from=off,missed={missed},over={over}"
    assert (score_of(4, 1, rules), score_of(1, 4, rules)) == (few, many)


def test_6_3_points_add_up():  # rules/poepen.md 6.3
    game = GAME
    setup, total = game.first(), [0] * 4
    while not setup.over:
        state = finish(game.start(setup, game.shuffled(setup, Random(setup.deal))))
        total = [a + b for a, b in zip(total, state.scores(), strict=True)]
        setup = game.after(setup, state)
    assert setup.standing == tuple(total)
    assert setup.deal == 14


def test_6_4_ties_share():  # rules/poepen.md 6.4
    setup = replace(GAME.first(), standing=(66, 80, 80, -6))
    assert GAME.winners(setup) == (1, 2)


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_presets(preset, players):  # rules/poepen.md, deviations
    game, options = paiju.read_rules(f"poepen:{preset},players={players}")
    assert paiju.read_rules(game.rules(options))[1] == options
    setup = paiju.play_match(game, [lambda view, rng: view.sample(view.viewer, rng)] * players, Random(1), options)
    assert setup.over


def test_notes_tell_dealer_bids_and_tricks():
    state = deal("AC", "2H", "KC", "3H", turned="6H", bids=(1, 0, 0, 1))
    assert [str(note) for note in state.notes_on(0)] == ["dealer", "bid 1, took 0"]
    assert str(state.notes()[2]) == "bids add up to 2"


def test_random_rounds_keep_the_rules():
    """Cards are conserved, listed actions are all that `check` allows, and the hook keeps the bids from fitting."""
    rng = Random(11)
    for players in (2, 3, 4, 5, 6):
        for cards in (1, 2, 7):
            state = random_round(cards, f"poepen:players={players}", seed=players * cards)
            while not state.is_over:
                seat = state.waiting()[0]
                tries = [Action("play"), *(Action("bid", amount=n) for n in range(9))]
                tries += [Action("play", Cards([card])) for card in range(52)]
                assert set(state.actions(seat)) == {action for action in tries if answer(state, seat, action) == "fine"}
                state.apply(seat, state.sample(seat, rng))
                assert state.everything() == Cards(range(52))
            assert sum(state.tricks_won) == cards
            assert sum(state.bids) != cards


def winner(cards, trump, leader=1, players=4):
    """The seat that takes a trick of these cards, played blind in the one-card round."""
    cards = cards.split()
    turned = next(f"{rank}{trump}" for rank in "23456789" if Card(f"{rank}{trump}") not in map(Card, cards))
    state = deal(
        *cards, turned=turned, rules=f"poepen:players={players}", dealer=(leader - 1) % players, bids=(0,) * players
    )
    for _ in cards:
        act(state, "play")
    return state.last_trick().winner


# ---- golden cases ----


def run_winner(trump, leader, players, cards, seat):
    assert winner(cards, trump, int(leader), int(players)) == int(seat)


def run_score(bid, won, points):
    assert score_of(int(bid), int(won)) == int(points)


def run_bids(cards, total, who, amounts):
    first = min(int(total), int(cards))
    before = [first, int(total) - first, 0][: 3 if who == "dealer" else 2]
    state = random_round(int(cards))
    for bid in before:
        act(state, f"bid {bid}")
    assert ",".join(map(str, bids(state))) == amounts


def run_legal(hand, led, cards):
    if led == "-":
        state = deal(hand, bids=(0, 0, 0, 0))
    else:
        free = [Card(card) for card in range(52) if Card(card) not in Cards(hand) and Card(card) != Card("2S")]
        free.sort(key=lambda card: card.suit != "cdhs".index(led))
        leader = Cards(free[: len(Cards(hand))])
        state = deal(str(leader), hand, bids=(0, 0, 0, 0), plays=str(free[0]))
    assert may_play(state) == Cards(cards)


def run_schedule(cards, rounds):
    assert GAME.schedule(GAME.Options()) == list(map(int, cards.split(",")))
    assert len(cards.split(",")) == int(rounds)


def run_house_schedule(rules, cards):
    assert GAME.schedule(GAME.read_options(rules)) == list(map(int, cards.split(",")))


def run_house_score(rules, bid, won, points):
    assert score_of(int(bid), int(won), f"poepen:players=2,hook_from=off,{rules}") == int(points)


def run_house_trump(rules, suits):
    """The trump of the first rounds; a dash for none, a question mark if a card is turned up."""
    found = ""
    for number, _ in enumerate(suits, 1):
        setup = replace(GAME.first(GAME.read_options(rules)), deal=number)
        state = start(setup, GAME.shuffled(setup, Random(number)))
        found += "?" if state.turned else "cdhs-"[state.trump]
    assert found == suits


def run_house_bids(rules, made, amounts):
    """Seats 0 (the dealer) to 3 bid at once; then he may bid these, or play begins."""
    state = together(*map(int, made.split()), rules=f"poepen:bidding=together,{rules}")
    assert ("play" if state.phase == "play" else ",".join(map(str, bids(state)))) == amounts


def run_one_card(others, turned):
    state = deal(*others.split(), turned=turned)
    assert [str(hand) for hand in state.view(0).hands] == ["", *map(str, map(Card, others.split()))]


def run_ranking(totals, distinct, shared):
    setup = replace(GAME.first(), standing=tuple(map(int, totals.split(","))))
    # The ranks below the first, and the distinct ones, are for a table in the seed's form.
    assert GAME.winners(setup) == tuple(seat for seat, rank in enumerate(shared.split(",")) if rank == "1")


def run_ai_bid(hand, trump, risk, total, who, amount):
    others = 3 if who == "dealer" else 0
    before = [int(total), 0, 0][:others]
    state = deal(*fillers(hand, others), hand, turned=other_card(hand, trump), bids=before)
    assert risk_bot(state, risk) == {f"bid {amount}"}


def run_ai_one_card_bid(others, trump, risk, total, who, amount):
    mine = other_card(others, "c")
    hands = [*others.split(), mine] if who == "dealer" else [mine, *others.split()]
    before = [int(total), 0, 0] if who == "dealer" else []
    state = deal(*hands, turned=other_card(f"{others} {mine}", trump), bids=before)
    assert risk_bot(state, risk) == {f"bid {amount}"}


def run_ai_play(hand, trump, led, bid, won, cards):
    """Against one opponent. Who has won a trick took it with the ace of clubs and then led a club that lost."""
    mine, theirs, tricks = hand, led, ""
    if won == "1":
        mine, theirs, tricks = f"{hand} 1c 2c", f"{led} 3c Kc", "3c 1c 2c Kc"
    theirs += f" {fillers(f'{mine} {theirs}', 1, 2)[0]}"
    state = deal(
        theirs,
        mine,
        turned=other_card(f"{mine} {theirs}", trump),
        rules="poepen:players=2,hook_from=off",
        bids=(0, int(bid)),
        plays=f"{tricks} {led}",
    )
    assert risk_bot(state, "0.6") == {str(Action("play", Cards(card))) for card in cards.split()}


def fillers(hand, n, size=0):
    """n hands of as many cards from what this one leaves, low cards first."""
    size = size or len(Cards(hand))
    free = [str(Card(card)) for card in range(52) if Card(card) not in Cards(hand)]
    return [" ".join(free[i * size : (i + 1) * size]) for i in range(n)]


def other_card(cards, suit):
    """The highest card of a suit that is not among these."""
    return next(f"{rank}{suit}" for rank in "AKQJ98765432" if Card(f"{rank}{suit}") not in Cards(cards))


def risk_bot(state, factor):
    """All that the risk bot may answer here."""
    view, bot = state.view(state.waiting()[0]), read_bot(f"risk:{factor}", GAME)
    return {str(bot(view, Random(seed))) for seed in range(200)}


CASES = {
    r"winner trump=(\w) leader=(\d) players=(\d) : (.*) -> player (\d)": run_winner,
    r"score bid=(\d) won=(\d) -> ([+-]\d+)": run_score,
    r"legal bids cards=(\d) sum_so_far=(\d+) (dealer|not dealer) -> (.*)": run_bids,
    r"legal hand \[(.*)\] led=(.) -> \[(.*)\]": run_legal,
    r"schedule : cards per round = ([\d,]+) \((\d+) rounds\)": run_schedule,
    r"schedule of (\S+) -> ([\d,]+)": run_house_schedule,
    r"score of (\S+) bid=(\d+) won=(\d) -> ([+-]?\d+)": run_house_score,
    r"trump of (\S+) -> ([cdhs?-]+)": run_house_trump,
    r"bids together (\S+) cards=3 : (.*) -> (.*)": run_house_bids,
    r"one-card round : .* ; others (.*) trump (.*)": run_one_card,
    r"ranking : final scores (.*) -> ranks ([\d,]+) .* ; shared (.*)": run_ranking,
    r"ai bid hand \[(.*)\] trump=(.) risk=(\S+) sum=(\d+) (dealer|-) -> (\d+)": run_ai_bid,
    r"ai one-card bid others \[(.*)\] trump=(.) risk=(\S+) sum=(\d+) (dealer|-) -> (\d+)": run_ai_one_card_bid,
    r"ai play hand \[(.*)\] trump=(.) table \[(.*)\] bid=(\d+) won=(\d+) -> (.*)": run_ai_play,
}


@pytest.mark.parametrize(("number", "case"), GOLDEN, ids=[number for number, _ in GOLDEN])
def test_golden(number, case):
    for pattern, run in CASES.items():
        if match := re.fullmatch(pattern, case):
            return run(*match.groups())
    pytest.fail(f"{number}: nobody knows how to run '{case}'")


def test_no_golden_case_is_lost():
    assert len(GOLDEN) == 36 + 34
    assert sum(case.startswith("ai ") for _, case in GOLDEN) == 9
