"""The same tournament on a dask.distributed cluster: chunks of half a second or more, so that sending costs little.

The scheduler gives a lost worker's chunk to another. Workers need paiju in the same version, and the files of bots and
games at the same paths. Bots in files cannot be interrupted there: only the main thread of a process can be.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from threading import local
from typing import Any

from paiju import __version__
from paiju.arena.run import ArenaError, DeckQueue, Runner
from paiju.arena.store import StoreError
from paiju.arena.tournament import Plan, PlayedChunk, Tournament
from paiju.optional_packages import install_command

CHUNK_SECONDS = 0.75
AHEAD = 2  # chunks a worker thread: one that it plays, one that waits for it

_of_thread = local()  # a tournament for each thread: bots are not made for two threads


def on_cluster(address: str) -> Runner:
    """Play on the cluster whose scheduler is at this address."""
    try:
        from distributed import Client
    except ImportError:
        raise StoreError(f"--cluster needs dask.distributed: {install_command('cluster', 'distributed')}") from None
    try:
        client: Any = Client(address, timeout=10, set_as_default=False)  # distributed tells few types
    except (OSError, ValueError, TimeoutError) as error:
        raise StoreError(f"no cluster answers at {address}: {error}") from error

    def play(plan: Plan, decks: DeckQueue, timeout: float) -> Iterator[PlayedChunk]:
        decks.seconds = CHUNK_SECONDS
        try:
            yield from chunks(client, plan, decks)
        finally:
            with suppress(Exception):
                client.close(timeout=5)

    return play


def chunks(client: Any, plan: Plan, decks: DeckQueue) -> Iterator[PlayedChunk]:
    from distributed import as_completed

    running: dict[str, list[int]] = {}
    done: Any = as_completed(loop=client.loop)

    def send() -> None:
        slots = AHEAD * max(1, sum(client.nthreads().values()))
        while len(running) < slots and (chunk := decks.chunk()):
            future = client.submit(play_chunk, plan, chunk, __version__, pure=False)
            running[future.key] = chunk
            done.add(future)

    send()
    while running:
        future = next(done)
        chunk = running.pop(future.key)
        try:
            played, seconds = future.result()
        except Exception as error:
            client.cancel(list(done.futures))
            raise ArenaError(f"decks {chunk[0]} to {chunk[-1]} failed on the cluster: {said(error)}") from error
        future.release()
        decks.played(len(chunk), seconds)
        send()
        yield played


def said(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"


def play_chunk(plan: Plan, chunk: list[int], version: str) -> tuple[PlayedChunk, float]:
    """What a worker does."""
    if version != __version__:
        raise RuntimeError(f"this worker has paiju {__version__}, not {version}")
    if getattr(_of_thread, "plan", None) != plan:
        if hasattr(_of_thread, "tournament"):
            _of_thread.tournament.close()
        _of_thread.tournament, _of_thread.plan = Tournament(plan), plan
    began = time.perf_counter()
    played = _of_thread.tournament.play(chunk)
    return played, time.perf_counter() - began
