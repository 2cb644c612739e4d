"""A file of records on the whole screen: step both ways, look from any seat, let it run, ask what a move cost.

States are made for the deal on the screen and no other; records are read, and moves judged, in threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from textual import on, work
from textual.binding import Binding
from textual.message import Message as Signal
from textual.timer import Timer
from textual.worker import Worker, get_current_worker  # pyright: ignore[reportUnknownVariableType]  # a Worker of what?

from paiju.analysis import Verdict
from paiju.core.words import ONLOOKER, TRUTH, PlayerAt, mark
from paiju.door import FinishedDeal
from paiju.history import DealHistory
from paiju.record import Moment, Record
from paiju.record_file import PartialRecord, RecordFile
from paiju.results import explained_lines
from paiju.show import Said, Style, deal_title, log_lines, standing_lines
from paiju.terminal.analysis import explainer, moment_text
from paiju.terminal.pages import AskPage, HelpPage, LogPage, RulesPage, ScorePage
from paiju.terminal.spectator import PACES, SpectatorScreen

LOOK_SECONDS = 0.05  # between looks at what has been read
MOST_SHEET = 100  # deals on the score sheet; each is played again for it


class ReplayScreen(SpectatorScreen):
    """Where we are: a record of the file, a deal of it, and how many of its moments the viewer has seen."""

    class MoveJudged(Signal):
        """A move was judged; it belongs to the history of a deal."""

        def __init__(self, history: DealHistory, verdict: Verdict):
            super().__init__()
            self.history, self.verdict = history, verdict

    BINDINGS: ClassVar[list[Binding]] = [
        Binding("right,enter,n", "step(1)", mark("move"), key_display="← →"),
        Binding("left,b,backspace", "step(-1)", mark("a move back"), show=False),
        Binding("t,pagedown,down", "trick(1)", mark("trick"), key_display="t T"),
        Binding("T,pageup,up", "trick(-1)", mark("a trick back"), show=False, key_display="T"),
        Binding("d", "deal(1)", mark("deal"), key_display="d D"),
        Binding("D", "deal(-1)", mark("a deal back"), show=False),
        Binding("right_square_bracket", "record(1)", mark("the next record"), show=False, key_display="]"),
        Binding("left_square_bracket", "record(-1)", mark("the record before"), show=False, key_display="["),
        Binding("home", "edge(0)", mark("the start of the deal"), show=False),
        Binding("end", "edge(1)", mark("the end of the deal"), show=False),
        Binding("j", "jump", mark("jump")),
        Binding("space", "play", mark("run")),
        Binding("plus,equals_sign", "faster(1)", mark("pace"), key_display="+ -"),
        Binding("minus", "faster(-1)", mark("slower"), show=False),
        *SpectatorScreen.BINDINGS,
        Binding("a", "judge", mark("cost")),
        Binding("A", "judge_all", mark("cost of the deal"), key_display="A"),
        Binding("m", "mistake", mark("next mistake"), show=False),
        Binding("s", "sheet", mark("score sheet"), show=False),
        Binding("l", "log", mark("log of the deal"), show=False),
        Binding("r", "rules", mark("rules"), show=False),
        Binding("question_mark,h,f1", "help", mark("keys")),
        Binding("q,escape", "leave", mark("leave")),
    ]

    def __init__(self, records: RecordFile, style: Style, viewer: int | None):
        """Without a viewer as the one person saw it who played; as an onlooker if there was none."""
        super().__init__(style, ONLOOKER if viewer is None else viewer)
        self.as_person = viewer is None
        self.records = records
        self.index = self.deal = self.number = 0
        self.partial: PartialRecord = records.record(0)
        self.history: DealHistory | None = None
        self.to_the_end = False  # whether we came into this record from behind
        self.verdicts: dict[tuple[int, int, int], Verdict] = {}
        self.thinking = 0  # moves that are still to be judged
        self.timer: Timer | None = None

    def on_mount(self) -> None:
        self.looking = self.set_interval(LOOK_SECONDS, self.look)
        self.scan()
        self.open(0)

    def on_unmount(self) -> None:
        self.records.stopped = self.partial.stopped = True

    # ---- reading ----

    @work(thread=True, group="scan")
    def scan(self) -> None:
        self.records.scan()

    @work(thread=True, group="read")
    def read(self, partial: PartialRecord) -> None:
        partial.read()

    def open(self, index: int, to_the_end: bool = False) -> None:
        self.partial.stopped = True
        self.index, self.to_the_end = index, to_the_end
        self.partial, self.history = self.records.record(index), None
        self.read(self.partial)
        self.looking.resume()

    def look(self) -> None:
        """Show the first deal as soon as it has been read, and anything that turned out to be wrong; until all is."""
        partial, is_last = self.partial, self.partial.done and self.records.scanned
        if self.history is None and (partial.done or not self.to_the_end) and partial.deals():
            last = len(partial.deals()) - 1
            self.turn_to(last if self.to_the_end else 0, at_end=self.to_the_end)
        elif partial.done or not self.records.scanned:
            self.put_title()
        if partial.done and partial.error:
            self.put_trouble(self.style.say("the record is damaged; {reason}", reason=Said(partial.error)))
        if is_last:
            self.looking.pause()

    def turn_to(self, deal: int, at_end: bool = False) -> None:
        """Unroll a deal and stand at its start or end."""
        self.deal, self.history = deal, DealHistory(self.partial.deals()[deal])
        if self.as_person:
            self.viewer, self.as_person = self.record().person(), False
        if self.viewer >= self.seats():
            self.notify(self.style.say("there is no seat {number} here", number=self.viewer), severity="warning")
            self.viewer = ONLOOKER
        self.number = self.last(self.history) if at_end else 0
        self.put_trouble("")
        self.refresh_all()

    def moment(self, history: DealHistory) -> Moment:
        return history.moments(self.viewer)[self.number]

    def last(self, history: DealHistory) -> int:
        """The number of the last moment."""
        return len(history.moments(self.viewer)) - 1

    def action_view(self, viewer: int) -> None:
        """Look from elsewhere at what that viewer had seen by now."""
        if self.history and viewer < self.seats():
            self.number = self.history.turned_to(self.number, self.viewer, viewer)
            self.viewer = viewer
            self.refresh_all()

    def record(self) -> Record:
        assert self.partial.record is not None
        return self.partial.record

    # ---- showing ----

    def named(self) -> Style:
        """Our style with the players' names, short where they alone tell who is who."""
        record, seats = self.record(), range(self.seats())
        names = tuple(record.tags.get(f"Seat{seat}", "") for seat in seats)
        told = all(names) and len(set(names)) == len(names)
        return replace(self.style, names=names if told else record.names(self.style.seat), you=record.person())

    def seats(self) -> int:
        return self.history.deal.setup.seats if self.history else 0

    def refresh_all(self) -> None:
        if self.history:
            style = self.named()
            self.put("", self.moment(self.history).view.scene(), list(self.words(self.history, style)), style)
            self.put_title()

    def put_title(self) -> None:
        """The file's name comes last: where the line is too narrow, it is what can be missed."""
        self.query_one("#title").update(" · ".join([*self.title_parts(), self.records.path.name]))  # type: ignore[attr-defined]

    def title_parts(self) -> Iterator[str]:
        say, records = self.style.say, self.records
        if len(records.starts) > 1:
            more = "" if records.scanned else "+"
            yield say("record {number} of {all}", number=self.index + 1, all=Said(f"{len(records.starts)}{more}"))
        if not self.history:
            yield say("nothing to show") if self.partial.done else say("reading …")
            return
        more = "" if self.partial.done else "+"
        yield say("deal {number} of {all}", number=self.deal + 1, all=Said(f"{len(self.partial.deals())}{more}"))
        yield say("move {number} of {all}", number=self.number, all=self.last(self.history))
        tricks = sum(number <= self.number for number in self.history.trick_ends(self.viewer))
        if tricks:
            yield say("trick {number}", number=tricks)
        yield self.view_text(self.named())
        if self.running:
            yield say("runs at pace {pace}", pace=self.pace + 1)

    def words(self, history: DealHistory, style: Style) -> Iterator[str]:
        """What the move was, what was remarked on it, what it cost."""
        setup, game, moment = history.deal.setup, self.record().game, self.moment(history)
        move = history.move(moment.number)
        if self.number == 0:
            yield deal_title(game.title, setup.deal, TRUTH, style)
            yield from (line.strip() for line in standing_lines(setup.match, style))
        yield from log_lines(moment.events, style)
        if move and not moment.events:
            yield style.say("a secret answer")
        if move and move.comment:
            yield f"{{{move.comment}}}"
        yield from self.judgement(moment.number, style)
        if moment.view.is_over:
            yield from explained_lines(moment.view.scene(), style)
            yield from (line.strip() for line in standing_lines(game.after(setup, history.states[-1]).match, style))

    def judgement(self, move: int, style: Style) -> Iterator[str]:
        """What is known about the worth of the move; it tells the mover's cards, so not to everybody."""
        verdict = self.verdicts.get((self.index, self.deal, move))
        if verdict and self.viewer not in (TRUTH, verdict.move.seat):
            yield style.say("judged; seen by {who} or open you can read it", who=PlayerAt(verdict.move.seat))
        elif verdict:
            yield moment_text(verdict, style, self.record().game.unit)
        if self.thinking:
            yield style.say("still to judge: {moves}", moves=self.thinking)

    # ---- going ----

    def action_step(self, by: int) -> None:
        if self.history is None:
            return
        if 0 <= self.number + by <= self.last(self.history):
            self.number += by
            self.refresh_all()
        else:
            self.action_deal(by, at_end=by < 0)

    def action_trick(self, by: int) -> None:
        """To the end of this trick or the one before; at the edges of the deal over them."""
        if self.history is None:
            return
        there = self.history.trick_from(self.number, by, self.viewer)
        if there is None:
            return self.action_step(by)
        self.number = there
        self.refresh_all()

    def action_deal(self, by: int, at_end: bool = False) -> None:
        if self.history is None:
            return
        if 0 <= self.deal + by < len(self.partial.deals()):
            self.turn_to(self.deal + by, at_end)
        elif by > 0 and not self.partial.done:
            self.notify(self.style.say("still reading: more deals will come"))
        else:
            self.action_record(by, at_end)

    def action_record(self, by: int, at_end: bool = False) -> None:
        if 0 <= self.index + by < len(self.records.starts):
            self.open(self.index + by, to_the_end=at_end)
        else:
            self.stop()
            self.notify(self.style.say("that was the last move") if by > 0 else self.style.say("this is the start"))

    def action_edge(self, end: int) -> None:
        if self.history:
            self.number = self.last(self.history) if end else 0
            self.refresh_all()

    def action_jump(self) -> None:
        if self.history:
            tricks = len(self.history.trick_ends(self.viewer))
            question = self.style.say("Which trick, 1 to {last}?", last=tricks)
            self.app.push_screen(AskPage(question, self.style), self.jump)

    def jump(self, answer: str | None) -> None:
        there = None
        if self.history and answer and answer.isascii() and answer.isdigit():
            there = self.history.trick_start(int(answer[:9]), self.viewer)
        if there is not None:
            self.number = there
            self.refresh_all()
        elif answer:
            self.notify(
                self.style.say("there is no trick {number} in this deal", number=Said(answer)), severity="warning"
            )

    # ---- running by itself ----

    def action_play(self) -> None:
        self.stop() if self.running else self.start()

    def start(self) -> None:
        self.running = True
        self.timer = self.set_interval(PACES[self.pace], lambda: self.action_step(1))
        self.refresh_all()

    def stop(self) -> None:
        self.running = False
        if self.timer:
            self.timer.stop()
        self.refresh_all()

    def action_faster(self, by: int) -> None:
        self.set_pace(self.pace + by)
        if self.running:
            self.stop()
            self.start()

    # ---- what moves cost ----

    def action_judge(self) -> None:
        """Judge the move just made; at the start of a deal the first one."""
        moves = self.moves_seen()
        if self.history and moves:
            if not self.moment(self.history).number:
                self.number = moves[min(moves)]
                self.refresh_all()
            self.judge_moves([self.moment(self.history).number])

    def action_judge_all(self) -> None:
        self.judge_moves(list(self.moves_seen()))

    def moves_seen(self) -> dict[int, int]:
        return self.history.moves_seen(self.viewer) if self.history else {}

    def judge_moves(self, numbers: Sequence[int]) -> None:
        known = {number for index, deal, number in self.verdicts if (index, deal) == (self.index, self.deal)}
        wanted = [number for number in numbers if number not in known]
        if wanted and self.history:
            self.thinking = len(wanted)
            self.think(self.history, wanted)
            self.refresh_all()

    @work(thread=True, group="judge", exclusive=True)
    def think(self, history: DealHistory, numbers: Sequence[int]) -> None:
        worker = cast("Worker[Any]", get_current_worker())
        bot = explainer(history.deal)
        for number in numbers:
            if worker.is_cancelled:
                return
            self.post_message(self.MoveJudged(history, history.verdict(number, bot)))

    @on(MoveJudged)
    def judged(self, event: MoveJudged) -> None:
        if event.history is self.history:
            self.thinking = max(0, self.thinking - 1)
            self.verdicts[self.index, self.deal, event.verdict.number] = event.verdict
            self.refresh_all()

    def action_mistake(self) -> None:
        """To the next move of this deal that cost something, round and round."""
        seen = self.moves_seen()
        costly = sorted(
            seen[move]
            for (index, deal, move), verdict in self.verdicts.items()
            if (index, deal) == (self.index, self.deal) and verdict.cost and move in seen
        )
        if costly:
            self.number = next((number for number in costly if number > self.number), costly[0])
            self.refresh_all()
        else:
            self.notify(self.style.say("no mistake found yet: A judges the whole deal"))

    # ---- pages ----

    def action_sheet(self) -> None:
        if self.history:
            is_over = self.moment(self.history).view.is_over
            results = list(self.results(self.deal + is_over))
            standing = results[-1].after if is_over else self.history.deal.setup.match
            self.app.push_screen(ScorePage(results, standing, self.named()))

    def results(self, deals: int) -> Iterator[FinishedDeal]:
        """The deals that are over by now, as a score sheet has them."""
        for deal in self.partial.deals()[max(0, deals - MOST_SHEET) : deals]:
            final = deal.final()
            yield FinishedDeal(deal.setup.deal, final.scores(), self.record().game.after(deal.setup, final).match)

    def action_log(self) -> None:
        if self.history:
            style = self.named()
            seen = self.history.moments(self.viewer)[: self.number + 1]
            log = (event for moment in seen for event in moment.events)
            self.app.push_screen(LogPage(list(log_lines(log, style)), style))

    def action_rules(self) -> None:
        if self.history:
            self.app.push_screen(RulesPage(self.record().game, self.record().options, self.style))

    def action_help(self) -> None:
        self.app.push_screen(HelpPage(self.style, self.BINDINGS, ()))

    def action_leave(self) -> None:
        self.dismiss(None)
