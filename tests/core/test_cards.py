"""The notation of cards: what can be read, what is written, and what is refused with a sentence."""

import doctest
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core import cards as notation
from paiju.core.cards import FACES, Card, Cards, brief, read_faces

faces = st.integers(0, 53).map(Card)
multisets = st.lists(st.integers(0, 3), min_size=54, max_size=54).map(
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
    test_any_text_is_read_or_refused.hypothesis.inner_test(text)


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


@given(multisets)
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


@given(multisets, multisets)
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


def test_and_or_are_cards():
    hand = Cards("2H KS")
    assert isinstance(hand & Cards("KS AS"), Cards)
    assert str(hand & Cards("KS AS")) == "KS"
    assert str(hand | Cards("KS AS")) == "2H KS AS"


def test_brief():
    assert brief("abc") == "abc"
    assert brief("a\nb\x00") == "a?b?"
    assert brief("x" * 10**6) == "x" * 24 + "…"
