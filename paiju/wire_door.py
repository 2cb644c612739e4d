"""WireDoor: a door to a table elsewhere, over wire 1 and a WebSocket. See door.py for what each of these means.

A task of its own stays connected. Whatever was asked for and has no answer yet is sent again when a lost connection is
back, with the same id, so that an answer counts once; what was heard goes on where it stopped. A server that says why
it closes (docs/wire.md) is believed: one comes back, or it is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

import aiohttp
from msgspec import Struct

from paiju.bots.search import Candidate
from paiju.bucket import Bucket
from paiju.client import LARGEST_ANSWER, HouseAddress, WireHouse, back_off, read_address
from paiju.core.game import Game, UnknownRules
from paiju.core.scene import MatchStanding
from paiju.core.state import State
from paiju.core.words import ONLOOKER, Action, Event, IllegalAction, Message, Said, mark
from paiju.door import DoorClosed, FinishedDeal, MatchFacts
from paiju.games import read_rules
from paiju.heard import (
    SceneAsks,
    answers_of,
    candidates_of,
    event_of,
    message_or_none,
    messages_of,
    refusal_of,
    scene_of,
    standing_of,
)
from paiju.news import Connection, News
from paiju.record import Deal, Record
from paiju.selection import PossibleAnswers
from paiju.timing import Timing
from paiju.wire import (
    VERSION,
    AnswerRequest,
    BeginRequest,
    ChairRequest,
    CheckRequest,
    ChoicesRequest,
    ClaimRequest,
    ClientRequest,
    FrameError,
    GoOnRequest,
    HelloRequest,
    HintRequest,
    HurryRequest,
    MoreTimeRequest,
    NoClockRequest,
    PhraseRequest,
    ReadyRequest,
    SayRequest,
    ServerMessage,
    SitRequest,
    StandRequest,
    UndoRequest,
    ValueRequest,
    ViewRequest,
    VoteRequest,
    WireChoices,
    WireError,
    WireHints,
    WireNews,
    WireRefusal,
    WireSaid,
    WireScene,
    WireTable,
    WireTime,
    WireView,
    WireWelcome,
    WishRequest,
    merge,
    read_message,
    write,
)

PATIENCE = 900.0  # seconds without a connection after which a person is told that it is over
CONNECT_SECONDS = 10.0
HEARTBEAT = 20.0  # seconds between pings: a line that is cut without a word is noticed
MESSAGES_A_SECOND = 16.0  # that we send; a house takes a few more before it closes
LONGEST_PAUSE = 60.0  # seconds that can be wished for on the wire
NOT_TWICE = (UndoRequest, SayRequest, PhraseRequest)  # what would be done twice if it were sent again
# Why a server closes: it will be back at once, in a moment, or never for us.
COME_BACK = ("closing", "moved", "too_slow", "store_away", "fault")
NOT_YET = ("no_deal", "not_shown_yet")  # a server that was started anew has not got that far
LAST_WORD = 2.0  # seconds in which a table says that the match is over, once all have seen its result
TRY_AGAIN, MOST_TRIES = 0.2, 50  # seconds between tries then, and how many
NO_USE = (1002, 1003, 1007, 1009)  # codes of a close because something was no message at all, or too long
ENDED = "ended_"  # what the code of a door begins with that is closed for one of these reasons
ENDINGS = {
    "vote": mark("the match was ended by a vote"),
    "nobody": mark("the match was ended: nobody was left"),
    "host": mark("the match was ended by those who keep the house"),
    "error": mark("the match was ended by a fault of the house"),
}

Answer = TypeVar("Answer", bound=ServerMessage)


@lru_cache(16)
def known_rules(rules: str) -> tuple[Game, Any]:
    """The game and its options, as the server names them: the one place where a client looks a game up."""
    try:
        return read_rules(rules)
    except UnknownRules:
        raise DoorClosed("this paiju does not know {rules}: install the one that the house has", "unknown_game",
                         rules=Said(rules[:100])) from None  # fmt: skip


def changes_of(before: WireTable, now: WireTable) -> Iterator[Message]:
    """Who has gone, and who is back, while a match is played."""
    for was, chair in zip(before.chairs, now.chairs, strict=False):
        if chair.seat == now.seat or was.kind != chair.kind or chair.kind != "person":
            continue
        name = Said(chair.name)
        if chair.is_played_for > was.is_played_for:
            yield Message("a bot plays for {name}", name=name)
        elif chair.is_away > was.is_away:
            yield Message("{name} has no connection", name=name)
        elif chair.is_away < was.is_away or chair.is_played_for < was.is_played_for:
            yield Message("{name} is back", name=name)
    yield from wishes_of(before.votes, now.votes, now, mark("{name} wants to end the match"),
                         mark("{name} wants to play on"))  # fmt: skip
    if now.has_clock:  # else it has just been switched off, which everybody hears
        yield from wishes_of(before.no_clock, now.no_clock, now, mark("{name} wants to play without a clock"),
                             mark("{name} wants to keep the clock"))  # fmt: skip


def wishes_of(was: Sequence[int], wanted: Sequence[int], now: WireTable, yes: str, no: str) -> Iterator[Message]:
    """Who of the others wants something now, and who does no longer."""
    for seat in sorted({*was} ^ {*wanted}):
        if seat != now.seat and 0 <= seat < len(now.chairs):
            yield Message(yes if seat in wanted else no, name=Said(now.chairs[seat].name))


@dataclass
class WaitingRequest:
    """What was asked for and has no answer yet."""

    request: ClientRequest
    answer: asyncio.Future[ServerMessage]
    is_sent_again: bool = False


class WireDoor:
    def __init__(self, house: WireHouse, id: str, patience: float = PATIENCE):
        """`patience` is how many seconds to go on trying to come back."""
        self.house, self.id, self.patience = house, id, patience
        self.at = house.url  # where its socket is: another process of the house may have the table
        self.stands: WireTable | None = None
        self.phrases: dict[str, str] = {}  # what can be said by name
        self.sayings: list[WireSaid] = []  # what was said while no match is on, until somebody reads it
        self.heard: WireScene | None = None
        self.number = 0  # of the news heard last
        self.news: News | None = None
        self.log: list[Event] = []  # of the deal
        self.results: list[FinishedDeal] = []
        self.answers: PossibleAnswers | None = None  # to what is asked now
        self.wishes = WishRequest()
        self.connections: list[Connection] = []
        self.waiting: dict[str, WaitingRequest] = {}
        self.valued: set[int] = set()  # deals to whose shuffle we have added something
        self.bucket = Bucket(MESSAGES_A_SECOND, 2 * MESSAGES_A_SECOND)
        self.prefix, self.count = secrets.token_hex(6), 0
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.reason: WireError | None = None  # why the server closes
        self.has_greeted = False  # on this connection
        self.has_news = False
        self.is_away = self.is_left = self.is_over = False
        self.error: DoorClosed | None = None
        self.task: asyncio.Task[None] | None = None
        self.stirred = asyncio.Event()  # something has changed, for those who wait for the match to begin
        self.takers: dict[type[ServerMessage], Callable[[Any], Awaitable[None]]] = {
            WireWelcome: self.take_welcome,
            WireTable: self.take_table,
            WireNews: self.take_news,
            WireSaid: self.take_said,
            WireError: self.take_error,
        }

    # ---- what is known ----

    @property
    def url(self) -> str:
        """The address to come back with."""
        return self.house.table_url(self.id)

    @property
    def shared_url(self) -> str:
        """The address to give to others, unless the house has advice how they get an address."""
        return str(HouseAddress(self.house.shared, self.id))

    @property
    def viewer(self) -> int:
        return self.stands.seat if self.stands is not None and self.stands.seat >= 0 else ONLOOKER

    @property
    def rules(self) -> tuple[Game, Any]:
        assert self.stands is not None
        return known_rules(self.stands.rules)

    @property
    def facts(self) -> MatchFacts:
        assert self.stands is not None
        game, options = self.rules
        names = self.news.names if self.news else tuple(chair.name for chair in self.stands.chairs)
        return MatchFacts(
            game=game,
            options=options,
            names=names,
            bots=tuple(chair.bot for chair in self.stands.chairs),
            sheet=partial(tuple, list(self.results)),
            match=self.news.match if self.news else game.first(options).match,
            place=self.url,
            is_away=self.is_away,
            is_over=self.is_over,
            error=self.error,
        )

    # ---- staying connected ----

    async def open(self) -> None:
        """Connect, and hear how the table stands; DoorClosed if that cannot be."""
        self.task = asyncio.create_task(self.run())
        while self.stands is None and self.error is None:
            await self.next_change()
        if self.error is not None:
            raise self.error
        _ = self.rules

    async def next_change(self) -> None:
        """Until something about the table is different, or the door is closed."""
        self.stirred.clear()
        await self.stirred.wait()

    async def run(self) -> None:
        """Connect again and again, until the match is over, one leaves, or there is no use in it."""
        waits, lost_at = back_off(), time.monotonic()
        try:
            while not self.is_done:
                why: BaseException | None = None
                try:
                    await self.sit_through()
                except aiohttp.WSServerHandshakeError as error:
                    if error.status < 500 and error.status != 429:
                        raise self.turned_away(error.status) from None
                    why = error
                except DoorClosed:
                    raise
                except (aiohttp.ClientError, TimeoutError, OSError) as error:
                    why = error
                if self.is_done:
                    break
                if self.has_greeted:
                    waits, lost_at = back_off(), time.monotonic()
                elif self.at != self.house.url:
                    self.at = self.house.url  # whoever had the table is gone: ask at the door everybody knows
                if self.stands is None or time.monotonic() - lost_at > self.patience:
                    raise self.house.unreachable(why or ConnectionError(self.reason_text()))
                self.lose()
                await asyncio.sleep(next(waits))
        except DoorClosed as error:
            self.error = error
        except Exception as error:  # a fault of ours is to be seen, not to be waited for
            self.error = DoorClosed("paiju made a mistake and had to stop: {reason}", "fault",
                                    reason=Said(f"{type(error).__name__}: {error}"))  # fmt: skip
        finally:
            self.close()

    @property
    def is_done(self) -> bool:
        return self.is_left or self.is_over

    def turned_away(self, status: int) -> DoorClosed:
        if status in (401, 403):
            return DoorClosed("{house} does not let us in: the token is not valid any more", "bad_token",
                              house=Said(self.house.url))  # fmt: skip
        return self.house.not_a_house()

    def reason_text(self) -> str:
        return self.reason.text if self.reason else "the connection was closed"

    async def sit_through(self) -> None:
        """One connection, to its end."""
        self.reason, self.has_greeted, self.has_news = None, False, False
        address = self.at.replace("http", "ws", 1) + f"/t/{self.id}/ws"
        async with asyncio.timeout(CONNECT_SECONDS):
            socket = await self.house.session.ws_connect(
                address, headers=self.house.headers, heartbeat=HEARTBEAT, max_msg_size=LARGEST_ANSWER, compress=0
            )
        async with socket:
            await socket.send_str(write(HelloRequest(lang=self.house.lang, since=self.number)).decode())
            self.socket = socket
            try:
                await self.send_again()
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        raise self.house.not_a_house()
                    await self.take(message.data)
                    if self.is_done:
                        return
            finally:
                self.socket = None
            self.look_at_end(socket.close_code)

    def look_at_end(self, code: int | None) -> None:
        """Is there use in coming back?"""
        if self.reason is not None and self.reason.code not in COME_BACK:
            raise DoorClosed("{house}: {reason}", self.reason.code, house=Said(self.house.url),
                             reason=Said(self.reason.text[:300]))  # fmt: skip
        if self.reason is None and code in NO_USE:
            raise self.house.not_a_house()
        if self.reason is not None and self.reason.code == "moved":
            self.follow(self.reason)

    def follow(self, reason: WireError) -> None:
        """The table is at another process of the house: go there."""
        with contextlib.suppress(ValueError):
            self.at = read_address(getattr(reason, "at", "") or reason.text).house

    async def send_again(self) -> None:
        if self.viewer >= 0 and self.is_away:  # a server that was started anew does not know what we wish for
            await self.send(self.wishes)
        for id, waiting in list(self.waiting.items()):
            if isinstance(waiting.request, NOT_TWICE):
                self.settle(id, IllegalAction("the connection was lost: look whether it was done", code="lost"))
            else:
                waiting.is_sent_again = True
                await self.send(waiting.request)

    def lose(self) -> None:
        """The connection is lost; whoever listens is told once."""
        if not self.is_away:
            self.is_away = True
            self.tell(Message("the connection is lost: trying again"))
        self.stirred.set()

    def tell(self, text: Message) -> None:
        """Something about the table that is no news of the match."""
        if self.news is not None:
            self.put(self.news._replace(kind="say", events=(), lesson=(), seat=-1, text=text))

    def close(self) -> None:
        """Nothing more will come."""
        gone = self.error.message if self.error else Message(mark("the table was left"))
        for id in list(self.waiting):
            self.settle(id, IllegalAction(gone.template, code="left", **gone.facts))
        for connection in tuple(self.connections):
            connection.close()
        self.stirred.set()

    # ---- what the server sends ----

    async def take(self, frame: str) -> None:
        try:
            message = read_message(frame)
            if (taker := self.takers.get(type(message))) is not None:
                await taker(message)
            if id := getattr(message, "id", ""):
                self.settle(id, message)
        except (FrameError, ValueError, KeyError, TypeError) as error:
            raise DoorClosed("{house} sent something that this paiju cannot read: {reason}", "bad_frame",
                             house=Said(self.house.url), reason=Said(str(error)[:200])) from error  # fmt: skip

    async def take_welcome(self, message: WireWelcome) -> None:
        if message.version != VERSION:
            raise FrameError("wrong_version", f"wire {VERSION} is spoken here, not {message.version}")
        self.has_greeted = True
        if self.is_away:
            self.is_away = False
            self.tell(Message("the connection is back"))

    async def take_error(self, message: WireError) -> None:
        if not message.id:
            self.reason = message

    async def take_said(self, message: WireSaid) -> None:
        if not self.house.is_muted(message.name):
            self.sayings = [*self.sayings, message][-100:]
            self.stirred.set()

    async def take_table(self, message: WireTable) -> None:
        if not message.chairs:
            raise FrameError("not_a_message", "a table without chairs")
        before, self.stands = self.stands, message
        if message.phrases:  # told once a connection
            self.phrases = {phrase.name: phrase.text for phrase in message.phrases}
        for text in changes_of(before, message) if before is not None and message.state == "playing" else ():
            self.tell(text)
        if message.state == "playing" and message.seat >= 0 and (before is None or before.state == "open"):
            await self.send(self.wishes)  # there was nobody to tell before
        if message.promised and message.seat >= 0 and message.promised not in self.valued:
            self.valued.add(message.promised)
            await self.send(ValueRequest(deal=message.promised, value=secrets.token_hex(16)))
        if message.state == "over" and message.ending != "match":
            ending = ENDINGS.get(message.ending, ENDINGS["host"])
            raise DoorClosed(ending, f"{ENDED}{message.ending}")
        if message.state == "over" and not self.has_news:
            await self.send(WishRequest(id="any news?"))  # what is still to be heard comes before the answer to this
        self.stirred.set()

    async def take_news(self, message: WireNews) -> None:
        changed = cast("Struct | None", getattr(message, "changed"))  # noqa: B009 - a struct made from fields
        if message.scene is not None:
            self.heard = message.scene
        elif self.heard is not None and changed is not None and message.number == self.number + 1:
            self.heard = merge(self.heard, changed)
        else:  # something was missed: hear the whole
            self.number, self.heard = 0, None
            if self.socket is not None:
                await self.socket.close()
            return
        self.number, self.has_news = message.number, True
        news = self.news_of(message, self.heard)
        if news.kind == "say" and 0 <= news.seat < len(news.names) and self.house.is_muted(news.names[news.seat]):
            news = news._replace(text=None)  # the rest of it counts
        if self.news is None or news.scene.asks != self.news.scene.asks or news.scene.deal != self.news.scene.deal:
            self.answers = None
        if news.begins_log:
            self.log.clear()
        self.log += news.events
        self.news = news
        is_new = news.scene.over and self.note_result(news)
        self.put(news)
        if is_new and news.kind == "whole":  # one came back when the deal was over already
            self.put(news._replace(kind="result", events=()))
        if news.kind == "match":
            self.end()
        self.stirred.set()

    def news_of(self, message: WireNews, heard: WireScene) -> News:
        scene = scene_of(heard)
        return News(
            number=message.number,
            kind=message.kind,
            scene=scene,
            match=self.match_of(message, scene),
            events=tuple(map(event_of, message.events)),
            seat=message.seat,
            text=message_or_none(message.text),
            seconds=message.seconds,
            can_undo=message.can_undo,
            names=tuple(place.name for place in heard.places),
            lesson=messages_of(message.lesson),
        )

    def match_of(self, message: WireNews, scene: Any) -> MatchStanding:
        game, options = self.rules
        known = self.results[-1].after if self.results else None
        if message.match is None and known is not None and known.deal == scene.deal:
            return known  # what the last deal led to is what this one begins with
        return standing_of(message.match, scene, game.first(options).match.is_plain)

    def note_result(self, news: News) -> bool:
        """A deal is over: for the score sheet. Is that new?"""
        if any(result.deal == news.scene.deal for result in self.results):
            return False
        self.results.append(FinishedDeal(news.scene.deal, news.scene.scores, news.match))
        return True

    def put(self, news: News) -> None:
        for connection in tuple(self.connections):
            connection.put(news)

    def end(self) -> None:
        """The match is over, and whoever listens is told so if the table did not."""
        if not self.is_over and self.news is not None and self.news.kind != "match":
            self.put(self.news._replace(kind="match", events=(), text=None))
        self.is_over = True

    # ---- asking ----

    async def send(self, request: ClientRequest) -> None:
        """As soon as it may be sent; a connection that is lost meanwhile is noticed where it is read."""
        while not self.bucket.take():
            await asyncio.sleep(self.bucket.wait())
        if self.socket is not None:
            with contextlib.suppress(ConnectionError):
                await self.socket.send_str(write(request).decode())

    async def ask(self, request: ClientRequest, kind: type[Answer]) -> Answer:
        """Ask for something and wait for what comes of it, also over a lost connection; a refusal is raised."""
        if self.task is None or self.task.done():
            raise IllegalAction("the table was left", code="left")
        tries, loop = 0, asyncio.get_running_loop()
        while True:
            waiting = self.waiting[request.id] = WaitingRequest(request, loop.create_future(), tries > 0)
            try:
                await self.send(request)
                answer = await waiting.answer
            finally:
                self.waiting.pop(request.id, None)
            is_early = isinstance(answer, WireRefusal) and answer.code in NOT_YET and waiting.is_sent_again
            if not is_early or tries == MOST_TRIES:
                break
            tries += 1
            await asyncio.sleep(TRY_AGAIN)
        if isinstance(answer, WireRefusal):
            raise refusal_of(answer)
        if isinstance(answer, WireError):
            raise IllegalAction("{reason}", code=answer.code, reason=Said(answer.text[:300]))
        if not isinstance(answer, kind):
            raise IllegalAction("the house gave no answer that makes sense", code="bad_answer")
        return answer

    async def do(self, request: ClientRequest) -> None:
        await self.ask(request, ServerMessage)

    def settle(self, id: str, answer: ServerMessage | IllegalAction) -> None:
        if id == "any news?" and (not self.has_news or self.viewer < 0):  # we came when all had been said
            self.end()
        waiting = self.waiting.get(id)
        if waiting is not None and not waiting.answer.done():
            if isinstance(answer, IllegalAction):
                waiting.answer.set_exception(answer)
            else:
                waiting.answer.set_result(answer)

    def new_id(self) -> str:
        self.count += 1
        return f"{self.prefix}-{self.count}"

    # ---- the door ----

    def hear(self, since: int = 0) -> Connection:
        connection = Connection(self.disconnect, self.viewer)
        if self.news is not None and (not since or since != self.number):
            connection.put(self.news._replace(kind="whole", events=tuple(self.log), text=None, lesson=()))
            if self.news.scene.over and not self.is_over:
                connection.put(self.news._replace(kind="result", events=()))
        if self.task is None or self.task.done():
            connection.is_over = True
        else:
            self.connections.append(connection)
        return connection

    def disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)

    async def answer(self, action: Action, id: str = "") -> None:
        await self.do(AnswerRequest(id=id or self.new_id(), action=str(action)))

    async def check(self, action: Action) -> None:
        await self.do(CheckRequest(id=self.new_id(), action=str(action)))

    async def view(self) -> State:
        told = await self.ask(ViewRequest(id=self.new_id()), WireView)
        try:
            return self.rules[0].read_position(told.position)
        except ValueError as error:
            raise IllegalAction("the house sent a view that cannot be read: {reason}", code="bad_view",
                                reason=Said(str(error)[:200])) from error  # fmt: skip

    async def asked(self) -> SceneAsks:
        if self.news is None:
            raise IllegalAction("no deal is being played", code="no_deal")
        return SceneAsks(self.news.scene, self.facts.game, self.facts.options, self.answers)

    async def choices(self) -> PossibleAnswers:
        question = self.news and self.news.scene.asks
        told = await self.ask(ChoicesRequest(id=self.new_id()), WireChoices)
        found = answers_of(told)
        if self.news and self.news.scene.asks == question:
            self.answers = found
        return found

    async def hint(self, ms: float = 1000.0) -> Sequence[Candidate]:
        return candidates_of(await self.ask(HintRequest(id=self.new_id(), ms=round(ms)), WireHints))

    async def undo(self) -> None:
        await self.do(UndoRequest(id=self.new_id()))

    async def claim(self) -> None:
        await self.do(ClaimRequest(id=self.new_id()))

    async def add_value(self, deal: int, value: str) -> None:
        await self.do(ValueRequest(id=self.new_id(), deal=deal, value=value))

    async def go_on(self) -> None:
        await self.if_seated(GoOnRequest(id=self.new_id()))
        if self.results and self.results[-1].after.over:
            await asyncio.sleep(LAST_WORD)  # who comes back after the end is told no more
            self.end()
            if self.socket is not None:
                await self.socket.close()

    async def hurry(self) -> None:
        if not self.is_away and self.bucket.left > MESSAGES_A_SECOND:  # whoever holds the key down means it once
            await self.if_seated(HurryRequest(id=self.new_id()))

    async def more_time(self) -> float:
        try:
            return (await self.ask(MoreTimeRequest(id=self.new_id()), WireTime)).seconds
        except IllegalAction:  # answered meanwhile
            return 0.0

    async def say(self, text: str) -> None:
        await self.do(SayRequest(id=self.new_id(), text=text))

    async def phrase(self, name: str) -> None:
        await self.do(PhraseRequest(id=self.new_id(), name=name))

    @property
    def others(self) -> Sequence[str]:
        chairs = self.stands.chairs if self.stands is not None else ()
        return [chair.name for chair in chairs if chair.kind == "person" and chair.seat != self.viewer]

    @property
    def muted(self) -> Sequence[str]:
        return self.house.muted

    def mute(self, name: str, on: bool = True) -> None:
        self.house.mute(name, on)

    @property
    def chairs(self) -> int:
        return len(self.stands.chairs) if self.stands is not None else 0

    @property
    def votes(self) -> Sequence[int]:
        return self.stands.votes if self.stands is not None else ()

    @property
    def is_alone(self) -> bool:
        return self.stands is None or sum(chair.kind == "person" for chair in self.stands.chairs) <= 1

    async def vote(self, on: bool = True) -> None:
        try:
            await self.do(VoteRequest(id=self.new_id(), on=on))
        except IllegalAction:
            if not self.is_ended:  # else it was the last vote that was wanted
                raise

    @property
    def no_clock(self) -> Sequence[int] | None:
        return self.stands.no_clock if self.stands is not None and self.stands.has_clock else None

    async def play_without_clock(self, on: bool = True) -> None:
        await self.do(NoClockRequest(id=self.new_id(), on=on))

    @property
    def is_ended(self) -> bool:
        """Was the match ended before its time?"""
        return self.error is not None and self.error.code.startswith(ENDED)

    async def wish(self, automatic: bool | None = None, pace: Timing | None = None) -> None:
        old, id = self.wishes, self.new_id()
        pauses = [min(getattr(pace, name), LONGEST_PAUSE) for name in ("move", "trick", "draw")] if pace else None
        move, trick, draw = pauses or (old.move, old.trick, old.draw)
        self.wishes = WishRequest("", old.automatic if automatic is None else automatic, move, trick, draw)
        if not self.is_away:
            await self.if_seated(WishRequest(id, automatic, *(pauses or ())))

    async def if_seated(self, request: ClientRequest) -> None:
        """How long things take is not for those who look on."""
        if self.viewer >= 0:
            with contextlib.suppress(IllegalAction):  # it came too late to matter
                await self.do(request)

    async def deal(self) -> Deal | None:
        deals = Record.read(await self.house.record(self.id)).deals
        return deals[-1] if deals else None

    async def leave(self) -> None:
        """Close the connection; the chair stays ours. `stand` gives it up."""
        self.is_left = True
        if self.task is not None and not self.task.done():
            self.task.cancel()
            await asyncio.wait([self.task])
        self.close()

    # ---- before the match ----

    async def sit(self, seat: int = -1) -> None:
        await self.do(SitRequest(id=self.new_id(), seat=seat))

    async def stand(self) -> None:
        await self.do(StandRequest(id=self.new_id()))

    async def set_chair(self, seat: int, kind: str, text: str = "") -> None:
        await self.do(ChairRequest(id=self.new_id(), seat=seat, kind=kind, text=text[:60]))

    async def ready(self, on: bool = True) -> None:
        await self.do(ReadyRequest(id=self.new_id(), on=on))

    async def begin(self) -> None:
        await self.do(BeginRequest(id=self.new_id()))
