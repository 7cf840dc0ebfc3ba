"""Sets in a fixed order: how many there are, and those at given places, without listing them all.

They are ordered by their largest elements, from `least` to `largest`; `at` gives one set per row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Protocol

from .. import kernels

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

BLOCK = 1 << 16
"""How many sets are examined together to find those that meet all conditions."""


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
        kernels.need()
        from ..kernels.subsets import subsets_at

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

        kernels.need()
        from ..kernels.subsets import subsets_at

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

        kernels.need()
        from ..kernels.subsets import subsets_at

        which = np.searchsorted(self._sums, places, side="right") - 1
        low = subsets_at(places - np.array(self._sums)[which], self.largest, (self.size - 1) // 2)
        c = (which + self.least)[:, np.newaxis]
        middle = c // 2 if self.size % 2 == 0 else c[:, :0]
        return np.ascontiguousarray(np.hstack([low, middle, (c - low)[:, ::-1], c]))


@dataclass(frozen=True)
class Filtered:
    """The sets of another order that meet conditions: contain 1, are coprime, two elements add up to the largest."""

    order: Order
    one: bool
    coprime: bool
    additive: bool

    def _good(self, block: int) -> Ints:
        import numpy as np

        kernels.need()
        from ..kernels.subsets import kept

        sets = self.order.at(np.arange(block * BLOCK, min((block + 1) * BLOCK, self.order.count)))
        good: Ints = sets[kept(sets, self.one, self.coprime, self.additive)]
        return good

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
        found = [self._good(0)[:0]]
        for block in np.unique(blocks).tolist():
            found.append(self._good(block)[places[blocks == block] - self._sums[block]])
        return np.concatenate(found)
