"""The deal just played, gone through: what each of the player's decisions cost, and what would have been better.

The judge thinks in a thread; verdicts appear as they are found, and one can be opened while others are still to come.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message as Signal
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker, get_current_worker  # pyright: ignore[reportUnknownVariableType]  # a Worker of what?

from paiju.analysis import Explainer, Verdict, choice_lines
from paiju.bots import read_bot
from paiju.core.words import mark
from paiju.history import JUDGE, DealHistory
from paiju.record import Deal
from paiju.show import Said, Style
from paiju.terminal.felt import FeltWidget
from paiju.terminal.pages import LEAVE, Page, card_look
from paiju.terminal.wrapping import WrappedText


def explainer(deal: Deal, name: str = JUDGE) -> Explainer:
    """The bot that judges a deal of this game."""
    bot: Any = read_bot(name, deal.setup.game)
    return bot


def verdict_text(verdict: Verdict, style: Style) -> str:
    """`play Q♠: cost 2.31 ± 0.80, better: play 5♣`."""
    return style.say(
        "{number}. {action}: {verdict}",
        number=verdict.number,
        action=verdict.move.action,
        verdict=Said(verdict.text(style)),
    )


class MomentPage(Page[None]):
    """The table as the player saw it before a move, with what could have been done."""

    DEFAULT_CSS = """
    MomentPage FeltWidget { height: 1fr; }
    """
    extent = "whole"

    def __init__(self, history: DealHistory, verdict: Verdict, style: Style):
        super().__init__(style)
        self.history, self.verdict = history, verdict

    def title_text(self) -> str:
        return self.style.say("Before move {number} of deal {deal}", number=self.verdict.number, deal=self.verdict.deal)

    def body(self) -> ComposeResult:
        yield FeltWidget(own_hand=True)
        yield WrappedText(moment_text(self.verdict, self.style, self.history.deal.setup.game.unit))

    def on_mount(self) -> None:
        scene = self.history.scene(self.verdict.number - 1, self.verdict.move.seat)
        self.query_one(FeltWidget).show(scene, card_look(self.app, self.style))


def moment_text(verdict: Verdict, style: Style, unit: str) -> str:
    """The verdict on a move and the candidates, a line each."""
    return "\n".join(
        [verdict_text(verdict, style), *(f"  {line}" for line in choice_lines(verdict.choices, style, unit=unit))]
    )


class AnalysisPage(Page[None]):
    """A seat's decisions of a deal with what they cost: in the order they were made, or the worst first."""

    class DecisionJudged(Signal):
        """The judge has looked at one more decision; None when that was the last."""

        def __init__(self, verdict: Verdict | None):
            super().__init__()
            self.verdict = verdict

    DEFAULT_CSS = """
    AnalysisPage #list { width: 1fr; }
    AnalysisPage OptionList { height: 1fr; }
    AnalysisPage #choices { height: auto; max-height: 50%; border-top: solid $primary; }
    AnalysisPage FeltWidget { display: none; width: 60%; height: 100%; }
    AnalysisPage.-wide FeltWidget { display: block; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    heading = mark("Analysis of the deal")
    extent = "whole"
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter", "look", mark("the table then")),
        Binding("o", "order", mark("worst first, or in order")),
        LEAVE,
    ]

    def __init__(self, deal: Deal, seat: int, style: Style, judge: str = JUDGE):
        super().__init__(style)
        self.deal, self.seat, self.judge = deal, seat, judge
        self.history = DealHistory(deal)
        self.wanted = [number for number, move in enumerate(deal.moves, 1) if move.seat == seat]
        self.found: list[Verdict] = []
        self.worst_first = False
        self.shown: list[Verdict] = []  # the same, as listed

    def body(self) -> ComposeResult:
        yield WrappedText(id="progress")
        with Horizontal():
            with Vertical(id="list"):
                yield OptionList(markup=False)
                yield WrappedText(id="choices")
            yield FeltWidget(own_hand=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.tell_progress()
        self.think()

    @work(thread=True, exclusive=True)
    def think(self) -> None:
        worker = cast("Worker[Any]", get_current_worker())
        bot = explainer(self.deal, self.judge)
        for number in self.wanted:
            if worker.is_cancelled:
                return
            self.post_message(self.DecisionJudged(self.history.verdict(number, bot)))
        self.post_message(self.DecisionJudged(None))

    @on(DecisionJudged)
    def judged(self, event: DecisionJudged) -> None:
        if event.verdict:
            self.found.append(event.verdict)
            self.fill()
        self.tell_progress()

    def tell_progress(self) -> None:
        faults = [verdict.cost for verdict in self.found if verdict.cost]
        told = self.style.say(
            "{done} of {all} decisions looked at; mistakes: {faults}, cost together: {cost:.2f}",
            done=len(self.found),
            all=len(self.wanted),
            faults=len(faults),
            cost=sum(faults),
        )
        self.query_one("#progress", WrappedText).update(told)

    def fill(self) -> None:
        """The list anew; whatever was highlighted stays so."""
        options, kept = self.query_one(OptionList), self.chosen()
        self.shown = sorted(self.found, key=lambda verdict: -verdict.cost) if self.worst_first else list(self.found)
        options.clear_options()
        options.add_options([Option(verdict_text(verdict, self.style)) for verdict in self.shown])
        options.highlighted = self.shown.index(kept) if kept in self.shown else 0

    def chosen(self) -> Verdict | None:
        at = self.query_one(OptionList).highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    @on(OptionList.OptionHighlighted)
    def highlighted(self) -> None:
        if verdict := self.chosen():
            self.query_one("#choices", WrappedText).update(
                "\n".join(choice_lines(verdict.choices, self.style, unit=self.deal.setup.game.unit))
            )
            self.query_one(FeltWidget).show(
                self.history.scene(verdict.number - 1, self.seat), card_look(self.app, self.style)
            )

    def action_order(self) -> None:
        self.worst_first = not self.worst_first
        self.query_one(OptionList).highlighted = None
        self.fill()

    @on(OptionList.OptionSelected)
    def action_look(self) -> None:
        if verdict := self.chosen():
            self.app.push_screen(MomentPage(self.history, verdict, self.style))
