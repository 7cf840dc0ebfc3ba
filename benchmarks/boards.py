"""Values of Cram boards, as CPU time of one run.

    .venv/bin/python benchmarks/boards.py [--long] [BOARD ...]

Where the program `igsolve` (cargo install igsolve) is on the path, it computes the same values beside.
Machines are noisy: compare the ratios, not the seconds. `--long` solves larger boards too, in minutes and up
to 6 GB, without the other program. Each board begins with an empty table.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import time
from math import ceil, exp, log
from pathlib import Path

from nimatron.core.limits import Budget
from nimatron.families.cram.regions import CramSearch
from nimatron.families.cram.rules import Cram
from nimatron.families.cram.table_search import CramTable

BOARDS = ["6x5", "7x5", "9x4", "8x5", "11x4", "15x3", "9x5"]
LONG = ["7x6", "7x7", "10x5", "16x3", "17x3", "18x3", "19x3", "20x3", "21x3", "13x4"]
MEAN_OF = 6
"""The first so many boards give the mean."""

BRIEF = 2.0
"""Boards that take less CPU seconds are timed three times."""

PATIENCE = 300
"""CPU seconds that the other program gets for one board."""

MEMORY = 12_000


def own_time(board: str) -> tuple[float, int, CramTable]:
    """CPU seconds, the least of up to three; the value; the table at the end."""
    best, value, table = 0.0, 0, CramTable()
    for _ in range(3):
        started = time.process_time()
        table = CramTable(MEMORY)
        value = CramSearch(table, Budget()).value(Cram.parse(board))
        taken = time.process_time() - started
        best = min(best or taken, taken)
        if taken > BRIEF:
            break
    return best, value, table


def other_program() -> str | None:
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "bin"
    return shutil.which("igsolve") or shutil.which("igsolve", path=str(cargo))


def children_time() -> tuple[float, float]:
    """CPU seconds of other programs, and how many of these the system took for them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, used.ru_stime


def other_time(program: str, board: str) -> tuple[float, float] | None:
    """CPU seconds of `igsolve` with its default method, the better way round, and how many of these the system took.

    None when it takes too long.
    """
    best: tuple[float, float] | None = None
    for columns, rows in (board.split("x"), board.split("x")[::-1]):
        patience = ceil(best[0] if best else PATIENCE)
        limit = (patience, patience)
        started = children_time()
        done = subprocess.run(
            [program, "cram", "--cols", columns, "--rows", rows],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_CPU, limit),
        )
        whole, system = (after - before for after, before in zip(children_time(), started, strict=True))
        if done.returncode == 0:
            best = min(best or (whole, system), (whole, system))
    return best


def compare(boards: list[str], program: str | None) -> list[float]:
    """Print a line for each board; returns the ratios."""
    ratios = []
    print("board  value    CPU s  positions    entries     MB   igsolve  of it system   ratio")
    for board in boards:
        own, value, table = own_time(board)
        size = table.bytes / 1e6
        line = f"{board:6} {value:5} {own:8.3f} {table.nodes:10,} {table.entries:10,} {size:6.0f}"
        if program:
            other = other_time(program, board)
            whole, system = other or (PATIENCE, 0.0)
            line += f" {whole:9.3f} {system:13.3f}" if other else f"  >{PATIENCE:7} {'':13}"
            line += f" {whole / own:6.2f}x" + ("" if other else "+")
            ratios.append(whole / own)
        print(line, flush=True)
    return ratios


def main() -> None:
    arguments = argparse.ArgumentParser(description="Times Cram boards.")
    arguments.add_argument("boards", nargs="*", metavar="BOARD", help="columns x rows; by default a list")
    arguments.add_argument("--long", action="store_true", help="solve larger boards too")
    options = arguments.parse_args()
    if unknown := [board for board in options.boards if not re.fullmatch(r"\d+x\d+", board)]:
        arguments.error(f"expected columns x rows such as 9x5, not {unknown[0]}")
    started = time.process_time()
    own_time("6x5")
    print(f"compiled, or loaded from the cache, in {time.process_time() - started:.2f} CPU s\n")
    program = other_program()
    ratios = compare(options.boards or BOARDS, program)
    if ratios and not options.boards:
        mean = exp(sum(map(log, ratios[:MEAN_OF])) / MEAN_OF)
        print(f"geometric mean of the first {MEAN_OF} ratios: {mean:.2f}x")
    if options.long:
        compare(LONG, None)


if __name__ == "__main__":
    main()
