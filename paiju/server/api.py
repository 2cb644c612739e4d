"""The API under /api/v1, as a table of routes: what each takes and gives is a struct, and OpenAPI is made from that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import web

from paiju.addresses import UNKNOWN
from paiju.bots import makers
from paiju.contract import PACE_WORDS, Contract
from paiju.core.game import Game, option_text
from paiju.core.words import IllegalAction
from paiju.games import all_games, find, read_rules
from paiju.house import PlayedElsewhere
from paiju.languages import LANGUAGES
from paiju.lobby import LobbyView
from paiju.menu import bot_names, called, value_text
from paiju.names import name_key
from paiju.people import Person
from paiju.rulebook import paragraphs, rule_lines
from paiju.server.api_call import LARGEST_BODY, ApiCall, Route, WrittenAnswer, seen_table
from paiju.server.api_learning import exercise, learn, play_again
from paiju.server.api_matches import (
    analysis,
    ask_analysis,
    choices_of_record,
    deal,
    judge_record,
    leaderboard,
    look_at,
    luck,
    match,
    matches,
    move,
    proof,
    proof_at_table,
    record,
)
from paiju.server.api_values import (
    LONGEST_RECORD,
    AnalysisAnswer,
    AvatarBody,
    BoardAnswer,
    BotAnswer,
    DealAnswer,
    ExerciseValue,
    GameAnswer,
    GamesAnswer,
    HouseAnswer,
    InvitationRow,
    JudgedMoves,
    LessonBody,
    LobbyAnswer,
    LoginBody,
    LuckAnswer,
    MatchAnswer,
    MatchPage,
    MoveAnswer,
    NameBody,
    OptionAnswer,
    PasswordBody,
    PersonAnswer,
    ProofAnswer,
    QuickBody,
    RatingRow,
    RecordAnswer,
    RecordBody,
    RecordMovesBody,
    RulesAnswer,
    SeatBody,
    SittingRow,
    TableBody,
    TableRow,
)
from paiju.server.openapi import description
from paiju.server.problems import STATUS, Problem
from paiju.server.requests import TableClient, carry_out
from paiju.show import Style
from paiju.wire import (
    REQUESTS,
    FrameError,
    HelloRequest,
    ServerMessage,
    WireRefusal,
    WireTable,
    no_such_field,
    read_request,
    spoken,
    unknown_field,
)

if TYPE_CHECKING:
    from paiju.server.app import Server

ROOT = "/api/v1"
MAX_RULE_SETS = 200  # in a language each, whose rules are kept as they are sent
BODY_SECONDS = 20.0  # in which a body has to come
LARGEST_RECORD = 4 * LONGEST_RECORD  # bytes: letters may need more than one, and some are escaped
AGAIN = ("busy", "closing", "house_full")  # refusals that are worth another try


async def house(call: ApiCall) -> HouseAnswer:
    """Its address in the network is for who opened it at this very computer; all others came by one themselves."""
    found, guard = call.server.addresses, call.server.guard
    if found.public or (guard.is_here(call.request) and found.shared):
        return HouseAnswer(found.shared)
    return HouseAnswer("", Style(lang=call.lang).say(found.advice or UNKNOWN))


async def games(call: ApiCall) -> WrittenAnswer:
    return games_in(call.lang)


@cache
def games_in(lang: str) -> WrittenAnswer:
    style = Style(lang=lang)
    return WrittenAnswer.of(
        GamesAnswer(
            [game_answer(game, style) for game in all_games()],
            {name: style.word(word) for name, word in PACE_WORDS.items()},
            dict(LANGUAGES),
        )
    )


async def one_game(call: ApiCall) -> WrittenAnswer:
    return game_in(call.game().name, call.lang)


@cache
def game_in(name: str, lang: str) -> WrittenAnswer:
    return WrittenAnswer.of(game_answer(find(name), Style(lang=lang)))


def game_answer(game: Game, style: Style) -> GameAnswer:
    return GameAnswer(
        game.name,
        style.word(game.title),
        style.word(game.about),
        list(game.seats),
        [option_answer(each, style) for each in fields(game.Options)],
        {
            name: {key: option_text(value) for key, value in values.items()}
            for name, values in game.presets.items()
        },
        bot_names(game),
        {name: called("preset", name, style) for name in game.presets},
    )  # fmt: skip


def option_answer(option: Any, style: Style) -> OptionAnswer:
    meta = option.metadata
    has_range, choices = meta["least"] < meta["most"], [option_text(choice) for choice in meta["choices"]]
    kind = "switch" if isinstance(option.default, bool) else "number" if has_range else "choice"
    return OptionAnswer(
        option.name,
        "mixed" if kind == "number" and choices else kind,
        style.say(meta["help"]),
        meta["rule"],
        option_text(option.default),
        choices,
        meta["least"],
        meta["most"],
        called("option", option.name, style),
        [value_text(option.name, choice, style) for choice in meta["choices"]],
    )


async def game_rules(call: ApiCall) -> WrittenAnswer:
    game = call.game()
    return rules_in(game.rules(game.read_options(call.request.query.get("options", "")[:500])), call.lang)


@lru_cache(MAX_RULE_SETS)
def rules_in(rules: str, lang: str) -> WrittenAnswer:
    game, options = read_rules(rules)
    return WrittenAnswer.of(RulesAnswer(rules, list(paragraphs(rule_lines(game, options, lang)))))


async def bots(call: ApiCall) -> WrittenAnswer:
    return all_bots()


@cache
def all_bots() -> WrittenAnswer:
    return WrittenAnswer.of(
        [BotAnswer(maker.name, maker.about, list(maker.presets), list(maker.games)) for maker in makers()]
    )


async def guest(call: ApiCall) -> PersonAnswer:
    guard = call.server.guard
    guard.count(guard.newcomers, guard.address(call.request))
    return signed(*await call.server.house.people.guest(call.body.name))


async def keep_name(call: ApiCall) -> PersonAnswer:
    return signed(*await call.server.house.people.keep(call.person, call.body.password))


async def log_in(call: ApiCall) -> PersonAnswer:
    guard = call.server.guard
    guard.count(guard.logins, f"address {guard.address(call.request)}")
    guard.count(guard.logins, f"name {name_key(call.body.name)}")
    return signed(*await call.server.house.people.log_in(call.body.name, call.body.password))


def signed(person: Person, token: str) -> PersonAnswer:
    return PersonAnswer(person.id, person.name, person.kind, token, avatar=person.avatar)


async def log_out(call: ApiCall) -> PersonAnswer:
    return PersonAnswer("", "", "")


async def me(call: ApiCall) -> PersonAnswer:
    return await seen_person(call, call.person)


async def seen_person(call: ApiCall, person: Person) -> PersonAnswer:
    ratings = await ratings_of(call, person.id)
    return PersonAnswer(person.id, person.name, person.kind, ratings=ratings, avatar=person.avatar)


async def choose_avatar(call: ApiCall) -> PersonAnswer:
    """With a table: the process that has it does this, so that it is seen there at once."""
    if table := call.word("table"):
        await call.server.house.table(table)
    return await seen_person(call, await call.server.house.choose_avatar(call.person, call.body.avatar))


async def ratings_of(call: ApiCall, id: str) -> dict[str, RatingRow]:
    return msgspec.convert(await call.server.house.history.ratings_of(id), dict[str, RatingRow])


async def my_tables(call: ApiCall) -> list[SittingRow]:
    found = await call.server.house.lobby.sitting(call.person)
    return [
        SittingRow(each["table"], each["rules"], title_of(call, each), each["pace"], each["state"], each["waits"])
        for each in found
    ]


async def lobby(call: ApiCall) -> LobbyAnswer:
    """All that somebody sees who is at no table, in one answer."""
    lobby, asker = call.server.house.lobby, call.asker
    view = await lobby.view(asker)
    invitations = [
        InvitationRow(each["table"], each["rules"], title_of(call, each), each["pace"], each["host"])
        for each in (await lobby.invitations(asker) if asker else [])
    ]
    return LobbyAnswer(view.online, rows_of(call, view), await my_tables(call) if asker else [], invitations)


def title_of(call: ApiCall, told: dict[str, Any]) -> str:
    return Style(lang=call.lang).word(read_rules(told["rules"])[0].title)


def rows_of(call: ApiCall, view: LobbyView) -> list[TableRow]:
    game, style = call.game_asked(), Style(lang=call.lang)
    return [table_row(each, style) for each in view.tables if game in ("", each.rules.partition(":")[0])]


async def person(call: ApiCall) -> PersonAnswer:
    id = call.part("person")
    found = await call.server.house.people.find(id)
    ratings = await ratings_of(call, id)
    if found is None and not ratings:
        raise Problem(404, "no_such_person", "there is no such person")
    if found is None:
        found = Person(id, next(iter(ratings.values())).name)
    return PersonAnswer(id, found.name, found.kind, ratings=ratings, avatar=found.avatar)


async def tables(call: ApiCall) -> list[TableRow]:
    return rows_of(call, await call.server.house.lobby.view())


def table_row(contract: Contract, style: Style) -> TableRow:
    names = [chair.name if chair.kind in ("person", "bot") else "" for chair in contract.chairs]
    free = sum(1 for chair in contract.chairs if chair.kind == "open" or chair.is_free)
    title = style.word(contract.game.title)
    can_watch = contract.state == "playing" and contract.onlookers
    return TableRow(contract.id, contract.rules, title, contract.pace, contract.state, names, free, can_watch)


async def open_table(call: ApiCall) -> WireTable:
    body: TableBody = call.body
    contract = await call.server.house.open_table(
        call.person,
        body.rules,
        [(chair.kind, chair.text) for chair in body.chairs],
        body.pace,
        body.is_public,
        body.onlookers,
        body.open_hands,
        body.sits,
        draw=body.draw,
    )
    return await seen_table(call, contract.id)


async def quick_game(call: ApiCall) -> WireTable:
    contract = await call.server.house.lobby.quick_game(call.person, call.body.rules, call.body.pace)
    return await seen_table(call, contract.id)


async def table(call: ApiCall) -> WireTable:
    return await seen_table(call, call.part("table"))


async def request_at_table(call: ApiCall) -> ServerMessage:
    if isinstance(call.body, HelloRequest):
        raise Problem(422, "no_socket", "hello is for sockets")
    table = await call.server.house.table(call.part("table"))
    with table.held():
        await table.until_shown()
        told = await carry_out(TableClient(table, call.person, call.lang), call.body)
    if isinstance(told, WireRefusal):
        raise Problem(STATUS.get(told.code, 409), told.code, spoken(told.sentence), rule=told.rule, place=told.place)
    return told


async def open_deals_of(call: ApiCall) -> str:
    """The finished deals of a match in play, where the host lets onlookers see them."""
    table = await call.server.house.table(call.part("table"))
    contract = table.contract
    is_let_in = contract.onlookers or (call.asker is not None and contract.seat_of(call.asker.id) >= 0)
    if not contract.open_hands or not is_let_in or table.table is None:
        raise Problem(403, "no_open_hands", "the hands of this table are not open")
    return await call.server.house.history.open_deals(table.table)


async def openapi(call: ApiCall) -> WrittenAnswer:
    return written_description()


@cache
def written_description() -> WrittenAnswer:
    return WrittenAnswer.of(description(ROOT, ROUTES))


ROUTES = (
    Route("GET", "/openapi.json", "This description", openapi, dict[str, Any]),
    Route("GET", "/house", "Where others find the house, or how they can", house, HouseAnswer, query=("lang",)),
    Route("GET", "/games", "The games with their options", games, GamesAnswer, query=("lang",)),
    Route("GET", "/games/{game}", "One game", one_game, GameAnswer, query=("lang",)),
    Route("GET", "/games/{game}/rules", "Its numbered rules, with options in force", game_rules, RulesAnswer,
          query=("lang", "options")),
    Route("GET", "/games/{game}/leaderboard", "The strongest people, or bots", leaderboard, BoardAnswer,
          query=("board",)),
    Route("GET", "/bots", "The bots that can be seated", bots, list[BotAnswer]),
    Route("POST", "/guest", "Come in as a guest", guest, PersonAnswer, NameBody),
    Route("POST", "/session", "Log in with a name that was kept", log_in, PersonAnswer, LoginBody),
    Route("POST", "/logout", "Forget the cookie", log_out, PersonAnswer),
    Route("GET", "/me", "Who you are", me, PersonAnswer, who="person"),
    Route("POST", "/me/password", "Keep your name with a password", keep_name, PersonAnswer, PasswordBody, "person"),
    Route("POST", "/me/avatar", "Choose a picture to be seen by; `table` is where one is, to be seen there at once",
          choose_avatar, PersonAnswer, AvatarBody, "person", query=("table",)),
    Route("GET", "/me/tables", "Where you sit, and which tables wait for you", my_tables, list[SittingRow],
          who="person"),
    Route("GET", "/people/{person}", "Somebody, with ratings", person, PersonAnswer),
    Route("GET", "/lobby", "Who is here, tables to sit down or look on at, your own, invitations", lobby, LobbyAnswer,
          query=("game", "lang")),
    Route("GET", "/tables", "Public tables", tables, list[TableRow], query=("game", "lang")),
    Route("POST", "/tables", "Open a table", open_table, WireTable, TableBody, "person"),
    Route("POST", "/quick", "Sit down where others wait, or open a table that bots fill", quick_game, WireTable,
          QuickBody, "person"),
    Route("GET", "/tables/{table}", "How a table stands", table, WireTable, query=("lang",)),
    Route("POST", "/tables/{table}/requests", "Any request of the wire but hello: sit, ready, answer …",
          request_at_table, ServerMessage, REQUESTS, "person"),
    Route("GET", "/tables/{table}/deals", "The finished deals, where hands are open: a record", open_deals_of, str),
    Route("GET", "/tables/{table}/deals/{deal}/proof", "What a finished deal was shuffled from, for its players",
          proof_at_table, ProofAnswer, who="person"),
    Route("GET", "/matches", "Finished matches, the newest first: public ones, or a person's", matches, MatchPage,
          query=("person", "game", "after", "limit")),
    Route("GET", "/matches/{match}", "A finished match", match, MatchAnswer),
    Route("GET", "/matches/{match}/record", "Its record", record, str),
    Route("GET", "/matches/{match}/deals/{deal}", "A deal of it, as a seat saw it or with all hands open", deal,
          DealAnswer, query=("seat", "lang")),
    Route("GET", "/matches/{match}/deals/{deal}/proof", "What its deck was shuffled from", proof, ProofAnswer),
    Route("GET", "/matches/{match}/deals/{deal}/moves/{move}", "A move of it beside the other choices there were", move,
          MoveAnswer, query=("lang",)),
    Route("POST", "/matches/{match}/deals/{deal}/again", "Play this deal yourself, against bots, for nothing",
          play_again, WireTable, SeatBody, "person"),
    Route("POST", "/records", "A deal of a record that you send, to look at; nothing of it is kept", look_at,
          RecordAnswer, RecordBody, query=("lang",), largest=LARGEST_RECORD),
    Route("POST", "/records/moves", "What moves of a record that you send cost: some, then ask for the next",
          judge_record, JudgedMoves, RecordMovesBody, "person", query=("lang",), largest=LARGEST_RECORD),
    Route("POST", "/records/choices", "A move of a record that you send beside the other choices there were",
          choices_of_record, MoveAnswer, RecordMovesBody, "person", query=("lang",), largest=LARGEST_RECORD),
    Route("POST", "/lessons", "A first deal with bots, explained", learn, WireTable, LessonBody, "person"),
    Route("GET", "/games/{game}/exercise", "Which of these may you play? Made by the engine, from a seed", exercise,
          ExerciseValue, query=("lang", "options", "seed")),
    Route("GET", "/matches/{match}/analysis", "What each move cost, as far as it has been looked at", analysis,
          AnalysisAnswer, query=("lang",)),
    Route("POST", "/matches/{match}/analysis", "Have it looked at; one match at a time a person", ask_analysis,
          AnalysisAnswer, who="person"),
    Route("GET", "/matches/{match}/luck", "What its cards were worth: the bot's score with the same decks", luck,
          LuckAnswer),
)  # fmt: skip


def add_routes(app: web.Application, server: Server) -> None:
    for route in ROUTES:
        app.router.add_route(route.method, ROOT + route.path, handler_of(route, server))


def handler_of(route: Route, server: Server) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    is_change = route.method != "GET"

    async def handle(request: web.Request) -> web.StreamResponse:
        guard = server.guard
        guard.count(guard.requests, guard.address(request))
        if route.who == "person":
            who = await guard.known_person(request, is_change)
        else:
            who = await guard.person(request, is_change)
        check_query(route, request)
        body = await read_body(route, request) if is_change else None
        try:
            answer = await route.handler(ApiCall(server, request, who, body))
        except PlayedElsewhere as elsewhere:
            return await server.relay.pass_request(request, elsewhere.process)
        response = answered(answer, request)
        if is_change and isinstance(answer, PersonAnswer) and "Origin" in request.headers:
            told = msgspec.structs.replace(answer, token="")
            response = answered(told, request)  # a page must not read it
            if answer.token:
                guard.remember(response, request, answer.token)
            elif not answer.id:
                response.del_cookie("paiju", path="/", httponly=True, samesite="Strict")
        return response

    return handle


async def read_body(route: Route, request: web.Request) -> Any:
    """JSON and nothing else: a form of another site cannot send that without asking first."""
    if route.body is None:
        return None
    if request.content_type != "application/json":
        raise Problem(415, "not_json", "send JSON, with Content-Type: application/json")
    too_long = Problem(413, "too_long", f"at most {route.largest} bytes")
    if (request.content_length or 0) > route.largest:
        raise too_long
    try:
        whole = request if route.largest == LARGEST_BODY else request.clone(client_max_size=route.largest)
        async with asyncio.timeout(BODY_SECONDS):
            data = await whole.read()
    except web.HTTPRequestEntityTooLarge:
        raise too_long from None
    except TimeoutError:
        raise Problem(408, "too_slow", f"send all of it within {BODY_SECONDS:g} seconds") from None
    try:
        return read_request(data) if route.body is REQUESTS else msgspec.json.decode(data, type=route.body)
    except FrameError as error:
        raise Problem(422, error.code, str(error)) from None
    except msgspec.ValidationError as error:
        if (field := unknown_field(error)) is not None:
            raise Problem(422, "unknown_field", no_such_field(field, fields_of(route.body), "here")) from None
        raise Problem(422, "bad_value", str(error)[:200]) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem(400, "not_json", "that is not JSON") from None


@cache
def fields_of(body: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a body and of what it is made of."""
    told = msgspec.json.schema(body)["$defs"].values()
    return tuple(dict.fromkeys(name for each in told for name in each["properties"]))


def check_query(route: Route, request: web.Request) -> None:
    """Refuse what the route does not know: it would be passed over without a word. Clients say `lang` everywhere."""
    known = tuple(dict.fromkeys((*route.query, "lang")))
    for name in request.query:
        if name not in known:
            raise Problem(422, "unknown_parameter", no_such_field(name, known, "in the query"))


def answered(answer: Any, request: web.Request) -> web.Response:
    """With a tag for what it holds: who has it already hears just that."""
    written = answer if isinstance(answer, WrittenAnswer) else WrittenAnswer.of(answer)
    headers = {
        "ETag": written.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization, Accept-Language"
    }  # fmt: skip
    if request.method in ("GET", "HEAD") and written.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    return web.Response(body=written.body, headers=headers, content_type=written.kind, charset="utf-8")


def as_problem(error: Exception) -> Problem:
    """What the house refuses, in HTTP."""
    if isinstance(error, IllegalAction):
        return Problem(STATUS.get(error.code, 409), error.code, str(error), wait=5.0 * (error.code in AGAIN))
    if isinstance(error, OSError):
        return Problem(503, "store_away", "the store cannot be reached: try again in a moment", wait=2.0)
    return Problem(422, "bad_value", str(error)[:300])
