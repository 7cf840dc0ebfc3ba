"""The winning moves of Moore's Nim_k: counted column by column, made one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb

from ...solve.theorem import Counted

Reduced = frozenset[int]
"""The heaps that have already lost a one: they are smaller now, so their lower bits are free."""


class MooreReplies(Counted):
    """All moves from `state` that leave every binary column with a multiple of k + 1 ones.

    Columns are filled from the left. In each column some untouched heaps that have a one may lose it. Then
    exactly as many of the reduced heaps get a one as the column lacks.
    """

    def __init__(self, state: Sequence[int], k: int) -> None:
        self.state, self.k = tuple(state), k
        self._ways = self._counted(max(state, default=0).bit_length())
        self.total = self._ways[-1][frozenset()]

    def _counted(self, width: int) -> list[dict[Reduced, int]]:
        """For each column and each set of heaps reduced before it: in how many ways the move can be completed."""
        levels: list[set[Reduced]] = [{frozenset()}]
        for bit in range(width - 1, -1, -1):
            levels.append({reduced | newly for reduced in levels[-1] for newly, _ in self._choices(bit, reduced)})
        ways = [{reduced: int(bool(reduced)) for reduced in levels[-1]}]  # a move must reduce some heap
        for bit, level in enumerate(reversed(levels[:-1])):
            ways.append({reduced: self._sum(bit, reduced, ways[-1]) for reduced in level})
        return ways

    def _sum(self, bit: int, reduced: Reduced, below: dict[Reduced, int]) -> int:
        # Any of the reduced heaps may get these ones.
        return sum(comb(len(reduced), free) * below[reduced | newly] for newly, free in self._choices(bit, reduced))

    def _choices(self, bit: int, reduced: Reduced) -> Iterator[tuple[Reduced, int]]:
        """The heaps that lose their one in this column, and how many of the reduced ones then get one."""
        ones = [i for i, heap in enumerate(self.state) if i not in reduced and heap >> bit & 1]
        for size in range(min(self.k - len(reduced), len(ones)) + 1):
            # As many ones as the column lacks to a multiple of k + 1.
            free = -(len(ones) - size) % (self.k + 1)
            if free <= len(reduced):
                for newly in combinations(ones, size):
                    yield frozenset(newly), free

    def at(self, i: int) -> tuple[int, ...]:
        heaps, reduced = [0] * len(self.state), Reduced()
        for bit in range(len(self._ways) - 2, -1, -1):
            below = self._ways[bit]
            for newly, free in self._choices(bit, reduced):
                size = comb(len(reduced), free) * below[reduced | newly]
                if i < size:
                    break
                i -= size
            # Which of the reduced heaps get a one; the rest of i numbers the lower columns.
            which, i = divmod(i, below[reduced | newly])
            chosen = next(islice(combinations(sorted(reduced), free), which, None))
            for j, heap in enumerate(self.state):
                keeps = j not in reduced and j not in newly and heap >> bit & 1
                heaps[j] |= (keeps or j in chosen) << bit
            reduced |= newly
        return tuple(heaps)
