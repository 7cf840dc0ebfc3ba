"""Checks that the values of a code keep growing by a saltus: docs/certificates.md has the theorem and its proof.

Every move of every heap in question is made and looked at: slow and obvious on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from ..core.errors import Refuted
from ..core.message import Number
from .heap_rules import CodeMove, remainders
from .verdict import CheckBudget

PAUSE = 4096
"""How many moves there are between two looks at the clock."""


class GrowthClaim(NamedTuple):
    """The claim: G(n + period) = G(n) + saltus for all n >= preperiod; G(0), G(1), ... are known to show it."""

    moves: tuple[CodeMove, ...]
    values: list[int]
    preperiod: int
    period: int
    saltus: int
    depth: int

    @property
    def start(self) -> int:
        """The first heap that may be made longer by periods; heap 0 is never a part."""
        return max(self.preperiod, 1)

    @property
    def low(self) -> int:
        """The largest power of two that divides the saltus."""
        power = 1
        while self.saltus % (2 * power) == 0:
            power *= 2
        return power


def check_growth(claim: GrowthClaim, work: CheckBudget) -> None:
    """Refuted if the conditions of the theorem do not hold."""
    _check_moves(claim)
    # The theorem asks for the last two whole periods.
    for heap in range(len(claim.values) - 2 * claim.period, len(claim.values)):
        _check_reach(claim, heap, work)
    _check_no_move_keeps(claim, work)


def _check_moves(claim: GrowthClaim) -> None:
    if any(move.sign for move in claim.moves if move.heaps > 1):
        raise Refuted("growing values are proved for codes without signs only")
    if any(move.taken + move.heaps < 2 for move in claim.moves if move.heaps):
        raise Refuted("a move could leave a heap that is not smaller")
    needed = max(claim.start + 2 * claim.period, 1 + max(move.taken for move in claim.moves))
    if len(claim.values) < needed:
        raise Refuted(
            "a proof needs {needed} values, but there are only {computed}",
            needed=Number(needed),
            computed=Number(len(claim.values)),
        )
    if claim.depth < 2 * claim.saltus:
        raise Refuted("the depth must be at least twice the saltus")


# -- every smaller value stays within reach ------------------------------------------------------


def _check_reach(claim: GrowthClaim, heap: int, work: CheckBudget) -> None:
    """The moves of a heap reach all smaller values, in ways that continue."""
    own = claim.values[heap]
    top, middle = own - claim.depth, own - claim.depth + 2 * claim.saltus
    if top < 0:
        raise Refuted("the depth is more than G({heap})", heap=heap)
    climbing, lasting, both = _reach_values(claim, heap, work)
    for value in range(own):
        wanted = lasting if value < top else both if value < middle else climbing
        if value not in wanted:
            raise Refuted("no move of heap {heap} keeps the value {value} within reach", heap=heap, value=value)


def _reach_values(claim: GrowthClaim, heap: int, work: CheckBudget) -> tuple[set[int], set[int], set[int]]:
    """The values of moves that climb, of moves that last, and of moves that do both."""
    values, climbing, lasting, both = claim.values, set[int](), set[int](), set[int]()
    for count, parts in enumerate(remainders(claim.moves, heap)):
        if count % PAUSE == 0:
            work.look()
        value = _nim_sum(values[part] for part in parts)
        if _lasts(claim, parts):
            lasting.add(value)
        for i, part in enumerate(parts):
            if part >= claim.start and (value ^ values[part]) < claim.low:
                climbing.add(value)
                if _lasts(claim, parts[:i] + parts[i + 1 :]):
                    both.add(value)
    return climbing, lasting, both


def _lasts(claim: GrowthClaim, parts: tuple[int, ...]) -> bool:
    """Are there two parts that can both be made longer, so that their nim-sum stays?"""
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            near = (claim.values[one] ^ claim.values[other]) < claim.low
            # Two equal heaps cancel at any length.
            if one == other or (near and min(one, other) >= claim.start):
                return True
    return False


def _nim_sum(values: Iterator[int]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total


# -- no move keeps the value ---------------------------------------------------------------------


def _check_no_move_keeps(claim: GrowthClaim, work: CheckBudget) -> None:
    """No heap at all, however large, has a move to its own value."""
    start, period, low = claim.start, claim.period, claim.low
    decided: dict[tuple[object, ...], bool] = {}
    for taken, heaps, _ in claim.moves:
        if heaps == 0:
            continue  # heaps that a move can take whole are among the values
        for count, parts in enumerate(combinations_with_replacement(range(1, start + period), heaps)):
            if count % PAUSE == 0:
                work.look()
            coins = sum(parts) + taken
            heap = start + (coins - start) % period
            total = _nim_sum(claim.values[part] for part in parts)
            # Periods do not change bits below `low`, so bits that differ there differ for ever.
            if total % low != claim.values[heap] % low:
                continue
            highs = tuple(sorted((claim.values[part] // low, part >= start) for part in parts))
            case = highs, claim.values[heap] // low, (coins - heap) // period
            if case not in decided:
                decided[case] = _solvable(*case, claim.saltus // low, work)
            if decided[case]:
                raise Refuted("a heap that is {heap} and some periods could have a move to its own value", heap=heap)


def _solvable(highs: tuple[tuple[int, bool], ...], high: int, difference: int, odd: int, work: CheckBudget) -> bool:
    """Are there x, y, ... >= 0, and 0 for those that are not free, with this nim-sum?

    highs[0] + odd x, highs[1] + odd y, ... have the nim-sum high + odd (x + y + ... + difference).
    """
    digits = list(product(*([0, 1] if free else [0] for _, free in highs)))
    first = (difference, high, *(start for start, _ in highs))
    reached, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        if not any(state):
            return True  # all digits from here on are 0
        work.look()
        carried, own, *rests = state
        for chosen in digits:
            # One binary digit at a time: the last digits of both sides must agree, then all numbers are halved.
            more = carried + sum(chosen)
            left = [rest + odd * digit for rest, digit in zip(rests, chosen, strict=True)]
            right = own + odd * (more % 2)
            if sum(number % 2 for number in left) % 2 == right % 2:
                after = (more // 2, right // 2, *(number // 2 for number in left))
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
    return False
