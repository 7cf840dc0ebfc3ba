"""Nim-sequences of take-and-break codes and proofs of their periods, as CPU time of one run.

    .venv/bin/python benchmarks/sequences.py [--long] [--lanes] [--rares] [--parts]

Where the program `ogsolve` (cargo install ogsolve) is on the path, it computes the same values beside.
Machines are noisy: compare the ratios, not the seconds. `--long` proves periods that need 4·10^8 values. `--lanes`
compares only the two kernels for long sequences of small values, nanoseconds a value, the least of three runs each;
`--rares` does so for long sequences of codes with many rare heaps.
`--parts` computes only codes that leave three heaps or more, or have signs or digits that repeat, 0.9 also by a
compiled loop over all splits, and the sequence of a heap game of one's own beside a bare loop over its options.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nimatron import HeapGame, sequence
from nimatron.games.octal import Code
from nimatron.kernels.octal import OctalRun
from nimatron.kernels.parts import PartsRun
from nimatron.kernels.periods import octal_period
from nimatron.values.sequences.growing import LONG
from nimatron.values.sequences.leaving import rows_of

MILLION = [".6", ".16", ".106", ".37", ".354", ".376", ".77"]
HUNDRED_THOUSAND = [".007", "4!"]
PROOFS = [".16", ".56", ".127", ".376", ".354"]
LONG_PROOFS = [".104", ".054", ".454"]
LANES = [".106", ".104", ".054", ".167", ".174", "4.344", "4.406", "4.045", ".16", ".454", ".77", ".205", ".354", ".6"]
RARES = [".6", ".37", "4!", ".36", ".64", ".74", ".14", ".376", ".354", ".336", ".774"]
MORE = 2_000_000
SOME = 1_000_000
PARTS = [
    *(("0.9", 3000), ("0.9", 20_000), ("0.8", 20_000), ("0.B", 20_000), ("0.33F", 20_000), ("0.3[7]", 20_000)),
    *(("8!", 20_000), ("8?.3", 20_000), ("C!.3", 10_000), ("0.{2+}", 20_000), ("0.3[F]", 10_000), ("K?.3", 3000)),
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


def stretch(code: str, kernel: str, start: int, known: npt.NDArray[np.unsignedinteger]) -> float:
    """Nanoseconds of CPU time a value, the least of three, for as many values again as are known.

    One kernel is used from `start` on, and else only blocks: `_plain` is for lanes, `_ranked` for ranks.
    """
    read, times = Code(code), []
    for _ in range(3):
        run = OctalRun(read.digits, read.unequal, known)
        run._plain = run._ranked = sys.maxsize
        setattr(run, kernel, start)
        run.extend(len(known) + 1000)  # plans and compiles
        started, before = time.process_time(), run.known  # the user time is counted in ticks, which are too long
        run.extend(2 * len(known))
        times.append(1e9 * (time.process_time() - started) / (run.known - before))
    return min(times)


def beside_blocks(name: str, kernel: str, codes: list[str], size: int) -> None:
    print(f"{name:15} blocks ns {name:>7} ns   ratio")
    for code in codes:
        run = new_run(code)
        run.extend(size)
        blocks, quick = (stretch(code, kernel, start, run.values) for start in (sys.maxsize, 0))
        print(f"  {Code(code)!s:12} {blocks:10.1f} {quick:10.1f} {blocks / quick:6.1f}x", flush=True)


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
    arguments.add_argument("--lanes", action="store_true", help="compare only the kernels for small values")
    arguments.add_argument("--rares", action="store_true", help="compare only the kernels for many rare heaps")
    arguments.add_argument("--parts", action="store_true", help="only codes in three heaps, and a game of one's own")
    options = arguments.parse_args()
    if options.parts:
        parts()
        own_games()
        return
    if options.lanes:
        beside_blocks("lanes", "_plain", LANES, MORE)
        return
    if options.rares:
        beside_blocks("ranks", "_ranked", RARES, SOME)
        return
    compile_time()
    values(other_program())
    proofs(PROOFS + (LONG_PROOFS if options.long else []))


if __name__ == "__main__":
    main()
