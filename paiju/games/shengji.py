"""Sheng Ji (Tractor, 80 points) with two decks, after shengji-bot. The rules are numbered in docs/rules/shengji.md.

A deal has two stories, each in a module of its own: shengji_calls.py up to the kitty, shengji_play.py from there to the
last trick. Here are the options, the phases in order, what screens are told, and the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paiju.core import bits, trump
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import (
    DECK,
    NO_CARDS,
    RANKS,
    SUIT_NAMES,
    Card,
    Cards,
    brief,
    in_order,
    multisets,
    rank_name,
    read_faces,
)
from paiju.core.chance import Random
from paiju.core.fields import (
    FOUND,
    HANDS,
    LIMITS,
    NOTHING,
    STOCK,
    CardsText,
    EachSeatText,
    Field,
    FieldText,
    FlagText,
    NumberText,
    SeatSetText,
    SeatText,
    WordText,
    change,
)
from paiju.core.game import Game, Options, Setup, UnknownRules, option
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, PlayerAt, Said, mark
from paiju.games import shengji_calls as calls
from paiju.games import shengji_score
from paiju.games.shengji_lesson import LESSON
from paiju.games.shengji_play import JUDGING, KITTY_TIMES, PlayState

ACES, JACKS = (sum(3 * bits.one(13 * suit + rank - 2) for suit in range(4)) for rank in (14, 11))
JACK, ACE, WON = 11, 14, 15  # two levels, and what a team stands at when it has won the match
STOPS = ("none", "5", "10", "J", "K", "5-10-K", "5-10-J-K", "5-10-J-K-A", "J-Q-K")
STEPS = ("table", "uncapped", "one")
TABLE, UNCAPPED, ONE = range(3)  # indices into these


@dataclass(frozen=True)
class ShengjiOptions(Options):
    start: str = option("2", "1.3", "the level both teams begin at", RANKS)
    twos: bool = option(False, "1.4", "all twos are trumps in every deal")
    red_fives: bool = option(False, "1.4", "the fives of hearts and diamonds are the highest trumps in every deal")
    overcall: str = option(
        "once", "2.7", "one weak and one strong call a deal, or higher suits over strong ones too", ("once", "standard")
    )
    suit_order: str = option(
        "DCHS", "2.7", "which suits are higher in calls over strong calls, from low to high", calls.SUIT_ORDERS
    )
    keep_call: bool = option(False, "2.6", "over one's own call one may only show its second card")
    complete_call: bool = option(False, "2.6", "who made the weak call may complete it to a pair over a strong one")
    no_trump: bool = option(False, "2.8", "a pair of jokers calls no trump")
    last_caller: bool = option(False, "2.10", "in the first deal the last caller deals, not the first")
    no_call: str = option("kitty", "3.1", "when nobody calls: turn the kitty over, or deal again", ("kitty", "redeal"))
    theft: bool = option(False, "4.3", "when the kitty is buried, who calls higher may take it and bury again")
    throw_block: str = option("all", "5.2", "whose cards can make a throw fail", ("all", "opponents"))
    throw_penalty: int = option(0, "5.4", "points a failed throw gives the other side", least=0, most=100)
    penalty_by: str = option("throw", "5.4", "what the penalty counts for", ("throw", "card"))
    pair_duty: bool = option(True, "6.3", "pairs and tractors must be followed with pairs and tractors")
    strict_tractor: bool = option(False, "6.5", "who holds no tractor as long follows with the longest shorter one")
    ruffs: str = option(
        "largest",
        "7.3",
        "what decides between ruffs of a throw: its largest part, all parts, or the first that differs",
        JUDGING,
    )
    kitty: str = option(
        "double",
        "8.3",
        "what multiplies the kitty: two, twice the cards of the largest part, or two to their power",
        KITTY_TIMES,
    )
    kitty_part: str = option(
        "winner", "8.3", "whose largest part: of the play that won, or the lead", ("winner", "lead")
    )
    surrender: bool = option(False, "8.6", "a team may give the deal up", allows="surrender")
    steps: str = option(
        "table", "9.1", "how far a deal lifts: by the table, without its upper end, or one level a deal held", STEPS
    )
    must_stop: str = option("none", "9.3", "levels nobody may jump over", STOPS)
    must_defend: str = option("none", "9.4", "levels a team leaves only by winning a deal as declarers there", STOPS)
    jack_demotion: str = option(
        "none", "9.5", "how far declarers at the jack fall who lose the last trick to a jack", ("none", "half", "start")
    )
    target: str = option("5", "10.1", "the level at which a deal won as declarers wins the match", RANKS)
    last_trick_ace: bool = option(False, "10.2", "to win the match, take the last trick with an ace")
    deals: int = option(0, "10.3", "end the match after so many deals; 0: play until a team wins", least=0, most=1000)


KITTY = replace(STOCK, name="kitty", derived=True, in_views=True)


@dataclass(frozen=True)
class ShengjiSetup(Setup):
    dealer: int = -1  # nobody in the first deal
    levels: tuple[int, ...] = (2, 2)  # of N and S, of W and E
    played: int = 0  # deals that were played out


class DeckText(FieldText):
    """All the cards in the order they are drawn."""

    blank = [0] * 108

    def write(self, value: Any, state: Any) -> str:
        return " ".join(str(Card(face)) for face in value)

    def read(self, text: str, state: Any) -> Any:
        deck = [int(card) for card in read_faces(text)]
        state.checked_deck(deck)
        return deck


class TractorsText(FieldText):
    """By seat and suit, how long a tractor would be that is not there: `clubs 2`."""

    blank = [0] * 20

    def write(self, value: Any, state: Any) -> str:
        lengths = [value[5 * seat : 5 * seat + 5] for seat in range(4)]
        words = [" ".join(f"{SUIT_NAMES[suit]} {n}" for suit, n in enumerate(some) if n) or NOTHING for some in lengths]
        return " | ".join(words)

    def read(self, text: str, state: Any) -> Any:
        lengths = [0] * 20
        for seat, part in enumerate(EachSeatText(WordsText()).read(text, state)):
            words = part.replace(NOTHING, "").split()
            for suit, number in zip(words[::2], [*words[1::2], ""], strict=False):
                if suit not in SUIT_NAMES:
                    raise ValueError(f"a suit is wanted, and how long the tractor is, not '{brief(suit)}'")
                lengths[5 * seat + SUIT_NAMES.index(suit)] = NumberText(2, 15).read(number, state)
        return lengths


class WordsText(FieldText):
    def read(self, text: str, state: Any) -> Any:
        return text


class ShengjiState(PlayState):
    phases = (mark("draw"), mark("last_call"), mark("theft"), mark("bury"), mark("play"), mark("consent"))
    marks = ("led", "led_suit", "led_size", "led_pairs", "led_tractors", "best_rung", "ruffed")
    position_fields = (
        *FOUND, HANDS, KITTY, Field("dealer", "dealer", SeatText(), derived=True),
        Field("buried by", "burier", SeatText(), get=lambda state: state.burier if state.thefts else -1),
        Field("caller", "caller", SeatText()),
        Field("called", "called", CardsText(), get=lambda state: int(state.called()) if state.call else 0),
        Field("weak caller", "weak_caller", SeatText()), Field("weak call", "weak_card", CardsText()),
        Field("turned", "turned", CardsText()),
        Field("trump", "trump", WordText(lambda state: (*SUIT_NAMES[:4], "none"), 4), derived=True), *TRICK_FIELDS,
        Field("tricks", "trick", NumberText(0, 25), derived=True, free=True),
        Field("points", "points", NumberText(-1_000_000, 1_000_000), free=True),
        Field("kitty points", "kitty_points", NumberText(0, 1_000_000), free=True),
        Field("no tractor", "no_run", TractorsText(), free=True),
        Field("proposed", "proposed", SeatSetText(), free=True), Field("surrendered", "forfeited", SeatText()),
        Field("redeal", "redeal", FlagText()), Field("drawn", "drawn", NumberText(0, 100, 100)),
        Field("asked from", "asked_from", NumberText(0, 3), free=True),
        Field("everyone", "everyone", FlagText(), free=True), Field("asked", "asked", SeatSetText(), free=True),
        Field("deck", "deck", DeckText()), *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        PlayState.__init__(self, setup)
        self.may_surrender: bool = setup.options.surrender
        self.lift: int = STEPS.index(setup.options.steps)
        self.proposed: int = 0  # bit set of the teams that have asked to surrender
        self.forfeited: int = -1  # the team that surrendered

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.proposed = 0
        self.forfeited = -1
        self.clear_play()
        self.open_draw(deck)

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage <= calls.THEFT:
            return self.random_call(seat, rng)
        if self.stage == calls.BURY:
            return bits.move(bits.BURY, rng.some(self.hand[seat], 8), 0)
        if self.stage == calls.CONSENT:
            return bits.move(bits.SURRENDER if rng.below(2) else bits.PASS, 0, 0)
        if self.can_surrender(seat) and rng.below(16) == 0:
            return bits.move(bits.SURRENDER, 0, 0)
        if seat == self.leader:
            return bits.move(bits.PLAY, self.random_lead(seat, rng), 0)
        return bits.move(bits.PLAY, self.random_follow(seat, rng), 0)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage <= calls.THEFT:
            if bits.kind_of(move) == bits.CALL:
                self.make_call(seat, bits.cards_of(move))
            elif not self.actors >> seat & 1:
                return  # rule 2.4: to pass unasked is to say nothing
            if self.stage <= calls.THEFT:
                self.go_on(seat, bits.amount_of(move))
        elif self.stage == calls.BURY:
            self.bury(seat, bits.cards_of(move))
            if self.stage == calls.THEFT:
                self.go_on(seat, 0)
        elif self.stage == calls.CONSENT:
            self.consent(seat, bits.kind_of(move) == bits.SURRENDER)
        elif bits.kind_of(move) == bits.SURRENDER:
            self.stage = calls.CONSENT
            self.proposed = self.proposed | 1 << (seat & 1)
            self.actors = 1 << ((seat + 2) & 3)
        else:
            self.play(seat, bits.cards_of(move))

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        kind = bits.kind_of(move)
        if kind == bits.PASS and self.stage == calls.DRAW:
            return cards == 0 and self.is_time(bits.amount_of(move))
        if move != bits.move(kind, cards, 0) or not self.holds(seat, cards):
            return False
        if kind == bits.PASS:
            return cards == 0 and (self.stage <= calls.THEFT or self.stage == calls.CONSENT)
        if kind == bits.SURRENDER:
            return cards == 0 and (
                self.stage == calls.CONSENT or (self.stage == calls.PLAY and self.can_surrender(seat))
            )
        if self.stage <= calls.THEFT:
            return kind == bits.CALL and self.is_call(seat, cards)
        if self.stage == calls.BURY:
            return kind == bits.BURY and bits.size(cards) == 8
        if self.stage != calls.PLAY or kind != bits.PLAY or cards == 0:
            return False
        if seat == self.leader:
            return self.suit_with(cards) >= 0
        return bits.size(cards) == self.led_size and self.misplay(seat, cards) == 0

    def is_time(self, drawn: int) -> bool:
        """Rule 2.4: can somebody pass until so many cards are drawn? 0: until there is something new."""
        return drawn == 0 or self.drawn < drawn <= 100

    def can_surrender(self, seat: Seat) -> bool:
        return self.may_surrender and not self.proposed >> (seat & 1) & 1

    def consent(self, seat: Seat, agreed: bool) -> None:
        """Rule 8.6: the partner agrees, or the proposer plays on."""
        if agreed:
            self.forfeited = seat & 1
            self.points = 80 if seat & 1 == self.dealer & 1 else 0
            self.kitty_points = 0
            self.actors = 0
        else:
            self.actors = 1 << ((seat + 2) & 3)
        self.stage = calls.PLAY

    def fill(self, rng: Random) -> None:
        viewer = self.viewer
        if self.stage > calls.THEFT:
            self.scatter_without_runs(rng)
        else:
            self.scatter(rng)
            if self.actors:
                self.guess_question(viewer, rng)

    def settle(self) -> None:
        """Rule 8.5."""
        score = 0 if self.redeal else steps(self.points, self.lift)
        for seat in range(4):
            self.score[seat] = score if seat & 1 == self.dealer & 1 else -score

    # ---- positions ----

    def full_hand(self) -> int:
        return 25

    def _hand_size(self, given: dict[str, Any], seat: Seat) -> int:
        """As in every trick game, but the dealer buries from a hand with the kitty in it."""
        if given.get("stage") != calls.BURY:
            return PlayState._hand_size(self, given, seat)
        dealer = self.old_dealer if self.old_dealer >= 0 else given.get("dealer", given.get("caller", -1))
        return 33 if seat == dealer else 25

    def _arrange(self, given: dict[str, Any]) -> None:
        self._arrange_calls(given)
        counts = list(self.count)[:4]
        buries = max(counts) == 33 and self.count[bits.STOCK] == 0
        told = given.keys() & {"leader", "plays", "taken", "last_plays", "trump", "called", "deck", "drawn", "stage"}
        if not told and counts == [25] * 4 and self.count[bits.STOCK] == 8 and self.viewer == bits.TRUTH:
            self.deal(
                self.deck_for(self.hands, Cards(self.hand[bits.STOCK]))
            )  # only hands: they are drawn from the start
            return
        default = calls.BURY if buries else calls.PLAY
        if "drawn" in given or "deck" in given:
            default = calls.DRAW if self.drawn < 100 else calls.LAST_CALL
        stage = given.get("stage", default)
        if stage <= calls.LAST_CALL:
            self._arrange_draw(given, stage)
        elif self.dealer < 0:
            raise ValueError("dealer: who is it? Write a seat")
        elif stage == calls.BURY:
            seat = counts.index(33) if self.thefts and 33 in counts else self.dealer
            if [counts[(seat + i) & 3] for i in range(4)] != [33, 25, 25, 25]:
                raise ValueError("hands: before the dealer buries, it holds 33 cards and the others 25")
            burier = given.get("burier", -1)
            change(self, stage=stage, actors=1 << seat, deck=given.get("deck", DeckText.blank), burier=burier)
        elif stage == calls.THEFT:
            self._arrange_theft(given, counts)
        else:
            change(self, burier=given.get("burier", self.dealer))
            self._arrange_tricks(given, calls.PLAY, self.dealer if max(counts) == 25 else -1)
            self._arrange_surrender(given, stage)

    def _arrange_theft(self, given: dict[str, Any], counts: list[int]) -> None:
        """A moment in which the kitty can be robbed."""
        burier = given.get("burier", self.dealer)
        actors = given.get("actors", 1 << given.get("asked_from", (burier + 1) & 3))
        if not self.thefts or counts != [25] * 4 or self.count[bits.STOCK] != 8 or burier < 0:
            raise ValueError("phase: a kitty of 8 that was buried can be robbed, where the rules allow it (rule 4.3)")
        if actors == 0 or (actors > 15 and actors != calls.NOBODY):
            raise ValueError("turn: who may rob the kitty? A seat is wanted, or nobody")
        change(self, stage=calls.THEFT, actors=actors, burier=burier)

    def _undealt(self, given: dict[str, Any], rest: Mask) -> Mask:
        return rest if all(len(hand) == 25 for hand in given["hands"]) and bits.size(rest) == 8 else 0

    def deck_for(self, hands: Sequence[Cards], kitty: Cards) -> list[Card]:
        """A deck from which everybody draws this hand."""
        drawn = [list(hands[(self.first_drawer() + i) & 3]) for i in range(4)]
        return [card for four in zip(*drawn, strict=True) for card in four] + list(kitty)

    def _arrange_surrender(self, given: dict[str, Any], stage: int) -> None:
        team, asked = given.get("forfeited", -1), given.get("proposed", 0)
        if team > 1 or asked > 3 or ((asked or team >= 0) and not self.may_surrender):
            raise ValueError("surrendered: one of the teams 0 and 1 may, where the rules allow it (rule 8.6)")
        change(self, forfeited=team)
        if team >= 0:
            change(self, actors=0)
        elif stage == calls.CONSENT:
            seat = bits.lowest(self.actors) if self.actors else -1
            if seat < 0 or not asked >> (seat & 1) & 1:
                raise ValueError("phase: nobody has proposed to surrender")
            change(self, stage=stage, actors=1 << ((seat + 2) & 3))

    def _position_flaw(self) -> str:
        if self.stage >= calls.PLAY and self.count[bits.STOCK] > 8:
            return f"{self.count[bits.STOCK] - 8} cards are nowhere: say what was taken, or which cards are unseen"
        return PlayState._position_flaw(self)

    def _write(self, values: dict[str, Any]) -> None:
        PlayState._write(self, values)
        self.proposed = values.pop("proposed", self.proposed)
        self.forfeited = values.pop("forfeited", self.forfeited)

    # ---- in words ----

    def asks(self, seat: Seat) -> list[Ask]:
        if self.is_timed and self.can_speak(seat):
            return self.call_asks(seat)
        if not self.actors >> seat & 1:
            return []
        if self.stage == calls.CONSENT:
            return [Ask("surrender"), Ask("pass")]
        hand = self.hand[seat]
        if self.stage == calls.BURY:
            return [Ask("bury", Cards(hand), 8, 8)]
        if seat == self.leader:
            longest = max(bits.size(hand & self.within[suit]) for suit in range(5))
            ask = Ask("play", Cards(hand), 1, longest)
        else:
            held = hand & self.led
            ask = Ask("play", Cards(held if bits.size(held) >= self.led_size else hand), self.led_size, self.led_size)
        return [ask, Ask("surrender")] if self.can_surrender(seat) else [ask]

    def actions(self, seat: Seat) -> Iterator[Action]:
        """All legal answers; leads are singles, pairs, tractors, then every throw, of which there can be millions."""
        if not self.can_speak(seat):
            return
        if self.stage <= calls.THEFT:
            hand = self.hand[seat]
            for face in Cards(bits.faces(hand) & self.weak_calls(seat)):
                yield Action("call", Cards([face]))
            for face in Cards(bits.pairs(hand) & self.pair_calls(seat)):
                yield Action("call", Cards([face, face]))
            yield Action("pass")
        elif self.stage == calls.CONSENT:
            yield Action("pass")
            yield Action("surrender")
        elif self.stage == calls.BURY:
            hand = self.hand[seat]
            for cards in multisets(hand, 8, self.low_first(hand)):
                yield Action("bury", Cards(cards))
        else:
            for cards in self.leads(seat) if seat == self.leader else self.follows(seat):
                yield Action("play", Cards(cards))
            if self.can_surrender(seat):
                yield Action("surrender")

    def early_refusal(self, seat: Seat, action: Action) -> IllegalAction | None:
        """Rule 2.4: the usual answer to somebody who is not asked would name the seat that is."""
        if not self.is_timed:
            return None
        refusal = self.call_refusal(seat, action.cards) if action.kind == "call" else None
        if refusal or self.can_speak(seat):
            return refusal
        return IllegalAction("nobody asks you now: wait for a card or a call that lets you call", "2.4")

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        seat = self.known_seat(seat)
        cards = int(action.cards)
        if ask.kind == "call":
            refusal = self.call_refusal(seat, action.cards)
            if refusal:
                return refusal
        if ask.kind == "pass" and self.stage == calls.DRAW and not cards and self.is_time(action.amount):
            return None
        lead = ask.kind == "play" and seat == self.leader and cards and bits.contains(self.hand[seat], cards)
        if lead and self.suit_with(cards) < 0:
            return IllegalAction("lead cards of one suit: {cards} are not", "5.1", cards=action.cards)
        return PlayState.misfit(self, seat, ask, action)

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        return self.neglect(self.known_seat(seat), 2)

    def is_master(self, seat: Seat) -> bool:
        """Rule 8.3: where the size of the last play counts, cashing single cards might not be the best of it."""
        return self.setup.options.kitty == "double" and PlayState.is_master(self, seat)

    def judge(self, seat: Seat, action: Action) -> None:
        seat = self.known_seat(seat)
        if action.kind == "play" and seat != self.leader:
            duty = self.misplay(seat, int(action.cards))
            if duty:
                raise self.neglect(seat, duty)

    def guide(self) -> Message | None:
        if self.stage == calls.BURY and self.setup.options.kitty != "double":
            return Message(
                "put eight cards away: points among them count at least double for the opponents if they win the last "
                "trick, more if it is a pair or a tractor"
            )
        return PlayState.guide(self)

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        places = 15 & ~(1 << viewer if viewer >= 0 else 0)
        over = self.actors == 0 and not self.redeal
        if not over and (viewer < 0 or viewer != self.burier):
            places |= 1 << bits.STOCK  # rule 4.2: who buried knows what, all others when the deal is over
        self.hide_draw(viewer)
        self.conceal(places)

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        assert isinstance(before, ShengjiState)
        seat = self.known_seat(seat)
        if before.stage in (calls.THEFT, calls.BURY):
            return self.kitty_events(before, seat, action)
        if before.stage <= calls.LAST_CALL:
            call = [Event("call", seat, action.cards)] if action.kind == "call" else []
            return call + self.draw_events(before.drawn)
        if action.kind == "pass":
            return [Event("play_on", seat)]
        if action.kind == "surrender":
            if self.stage == calls.CONSENT:
                return [Event("propose_surrender", seat)]
            return [Event("surrender", seat), *self.closing_events()]
        played = Cards(self.table[seat] or self.last[seat])
        events = []
        if played != action.cards:
            other = self.blocker(seat, int(played))
            events = [
                Event("throw", seat, action.cards),
                Event("blocks", other, Cards(self.higher(other, int(played))), lasting=True),
                Event("throw_fails", seat, played, lasting=True),
            ]
        events += [Event("play", seat, played), *self.trick_events(before)]
        return events + self.closing_events() if self.is_over else events

    def kitty_events(self, before: ShengjiState, seat: Seat, action: Action) -> list[Event]:
        """Rule 4: burying, robbing, and that nobody robs. That somebody passed is not told."""
        if action.kind == "call":
            seen_by = 1 << seat | 1 << before.burier
            kitty = Cards(before.hand[bits.STOCK])
            return [Event("call", seat, action.cards), Event("rob", seat, kitty, seen_by=seen_by)]
        events = [Event("bury", seat, action.cards, seen_by=1 << seat)] if action.kind == "bury" else []
        kept = self.thefts and self.stage == calls.PLAY
        return [*events, Event("kitty_stays", self.burier)] if kept else events

    def closing_events(self) -> list[Event]:
        kitty = Event("kitty", self.dealer, Cards(self.hand[bits.STOCK]), self.kitty_points)
        return [kitty, Event("points", amount=self.points), *self.score_events()]

    def sorted_hand(self, cards: Mask) -> tuple[tuple[Card, ...], ...]:
        """Trumps first, then the other suits, high to low."""
        groups: list[tuple[Card, ...]] = []
        for suit in (4, 3, 2, 1, 0):
            held = [64 * self.rung_of[face] + face for face in in_order(cards & self.within[suit])]
            if held:
                held.sort(reverse=True)
                groups.append(tuple([DECK[key & 63] for key in held]))
        return tuple(groups)

    def notes(self) -> tuple[Message, ...]:
        is_named = self.call or self.stage > calls.THEFT
        plays = self.stage >= calls.PLAY
        return notes_of(
            self.level, self.trump if is_named else -1, self.turned, self.dealer if plays else -1, self.points
        )

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        if seat != self.dealer and seat != self.caller:
            return ()
        return notes_on_player(seat == self.dealer, self.called() if seat == self.caller else NO_CARDS)

    def called(self) -> Cards:
        """The cards of the standing call."""
        face = 46 + self.call if self.call > 5 else 13 * self.trump + self.rank
        return Cards([face] if self.call == 1 else [face, face])

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        return shengji_score.score_lines(self)

    def steps_for(self, points: int) -> int:
        """What the deal would score for the declarers with so many points of the opponents."""
        return steps(points, self.lift)


# The same objects for the same facts: every moment asks for them, and compares them with the last.


@lru_cache(1024)
def notes_of(level: int, suit: int, turned: Mask, dealer: Seat, points: int) -> tuple[Message, ...]:
    """`suit` is -1 until trump is known, `dealer` -1 until there is play."""
    notes = [Message("dominant rank {rank}", rank=rank_name(level))]
    if suit >= 0:
        named = Message("trump: {suit}", suit=SUIT_NAMES[suit])
        notes.append(named if suit < trump.TRUMPS else Message("no trump suit"))
    if turned:
        notes.append(Message("turned over: {cards}", cards=Cards(turned)))
    if dealer >= 0:
        others = [PlayerAt((dealer + 1) % 4), PlayerAt((dealer + 3) % 4)]
        notes.append(Message("{seats}: {points} of 80 points", seats=others, points=points))
    return tuple(notes)


@lru_cache(1024)
def notes_on_player(deals: bool, called: Cards) -> tuple[Message, ...]:
    notes = [Message("dealer")] if deals else []
    return tuple([*notes, Message("called {cards}", cards=called)] if called else notes)


def steps(points: int, lift: int) -> int:
    """Rule 8.5: levels the declarers win; below zero if the opponents take over: one, and one a level."""
    if lift == ONE:
        return 1 if points < 80 else -1
    if points <= 0:
        return 3
    if points < 40:
        return 2
    if points < 80:
        return 1
    if points >= 200 and lift == TABLE:
        return -4
    return -1 - (points - 80) // 40


class Shengji(Game[ShengjiState]):
    name = "shengji"
    title = mark("Sheng Ji")
    aliases = (
        *("tractor", "80 points", "eighty points", "level up", "upgrade", "shengji bot"),
        *("升级", "升級", "拖拉机", "拖拉機", "八十分", "80分", "双升", "雙升", "打升级", "tuolaji", "bashifen"),
        *("shuangsheng", "80 punten", "tachtig punten"),
    )
    about = mark("four players in two teams, two decks: call trump, play pairs and tractors, rise from level to level")
    Options = ShengjiOptions
    Setup = ShengjiSetup
    State = ShengjiState
    presets = {
        "full": {"target": "A"},
        "standard": {
            "overcall": "standard", "no_trump": True, "strict_tractor": True, "kitty": "by_size",
            "must_defend": "5-10-K", "target": "A",
        },
    }  # fmt: skip
    clockwise = False
    draws_cards = True
    lesson = LESSON
    unit = mark("levels")
    guides = {
        "draw": mark("call to make a suit trump: show a card of the dominant rank, or a pair, which counts more"),
        "last_call": mark("the last chance to call: show a card of the dominant rank, or a pair, which counts more"),
        "theft": mark("rob the kitty: a pair that is higher than the call that stands makes its suit trump"),
        "bury": mark(
            "put eight cards away: points among them count double for the opponents if they win the last trick"
        ),
        "consent": mark("your partner wants to give the deal up: agree, or pass to play on"),
        "play": mark("kings and tens count 10, fives 5: with 80 the opponents of the dealer take over"),
    }
    events = {
        "draw": mark("{seat} draws {cards}|you draw {cards}"),
        "redeal": mark("nobody called: the cards are dealt again"),
        "turn_up": mark("nobody called: turned over from the kitty {cards}"),
        "rob": mark("{seat} robs the kitty {cards}|you rob the kitty {cards}"),
        "kitty_stays": mark("nobody robs the kitty"),
        "take_kitty": mark("{seat} takes the kitty: {cards}|you take the kitty: {cards}"),
        "throw": mark("{seat} throws {cards}|you throw {cards}"),
        "blocks": mark("{seat} holds {cards}, which is higher|you hold {cards}, which is higher"),
        "throw_fails": mark("{seat}'s throw fails: {cards} must be played|your throw fails: {cards} must be played"),
        "propose_surrender": mark("{seat} proposes to give the deal up|you propose to give the deal up"),
        "play_on": mark("{seat} wants to play on|you want to play on"),
        "kitty": mark("the kitty was {cards}: {amount} points for the opponents"),
        "points": mark("the opponents of the dealer's side made {amount} points"),
        "score": mark(
            "{seat}'s side: {amount} (levels, and one for taking over)|"
            "your side: {amount} (levels, and one for taking over)"
        ),
    }

    def cards(self, setup: Any) -> list[int]:
        return [*range(54), *range(54)]

    def first(self, options: Any = None) -> Any:
        setup = super().first(options)
        start = level_named(setup.options.start)
        return replace(setup, dealer=-1, levels=(start, start), standing=(start,) * setup.seats)

    def approve(self, options: Any) -> None:
        if level_named(options.start) > level_named(options.target):
            raise UnknownRules(
                "{game}: a match from level {start} to level {target} cannot be",
                game=Said(self.name), start=Said(options.start), target=Said(options.target),
            )  # fmt: skip

    def flaw(self, setup: Any) -> str:
        levels, deals = setup.levels, setup.options.deals
        if len(levels) != 2 or any(not 2 <= level <= ACE for level in levels):
            return f"there are two levels, one for each team, from 2 to {ACE}"
        if setup.standing != levels + levels:
            return "the standing is the level of each seat's team"
        if not 0 <= setup.played < setup.deal:
            return f"{setup.played} deals were played, but this is deal {setup.deal}"
        if setup.dealer < 0 and (setup.played or levels[0] != levels[1]):
            return "only the first deal of a match has no dealer: then both teams stand at the same level"
        if 0 < deals <= setup.played:
            return f"{setup.played} deals were played, but the match has {deals}"
        return ""

    def spelt_out(self, first: Setup, named: dict[str, Any]) -> dict[str, Any]:
        """The standing is the level of each seat's team: either says the other."""
        if "levels" in named and len(named["levels"]) == 2:
            return {"standing": 2 * named["levels"], **named}
        if "levels" in named:
            raise ValueError("say two levels, one for each team, as in levels=9,9")
        return {"levels": named["standing"][:2], **named} if "standing" in named else named

    def team(self, setup: Setup, seat: Seat) -> int:
        return seat % 2

    def after(self, setup: Any, state: Any) -> ShengjiSetup:
        """Rules 9 and 10: levels, the next dealer, the end of the match. A redeal changes nothing but the cards."""
        if state.redeal:
            return setup.next()
        options, declarers, won = setup.options, state.dealer % 2, steps(state.points, state.lift)
        held = won > 0
        levels, played = list(setup.levels), setup.played + 1
        team = declarers if held else 1 - declarers
        at_target = levels[team] >= level_named(options.target)
        if held and at_target and (not options.last_trick_ace or took_last_with(ACES, state, declarers)):
            levels[team] = WON
        else:
            levels[team] = risen(levels[team], won if held else -won - 1, held, options)
        if levels[declarers] == JACK and not held and took_last_with(JACKS, state, team):
            levels[declarers] = demoted(options)
        return setup.next(
            dealer=(state.dealer + (2 if held else 1)) % 4,
            levels=tuple(levels),
            played=played,
            standing=tuple(levels[seat % 2] for seat in range(4)),
            over=levels[team] == WON or 0 < options.deals <= played,
        )

    def level_reasons(self, setup: Any, state: Any) -> dict[int, Message]:
        """Rules 9.2 to 9.5 and 10.2, by team: why a level is not what the table of rule 9.1 alone would make it."""
        options, declarers, won = setup.options, state.dealer % 2, steps(state.points, state.lift)
        held, levels = won > 0, self.after(setup, state).levels
        team = declarers if held else 1 - declarers
        old, new, free = setup.levels[team], levels[team], setup.levels[team] + (won if held else -won - 1)
        reasons: dict[int, Message] = {}
        if levels[declarers] < setup.levels[declarers]:
            reasons[declarers] = Message("the last trick was lost to a jack")
        if new in (WON, free):
            return reasons
        if old in levels_named(options.must_defend) and not held:
            reasons[team] = Message("it is left only by winning a deal as declarers there")
        elif old >= level_named(options.target):
            asked = held and options.last_trick_ace
            won_with = mark("the match is won with an ace in the last trick")
            reasons[team] = Message(won_with if asked else mark("the match is won by a deal as declarers there"))
        elif new == level_named(options.target):
            reasons[team] = Message("no level lies above it")
        else:
            reasons[team] = Message("nobody jumps over it")
        return reasons

    def standing_text(self, setup: Any) -> list[Message]:
        lines = []
        for team, level in enumerate(setup.levels):
            seats = [PlayerAt(team), PlayerAt(team + 2)]
            if level == WON:
                lines.append(Message("{seats}: past level {level}", seats=seats, level=setup.options.target))
            else:
                lines.append(Message("{seats}: level {level}", seats=seats, level=rank_name(level)))
        if setup.dealer >= 0 and not setup.over:
            lines.append(Message("{seat} deals|you deal", seat=PlayerAt(setup.dealer)))
        return lines

    def figure(self, options: Any, number: int) -> str:
        return f"{options.target}+" if number == WON else rank_name(number)


def level_named(name: str) -> int:
    return RANKS.index(name) + 2


def levels_named(names: str) -> set[int]:
    """The levels in a text such as 5-10-K."""
    return {level_named(name) for name in names.split("-")} if names != "none" else set()


def risen(level: int, steps: int, held: bool, options: Any) -> int:
    """Rules 9.2 to 9.4: a team's new level; never past the target, nor over a level where everybody must stop."""
    to_defend = levels_named(options.must_defend)
    if level in to_defend and not held:
        return level
    stops = to_defend | levels_named(options.must_stop)
    target = max(level, level_named(options.target))
    for _ in range(steps):
        level = min(level + 1, target)
        if level in stops:
            break
    return level


def demoted(options: Any) -> int:
    """Rule 9.5: the level of declarers who stood at the jack and lost the last trick to one."""
    start = min(level_named(options.start), JACK)
    return {"none": JACK, "half": (start + JACK) // 2, "start": start}[options.jack_demotion]


def took_last_with(cards: Mask, state: Any, team: int) -> bool:
    """Rules 9.5 and 10.2: did the team win the last trick with a play that has one of these in it?"""
    winner = state.last_winner
    return state.forfeited < 0 and winner % 2 == team and bool(int(state.last_laid[winner]) & cards)


GAME = Shengji()
