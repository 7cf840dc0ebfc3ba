"""Periods of the elements of heaps, and what proves them.

If heap m has the same element as heap m - p for all m up to some bound, then the moves of the next heap lead to the
same elements as those of the heap p before it, for the largest heap that a move leaves can be shortened by p. So the
next heap has the same element too, and so on for ever: the quotient never grows again. Guy and Smith argued like this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...core.game import Game
from ...families.octal.rules import Octal
from ...families.taking.rules import Subtraction
from ..sequences.periodicity import Bound, bound_of

if TYPE_CHECKING:
    from ...core.array_types import Ints

FEW = 8
"""At most this many elements are compared first: few shifts are left then."""


class ElementPeriod(NamedTuple):
    """Heaps n and n + period have the same element for all n from `preperiod` on, which is at least 1."""

    preperiod: int
    period: int

    def reduced(self, n: int) -> int:
        """The heap below preperiod + period with the same element as heap n."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


def bound(game: Game) -> Bound | None:
    """How many elements prove a period of a game; None if no number is known.

    >>> bound(Octal("0.77")).size(71, 12), bound(Subtraction({1, 2})).size(1, 3), bound(Octal("4.[3]"))
    (167, 6, None)
    """
    if type(game) is Subtraction and game.amounts.finite:
        # A move leaves one heap, so as many repeated elements as the largest amount determine the next one.
        return Bound(1, 1, game.amounts.largest or 0)
    found = bound_of(game.code) if type(game) is Octal else None
    # Two equal heaps are nothing in normal play only.
    return found if found and found.turn == 1 else None


def _latest(limit: Bound, period: int, size: int) -> int:
    """The largest preperiod for which `size` elements can prove a period."""
    return min((size - limit.periods * period - limit.more) // limit.preperiods, size - 1 - period)


def proved_period(game: Game, elements: Ints) -> ElementPeriod | None:
    """The least period that these elements of heaps 0, 1, 2, ... prove.

    >>> import numpy as np
    >>> proved_period(Octal("0.33"), np.array([0, 1, 2, 0, 1, 2, 0]))
    ElementPeriod(preperiod=1, period=3)
    """
    limit = bound(game)
    if limit is None:
        return None
    last = len(elements) - 1
    for period in _likely(elements, min(FEW, last // 2 - 1, last - 1 - _latest(limit, 1, len(elements)))):
        latest = _latest(limit, period, len(elements))
        if latest < 1:
            break
        if (elements[latest : last + 1 - period] == elements[latest + period :]).all():
            return ElementPeriod(least_start(elements.tolist(), latest, period), period)
    return None


def _likely(elements: Ints, few: int) -> list[int]:
    """The shifts up to half of all heaps, the least first, after which the last element and a few before it come again.

    `few` are no more than every proof needs, so no period is missed.
    """
    last = len(elements) - 1
    ends = (elements[last - last // 2 : last] == elements[last]).nonzero()[0] + last - last // 2
    for back in range(1, few + 1):
        ends = ends[elements[ends - back] == elements[last - back]]
    found: list[int] = (last - ends[::-1]).tolist()
    return found


def least_start(elements: Sequence[int], start: int, period: int) -> int:
    """The least heap, at least 1, from which on a period holds that holds from `start` on.

    >>> least_start([0, 5, 1, 2, 1, 2, 1], 5, 2), least_start([0, 1, 1], 2, 1)
    (2, 1)
    """
    while start > 1 and elements[start - 1] == elements[start - 1 + period]:
        start -= 1
    return start
