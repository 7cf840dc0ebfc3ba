"""Who wins, by proof numbers: the search follows the question that seems to need the least work.

The work of a question is two numbers: what it takes at least to prove that the player to move wins, and that he loses.
The search goes down to the easiest question below, and returns as soon as another one seems easier (df-pn).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ...core.limits import Budget

K = TypeVar("K", bound=Hashable)
Q = TypeVar("Q", bound=Hashable)

Work = tuple[int, int]

NEVER = 1 << 40
"""More work than any question needs: it is settled the other way."""

LOST, WON = (NEVER, 0), (0, NEVER)


class ProofSearch(ABC, Generic[Q]):
    """The search; `open` is the work of the questions that are not settled yet."""

    price = 1
    """What it costs to make an option, in positions of a plain search."""

    def __init__(self, open_: dict[Q, Work], budget: Budget) -> None:
        self.open, self.budget = open_, budget

    @abstractmethod
    def lookup(self, question: Q) -> bool | None:
        """Does the player to move lose? None if that is not known."""

    @abstractmethod
    def note(self, question: Q, is_lost: bool) -> None:
        """Keep the answer."""

    @abstractmethod
    def below(self, question: Q) -> list[Q]:
        """The questions that one move leads to."""

    @abstractmethod
    def length(self, question: Q) -> int:
        """About how long play may last."""

    def simpler(self, question: Q) -> Q:
        """The same question in the light of what is known now."""
        return question

    def is_lost(self, question: Q) -> bool:
        """Does the player to move lose?"""
        while (answer := self.lookup(question)) is None:
            self.search(question, NEVER, NEVER)
            question = self.simpler(question)
        return answer

    def work(self, question: Q) -> Work:
        """The work to prove that the player to move wins, and that he loses."""
        answer = self.lookup(question)
        if answer is not None:
            return LOST if answer else WON
        return self.open.get(question) or (1, 1 + self.length(question))

    def search(self, question: Q, most_won: int, most_lost: int) -> None:
        """Search until the question is settled, or needs more work than that."""
        self.budget.spend()
        below = self.below(question)
        self.budget.spend(self.price * len(below))
        while True:
            won, lost, easiest, second = self._frontier(below)
            if won == 0 or lost == 0:
                self.open.pop(question, None)
                self.note(question, lost == 0)
                return
            if won >= most_won or lost >= most_lost:
                self.open[question] = won, lost
                return
            # A question may take a quarter more work than the second easiest before the search turns to that one.
            there = self.work(easiest)[0]
            self.search(easiest, most_lost - lost + there, min(most_won, second + 1 + (second >> 2)))

    def _frontier(self, below: list[Q]) -> tuple[int, int, Q, int]:
        """The work to prove the question above won and lost, the easiest question below, and the work of the second."""
        best = second = NEVER + 1
        total, easiest = 0, 0
        for i, question in enumerate(below):
            below[i] = question = self.simpler(question)
            won, lost = self.work(question)
            total += won
            if lost < best:
                second, best, easiest = best, lost, i
            elif lost < second:
                second = lost
        return min(best, NEVER), min(total, NEVER), below[easiest] if below else None, second  # type: ignore[return-value]


# -- sums in normal play ---------------------------------------------------------------------------


Pair = tuple[tuple[K, ...], int]
"""Parts of unknown value, and the size of a Nim heap beside them."""


@dataclass
class ProofTables(Generic[K]):
    """What is known, for all questions about a game."""

    values: dict[K, int] = field(default_factory=dict)
    excluded: dict[K, int] = field(default_factory=dict)
    """For a part without a value the set of values that it does not have, as bits."""
    open: dict[Pair[K], Work] = field(default_factory=dict)


class ProofNumbers(ProofSearch[Pair[K]]):
    """Is n the value of a sum of parts? Is the sum of the parts and a heap of n lost?

    Values that are known go into n, and equal parts cancel. Of several parts all but the heaviest get a value first.
    """

    def __init__(self, tables: ProofTables[K], budget: Budget) -> None:
        super().__init__(tables.open, budget)
        self.tables = tables

    @abstractmethod
    def options(self, part: K) -> Iterable[Sequence[K]]:
        """The options of a part, each as its parts."""

    @abstractmethod
    def weight(self, part: K) -> int:
        """How long a part may last; more than each part of an option."""

    def value(self, part: K) -> int:
        """The value of a part."""
        n = 0
        while part not in self.tables.values:
            self.is_lost(((part,), n))
            n += 1
        return self.tables.values[part]

    def is_sum(self, parts: Iterable[K], n: int) -> bool:
        """Is n the value of a sum of parts?"""
        return self.is_lost(self.simpler((tuple(parts), n)))

    def simpler(self, question: Pair[K]) -> Pair[K]:
        parts, n = question
        values = self.tables.values
        if len(parts) == 1 and parts[0] not in values:
            return question
        unknown: list[K] = []
        for part in parts:
            if part in values:
                n ^= values[part]
            elif part in unknown:
                unknown.remove(part)
            else:
                unknown.append(part)
        return tuple(unknown), n

    def lookup(self, question: Pair[K]) -> bool | None:
        parts, n = question
        if not parts:
            return n == 0
        return False if len(parts) == 1 and self.tables.excluded.get(parts[0], 0) >> n & 1 else None

    def note(self, question: Pair[K], is_lost: bool) -> None:
        (part,), n = question
        if is_lost:
            self.tables.values[part] = n
            self.tables.excluded.pop(part, None)
        else:
            self.tables.excluded[part] = self.tables.excluded.get(part, 0) | 1 << n

    def below(self, question: Pair[K]) -> list[Pair[K]]:
        (part,), n = question
        # A move is made in the part, or in the heap.
        heaps = [((part,), m) for m in range(n)]
        return list(dict.fromkeys([*(self.simpler((tuple(option), n)) for option in self.options(part)), *heaps]))

    def length(self, question: Pair[K]) -> int:
        return sum(map(self.weight, question[0]))

    def search(self, question: Pair[K], most_won: int, most_lost: int) -> None:
        parts, n = question
        if len(parts) == 1:
            super().search(question, most_won, most_lost)
            return
        *lighter, heaviest = sorted(parts, key=self.weight)
        for part in lighter:
            n ^= self.value(part)
        rest = self.simpler(((heaviest,), n))
        if self.lookup(rest) is None:
            self.search(rest, most_won, most_lost)
        self.open[question] = self.work(rest)
