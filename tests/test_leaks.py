"""Nothing hidden leaks: in two worlds a viewer cannot tell apart, everything the viewer gets is the same to the byte.

A random deal is played up to some moment. The other world has two cards swapped that the viewer has not seen, and goes
through the same actions. While the viewer is told the same events in both, the view, its asks, actions, refusals, scene
and guesses must be spelt alike, and so must frames of the wire. `pytest --histories 100000 tests/test_leaks.py` looks
harder.

Other systems leaked through secret choices, helper fields, events and logs, offers that depend on the kitty, spectator
views, error texts, and resampling that returned the truth; a game of each kind is caught at the end of this file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from random_play import (
    OUTSIDE,
    PURE,
    answer,
    every_game,
    fresh,
    junk,
    length,
    listed,
    moments,
    refusal,
    rule_sets,
    setups,
    spell,
    viewers,
)

import paiju
from paiju import frames, wire
from paiju.core import bits
from paiju.core.cards import Cards
from paiju.core.chance import Random
from paiju.core.layout import scenes_of
from paiju.core.words import ONLOOKER, IllegalAction
from paiju.games import BUILT_IN, find
from paiju.news import CommonNews, News
from paiju.selection import PossibleAnswers
from paiju.show import Style
from paiju.speakers import Speaker, Speakers

HISTORIES = 400  # of each game
LISTED = 30
IN_BYTES = 8  # one comparison in so many is of bytes
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")

# What the rules themselves tell somebody of hidden cards, by the action that does (its kind, and whether it names
# cards): kinds of events, or whose turn it is then; and more where the kitty is turned up. Nothing else may differ
# between worlds.
DRAWING = {"call", "draw", "turn_over", "kitty", "take_kitty", "turn"}
ROBBING = {"rob", "kitty_stays", "turn"}
THROWING = {"play", "throw", "blocks", "throw_fails", "trick", "turn"}
DISCLOSE = {
    "hearts": {
        "give cards": {"receive", "turn"},  # who holds the lowest club leads
        "kitty": {"kitty", "moon", "sun", "score"},  # it is turned up when it is taken, and counts
    },
    "gongzhu": {
        "give cards": {"receive"},
        # All at once; then who holds the two of clubs opens. In the dark nobody knows what he exposes.
        "show": {"show", "show_none", "dark", "dark_none", "look", "opens", "turn"},
        "show cards": {"show", "show_none", "opens", "turn"},
        "play cards": {"play"},  # of an exposed and a plain copy everybody sees which was played
    },
    "poepen": {
        "play": {"play", "trick", "turn", "score"},  # in a blind round nobody knows what is played
        "bid": {"bid", "bid_again", "turn"},  # bids made together are heard when all are made
    },
    "shengji": {
        "call cards": DRAWING | ROBBING,
        "pass": DRAWING | ROBBING,
        "bury cards": ROBBING,
        "play cards": THROWING,
        "kitty": {"kitty", "points", "score"},  # it is turned up at the end
    },
    "wager": {"play cards": {"hit"}},
}

# Positions before phases that random play hardly ever reaches.
ALL_BUT_CLUBS = "23456789TJQKAD 23456789TJQKAH 23456789TJQKAS"
RARE = {
    "hearts": [f"hearts:moon=choose; hands: 2C|3C|4C|5C; leader: 0; taken: 6789TJQKAC {ALL_BUT_CLUBS}|-|-|-"],
    "shengji": [
        "shengji:theft=on dealer=0; phase: theft; called: 2C; caller: 0; kitty: KKAAS LJ LJ BJ BJ; hands: "
        "2233445566778899TTJJQQKKAC|AC 2233445566778899TTJJQQKKD|"
        "AAD 2233445566778899TTJJQQKH|KAAH 2233445566778899TTJJQQS"
    ],
}


def pytest_generate_tests(metafunc):
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", [rules for name in every_game() for rules in rule_sets(name)])


@pytest.fixture
def histories(request, rules, some):
    """This rule set's share of the histories of its game."""
    name = rules.partition(":")[0]
    n = request.config.getoption("--histories") or some(HISTORIES)
    if name not in BUILT_IN:
        n = -(-n // 20)  # written in plain Python
    return -(-n // len(rule_sets(name)))


def received(state, viewer: int, rng: Random) -> list:
    """Everything a viewer gets of a state."""
    view = state.view(viewer)
    parts = [view.dump(), view.scene()]
    if viewer >= 0:
        parts += [state.asks(viewer), view.asks(viewer), listed(state, viewer, LISTED)]
        if view.actors >> viewer & 1:
            parts.append(view.sample(viewer, rng))
    return [*parts, view.guess(rng).hand]


def differ(mine: list, theirs: list, in_bytes: bool) -> bool:
    """Equality does not see the types of numbers, spelling does; but it is slow, so not every time."""
    return mine != theirs or (in_bytes and spell(mine) != spell(theirs))


def sent_frames(state, viewer: int, events=(), before=None, together=()) -> list[bytes]:
    """What goes to a viewer over the wire: news of these events, and what may be answered.

    The news has the whole scene, or what has changed since the moment `before`. Those together with the viewer at the
    table hear theirs first, and what is made once for all of them must not tell the viewer more.
    """
    speakers, style = Speakers(), Style(names=NAMES, you=viewer, lang="nl")
    had = scenes_of(before, [viewer, *together]) if before else {}
    scenes = scenes_of(state, [viewer, *together], had, before)
    common = CommonNews(had.get(ONLOOKER), scenes[ONLOOKER], "move", tuple(event.to(ONLOOKER) for event in events))
    sent = []
    for each in (*together, viewer):
        listener = frames.WireListener(replace(style, you=each), speakers)
        listener.has, listener.heard = had.get(each), common.before
        seen = tuple(event.to(each) for event in events)
        seen = common.events if seen == common.events else seen
        sent = [listener.frame(News(1, "move", scenes[each], state.setup.match, seen, common=common))]
    if viewer >= 0:
        choices = PossibleAnswers(tuple(listed(state, viewer, LISTED)), False, state.view(viewer).claim(viewer))
        sent.append(wire.write(frames.wire_choices(choices, Speaker(style))))
    return sent


def refusal_frame(state, seat: int, action) -> bytes:
    """What goes to a player whose action is not legal; nothing if it is."""
    try:
        state.check(seat, action)
    except IllegalAction as refused:
        return wire.write(frames.refused(refused, state.setup.game.name, Speaker(Style(names=NAMES, you=seat))))
    return b""


def told(state, events, viewer: int) -> list:
    """What a viewer learns of an action: its events, and whose turn it is then."""
    return [("turn", state.view(viewer).actors), *((event.kind, event.to(viewer)) for event in events)]


class Worlds:
    """Two worlds that go through the same actions, and the viewers who cannot tell them apart."""

    def __init__(self, one, other, alike):
        self.one, self.other, self.alike = one, other, alike
        self.disclose = DISCLOSE.get(one.setup.game.name, {})

    def apply(self, seat, action, other_action=None):
        """The action in both worlds; who is told different things can tell them apart from now on."""
        before, other_before = self.one.copy(), self.other.copy()
        events = self.one.apply(seat, action)
        other_events = self.other.apply(seat, action if other_action is None else other_action)
        apart = other_action not in (None, action)
        same = events == other_events
        for viewer in list(self.alike):
            knows = apart and viewer == seat  # one knows what one did oneself
            if same and not knows and self.one.view(viewer).actors == self.other.view(viewer).actors:
                continue
            mine, theirs = told(self.one, events, viewer), told(self.other, other_events, viewer)
            if knows or (mine != theirs and Counter(mine) != Counter(theirs)):
                self.alike.remove(viewer)
                mine, theirs = (Counter((kind, spell(what)) for kind, what in each) for each in (mine, theirs))
                kinds = {kind for kind, _ in (mine - theirs) + (theirs - mine)}
                key = f"{action.kind} cards" if action.cards else action.kind
                disclosed = self.disclose.get(key, set())
                if any(event.kind == "kitty" for event in events):
                    disclosed = disclosed | self.disclose["kitty"]
                if other_action is None and not kinds <= disclosed:
                    pytest.fail(f"{action} tells {viewer} of hidden cards: {mine - theirs} or {theirs - mine}")
            elif mine == theirs:  # in the same order, too: one sees in which order one draws
                sent = sent_frames(self.one, viewer, events, before)
                assert sent == sent_frames(self.other, viewer, other_events, other_before)

    def compare(self, seed):
        for viewer in self.alike:
            mine, theirs = (received(world, viewer, Random(seed)) for world in (self.one, self.other))
            if differ(mine, theirs, seed % IN_BYTES == 0):
                one, other = self.one.view(viewer).dump(), self.other.view(viewer).dump()
                fields = {name: (one[name], other[name]) for name in one if one[name] != other.get(name)}
                pytest.fail(f"viewer {viewer} can tell two worlds apart in phase {self.one.phase}: {fields or mine}")
            if seed % IN_BYTES == 0:
                together = [other for other in viewers(self.one) if other != viewer]
                mine, theirs = (sent_frames(world, viewer, together=together) for world in (self.one, self.other))
                assert mine == theirs

    def compare_refusals(self, rng):
        """What is refused, and why, tells a player nothing of hidden cards."""
        for seat in self.alike:
            if seat >= 0:
                for action in [junk(self.one, seat, rng) for _ in range(3)]:
                    assert refusal(self.one, seat, action) == refusal(self.other, seat, action)
                    assert refusal_frame(self.one, seat, action) == refusal_frame(self.other, seat, action)

    def play_on(self, rng, steps):
        """Further, with actions that are legal in both worlds."""
        for _ in range(steps):
            both = [seat for seat in self.one.waiting() if seat in self.other.waiting()]
            for _ in range(8):
                if not both or not self.alike:
                    return
                seat, source = rng.choice(both), rng.choice([self.one, self.other])
                action = source.sample(seat, rng)
                if not refusal(self.one, seat, action) and not refusal(self.other, seat, action):
                    break
            else:
                return
            self.apply(seat, action)

    def act_apart(self, rng):
        """A seat does different things; those who are told the same still know the same."""
        both = [seat for seat in self.one.waiting() if seat in self.other.waiting()]
        if both:
            seat = rng.choice(both)
            self.alike = [viewer for viewer in self.alike if viewer != seat]  # who acts knows what he did
            self.apply(seat, self.one.sample(seat, rng), self.other.sample(seat, rng))


def swapped(state, deck, viewer, rng):
    """The deck with two cards swapped that the viewer has not seen so far; mostly of one suit, to be hard to tell."""
    unseen = list(dict.fromkeys(Cards(state.view(viewer).unseen)))
    if len(unseen) < 2:
        return None
    face = rng.choice(unseen)
    others = [other for other in unseen if other != face]
    others = [other for other in others if other.suit == face.suit and rng.below(4)] or others
    i = rng.choice([i for i in range(len(deck)) if deck[i] == face])
    other = rng.choice(others)
    j = rng.choice([j for j in range(len(deck)) if deck[j] == other])
    deck = list(deck)
    deck[i], deck[j] = deck[j], deck[i]
    return deck


def at_the_start(one, other):
    """Two deals, and the viewers who are shown and told the same in both before anybody has done anything."""
    alike = [v for v in viewers(one) if shown(one, v) == shown(other, v)]
    return Worlds(one, other, alike)


def shown(state, viewer):
    """The cards a viewer sees, and what was told before the first question (who drew the deal, say)."""
    view = state.view(viewer)
    hands = [-1 if view.concealed >> place & 1 else view.hand[place] for place in range(7)]
    return hands, state.known, state.count, [event.to(viewer) for event in state.opening()]


def other_world(rules, rng):
    """Two worlds at a random moment of a random deal that some viewer cannot tell apart; None if none was found."""
    state, deck = fresh(rules, rng)
    setup, history = state.setup, []
    for _ in range(rng.below(length(state, rng))):
        if state.is_over:
            break
        history.append(answer(state, rng))
        state.step(*history[-1])
    if rng.below(3) == 0:
        viewer = rng.choice(viewers(state))
        return Worlds(state, state.view(viewer).guess(rng), [viewer])
    for _ in range(6):
        other_deck = swapped(state, deck, rng.choice(viewers(state)), rng)
        if other_deck is None:
            return None
        worlds = at_the_start(setup.game.start(setup, deck), setup.game.start(setup, other_deck))
        if rng.below(8) == 0:
            worlds.compare(1)
        for seat, action in history:
            if not worlds.alike or refusal(worlds.other, seat, action):
                break
            worlds.apply(seat, action)
        else:
            if worlds.alike:
                return worlds
    return None


def test_worlds_that_look_alike_stay_alike(rules, histories):
    rng, found = Random(rules), 0
    for _ in range(histories):
        worlds = other_world(rules, rng)
        if worlds:
            found += 1
            worlds.compare(rng.below(1000))
            worlds.compare_refusals(rng)
            worlds.play_on(rng, rng.below(12))
            worlds.compare(rng.below(1000))
            worlds.act_apart(rng)
            worlds.compare(rng.below(1000))
    assert found > histories // 3


@pytest.mark.parametrize("name", every_game())
def test_frames_are_alike_in_every_phase(name, some):
    """For every seat and an onlooker: whole scenes, and after a move what has changed."""
    phases, rng = set(), Random(name)
    # So many mixes that every option that adds a phase is among them.
    starts = [fresh(rules, rng)[0] for rules in rule_sets(name, mixes=10) for _ in range(some(3))]
    for state in [*starts, *map(paiju.read_position, RARE.get(name, ()))]:
        while not state.is_over:
            if state.phase not in phases or rng.below(60) == 0:
                compare_for_everybody(state, rng)
                phases.add(state.phase)
            state.step(*answer(state, rng))
        compare_for_everybody(state, rng)
    assert phases == set(find(name).State.phases) or PURE


def compare_for_everybody(state, rng):
    for viewer in viewers(state):
        worlds = Worlds(state.copy(), state.view(viewer).guess(rng), [viewer])
        worlds.compare(0)
        worlds.play_on(rng, 1)


def test_a_view_shows_the_viewers_own_hand_at_most(rules, some):
    """Or, in a round played blind, all hands but that one."""
    for state, _ in moments(rules, some(20), 4):
        for viewer in viewers(state):
            view = state.view(viewer)
            shows = {seat for seat in range(state.seats) if not view.concealed >> seat & 1 and state.count[seat]}
            others = {seat for seat in range(state.seats) if state.count[seat]} - {viewer}
            blind = viewer >= 0 and max(state.count[:6]) <= 1 and shows == others
            assert shows <= {viewer} or blind
            assert view.unseen == sum(state.hand) - sum(view.hand)
            assert all(not view.hand[place] for place in range(7) if view.concealed >> place & 1)


def test_a_guess_is_not_the_truth(rules, some):
    """In every phase: where hidden cards could lie otherwise, guesses differ from the truth and from each other."""
    phases = set()
    for state, rng in moments(rules, some(12), 8):
        viewer = rng.choice(viewers(state))
        view = state.view(viewer)
        hidden = [place for place in range(7) if view.concealed >> place & 1 and view.count[place]]
        loose = bits.size(view.unseen) - sum(map(bits.size, (*view.known, *view.sure)))
        if len(hidden) > 1 and loose > 9 and all(view.most[place] == bits.ALL for place in hidden):
            guesses = [view.guess(rng).hand for _ in range(16)]
            assert any(guess != state.hand for guess in guesses)
            assert len({str(guess) for guess in guesses}) > 1
            phases.add(state.phase)
    assert phases or PURE


def test_a_view_of_a_view_shows_no_more(rules, some):
    for state, _ in moments(rules, some(4), 4):
        for viewer in viewers(state):
            view = state.view(viewer)
            assert view.view(viewer) == view
            for other in {*viewers(state), paiju.TRUTH} - {viewer}:
                with pytest.raises(ValueError, match="other views"):
                    view.view(other)
            with pytest.raises(ValueError, match="view cannot be played on"):
                view.apply(0, paiju.Action("pass"))


def test_an_onlooker_is_told_what_everybody_is_told(rules, some):
    rng = Random(5)
    for _ in range(some(5)):
        state, _ = fresh(rules, rng)
        while not state.is_over:
            for event in state.apply(*answer(state, rng)):
                open_to_all = event.to(ONLOOKER).cards == event.cards
                for seat in range(state.seats):
                    assert event.to(seat).size == len(event.cards)
                    assert not open_to_all or event.to(seat).cards == event.cards


def test_a_setup_tells_nothing_of_the_deck(rules):
    """A setup goes to everybody, with every view."""
    for setup in setups(rules):
        for name, value in vars(setup).items():
            assert name in ("game", "options") or isinstance(value, int | str | tuple), name


# ---- the net itself: games that leak are caught ----

Wager = type(find(OUTSIDE)).State


class ShowsSecrets(Wager):
    """A secret choice that `hide` forgets."""

    def hide(self, viewer):
        self.conceal_from(viewer)


class RemembersTheStock(Wager):
    """A helper field from which a hidden card follows."""

    def deal(self, deck):
        super().deal(deck)
        self.top = deck[-1]
        return self


class TellsAll(Wager):
    """An event that tells everybody what only one may know."""

    def tell(self, before, seat, action):
        return [paiju.Event(action.kind, seat, action.cards)]


class RefusesTooMuch(Wager):
    """A refusal that depends on another hand."""

    def judge(self, seat, action):
        if self.phase == "play" and self.hands[seat] & self.led() and not action.cards & self.led():
            other = Cards(self.hand[(seat + 1) % 3])
            raise paiju.IllegalAction("follow suit: your neighbour holds {cards}", cards=other)


class OffersTooMuch(Wager):
    """An offer that depends on the stock."""

    def asks(self, seat):
        more = [paiju.Ask("surrender")] if self.hand[bits.STOCK] & bits.one(51) else []
        return super().asks(seat) + more if self.actors >> seat & 1 else []


class ShowsAnOnlookerAll(Wager):
    """The spectator's view unfiltered."""

    def hide(self, viewer):
        if viewer != ONLOOKER:
            super().hide(viewer)


class GuessesTheTruth(Wager):
    """Resampling that returns the true state."""

    def hide(self, viewer):
        self.truth = Cards(self.hand[(viewer + 1) % 3])
        super().hide(viewer)

    def refill(self, rng):
        super().refill(rng)
        del self.truth


@pytest.mark.parametrize("leaky", Wager.__subclasses__())
def test_a_leak_is_caught(leaky, monkeypatch):
    monkeypatch.setattr(type(find(OUTSIDE)), "State", leaky)
    with pytest.raises((AssertionError, pytest.fail.Exception)):  # noqa: PT012 - either test may catch it
        test_a_view_shows_the_viewers_own_hand_at_most(OUTSIDE, lambda n: n)
        test_worlds_that_look_alike_stay_alike(OUTSIDE, 300)
