"""What is counted, for Prometheus. No label ever holds a card, a name or an id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

from paiju.durations import Durations

disable_created_metrics()  # since when something is counted: a row more for each, which nobody asks for


class ServerMetrics:
    """What happens at every move is a plain number here, counted by the event loop alone: the counters of the library
    take a lock each time."""

    def __init__(self, now: Mapping[str, tuple[str, Callable[[], int]]], moves: Callable[[], int], commits: Durations):
        """`now` are gauges by name: what each tells, and how it is found when somebody asks. Moves and commits are
        counted where they happen."""
        self.registry = CollectorRegistry()
        shown: Any = {"registry": self.registry}
        for name, (told, found) in now.items():
            Gauge(name, told, **shown).set_function(found)
        self.refused = Counter("paiju_refused", "Refusals by reason", ["reason"], **shown)
        self.dropped = Counter("paiju_dropped", "Connections dropped by reason", ["reason"], **shown)
        self.requests = Counter("paiju_requests", "Requests to the API by status", ["status"], **shown)
        self.frames = self.frame_bytes = 0
        self.moves, self.commits, self.answers = moves, commits, Durations()
        self.registry.register(self)

    def collect(self) -> Iterator[Any]:
        yield CounterMetricFamily("paiju_moves", "Moves made at tables, by people, bots and clocks", self.moves())
        yield CounterMetricFamily("paiju_answers", "Answers that sockets brought", self.answers.count)
        yield CounterMetricFamily("paiju_frames", "Frames sent", self.frames)
        yield CounterMetricFamily("paiju_frame_bytes", "Bytes of frames sent", self.frame_bytes)
        yield histogram("paiju_answer_seconds", "From an answer until it is stored and told", self.answers)
        yield histogram("paiju_commit_seconds", "How long the store took for what was stored at once", self.commits)

    def text(self) -> bytes:
        return generate_latest(self.registry)


def histogram(name: str, told: str, durations: Durations) -> HistogramMetricFamily:
    return HistogramMetricFamily(name, told, durations.buckets(), durations.seconds)
