"""What a take-and-break code allows, as rows for a kernel: numbers of heaps, all equal or not all equal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ... import kernels
from ...families.octal.digits import Code, Condition, Digit

if TYPE_CHECKING:
    from ...kernels.octal.splitrows import Row, Rows


def has_rows(code: Code) -> bool:
    """Are there rows for all that a code allows?

    >>> [has_rows(Code(code)) for code in ("0.9", "8?.B?", "0.{2+}", "0.8!", "0.{5}", "0.{2+}!", "0.3[F]", "0.[G]")]
    [True, True, True, False, False, False, True, False]
    """
    ended = (item for digit in (*code.places, *code.added) for item in _items(digit))
    again = (item for digit in code.again for item in _items(digit))
    # The kernel has no row of four heaps for digits that repeat.
    return all(_fits(*item, most=4) for item in ended) and all(_fits(*item, most=3) for item in again)


def rows_of(code: Code) -> Rows:
    """The rows of a code that has them all."""
    kernels.need()
    from ...kernels.octal.splitrows import Rows

    places = [(t, code.place(t)) for t in range(-len(code.added), len(code.places))]
    return Rows(
        rows=[row for t, digit in places for row in _rows(t, digit)],
        ends=[t for t, digit in places if t > 0 and digit.condition(0) is not None],
        first=len(code.places),
        size=len(code.again),
        again=[row for place, digit in enumerate(code.again) for row in _rows(place, digit)],
        ends_again=[place for place, digit in enumerate(code.again) if digit.condition(0) is not None],
    )


def _items(digit: Digit) -> Iterator[tuple[int, Condition, bool]]:
    """Numbers of heaps, their conditions, and whether more heaps may be left, too."""
    for heaps, condition in digit.counts:
        yield heaps, condition, digit.more and heaps == digit.named


def _fits(heaps: int, condition: Condition, more: bool, most: int) -> bool:
    """Is there a row for this many heaps? If their number is bounded and they may differ, at most `most` heaps fit."""
    if more or heaps > 2:
        return condition == "=" or (condition != "!" and (more or heaps <= most))
    return True


def _rows(place: int, digit: Digit) -> Iterator[Row]:
    kernels.need()
    from ...kernels.octal.splitrows import EQUAL, MANY, MANY_EQUAL, ONE, PAIRS, QUADS, TRIPLES, Row

    for heaps, condition, more in _items(digit):
        if heaps == 1 or (more and heaps == 0):
            yield Row(place, ONE, 1)
        if heaps < 2 and not more:
            continue
        least = max(heaps, 2)
        if condition in ("", "="):
            yield Row(place, MANY_EQUAL if more else EQUAL, least)
        if more and condition != "=":
            yield Row(place, MANY, least)
        elif condition != "=":
            yield Row(place, {2: PAIRS, 3: TRIPLES, 4: QUADS}[heaps], heaps)
