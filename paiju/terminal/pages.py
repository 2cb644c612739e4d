"""Pages that lie over the table for a moment: rules, score sheet, log, last trick, hints, results, analysis, help.

Each is made from plain values, so that whoever has a table, a record or a score can show it. All close with Escape,
q or Enter, scroll with arrows and page keys, and answer to the mouse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import ScrollableContainer, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from paiju import company
from paiju.analysis import choice_lines, in_order
from paiju.bots.search import Candidate
from paiju.core.game import Game
from paiju.core.scene import MatchStanding, Scene
from paiju.core.words import Action, IllegalAction, Message, PlayerAt, mark
from paiju.door import HouseDoor
from paiju.results import ending_lines, explained_lines, note_lines, sheet_rows, standing_text, trick_rows
from paiju.rulebook import paragraphs, rule_lines
from paiju.show import Said, Style, winner_line
from paiju.terminal.canvas import CardLook
from paiju.terminal.keys import KeyLine, key_name
from paiju.terminal.screens import Answer, AnsweringScreen
from paiju.terminal.wrapping import WrappedText, fold, grid

if TYPE_CHECKING:
    from textual import getters

    from paiju.terminal.app import PaijuApp

CLOSE = Binding("escape,q,enter", "close", mark("close"), key_display="q")
LEAVE = Binding("escape,q", "close", mark("close"), key_display="q")  # where Enter does something else


class Page(AnsweringScreen[Answer], ModalScreen[Answer]):
    """A box over the table with a title, something to read, and its keys."""

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > .page { width: 92%; max-width: 100; height: 92%; padding: 0 1; }
    Page > .page { border: round $primary; background: $surface; }
    Page > .small { width: 60; max-width: 100%; height: auto; max-height: 100%; }
    Page > .whole { width: 100%; height: 100%; padding: 0 1; border: round $primary; background: $surface; }
    Page Static { width: auto; min-width: 100%; }
    Page OptionList, Page OptionList:focus { border: none; }
    Page ScrollableContainer, Page VerticalScroll { height: 1fr; }
    Page .small VerticalScroll, Page .small ScrollableContainer { height: auto; max-height: 100%; }
    """
    BINDINGS: ClassVar[list[Binding]] = [CLOSE]
    heading = ""
    extent = "page"  # or "page small", "whole"
    if TYPE_CHECKING:
        app = getters.app(PaijuApp)

    def __init__(self, style: Style):
        super().__init__()
        self.style = style

    def compose(self) -> ComposeResult:
        with Vertical(id="page", classes=self.extent) as box:
            box.border_title = self.title_text()
            yield from self.body()
            yield KeyLine(self.style, self.BINDINGS)

    def title_text(self) -> str:
        return self.style.say(self.heading)

    def body(self) -> ComposeResult:
        raise NotImplementedError

    def action_close(self) -> None:
        self.dismiss(None)

    def has_more(self) -> bool:
        """Is there anything left to read? Then it is scrolled to. What came just now has not been read at all."""
        text = self.query_one(ScrollableContainer)
        if self.is_unread or text.is_vertical_scroll_end:
            return self.is_unread
        text.scroll_page_down(animate=False)
        return True


def card_look(app: PaijuApp, style: Style) -> CardLook:
    """How cards are drawn on a felt: with the colours the player has set."""
    return CardLook(style, app.settings.four_colours)


def reading(lines: Sequence[str], id: str = "text") -> ScrollableContainer:
    """Lines as they are, scrolled both ways."""
    return ScrollableContainer(Static("\n".join(lines), markup=False, id=id))


class AskPage(Page[str | None]):
    """A question with one line to write in, and lines that help with it; what was written, or None."""

    DEFAULT_CSS = "AskPage Input, AskPage Input:focus { border: none; height: 1; padding: 0 1; }"
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter", "take", mark("take it")),
        Binding("escape", "close", mark("close")),
    ]
    extent = "page small"

    def __init__(self, question: str, style: Style, begun: str = "", lines: Sequence[str] = (), longest: int = 40):
        super().__init__(style)
        self.question, self.begun, self.lines, self.longest = question, begun, lines, longest

    def title_text(self) -> str:
        return self.question

    def body(self) -> ComposeResult:
        if self.lines:
            with VerticalScroll(can_focus=False):
                yield WrappedText("\n".join(self.lines))
        yield Input(self.begun, max_length=self.longest, select_on_focus=False)

    @on(Input.Submitted)
    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())


def talk_page(door: HouseDoor, style: Style) -> AskPage:
    """Something to say to everybody, or the number of a phrase."""
    phrases = company.phrase_lines(door)
    return AskPage(style.say("Say something, or the number of a phrase"), style, "", phrases, company.LONGEST_LINE)


class PeoplePage(Page[None]):
    """Who else is here, and whose chat is heard; Enter or space changes it."""

    heading = mark("Whom to hear")
    extent = "page small"
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter,space", "turn", mark("mute, or hear again"), key_display="Enter"),
        LEAVE,
    ]

    def __init__(self, door: HouseDoor, style: Style):
        super().__init__(style)
        self.door, self.people = door, company.people(door)

    def body(self) -> ComposeResult:
        yield OptionList(*company.people_lines(self.door, self.style), markup=False)

    def action_turn(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def turned(self, event: OptionList.OptionSelected) -> None:
        name = self.people[event.option_index]
        self.door.mute(name, not company.is_muted(self.door, name))
        line = company.people_line(self.door, name, self.style)
        event.option_list.replace_option_prompt_at_index(event.option_index, line)


# ---- rules ----


class RulesPage(Page[None]):
    """The numbered rules in force. `rule` opens it at a rule; / or a digit searches."""

    DEFAULT_CSS = """
    RulesPage .heading { text-style: bold; color: $primary; margin-top: 1; }
    RulesPage .option { color: $accent; padding-left: 4; }
    RulesPage .rule, RulesPage .text { margin-top: 1; }
    RulesPage .found { background: $primary 30%; }
    RulesPage Input, RulesPage Input:focus { height: 1; border: none; padding: 0 1; display: none; }
    RulesPage Input.open { display: block; }
    """
    BINDINGS: ClassVar[list[Binding]] = [
        CLOSE,
        Binding("slash", "search", mark("search, or a rule's number")),
        Binding("n", "again(1)", mark("next found")),
        Binding("N", "again(-1)", mark("one back"), show=False),
    ]

    def __init__(self, game: Game, options: Any, style: Style, rule: str = ""):
        super().__init__(style)
        self.game, self.options, self.rule = game, options, rule
        self.parts = list(paragraphs(rules_in(game, options, style)))
        self.at = -1
        self.wanted = ""

    def title_text(self) -> str:
        return self.style.say("Rules: {rules}", rules=Said(self.game.rules(self.options)))

    def body(self) -> ComposeResult:
        with VerticalScroll():
            for part in self.parts:
                yield WrappedText(part.text, classes=part.kind)
        yield Input(
            placeholder=self.style.say("a word, or a rule's number such as 3.2"), max_length=80, select_on_focus=False
        )

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        if self.rule:
            self.call_after_refresh(self.find, self.rule)

    def on_key(self, event: Any) -> None:
        if event.character and event.character.isdigit() and not self.asking():
            event.stop()
            self.action_search(event.character)

    def asking(self) -> bool:
        return self.query_one(Input).has_class("open")

    def action_search(self, begun: str = "") -> None:
        field = self.query_one(Input)
        field.add_class("open")
        field.value = begun
        field.cursor_position = len(begun)
        field.focus()

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        if event.value and self.asking():
            self.find(event.value)

    @on(Input.Submitted)
    def entered(self) -> None:
        self.query_one(Input).remove_class("open")
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        if self.asking():
            return self.entered()
        self.dismiss(None)

    def find(self, wanted: str) -> None:
        """Go to the rule with that number, or the first paragraph that has these words."""
        self.wanted = wanted.strip()
        found = self.hits()
        self.go(found[0] if found else -1)

    def hits(self) -> list[int]:
        wanted = self.wanted.casefold().rstrip(".")
        if re.fullmatch(r"\d+(\.\d+)*", wanted):
            exact = [i for i, part in enumerate(self.parts) if part.number == wanted]
            return exact or [i for i, part in enumerate(self.parts) if part.number.startswith(wanted)]
        return [i for i, part in enumerate(self.parts) if wanted and wanted in part.text.casefold()]

    def action_again(self, step: int) -> None:
        found = self.hits()
        if found:
            later = [i for i in found if i > self.at] if step > 0 else [i for i in found[::-1] if i < self.at]
            self.go((later or (found if step > 0 else found[::-1]))[0])

    def go(self, at: int) -> None:
        for shown in self.query(".found"):
            shown.remove_class("found")
        self.at = at
        self.query_one(Input).set_class(at < 0, "-invalid")
        if at >= 0:
            part = self.query_one(VerticalScroll).query(WrappedText)[at]
            part.add_class("found")
            part.scroll_visible(top=True, animate=False)


def rules_in(game: Game, options: Any, style: Style) -> Iterator[str]:
    return rule_lines(game, options, style.lang)


# ---- score sheet ----


def score_lines(results: Sequence[Any], match: MatchStanding, style: Style) -> Iterator[str]:
    if results:
        yield from grid(sheet_rows(results, style))
    else:
        yield style.say("no deal is finished yet")
    yield ""
    yield from standing_text(match, style)


class ScorePage(Page[None]):
    """The score sheet: one row a deal, then the standing in words."""

    heading = mark("Score sheet")

    def __init__(self, results: Sequence[Any], match: MatchStanding, style: Style):
        super().__init__(style)
        self.results, self.match = list(results), match

    def body(self) -> ComposeResult:
        yield reading(list(score_lines(self.results, self.match, self.style)))


# ---- a first deal explained ----


class LessonPage(Page[None]):
    """What a newcomer is told at a moment, a paragraph each; Enter reads on before it goes on."""

    DEFAULT_CSS = "LessonPage WrappedText { margin-bottom: 1; }"
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter,space", "read_on", mark("go on")),
        Binding("escape,q", "close", mark("close"), show=False),
    ]
    heading = mark("The first deal explained")

    def __init__(self, lines: Sequence[Message], style: Style):
        super().__init__(style)
        self.lines = lines

    def body(self) -> ComposeResult:
        yield VerticalScroll(*(WrappedText(self.style.say(line)) for line in self.lines))

    def action_read_on(self) -> None:
        if not self.has_more():  # the good answer stands at the end
            self.dismiss(None)


# ---- log, last trick, hint ----


class LogPage(Page[None]):
    """What happened, a line an event; opened at the end."""

    heading = mark("Log of the deal")

    def __init__(self, lines: Sequence[str], style: Style):
        super().__init__(style)
        self.lines = list(lines)

    def body(self) -> ComposeResult:
        yield RichLog(wrap=True, markup=False, highlight=False, min_width=1)

    def on_mount(self) -> None:
        log = self.query_one(RichLog)
        for line in self.lines or [self.style.say("nothing has happened yet")]:
            log.write(line)
        log.focus()


class LastTrickPage(Page[None]):
    """The trick before the one on the table."""

    heading = mark("Last trick")
    extent = "page small"

    def __init__(self, scene: Scene, style: Style):
        super().__init__(style)
        self.trick = scene.last

    def body(self) -> ComposeResult:
        yield reading(list(self.told()))

    def told(self) -> Iterator[str]:
        if not self.trick.plays:
            yield self.style.say("no trick has been taken yet")
            return
        yield from grid(trick_rows(self.trick, self.style), left=2)
        if self.trick.winner >= 0:
            yield ""
            yield self.style.say("{seat} took it|you took it", seat=PlayerAt(self.trick.winner))


class HintPage(Page[Action | None]):
    """Candidates with what they are worth; Enter takes one over, Escape none."""

    heading = mark("Hint")
    extent = "page small"
    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter", "take", mark("choose this one")),
        LEAVE,
    ]

    def __init__(
        self,
        choices: Sequence[Candidate],
        style: Style,
        unit: str = "points",
        facts: Mapping[Action, Message] | None = None,
    ):
        super().__init__(style)
        self.choices, self.unit, self.facts = in_order(choices), unit, facts

    def body(self) -> ComposeResult:
        yield WrappedText(self.style.say("worth in {unit} ahead of the others, on average", unit=self.unit))
        lines = list(choice_lines(self.choices, self.style, len(self.choices), self.unit, self.facts))
        room = min(60, self.app.size.width) - 8  # a small page without its border, paddings and scroll bar
        yield OptionList(*(Option("\n".join(fold(line, room))) for line in lines), markup=False)

    def action_take(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def taken(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index].action)


# ---- the end of a deal, and of the match ----


class ResultPage(Page[str]):
    """How a deal ended, or the match: what was turned up at last, the scores, the standing. Answers next or leave."""

    BINDINGS: ClassVar[list[Binding]] = [
        Binding("enter,space,escape", "go_on", mark("go on"), key_display="Enter"),
        Binding("a", "analysis", mark("analysis")),
        Binding("s", "sheet", mark("score sheet")),
        Binding("l", "log", mark("log")),
        Binding("q", "leave", mark("leave")),
    ]

    def __init__(self, news: Any, door: Any, style: Style, log: Sequence[str] = ()):
        super().__init__(style)
        self.news, self.door, self.lines = news, door, list(log)
        self.facts = door.facts
        self.last = self.facts.results[-1]

    def title_text(self) -> str:
        if self.last.after.over:
            return self.style.say("The match is over")
        return self.style.say("Deal {number} is over", number=self.last.deal)

    def body(self) -> ComposeResult:
        explained = list(explained_lines(self.news.scene, self.style))
        ending = [] if explained else list(ending_lines(self.news.events, self.style))
        notes = [] if explained else list(note_lines(self.news.scene, self.style))
        texts = (
            WrappedText("\n".join(part)) for part in (self.winners(), ending, notes, explained, self.kept()) if part
        )
        said = self.winners()[:1]
        scores = [line for line in self.scores() if line not in said]
        yield ScrollableContainer(*texts, Static("\n".join(["", *scores]), markup=False))

    def scores(self) -> Iterator[str]:
        """A table of the deal, or of the match when it is over; the levels of teams are better told in words."""
        if self.news.scene.has_teams and not self.last.after.over:
            return standing_text(self.last.after, self.style)
        results = self.facts.results if self.last.after.over else [self.last]
        return score_lines(results, self.last.after, self.style)

    def winners(self) -> list[str]:
        """Who won, first of all."""
        return [winner_line(self.last.after, self.style), ""] if self.last.after.over else []

    def kept(self) -> list[str]:
        if self.last.after.over and self.facts.trouble is not None:
            return [self.style.say("the match was not kept")]
        if self.last.after.over and self.facts.place:
            return [self.style.say("The match is kept in {file}", file=Said(self.facts.place))]
        return []

    def action_go_on(self) -> None:
        if not self.has_more():
            self.dismiss("next")

    def action_leave(self) -> None:
        self.dismiss("leave")

    def action_sheet(self) -> None:
        self.app.push_screen(ScorePage(self.facts.results, self.last.after, self.style))

    def action_log(self) -> None:
        self.app.push_screen(LogPage(self.lines, self.style))

    async def action_analysis(self) -> None:
        from paiju.terminal.analysis import AnalysisPage

        try:
            deal = await self.door.deal()
        except (IllegalAction, OSError) as refusal:  # a table elsewhere may keep its cards to itself
            self.notify(self.style.refusal(refusal), severity="warning", markup=False)
        else:
            self.app.push_screen(AnalysisPage(deal, self.news.scene.viewer, self.style))


# ---- help ----


class HelpPage(Page[None]):
    """All keys of a screen: its bindings with their texts, and what more it wants to tell."""

    heading = mark("Keys")

    def __init__(
        self,
        style: Style,
        bindings: Sequence[Binding],
        more: Sequence[tuple[str, str]],
        guide: Message | None = None,
    ):
        super().__init__(style)
        self.guide = [style.say(guide), ""] if guide else []
        self.rows = [(style.say(keys), style.say(text)) for keys, text in more]
        told = [binding for binding in bindings if binding.description]
        named = set[str]()
        for text, alike in groupby(told, key=lambda binding: style.say(binding.description)):
            keys = list(dict.fromkeys(key_name(binding, style) for binding in alike))
            if not named.issuperset(keys):  # "← →" names the key for the way back too
                self.rows.append((" ".join(keys), text))
            named.update(" ".join(keys).split())

    def body(self) -> ComposeResult:
        texts = max(cell_len(keys) for keys, _ in self.rows) + 3  # the column where they begin
        lines = [WrappedText(line, hanging=texts) for line in grid(self.rows, gap=3, left=2)]
        yield VerticalScroll(*map(WrappedText, self.guide), *lines)
