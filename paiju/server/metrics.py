"""What is counted, for Prometheus. No label ever holds a card, a name or an id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class ServerMetrics:
    def __init__(self, tables: Callable[[], int], sockets: Callable[[], int]):
        self.registry = CollectorRegistry()
        shown: Any = {"registry": self.registry}
        Gauge("paiju_tables", "Tables in memory", **shown).set_function(tables)
        Gauge("paiju_sockets", "Connections", **shown).set_function(sockets)
        self.answers = Counter("paiju_answers", "Answers that were taken", **shown)
        self.frames = Counter("paiju_frames", "Frames sent", **shown)
        self.bytes = Counter("paiju_frame_bytes", "Bytes of frames sent", **shown)
        self.refused = Counter("paiju_refused", "Refusals by reason", ["reason"], **shown)
        self.dropped = Counter("paiju_dropped", "Connections dropped by reason", ["reason"], **shown)
        self.commit = Histogram(
            "paiju_answer_seconds", "From an answer until it is stored and told", buckets=SECONDS, **shown
        )
        self.requests = Counter("paiju_requests", "Requests to the API by status", ["status"], **shown)

    def text(self) -> bytes:
        return generate_latest(self.registry)
