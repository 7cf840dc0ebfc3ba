"""Compiled loops: arrays and ints in, arrays and ints out; no module here knows a game.

Import a module of this package inside the function that needs it: numba takes half a second to load.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """`numba.njit` with the types of the function, compiled once for each kind of array.

    The result is kept on disk; where no folder can be written, in memory.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    try:
        compiled = numba.njit(cache=True, error_model="numpy")(function)
    except RuntimeError:
        compiled = numba.njit(error_model="numpy")(function)
    return cast(Callable[P, R], compiled)
