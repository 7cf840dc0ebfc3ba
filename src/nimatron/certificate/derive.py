"""Derives the values of a certificate from the rules again, every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ..errors import Refuted
from ..message import Message, Number
from . import loops, quick
from .rules import Rules
from .work import Enough, Work

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

PLAIN_STEPS = 3 * 10**6
"""With fewer steps than this the definition is followed in plain Python: compiling takes longer."""

MOST_NAMED = 1 << 20
"""The most amounts, so that no single heap takes long."""


def derive(rules: Rules, values: Values, work: Work) -> None:
    """Refuted at the first value that does not follow from the rules and the values before it."""
    for done in _loop(rules, values, work):
        if done < 0:
            raise Refuted("G({heap}) is not {value}", heap=~done, value=int(values[~done]))
        work.done = done
        work.look()
    work.done = len(values)


def _loop(rules: Rules, values: Values, work: Work) -> Iterator[int]:
    if rules.named > MOST_NAMED:
        raise Enough(Message("more than {most} amounts are too many to check", params={"most": Number(MOST_NAMED)}))
    size = len(values)
    if rules.moves:
        return loops.listed(values.tolist(), rules.moves)
    # Each digit that splits leaves n // 2 pairs of a heap n: over all heaps about size^2 / 4.
    pairs = (rules.splits or 2 * (rules.family == "allbut")) * size * size // 4
    triples = rules.triples * size**3 // 36
    if size * (rules.named + 1) + pairs + triples <= PLAIN_STEPS:
        return _plain(rules, values)
    return _long(rules, values, work)


def _plain(rules: Rules, values: Values) -> Iterator[int]:
    """By the definition, in plain Python, which is faster with lists."""
    seen = [0] * (int(values.max()) + 2)
    if rules.family == "octal":
        return loops.take_and_break(values.tolist(), rules.digits, rules.unequal, seen)
    amounts = _amounts(rules).tolist()
    return (loops.subtraction if rules.family == "subtraction" else loops.all_but)(values.tolist(), amounts, seen)


def _long(rules: Rules, values: Values, work: Work) -> Iterator[int]:
    """In compiled code."""
    import numpy as np

    largest = int(values.max())
    work.room(16 * largest)
    if rules.triples:
        return _in_three(rules, values, largest, work)
    if rules.splits:
        return _broken(rules, values, work)
    seen = np.zeros(largest + 2, dtype="i8")
    if rules.family == "octal":
        found: Iterator[int] = _compiled(loops.take_and_break)(values, np.array(rules.digits), rules.unequal, seen)
    elif rules.family == "subtraction":
        found = _compiled(loops.subtraction)(values, _amounts(rules), seen)
    else:
        found = _compiled(quick.all_but)(values, _amounts(rules), np.zeros_like(seen), seen)
    return found


def _broken(rules: Rules, values: Values, work: Work) -> Iterator[int]:
    work.room(values.nbytes)
    counts = quick.counted(values, work)
    even, odd = (quick.form(values, counts, parity, work) for parity in (False, True))
    found: Iterator[int] = _breaking()(*quick.arrays(values, rules.digits, even, odd), rules.unequal)
    return found


def _in_three(rules: Rules, values: Values, largest: int, work: Work) -> Iterator[int]:
    """Values of three heaps are those of two heaps and one more: the sets of the former are kept, a byte a value."""
    import numpy as np

    width = 1 << largest.bit_length()  # nim-sums stay below
    work.room(len(values) * width)
    pairs = np.zeros((len(values), width), dtype="u1")
    seen = np.zeros(max(width, largest + 2), dtype="i8")
    found: Iterator[int] = _compiled(loops.in_three)(values.astype("i8"), np.array(rules.digits), seen, pairs)
    return found


def _amounts(rules: Rules) -> Any:
    import numpy as np

    runs = [np.arange(low, high + 1) for low, high in rules.runs]
    return np.concatenate([np.zeros(0, dtype="i8"), *runs])


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, compiled, once for all certificates. Nothing is kept on disk, where it could be changed."""
    from numba import njit

    compiled: Callable[..., Any] = njit(function)
    return compiled


@cache
def _breaking() -> Callable[..., Any]:
    return quick.take_and_break(_compiled)
