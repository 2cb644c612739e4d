# cython: nonecheck=True
"""MatchWriter: gets what happens in a match into its store, and says what has to be done where that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from paiju.core.words import Message, mark
from paiju.inbox import Inbox
from paiju.journal import Journal
from paiju.store import MatchMoved, MatchStore, NotStored

TRY_AGAIN = (0.05, 5.0)  # seconds between tries to store what a hosted table waits for: at first, and at most

GOES_ON = mark("the match cannot be saved: {reason}; it goes on unsaved")
WAITS = mark("the match cannot be saved: {reason}; it waits until it can be")


class MatchWriter:
    """Nothing is told before it is written. A hosted table waits until it is; a table of our own goes on without."""

    def __init__(
        self, journal: Journal, store: MatchStore, inbox: Inbox, waits: bool, tell: Callable[[Message], None]
    ) -> None:
        """`tell` is called with each trouble once, and when it is over. A match that has moved closes the inbox."""
        self.journal = journal
        self.store = store
        self.inbox = inbox
        self.waits = waits
        self.tell = tell
        self.trouble: Message | None = None
        self.is_behind = True  # the store lacks something: write all that it does not keep
        self.is_writing = False
        self.then: Callable[[bool], None] | None = None  # who hears of what was begun

    def is_ready(self) -> bool:
        """Does the store have all of the match, and nothing keep it from having more?"""
        return not self.is_writing and not self.is_behind and self.trouble is None

    def keep(self) -> bool:
        """Does the store have all of the match and keep it, so that only what follows has to be written anew?"""
        return self.is_ready() and self.store.keep()

    def begin(self, lines: Sequence[str], then: Callable[[bool], None]) -> None:
        """Have it stored where nobody waits: `then` hears whether it is. If not, it is to be written."""
        self.is_writing, self.then = True, then
        self.store.begin_append("\n".join(lines) + "\n", self.end)

    def end(self, error: OSError | None) -> None:
        then, self.then = self.then, None
        self.is_writing, self.is_behind = False, error is not None
        assert then is not None
        then(error is None)

    async def write(self, lines: Sequence[str] = (), finish: bool = False) -> None:
        """Have it stored. If that fails, all of the match that is not kept is written the next time."""
        self.is_writing = True
        wait, most = TRY_AGAIN
        try:
            while not await self.stored(lines, finish) and self.waits:
                if self.inbox.is_closed:
                    raise NotStored("the table was closed before this could be stored")
                await asyncio.sleep(wait)
                wait = min(2 * wait, most)
        finally:
            self.is_writing = False

    async def stored(self, lines: Sequence[str], finish: bool) -> bool:
        """Try it once."""
        try:
            if self.is_behind:
                await self.store.rewrite(self.journal.text())
                self.is_behind = False
            elif lines:
                await self.store.append(lines)
            if finish:
                await self.store.finish()
        except MatchMoved:  # it is played elsewhere now
            self.inbox.close()
            return False
        except OSError as error:
            self.is_behind = True
            if self.trouble is None:
                self.trouble = Message(WAITS if self.waits else GOES_ON, reason=error.strerror or str(error))
                self.tell(self.trouble)
            return False
        if self.trouble is not None:
            self.trouble = None
            self.tell(Message("the match is saved again"))
        return True
