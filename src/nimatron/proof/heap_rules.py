"""The rules of one-heap games as certificates write them: codes and sets, read from scratch.

Every list of heaps is tried and kept if its sign allows it: slow and obvious on purpose, like `definition`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import Literal, NamedTuple

from ..core.errors import Refuted
from .seal import LARGEST_NUMBER, Unreadable, brief

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

_UNIT = r"(?:[0-9A-V]|\{[0-9!?=,]+\})[!?=]?"
_CODE = re.compile(rf"((?:{_UNIT})+)(?:\.((?:{_UNIT})*)(\[.*\])?)?")
_ITEM = re.compile(r"([0-9]{1,2})([!?=]?)")


class CodeMove(NamedTuple):
    """Take `taken` coins and leave `heaps` heaps, as the sign says; `taken` is negative if coins are added."""

    taken: int
    heaps: int
    sign: str


def moves_of(text: str) -> tuple[CodeMove, ...]:
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
        # Such a move would not make the heap smaller.
        raise Unreadable("expected a code such as 0.77, not {code}", code=brief(text))
    return kept


def _unit(taken: int, unit: str, text: str) -> Iterator[CodeMove]:
    """The moves of one digit or list."""
    sign = unit[-1] if unit[-1] in "!?=" else ""
    body = unit.removesuffix(sign)
    if not body.startswith("{"):
        bits = DIGITS.index(body)
        yield from (CodeMove(taken, heaps, sign) for heaps in range(5) if bits >> heaps & 1)
        return
    for word in body[1:-1].split(","):
        item = _ITEM.fullmatch(word)
        if not item or (sign and item[2]):
            raise Unreadable("expected a code such as 0.77, not {code}", code=brief(text))
        yield CodeMove(taken, int(item[1]), item[2] or sign)


def remainders(moves: tuple[CodeMove, ...], heap: int) -> Iterator[tuple[int, ...]]:
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
                    raise Refuted("a heap of {heap} leads to a heap that is not smaller", heap=heap)
                yield parts


def _parts(coins: int, heaps: int, least: int) -> Iterator[tuple[int, ...]]:
    """All ways to make heaps of coins, none smaller than the one before."""
    if heaps == 1:
        yield (coins,)
        return
    for first in range(least, coins // heaps + 1):
        for others in _parts(coins - first, heaps - 1, first):
            yield (first, *others)


def bound(moves: tuple[CodeMove, ...], preperiod: int, period: int) -> int:
    """How many values prove a period that they show: docs/certificates.md has the proofs."""
    q, k = max(preperiod, 1), max((move.taken for move in moves), default=0)
    r = max((move.heaps for move in moves), default=1) or 1
    signs = {(move.heaps, move.sign) for move in moves if move.heaps > 1 and move.sign}
    # With k equal heaps, a period counts only if k divides it, so a multiple is taken.
    p = lcm(period, *(heaps for heaps, sign in signs if sign == "="))
    if any(sign == "!" and heaps > 2 for heaps, sign in signs):
        return r * q + r * r * p + k
    if any(sign in "!?" for _, sign in signs):
        return r * q + (r + 1) * p + k
    return r * q + r * p + k - (r - 1)


# -- the rules of a one-heap game, and what proves its periods -------------------------------------

LONGEST_TEXT = 100_000
"""The most characters of a game's text."""

Runs = tuple[tuple[int, int], ...]
"""Amounts as pairs (first, last) of neighbouring ones, both ends included."""


@dataclass(frozen=True)
class HeapRules:
    """The `runs` of amounts of a subtraction or all-but game, or the `digits` of a code."""

    family: Literal["subtraction", "allbut", "octal"]
    runs: Runs = ()
    digits: tuple[int, ...] = ()
    unequal: bool = False
    moves: tuple[CodeMove, ...] = ()
    """The moves of a code that its digits and `unequal` do not say: then they are all there is."""

    @property
    def longest(self) -> int:
        """The largest amount that the rules name."""
        return len(self.digits) - 1 if self.digits else self.runs[-1][1] if self.runs else 0

    @property
    def amount_count(self) -> int:
        """How many amounts the rules name."""
        return len(self.digits) or len(self.moves) or sum(high - low + 1 for low, high in self.runs)

    @property
    def splits(self) -> int:
        """How many digits allow leaving two heaps."""
        return sum(digit >> 2 & 1 for digit in self.digits)

    @property
    def triples(self) -> int:
        """How many digits allow leaving three heaps."""
        return sum(digit >> 3 & 1 for digit in self.digits)

    @property
    def every_move(self) -> tuple[CodeMove, ...]:
        """The moves of a code, whether its digits or its moves are stored."""
        bits = ((t, heaps) for t, digit in enumerate(self.digits) for heaps in range(digit.bit_length()))
        sign = "!" if self.unequal else ""
        return self.moves or tuple(
            CodeMove(t, heaps, sign if heaps > 1 else "") for t, heaps in bits if self.digits[t] >> heaps & 1
        )

    @property
    def kind(self) -> str:
        """What makes a period hold for ever."""
        return {"subtraction": "window", "allbut": "pattern", "octal": "theorem"}[self.family]

    def values_to_prove(self, preperiod: int, period: int) -> int:
        """How many values are needed to prove a period that they show."""
        if self.moves:
            return bound(self.moves, preperiod, period)
        k, q = self.longest, max(preperiod, 1)  # heap 0 is special: no move leaves it as a part
        if self.family == "subtraction":
            # A value depends on the k values before it alone: once k of them repeat, all later ones do.
            return preperiod + period + k
        if self.family == "allbut":
            return preperiod + period + 2 * k + 1
        if self.triples:
            return 3 * q + 3 * period + k - 2
        if not self.splits:
            return q + period + k
        # Guy and Smith: from this heap on every split has a part so large that it can be shortened by a period.
        # The solver has this bound as well (`proof_size`); a checker that shared it would share its faults.
        # With unequal parts, an option of value 0 of an even heap may need parts that are two periods apart.
        return 2 * q + 3 * period + k if self.unequal else 2 * q + 2 * period + k - 1


def rules_of(text: str) -> HeapRules:
    """The rules that `text` means; Refuted for games whose periods no theorem proves."""
    found = re.fullmatch(r"(octal|subtraction|allbut)\{([0-9A-V.,!?=*+{}\[\]-]*)\}", text)
    if not found or len(text) > LONGEST_TEXT:
        raise Unreadable(
            "expected a game such as octal{{0.77}}, subtraction{{1,2}} or allbut{{2}}, not {game}", game=brief(text)
        )
    if found[1] == "octal":
        return _code(found[2])
    return HeapRules("subtraction" if found[1] == "subtraction" else "allbut", _runs(found[2]))


def _code(text: str) -> HeapRules:
    moves = moves_of(text)
    digits = [0] * (max([0, *(move.taken for move in moves)]) + 1)
    splits = {(move.heaps, move.sign) for move in moves if move.heaps > 1}
    free = all(not sign for _, sign in splits)
    if min([0, *(move.taken for move in moves)]) < 0 or not (free or splits == {(2, "!")}):
        # Digits cannot express coins that are added, or other signs.
        return HeapRules("octal", moves=moves)
    if any(heaps > 3 for heaps, _ in splits):
        # The loops over digits know at most three heaps.
        return HeapRules("octal", moves=moves)
    for move in moves:
        digits[move.taken] |= 1 << move.heaps
    return HeapRules("octal", digits=tuple(digits), unequal=not free)


def _runs(text: str) -> Runs:
    """Sorted and without overlaps, so that each amount is counted once."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(map(_run, text.split(","))) if text else ():
        if merged and low <= merged[-1][1]:
            low = merged[-1][1] + 1
        if low <= high:
            merged.append((low, high))
    return tuple(merged)


def _run(word: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,13})(?:-([0-9]{1,13}))?", word)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high <= LARGEST_NUMBER:
        raise Unreadable("expected amounts such as 3 or 1-3, not {word}", word=brief(word))
    return low, high
