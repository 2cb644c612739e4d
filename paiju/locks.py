"""Locks: one for each of many keys, kept only while somebody has it or waits for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager


class Locks:
    def __init__(self) -> None:
        self.by_key: dict[str, asyncio.Lock] = {}
        self.users: Counter[str] = Counter()

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_key)

    def __len__(self) -> int:
        return len(self.by_key)

    @asynccontextmanager
    async def of(self, key: str) -> AsyncGenerator[None]:
        """One at a time. A lock that was let go of and is wanted looks free for a moment: so its users are counted."""
        self.users[key] += 1
        try:
            async with self.by_key.setdefault(key, asyncio.Lock()):
                yield
        finally:
            self.users[key] -= 1
            if not self.users[key]:
                del self.users[key], self.by_key[key]
