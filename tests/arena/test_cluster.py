"""The same tournament on a real dask.distributed cluster: a scheduler and two workers, one of them killed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from arena_runs import ENVIRONMENT, arena, begin, results, table, wait_for_lines, write_bots

pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path):
    """The scheduler's address and its two worker processes."""
    write_bots(tmp_path)
    file = tmp_path / "scheduler.json"
    started = [dask(tmp_path, "scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")]
    try:
        end = time.monotonic() + 60
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.1)
        workers = [dask(tmp_path, "worker", "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]
        started += workers
        yield json.loads(file.read_text())["address"], workers
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def dask(folder, what, *words):
    command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(folder / "scheduler.json"), *words]
    return subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_cluster_gives_the_same_results_and_may_lose_a_worker(cluster, tmp_path):
    address, workers = cluster
    words = ("hearts", "./slow.py", "./crash.py", "--decks", "30")
    arena(tmp_path, *words, "--out", "here")
    run = begin(tmp_path, *words, "--out", "there", "--cluster", address)
    wait_for_lines(tmp_path / "there" / "results.jsonl", 4, run)
    assert run.poll() is None
    os.kill(workers[0].pid, signal.SIGKILL)
    said, _ = run.communicate(timeout=120)
    assert run.returncode == 0, said
    assert results(tmp_path / "there") == results(tmp_path / "here")
    assert table(tmp_path / "there") == table(tmp_path / "here")


def test_no_cluster_there(tmp_path):
    said = arena(tmp_path, "hearts", "random", "steady", "--out", "run", "--cluster", "tcp://127.0.0.1:9", code=1)
    assert "no cluster answers at tcp://127.0.0.1:9" in said
    assert "Traceback" not in said
    assert not (tmp_path / "run").exists()
