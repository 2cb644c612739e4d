# cython: nonecheck=True
"""How long things take at a table: pauses after what was shown, and how long people may think."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paiju.core.cards import brief
from paiju.core.words import IllegalAction, Said

if TYPE_CHECKING:
    from paiju.core.game import Game


@dataclass(frozen=True)
class Timing:
    """Seconds: how long things stay visible, and how long people may think (0: as long as they like)."""

    move: float = 0.7  # after a move that could be seen
    trick: float = 1.5  # after one that ended a trick
    draw: float = 0.15  # a drawn card; the same whoever drew and whatever it was, or the pause would tell
    call: float = 20.0  # to speak or pass where a timed phase waits for it
    answer: float = 0.0  # for any other answer
    grace: float = 30.0  # until the house's bot answers for somebody who has gone
    bank: float = 0.0  # more time than `answer`, once for the whole match
    result: float = 0.0  # to look at the result of a deal, where several play
    is_draw_agreed: bool = False  # `draw` is a term of the table: nobody's wish changes it

    def with_draw(self, seconds: float) -> Timing:
        """The same with this term of the table; 0: it has none."""
        return replace(self, draw=seconds, is_draw_agreed=True) if seconds else self


COURTESY = 15.0  # seconds to answer that are left after a restart, whenever the question was asked
FOREVER = 1e9
MIN_DRAW, MAX_DRAW = 0.05, 2.0  # seconds from one drawn card to the next that a table may agree on
NORMAL = Timing()
HASTY = Timing(0, 0, 0, 0, 0)


def check_draw(seconds: float, game: Game | None = None) -> float:
    """Seconds from one drawn card to the next, as a table of this game may agree on them; raises IllegalAction."""
    if game is not None and not game.draws_cards:
        raise IllegalAction("no card is drawn in {game}: leave out draw", code="no_draw", game=game.title)
    if not MIN_DRAW <= seconds <= MAX_DRAW:  # nor is it where it is no number
        raise IllegalAction("a card every {least} to {most} seconds: draw=0.5, for example", code="bad_draw",
                            least=MIN_DRAW, most=MAX_DRAW)  # fmt: skip
    return seconds


def read_draw(text: str) -> float:
    """The same from what somebody typed."""
    try:
        seconds = float(text.replace(",", "."))
    except ValueError:
        raise IllegalAction("'{text}' is no number of seconds: draw=0.5, for example", code="bad_draw",
                            text=Said(brief(text))) from None  # fmt: skip
    return check_draw(seconds)


class TableClock:
    """The pause that is running, who would rather cut it short, and until when each seat has to answer.

    The table has its own timing. Those who play may wish for another, and it changes as far as all of them agree.
    """

    def __init__(self, timing: Timing):
        self.timing = timing
        self.wishes: dict[int, Timing] = {}  # by viewer
        self.deadline: dict[int, float] = {}  # by seat
        self.asked: dict[int, float] = {}  # since when a seat has been asked, where its bank counts
        self.bank: dict[int, float] = {}  # what is left of it, by seat, once something has been taken
        self.spent = 0.0  # seconds that the running questions had waited before the table was loaded again
        self.until = 0.0  # what was shown last should be seen until then, by the clock of the loop
        self.hurrying: frozenset[int] = frozenset()

    def seconds(self, kind: str, deciding: Sequence[int]) -> float:
        """A pause, as those who decide agree on it: alone one gets one's wish, of several the one nearest to ours."""
        own = getattr(self.timing, kind)
        if not self.wishes or not deciding or (kind == "draw" and self.timing.is_draw_agreed):
            return own
        least, most = FOREVER, 0.0
        for viewer in deciding:
            wished = getattr(self.wishes.get(viewer, self.timing), kind)
            least, most = min(least, wished), max(most, wished)
        return min(max(own, least), most)

    def change(self, timing: Timing) -> None:
        """The table has another timing from now on."""
        self.timing = timing
        self.deadline.clear()
        self.asked.clear()

    def begin_pause(self, seconds: float, now: float) -> None:
        self.until = now + seconds
        self.hurrying = frozenset()

    def hurry(self, viewer: int, deciding: Collection[int]) -> None:
        """Somebody wants to go on. Everybody who decides must."""
        self.hurrying |= {viewer}
        if self.hurrying.issuperset(deciding):
            self.until = 0.0

    def ask(self, seat: int, now: float) -> None:
        """A seat has to answer by then: its time begins unless it has begun. Who has just come back has a moment."""
        if seat not in self.deadline:
            self.asked[seat] = now - self.spent
            most = self.timing.answer + self.left(seat)
            self.deadline[seat] = now + max(most - self.spent, min(most, COURTESY))

    def left(self, seat: int) -> float:
        """What is in a seat's bank."""
        return self.bank.get(seat, self.timing.bank)

    def answered(self, seat: int, now: float) -> None:
        """What took longer than an answer may is taken from the bank."""
        self.spent = 0.0
        if seat in self.asked:
            over = now - self.asked.pop(seat) - self.timing.answer
            if over > 0 and self.timing.bank:
                self.bank[seat] = max(0.0, self.left(seat) - over)

    def keep(self, seats: Collection[int]) -> None:
        """Only these still have to answer what they were asked."""
        for seat in list(self.deadline):
            if seat not in seats:
                del self.deadline[seat]
                self.asked.pop(seat, None)
