"""The rules of a one-heap game as a certificate writes them, and what proves its periods.

The text is read here from scratch, without the classes that the solver uses, so that a fault there is not repeated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .codes import Move, bound, moves_of
from .files import LARGEST_NUMBER, Unreadable, brief

LONGEST_TEXT = 100_000
"""The most characters of a game's text."""

Runs = tuple[tuple[int, int], ...]
"""Amounts as pairs (first, last) of neighbouring ones, both ends included."""


@dataclass(frozen=True)
class Rules:
    """The `runs` of amounts of a subtraction or all-but game, or the `digits` of a code."""

    family: Literal["subtraction", "allbut", "octal"]
    runs: Runs = ()
    digits: tuple[int, ...] = ()
    unequal: bool = False
    moves: tuple[Move, ...] = ()
    """The moves of a code that its digits and `unequal` do not say: then they are all there is."""

    @property
    def longest(self) -> int:
        """The largest amount that the rules name."""
        return len(self.digits) - 1 if self.digits else self.runs[-1][1] if self.runs else 0

    @property
    def named(self) -> int:
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
    def every_move(self) -> tuple[Move, ...]:
        """The moves of a code, however it is said."""
        bits = ((t, heaps) for t, digit in enumerate(self.digits) for heaps in range(digit.bit_length()))
        sign = "!" if self.unequal else ""
        return self.moves or tuple(
            Move(t, heaps, sign if heaps > 1 else "") for t, heaps in bits if self.digits[t] >> heaps & 1
        )

    @property
    def kind(self) -> str:
        """What makes a period go on for ever."""
        return {"subtraction": "window", "allbut": "pattern", "octal": "theorem"}[self.family]

    def needed(self, preperiod: int, period: int) -> int:
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


def rules_of(text: str) -> Rules:
    """The rules that `text` means; Refuted for games whose periods no theorem proves."""
    found = re.fullmatch(r"(octal|subtraction|allbut)\{([0-9A-V.,!?=*+{}\[\]-]*)\}", text)
    if not found or len(text) > LONGEST_TEXT:
        raise Unreadable(
            "expected a game such as octal{{0.77}}, subtraction{{1,2}} or allbut{{2}}, not {game}", game=brief(text)
        )
    if found[1] == "octal":
        return _code(found[2])
    return Rules("subtraction" if found[1] == "subtraction" else "allbut", _runs(found[2]))


def _code(text: str) -> Rules:
    moves = moves_of(text)
    digits = [0] * (max([0, *(move.taken for move in moves)]) + 1)
    splits = {(move.heaps, move.sign) for move in moves if move.heaps > 1}
    free = all(not sign for _, sign in splits)
    if min([0, *(move.taken for move in moves)]) < 0 or not (free or splits == {(2, "!")}):
        return Rules("octal", moves=moves)
    if any(heaps > 3 for heaps, _ in splits):
        return Rules("octal", moves=moves)
    for move in moves:
        digits[move.taken] |= 1 << move.heaps
    return Rules("octal", digits=tuple(digits), unequal=not free)


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
