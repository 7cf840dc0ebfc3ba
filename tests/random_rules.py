"""Random games from formulas: one to three numbers, one to three rules with small constants."""

from __future__ import annotations

from random import Random

import nimatron as nt


def random_game(rng: Random) -> nt.Rules:
    names = ["x", "y", "z"][: rng.choice((1, 2, 2, 2, 3))]
    moves = [random_rule(rng, names) for _ in range(rng.randint(1, 3))]
    return nt.Rules(" ".join(names), moves, symmetric=rng.random() < 0.5, misere=rng.random() < 0.25)


def random_rule(rng: Random, names: list[str]) -> str:
    x, *others = rng.sample(names, len(names))
    small = rng.randint
    alone = [
        f"{x}' < {x}",
        f"{small(1, 2)} <= {x} - {x}' <= {small(2, 5)}",
        f"{x}' = {x} - k, k in {{{', '.join(map(str, sorted(rng.sample(range(1, 9), small(1, 3)))))}}}",
        f"{x}' < {x} <= 2{x}'",
        f"{x}' = {x} // 2, {x} > 0",
        f"{x}' < {x}, ({x} - {x}') % {small(2, 4)} = 1",
    ]
    if not others:
        return rng.choice(alone)
    y = others[0]
    return rng.choice(
        [
            *alone,
            f"{x}' < {x}, {x} - {x}' <= {small(1, 2)}{y} + {small(0, 2)}",
            f"{x}' = {x} - {small(1, 2)}k, {y}' = {y} - {small(1, 2)}k, k > {small(0, 1)}",
            f"{x}' = {x} - {small(2, 3)}, {y}' = {y} + 1",
            f"{x} {rng.choice(('<=', '>='))} {y}, {x}' < {x}",
        ]
    )
