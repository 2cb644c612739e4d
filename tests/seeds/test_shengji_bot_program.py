"""shengji-bot: every sentence of its README, by the number it has here.

The commands are typed at a real house, in its rooms for lines over TCP: the same commands as on Discord
(tests/chat/test_discord.py types them there). The rules are positions that are played on.
"""

from __future__ import annotations

import re
import socket
import time
from dataclasses import replace
from typing import Any

import pytest
from house_client import ServerProcess
from puzzles import level, shengji_position

import paiju
from paiju import Action, Cards, IllegalAction
from paiju.chat.words import COMMAND_WORDS
from paiju.games import find
from paiju.timing import NORMAL, read_draw

GAME = find("shengji")
N, W, S, E = range(4)
WINDS = ("North", "West", "South", "East")
EIGHT = 8


# ---- the commands ----


class Line:
    """Somebody in a room, with nothing but lines."""

    def __init__(self, port: int, name: str):
        self.socket, self.heard = socket.create_connection(("127.0.0.1", port)), ""
        self.socket.settimeout(0.05)
        self.types(name)
        self.until("Welcome")

    def types(self, line: str) -> None:
        self.socket.sendall(f"{line}\n".encode())

    def look(self) -> str:
        """All that was heard so far."""
        try:
            while data := self.socket.recv(65536):
                self.heard += data.decode(errors="replace")
        except TimeoutError:
            pass
        return self.heard

    def until(self, wanted: str, since: int = 0, seconds: float = 60.0) -> str:
        """What was heard since then, once it has this in it."""
        end = time.monotonic() + seconds
        while not re.search(wanted, self.look()[since:]):
            assert time.monotonic() < end, f"no {wanted} in {self.heard[since:]}"
        return self.heard[since:]

    def asks(self, line: str, wanted: str) -> str:
        since = len(self.look())
        self.types(line)
        return self.until(wanted, since)

    @property
    def hand(self) -> list[str]:
        """The cards that were shown last, each as it can be typed."""
        return re.findall(r"(?m)^= (.+?)\s*$", self.look())[-1].split()


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Four people sit down, draw, call, bury, play, and end the match; what was answered to each command."""
    told: dict[str, str] = {}
    with ServerProcess(tmp_path_factory.mktemp("house"), talks=True) as server:
        people = [Line(server.talker, name) for name in ("Ann", "Bob", "Cem", "Dia")]
        ann, bob, cem, dia = people
        told["intro"] = ann.asks("$intro", "the rules")
        told["bare join"] = ann.asks("$join", "which game")
        told["join"] = ann.asks("$join shengji draw=0.05", "your chair") + "".join(
            each.asks("$join", "your chair: .*") for each in (bob, cem, dia)
        )
        told["list"] = ann.asks("$list", "East +Dia")
        cem.asks("$leave", "you have left")
        told["left"] = ann.asks("$list", "South +an open chair")
        cem.asks("$join", "your chair")
        told["mistyped"] = bob.asks("$giv 2C 3C 4C", "did you mean")
        told["start"] = ann.asks("$start", "the match begins")
        ann.until("Sheng Ji|deal 1")
        told["deal"] = ann.asks("$deal", "begun")
        told["surrender"] = ann.asks("$surrender", "opens such a table")
        end = time.monotonic() + 60
        while not (called := re.search(r"(Ann|Bob|Cem|Dia) calls", ann.look())):
            assert time.monotonic() < end, ann.heard
            for each in people:
                for card in [card for card in each.hand if card.startswith("2")] if "\n= " in each.look() else ():
                    each.types(f"$call {card[-1]}")
            time.sleep(0.2)
        told["call"] = ann.heard
        dealer = people[("Ann", "Bob", "Cem", "Dia").index(called[1])]
        end = time.monotonic() + 60
        while len(dealer.hand) < 25 + EIGHT:
            assert time.monotonic() < end
            dealer.look()
        others = [len(each.look()) for each in people]
        cards = dealer.hand[:EIGHT]
        told["seven"] = dealer.asks(f"$kitty {' '.join(cards[:7])}", "8 cards")
        time.sleep(0.3)
        told["seven to others"] = "".join(
            each.look()[since:] for each, since in zip(people, others, strict=True) if each is not dealer
        )
        told["kitty"] = dealer.asks(f"$kitty {' '.join(cards).lower()}", "OK: bury")
        told["play"] = dealer.asks(f"$play {dealer.hand[0]}", f"{called[1]} plays")
        told["score"] = ann.asks("$score", "level|2")
        told["help kitty"] = ann.asks("$help kitty", "jokers")
        for number, each in enumerate((ann, bob, cem)):
            told[f"reset {number}"] = each.asks("$reset", "votes to end|ended by a vote")
        for each in people:
            each.socket.close()
    return told


@pytest.mark.parametrize(
    ("sentence", "key", "wanted"),
    [
        ("2 intro", "intro", "join and the name of one opens a table"),
        ("3 join", "bare join", "which game"),
        ("3 join takes the first available wind", "join", "(?s)North.*West.*South.*East"),
        ("4 winds in order N W S E", "list", r"(?s)North +Ann.*West +Bob.*South +Cem.*East +Dia"),
        ("6 list", "list", r"West +Bob"),
        ("7 start", "start", "the match begins"),
        ("8 deal", "deal", "the draw has begun|the deal has begun"),
        ("9 a card every half-second", "list", r"a card every 0\.05 s"),
        ("10 call", "call", "calls 2"),
        ("12 kitty", "kitty", "OK: bury"),
        ("12 seven are refused", "seven", "8 cards"),
        ("13 play", "play", "plays"),
        ("14 score", "score", "2"),
        ("15 surrender", "surrender", r"a table of shengji:surrender=on has it \(rule 8\.6\)"),
        ("16 reset", "reset 0", "votes to end the match: 1; 2 more needed"),
        ("16 three are enough", "reset 2", "ended by a vote"),
        ("12 help", "help kitty", r"kitty 2C 3C 4C 5C 6D 7D 8H 10S"),
        ("10 mistyped", "mistyped", "did you mean give"),
    ],
)
def test_commands(evening, sentence, key, wanted):
    """2 without a link where only this machine could open it; 9 at any pace from 0.05 to 2 s; 15 where the rules allow
    it, since giving a deal up is a decision of both partners here (8.6)."""
    assert re.search(wanted, evening[key]), evening[key]


def test_5_leave_opens_a_chair_and_nobody_is_moved(evening):
    """Those behind kept their winds here: partners who have sat down opposite each other stay partners."""
    assert re.search(r"(?s)South +an open chair.*East +Dia", evening["left"])


def test_12_seven_cards_are_shown_to_nobody(evening):
    assert "♣" not in evening["seven to others"]
    assert "bury" not in evening["seven to others"]


def test_9_half_a_second_is_a_term_of_the_table():
    """README says two seconds and half a second; both are possible."""
    assert read_draw("2") == 2.0
    assert NORMAL.with_draw(read_draw("0.5")).draw == 0.5


def test_all_its_commands_are_there():
    assert {
        *["intro", "join", "leave", "list", "start", "deal", "call", "kitty", "play", "score", "surrender", "reset"]
    } <= {*COMMAND_WORDS}


# ---- the rules ----


def position(*hands, trump="9C", rules="shengji", **more):
    """Four hands before a lead of North, who deals."""
    return shengji_position(hands, *level(trump), rules=rules, **more)


def play(state, *plays):
    for cards in plays:
        state.apply(state.waiting()[0], Action("play", Cards(cards)))
    return state


def start(rules="shengji", setup=None, **hands) -> Any:
    """A draw in which these cards come first."""
    game, options = paiju.read_rules(rules)
    setup = setup or game.first(options)
    rest = game.shuffled(setup, paiju.Random(1))
    first = {WINDS.index(next(wind for wind in WINDS if wind[0] == seat)): Cards(text) for seat, text in hands.items()}
    queues = {seat: list(cards) for seat, cards in first.items()}
    for cards in queues.values():
        for card in cards:
            rest.remove(card)
    late = [card for card in rest if card.rank == 2 or card >= 52]
    pool = late + [card for card in rest if card not in late]
    deck = []
    dealer = max(setup.dealer, 0)
    for turn in range(100):
        queue = queues.get((dealer + turn) % 4)
        deck.append(queue.pop(0) if queue else pool.pop())
    return game.start(setup, [*deck, *pool])


def speak(state, seat, call="") -> Any:
    """Others are silent until this seat is asked, who then calls."""
    while state.waiting() != [seat]:
        state.apply(state.waiting()[0], "pass")
    if call:
        state.apply(seat, call)
    return state


def silent(state):
    while state.is_timed:
        state.apply(state.waiting()[0], "pass")
    return state


def ended(points, rules="shengji:full") -> Any:
    """The levels after a deal of the team of North in which the others made so many points."""
    setup = replace(GAME.first(paiju.read_rules(rules)[1]), dealer=N, levels=(5, 5))
    state = position("2D", "3D", "4D", "5H", points=points, rules=rules)
    while not state.is_over:
        state.step(state.waiting()[0], Action("play", Cards(state.hand[state.waiting()[0]])))
    return GAME.after(setup, state)


def test_1_ba_shi_fen_is_sheng_ji():
    assert "80" in GAME.about or "80" in GAME.rules_text()


def test_11_each_call_once_and_no_weak_one_after_a_strong():
    state = speak(start(N="2S", W="2H 2H"), W)
    state.apply(W, "pass")
    speak(state, W, "call 2H 2H")
    with pytest.raises(IllegalAction):
        state.check(N, "call 2S")


def test_10_a_strong_call_is_a_pair():
    state = speak(start(W="2H 2H"), W)
    state.apply(W, "pass")
    speak(state, W, "call 2H 2H")
    assert state.trump == 2


@pytest.mark.parametrize("text", ["2C 4D 8H 10C QS AD J- J+", "2c 4d 8h 10c qs ad j- j+"])
def test_17_cards_with_the_suit_last_and_two_jokers(text):
    assert str(Cards(text)) == "2C 10C 4D AD 8H QS LJ BJ"


def test_18_two_decks_four_players_opposite_people_a_team():
    setup = GAME.first()
    assert (len(GAME.cards(setup)), setup.seats, setup.teams) == (108, 4, (0, 1, 0, 1))


def test_19_each_team_begins_at_2():
    assert GAME.first().levels == (2, 2)


def test_20_the_dominant_rank_is_the_level_of_the_dealers_team():
    setup = ended(0)
    assert (setup.dealer, setup.levels) == (S, (8, 5))
    assert "8" in str(start(setup=setup).notes()[0])


def test_21_the_first_who_declares_deals_in_the_first_round():
    state = speak(start(W="2H", N="2S 2S"), W, "call 2H")
    assert state.dealer == W


def test_22_the_next_dealer():
    assert ended(0).dealer == S, "declarers won: the previous dealer's partner"
    assert ended(80).dealer == W, "else the person to the right, who comes next in the order N W S E"


def test_23_a_card_of_the_dominant_rank_declares_weakly():
    state = speak(start(W="2H"), W, "call 2H")
    assert (state.trump, state.dealer) == (2, W)


def test_24_two_alike_cancel_a_weak_call():
    state = speak(start(N="2S 2S", W="2H"), W, "call 2H")
    speak(state, N, "call 2S 2S")
    assert (state.trump, state.dealer) == (3, W)


def test_25_a_pair_of_jokers_calls_no_trump_where_the_table_has_it():
    """The bot did not support it: here it is the option no_trump, off unless a table wants it."""
    with pytest.raises(IllegalAction):
        silent(start(N="LJ LJ")).check(N, "call LJ LJ")
    state = speak(start("shengji:no_trump=on", N="LJ LJ", W="2H"), W, "call 2H")
    speak(state, N, "call LJ LJ")
    assert state.trump == 4


def test_26_after_25_cards_each_the_dealer_takes_eight_and_buries_eight():
    state = silent(speak(start(W="2H"), W, "call 2H"))
    assert (state.counts, state.phase) == ((25, 33, 25, 25), "bury")
    eight = list(state.hands[W])
    with pytest.raises(IllegalAction, match="8 cards"):
        state.check(W, Action("bury", Cards(eight[:7])))
    state.apply(W, Action("bury", Cards(eight[:8])))
    assert (state.counts, state.waiting()) == ((25,) * 4, [W])


def test_27_others_match_the_number_of_cards():
    state = play(position("9S 9S", "3D 4D", "5D 6D", "7D 8D"), "9S 9S")
    with pytest.raises(IllegalAction, match="2 cards"):
        state.check(W, "play 3D")


def test_28_doubles_ask_for_doubles_of_the_suit():
    state = play(position("QD QD", "3D 3D KD", "5S 6S", "7S 8S"), "QD QD")
    assert [str(action) for action in state.actions(W)] == ["play 3D 3D"]


def test_29_tractors_ask_for_tractors_then_doubles_then_singles():
    lead = "QD QD JD JD"
    for hand, wanted in (
        ("3D 3D 4D 4D KD", "3D 3D 4D 4D"),
        ("3D 3D 5D 7D", "3D 3D 5D 7D"),
        ("3D 5D 7D 2S", "3D 5D 7D 2S"),
    ):
        state = play(position(lead, hand, "5S 6S 7S 8S", "5H 6H 7H 8H"), lead)
        assert all(Cards(wanted) == action.cards for action in state.actions(W))


@pytest.mark.parametrize(("other", "laid"), [("3S 4S", "KD QD"), ("KD 2S", "QD"), ("AD 2S", "QD")])
def test_30_31_a_throw_stands_only_if_nothing_can_beat_a_part_else_its_lowest_is_played(other, laid):
    state = play(position("KD QD", "5S 6S", other, "7S 8S"), "KD QD")
    assert state.cards_laid[N] == Cards(laid)


@pytest.mark.parametrize(
    ("plays", "winner"),
    [(("AD", "3S", "4D", "6D"), N), (("AD", "2C", "4D", "6D"), W), (("AD", "2C", "4D", "LJ"), E)],
)
def test_32_33_void_any_card_and_a_trump_beats_and_the_highest_takes(plays, winner):
    assert play(position(*plays), *plays).last_winner == winner


def test_33_34_opponents_count_fives_tens_and_kings():
    state = play(position("5D", "KD", "10D", "AD"), "5D", "KD", "10D", "AD")
    assert state.points == 25
    state = play(position("AD", "KD", "10D", "5D"), "AD", "KD", "10D", "5D")
    assert state.points == 0


def test_35_the_kitty_is_doubled_for_opponents_who_win_the_last_trick():
    hands = "AD", "2C", "4D", "6D"
    assert play(position(*hands, kitty=Cards("KS")), *hands).kitty_points == 20


@pytest.mark.parametrize(
    ("points", "levels"),
    [(0, (8, 5)), (5, (7, 5)), (35, (7, 5)), (40, (6, 5)), (75, (6, 5)), (80, (5, 5)), (115, (5, 5)), (120, (5, 6)),
     (155, (5, 6)), (160, (5, 7)), (195, (5, 7)), (200, (5, 8)), (300, (5, 8))],
)  # fmt: skip
def test_36_levels_by_the_opponents_points(points, levels):
    assert ended(points).levels == levels


TRACTORS = "5H5H4H4H 6D6D5D5D4D4D3D3D 8C8C7C7C6C6C 10S10S8S8S 9C9C9D9DACAC J+J+J-J-9C9C"
NOT_TRACTORS = "5D5D4S4S 6D6D4D4D 9H9H8H8H 9H9H9D9D 9C9C8C8C"


@pytest.mark.parametrize("cards", TRACTORS.split())
def test_37_tractors(cards):
    cards = " ".join(re.findall(r"J[-+]|10.|..", cards))
    assert str(position(trump="9C").shape(cards)).startswith("tractor")


@pytest.mark.parametrize("cards", NOT_TRACTORS.split())
def test_38_not_tractors(cards):
    assert not str(position(trump="9C").shape(cards)).startswith("tractor")


@pytest.mark.parametrize(("other", "laid"), [("KD 7S", "QD"), ("AD 7S", "QD"), ("10C 3C", "KD QD")])
def test_39_a_throw_of_two_singles(other, laid):
    """The queen goes alone, since a higher diamond is out; two trumps stop no throw, and take it."""
    state = play(position("KD QD", other, "5S 6S", "7S 8S"), "KD QD")
    assert state.cards_laid[N] == Cards(laid)
    if laid == "KD QD":
        assert play(state, "10C 3C", "5S 6S", "7S 8S").last_winner == W


@pytest.mark.parametrize(
    ("other", "laid"),
    [("AD 3S 4S 5S 6S", "KD"), ("JD JD 3S 4S 5S", "10D 10D"), ("8C 8C 5C 5C JC", "KD QD QD 10D 10D")],
)
def test_40_a_throw_of_doubles_and_a_single(other, laid):
    state = play(position("KD QD QD 10D 10D", other, "3H 4H 5H 6H 7H", "3H 4H 5H 6H 8H"), "KD QD QD 10D 10D")
    assert state.cards_laid[N] == Cards(laid)


def test_40_ruffs_with_higher_doubles_win_and_of_equals_the_first():
    hands = "KD QD QD 10D 10D", "8C 8C 5C 5C JC", "10C 10C 3C 3C 2C", "9S 9S 7C 7C 4C"
    assert play(position(*hands), *hands).last_winner == E
    hands = "AD AD", "9S 9S", "9H 9H", "3D 4D"
    assert play(position(*hands), *hands).last_winner == W
