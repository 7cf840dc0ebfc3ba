"""Checks a guess for a misere quotient exactly: this check makes quotients theorems.

Let phi be a map from sums of components to a finite commutative monoid, and P a set of its elements. The lost positions
are exactly those that phi takes into P if

(b) no move leads from P to P: no z with phi(h) z in P has a move of h to some h' with phi(h') z in P, for every h;
(c) every position X other than nothing whose phi(X) is not in P has a move to one in P.

For (b) and (c) two facts about each component h are enough: its element, and S(h), the set of all z such that a move in
h wins beside z. Of a position X the check needs phi(X) and R(X), the set of all z such that a move in X wins beside z:
R(X + h) is the union of {z : phi(h) z in R(X)} and {z : phi(X) z in S(h)}. So the pairs (phi(X), R(X)) can be listed,
and (c) says of each pair that phi(X) is in P or R(X) has 1. A pair whose R contains that of another pair with the same
element needs no successors: what holds for the smaller holds for the larger. That keeps the list finite and short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import kernels
from ...core.errors import Limit
from ...core.limits import Budget
from ...core.message import Message
from .monoid import Element, Monoid

if TYPE_CHECKING:
    from ...core.array_types import Bytes, Flags, SmallInts


FEW, VERY_FEW = 48, 8
"""Monoids of at most this many elements are checked without the kernel; once it is loaded, only very small ones."""

PAUSE = 256
"""Pairs between two looks at the clock."""

MOST_PAIRS = 2_000_000


class ComponentWins(NamedTuple):
    """A component h as the check sees it: its element, and all z beside which a move in it wins."""

    component: int
    element: Element
    wins: Flags


class CheckFailure(Exception):
    """A signal: the guess is wrong for this sum of components."""

    def __init__(self, word: tuple[int, ...]) -> None:
        super().__init__(word)
        self.word = word


class Closure(NamedTuple):
    """The pairs (phi(X), R(X)) of all X other than nothing, the smallest R of each element. R is packed into bits."""

    elements: SmallInts
    wins: Bytes

    def like(self, allowed: Flags, wins: Flags) -> Element | None:
        """An allowed element for a new component: some X with this element wins nowhere else than the component."""
        import numpy as np

        # Nothing itself is no such X, for (c) does not ask for a move in it; but a component that is won alone will do.
        if allowed[0] and wins[0]:
            return 0
        outside = ~np.packbits(wins, bitorder="little")
        fits = allowed[self.elements] & ~(self.wins & outside).any(axis=1)
        return int(self.elements[fits].min()) if fits.any() else None


def least(steps: Sequence[ComponentWins]) -> list[ComponentWins]:
    """The components that matter: of those with the same element only those with the fewest wins."""
    kept: dict[Element, list[ComponentWins]] = {}
    for step in steps:
        here = kept.setdefault(step.element, [])
        # For (c) fewer wins are the harder case: what holds for a subset holds for every superset.
        if any(not (other.wins & ~step.wins).any() for other in here):
            continue
        here[:] = [other for other in here if (step.wins & ~other.wins).any()] + [step]
    return [step for _, some in sorted(kept.items()) for step in some]


def close(monoid: Monoid, steps: Sequence[ComponentWins], budget: Budget) -> Closure:
    """All pairs up to dominance; CheckFailure with a word if (c) does not hold."""
    steps = least(steps)
    plain = len(monoid) <= (VERY_FEW if kernels.are_loaded() else FEW)
    return close_plainly(monoid, steps, budget) if plain else close_quickly(monoid, steps, budget)


def close_plainly(monoid: Monoid, steps: Sequence[ComponentWins], budget: Budget) -> Closure:
    """The check with a Python int for each set."""
    import numpy as np

    # Lists, because small sets are faster in plain Python than in numpy.
    mul, lost = monoid.mul.tolist(), monoid.lost.tolist()
    sets = [_as_int(step.wins) for step in steps]
    shifted: dict[tuple[int, Element], int] = {}

    def shift(members: int, element: Element) -> int:
        """Those z whose product with the element is a member."""
        key = members, element
        if key not in shifted:
            shifted[key] = sum(1 << z for z, times in enumerate(mul[element]) if members >> times & 1)
        return shifted[key]

    found: dict[Element, list[int]] = {0: [0]}
    queue: list[tuple[Element, int, tuple[int, ...]]] = [(0, 0, ())]
    for place, (element, wins, word) in enumerate(queue):
        if place % PAUSE == 0:
            _look(budget, len(queue))
        if wins not in found[element]:  # a smaller one has come in the meantime
            continue
        for step, members in zip(steps, sets, strict=True):
            times = mul[element][step.element]
            new = shift(wins, step.element) | shift(members, element)
            # Bit 0 of `new` says that a move wins beside nothing. A sum is lost exactly if it has no such move.
            if lost[times] == new & 1:
                raise CheckFailure((*word, step.component))
            here = found.setdefault(times, [])
            if any(other & ~new == 0 for other in here):
                continue
            here[:] = [other for other in here if new & ~other]
            here.append(new)
            queue.append((times, new, (*word, step.component)))
    size = (len(monoid) + 7) // 8
    # The pair of nothing stays out: `like` must not match it.
    pairs = [(element, wins) for element, some in found.items() for wins in some if element or wins]
    packed = b"".join(wins.to_bytes(size, "little") for _, wins in pairs)
    return Closure(
        np.array([element for element, _ in pairs], np.int32),
        np.frombuffer(packed, np.uint8).reshape(len(pairs), size),
    )


def _as_int(flags: Flags) -> int:
    import numpy as np

    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _look(budget: Budget, pairs: int) -> None:
    budget.look()
    if pairs > MOST_PAIRS:
        raise Limit(Message("the check of a quotient has too many cases"), budget.spent, budget.elapsed)


def close_quickly(monoid: Monoid, steps: Sequence[ComponentWins], budget: Budget) -> Closure:
    """The check by the kernel, which stops now and then for a look at the clock."""
    import numpy as np

    kernels.need()
    from ...kernels.misere.quotientloops import advance

    size = len(monoid)
    width = (size + 63) // 64
    wins = np.array([step.wins for step in steps])
    shifted = np.zeros((len(steps), size, width), np.uint64)
    for k in range(len(steps)):
        shifted[k].view(np.uint8)[:, : (size + 7) // 8] = np.packbits(wins[k][monoid.mul], axis=1, bitorder="little")
    pairs = _Pairs(4096, size, width)
    elements = np.array([step.element for step in steps], np.int32)
    scratch = np.zeros(size, np.bool_), np.zeros(width, np.uint64), np.zeros(width, np.uint64)
    status = 1
    while status == 1:
        arguments = (monoid.mul, monoid.lost, elements, shifted, *pairs.arrays, *scratch, PAUSE)
        status = advance(*arguments)
        _look(budget, int(pairs.state[0]))
        if status == 1 and pairs.state[0] + len(steps) > pairs.room:
            pairs.grow(max(2 * pairs.room, pairs.room + len(steps)))
    if status == 2:
        path = [*pairs.path(int(pairs.state[2])), int(pairs.state[3])]
        raise CheckFailure(tuple(steps[k].component for k in path))
    kept = np.flatnonzero(pairs.arrays[5][1 : pairs.state[0]]) + 1
    rows = np.ascontiguousarray(pairs.arrays[1][kept]).view(np.uint8)[:, : (size + 7) // 8]
    return Closure(pairs.arrays[0][kept], np.ascontiguousarray(rows))


class _Pairs:
    """The arrays of the kernel. The pair of nothing is the first."""

    def __init__(self, room: int, size: int, width: int) -> None:
        import numpy as np

        self.room = room
        self.state = np.array([1, 0, 0, 0], np.int64)
        """How many pairs there are, which is next, and if the check fails, the pair and the step."""
        self.arrays: list[Any] = [
            np.zeros(room, np.int32),  # element
            np.zeros((room, width), np.uint64),  # wins
            np.zeros(room, np.int32),  # the pair before
            np.zeros(room, np.int32),  # the step from there
            np.full(room, -1, np.int32),  # the next pair with the same element
            np.ones(room, np.bool_),  # has it no smaller one?
            np.full(size, -1, np.int32),  # the last pair with an element
            self.state,
        ]
        # The first pair, nothing, has element 0.
        self.arrays[6][0] = 0

    def grow(self, room: int) -> None:
        import numpy as np

        # Arrays 6 and 7 do not depend on the number of pairs.
        for i, fill in ((0, 0), (1, 0), (2, 0), (3, 0), (4, -1), (5, 1)):
            old = self.arrays[i]
            self.arrays[i] = np.full((room, *old.shape[1:]), fill, old.dtype)
            self.arrays[i][: self.room] = old
        self.room = room

    def path(self, pair: int) -> list[int]:
        """The steps that lead to a pair."""
        steps: list[int] = []
        while pair:
            steps.append(int(self.arrays[3][pair]))
            pair = int(self.arrays[2][pair])
        return steps[::-1]
