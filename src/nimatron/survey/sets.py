"""All subtraction or all-but sets of a size, ordered by their largest amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..errors import UsageError
from ..message import either
from .order import Every, Filtered, Order, Symmetric, WithOne

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

MOST = 1 << 62
"""There must be fewer sets than this, so that a machine word holds their places."""

KINDS = ("subtraction", "allbut")


@dataclass(frozen=True)
class Sets:
    """The sets of `size` amounts with a maximum from `least` to `largest`, as games of one kind.

    `one`: they contain 1. `coprime`: only 1 divides all amounts. `additive`: two amounts add up to the largest.
    `symmetric`: for each a below the largest amount c, they also contain c - a, as in {a, b, c-b, c-a, c}.

    >>> import numpy as np
    >>> family = Sets("subtraction", 3, 60)
    >>> len(family), family.members(np.arange(3)).tolist()
    (34220, [[1, 2, 3], [1, 2, 4], [1, 3, 4]])
    >>> symmetric = Sets("subtraction", 5, 9, least=9, symmetric=True)
    >>> print(symmetric.text, symmetric.members(np.arange(len(symmetric))).tolist()[:2])
    subtraction --size 5 --from 9 --max 9 --symmetric [[1, 2, 7, 8, 9], [1, 3, 6, 8, 9]]
    """

    kind: str
    size: int
    largest: int
    least: int = 1
    one: bool = False
    coprime: bool = False
    symmetric: bool = False
    additive: bool = False

    limit = 10**8

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError("sets are those of {kinds}, not of {kind}", kinds=either(KINDS), kind=self.kind)
        if self.size < 1:
            raise UsageError("a set has 1 amount or more, not {size}", size=self.size)
        if self.largest < self.size:
            raise UsageError(
                "a set of {size} has a maximum of {size} or more, not {largest}", size=self.size, largest=self.largest
            )
        if not self.symmetric and comb(self.largest, self.size) >= MOST:
            raise UsageError(
                "there are too many sets of {size} with maximum up to {largest} to be counted",
                size=self.size,
                largest=self.largest,
            )
        if not 1 <= self.least <= self.largest:
            raise UsageError("the least maximum is 1 to {largest}, not {least}", largest=self.largest, least=self.least)

    @property
    def quick(self) -> int:
        return 1 << 18 if self.kind == "subtraction" else 1 << 16

    @property
    def text(self) -> str:
        words = [self.kind, f"--size {self.size}"]
        if self.least > self.size:
            words.append(f"--from {self.least}")
        words.append(f"--max {self.largest}")
        flags = {"--with-1": self.one, "--gcd-1": self.coprime, "--symmetric": self.symmetric}
        words += [flag for flag, asked in {**flags, "--additive": self.additive}.items() if asked]
        return " ".join(words)

    def __len__(self) -> int:
        return self._order.count

    def members(self, places: Ints) -> Ints:
        return self._order.at(places)

    @cached_property
    def _order(self) -> Order:
        plain = Symmetric if self.symmetric else WithOne if self.one else Every
        order = plain(self.size, self.least, self.largest)
        one = self.one and self.symmetric
        return Filtered(order, one, self.coprime, self.additive) if one or self.coprime or self.additive else order

    def columns(self, members: Ints) -> Mapping[str, Any]:
        return {"moves": members}

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        kernels.need()
        from ..kernels import allbut, taking

        taken = self.kind == "subtraction"
        if limit <= self.quick and (taken or self.largest <= allbut.WORDS):
            return taking.subtraction_facts(members, limit) if taken else taking.allbut_facts(members, limit)
        # One by one: Python gets its turn now and then, so that a worker can be stopped.
        single = taking.subtraction_period if taken else taking.allbut_period
        found = [single(row, limit) for row in members.tolist()]
        return np.array([(f.preperiod, f.period, f.saltus, f.largest, f.computed) for f in found], np.int64)
