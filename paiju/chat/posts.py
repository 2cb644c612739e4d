"""What passes between the core and a platform: values, and what a platform has to be able to do.

A platform shows as much of a post as it can: all of it can be understood from the lines, and everything can be typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

MOST_OPTIONS = 25  # of a menu; Discord shows no more
MOST_MENUS = 4  # of a post, so that a row is left for buttons
MOST_BUTTONS = 5
LONGEST_LABEL = 80
LONGEST_ID = 100
LONGEST_PAGE = 1500  # characters of a message before another begins


@dataclass(frozen=True)
class ChatUser:
    """Somebody on a platform, by the id he has there."""

    id: str
    name: str
    lang: str = ""  # as far as the platform knows it


@dataclass(frozen=True)
class ChatButton:
    label: str
    id: str  # what comes back when it is pressed
    is_main: bool = False


@dataclass(frozen=True)
class ChatOption:
    label: str
    value: str
    is_chosen: bool = False


@dataclass(frozen=True)
class ChatMenu:
    """From `least` to `most` of these may be chosen at once."""

    id: str
    prompt: str
    options: tuple[ChatOption, ...]
    least: int = 1
    most: int = 1


class ChatPicture(Protocol):
    """A value; it is drawn only where it is shown."""

    def png(self) -> bytes: ...


@dataclass(frozen=True)
class ChatPost:
    """A message to a room or to one person."""

    lines: tuple[str, ...] = ()
    buttons: tuple[ChatButton, ...] = ()
    menus: tuple[ChatMenu, ...] = ()
    picture: ChatPicture | None = None
    calls_on: tuple[str, ...] = ()  # the users it should make look up
    until: float = 0.0  # when the time for an answer is over, in seconds since 1970; 0: never

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class ChatLine:
    """Something somebody wrote, pressed or chose; `id` is the same if it comes again."""

    user: ChatUser
    room: str
    text: str
    id: str = ""
    is_private: bool = False  # nobody else sees what was written, nor a reply
    is_direct: bool = False  # written to us alone, outside of all rooms
    is_addressed: bool = True  # else it may be small talk
    has_replies: bool = False  # the platform can answer this line for the writer's eyes alone


@dataclass(frozen=True)
class ChatClick:
    """A button that was pressed, or what was chosen in a menu."""

    user: ChatUser
    room: str
    control: str  # the id of the button or the menu
    values: tuple[str, ...] = ()
    id: str = ""


@dataclass(frozen=True)
class ChatReply:
    """What a line or a click is answered with."""

    post: ChatPost
    is_private: bool = False  # for the writer's eyes alone
    removes: bool = False  # the line showed cards: take it away if you can
    room: str = ""  # where the writer's table is, if it came to be just now
    shown: Callable[[str], None] | None = None  # it is to be kept current: told by which handle it can be changed


class ChatPlatform(Protocol):
    """Where people write. What fails now raises OSError, and is tried again. FileNotFoundError: what was to be changed,
    or the room, is no more; PermissionError: we are not allowed to."""

    name: str
    pace: float  # seconds between two changes of a message
    edits: bool  # a change replaces what was shown; else it is said anew
    prefix: str  # what stands before a command when somebody types it

    async def post(self, room: str, post: ChatPost) -> str:
        """For everybody in a room; by which id it can be edited."""
        ...

    async def edit(self, room: str, message: str, post: ChatPost) -> None: ...

    async def open_room(self, home: str, title: str) -> str:
        """A room for a table, inside another; the other itself where there is no such thing."""
        ...

    async def tell(self, user: str, post: ChatPost) -> str:
        """For one user alone; by which handle it can be changed."""
        ...

    async def change(self, handle: str, post: ChatPost) -> None:
        """Of what one user alone sees."""
        ...

    async def take_back(self, handle: str) -> None: ...
