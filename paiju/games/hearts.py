"""Hearts, as heartless played it. The rules are numbered in docs/rules/hearts.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paiju.core import bits, dice
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards
from paiju.core.chance import Random
from paiju.core.fields import FOUND, HANDS, LIMITS, EachSeatText, FacesText, Field, FieldText, FlagText, change
from paiju.core.game import Game, Options, Setup, option
from paiju.core.passing import GAVE, PassingState
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, mark

HEARTS = bits.suit(2)
QUEEN = bits.one(49)  # the queen of spades
POINTS = HEARTS | 3 * QUEEN
TWO = bits.one(0)  # the two of clubs leads the first trick
GIVE, PLAY = range(2)  # indices into the phases
SUITS = tuple(bits.suit(suit) & bits.ONES for suit in range(4))
DISPLAY = (0, 1, 3, 2)  # clubs, diamonds, spades, hearts


@dataclass(frozen=True)
class HeartsOptions(Options):
    passing: bool = option(True, "2.1", "pass three cards before play")
    moon: str = option("add", "5.3", "the moon: others add 26, or the shooter subtracts 26", ("add", "subtract"))
    queen_breaks: bool = option(False, "4.3", "the queen of spades breaks hearts too")
    target: int = option(100, "6.1", "the match ends when a total reaches this", least=1, most=1000)
    tie: str = option("shared", "6.3", "a tie for the lowest total: shared, or another deal", ("shared", "extra_deal"))


class VoidsText(FieldText):
    """The suits that each seat has been seen not to follow, in one number: bit 4 * seat + suit."""

    def write(self, value: Any, state: Any) -> str:
        suits = [sum(SUITS[suit] for suit in range(4) if value >> 4 * seat + suit & 1) for seat in range(4)]
        return EachSeatText(FacesText()).write(suits, state)

    def read(self, text: str, state: Any) -> int:
        return voids_of(EachSeatText(FacesText()).read(text, state))


def voids_of(lacking: Sequence[Mask]) -> int:
    """The same from the faces that each seat lacks."""
    return sum(
        1 << 4 * seat + suit for seat in range(4) for suit in range(4) if lacking[seat] & SUITS[suit] == SUITS[suit]
    )


class HeartsState(PassingState):
    phases = (mark("give"), mark("play"))
    marks = ("led", "best")
    position_fields = (
        *FOUND, HANDS, *TRICK_FIELDS, GAVE, Field("broken", "broken", FlagText(), derived=True, free=True),
        Field("voids", "voids", VoidsText(), derived=True, free=True), *LIMITS,
    )  # fmt: skip
    # Rule 2.1: left, right, across, none. Seats run clockwise, so left is the next seat.
    shifts = (0, 1, 3, 2)
    directions = ("", mark("left"), mark("across"), mark("right"))

    def __init__(self, setup: Any):
        PassingState.__init__(self, setup)
        self.moon_adds: int = setup.options.moon == "add"
        self.breakers: Mask = HEARTS | QUEEN if setup.options.queen_breaks else HEARTS  # rule 4.3
        self.broken: bool = False
        self.led: Mask = 0  # the suit led
        self.best: Mask = 0  # the card that is winning
        self.voids: int = 0  # the suits seats have been seen not to follow: bit 4 * seat + suit

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.clear_hands()
        self.clear_tricks()
        self.clear_gifts()
        self.broken = False
        self.led = 0
        self.best = 0
        self.voids = 0
        for seat in range(4):
            hand = 0
            for i in range(13):
                hand = hand | bits.one(deck[13 * seat + i])
            self.hand[seat] = hand
            self.count[seat] = 13
        if self.shift:
            self.stage = GIVE
            self.actors = 15
        else:
            self.open_play()

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == GIVE:
            return bits.move(bits.GIVE, rng.some(self.hand[seat], 3), 0)
        cards = self.legal(seat)
        return bits.move(bits.PLAY, bits.nth(cards, dice.below(rng, bits.popcount(cards))), 0)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == GIVE:
            if self.keep_gift(seat, bits.cards_of(move)):
                self.open_play()
        else:
            self.play(seat, bits.cards_of(move))

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        if self.stage == GIVE:
            return move == bits.move(bits.GIVE, cards, 0) and bits.size(cards) == 3 and self.holds(seat, cards)
        return move == bits.move(bits.PLAY, cards, 0) and bits.size(cards) == 1 and cards & ~self.legal(seat) == 0

    def open_play(self) -> None:
        """Rule 3.1: the two of clubs leads, so everybody knows who holds it."""
        self.stage = PLAY
        for seat in range(4):
            if self.hand[seat] & TWO:
                self.known[seat] = TWO
                self.lead_with(seat)

    def legal(self, seat: Seat) -> Mask:
        """The single cards the seat may play (rules 3 and 4)."""
        hand = self.hand[seat]
        if self.trick == 0:
            return self.legal_at_first(hand)
        if seat == self.leader:
            return hand if self.broken else hand & ~HEARTS or hand
        return hand & self.led or hand

    def legal_at_first(self, hand: Mask) -> Mask:
        """Rules 3.1 and 4.4: the two of clubs leads, and no points if there is anything else."""
        if hand & TWO:
            return TWO
        cards = hand & self.led or hand
        return cards & ~POINTS or cards

    def play(self, seat: Seat, card: Mask) -> None:
        """A card goes to the table, and tells everybody something of those left behind it (`most`)."""
        self.hand[seat] = self.hand[seat] - card
        self.count[seat] = self.count[seat] - 1
        self.table[seat] = card
        if self.trick == 0:
            self.known[seat] = 0  # it was the two of clubs, if anything
        if seat == self.leader:
            if card & HEARTS and not self.broken:
                self.most[seat] = self.most[seat] & HEARTS  # rule 4.2: nothing else to lead
            self.led = bits.suit(bits.lowest(card) // 26)
            self.best = card
        elif card & self.led:
            if card > self.best:
                self.best = card
                self.winner = seat
        else:
            self.most[seat] = self.most[seat] & ~self.led  # rule 3.2: nothing to follow with
            self.voids = self.voids | 1 << 4 * seat + bits.lowest(self.led) // 26
            if self.trick == 0 and card & POINTS:
                self.most[seat] = self.most[seat] & POINTS  # rule 4.4: nothing else to throw
        self.broken = self.broken | (card & self.breakers != 0)
        seat = seat + 1 & 3
        self.actors = 1 << seat
        if seat == self.leader:
            self.close_trick()
            if self.trick == 13:
                self.actors = 0

    def play_out(self, rng: Random) -> int:
        # The loop of State with direct calls, which the compiler joins: roll-outs gain a fifth.
        plays = 0
        while self.actors:
            seat = bits.lowest(self.actors)
            HeartsState.do(self, seat, HeartsState.random_move(self, seat, rng))
            plays += 1
        return plays

    def fill(self, rng: Random) -> None:
        self.scatter(rng)
        self.refill_gifts(rng)

    def settle(self) -> None:
        """Rules 5.1 to 5.3."""
        for seat in range(4):
            points = bits.popcount(self.taken[seat] & HEARTS)
            if self.taken[seat] & QUEEN:
                points += 13
            self.score[seat] = points
        for seat in range(4):
            if self.score[seat] == 26:
                swing = 26 if self.moon_adds else 0
                for other in range(4):
                    self.score[other] = swing
                self.score[seat] = swing - 26
                return

    # ---- positions ----

    def _arrange(self, given: dict[str, Any]) -> None:
        gives = self.shift and self.is_before_play(given)
        if given.get("stage", GIVE if gives else PLAY) == GIVE:
            self._arrange_answers(given, GIVE)
        else:
            opener = next((seat for seat in range(4) if self.hand[seat] & TWO), -1)
            self._arrange_tricks(given, PLAY, opener if self.count[0] == 13 else -1)

    def open_position(self, given: dict[str, Any], plays: tuple[Mask, ...]) -> None:
        """Hearts that nobody holds any more have been played; and rule 3.1."""
        broken = self.breakers & self.deck_cards & ~(sum(list(self.hand)[:4]) + self.unseen)
        change(self, broken=given.get("broken", broken != 0), voids=voids_of(given.get("most0", [0] * 4)))
        if self.trick:
            return
        seen = not self.concealed >> self.leader & 1
        if (plays and plays[0] != TWO) or (seen and not self.hand[self.leader] & TWO):
            raise ValueError(
                f"leader: seat {self.leader} has not the two of clubs, which leads the first trick (rule 3.1)"
            )
        change(self, known=[TWO if seat == self.leader else 0 for seat in range(4)])

    def _position_flaw(self) -> str:
        if self.stage == GIVE and not self.shift:
            return "phase: nobody passes cards in this deal"
        if self.count[bits.STOCK]:
            return f"{self.count[bits.STOCK]} cards are nowhere: say what was taken, or which cards are unseen"
        return PassingState._position_flaw(self)

    def _write(self, values: dict[str, Any]) -> None:
        PassingState._write(self, values)
        self.broken = values.pop("broken", self.broken)
        self.led = values.pop("led", self.led)
        self.best = values.pop("best", self.best)
        self.voids = values.pop("voids", self.voids)

    # ---- in words ----

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == GIVE:
            return [self.give_ask(seat)]
        return [Ask("play", Cards(self.legal(seat)), 1, 1)]

    def actions(self, seat: Seat) -> Iterator[Action]:
        if not self.actors >> seat & 1:
            return
        if self.stage == GIVE:
            yield from self.gives(seat)
        else:
            for card in Cards(self.legal(seat)):
                yield Action("play", Cards([card]))

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        card, hand = int(action.cards), self.hand[self.known_seat(seat)]
        if hand & TWO:
            return IllegalAction("the two of clubs leads the first trick: play {card}", "3.1", card=Card(0))
        if seat != self.leader and hand & self.led:
            suit = SUIT_NAMES[bits.lowest(self.led) // 26]
            held = len(Cards(hand & self.led))
            return IllegalAction("follow {suit}: you hold {held}", "3.2", suit=suit, held=held)
        if seat == self.leader:
            return IllegalAction("hearts are not broken: lead another suit", "4.2")
        if card & HEARTS:
            return IllegalAction("no hearts in the first trick: you hold other cards", "4.4")
        return IllegalAction("no queen of spades in the first trick: you hold other cards", "4.4")

    def is_settled(self) -> bool:
        return bits.size(sum(self.taken) & POINTS) == 14

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        self.hide_gifts(viewer)
        self.conceal_from(viewer)

    def gift_left(self, gift: Mask, target: Seat) -> Mask:
        """Rule 2.4: I know where the cards I gave away are until they are played."""
        return bits.meet(gift, self.hand[target])

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        if action.kind == "give":
            return self.gift_events(seat, action)
        return [Event("play", seat, action.cards), *self.trick_events(before), *self.score_events()]

    def notes(self) -> tuple[Message, ...]:
        if self.stage == GIVE:
            return (self.pass_note(),)
        return (Message("hearts are broken"),) if self.broken else ()

    def points_in(self, cards: Mask) -> int:
        """Rule 5.1."""
        return bits.size(int(cards) & HEARTS) + (13 if int(cards) & QUEEN else 0)

    def running_scores(self) -> tuple[int, ...]:
        return self.settled()


class Hearts(Game[HeartsState]):
    name = "hearts"
    title = mark("Hearts")
    about = mark("four players, no partners: avoid hearts and the queen of spades, or take them all")
    Options = HeartsOptions
    State = HeartsState
    guides = {
        "give": mark("pass on cards that would take tricks: high ones, the queen of spades"),
        "play": mark("take no hearts and not the queen of spades, or take them all"),
    }
    low_wins = True
    unmixed_seeds = True  # heartless's users know the deals of their seeds

    def cards(self, setup: Any) -> list[int]:
        return [13 * suit + rank for suit in DISPLAY for rank in range(13)]

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        return setup.next(standing=standing, over=is_decided(setup.options, standing))

    def flaw(self, setup: Setup) -> str:
        if is_decided(setup.options, setup.standing):
            return f"there is no deal {setup.deal}: the match is over before it"
        return ""


def is_decided(options: HeartsOptions, standing: tuple[int, ...]) -> bool:
    """Rules 6.1 and 6.3."""
    tied = standing.count(min(standing)) > 1
    return max(standing) >= options.target and not (tied and options.tie == "extra_deal")


GAME = Hearts()
