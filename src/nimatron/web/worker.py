"""One worker: `python -m nimatron.web.worker BYTES [FILE:NAME ...]` answers questions on stdin one after another."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from math import ceil
from typing import Any, BinaryIO

from ..catalog import CATALOG, Catalog, load
from ..errors import Limit, NimatronError
from .answers import ANSWERS, Asked
from .pool import COMPILES, COMPILING
from .problems import fault_data

QUESTIONS = 5000
"""After so many questions a worker makes room for a fresh one: what leaked is gone."""

GROWN = 3 / 4
"""A worker that has used this share of its memory ends as well."""


LAST_GRACE = 4
"""Seconds after its limit at which a worker ends by itself, whatever it does."""


class Compiles(logging.Handler):
    """Tells the server what the kernels say when they are compiled: its clock stands still for that."""

    def __init__(self, pipe: BinaryIO) -> None:
        super().__init__()
        self.pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        _end_after(COMPILING)
        self.pipe.write(COMPILES)
        self.pipe.flush()


def main(memory: int, own: list[str]) -> None:
    """Answer until stdin ends."""
    answers = _quiet_stdout()
    kernels = logging.getLogger("nimatron.kernels")
    kernels.addHandler(Compiles(answers))
    kernels.setLevel(logging.INFO)  # it tells of every kernel, not only of the first
    _limit(memory)
    catalog = CATALOG.with_games(*map(load, own))
    for count, line in enumerate(sys.stdin.buffer, 1):
        question = json.loads(line)
        _end_after(question["seconds"] + LAST_GRACE)
        fault, limited, data = _answer(question, catalog)
        _end_after(0)
        body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        last = count == QUESTIONS or _used() > memory * GROWN
        answers.write(f"{len(body)} {fault or '-'} {limited:d} {last:d}\n".encode() + body)
        answers.flush()
        if last:
            return


def _end_after(seconds: float) -> None:
    """The server kills a worker that is late; this ends one whose server is gone. 0: not any more."""
    if hasattr(signal, "alarm"):  # Windows has none
        signal.alarm(ceil(seconds))


def _answer(question: dict[str, Any], catalog: Catalog) -> tuple[str, bool, Any]:
    """(kind of fault, whether a limit cut it short, the data or what is known of the fault)."""
    asked = Asked(catalog, question.pop("seconds"), question.pop("lang"))
    try:
        data = ANSWERS[question.pop("ask")](asked, **question)
        return "", asked.limited, data
    except Limit as fault:
        return "Limit", True, fault_data(fault)
    except NimatronError as fault:
        return type(fault).__name__, False, fault_data(fault)
    except (MemoryError, RecursionError) as fault:
        return "Limit", True, {"detail": f"the limit of memory is reached ({type(fault).__name__})"}
    except Exception as fault:  # an own game may raise anything
        return "UserCodeError", False, {"detail": f"{type(fault).__name__}: {fault}"}


def _quiet_stdout() -> BinaryIO:
    """The pipe to the server; what an own game prints goes to stderr instead."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


def _limit(memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has none
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _used() -> int:
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    # Threads of a mathematical library would each reserve a part of the memory.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main(int(sys.argv[1]), sys.argv[2:])
