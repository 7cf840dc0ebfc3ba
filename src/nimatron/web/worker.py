"""One worker: `python -m nimatron.web.worker BYTES light|heavy [FILE:NAME ...]` answers questions on stdin."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from contextlib import suppress
from importlib.abc import MetaPathFinder
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO

from ..catalog import CATALOG, Catalog, load
from ..errors import Limit, NimatronError
from .answers import ANSWERS, Asked
from .pool import COMPILES, COMPILING, LOADING, LOADS, READY
from .problems import fault_data

QUESTIONS = 5000
"""After so many questions a worker makes room for a fresh one: what leaked is gone."""

GROWN = 3 / 4
"""A worker that has used this share of its memory ends as well."""

NICENESS = 10
"""Of heavy workers: where others have something to do, they get a tenth of the time."""

LAST_GRACE = 4
"""Seconds after its limit at which a worker ends by itself, whatever it does."""


class Compiles(logging.Handler):
    """Tells the server when kernels are compiled: its clock stands still for that. People read it on stderr."""

    def __init__(self, pipe: BinaryIO) -> None:
        super().__init__()
        self.pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            print(record.getMessage(), file=sys.stderr, flush=True)
        _tell(self.pipe, COMPILES, COMPILING)


class Loads(MetaPathFinder):
    """Tells the server when kernels are loaded, which takes longer than a light question may."""

    def __init__(self, pipe: BinaryIO) -> None:
        self.pipe = pipe

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name == "numba":
            _tell(self.pipe, LOADS, LOADING)


def _tell(pipe: BinaryIO, notice: bytes, seconds: float) -> None:
    _end_after(seconds + LAST_GRACE)
    pipe.write(notice)
    pipe.flush()


def main(memory: int, heavy: bool, own: list[str]) -> None:
    """Answer until stdin ends."""
    answers = _quiet_stdout()
    if heavy:
        _give_way()
    catalog = CATALOG.with_games(*map(load, own))
    kernels = logging.getLogger("nimatron.kernels")
    kernels.addHandler(Compiles(answers))
    kernels.setLevel(logging.INFO)  # it tells of every kernel, not only of the first
    sys.meta_path.insert(0, Loads(answers))
    _limit(memory)
    answers.write(READY)
    answers.flush()
    for count, line in enumerate(sys.stdin.buffer, 1):
        question = json.loads(line)
        _end_after(question["seconds"] + LAST_GRACE)
        fault, limited, body = _answer(question, catalog)
        _end_after(0)
        last = count == QUESTIONS or _used() > memory * GROWN
        answers.write(f"{len(body)} {fault or '-'} {limited:d} {last:d}\n".encode() + body)
        answers.flush()
        if last:
            return


def _end_after(seconds: float) -> None:
    """The server kills a worker that is late; this ends one whose server is gone. 0: not any more."""
    if hasattr(signal, "alarm"):  # Windows has none
        signal.alarm(ceil(seconds))


def _answer(question: dict[str, Any], catalog: Catalog) -> tuple[str, bool, bytes]:
    """(kind of fault, whether a limit cut it short, the data or what is known of the fault as JSON)."""
    asked = Asked(catalog, question.pop("seconds"), question.pop("lang"))
    try:
        data = ANSWERS[question.pop("ask")](asked, **question)
        return "", asked.limited, _json(data)
    except Limit as fault:
        return "Limit", True, _json(fault_data(fault))
    except NimatronError as fault:
        return type(fault).__name__, False, _json(fault_data(fault))
    except (MemoryError, RecursionError) as fault:
        return "Limit", True, _json({"detail": f"the limit of memory is reached ({type(fault).__name__})"})
    except Exception as fault:  # an own game may raise anything
        return "UserCodeError", False, _json({"detail": f"{type(fault).__name__}: {fault}"})


def _json(data: Any) -> bytes:
    """What is no JSON is given as it is, such as a picture."""
    if isinstance(data, bytes):
        return data
    # A game of one's own may write half a surrogate pair.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _give_way() -> None:
    """Let all other processes go first."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(NICENESS)
    with suppress(OSError):  # on a desktop each session is nice as a whole
        Path("/proc/self/autogroup").write_text(str(NICENESS))


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
    main(int(sys.argv[1]), sys.argv[2] == "heavy", sys.argv[3:])
