"""The compiler of the checkers."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..core.clock import interrupts_later


@cache
def njit() -> Any:
    """numba's compiler, which has compiled once. Nothing is kept on disk, where it could be changed."""
    with interrupts_later():
        from numba import njit as compiler

        first: Any = compiler(_nothing)
        first()  # loads all that numba loads later; half of it would be of no use
    return compiler


def _nothing() -> None: ...
