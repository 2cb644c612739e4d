"""Record: a match as a text people can read, diff and mail. The format is told in docs/record.md.

A record is tags, then for each deal its setup, its deck and one action a line. Rules are deterministic, so that is all
there is to know; reading a record plays it, and a line that cannot be is named with its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from paiju.core.cards import DECK, Card, brief, read_faces
from paiju.core.game import Game, Setup
from paiju.core.position import on_one_line
from paiju.core.state import State
from paiju.core.words import ONLOOKER, TRUTH, Action, Event
from paiju.fair import HASH, VALUE, Fairness

FORMAT = "paiju 1"
READING_TAGS = ("Format", "Game", "Rules")  # how to read the rest; all tags there are: docs/record.md
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
QUOTED = r'"((?:[^"\\]|\\.)*)"'
TAG = re.compile(rf"\[({TAG_NAME.pattern}) {QUOTED}\]")
CHAIR = re.compile(rf"chair ([0-9]) {QUOTED}(?: {QUOTED})?")
COMMENT = re.compile(r"\{([^{}]*)\}")
WIDEST = 100  # signs in a line of a deck
TEXTS = {card: f" {card}" for card in DECK}
LONGEST_LINE = 20_000
LONGEST_COMMENT = LONGEST_LINE - 1_000  # written again it stands on one line, behind its move
MOST_TORN = 20  # lines at the end that a crash may have left incomplete: the heading of a deal has fewer


class RecordError(ValueError):
    """What is wrong with a record, and in which line."""

    def __init__(self, line: int, reason: str):
        self.line = line
        super().__init__(f"line {line}: {reason}")


class Move(NamedTuple):
    """One line of a deal: who, what, and what somebody remarked on it."""

    seat: int
    action: Action
    comment: str = ""


class NewPlayer(NamedTuple):
    """Somebody sat down in the middle of a match, a person or a bot, after so many moves of the deal."""

    moves: int
    seat: int
    name: str
    bot: str = ""

    def line(self) -> str:
        bot = f' "{escape(self.bot)}"' if self.bot else ""
        return f'chair {self.seat} "{escape(self.name)}"{bot}'


@dataclass
class Deal:
    """One deal: what it started from, its deck in dealing order, its moves. A position may stand in for the deck."""

    setup: Setup
    deck: list[Card]
    moves: MutableSequence[Move] = field(default_factory=list[Move])
    position: str = ""
    new_players: list[NewPlayer] = field(default_factory=list[NewPlayer])
    fairness: Fairness | None = None  # what the deck was shuffled from

    def begin(self) -> State:
        """The state before the first move."""
        if self.position:
            return self.setup.game.read_position(self.position)
        return self.setup.game.start(self.setup, self.deck)

    def opening(self, state: State) -> list[Event]:
        """What happened before the first move; of a position nobody knows."""
        return [] if self.position else state.first_events()

    def replay(self) -> Iterator[tuple[State, list[Event]]]:
        """The state at the start and after every move, with the events of the move. It is one state, moved on."""
        state = self.begin()
        yield state, self.opening(state)
        for move in self.moves:
            yield state, state.apply(move.seat, move.action)

    def final(self) -> State:
        """The state after the last move."""
        state = self.begin()
        for move in self.moves:
            state.step(move.seat, move.action)
        return state


@dataclass
class Record:
    """A match, or some deals of one. Unknown tags are kept."""

    game: Game
    options: Any
    tags: dict[str, str] = field(default_factory=dict[str, str])
    deals: list[Deal] = field(default_factory=list[Deal])
    left_out: RecordError | None = field(default=None, compare=False)  # what could not be read at its end

    def start(self, setup: Setup, deck: list[Card]) -> State:
        """Begin a deal and keep it; the state it starts with."""
        state = self.game.start(setup, deck)
        self.deals.append(Deal(setup, list(deck)))
        return state

    def start_at(self, position: str) -> State:
        """Begin a deal in the middle, at a position."""
        state = self.game.read_position(position)
        if state.viewer != TRUTH or state.setup.options != self.options:
            raise ValueError("a deal begins at a position of which all cards are known, and of the same rules")
        self.deals.append(Deal(state.setup, [], position=on_one_line(position)))
        return state

    def add(self, seat: int, action: Action, comment: str = "") -> None:
        self.deals[-1].moves.append(Move(seat, action, comment))

    def viewer(self, seat: int | None, without_seat: int) -> int:
        """Who looks, from a seat number somebody typed; ONLOOKER or TRUTH without one."""
        seats = self.game.first(self.options).seats
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {seats - 1}")
        return without_seat if seat is None else seat

    def person(self) -> int:
        """The seat of the one person who played, by the tags Bot0, Bot1 …; ONLOOKER if there was not just one."""
        people = [seat for seat in range(self.game.first(self.options).seats) if f"Bot{seat}" not in self.tags]
        return people[0] if len(people) == 1 else ONLOOKER

    def names(self, called: Callable[[int], str] = "seat {}".format) -> tuple[str, ...]:
        """Who sat where, from the tags Seat0, Seat1 …; empty if the record does not tell. `called` writes a seat."""
        tags = [self.tags.get(f"Seat{seat}", "") for seat in range(self.game.first(self.options).seats)]
        return tuple(f"{called(seat)} ({tag})" if tag else called(seat) for seat, tag in enumerate(tags) if any(tags))

    @classmethod
    def read(cls, text: str) -> Record:
        """The one record of a text."""
        records = list(read_records(text.splitlines()))
        if len(records) != 1:
            raise RecordError(1, f"one record is wanted, but the text has {len(records)}")
        return records[0]

    @classmethod
    def load(cls, path: str | Path) -> Record:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return cls.read(file.read())

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.text(), encoding="utf-8")

    def text(self) -> str:
        for name in self.tags:
            if name in READING_TAGS or not TAG_NAME.fullmatch(name):
                raise ValueError(f"'{brief(name)}' cannot be the name of a tag here")
        tags = {"Format": FORMAT, "Game": self.game.name, "Rules": self.game.rules(self.options), **self.tags}
        lines = tag_lines(tags)
        for deal in self.deals:
            lines += ["", *deal_lines(deal)]
        longest = max(map(len, lines))
        if longest > LONGEST_LINE:
            raise ValueError(f"a line of {longest} characters could not be read again: shorten a tag or a comment")
        return "\n".join(lines) + "\n"


def tag_lines(tags: Mapping[str, str]) -> list[str]:
    return [f'[{name} "{escape(value)}"]' for name, value in tags.items()]


def deal_lines(deal: Deal, final: State | None = None) -> Iterator[str]:
    """`final` is the state after its last move, for who has it; else the deal is played for it."""
    yield setup_line(deal.setup)
    if deal.position:
        yield f"position {deal.position}"
    else:
        if deal.fairness is not None:
            yield from deal.fairness.lines()
        yield from deck_lines(deal.deck)
    newcomers = list(deal.new_players)
    for number, move in enumerate(deal.moves):
        while newcomers and newcomers[0].moves <= number:
            yield newcomers.pop(0).line()
        comment = f" {{{clean(move.comment)}}}" if move.comment else ""
        yield f"{move.seat} {move.action!s}{comment}"
    yield from (newcomer.line() for newcomer in newcomers)
    state = deal.final() if final is None else final
    if state.is_over:
        yield from end_lines(deal, state)


def deck_lines(deck: Iterable[Card]) -> Iterator[str]:
    """A deck over several lines; textwrap would take as long as all the rest of a deal's heading."""
    line = "deck"
    for card in deck:
        if len(line) + len(TEXTS[card]) > WIDEST:
            yield line
            line = " "
        line += TEXTS[card]
    yield line


def end_lines(deal: Deal, state: State) -> Iterator[str]:
    """What stands behind the last move of a finished deal."""
    yield "score " + " ".join(map(str, state.scores()))
    if deal.fairness is not None and deal.fairness.secret:
        yield f"secret {deal.fairness.secret}"


def setup_line(setup: Setup) -> str:
    """The line a deal begins with: `deal 2 dealer=2 standing=0,26,0,0`."""
    return str(setup).replace("=", " ", 1)


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The records of a text, one after another; a tag after moves begins the next."""
    reader = RecordReader()
    number = 0
    for number, line in enumerate(lines, 1):
        reader.number = number
        if reader.begins_another(line):
            yield reader.finish()
            reader = RecordReader(number)
        reader.take(line)
    reader.number = number
    if reader.tags:
        yield reader.finish()
    elif number == 0 or not reader.empty:
        raise RecordError(max(number, 1), 'there is no record here: it starts with [Format "paiju 1"]')


def read_unfinished(lines: Sequence[str]) -> Record:
    """The one record of a match that was being written: what a crash left incomplete at its end is dropped.

    A line there that is no beginning of anything, but wrong, is dropped too, and is the record's `left_out`.
    """
    reader, taken = RecordReader(), 0
    try:
        for number, line in enumerate(lines, 1):
            reader.number = number
            if reader.begins_another(line):
                raise reader.error("a second record begins, but one is wanted")
            reader.take(line)
            taken = number
        return reader.finish()
    except RecordError as error:
        if error.line < len(lines) - 1 or reader.incomplete_since() <= len(lines) - MOST_TORN:
            raise
        left_out = error if taken < len(lines) else None
    record = reader.finish_complete()
    record.left_out = left_out
    return record


class RecordReader:
    """Takes a record line by line and plays it along, so that an error has a line number."""

    def __init__(self, number: int = 0):
        self.number = number
        self.tags: dict[str, str] = {}
        self.empty = True
        self.record: Record | None = None
        self.state: State | None = None
        self.setup: Setup | None = None  # of the running deal; None before the first and after a finished one
        self.last: Setup | None = None  # what the finished deal led to
        self.deck_lines: list[str] = []
        self.fairness: Fairness | None = None  # of a deal whose deck has not come yet
        self.comment: list[str] | None = None  # the lines of a comment that is not closed yet
        self.comment_length = 0
        self.remarks: list[str] = []  # what was said of the last move, on its line and on lines of their own
        self.remarks_length = 0
        self.deal_line = self.comment_line = 0  # where the running deal and the open comment began

    def error(self, reason: str) -> RecordError:
        return RecordError(self.number, reason)

    def begins_another(self, line: str) -> bool:
        return self.record is not None and line.lstrip().startswith("[") and self.comment is None

    def take(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise self.error(f"a line of {len(line)} characters is too long")
        indented = line[:1].isspace()
        line = line.strip()
        if self.comment is not None:
            self.take_comment(line)
        elif not line or line.startswith((";", "#")):
            return
        else:
            self.empty = False
            if line.startswith("["):
                self.take_tag(line)
            elif line.startswith("{") and "}" not in line:
                self.take_comment(line)
            elif self.deck_lines and indented:
                self.deck_lines.append(line)
            else:
                self.take_move(line)

    def take_comment(self, line: str) -> None:
        """A comment over several lines belongs to the move before it."""
        if self.comment is None:
            self.comment, self.comment_length, self.comment_line = [], 0, self.number
        self.comment.append(line)
        self.comment_length += len(line) + 1
        if self.comment_length > LONGEST_COMMENT:
            raise self.error("a comment is too long, or its } is missing")
        if "}" in line:
            text = " ".join(self.comment)
            self.comment = None
            self.take_move(text)

    def take_tag(self, line: str) -> None:
        match = TAG.fullmatch(line)
        if not match:
            raise self.error(f"'{brief(line)}' is not a tag: write [Name \"value\"]")
        name, value = match.groups()
        if name in self.tags:
            raise self.error(f"the tag {name} is there twice")
        self.tags[name] = unescape(value)
        if name == "Format" and self.tags[name] != FORMAT:
            raise self.error(f"format '{brief(value)}' is not known: this reads '{FORMAT}'")

    def open(self) -> Record:
        """The tags are complete: which game, which rules?"""
        if self.record is None:
            from paiju.games import find, known_rules

            rules = self.tags.get("Rules") or self.tags.get("Game")
            if not rules:
                raise self.error('there is no [Rules "..."] tag, so the game is not known')
            try:
                game, options = known_rules(rules)
                if "Game" in self.tags and find(self.tags["Game"]) is not game:
                    raise ValueError(f"the tags disagree: game {self.tags['Game']}, rules {rules}")
            except ValueError as error:
                raise self.error(str(error)) from error
            kept = {name: value for name, value in self.tags.items() if name not in READING_TAGS}
            self.record = Record(game, options, kept)
        return self.record

    def take_move(self, line: str) -> None:
        record = self.open()
        if line.startswith("position "):
            return self.take_position(record, line.partition(" ")[2])
        if line.startswith("chair "):
            return self.take_chair(record, line)
        comments = COMMENT.findall(line)
        words = COMMENT.sub(" ", line).split()
        if "{" in "".join(words) or "}" in "".join(words):
            raise self.error("a comment is not closed")
        if not words:
            return self.remark(comments)
        if words[0] == "deal":
            return self.take_deal(record, words[1:])
        if words[0] == "deck":
            return self.take_deck(words[1:])
        if words[0] in ("commit", "value"):
            return self.take_fairness(words)
        self.ready()
        if words[0] == "score":
            return self.take_score(words[1:])
        if words[0] == "secret":
            return self.take_secret(record, words[1:])
        if not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 3):
            raise self.error(f"'{brief(line)}' is not a line of a record: expected a seat number and an action")
        seat, state = int(words[0]), self.state
        if state is None:
            raise self.error("an action before any deal")
        try:
            action = Action.read(" ".join(words[1:]))
            state.apply(seat, action)
        except ValueError as error:
            raise self.error(f"seat {seat}: {error}") from error
        self.join_remarks()
        record.add(seat, action)
        self.remarks, self.remarks_length = [" ".join(comments).strip()], sum(map(len, comments))

    def take_chair(self, record: Record, line: str) -> None:
        """Somebody sits down at a seat: a name, and the bot if it is one."""
        self.ready()
        match = CHAIR.fullmatch(line)
        if match is None or not record.deals:
            raise self.error('somebody who sits down is written in a deal: chair 2 "Ann", with a bot behind it')
        seat, name, bot = int(match[1]), unescape(match[2]), unescape(match[3] or "")
        if seat >= record.deals[-1].setup.seats:
            raise self.error(f"there is no seat {seat}")
        record.deals[-1].new_players.append(NewPlayer(len(record.deals[-1].moves), seat, name, bot))

    def remark(self, comments: list[str]) -> None:
        """A comment on a line of its own belongs to the move before it."""
        self.remarks += (comment.strip() for comment in comments)
        self.remarks_length += sum(map(len, comments)) + len(comments)
        if self.remarks_length > LONGEST_COMMENT:
            raise self.error("the comments on one move are too long")

    def join_remarks(self) -> None:
        """Nothing more will be said of the last move: put what was said with it."""
        said = " ".join(filter(None, self.remarks))
        if said and self.record and self.record.deals and (moves := self.record.deals[-1].moves):
            moves[-1] = Move(moves[-1].seat, moves[-1].action, said)
        self.remarks, self.remarks_length = [], 0

    def take_deal(self, record: Record, words: list[str]) -> None:
        self.ready()
        if self.state is not None and not self.state.is_over:
            raise self.error("a new deal, but the one before is not finished")
        if self.state is not None and self.setup is not None:
            self.last = record.game.after(self.setup, self.state)
        if self.last is not None and self.last.over:
            raise self.error("a new deal, but the match is over")
        setup = self.read_setup(record, words)
        if self.last is not None and setup != self.last:
            raise self.error(f"the deal before leads to: {setup_line(self.last)}")
        self.setup, self.state, self.fairness, self.deal_line = setup, None, None, self.number

    def read_setup(self, record: Record, words: list[str]) -> Setup:
        try:
            return record.game.read_setup(" ".join([f"deal={words[0] if words else '?'}", *words[1:]]), record.options)
        except ValueError as error:
            raise self.error(str(error)) from error

    def take_deck(self, words: list[str]) -> None:
        if self.setup is None or self.state is not None or self.deck_lines:
            raise self.error("a deck belongs behind the line that begins a deal")
        self.deck_lines = [" ".join(words) or " "]

    def take_fairness(self, words: list[str]) -> None:
        """Whether the deck follows from it is for fair.py to say; here it is only read."""
        if self.setup is None or self.state is not None or self.deck_lines:
            raise self.error("what a deck was shuffled from stands before the deck")
        match words:
            case ["commit", hash] if HASH.fullmatch(hash) and self.fairness is None:
                self.fairness = Fairness(hash, ("",) * self.setup.seats)
            case ["value", seat, value] if VALUE.fullmatch(value) and self.lacks_value(seat):
                assert self.fairness is not None
                self.fairness = self.fairness.with_value(int(seat), value)
            case _:
                raise self.error("what a deck was shuffled from is one commitment, then a value of each seat at most")

    def lacks_value(self, seat: str) -> bool:
        values = self.fairness.values if self.fairness else ()
        return seat in map(str, range(len(values))) and not values[int(seat)]

    def take_secret(self, record: Record, words: list[str]) -> None:
        deal = record.deals[-1] if record.deals else None
        if deal is None or deal.fairness is None or self.state is None or not self.state.is_over:
            raise self.error("a secret belongs behind a finished deal that began with a commitment")
        if len(words) != 1 or not HASH.fullmatch(words[0]) or deal.fairness.secret:
            raise self.error("a secret is 64 hexadecimal digits, once")
        deal.fairness = replace(deal.fairness, secret=words[0])

    def take_position(self, record: Record, text: str) -> None:
        if self.setup is None or self.state is not None or self.deck_lines or self.fairness is not None:
            raise self.error("a position belongs behind the line that begins a deal, in place of the deck")
        try:
            self.state = record.start_at(text)
        except ValueError as error:
            raise self.error(f"position: {error}") from error
        if self.state.setup != self.setup:
            raise self.error("the position is of another deal than the line that begins this one")

    def ready(self) -> None:
        """The deck is complete when another line comes: start the deal."""
        if self.deck_lines:
            self.join_remarks()
            record, setup = self.record, self.setup
            assert record is not None
            assert setup is not None
            try:
                deck = [card for line in self.deck_lines for card in read_faces(line)]
                self.state = record.start(setup, deck)
                record.deals[-1].fairness = self.fairness
            except ValueError as error:
                raise self.error(f"the deck above: {error}") from error
            self.deck_lines = []
        elif self.setup is not None and self.state is None:
            raise self.error("the deal has no deck")

    def take_score(self, words: list[str]) -> None:
        state = self.state
        if state is None or not state.is_over:
            raise self.error("a score, but the deal is not finished")
        scores = [str(score) for score in state.scores()]
        if words != scores:
            raise self.error(f"the score says {brief(' '.join(words))}, the plays give {' '.join(scores)}")

    def finish(self) -> Record:
        if self.comment is not None:
            raise self.error("a comment is not closed")
        record = self.open()
        self.ready()
        self.join_remarks()
        return record

    def incomplete_since(self) -> int:
        """The line from which on nothing is complete: that of an open comment, of a deal without its deck, or this."""
        if self.comment is not None:
            return self.comment_line
        return self.deal_line if self.setup is not None and self.state is None else self.number

    def finish_complete(self) -> Record:
        """The record without what is incomplete."""
        self.comment = None
        while self.setup is not None and self.state is None:
            try:
                self.ready()
            except RecordError:  # scraps behind the deck, or the deck itself is torn
                self.deck_lines = self.deck_lines[:-1]
                self.setup = self.setup if self.deck_lines else None
        return self.finish()


def escape(value: str) -> str:
    value = "".join(c if c.isprintable() else " " for c in value)
    return value.replace("\\", "\\\\").replace('"', '\\"')


def unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def clean(comment: str) -> str:
    """A comment as it can stand on one line."""
    return " ".join(comment.replace("{", "(").replace("}", ")").split())


class Moment(NamedTuple):
    """What a viewer saw at once: the number of the move behind it (0 at the start), the view then, what was told."""

    number: int
    view: State  # for TRUTH the state itself
    events: list[Event]

    @property
    def ends_trick(self) -> bool:
        return any(event.ends_trick for event in self.events)

    @property
    def is_routine(self) -> bool:
        """Is it one of many alike, with nothing else in it?"""
        return bool(self.events) and all(event.routine for event in self.events)


def moments(deal: Deal, viewer: int) -> Iterator[Moment]:
    """A deal as one viewer saw it happen.

    The truth is a moment a move. Others saw a step that ran on by itself in pieces, and of a secret answer nothing,
    unless it was their own: that there was one may tell what somebody held.
    """
    before = None
    for number, (state, events) in enumerate(deal.replay()):
        seat, action = (deal.moves[number - 1].seat, deal.moves[number - 1].action) if number else (-1, None)
        if viewer == TRUTH:
            yield Moment(number, state, events)
        elif events or seat in (-1, viewer):
            whole = (
                [(state, events)]
                if number == 0 and deal.position
                else state.copy().unfold(before, seat, action, events)
            )
            for sight, told in whole:
                yield Moment(number, sight.view(viewer), [event.to(viewer) for event in told])
        before = state.copy()


def steps(record: Record, viewer: int = TRUTH) -> Iterator[tuple[Deal, Move | None, State, list[Event]]]:
    """A record as one viewer saw it: for each deal its start (move None), then every moment with the move behind it."""
    for deal in record.deals:
        for number, state, events in moments(deal, viewer):
            yield deal, deal.moves[number - 1] if number else None, state, events
