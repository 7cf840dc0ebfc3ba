"""One worker process, as the server sees it: how to ask it, and when to kill it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import NimatronError
from ..core.message import Message
from .own_games import Own

LONGEST_ANSWER = 64 << 20
"""In bytes. The server holds an answer in memory until it is sent."""

READY = b"ready\n"
"""The line of a worker that is ready for questions."""

LOADS = b"loads\n"
"""The line of a worker that is about to load kernels, once in its life."""

COMPILES = b"compiles\n"
"""The line of a worker that is about to compile kernels, once per machine."""

COPY_GRACE = 0.05
"""The seconds of work after its limit at which the copy of a worker ends, which only tries a question."""

NICENESS = 5
"""The niceness of heavy workers and of copies: beside a light one they get a quarter of the processor."""

STARTING, LOADING, COMPILING = 60.0, 30.0, 60.0
"""The seconds that a worker has to start, and to finish its answer once it loads or compiles kernels."""


class Overdue(NimatronError):
    """A worker was stopped because it took too long."""


class Overworked(Overdue):
    """The question needs more work than a light worker may do, however idle the machine is."""


class WorkerLost(NimatronError):
    """A worker ended without an answer."""


@dataclass(frozen=True)
class WorkerAnswer:
    """The answer of a worker. `fault` names the kind of error, if any; `limited` says that a limit cut it short.

    `hard` says that it took more work than a light worker may do. `body` is JSON, or an image if one was asked for.
    """

    fault: str
    limited: bool
    hard: bool
    body: bytes


@dataclass(frozen=True)
class WorkLimits:
    """The limits of a worker. A `heavy` one gives way to other processes, and may load kernels.

    After `seconds` of work it has to answer, a `grace` later it ends itself, and when it is `late` the server kills it.
    """

    seconds: float
    grace: float
    late: float
    heavy: bool = False


class WorkerProcess:
    """One process. It reads a line of JSON, and writes a line with the size of its answer, then the answer."""

    def __init__(self, own: Own, memory: int, limits: WorkLimits) -> None:
        self.own, self.memory, self.limits = own, memory, limits
        self.process: asyncio.subprocess.Process | None = None
        self.ending: list[asyncio.subprocess.Process] = []
        self.compiling = False

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process and wait for its imports, which do not count against the time of a question."""
        if self.alive:
            return
        lane = "heavy" if self.limits.heavy else "light"
        command = [sys.executable, "-m", "nimatron.web.worker", str(self.memory), lane]
        pipe = asyncio.subprocess.PIPE
        try:
            async with asyncio.timeout(STARTING):
                self.process = await asyncio.create_subprocess_exec(
                    *command, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER, start_new_session=True
                )
                if self.limits.heavy:
                    _give_way(self.process.pid)
                await self._send(self.own.line())
                if await self._line() == READY:
                    return
        except (asyncio.IncompleteReadError, OSError):  # TimeoutError is an OSError
            pass
        except asyncio.CancelledError:
            await self.stop()
            raise
        await self.stop()
        raise WorkerLost(Message("a worker could not be started"))

    async def ask(self, question: Mapping[str, Any], in_copy: bool = False) -> WorkerAnswer:
        """The answer to a question. After any fault the next question never gets the rest of this answer.

        The process answers a question that may be too hard `in_copy`: it outlives its copy and stays warm.
        """
        await self.start()
        done = False
        try:
            async with asyncio.timeout(self.limits.late) as deadline:
                answer = await self._exchange(question, in_copy, deadline)
            done = True
            return answer
        except TimeoutError:
            raise Overdue(_late(self.limits.late)) from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            if _is_overworked(await self.stop()):
                raise Overworked(_late(self.limits.seconds)) from None
            raise WorkerLost(Message("the worker ended without an answer")) from None
        finally:
            self.compiling = False
            if not done:  # also when cancelled: the pipe may still carry an answer that nobody waits for
                await self.stop()

    async def _exchange(self, question: Mapping[str, Any], in_copy: bool, deadline: asyncio.Timeout) -> WorkerAnswer:
        limits = self.limits
        work = limits.seconds + (COPY_GRACE if in_copy else limits.grace)
        bounds = {"seconds": limits.seconds, "work": work, "late": limits.late, "copy": in_copy}
        await self._send(json.dumps({**question, "limits": bounds}).encode() + b"\n")
        while (line := await self._line()) in (LOADS, COMPILES):  # this time does not count for the question
            self.compiling = line == COMPILES
            deadline.reschedule(asyncio.get_running_loop().time() + (COMPILING if self.compiling else LOADING))
        head = line.decode().split()
        size, fault, (limited, hard, last) = int(head[0]), head[1], (flag == "1" for flag in head[2:])
        if size > LONGEST_ANSWER:
            raise ValueError(f"an answer of {size} bytes")
        body = await self._stdout().readexactly(size)
        if last:  # it has grown too large, and would take long to exit by itself
            await self.stop()
        return WorkerAnswer("" if fault == "-" else fault, limited, hard, body)

    async def _send(self, line: bytes) -> None:
        if self.process is None or self.process.stdin is None:
            raise ConnectionError("the worker has no pipes")
        self.process.stdin.write(line)
        await self.process.stdin.drain()

    async def _line(self) -> bytes:
        return await self._stdout().readuntil()

    def _stdout(self) -> asyncio.StreamReader:
        if self.process is None or self.process.stdout is None:
            raise ConnectionError("the worker has no pipes")
        return self.process.stdout

    async def stop(self) -> int | None:
        """End the process, if it still runs; how it ended."""
        process, self.process = self.process, None
        if process is not None:
            self.ending.append(process)
        # The task that waits for the end may be cancelled: then the next one waits for it.
        for old in list(self.ending):
            await _wait_for_end(old)
            if old in self.ending:  # no other task has waited for it meanwhile
                self.ending.remove(old)
        return None if process is None else process.returncode


async def _wait_for_end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            _kill(process)
        await process.wait()
    # The pipes too: a copy of the process may hold their other ends for a while. asyncio offers no other way.
    process._transport.close()  # type: ignore[attr-defined]
    # The transport closes in the next turn of the event loop.
    await asyncio.sleep(0)


def _late(seconds: float) -> Message:
    return Message("no answer within {seconds} s", seconds=f"{seconds:g}")


def _is_overworked(code: int | None) -> bool:
    """Did a worker end itself because it worked too long?"""
    return hasattr(signal, "SIGPROF") and code == -signal.SIGPROF


def _give_way(pid: int) -> None:
    """Let all other processes go before this one, from its first import on."""
    if hasattr(os, "setpriority"):  # not on Windows
        with suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid) + NICENESS)
    with suppress(OSError):  # Linux groups processes by session: niceness alone counts only inside one
        Path(f"/proc/{pid}/autogroup").write_text(str(NICENESS))


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill a worker and its copies by their group: asyncio's own `kill` polls first, and may disturb `wait`."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)  # each worker leads a session of its own
