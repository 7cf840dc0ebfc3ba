"""A survey cut into parts: fixed ranges of its families, the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..core.errors import NimatronError, UsageError
from .family import FACTS, Family, need

SMALLEST = 16
"""The least number of members of a part; the number is a power of two."""

LARGEST = 1 << 16
"""The most members of a part."""

ABOUT = 64
"""Roughly how many parts a family has, as far as the sizes allow."""


@dataclass(frozen=True)
class Part:
    """Members `first` to `stop` - 1 of a family: one file of the data set."""

    number: int
    family: int
    first: int
    stop: int

    @property
    def file(self) -> str:
        return f"part-{self.number:05}.parquet"


@dataclass(frozen=True)
class Plan:
    """Families, and the limit of terms for each."""

    families: tuple[Family, ...]
    limits: tuple[int, ...]

    @classmethod
    def of(cls, families: Family | Sequence[Family], limit: int | None = None) -> Plan:
        """A plan for one or several families; without a limit each family has its own.

        >>> from nimatron.survey import Sets
        >>> plan = Plan.of(Sets("subtraction", 3, 60))
        >>> len(list(plan.parts())), next(plan.parts())
        (34, Part(number=0, family=0, first=0, stop=1024))
        """
        listed = tuple(families) if isinstance(families, Sequence) else (families,)
        if not listed:
            raise UsageError("a survey needs a family")
        if limit is not None and limit < 1:
            raise UsageError("a limit is 1 term or more, not {limit}", limit=limit)
        for family in listed:
            if not len(family):
                raise UsageError("this family does not contain any games: {family}", family=family.text)
        return cls(listed, tuple(family.limit if limit is None else limit for family in listed))

    def __len__(self) -> int:
        return sum(map(len, self.families))

    def parts(self) -> Iterator[Part]:
        """All parts, in order."""
        number = 0
        for i, family in enumerate(self.families):
            count, size = len(family), _size(len(family))
            for first in range(0, count, size):
                yield Part(number, i, first, min(first + size, count))
                number += 1

    def data(self) -> dict[str, Any]:
        """What distinguishes this survey from every other one."""
        named = zip(self.families, self.limits, strict=True)
        return {"families": [{"text": f.text, "members": len(f), "limit": limit} for f, limit in named]}


def _size(count: int) -> int:
    size = SMALLEST
    while size < LARGEST and size * ABOUT < count:
        size *= 2
    return size


# -- tasks for workers -------------------------------------------------------------------------

if TYPE_CHECKING:
    from ..core.array_types import Ints

BATCH = 2048
"""Members solved in one call; between two calls a worker can be stopped."""


class SurveyTask(NamedTuple):
    """Members of a family, at rising places, each to be solved with at most `limit` terms."""

    number: int
    family: int
    places: Sequence[int]
    limit: int


class Done(NamedTuple):
    """A task, and a row of FACTS for each of its members."""

    task: SurveyTask
    facts: Ints


class Workers(Protocol):
    """Whatever solves tasks: this process, other processes, other machines."""

    size: int
    """How many work at the same time."""

    together: int
    """How many members that take long make up a task: more if each task has a cost of its own."""

    def submit(self, task: SurveyTask) -> None:
        """Accept a task."""

    def done(self) -> list[Done]:
        """The tasks finished since the last call; waits only a short time."""


class Serial:
    """This process alone."""

    size = together = 1

    def __init__(self, families: Sequence[Family]) -> None:
        self.families = families
        self.tasks: list[SurveyTask] = []

    def submit(self, task: SurveyTask) -> None:
        self.tasks.append(task)

    def done(self) -> list[Done]:
        return [solve(self.families, self.tasks.pop(0))] if self.tasks else []


def solve(families: Sequence[Family], task: SurveyTask) -> Done:
    """Do a task."""
    import numpy as np

    family = families[task.family]
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
    return Done(task, np.concatenate(found))


def pack(families: Sequence[Family]) -> bytes:
    """The families, packed for another process, with the code of those from a user's own file."""
    need("cloudpickle")
    import cloudpickle  # type: ignore[import-untyped]

    own = {type(family).__module__ for family in families if not type(family).__module__.startswith("nimatron.")}
    # cloudpickle always packs __main__ with its code.
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
def unpack(blob: bytes) -> tuple[Family, ...]:
    """The families in a worker, unpacked once."""
    import cloudpickle

    families: tuple[Family, ...] = cloudpickle.loads(blob)
    return families
