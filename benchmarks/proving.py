"""Mex against proof, value and outcome: positions met and CPU time, from one run.

    .venv/bin/python benchmarks/proving.py

It shows why `values/search/choosing.py` leaves games that never split, and small ones, to mex.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import nimatron as nt
from nimatron.game import Part
from nimatron.values.search.frames import is_plain
from nimatron.values.search.tables import Tables
from nimatron.values.solver import Solver


class Rooks(nt.Game):
    """Rook to the corner, without its theorem: never splits."""

    def options(self, state: Any) -> Any:
        return nt.Rook.options(state)


class Bite(nt.Game):
    """Chomp without its theorems: never splits."""

    def options(self, state: Any) -> Any:
        return nt.Chomp.options(state)


class Pins(nt.HeapGame):
    """Kayles as a user would write it: few positions, each with many options."""

    def heap_options(self, n: int) -> Iterator[tuple[int, ...]]:
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1):
                yield left, n - taken - left


class Pegs(nt.Game):
    """Take a square of a board and its neighbours; connected pieces are parts. The state is the set as bits."""

    def __init__(self, width: int, height: int) -> None:
        self.near = []
        for i in range(width * height):
            y, x = divmod(i, width)
            places = ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            self.near.append(sum(1 << b * width + a for a, b in places if 0 <= a < width and 0 <= b < height))

    def options(self, state: Any) -> Any:
        return (state & ~near for i, near in enumerate(self.near) if state >> i & 1)

    def components(self, state: Any) -> Sequence[Part]:
        parts = []
        while state:
            piece, grown = 0, state & -state
            while grown != piece:
                piece = grown
                for i, near in enumerate(self.near):
                    if piece >> i & 1:
                        grown |= near & state
            parts.append((self, piece))
            state &= ~piece
        return parts


def cases() -> Iterator[tuple[str, nt.Game, Any]]:
    yield "rooks 40 39", Rooks(), (40, 39)
    yield "bite 6x6", Bite(), (6,) * 6
    yield "pins 300", Pins(), (300,)
    yield "pegs 4x5", Pegs(4, 5), (1 << 20) - 1
    yield "pegs 5x5", Pegs(5, 5), (1 << 25) - 1
    yield "cram 5x4", nt.Cram, nt.Cram("5x4").state
    yield "cram 6x4 without a corner", nt.Cram, (6, 4, (1 << 24) - 2)
    yield "cram 5x5 without a corner", nt.Cram, (5, 5, (1 << 25) - 2)


def measured(ask: Callable[..., Any], *question: Any) -> tuple[Any, str]:
    solver = Solver(tables=Tables())
    started = time.process_time()
    answer = ask(solver.search, *question)
    return answer, f"{solver.budget.spent:8,} {time.process_time() - started:6.2f}"


def main() -> None:
    titles = ("mex", "proof", "chosen", "outcome early", "outcome proof")
    print(f"{'positions and CPU seconds':26} {' '.join(f'{title:>15}' for title in titles)}")
    for name, game, state in cases():
        value, mex = measured(lambda search, *position: search.mex.value(*position), game, state)
        proved, proof = measured(lambda search, *position: search.prover.value(*position), game, state)
        found, chosen = measured(lambda search, *position: search.value(*position), game, state)
        is_p, shown = measured(lambda search, *position: search.prover.has_value(*position, 0), game, state)
        assert value == proved == found
        assert is_p == (value == 0)
        early = " " * 15
        if is_plain(game):
            early = measured(lambda search, *position: search.outcomes.is_p(*position), game, state)[1]
        print(f"{name:26} {' '.join([mex, proof, chosen, early, shown])}", flush=True)


if __name__ == "__main__":
    main()
