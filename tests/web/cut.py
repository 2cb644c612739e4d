"""A line between a browser and a house that can be cut: what goes through it is passed on until then."""

from __future__ import annotations

import contextlib
import socket
import threading


class Line:
    """Listens on a port of its own. `cut` ends all connections and lets none in until `mend`."""

    def __init__(self, port: int):
        self.target = ("127.0.0.1", port)
        self.ends: set[socket.socket] = set()
        self.is_cut = False
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.close()
        self.cut()

    def listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                threading.Thread(target=self.join, args=(near,), daemon=True).start()

    def join(self, near: socket.socket) -> None:
        with self.lock:
            if self.is_cut:
                return near.close()
            far = socket.create_connection(self.target)
            self.ends |= {near, far}
        threading.Thread(target=self.pass_on, args=(far, near), daemon=True).start()
        self.pass_on(near, far)

    def pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        self.end(source, sink)

    def end(self, *ends: socket.socket) -> None:
        for each in ends:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        with self.lock:
            self.ends -= set(ends)

    def cut(self) -> None:
        with self.lock:
            self.is_cut, ends = True, tuple(self.ends)
        self.end(*ends)

    def mend(self) -> None:
        self.is_cut = False
