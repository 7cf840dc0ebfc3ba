"""Largest matchings in any graph, by Edmonds' blossoms; small graphs need no library for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Near = Mapping[str, Sequence[str]]
"""The neighbours of each vertex."""


class Matching:
    """A largest matching: `mate` has the partner of each matched vertex.

    >>> Matching({"a": "b", "b": "ac", "c": "b"}).loose == {"a", "c"}
    True
    """

    def __init__(self, near: Near) -> None:
        self.near = near
        self.mate: dict[str, str] = {}
        # A greedy start leaves few vertices for the slow search.
        for vertex in near:
            if vertex not in self.mate:
                free = next((other for other in near[vertex] if other not in self.mate), None)
                if free is not None:
                    self._join(vertex, free)
        for vertex in near:
            if vertex not in self.mate:
                self._augment(vertex)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs, each once, in the order of the vertices."""
        seen: set[str] = set()
        found = []
        for vertex in self.near:
            if vertex in self.mate and vertex not in seen:
                seen |= {vertex, self.mate[vertex]}
                found.append((vertex, self.mate[vertex]))
        return found

    @property
    def loose(self) -> set[str]:
        """The vertices that some largest matching leaves out.

        From a vertex without a partner an even number of steps leads to them, along pairs with every second step.
        """
        found: set[str] = set()
        for vertex in self.near:
            if vertex not in self.mate and vertex not in found:
                found |= self._search(vertex)[0]
        return found

    def _join(self, a: str, b: str) -> None:
        self.mate[a], self.mate[b] = b, a

    def _augment(self, root: str) -> None:
        """Match one vertex more, if a path leads from `root` to another one without a partner."""
        _, end, before = self._search(root)
        # Along the path, pairs and other edges change places.
        while end is not None:
            step = before[end]
            after = self.mate.get(step)
            self._join(step, end)
            end = after

    def _search(self, root: str) -> tuple[set[str], str | None, dict[str, str]]:
        """The vertices an even number of steps away, the end of a path that augments, and the way back from there."""
        base = {vertex: vertex for vertex in self.near}
        before: dict[str, str] = {}
        even, todo = {root}, [root]
        for vertex in todo:  # the list grows during the loop
            for other in self.near[vertex]:
                if base[vertex] == base[other] or self.mate.get(vertex) == other:
                    # Both are in one circuit, or the edge leads back along a pair.
                    continue
                if other == root or (other in self.mate and self.mate[other] in before):
                    # Both are even: an odd circuit, in which all vertices are even, and which is taken as one.
                    top = self._meeting(root, vertex, other, base, before)
                    inside: set[str] = set()
                    self._mark(vertex, other, top, base, before, inside)
                    self._mark(other, vertex, top, base, before, inside)
                    for each in self.near:
                        if base[each] in inside:
                            base[each] = top
                            if each not in even:
                                even.add(each)
                                todo.append(each)
                elif other not in before:
                    before[other] = vertex
                    if other not in self.mate:
                        return even, other, before
                    even.add(self.mate[other])
                    todo.append(self.mate[other])
        return even, None, before

    def _meeting(self, root: str, a: str, b: str, base: dict[str, str], before: dict[str, str]) -> str:
        """Where the ways back from two vertices meet."""
        seen = set()
        while True:
            a = base[a]
            seen.add(a)
            if a == root or a not in self.mate:
                break
            a = before[self.mate[a]]
        while base[b] not in seen:
            b = before[self.mate[base[b]]]
        return base[b]

    def _mark(
        self, vertex: str, child: str, top: str, base: dict[str, str], before: dict[str, str], inside: set[str]
    ) -> None:
        """The bases of a circuit on one side, and the other way round it."""
        while base[vertex] != top:
            inside |= {base[vertex], base[self.mate[vertex]]}
            before[vertex] = child
            child = self.mate[vertex]
            vertex = before[child]
