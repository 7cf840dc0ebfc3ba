"""The pool of worker processes that answer questions, each under a limit of time and memory.

A question first goes to a *light* worker, which does only a little work on it. A question that needs more starts anew
in one of the *heavy* workers, which give way to the light ones, so that a hard position never keeps easy ones waiting.
A question like one that was hard goes there at once, and is refused at once if too many wait there. A worker that does
not answer in time is killed and replaced, and so is a heavy one whose client has gone away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import ceil
from typing import Any

from ..core.message import Message
from .answers.request import HEAVY_SECONDS, HELPLESS
from .fair_queue import FairQueue, Full
from .hard_questions import Difficulty, HardQuestions
from .own_games import NONE, Own
from .worker_process import Overdue, Overworked, WorkerAnswer, WorkerLost, WorkerProcess, WorkLimits

LIGHT_SECONDS = 0.05
"""The most seconds of work of a light worker on one question. Waiting does not count: the machine may be busy."""

LIGHT_GRACE, HEAVY_GRACE = 0.25, 1.5
"""The seconds of work after its limit at which a worker ends: deep in a computation it may not look at the clock."""

LIGHT_LATE, HEAVY_LATE = 5.0, 20.0
"""The seconds after the limit of a question at which a worker is killed, even if it has hardly worked."""

LIGHT_QUEUE, HEAVY_QUEUE = 512, 16
"""The most questions that may wait; more are refused."""

LIGHT_EACH, HEAVY_EACH = 256, 8
"""The most questions of one client that may wait. A whole class may ask from behind one address."""

DOUBTFUL_TURN = 4
"""While both queues wait for a light worker, one question in this many is a doubtful one."""

MEMORY = 2 << 30
"""The address space of one worker, in bytes."""

PATIENT = 0.8
"""The share of the time for an answer after which the pool asks for a hurried one."""


class WorkerGroup:
    """The light workers or the heavy ones, and the questions that wait for one of them.

    Doubtful questions, which may turn out to be hard, have a queue of their own and leave one worker to the others.
    Without it the first thirty hard questions of a class would keep the easy ones waiting for seconds.
    """

    def __init__(
        self, workers: Sequence[WorkerProcess], limits: WorkLimits, hard: HardQuestions, longest: int, each: int
    ) -> None:
        self.workers, self.limits, self.hard = workers, limits, hard
        # About the time until a worker is free, if all of them are busy.
        after = ceil(limits.seconds / max(1, len(workers)))
        self.easy, self.doubtful = (FairQueue[asyncio.Future[WorkerProcess]](longest, each, after) for _ in range(2))
        self.free, self.doubted = deque(workers), set[WorkerProcess]()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.calls, self.closing = 0, False

    @property
    def waiting(self) -> int:
        return len(self.easy) + len(self.doubtful)

    async def ask(self, question: Mapping[str, Any], client: str = "", doubtful: bool = False) -> WorkerAnswer:
        """The answer of the next free worker; Overworked if a `doubtful` question turns out to be hard.

        If the client goes away, a light worker finishes, because a new worker costs more; a heavy one is stopped.
        """
        worker = await self._turn(client, doubtful)
        if doubtful and self.hard.guess(question) is Difficulty.HARD:  # learned while it waited
            self._give_back(worker)
            raise Overworked()
        work = self._keep(self._answer(worker, question, doubtful))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if self.limits.heavy:
                work.cancel()
            raise

    async def _turn(self, client: str, doubtful: bool) -> WorkerProcess:
        """Wait for a worker."""
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        if self.closing:
            raise _closing()
        queue = self.doubtful if doubtful else self.easy
        if not self.free or (doubtful and not self._spare):
            # Only a question that has to wait can find the queue full.
            queue.check(client)
        queue.join(client, turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            queue.leave(client, turn)
            if not turn.cancelled() and not turn.exception():  # it was just called
                self._give_back(turn.result())
            raise

    def _serve(self) -> None:
        """Give free workers to the questions that wait."""
        while self.free and (self.easy or (self.doubtful and self._spare)):
            # While easy questions wait, only each DOUBTFUL_TURN-th call goes to a doubtful one.
            doubtful = self.doubtful and self._spare and not (self.easy and (self.calls + 1) % DOUBTFUL_TURN)
            turn = (self.doubtful if doubtful else self.easy).next()
            if turn.done():  # its client has just gone away
                continue
            self.calls += 1
            worker = self.free.popleft()
            if doubtful:
                self.doubted.add(worker)
            turn.set_result(worker)

    @property
    def _spare(self) -> bool:
        """May one more worker take a doubtful question?"""
        return len(self.doubted) < max(1, len(self.workers) - 1)

    def _give_back(self, worker: WorkerProcess) -> None:
        self.doubted.discard(worker)
        self.free.append(worker)
        self._serve()

    async def _answer(self, worker: WorkerProcess, question: Mapping[str, Any], doubtful: bool) -> WorkerAnswer:
        try:
            answer = await worker.ask(question, doubtful)
            self.hard.learn(question, answer.hard or answer.limited)
            return answer
        except Overworked:
            self.hard.learn(question, True)
            raise
        finally:  # questions that wait can use what was learned
            if worker.alive or self.closing:
                self._give_back(worker)
            else:
                self._keep(self._renew(worker))

    def start(self) -> None:
        """Start all workers; a question asked meanwhile waits for one."""
        while self.free:
            self._keep(self._renew(self.free.popleft()))

    async def _renew(self, worker: WorkerProcess) -> None:
        """Start a new process now, so that the next question need not wait for it."""
        try:
            await worker.start()
        except WorkerLost:
            pass  # the next question tries again
        finally:
            self._give_back(worker)

    def _keep(self, work: Any) -> asyncio.Task[Any]:
        """A task that continues even if nobody waits for it."""
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
        for queue in (self.easy, self.doubtful):
            while queue:
                if not (turn := queue.next()).done():
                    turn.set_exception(_closing())
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))


def _closing() -> WorkerLost:
    return WorkerLost(Message("the server is shutting down"))


class WorkerPool:
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
        self.hard = HardQuestions()
        quick = WorkLimits(LIGHT_SECONDS, LIGHT_GRACE, LIGHT_SECONDS + LIGHT_LATE)
        slow = WorkLimits(seconds, HEAVY_GRACE, seconds + HEAVY_LATE, heavy=True)
        lights = [WorkerProcess(own, memory, quick) for _ in range(light)]
        heavies = [WorkerProcess(own, memory, slow) for _ in range(heavy)]
        self.light = WorkerGroup(lights, quick, self.hard, LIGHT_QUEUE, LIGHT_EACH)
        self.heavy = WorkerGroup(heavies, slow, self.hard, HEAVY_QUEUE, HEAVY_EACH)

    def start(self) -> None:
        """Start the light workers; heavy ones start when they are needed."""
        self.light.start()

    async def ask(
        self, question: Mapping[str, Any], client: str = "", cut_short: Callable[[WorkerAnswer], None] | None = None
    ) -> WorkerAnswer:
        """The answer of a light worker, or of a heavy one if a light one cannot finish it.

        An answer that a limit has cut short goes to `cut_short` before a heavy worker tries again.
        """
        guess = self.hard.guess(question)
        if guess is not Difficulty.HARD:
            # A light worker may fail because the machine is busy: then the question need not be hard.
            with suppress(Overdue, WorkerLost):
                answer = await self.light.ask(question, client, guess is Difficulty.UNKNOWN)
                if not answer.limited:
                    return answer
                if cut_short and not answer.fault:
                    cut_short(answer)
        return await self.heavy.ask(question, client)

    async def ask_soon(self, question: Mapping[str, Any], client: str, seconds: float) -> WorkerAnswer:
        """An answer in about `seconds`: the best one so far, at worst a hurried one.

        Such a question has an argument `hurry`, with which it takes hardly any work.
        """
        soon: list[WorkerAnswer] = []
        with suppress(Full, Overdue, WorkerLost, TimeoutError):
            async with asyncio.timeout(PATIENT * seconds):
                answer = await self.ask(question, client, soon.append)
                if answer.fault not in HELPLESS:
                    return answer
        return soon[0] if soon else await self._ask_in_hurry({**question, "hurry": True}, client)

    async def _ask_in_hurry(self, question: Mapping[str, Any], client: str) -> WorkerAnswer:
        with suppress(Overdue, WorkerLost):
            answer = await self.light.ask(question, client)
            if answer.fault != "Limit":
                return answer
        return await self.heavy.ask(question, client)

    async def stop(self) -> None:
        await asyncio.gather(self.light.stop(), self.heavy.stop())

    def health(self) -> dict[str, Any]:
        """For each kind: how many workers there are, are free and compile kernels, and how many questions wait."""
        return {
            name: {
                "workers": len(group.workers),
                "free": len(group.free),
                "compiling": sum(worker.compiling for worker in group.workers),
                "waiting": group.waiting,
            }
            for name, group in (("light", self.light), ("heavy", self.heavy))
        }
