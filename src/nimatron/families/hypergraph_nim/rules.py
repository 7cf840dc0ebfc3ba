"""Hypergraph Nim: a move takes from all heaps of one of the given sets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Part, State, is_count, whole
from ..lists.rules import read_natural, shorten, words
from ..moore.rules import Moore

MOST_HEAPS, MOST_SETS = 24, 200
"""The most heaps, and the most sets of heaps."""

Edge = tuple[int, ...]
"""A set of heaps, counted from 0."""


class HypergraphNim(Moore):
    """Choose one of the given sets of heaps, and take any number of coins, at least one, from each of its heaps.

    >>> from nimatron import winning_moves
    >>> print(*HypergraphNim("1-2 2-3")(1, 2, 1), sep="; ")
    hypergraph{1-2 2-3}: 0 1 1; hypergraph{1-2 2-3}: 0 0 1; hypergraph{1-2 2-3}: 1 1 0; hypergraph{1-2 2-3}: 1 0 0
    >>> HypergraphNim([{1, 2}, {2, 3}]) == HypergraphNim("2-3 1-2")
    True
    """

    name = "hypergraph"

    def __init__(self, sets: Any) -> None:
        """`sets` as text (`1-2 2-3`), or as sets of numbers of heaps from 1 on."""
        edges = _read(sets) if isinstance(sets, str) else [*map(_edge, sets if isinstance(sets, Iterable) else [sets])]
        self.edges: tuple[Edge, ...] = tuple(sorted({*edges}, key=lambda edge: (len(edge), edge)))
        if not 0 < len(self.edges) <= MOST_SETS:
            raise UsageError("expected 1 to {most} sets of heaps, not {n}", most=MOST_SETS, n=len(self.edges))
        self.count = 1 + max(max(edge) for edge in self.edges)
        self.start = tuple(range(3, 3 + self.count))

    def chosen(self, heaps: Sequence[int]) -> Iterator[Edge]:
        there = {*heaps}
        return (edge for edge in self.edges if there.issuperset(edge))

    def live(self, state: State) -> list[Edge]:
        """The sets without an empty heap."""
        return [edge for edge in self.edges if all(state[i] for i in edge)]

    def components(self, state: State) -> Sequence[Part]:
        # Heaps that no set joins are apart. Each part keeps the places of all heaps.
        heaps = [*enumerate(state)]
        return [(self, tuple(heap * (i in group) for i, heap in heaps)) for group in self._groups(state)]

    def _groups(self, state: State) -> list[set[int]]:
        groups: list[set[int]] = []
        for edge in self.live(state):
            joined = [group for group in groups if group & {*edge}]
            groups = [group for group in groups if group not in joined] + [{*edge}.union(*joined)]
        return sorted(groups, key=min)

    def put(self, state: State, i: int, option: State) -> State:
        group = self._groups(state)[i]
        return tuple(option[k] if k in group else heap for k, heap in enumerate(state))

    def canonical(self, state: State) -> Hashable:
        # A heap without a set that is alive takes no part any more.
        alive = {i for edge in self.live(state) for i in edge}
        return tuple(heap if i in alive else 0 for i, heap in enumerate(state))

    def tidy(self, state: State) -> State:
        return state

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if len(state) != self.count:
            place = max(0, min(self.count, len(state) - 1))
            raise IllegalPosition("expected {n} heaps (here: {count})", place, n=self.count, count=len(state))
        return state

    @property
    def parameters(self) -> str:
        return " ".join("-".join(str(i + 1) for i in edge) for edge in self.edges)

    @classmethod
    def from_parameters(cls, text: str) -> HypergraphNim:
        if not text.strip():
            raise BadText("expected sets of heaps, such as {sample}", text, 0, sample="hypergraph{1-2 2-3}")
        return cls(text)


def _edge(heaps: Any) -> Edge:
    numbers = [whole(i) for i in heaps] if isinstance(heaps, Iterable) else []
    if not numbers or not all(is_count(i) and i <= MOST_HEAPS for i in numbers):
        raise UsageError("a set has heaps from 1 to {most}, not {heaps!r}", most=MOST_HEAPS, heaps=heaps)
    return tuple(sorted({i - 1 for i in numbers}))


def _read(text: str) -> list[Edge]:
    edges = []
    for place, word in words(text, ",;"):
        try:
            edges.append(_edge([read_natural(heap) for heap in word.split("-")]))
        except (ValueError, UsageError):
            message = "expected a set of heaps from 1 to {most}, such as 1-2, not {word!r}"
            raise BadText(message, text, place, most=MOST_HEAPS, word=shorten(word)) from None
    return edges
