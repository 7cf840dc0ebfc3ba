"""All subtraction or all-but sets of a size, ordered by their largest amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

from .. import kernels
from ..core.errors import UsageError
from ..core.message import either

if TYPE_CHECKING:
    from ..core.array_types import Ints

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
            raise UsageError("expected sets of {kinds}, not of {kind}", kinds=either(KINDS), kind=self.kind)
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
        # No order lists the symmetric sets with 1 alone, so all symmetric sets are filtered.
        one = self.one and self.symmetric
        return (
            ConditionOrder(order, one, self.coprime, self.additive) if one or self.coprime or self.additive else order
        )

    def columns(self, members: Ints) -> Mapping[str, Any]:
        return {"moves": members}

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        kernels.need()
        from ..kernels.taking import recurrence

        taken = self.kind == "subtraction"
        if limit <= self.quick:
            return recurrence.subtraction_facts(members, limit) if taken else recurrence.allbut_facts(members, limit)
        # One by one: Python gets its turn now and then, so that a worker can be stopped.
        single = recurrence.subtraction_period if taken else recurrence.allbut_period
        found = [single(row, limit) for row in members.tolist()]
        return np.array([(f.preperiod, f.period, f.saltus, f.largest, f.computed) for f in found], np.int64)


# -- sets in a fixed order ---------------------------------------------------------------------

BLOCK = 1 << 16
"""How many sets are examined together to find those that meet all conditions."""


def subsets_at(places: Ints, largest: int, size: int) -> Ints:
    """The subsets of {1, .., largest} with `size` elements at these places, one in each row.

    The order is colexicographic: for every m the first C(m, size) subsets have a largest element of at most m.

    >>> import numpy as np
    >>> subsets_at(np.arange(5), 5, 3).tolist()
    [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4], [1, 2, 5]]
    """
    import numpy as np

    # A binomial with fewer elements may be larger, and all of them must fit into a word.
    if max(comb(largest, k) for k in range(size + 1)) >= MOST:
        raise UsageError(
            "there are too many sets of {size} with maximum up to {largest} to be counted", size=size, largest=largest
        )
    subsets = np.empty((len(places), size), np.int64)
    for k in range(size, 0, -1):
        # The k-th element is the largest n + 1 such that at least C(n, k) subsets come before.
        before = np.array([comb(n, k) for n in range(largest + 1)], np.int64)
        element = np.searchsorted(before, places, side="right") - 1
        places = places - before[element]
        subsets[:, k - 1] = element + 1
    return subsets


class Order(Protocol):
    """Sets of one size, each at a fixed place."""

    @property
    def count(self) -> int:
        """How many there are."""

    def at(self, places: Ints) -> Ints:
        """The sets at these places, which come in rising order."""


@dataclass(frozen=True)
class Every:
    """All sets of a size.

    >>> import numpy as np
    >>> Every(2, 3, 4).at(np.arange(5)).tolist()
    [[1, 3], [2, 3], [1, 4], [2, 4], [3, 4]]
    """

    size: int
    least: int
    largest: int

    @property
    def count(self) -> int:
        return comb(self.largest, self.size) - comb(self.least - 1, self.size)

    def at(self, places: Ints) -> Ints:
        return subsets_at(places + comb(self.least - 1, self.size), self.largest, self.size)


@dataclass(frozen=True)
class WithOne:
    """All sets of a size that contain 1.

    >>> import numpy as np
    >>> WithOne(3, 1, 4).at(np.arange(3)).tolist()
    [[1, 2, 3], [1, 2, 4], [1, 3, 4]]
    """

    size: int
    least: int
    largest: int

    @property
    def _before(self) -> int:
        return comb(self.least - 2, self.size - 1) if self.least > 1 else 0

    @property
    def count(self) -> int:
        return comb(self.largest - 1, self.size - 1) - self._before

    def at(self, places: Ints) -> Ints:
        import numpy as np

        others = subsets_at(places + self._before, max(self.largest - 1, 1), self.size - 1)
        return np.ascontiguousarray(np.insert(others + 1, 0, 1, axis=1))


@dataclass(frozen=True)
class Symmetric:
    """The sets with largest element c that contain c - a for each smaller a; those of even size contain c/2.

    >>> import numpy as np
    >>> Symmetric(5, 7, 7).at(np.arange(3)).tolist()
    [[1, 2, 5, 6, 7], [1, 3, 4, 6, 7], [2, 3, 4, 5, 7]]
    """

    size: int
    least: int
    largest: int

    @cached_property
    def _sums(self) -> list[int]:
        """For each maximum, how many sets have a smaller one; and at the end, how many there are in all."""
        return [0, *accumulate(self._with(c) for c in range(self.least, self.largest + 1))]

    def _with(self, c: int) -> int:
        return comb((c - 1) // 2, (self.size - 1) // 2) if self.size % 2 or c % 2 == 0 else 0

    @property
    def count(self) -> int:
        return self._sums[-1]

    def at(self, places: Ints) -> Ints:
        import numpy as np

        which = np.searchsorted(self._sums, places, side="right") - 1
        # Only the smaller half is free; the other amounts are its mirror image.
        low = subsets_at(places - np.array(self._sums)[which], self.largest, (self.size - 1) // 2)
        c = (which + self.least)[:, np.newaxis]
        middle = c // 2 if self.size % 2 == 0 else c[:, :0]
        return np.ascontiguousarray(np.hstack([low, middle, (c - low)[:, ::-1], c]))


@dataclass(frozen=True)
class ConditionOrder:
    """The sets of another order that meet conditions: contain 1, are coprime, two elements add up to the largest."""

    order: Order
    one: bool
    coprime: bool
    additive: bool

    def _good(self, block: int) -> Ints:
        import numpy as np

        sets = self.order.at(np.arange(block * BLOCK, min((block + 1) * BLOCK, self.order.count)))
        return self._filter(sets)

    def _filter(self, sets: Ints) -> Ints:
        """The sets that meet the conditions."""
        import numpy as np

        if self.one:
            sets = sets[sets[:, 0] == 1]
        if self.coprime:
            sets = sets[np.gcd.reduce(sets, axis=1) == 1]
        if self.additive:
            pairs = combinations(sets.T[:-1], 2)
            # A set of one or two amounts has no pair below its largest amount.
            sets = sets[np.any([a + b == sets[:, -1] for a, b in pairs] or np.zeros((1, len(sets)), np.bool_), axis=0)]
        return sets

    @cached_property
    def _sums(self) -> list[int]:
        """How many good sets come before each block, and in all. Only these counts are stored, never the sets."""
        return [0, *accumulate(len(self._good(block)) for block in range(-(-self.order.count // BLOCK)))]

    @property
    def count(self) -> int:
        return self._sums[-1]

    def at(self, places: Ints) -> Ints:
        import numpy as np

        blocks = np.searchsorted(self._sums, places, side="right") - 1
        # An empty array of the right width, because np.concatenate needs at least one.
        found = [self._good(0)[:0]]
        for block in np.unique(blocks).tolist():
            found.append(self._good(block)[places[blocks == block] - self._sums[block]])
        return np.concatenate(found)
