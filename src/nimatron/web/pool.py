"""Worker processes that answer questions, each under a limit of time and memory.

A question first goes to a *light* worker, which gives it half a second. What takes longer starts anew in one
of the *heavy* workers, so that a hard position never keeps the easy ones waiting. A worker that does not answer
in time, or whose asker has gone away, is killed and replaced.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..errors import NimatronError

LIGHT_SECONDS, HEAVY_SECONDS = 0.5, 6.0
GRACE = 1.5
"""Seconds after its limit that a worker has to end by itself: what cannot look at the clock is killed then."""

LIGHT_QUEUE, HEAVY_QUEUE = 512, 16
"""Questions that may wait; more are turned away."""

MEMORY = 2 << 30
"""Bytes of address space of one worker."""

LONGEST_ANSWER = 64 << 20

COMPILES = b"compiles\n"
"""What a worker says when it compiles kernels."""

COMPILING = 60.0
"""Seconds that it has for that and for the rest of its answer."""


class Full(NimatronError):
    """Too many questions are waiting."""


class Overdue(NimatronError):
    """A worker was stopped because it took too long."""


class Lost(NimatronError):
    """A worker ended without an answer."""


@dataclass(frozen=True)
class Answer:
    """What a worker says: `fault` names the kind of an error, `body` is JSON; `limited`: a limit cut it short."""

    fault: str
    limited: bool
    body: bytes


class Worker:
    """One process; it reads a line of JSON and writes a line that tells the size of its answer, then the answer."""

    def __init__(self, own: Sequence[str], memory: int) -> None:
        self.own, self.memory = own, memory
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        if self.process is None or self.process.returncode is not None:
            command = [sys.executable, "-m", "nimatron.web.worker", str(self.memory), *self.own]
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER, start_new_session=True
            )

    async def ask(self, question: Mapping[str, Any], seconds: float, patient: bool = False) -> Answer:
        """The answer; whatever goes wrong, no half-read answer is left behind for the next question.

        `patient`: while kernels are compiled, which happens once on a machine, the clock does not run.
        """
        await self.start()
        done = False
        try:
            async with asyncio.timeout(seconds + GRACE) as deadline:
                answer = await self._exchange({**question, "seconds": seconds}, deadline if patient else None)
            done = True
            return answer
        except TimeoutError:
            raise Overdue(f"no answer within {seconds:g} s") from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            raise Lost("the worker ended without an answer") from None
        finally:
            if not done:
                await self.stop()

    async def _exchange(self, question: Mapping[str, Any], deadline: asyncio.Timeout | None) -> Answer:
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise ConnectionError("the worker has no pipes")
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        while (line := await process.stdout.readuntil()) == COMPILES:
            if deadline is not None:
                deadline.reschedule(asyncio.get_running_loop().time() + COMPILING)
        head = line.decode().split()
        size, fault, limited, last = int(head[0]), head[1], head[2] == "1", head[3] == "1"
        body = await process.stdout.readexactly(size)
        if last:  # it has grown too large, and ends
            await process.wait()
        return Answer("" if fault == "-" else fault, limited, body)

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass
class Lane:
    """Workers of one kind, and how many questions wait for one."""

    workers: Sequence[Worker]
    seconds: float
    longest: int
    patient: bool = False
    waiting: int = 0
    free: asyncio.Queue[Worker] = field(default_factory=asyncio.Queue)

    def __post_init__(self) -> None:
        for worker in self.workers:
            self.free.put_nowait(worker)

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        if self.free.empty() and self.waiting >= self.longest:
            raise Full("too many questions are waiting: please try again in a moment")
        self.waiting += 1
        try:
            worker = await self.free.get()
        finally:
            self.waiting -= 1
        try:
            return await worker.ask(question, self.seconds, self.patient)
        finally:
            self.free.put_nowait(worker)


class Pool:
    """All workers; `ask` is the one thing to do with them."""

    def __init__(
        self,
        own: Sequence[str] = (),
        light: int = 2,
        heavy: int = 2,
        memory: int = MEMORY,
        seconds: float = HEAVY_SECONDS,
    ) -> None:
        self.light = Lane([Worker(own, memory) for _ in range(light)], min(LIGHT_SECONDS, seconds), LIGHT_QUEUE)
        self.heavy = Lane([Worker(own, memory) for _ in range(heavy)], seconds, HEAVY_QUEUE, patient=True)

    async def start(self) -> None:
        """Start the light workers; the others start when they are needed."""
        await asyncio.gather(*(worker.start() for worker in self.light.workers))

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """The answer of a light worker, or of a heavy one where that was not enough."""
        try:
            answer = await self.light.ask(question)
        except (Overdue, Lost):
            return await self.heavy.ask(question)
        return await self.heavy.ask(question) if answer.limited else answer

    async def stop(self) -> None:
        await asyncio.gather(*(w.stop() for lane in (self.light, self.heavy) for w in lane.workers))

    def health(self) -> dict[str, Any]:
        """How many workers there are, are free, and how many questions wait."""
        lanes = {"light": self.light, "heavy": self.heavy}
        return {
            name: {"workers": len(lane.workers), "free": lane.free.qsize(), "waiting": lane.waiting}
            for name, lane in lanes.items()
        }
