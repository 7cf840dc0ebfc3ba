"""How many values prove a period of a take-and-break code, by the theorem of Guy and Smith.

They argued with two heaps: the larger one can be shortened by a period. The same goes for any number of heaps, and for
heaps that must be different, if a few periods more are known; docs/certificates.md has the proofs.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import NamedTuple

from ...games.codes import UNBOUNDED, Code

KEPT = 64
"""Bounds that are kept: that of one code is asked for again and again."""


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
