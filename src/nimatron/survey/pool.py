"""Workers on this machine: one process each, replaced when it is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Sequence
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from ..errors import NimatronError, UserCodeError
from .family import Family
from .spawn import started
from .work import Done, Task, packed, solve, unpacked

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
        self.tasks: deque[Task] = deque()
        self.process: SpawnProcess = started(work, theirs, blob)
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
        self._waiting: deque[Task] = deque()
        self._lost: dict[int, int] = {}
        self._workers: list[_Worker] = []
        try:
            for _ in range(size):
                self._workers.append(_Worker(self._blob))
        except BaseException:
            self.close()
            raise

    def submit(self, task: Task) -> None:
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
                    "{losses} workers were lost at members {first} to {last} (the last one ended with {code}): "
                    "the same command goes on from here",
                    losses=LOSSES,
                    first=task.places[0],
                    last=task.places[-1],
                    code=worker.process.exitcode,
                )
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


def _answer(families: Sequence[Family], task: Task) -> Done | str:
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
    os._exit(1)
