"""ChatSitting: one person of a room at its table. What he hears, his hand and his choices are for his eyes alone."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from paiju.chat.offers import chosen_of, offers_of
from paiju.chat.picture import HandPicture
from paiju.chat.posts import ChatButton, ChatClick, ChatPost, ChatReply, ChatUser
from paiju.core.cards import SUIT_SIGNS, Cards
from paiju.core.words import Action, Event, IllegalAction, Message, Said, as_action
from paiju.door import Door
from paiju.enquiry import Knowledge, hand_line, open_hands
from paiju.house_table import HouseTable, Visit
from paiju.news import News
from paiju.people import Person
from paiju.question import asked_in_a_line, when_late
from paiju.selection import card_ask
from paiju.show import Style, trick_text
from paiju.text import read_answer

if TYPE_CHECKING:
    from paiju.chat.room import ChatRoom

KEY_LENGTH = 8


class ChatSitting:
    """A HouseClient that shows what it hears in a message for one person."""

    def __init__(self, room: ChatRoom, person: Person, user: ChatUser, wants_messages: bool):
        self.room, self.person, self.user = room, person, user
        self.wants_messages = wants_messages  # the hand comes by itself, as a message to him alone
        self.visit: Visit | None = None
        self.latest: News | None = None
        self.log: list[Event] = []
        self.chosen = Cards(0)
        self.handles: list[str] = []  # of the messages with his hand; the last is current
        self.value_of = 0  # the deal for which a value was added
        self.refreshing: asyncio.Task[None] | None = None
        self.is_stale = False
        self.clicks = 0  # that are being dealt with: the answers to them show what came of it
        self.sent_deal = 0  # the deal of the last message with his hand
        self.sent: ChatPost | None = None  # what he sees now
        self.asked_at = (0, 0.0)  # the number of the news with the question, and when it was heard

    # ---- what the house tells ----

    def hear(self, news: News) -> None:
        before = self.latest
        self.latest = news
        if news.begins_log:
            self.log.clear()
        self.log += news.events
        if before is None or before.scene.asks != news.scene.asks or before.scene.places != news.scene.places:
            if not fitting(self.chosen, news):
                self.chosen = Cards(0)
            self.refresh()
        if news.scene.over and news.match.over:
            self.room.core.spawn(self.have_seen_the_end())

    async def have_seen_the_end(self) -> None:
        """After a match nobody types that he wants the next deal, and others at the table would wait for it."""
        with suppress(IllegalAction, OSError):
            await self.door.go_on()

    def see(self, table: HouseTable) -> None:
        promised = table.decks.promised
        if promised is not None and promised.deal != self.value_of and table.contract.seat_of(self.person.id) >= 0:
            self.value_of = promised.deal
            table.house.spawn(add_value(table, self.person, promised.deal))

    def hear_said(self, seat: int, name: str, text: Message) -> None:
        """The room hears it."""

    def dismiss(self, code: str, text: str) -> None:
        self.visit = None

    # ---- how he is spoken to ----

    @property
    def style(self) -> Style:
        contract = self.room.table.contract
        names = tuple(chair.name for chair in contract.chairs)
        lang = self.room.core.lang_of(self.person.id, self.user, self.room)
        return Style(lang=lang, names=names, you=contract.seat_of(self.person.id)).for_game(contract.game)

    @property
    def lang(self) -> str:
        return self.style.lang

    @property
    def door(self) -> Door:
        self.room.table.seat(self.person)
        return self.room.table.door(self.person)

    def known(self) -> Knowledge:
        if self.latest is None:
            raise IllegalAction("no deal is being played", code="no_deal")
        return Knowledge(self.door.facts, self.latest.scene, self.log)

    @property
    def is_awaited(self) -> bool:
        return self.latest is not None and self.latest.scene.is_asked

    # ---- answers ----

    async def answer_line(self, text: str, id: str) -> Action:
        """What was typed, answered; refused with IllegalAction."""
        door = self.door
        action = read_answer(seed_form(text), await door.asked(), self.style)
        await self.answer(action, id)
        return action

    async def answer(self, action: Action, id: str) -> None:
        await self.door.answer(action, id)
        self.chosen = Cards(0)

    # ---- his hand ----

    @property
    def key(self) -> str:
        """Names the question: what was offered for another one is not taken for an answer to this."""
        news = self.latest
        assert news is not None
        asked = (news.scene.deal, news.scene.asks, news.scene.trick.plays, news.scene.places[news.scene.viewer].hand)
        digest = hashlib.blake2s(repr(asked).encode(), digest_size=KEY_LENGTH // 2).hexdigest()
        return f"{self.room.table.contract.id} {digest}"

    async def panel(self) -> ChatPost:
        """His cards, what is asked, and what he can press."""
        known, style = self.known(), self.style
        news, scene, key = self.latest, known.scene, self.key  # all of one moment, also if more happens on the way
        assert news is not None
        lines = [style.listed(map(style.say, scene.notes))] if scene.notes else []
        if scene.trick.plays:
            lines.append(style.say("on the table: {cards}", cards=Said(trick_text(scene.trick, style))))
        lines += [*open_hands(scene, style), hand_line(scene, style), *self.gifts(style)]
        buttons = [ChatButton(style.say("hint"), f"show {self.room.table.contract.id} hint")]
        picture = HandPicture(scene.places[scene.viewer].hand) if scene.places[scene.viewer].hand else None
        if not scene.asks:
            return ChatPost(tuple(lines), picture=picture)
        answers = await self.door.choices()
        asks = answers.narrowed(scene.asks)
        lines.append(self.asked_line(asks, news, style))
        hand, ask = scene.places[scene.viewer].hand, card_ask(asks)
        fits = ask is not None and await self.fits(Action(ask.kind, self.chosen))
        offers = offers_of(answers, asks, hand, self.chosen, style, key, fits)
        until = self.deadline(news) if news.seconds and scene.is_asked else 0.0
        shown = (*offers.buttons, *(buttons if self.room.is_alone and len(offers.buttons) < 5 else ()))
        return ChatPost(tuple(lines), shown, offers.menus, picture, until=until)

    def deadline(self, news: News) -> float:
        """When his time is over, the same each time it is told of one question."""
        if self.asked_at[0] != news.number:
            self.asked_at = (news.number, time.time())
        return self.asked_at[1] + news.seconds

    def gifts(self, style: Style) -> list[str]:
        assert self.latest is not None
        received = self.latest.scene.places[self.latest.scene.viewer].received
        return [style.say("received: {cards}", cards=received)] if received else []

    def asked_line(self, asks: Sequence[object], news: News, style: Style) -> str:
        asked = Said(asked_in_a_line(asks, style))  # type: ignore[arg-type]
        if not news.scene.is_asked:
            return style.say("at any time: {question}", question=asked)
        if news.seconds:
            late = when_late(news.scene.asks)
            return style.say("{question} ({seconds} seconds, {late})", question=asked, seconds=round(news.seconds),
                             late=late)  # fmt: skip
        return asked

    async def fits(self, action: Action) -> bool:
        try:
            await self.door.check(action)
        except IllegalAction:
            return False
        return bool(action.cards)

    async def reply(self) -> ChatReply:
        """The panel, where he asked for it; it stays current as long as it can be changed."""
        post = await self.panel()

        def shown(handle: str) -> None:
            self.show_at(handle, post)
            self.refresh()  # something may have happened on the way

        return ChatReply(post, is_private=True, shown=shown)

    async def click(self, click: ChatClick, verb: str, key: str, rest: str) -> ChatReply:
        """Something of the panel was pressed or chosen. What that changes of it is told in the answer, and only there:
        the same from two sides would come in any order, and count twice against Discord's limits."""
        self.clicks += 1
        try:
            reply = await self.press(click, verb, key, rest)
            self.sent = reply.post
            return reply
        finally:
            self.clicks -= 1
            self.refresh()

    async def press(self, click: ChatClick, verb: str, key: str, rest: str) -> ChatReply:
        if self.latest is None or key != self.key:
            if self.latest is None or not self.latest.scene.asks:
                raise IllegalAction("it is not your turn: there is nothing to choose", code="not_your_turn")
            return await self.reply()  # what he pressed was about something else: show what is asked now
        hand = self.latest.scene.places[self.latest.scene.viewer].hand
        if verb == "do":
            await self.answer(as_action(rest or (click.values[0] if click.values else "")), click.id)
        elif verb == "chosen":
            ask = card_ask(self.latest.scene.asks)
            await self.answer(Action(ask.kind if ask else "pass", self.chosen), click.id)
        elif verb == "choose" and rest.isascii() and rest.isdigit():
            self.chosen = chosen_of(hand, self.chosen, int(rest[:2]), click.values)
        elif verb == "clear":
            self.chosen = Cards(0)
        return await self.reply()

    # ---- keeping what he sees current ----

    def refresh(self) -> None:
        """Change what he sees, soon; at the pace of the platform."""
        self.is_stale = True
        if (self.wants_messages or self.handles) and (self.refreshing is None or self.refreshing.done()):
            self.refreshing = self.room.core.spawn(self.refresh_on())

    async def refresh_on(self) -> None:
        while self.is_stale and not self.clicks:
            self.is_stale = False
            await self.refresh_now()
            await asyncio.sleep(self.room.core.platform.pace)

    async def refresh_now(self) -> None:
        platform = self.room.core.platform
        if self.latest is None or self.visit is None:
            return
        before = self.sent
        try:
            post = await self.panel()
        except IllegalAction:  # the deal was over meanwhile
            return
        if self.clicks or self.sent is not before:  # he pressed something meanwhile: this is older than the answer
            return
        is_new = self.latest.scene.deal != self.sent_deal and self.wants_messages
        while self.handles and not is_new:
            if post == self.sent:
                return
            try:
                await platform.change(self.handles[-1], post)
                self.sent = post
                return
            except (FileNotFoundError, PermissionError):  # it can be changed no more, or is gone
                self.handles.pop()
            except OSError:  # when there is more to tell, this is told with it
                return
        if self.wants_messages and (is_new or not self.handles):
            await self.send(post)

    async def send(self, post: ChatPost) -> None:
        """To him alone."""
        deal = self.latest.scene.deal if self.latest else 0
        try:
            handle = await self.room.core.platform.tell(self.user.id, post)
        except PermissionError:
            self.wants_messages = False  # he does not let us write to him: he has the commands
        except OSError:
            return
        else:
            self.sent_deal = deal
            self.show_at(handle, post)

    def show_at(self, handle: str, post: ChatPost) -> None:
        """What he sees now is there; older copies are taken back where they can be."""
        old, self.handles = [each for each in self.handles if each != handle], [handle]
        self.sent = post
        self.room.remember()
        self.room.core.spawn(self.take_back(old))

    async def take_back(self, handles: Sequence[str]) -> None:
        for handle in handles:
            with suppress(OSError):
                await self.room.core.platform.take_back(handle)

    def go(self) -> None:
        """He hears no more, unless he comes again."""
        if self.refreshing is not None:
            self.refreshing.cancel()
        if self.visit is not None:
            self.room.table.go(self.visit)
            self.visit = None


async def add_value(table: HouseTable, person: Person, deal: int) -> None:
    """Something of one's own for the next shuffle, so that nobody can have known it."""
    try:
        await table.add_value(person, deal, secrets.token_hex(16))
    except IllegalAction:  # the deal has begun meanwhile
        return


def fitting(chosen: Cards, news: News) -> bool:
    """Are cards that were chosen still to be chosen?"""
    ask = card_ask(news.scene.asks)
    return ask is not None and chosen in ask.cards


def seed_form(text: str) -> str:
    """`call S strong`, as shengji-bot's users write it: any second word but 0 means a pair."""
    words = text.split()
    if len(words) < 3 or words[0].lower() != "call" or words[1].upper() not in SUIT_SIGNS:
        return text
    return f"call {words[1]}" + (words[1] if words[2] != "0" else "")
