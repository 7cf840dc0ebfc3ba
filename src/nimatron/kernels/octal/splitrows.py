"""What a code allows, in rows that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

ONE, EQUAL, PAIRS, TRIPLES, QUADS, MANY, MANY_EQUAL = range(7)
"""What may be left: one heap; so many equal heaps; two different heaps; three or four that are not all equal; so many
heaps or more that are not all equal, or that are."""


class Row(NamedTuple):
    """After taking so many coins, or at this place of the digits that repeat, so many heaps of a form may be left."""

    place: int
    form: int
    heaps: int


class Rows(NamedTuple):
    """What a code allows: rows of the digits, and of those that repeat from `first` on; where a heap may be emptied."""

    rows: Sequence[Row]
    ends: Sequence[int]
    first: int = 0
    size: int = 0
    """How many digits repeat."""
    again: Sequence[Row] = ()
    ends_again: Sequence[int] = ()
