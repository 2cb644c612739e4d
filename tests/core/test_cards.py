"""The notation of cards: what can be read, what is written, and what is refused with a sentence."""

import doctest
import pickle
import time
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core import cards as notation
from paiju.core.cards import FACES, Card, Cards, brief, multisets, read_faces
from paiju.core.words import Action, IllegalAction, PlayerAt, as_action

faces = st.integers(0, 53).map(Card)
any_cards = st.lists(st.integers(0, 3), min_size=54, max_size=54).map(
    lambda copies: Cards(sum(n << 2 * face for face, n in enumerate(copies)))
)


def read(text):
    return " ".join(map(str, read_faces(text)))


def test_the_session_in_the_module_runs():
    assert doctest.testmod(notation).failed == 0


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("QS", "QS"),
        ("qs", "QS"),
        ("10C 10c TC tc 0C", "10C 10C 10C 10C 10C"),
        ("1h 1S Dh dd", "AH AS QH QD"),  # 1 is the ace, D the dame
        ("10-d K-S", "10D KS"),
        ("Q♠ q♤ ♠Q ♥10 ♡1 ♢D", "QS QS QS 10H AH QD"),
        ("Q♠\ufe0f ♥\ufe0eA", "QS AH"),  # as phones write it
        ("LJ lj lJ J- j-", "LJ LJ LJ LJ LJ"),
        ("BJ bJ J+ j+", "BJ BJ BJ BJ"),
        ("467QA♣", "4C 6C 7C QC AC"),
        ("23410♦ 0TD", "2D 3D 4D 10D 10D 10D"),
        ("22♥", "2H 2H"),
        ("K9S6H", "KS 9S 6H"),  # without blanks
        ("QS, 10c;♥A\n\t2d", "QS 10C AH 2D"),
        ("", ""),
        (" ,; \n", ""),
    ],
)
def test_every_spelling(text, cards):
    assert read(text) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("QDKD", "QD KD"),
        ("2D3DKH", "2D 3D KH"),
        ("2dQ♠", "2D QS"),
        ("DD", "QD"),
        ("ADD", "AD QD"),
        ("KDh", "KH QH"),
        ("DhKs", "QH KS"),
    ],
)
def test_d_is_a_suit_where_it_can_be_and_a_queen_elsewhere(text, cards):
    assert read(text) == cards


@pytest.mark.parametrize(
    "text", ["1", "S", "10", "SQ", "11S0", "QX", "Q S", "♠", "♠♠", "♠QK", "J*", "Joker", "-S", "Q--S", "½S", "٣S"]
)
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match=r"is not a card: write rank and suit, as in QS, 10C or LJ"):
        read_faces(text)


def test_a_refusal_shows_only_a_safe_piece():
    with pytest.raises(ValueError, match="is not a card") as refused:
        read_faces("x\x1b[31m" + "y" * 100)
    assert str(refused.value).startswith("'x?[31myyyyyyyyyyyyyyyyyy…'")


PIECES = ["2", "1", "10", "2-", "♠", "-", "Dx", "2x"]


@pytest.mark.parametrize(
    "text", [*(piece * (4000 // len(piece)) for piece in PIECES), "D" * 3999 + "x", "2C" * 1999 + "x"]
)
def test_garbage_is_refused_fast(text):
    began = time.perf_counter()
    with pytest.raises(ValueError, match="is not a card"):
        read_faces(text)
    assert time.perf_counter() - began < 0.2


def test_a_novel_is_refused_unread():
    with pytest.raises(ValueError, match="10000000 characters are too many to be cards"):
        read_faces("QS " * 3_333_333 + "Q")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        cards = read_faces(text)
    except ValueError:
        return
    assert read_faces(" ".join(map(str, cards))) == cards


@given(st.text("0123456789TJQKADCHSdchs♣♦♥♠-+lbLB ,", max_size=30))
def test_likely_text_is_read_or_refused(text):
    test_any_text_is_read_or_refused.hypothesis.inner_test(text)  # pyright: ignore[reportFunctionMemberAccess]  # Hypothesis adds it


def test_faces_in_order():
    assert FACES[0] == "2C"
    assert FACES[12:14] == ("AC", "2D")
    assert FACES[51:] == ("AS", "LJ", "BJ")
    assert len(set(FACES)) == 54


@given(faces)
def test_a_card_reads_back(card):
    assert Card(str(card)) == Card(card.symbol) == Card(str(card).lower()) == card
    assert eval(repr(card), {"Card": Card}) == card
    assert pickle.loads(pickle.dumps(card)) == card


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [("2C", 0, 2), ("10D", 1, 10), ("QH", 2, 12), ("AS", 3, 14), ("LJ", 4, 15), ("BJ", 4, 16)],
)
def test_suit_and_rank(text, suit, rank):
    assert (Card(text).suit, Card(text).rank) == (suit, rank)


@pytest.mark.parametrize("text", ["QS KS", "QKS", ""])
def test_one_card_is_one_card(text):
    with pytest.raises(ValueError, match="is not one card"):
        Card(text)


@pytest.mark.parametrize("face", [-1, 54, 1 << 70])
def test_no_such_face(face):
    with pytest.raises(ValueError, match="faces are 0 to 53"):
        Card(face)
    with pytest.raises(ValueError, match="faces are 0 to 53"):
        Cards([face])


@given(any_cards)
def test_cards_read_back(cards):
    assert Cards(str(cards)) == Cards(cards.grouped()) == Cards(cards.grouped("CDHS")) == Cards(list(cards)) == cards
    assert eval(repr(cards), {"Cards": Cards}) == cards
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert len(cards) == len(list(cards))
    assert list(cards) == sorted(cards)


def test_grouped():
    assert Cards("AC QC 7C 6C 4C 10D 10D BJ").grouped() == "467QA♣ 1010♦ BJ"
    assert Cards().grouped() == ""


def test_at_most_three_copies():
    assert str(Cards("QS QS QS")) == "QS QS QS"
    with pytest.raises(ValueError, match="more than 3 copies of QS"):
        Cards("QS QS QS QS")
    with pytest.raises(ValueError, match="more than 3 copies of QS"):
        _ = Cards("QS QS") + Cards("QS QS")


@pytest.mark.parametrize("number", [-1, 1 << 108, 1 << 200])
def test_not_a_multiset(number):
    with pytest.raises(ValueError, match="is not a multiset of cards"):
        Cards(number)


@given(any_cards, any_cards)
def test_join_and_remove(some, others):
    shared = Cards([card for card in set(some) for _ in range(min(some.copies(card), others.copies(card)))])
    assert shared in some
    assert shared in others
    assert (some - shared) + shared == some
    assert all((some - shared).copies(card) == some.copies(card) - shared.copies(card) for card in some)


def test_remove_what_is_not_there():
    with pytest.raises(ValueError, match="2H does not contain 2H 2H"):
        _ = Cards("2H") - Cards("2H 2H")
    with pytest.raises(ValueError, match="nothing does not contain KS"):
        _ = Cards() - Cards("KS")


def test_contains():
    hand = Cards("2H 2H KS")
    assert Card("KS") in hand
    assert "2H 2H" in hand
    assert Cards("2H KS") in hand
    assert Cards() in hand
    assert Card("2C") not in hand
    assert "KS KS" not in hand


# ---- Card and Cards are both integers, and each mixture is right or refused ----


def counted(cards):
    return Counter(map(str, cards))


def joined(one, other):
    """Two multisets made one as people would, or None where that makes four of a kind."""
    total = counted(one) + counted(other)
    return total if max(total.values(), default=0) <= 3 else None


few = st.lists(st.integers(0, 53), max_size=12).map(
    lambda chosen: Cards([face for face in set(chosen) for _ in range(min(3, chosen.count(face)))])
)


@given(few, few)
def test_operators_are_those_of_counters(one, other):
    mine, theirs = counted(one), counted(other)
    assert counted(one & other) == mine & theirs
    assert counted(one | other) == mine | theirs
    assert (one <= other, one < other, one >= other, one > other) == (
        mine <= theirs, mine < theirs, mine >= theirs, mine > theirs,
    )  # fmt: skip
    assert (one == other, one != other) == (mine == theirs, mine != theirs)
    assert (other in one) == (theirs <= mine)
    if joined(one, other) is None:
        with pytest.raises(ValueError, match="more than 3 copies of"):
            _ = one + other
    else:
        assert counted(one + other) == joined(one, other)
        assert (one + other) - other == one
    if not theirs <= mine:
        with pytest.raises(ValueError, match="does not contain"):
            _ = one - other


@given(few, faces)
def test_a_card_among_cards_is_that_card(cards, card):
    alone = Cards([card])
    assert Cards(card) == alone
    assert Card(alone) is card
    if cards.copies(card) < 3:
        assert cards + card == card + cards == cards + alone
    assert cards & card == card & cards == cards & alone
    assert cards | card == card | cards == cards | alone
    assert (card in cards) == (card <= cards) == (cards >= card) == (alone <= cards)
    if card in cards:
        assert cards - card == cards - alone == cards - str(card)
    assert (card - cards if alone <= cards and len(cards) == 1 else Cards()) == Cards()


@given(st.lists(few, max_size=3))
def test_a_sum_of_cards_is_cards(parts):
    total = sum(map(counted, parts), Counter())
    if max(total.values(), default=0) <= 3:
        assert type(sum(parts, Cards())) is Cards
        assert counted(sum(parts, Cards())) == total
        assert not parts or type(sum(parts)) is Cards


def test_two_cards_make_cards_and_a_number_counts_faces():
    assert Card("QS") + Card("QS") == Cards("QS QS")
    assert Card("QS") + 1 == Card("KS")
    assert type(Card("QS") + 1) is int
    assert (Card("QS") | Card("KS"), Card("QS") & Card("KS")) == (Cards("QS KS"), Cards())


@given(st.lists(faces, min_size=2, max_size=6))
def test_a_sum_of_single_cards_is_cards(cards):
    if max(Counter(cards).values()) <= 3:
        assert type(sum(cards)) is Cards
        assert sum(cards) == Cards(cards)
    assert sum(cards[:1]) is cards[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{Card('QS'):>4}|{Cards('QS KS'):6}|{Action('bid', amount=3):^7}|", "  QS|QS KS | bid 3 |"),
        (f"{Card('QS')} {Cards()} {Action('pass')}", "QS  pass"),
        (f"{Card('QS'):d} {Card('QS'):03d} {Cards('2C'):x}", "49 049 1"),
    ],
)
def test_values_are_formatted_as_their_text(text, shown):
    assert text == shown


@pytest.mark.parametrize("card", [Card("2C"), Card("3C"), Card("QS"), Card("BJ")])
def test_a_card_never_equals_cards(card):
    same_number = Cards(int(card))
    assert card != same_number
    assert same_number != card
    assert (card == same_number, same_number == card) == (False, False)
    assert card == int(card) == same_number  # a plain number is either
    assert len({card, same_number}) == 2
    assert {card: "card", same_number: "cards"}[card] == "card"


def test_cards_as_keys():
    assert {Cards("QS QS"): 1}[Cards("QS QS")] == 1
    assert hash(Cards("QS")) == hash(int(Cards("QS")))
    assert Cards("QS") in [Cards("KS"), Cards("QS")]


@pytest.mark.parametrize(
    "act",
    [
        "hand * 2", "2 * hand", "hand // 2", "hand % 2", "hand ** 2", "hand / 2", "hand ^ hand", "~hand", "-hand",
        "hand << 1", "hand >> 1", "1 << hand", "divmod(hand, 2)", "+hand", "abs(hand)",
    ],
)  # fmt: skip
def test_what_makes_no_sense_of_cards_is_refused(act):
    with pytest.raises(TypeError, match=r"no number to calculate with: they know \+ - & \| <= and in"):
        eval(act, {"hand": Cards("2H KS")})


@pytest.mark.parametrize(
    "act",
    ["hand + 3", "3 + hand", "hand - 3", "3 - hand", "hand & 3", "3 & hand", "hand | 3", "3 in hand", "hand < 3"],
)
def test_a_plain_number_beside_cards_could_be_either(act):
    with pytest.raises(TypeError, match=r"may be a card or a multiset: say Card\(...\) or Cards\(...\)"):
        eval(act, {"hand": Cards("2H KS")})


@pytest.mark.parametrize("other", [True, 1.0, None, [], Action("pass"), PlayerAt(1)])
def test_what_is_no_card_beside_cards(other):
    with pytest.raises(TypeError, match="cards go with Cards, a Card or a text, not with"):
        _ = Cards("2H") + other
    assert Cards("2H") != other


@pytest.mark.parametrize("value", [True, 3.0, None, PlayerAt(3), Action("pass"), b"QS", ["QS"]])
def test_what_cannot_become_a_card(value):
    with pytest.raises(TypeError, match="a card is a text or a face from 0 to 53, not"):
        Card(value)


@pytest.mark.parametrize("value", [True, 3.0, None, PlayerAt(3), Action("pass")])
def test_what_cannot_become_cards(value):
    with pytest.raises(TypeError, match="cards are a text, a Card or several, not"):
        Cards(value)
    with pytest.raises(TypeError, match="a card is a Card or a face from 0 to 53, not"):
        Cards([value])


def test_cards_are_joined_by_sum_not_in_a_list():
    with pytest.raises(TypeError, match="a card is a Card or a face from 0 to 53, not Cards"):
        Cards([Cards("QS")])


def test_of_more_cards_none_is_the_card():
    with pytest.raises(ValueError, match="'QS KS' is not one card"):
        Card(Cards("QS KS"))
    with pytest.raises(ValueError, match="'' is not one card"):
        Card(Cards())


def test_numbers_that_python_refuses_to_write():
    with pytest.raises(ValueError, match="such a large number is not a card"):
        Card(10**5000)
    with pytest.raises(ValueError, match="such a large number is not a multiset of cards"):
        Cards(10**5000)


# ---- choices ----


@given(few, st.integers(0, 5))
def test_multisets_are_the_different_choices_in_order(cards, size):
    assert [tuple(Cards(part)) for part in multisets(cards, size)] == list(dict.fromkeys(combinations(cards, size)))


def test_multisets_in_another_order():
    found = multisets(Cards("2H 2H KS 3D"), 2, [Card("KS"), Card("2H"), Card("3D")])
    assert [str(Cards(part)) for part in found] == ["2H KS", "3D KS", "2H 2H", "3D 2H"]


# ---- actions ----


@pytest.mark.parametrize("cards", ["QS", Card("QS"), Cards("QS"), [Card("QS")]])
def test_an_action_with_a_card(cards):
    action = Action("play", cards)
    assert action == Action.read("play QS")
    assert action.card is Card("QS")
    assert pickle.loads(pickle.dumps(action)) == action


def test_an_amount_is_not_cards():
    with pytest.raises(TypeError, match="a plain number is no card: say amount=3"):
        Action("bid", 3)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("amount", [True, 1.0, -1, 1 << 14, None, "3"])
def test_no_amount(amount):
    with pytest.raises(ValueError, match="an amount is a number from 0 to 16383"):
        Action("bid", amount=amount)


@pytest.mark.parametrize("kind", [True, 1.0, None, Card("QS"), Cards("QS"), PlayerAt(1), b"play"])
def test_no_kind_of_action(kind):
    with pytest.raises(TypeError, match="an action is a word for its kind or a packed move, not"):
        Action(kind)


@pytest.mark.parametrize("text", ["give QS KS", "pass"])
def test_an_action_that_has_not_one_card(text):
    with pytest.raises(ValueError, match="is not one card"):
        _ = Action.read(text).card


def test_an_action_is_not_its_cards():
    assert Action("pass") != Cards()
    assert Cards() != Action("pass")
    assert Action("pass") == 0  # its packed number


@pytest.mark.parametrize("number", [-1, 1 << 128, 63 << 108])
def test_a_number_that_is_no_packed_action(number):
    with pytest.raises(ValueError, match="this number is not a packed action"):
        Action(number)
    with pytest.raises(IllegalAction, match="that is not an action: "):
        as_action(number)


def test_brief():
    assert brief("abc") == "abc"
    assert brief("a\nb\x00") == "a?b?"
    assert brief("x" * 10**6) == "x" * 24 + "…"
