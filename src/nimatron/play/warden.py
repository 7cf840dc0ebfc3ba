"""The warden of a student's program: it limits the program, and ends all processes that the program has started.

    python -I -S warden.py CONTROL REPORT MEMORY PROCESSES COMMAND...

It is a process of its own between the referee and the program, and reads nothing of what they say to each other. It
ends the program and all its descendants when the program ends, when they use too much, or when the pipe CONTROL is
closed, which also happens if the referee is killed; then it writes to the pipe REPORT why, and the exit code.

On Linux it adopts whatever a program leaves behind, also in a session of its own. Elsewhere only the process group is
ended, and only the limits that the system itself has hold. It imports nothing of Nimatron, to start quickly.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:  # as `typing` has it, which would double the time to start
    from typing import NoReturn

EVERY = 0.02
"""Seconds between two looks at what the program uses."""

ENDING = 20.0
"""Seconds after which a process that survives being killed, as in a broken driver, is left alone."""

FILE = 64 << 20
"""The largest file that a program may write, in bytes."""

SPACE = 4
"""How many times its memory a process may reserve: many reserve more than they use."""

POLITE = 10
"""How far a program steps back on a busy machine: a thousand processes must not keep us from ending them."""

SUBREAPER, DEATH_SIGNAL = 36, 1
"""Numbers of Linux's prctl: orphans among our descendants become our children; die with the parent."""

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def main(control: int, report: int, memory: int, processes: int, command: list[str]) -> None:
    """Run a program until one of the reasons to end it."""
    _prctl(SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)  # so that the end of the program is noticed at once
    for pipe in (control, report):
        os.set_inheritable(pipe, False)
    child = os.fork()  # not by `subprocess`, which takes as long to import as all of this
    if not child:
        _run(report, memory, command)
    _let_go()
    ended: dict[int, int] = {}
    why = _watch(control, woken, memory, processes, child, ended)
    _end_all(child, ended)
    os.write(report, f"{why} {ended.get(child, -signal.SIGKILL)}\n".encode())


def _run(report: int, memory: int, command: list[str]) -> NoReturn:
    """Become the program."""
    try:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and the program would too
            signal.signal(number, signal.SIG_DFL)
        _limit(memory)
        os.execvp(command[0], command)
    except OSError as fault:
        os.write(report, f"start {fault.strerror or fault}\n".encode())
    finally:
        os._exit(1)


def _limit(memory: int) -> None:
    _prctl(DEATH_SIGNAL, signal.SIGKILL)
    os.nice(POLITE)
    limits = {resource.RLIMIT_AS: SPACE * memory, resource.RLIMIT_FSIZE: FILE, resource.RLIMIT_CORE: 0}
    for kind, most in limits.items():
        with suppress(OSError, ValueError):  # not every system has them all, and some have lower ones already
            resource.setrlimit(kind, (most, most))


def _prctl(option: int, value: int) -> None:
    with suppress(OSError, AttributeError):  # Linux only
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _let_go() -> None:
    """Give the pipes to the program alone: when it closes one, the referee must see that."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)


def _watch(control: int, woken: int, memory: int, processes: int, child: int, ended: dict[int, int]) -> str:
    """The reason to end the program, once there is one."""
    while True:
        ready, _, _ = select.select([control, woken], [], [], EVERY)
        if control in ready:
            return "asked"
        if woken in ready:
            os.read(woken, 4096)
        _reap(ended)
        if child in ended:
            return "exit"
        mine = descendants(os.getpid())
        if len(mine) > processes:
            return "processes"
        if sum(map(_resident, mine)) > memory:
            return "memory"


def _reap(ended: dict[int, int]) -> bool:
    """Take note of children that have ended. Are there others left?"""
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])
        return True
    except ChildProcessError:
        return False


def _end_all(child: int, ended: dict[int, int]) -> None:
    """Kill until nobody is left: whoever loses its parent becomes our child, so no children means no descendants."""
    latest = time.monotonic() + ENDING
    if child not in ended:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
    while _reap(ended) and time.monotonic() < latest:
        mine = descendants(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):  # all stand still first, or they might multiply faster
            for pid in mine:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        time.sleep(EVERY / 10)


def descendants(pid: int) -> list[int]:
    """The processes that `pid` has started, and theirs; none if the system does not tell."""
    found: list[int] = []
    todo = [pid]
    while todo:
        children = _children(todo.pop())
        found += children
        todo += children
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):  # it may have ended
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                children += map(int, file.read().split())
    return children


def _resident(pid: int) -> int:
    """Bytes of memory of a process."""
    with suppress(OSError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * PAGE
    return 0


if __name__ == "__main__":
    control, report, memory, processes = map(int, sys.argv[1:5])
    main(control, report, memory, processes, sys.argv[5:])
