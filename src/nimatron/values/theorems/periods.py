"""Periods that a formula gives, for sets too large to be run through."""

from __future__ import annotations

from ...game import Game
from ...games.amounts import Amounts
from ...games.heaps import AllBut, NimbleGame, NimGame, Subtraction, TakeAway
from ...games.octal import Lasker
from ..sequences.periods import Period


def closed_form(game: Game) -> Period | None:
    """The period of a one-heap game that needs no values; None where no formula is known.

    >>> from nimatron import Subtraction
    >>> closed_form(Subtraction({3, 10**12})).period
    1000000000003
    """
    if type(game) in (NimGame, NimbleGame):  # by exact class: a subclass may have other rules
        return _by("a heap of n has value n", 1, 1)
    if game == Lasker:
        return _by("Lasker's Nim: 4k+3 and 4k+4 change places", 4, 4, preperiod=1)
    if type(game) not in (Subtraction, AllBut) or not isinstance(game, TakeAway):
        return None
    return _taking(game.amounts) if game.amounts.finite else _leaving(~game.amounts)


def _by(name: str, period: int, saltus: int = 0, preperiod: int = 0) -> Period:
    return Period(preperiod, period, saltus, certificate={"kind": "theorem", "name": name})


def _taking(amounts: Amounts) -> Period | None:
    """SUBTRACTION(S): no amount, one, two, or 1 to m."""
    runs = amounts.runs
    if not runs:
        return _by("no move at all", 1)
    low, high = runs[0][0], amounts.largest or 0
    if len(runs) == 1 and low == 1:
        return _by("taking 1 to m: the remainder modulo m+1", high + 1)
    if low == high:
        return _by("one amount s: 0 s times, then 1 s times", 2 * low)
    if len(amounts) == 2:
        odd_multiple = high % (2 * low) == low
        return _by("two amounts x < y: period 2x or x+y", 2 * low if odd_multiple else low + high)
    return None


def _leaving(excluded: Amounts) -> Period | None:
    """ALLBUT(S): nothing excluded, one amount, 1 to k, or 1 and no two neighbours."""
    runs = excluded.runs
    if not runs:
        return _by("a heap of n has value n", 1, 1)
    low, high = runs[0][0], excluded.largest or 0
    if low == high:
        return _by("one amount s excluded", 2 * low, low)
    if low == 1 and len(runs) == 1:
        return _by("1 to k excluded: the heap divided by k+1", high + 1, 1)
    if low == 1 and all(first == last for first, last in runs):
        return _by("1 but no two neighbours excluded: half the heap", 2, 1)
    return None
