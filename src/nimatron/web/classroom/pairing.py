"""Who plays whom: at random, everybody against everybody, or neighbours on a ladder."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

Pair = tuple[str, str]


def shuffled(pupils: Sequence[str], seed: int) -> list[Pair]:
    """Pairs at random; of an odd number one is left over."""
    order = list(pupils)
    random.Random(seed).shuffle(order)
    return list(zip(order[::2], order[1::2], strict=False))


def robin(pupils: Sequence[str], number: int) -> list[Pair]:
    """The pairs of a round of everybody against everybody: one stays, the others go round a table.

    >>> [robin("abcd", i) for i in range(3)]
    [[('a', 'd'), ('b', 'c')], [('a', 'c'), ('d', 'b')], [('a', 'b'), ('c', 'd')]]
    >>> robin("abc", 0)
    [('b', 'c')]
    """
    seats = [*pupils, *([""] * (len(pupils) % 2))]
    if len(seats) < 2:
        return []
    first, others = seats[0], seats[1:]
    by = number % len(others)
    table = [first, *others[len(others) - by :], *others[: len(others) - by]]
    half = len(table) // 2
    return [(a, b) for a, b in zip(table[:half], reversed(table[half:]), strict=True) if a and b]


def robin_rounds(count: int) -> int:
    """In how many rounds everybody has met everybody."""
    return 0 if count < 2 else count - 1 + count % 2


def ladder(order: Sequence[str], number: int) -> list[Pair]:
    """Neighbours: the first with the second and so on, in the next round the second with the third.

    >>> ladder("abcde", 0), ladder("abcde", 1)
    ([('a', 'b'), ('c', 'd')], [('b', 'c'), ('d', 'e')])
    >>> ladder("ab", 1)
    [('a', 'b')]
    """
    begin = number % 2 if len(order) > 2 else 0
    return list(zip(order[begin::2], order[begin + 1 :: 2], strict=False))


def climbed(order: Sequence[str], won: Sequence[Pair]) -> list[str]:
    """The ladder after a round in which the first of each pair `won` against the second.

    >>> climbed("abcd", [("b", "a"), ("c", "d")])
    ['b', 'a', 'c', 'd']
    """
    ranks = list(order)
    for winner, loser in won:
        if winner in ranks and loser in ranks:
            up, down = ranks.index(winner), ranks.index(loser)
            if up > down:
                ranks[up], ranks[down] = loser, winner
    return ranks


def seated(pair: Pair, begun: Mapping[str, int], chance: int) -> Pair:
    """The pair with whoever begins first: whoever has begun less often, else as `chance` has it."""
    a, b = pair
    more = begun.get(a, 0) - begun.get(b, 0) or (1 if chance % 2 else -1)
    return (b, a) if more > 0 else (a, b)
