"""Moore's theorem adds the heaps in binary, column by column, modulo k + 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb

from ...core.game import Outcome, State
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Columns, CountedSequence, Solve, Theorem, Theorems
from ..sources import Source
from .rules import Moore

MOST_SETS = 20_000
"""The most sets of heaps by which the replies in Moore's Nim are counted."""


def moore_outcome(game: Moore, state: State) -> Outcome:
    """Lost if every binary column has a multiple of k + 1 ones."""
    return "P" if all(ones % (game.n + 1) == 0 for ones in _columns(state)) else "N"


def _columns(heaps: Sequence[int]) -> list[int]:
    """How many heaps have a one in each binary column, from the right."""
    width = max(heaps, default=0).bit_length()
    return [sum(heap >> bit & 1 for heap in heaps) for bit in range(width)]


def _few_heaps(game: Moore, state: State, solve: Solve) -> Value | None:
    """With at most k heaps left any smaller total can be reached, so the value is the total."""
    return sum(state) if sum(map(bool, state)) <= game.n else None


def _reach(game: Moore, state: State, v: Value) -> Iterable[State] | None:
    # Sets of up to k heaps are counted one by one; with very many heaps that would be no shortcut.
    if v != 0 or comb(sum(map(bool, state)), game.n) > MOST_SETS:
        return None
    return MooreReplies(state, game.n)


THEOREMS: Theorems = {
    Moore: (
        Theorem("at most k heaps: the total", THE_RULES, _few_heaps, reach=_reach),
        Theorem(
            "Moore: every binary column divisible by k+1", Source("Moore 1910", "Moore1910"),
            None, moore_outcome, _reach, columns=lambda game, state: Columns(tuple(state), game.n + 1),
            formal="Moore.moore_balanced",
        ),
    ),
}  # fmt: skip


# -- replies -------------------------------------------------------------------------------------
#
# The winning moves of Moore's Nim_k: counted column by column, made one by one.

Reduced = frozenset[int]
"""The heaps that have already lost a one: they are smaller now, so their lower bits are free."""


class MooreReplies(CountedSequence):
    """All moves from `state` that leave every binary column with a multiple of k + 1 ones.

    Columns are filled from the left. In each column some untouched heaps that have a one may lose it. Then
    exactly as many of the reduced heaps get a one as the column lacks.
    """

    def __init__(self, state: Sequence[int], k: int) -> None:
        self.state, self.k = tuple(state), k
        self._ways = self._ways_by_column(max(state, default=0).bit_length())
        self.total = self._ways[-1][frozenset()]

    def _ways_by_column(self, width: int) -> list[dict[Reduced, int]]:
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
