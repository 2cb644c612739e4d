"""Chinees Poepen, also called Boerenbridge: say how many tricks you will take, and take just as many.

The rules are numbered in docs/rules/poepen.md. In the blind one-card round a view shows the other hands and hides its
own, so there a play names no card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paiju.core import bits, dice
from paiju.core.bits import Face, Mask, Move, Seat
from paiju.core.cards import SUIT_NAMES, Card, Cards
from paiju.core.chance import Random
from paiju.core.fields import FOUND, HANDS, LIMITS, STOCK, CardsText, EachNumberText, EachSeatText, Field, change
from paiju.core.game import Game, Options, Setup, UnknownRules, option
from paiju.core.scene import by_suit
from paiju.core.state import State
from paiju.core.tricks import TRICK_FIELDS, TRUMPS, TrickState
from paiju.core.words import Action, Ask, Event, IllegalAction, Message, mark

BID, PLAY = range(2)  # indices into the phases
DECK = bits.ONES & (bits.suit(0) | bits.suit(1) | bits.suit(2) | bits.suit(3))
DISPLAY = (2, 1, 3, 0)  # hearts, diamonds, spades, clubs
TABLES = {"10+2n": (10, 2), "10+n": (10, 1), "5+n": (5, 1), "20+10n": (20, 10)}  # points for the bid, and a trick
MOST_CARDS = 25  # two players, and one card to turn up


@dataclass(frozen=True)
class PoepenOptions(Options):
    players: int = option(4, "1.1", "how many play", least=2, most=6)
    rounds: str = option("down_up", "1.3", "how the number of cards goes", ("down_up", "up_down", "down", "up"))
    peak: int = option(7, "1.3", "the most cards a player gets", least=1, most=MOST_CARDS)
    low: int = option(1, "1.3", "the fewest cards a player gets", least=1, most=MOST_CARDS)
    hook_from: int | str = option(
        1, "3.3", "the hook holds in rounds of at least this many cards", ("off",), 0, MOST_CARDS
    )
    blind: bool = option(True, "5.1", "in one-card rounds you see every card but your own")
    score: str = option("10+2n", "6.1", "points for an exact bid with n tricks", tuple(TABLES))
    missed: int | str = option(
        2, "6.2", "points lost for each trick off, or a point a trick all the same", ("tricks",), 0, 10
    )


class PoepenState(TrickState):
    phases = (mark("bid"), mark("play"))
    padded = ("bid",)
    marks = ("led", "beats")
    position_fields = (
        *FOUND, HANDS, replace(STOCK, derived=True), Field("turned", "turned", CardsText(), lies=True),
        Field("bids", "bid", EachSeatText(EachNumberText(0, lambda state: state.dealt)),
            get=lambda state: list(state.bids)), *TRICK_FIELDS, *LIMITS,
    )  # fmt: skip

    def __init__(self, setup: Any):
        TrickState.__init__(self, setup)
        options = setup.options
        self.dealer: int = setup.dealer
        self.dealt: int = setup.game.cards_each(setup)  # how many cards everybody gets
        self.hooked: bool = options.hook_from != "off" and self.dealt >= options.hook_from
        self.blind: bool = options.blind and self.dealt == 1
        self.exact, self.per_trick = TABLES[options.score]
        self.tricks_count: bool = options.missed == "tricks"
        self.per_miss: int = 0 if options.missed == "tricks" else options.missed
        self.turned = self.trumps = 0  # the card turned up, which stays out of play, and all cards of its suit
        self.led: Mask = 0
        self.beats: Mask = 0  # the cards that would beat the trick as it lies
        self.total: int = 0  # the bids so far, added up
        self.bid: list[int] = [-1] * 6

    # ---- native ----

    def begin(self, deck: Sequence[Face]) -> None:
        """Rules 2.1 to 2.3: one card at a time from the dealer's left, the next one turned up."""
        self.clear_hands()
        self.clear_tricks()
        self.led = 0
        self.beats = 0
        self.total = 0
        stock = DECK
        seat = self.dealer
        for i in range(self.dealt * self.seats):
            seat = self.left_of(seat)
            self.hand[seat] = self.hand[seat] + bits.one(deck[i])
        for seat in range(self.seats):
            self.bid[seat] = -1
            self.count[seat] = self.dealt
            stock = stock - self.hand[seat]
        face = deck[self.dealt * self.seats]
        self.turned = bits.one(face)
        self.trumps = bits.suit(face // 13)
        self.hand[bits.STOCK] = stock - self.turned
        self.count[bits.STOCK] = 51 - self.dealt * self.seats
        self.stage = BID
        self.actors = 1 << self.left_of(self.dealer)

    def left_of(self, seat: Seat) -> int:
        return seat + 1 if seat + 1 < self.seats else 0

    def random_move(self, seat: Seat, rng: Random) -> Move:
        if self.stage == BID:
            barred = self.barred(seat)
            if barred < 0:
                return bits.move(bits.BID, 0, dice.below(rng, self.dealt + 1))
            amount = dice.below(rng, self.dealt)
            return bits.move(bits.BID, 0, amount + 1 if amount >= barred else amount)
        if self.blind:
            return bits.move(bits.PLAY, 0, 0)
        cards = self.legal(seat)
        return bits.move(bits.PLAY, bits.nth(cards, dice.below(rng, bits.popcount(cards))), 0)

    def do(self, seat: Seat, move: Move) -> None:
        if self.stage == BID:
            self.make_bid(seat, bits.amount_of(move))
        elif self.blind:
            self.play(seat, self.hand[seat])  # rule 5.2
        else:
            self.play(seat, bits.cards_of(move))

    def allows(self, seat: Seat, move: Move) -> bool:
        amount = bits.amount_of(move)
        cards = bits.cards_of(move)
        if self.stage == BID:
            return move == bits.move(bits.BID, 0, amount) and amount <= self.dealt and amount != self.barred(seat)
        if move != bits.move(bits.PLAY, cards, 0):
            return False
        return cards == 0 if self.blind else bits.size(cards) == 1 and cards & ~self.legal(seat) == 0

    def barred(self, seat: Seat) -> int:
        """Rule 3.3: the bid the dealer may not make, or -1."""
        rest = self.dealt - self.total
        return rest if rest >= 0 and self.hooked and seat == self.dealer else -1

    def make_bid(self, seat: Seat, amount: int) -> None:
        self.bid[seat] = amount
        self.total = self.total + amount
        if seat == self.dealer:
            self.stage = PLAY
            self.lead_with(self.left_of(seat))
        else:
            self.actors = 1 << self.left_of(seat)

    def legal(self, seat: Seat) -> Mask:
        """Rule 4.2: the single cards the seat may play."""
        if seat == self.leader:
            return self.hand[seat]
        return self.hand[seat] & self.led or self.hand[seat]

    def play(self, seat: Seat, card: Mask) -> None:
        # `lay` and `pass_turn` by hand: one card at a time, and nothing is known of a hand, so this is half as long.
        self.hand[seat] = self.hand[seat] - card
        self.count[seat] = self.count[seat] - 1
        self.table[seat] = card
        if seat == self.leader:
            self.led = bits.suit(bits.lowest(card) // 26)
            self.goes_ahead(seat, card)
        else:
            if not card & self.led:
                self.most[seat] = self.most[seat] & ~self.led  # it would have followed suit
            if card & self.beats:
                self.goes_ahead(seat, card)
        seat = self.left_of(seat)
        self.actors = 1 << seat
        if seat == self.leader:
            self.close_trick()
            if self.trick == self.dealt:
                self.actors = 0

    def goes_ahead(self, seat: Seat, card: Mask) -> None:
        """Rule 4.3: from now on higher cards of its suit win, and trumps if it is none."""
        self.winner = seat
        own = self.trumps if card & self.trumps else self.led
        self.beats = own & ~((card << 2) - 1) | self.trumps & ~own

    def play_out(self, rng: Random) -> int:
        # The loop of State with direct calls, which the compiler joins: roll-outs gain a fifth.
        plays = 0
        while self.actors:
            seat = bits.lowest(self.actors)
            PoepenState.do(self, seat, PoepenState.random_move(self, seat, rng))
            plays += 1
        return plays

    def fill(self, rng: Random) -> None:
        self.scatter(rng)

    def settle(self) -> None:
        """Rules 6.1 and 6.2."""
        for seat in range(self.seats):
            off = self.bid[seat] - self.won[seat]
            if off == 0:
                self.score[seat] = self.exact + self.per_trick * self.won[seat]
            elif self.tricks_count:
                self.score[seat] = self.won[seat]
            else:
                self.score[seat] = -self.per_miss * (off if off > 0 else -off)

    # ---- positions ----

    def full_hand(self) -> int:
        return self.dealt

    def _undealt(self, given: dict[str, Any], rest: Mask) -> Mask:
        """All that is not mentioned, but for the card turned up."""
        return rest if "turned" in given else rest - given["next"]

    def _arrange(self, given: dict[str, Any]) -> None:
        turned = given.get("turned", given.get("next", 0))
        if bits.size(turned) != 1:
            raise ValueError("turned: one card is turned up")
        bids = given.get("bid", [-1] * self.seats)
        order = [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]
        made = [bids[seat] for seat in order if bids[seat] >= 0]
        change(self, turned=turned, trumps=bits.suit((bits.lowest(turned) >> 1) // 13))
        told = given.keys() & {"leader", "plays", "taken", "last_plays"}
        full = all(self.count[seat] == self.dealt for seat in range(self.seats))
        stage = BID if full and not told and len(made) < self.seats else PLAY
        if given.get("stage", stage) == BID:
            if not full or any(bids[seat] < 0 for seat in order[: len(made)]) or len(made) == self.seats:
                raise ValueError(f"bids: with {self.dealt} cards each, they are made from seat {order[0]} on")
            change(self, stage=BID, actors=1 << order[len(made)])
        else:
            bids = bids if made else [0] * self.seats
            if min(bids) < 0:
                raise ValueError("bids: before play everybody makes one")
            self._arrange_tricks(given, PLAY, order[0] if full else -1)
        change(self, bid=bids, total=sum(bid for bid in bids if bid > 0))

    def open_position(self, given: dict[str, Any], plays: tuple[Mask, ...]) -> None:
        if self.trick == 0 and self.leader != self.left_of(self.dealer):
            raise ValueError(f"leader: seat {self.left_of(self.dealer)} leads the first trick (rule 4.1)")

    def play_of(self, cards: Mask) -> Action:
        return Action("play") if self.blind else TrickState.play_of(self, cards)

    def _write(self, values: dict[str, Any]) -> None:
        TrickState._write(self, values)
        self.turned = values.pop("turned", self.turned)
        self.trumps = values.pop("trumps", self.trumps)
        self.led = values.pop("led", self.led)
        self.beats = values.pop("beats", self.beats)
        self.total = values.pop("total", self.total)
        bits.set_numbers(self.bid, 6, values.pop("bid", ()))

    # ---- in words ----

    @property
    def trump(self) -> int:
        """The number of the trump suit; 4 while there is none."""
        return bits.lowest(self.trumps) // 26 if self.trumps else TRUMPS

    @property
    def bids(self) -> tuple[int, ...]:
        """What each seat has bid; -1 for none yet."""
        return tuple(self.bid[seat] for seat in range(self.seats))

    def everything(self) -> Cards:
        return TrickState.everything(self) + Cards(self.turned)

    def asks(self, seat: Seat) -> list[Ask]:
        if not self.actors >> seat & 1:
            return []
        if self.stage == BID:
            barred = self.barred(seat)
            bids = tuple(bid for bid in range(self.dealt + 1) if bid != barred)
            return [Ask("bid", amounts=bids, barred=(barred,) if barred >= 0 else ())]
        if self.blind:
            return [Ask("play")]
        return [Ask("play", Cards(self.legal(seat)), 1, 1)]

    def actions(self, seat: Seat) -> Iterator[Action]:
        for ask in self.asks(seat):
            if ask.kind == "bid":
                for amount in ask.amounts:
                    yield Action("bid", amount=amount)
            elif self.blind:
                yield Action("play")
            else:
                for card in ask.cards:
                    yield Action("play", Cards([card]))

    def misfit(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction | None:
        refusal = TrickState.misfit(self, seat, ask, action)
        if refusal is None:
            return None
        if ask.kind == "play":
            if self.blind and action.cards:
                return IllegalAction("you cannot see your card: play it without naming it", "5.2")
        elif not action.cards:
            facts: dict[str, Any] = {"tricks": self.dealt, "barred": self.barred(seat), "amount": action.amount}
            if action.amount == facts["barred"]:
                return IllegalAction("the bids may not add up to {tricks}: bid anything but {barred}", "3.3", **facts)
            return IllegalAction("bid 0 to {tricks}, not {amount}", "3.2", **facts)
        return refusal

    def not_offered(self, seat: Seat, ask: Ask, action: Action) -> IllegalAction:
        seat = self.known_seat(seat)
        suit = SUIT_NAMES[bits.lowest(self.led) // 26] if self.led else ""
        held = len(Cards(self.hand[seat] & self.led))
        return IllegalAction("follow {suit}: you hold {held}", "4.2", suit=suit, held=held)

    def hide(self, viewer: int) -> None:
        viewer = self.known_viewer(viewer)
        if self.blind and viewer >= 0:
            self.conceal(1 << viewer | 1 << bits.STOCK)  # rule 5.1
        else:
            self.conceal_from(viewer)  # an onlooker could whisper: no hands for him

    def tell(self, before: State, seat: Seat, action: Action) -> list[Event]:
        if action.kind == "bid":
            return [Event("bid", seat, amount=action.amount)]
        seat = self.known_seat(seat)
        card = before.hand[seat] - self.hand[seat]  # in a blind round the action does not say which
        events = [Event("play", seat, Cards(card)), *self.trick_events(before)]
        return events + self.score_events()

    def order_of(self, card: Card) -> tuple[int, int]:
        return TRUMPS if bits.one(card) & self.trumps else card.suit, card.rank

    def sorted_hand(self, cards: Mask) -> tuple[tuple[Card, ...], ...]:
        return by_suit(cards, DISPLAY)

    def notes(self) -> tuple[Message, ...]:
        notes = [Message("cards each: {cards}", cards=self.dealt)]
        for card in Cards(self.turned):
            notes.append(Message("trump is {suit}: {card} was turned up", suit=SUIT_NAMES[card.suit], card=card))
        notes.append(Message("bids add up to {total}", total=self.total))
        if self.blind:
            notes.append(Message("everybody sees every card but their own"))
        return tuple(notes)

    def notes_on(self, seat: Seat) -> tuple[Message, ...]:
        seat = self.known_seat(seat)
        notes = [Message("dealer")] if seat == self.dealer else []
        if self.bid[seat] >= 0:
            notes.append(Message("bid {bid}, took {won}", bid=self.bid[seat], won=self.won[seat]))
        return tuple(notes)


class Poepen(Game[PoepenState]):
    name = "poepen"
    title = mark("Chinees Poepen (Boerenbridge)")
    about = mark("two to six players: bid how many tricks you will take, and take exactly that many")
    seats = (4, 2, 3, 5, 6)
    Options = PoepenOptions
    State = PoepenState
    guides = {
        "bid": mark("say how many tricks you will take: only the exact number brings points"),
    }
    presets = {
        "dutch": {"rounds": "up_down", "hook_from": 4, "score": "5+n", "missed": 1},
        "oh_hell": {"peak": 10, "blind": False, "score": "10+n", "missed": "tricks"},
    }

    def cards(self, setup: Any) -> list[int]:
        return [*range(52)]

    def schedule(self, options: Any) -> list[int]:
        """Rule 1.3: the cards of each round, 7 6 5 4 3 2 1 2 3 4 5 6 7 unless the options say otherwise."""
        up = list(range(options.low, options.peak + 1))
        down = up[::-1]
        return {"down_up": down + up[1:], "up_down": up + down[1:], "down": down, "up": up}[options.rounds]

    def cards_each(self, setup: Setup) -> int:
        """How many cards everybody gets in the round of this setup; refuses one that cannot be dealt."""
        rounds = self.schedule(setup.options)
        if not 1 <= setup.deal <= len(rounds):
            raise ValueError(f"this match has {len(rounds)} rounds: there is no round {setup.deal}")
        cards = rounds[setup.deal - 1]
        if setup.seats not in self.seats or not 0 <= setup.dealer < setup.seats or cards * setup.seats + 1 > 52:
            raise ValueError(f"{setup.seats} players with {cards} cards and dealer {setup.dealer} cannot be dealt")
        return cards

    def flaw(self, setup: Setup) -> str:
        try:
            self.cards_each(setup)
        except ValueError as error:
            return str(error)
        return ""

    def approve(self, options: Any) -> None:
        if options.low > options.peak:
            raise UnknownRules("poepen: low={low} is more than peak={peak}", low=options.low, peak=options.peak)
        if options.peak * options.players + 1 > 52:
            most = 51 // options.players
            raise UnknownRules(
                "poepen: {players} players get {most} cards at most: set peak={most}",
                players=options.players, most=most,
            )  # fmt: skip

    def after(self, setup: Setup, state: Any) -> Setup:
        standing = tuple(total + score for total, score in zip(setup.standing, state.scores(), strict=True))
        over = setup.deal == len(self.schedule(setup.options))
        return setup.next(standing=standing, dealer=(setup.dealer + 1) % setup.seats, over=over)


GAME = Poepen()
