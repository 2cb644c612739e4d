"""Discord: what people write and press there goes to the core, what the core posts goes there.

Everything is acknowledged at once and answered after that. Nothing of a conversation is kept here but the tokens of
interactions, for as long as Discord takes them; a restart goes on with what the house remembers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from paiju.chat.core import ChatCore
from paiju.chat.discord_posts import emoji_of, payload
from paiju.chat.posts import ChatClick, ChatLine, ChatPicture, ChatPost, ChatReply, ChatUser
from paiju.chat.words import COMMAND_WORDS
from paiju.client import reason_of
from paiju.core.words import mark
from paiju.house import House
from paiju.languages import known
from paiju.locks import Locks
from paiju.show import Style

PACE = 1.5  # seconds between two edits of a message: five in five seconds are allowed in a channel
TOKEN_SECONDS = 14 * 60.0  # Discord takes the token of an interaction for fifteen minutes
LONGEST_TITLE = 90
FIRST_WAIT, MAX_WAIT = 5.0, 300.0  # seconds until a Discord that was not there is tried again
MOST_PICTURES = 1000  # messages of which is known what picture they have
GONE, FORBIDDEN = 404, 403
CLOSED = "Session is closed"  # what aiohttp says to who asks while the client closes
NO_DIRECT = mark("I cannot write to you alone: allow direct messages from this server, or use /hand")
NOT_REMOVED = mark("your message showed cards, and I am not allowed to take it away: do so, and write to me alone")


class DiscordAway(OSError):  # noqa: N818
    """Discord did not do it; perhaps later."""


class TokenRefusal(ValueError):  # noqa: N818
    """Discord does not let us in with this token."""


async def reached(call: Awaitable[Any]) -> Any:
    """What a call returns; what fails is an OSError, as the core expects it."""
    try:
        return await call
    except discord.HTTPException as error:
        if error.status == GONE:
            raise FileNotFoundError(str(error)) from error
        if error.status == FORBIDDEN:
            raise PermissionError(str(error)) from error
        raise DiscordAway(str(error)) from error
    except (aiohttp.ClientError, discord.DiscordException, TimeoutError) as error:
        raise DiscordAway(str(error)) from error
    except RuntimeError as error:
        if str(error) == CLOSED:
            raise DiscordAway(str(error)) from error
        raise


class DiscordPlatform:
    """A ChatPlatform: what the core posts."""

    name, prefix = "discord", "$"
    pace, edits = PACE, True

    def __init__(self, client: discord.Client):
        self.client = client
        self.pictures: dict[str, ChatPicture | None] = {}  # which one a message has, by its handle
        self.interactions: dict[str, tuple[discord.Interaction[Any], float]] = {}  # by handle, and until when

    def emoji(self, room: str) -> dict[str, str]:
        guild = getattr(self.client.get_channel(int(room)), "guild", None)
        return emoji_of(guild.emojis) if guild is not None else {}

    async def post(self, room: str, post: ChatPost) -> str:
        channel = self.client.get_partial_messageable(int(room))
        message = await reached(channel.send(**await payload(post, self.emoji(room), is_edit=False)))
        return str(message.id)

    async def edit(self, room: str, message: str, post: ChatPost) -> None:
        found = self.client.get_partial_messageable(int(room)).get_partial_message(int(message))
        await reached(found.edit(**await payload(post, self.emoji(room), is_edit=True)))

    async def open_room(self, home: str, title: str) -> str:
        """A thread; the channel itself where there can be none."""
        channel = self.client.get_channel(int(home))
        if not isinstance(channel, discord.TextChannel):
            return home
        try:
            kind = discord.ChannelType.public_thread
            return str((await reached(channel.create_thread(name=title[:LONGEST_TITLE], type=kind))).id)
        except PermissionError:
            return home

    async def tell(self, user: str, post: ChatPost) -> str:
        channel = await reached(self.client.create_dm(discord.Object(int(user))))
        message = await reached(channel.send(**await payload(post, {}, is_edit=False)))
        handle = f"message {channel.id} {message.id}"
        self.note_picture(handle, post)
        return handle

    async def change(self, handle: str, post: ChatPost) -> None:
        kind, _, rest = handle.partition(" ")
        if kind == "message":
            channel, _, message = rest.partition(" ")
            found = self.client.get_partial_messageable(int(channel)).get_partial_message(int(message))
            await reached(found.edit(**await payload(post, {}, True, self.pictures.get(handle))))
            return self.note_picture(handle, post)
        interaction, until = self.interactions.get(handle, (None, 0.0))
        if interaction is None or time.monotonic() > until:
            raise FileNotFoundError("Discord takes this token no more")
        await reached(interaction.edit_original_response(**await payload(post, {}, True, self.pictures.get(handle))))
        self.note_picture(handle, post)

    def note_picture(self, handle: str, post: ChatPost) -> None:
        self.pictures.pop(handle, None)
        self.pictures[handle] = post.picture
        while len(self.pictures) > MOST_PICTURES:
            del self.pictures[next(iter(self.pictures))]

    async def take_back(self, handle: str) -> None:
        kind, _, rest = handle.partition(" ")
        if kind == "message":
            channel, _, message = rest.partition(" ")
            found = self.client.get_partial_messageable(int(channel)).get_partial_message(int(message))
            await reached(found.delete())

    def keep(self, interaction: discord.Interaction[Any]) -> str:
        """The handle by which its answer can be changed."""
        now = time.monotonic()
        self.interactions = {handle: kept for handle, kept in self.interactions.items() if kept[1] > now}
        handle = f"interaction {interaction.id}"
        self.interactions[handle] = (interaction, now + TOKEN_SECONDS)
        return handle


class DiscordClient(discord.Client):
    """The connection: what people do."""

    def __init__(
        self,
        house: House,
        find_url: Callable[[], str],
        report: Callable[[Exception], None],
        reads_messages: bool,
        relay_token: str = "",
    ):
        intents = discord.Intents(
            guilds=True, emojis_and_stickers=True, guild_messages=True, dm_messages=True, message_content=reads_messages
        )
        super().__init__(intents=intents, max_messages=None, chunk_guilds_at_startup=False,
                         member_cache_flags=discord.MemberCacheFlags.none())  # fmt: skip
        self.report = report
        self.platform = DiscordPlatform(self)
        self.core = ChatCore(house, self.platform, find_url, report, relay_token)
        self.tree = app_commands.CommandTree(self)
        self.answering = Locks()  # by message: what is pressed in it waits until the last answer there has come
        self.is_set_up = asyncio.Event()

    async def setup_hook(self) -> None:
        for word in COMMAND_WORDS:
            self.tree.add_command(slash_command(self, word))
        await self.tree.sync()
        await self.core.open()
        self.is_set_up.set()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        import sys

        error = sys.exc_info()[1]
        if isinstance(error, Exception) and not self.is_closed():
            self.report(error)

    # ---- messages ----

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        is_direct = message.guild is None
        text, is_addressed = self.addressed(message.content.strip(), is_direct)
        if not text:
            return
        self.note_language(message.channel, message.guild)
        line = ChatLine(user_of(message.author), str(message.channel.id), text, str(message.id),
                        is_private=is_direct, is_direct=is_direct, is_addressed=is_addressed)  # fmt: skip
        reply = await self.core.hear(line)
        if reply is not None:
            await self.answer_message(message, reply)

    def addressed(self, text: str, is_direct: bool) -> tuple[str, bool]:
        """What was written, without `$` or our name before it; and whether it was meant for us."""
        own = self.user.id if self.user else 0
        for called in (f"<@{own}>", f"<@!{own}>"):
            if text.startswith(called):
                return text.removeprefix(called).strip().removeprefix("$").strip(), True
        return (text[1:].strip(), True) if text.startswith("$") else (text, is_direct)

    async def answer_message(self, message: discord.Message, reply: ChatReply) -> None:
        if reply.removes:
            await self.remove(message)
        if not reply.post.lines:
            return
        is_direct = message.guild is None
        try:
            if is_direct or not reply.is_private:
                sent = await reached(message.channel.send(**await payload(reply.post, {}, is_edit=False)))
                handle = f"message {message.channel.id} {sent.id}"
            else:
                handle = await self.platform.tell(str(message.author.id), reply.post)
            if reply.shown is not None:
                reply.shown(handle)
        except PermissionError:
            lang = self.core.lang_of("", user_of(message.author), self.core.rooms.get(str(message.channel.id)))
            post = ChatPost((Style(lang=lang).say(NO_DIRECT),))
            await reached(message.channel.send(**await payload(post, {}, is_edit=False)))

    async def remove(self, message: discord.Message) -> None:
        if message.guild is None:
            return
        try:
            await reached(message.delete())
        except FileNotFoundError:
            return
        except OSError:
            style = Style(lang=self.core.lang_of("", user_of(message.author), None))
            try:
                await self.platform.tell(str(message.author.id), ChatPost((style.say(NOT_REMOVED),)))
            except OSError:
                return

    def note_language(self, channel: Any, guild: discord.Guild | None) -> None:
        """What a room is spoken to in until somebody chooses."""
        home = str(getattr(channel, "parent_id", None) or getattr(channel, "id", 0))
        if guild is not None and home not in self.core.settings:
            self.core.memory_of(home).lang = known(str(guild.preferred_locale))

    # ---- interactions ----

    async def slash(self, interaction: discord.Interaction[Any], word: str, text: str) -> None:
        answered = await acknowledged(interaction, is_new=True)
        if not answered:
            return
        self.note_language(interaction.channel, interaction.guild)
        line = ChatLine(user_of(interaction.user, str(interaction.locale)), str(interaction.channel_id),
                        f"{word} {text}".strip(), str(interaction.id), is_private=True,
                        is_direct=interaction.guild_id is None, has_replies=True)  # fmt: skip
        async with self.answering.of(answered):
            reply = await self.core.hear(line)
            if reply is not None:
                await self.answer_interaction(interaction, reply)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A button or a menu: those in the open are answered anew, those of a panel change it."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data or {}
        control = str(data.get("custom_id", ""))
        is_new = control.startswith("show ")
        answered = await acknowledged(interaction, is_new)
        if not answered:
            return
        values = tuple(map(str, data.get("values", ())))
        user = user_of(interaction.user, str(interaction.locale))
        click = ChatClick(user, str(interaction.channel_id), control, values, str(interaction.id))
        async with self.answering.of(answered):
            reply = await self.core.click(click)
            if reply is None:
                return
            if is_new or reply.shown is not None:
                return await self.answer_interaction(interaction, reply)
            follow: Any = interaction.followup
            with suppress(FileNotFoundError):
                await reached(follow.send(ephemeral=True, **await payload(reply.post, {}, is_edit=False)))

    async def answer_interaction(self, interaction: discord.Interaction[Any], reply: ChatReply) -> None:
        try:
            await reached(interaction.edit_original_response(**await payload(reply.post, {}, is_edit=True)))
        except FileNotFoundError:  # he has dismissed it meanwhile
            return
        is_message = interaction.message is not None and not interaction.message.flags.ephemeral
        if reply.shown is not None and not (is_message and interaction.guild_id is None):
            handle = self.platform.keep(interaction)
            self.platform.note_picture(handle, reply.post)
            reply.shown(handle)


async def acknowledged(interaction: discord.Interaction[Any], is_new: bool) -> str:
    """The message that is to have the answer: a new one, or the one with what was pressed. Empty if it is not ours to
    do: what Discord sends again has been dealt with, and what comes too late is given up there."""
    try:
        if is_new:
            told = await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            told = await interaction.response.defer()
    except (discord.HTTPException, discord.InteractionResponded):
        return ""
    message = told.message_id if is_new and told is not None else interaction.message and interaction.message.id
    return str(message or interaction.id)


def slash_command(client: DiscordClient, word: str) -> app_commands.Command[Any, ..., None]:
    command = COMMAND_WORDS[word]

    async def without_text(interaction: discord.Interaction[Any]) -> None:
        await client.slash(interaction, word, "")

    async def with_text(interaction: discord.Interaction[Any], text: str = "") -> None:
        await client.slash(interaction, word, text)

    async def suggest(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        user = user_of(interaction.user, str(interaction.locale))
        found = await client.core.suggestions(user, str(interaction.channel_id), word, typed)
        return [app_commands.Choice(name=text, value=text) for text in found]

    make: Any = app_commands.Command  # its type cannot tell one callback from another
    if not command.takes:
        return make(name=word, description=command.help, callback=without_text)
    described = app_commands.describe(text=command.takes)(app_commands.autocomplete(text=suggest)(with_text))
    return make(name=word, description=command.help, callback=described)


def user_of(author: discord.User | discord.Member, lang: str = "") -> ChatUser:
    return ChatUser(str(author.id), author.display_name, lang)


def point_at(api: str) -> None:
    """Use another address for Discord: a proxy, or what stands in for it in tests. The gateway is below it."""
    Route.BASE = api.rstrip("/")
    gateway = yarl.URL(api.rstrip("/") + "/gateway").with_scheme("wss" if api.startswith("https") else "ws")
    DiscordWebSocket.DEFAULT_GATEWAY = gateway


async def run_client(
    house: House, find_url: Callable[[], str], token: str, report: Callable[[Exception], None], relay_token: str = ""
) -> None:
    """Stay connected until it is cancelled, or Discord refuses us.

    Without the message-content intent `$` works only where we are mentioned and in direct messages; all else works.
    """
    for reads_messages in (True, False):
        client = DiscordClient(house, find_url, report, reads_messages, relay_token)
        try:
            return await client.start(token)
        except discord.PrivilegedIntentsRequired as error:
            if not reads_messages:
                raise
            report(error)
        except discord.LoginFailure as error:
            raise TokenRefusal("Discord refuses the token: make a new one in its developer portal") from error
        finally:
            await client.core.close()
            await client.close()


async def stay_on_discord(
    house: House,
    find_url: Callable[[], str],
    token: str,
    report: Callable[[Exception], None],
    relay_token: str,
    tell: Callable[[str], None],
) -> None:
    """Stay connected until it is cancelled. The house goes on without a Discord that cannot be reached, which is tried
    again, and without one that refuses the token."""
    wait = FIRST_WAIT
    try:
        while True:
            begun = time.monotonic()
            reason = await reason_away(run_client(house, find_url, token, report, relay_token), report)
            if time.monotonic() - begun > MAX_WAIT:  # it was there for a while
                wait = FIRST_WAIT
            tell(f"Discord cannot be reached at {Route.BASE}: {reason}. The house goes on without it, and tries again "
                 f"in {wait:.0f} seconds.")  # fmt: skip
            await asyncio.sleep(wait)
            wait = min(2 * wait, MAX_WAIT)
    except TokenRefusal as refusal:
        tell(f"{refusal}. The house goes on without it; when the token is right, start again.")
    await asyncio.Event().wait()


async def reason_away(connection: Coroutine[Any, Any, None], report: Callable[[Exception], None]) -> str:
    """The reason why a connection has ended. Whatever it was, it ends no house; a fault of ours is reported too."""
    try:
        await connection
    except TokenRefusal:
        raise
    except (OSError, aiohttp.ClientError, discord.DiscordException) as error:
        return reason_of(error)
    except Exception as error:
        report(error)
        return f"something went wrong ({type(error).__name__})"
    return "it has closed the connection"
