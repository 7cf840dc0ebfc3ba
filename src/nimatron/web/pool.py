"""Worker processes that answer questions, each under a limit of time and memory.

A question first goes to a *light* worker, which spends only a moment on it. A question that needs longer starts anew
in one of the *heavy* workers, which give way to the light ones, so that a hard position never keeps easy ones waiting.
A worker that does not answer in time is killed and replaced, and so is a heavy one whose client has gone away.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..errors import NimatronError
from ..message import Message
from .own import NONE, Own

LIGHT_SECONDS, HEAVY_SECONDS = 0.2, 6.0
"""How long a worker may think about one question."""

LIGHT_GRACE, HEAVY_GRACE = 0.3, 1.5
"""How many seconds after that limit a worker is killed: one deep in a computation may not have looked at the clock."""

LIGHT_QUEUE, HEAVY_QUEUE = 512, 16
"""The most questions that may wait; more are turned away."""

KNOWN_HARD = 1000
"""How many questions that were too hard for a light worker are remembered, to go straight to a heavy one next time."""

MEMORY = 2 << 30
"""The address space of one worker, in bytes."""

LONGEST_ANSWER = 64 << 20
"""In bytes. The server holds an answer in memory until it is sent."""

READY = b"ready\n"
"""What a worker says when it is ready for questions."""

LOADS = b"loads\n"
"""What a worker says before it loads kernels, once in its life."""

COMPILES = b"compiles\n"
"""What a worker says before it compiles kernels, once per machine."""

STARTING, LOADING, COMPILING = 60.0, 30.0, 60.0
"""The seconds that a worker has to start, and to finish its answer once it loads or compiles kernels."""


class Full(NimatronError):
    """Too many questions are waiting."""


class Overdue(NimatronError):
    """A worker was stopped because it took too long."""


class Lost(NimatronError):
    """A worker ended without an answer."""


@dataclass(frozen=True)
class Answer:
    """What a worker says. `fault` names the kind of error, if any; `limited` says that a limit cut the answer short.

    `body` is JSON, or an image if one was asked for.
    """

    fault: str
    limited: bool
    body: bytes


@dataclass(frozen=True)
class Terms:
    """How a lane treats a question. Workers of a `heavy` lane give way to other processes, and may load kernels."""

    seconds: float
    grace: float
    heavy: bool = False


class Worker:
    """One process. It reads a line of JSON, and writes a line with the size of its answer, then the answer."""

    def __init__(self, own: Own, memory: int, terms: Terms) -> None:
        self.own, self.memory, self.terms = own, memory, terms
        self.process: asyncio.subprocess.Process | None = None
        self.compiling = False

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process and wait for its imports, which do not count against the time of a question."""
        if self.alive:
            return
        nice = "heavy" if self.terms.heavy else "light"
        command = [sys.executable, "-m", "nimatron.web.worker", str(self.memory), nice]
        pipe = asyncio.subprocess.PIPE
        try:
            async with asyncio.timeout(STARTING):
                self.process = await asyncio.create_subprocess_exec(
                    *command, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER, start_new_session=True
                )
                await self._send(self.own.line())
                if await self._line() == READY:
                    return
        except (asyncio.IncompleteReadError, OSError):  # TimeoutError is an OSError
            pass
        except asyncio.CancelledError:
            await self.stop()
            raise
        await self.stop()
        raise Lost(Message("a worker could not be started"))

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """The answer to a question. Whatever goes wrong, no half-read answer is left for the next question."""
        await self.start()
        seconds, done = self.terms.seconds, False
        try:
            async with asyncio.timeout(seconds + self.terms.grace) as deadline:
                answer = await self._exchange({**question, "seconds": seconds}, deadline)
            done = True
            return answer
        except TimeoutError:
            raise Overdue(Message("no answer within {seconds} s", params={"seconds": f"{seconds:g}"})) from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            raise Lost(Message("the worker ended without an answer")) from None
        finally:
            self.compiling = False
            if not done:  # also when cancelled: the pipe may still carry an answer that nobody waits for
                await self.stop()

    async def _exchange(self, question: Mapping[str, Any], deadline: asyncio.Timeout) -> Answer:
        await self._send(json.dumps(question).encode() + b"\n")
        while (line := await self._line()) in (LOADS, COMPILES):  # that time is not the question's
            self.compiling = line == COMPILES
            deadline.reschedule(asyncio.get_running_loop().time() + (COMPILING if self.compiling else LOADING))
        head = line.decode().split()
        size, fault, limited, last = int(head[0]), head[1], head[2] == "1", head[3] == "1"
        if size > LONGEST_ANSWER:
            raise ValueError(f"an answer of {size} bytes")
        body = await self._stdout().readexactly(size)
        if last:  # it has grown too large, and would take long to exit by itself
            await self.stop()
        return Answer("" if fault == "-" else fault, limited, body)

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

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                _kill(process)
            await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill it by its id: asyncio's own `kill` polls first, and may take the exit status that `wait` waits for."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.kill(process.pid, signal.SIGKILL)


@dataclass
class Lane:
    """Workers of one kind, and the number of questions that wait for one."""

    workers: Sequence[Worker]
    terms: Terms
    longest: int
    waiting: int = 0
    free: asyncio.Queue[Worker] = field(default_factory=asyncio.Queue)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    closing: bool = False

    def __post_init__(self) -> None:
        for worker in self.workers:
            self.free.put_nowait(worker)

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """The answer of the next free worker.

        If the client goes away, a light worker finishes, because a new worker costs more; a heavy one is stopped.
        """
        if self.free.empty() and self.waiting >= self.longest:
            raise Full(Message("too many questions are waiting: please try again in a moment"))
        self.waiting += 1
        try:
            worker = await self.free.get()
        finally:
            self.waiting -= 1
        if self.closing:
            self.free.put_nowait(worker)  # the next question in the queue must hear the same
            raise Lost(Message("the server is shutting down"))
        work = self._keep(self._asked(worker, question))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if self.terms.heavy:
                work.cancel()
            raise

    async def _asked(self, worker: Worker, question: Mapping[str, Any]) -> Answer:
        try:
            return await worker.ask(question)
        finally:
            if worker.alive or self.closing:
                self.free.put_nowait(worker)
            else:
                self._keep(self._renew(worker))

    def start(self) -> None:
        """Start all workers; a question asked meanwhile waits for one."""
        while not self.free.empty():
            self._keep(self._renew(self.free.get_nowait()))

    async def _renew(self, worker: Worker) -> None:
        """Start a new process now, so that the next question need not wait for it."""
        try:
            await worker.start()
        except Lost:
            pass  # the next question tries again
        finally:
            self.free.put_nowait(worker)

    def _keep(self, work: Any) -> asyncio.Task[Any]:
        """A task that goes on whether or not anybody waits for it."""
        # The event loop has only weak references: a task that is not held here might be collected half-way.
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as seen: the client may be gone, and asyncio would log it

    async def stop(self) -> None:
        self.closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))


class Pool:
    """All workers, light and heavy; questions go through `ask`."""

    def __init__(
        self,
        own: Own = NONE,
        light: int = 2,
        heavy: int = 2,
        memory: int = MEMORY,
        seconds: float = HEAVY_SECONDS,
    ) -> None:
        quick = Terms(min(LIGHT_SECONDS, seconds), LIGHT_GRACE)
        slow = Terms(seconds, HEAVY_GRACE, heavy=True)
        self.own = own
        self.light = Lane([Worker(own, memory, quick) for _ in range(light)], quick, LIGHT_QUEUE)
        self.heavy = Lane([Worker(own, memory, slow) for _ in range(heavy)], slow, HEAVY_QUEUE)
        self._hard: OrderedDict[str, None] = OrderedDict()

    def start(self) -> None:
        """Start the light workers; heavy ones start when they are needed."""
        self.light.start()

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """The answer of a light worker, or of a heavy one if that was not enough."""
        key = json.dumps(question, sort_keys=True)
        if key not in self._hard:
            with suppress(Overdue, Lost):  # a heavy worker has more time, and may have better luck
                answer = await self.light.ask(question)
                if not answer.limited:
                    return answer
            self._hard[key] = None
            if len(self._hard) > KNOWN_HARD:
                self._hard.popitem(last=False)
        return await self.heavy.ask(question)

    async def stop(self) -> None:
        await asyncio.gather(self.light.stop(), self.heavy.stop())

    def health(self) -> dict[str, Any]:
        """For each kind: how many workers there are, are free and compile kernels, and how many questions wait."""
        lanes = {"light": self.light, "heavy": self.heavy}
        return {
            name: {
                "workers": len(lane.workers),
                "free": lane.free.qsize(),
                "compiling": sum(worker.compiling for worker in lane.workers),
                "waiting": lane.waiting,
            }
            for name, lane in lanes.items()
        }
