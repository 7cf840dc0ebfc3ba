"""Builds a misere quotient component by component: guess a monoid, check it exactly, repair it.

The quotient of a closed list of components is the monoid of all their sums, where two sums are equal if they can
replace each other beside every third sum (Plambeck, Siegel). Most new components get an element that the quotient has
already. Otherwise the component becomes a generator: `quotient_guess` guesses a larger monoid, and `exact_check` proves
it or names a sum for which it fails. Then the builder sets free as few generators as possible, so that this sum changes
sides, and guesses again. The result is exact, because only checked monoids are accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ...core.errors import Limit
from ...core.limits import Budget
from ...core.message import Message
from ...families.heaps.rules import HeapGame
from .components import AppendArray, Component, Components
from .exact_check import CheckFailure, Closure, ComponentWins, close
from .monoid import Element, LeastWords, Monoid
from .quotient_guess import TooLarge, trial

if TYPE_CHECKING:
    from ...core.array_types import Flags, Ints, SmallInts

MOST_ELEMENTS = 4_000_000
"""The most elements of a candidate."""

MOST_REPAIRS = 200
"""How often a candidate is repaired before it is given up."""

NEW_INDEX = 2
"""The first guess for the index of a new generator: x^2 = x^4."""

EXTRA = (0, 1, 2)
"""By how much the index of a free generator may grow in a repair."""

WordsOf = dict[Component, tuple[Component, ...]]


class QuotientGrowth(NamedTuple):
    """A component that made the quotient larger."""

    component: Component
    order: int
    lost: int


class Trial(NamedTuple):
    """A guess: the component that asked for it, its order, and the seconds until its check."""

    component: Component
    order: int
    seconds: float


class QuotientBuilder:
    """The quotient of the first components of a list, and how to add the next one."""

    def __init__(self, components: Components, budget: Budget, most: int = MOST_ELEMENTS) -> None:
        self.components, self.budget, self.most = components, budget, most
        self.largest: int | None = None
        """The largest quotient that is looked for."""
        self.monoid = Monoid.trivial()
        self.elements: list[Element] = [0]
        """The element of each component, nothing first."""
        self._array = AppendArray(self.elements)
        self.words: dict[Element, tuple[Component, ...]] = {0: ()}
        self.history: list[QuotientGrowth] = []
        self.candidates: list[Trial] = []
        """The guesses for the last component that did not fit into the quotient."""
        self.watch: Callable[[Trial], None] | None = None
        """Called with each candidate."""
        self._closure: Closure | None = None
        self._seen: dict[bytes, ComponentWins] = {}
        """One component for each set of elements that moves leave: components alike in that need one check."""
        self._replaced: list[Component] = []
        """Components whose element in the last guess is not the element of their word."""

    def extend(self) -> None:
        """Add the next component of the list. A limit on the way leaves the quotient unchanged."""
        n = len(self.elements)
        left = self.monoid.remainders(self.components.remainders(n, self._array.array))
        step = self._seen.get(left.tobytes())
        if step is None:
            wins = self.monoid.winning(left)
            element = self._place(n, wins)
            if element is None:
                try:
                    self._expand(n)
                except TooLarge:
                    raise Limit(NOT_FOUND, self.budget.spent, self.budget.elapsed) from None
                return
            step = self._seen[left.tobytes()] = ComponentWins(n, element, wins)
        self.elements.append(step.element)
        self._array.append(step.element)

    def _place(self, n: Component, wins: Flags) -> Element | None:
        """An element of the present quotient that component n can have."""
        allowed = self.monoid.candidates(wins)
        if self._closure is None:
            self._closure = close(self.monoid, self.steps(), self.budget)
        # The quick way first: the closure answers without a new check.
        found = self._closure.like(allowed, wins)
        if found is not None:
            return found
        steps = self.steps()
        for element in _fitting(self.monoid, allowed, wins):
            try:
                self._closure = close(self.monoid, [*steps, ComponentWins(n, element, wins)], self.budget)
            except CheckFailure:
                continue
            return element
        return None

    def of_heaps(self, game: HeapGame) -> Ints:
        """The elements of heaps 0, 1, 2, ... of a game."""
        return self._array.array[self.components.line(game)]

    def steps(self) -> list[ComponentWins]:
        """The components as the check sees them; only the first of those that are alike."""
        return list(self._seen.values())

    # -- a new generator --------------------------------------------------------------------

    def _expand(self, n: Component) -> None:
        words = {i: self.words[self.elements[i]] for i in range(1, n)}
        generators = [*self.monoid.generators, n]
        words |= {g: (g,) for g in generators}
        made = trial(self.monoid, generators, {n: NEW_INDEX}, words, self.components.table, self.most)
        self.candidates = []
        for _ in range(MOST_REPAIRS):
            self.budget.look()
            self._note(Trial(n, len(made), self.budget.elapsed))
            if self.largest is not None and len(made) > self.largest:
                break
            try:
                elements, closure, lefts = self._check(made, words, n)
            except CheckFailure as fault:
                made = self._repair(made, words, fault)
                continue
            self._accept(made, elements, lefts)
            # The closure uses the numbers of `made`; new numbers make it useless.
            self._closure = closure if self.monoid is made else None
            self.history.append(QuotientGrowth(n, len(self.monoid), int(self.monoid.lost.sum())))
            return
        raise Limit(NOT_FOUND, self.budget.spent, self.budget.elapsed)

    def _note(self, tried: Trial) -> None:
        self.candidates.append(tried)
        if self.watch is not None:
            self.watch(tried)

    def _check(self, monoid: Monoid, words: WordsOf, n: Component) -> tuple[list[Element], Closure, list[Flags]]:
        """The elements of all components up to n, the closure, and what the moves of each leave.

        CheckFailure with a sum for which it does not hold.
        """
        elements = AppendArray([0])
        steps: dict[tuple[bytes, Element], ComponentWins] = {}
        lefts: list[Flags] = []
        self._replaced = []
        for i in range(1, n + 1):
            left = monoid.remainders(self.components.remainders(i, elements.array))
            lefts.append(left)
            wins = monoid.winning(left)
            element: Element | None = monoid.of_word(words[i])
            bad = (monoid.losing[element] & wins).nonzero()[0]
            if len(bad):
                if i in monoid.generators:
                    # A generator has no other element to choose: the monoid itself is wrong.
                    raise CheckFailure((i, *LeastWords(monoid.mul, monoid.generators.items()).words[int(bad[0])]))
                element = self._other(monoid, list(steps.values()), i, wins)
                if element is None:
                    raise CheckFailure((i,))
                self._replaced.append(i)
            assert element is not None
            elements.append(element)
            steps.setdefault((left.tobytes(), element), ComponentWins(i, element, wins))
        return elements.array.tolist(), close(monoid, list(steps.values()), self.budget), lefts

    def _other(self, monoid: Monoid, steps: list[ComponentWins], i: Component, wins: Flags) -> Element | None:
        """Another element for a component that is not a generator."""
        allowed = monoid.candidates(wins)
        for element in _fitting(monoid, allowed, wins):
            try:
                close(monoid, [*steps, ComponentWins(i, element, wins)], self.budget)
            except CheckFailure:
                continue
            return element
        return None

    def _repair(self, monoid: Monoid, words: WordsOf, fault: CheckFailure) -> Monoid:
        """Another guess, in which the sum at fault changes sides: won instead of lost, or lost instead of won."""
        flat = [g for component in fault.word for g in words[component]]
        was = bool(monoid.lost[monoid.of_word(flat)])
        generators = list(monoid.generators)
        loose = [component for component in fault.word if component not in monoid.generators]
        for free in self._choices(monoid, flat, bool(loose)):
            self.budget.look()
            try:
                made = trial(monoid, generators, free, words, self.components.table, self.most)
            except TooLarge:
                continue
            if bool(made.lost[made.of_word(flat)]) != was:
                return made
        # Marking takes the word of a component for what a move leaves: one that is not its word is at fault then.
        loose = loose or self._replaced
        if not loose:
            raise Limit(NOT_FOUND, self.budget.spent, self.budget.elapsed)
        new = max(loose)
        words[new] = (new,)
        generators = sorted([*generators, new])
        return trial(monoid, generators, {new: NEW_INDEX}, words, self.components.table, self.most)

    def _choices(self, monoid: Monoid, flat: list[Component], once: bool) -> Iterator[Mapping[Component, int]]:
        """The generators of a word to set free, each with an index: few first, small indices first."""
        named = sorted(set(flat), reverse=True)
        least = {}
        for g in named:
            # A lone last move: two of them cancel, always.
            single = self.components.is_last_move(g)
            least[g] = 0 if single else max(monoid.index(monoid.generators[g]), flat.count(g) - 1, 1)
        for extra in EXTRA[:1] if once else EXTRA:
            for size in range(1, len(named) + 1):
                for chosen in combinations(named, size):
                    yield {g: least[g] and least[g] + extra for g in chosen}

    def restore(self, mul: SmallInts, lost: Flags, elements: list[Element]) -> None:
        """Resume with a table and elements of an earlier run."""
        found, array = Monoid(mul, lost, {}), AppendArray(elements).array
        lefts = [found.remainders(self.components.remainders(i, array)) for i in range(1, len(elements))]
        self._accept(found, elements, lefts)
        self._closure = None

    def _accept(self, monoid: Monoid, elements: list[Element], lefts: Sequence[Flags]) -> None:
        """Number the elements by their least words in the least generators."""
        import numpy as np

        found = LeastWords(monoid.mul, enumerate(elements))
        order = found.order()
        rank = np.empty(len(monoid), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        self.elements = [int(rank[element]) for element in elements]
        self.words = {i: found.words[element] for i, element in enumerate(order)}
        generators = {g: int(rank[element]) for g, element in found.generators.items()}
        self._array = AppendArray(self.elements)
        same = generators == monoid.generators and order == list(range(len(monoid)))
        self.monoid = monoid if same else Monoid(rank[monoid.mul[np.ix_(order, order)]], monoid.lost[order], generators)
        self._seen = {}
        for i, left in enumerate(lefts, 1):
            left = left[order]
            if left.tobytes() not in self._seen:
                self._seen[left.tobytes()] = ComponentWins(i, self.elements[i], self.monoid.winning(left))


def _fitting(monoid: Monoid, allowed: Flags, wins: Flags) -> list[Element]:
    """The allowed elements with the outcome of the component alone: lost exactly if no move in it wins."""
    found: list[Element] = (allowed & (monoid.lost != wins[0])).nonzero()[0].tolist()
    return found


NOT_FOUND = Message("no quotient was found that holds")
