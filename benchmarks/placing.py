"""Values of placing games, as CPU time of one run, and the size of their certificates.

    .venv/bin/python benchmarks/placing.py [--queens N] [--certificates] [--twice N]

Queens on n x n, as in A344227, and Node Kayles on 3 x n, as in A316632, as far as boards of 128 squares go;
larger boards of queens are solved option by option, each with its free squares numbered anew. `--twice`
computes Node Kayles again by the program for any graph, in plain Python without a kernel. Each board begins with an
empty table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

import nimatron as nt
from nimatron.core.limits import Budget
from nimatron.families.cram.table_search import CramTable
from nimatron.families.placing.placing_search import PlacingSearch, placing_table
from nimatron.families.placing.rules import MOST_SQUARES, Board, Placing
from nimatron.kernels.cram.placements import PlacingRules
from nimatron.proof.checkers import verify
from nimatron.proof.write_file import text
from nimatron.proof.write_value import value_certificate

MOST_QUEENS = 11
"""The largest board of queens with at most 128 squares."""

NODE_KAYLES = ".x./x#x/.x."
CERTIFIED = ["placing{queen}: 6x6", "placing{queen}: 8x8", "placing{.x./x#x/.x.}: 10x3", "cram: 5x5", "cram: 5x4"]


def queens(most: int) -> Iterator[tuple[str, Placing]]:
    for n in range(1, most + 1):
        yield f"queens {n}x{n}", Placing(f"{n}x{n}", "queen")


def node_kayles(most: int) -> Iterator[tuple[str, Placing]]:
    for n in range(1, most + 1):
        yield f"Node Kayles {n}x3", Placing(f"{n}x3", NODE_KAYLES)


def solve(name: str, game: Placing) -> None:
    """Print the value of a board."""
    width, height = game.start[:2]
    table = placing_table(game, width, height)
    started = time.process_time()
    value = PlacingSearch(game, table, Budget()).value(game.start)
    print(f"{name:20} {value:5} {time.process_time() - started:9.3f} {table.nodes:12,}", flush=True)


def solve_large(game: Placing, state: Board, value: int) -> bool:
    """Does a position on a board of more than 128 squares have this value? Its free squares are numbered anew."""
    width, height, free, _ = state
    squares = [i for i in range(width * height) if free >> i & 1]
    if len(squares) > MOST_SQUARES:
        # Some option has each smaller value, and none has this one.
        different = {game.canonical(option): option for option in game.options(state)}
        options = sorted(different.values(), key=lambda option: option[2].bit_count())
        some = all(any(solve_large(game, option, less) for option in options) for less in range(value))
        return some and not any(solve_large(game, option, value) for option in options)
    number = {square: i for i, square in enumerate(squares)}

    def mapped(word: int) -> int:
        return sum(1 << i for square, i in number.items() if word >> square & 1)

    def words(rows: list[int]) -> np.ndarray:
        return np.array([divmod(word, 1 << 64)[::-1] for word in rows], np.uint64)

    # Those near the middle come first, as on whole boards.
    moves = sorted(game.live_moves(state), key=lambda m: abs(2 * (m.covers.bit_length() - 1) + 1 - width * height))
    covers, takes = words([mapped(m.covers) for m in moves]), words([mapped(m.takes) for m in moves])
    ranks, images = np.arange(len(moves)), np.zeros((0, 16, 256, 2), np.uint64)
    most = len(moves) * len(squares)
    rules = PlacingRules(covers, takes, ranks, images, words([1]), len(squares), 0, 0, most, ranks)
    table = CramTable(rules=rules, least=1)
    search = PlacingSearch(game, table, Budget())
    return search.has_value((len(squares), 1, (1 << len(squares)) - 1, 0), value)


def solve_queens(n: int) -> None:
    """Print the value of a board that is too large for the library."""
    game = Placing("1x1", "queen")
    started = time.process_time()
    state = (n, n, (1 << n * n) - 1, 0)
    value = next(value for value in range(n) if solve_large(game, state, value))
    print(f"queens {f'{n}x{n}':13} {value:5} {time.process_time() - started:9.3f}", flush=True)


def solve_as_graph(n: int) -> None:
    """Print the value of Node Kayles on 3 x n as a game on a graph."""
    names = {(x, y): f"v{x}_{y}" for x in range(n) for y in range(3)}
    edges = [f"{names[a]}-{names[b]}" for a in names for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in names]
    started = time.process_time()
    value = nt.grundy(nt.NodeKayles(" ".join(edges))(" ".join(names.values())))
    print(f"as a graph {n}x3 {value:14} {time.process_time() - started:9.3f}", flush=True)


def certify(position: str) -> None:
    """Print the size of a certificate of a value, and the time of its check."""
    started = time.process_time()
    certificate = value_certificate(nt.parse(position))
    between = time.process_time()
    assert verify(certificate)
    taken, check = between - started, time.process_time() - between
    size = len(text(certificate))
    print(f"{position:28} {certificate['value']:5} {len(certificate['lines']):6} {size:9,} {taken:8.2f} {check:8.2f}")


def main() -> None:
    arguments = argparse.ArgumentParser(description="Times placing games.")
    arguments.add_argument("--queens", type=int, default=11, metavar="N", help="up to n x n (11)")
    arguments.add_argument("--node-kayles", type=int, default=27, metavar="N", help="up to 3 x n (27)")
    arguments.add_argument("--certificates", action="store_true", help="certificates of some values too")
    arguments.add_argument("--twice", type=int, default=0, metavar="N", help="3 x n by plain search too, up to n")
    options = arguments.parse_args()
    print("board                value     CPU s    positions")
    for name, game in (*queens(min(options.queens, MOST_QUEENS)), *node_kayles(options.node_kayles)):
        solve(name, game)
    for n in range(MOST_QUEENS + 1, options.queens + 1):
        solve_queens(n)
    for n in range(1, options.twice + 1):
        solve_as_graph(n)
    if options.certificates:
        print("\nposition                     value  lines     bytes  write s  check s")
        for position in CERTIFIED:
            certify(position)


if __name__ == "__main__":
    main()
