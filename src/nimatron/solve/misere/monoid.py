"""Finite commutative monoids with a set of lost elements: what a quotient is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...core.array_types import Flags, Ints, SmallInts

Element = int
"""An element is a number; 0 is 1, the element of nothing."""

PERIOD = 2
"""The powers of an element of a misere quotient repeat with a period of at most 2 as far as anybody has seen."""


class Monoid:
    """A multiplication table `mul`, the `lost` elements, and the elements of the generators."""

    def __init__(self, mul: SmallInts, lost: Flags, generators: Mapping[int, Element]) -> None:
        self.mul, self.lost, self.generators = mul, lost, dict(generators)
        self.losing: Flags = lost[mul]
        """Row x has those z for which xz is lost."""

    @classmethod
    def trivial(cls) -> Monoid:
        """One element, not lost: nothing at all is left, so the player to move has won."""
        import numpy as np

        return cls(np.zeros((1, 1), np.int32), np.zeros(1, np.bool_), {})

    def __len__(self) -> int:
        return len(self.lost)

    def product(self, elements: Iterable[Element]) -> Element:
        result = 0
        for element in elements:
            result = int(self.mul[result, element])
        return result

    def of_word(self, word: Iterable[int]) -> Element:
        """The product of these generators."""
        return self.product(self.generators[generator] for generator in word)

    def index(self, element: Element) -> int:
        """The least i with x^i = x^(i+2); as many as there are elements if no power repeats like that."""
        powers = [0, element]
        # Powers always repeat within len(self) steps, but perhaps with another period.
        while len(powers) <= len(self) + PERIOD:
            powers.append(int(self.mul[powers[-1], element]))
            if powers[-1] == powers[-1 - PERIOD]:
                return len(powers) - 1 - PERIOD
        return len(self)

    def remainders(self, columns: Sequence[Ints]) -> Flags:
        """The elements that moves leave, of which each column has a factor; many moves leave the same one."""
        import numpy as np

        times = columns[0]
        for column in columns[1:]:
            # One flat index: numpy looks it up faster than a pair of indices.
            times = self.mul.ravel()[times * len(self) + column]
        flags = np.zeros(len(self), np.bool_)
        flags[times] = True
        return flags

    def winning(self, left: Flags) -> Flags:
        """Those z beside which a move to one of these elements wins."""
        import numpy as np

        found: Flags = np.logical_or.reduce(self.losing[left], axis=0)
        return found

    def candidates(self, wins: Flags) -> Flags:
        """Condition (b): the elements x that a component may have, with no z for which xz is lost and z wins."""
        import numpy as np

        found: Flags = np.logical_not(np.any(self.losing & wins, axis=1))
        return found


class LeastWords:
    """The least generators of a monoid among elements in their order, and the least word of each element.

    A word is the smaller, the fewer of its largest generator it has, then of the next one, and so on.
    """

    def __init__(self, mul: SmallInts, values: Iterable[tuple[int, Element]]) -> None:
        self.generators: dict[int, Element] = {}
        self.words: dict[Element, tuple[int, ...]] = {0: ()}
        for component, element in values:
            if element not in self.words:
                self.generators[component] = element
                self._multiply(mul, component, element)

    def _multiply(self, mul: SmallInts, component: int, element: Element) -> None:
        """All products with one more generator: level by level, in the order of the words."""
        level = list(self.words)
        while level:
            above = []
            for found, times in zip(level, mul[level, element].tolist(), strict=True):
                if times not in self.words:
                    self.words[times] = (*self.words[found], component)
                    above.append(times)
            level = above

    def order(self) -> list[Element]:
        return list(self.words)


class Spelling(NamedTuple):
    """The elements that some generators generate, in the order of their least words."""

    order: Ints
    parent: Ints
    """For each, where the element without its largest generator is."""
    last: Ints
    """Its largest generator, as a place among them."""

    def without(self, step: SmallInts) -> SmallInts:
        """For each generator and element, the place of the element whose word has one such generator less, or -1.

        `step` has, for each generator, what multiplication makes of each element.
        """
        import numpy as np

        rows = step.tolist()
        less: list[dict[int, int]] = [{}]
        for parent, last in zip(self.parent.tolist()[1:], self.last.tolist()[1:], strict=True):
            row = rows[last]
            here = {g: row[before] for g, before in less[parent].items()}
            here[last] = parent
            less.append(here)
        found = np.full((len(less), len(step)), -1, np.int32)
        places = [(i, g) for i, here in enumerate(less) for g in here]
        if places:
            found[tuple(np.array(places).T)] = [place for here in less for place in here.values()]
        return np.ascontiguousarray(found.T)


def spell(mul: SmallInts, values: Sequence[Element]) -> Spelling:
    """The elements that `values` generate."""
    order, parent, last = [0], [0], [0]
    seen = {0}
    for g, value in enumerate(values):
        times = mul[value].tolist()
        begin, end = 0, len(order)
        while begin < end:
            for i in range(begin, end):
                found = times[order[i]]
                if found not in seen:
                    seen.add(found)
                    order.append(found)
                    parent.append(i)
                    last.append(g)
            begin, end = end, len(order)
    import numpy as np

    return Spelling(*(np.array(part, np.int64) for part in (order, parent, last)))
