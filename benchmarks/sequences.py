"""Nim-sequences of take-and-break codes and proofs of their periods, as CPU time of one run.

    .venv/bin/python benchmarks/sequences.py [--long] [--steady] [--parts]

Where the program `ogsolve` (cargo install ogsolve) is on the path, it computes the same values beside.
Machines are noisy: compare the ratios, not the seconds. `--long` proves periods that need 4·10^8 values. `--steady`
prints only the time of one heap in long runs.
`--parts` computes only codes that leave three heaps or more, or have signs or digits that repeat, 0.9 also by a
compiled loop over all splits, and the sequence of a heap game of one's own beside a bare loop over its options.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nimatron import HeapGame, sequence
from nimatron.families.octal.rules import Code
from nimatron.kernels.octal.manyheaps import PartsRun
from nimatron.kernels.octal.octalrun import OctalRun
from nimatron.kernels.octal.periods import octal_period
from nimatron.solve.sequences.nim_sequence import LONG
from nimatron.solve.sequences.octal_sequence import rows_of

MILLION = [".6", ".16", ".106", ".37", ".354", ".376", ".77"]
HUNDRED_THOUSAND = [".007", "4!"]
PROOFS = [".16", ".56", ".127", ".376", ".354"]
LONG_PROOFS = [".104", ".054", ".454"]
STEADY = [".106", ".104", ".054", ".16", ".454", ".77", ".354", ".6"]
MANY = 10_000_000
PARTS = [
    *(("0.9", 3000), ("0.9", 20_000), ("0.8", 20_000), ("0.B", 20_000), ("0.33F", 20_000), ("0.3[7]", 20_000)),
    *(("8?.3", 20_000), ("0.{2+}", 20_000), ("0.3[F]", 10_000), ("K?.3", 3000)),
]
METHODS = ["rcs", "rc2s"]
PATIENCE = 20
"""CPU seconds that the other program gets for one sequence."""


def user_time(who: int = resource.RUSAGE_SELF) -> float:
    return resource.getrusage(who).ru_utime


def new_run(code: str) -> OctalRun:
    read = Code(code)
    return OctalRun(read.digits, read.unequal)


def own_time(code: str, size: int) -> float:
    """CPU seconds, the least of three."""
    times = []
    for _ in range(3):
        run, started = new_run(code), user_time()
        run.extend(size)
        times.append(user_time() - started)
    return min(times)


def other_program() -> str | None:
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "bin"
    return shutil.which("ogsolve") or shutil.which("ogsolve", path=str(cargo))


def other_time(program: str, code: str, size: int) -> float | None:
    """CPU seconds of the best method of `ogsolve`; None when all of them take too long."""
    best = None
    for method in METHODS:
        started = user_time(resource.RUSAGE_CHILDREN)
        command = [program, code, "-n", str(size), "-m", method]
        limit = (PATIENCE, PATIENCE)
        done = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_CPU, limit),
        )
        taken = user_time(resource.RUSAGE_CHILDREN) - started
        if done.returncode == 0 and (best is None or taken < best):
            best = taken
    return best


def values(program: str | None) -> None:
    print("first values      number   CPU s   ogsolve   ratio")
    sizes = [(code, 10**6) for code in MILLION] + [(code, 10**5) for code in HUNDRED_THOUSAND]
    for code, size in sizes:
        own = own_time(code, size)
        line = f"  0{code}" if code.startswith(".") else f"  {code}"
        line = f"{line:12} {size:11,} {own:7.3f}"
        if program and "!" not in code:
            other = other_time(program, code, size)
            line += f" {other:9.3f} {other / own:6.1f}x" if other else f"  >{PATIENCE:7} {PATIENCE / own:5.0f}x+"
        print(line, flush=True)


def proofs(codes: list[str]) -> None:
    print("\nproofs    preperiod     period       values    CPU s")
    for code in codes:
        read, run = Code(code), new_run(code)
        started, size, found = user_time(), 256, None
        while found is None:
            run.extend(size)
            found = octal_period(run.values, read.longest or 0, max(read.parts, 1), read.unequal)
            size = 2 * size if size < LONG else size + size // 8  # as `values.growing` does
        print(
            f"  {read!s:6} {found[0]:11,} {found[1]:10,} {len(run.values):12,} {user_time() - started:8.2f}", flush=True
        )


def steady(codes: list[str], size: int) -> None:
    """Nanoseconds of CPU time a heap, the least of three, for as many heaps again as are known."""
    print("long runs           heaps        ns a heap")
    for code in codes:
        run, times = new_run(code), []
        run.extend(size)
        for _ in range(3):
            again, started = OctalRun(Code(code).digits, Code(code).unequal, run.values), time.process_time()
            again.extend(2 * size)
            times.append(1e9 * (time.process_time() - started) / size)
        print(f"  {Code(code)!s:12} {size:11,} {min(times):12.1f}", flush=True)


def naive(size: int) -> npt.NDArray[np.int64]:
    """0.9 by a loop over all splits in three; to be compiled."""
    values, seen = np.zeros(size, np.int64), np.zeros(2 * size, np.int64)
    for n in range(1, size):
        if n == 1:
            seen[0] = n
        for a in range(1, (n - 1) // 3 + 1):
            for b in range(a, (n - 1 - a) // 2 + 1):
                seen[values[a] ^ values[b] ^ values[n - 1 - a - b]] = n
        while seen[values[n]] == n:
            values[n] += 1
    return values


def parts() -> None:
    """Codes that leave three heaps or more, signs, and digits that repeat."""
    import numba

    print("many heaps     number   CPU s   compiled loop   ratio")
    loop = numba.njit(naive)
    loop(10)
    for code, size in PARTS:
        taken = min(
            _taken(lambda code=code: parts_run(code), lambda run, size=size: run.extend(size)) for _ in range(3)
        )
        line = f"  {code:10} {size:9,} {taken:7.2f}"
        if (code, size) == ("0.9", 3000):
            other = _taken(lambda: None, lambda _: loop(3000))
            line += f" {other:15.2f} {other / taken:6.1f}x"
        print(line, flush=True)


def parts_run(code: str) -> PartsRun:
    read = Code(code)
    run = PartsRun(rows_of(read))
    run.extend(50)
    return run


def _taken(prepare: Callable[[], Any], do: Callable[[Any], object]) -> float:
    ready, started = prepare(), user_time()
    do(ready)
    return user_time() - started


class Halves(HeapGame):
    """Take one or split a heap into two of which one is even: somebody's own game."""

    name = "halves"

    def heap_options(self, n: int) -> Iterator[int | tuple[int, int]]:
        if n:
            yield n - 1
        for a in range(2, n - 1, 2):
            yield a, n - a


def bare(game: HeapGame, size: int) -> list[int]:
    """What anybody would write: options, nim-sums and their mex."""
    values: list[int] = []
    for n in range(size):
        seen = set()
        for left in game.heap_options(n):
            if isinstance(left, tuple):
                value = 0
                for heap in left:
                    value ^= values[heap]
                seen.add(value)
            else:
                seen.add(values[left])
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values


def own_games(size: int = 1500) -> None:
    print("\nown game       number   CPU s   bare loop   ratio")
    game = Halves()
    assert sequence(game, 200).tolist() == bare(game, 200)
    own = min(_taken(Halves, lambda new: sequence(new, size)) for _ in range(5))
    loop = min(_taken(Halves, lambda new: bare(new, size)) for _ in range(5))
    print(f"  halves     {size:9,} {own:7.2f} {loop:11.2f} {own / loop:6.2f}")


def compile_time() -> None:
    started = time.process_time()
    for code in (".77", ".6"):
        run = new_run(code)
        run.extend(20_000)
        octal_period(run.values, 2, 2, False)
    print(f"compiled, or loaded from the cache, in {time.process_time() - started:.2f} CPU s\n")


def main() -> None:
    arguments = argparse.ArgumentParser(description="Times nim-sequences and proofs of periods.")
    arguments.add_argument("--long", action="store_true", help="prove .104, .054 and .454 too")
    arguments.add_argument("--steady", action="store_true", help="only the time of one heap in long runs")
    arguments.add_argument("--parts", action="store_true", help="only codes in three heaps, and a game of one's own")
    options = arguments.parse_args()
    if options.parts:
        parts()
        own_games()
        return
    if options.steady:
        steady(STEADY, MANY)
        return
    compile_time()
    values(other_program())
    proofs(PROOFS + (LONG_PROOFS if options.long else []))


if __name__ == "__main__":
    main()
