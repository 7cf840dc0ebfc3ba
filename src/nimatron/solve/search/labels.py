"""Values of the positions of a finite graph, cycles or not: the labelling of Smith, Fraenkel, Perl and Yesha.

First come the positions from which all play ends: mex. The others are labelled in stages m = 0, 1, ... A position gets
m if no option has m and each option that is not yet labelled, or is infinite, has itself an option labelled m: whoever
moves there is answered. When no more get m, those without an option labelled m are infinite. A stage looks at each
arrow at most twice.

The rank of a position is the round in which it was labelled. Answers lead to smaller ranks, so they do not go round in
circles. Positions in the same `knot` can be reached from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...nimbers.finite import mex

UNKNOWN, INFINITE = -1, -2
"""Labels of positions that have no value yet, and of those that never will."""

NO_KNOT = -1
"""Instead of a knot: all play from the position ends."""


class Labels(NamedTuple):
    """What was found for each position: label, rank and knot; `bases` has the first rank of each stage."""

    labels: Sequence[int]
    ranks: Sequence[int]
    knots: Sequence[int]
    bases: Sequence[int]


def label_graph(followers: Sequence[Sequence[int]], given: Sequence[int], stages: int | None = None) -> Labels:
    """The labels of a graph: `given` are the labels known before, else UNKNOWN; at most `stages` of them, or all.

    >>> label_graph([[1], [0, 2], [3], []], [UNKNOWN] * 4).labels
    [-2, -2, 1, 0]
    """
    # Peel first: where all play ends, mex is enough. Only what is left has knots and needs stages.
    work = _Work(followers, given)
    work.peel()
    knots = work.knots()
    work.stages(stages)
    return Labels(work.labels, work.ranks, knots, work.bases)


class _Work:
    def __init__(self, followers: Sequence[Sequence[int]], given: Sequence[int]) -> None:
        self.followers, self.labels = followers, list(given)
        self.before: list[list[int]] = [[] for _ in followers]
        for v, targets in enumerate(followers):
            for w in targets:
                self.before[w].append(v)
        self.open = [len(targets) for targets in followers]
        """How many options are not labelled with a number."""
        self.ranks, self.bases = [0] * len(followers), [0]
        self.has = [-1] * len(followers)
        """The last stage m in which the position was seen to have an option labelled m."""

    def peel(self) -> None:
        """Positions from which all play ends: each gets the mex of its options."""
        labels, followers, left = self.labels, self.followers, self.open
        ready = [v for v, label in enumerate(labels) if label != UNKNOWN]
        for v, targets in enumerate(followers):
            if not targets and labels[v] == UNKNOWN:
                labels[v] = 0
                ready.append(v)
        while ready:
            for u in self.before[ready.pop()]:
                left[u] -= 1
                if not left[u] and labels[u] == UNKNOWN:
                    labels[u] = mex(labels[w] for w in followers[u])
                    ready.append(u)

    def knots(self) -> list[int]:
        """The strongly connected components of what is not labelled yet, by Tarjan's algorithm."""
        labels, followers = self.labels, self.followers
        knots, low, order = [NO_KNOT] * len(labels), [0] * len(labels), [0] * len(labels)
        met, count, stack = 0, 0, []
        for root in range(len(labels)):
            # A path of its own instead of recursion, because graphs of positions are deep.
            path = [(root, iter(followers[root]))] if labels[root] == UNKNOWN and not order[root] else []
            while path:
                v, targets = path[-1]
                if not order[v]:
                    met += 1
                    order[v] = low[v] = met
                    stack.append(v)
                for w in targets:
                    # A vertex with a knot belongs to a component that is complete.
                    if labels[w] != UNKNOWN or knots[w] != NO_KNOT:
                        continue
                    if not order[w]:
                        path.append((w, iter(followers[w])))
                        break
                    low[v] = min(low[v], order[w])
                else:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[v])
                    if low[v] == order[v]:
                        while knots[v] == NO_KNOT:
                            knots[stack.pop()] = count
                        count += 1
        return knots

    def stages(self, most: int | None) -> None:
        """Label all others, stage by stage."""
        labels = self.labels
        alive = [v for v, label in enumerate(labels) if label == UNKNOWN]
        peeled: dict[int, list[int]] = {}
        for v, label in enumerate(labels):
            if label != UNKNOWN and self.before[v]:
                peeled.setdefault(label, []).append(v)
        m = 0
        while alive and m != most:
            self._stage(m, alive, peeled.get(m, []))
            for v in alive:
                if labels[v] == UNKNOWN and self.has[v] != m:
                    labels[v] = INFINITE
            alive = [v for v in alive if labels[v] == UNKNOWN]
            m += 1

    def _stage(self, m: int, alive: list[int], peeled: list[int]) -> None:
        """Give the label m, in rounds: what is labelled in one round lets others be labelled in the next."""
        labels, before, has = self.labels, self.before, self.has
        bad = {v: self.open[v] for v in alive}
        """How many options are not labelled with a number and have no option labelled m."""
        rank, fresh, tried = self.bases[-1], peeled, alive
        while fresh or tried:
            freed = []
            for v in fresh:
                for u in before[v]:
                    # Infinite positions have a negative label too: a move to one of them must also be answered.
                    if labels[u] < 0 and has[u] != m:
                        has[u] = m
                        for t in before[u]:
                            if t in bad:
                                bad[t] -= 1
                                if not bad[t]:
                                    freed.append(t)
            # All are tried once; later only those whose last bad option is gone.
            fresh = [t for t in tried or freed if labels[t] == UNKNOWN and not bad[t] and has[t] != m]
            rank, tried = rank + 1, []
            for v in fresh:
                labels[v], self.ranks[v] = m, rank
                for u in before[v]:
                    self.open[u] -= 1
        self.bases.append(rank + 1)
