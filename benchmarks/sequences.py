"""Nim-sequences of take-and-break codes and proofs of their periods, as CPU time of one run.

    .venv/bin/python benchmarks/sequences.py [--long] [--lanes]

Where the program `ogsolve` (cargo install ogsolve) is on the path, it computes the same values beside.
Machines are noisy: compare the ratios, not the seconds. `--long` proves periods that need 4·10^8 values. `--lanes`
compares only the two kernels for long sequences of small values, nanoseconds a value, the least of three runs each.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nimatron.games.octal import Code
from nimatron.kernels.octal import OctalRun
from nimatron.kernels.periods import octal_period
from nimatron.values.sequences.growing import LONG

MILLION = [".6", ".16", ".106", ".37", ".354", ".376", ".77"]
HUNDRED_THOUSAND = [".007", "4!"]
PROOFS = [".16", ".56", ".127", ".376", ".354"]
LONG_PROOFS = [".104", ".054", ".454"]
LANES = [".106", ".104", ".054", ".167", ".174", "4.344", "4.406", "4.045", ".16", ".454", ".77", ".205", ".354", ".6"]
MORE = 2_000_000
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


def stretch(code: str, lanes_from: int, known: npt.NDArray[np.unsignedinteger]) -> float:
    """Nanoseconds of CPU time a value, the least of three, for MORE values behind those that are known."""
    read, times = Code(code), []
    for _ in range(3):
        run = OctalRun(read.digits, read.unequal, known)
        run._plain = lanes_from
        run.extend(len(known) + 1000)  # plans and compiles
        started, before = user_time(), run.known
        run.extend(len(known) + MORE)
        times.append(1e9 * (user_time() - started) / (run.known - before))
    return min(times)


def lanes() -> None:
    print("lanes           blocks ns   lanes ns   ratio")
    for code in LANES:
        run = new_run(code)
        run.extend(MORE)
        blocks, quick = (stretch(code, start, run.values) for start in (sys.maxsize, 0))
        print(f"  {Code(code)!s:12} {blocks:10.1f} {quick:10.1f} {blocks / quick:6.1f}x", flush=True)


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
    options = arguments.parse_args()
    if options.lanes:
        lanes()
        return
    compile_time()
    values(other_program())
    proofs(PROOFS + (LONG_PROOFS if options.long else []))


if __name__ == "__main__":
    main()
