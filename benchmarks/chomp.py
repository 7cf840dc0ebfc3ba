"""All positions of Chomp inside a board, values and outcomes, as CPU seconds of one run.

    .venv/bin/python benchmarks/chomp.py [--long]

The baseline, compiled in the same run, looks at all bites of every bar. Where the program `igsolve` (cargo
install igsolve) is on the path, it finds the value of the one whole board beside, by its best method for Chomp.
Machines are noisy: compare the ratios, not the seconds. `--long` adds the values of 14x14, with
threads too, and the outcomes of 15x15 and 16x16.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

from nimatron.kernels.chomp import chompnimbers
from nimatron.kernels.chomp.chompnimbers import nimbers
from nimatron.kernels.chomp.chompoutcomes import outcomes

BOARDS = [(8, 8), (10, 10), (12, 10), (12, 12)]
MODELS = ["chomp", "chomp-sl"]
PATIENCE = 60
"""Seconds that the other program gets for a board."""


def least(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """CPU seconds, the least of a few runs, and the result."""
    found = []
    for _ in range(times):
        started = time.process_time()
        result = work()
        found.append(time.process_time() - started)
    return min(found), result


def other_program() -> str | None:
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "bin"
    return shutil.which("igsolve") or shutil.which("igsolve", path=str(cargo))


def other_time(program: str, columns: int, rows: int, value: int) -> float | None:
    """CPU seconds of `igsolve` with the better of its two models; None when both take too long."""
    best = None
    for model in MODELS:
        command = [program, "-m", "def", model, "-r", str(rows), "-c", str(columns)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            continue
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert re.search(rf"\b{value}\b", done.stdout), done.stdout
        taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = taken if best is None else min(best, taken)
    return best


def shown(seconds: float | None, width: int = 10) -> str:
    return f"{'-':>{width}}" if seconds is None else f"{seconds:{width}.4f}"


def ratio(slow: float | None, fast: float) -> str:
    return f"{'-':>7}" if slow is None else f"{slow / fast:7.1f}"


def boards() -> None:
    program = other_program()
    print("all bars inside a board: CPU s        baseline    igsolve     values  ratio  ratio   outcomes  ratio  ratio")
    print("                 positions         (all values) (one value)          (base) (igs)            (base) (igs)")
    for columns, rows in BOARDS:
        size = comb(columns + rows, rows)
        slow, expected = least(lambda c=columns, r=rows, s=size: chompnimbers._one_by_one(c, r, s, None), 2)
        fast, values = least(lambda c=columns, r=rows: nimbers(c, r))
        quick, (_, count) = least(lambda c=columns, r=rows: outcomes(c, r))
        assert (expected == values).all()
        assert count == int((values[1:] == 0).sum())
        other = other_time(program, columns, rows, int(values[-1])) if program else None
        print(
            f"  {f'{columns}x{rows}':6} {size:15,} {shown(slow, 20)} {shown(other)} {shown(fast)}"
            f"{ratio(slow, fast)}{ratio(other, fast)} {shown(quick)}{ratio(slow, quick)}{ratio(other, quick)}"
        )


def threads() -> None:
    jobs = os.cpu_count() or 1
    print(f"\nvalues of 14x14 with threads      CPU s     wall s   (processors: {jobs})")
    for count in sorted({1, jobs}):
        started, wall = time.process_time(), time.monotonic()
        nimbers(14, 14, jobs=count)
        print(f"  {count:3} {time.process_time() - started:31.2f} {time.monotonic() - wall:10.2f}")


def large() -> None:
    print("\nlarge boards            positions      CPU s    positions/s   largest, or P-positions")
    taken, values = least(lambda: nimbers(14, 14), 1)
    print(f"  values   14x14 {values.size:16,} {taken:10.2f} {values.size / taken:14,.0f} {values.max():25,}")
    for side in (14, 15, 16):
        taken, (_, count) = least(lambda side=side: outcomes(side, side), 1)
        size = comb(2 * side, side)
        print(f"  outcomes {side}x{side} {size:16,} {taken:10.2f} {size / taken:14,.0f} {count:25,}")
    print(f"  memory of the whole run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    long = parser.parse_args().long
    for compiled in (nimbers, outcomes):
        compiled(2, 2)
    chompnimbers._one_by_one(2, 2, 6, None)
    boards()
    if long:
        threads()
        large()


if __name__ == "__main__":
    main()
