"""Text that flows, also in Chinese, and columns that line up."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from paiju.terminal.wrapping import fold, grid


def test_words_stay_whole():
    assert fold("the quick brown fox", 10) == ["the quick", "brown fox"]


def test_chinese_is_broken_anywhere_but_before_a_comma():
    assert fold("6.3 每收一张，总和加倍", 13) == ["6.3 每收一", "张，总和加倍"]


def test_what_is_indented_stays_so():
    assert fold("  one two", 6) == ["  one", "  two"]


def test_lines_stay_lines():
    assert fold("a\n\nb", 10) == ["a", "", "b"]


@given(st.text(alphabet="ab ，中（）10♣\n", max_size=60), st.integers(-1, 30))
def test_nothing_is_lost_and_nothing_sticks_out(text, width):
    lines = fold(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert width < 2 or all(cell_len(line) <= width for line in lines)


def test_columns_line_up():
    assert grid([["", "Ann", "王"], ["deal 1", "5", "12"]]) == ["        Ann  王", "deal 1    5  12"]


def test_what_hangs_stands_under_its_column():
    assert fold("Tab   one two three", 14, hanging=6) == ["Tab   one two", "      three"]
