"""Heap games of users whose moves are the moves of a code.

Such a game says how much a move takes at most (`longest_move`) and how many heaps it leaves at most (`most_heaps`).
That means: what may be left depends on the amount alone, and is the same for every heap that is large enough. Then the
game has a code, which is found by looking at one heap for each amount, and compared with the rules of all small heaps;
all that is known of codes holds for it, periods and their proofs too.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm

from ...core.errors import UsageError
from ..heaps.rules import HeapGame
from .digits import Code, Condition, Digit, splits
from .rules import Octal

MOST = 6
"""The largest number of heaps for which a code is looked for."""

FURTHER = 12
"""How many heaps beyond those that were looked at are compared."""

_SIGNS: tuple[Condition, ...] = ("", "!", "?", "=")


@lru_cache(maxsize=100)
def declared_code(game: HeapGame) -> Code | None:
    """The code of a game that says how long its moves are; None if it does not say so.

    UsageError names the first heap whose moves are not those of a code.

    >>> class Pins(HeapGame):
    ...     longest_move, most_heaps = 2, 2
    ...     def heap_options(self, n):
    ...         return [(a, n - t - a) for t in (1, 2) for a in range((n - t) // 2 + 1) if n >= t]
    >>> declared_code(Pins())
    Code('0.77')
    """
    longest, most = game.longest_move, game.most_heaps
    if longest is None or most is None:
        return None
    if longest < 0 or not 0 <= most <= MOST:
        text = "longest_move is a number from 0 on and most_heaps one from 0 to {most}, not {longest} and {heaps}"
        raise UsageError(text, most=MOST, longest=longest, heaps=most)
    rest = 2 * lcm(*range(1, max(most, 2) + 1))  # so many coins can be made into any number of equal heaps
    digits = [_digit(game, t, rest, most) for t in range(longest + 1)]
    code = Code(f"{digits[0]}.{''.join(map(str, digits[1:]))}" if digits[1:] else str(digits[0]))
    _compare(game, Octal(code), longest + FURTHER)
    return code


def _digit(game: HeapGame, taken: int, rest: int, most: int) -> Digit:
    """What may be left after taking so many, read off a heap that leaves `rest`."""
    left = {option for option in _remainders(game, taken + rest) if sum(option) == rest}
    counts: dict[int, Condition] = {}
    for heaps in range(1, most + 1):
        some = {option for option in left if len(option) == heaps}
        if some:
            signs = (sign for sign in _SIGNS if set(splits(rest, heaps, sign)) == some)
            sign = next(signs, None)
            if sign is None:
                raise _no_code(game, taken + rest)
            counts[heaps] = sign
    if any(len(option) > most for option in left):
        raise _no_code(game, taken + rest)
    # A heap of exactly this size shows whether it may be taken whole.
    if taken and () in _remainders(game, taken):
        counts[0] = ""
    return Digit.of(counts)


def _remainders(game: HeapGame, heap: int) -> set[tuple[int, ...]]:
    """What the moves of a heap leave, without empty heaps and in order."""
    options = (option if isinstance(option, tuple) else (option,) for option in game.heap_options(heap))
    return {tuple(sorted(part for part in option if part)) for option in options}


def _compare(game: HeapGame, twin: Octal, last: int) -> None:
    for heap in range(last + 1):
        if _remainders(game, heap) != _remainders(twin, heap):
            raise _no_code(game, heap)


def _no_code(game: HeapGame, heap: int) -> UsageError:
    text = "{game} sets longest_move, but the moves of a heap of {heap} do not follow one code"
    return UsageError(text, game=game, heap=heap)
