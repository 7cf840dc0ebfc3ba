"""Families of games, which a survey goes through.

A family is a plain object with the methods of `Family`; a user may write one. The order of its members never
changes, so a range of places always means the same members.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from ..core.errors import UsageError
from ..core.message import Number, every

if TYPE_CHECKING:
    from ..core.array_types import Ints

FACTS = ("preperiod", "period", "saltus", "max_value", "computed")
"""The facts about each member, which are the columns of `Family.solve`; a data set adds `proved`."""

PERIOD = FACTS.index("period")

Names = tuple[str, str, str, str, str]
"""What a family calls its facts: a preperiod, a period, something that is known if there is one, and two numbers."""


class Family(Protocol):
    """Games in a fixed order, and how to solve them."""

    @property
    def limit(self) -> int:
        """The most terms computed for a member, unless a survey sets another limit."""
        return 10**8

    @property
    def quick(self) -> int:
        """The most terms for a member solved together with others; members that need more are solved on their own."""
        return 1 << 20

    @property
    def text(self) -> str:
        """One line that distinguishes this family from every other one."""

    def __len__(self) -> int:
        """How many members there are."""

    def members(self, places: Ints) -> Sequence[Any] | Ints:
        """The members at these places; places start at 0 and come in rising order."""

    def columns(self, members: Any) -> Mapping[str, Any]:
        """Columns that name the members: `moves`, a list of numbers for each, or `code`, a text."""

    def solve(self, members: Any, limit: int) -> Ints:
        """A row of FACTS for each member, which `facts`, if the family has it, calls by other names.

        Period 0: none was proved within the limit. Largest value -1: there is none, or it is unknown.
        """


@dataclass(frozen=True)
class Sample:
    """Some members of a family, drawn without replacement; the same seed always draws the same ones.

    >>> from nimatron.survey import Sets
    >>> import numpy as np
    >>> drawn = Sample(Sets("subtraction", 3, 60), 4, seed=1)
    >>> drawn.text, len(drawn)
    ('subtraction --size 3 --max 60 --sample 4 --seed 1', 4)
    >>> drawn.members(np.arange(4)).tolist()
    [[3, 20, 36], [1, 21, 43], [7, 12, 55], [19, 51, 60]]
    """

    family: Family
    count: int
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.count <= len(self.family):
            raise UsageError(
                "a sample has 1 to {most} members of {family}, not {count}",
                most=Number(len(self.family)),
                family=self.family.text,
                count=self.count,
            )

    @property
    def limit(self) -> int:
        return self.family.limit

    @property
    def quick(self) -> int:
        return self.family.quick

    @property
    def facts(self) -> Names:
        return fact_names(self.family)

    @property
    def text(self) -> str:
        return f"{self.family.text} --sample {self.count} --seed {self.seed}"

    def __len__(self) -> int:
        return self.count

    def members(self, places: Ints) -> Any:
        return self.family.members(_places(len(self.family), self.count, self.seed)[places])

    def columns(self, members: Any) -> Mapping[str, Any]:
        return self.family.columns(members)

    def solve(self, members: Any, limit: int) -> Ints:
        return self.family.solve(members, limit)


@lru_cache(maxsize=4)  # kept here, not in the sample: that is sent to every worker
def _places(size: int, count: int, seed: int) -> Ints:
    import numpy as np

    return np.array(draw(size, count, seed), np.int64)


def fact_names(family: Family) -> Names:
    """The names of the columns of `solve`: FACTS, unless the family has `facts` of its own.

    >>> from nimatron.survey import MisereCodes
    >>> fact_names(MisereCodes(2))
    ('preperiod', 'period', 'p_elements', 'order', 'heap')
    """
    names: Names = getattr(family, "facts", FACTS)
    return names


def draw(size: int, count: int, seed: int) -> list[int]:
    """`count` different numbers below `size`, in order. By SHA-256, so no version of a library changes what is drawn.

    >>> draw(1000, 5, 0)
    [4, 230, 404, 835, 954]
    """
    if 2 * count > size:  # draw those to leave out: they are fewer
        left_out = set(draw(size, size - count, seed)) if count < size else set()
        return [n for n in range(size) if n not in left_out]
    chosen: set[int] = set()
    turn = 0
    while len(chosen) < count:
        digest = sha256(f"{seed} {turn}".encode()).digest()
        chosen.add(int.from_bytes(digest[:16], "big") % size)  # 128 bits: the bias of the remainder is negligible
        turn += 1
    return sorted(chosen)


# -- libraries ---------------------------------------------------------------------------------


def need(*libraries: str) -> None:
    """Raise an error that names the missing libraries, before any work is done."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise UsageError("surveys need {missing}: pip install 'nimatron[survey]'", missing=every(missing))
