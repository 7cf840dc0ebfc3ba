"""Codes that are the same game with larger heaps.

If nobody can move in a heap of 1, heaps n + 1 of a code are heaps n of another, its *first cousin* (Guy and Smith):
taking t and leaving heaps of a + 1 and b + 1 takes t + 1 from one less and leaves heaps of a and b, which may be empty.
In general k heaps that are each smaller by 1 have k - 1 coins less than a heap that is, so t + k - 1 are taken. That
holds move by move, so in misere play too.
"""

from __future__ import annotations

from ...core.errors import BadText, UnknownGame, UsageError
from ...core.game import Game
from ...notation.reader import game_of
from .digits import Code, Digit
from .rules import Octal


def first_cousin(game: Octal | Code | str) -> Octal | None:
    """The code whose heaps n are the heaps n + 1 of this one; None if a heap of 1 has a move.

    >>> print(first_cousin("0.07"), first_cousin("4.4"), first_cousin("0.77"))
    octal{0.137} octal{0.77} None
    """
    code = _code_of(game)
    if not code.plain or code.unequal:
        raise UsageError("only codes without conditions have first cousins, not {code}", code=code)
    if code.digit(1) & 1:
        return None
    most = code.parts
    # From here on the digits of the cousin repeat if those of the code do.
    last = len(code.places) + most + len(code.again)
    digits = [_cousin_digit(code, t, most) for t in range(1, last + 1)]
    size = len(code.again)
    text, block = "".join(map(str, digits[: last - size])), "".join(map(str, digits[last - size :]))
    return Octal(f"0.{text}[{block}]" if size else f"0.{text}{block}")


def _cousin_digit(code: Code, taken: int, most: int) -> Digit:
    """What may be left after taking that many in the cousin: as many heaps as k, or fewer where some are empty."""
    bits = code.digit(taken + 1) & 1
    for heaps in range(1, most + 1):
        before = taken - heaps + 1
        if before >= 0 and code.digit(before) >> heaps & 1:
            # A heap of 1 becomes empty in the cousin, so fewer heaps may be left as well.
            bits |= (1 << heaps + 1) - 1
    return Digit.of({heaps: "" for heaps in range(bits.bit_length()) if bits >> heaps & 1})


def standard_form(game: Octal | Code | str) -> tuple[Octal, int]:
    """The code in which a heap of 1 has a move, and by how much its heaps are smaller.

    A code with conditions, or without any move, stays as it is.

    >>> print(*standard_form("0.07"), *standard_form("0.007"), *standard_form("kayles"), *standard_form("0.[2]"))
    octal{0.137} 1 octal{0.11337} 2 octal{0.77} 0 octal{0.[3]} 1
    """
    code, smaller = _code_of(game), 0
    while code.plain and not code.unequal and any(code.digits + code.repeat) and not code.digit(1) & 1:
        cousin = first_cousin(code)
        assert cousin is not None
        code, smaller = cousin.code, smaller + 1
    return Octal(code), smaller


def _code_of(game: Octal | Code | str) -> Code:
    if isinstance(game, Code):
        return game
    if isinstance(game, Octal):
        return game.code
    try:
        return Code(game)
    except BadText as fault:
        named = _by_name(game)
        if named is None:
            raise
        if isinstance(named, Octal):
            return named.code
        wrong = UsageError("expected a take-and-break code such as {example}, not {game}", example="0.77", game=named)
        raise wrong from fault


def _by_name(name: str) -> Game | None:
    """The game of this name, if there is one."""
    try:
        return game_of(name)
    except (BadText, UnknownGame):
        return None
