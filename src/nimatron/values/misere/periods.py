"""Periods of the elements of heaps, and what proves them.

If heap m has the same element as heap m - p for all m up to some bound, then the moves of the next heap lead to the
same elements as those of the heap p before it, for the largest heap that a move leaves can be shortened by p. So the
next heap has the same element too, and so on for ever: the quotient never grows again. Guy and Smith argued like this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game import Game
from ...games.heaps import Subtraction
from ...games.octal import Octal


class ElementPeriod(NamedTuple):
    """Heaps n and n + period have the same element for all n from `preperiod` on, which is at least 1."""

    preperiod: int
    period: int

    def reduced(self, n: int) -> int:
        """The heap below preperiod + period with the same element as heap n."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


def last_needed(game: Game, preperiod: int, period: int) -> int | None:
    """The heap up to which a period must hold to hold for ever; None if nothing is known for this game.

    >>> last_needed(Octal("0.77"), 71, 12), last_needed(Subtraction({1, 2}), 1, 3), last_needed(Octal("4.[3]"), 1, 1)
    (166, 5, None)
    """
    if type(game) is Subtraction and game.amounts.finite:
        return preperiod + period - 1 + (game.amounts.largest or 0)
    if type(game) is not Octal or game.code.longest is None:
        return None
    code, longest = game.code, game.code.longest
    parts = max((digit.bit_length() - 1 for digit in code.digits), default=0) or 1
    if not code.unequal or parts == 1:
        return parts * (preperiod + period - 1) + longest
    # The heap that is p smaller cannot be split in the middle; then the other part is shortened, by two periods in all.
    return 2 * preperiod + 3 * period + longest if parts == 2 else None


def proved_period(game: Game, elements: Sequence[int]) -> ElementPeriod | None:
    """The least period that these elements of heaps 0, 1, 2, ... prove."""
    last = len(elements) - 1
    for period in range(1, last // 2 + 1):
        start = last - period + 1
        while start > 1 and elements[start - 1] == elements[start - 1 + period]:
            start -= 1
        needed = last_needed(game, start, period)
        if needed is None:
            return None
        if start + period <= last and needed <= last:
            return ElementPeriod(start, period)
    return None
