"""What is sent to a worker and what comes back. A worker knows families, not folders."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..errors import NimatronError
from .extras import need
from .family import FACTS, Family

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

BATCH = 2048
"""Members solved in one call; between two calls a worker can be stopped."""


class Task(NamedTuple):
    """Members of a family, at rising places, each to be solved with at most `limit` terms."""

    number: int
    family: int
    places: Sequence[int]
    limit: int


class Done(NamedTuple):
    """A task, a row of FACTS for each of its members, and the seconds of work they took."""

    task: Task
    facts: Ints
    seconds: float


class Workers(Protocol):
    """Whatever solves tasks: this process, other processes, other machines."""

    size: int
    """How many work at the same time."""

    together: int
    """How many members that take long make up a task: more if each task has a cost of its own."""

    def submit(self, task: Task) -> None:
        """Accept a task."""

    def done(self) -> list[Done]:
        """The tasks finished since the last call; waits only a short time."""

    def close(self) -> None:
        """Stop at once; work under way is lost."""


class Serial:
    """This process alone."""

    size = together = 1

    def __init__(self, families: Sequence[Family]) -> None:
        self.families = families
        self.tasks: list[Task] = []

    def submit(self, task: Task) -> None:
        self.tasks.append(task)

    def done(self) -> list[Done]:
        return [solve(self.families, self.tasks.pop(0))] if self.tasks else []

    def close(self) -> None:
        self.tasks.clear()


def solve(families: Sequence[Family], task: Task) -> Done:
    """Do a task."""
    import numpy as np

    family = families[task.family]
    started = time.process_time()
    found = []
    for first in range(0, len(task.places), BATCH):
        places = np.array(task.places[first : first + BATCH], np.int64)
        facts = np.asarray(family.solve(family.members(places), task.limit), np.int64)
        if facts.shape != (len(places), len(FACTS)):
            expected = f"{len(places)} rows of {', '.join(FACTS)}"
            raise NimatronError(
                "solve of {family} must give {expected}, not an array of shape {shape}",
                family=family.text,
                expected=expected,
                shape=facts.shape,
            )
        found.append(facts)
    return Done(task, np.concatenate(found), time.process_time() - started)


def packed(families: Sequence[Family]) -> bytes:
    """The families, packed for another process, with the code of those from a user's own file."""
    need("cloudpickle")
    import cloudpickle  # type: ignore[import-untyped]

    own = {type(family).__module__ for family in families if not type(family).__module__.startswith("nimatron.")}
    modules = [sys.modules[name] for name in own if name != "__main__" and name in sys.modules]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)  # with its code: the worker may not have the file
    try:
        blob: bytes = cloudpickle.dumps(tuple(families))
        return blob
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


@lru_cache(maxsize=2)
def unpacked(blob: bytes) -> tuple[Family, ...]:
    """The families in a worker, unpacked once."""
    import cloudpickle

    families: tuple[Family, ...] = cloudpickle.loads(blob)
    return families
