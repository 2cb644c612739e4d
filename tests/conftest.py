"""Options for all tests: `--histories N` sets how many random histories a game the leak test plays."""

import contextlib
import os
import signal
import sys
import tempfile

import pytest
from random_play import PURE

# Programs that say `#!/usr/bin/env python3` get the Python that runs the tests, not a slow shim or another version.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
os.environ["LC_ALL"] = "C.UTF-8"  # the tests read English, whoever runs them
# What is kept while tests run is not mixed with what whoever runs them keeps: matches, tokens, settings.
HOME = tempfile.TemporaryDirectory(prefix="paiju-tests-")
os.environ |= {"XDG_DATA_HOME": f"{HOME.name}/data", "XDG_CONFIG_HOME": f"{HOME.name}/config"}
# Whoever runs the tests in the background may have had Ctrl-C ignored, and programs started here would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--histories", type=int, default=0, help="random histories a game for the leak test (400)")


@pytest.fixture
def some():
    """How many times to do what compiled code is to do n times: uncompiled code is some fifty times slower."""
    return lambda n: max(1, n // 20) if PURE else n


@pytest.fixture(scope="session")
def postgres():
    from postgres_server import PostgresForTests

    with contextlib.closing(PostgresForTests()) as server:
        yield server
