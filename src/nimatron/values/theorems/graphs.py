"""Theorems on graphs and orders: Arc Kayles, Node Kayles, and Chomp on a partial order."""

from __future__ import annotations

from ...game import Game, Outcome, State
from ...games.graphs import Graph
from ...games.kayles import ArcKayles, NodeKayles, UndirectedGame
from ...games.octal import DawsonChess, DawsonKayles
from ...games.poset import Poset
from ...games.vertices import numbers
from ...nimbers import Value, mex
from .theorem import THE_RULES, WINNING_WAYS, Solve, Theorem, Theorems, Traits, TraitsOf


def _degrees(game: Game, part: int) -> list[int]:
    assert isinstance(game, UndirectedGame)
    return [(game.near[i] & part).bit_count() for i in numbers(part)]


def _as_row(game: Game, part: State) -> tuple[int, bool] | None:
    """How many vertices a path or a cycle has, and whether it is a cycle; None for other parts."""
    degrees = _degrees(game, part)
    assert isinstance(game, UndirectedGame)
    if not degrees or max(degrees) > 2 or game.parts(part) != [part]:
        return None
    ends = sum(2 - degree for degree in degrees)
    return len(degrees), ends == 0


def _sides(game: Game, part: State) -> tuple[int, int] | None:
    """The numbers of vertices on both sides of a complete bipartite part; None for other parts."""
    assert isinstance(game, UndirectedGame)
    first = part & -part
    one = game.near[first.bit_length() - 1] & part
    other = part & ~one
    complete = all(game.near[i] & part == one for i in numbers(other)) and all(
        game.near[i] & part == other for i in numbers(one)
    )
    return (one.bit_count(), other.bit_count()) if one and complete else None


def _is_complete(game: Game, part: State) -> bool:
    degrees = _degrees(game, part)
    return bool(degrees) and min(degrees) == len(degrees) - 1


def _arc_row(game: Game, part: State, solve: Solve) -> Value | None:
    """A move takes two neighbours. In a path it splits a row; from a cycle any two leave the same row."""
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    return int(solve(DawsonKayles, (n - 2,)) == 0) if circle else solve(DawsonKayles, (n,))


def _node_row(game: Game, part: State, solve: Solve) -> Value | None:
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    return int(solve(DawsonChess, (n - 3,)) == 0) if circle else solve(DawsonChess, (n,))


def _arc_even(game: Game, part: State, solve: Solve) -> Value | None:
    """Every move leaves a graph of the same kind, so the number of moves is fixed and only its parity counts."""
    if _is_complete(game, part):
        return int(part.bit_count()) // 2 % 2
    sides = _sides(game, part)
    return None if sides is None else min(sides) % 2


def _node_even(game: Game, part: State, solve: Solve) -> Value | None:
    """In a complete graph a move takes everything; in a bipartite one, one side and a vertex of the other.

    Then only single vertices are left.
    """
    if _is_complete(game, part):
        return 1
    sides = _sides(game, part)
    return None if sides is None else mex((side - 1) % 2 for side in sides)


def _forest(game: Game, part: State, solve: Solve) -> Value | None:
    """What stands on an element is a sum of trees; the value with the element is 1 more than their nim-sum."""
    assert isinstance(game, Poset)
    below = {i: game.below[i] & part for i in numbers(part)}
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


def _bounded(game: Game, part: State) -> Outcome | None:
    """One element is below all others, so taking it ends the game; or above all others, so strategy stealing works."""
    assert isinstance(game, Poset)
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
        Theorem("a forest is Green Hackenbush: 1 more than what grows on it", WINNING_WAYS, _forest),
        Theorem("a least or a greatest element: strategy stealing", "Gale 1974", None, _bounded),
    ),
}

TRAITS: TraitsOf = dict.fromkeys((Graph, ArcKayles, NodeKayles, Poset), Traits(independent=True))
