"""Workers on this machine: one process each, replaced when it is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import ModuleType
from typing import Any

from ..core.errors import NimatronError, UserCodeError
from ..core.interrupts import interrupts_later
from .family import Family
from .plan import Done, SurveyTask, packed, solve, unpacked

AHEAD = 2
"""Tasks that a worker holds: it starts the second while the result of the first is sent back."""

LOSSES = 3
"""A task that killed this many workers is not given to another one."""

PATIENCE = 0.25
"""Seconds to wait for a result before progress is shown again."""


class _Worker:
    """A process, and the tasks it holds."""

    def __init__(self, blob: bytes) -> None:
        self.line, theirs = multiprocessing.get_context("spawn").Pipe()
        self.tasks: deque[SurveyTask] = deque()
        self.process: SpawnProcess = start_process(work, theirs, blob)
        # While our copy of their end is open, the loss of the worker would go unnoticed.
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


class Pool:
    """Worker processes, `size` of them."""

    together = 1

    def __init__(self, families: Sequence[Family], size: int) -> None:
        self.size = size
        self._blob = packed(families)
        self._waiting: deque[SurveyTask] = deque()
        self._lost: dict[int, int] = {}
        self._workers: list[_Worker] = []
        try:
            for _ in range(size):
                self._workers.append(_Worker(self._blob))
        except BaseException:
            self.close()
            raise

    def submit(self, task: SurveyTask) -> None:
        self._waiting.append(task)
        self._hand_out()

    def done(self) -> list[Done]:
        ready = set(connection.wait([worker.line for worker in self._workers], PATIENCE))
        found = [done for worker in list(self._workers) if worker.line in ready for done in self._heard(worker)]
        self._hand_out()
        return found

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _hand_out(self) -> None:
        for depth in range(AHEAD):  # every worker gets a first task before any gets a second
            for worker in list(self._workers):
                if self._waiting and len(worker.tasks) <= depth:
                    task = self._waiting.popleft()
                    worker.tasks.append(task)
                    try:
                        worker.line.send(task)
                    except OSError:
                        self._replace(worker)

    def _heard(self, worker: _Worker) -> list[Done]:
        try:
            answer = worker.line.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return []
        if isinstance(answer, str):  # an exception in the family's own code
            raise UserCodeError(answer, "")
        worker.tasks.popleft()
        return [answer]

    def _replace(self, worker: _Worker) -> None:
        """A worker is gone: a new one takes over its tasks. The task it was working on counts as lost once more."""
        worker.end()
        self._workers.remove(worker)
        if worker.tasks:
            task = worker.tasks[0]
            self._lost[task.number] = self._lost.get(task.number, 0) + 1
            if self._lost[task.number] >= LOSSES:
                raise NimatronError(
                    "{losses} workers were lost at members {first} to {last} (the last one ended with {code}): run "
                    "the same command again to resume",
                    losses=LOSSES,
                    first=task.places[0],
                    last=task.places[-1],
                    code=worker.process.exitcode,
                )
        # extendleft turns the order round, so it is turned round before.
        self._waiting.extendleft(reversed(worker.tasks))
        self._workers.append(_Worker(self._blob))


def work(line: Connection, blob: bytes) -> None:
    """The main loop of a worker, which ends with the process that started it, however that one ends."""
    leave_with_parent()
    families = unpacked(blob)
    while True:
        try:
            task = line.recv()
            line.send(_answer(families, task))
        except (EOFError, OSError):
            return


def _answer(families: Sequence[Family], task: SurveyTask) -> Done | str:
    try:
        return solve(families, task)
    except Exception as fault:
        place = traceback.extract_tb(fault.__traceback__)[-1]
        return f"{place.filename}:{place.lineno}: {type(fault).__name__}: {fault}"


def leave_with_parent() -> None:
    """End this process when the one that started it ends, however that happens, and not with Ctrl-C before it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out the tasks
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()


def _leave_with(sentinel: int) -> None:
    connection.wait([sentinel])
    # Not sys.exit, which would end this thread only.
    os._exit(1)


# -- processes that do not run the user's script -----------------------------------------------

_one_at_a_time = threading.Lock()


def start_process(target: Callable[..., None], *arguments: Any) -> SpawnProcess:
    """A process that runs `target`, which is a function of an importable module."""
    # Not a fork: the threads of other libraries do not survive one.
    process = multiprocessing.get_context("spawn").Process(target=target, args=arguments, daemon=True)
    # All threads share the entry of the main module.
    with _one_at_a_time:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # without a file there is nothing to run
        try:
            with interrupts_later(), _blocked_interrupts():
                process.start()
        finally:
            sys.modules["__main__"] = script
    return process


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """A process that starts now never hears of Ctrl-C: while it imports, it would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a new process inherits it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
