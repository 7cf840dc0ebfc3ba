"""Guesses a larger monoid for a misere quotient. A guess proves nothing: `exact_check` decides whether it is right.

Some generators keep their relations, others are set free. A candidate is the product of a *base*, the monoid that the
kept generators generate, and of the powers 1, x, x^2, ... of each free generator, which repeat with period 2 from an
index on. An element is marked as lost if no option of its least word is lost; then elements that behave alike are
merged.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import kernels
from .monoid import PERIOD, Monoid, spell

if TYPE_CHECKING:
    from ...core.array_types import Flags, Ints, SmallInts


FEW, VERY_FEW = 1500, 6
"""Candidates of at most this many elements are marked without the kernel, because loading it takes longer; once it is
loaded, only very small candidates are."""


class TooLarge(Exception):
    """A signal: a candidate has more elements than allowed; another choice may do."""


class _Shape(NamedTuple):
    """The first parts of a candidate."""

    factor: Ints
    scale: Ints
    radix: Ints
    step: SmallInts


class Candidate(NamedTuple):
    """The arrays of a candidate. An element is a number: base element + scale[f] * power of free generator f.

    In `step` and `without` each generator has a row: what multiplication by a kept one makes of each base element, and
    the base element whose word has one of it less, -1 if there is none.
    """

    factor: Ints
    """For each generator its place among the free ones; -1 for a kept one."""
    scale: Ints
    radix: Ints
    """How many powers of each free generator there are."""
    step: SmallInts
    without: SmallInts
    starts: Ints
    """Where the moves of each generator begin; one more at the end."""
    move_base: Ints
    move_powers: Ints
    mul: SmallInts
    """The table of the base."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The candidate as an array: the last axis is the base."""
        return (*self.radix.tolist()[::-1], len(self.mul))


class LossMarks(NamedTuple):
    """The elements of a candidate in the order of their words, and which are lost."""

    lost: Flags
    """By number."""
    order: Ints
    parent: Ints
    """For each in the order, where the element without its largest generator is."""
    last: Ints
    """Its largest generator."""


def trial(
    monoid: Monoid,
    generators: Sequence[int],
    free: Mapping[int, int],
    words: Mapping[int, tuple[int, ...]],
    moves: Callable[[int], Ints],
    most: int,
) -> Monoid:
    """The quotient that results if the generators in `free` get these indices and all others keep their relations."""
    made = candidate(monoid, generators, free, words, moves, most)
    return reduce_candidate(made, mark(made), generators)


# -- making ----------------------------------------------------------------------------------------


def candidate(
    monoid: Monoid,
    generators: Sequence[int],
    free: Mapping[int, int],
    words: Mapping[int, tuple[int, ...]],
    moves: Callable[[int], Ints],
    most: int,
) -> Candidate:
    """The candidate, not marked yet; TooLarge if it has more elements than `most`."""
    import numpy as np

    kept = [g for g in generators if g not in free]
    loose = [g for g in generators if g in free]
    spelled = spell(monoid.mul, [monoid.generators[g] for g in kept])
    base = spelled.order
    # Powers 0 to index + 1 are different; from the index on they repeat with PERIOD.
    radix = [free[g] + PERIOD for g in loose]
    scale = [len(base), *(len(base) * times for times in accumulate(radix, operator.mul))]
    if scale[-1] > most:
        raise TooLarge
    place = np.full(len(monoid), -1, np.int32)
    place[base] = np.arange(len(base), dtype=np.int32)
    mul = place[monoid.mul[base[:, np.newaxis], base]]
    rows = [i for i, g in enumerate(generators) if g not in free]
    # The identity fills the rows of free generators, whose products follow from powers instead.
    step = np.repeat(mul[:1], len(generators), axis=0)
    step[rows] = mul[[place[monoid.generators[g]] for g in kept]]
    without = np.full(step.shape, -1, np.int32)
    without[rows] = spelled.without(step[rows])
    shape = _Shape(
        np.array([loose.index(g) if g in free else -1 for g in generators], np.int64),
        np.array(scale[:-1], np.int64),
        np.array(radix, np.int64),
        step,
    )
    return Candidate(*shape, without, *_moves(shape, mul, _exponents(generators, words, moves)), mul)


def _exponents(
    generators: Sequence[int], words: Mapping[int, tuple[int, ...]], moves: Callable[[int], Ints]
) -> list[Ints]:
    """For each generator what its moves leave, as words: a row for each move, with the number of each generator."""
    import numpy as np

    row = {g: i for i, g in enumerate(generators)}
    counts = np.zeros((max(generators) + 1, len(generators)), np.int64)
    for component, word in words.items():
        if component < len(counts):
            for g in word:
                counts[component, row[g]] += 1
    return [counts[moves(g)].sum(axis=1) for g in generators]


def _moves(shape: _Shape, mul: SmallInts, exponents: Sequence[Ints]) -> tuple[Ints, Ints, Ints]:
    """Where the moves of each generator begin, and what they lead to: base elements and powers of free generators."""
    import numpy as np

    every = np.concatenate(exponents)
    first = np.zeros(len(every), np.int32)
    added = np.zeros(len(every), np.int64)
    for i, f in enumerate(shape.factor.tolist()):
        if f < 0:
            powers = [0]
            for _ in range(int(every[:, i].max(initial=0))):
                powers.append(int(shape.step[i, powers[-1]]))
            first = mul[first, np.array(powers)[every[:, i]]]
        else:
            added += shape.scale[f] * _wrap(every[:, i], shape.radix[f])
    # Each move once: a number for its owner and what it leads to.
    size = len(mul) * int(np.prod(shape.radix))
    owner = np.repeat(np.arange(len(exponents)), [len(some) for some in exponents])
    owner, found = np.divmod(np.unique(owner * size + added + first), size)
    starts = np.searchsorted(owner, np.arange(len(exponents) + 1))
    return starts, found % len(mul), found[:, np.newaxis] // shape.scale % shape.radix


def _wrap(power: Any, radix: Any) -> Any:
    """A power, or each of an array, as the equal one below the radix."""
    beyond = (power - radix + PERIOD) // PERIOD * PERIOD
    return power - beyond * (beyond > 0)


# -- marking ---------------------------------------------------------------------------------------


def mark(made: Candidate) -> LossMarks:
    """Which elements are lost."""
    import numpy as np

    size = int(np.prod(made.shape))
    if size <= (VERY_FEW if kernels.are_loaded() else FEW):
        return mark_plainly(made)
    kernels.need()
    from ...kernels.misere.quotientloops import mark as mark_quickly

    marked = LossMarks(np.zeros(size, np.bool_), *(np.zeros(size, np.int64) for _ in range(3)))
    mark_quickly(*made, *marked, np.zeros(size, np.bool_), np.zeros(len(made.radix), np.int64))
    return marked


def mark_plainly(made: Candidate) -> LossMarks:
    """The same without the kernel."""
    import numpy as np

    plain = _Plain(*(part.tolist() for part in made))
    return LossMarks(
        np.array(plain.lost, np.bool_),
        np.array(plain.order, np.int64),
        np.array(plain.parent, np.int64),
        np.array(plain.last, np.int64),
    )


class _Plain:
    """Marks with lists of numbers."""

    def __init__(self, *parts: Any) -> None:
        self.factor, self.scale, self.radix, self.step, self.without = parts[:5]
        self.starts, self.move_base, self.move_powers, self.mul = parts[5:]
        size = len(self.mul)
        for radix in self.radix:
            size *= radix
        self.lost = [False] * size
        self.order, self.parent, self.last = [0], [0], [0]
        seen = [True] + [False] * (size - 1)
        for g in range(len(self.factor)):
            begin, end = 0, len(self.order)
            while begin < end:
                for i in range(begin, end):
                    times = self._times(self.order[i], g)
                    if not seen[times]:
                        seen[times] = True
                        self.lost[times] = self._is_lost(times)
                        self.order.append(times)
                        self.parent.append(i)
                        self.last.append(g)
                begin, end = end, len(self.order)

    def _times(self, element: int, g: int) -> int:
        f = self.factor[g]
        if f < 0:
            first = element % len(self.mul)
            return int(element - first + self.step[g][first])
        power = element // self.scale[f] % self.radix[f] + 1
        return int(element + self.scale[f] * (_wrap(power, self.radix[f]) - power + 1))

    def _is_lost(self, element: int) -> bool:
        first = element % len(self.mul)
        powers = [element // scale % radix for scale, radix in zip(self.scale, self.radix, strict=True)]
        for g, f in enumerate(self.factor):
            less, fewer = self.without[g][first], powers
            if f >= 0:
                less, fewer = (first if powers[f] else -1), [power - (i == f) for i, power in enumerate(powers)]
            if less >= 0 and any(self.lost[self._move(less, fewer, t)] for t in range(*self.starts[g : g + 2])):
                return False
        return True

    def _move(self, first: int, powers: list[int], t: int) -> int:
        element: int = self.mul[first][self.move_base[t]]
        for power, more, radix, scale in zip(powers, self.move_powers[t], self.radix, self.scale, strict=True):
            element += scale * _wrap(power + more, radix)
        return element


# -- reducing --------------------------------------------------------------------------------------


def reduce_candidate(made: Candidate, marked: LossMarks, generators: Sequence[int]) -> Monoid:
    """Elements that no element tells apart become one: the coarsest partition that knows what is lost."""
    import numpy as np

    classes = _partition(made, marked.lost.reshape(made.shape))
    flat = classes.ravel()
    found = flat[marked.order]
    first = np.zeros(int(flat.max()) + 1, np.int64)
    first[found[::-1]] = np.arange(len(found) - 1, -1, -1)  # where a place is written twice, the last one stays
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    first = np.sort(first)
    actions = np.empty((len(generators), len(first)), np.int32)
    for g in range(len(generators)):
        after = _act(made, classes, g).ravel()
        actions[g] = rank[after[marked.order[first]]]
        assert (actions[g][rank[flat]] == rank[after]).all()  # or the sums of hashes have met by chance
    mul = np.empty((len(first), len(first)), np.int32)
    mul[0] = np.arange(len(first))
    for i in range(1, len(first)):
        mul[i] = actions[marked.last[first[i]]][mul[rank[found[marked.parent[first[i]]]]]]
    values = {g: int(actions[k, 0]) for k, g in enumerate(generators)}
    return Monoid(mul, marked.lost[marked.order[first]], values)


def _partition(made: Candidate, lost: Flags) -> Ints:
    import numpy as np

    classes, count = lost.astype(np.int64), 0
    mixed = _mixing(len(made.factor))
    while True:
        sums = classes * mixed[-1]
        for g in range(len(made.factor)):
            sums += _act(made, classes, g) * mixed[g]
        unique, classes = np.unique(sums.ravel(), return_inverse=True)
        classes = classes.reshape(lost.shape)
        # A refinement never merges classes, so an equal count means equal classes.
        if len(unique) == count:
            return classes
        count = len(unique)


@lru_cache(64)
def _mixing(generators: int) -> Ints:
    """Random factors for the sums that tell classes apart: one for each generator, and one for the class itself."""
    import numpy as np

    # Odd factors: multiplication by an odd number loses no bits modulo 2^64.
    return np.random.default_rng(generators).integers(1, 1 << 62, generators + 1, np.int64) | 1


def _act(made: Candidate, classes: Ints, g: int) -> Ints:
    """For each element the class of its product with generator g."""
    import numpy as np

    f = int(made.factor[g])
    if f < 0:
        found: Ints = np.take(classes, made.step[g], axis=-1)
        return found
    radix = int(made.radix[f])
    # The power after the last one is the first power of the period again.
    found = np.take(classes, [*range(1, radix), radix - PERIOD], axis=classes.ndim - 2 - f)
    return found
