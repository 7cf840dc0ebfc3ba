"""Random games from formulas: one to three numbers, one to three rules with small constants."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..families.formula.rules import Rules

Kind = Callable[[Random, str, str], str]
"""Makes a rule about one number, or about two."""


def _set(rng: Random, x: str, y: str) -> str:
    amounts = sorted(rng.sample(range(1, 9), rng.randint(1, 3)))
    return f"{x}' = {x} - k, k in {{{', '.join(map(str, amounts))}}}"


def _limit(rng: Random, x: str, y: str) -> str:
    least = rng.randint(1, 3)
    return f"{least} <= {x} - {x}' <= {least + rng.randint(0, 4)}"


def _half(rng: Random, x: str, y: str) -> str:
    return rng.choice((f"{x}' < {x} <= 2{x}'", f"2{x}' <= {x}, {x}' < {x}", f"{x}' = {x} // 2, {x} > 0"))


def _remainder(rng: Random, x: str, y: str) -> str:
    m = rng.randint(2, 4)
    return f"{x}' < {x}, ({x} - {x}') % {m} = {rng.randrange(m)}"


def _at_most_other(rng: Random, x: str, y: str) -> str:
    return f"{x}' < {x}, {x} - {x}' <= {rng.choice((1, 1, 2))}{y} + {rng.randint(0, 2)}"


def _both(rng: Random, x: str, y: str) -> str:
    a, b = rng.choice(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3)))
    return f"{x}' = {x} - {a}k, {y}' = {y} - {b}k, k > {rng.choice((0, 0, 1))}"


def _transfer(rng: Random, x: str, y: str) -> str:
    a = rng.randint(1, 3)
    return rng.choice((f"{x}' = {x} - {a + 1}, {y}' = {y} + {a}", f"{x}' = {x} - 2k, {y}' = {y} + k, k > 0"))


def _together(rng: Random, x: str, y: str) -> str:
    limit = f"{x} - {x}' <= {rng.randint(1, 3)}*({y} - {y}') + {rng.randint(0, 2)}"
    return f"{x}' <= {x}, {y}' <= {y}, {x}' + {y}' < {x} + {y}, {limit}"


def _compare(rng: Random, x: str, y: str) -> str:
    return f"{x} {rng.choice(('<=', '>=', '<', '>'))} {y}, {x}' < {x}"


ALONE: tuple[Kind, ...] = (lambda rng, x, y: f"{x}' < {x}", _limit, _set, _half, _remainder)
PAIRS: tuple[Kind, ...] = (_at_most_other, _both, _transfer, _together, _compare)


def random_rules(rng: Random, count: int = 0) -> Rules:
    """A random game with `count` numbers, or with one to three."""
    names = ["x", "y", "z"][: count or rng.choice((1, 2, 2, 2, 2, 3))]
    moves = []
    for _ in range(rng.randint(1, 3)):
        x, y = rng.sample(names, 2) if len(names) > 1 else (names[0], "")
        moves.append(rng.choice((*ALONE, *PAIRS) if y else ALONE)(rng, x, y))
    return Rules(" ".join(names), moves, symmetric=rng.random() < 0.6, misere=rng.random() < 0.25)
