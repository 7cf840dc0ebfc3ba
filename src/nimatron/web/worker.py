"""One worker: `python -m nimatron.web.worker BYTES light|heavy` is given users' games and then questions on stdin."""

from __future__ import annotations

import gc
import json
import logging
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import ceil
from typing import Any, BinaryIO

from .. import kernels as gate
from ..errors import Limit
from ..games.catalog import CATALOG, Catalog
from ..memory import resident
from ..teach.course.shelf import course
from ..values.search.clock import count_only_work, now
from .answering import answered
from .answers import Asked
from .answers.asked import Leisure, Lessons
from .own import load_lessons, load_own
from .pool import COMPILES, COMPILING, HURRY, LIGHT_SECONDS, LOADING, LOADS, NICENESS, READY

QUESTIONS = 5000
"""After this many questions a worker is replaced by a fresh one, so that leaks do not add up."""

GROWN = 3 / 4
"""A worker that uses this share of its memory is replaced as well."""

LATE = ("numpy", "segno")
"""What some answers of light workers need, and most do not."""

LAST_GRACE = 4
"""How many seconds after it should have been killed a worker ends by itself, whatever it is doing."""


class Kernels(logging.Handler):
    """Watches the gate of kernels and tells the server when they are loaded or compiled, so that it waits longer.

    Only heavy workers load kernels: loading takes longer than a light worker may think, so there it counts as a limit.
    """

    def __init__(self, pipe: BinaryIO, heavy: bool) -> None:
        super().__init__()
        self.pipe, self.heavy, self.wanted, self.load = pipe, heavy, False, True

    def asked(self) -> None:
        """Called when a kernel is needed."""
        self.wanted = True
        if not self.heavy or not (self.load or gate.loaded()):
            raise Limit("kernels are needed", 0, 0.0)
        if not gate.loaded():
            _tell(self.pipe, LOADS, LOADING)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            print(record.getMessage(), file=sys.stderr, flush=True)
        _tell(self.pipe, COMPILES, COMPILING)


def _tell(pipe: BinaryIO, notice: bytes, seconds: float) -> None:
    _end_after(seconds + LAST_GRACE)
    pipe.write(notice)
    pipe.flush()


class Inbox:
    """Lines that the server sends. Python's own files cannot tell whether there is more without waiting for it."""

    def __init__(self, pipe: int) -> None:
        self.pipe, self.unread = pipe, b""

    def line(self) -> bytes:
        """The next line with its end; nothing if the server is gone."""
        while b"\n" not in self.unread:
            if not (come := os.read(self.pipe, 1 << 16)):
                return b""
            self.unread += come
        line, end, self.unread = self.unread.partition(b"\n")
        return line + end

    def more(self) -> bool:
        """Has the server sent something that was not read yet?"""
        try:
            return bool(self.unread or select.select([self.pipe], [], [], 0)[0])
        except OSError:  # Windows cannot look into a pipe: perhaps it has
            return True


@dataclass
class Clerk:
    """Answers questions, one after the other, and writes the answers into a pipe."""

    inbox: Inbox
    answers: BinaryIO
    catalog: Catalog
    kernels: Kernels
    memory: int
    lessons: Lessons = ()
    count: int = 0

    def take(self, question: dict[str, Any]) -> bool:
        """Answer a question, or find out in a copy of this process that it is hard; False if this was the last one."""
        self.count += 1
        if question["terms"]["doubtful"] and hasattr(os, "fork") and threading.active_count() == 1:
            self._try(question)
            return True
        return not self._reply(question, lambda: self.count >= QUESTIONS or resident() > self.memory * GROWN)

    def _try(self, question: dict[str, Any]) -> None:
        """Answer in a copy: if it works too long, it ends, and this process is ready for the next question."""
        pid = os.fork()
        if not pid:
            try:
                if not question["terms"]["piece"]:  # where nobody waits, nobody need go first
                    os.nice(NICENESS)
                self._reply(question, lambda: False)
                os._exit(0)
            finally:
                os._exit(1)
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if ended == -signal.SIGPROF:
            self._say("Limit", True, True, False, b"{}")
        elif ended:
            sys.exit(1)  # it may have said half of its answer

    def _reply(self, question: dict[str, Any], is_last: Callable[[], bool]) -> bool:
        terms, began, self.kernels.wanted = question.pop("terms"), now(), False
        _end_after(terms["late"] + LAST_GRACE, terms["work"])
        asked = Asked(self.catalog, terms["seconds"], question.pop("lang"), lessons=self.lessons)
        if terms["piece"]:
            asked.leisure = Leisure(terms["piece"], partial(self._at_leisure, terms))
        self.kernels.load = question["ask"] != "turn"  # somebody waits for the move, and loading them takes a second
        fault, body = answered(question.pop("ask"), question, asked)
        _end_after(0)
        worked, missed = now() - began, self.kernels.wanted and not self.kernels.heavy
        # With more time an answer may be a better one. So one that took too long counts as limited: a heavy worker
        # tries again, and the answer is not kept.
        limited = asked.limited or (not asked.whole and (missed or worked > terms["seconds"] + terms["piece"]))
        hard, last = self.kernels.wanted or worked > LIGHT_SECONDS + terms["piece"], is_last()
        self._say(fault, limited, hard, last, body)
        return last

    def _at_leisure(self, terms: dict[str, Any]) -> bool:
        """Does nobody wait for this worker? If so, the next row of a piece has the time of a question."""
        if self.inbox.more():  # while it works, the server sends nothing but HURRY
            return False
        _end_after(terms["late"] + LAST_GRACE, terms["work"])
        return True

    def _say(self, fault: str, limited: bool, hard: bool, last: bool, body: bytes) -> None:
        self.answers.write(f"{len(body)} {fault or '-'} {limited:d} {hard:d} {last:d}\n".encode() + body)
        self.answers.flush()


def main(memory: int, heavy: bool) -> None:
    """Answer questions until stdin ends."""
    inbox, answers = Inbox(sys.stdin.fileno()), _quiet_stdout()
    if not (own := inbox.line()):  # the server is gone
        return
    catalog, lessons = CATALOG.with_games(*load_own(own)), load_lessons(own)
    kernels = Kernels(answers, heavy)
    gate.watch(kernels.asked)
    logger = logging.getLogger("nimatron.kernels")
    logger.addHandler(kernels)
    logger.setLevel(logging.INFO)  # INFO reports every kernel that is compiled, not only the first
    _limit(memory)
    answers.write(READY)
    answers.flush()
    count_only_work()
    if not heavy:
        _get_ready(lessons)
    clerk = Clerk(inbox, answers, catalog, kernels, memory, lessons)
    while line := inbox.line():
        if line != HURRY and not clerk.take(json.loads(line)):  # a piece may have ended before it was hurried
            return


def _get_ready(lessons: Lessons) -> None:
    """Load now what loads late, lest it count as work for a question, and in copies of this process again and again."""
    for name in LATE:
        import_module(name)
    course(lessons)
    gc.freeze()  # copies share what is not touched


def _end_after(seconds: float, work: float = 0) -> None:
    """Set the alarms that end this process, after some seconds or after some seconds of work; 0 cancels them.

    The server kills a worker that is late. The first alarm is for a worker whose server is gone; the second one tells a
    worker that works too long from one that has to wait for the processor.
    """
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.alarm(ceil(seconds))
        signal.setitimer(signal.ITIMER_PROF, work)


def _quiet_stdout() -> BinaryIO:
    """The pipe to the server; what a user's own game prints goes to stderr instead, or it would spoil the answers."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


def _limit(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
    with suppress(OSError, ValueError):  # not every system has this limit
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash must not fill the disk


if __name__ == "__main__":
    # Each thread of OpenBLAS would reserve a part of the limited address space.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        main(int(sys.argv[1]), sys.argv[2] == "heavy")
    except BrokenPipeError:  # the server is gone
        os._exit(1)
