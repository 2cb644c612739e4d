"""Hearts, as heartless played it. The rules are numbered in docs/rules/hearts.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paiju.core import bits, dice, random_tricks
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards, read_faces, some
from paiju.core.chance import Random
from paiju.core.fields import (
    FOUND,
    HANDS,
    LIMITS,
    NOTHING,
    STOCK,
    EachSeatText,
    FacesText,
    Field,
    FieldText,
    FlagText,
    WordText,
    change,
)  # fmt: skip
from paiju.core.game import Game, Options, Setup, option
from paiju.core.passing import GAVE, PassingState
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, PlayerAt, card_ask, event_of, mark
from paiju.games.hearts_lesson import LESSON

CLUBS = bits.suit(0)
HEARTS = bits.suit(2)
QUEEN = bits.one(49)  # the queen of spades
JACK = bits.one(22)  # the jack of diamonds
POINTS = HEARTS | 3 * QUEEN
ALL_POINTS = POINTS & bits.ONES  # the moon
GIVE, PLAY, MOON = range(3)  # indices into the phases
LOWEST_CLUB, ANY_CLUB, LEFT = range(3)  # rule 3.1: what leads the first trick
ADD, SUBTRACT, CHOOSE, BETTER = range(4)  # rule 5.3: what the moon does
SUITS = tuple(bits.suit(suit) & bits.ONES for suit in range(4))
PACK = tuple(13 * suit + rank for suit in (0, 1, 3, 2) for rank in range(13))  # clubs, diamonds, spades, hearts
REMOVED = {3: read_faces("2D"), 4: (), 5: read_faces("2C 2D"), 6: read_faces("2C 3C 2D 3D")}  # rule 1.1
OPENINGS = ("lowest_club", "any_club", "left")
MOONS = ("add", "subtract", "choose", "better")
PASS_ORDERS = (
    "left_right_across_hold", "left_across_right_hold", "left_right_across", "left_right", "left",
)  # fmt: skip


@dataclass(frozen=True)
class HeartsOptions(Options):
    players: int = option(4, "1.2", "how many play", (3, 4, 5, 6))
    kitty: str = option(
        "off", "1.5", "cards left over: taken out, or a kitty for the first or the last trick", ("off", "first", "last")
    )
    passing: bool = option(True, "2.1", "pass three cards before play", allows="give")
    pass_order: str = option(PASS_ORDERS[0], "2.1", "where the cards go, deal by deal", PASS_ORDERS)
    opening: str = option(
        "lowest_club", "3.1", "the first lead: the lowest club, any club of its holder, or any card left of the dealer",
        OPENINGS,
    )  # fmt: skip
    breaking: bool = option(True, "4.2", "hearts must be broken before they are led")
    moon: str = option(
        "add", "5.3", "the moon: others add its points, the shooter subtracts them, chooses, or gets the better", MOONS
    )
    queen_breaks: bool = option(False, "4.3", "the queen of spades breaks hearts too")
    first_trick_points: bool = option(False, "4.4", "hearts and the queen of spades may be played to the first trick")
    spot_hearts: bool = option(False, "5.1", "hearts cost their pips, from 2 to 14 for the ace")
    queen: int = option(13, "5.2", "what the queen of spades costs", least=1, most=100)
    jack: bool = option(False, "5.4", "the jack of diamonds takes 10 points off")
    sun: bool = option(False, "5.5", "taking all tricks counts twice the moon")
    no_trick: bool = option(False, "5.6", "taking no trick takes 5 points off")
    target: int = option(100, "6.1", "the match ends when a total reaches this", least=1, most=1000)
    tie: str = option("shared", "6.3", "a tie for the lowest total: shared, or another deal", ("shared", "extra_deal"))


class VoidsText(FieldText):
    """The suits that each seat has been seen not to follow, in one number: bit 4 * seat + suit."""

    def write(self, value: Any, state: Any) -> str:
        suits = [sum(SUITS[suit] for suit in range(4) if value >> 4 * seat + suit & 1) for seat in range(state.seats)]
        return EachSeatText(FacesText()).write(suits, state)

    def read(self, text: str, state: Any) -> int:
        return voids_of(EachSeatText(FacesText()).read(text, state))


def voids_of(lacking: Sequence[Mask]) -> int:
    """The same from the faces that each seat lacks."""
    return sum(
        1 << 4 * seat + suit
        for seat, faces in enumerate(lacking[: bits.STOCK])
        for suit in range(4)
        if faces & SUITS[suit] == SUITS[suit]
    )


class HeartsState(PassingState):
    phases = (mark("give"), mark("play"), mark("moon"))
    padded = ("standing",)
    marks = ("led", "best")
    position_fields = (
        *FOUND, HANDS, replace(STOCK, name="kitty", derived=True), *TRICK_FIELDS, GAVE,
        Field("broken", "broken", FlagText(), derived=True, free=True),
        Field("voids", "voids", VoidsText(), derived=True, free=True),
        Field("moon", "chosen", WordText(lambda state: (NOTHING, "add", "subtract"))), *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        PassingState.__init__(self, setup)
        options = setup.options
        self.full: int = self.full_hand()
        self.kitty_trick: int = {"first": 1, "last": self.full}.get(options.kitty, 0)  # with it the kitty is taken
        self.first_lead: int = OPENINGS.index(options.opening)
        self.opener: int = (setup.dealer + 1) % self.seats  # where the dealer's neighbour leads
        self.free_hearts: bool = not options.breaking
        self.breakers: Mask = HEARTS | QUEEN if options.queen_breaks else HEARTS  # rule 4.3
        self.banned: Mask = 0 if options.first_trick_points else POINTS  # rule 4.4
        self.spots: bool = options.spot_hearts
        self.queen_points: int = options.queen
        self.all_points: int = self.queen_points + (104 if self.spots else 13)
        self.jack_points: int = 10 if options.jack else 0
        self.sun: bool = options.sun
        self.clean_points: int = 5 if options.no_trick else 0
        self.moon: int = MOONS.index(options.moon)
        self.target: int = options.target
        self.plays_off: bool = options.tie == "extra_deal"
        self.standing: list[int] = [*setup.standing, *[0] * (6 - self.seats)]
        self.chosen: int = 0  # by whoever shot the moon: 1 to add, 2 to subtract
        self.broken: bool = False
        self.led: Mask = 0  # the suit led
        self.best: Mask = 0  # the card that is winning
        self.voids: int = 0  # the suits seats have been seen not to follow: bit 4 * seat + suit

    def shift_in(self, setup: Any) -> int:
        """Rule 2.1. Seats run clockwise, so left is the next seat; nobody sits opposite in an odd round."""
        seats = setup.seats
        shifts = {"left": 1, "right": seats - 1, "across": seats // 2, "hold": 0}
        order = [word for word in setup.options.pass_order.split("_") if word != "across" or seats % 2 == 0]
        return shifts[order[(setup.deal - 1) % len(order)]]

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        self.clear_hands()
        self.clear_tricks()
        self.clear_gifts()
        self.chosen = 0
        self.broken = self.free_hearts
        self.led = 0
        self.best = 0
        self.voids = 0
        for seat in range(self.seats):
            if self.full == 13:  # a constant, which the compiler unrolls
                self.hand[seat] = block(deck, 13 * seat, 13)
            else:
                self.hand[seat] = block(deck, self.full * seat, self.full)
            self.count[seat] = self.full
        for i in range(self.full * self.seats, self.deck_size):
            self.give_card(bits.STOCK, deck[i])  # rule 1.5: the kitty
        if self.shift:
            self.stage = GIVE
            self.actors = (1 << self.seats) - 1
        else:
            self.open_play()

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == PLAY:
            return bits.move(bits.PLAY, self.random_card(seat, rng), 0)
        if self.stage == GIVE:
            return bits.move(bits.GIVE, rng.some(self.hand[seat], 3), 0)
        return bits.move(bits.ADD if dice.below(rng, 2) else bits.SUBTRACT, 0, 0)

    def random_card(self, seat: Seat, rng: Random) -> Mask:
        cards = self.legal(seat)
        return bits.nth(cards, dice.below(rng, bits.popcount(cards)))

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == PLAY:
            self.play(seat, bits.cards_of(move))
        elif self.stage == MOON:
            self.chosen = 1 if bits.kind_of(move) == bits.ADD else 2
            self.actors = 0
        elif self.keep_gift(seat, bits.cards_of(move)):
            self.open_play()

    def allows(self, seat: Seat, move: Move) -> bool:
        cards = bits.cards_of(move)
        if self.stage == GIVE:
            return move == bits.move(bits.GIVE, cards, 0) and bits.size(cards) == 3 and self.holds(seat, cards)
        if self.stage == MOON:
            return move == bits.move(bits.ADD, 0, 0) or move == bits.move(bits.SUBTRACT, 0, 0)
        return move == bits.move(bits.PLAY, cards, 0) and bits.size(cards) == 1 and cards & ~self.legal(seat) == 0

    def open_play(self) -> None:
        """Rule 3.1: the lowest club of all hands leads, so everybody knows who holds it, and what is in the kitty."""
        self.stage = PLAY
        if self.first_lead == LEFT:
            self.lead_with(self.opener)
            return
        lowest = bits.nth(self.deck_cards & CLUBS & ~self.hand[bits.STOCK], 0)
        self.known[bits.STOCK] = self.hand[bits.STOCK] & (lowest - 1)
        for seat in range(self.seats):
            if self.hand[seat] & lowest:
                self.known[seat] = lowest
                self.lead_with(seat)

    def legal(self, seat: Seat) -> Mask:
        """The single cards the seat may play (rules 3 and 4)."""
        hand = self.hand[seat]
        if self.trick == 0:
            return self.legal_at_first(seat, hand)
        if seat == self.leader:
            return hand if self.broken else hand & ~HEARTS or hand
        return hand & self.led or hand

    def legal_at_first(self, seat: Seat, hand: Mask) -> Mask:
        """Rules 3.1 and 4.4: what leads, and no points if there is anything else."""
        if seat != self.leader:
            cards = hand & self.led or hand
        elif self.first_lead == LOWEST_CLUB:
            return bits.nth(hand & CLUBS, 0)
        elif self.first_lead == ANY_CLUB:
            return hand & CLUBS
        else:
            cards = hand if self.broken else hand & ~HEARTS or hand
        return cards & ~self.banned or cards

    def play(self, seat: Seat, card: Mask) -> None:
        """A card goes to the table, and tells everybody something of those left behind it (`most`)."""
        self.hand[seat] = self.hand[seat] - card
        self.count[seat] = self.count[seat] - 1
        self.table[seat] = card
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
        self.broken = self.broken | (card & self.breakers != 0)
        if self.trick == 0:
            self.learn_at_first(seat)
        seat = seat + 1
        if seat == self.seats:
            seat = 0
        self.actors = 1 << seat
        if seat == self.leader:
            self.finish_trick()

    def finish_trick(self) -> None:
        self.close_trick()
        if self.trick == self.kitty_trick:
            self.take_kitty()
        if self.trick == self.full:
            self.end_play()

    def learn_at_first(self, seat: Seat) -> None:
        """Who leads holds the lowest club, now or later (rule 3.1); who plays points has nothing else (rule 4.4)."""
        card = self.table[seat]
        if self.known[seat] & ~card:
            for place in range(bits.PLACES):
                if place != seat and (place < self.seats or place == bits.STOCK):
                    self.most[place] = self.most[place] & ~(3 * self.known[seat])
        self.known[seat] = 0
        if card & self.banned:
            follows = seat != self.leader and card & self.led
            self.most[seat] = self.most[seat] & (~self.led | self.banned if follows else self.banned)

    def take_kitty(self) -> None:
        """Rule 1.5."""
        self.taken[self.winner] = self.taken[self.winner] + self.hand[bits.STOCK]
        self.take(bits.STOCK, self.hand[bits.STOCK])

    def end_play(self) -> None:
        """Rule 5.3: who has shot the moon may have to say what it is to do."""
        self.actors = 0
        if self.moon == CHOOSE:
            shooter = self.shooter()
            if shooter >= 0:
                self.stage = MOON
                self.actors = 1 << shooter

    def play_out(self, rng: Random) -> int:
        plays = 0
        while self.actors:
            seat = bits.lowest(self.actors)
            if self.stage == PLAY and seat == self.leader and self.trick and self.count[seat] > 1:
                plays += self.play_to_last(rng)
            else:
                HeartsState.do(self, seat, HeartsState.random_move(self, seat, rng))
                plays += 1
        return plays

    def play_to_last(self, rng: Random) -> int:
        """Random cards up to the lead of the last trick, from a lead that is not the first."""
        plays = (self.count[self.leader] - 1) * self.seats
        lacking = [0] * 6
        closed = 0 if self.broken else HEARTS & bits.ONES
        played = random_tricks.play(self, bits.packed(closed), bits.packed(self.breakers & bits.ONES), 0, lacking, rng)
        self.broken = self.broken | (bits.unpacked(played) & self.breakers != 0)
        for seat in range(self.seats):
            for suit in range(4):
                self.voids = self.voids | (lacking[seat] >> 13 * suit & 1) << 4 * seat + suit
        return plays

    def fill(self, rng: Random) -> None:
        self.scatter(rng)
        self.refill_gifts(rng)

    def settle(self) -> None:
        """Rules 5.1 to 5.6."""
        for seat in range(self.seats):
            self.score[seat] = self.points_of(self.taken[seat])
            if self.taken[seat] & JACK:
                self.score[seat] = self.score[seat] - self.jack_points
        shooter = self.shooter()
        if shooter >= 0:
            self.settle_moon(shooter)
        elif self.clean_points and self.trick == self.full:
            for seat in range(self.seats):
                if self.won[seat] == 0:
                    self.score[seat] = self.score[seat] - self.clean_points

    def points_of(self, cards: Mask) -> int:
        """Rules 5.1 and 5.2."""
        points = pips(cards & HEARTS) if self.spots else bits.popcount(cards & HEARTS)
        return points + (self.queen_points if cards & QUEEN else 0)

    def shooter(self) -> int:
        """Who has taken all point cards; -1 if nobody has."""
        for seat in range(self.seats):
            if self.taken[seat] & POINTS == ALL_POINTS:
                return seat
        return -1

    def settle_moon(self, shooter: Seat) -> None:
        """Rules 5.3 and 5.5, with the points of the cards in `score`; these stand until the shooter has chosen."""
        if self.moon == CHOOSE and not self.chosen:
            return
        swing = self.swing(shooter)
        self.score[shooter] = self.score[shooter] - self.all_points
        if self.moon == ADD or self.chosen == 1 or (self.moon == BETTER and self.wins_by_adding(shooter, swing)):
            for other in range(self.seats):
                if other != shooter:
                    self.score[other] = self.score[other] + swing
        else:
            self.score[shooter] = self.score[shooter] - swing

    def swing(self, shooter: Seat) -> int:
        """What the moon of this seat is worth, or its sun."""
        return 2 * self.all_points if self.is_sun(shooter) else self.all_points

    def is_sun(self, shooter: Seat) -> bool:
        """Rule 5.5."""
        return self.sun and self.won[shooter] == self.full

    def wins_by_adding(self, shooter: Seat, swing: int) -> bool:
        """Would these points, added to the others, end the match with the shooter as a winner? (`score` is without.)"""
        total = self.standing[shooter] + self.score[shooter]
        highest = total
        for seat in range(self.seats):
            if seat != shooter:
                other = self.standing[seat] + self.score[seat] + swing
                if other < total or (other == total and self.plays_off):
                    return False
                highest = max(highest, other)
        return highest >= self.target

    # ---- positions ----

    def _arrange(self, given: dict[str, Any]) -> None:
        gives = self.shift and self.is_before_play(given)
        if given.get("stage", GIVE if gives else PLAY) == GIVE:
            self._arrange_answers(given, GIVE)
        else:
            self._arrange_tricks(given, PLAY, self._opener() if self.count[0] == self.full else -1)
            shooter = self.shooter() if self.moon == CHOOSE and not self.actors else -1
            if shooter >= 0:
                chosen = given.get("chosen", 0)
                change(self, stage=MOON, chosen=chosen, actors=0 if chosen else 1 << shooter)

    def _undealt(self, given: dict[str, Any], rest: Mask) -> int:
        """The kitty, until it is taken."""
        tricks = self.full - max(map(len, given["hands"]))
        return rest if tricks < self.kitty_trick and bits.size(rest) == self.deck_size % self.seats else 0

    def _opener(self) -> Seat:
        """Who leads the first trick, as far as the hands tell."""
        if self.first_lead == LEFT:
            return self.opener
        lowest = self._lowest_club()
        return next((seat for seat in range(self.seats) if self.hand[seat] & lowest), -1)

    def _lowest_club(self) -> Mask:
        """The lowest club that was in any hand; 0 if hands and kitty are hidden and it cannot be told."""
        clubs = self.deck_cards & CLUBS
        if not self.concealed:
            clubs &= ~self.hand[bits.STOCK]
        elif self.count[bits.STOCK]:
            clubs = self.hand[self.leader] & CLUBS if self.leader >= 0 else 0
        return clubs & -clubs

    def open_position(self, given: dict[str, Any], plays: tuple[Mask, ...]) -> None:
        """Hearts that nobody holds any more have been played; and rule 3.1."""
        broken = self.breakers & self.deck_cards & ~(sum(list(self.hand)) + self.unseen) or self.free_hearts
        change(self, broken=given.get("broken", broken != 0), voids=voids_of(given.get("most0", ())))
        if self.trick:
            return
        if self.first_lead == LEFT:
            if self.leader != self.opener:
                raise ValueError(
                    f"leader: seat {self.opener} is left of the dealer and leads the first trick (rule 3.1)"
                )
            return
        lowest = self._lowest_club()
        if not lowest:
            return
        seen = not self.concealed >> self.leader & 1
        led = plays and self.first_lead == LOWEST_CLUB
        if (led and plays[0] != lowest) or (seen and not self.hand[self.leader] & lowest):
            card = Cards(lowest)
            raise ValueError(f"leader: seat {self.leader} has not {card}, which leads the first trick (rule 3.1)")
        known = [lowest if seat == self.leader else 0 for seat in range(bits.STOCK)]
        change(self, known=[*known, self.deck_cards & (lowest - 1)])

    def _position_flaw(self) -> str:
        if self.stage == GIVE and not self.shift:
            return "phase: nobody passes cards in this deal"
        kitty = self.deck_size % self.seats if self.trick < self.kitty_trick else 0
        if self.count[bits.STOCK] > kitty:
            return f"{self.count[bits.STOCK] - kitty} cards are nowhere: say what was taken, or which cards are unseen"
        if self.count[bits.STOCK] < kitty:
            return f"stock: the kitty has {kitty} cards, not {self.count[bits.STOCK]}"
        return PassingState._position_flaw(self)

    def _write(self, values: dict[str, Any]) -> None:
        PassingState._write(self, values)
        self.chosen = values.pop("chosen", self.chosen)
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
        if self.stage == MOON:
            return [Ask("add"), Ask("subtract")]
        return [card_ask("play", some(self.legal(seat)), 1, 1)]

    def actions(self, seat: Seat) -> Iterator[Action]:
        if not self.actors >> seat & 1:
            return
        if self.stage == GIVE:
            yield from self.gives(seat)
        elif self.stage == MOON:
            yield Action("add")
            yield Action("subtract")
        else:
            for card in Cards(self.legal(seat)):
                yield Action("play", Cards([card]))

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        card, hand = int(action.cards), self.hand[self.known_seat(seat)]
        if seat == self.leader and self.trick == 0 and self.first_lead == ANY_CLUB:
            return IllegalAction("a club leads the first trick", "3.1")
        if seat == self.leader and self.trick == 0 and self.first_lead == LOWEST_CLUB:
            lowest = Card(Cards(self.legal(seat)))
            if lowest == Card(0):
                return IllegalAction("the two of clubs leads the first trick: play {card}", "3.1", card=lowest)
            return IllegalAction("the lowest club leads the first trick: play {card}", "3.1", card=lowest)
        if seat != self.leader and hand & self.led and not card & self.led:
            suit = SUIT_NAMES[bits.lowest(self.led) // 26]
            return IllegalAction("follow {suit}: you hold {cards}", "3.2", suit=suit, cards=Cards(hand & self.led))
        if seat == self.leader and card & HEARTS and not self.broken:
            return IllegalAction("hearts are not broken: lead another suit", "4.2")
        if card & HEARTS:
            return IllegalAction("no hearts in the first trick: you hold other cards", "4.4")
        return IllegalAction("no queen of spades in the first trick: you hold other cards", "4.4")

    def is_settled(self) -> bool:
        counting = ALL_POINTS | JACK if self.jack_points else ALL_POINTS
        if counting & ~sum(self.taken):
            return False
        won = [tricks > 0 for tricks in self.tricks_won]
        return not (self.sun and sum(won) == 1) and not (self.clean_points and not all(won))

    def claim(self, seat: Seat) -> Message | None:
        """Not while a moon may still have to be spoken for: then something is left to be asked."""
        takers = [seat for seat in range(self.seats) if self.taken[seat] & POINTS]
        return None if self.moon == CHOOSE and len(takers) < 2 else PassingState.claim(self, seat)

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
        if action.kind != "play":
            return [Event(action.kind, seat), *self.score_events()]
        events, taken = [event_of("play", seat, action.cards)], self.trick_events(before)
        if not taken:
            return events
        events += taken
        if self.count[bits.STOCK] < before.count[bits.STOCK]:
            kitty = Cards(before.hand[bits.STOCK])
            events.append(Event("kitty", self.last_winner, kitty, points=self.points_in(kitty)))
        return [*events, *self.moon_events(before), *self.score_events()]

    def moon_events(self, before: State) -> list[Event]:
        """Rules 5.3 and 5.5: the moon is shot when the last of its cards is taken, the sun with the last trick."""
        assert isinstance(before, HeartsState)
        shooter = self.shooter()
        if shooter >= 0 and self.is_sun(shooter):
            return [Event("sun", shooter)]
        is_new = shooter >= 0 and (int(before.cards_taken[shooter]) ^ self.taken[shooter]) & POINTS
        return [Event("moon", shooter)] if is_new else []

    def guide(self) -> Message | None:
        shooter = self.shooter()
        if self.stage == MOON and shooter >= 0 and self.is_sun(shooter):
            return Message("you have shot the sun: add its points to all others, or subtract them from your own")
        if self.stage == PLAY and self.jack_points:
            return Message("take no hearts and not the queen of spades, or take them all; the jack of diamonds is good")
        return PassingState.guide(self)

    def direction(self) -> str:
        return "left" if self.shift == 1 else "right" if self.shift == self.seats - 1 else "across"

    def notes(self) -> tuple[Message, ...]:
        if self.stage == GIVE:
            return self.pass_notes()
        return (
            *self.pass_notes(),
            *notes_in_play(self.broken and not self.free_hearts, self.count[bits.STOCK]),
        )

    def points_in(self, cards: Mask) -> int:
        """Rules 5.1, 5.2 and 5.4."""
        points = self.points_of(int(cards))
        return points - self.jack_points if int(cards) & JACK else points

    def running_scores(self) -> tuple[int, ...]:
        return self.settled()

    def score_lines(self, seat: Seat) -> tuple[Message, ...]:
        """Rule 5: the cards that count, the moon or no trick at all, and the total of several lines."""
        taken, total = Cards(self.taken[self.known_seat(seat)]), self.settled()[seat]
        counting = [Cards(int(taken) & HEARTS), *(Cards([card]) for card in Cards(int(taken) & (QUEEN | JACK)))]
        points = [(cards, self.points_in(cards)) for cards in counting]
        lines = [Message("{cards}: {points:+}", cards=cards, points=count) for cards, count in points if count]
        swing, shooter = total - sum(count for _, count in points), self.shooter()
        if swing and shooter >= 0:
            moon = mark("{seat} shot the moon: {points:+}|you shot the moon: {points:+}")
            sun = mark("{seat} shot the sun: {points:+}|you shot the sun: {points:+}")
            template = sun if self.is_sun(shooter) else moon
            lines.append(Message(template, seat=PlayerAt(shooter), points=swing))
        elif swing:
            lines.append(Message("no trick at all: {points:+}", points=swing))
        if not lines and not total:
            return (Message("no points"),)
        return tuple(lines) if len(lines) == 1 else (*lines, Message("total: {total}", total=total))


class Hearts(Game[HeartsState]):
    name = "hearts"
    title = mark("Hearts")
    aliases = (
        *("hartenjagen", "black lady", "heartless"),
        *("红心大战", "紅心大戰", "红桃大战", "红心", "hongxin dazhan"),
    )
    about = mark("three to six players, no partners: avoid hearts and the queen of spades, or take them all")
    seats = (4, 3, 5, 6)
    Options = HeartsOptions
    State = HeartsState
    lesson = LESSON
    presets = {
        "omnibus": {"jack": True},
        "spot": {"spot_hearts": True, "queen": 25, "target": 500},
        "black_lady": {"pass_order": "left", "opening": "left", "breaking": False, "first_trick_points": True},
        "three_handed": {"players": 3, "kitty": "first"},
    }
    events = {
        "moon": mark("{seat} shoots the moon: all hearts and the queen of spades|"
                     "you shoot the moon: all hearts and the queen of spades"),
        "sun": mark("{seat} shoots the sun: all tricks|you shoot the sun: all tricks"),
        "kitty": mark("{seat} takes the kitty: {cards}|you take the kitty: {cards}"),
        "add": mark("{seat} adds the points to all others|you add the points to all others"),
        "subtract": mark("{seat} subtracts the points|you subtract the points"),
    }  # fmt: skip
    guides = {
        "give": mark("pass on cards that would take tricks: high ones, the queen of spades"),
        "play": mark("take no hearts and not the queen of spades, or take them all"),
        "moon": mark("you have shot the moon: add its points to all others, or subtract them from your own"),
    }
    low_wins = True
    unmixed_seeds = True  # heartless's users know the deals of their seeds

    def cards(self, setup: Any) -> list[int]:
        removed = REMOVED[setup.seats] if setup.options.kitty == "off" else ()
        return [face for face in PACK if face not in removed]

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        dealer = (setup.dealer + 1) % setup.seats if setup.options.opening == "left" else setup.dealer
        return setup.next(standing=standing, dealer=dealer, over=is_decided(setup.options, standing))

    def flaw(self, setup: Setup) -> str:
        if is_decided(setup.options, setup.standing):
            return f"there is no deal {setup.deal}: the match is over before it"
        return ""


@lru_cache
def notes_in_play(tells_broken: bool, kitty: int) -> tuple[Message, ...]:
    notes = [Message("hearts are broken")] if tells_broken else []
    return tuple([*notes, Message("kitty: {count}", count=kitty)] if kitty else notes)


def block(deck: Sequence[Face], start: int, cards: int) -> Mask:
    """Cards that lie together in the deck."""
    hand = 0
    for i in range(cards):
        hand = hand | bits.one(deck[start + i])
    return hand


def pips(hearts: Mask) -> int:
    """Rule 5.1 with spot hearts."""
    points = 0
    while hearts:
        card = bits.nth(hearts, 0)
        hearts = hearts - card
        points += bits.lowest(card) // 2 - 24  # the two of hearts is face 26
    return points


def is_decided(options: HeartsOptions, standing: tuple[int, ...]) -> bool:
    """Rules 6.1 and 6.3."""
    tied = standing.count(min(standing)) > 1
    return max(standing) >= options.target and not (tied and options.tie == "extra_deal")


GAME = Hearts()
