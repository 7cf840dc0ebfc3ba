"""Checks the claim of a misere quotient: a multiplication table, the lost elements, and the element of each heap.

If the table is a commutative monoid, (b) no move leads from a lost element to a lost one and (c) from every sum that is
not lost a move leads to a lost one, then a sum of these heaps is lost if and only if its element is. Both conditions
are about infinitely many sums, but finitely many pairs decide them; why, and why a period holds for ever, is in
docs/certificates.md. That no smaller monoid would do is checked too: the heaps reach all elements, and no two elements
are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import Refuted
from ..core.message import Message, Number
from .heap_rules import HeapRules, remainders, rules_of
from .seal import Unreadable, integer, items, printable, text, unpack_values
from .verdict import CheckBudget, CheckLimit, Verdict

if TYPE_CHECKING:
    from ..core.array_types import Flags, Ints

MOST_ELEMENTS = 4096
"""The largest order that is checked."""

MOST_HEAPS = 100_000


def check_misere(data: Mapping[str, Any], folder: Path | None, work: CheckBudget) -> Verdict:
    """Is this the misere quotient of the game, for all heaps or for those that are listed?"""
    game, order = text(data, "game"), integer(data, "order", 1)
    elements = _numbers(data, "elements", order)
    lost_ones = _numbers(data, "lost", order)
    if order > MOST_ELEMENTS or len(elements) > MOST_HEAPS or not elements:
        raise Unreadable("a misere quotient of {order} elements is too large to check", order=Number(order))
    whole = data.get("period") is not None or data.get("preperiod") is not None
    params = {"game": printable(game), "order": order, "heap": len(elements) - 1}
    claim = Message("{game}: the misere quotient has {order} elements", params=params)
    if not whole:
        claim = Message("{game}: the misere quotient of the heaps up to {heap} has {order} elements", params=params)
    try:
        rules = rules_of(game)
        if whole:
            _check_period(rules, elements, integer(data, "preperiod", 1), integer(data, "period", 1))
        table = unpack_values(data, order * order, folder, work).astype("i8").reshape(order, order)
        lost = _flags(lost_ones, order)
        _check_monoid(table, elements, work)
        _check_least(table, lost)
        _check_outcomes(rules, table, lost, elements, work)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    except CheckLimit as fault:
        done = Message("{limit}: {done} pairs checked", limit=fault.limit, done=Number(work.done))
        return Verdict(claim, None, done, work.done)
    return Verdict(claim, True, Message("{done} pairs checked", done=Number(work.done)), work.done)


def _numbers(data: Mapping[str, Any], key: str, order: int) -> list[int]:
    found = items(data, key)
    if not all(type(element) is int and 0 <= element < order for element in found):
        raise Unreadable("the field {key} must list elements, numbers below {order}", key=key, order=order)
    return list(found)


def _flags(numbers: list[int], order: int) -> Flags:
    import numpy as np

    if sorted(set(numbers)) != numbers:
        raise Refuted("the lost elements are not in order")
    flags = np.zeros(order, np.bool_)
    flags[numbers] = True
    return flags


# -- the monoid ------------------------------------------------------------------------------------


def _check_monoid(table: Ints, elements: list[int], work: CheckBudget) -> None:
    """Is it commutative and associative, has it a one, and do the heaps reach all of it?"""
    import numpy as np

    order = len(table)
    if table.min() < 0 or table.max() >= order:
        raise Refuted("the table contains a number that is not an element")
    if (table[0] != np.arange(order)).any() or (table != table.T).any():
        raise Refuted("the table is not commutative, or element 0 is not its identity")
    generators = sorted(set(elements))
    reached, level = {0}, [0]
    while level:
        level = sorted({int(table[x, g]) for x in level for g in generators} - reached)
        reached.update(level)
    if len(reached) < order:
        raise Refuted("the heaps reach only {reached} of {order} elements", reached=len(reached), order=order)
    for g in generators:  # products of generators are all elements: so it is enough to test generators in the middle
        work.look()
        if (table[table[:, g]] != table[:, table[g]]).any():
            raise Refuted("the table is not associative")


def _check_least(table: Ints, lost: Flags) -> None:
    """Does a third element distinguish any two elements? Then the quotient has no fewer."""
    import numpy as np

    if len(np.unique(lost[table], axis=0)) < len(table):
        raise Refuted("two elements are equivalent: a smaller monoid is enough")


# -- the outcomes ----------------------------------------------------------------------------------


def _check_outcomes(rules: HeapRules, table: Ints, lost: Flags, elements: list[int], work: CheckBudget) -> None:
    """Conditions (b) and (c)."""
    import numpy as np

    losing, array = lost[table], np.array(elements, np.int64)
    steps: dict[int, list[Flags]] = {}
    for heap, element in enumerate(elements):
        work.look()
        left = np.zeros(len(table), np.bool_)
        left[[_product(table, elements, heaps) for heaps in _options(rules, heap)]] = True
        for rest, half in _splits(rules, heap):
            left[table[array[1 : half + 1], array[rest - half : rest][::-1]]] = True
        if not left.any():
            if element:
                raise Refuted("heap {heap} has no move, but is not element 0", heap=heap)
            continue
        wins: Flags = np.any(losing[left], axis=0)
        if (losing[element] & wins).any():
            raise Refuted("a move of heap {heap} leads from a lost sum to a lost sum", heap=heap)
        _keep_least(steps.setdefault(element, []), wins)
    _check_closure(table, lost, [(element, wins) for element, some in steps.items() for wins in some], work)


def _product(table: Ints, elements: list[int], heaps: tuple[int, ...]) -> int:
    result = 0
    for heap in heaps:
        result = int(table[result, elements[heap]])
    return result


def _keep_least(some: list[Flags], new: Flags) -> bool:
    """Add a set unless it contains one that is there; those that contain it go."""
    if any(not (old & ~new).any() for old in some):
        return False
    some[:] = [old for old in some if (new & ~old).any()]
    some.append(new)
    return True


def _check_closure(table: Ints, lost: Flags, steps: list[tuple[int, Flags]], work: CheckBudget) -> None:
    """Condition (c), for all sums: their elements, and the elements beside which a move in them wins."""
    nothing = lost & False
    found: dict[int, list[Flags]] = {0: [nothing]}
    queue = [(0, nothing)]
    while queue:
        element, wins = queue.pop()
        # A set that a smaller one has replaced needs no successors.
        if not any(wins is kept for kept in found[element]):
            continue
        for step, more in steps:
            work.spend()
            times = int(table[element, step])
            new = wins[table[step]] | more[table[element]]
            if bool(lost[times]) == bool(new[0]):
                raise Refuted("some sum with element {element} does not have the claimed outcome", element=times)
            if _keep_least(found.setdefault(times, []), new):
                queue.append((times, new))


# -- the rules -------------------------------------------------------------------------------------


def _options(rules: HeapRules, heap: int) -> Iterator[tuple[int, ...]]:
    """What the moves of a heap leave, without the splits in two of an octal code: there are many."""
    if rules.family == "allbut":
        raise Refuted("no theorem proves misere quotients of all-but games")
    if rules.family == "subtraction":
        for low, high in rules.runs:
            yield from ((heap - amount,) for amount in range(low, min(high, heap) + 1))
        return
    if rules.moves:
        if any(move.sign == "=" and move.heaps > 1 for move in rules.moves):
            raise Refuted("no theorem proves misere quotients of codes that leave equal heaps")
        yield from remainders(rules.moves, heap)
        return
    for taken, digit in enumerate(rules.digits[: heap + 1]):
        rest = heap - taken
        if rest == 0:
            if digit & 1 and taken:
                yield ()
            continue
        if digit & 2 and taken:
            yield (rest,)
        if digit & 8:
            yield from ((a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1))


def _splits(rules: HeapRules, heap: int) -> Iterator[tuple[int, int]]:
    """The other moves, all splits in two: how much is left, and the largest smaller part."""
    if rules.moves or rules.family != "octal":
        return
    for taken, digit in enumerate(rules.digits[: heap + 1]):
        if digit & 4:
            yield heap - taken, (heap - taken - int(rules.unequal)) // 2


# -- the period ------------------------------------------------------------------------------------


def _check_period(rules: HeapRules, elements: list[int], preperiod: int, period: int) -> None:
    """Do the elements repeat long enough to repeat for ever, and is nothing smaller a period?"""
    needed = rules.values_to_prove(preperiod, period)
    if len(elements) < needed:
        raise Refuted(
            "a proof needs {needed} values, but there are only {computed}",
            needed=Number(needed),
            computed=Number(len(elements)),
        )
    for n in range(preperiod, len(elements) - period):
        if elements[n] != elements[n + period]:
            raise Refuted("heaps {heap} and {later} do not have the same element", heap=n, later=n + period)
    if preperiod > 1 and elements[preperiod - 1] == elements[preperiod - 1 + period]:
        raise Refuted("the preperiod is not the smallest possible: {heap} is enough", heap=preperiod - 1)
    block = elements[preperiod : preperiod + period]
    for smaller in range(1, period):
        if period % smaller == 0 and block == block[smaller:] + block[:smaller]:
            raise Refuted("the period is not the smallest possible: {period} is enough", period=smaller)
