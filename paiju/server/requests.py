"""What a client may ask for at a table, done: the same for a socket and for the API."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import msgspec

from paiju.core.words import Action, IllegalAction, as_action
from paiju.frames import refused, wire_choices, wire_hints
from paiju.house_table import PHRASES, HouseTable
from paiju.people import BOT_AVATAR, Person
from paiju.show import Style
from paiju.speakers import Speaker
from paiju.timing import Timing
from paiju.wire import (
    AnswerRequest,
    AwayRequest,
    BeginRequest,
    ChairRequest,
    CheckRequest,
    ChoicesRequest,
    ClaimRequest,
    ClientRequest,
    GoOnRequest,
    HintRequest,
    HurryRequest,
    LeaveRequest,
    MoreTimeRequest,
    NoClockRequest,
    PhraseRequest,
    ReadyRequest,
    RematchRequest,
    SayRequest,
    ServerMessage,
    SitRequest,
    StandRequest,
    UndoRequest,
    ValueRequest,
    ViewRequest,
    VoteRequest,
    WireChair,
    WireDone,
    WirePhrase,
    WireRefusal,
    WireTable,
    WireTime,
    WireView,
    WishRequest,
)

LONGEST_KEPT = 60  # signs of an action that is remembered


class TableClient:
    """Who asks, where, and how he is spoken to."""

    def __init__(self, table: HouseTable, person: Person, lang: str):
        self.table, self.person, self.lang = table, person, lang

    @property
    def speaker(self) -> Speaker:
        names = tuple(chair.name for chair in self.table.contract.chairs)
        return Speaker(Style(lang=self.lang, names=names, you=self.table.contract.seat_of(self.person.id)))


def read_action(text: str) -> Action:
    """The same few hundred actions come again and again."""
    return often_read(text) if len(text) <= LONGEST_KEPT else as_action(text)


often_read = lru_cache(1024)(as_action)


async def answer(client: TableClient, asked: AnswerRequest) -> None:
    await client.table.door(client.person).answer(read_action(asked.action), asked.id)


async def check(client: TableClient, asked: CheckRequest) -> None:
    await client.table.door(client.person).check(read_action(asked.action))


async def choices(client: TableClient, asked: ChoicesRequest) -> ServerMessage:
    return wire_choices(await client.table.door(client.person).choices(), client.speaker, asked.id)


async def hint(client: TableClient, asked: HintRequest) -> ServerMessage:
    client.table.check_hint()
    door = client.table.door(client.person)
    async with client.table.house.advice(client.person):
        return wire_hints(await door.hint(asked.ms), client.speaker, asked.id)


async def view(client: TableClient, asked: ViewRequest) -> ServerMessage:
    client.table.check_view(client.person)
    return WireView(str(await client.table.door(client.person).view()), asked.id)


async def undo(client: TableClient, asked: UndoRequest) -> None:
    await client.table.door(client.person).undo()


async def claim(client: TableClient, asked: ClaimRequest) -> None:
    await client.table.door(client.person).claim()


async def go_on(client: TableClient, asked: GoOnRequest) -> None:
    await seated_door(client).go_on()


async def hurry(client: TableClient, asked: HurryRequest) -> None:
    await seated_door(client).hurry()


async def more_time(client: TableClient, asked: MoreTimeRequest) -> ServerMessage:
    return WireTime(await seated_door(client).more_time(), asked.id)


async def say(client: TableClient, asked: SayRequest) -> None:
    await client.table.say(client.person, asked.text)


async def phrase(client: TableClient, asked: PhraseRequest) -> None:
    await client.table.say(client.person, "", asked.name)


async def wish(client: TableClient, asked: WishRequest) -> None:
    timing = client.table.contract.timing
    given = {name: getattr(asked, name) for name in ("move", "trick", "draw") if getattr(asked, name) is not None}
    pauses: dict[str, Any] = {name: getattr(timing, name) for name in ("move", "trick", "draw", "call")}
    pace = Timing(**pauses | given)
    await seated_door(client).wish(asked.automatic, pace if given else None)


async def sit(client: TableClient, asked: SitRequest) -> None:
    await client.table.sit(client.person, asked.seat)


async def stand(client: TableClient, asked: StandRequest) -> None:
    await client.table.stand(client.person)


async def ready(client: TableClient, asked: ReadyRequest) -> None:
    await client.table.ready(client.person, asked.on)


async def chair(client: TableClient, asked: ChairRequest) -> None:
    await client.table.set_chair(client.person, asked.seat, asked.kind, asked.text)


async def begin(client: TableClient, asked: BeginRequest) -> None:
    await client.table.begin(client.person)


async def vote(client: TableClient, asked: VoteRequest) -> None:
    await client.table.vote(client.person, asked.on)


async def no_clock(client: TableClient, asked: NoClockRequest) -> None:
    await client.table.play_without_clock(client.person, asked.on)


async def away(client: TableClient, asked: AwayRequest) -> None:
    await client.table.leave_for_now(client.person, asked.on)


async def rematch(client: TableClient, asked: RematchRequest) -> None:
    await client.table.rematch(client.person)


async def value(client: TableClient, asked: ValueRequest) -> None:
    await client.table.add_value(client.person, asked.deal, asked.value)


def seated_door(client: TableClient) -> Any:
    """A door for those who sit here: how long things take is not for onlookers."""
    client.table.seat(client.person)
    return client.table.door(client.person)


Handler = Callable[[TableClient, Any], Awaitable[ServerMessage | None]]
HANDLERS: dict[type[ClientRequest], Handler] = {
    AnswerRequest: answer,
    CheckRequest: check,
    ChoicesRequest: choices,
    HintRequest: hint,
    ViewRequest: view,
    UndoRequest: undo,
    ClaimRequest: claim,
    GoOnRequest: go_on,
    HurryRequest: hurry,
    MoreTimeRequest: more_time,
    SayRequest: say,
    PhraseRequest: phrase,
    ValueRequest: value,
    WishRequest: wish,
    SitRequest: sit,
    StandRequest: stand,
    ReadyRequest: ready,
    ChairRequest: chair,
    BeginRequest: begin,
    VoteRequest: vote,
    NoClockRequest: no_clock,
    AwayRequest: away,
    RematchRequest: rematch,
    LeaveRequest: stand,
}


async def carry_out(client: TableClient, asked: ClientRequest) -> ServerMessage:
    """Do it, and what there is to answer: `done`, what was asked for, or a refusal."""
    try:
        return await HANDLERS[type(asked)](client, asked) or WireDone(asked.id)
    except Exception as error:
        if (told := refusal(client, asked, error)) is None:
            raise
        return told


def refusal(client: TableClient, asked: ClientRequest, error: BaseException | None) -> WireRefusal | None:
    """What is told of an error that is the client's own; None of others."""
    if isinstance(error, IllegalAction):
        return refused(error, client.table.contract.rules.partition(":")[0], client.speaker, asked.id)
    return WireRefusal(str(error), "bad_value", asked.id) if isinstance(error, ValueError) else None  # no such bot


def wire_table(table: HouseTable, person: Person, lang: str, is_first: bool = False, id: str = "") -> WireTable:
    """How a table stands, to one person."""
    contract, told = table.contract, table.told
    common = told.get(lang) if told is not None else None
    if common is None:
        common = wire_table_for_all(table, Style(lang=lang))
        if told is not None:
            told[lang] = common
    seat, is_host = contract.seat_of(person.id), contract.host == person.id
    return msgspec.structs.replace(common, seat=seat, is_host=is_host, phrases=phrases(lang) if is_first else (), id=id)


def phrases(lang: str) -> tuple[WirePhrase, ...]:
    style = Style(lang=lang)
    return tuple(WirePhrase(name, style.say(text)) for name, text in PHRASES.items())


def wire_table_for_all(table: HouseTable, style: Style) -> WireTable:
    """How a table stands, without what concerns one person."""
    contract, promised = table.contract, table.decks.promised
    return WireTable(
        table=contract.id,
        rules=contract.rules,
        title=style.word(contract.game.title),
        pace=contract.pace,
        state=contract.state,
        chairs=tuple(
            WireChair(
                seat,
                each.kind,
                each.name,
                each.bot,
                each.is_ready,
                table.away(seat),
                table.is_played_for(seat),
                each.is_free,
                BOT_AVATAR if each.kind == "bot" else each.avatar,
            )
            for seat, each in enumerate(contract.chairs)
        ),
        host=contract.seat_of(contract.host),
        is_public=contract.is_public,
        onlookers=contract.onlookers,
        open_hands=contract.open_hands,
        watching=len([visit for visit in table.visits if contract.seat_of(visit.client.person.id) < 0]),
        votes=tuple(sorted(map(contract.seat_of, contract.votes))),
        has_clock=contract.has_clock,
        no_clock=tuple(sorted(map(contract.seat_of, contract.no_clock))),
        fill_in=max(1, int(contract.fill_at - time.time())) if contract.fill_at and contract.state == "open" else 0,
        ending=contract.ending,
        next=contract.next,
        promised=promised.deal if promised else 0,
        commitment=promised.hash if promised else "",
        practice=contract.practice,
        draw=contract.draw,
    )
