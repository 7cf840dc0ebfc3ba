"""Worker processes that answer questions, each under a limit of time and memory.

A question first goes to a *light* worker, which does only a little work on it. A question that needs more starts anew
in one of the *heavy* workers, which give way to the light ones, so that a hard position never keeps easy ones waiting.
One that experience calls hard goes there at once, and is refused at once if too many wait there. A worker that does not
answer in time is killed and replaced, and so is a heavy one whose client has gone away.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from ..errors import NimatronError
from ..message import Message
from .experience import Experience, Guess
from .limits import HEAVY_SECONDS, HELPLESS
from .own import NONE, Own
from .turns import Full, Turns

LIGHT_SECONDS = 0.05
"""How long a light worker may think about one question. Only time in which it works counts: the machine may be busy."""

PIECE_SECONDS = 0.5
"""How long a light worker goes on with the rows of a map while nobody waits: each piece costs a way there and back."""

LIGHT_GRACE, HEAVY_GRACE, TRIED_GRACE = 0.25, 1.5, 0.05
"""How many seconds of work after its limit a worker ends: deep in a computation it may not have looked at the clock.

The last one is for the copy of a light worker that only tries a question.
"""

LIGHT_LATE, HEAVY_LATE = 5.0, 20.0
"""How many seconds after the limit of a question a worker is killed, even if it has hardly worked."""

LIGHT_QUEUE, HEAVY_QUEUE = 512, 16
"""The most questions that may wait; more are turned away."""

LIGHT_EACH, HEAVY_EACH = 256, 8
"""The most questions of one client that may wait. A whole class may ask from behind one address."""

UNSURE_TURN = 4
"""While both kinds wait for a light worker, one question in this many is taken from those that may be hard."""

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

HURRY = b"\n"
"""What a worker is sent while it works at a piece, when somebody else waits for it."""

NICENESS = 5
"""The niceness of heavy workers, and of copies of light ones that only try a question.

Beside a light one they get a quarter of the processor, so they do not starve.
"""

STARTING, LOADING, COMPILING = 60.0, 30.0, 60.0
"""The seconds that a worker has to start, and to finish its answer once it loads or compiles kernels."""


PATIENT = 0.8
"""When this share of the time that an answer may take has passed, one is given in a hurry."""


class Overdue(NimatronError):
    """A worker was stopped because it took too long."""


class Overworked(Overdue):
    """The question needs more work than a light worker may do, however idle the machine is."""


class Lost(NimatronError):
    """A worker ended without an answer."""


@dataclass(frozen=True)
class Answer:
    """What a worker says. `fault` names the kind of error, if any; `limited` says that a limit cut the answer short.

    `hard` says that it took more work than a light worker may do. `body` is JSON, or an image if one was asked for.
    """

    fault: str
    limited: bool
    hard: bool
    body: bytes


@dataclass(frozen=True)
class Terms:
    """How a lane treats a question. Workers of a `heavy` lane give way to other processes, and may load kernels.

    After `seconds` of work a worker has to answer, a `grace` later it ends itself, and when it is `late` it is killed.
    With a question that is answered in pieces it may go on for a whole `piece`, as long as nobody waits.
    """

    seconds: float
    grace: float
    late: float
    heavy: bool = False
    piece: float = 0.0

    def of(self, doubtful: bool, alone: bool = False) -> dict[str, Any]:
        """What a worker is told about a question; `alone` says that nobody waits."""
        work = self.seconds + (TRIED_GRACE if doubtful else self.grace)
        told = {"seconds": self.seconds, "work": work, "late": self.late, "doubtful": doubtful}
        return told | {"piece": self.piece if alone else 0.0}


class Worker:
    """One process. It reads a line of JSON, and writes a line with the size of its answer, then the answer."""

    def __init__(self, own: Own, memory: int, terms: Terms) -> None:
        self.own, self.memory, self.terms = own, memory, terms
        self.process: asyncio.subprocess.Process | None = None
        self.ending: list[asyncio.subprocess.Process] = []
        self.compiling = self.at_leisure = False

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process and wait for its imports, which do not count against the time of a question."""
        if self.alive:
            return
        lane = "heavy" if self.terms.heavy else "light"
        command = [sys.executable, "-m", "nimatron.web.worker", str(self.memory), lane]
        pipe = asyncio.subprocess.PIPE
        try:
            async with asyncio.timeout(STARTING):
                self.process = await asyncio.create_subprocess_exec(
                    *command, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER, start_new_session=True
                )
                if self.terms.heavy:
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
        raise Lost(Message("a worker could not be started"))

    async def ask(
        self, question: Mapping[str, Any], doubtful: bool = False, alone: Callable[[], bool] = lambda: False
    ) -> Answer:
        """The answer to a question. Whatever goes wrong, no half-read answer is left for the next question.

        If it is `doubtful`, the process only tries it in a copy of itself, and outlives it if it is hard. If nobody
        else waits, a piece may be a large one until somebody does, which `hurry` tells the process.
        """
        await self.start()
        done = False
        try:
            async with asyncio.timeout(self.terms.late) as deadline:
                answer = await self._exchange({**question, "terms": self.terms.of(doubtful, alone())}, deadline)
            done = True
            return answer
        except TimeoutError:
            raise Overdue(_late(self.terms.late)) from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            if _overworked(await self.stop()):
                raise Overworked(_late(self.terms.seconds)) from None
            raise Lost(Message("the worker ended without an answer")) from None
        finally:
            self.compiling = self.at_leisure = False
            if not done:  # also when cancelled: the pipe may still carry an answer that nobody waits for
                await self.stop()

    async def _exchange(self, question: Mapping[str, Any], deadline: asyncio.Timeout) -> Answer:
        self.at_leisure = question["terms"]["piece"] > 0
        await self._send(json.dumps(question).encode() + b"\n")
        while (line := await self._line()) in (LOADS, COMPILES):  # that time is not the question's
            self.compiling = line == COMPILES
            deadline.reschedule(asyncio.get_running_loop().time() + (COMPILING if self.compiling else LOADING))
        head = line.decode().split()
        size, fault, (limited, hard, last) = int(head[0]), head[1], (flag == "1" for flag in head[2:])
        if size > LONGEST_ANSWER:
            raise ValueError(f"an answer of {size} bytes")
        body = await self._stdout().readexactly(size)
        if last:  # it has grown too large, and would take long to exit by itself
            await self.stop()
        return Answer("" if fault == "-" else fault, limited, hard, body)

    def hurry(self) -> None:
        """Let it end the piece that it works at: somebody waits."""
        if self.at_leisure and self.process and self.process.stdin:
            self.process.stdin.write(HURRY)
            self.at_leisure = False

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
        # Whoever waits for the end may be cancelled: then the next one waits for it.
        for ended in list(self.ending):
            await _ended(ended)
            if ended in self.ending:  # nobody else has waited for it meanwhile
                self.ending.remove(ended)
        return None if process is None else process.returncode


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            _kill(process)
        await process.wait()
    # The pipes too: a copy of the process may hold their other ends for a while. asyncio offers no other way.
    process._transport.close()  # type: ignore[attr-defined]
    await asyncio.sleep(0)


def _late(seconds: float) -> Message:
    return Message("no answer within {seconds} s", params={"seconds": f"{seconds:g}"})


def _overworked(ended: int | None) -> bool:
    """Did a worker end itself because it worked too long?"""
    return hasattr(signal, "SIGPROF") and ended == -signal.SIGPROF


def _give_way(pid: int) -> None:
    """Let all other processes go before this one, from its first import on."""
    if hasattr(os, "setpriority"):  # not on Windows
        with suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid) + NICENESS)
    with suppress(OSError):  # Linux groups processes by session: niceness alone counts only inside one
        Path(f"/proc/{pid}/autogroup").write_text(str(NICENESS))


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill it and its copies by their id: asyncio's own `kill` polls first, and may take what `wait` waits for."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)  # each worker leads a session of its own


Doubt = Callable[[], bool]
"""Whether a question that may be hard is known to be hard by now."""


@dataclass(frozen=True, eq=False)
class Ticket:
    """Given to a question that waits; it is called by its worker."""

    called: asyncio.Future[Worker]
    doubt: Doubt | None


class Lane:
    """Workers of one kind, and the questions that wait for one.

    Questions that may turn out to be hard stand in a line of their own and leave one worker to the others, if there is
    more than one.
    """

    def __init__(
        self, workers: Sequence[Worker], terms: Terms, experience: Experience, longest: int, each: int
    ) -> None:
        self.workers, self.terms, self.experience = workers, terms, experience
        after = ceil(terms.seconds / max(1, len(workers)))
        self.sure, self.unsure = Turns[Ticket](longest, each, after), Turns[Ticket](longest, each, after)
        self.free, self.doubted = deque(workers), set[Worker]()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.taken, self.closing = 0, False

    @property
    def waiting(self) -> int:
        return len(self.sure) + len(self.unsure)

    async def ask(self, question: Mapping[str, Any], client: str = "", doubt: Doubt | None = None) -> Answer:
        """The answer of the next free worker, unless the question is known to be hard when its turn comes.

        If the client goes away, a light worker finishes, because a new worker costs more; a heavy one is stopped.
        """
        worker = await self._turn(client, doubt)
        work = self._keep(self._asked(worker, question))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if self.terms.heavy:
                work.cancel()
            raise

    async def _turn(self, client: str, doubt: Doubt | None) -> Worker:
        """Wait for a worker."""
        turns, ticket = self.unsure if doubt else self.sure, Ticket(asyncio.Future(), doubt)
        called = ticket.called
        if self.closing:
            raise _closing()
        if not self.free or (doubt and not self._spare):
            turns.check(client)
        turns.join(client, ticket)
        self._serve()
        if not called.done():
            for worker in self.workers:
                worker.hurry()
        try:
            return await called
        except asyncio.CancelledError:
            turns.leave(client, ticket)
            if not called.cancelled() and not called.exception():  # it was just called
                self._give_back(called.result())
            raise

    @property
    def _spare(self) -> bool:
        """May one more worker take up a question that may be hard?"""
        return len(self.doubted) < max(1, len(self.workers) - 1)

    def _serve(self) -> None:
        """Give free workers to those who wait."""
        while self.free and (self.sure or (self.unsure and self._spare)):
            doubtful = self.unsure and self._spare and not (self.sure and (self.taken + 1) % UNSURE_TURN)
            ticket = (self.unsure if doubtful else self.sure).next()
            if ticket.called.done():  # its client has just gone away
                continue
            if ticket.doubt and ticket.doubt():
                ticket.called.set_exception(Overworked())
                continue
            self.taken += 1
            worker = self.free.popleft()
            if doubtful:
                self.doubted.add(worker)
            ticket.called.set_result(worker)

    def _give_back(self, worker: Worker) -> None:
        self.doubted.discard(worker)
        self.free.append(worker)
        self._serve()

    async def _asked(self, worker: Worker, question: Mapping[str, Any]) -> Answer:
        in_pieces = bool(self.terms.piece and question.get("pace"))
        try:
            answer = await worker.ask(question, worker in self.doubted, lambda: in_pieces and not self.waiting)
            self.experience.learn(question, answer.hard or answer.limited)
            return answer
        except Overworked:
            self.experience.learn(question, hard=True)
            raise
        finally:  # those who wait can use what was learned
            if worker.alive or self.closing:
                self._give_back(worker)
            else:
                self._keep(self._renew(worker))

    def start(self) -> None:
        """Start all workers; a question asked meanwhile waits for one."""
        while self.free:
            self._keep(self._renew(self.free.popleft()))

    async def _renew(self, worker: Worker) -> None:
        """Start a new process now, so that the next question need not wait for it."""
        try:
            await worker.start()
        except Lost:
            pass  # the next question tries again
        finally:
            self._give_back(worker)

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
        for turns in (self.sure, self.unsure):
            while turns:
                if not (called := turns.next().called).done():
                    called.set_exception(_closing())
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))


def _closing() -> Lost:
    return Lost(Message("the server is shutting down"))


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
        self.own = own
        self.experience = known = Experience()
        quick = Terms(LIGHT_SECONDS, LIGHT_GRACE, LIGHT_SECONDS + LIGHT_LATE, piece=PIECE_SECONDS)
        slow = Terms(seconds, HEAVY_GRACE, seconds + HEAVY_LATE, heavy=True)
        self.light = Lane([Worker(own, memory, quick) for _ in range(light)], quick, known, LIGHT_QUEUE, LIGHT_EACH)
        self.heavy = Lane([Worker(own, memory, slow) for _ in range(heavy)], slow, known, HEAVY_QUEUE, HEAVY_EACH)

    def start(self) -> None:
        """Start the light workers; heavy ones start when they are needed."""
        self.light.start()

    async def ask(
        self, question: Mapping[str, Any], client: str = "", cut_short: Callable[[Answer], None] | None = None
    ) -> Answer:
        """The answer of a light worker, or of a heavy one if that was not enough or will not be.

        An answer that a limit has cut short is shown to `cut_short` before a heavy worker tries again.
        """
        guess = self.experience.guess(question)
        doubt = None if guess is Guess.EASY else partial(self._is_hard, question)
        if guess is not Guess.HARD:
            # It needs more work; or the machine is busy, or the worker had bad luck, and it need not be hard.
            with suppress(Overdue, Lost):
                answer = await self.light.ask(question, client, doubt)
                if not answer.limited:
                    return answer
                if cut_short and not answer.fault:
                    cut_short(answer)
        return await self.heavy.ask(question, client)

    async def ask_soon(self, question: Mapping[str, Any], client: str, seconds: float) -> Answer:
        """An answer in about so many seconds: the best that there is by then, at worst one given in a hurry.

        A question that is asked in this way can be asked in a `hurry`, and then takes hardly any work.
        """
        soon: list[Answer] = []
        with suppress(Full, Overdue, Lost, TimeoutError):
            async with asyncio.timeout(PATIENT * seconds):
                answer = await self.ask(question, client, soon.append)
                if answer.fault not in HELPLESS:
                    return answer
        return soon[0] if soon else await self._hurried({**question, "hurry": True}, client)

    async def _hurried(self, question: Mapping[str, Any], client: str) -> Answer:
        with suppress(Overdue, Lost):
            answer = await self.light.ask(question, client)
            if answer.fault != "Limit":
                return answer
        return await self.heavy.ask(question, client)

    def _is_hard(self, question: Mapping[str, Any]) -> bool:
        return self.experience.guess(question) is Guess.HARD

    async def stop(self) -> None:
        await asyncio.gather(self.light.stop(), self.heavy.stop())

    def health(self) -> dict[str, Any]:
        """For each kind: how many workers there are, are free and compile kernels, and how many questions wait."""
        lanes = {"light": self.light, "heavy": self.heavy}
        return {
            name: {
                "workers": len(lane.workers),
                "free": len(lane.free),
                "compiling": sum(worker.compiling for worker in lane.workers),
                "waiting": lane.waiting,
            }
            for name, lane in lanes.items()
        }
