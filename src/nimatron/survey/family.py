"""Families of games: what a survey goes through.

A family is a plain object with the methods of `Family`; a user's own is as good as those here. Its members
stand in an order that never changes, so a range of places always means the same members.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

FACTS = ("preperiod", "period", "saltus", "max_value", "computed")
"""What is found out about each member: the columns of `Family.solve`, and beside them `proved`."""


class Family(Protocol):
    """Games in order, and how they are solved."""

    @property
    def limit(self) -> int:
        """Terms that a member may take, unless a survey is told otherwise."""
        return 10**8

    @property
    def quick(self) -> int:
        """Terms that a member may take while others wait for it; longer ones are solved each by itself."""
        return 1 << 20

    @property
    def text(self) -> str:
        """One line that tells this family from every other one."""

    def __len__(self) -> int:
        """How many members there are."""

    def members(self, places: Ints) -> Sequence[Any] | Ints:
        """The members at these places, which rise from 0."""

    def columns(self, members: Any) -> Mapping[str, Any]:
        """What names the members: `moves`, a list of numbers for each, or `code`, a text."""

    def solve(self, members: Any, limit: int) -> Ints:
        """A row of FACTS for each member.

        Period 0: none was proved within the limit. Largest value -1: there is none, or it is not known.
        """


@dataclass(frozen=True)
class Sample:
    """Some members of a family, drawn without return; the same seed always draws the same ones.

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
                "a sample has 1 to {most:,} members of {family}, not {count}",
                most=len(self.family),
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


@lru_cache(maxsize=4)  # outside of the sample, which goes to every worker
def _places(size: int, count: int, seed: int) -> Ints:
    import numpy as np

    return np.array(drawn(size, count, seed), np.int64)


def drawn(size: int, count: int, seed: int) -> list[int]:
    """`count` different numbers below `size`, in order, by SHA-256: no version of a library changes what is drawn.

    >>> drawn(1000, 5, 0)
    [4, 230, 404, 835, 954]
    """
    if 2 * count > size:  # fewer are left out than taken
        left_out = set(drawn(size, size - count, seed)) if count < size else set()
        return [n for n in range(size) if n not in left_out]
    chosen: set[int] = set()
    turn = 0
    while len(chosen) < count:
        digest = sha256(f"{seed} {turn}".encode()).digest()
        chosen.add(int.from_bytes(digest[:16], "big") % size)
        turn += 1
    return sorted(chosen)
