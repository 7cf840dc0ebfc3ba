"""The code of a take-and-break game as a certificate writes it: read from scratch, and what its moves leave.

Every list of heaps is tried and kept if its sign allows it: slow and obvious on purpose, like `loops`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import lcm
from typing import NamedTuple

from ..errors import Refuted
from .files import Unreadable, brief

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

_UNIT = r"(?:[0-9A-V]|\{[0-9!?=,]+\})[!?=]?"
_CODE = re.compile(rf"((?:{_UNIT})+)(?:\.((?:{_UNIT})*)(\[.*\])?)?")
_ITEM = re.compile(r"([0-9]{1,2})([!?=]?)")


class Move(NamedTuple):
    """Take so many and leave so many heaps, as the sign says; where coins are added, `taken` is negative."""

    taken: int
    heaps: int
    sign: str


def moves_of(text: str) -> tuple[Move, ...]:
    """The moves that a code allows; Refuted for codes whose periods no theorem proves."""
    if "*" in text or "+" in text or "[" in text:
        raise Refuted("no theorem proves periods of codes without a last digit or a largest number of heaps")
    found = _CODE.fullmatch(text)
    if not found:
        raise Unreadable("expected a code such as 0.77, not {code}", code=brief(text))
    before, after = re.findall(_UNIT, found[1]), re.findall(_UNIT, found[2] or "")
    taken = range(1 - len(before), len(after) + 1)
    moves = (move for t, unit in zip(taken, before + after, strict=True) for move in _unit(t, unit, text))
    kept = tuple(moves)
    if any(move.sign == "=" and move.heaps % 2 and move.heaps > 1 for move in kept):
        raise Refuted("no theorem proves periods of codes that leave an odd number of equal heaps")
    if any(move.taken <= 0 and move.heaps < 2 for move in kept):
        raise Unreadable("expected a code such as 0.77, not {code}", code=brief(text))
    return kept


def _unit(taken: int, unit: str, text: str) -> Iterator[Move]:
    """The moves of one digit or list."""
    sign = unit[-1] if unit[-1] in "!?=" else ""
    body = unit.removesuffix(sign)
    if not body.startswith("{"):
        bits = DIGITS.index(body)
        yield from (Move(taken, heaps, sign) for heaps in range(5) if bits >> heaps & 1)
        return
    for word in body[1:-1].split(","):
        item = _ITEM.fullmatch(word)
        if not item or (sign and item[2]):
            raise Unreadable("expected a code such as 0.77, not {code}", code=brief(text))
        yield Move(taken, int(item[1]), item[2] or sign)


def left_of(moves: tuple[Move, ...], heap: int) -> Iterator[tuple[int, ...]]:
    """What the moves of a heap leave; Refuted if they leave a heap that is not smaller."""
    for taken, heaps, sign in moves:
        rest = heap - taken
        if heaps == 0 and rest == 0 and taken:
            yield ()
        if heaps == 0 or rest < heaps:
            continue
        for parts in _parts(rest, heaps, 1):
            kinds = len(set(parts))
            fits = {"": True, "!": kinds == heaps, "?": kinds > 1 or heaps == 1, "=": kinds == 1}
            if fits[sign]:
                if max(parts) >= heap:
                    raise Refuted("a heap of {heap} leads to one that is not smaller", heap=heap)
                yield parts


def _parts(coins: int, heaps: int, least: int) -> Iterator[tuple[int, ...]]:
    """All ways to make heaps of coins, none smaller than the one before."""
    if heaps == 1:
        yield (coins,)
        return
    for first in range(least, coins // heaps + 1):
        for others in _parts(coins - first, heaps - 1, first):
            yield (first, *others)


def bound(moves: tuple[Move, ...], preperiod: int, period: int) -> int:
    """How many values prove a period that they show: docs/certificates.md has the proofs."""
    q, k = max(preperiod, 1), max((move.taken for move in moves), default=0)
    r = max((move.heaps for move in moves), default=1) or 1
    signs = {(move.heaps, move.sign) for move in moves if move.heaps > 1 and move.sign}
    p = lcm(period, *(heaps for heaps, sign in signs if sign == "="))
    if any(sign == "!" and heaps > 2 for heaps, sign in signs):
        return r * q + r * r * p + k
    if any(sign in "!?" for _, sign in signs):
        return r * q + (r + 1) * p + k
    return r * q + r * p + k - (r - 1)
