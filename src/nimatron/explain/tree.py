"""The graph of a small game: every state below a position with its options, its value and the length of its play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..game import State
from ..nimbers import mex


@dataclass(frozen=True)
class Known:
    """What the definition says of a state: the longest play from it, and its value in normal play."""

    length: int
    value: int


def decided(options: Mapping[State, tuple[State, ...]]) -> dict[State, Known]:
    """The states from which play must end, those without a move first; the others can go round in a circle.

    >>> decided({2: (1, 0), 1: (0,), 0: ()})
    {0: Known(length=0, value=0), 1: Known(length=1, value=1), 2: Known(length=2, value=2)}
    """
    known: dict[State, Known] = {}
    waiting = {state: len(followers) for state, followers in options.items()}
    above = _above(options)
    ready = [state for state, count in waiting.items() if not count]
    for state in ready:  # grows while it is read: each state comes after all its options
        known[state] = _by_definition(known[option] for option in options[state])
        for other in above[state]:
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return known


def _by_definition(followers: Iterator[Known]) -> Known:
    found = list(followers)
    longest = max((one.length for one in found), default=-1)
    return Known(longest + 1, mex(one.value for one in found))


def _above(options: Mapping[State, tuple[State, ...]]) -> dict[State, list[State]]:
    """For each state those that can move to it."""
    above: dict[State, list[State]] = {state: [] for state in options}
    for state, followers in options.items():
        for option in followers:
            above[option].append(state)
    return above
