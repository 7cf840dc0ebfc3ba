"""Tartan products of coin games with bounded values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..nimbers.field import nim_mul
from .set_family import Sets

if TYPE_CHECKING:
    from ..core.array_types import Ints

Pair = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Tartans:
    """The products of two subtraction games with coins: all pairs of sets of `size` amounts up to `largest`, each once.

    The value of a coin at (x, y) is the nim-product of the values at x and y. The survey gives the period of the
    coins (n, n), and the largest value on the whole board.

    >>> import numpy as np
    >>> family = Tartans(2, 3)
    >>> family.columns(family.members(np.array([0])))["code"]
    ['tartan{subtraction-coins{1,2},subtraction-coins{1,2}}']
    >>> len(family), family.solve(family.members(np.array([0])), 1000).tolist()
    (6, [[0, 3, 0, 3, 3]])
    """

    size: int
    largest: int

    limit = 10**7

    def __post_init__(self) -> None:
        len(self._sets)  # raises if size or maximum is wrong

    @property
    def quick(self) -> int:
        return self.limit

    @cached_property
    def _sets(self) -> Sets:
        return Sets("subtraction", self.size, self.largest)

    @property
    def text(self) -> str:
        return f"tartan --size {self.size} --max {self.largest}"

    def __len__(self) -> int:
        return len(self._sets) * (len(self._sets) + 1) // 2

    def members(self, places: Ints) -> list[Pair]:
        import numpy as np

        # The pairs (i, j), i <= j, in the order of j.
        j = ((np.sqrt(8.0 * places + 1) - 1) / 2).astype(np.int64)
        j += (j + 1) * (j + 2) // 2 <= places  # the square root may be rounded up or down
        j -= j * (j + 1) // 2 > places
        i = places - j * (j + 1) // 2
        first, second = (self._sets.members(k).tolist() for k in (i, j))
        return [(tuple(a), tuple(b)) for a, b in zip(first, second, strict=True)]

    def columns(self, members: Sequence[Pair]) -> Mapping[str, Any]:
        names = [[f"subtraction-coins{{{','.join(map(str, s))}}}" for s in pair] for pair in members]
        return {"code": [f"tartan{{{first},{second}}}" for first, second in names]}

    def solve(self, members: Sequence[Pair], limit: int) -> Ints:
        import numpy as np

        return np.array([_diagonal(first, second, limit) for first, second in members], np.int64)


def _diagonal(first: Sequence[int], second: Sequence[int], limit: int) -> tuple[int, int, int, int, int]:
    """The facts about g(n) ⊗ h(n). Once g and h are both periodic, the least common multiple of periods is a period."""
    import numpy as np

    kernels.need()
    from ..kernels.taking import recurrence

    found = [recurrence.subtraction_period(amounts, limit) for amounts in (first, second)]
    start, common = max(f.preperiod for f in found), lcm(*(f.period for f in found))
    size = start + common
    if not common or size > limit:
        return 0, 0, 0, -1, min(size, limit)
    # Values are small and places are many, so each product is computed once.
    products = np.array([[nim_mul(a, b) for b in range(found[1].largest + 1)] for a in range(found[0].largest + 1)])
    g, h = (recurrence.subtraction_values(amounts, [], size) for amounts in (first, second))
    values = products[g, h]
    period = _least_period(values[start:])
    while start and values[start - 1] == values[start - 1 + period]:
        start -= 1
    # The largest product of the whole board, not only of its diagonal.
    return start, period, 0, int(products.max()), size


def _least_period(values: Ints) -> int:
    """The least period of values that repeat as a whole; it divides their number."""
    import numpy as np

    size = len(values)
    for period in range(1, size):
        if size % period == 0 and bool((values == np.roll(values, period)).all()):
            return period
    return size
