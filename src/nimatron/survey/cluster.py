"""Workers of Dask distributed: behind a scheduler somewhere, or in a cluster of processes started here."""

from __future__ import annotations

import asyncio
import logging
import pickle
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from ..core.errors import NimatronError, UsageError
from ..core.message import Number
from ..proof.front_part import FrontPart, check_part
from ..proof.front_schedule import Each, Result
from .family import need
from .plan import Done, SurveyTask, solve, unpacked
from .processes import leave_with_parent, start_process

ANSWER = 10.0
"""Seconds within which a scheduler must answer."""

PATIENCE = 0.25
"""Seconds to wait for a result before progress is shown again."""

RETRIES = 3
"""How often a task is given to another worker after one was lost."""

LOSSES = 5
"""This many lost workers for each that should be there, without a result between them, mean that none can work."""


class Numbered(Protocol):
    """A task: no two have the same number."""

    @property
    def number(self) -> int: ...


T = TypeVar("T", bound=Numbered)
R = TypeVar("R")


class Cluster(Generic[T, R]):
    """The workers of the Dask scheduler at `address`, or `size` workers in processes started here.

    They do tasks by `do`, which must be in a module that the workers have.
    """

    together = 8  # Dask spends some milliseconds on each task

    def __init__(self, do: Callable[[T], R], address: str = "", size: int = 0, seconds: float = ANSWER) -> None:
        need("distributed", "cloudpickle")
        distributed: Any = import_module("distributed")  # an optional library: mypy must not need it either
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report lost workers ourselves
        self._do = do
        self._run = uuid.uuid4().hex[:12]
        self._futures: dict[int, Any] = {}
        self._turns: dict[int, int] = {}
        self._finished: SimpleQueue[tuple[T, Any]] = SimpleQueue()
        self._local: Any = None
        self.address = address
        self._workers: list[SpawnProcess] = []
        self._lost = 0
        try:
            if not address:
                # Only the scheduler. A nanny would give up a worker that is killed while it starts, so the workers are
                # processes of our own, and whichever ends is replaced.
                self._local = distributed.LocalCluster(n_workers=0, processes=True, dashboard_address="127.0.0.1:0")
                self._workers = [start_process(work, self._local.scheduler_address) for _ in range(size)]
            self._client: Any = distributed.Client(self._local or address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as fault:
            if isinstance(fault, ValueError) and not isinstance(fault, TimeoutError):
                raise UsageError(
                    "expected the address of a scheduler such as tcp://host:8786, not {address}", address=address
                ) from None
            raise NimatronError(
                "no Dask scheduler answers at {address} within {seconds} s",
                address=address,
                seconds=Number(seconds, "g"),
            ) from None
        self.size = max(1, size or len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def submit(self, task: T) -> None:
        turn = self._turns[task.number] = self._turns.get(task.number, -1) + 1
        # A new key each turn, or Dask would give the lost result again.
        key = f"nimatron-{self._run}-{task.number}-{turn}"
        future = self._client.submit(self._do, task, key=key, retries=RETRIES, pure=False)
        self._futures[task.number] = future
        future.add_done_callback(lambda done: self._finished.put((task, done)))

    def done(self) -> list[R]:
        self._replace_lost()
        try:
            finished = [self._finished.get(timeout=PATIENCE)]
            while not self._finished.empty():
                finished.append(self._finished.get())
        except Empty:
            self._watch()
            return []
        return [done for task, future in finished if (done := self._result(task, future))]

    def close(self) -> None:
        self._futures.clear()
        self._client.close(timeout=2)
        for worker in self._workers:
            worker.kill()
            worker.join()
        if self._local:
            self._local.close(timeout=5)

    def _replace_lost(self) -> None:
        """Start a new worker for each that has ended."""
        for i, worker in enumerate(self._workers):
            if worker.is_alive():
                continue
            self._lost += 1
            if self._lost > LOSSES * len(self._workers):
                raise NimatronError(
                    "{losses} Dask workers were lost one after another (the last one ended with {code}): run the "
                    "same command again to resume",
                    losses=self._lost,
                    code=worker.exitcode,
                )
            self._workers[i] = start_process(work, self._local.scheduler_address)

    def _watch(self) -> None:
        if self._client.status != "running":
            where = self.address or self._local.scheduler_address
            raise NimatronError(
                "the Dask scheduler at {address} is gone: run the same command again to resume", address=where
            )

    def _result(self, task: T, future: Any) -> R | None:
        """The result of a task; None if it was lost on the way and the task is submitted again."""
        if future.status == "error":
            cause = future.exception()
            raise NimatronError("a Dask worker failed: {kind}: {cause}", kind=type(cause).__name__, cause=cause)
        try:
            done: R = future.result(timeout=ANSWER)
        except Exception as fault:  # the worker was lost with the finished result, or the scheduler is gone
            self._watch()
            if self._turns[task.number] >= RETRIES:
                raise NimatronError(
                    "a result was lost {retries} times: {kind}: {fault}",
                    retries=RETRIES + 1,
                    kind=type(fault).__name__,
                    fault=fault,
                ) from None
            self.submit(task)
            return None
        del self._futures[task.number]
        # A result shows that workers can work: only losses in a row count.
        self._lost = 0
        return done


def work(scheduler: str) -> None:
    """The life of a worker that was started here."""
    leave_with_parent()
    asyncio.run(_serve(scheduler))


async def _serve(scheduler: str) -> None:
    distributed: Any = import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # the scheduler's side reports lost workers
    async with distributed.Worker(scheduler, nthreads=1) as worker:
        await worker.finished()


def solve_packed(blob: bytes, task: SurveyTask) -> Done:
    """Do a task in a worker."""
    return solve(unpacked(blob), SurveyTask(*task))


# -- certificates in parts ---------------------------------------------------------------------

AHEAD = 2
"""This many parts are given to each worker at a time: the next one is there when one is done."""


@dataclass(frozen=True)
class Packed:
    """A part as bytes: Dask would look into a tuple and make another one of it."""

    number: int
    part: bytes


def check(task: Packed) -> Result:
    """Check a part in a worker."""
    part: FrontPart = pickle.loads(task.part)
    return (task.number, *check_part(part))


def by_cluster(workers: Cluster[Packed, Result]) -> Each:
    """Let a cluster check parts by `check`."""

    def each(parts: Sequence[FrontPart]) -> Iterator[Result | None]:
        waiting = iter(enumerate(parts))
        left, under_way = len(parts), 0
        while left:
            while under_way < AHEAD * workers.size and (given := next(waiting, None)):
                number, part = given
                workers.submit(Packed(number, pickle.dumps(part)))
                under_way += 1
            for result in workers.done():
                left, under_way = left - 1, under_way - 1
                yield result
            yield None

    return each
