"""Kayles on paths, circles and symmetric graphs; Chomp on forests, and with a least or a greatest element."""

from __future__ import annotations

from ...core.game import Outcome, State
from ...nimbers.finite import mex
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from ..octal.rules import DawsonChess, DawsonKayles
from ..sources import GALE, WINNING_WAYS
from .normal_forms import numbers
from .rules import ArcKayles, NodeKayles, Poset, UndirectedGame


def _degrees(game: UndirectedGame, part: int) -> list[int]:
    return [(game.near[i] & part).bit_count() for i in numbers(part)]


def _as_row(game: UndirectedGame, part: State) -> tuple[int, bool] | None:
    """How many vertices a path or a cycle has, and whether it is a cycle; None for other parts."""
    degrees = _degrees(game, part)
    if not degrees or max(degrees) > 2 or game.parts(part) != [part]:
        return None
    ends = sum(2 - degree for degree in degrees)
    return len(degrees), ends == 0


def _sides(game: UndirectedGame, part: State) -> tuple[int, int] | None:
    """The numbers of vertices on both sides of a complete bipartite part; None for other parts."""
    first = part & -part
    # In a complete bipartite part, the neighbours of any vertex are the whole other side.
    one = game.near[first.bit_length() - 1] & part
    other = part & ~one
    complete = all(game.near[i] & part == one for i in numbers(other)) and all(
        game.near[i] & part == other for i in numbers(one)
    )
    return (one.bit_count(), other.bit_count()) if one and complete else None


def _is_complete(game: UndirectedGame, part: State) -> bool:
    degrees = _degrees(game, part)
    return bool(degrees) and min(degrees) == len(degrees) - 1


def _arc_row(game: UndirectedGame, part: State, solve: Solve) -> Value | None:
    """A move takes two neighbours. In a path it splits a row; from a cycle any two leave the same row."""
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    # All moves from a cycle have the same value, so the mex is 1 if that value is 0, and else 0.
    return int(solve(DawsonKayles, (n - 2,)) == 0) if circle else solve(DawsonKayles, (n,))


def _node_row(game: UndirectedGame, part: State, solve: Solve) -> Value | None:
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    return int(solve(DawsonChess, (n - 3,)) == 0) if circle else solve(DawsonChess, (n,))


def _arc_even(game: UndirectedGame, part: State, solve: Solve) -> Value | None:
    """Every move leaves a graph of the same kind, so the number of moves is fixed and only its parity counts."""
    if _is_complete(game, part):
        return int(part.bit_count()) // 2 % 2
    sides = _sides(game, part)
    return None if sides is None else min(sides) % 2


def _node_even(game: UndirectedGame, part: State, solve: Solve) -> Value | None:
    """In a complete graph a move takes everything; in a bipartite one, one side and a vertex of the other.

    Then only single vertices are left.
    """
    if _is_complete(game, part):
        return 1
    sides = _sides(game, part)
    return None if sides is None else mex((side - 1) % 2 for side in sides)


def forest(game: Poset, part: State, solve: Solve) -> Value | None:
    """What stands on an element is a sum of trees; the value with the element is 1 more than their nim-sum."""
    below = {i: game.below[i] & part for i in numbers(part)}
    # Right below an element is the one that makes up, with all below it, everything below the element.
    closed = {under | 1 << i: i for i, under in below.items()}
    grown, value = dict.fromkeys(below, 0), 0
    for i in sorted(below, key=lambda i: -below[i].bit_count()):  # from the highest down
        if not below[i]:
            value ^= grown[i] + 1
        elif below[i] in closed:
            grown[closed[below[i]]] ^= grown[i] + 1
        else:
            return None  # it stands on several others
    return value


def extreme_outcome(game: Poset, part: State) -> Outcome | None:
    """One element is below all others, so taking it ends the game; or above all others, so strategy stealing works."""
    for i in numbers(part):
        others = part & ~(1 << i)
        if game.above[i] & part == others or game.below[i] & part == others:
            return "N"
    return None


PARITY = "all pairs are joined, or all between two sides: parity"


THEOREMS: Theorems = {
    ArcKayles: (
        Theorem("a path is a row of Dawson's Kayles, a circle leaves one", WINNING_WAYS, _arc_row),
        Theorem(PARITY, THE_RULES, _arc_even),
    ),
    NodeKayles: (
        Theorem("a path is a row of Dawson's Chess, a circle leaves one", WINNING_WAYS, _node_row),
        Theorem(PARITY, THE_RULES, _node_even),
    ),
    Poset: (
        Theorem("a forest is Green Hackenbush: 1 more than what grows on it", WINNING_WAYS, forest),
        Theorem("a least or a greatest element: strategy stealing", GALE, None, extreme_outcome),
    ),
}

TRAITS: TraitsOf = dict.fromkeys((ArcKayles, NodeKayles, Poset), Traits(independent=True))
