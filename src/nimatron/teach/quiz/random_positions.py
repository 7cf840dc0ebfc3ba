"""Small random positions and games for exercises, by difficulty.

Only `randrange` and `choice` of `random.Random` are used, seeded with ints: they give the same on every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from random import Random
from typing import Literal

from ...core.game import Game, Outcome, Position
from ...explain.ask import outcome
from ...explain.move_outcomes import distinct
from ...families.corner import rules as lattice
from ...families.graph import rules as graphs
from ...families.octal import rules as octal
from ...families.taking import rules as heaps
from ...notation.reader import parse
from ..questions.question import LIMITS

Difficulty = Literal["easy", "medium", "hard"]

Draw = Callable[[Random], Position]

TRIES = 400
"""The most positions to draw before any outcome will do. At least a quarter of them have the wanted outcome."""


def random_subset(rng: Random, numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """`count` of the numbers, in order."""
    left = list(numbers)
    return tuple(sorted(left.pop(rng.randrange(len(left))) for _ in range(count)))


def _of(name: str, count: int, low: int, high: int) -> Draw:
    """Positions of a game that are written as `count` numbers."""
    return lambda rng: parse(f"{name}: {' '.join(str(rng.randrange(low, high + 1)) for _ in range(count))}")


def _taking(rng: Random) -> Position:
    """One heap, and few amounts that may be taken."""
    amounts = rng.choice(((1, 2), (1, 2, 3), (1, 3), (1, 3, 4), (2, 3), (1, 2, 3, 4), (1, 4)))
    return heaps.Subtraction(amounts)(rng.randrange(4, 17))


def _coins(name: str, count: int, low: int, high: int) -> Draw:
    """Coins in different places that show heads."""
    return lambda rng: parse(f"{name}: {' '.join(map(str, random_subset(rng, range(low, high + 1), count)))}")


def _bar(rng: Random) -> Position:
    """A bar of chocolate with two or three rows, some of it eaten."""
    rows = sorted((rng.randrange(1, 6) for _ in range(rng.randrange(2, 4))), reverse=True)
    return parse(f"chomp: {' '.join(map(str, rows))}")


def _sum_of(*draws: Draw) -> Draw:
    """A sum of positions."""
    return lambda rng: reduce(add, [draw(rng) for draw in draws])


WON_OR_LOST: dict[Difficulty, tuple[Draw, ...]] = {
    "easy": (_taking, _of("nim", 2, 1, 7), _of("rook", 2, 0, 6), _of("nim", 3, 1, 3), _of("nimble", 2, 0, 6)),
    "medium": (
        _of("nim", 3, 1, 9),
        _of("wythoff", 2, 1, 8),
        _of("kayles", 2, 1, 6),
        _bar,
        _of("lasker", 2, 1, 6),
        _of("nimble", 4, 0, 8),
        _coins("turtles", 3, 1, 8),
    ),
    "hard": (
        _of("nim", 4, 1, 15),
        _of("kayles", 3, 1, 9),
        _of("lasker", 3, 1, 8),
        _of("grundy", 3, 3, 9),
        _of("dawson-kayles", 3, 2, 8),
        _coins("mock-turtles", 4, 0, 8),
        _coins("ruler", 3, 1, 12),
        _sum_of(_of("nim", 2, 1, 7), _bar),
        _sum_of(_of("kayles", 1, 2, 8), _of("wythoff", 2, 1, 5)),
        _sum_of(_taking, _of("nim", 2, 1, 3)),
    ),
}
"""Positions for questions about the outcome or the winning moves."""

LAST_LOSES: dict[Difficulty, tuple[Draw, ...]] = {
    "easy": (_of("nim", 3, 1, 2), _of("nim", 4, 1, 2), _of("nim", 5, 1, 2), _of("subtraction{1,2,3}", 1, 4, 16)),
    "medium": (_of("nim", 2, 1, 7), _of("nim", 3, 1, 7), _of("subtraction{1,2}", 2, 1, 7)),
    "hard": (_of("kayles", 2, 1, 5), _of("kayles", 3, 1, 3), _bar, _of("nim", 4, 1, 9), _of("wythoff", 2, 1, 5)),
}
"""Positions for misere play."""


def random_position(
    rng: Random, draws: Sequence[Draw], wanted: Outcome, misere: bool = False, most: int = 0
) -> Position:
    """A position with the wanted outcome and, unless `most` is 0, with at most `most` moves."""
    for _ in range(TRIES):
        position = rng.choice(draws)(rng)
        moves = len(list(distinct(position)))
        # The cheap tests come before the search.
        if moves and (not most or moves <= most) and outcome(position, misere, LIMITS) == wanted:
            return position
    # No draw fitted: any position is better than no exercise, and the solver still judges it rightly.
    return position


# -- values --------------------------------------------------------------------------------------


def _graph(rng: Random) -> Position:
    """A token on a graph of six vertices, each with arrows to later ones."""
    names = "abcdef"
    # Each vertex has an arrow to the next one, so that only the last one is an end.
    arrows = [f"{a}>{b}" for i, a in enumerate(names) for b in names[i + 1 :] if rng.randrange(2) or b == names[i + 1]]
    return graphs.Graph.from_parameters(" ".join(arrows))((names[rng.randrange(3)],))


VALUED: tuple[Draw, ...] = (
    _of("kayles", 1, 2, 6),
    _of("lasker", 1, 2, 6),
    _of("grundy", 1, 4, 9),
    _of("dawson-kayles", 1, 3, 8),
    lambda rng: parse(f"chomp: {rng.randrange(2, 4)} {rng.randrange(1, 3)}"),
    lambda rng: lattice.WythoffGame()((rng.randrange(1, 5), rng.randrange(1, 5))),
    _graph,
)
"""Positions for questions about the value."""


def random_taking_game(rng: Random, difficulty: Difficulty) -> Game:
    """A game in which certain amounts may be taken from a heap."""
    if difficulty == "easy":
        return heaps.Subtraction(range(1, rng.randrange(2, 9)))
    if difficulty == "medium":
        return heaps.Subtraction(random_subset(rng, range(1, 7), 2))
    return heaps.Subtraction(random_subset(rng, range(1, 9), 3))


BREAKING: tuple[Game, ...] = (
    octal.Kayles,
    octal.DawsonKayles,
    octal.Lasker,
    octal.Grundy,
    octal.Guiles,
    octal.Officers,
    octal.Treblecross,
)
"""Games in which a heap may be split."""
