"""What is counted, for Prometheus. No label ever holds a card, a name or an id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class ServerMetrics:
    """What happens at every move is a plain number here, counted by the event loop alone: the counters of the library
    take a lock each time."""

    def __init__(self, now: Mapping[str, tuple[str, Callable[[], int]]]):
        """`now` are gauges by name: what each tells, and how it is found when somebody asks."""
        self.registry = CollectorRegistry()
        shown: Any = {"registry": self.registry}
        for name, (told, found) in now.items():
            Gauge(name, told, **shown).set_function(found)
        self.refused = Counter("paiju_refused", "Refusals by reason", ["reason"], **shown)
        self.dropped = Counter("paiju_dropped", "Connections dropped by reason", ["reason"], **shown)
        self.requests = Counter("paiju_requests", "Requests to the API by status", ["status"], **shown)
        self.frames = self.frame_bytes = 0
        self.seconds = 0.0  # that answers took, in all
        self.answers = [0] * (len(SECONDS) + 1)  # by how long they took
        self.registry.register(self)

    def answered(self, seconds: float) -> None:
        self.seconds += seconds
        place = 0
        for most in SECONDS:
            if seconds <= most:
                break
            place += 1
        self.answers[place] += 1

    def collect(self) -> Iterator[Any]:
        yield CounterMetricFamily("paiju_answers", "Answers that were taken", sum(self.answers))
        yield CounterMetricFamily("paiju_frames", "Frames sent", self.frames)
        yield CounterMetricFamily("paiju_frame_bytes", "Bytes of frames sent", self.frame_bytes)
        buckets = [*zip([*map(str, SECONDS), "+Inf"], accumulate(self.answers), strict=True)]
        told = "From an answer until it is stored and told"
        yield HistogramMetricFamily("paiju_answer_seconds", told, buckets, self.seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
