"""Derives the values of a certificate from the rules again, every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ..core.errors import Refuted
from ..core.message import Message, Number
from . import definition as loops
from . import quick
from .heap_rules import HeapRules
from .quick import njit
from .verdict import CheckBudget, CheckLimit

if TYPE_CHECKING:
    from ..core.array_types import Values

PLAIN_STEPS = 3 * 10**6
"""With fewer steps than this the definition is followed in plain Python: compiling takes longer."""

MOST_NAMED = 1 << 20
"""The most amounts, so that no single heap takes long."""


def derive(rules: HeapRules, values: Values | list[int], work: CheckBudget) -> None:
    """Refuted at the first value that does not follow from the rules and the values before it."""
    for done in _loop(rules, values, work):
        if done < 0:
            raise Refuted("G({heap}) is not {value}", heap=~done, value=int(values[~done]))
        work.done = done
        work.look()
    work.done = len(values)


def _loop(rules: HeapRules, values: Values | list[int], work: CheckBudget) -> Iterator[int]:
    if rules.amount_count > MOST_NAMED:
        raise CheckLimit(Message("too many amounts to check: the limit is {most}", params={"most": Number(MOST_NAMED)}))
    if rules.moves:
        return loops.any_code(_as_list(values), rules.moves)
    return _plain(rules, _as_list(values)) if is_short(rules, len(values)) else _long(rules, _array(values), work)


def is_short(rules: HeapRules, size: int) -> bool:
    """Does plain Python derive `size` values in a moment?"""
    most = max((move.heaps for move in rules.moves), default=0)
    if most > 1:  # every list of heaps is tried
        return bool(len(rules.moves) * size**most <= PLAIN_STEPS)
    # Each digit that splits leaves n // 2 pairs of a heap n: over all heaps about size^2 / 4.
    pairs = (rules.splits or 2 * (rules.family == "allbut")) * size * size // 4
    # A heap n has about n^2 / 12 triples: over all heaps about size^3 / 36.
    triples = rules.triples * size**3 // 36
    return size * (rules.amount_count + 1) + pairs + triples <= PLAIN_STEPS


def largest_of(values: Values | list[int]) -> int:
    """The largest value."""
    return max(values) if isinstance(values, list) else int(values.max())


def _as_list(values: Values | list[int]) -> list[int]:
    return values if isinstance(values, list) else values.tolist()


def _array(values: Values | list[int]) -> Values:
    import numpy as np

    return np.array(values, np.min_scalar_type(max(values))) if isinstance(values, list) else values


def _plain(rules: HeapRules, values: list[int]) -> Iterator[int]:
    """By the definition, in plain Python, which is faster with lists."""
    seen = [0] * (max(values) + 2)
    if rules.family == "octal":
        return loops.take_and_break(values, rules.digits, rules.unequal, seen)
    amounts = [amount for low, high in rules.runs for amount in range(low, high + 1)]
    return (loops.subtraction if rules.family == "subtraction" else loops.all_but)(values, amounts, seen)


def _long(rules: HeapRules, values: Values, work: CheckBudget) -> Iterator[int]:
    """In compiled code."""
    import numpy as np

    largest = int(values.max())
    # At most two tables, with 8 bytes for each value.
    work.room(16 * largest)
    # `quick` has a short way for pairs only.
    if rules.splits and not rules.triples:
        return _wrong_heaps(rules, values, work)
    seen = np.zeros(largest + 2, dtype="i8")
    if rules.family == "octal":
        found: Iterator[int] = _compile(loops.take_and_break)(values, np.array(rules.digits), rules.unequal, seen)
    elif rules.family == "subtraction":
        found = _compile(loops.subtraction)(values, _amounts(rules), seen)
    else:
        found = _compile(quick.all_but)(values, _amounts(rules), np.zeros_like(seen), seen)
    return found


def _wrong_heaps(rules: HeapRules, values: Values, work: CheckBudget) -> Iterator[int]:
    work.room(values.nbytes)
    counts = quick.count_values(values, work)
    even, odd = (quick.form(values, counts, parity, work) for parity in (False, True))
    found: Iterator[int] = _breaking()(*quick.arrays(values, rules.digits, even, odd), rules.unequal)
    return found


def _amounts(rules: HeapRules) -> Any:
    import numpy as np

    runs = [np.arange(low, high + 1) for low, high in rules.runs]
    return np.concatenate([np.zeros(0, dtype="i8"), *runs])


@cache
def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, compiled, once for all certificates. Nothing is stored on disk, where it could be changed."""
    compiled: Callable[..., Any] = njit()(function)
    return compiled


@cache
def _breaking() -> Callable[..., Any]:
    return quick.take_and_break(_compile)
