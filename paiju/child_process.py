"""Processes that end with the one that started them, also where that was killed and can end nobody."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading

DIE_WITH_PARENT = 1  # for prctl(2)


def end_with_parent() -> None:
    """End this process, which multiprocessing started, when its parent ends."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform.startswith("linux"):  # at once, also in the middle of native code
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)

    def watch() -> None:
        parent.join()  # its end of a pipe is closed, by itself or by the system
        os._exit(1)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
