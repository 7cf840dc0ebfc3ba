"""Nim-sequences of take-and-break codes and proofs of their periods, as CPU time of one run.

    .venv/bin/python benchmarks/sequences.py [--long]

Where the program `ogsolve` (cargo install ogsolve) is on the path, it computes the same values beside.
Machines are noisy: compare the ratios, not the seconds. `--long` proves periods that need 4·10^8 values.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import time
from pathlib import Path

from nimatron.games.octal import Code
from nimatron.kernels.octal import OctalRun
from nimatron.kernels.periods import octal_period
from nimatron.values.sequences.growing import LONG

MILLION = [".6", ".16", ".106", ".37", ".354", ".376", ".77"]
HUNDRED_THOUSAND = [".007", "4!"]
PROOFS = [".16", ".56", ".127", ".376", ".354"]
LONG_PROOFS = [".104", ".054", ".454"]
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
    options = arguments.parse_args()
    compile_time()
    values(other_program())
    proofs(PROOFS + (LONG_PROOFS if options.long else []))


if __name__ == "__main__":
    main()
