"""Why plain recursion is slow: how often `is_losing` is called, with and without a memory, on growing positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Heaps = tuple[int, ...]

POSITIONS: tuple[Heaps, ...] = tuple((k, k, k) for k in range(1, 11))
"""Three equal heaps of Nim, which grow."""


@dataclass(frozen=True)
class CallCount:
    """The calls for one position: by plain recursion, and with a memory, where each position is worked out once."""

    position: str
    plain: int
    memo: int


def count_calls() -> list[CallCount]:
    """The calls for growing positions of Nim.

    >>> count_calls()[1]
    CallCount(position='nim: 2 2 2', plain=24, memo=17)
    """
    return [CallCount(f"nim: {' '.join(map(str, heaps))}", *counts(heaps)) for heaps in POSITIONS]


def counts(heaps: Heaps) -> tuple[int, int]:
    """The calls without a memory, which are counted and not made, and with one."""
    return _plain_calls(heaps)[0], _memo_calls(heaps)


def _options(heaps: Heaps) -> list[Heaps]:
    return [(*heaps[:i], left, *heaps[i + 1 :]) for i, h in enumerate(heaps) for left in range(h)]


@cache
def _plain_calls(heaps: Heaps) -> tuple[int, bool]:
    """The calls of plain recursion, which stops at the first losing option, and whether the position is losing."""
    calls = 1
    for option in _options(heaps):
        more, losing = _plain_calls(option)
        calls += more
        if losing:
            return calls, False
    return calls, True


def _memo_calls(heaps: Heaps) -> int:
    """The calls of the same recursion with a memory; a call that finds its answer there counts too."""
    memory: dict[Heaps, bool] = {}
    calls = 0

    def is_losing(position: Heaps) -> bool:
        nonlocal calls
        calls += 1
        if position not in memory:
            memory[position] = not any(map(is_losing, _options(position)))
        return memory[position]

    is_losing(heaps)
    return calls
