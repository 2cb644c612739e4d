"""The words people type in a chat room, and what each of them does. A command is a line of the table at the end.

Cards are read by `read_answer`, whatever the game; what is refused is an IllegalAction, for the writer's eyes alone.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from paiju.chat.picture import TablePicture
from paiju.chat.posts import ChatLine, ChatPost, ChatReply
from paiju.contract import PACES, USUAL_PACE
from paiju.core.chance import Random
from paiju.core.game import allowed_text, option_text
from paiju.core.words import IllegalAction, Said, mark
from paiju.enquiry import ENQUIRIES, Knowledge, hint_lines, rules_of
from paiju.games import all_games, find, game_among, names, nearest, read_rules
from paiju.languages import LANGUAGES, read_lang
from paiju.people import Person
from paiju.show import Style

if TYPE_CHECKING:
    from paiju.chat.core import ChatCore
    from paiju.chat.room import ChatRoom
    from paiju.chat.sitting import ChatSitting

TABLE_ID = re.compile(r"(?:^|/t/)([2-9a-z]{16})(?:$|[/?#])")
LONGEST_REPLY = 1800


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
    )  # fmt: skip


async def help_command(call: CommandCall) -> ChatReply:
    style, word = call.style, call.rest.lower().lstrip("$/")
    if word in COMMANDS:
        return call.reply(usage(word, style, call.core.platform.prefix))
    return call.reply(*(usage(word, style, call.core.platform.prefix) for word in COMMANDS))


def usage(word: str, style: Style, prefix: str) -> str:
    return f"{prefix}{word}: {style.word(COMMANDS[word].help)}"


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
        chosen = call.core.memory_of(call.line.room).rules
        if not chosen:
            raise IllegalAction("the rules of which game? {games}", code="which_game", games=tuple(names())) from None
        game, options = read_rules(chosen)
    return call.reply(*rules_of(game, options, call.style, call.rest))


async def options(call: CommandCall) -> ChatReply:
    """What a game can be played with; with options behind the name they hold for the tables opened here."""
    memory = call.core.memory_of(call.line.room)
    if call.rest:
        game, chosen = read_rules(call.rest.replace(" ", ""))
        if ":" in call.rest:
            memory.rules = game.rules(chosen)
            await call.core.remember(memory)
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


async def join(call: CommandCall) -> ChatReply:
    """Sit down: at the table here, at one by its link, or at a new one of a game."""
    core = call.core
    wanted, words = game_among(call.rest.split())
    ids = [match[1] for word in words if (match := TABLE_ID.search(word))]
    seats = [int(word) - 1 for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    paces = [word.lower() for word in words if word.lower() in PACES]
    if len(ids) + len(seats) + len(paces) < len(words):
        if nearest(call.rest):
            find(call.rest)  # the refusal says which game may be meant
        raise IllegalAction("join what? A game ({games}), a link, or the number of a chair", code="join_what",
                            games=tuple(names()))  # fmt: skip
    if ids:
        room = await link_here(call, ids[0])
    else:
        room = await room_to_join(call, wanted, paces[0] if paces else "")
    seat = await room.table.sit(call.person, seats[0] if seats else -1)
    core.sitting_of(room, call.person, call.line.user, not call.line.has_replies)
    await core.remember(room)
    text = call.style.say("you sit on chair {number}", number=seat + 1)
    url = [room.url] if room.url and call.line.is_private else []
    return ChatReply(ChatPost((text, *url)), room=room.memory.room)


async def room_to_join(call: CommandCall, wanted: str, pace: str) -> ChatRoom:
    core, where = call.core, call.line.room
    here = core.rooms.get(where)
    rules = game_rules(wanted)
    if here is not None and (not rules or here.table.contract.rules == rules):
        return here
    near = [room for room in core.rooms.values() if room.memory.home == where and has_room(room, call.person)]
    fitting = [room for room in near if not rules or room.table.contract.rules == rules]
    if fitting and not pace:
        return fitting[0]
    rules = rules or core.memory_of(where).rules
    if not rules or call.line.is_direct:
        raise IllegalAction("there is no table here: join and the name of a game opens one", code="no_table_here")
    home = here.memory.home if here is not None else where
    contract = await core.house.open_table(call.person, rules, sits=False, pace=pace or USUAL_PACE)
    try:
        return await core.link(home, contract.id, call.style.word(contract.game.title))
    except (IllegalAction, OSError):
        await (await core.house.table(contract.id)).finish("nobody")
        raise


def game_rules(text: str) -> str:
    if not text:
        return ""
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
    return ChatReply(ChatPost((call.style.say("this room looks on now"),)), room=room.memory.room)


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
    """On to the next deal: one of a room says it for all who are there."""
    room = call.room
    room.table.seat(call.person)
    if room.table.contract.state == "open":
        raise IllegalAction("the match has not begun: start begins it", code="not_begun")
    if room.latest is not None and not room.latest.scene.over:
        raise IllegalAction("the deal is still being played", code="not_over")
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
    done = call.style.say("done: {action}", action=action)
    if not call.line.is_private and not is_open:
        done = call.style.say("done: {action}. What shows cards is better written to me alone, or chosen with the "
                              "buttons", action=action)  # fmt: skip
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
    missing = table.votes_missing()
    return call.reply(call.style.say("{votes} want to end the match, {missing} more are needed",
                                     votes=len(table.contract.votes), missing=missing))  # fmt: skip


async def link(call: CommandCall) -> ChatReply:
    room = call.room
    text = room.url or call.style.say(
        "table {id}; this house has no address for others: --lan or --url would give it one",
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
    return call.reply(Style(lang=lang).say("this room is spoken to in {language}", language=Said(LANGUAGES[lang])))


# ---- the table of them ----


@dataclass(frozen=True)
class ChatCommand:
    help: str
    does: Callable[[CommandCall], Awaitable[ChatReply]]
    takes: str = ""  # what may stand behind the word


COMMANDS: dict[str, ChatCommand] = {
    "intro": ChatCommand(mark("what this is"), intro),
    "help": ChatCommand(mark("this list; with a command behind it, what that does"), help_command, "command"),
    "games": ChatCommand(mark("the games there are"), games),
    "rules": ChatCommand(mark("the rules: a game, a section (3) or a rule (3.2)"), rules, "game or number"),
    "join": ChatCommand(mark("sit down: at the table here, at a link, or with the name of a game at a new table"), join,
                        "game, link or chair"),
    "leave": ChatCommand(mark("get up; during a match a bot has the chair then"), leave),
    "list": ChatCommand(mark("who sits at the table"), who),
    "start": ChatCommand(mark("begin; bots take the chairs that are free"), start),
    "deal": ChatCommand(mark("on to the next deal"), deal),
    "call": ChatCommand(mark("call trump: S, or S strong with a pair"), answer, "cards"),
    "kitty": ChatCommand(mark("set cards aside for the kitty"), answer, "cards"),
    "play": ChatCommand(mark("play cards: 10C 10C, or 7 where the suit is clear"), answer, "cards"),
    "bid": ChatCommand(mark("bid a number"), answer, "number"),
    "give": ChatCommand(mark("give cards away"), answer, "cards"),
    "show": ChatCommand(mark("expose cards, or nothing"), answer, "cards"),
    "pass": ChatCommand(mark("pass"), answer, "cards"),
    "hand": ChatCommand(mark("your cards and what you can do, for you alone"), hand),
    "table": ChatCommand(mark("who sits where, with how many cards, and what lies on the table"), enquiry),
    "last": ChatCommand(mark("the last trick"), enquiry),
    "score": ChatCommand(mark("where the match stands, and every deal so far"), enquiry),
    "hint": ChatCommand(mark("what your choices are worth, for those who play alone against bots"), hint),
    "surrender": ChatCommand(mark("give the deal up, where the rules allow it"), answer),
    "reset": ChatCommand(mark("vote to end the match, or take your vote back"), reset),
    "options": ChatCommand(mark("the house rules of a game; with some behind its name, those of tables opened here"),
                           options, "game"),
    "link": ChatCommand(mark("the address of this table, for browsers and terminals"), link),
    "watch": ChatCommand(mark("let this room look on at a table, by its link"), watch, "link"),
    "language": ChatCommand(mark("your language (en, zh, nl), or room and one for everybody here"), language,
                            "language"),
}  # fmt: skip
OTHER_NAMES = {"players": "list", "commands": "help", "seats": "list", "bury": "kitty", "expose": "show"}
