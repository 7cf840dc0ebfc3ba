"""Misere quotients of all octal codes of up to d digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..games.cousins import standard_form
from ..games.octal import Code, Octal
from ..values.misere.periods import lowered
from ..values.misere.quotient import begun, grow
from ..values.search.budget import Budget
from ..values.search.clock import worked
from ..values.search.limits import Limits
from .codes import Codes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

ELEMENTS = 20_000
"""The most elements of a candidate: like the limit of heaps, and unlike a clock, the same on every machine."""

ORDER = 200
"""The largest quotient; these two limits hold if no seconds are given."""

FIRST, QUICK = 40, 8
"""The first attempt, at many codes in one task, looks at FIRST heaps, and has one part in QUICK of the seconds."""

SOLVED = 1 << 14
"""How many solved codes a worker remembers: their cousins need not be solved again."""


@dataclass(frozen=True)
class MisereCodes:
    """The codes of `Codes` in misere play. The period is that of the elements of heaps.

    Of the facts, `order` is that of the quotient, and `heap` the last one up to which it is known. `seconds` of
    processor time for each code take the place of the limits that are the same on every machine.

    >>> import numpy as np
    >>> family = MisereCodes(2)
    >>> family.solve(family.members(np.array([63, 3])), 200).tolist()
    [[71, 12, 9, 40, 166], [1, 2, 1, 2, 4]]
    """

    digits: int
    first: int = 0
    seconds: float | None = None

    quick = FIRST
    facts = ("preperiod", "period", "p_elements", "order", "heap")

    def __post_init__(self) -> None:
        Codes(self.digits, self.first)  # refuses what is no family of codes
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise UsageError("seconds for each code are more than 0, not {seconds}", seconds=self.seconds)

    @property
    def limit(self) -> int:
        return 600 if self.seconds is None else 100_000

    @property
    def text(self) -> str:
        first = " --first 4" if self.first else ""
        return f"misere --digits {self.digits}{first}" + (f" --seconds {self.seconds:g}" if self.seconds else "")

    def continues(self, text: str) -> bool:
        """Are these the same codes with no more time for each, or with the limits that need no clock?

        >>> MisereCodes(3, seconds=10).continues("misere --digits 3 --seconds 0.8"), MisereCodes(3).continues("misere")
        (True, False)
        """
        plain, _, seconds = text.partition(" --seconds ")
        if plain != replace(self, seconds=None).text:
            return False
        return not seconds or (self.seconds is not None and float(seconds) <= self.seconds)

    def __len__(self) -> int:
        return len(Codes(self.digits, self.first))

    def members(self, places: Ints) -> Ints:
        return Codes(self.digits, self.first).members(places)

    def columns(self, members: Ints) -> Mapping[str, Any]:
        return Codes(self.digits, self.first).columns(members)

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        seconds = self.seconds and (self.seconds / QUICK if limit <= self.quick else self.seconds)
        return np.array([_facts(code, limit, seconds) for code in self.columns(members)["code"]], np.int64)


class _Solved(NamedTuple):
    """What is known of a code in which a heap of 1 has a move."""

    order: int
    lost: int
    heaps: int
    preperiod: int
    period: int
    elements: tuple[int, ...]
    """Of heaps 0, 1, 2, ... to the end of the first period."""


def _facts(text: str, limit: int, seconds: float | None) -> tuple[int, int, int, int, int]:
    game, smaller = standard_form(text)
    found = _solved(game.code, limit, seconds)
    if not found.period:
        return 0, 0, 0, found.order, found.heaps + smaller
    preperiod = lowered((0,) * smaller + found.elements, found.preperiod + smaller, found.period)
    return preperiod, found.period, found.lost, found.order, found.heaps + smaller


@lru_cache(SOLVED)
def _solved(code: Code, limit: int, seconds: float | None) -> _Solved:
    if seconds is None and limit > FIRST:
        first = _solved(code, FIRST, None)
        if first.period or first.heaps < FIRST:  # more heaps do not help
            return first
    quotient = begun([Octal(code)], Budget(Limits(seconds=seconds), clock=worked))
    if seconds is None:
        quotient.building.most, quotient.building.largest = ELEMENTS, ORDER
    grow(quotient, limit)
    preperiod, period = quotient.preperiod or 0, quotient.period or 0
    elements = tuple(map(quotient.number, range(preperiod + period))) if period else ()
    return _Solved(quotient.order, len(quotient.p_elements), quotient.heaps, preperiod, period, elements)
