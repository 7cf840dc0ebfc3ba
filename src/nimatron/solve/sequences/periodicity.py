"""Periods of nim-sequences and what proves them.

`Period` says that G(n + period) = G(n) + saltus for all n from `preperiod` on; all three are as small as
possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import lcm
from operator import index
from typing import Literal, NamedTuple

from ...core.message import Message
from ...families.octal.digits import UNBOUNDED, Code

GUY_SMITH = "Guy-Smith"
"""The theorem that proves the periods of codes, as certificates name it."""

BY_GUY_SMITH = Message("proved: Guy and Smith 1956")
"""The same theorem as the source of a value."""


class PeriodAnswer:
    """The answer to a question for a period: true if it is proved."""

    proved: bool

    def __bool__(self) -> bool:
        return self.proved


@dataclass(frozen=True)
class Period(PeriodAnswer):
    """G(n + period) = G(n) + saltus for all n >= preperiod; `certificate` says what proves it.

    A period that is only observed is false, like an `Unresolved`.

    >>> bool(Period(71, 12)), bool(Period(71, 12, proved=False))
    (True, False)
    """

    preperiod: int
    period: int
    saltus: int = 0
    proved: bool = True
    certificate: Mapping[str, object] | None = None
    checked: int | None = field(default=None, compare=False, repr=False)
    """How many values of the proof were derived again by other code; None if they were not."""
    unchecked: Message | None = field(default=None, compare=False, repr=False)
    """Why they were not derived again; None if they were, or if there are none."""

    def index(self, n: int) -> tuple[int, int]:
        """(m, s) with G(n) = G(m) + s and m inside the preperiod or the first period."""
        n = index(n)
        if n < self.preperiod:
            return n, 0
        times, rest = divmod(n - self.preperiod, self.period)
        return self.preperiod + rest, times * self.saltus

    def _repr_latex_(self) -> str:
        from ...show.export import period_dollars

        return period_dollars(self)


@dataclass(frozen=True)
class Unresolved(PeriodAnswer):
    """No period was proved or observed: `reason` says why, `computed` and `seconds` how far the search came.

    >>> from nimatron import Octal, period
    >>> found = period(Octal("0.007"), limit=500)
    >>> bool(found), str(found.reason)
    (False, 'the limit of 500 positions is reached')
    """

    reason: Message | str
    computed: int
    seconds: float
    proved: bool = False

    def __bool__(self) -> Literal[False]:  # so that type checkers know: what is true is a Period
        return False

    def _repr_html_(self) -> str:
        from ...show.html import unresolved_html

        return unresolved_html(self)


def window_period(values: Sequence[int], window: int, anchor: int) -> tuple[int, int] | None:
    """(preperiod, period) if the `window` values from `anchor` on repeat.

    In a subtraction game max(S) values determine all that follow, so this is a proof. The first return after
    the anchor gives the least period.
    """
    if window == 0:
        # Without amounts to take, every value is 0.
        return 0, 1
    # With a value for a character, Python's text search finds the window at the speed of C.
    text = "".join(map(chr, values[anchor:]))
    period = text.find(text[:window], 1)
    if period < 0:
        return None
    return walk_back(values, anchor, period, 0), period


def walk_back(values: Sequence[int], start: int, period: int, saltus: int) -> int:
    """The least preperiod, if `start` is known to be one."""
    while start and values[start - 1] + saltus == values[start - 1 + period]:
        start -= 1
    return start


def octal_period(values: Sequence[int], code: Code) -> tuple[int, int] | None:
    """(preperiod, period) that the known values of a finite code prove, if they prove one.

    The theorem of Guy and Smith (1956): values that agree far enough beyond preperiod, period and the longest
    move agree for ever. `bound_of` has the bound for each kind of split.
    """
    size, bound = len(values), bound_of(code)
    assert bound is not None
    same = _common_suffixes(values)
    for period in range(1, size // 2):
        preperiod = size - period - same[period]
        if size >= bound.size(preperiod, period):
            return preperiod, period
    return None


def proof_size(preperiod: int, period: int, code: Code) -> int:
    """How many values prove a period of a code that a theorem covers, if all of them agree from `preperiod` on."""
    bound = bound_of(code)
    assert bound is not None
    return bound.size(preperiod, period)


def observed_period(values: Sequence[int]) -> Period | None:
    """The least arithmetic period that the last three quarters of the values show; this is not a proof.

    >>> p = observed_period([5, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7])
    >>> p.preperiod, p.period, p.saltus, p.proved
    (1, 2, 1, False)
    """
    size = len(values)
    for period in range(1, size // 4):
        saltus = values[-1] - values[-1 - period]
        start = size - period
        while start and values[start - 1] + saltus == values[start - 1 + period]:
            start -= 1
        if saltus >= 0 and start <= size // 4 and size - start >= 4 * period:  # seen at least four times
            return Period(start, period, saltus, proved=False)
    return None


def _common_suffixes(values: Sequence[int]) -> list[int]:
    """For each shift p: how many values at the end equal those p places earlier (the Z function of the reversal)."""
    back = values[::-1]
    size = len(back)
    z = [0] * size
    left = right = 0
    for i in range(1, size):
        if i < right:
            z[i] = min(right - i, z[i - left])
        while i + z[i] < size and back[z[i]] == back[i + z[i]]:
            z[i] += 1
        if i + z[i] > right:
            left, right = i, i + z[i]
    return z


# -- how many values prove a period, by the theorem of Guy and Smith -------------------------------

KEPT = 64
"""Bounds that are stored: that of one code is asked for again and again."""


class Bound(NamedTuple):
    """How many values are needed: a sum of multiples of preperiod and period."""

    preperiods: int
    periods: int
    more: int
    turn: int = 1
    """A multiple of the period that this number divides counts as the period."""

    def size(self, preperiod: int, period: int) -> int:
        """How many values prove a period, if all of them agree from `preperiod` on."""
        # The theorem is about parts of splits, which are not empty: it begins with heap 1.
        return self.preperiods * max(preperiod, 1) + self.periods * lcm(period, self.turn) + self.more


@lru_cache(KEPT)
def bound_of(code: Code) -> Bound | None:
    """The bound of a code; None if no theorem proves its periods.

    >>> bound_of(Code("0.77")).size(71, 12), bound_of(Code("4!")).size(1, 3), bound_of(Code("4.[3]"))
    (167, 11, None)
    """
    longest, parts = code.longest, max(code.parts, 1)
    if longest is None or parts >= UNBOUNDED:
        return None
    signs = code.conditions
    if any(sign == "=" and heaps % 2 for heaps, sign in signs):
        return None  # the value of a third of a heap has no period that is known beforehand
    turn = lcm(*(heaps for heaps, sign in signs if sign == "="))
    if any(sign == "!" and heaps > 2 for heaps, sign in signs):
        return Bound(parts, parts * parts, longest, turn)
    if any(sign in ("!", "?") for _, sign in signs):
        return Bound(parts, parts + 1, longest, turn)
    # From here on one of the parts is so large that it can be shortened by a period.
    return Bound(parts, parts, longest - (parts - 1), turn)
