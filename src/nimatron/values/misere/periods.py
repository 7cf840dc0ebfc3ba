"""Periods of the elements of heaps, and what proves them.

If heap m has the same element as heap m - p for all m up to some bound, then the moves of the next heap lead to the
same elements as those of the heap p before it, for the largest heap that a move leaves can be shortened by p. So the
next heap has the same element too, and so on for ever: the quotient never grows again. Guy and Smith argued like this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...game import Game
from ...games.heaps import Subtraction
from ...games.octal import Octal
from ..sequences.bounds import bound_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FEW = 8
"""At most this many elements are compared first: few shifts are left then."""


class ElementPeriod(NamedTuple):
    """Heaps n and n + period have the same element for all n from `preperiod` on, which is at least 1."""

    preperiod: int
    period: int

    def reduced(self, n: int) -> int:
        """The heap below preperiod + period with the same element as heap n."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


class Bound(NamedTuple):
    """The heap up to which a period must hold to hold for ever: a sum of multiples."""

    preperiods: int
    periods: int
    more: int

    def needed(self, preperiod: int, period: int) -> int:
        """The last heap that a proof needs."""
        return self.preperiods * preperiod + self.periods * period + self.more

    def latest(self, period: int, last: int) -> int:
        """The largest preperiod for which heaps up to `last` can prove a period."""
        return min((last - self.periods * period - self.more) // self.preperiods, last - period)


def bound(game: Game) -> Bound | None:
    """The bound of a game; None if none is known.

    >>> bound(Octal("0.77")).needed(71, 12), bound(Subtraction({1, 2})).needed(1, 3), bound(Octal("4.[3]"))
    (166, 5, None)
    """
    if type(game) is Subtraction and game.amounts.finite:
        return Bound(1, 1, (game.amounts.largest or 0) - 1)
    found = bound_of(game.code) if type(game) is Octal else None
    # Two equal heaps are nothing in normal play only.
    if found is None or found.turn > 1:
        return None
    return Bound(found.preperiods, found.periods, found.more - 1)


def proved_period(game: Game, elements: npt.NDArray[np.int64]) -> ElementPeriod | None:
    """The least period that these elements of heaps 0, 1, 2, ... prove.

    >>> import numpy as np
    >>> proved_period(Octal("0.33"), np.array([0, 1, 2, 0, 1, 2, 0]))
    ElementPeriod(preperiod=1, period=3)
    """
    limit = bound(game)
    if limit is None:
        return None
    last = len(elements) - 1
    for period in _likely(elements, min(FEW, last // 2 - 1, last - 1 - limit.latest(1, last))):
        latest = limit.latest(period, last)
        if latest < 1:
            break
        if (elements[latest : last + 1 - period] == elements[latest + period :]).all():
            return ElementPeriod(lowered(elements.tolist(), latest, period), period)
    return None


def _likely(elements: npt.NDArray[np.int64], few: int) -> list[int]:
    """The shifts up to half of all heaps, the least first, after which the last element and a few before it come again.

    `few` are no more than every proof needs, so no period is missed.
    """
    last = len(elements) - 1
    ends = (elements[last - last // 2 : last] == elements[last]).nonzero()[0] + last - last // 2
    for back in range(1, few + 1):
        ends = ends[elements[ends - back] == elements[last - back]]
    found: list[int] = (last - ends[::-1]).tolist()
    return found


def lowered(elements: Sequence[int], start: int, period: int) -> int:
    """The least heap, at least 1, from which on a period holds that holds from `start` on.

    >>> lowered([0, 5, 1, 2, 1, 2, 1], 5, 2), lowered([0, 1, 1], 2, 1)
    (2, 1)
    """
    while start > 1 and elements[start - 1] == elements[start - 1 + period]:
        start -= 1
    return start
