"""Workers in other processes: on this machine, or behind a scheduler of Dask distributed."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ..core.errors import NimatronError, UsageError, UserCodeError
from ..core.message import Number
from ..core.process_pool import process_pool, without_script
from .family import Family, need
from .plan import Done, SurveyTask, pack, solve, unpack

ANSWER = 10.0
"""Seconds within which a scheduler must answer."""

PATIENCE = 0.25
"""Seconds to wait for a result before progress is shown again."""

RETRIES = 3
"""How often Dask gives a task to another worker after one was lost."""


class Pool:
    """Gives tasks to an executor with `size` workers, and collects the results."""

    def __init__(self, executor: Executor, families: Sequence[Family], size: int, together: int = 1) -> None:
        self.size, self.together = size, together
        self._executor, self._families = executor, pack(families)
        self._waiting: set[Future[Done | str]] = set()

    def submit(self, task: SurveyTask) -> None:
        self._waiting.add(self._executor.submit(work, self._families, task))

    def done(self) -> list[Done]:
        finished, self._waiting = wait(self._waiting, PATIENCE, FIRST_COMPLETED)
        return [_result(future) for future in finished]


def _result(future: Future[Done | str]) -> Done:
    try:
        answer = future.result()
    except Exception as fault:
        raise NimatronError(
            "a worker or the scheduler was lost ({kind}): run the same command again to resume",
            kind=type(fault).__name__,
        ) from fault
    if isinstance(answer, str):  # an exception in the family's own code
        raise UserCodeError(answer, "")
    return answer


def work(families: bytes, task: SurveyTask) -> Done | str:
    """Do a task in a worker; the place and the text of an exception if the family raises one."""
    try:
        return solve(unpack(families), SurveyTask(*task))
    except Exception as fault:
        place = traceback.extract_tb(fault.__traceback__)[-1]
        return f"{place.filename}:{place.lineno}: {type(fault).__name__}: {fault}"


@contextmanager
def by_processes(families: Sequence[Family], size: int) -> Iterator[Pool]:
    """Processes of this machine."""
    with process_pool(size) as executor:
        yield Pool(executor, families, size)


@contextmanager
def by_dask(families: Sequence[Family], address: str = "", size: int = 0, seconds: float = ANSWER) -> Iterator[Pool]:
    """The workers of the Dask scheduler at `address`, or `size` workers of a cluster that is started here."""
    with dask_executor(address, size, seconds) as (executor, workers):
        # Dask spends some milliseconds on each task, so members that take long go together.
        yield Pool(executor, families, workers, together=8)


@contextmanager
def dask_executor(address: str = "", size: int = 0, seconds: float = ANSWER) -> Iterator[tuple[Executor, int]]:
    """An executor of these workers, and how many they are."""
    need("distributed", "cloudpickle")
    distributed: Any = import_module("distributed")  # an optional library: mypy must not need it either
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # lost workers are replaced
    cluster: Any = None
    try:
        if not address:
            with without_script():
                cluster = distributed.LocalCluster(size, threads_per_worker=1, dashboard_address="127.0.0.1:0")
        client: Any = distributed.Client(cluster or address, timeout=seconds, set_as_default=False)
    except OSError:  # a timeout is one too
        raise NimatronError(
            "no Dask scheduler answers at {address} within {seconds} s", address=address, seconds=Number(seconds, "g")
        ) from None
    except ValueError:
        raise UsageError(
            "expected the address of a scheduler such as tcp://host:8786, not {address}", address=address
        ) from None
    try:
        size = max(1, size or len(client.scheduler_info(n_workers=-1)["workers"]))
        yield client.get_executor(pure=False, retries=RETRIES), size
    finally:
        client.close(timeout=2)
        if cluster:
            cluster.close(timeout=5)
