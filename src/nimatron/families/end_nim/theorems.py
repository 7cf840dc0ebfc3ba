"""End-Nim: which two heaps at the ends balance each other, for each row of heaps between them."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import END_NIM
from .rules import EndNimGame, with_first, with_right

LONGEST = 2000
"""The most heaps of a row that is looked at: the time grows with the square of their number."""


def balance(heap: int, own: int, other: int) -> int:
    """The heap at the other end that makes the row lost, if `heap` is at this end.

    `own` and `other` are the heaps that make the row between the ends lost alone, at this and at the other end. Without
    them the heaps of both ends are numbered 1, 2, 3, ...; equal numbers balance each other.

    >>> [balance(heap, 1, 0) for heap in range(5)]
    [0, 0, 1, 2, 3]
    """
    if heap == 0:
        return other
    if heap == own:
        return 0
    number = heap - (0 < own < heap)
    return number + (0 < other <= number)


def ends(state: State) -> tuple[int, int]:
    """The heaps that make the row lost if they are added at its left, or at its right.

    >>> ends((3,)), ends((1, 2))
    ((3, 3), (2, 1))
    """
    n = len(state)
    # left[i] and right[i] belong to the row of `size` heaps from heap i on; it begins with empty rows.
    left, right = [0] * (n + 1), [0] * (n + 1)
    for size in range(1, n + 1):
        rows = range(n - size + 1)
        new_right = [balance(state[i], left[i + 1], right[i + 1]) for i in rows]
        left, right = [balance(state[i + size - 1], right[i], left[i]) for i in rows], new_right
    return left[0], right[0]


def _outcome(game: Game, state: State) -> Outcome | None:
    if len(state) > LONGEST:
        return None
    # A lost row is balanced without a heap at its end.
    return "P" if not state or ends(state)[0] == 0 else "N"


def _reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    """At most one winning move at each end."""
    if v != 0 or len(state) > LONGEST:
        return None
    if not state:
        return []
    left, right = ends(state[1:])[0], ends(state[:-1])[1]
    found = [with_first(state, left)] if left < state[0] else []
    found += [with_right(state, right)] if right < state[-1] and len(state) > 1 else []
    return list(dict.fromkeys(found))


def _value(game: Game, state: State, solve: Solve) -> Value | None:
    """One or two heaps are Nim: all of them are ends."""
    if len(state) > 2:
        return None
    return state[0] ^ state[-1] if len(state) == 2 else sum(state)


def _method(game: Game, state: State) -> Message | None:
    if not 2 < len(state) <= LONGEST:
        return None
    between = state[1:-1]
    left, right = ends(between)
    own = ends(state[:-1])[1]
    params = {
        "between": " ".join(map(str, between)), "first": left, "second": right,
        "heap": state[0], "balance": own, "last": state[-1],
    }  # fmt: skip
    return Message(
        "The heaps between the ends ({between}) are lost with {first} at the left alone, or with {second} at the right "
        "alone. Without these two numbers, the heaps at both ends balance in order: {heap} at the left needs {balance} "
        "at the right, where {last} stands.",
        params=params,
    )


THEOREMS: Theorems = {
    EndNimGame: (
        Theorem("one or two heaps are Nim", THE_RULES, _value),
        Theorem(
            "End-Nim: for each heap at one end, one at the other end balances it", END_NIM,
            None, _outcome, _reach, method=_method,
        ),
    ),
}  # fmt: skip
