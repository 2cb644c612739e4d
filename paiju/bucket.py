"""Bucket: how often something may be done. It holds so many, and fills again by so many a second."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    __slots__ = ("clock", "left", "most", "rate", "since")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic):
        self.rate, self.most, self.clock = rate, most, clock
        self.left, self.since = float(most), clock()

    def take(self, much: float = 1.0) -> bool:
        """May it be done now? If so it counts."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < much:
            return False
        self.left -= much
        return True

    def wait(self, much: float = 1.0) -> float:
        """Seconds until it may be done."""
        return max(0.0, (much - self.left) / self.rate)


class Buckets:
    """One bucket for each of many keys; those that are full again are forgotten."""

    def __init__(self, rate: float, most: float, keys: int = 10_000):
        self.rate, self.most, self.keys = rate, most, keys
        self.by_key: dict[str, Bucket] = {}

    def of(self, key: str) -> Bucket:
        bucket = self.by_key.pop(key, None) or Bucket(self.rate, self.most)
        while len(self.by_key) >= self.keys:
            del self.by_key[next(iter(self.by_key))]  # the one used longest ago
        self.by_key[key] = bucket
        return bucket
