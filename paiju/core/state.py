"""State: one deal, from the shuffled deck to the scores. A game is a subclass of State and one of Game (game.py).

Every hot method stands twice: `begin random_move do fill settle` are native when compiled and take packed moves: a game
overrides those. `deal sample step guess scores` are their doors for Python. A game written in plain Python overrides
the doors instead; PythonState (outside.py) then leads native loops to them, so that everybody meets every game alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Self

from paiju.core import bits
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.body import no_copy
from paiju.core.cards import Card, Cards
from paiju.core.chance import Random, needed
from paiju.core.fields import BASIC, change
from paiju.core.places import Places
from paiju.core.scene import Scene, Trick, by_suit
from paiju.core.words import (
    ONLOOKER,
    TRUTH,
    Action,
    Ask,
    Event,
    IllegalAction,
    Message,
    PlayerAt,
    Shape,
    as_action,
    completed,
    plainly,
)

COMPILED = not __file__.endswith(".py")
NO_PLAY_ON_A_VIEW = "a view cannot be played on: apply to the full state, or to a guess"


Unfolding = list[tuple["State", list[Event]]]


class State(Places):
    """One deal as the engine knows it, or as one seat knows it (a view). Mutable, cheap to copy."""

    phases = ("play",)  # a subclass names its phases; `stage` is an index into them
    padded = ("score",)  # a subclass names its arrays with room for six seats; Python reads them by seat (`scores`)
    in_python = False  # PythonState says True
    position_fields = BASIC  # the lines of a position (core/position.py)

    def __init__(self, setup: Any):
        setup.game.check_setup(setup)  # what follows trusts it
        if not self.in_python and writes(self, "deal"):
            raise TypeError(f"{type(self).__name__} is written in Python: such a game subclasses paiju.PythonState")
        Places.__init__(self, setup)
        self.low_wins: bool = setup.game.low_wins
        self.stage: int = 0
        self.actors: int = 0  # bit set of seats that owe an answer; 0 when the deal is over
        self.score: list[int] = [0] * 7

    # ---- what a game overrides (packed moves, no Python objects) ----

    def begin(self, deck: Sequence[Face]) -> None:
        """From a shuffled deck to the first question."""

    def random_move(self, seat: Seat, rng: Random) -> Move:
        """A random legal move, uniform where that is cheap."""
        return 0

    def do(self, seat: Seat, move: Move) -> None:
        """Make a move; trusts that it is legal."""

    def play_out(self, rng: Random) -> int:
        """Play to the end at random; how many moves that took."""
        plays = 0
        while self.actors:
            seat = bits.lowest(self.actors)
            self.do(seat, self.random_move(seat, rng))
            plays += 1
        return plays

    def fill(self, rng: Random) -> None:
        """Turn a view into a full state that agrees with it."""
        self.scatter(rng)

    def allows(self, seat: Seat, move: Move) -> bool:
        """Is this move legal for a seat that is asked? `check` tells why not. A game in Python looks for itself."""
        return True

    def can_speak(self, seat: Seat) -> bool:
        """May this seat answer now? Whoever is asked may, and in a timed phase others too."""
        return 0 <= seat < self.seats and self.actors >> seat & 1 == 1

    def settle(self) -> None:
        """Write the scores of the deal to `score`."""

    # ---- judgement: what bots think with. An Advisor (paiju/bots/<game>) overrides these; rules never ask them ----

    def advise(self, seat: Seat, style: int, rng: Random) -> Move:
        """The move this seat would make in this style (0: any legal one). Looks at no card the seat does not see."""
        return self.random_move(seat, rng)

    def payoff(self, seat: Seat) -> float:
        """How good the finished deal is for a seat: how far it is ahead of the others' mean."""
        self.settle()
        total = 0
        for other in range(self.seats):
            total += self.score[other]
        ahead = self.score[seat] * self.seats - total
        if self.low_wins:
            ahead = -ahead
        return ahead / (self.seats - 1) if self.seats > 1 else ahead

    def plausible(self, viewer: int, rng: Random) -> bool:
        """Would sensible players have come here in this guessed world? A false answer has it guessed again."""
        return True

    # ---- their doors for Python ----

    def deal(self, deck: Sequence[Card]) -> Self:
        """Begin with this deck, in dealing order. Returns itself."""
        cards = self.checked_deck(deck)
        raw = cards
        self.begin(raw)
        self.complain()
        return self

    def sample(self, seat: Seat, rng: Random) -> Action:
        """A random legal action, without listing them all."""
        if not self.owes(seat):
            raise ValueError(f"seat {seat} owes no answer that could be sampled here")
        move = self.random_move(seat, needed(rng))
        if self.error is not None:
            self.complain()
        return Action(move)

    def step(self, seat: Seat, action: Action) -> None:
        """Make a legal move and tell nothing; for search and simulation. A game written in Python may trust it."""
        if not self.attempt(seat, action):
            raise self.no_step(seat, action)
        if self.error is not None:
            self.complain()

    def owes(self, seat: Seat) -> bool:
        """Does this seat owe an answer, and is what it sees to be seen here?"""
        return 0 <= seat < self.seats and self.actors >> seat & 1 == 1 and (self.viewer == seat or self.is_full())

    def attempt(self, seat: Seat, move: Move) -> bool:
        """Make a move if the seat may and the move is legal; whether it was made."""
        if not self.is_full() or not self.can_speak(seat) or not self.allows(seat, move):
            return False
        self.do(seat, move)
        return True

    def no_step(self, seat: Seat, action: Action) -> ValueError:
        """Why a move cannot be made: what `check` says, if it says anything."""
        if not self.is_full():
            return ValueError(NO_PLAY_ON_A_VIEW)
        try:
            self.check(seat, action)
        except IllegalAction as refusal:
            return refusal
        return ValueError("this move cannot be made here")

    def guess(self, rng: Random) -> Self:
        """A random full state that agrees with all this view knows. Of a full state, a copy."""
        world = self.twin()
        if self.viewer != TRUTH:
            world.fill(needed(rng))
            world.complain()
        return world

    def advice(self, seat: Seat, style: int, rng: Random) -> Action:
        """`advise` for Python. A game written in Python may override it: then it has a rule-of-thumb bot (style 1)."""
        if not self.owes(seat):
            raise ValueError(f"seat {seat} owes no answer that could be advised on here")
        if style < 0:
            raise ValueError(f"there is no style {style}")
        move = self.advise(seat, style, needed(rng))
        if self.error is not None:
            self.complain()
        return Action(move)

    def candidates(self, seat: Seat, most: int) -> list[Action]:
        """The actions worth a closer look, at most so many: natural ones first, where there are too many to try."""
        return list(islice(self.actions(seat), most))

    def become(self, other: State) -> None:
        """Be a copy of another state of the same rules, possibly one of a plainer class."""
        alike = isinstance(other, State) and isinstance(self, type(other))  # pyright: ignore[reportUnnecessaryIsInstance]
        if not alike or not same_rules(self, other):
            raise TypeError(f"a {type(self).__name__} cannot become a {type(other).__name__}")
        self.setup = other.setup
        self.load(other)

    def scores(self) -> tuple[int, ...]:
        """What the deal brought each seat. While it is played, ask for `running_scores`."""
        if self.actors:
            raise ValueError("the deal is not over: its scores so far are running_scores()")
        return self.settled()

    def settled(self) -> tuple[int, ...]:
        """The scores if the deal ended now, for games whose scores so far mean something."""
        self.settle()
        if self.error is not None:
            self.complain()
        return tuple([self.score[seat] for seat in range(self.seats)])

    # ---- what every game writes in Python ----

    def asks(self, seat: Seat) -> list[Ask]:
        """What the seat may answer now; empty if nothing is owed."""
        raise NotImplementedError

    def actions(self, seat: Seat) -> Iterator[Action]:
        """Every legal action, lazily, natural ones first."""
        raise NotImplementedError

    def early_refusal(self, seat: Seat, action: Action) -> IllegalAction | None:
        """A refusal that goes before all others, turn and phase included."""
        return None

    def judge(self, seat: Seat, action: Action) -> None:
        """Refuse what the asks alone do not rule out; raises IllegalAction."""

    def hide(self, viewer: int) -> None:
        """Called on a fresh copy: forget what the viewer may not know. The default hides all hands but the viewer's."""
        self.conceal_from(viewer)

    def opening(self) -> list[Event]:
        """What happened between the shuffle and the first question."""
        return []

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        """The events of a step that led from `before` to this state."""
        return [Event(action.kind, seat, action.cards, action.amount)]

    def unfold(self, before: State | None, seat: Seat, action: Action | None, events: list[Event]) -> Unfolding:
        """A step cut into the moments people should see one by one, each with its events; this state is the last.

        `before` is the state before the step, None at the opening. Only needed where a step runs on by itself and where
        it stops tells something.
        """
        return [(self, events)]

    # A phase that goes on by the clock: at a table it waits for nobody, and whoever can speaks in between.

    @property
    def is_timed(self) -> bool:
        """May it be seen neither who is asked nor that somebody is? Then silence is a pass."""
        return False

    @property
    def is_last_chance(self) -> bool:
        """Does a timed phase end here, unless somebody speaks?"""
        return False

    def silence(self, shown: State) -> list[tuple[int, Action]]:
        """The passes that lead from here to what is shown, to the very moment; to its end where that is over."""
        return []

    def claim(self, seat: Seat) -> Message | None:
        """Why nothing the others hold or do can change what `cash` will bring; None if something can. Ask a view."""
        return None

    def cash(self, seat: Seat) -> Iterator[Action]:
        """What to play once the rest is claimed, best first; the first that is legal will do."""
        return self.actions(seat)

    def reveals(self, seat: int, action: Action) -> bool:
        """May what follows from this action depend on cards the seat does not see? Then it is not taken back.

        Ask a view. Unsure is yes, so a game says for itself where not.
        """
        return True

    # What a screen shows beyond cards and turns; each may be left as it is. Notes, tricks and scores are for everybody:
    # they are asked of what an onlooker sees.

    def sorted_hand(self, cards: Mask) -> tuple[tuple[Card, ...], ...]:
        """Cards in groups as players of this game hold them."""
        return by_suit(cards)

    def hand_order(self) -> int:
        """Two states of a match with the same number sort the same hand alike, and what is left of it when cards have
        gone lies as it lay; below zero, nobody knows."""
        return 0

    def guide(self) -> Message | None:
        """What a player is to do in this phase; a state says something else where its options make that untrue."""
        template = self.setup.game.guides.get(self.phase)
        return plainly(template) if template else None

    def notes(self) -> tuple[Message, ...]:
        """What concerns the whole table: trump, level, pass direction."""
        return ()

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        """What concerns one seat: "bid 3, took 1"."""
        return ()

    def shape(self, cards: Cards | Card | str) -> Shape | None:
        """What these cards are if they are played together; None if they cannot be, or the game has no word for it."""
        return None

    def play_name(self, seat: Seat, cards: Cards) -> Message | None:
        """What the cards that a seat has just played are called; None where there is no word for them."""
        shape = self.shape(cards) if len(cards) > 1 else None
        return shape.message() if shape else None

    def exposed_of(self, seat: Seat) -> Mask:
        """The cards of a hand that lie open because they count for more."""
        return 0

    def received_by(self, seat: Seat) -> Mask:
        """What the seat was given and still holds, as far as the viewer knows."""
        return 0

    def points_in(self, cards: Mask) -> int | None:
        """What cards in a trick count by themselves; None where a game counts none."""
        return None

    def running_trick(self) -> Trick:
        return Trick()

    def last_trick(self) -> Trick:
        return Trick()

    def running_trick_after(self, known: Trick) -> Trick:
        """The running trick for who knew one a moment ago: the very same if nothing has changed, if that is quick."""
        return self.running_trick()

    def last_trick_after(self, known: Trick) -> Trick:
        return self.last_trick()

    def running_scores(self) -> tuple[int, ...]:
        """The deal's scores so far, as far as everybody knows them."""
        return ()

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        """How a seat's score comes about, a line each: what it has taken and what that counts, factors, the total.

        While the deal is played it tells of the score so far, and no more than everybody knows. Empty where there is
        nothing to explain.
        """
        return ()

    # ---- shared by all games ----

    def score_events(self) -> list[Event]:
        """What the deal brought each seat, if it is over: the last events of every game."""
        return [Event("score", seat, amount=score) for seat, score in enumerate(self.scores())] if self.is_over else []

    @property
    def phase(self) -> str:
        return self.phases[self.stage]

    @property
    def is_over(self) -> bool:
        return self.actors == 0

    def scene(self) -> Scene:
        """This state laid out for any screen."""
        from paiju.core.layout import scene_of

        return scene_of(self)

    def waiting(self) -> list[int]:
        """The seats that owe an answer."""
        return [seat for seat in range(self.seats) if self.actors >> seat & 1]

    @property
    def seat(self) -> int:
        """The seat that owes an answer, where it is just one."""
        seats = self.waiting()
        if len(seats) != 1:
            raise ValueError(
                f"{len(seats)} seats owe an answer: `waiting()` lists them" if seats else "nobody is asked"
            )
        return seats[0]

    def check(self, seat: Seat, action: Action | str) -> None:
        """Raise IllegalAction unless the seat may do this now (also as text): the single truth of legality."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise IllegalAction(
                "there is no such seat: seats are 0 to {last}", code="no_such_seat", last=self.seats - 1
            )
        action = as_action(action)
        if refusal := self.early_refusal(seat, action):
            raise self.switched_off(action) or refusal
        if not self.actors:
            raise IllegalAction("the deal is over", code="deal_over")
        if not self.can_speak(seat):
            raise self.switched_off(action) or IllegalAction(
                "it is not your turn: waiting for {seats}",
                code="not_your_turn",
                seats=[PlayerAt(other) for other in self.waiting()],
            )
        asks = self.asks(seat)
        fitting = [ask for ask in asks if ask.kind == action.kind]
        if not fitting:
            raise self.switched_off(action) or IllegalAction(
                "you cannot {kind} now: {kinds}",
                code="not_asked",
                kind=action.kind,
                kinds=tuple(dict.fromkeys(ask.kind for ask in asks)),
            )
        refusals = [refusal for ask in fitting if (refusal := self.misfit(seat, ask, action))]
        if len(refusals) == len(fitting):
            raise refusals[0]
        self.judge(seat, action)

    def switched_off(self, action: Action) -> IllegalAction | None:
        """The refusal of an action that the options of this table leave out; it goes before whose turn it is."""
        return self.setup.game.switched_off(action.kind, self.setup.options)

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        """Why an action does not fit an ask, in the game's own words if it has better ones."""
        refusal = ask.misfit(action, Cards(self.hand[self.known_seat(seat)]))
        if refusal is not None and refusal.code == "not_offered":
            return self.not_offered(seat, ask, action) or refusal
        return refusal

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        """The refusal for held cards that the ask leaves out, where a game can say which rule."""
        return None

    def apply(self, seat: Seat, action: Action | str) -> list[Event]:
        """Check, step and tell what happened. A refused action leaves the state untouched. "play QS" will do."""
        if self.viewer != TRUTH:
            raise ValueError(NO_PLAY_ON_A_VIEW)
        action = as_action(action)
        self.check(seat, action)
        before = self.copy()
        self.step(seat, action)
        return completed(self.setup.game, self.tell(before, seat, action), self.play_name)

    def first_events(self) -> list[Event]:
        """What happened before the first question, as `apply` tells what happens after it."""
        return completed(self.setup.game, self.opening())

    def view(self, viewer: int) -> Self:
        """What a seat (or ONLOOKER) may know, as a state of the same kind."""
        if self.viewer == viewer:
            return self.copy()
        if self.viewer != TRUTH:
            raise ValueError(f"this is what {viewer_name(self.viewer)} sees: only the full state has other views")
        if viewer != ONLOOKER and not 0 <= viewer < self.seats:
            raise ValueError(f"there is no such seat: seats are 0 to {self.seats - 1}")
        sight = self.twin()
        sight.viewer = viewer
        sight.forget_scores()
        sight.hide(viewer)
        return sight

    def __repr__(self) -> str:
        """Which moment it is; `str` tells all of it."""
        if getattr(self, "setup", None) is None:  # made by __new__ alone
            return f"<{type(self).__name__} of no deal>"
        turn = f"waiting for {', '.join(map(str, self.waiting())) or 'nobody'}" if self.actors else "over"
        seen = f", seen by {viewer_name(self.viewer)}" if self.viewer != TRUTH else ""
        return f"<{self.setup.game.name} deal {self.setup.deal}: {self.phase}, {turn}{seen}>"

    # ---- positions: what core/position.py, which reads and writes them, asks of a game ----

    def __str__(self) -> str:
        """The position as a text that `Game.read_position` reads."""
        from paiju.core.position import write

        return write(self)

    def _arrange(self, given: dict[str, Any]) -> None:
        """The cards lie in their places: find what follows from them and from what else is `given`.

        Whoever reads a position trusts nothing, so this refuses (ValueError) before native code gets to see it.
        """
        if "actors" not in given:
            raise ValueError("whose turn is it? Write turn: and a seat")
        change(self, stage=given.get("stage", 0), actors=given["actors"])

    def _position_flaw(self) -> str:
        """What cannot be in a position that is complete, as a sentence; empty if nothing is wrong."""
        return ""

    def _hand_size(self, given: dict[str, Any], seat: Seat) -> int:
        """How many cards a hand has of which only a question mark is written."""
        return self.deck_size // self.seats

    def _undealt(self, given: dict[str, Any], rest: Mask) -> int:
        """Which of the cards that a position does not mention lie in the stock. The others have been played."""
        return 0

    def _write(self, values: dict[str, Any]) -> None:
        Places._write(self, values)
        self.stage = values.pop("stage", self.stage)
        self.actors = values.pop("actors", self.actors)

    def twin(self) -> Self:
        """A copy for native code, whatever `copy` is in a class written in Python."""
        twin = self.copy()
        if type(twin) is not type(self):
            raise no_copy(self)
        return twin

    def forget_scores(self) -> None:
        """Settling may have counted cards a viewer may not know."""
        for place in range(bits.PLACES):
            self.score[place] = 0


def viewer_name(viewer: int) -> str:
    return "an onlooker" if viewer == ONLOOKER else f"seat {viewer}"


def same_rules(state: State, other: State) -> bool:
    return state.setup.game is other.setup.game and state.setup.seats == other.setup.seats


def writes(state: State, name: str) -> bool:
    """Does the state's class bring its own method of this name? (Compiled, `State.deal` would be a C function.)"""
    return getattr(type(state), name) is not getattr(State, name)
