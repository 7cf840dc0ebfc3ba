"""One worker: `python -m nimatron.web.worker BYTES light|heavy` reads users' games and then questions from stdin."""

from __future__ import annotations

import gc
import json
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from typing import Any, BinaryIO

from .. import kernels as gate
from ..core.clock import count_only_work, now
from ..core.errors import Limit
from ..core.limits import resident
from ..families.catalog import CATALOG, Catalog
from ..teach.course.library import course
from .answer import answer_question
from .answers.request import AnswerContext, Lessons
from .own_games import load_own
from .pool import LIGHT_SECONDS
from .worker_process import COMPILES, COMPILING, LOADING, LOADS, NICENESS, READY

QUESTIONS = 5000
"""After this many questions a worker is replaced by a fresh one, so that leaks do not add up."""

GROWN = 3 / 4
"""A worker that uses this share of its memory is replaced as well."""

LATE = ("numpy", "segno")
"""Libraries that some answers of light workers need, and most do not."""

LAST_GRACE = 4
"""The seconds after the time for its kill at which a worker ends by itself, whatever it is doing."""


class KernelNotices(logging.Handler):
    """Watches the gate of kernels and notifies the server when they are loaded or compiled, so that it waits longer.

    Only heavy workers load kernels: loading takes longer than a light worker may think, so there it counts as a limit.
    """

    def __init__(self, pipe: BinaryIO, heavy: bool) -> None:
        super().__init__()
        self.pipe, self.heavy, self.wanted, self.load = pipe, heavy, False, True

    def note_need(self) -> None:
        """Note that a kernel is needed; Limit if this worker must not load it."""
        self.wanted = True
        if not self.heavy or not (self.load or gate.are_loaded()):
            raise Limit("kernels are needed", 0, 0.0)
        if not gate.are_loaded():
            _notify(self.pipe, LOADS, LOADING)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            print(record.getMessage(), file=sys.stderr, flush=True)
        _notify(self.pipe, COMPILES, COMPILING)


def _notify(pipe: BinaryIO, notice: bytes, seconds: float) -> None:
    _end_after(seconds + LAST_GRACE)
    pipe.write(notice)
    pipe.flush()


@dataclass
class Answerer:
    """Answers questions, one after the other, and writes the answers into a pipe."""

    answers: BinaryIO
    catalog: Catalog
    kernels: KernelNotices
    memory: int
    lessons: Lessons = ()
    count: int = 0

    def answer(self, question: dict[str, Any]) -> bool:
        """Answer a question, or find out in a copy of this process that it is hard; False if this was the last one."""
        self.count += 1
        last = self.count >= QUESTIONS or resident() > self.memory * GROWN
        # A fork copies only the thread that calls it, so a process with more threads must not fork.
        if question["limits"]["copy"] and hasattr(os, "fork") and threading.active_count() == 1:
            self._try(question, last)
        else:
            self._answer(question, last)
        return not last

    def _try(self, question: dict[str, Any], last: bool) -> None:
        """Answer in a copy: if it works too long, it ends, and this process is ready for the next question."""
        pid = os.fork()
        if not pid:
            # The copy always leaves by os._exit, so that it does not run the clean-up of the worker.
            try:
                os.nice(NICENESS)
                self._answer(question, last)
                os._exit(0)
            finally:
                os._exit(1)
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if ended == -signal.SIGPROF:
            # SIGPROF is the alarm of `_end_after`: the copy worked too long.
            self._write("Limit", True, True, last, b"{}")
        elif ended:
            sys.exit(1)  # it may have written half of its answer

    def _answer(self, question: dict[str, Any], last: bool) -> None:
        limits, began, self.kernels.wanted = question.pop("limits"), now(), False
        context = AnswerContext(self.catalog, limits["seconds"], question.pop("lang"), lessons=self.lessons)
        self.kernels.load = question["ask"] != "turn"  # somebody waits for the move, and loading them takes a second
        _end_after(limits["late"] + LAST_GRACE, limits["work"])
        fault, body = answer_question(question.pop("ask"), question, context)
        _end_after(0)
        worked, missed = now() - began, self.kernels.wanted and not self.kernels.heavy
        # With more time an answer may be a better one. So one that took too long counts as limited: a heavy worker
        # tries again, and the answer is not cached.
        limited = context.limited or (not context.whole and (missed or worked > limits["seconds"]))
        hard = self.kernels.wanted or worked > LIGHT_SECONDS
        self._write(fault, limited, hard, last, body)

    def _write(self, fault: str, limited: bool, hard: bool, last: bool, body: bytes) -> None:
        self.answers.write(f"{len(body)} {fault or '-'} {limited:d} {hard:d} {last:d}\n".encode() + body)
        self.answers.flush()


def main(memory: int, heavy: bool) -> None:
    """Answer questions until stdin ends."""
    questions, answers = sys.stdin.buffer, _quiet_stdout()
    if not (own := questions.readline()):  # the server is gone
        return
    games, lessons = load_own(own)
    catalog = CATALOG.with_games(*games)
    kernels = KernelNotices(answers, heavy)
    gate.watch(kernels.note_need)
    logger = logging.getLogger("nimatron.kernels")
    logger.addHandler(kernels)
    logger.setLevel(logging.INFO)  # INFO reports every kernel that is compiled, not only the first
    _limit(memory)
    answers.write(READY)
    answers.flush()
    count_only_work()
    if not heavy:
        _get_ready(lessons)
    answerer = Answerer(answers, catalog, kernels, memory, lessons)
    while line := questions.readline():
        if not answerer.answer(json.loads(line)):
            return


def _get_ready(lessons: Lessons) -> None:
    """Load libraries and the course now, because otherwise loading them would count as work for a question."""
    for name in LATE:
        import_module(name)
    course(lessons)
    gc.freeze()  # copies share memory that is not touched


def _end_after(seconds: float, work: float = 0) -> None:
    """Set the alarms that end this process, after some seconds or after some seconds of work; 0 cancels them.

    The server kills a late worker. The first alarm is for a worker whose server is gone; the second one distinguishes a
    worker that works too long from a worker that waits for the processor.
    """
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.alarm(ceil(seconds))
        signal.setitimer(signal.ITIMER_PROF, work)


def _quiet_stdout() -> BinaryIO:
    """The pipe to the server. The output of a user's own game goes to stderr, or it would spoil the answers."""
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
