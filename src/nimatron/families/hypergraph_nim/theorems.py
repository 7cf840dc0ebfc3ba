"""Hypergraph Nim: the number of moves that can still be made, and the formula of Jenkyns and Mayberry.

The *height* of a position is the largest number of moves that can still be made. Every move makes it smaller. If any
two sets of heaps share a heap, it is the value: begin a longest line of play, and then take more coins from the same
heaps, one by one. Each coin takes one move away at most, and in the end none is left, because every set has an empty
heap. So all smaller heights can be reached.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb, prod

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Expert, Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..moore.rules import Moore
from ..moore.theorems import moore_outcome
from ..sources import Source
from .rules import Edge, HypergraphNim

SMALL = 200_000
"""The most positions below one for which the longest line of play is found step by step."""


def _minimal(edges: list[Edge]) -> list[Edge]:
    """The sets that contain no other: the others never make play longer."""
    return [edge for edge in edges if not any({*other} < {*edge} for other in edges)]


def _sizes(edges: list[Edge]) -> tuple[int, set[int]]:
    """How many heaps there are, and the sizes k for which all sets of k heaps are there."""
    heaps = {i for edge in edges for i in edge}
    sizes = [len(edge) for edge in edges]
    return len(heaps), {k for k in {*sizes} if sizes.count(k) == comb(len(heaps), k)}


def height(edges: list[Edge], state: State) -> int | None:
    """The largest number of moves that can still be made; None if that is too hard to find.

    >>> height([(0, 1), (1, 2)], (3, 4, 5)), height([(0, 1), (0, 2), (1, 2)], (10**9, 7, 10**9))
    (4, 1000000003)
    """
    edges = _minimal(edges)
    if not edges:
        return 0
    complete = _sizes(edges)[1]
    k = len(edges[0])
    if complete == {k} == {len(edge) for edge in edges}:
        heaps = [state[i] for i in {i for edge in edges for i in edge}]
        return _most_sets(heaps, k)
    return _longest(tuple(edges), state) if prod(heap + 1 for heap in state) <= SMALL else None


def _most_sets(heaps: list[int], k: int) -> int:
    """How often k different heaps can lose a coin: t times, if all heaps together give k t, each at most t."""
    low, high = 0, sum(heaps) // k
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(min(heap, middle) for heap in heaps) >= k * middle else (low, middle - 1)
    return low


@lru_cache(400_000)
def _longest(edges: tuple[Edge, ...], state: State) -> int:
    """Set after set: as often as it is chosen, its heaps lose a coin."""
    if not edges:
        return 0
    first, *others = edges
    best = 0
    for times in range(min(state[i] for i in first) + 1):
        left = tuple(heap - times if i in first else heap for i, heap in enumerate(state))
        best = max(best, times + _longest(tuple(others), left))
    return best


# -- any two sets share a heap ---------------------------------------------------------------------


def _share(edges: list[Edge]) -> bool:
    return all({*a} & {*b} for a, b in combinations(_minimal(edges), 2))


def _height_value(game: HypergraphNim, state: State, solve: Solve) -> Value | None:
    edges = game.live(state)
    return height(edges, state) if _share(edges) else None


def _height_method(game: HypergraphNim, state: State) -> Message | None:
    value = _height_value(game, state, lambda *part: 0)
    if not value:
        return None
    return Message("Any two sets share a heap, so the value is the number of moves that can still be made: {value}. "
                   "Empty all heaps of a set, and there is none.", value=value)  # fmt: skip


class HypergraphExpert(Expert):
    """One move that wins where any two sets share a heap, however large the heaps are: it empties a set."""

    def one(self, part: State, value: int) -> State | None:
        edges = self.game.live(part)
        if value or not edges or not _share(edges):
            return None
        return tuple(0 if i in edges[0] else heap for i, heap in enumerate(part))


# -- symmetric sets --------------------------------------------------------------------------------


def _jenkyns_mayberry(game: HypergraphNim, state: State, solve: Solve) -> Value | None:
    """With m coins in the least heap and h + 1 = y for the height h above it: the height if m is at most y(y - 1)/2."""
    edges = game.live(state)
    count, complete = _sizes(edges)
    sizes = {len(edge) for edge in edges}
    half = sizes == complete and {2 * k for k in sizes} == {count} and count > 2
    proper = sizes == complete == {*range(1, count)} and count > 2
    if not half and not proper:
        return None
    heaps = {i for edge in edges for i in edge}
    least = min(state[i] for i in heaps)
    above = height(edges, tuple(heap - least if i in heaps else heap for i, heap in enumerate(state)))
    assert above is not None
    y = above + 1
    triangle = comb(y, 2)
    return height(edges, state) if least <= triangle else triangle + (least - triangle - 1) % y


def _up_to(edges: list[Edge]) -> int | None:
    """The k for which the sets are all those of at most k heaps."""
    sizes = {len(edge) for edge in edges}
    return max(sizes) if sizes and sizes == _sizes(edges)[1] == {*range(1, max(sizes) + 1)} else None


def _moore(game: HypergraphNim, state: State) -> Outcome | None:
    k = _up_to(game.live(state))
    return None if k is None else moore_outcome(Moore(k), state)


THEOREMS: Theorems = {
    HypergraphNim: (
        Theorem(
            "any two sets share a heap: the number of moves that can still be made", THE_RULES,
            _height_value, method=_height_method,
        ),
        Theorem(
            "all sets of half of the heaps, or all sets except the whole: the formula of Jenkyns and Mayberry",
            Source(
                "Jenkyns, Mayberry 1980; Boros, Gurvich, Ho, Makino, Mursic 2018",
                "JenkynsMayberry1980",
                "BorosGurvichHoMakinoMursic2018",
            ),
            _jenkyns_mayberry,
        ),
        Theorem("all sets of at most k heaps: Moore's Nim", Source("Moore 1910", "Moore1910"), outcome=_moore),
    ),
}  # fmt: skip

EXPERTS: Experts = {HypergraphNim: HypergraphExpert}
