"""Workers by Dask distributed: a scheduler somewhere, or a cluster of processes started here."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from ..errors import NimatronError, UsageError
from .extras import need
from .family import Family
from .work import Done, Task, packed, solve, unpacked

ANSWER = 10.0
"""Seconds in which a scheduler must answer."""

PATIENCE = 0.25
RETRIES = 3
"""How often a task is given to another worker after one was lost."""


class Cluster:
    """The workers of a Dask scheduler at `address`, or `size` of them in processes of their own here."""

    def __init__(self, families: Sequence[Family], address: str = "", size: int = 0, seconds: float = ANSWER) -> None:
        need("distributed", "cloudpickle")
        distributed: Any = import_module("distributed")  # it need not be installed, not for types either
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # losses are our business, told in our words
        self._blob = packed(families)
        self._run = uuid.uuid4().hex[:12]
        self._futures: dict[int, Any] = {}
        self._finished: SimpleQueue[Any] = SimpleQueue()
        self._local: Any = None
        self.address = address
        try:
            if not address:
                self._local = distributed.LocalCluster(
                    n_workers=size, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
                )
            self._client: Any = distributed.Client(self._local or address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as fault:
            if isinstance(fault, ValueError) and not isinstance(fault, TimeoutError):
                raise UsageError(
                    f"expected the address of a scheduler such as tcp://host:8786, not {address}"
                ) from None
            raise NimatronError(f"no Dask scheduler answers at {address} within {seconds:g} s") from None
        self.size = max(1, size or len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def submit(self, task: Task) -> None:
        future = self._client.submit(
            solve_packed, self._blob, task, key=f"nimatron-{self._run}-{task.number}", retries=RETRIES, pure=False
        )
        self._futures[task.number] = future
        future.add_done_callback(self._finished.put)

    def done(self) -> list[Done]:
        try:
            finished = [self._finished.get(timeout=PATIENCE)]
            while not self._finished.empty():
                finished.append(self._finished.get())
        except Empty:
            self._watch()
            return []
        return [self._result(future) for future in finished]

    def close(self) -> None:
        self._futures.clear()
        self._client.close(timeout=2)
        if self._local:
            self._local.close(timeout=5)

    def _watch(self) -> None:
        if self._client.status != "running":
            raise NimatronError(f"the Dask scheduler at {self.where} is gone: the same command goes on from here")

    @property
    def where(self) -> str:
        return self.address or str(self._local.scheduler_address)

    def _result(self, future: Any) -> Done:
        if future.status == "finished":
            try:
                done = Done(*future.result(timeout=ANSWER))
            except Exception as fault:  # the worker that held it, or the scheduler, went meanwhile
                raise NimatronError(f"a result was lost with the Dask scheduler or a worker: {fault}") from None
            self._futures.pop(done.task.number, None)
            return done
        if future.status == "error":
            cause = future.exception()
            raise NimatronError(f"a Dask worker failed: {type(cause).__name__}: {cause}")
        raise NimatronError(f"the Dask scheduler at {self.where} is gone: the same command goes on from here")


def solve_packed(blob: bytes, task: Task) -> Done:
    """Do a task in a worker."""
    return solve(unpacked(blob), Task(*task))
