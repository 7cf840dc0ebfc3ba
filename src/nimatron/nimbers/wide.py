"""Products of very wide nimbers: all halves of a level at once, in numpy arrays of 16-bit digits.

An array has a row for each digit, lowest first, and a column for each number, so a half is a block of rows.
The rules are those of `finite`; only the order of the work differs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from .tables import EXP, LOG, TOP

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Digits = npt.NDArray[np.uint16]


def product(a: int, b: int, width: int) -> int:
    """The nim-product of two numbers below 2^width."""
    return _number(_products(_digits(a, width), _digits(b, width)))


def _products(a: Digits, b: Digits) -> Digits:
    import numpy as np

    if len(a) == 1:
        exp, log, _ = _tables()
        return exp.take(log[a] + log[b])
    # Karatsuba's three products, side by side.
    columns = a.shape[1]
    found = _products(_thrice(a), _thrice(b))
    low, high, mixed = found[:, :columns], found[:, columns : 2 * columns], found[:, 2 * columns :]
    return np.concatenate([low ^ _tops(high), mixed ^ low])


def _thrice(a: Digits) -> Digits:
    """The low halves, the high halves and their sums."""
    import numpy as np

    half = len(a) // 2
    low, high = a[:half], a[half:]
    return np.concatenate([low, high, low ^ high], axis=1)


def _tops(a: Digits) -> Digits:
    import numpy as np

    top = _tables()[2]
    if len(a) == 1:
        return top[a]
    half = len(a) // 2
    low, high = a[:half], a[half:]
    if half == 1:
        return np.concatenate([top[top[high]], top[low ^ high]])
    columns = a.shape[1]
    found = _tops(np.concatenate([low ^ high, high], axis=1))
    return np.concatenate([_tops(found[:, columns:]), found[:, :columns]])


def _digits(a: int, width: int) -> Digits:
    import numpy as np

    return np.frombuffer(a.to_bytes(width // 8, "little"), "<u2").astype(np.uint16)[:, None]


def _number(digits: Digits) -> int:
    return int.from_bytes(digits[:, 0].astype("<u2").tobytes(), "little")


@cache
def _tables() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
    import numpy as np

    return np.array(EXP, np.uint16), np.array(LOG, np.uint32), np.array(TOP, np.uint16)
