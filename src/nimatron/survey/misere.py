"""Misere quotients of all octal codes of up to d digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..games.octal import Octal
from ..values.misere.quotient import begun, grow
from ..values.search.budget import Budget
from .codes import Codes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

ELEMENTS = 20_000
"""The most elements of a candidate: like the limit of heaps, and unlike a clock, the same on every machine."""

ORDER = 200
"""The largest quotient."""


@dataclass(frozen=True)
class MisereCodes:
    """The codes of `Codes` in misere play. The period is that of the elements of heaps.

    Of the facts, `max_value` is the order of the quotient, and `computed` the heap up to which it is known.

    >>> import numpy as np
    >>> family = MisereCodes(2)
    >>> family.solve(family.members(np.array([63, 3])), 200).tolist()
    [[71, 12, 0, 40, 166], [1, 2, 0, 2, 4]]
    """

    digits: int
    first: int = 0

    limit = 600
    quick = 40

    def __post_init__(self) -> None:
        Codes(self.digits, self.first)  # refuses what is no family of codes

    @property
    def text(self) -> str:
        return f"misere --digits {self.digits}" + (" --first 4" if self.first else "")

    def __len__(self) -> int:
        return len(Codes(self.digits, self.first))

    def members(self, places: Ints) -> Ints:
        return Codes(self.digits, self.first).members(places)

    def columns(self, members: Ints) -> Mapping[str, Any]:
        return Codes(self.digits, self.first).columns(members)

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        return np.array([_facts(code, limit) for code in self.columns(members)["code"]], np.int64)


def _facts(code: str, limit: int) -> tuple[int, int, int, int, int]:
    quotient = begun([Octal(code)], Budget())
    quotient.building.most, quotient.building.largest = ELEMENTS, ORDER
    grow(quotient, limit)
    return quotient.preperiod or 0, quotient.period or 0, 0, quotient.order, quotient.heaps
