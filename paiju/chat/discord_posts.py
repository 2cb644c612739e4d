"""Posts as Discord shows them: text with its signs made safe, buttons and menus, pictures; within Discord's limits."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from typing import Any

import discord

from paiju.chat.posts import (
    LONGEST_ID,
    LONGEST_LABEL,
    MOST_BUTTONS,
    MOST_MENUS,
    MOST_OPTIONS,
    ChatMenu,
    ChatPicture,
    ChatPost,
)
from paiju.core.cards import SYMBOLS
from paiju.threads import in_thread

LONGEST_TEXT = 2000
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")  # of a guild's emoji, if it has all four
UNSAFE = re.compile(r"([\\*_~`|>#<\[\]@])")
ADDRESS = re.compile(r"https?://\S+")

Emoji = Mapping[str, str]  # by the sign they stand for


def emoji_of(found: Iterable[Any]) -> dict[str, str]:
    """The suits in four colours, where a guild has emoji of these names."""
    named = {emoji.name.lower(): str(emoji) for emoji in found}
    if not all(name in named for name in SUIT_NAMES):
        return {}
    return {sign: named[name] for sign, name in zip(SYMBOLS, SUIT_NAMES, strict=True)}


def markup(text: str, emoji: Emoji) -> str:
    """A text that reads as it is: names and cards are no markup, nobody is called by them."""
    parts: list[str] = []
    at = 0
    for address in ADDRESS.finditer(text):
        parts += [UNSAFE.sub(r"\\\1", text[at : address.start()]), f"<{address[0]}>"]
        at = address.end()
    safe = "".join([*parts, UNSAFE.sub(r"\\\1", text[at:])])
    for sign, written in emoji.items():
        safe = safe.replace(sign, written)
    return safe


def content_of(post: ChatPost, emoji: Emoji) -> str:
    lines = [markup(line, emoji) for line in post.lines]
    if post.until:
        lines.append(f"<t:{int(post.until)}:R>")  # counts down by itself
    if post.calls_on:
        lines.append(" ".join(f"<@{user}>" for user in post.calls_on if user.isdigit()))
    text = "\n".join(lines)
    if len(text) > LONGEST_TEXT and emoji:
        return content_of(post, {})
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def view_of(post: ChatPost) -> discord.ui.View:
    """Buttons and menus. It is stopped at once: what is pressed is told by its id, also after a restart."""
    view = discord.ui.View(timeout=None)
    for menu in post.menus[:MOST_MENUS]:
        view.add_item(select_of(menu))
    for button in post.buttons[:MOST_BUTTONS]:
        looks = discord.ButtonStyle.primary if button.is_main else discord.ButtonStyle.secondary
        view.add_item(
            discord.ui.Button(label=button.label[:LONGEST_LABEL], custom_id=button.id[:LONGEST_ID], style=looks)
        )
    view.stop()
    return view


def select_of(menu: ChatMenu) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=option.label[:LONGEST_LABEL], value=option.value, default=option.is_chosen)
        for option in menu.options[:MOST_OPTIONS]
    ]
    return discord.ui.Select(
        custom_id=menu.id[:LONGEST_ID],
        placeholder=menu.prompt[:LONGEST_LABEL],
        min_values=min(menu.least, len(options)),
        max_values=max(1, min(menu.most, len(options))),
        options=options,
    )


async def payload(post: ChatPost, emoji: Emoji, is_edit: bool, shown: ChatPicture | None = None) -> dict[str, Any]:
    """The arguments of a call that sends or edits a message; `shown` is the picture that it has already."""
    given: dict[str, Any] = {"content": content_of(post, emoji) or "…"}
    users = [discord.Object(int(user)) for user in post.calls_on if user.isdigit()]
    given["allowed_mentions"] = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    if post.menus or post.buttons:
        given["view"] = view_of(post)
    elif is_edit:
        given["view"] = None
    if is_edit and post.picture is not None and post.picture == shown:
        return given
    files: list[discord.File] = []
    if post.picture is not None:
        files = [discord.File(io.BytesIO(await in_thread(post.picture.png)), "cards.png")]
    if is_edit:
        given["attachments"] = files
    elif files:
        given["files"] = files
    return given
