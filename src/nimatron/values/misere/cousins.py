"""Codes that are the same game with larger heaps.

If nobody can move in a heap of 1, heaps n + 1 of a code are heaps n of another, its *first cousin* (Guy and Smith):
taking t and leaving heaps of a + 1 and b + 1 takes t + 1 from one less and leaves heaps of a and b, which may be empty.
That holds move by move, so in misere play too.
"""

from __future__ import annotations

from ...games.octal import Code


def standard(code: Code) -> tuple[Code, int]:
    """The code in which a heap of 1 has a move, and by how much its heaps are smaller.

    Codes that split in three, into unequal heaps or with digits that repeat for ever stay as they are.

    >>> standard(Code("0.07")), standard(Code("4.4")), standard(Code("0.77"))
    ((Code('0.137'), 1), (Code('0.77'), 1), (Code('0.77'), 0))
    """
    if code.repeat or code.unequal or any(digit & 8 for digit in code.digits):
        return code, 0
    digits, smaller = code.digits, 0
    while any(digits) and not (len(digits) > 1 and digits[1] & 1):
        digits, smaller = _cousin(digits), smaller + 1
    return Code(f"0.{''.join(map(str, digits[1:]))}" if smaller else str(code)), smaller


def _cousin(digits: tuple[int, ...]) -> tuple[int, ...]:
    """The digits for heaps that are smaller by 1."""
    padded = (*digits, 0, 0)
    return 0, *(
        padded[t + 1] & 1 | (3 if padded[t] & 2 else 0) | (7 if padded[t - 1] & 4 else 0)
        for t in range(1, len(digits) + 1)
    )
