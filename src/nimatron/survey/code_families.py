"""All octal codes of up to d digits: their nim-sequences, and their misere quotients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import kernels
from ..core.clock import work_time
from ..core.errors import UsageError
from ..core.limits import Budget, Limits
from ..families.octal.cousins import standard_form
from ..families.octal.rules import Code, Octal
from ..solve.misere.quotient import grow, least_start, start_quotient

if TYPE_CHECKING:
    from ..core.array_types import Ints

MOST_DIGITS = 12
"""The most digits after the point in a survey: there are 8^12 such codes."""


@dataclass(frozen=True)
class Codes:
    """The take-and-break codes with up to `digits` octal digits after the point; before it is `first`, 0 or 4.

    The first digit changes fastest, so shorter codes come first.

    >>> import numpy as np
    >>> family = Codes(2)
    >>> len(family), family.columns(family.members(np.array([0, 7, 8, 63])))["code"]
    (64, ['0', '0.7', '0.01', '0.77'])
    """

    digits: int
    first: int = 0

    quick = 1 << 11

    @property
    def limit(self) -> int:
        return 1 << 17

    def __post_init__(self) -> None:
        if not 1 <= self.digits <= MOST_DIGITS:
            raise UsageError(
                "a code of a survey has 1 to {most} digits, not {digits}", most=MOST_DIGITS, digits=self.digits
            )
        if self.first not in (0, 4):
            raise UsageError("the digit before the point is 0 or 4, not {digit}", digit=self.first)

    @property
    def text(self) -> str:
        return f"octal --digits {self.digits}" + (" --first 4" if self.first else "")

    def __len__(self) -> int:
        return int(8**self.digits)

    def members(self, places: Ints) -> Ints:
        import numpy as np

        digits = places[:, np.newaxis] >> 3 * np.arange(self.digits) & 7
        return np.insert(digits, 0, self.first, axis=1)

    def columns(self, members: Ints) -> Mapping[str, Any]:
        texts = ("".join(map(str, row)).rstrip("0") for row in members[:, 1:].tolist())
        return {"code": [f"{self.first}.{text}" if text else str(self.first) for text in texts]}

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        return np.array([_code_facts(row, limit) for row in members.tolist()], np.int64)


def _code_facts(digits: list[int], limit: int) -> tuple[int, int, int, int, int]:
    """The facts about one code; tries to prove a period each time the values double."""
    kernels.need()
    from ..kernels.octal.octalrun import OctalRun
    from ..kernels.octal.periods import octal_period

    run = OctalRun(digits, unequal=False)
    # Zeros at the end of a code are not moves.
    longest = max((t for t, digit in enumerate(digits) if digit), default=0)
    parts = 2 if any(digit & 4 for digit in digits) else 1
    size = min(Codes.quick, limit)
    while True:
        run.extend(size)
        found = octal_period(run.values[:size], longest, parts, False)
        if found:
            return found[0], found[1], 0, int(run.values[: sum(found)].max()), size
        if size == limit:
            return 0, 0, 0, -1, size
        size = min(2 * size, limit)


# -- misere quotients --------------------------------------------------------------------------------

ELEMENTS = 20_000
"""The most elements of a candidate: like the limit of heaps, and unlike a clock, the same on every machine."""

ORDER = 200
"""The largest quotient; these two limits hold if no seconds are given."""

FIRST, QUICK = 40, 8
"""The first attempt, at many codes in one task, looks at FIRST heaps, and has one part in QUICK of the seconds."""

SOLVED = 1 << 14
"""How many solved codes a worker remembers: their cousins need not be solved again."""


@dataclass(frozen=True)
class MisereCodes(Codes):
    """The codes of `Codes` in misere play. The period is that of the elements of heaps.

    Of the facts, `order` is that of the quotient, and `heap` the last one up to which it is known. `seconds` of
    processor time for each code take the place of the limits that are the same on every machine.

    >>> import numpy as np
    >>> family = MisereCodes(2)
    >>> family.solve(family.members(np.array([63, 3])), 200).tolist()
    [[71, 12, 9, 40, 166], [1, 2, 1, 2, 4]]
    """

    seconds: float | None = None

    quick = FIRST
    facts = ("preperiod", "period", "p_elements", "order", "heap")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise UsageError("seconds for each code are more than 0, not {seconds}", seconds=self.seconds)

    @property
    def limit(self) -> int:
        # With a clock, the number of heaps needs no tight limit.
        return 600 if self.seconds is None else 100_000

    @property
    def text(self) -> str:
        first = " --first 4" if self.first else ""
        return f"misere --digits {self.digits}{first}" + (f" --seconds {self.seconds:g}" if self.seconds else "")

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        seconds = self.seconds and (self.seconds / QUICK if limit <= self.quick else self.seconds)
        return np.array([_facts(code, limit, seconds) for code in self.columns(members)["code"]], np.int64)


class _QuotientFacts(NamedTuple):
    """What is known of a code in which a heap of 1 has a move."""

    order: int
    lost: int
    heaps: int
    preperiod: int
    period: int
    elements: tuple[int, ...]
    """Of heaps 0, 1, 2, ... to the end of the first period."""


def _facts(text: str, limit: int, seconds: float | None) -> tuple[int, int, int, int, int]:
    # Codes that differ only in leading heaps without moves are solved once; `smaller` counts those heaps.
    game, smaller = standard_form(text)
    found = _quotient_facts(game.code, limit, seconds)
    if not found.period:
        return 0, 0, 0, found.order, found.heaps + smaller
    preperiod = least_start((0,) * smaller + found.elements, found.preperiod + smaller, found.period)
    return preperiod, found.period, found.lost, found.order, found.heaps + smaller


@lru_cache(SOLVED)
def _quotient_facts(code: Code, limit: int, seconds: float | None) -> _QuotientFacts:
    if seconds is None and limit > FIRST:
        # The cache has the first attempt, if this worker made it.
        first = _quotient_facts(code, FIRST, None)
        if first.period or first.heaps < FIRST:  # more heaps do not help
            return first
    quotient = start_quotient([Octal(code)], Budget(Limits(seconds=seconds), clock=work_time))
    if seconds is None:
        quotient.builder.most, quotient.builder.largest = ELEMENTS, ORDER
    grow(quotient, limit)
    preperiod, period = quotient.preperiod or 0, quotient.period or 0
    elements = tuple(map(quotient.number, range(preperiod + period))) if period else ()
    return _QuotientFacts(quotient.order, len(quotient.p_elements), quotient.heaps, preperiod, period, elements)
