"""The commands of a chat room as functions. Each is a line of the table at the end; words.py says it in words.

Cards are read by `read_answer`, whatever the game; what is refused is an IllegalAction, for the writer's eyes alone.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from paiju.chat.picture import TablePicture
from paiju.chat.posts import LONGEST_ID, MOST_BUTTONS, ChatButton, ChatLine, ChatPost, ChatReply
from paiju.chat.words import (
    COMMANDS_PAGE,
    chair_name,
    command_line,
    help_lines,
    named_chair,
    seat_of_chair,
)
from paiju.contract import PACES, USUAL_PACE
from paiju.core.chance import Random
from paiju.core.game import allowed_text, option_text
from paiju.core.words import IllegalAction, Said
from paiju.door import VOTE_RULE
from paiju.enquiry import ENQUIRIES, Knowledge, hint_lines, rules_of
from paiju.games import all_games, find, game_among, names, nearest, read_rules
from paiju.languages import LANGUAGES, read_lang
from paiju.people import Person
from paiju.show import Style
from paiju.timing import read_draw

if TYPE_CHECKING:
    from paiju.chat.core import ChatCore
    from paiju.chat.room import ChatRoom
    from paiju.chat.sitting import ChatSitting

TABLE_ID = re.compile(r"(?:^|/t/)([2-9a-z]{16})(?:$|[/?#])")
LONGEST_REPLY = 1800
NO_TABLE = "-"  # in the id of a button that stands at no table


@dataclass(frozen=True)
class CommandCall:
    """Somebody gives a command."""

    core: ChatCore
    person: Person
    line: ChatLine
    word: str
    rest: str

    @property
    def room(self) -> ChatRoom:
        return self.core.room_for(self.person, self.line.room, self.line.is_direct)

    @property
    def sitting(self) -> ChatSitting:
        line = self.line
        wants_messages = not line.has_replies
        return self.core.sitting_of(self.room, self.person, line.user, wants_messages)

    @property
    def style(self) -> Style:
        """How the writer is spoken to, at a table or not."""
        room = self.core.rooms.get(self.line.room)
        if room is not None and room.table.contract.seat_of(self.person.id) >= 0:
            return room.sitting(self.person, self.line.user).style
        lang = self.core.lang_of(self.person.id, self.line.user, room)
        return replace(room.style, lang=lang) if room is not None else Style(lang=lang)

    def reply(self, *lines: str, is_private: bool = False) -> ChatReply:
        return ChatReply(ChatPost(shortened(lines, self.style)), is_private)

    def seen(self, text: str) -> ChatReply:
        """Everybody sees at the table that it was done: it is told only where something has to be."""
        return ChatReply(ChatPost((text,) if self.line.has_replies else ()), is_private=True)

    def known(self) -> tuple[Knowledge, Style]:
        """What the writer knows of the table, and how he is told; in the open what everybody knows."""
        room = self.room
        if self.line.is_private and room.table.contract.seat_of(self.person.id) >= 0:
            sitting = self.sitting
            return sitting.known(), sitting.style
        return room.known(), replace(room.style, lang=self.core.lang_of(self.person.id, self.line.user, room))


def shortened(lines: Iterable[str], style: Style) -> tuple[str, ...]:
    """As many lines as fit into a message."""
    kept: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if length > LONGEST_REPLY:
            return (*kept, style.say("(there is more than fits here)"))
        kept.append(line)
    return tuple(kept)


# ---- before a match ----


async def intro(call: CommandCall) -> ChatReply:
    say, prefix = call.style.say, Said(call.core.platform.prefix)
    return call.reply(
        say("Card games at one table, for people here, in browsers and at terminals, and for bots."),
        say("{prefix}games lists the games; {prefix}join and the name of one opens a table or sits down at it.",
            prefix=prefix),
        say("{prefix}start begins, and bots take the chairs that are free. {prefix}hand shows your cards to you alone.",
            prefix=prefix),
        say("{prefix}help lists all commands, {prefix}rules the rules.", prefix=prefix),
        *([f"{url}{COMMANDS_PAGE}?lang={call.style.lang}"] if (url := call.core.url) else []),
    )  # fmt: skip


async def help_command(call: CommandCall) -> ChatReply:
    style, prefix = call.style, call.core.platform.prefix
    word = call.core.word_of(call.rest.lstrip("$/"), style)
    if word:
        here = call.core.rooms.get(call.line.room)
        rules = here.table.contract.rules if here is not None else call.core.usual_rules(call.line.room)
        return call.reply(*help_lines(word, style, prefix, rules))
    return call.reply(*(command_line(word, style, prefix) for word in COMMANDS))


async def games(call: CommandCall) -> ChatReply:
    style = call.style
    return call.reply(*(f"{game.name}: {style.word(game.title)}. {style.word(game.about)}" for game in all_games()))


async def rules(call: CommandCall) -> ChatReply:
    """Of the game named, else of the one played here; with a number that section or rule."""
    wanted, rest = game_among(call.rest.split())
    if wanted:
        return call.reply(*rules_of(*read_rules(wanted), call.style, " ".join(rest)))
    try:
        game, options = read_rules(call.room.table.contract.rules)
    except IllegalAction:
        chosen = call.core.memory_of(call.core.home_of(call.line.room)).rules
        if not chosen:
            raise IllegalAction("the rules of which game? {games}", code="which_game", games=tuple(names())) from None
        game, options = read_rules(chosen)
    return call.reply(*rules_of(game, options, call.style, call.rest))


async def options(call: CommandCall) -> ChatReply:
    """What a game can be played with; with options behind the name they hold for the tables opened here."""
    memory = call.core.memory_of(call.core.home_of(call.line.room))
    if call.rest:
        game, chosen = read_rules(call.rest.replace(" ", ""))
        if ":" in call.rest:
            memory.rules, memory.last = game.rules(chosen), ""
            await call.core.remember(call.core.rooms.get(memory.room) or memory)
    elif call.line.room in call.core.rooms:
        game, chosen = read_rules(call.room.table.contract.rules)
    elif memory.rules:
        game, chosen = read_rules(memory.rules)
    else:
        raise IllegalAction("the options of which game? {games}", code="which_game", games=tuple(names()))
    style, lines = call.style, [game.rules(chosen)]
    for field in fields(game.Options):
        value = option_text(getattr(chosen, field.name))
        lines.append(f"{field.name}={value} ({allowed_text(field)}): {style.word(field.metadata['help'])}")
    lines += [f"{game.name}:{preset}" for preset in game.presets]
    return call.reply(*lines)


@dataclass(frozen=True)
class TableRequest:
    """The table and chair that somebody asks for with `join`."""

    rules: str = ""
    table: str = ""  # its id, from a link
    chair: str = ""  # by `named_chair`
    pace: str = ""
    draw: float | None = None

    @property
    def has_terms(self) -> bool:
        """True if it is about a table that is not there yet."""
        return bool(self.pace) or self.draw is not None

    def check_chair(self, rules: str, style: Style) -> None:
        """Raise IllegalAction if a table of these rules has no such chair."""
        if self.chair:
            game, options = read_rules(rules)
            seat_of_chair(self.chair, game.first(options).seats, style)


def read_join(text: str, style: Style) -> TableRequest:
    rules, words = game_among(text.split())
    given: dict[str, Any] = {"rules": game_rules(rules)} if rules else {}
    for word in words:
        name, equals, value = word.partition("=")
        if match := TABLE_ID.search(word):
            given["table"] = match[1]
        elif word.lower() in PACES:
            given["pace"] = word.lower()
        elif equals and name.lower() == "draw":
            given["draw"] = read_draw(value)
        elif chair := named_chair(word, style):
            given["chair"] = chair
        else:
            if nearest(text):
                find(text)  # the refusal says which game may be meant
            raise IllegalAction("Usage: join GAME, join LINK or join CHAIR (games: {games})", code="join_what",
                                games=tuple(names()))  # fmt: skip
    return TableRequest(**given)


async def join(call: CommandCall) -> ChatReply:
    """Sit down: at the table here, at one by its link, or at a new one of a game."""
    core, wanted = call.core, read_join(call.rest, call.style)
    if wanted.table:
        room = await link_here(call, wanted.table)
    else:
        found = room_to_join(call, wanted)
        rules = "" if found is not None else rules_to_open(call, wanted)
        if found is None and not rules:
            return which_game(call)
        room = found or await open_room(call, rules, wanted)
    seats = len(room.table.contract.chairs)
    seat = await room.table.sit(call.person, seat_of_chair(wanted.chair, seats, call.style) if wanted.chair else -1)
    core.sitting_of(room, call.person, call.line.user, not call.line.has_replies)
    await core.remember(room)
    text = call.style.say("your chair: {chair}", chair=Said(chair_name(seat, seats, call.style)))
    url = [url] if call.line.is_private and (url := room.url) else []
    return ChatReply(ChatPost((text, *url)), room=room.memory.room)


def room_to_join(call: CommandCall, wanted: TableRequest) -> ChatRoom | None:
    """The room of a table that is there and fits: this one, or one opened from here that waits for people."""
    here = call.core.rooms.get(call.line.room)
    if wanted.has_terms:
        return None
    if here is not None and here.table.contract.state != "over" and fits(here, wanted.rules):
        return here
    near = [room for room in call.core.rooms.values() if room.memory.home == call.line.room]
    return next((room for room in near if has_room(room, call.person) and fits(room, wanted.rules)), None)


def fits(room: ChatRoom, rules: str) -> bool:
    return not rules or room.table.contract.rules == rules


def rules_to_open(call: CommandCall, wanted: TableRequest) -> str:
    """The rules of a new table: what was asked for, else of the last one here, else those set for the room."""
    if call.line.is_direct:
        raise IllegalAction("there is no table here: say that in a room", code="no_table_here")
    return wanted.rules or call.core.usual_rules(call.line.room)


def which_game(call: CommandCall) -> ChatReply:
    """A question, with a button for each game where the platform has buttons."""
    style, rest = call.style, call.rest
    text = style.say("which game? {prefix}join and its name opens a table: {games}", games=tuple(map(Said, names())),
                     prefix=Said(call.core.platform.prefix))  # fmt: skip
    buttons = tuple(
        ChatButton(style.word(game.title), f"show {NO_TABLE} join {game.name} {rest}".strip()[:LONGEST_ID])
        for game in all_games()[:MOST_BUTTONS]
    )
    return ChatReply(ChatPost((text,), buttons))


async def open_room(call: CommandCall, rules: str, wanted: TableRequest) -> ChatRoom:
    core, home = call.core, call.core.home_of(call.line.room)
    wanted.check_chair(rules, call.style)
    contract = await core.house.open_table(
        call.person, rules, sits=False, pace=wanted.pace or USUAL_PACE, draw=wanted.draw
    )
    try:
        room = await core.link(home, contract.id, call.style.word(contract.game.title))
    except (IllegalAction, OSError):
        await (await core.house.table(contract.id)).finish("nobody")
        raise
    memory = core.memory_of(home)
    memory.last = contract.rules
    await core.remember(core.rooms.get(home) or memory)
    return room


def game_rules(text: str) -> str:
    game, chosen = read_rules(text)
    return game.rules(chosen)


def has_room(room: ChatRoom, person: Person) -> bool:
    contract = room.table.contract
    is_free = any(chair.kind == "open" for chair in contract.chairs)
    return contract.state == "open" and (is_free or contract.seat_of(person.id) >= 0)


async def link_here(call: CommandCall, table: str) -> ChatRoom:
    if call.line.is_direct:
        raise IllegalAction("say that in a room", code="not_direct")
    contract = await call.core.house.contract(table)
    here = call.core.rooms.get(call.line.room)
    home = here.memory.home if here is not None and here.table.contract.id != table else call.line.room
    return await call.core.link(home, table, call.style.word(contract.game.title))


async def watch(call: CommandCall) -> ChatReply:
    match = TABLE_ID.search(call.rest)
    if not match:
        raise IllegalAction("watch which table? Give its link", code="which_table")
    room = await link_here(call, match[1])
    return ChatReply(ChatPost((call.style.say("this room watches now"),)), room=room.memory.room)


async def leave(call: CommandCall) -> ChatReply:
    room = call.room
    await room.table.stand(call.person)
    room.lose(call.person)
    await call.core.remember(room)
    return call.reply(call.style.say("you have left the table"))


async def who(call: CommandCall) -> ChatReply:
    return call.reply(*call.room.waiting())


async def start(call: CommandCall) -> ChatReply:
    """The host begins, others are ready; after a match, another with the same people."""
    room = call.room
    if room.table.contract.state == "over":
        room = await once_more(call, room)
    table = room.table
    if table.contract.host == call.person.id:
        await table.begin(call.person)
        return call.seen(call.style.say("the match begins"))
    await table.ready(call.person)
    return call.reply(call.style.say("you are ready; the host can begin"))


async def once_more(call: CommandCall, old: ChatRoom) -> ChatRoom:
    """The same people again, those of this room in their chairs at once."""
    people = [(sitting.person, sitting.user, sitting.wants_messages) for sitting in old.sittings.values()]
    room = await call.core.attach(old.memory, await old.table.rematch(call.person))
    for person, user, wants_messages in people:
        await room.table.sit(person)
        room.sitting(person, user, wants_messages)
        if person.id != call.person.id:
            await room.table.ready(person)
    await call.core.remember(room)
    return room


# ---- during a match ----


async def deal(call: CommandCall) -> ChatReply:
    """Start the match, or go on to its next deal: one of a room says it for all who are there."""
    room = call.room
    room.table.seat(call.person)
    if room.table.contract.state == "open":
        return await start(call)
    if room.table.contract.state == "over":
        raise IllegalAction("the match is over: start begins another", code="match_over")
    if room.latest is None or not room.latest.scene.over:
        say = call.style.say
        text = say("the draw has begun") if room.is_drawing else say("the deal has begun and is being played")
        return call.reply(text, is_private=True)
    for sitting in room.sittings.values():
        await sitting.door.go_on()
    return call.seen(call.style.say("on with the next deal"))


async def answer(call: CommandCall) -> ChatReply:
    """An answer to what is asked, typed with its word."""
    room = call.room
    if room.table.contract.state == "open":
        raise IllegalAction("the match has not begun: start begins it", code="not_begun")
    sitting, known = call.sitting, len(room.log)
    action = await sitting.answer_line(f"{call.word} {call.rest}".strip(), call.line.id)
    is_open = room.was_shown(action, room.table.seat(call.person), room.log[known:])
    done = call.style.say("OK: {action}", action=action)
    if not call.line.is_private and not is_open:
        done = call.style.say("OK: {action}. Tip: to keep your cards private, send this in a direct message or use "
                              "the buttons", action=action)  # fmt: skip
    if is_open:
        return call.seen(done)
    return ChatReply(ChatPost((done,)), is_private=True, removes=not call.line.is_private)


async def hand(call: CommandCall) -> ChatReply:
    return await call.sitting.reply()


async def enquiry(call: CommandCall) -> ChatReply:
    known, style = call.known()
    lines = shortened(ENQUIRIES[call.word](known, style, call.rest), style)
    picture = TablePicture(known.scene, replace(style, arranged=None)) if call.word == "table" else None
    return ChatReply(ChatPost(lines, picture=picture), is_private=known.scene.viewer >= 0)


async def hint(call: CommandCall) -> ChatReply:
    sitting = call.sitting
    call.room.table.check_hint()
    return call.reply(*await hint_lines(sitting.door, sitting.style, Random(0)), is_private=True)


async def reset(call: CommandCall) -> ChatReply:
    """A vote to end the match; given again it is taken back."""
    table = call.room.table
    is_for = call.person.id not in table.contract.votes
    await table.vote(call.person, is_for)
    if table.contract.state == "over":
        return call.reply(call.style.say("the match was ended by a vote; start begins another"))
    say, votes, missing = call.style.say, len(table.contract.votes), table.votes_missing()
    return call.reply(say("votes to end the match: {votes}; {missing} more needed", votes=votes, missing=missing),
                      say(VOTE_RULE))  # fmt: skip


async def link(call: CommandCall) -> ChatReply:
    room = call.room
    text = room.url or call.style.say(
        "table {id}; this house has no address for others: start it with --lan or --url",
        id=Said(room.table.contract.id),
    )
    return call.reply(text)


async def language(call: CommandCall) -> ChatReply:
    """One's own; with `room` before it that of the room."""
    first, _, rest = call.rest.partition(" ")
    if first.lower() != "room":
        lang = read_lang(call.rest)
        await call.core.set_lang(call.person, lang)
        return call.reply(Style(lang=lang).say("you are spoken to in {language}", language=Said(LANGUAGES[lang])))
    lang = read_lang(rest)
    room = call.core.rooms.get(call.line.room)
    memory = room.memory if room is not None else call.core.memory_of(call.line.room)
    memory.lang = lang
    await call.core.remember(room or memory)
    return call.reply(Style(lang=lang).say("The room language is now {language}", language=Said(LANGUAGES[lang])))


# ---- the table of them ----


COMMANDS: dict[str, Callable[[CommandCall], Awaitable[ChatReply]]] = {
    "intro": intro,
    "help": help_command,
    "games": games,
    "rules": rules,
    "join": join,
    "leave": leave,
    "list": who,
    "start": start,
    "deal": deal,
    "call": answer,
    "kitty": answer,
    "play": answer,
    "bid": answer,
    "give": answer,
    "show": answer,
    "pass": answer,
    "hand": hand,
    "table": enquiry,
    "last": enquiry,
    "score": enquiry,
    "hint": hint,
    "surrender": answer,
    "reset": reset,
    "options": options,
    "link": link,
    "watch": watch,
    "language": language,
}
