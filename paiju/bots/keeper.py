"""The keeper: a small process of its own that starts a program under limits and ends whatever it leaves behind.

limits.py runs this file as `python -I -S keeper.py FD LIMITS` (the standard library only, so it starts in some 20 ms)
and talks to it in JSON lines over the socket FD. On Linux the keeper becomes the first process of a new pid namespace
without network: nothing a program starts can leave it, and all of it ends with one signal. Elsewhere, or where
namespaces are not allowed, it says what is missing and does what it can: process groups, and adopting orphans.

It forks in a process with one thread, so what is done between fork and exec is safe; one keeper serves one bot.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, NoReturn

NEW_USER, NEW_PID, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000  # for unshare(2)
DIE_WITH_PARENT, ADOPT_ORPHANS, NO_NEW_PRIVILEGES = 1, 36, 38  # for prctl(2)
NOBODY = 65534
MEGABYTE = 1 << 20
LINUX = sys.platform.startswith("linux")


def call(name: str, *arguments: int) -> None:
    """A function of the C library that answers 0 when all is well."""
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def wall_off(limits: dict[str, Any]) -> tuple[bool, list[str]]:
    """New namespaces for what this process starts next: (is it walled in, what could not be had)."""
    if not limits["isolate"]:
        return False, []
    probe = os.fork()  # half a wall could not be taken down again, so a child tries first
    if probe == 0:
        try:
            enter_namespaces(limits)
        except BaseException as error:
            os._exit(getattr(error, "errno", None) or 1)
        os._exit(0)
    number = os.waitstatus_to_exitcode(os.waitpid(probe, 0)[1])
    if number:
        reason = os.strerror(number)
        return False, [f"no namespaces ({reason}): the network is open, and a program that hides may live on"]
    enter_namespaces(limits)
    return True, []


def enter_namespaces(limits: dict[str, Any]) -> None:
    if os.getuid() == 0 and limits["user"]:
        call("unshare", NEW_NETWORK | NEW_PID)  # the program will be an ordinary user before it starts
        return
    user, group = os.getuid(), os.getgid()
    call("unshare", NEW_USER | NEW_NETWORK | NEW_PID)
    # Root outside is nobody inside: the program keeps root's files, but no other right of root's.
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{user or NOBODY} {user} 1"),
        ("gid_map", f"{group or NOBODY} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(line)


def counts_alone(limits: dict[str, Any], root: bool, walled: bool) -> bool:
    """Would RLIMIT_NPROC count the program's processes alone? Outside a user namespace it counts all the user runs."""
    if root:
        return bool(limits["user"])  # root itself may start any number
    kernel = tuple(int(part) for part in os.uname().release.split(".")[:2] if part.isdigit())
    return walled and kernel >= (5, 14)


def main() -> None:
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.set_inheritable(False)
    limits = json.loads(sys.argv[2])
    root = os.getuid() == 0
    walled, missing = wall_off(limits)
    if walled:
        first = os.fork()  # pid 1 of the namespace; this process only waits for it
        if first:
            channel.close()
            os.waitpid(first, 0)
            return
    limits["count"] = counts_alone(limits, root, walled)
    if not limits["count"]:
        missing.append(f"the number of processes is not limited{' for root: set the limit user' if root else ''}")
    if walled:  # else the parent is a thread of ours, which may end before the bot; the channel tells then
        call("prctl", DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    elif LINUX:
        call("prctl", ADOPT_ORPHANS, 1, 0, 0, 0)
    keeper = Keeper(channel, limits, walled)
    try:
        keeper.tell(missing=missing)
        while keeper.serve():
            pass
    except ConnectionError:
        pass  # nobody is there any more
    finally:
        keeper.sweep()
        shutil.rmtree(limits["home"], ignore_errors=True)  # whoever made it may have been killed


class Keeper:
    """Starts one program at a time and says how it ended."""

    def __init__(self, channel: socket.socket, limits: dict[str, Any], walled: bool):
        self.channel = channel
        self.limits = limits
        self.walled = walled
        self.buffer = b""
        self.program = 0  # its process id, 0 when there is none
        self.ended = (0, 0)  # exit status (or minus the signal) and peak memory of the last one, in kilobytes
        self.interrupted = False  # was it running until we ended it?

    def tell(self, **message: Any) -> None:
        self.channel.sendall(json.dumps(message).encode() + b"\n")

    def hear(self) -> tuple[dict[str, Any] | None, list[int]]:
        """A request and the descriptors that came with it; None when nobody is there any more."""
        descriptors = []
        while b"\n" not in self.buffer:
            data, more, _, _ = socket.recv_fds(self.channel, 1 << 16, 3)
            if not data:
                return None, descriptors
            self.buffer += data
            descriptors += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line), descriptors

    def serve(self) -> bool:
        """One request; False when there will be no more."""
        request, descriptors = self.hear()
        if request is None:
            return False
        if "run" in request:
            error = self.start(request, descriptors)
            self.tell(error=error)
            return bool(error) or self.wait()
        status, peak = self.ended  # `wait` has ended it before we come here
        self.tell(exit=status, peak=peak, ours=self.interrupted and status == -signal.SIGKILL)
        return True

    def start(self, request: dict[str, Any], descriptors: list[int]) -> str:
        """Start a program; what went wrong, or nothing."""
        report, end = os.pipe()
        self.program = os.fork()
        if self.program == 0:
            self.become(request, descriptors, end)
        for descriptor in (end, *descriptors):
            os.close(descriptor)
        with open(report, "rb") as pipe:
            error = pipe.read().decode(errors="replace")
        if error:
            self.sweep()
        return error

    def become(self, request: dict[str, Any], descriptors: list[int], report: int) -> NoReturn:
        """In the child: put on the limits and become the program. Comes back only by way of _exit."""
        try:
            os.setsid()
            for target, descriptor in enumerate(descriptors):
                os.dup2(descriptor, target)
                os.close(descriptor)
            for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and that would be inherited
                signal.signal(ignored, signal.SIG_DFL)
            self.limit()
            if self.limits["user"]:
                become_user(self.limits["user"])
            if LINUX:
                call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
                call("prctl", DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
            os.execve(request["run"][0], request["run"], request["env"])
        except BaseException as error:
            os.write(report, str(getattr(error, "strerror", None) or error).encode())
        os._exit(127)

    def limit(self) -> None:
        limits = self.limits
        wanted = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NOFILE: limits["files"],
            resource.RLIMIT_FSIZE: limits["file_mb"] * MEGABYTE,
            resource.RLIMIT_CPU: limits["cpu_s"] or resource.RLIM_INFINITY,
            # Node and others reserve far more addresses than they use; Linux can count what is writable instead.
            resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS: limits["memory_mb"] * MEGABYTE,
        }
        if limits["count"]:
            wanted[resource.RLIMIT_NPROC] = limits["processes"]
        for kind, most in wanted.items():
            hard = resource.getrlimit(kind)[1]
            if hard != resource.RLIM_INFINITY:
                most = hard if most == resource.RLIM_INFINITY else min(most, hard)
            try:
                resource.setrlimit(kind, (most, most))
            except (OSError, ValueError):
                if LINUX:
                    raise  # other systems do not know every limit

    def wait(self) -> bool:
        """Until the program has ended or is to be ended; False when nobody wants to know any more."""
        endings: list[int] = []  # a descriptor that can be read when the program has ended
        if LINUX:
            with contextlib.suppress(OSError):  # Linux before 5.3
                endings.append(os.pidfd_open(self.program))
        self.interrupted = False
        while self.program and not self.interrupted:
            ready, _, _ = select.select([self.channel, *endings], [], [], 1 if endings else 0.02)
            self.reap(os.WNOHANG)
            self.interrupted = bool(self.program) and self.channel in ready
        self.sweep()
        for descriptor in endings:
            os.close(descriptor)
        return self.serve() if self.interrupted else True

    def reap(self, flags: int) -> bool:
        """Take note of a child that has ended; False if there is none (left)."""
        try:
            pid, status, usage = os.wait4(-1, flags)
        except ChildProcessError:
            return False
        if pid and pid == self.program:
            self.program = 0
            self.ended = (os.waitstatus_to_exitcode(status), usage.ru_maxrss)
        return bool(pid)

    def sweep(self) -> None:
        """End everything that was started here, however it has hidden, and wait until it is gone."""
        if self.walled and os.getpid() == 1:  # everybody but us in this namespace
            end(-1)
            while self.reap(0):
                pass
            return
        if self.program:
            end(self.program, os.killpg)
        while sum(map(end, descendants(os.getpid()))):
            select.select([], [], [], 0.001)
            self.reap_all()
        while self.program and self.reap(0):
            pass
        self.reap_all()

    def reap_all(self) -> None:
        while self.reap(os.WNOHANG):
            pass


def end(pid: int, kill: Callable[[int, int], None] = os.kill) -> bool:
    """Kill; True if there was something to kill."""
    try:
        kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def descendants(ancestor: int) -> list[int]:
    """The processes below one, as /proc tells them, without those that have ended already."""
    children = {}
    for name in os.listdir("/proc") if LINUX else []:
        try:
            if name.isdigit():
                with open(f"/proc/{name}/stat") as file:
                    state, parent = file.read().rsplit(")", 1)[1].split()[:2]
                if state != "Z":
                    children.setdefault(int(parent), []).append(int(name))
        except OSError:
            continue  # it ended while we looked
    found, search = [], [ancestor]
    while search:
        below = children.get(search.pop(), [])
        found += below
        search += below
    return found


def become_user(name: str) -> None:
    import pwd

    user = pwd.getpwnam(name)
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)


if __name__ == "__main__":
    main()
