"""A value by its definition, as a tree of lines: each position with the mex that gives its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..explain import Mex
from ..nimbers import Loopy, Value
from .text import Line, shortened
from .words import word

SHORT = 60
"""A position with a longer text is cut."""

LONGEST_RUN = 10
"""The most neighbouring values that are all written."""


def derived(mex: Mex, indent: str = "") -> Iterator[Line]:
    """The position and its moves, each with its own moves below it."""
    yield Line(indent + equation(mex), "dim")
    yield from _moves(mex, indent + "  ")


def equation(mex: Mex) -> str:
    """A position, the values of its options and its own, in one line."""
    name, value = shortened(str(mex.position), SHORT), "?" if mex.value is None else mex.value
    if mex.values is None:
        return f"{name} = {value}"
    if isinstance(mex.value, Loopy):  # not a mex: the set in it are the numbers among these
        return f"{name} = {value}, {{{', '.join(_runs(mex.values))}}}"
    return f"{name} = mex {{{', '.join(_runs(mex.values))}}} = {value}"


def _runs(values: Sequence[Value]) -> Iterator[str]:
    """The values; of many neighbours only the first two and the last."""
    start = 0
    for end in range(1, len(values) + 1):
        if end < len(values) and _follows(values[end], values[end - 1]):
            continue
        run = list(map(str, values[start:end]))
        yield from run if len(run) <= LONGEST_RUN else (*run[:2], "...", run[-1])
        start = end


def _follows(later: Value, value: Value) -> bool:
    return isinstance(later, int) and isinstance(value, int) and later == value + 1


def _moves(mex: Mex, indent: str) -> Iterator[Line]:
    told = [word(move.move) for move in mex.moves]
    width = max(map(len, told), default=0)
    for text, move in zip(told, mex.moves, strict=True):
        yield Line(f"{indent}{text:{width}}  ->  {equation(move.to)}", "dim")
        yield from _moves(move.to, indent + "    ")
