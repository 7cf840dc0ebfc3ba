"""How fast somebody may send: so many at once, and then so many in a second."""

from __future__ import annotations

from collections import OrderedDict

from .refusals import TooFast

REMEMBERED = 5_000
"""The most senders of whom it is known how much they have sent."""


class Pace:
    """What each sender may still send.

    >>> pace = Pace(1.0, 2)
    >>> pace.spend("a", 10.0), pace.spend("a", 10.0)
    (None, None)
    >>> pace.spend("a", 10.5)
    Traceback (most recent call last):
    nimatron.web.classroom.refusals.TooFast: that was too fast: please try again in a moment
    >>> pace.spend("a", 11.0)
    """

    def __init__(self, each_second: float, at_once: int) -> None:
        self.each_second, self.at_once = each_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, sender: str, moment: float) -> None:
        """Somebody sends something; TooFast if that is too much."""
        left, then = self._left.pop(sender, (float(self.at_once), moment))
        left = min(self.at_once, left + (moment - then) * self.each_second)
        self._left[sender] = (left - (left >= 1), moment)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        if left < 1:
            raise TooFast("that was too fast: please try again in a moment")
