"""One worker: `python -m nimatron.web.worker BYTES light|heavy` is given users' games and then questions on stdin."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from contextlib import suppress
from math import ceil
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from .. import kernels as gate
from ..errors import Limit, NimatronError
from ..games.catalog import CATALOG, Catalog
from ..memory import resident
from ..present.words import tr
from .answers import ANSWERS, Asked
from .own import load_own
from .pool import COMPILES, COMPILING, LOADING, LOADS, READY
from .problems import fault_data

QUESTIONS = 5000
"""After this many questions a worker is replaced by a fresh one, so that leaks do not add up."""

GROWN = 3 / 4
"""A worker that uses this share of its memory is replaced as well."""

NICENESS = 5
"""The niceness of heavy workers: beside a light one they get a quarter of the processor, so they do not starve."""

LAST_GRACE = 4
"""How many seconds after its limit a worker ends by itself, whatever it is doing."""


class Kernels(logging.Handler):
    """Watches the gate of kernels and tells the server when they are loaded or compiled, so that it waits longer.

    Only heavy workers load kernels: loading takes longer than a light worker may think, so there it counts as a limit.
    """

    def __init__(self, pipe: BinaryIO, heavy: bool) -> None:
        super().__init__()
        self.pipe, self.heavy, self.missed = pipe, heavy, False

    def asked(self) -> None:
        """Called when a kernel is needed."""
        if not self.heavy:
            self.missed = True
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


def main(memory: int, heavy: bool) -> None:
    """Answer questions until stdin ends."""
    answers = _quiet_stdout()
    if not (own := sys.stdin.buffer.readline()):  # the server is gone
        return
    catalog = CATALOG.with_games(*load_own(own))
    kernels = Kernels(answers, heavy)
    gate.watch(kernels.asked)
    logger = logging.getLogger("nimatron.kernels")
    logger.addHandler(kernels)
    logger.setLevel(logging.INFO)  # INFO reports every kernel that is compiled, not only the first
    _limit(memory)
    if heavy:
        _give_way()
    answers.write(READY)
    answers.flush()
    for count, line in enumerate(sys.stdin.buffer, 1):
        question = json.loads(line)
        seconds, began, kernels.missed = question["seconds"], monotonic(), False
        _end_after(seconds + LAST_GRACE)
        fault, limited, body = _answer(question, catalog)
        _end_after(0)
        # The computer always finds some move, and with more time perhaps a better one. So an answer that took too
        # long counts as limited: a heavy worker tries again, and the answer is not kept.
        limited = limited or kernels.missed or monotonic() - began > seconds
        last = count == QUESTIONS or resident() > memory * GROWN
        answers.write(f"{len(body)} {fault or '-'} {limited:d} {last:d}\n".encode() + body)
        answers.flush()
        if last:
            return


def _end_after(seconds: float) -> None:
    """Set an alarm that ends this process; 0 cancels it.

    The server kills a worker that is late. The alarm is for a worker whose server is gone.
    """
    if hasattr(signal, "alarm"):  # not on Windows
        signal.alarm(ceil(seconds))


def _answer(question: dict[str, Any], catalog: Catalog) -> tuple[str, bool, bytes]:
    """(kind of fault, whether a limit cut the answer short, the data or what is known about the fault, as JSON)."""
    asked = Asked(catalog, question.pop("seconds"), question.pop("lang"))
    try:
        data = ANSWERS[question.pop("ask")](asked, **question)
        return "", asked.limited, _json(data)
    except Limit as fault:
        return "Limit", True, _json(fault_data(fault))
    except NimatronError as fault:
        return type(fault).__name__, False, _json(fault_data(fault))
    except (MemoryError, RecursionError) as fault:
        return (
            "Limit",
            True,
            _json({"detail": tr("the limit of memory is reached ({kind})", kind=type(fault).__name__)}),
        )
    except Exception as fault:  # a user's own game may raise anything
        return "UserCodeError", False, _json({"detail": f"{type(fault).__name__}: {fault}"})


def _json(data: Any) -> bytes:
    """Data as JSON; bytes, such as an image, stay as they are."""
    if isinstance(data, bytes):
        return data
    # A user's own game may write half a surrogate pair, which UTF-8 cannot hold.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _give_way() -> None:
    """Let all other processes go first."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    with suppress(OSError):  # Linux groups processes by session: niceness alone counts only inside one
        Path("/proc/self/autogroup").write_text(str(NICENESS))


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
