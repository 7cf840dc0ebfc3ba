"""Sylver Coinage: name numbers that are no sums of the numbers named before."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import gcd

from ...core.errors import IllegalPosition, OutOfReach
from ...core.game import Spoken, State
from ...core.message import Message
from ..lists.rules import ListGame

LARGEST = 10**12
"""The largest number that may be in a position: larger ones are hard to factor."""

LONGEST = 10**5
"""The most remainders for which the least sums are listed."""

ENDLESS = 1 << 80
"""Stands for the size of a position with infinitely many options, and for a sum that does not exist."""


class SylverCoinageGame(ListGame):
    """Name a number above 1 that is not a sum of numbers named before, each used any number of times.

    Usually 1 may be named too, and whoever does so loses. That is the same: who has only 1 left has lost.

    >>> from nimatron import SylverCoinage
    >>> print(*SylverCoinage(3, 4), sep="; ")
    sylver-coinage: 2 3 4; sylver-coinage: 3 4 5
    """

    name = "sylver-coinage"
    entry = Message("a number from 2 on")
    start = (5, 8)

    def options(self, state: State) -> Iterator[State]:
        for n in legal_numbers(state):
            yield tuple(sorted((*state, n)))

    def accept_entry(self, entry: State, at: int) -> State:
        n: int = super().accept_entry(entry, at)
        if n == 1:
            raise IllegalPosition("whoever names 1 has lost: no game continues after it", at)
        if not 2 <= n <= LARGEST:
            raise IllegalPosition("expected a number from 2 to {most}, not {n!r}", at, most=LARGEST, n=n)
        return n

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        # Any set of numbers can be reached: name the largest first, and none is a sum of the larger ones.
        for at, n in enumerate(state):
            if n in state[:at]:
                raise IllegalPosition("{name!r} is there twice", at, name=str(n))
        return tuple(sorted(state))

    def canonical(self, state: State) -> Hashable:
        return generators(state)

    def size(self, state: State) -> int:
        if not is_finite(state) or state[0] > LONGEST:
            return ENDLESS
        left: int = sum(least // state[0] for least in least_sums(state))
        return 1 << min(left // 3, 80)

    def describe(self, before: State, after: State) -> Message | str:
        (number,) = {*after} - {*before}
        return Message("name {number}", number=number)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        # There may be infinitely many options to look through.
        numbers = [int(text) for text, _ in said if text.isdecimal() and 1 < int(text) <= LARGEST]
        return tuple(sorted((*state, *numbers))) if len(numbers) == 1 and not is_sum(state, numbers[0]) else None


def is_finite(state: State) -> bool:
    """Is only a finite number of numbers left? So it is if 1 is the greatest common divisor of the named ones."""
    return gcd(*state) == 1


def is_sum(state: State, n: int) -> bool:
    """Is n a sum of named numbers?

    >>> [n for n in range(1, 12) if not is_sum((4, 5), n)]
    [1, 2, 3, 6, 7, 11]
    """
    if not state or n < state[0]:
        return n == 0
    least: int = least_sums(state)[n % state[0]]
    return least <= n


def least_sums(state: State) -> tuple[int, ...]:
    """For each remainder by the least named number the least sum that has it; a larger one is that and multiples of it.

    >>> least_sums((4, 5))
    (0, 5, 10, 15)
    """
    return _sums(state)[1]


def generators(state: State) -> tuple[int, ...]:
    """The named numbers that are not sums of others; all of them if they are very large.

    >>> generators((4, 6, 9, 10))
    (4, 6, 9)
    """
    return _sums(state)[0] if state and state[0] <= LONGEST else state


@lru_cache(100_000)
def _sums(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The generators and the least sums."""
    first, *others = state
    if first > LONGEST:
        raise OutOfReach("the least number named is {n}: sums are found up to {most}", n=first, most=LONGEST)
    found, least = [first], [0, *[ENDLESS] * (first - 1)]
    for n in others:
        if least[n % first] > n:
            found.append(n)
            _add_generator(least, n)
    return tuple(found), tuple(least)


def _add_generator(least: list[int], n: int) -> None:
    """Use n as well. The remainders fall into circles of steps of n; from the least sum once around is enough."""
    modulus = len(least)
    step = gcd(n, modulus)
    for r in range(step):
        at = min(range(r, modulus, step), key=least.__getitem__)
        for _ in range(modulus // step - 1):
            before, at = at, (at + n) % modulus
            least[at] = min(least[before] + n, least[at])


def legal_numbers(state: State) -> Iterator[int]:
    """The numbers above 1 that may be named, the smallest first; perhaps without end."""
    if not state:
        yield from count(2)
    first = state[0]
    yield from range(2, first)
    least = least_sums(state)
    larger = range(first + 1, max(least) - first + 1) if is_finite(state) else count(first + 1)
    yield from (n for n in larger if n < least[n % first])


SylverCoinage = SylverCoinageGame()
