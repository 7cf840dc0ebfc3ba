"""Start-up, first and later use of kernels, generic search and large Nim, as CPU time and as ratios of one run.

    .venv/bin/python benchmarks/core.py

Machines are noisy: compare the ratios, not the milliseconds.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import nimatron as nt
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver


def one_cpu(arguments: list[str], **environment: str) -> float:
    """CPU seconds of a child process."""
    others = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], env=others | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def child_cpu(arguments: list[str]) -> float:
    """CPU milliseconds of a child process, the least of seven."""
    return 1000 * min([one_cpu(arguments) for _ in range(8)][1:])  # the first one writes the bytecode


def start_up() -> None:
    print("start-up                              CPU ms   budget")
    for name, arguments, budget in (
        ("python -c pass", ["-c", "pass"], None),
        ("import typer", ["-c", "import typer"], None),
        ("import nimatron", ["-c", "import nimatron"], None),
        ("and all its public names", ["-c", "from nimatron import *"], None),
        ("nimatron --help", ["-m", "nimatron", "--help"], 150),
        ('nimatron solve "nim: 3 4 5"', ["-m", "nimatron", "solve", "nim: 3 4 5"], 150),
    ):
        print(f"  {name:34} {child_cpu(arguments):7.0f}   {budget or ''}")


def kernels() -> None:
    """Questions that need a kernel, on a machine that has none yet, and then again; beside what others import."""
    bare = [
        f"{name} {child_cpu(['-c', f'import {name}']) / 1000:.2f}" for name in ("numpy", "llvmlite.binding", "numba")
    ]
    print(f"\nCPU s of a bare import: {', '.join(bare)}")
    print("kernels                                first CPU s (to reach: 5)   later (to reach: 0.45)")
    for question in (["period", "0.16"], ["period", "0.16", "--trust"], ["cram", "6x5"]):
        with TemporaryDirectory() as folder:
            arguments = ["-m", "nimatron", *question]
            first, *later = [one_cpu(arguments, NIMATRON_KERNELS=folder) for _ in range(6)]
        print(f"  nimatron {' '.join(question):27} {first:13.1f} {min(later):27.2f}", flush=True)


def cpu(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    started = time.process_time()
    result = work(*arguments)
    return time.process_time() - started, result


def bare_values(game: nt.Game, state: Any) -> tuple[int, int]:
    """A memoised mex loop and nothing else: no limits, no cycles, no parts, Python's own recursion."""
    memo: dict[Any, int] = {}
    options = game.options

    def value(state: Any) -> int:
        found = memo.get(state)
        if found is None:
            seen = {value(option) for option in options(state)}
            found = 0
            while found in seen:
                found += 1
            memo[state] = found
        return found

    return value(state), len(memo)


class Bar(nt.Game):
    """The README's own game: break a bar and eat one of the pieces."""

    def options(self, bar: Any) -> Any:
        rows, cols = bar
        yield from ((r, cols) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, cols))


class Queen(nt.Game):
    """Wythoff's game without its theorem and its symmetry."""

    def options(self, state: Any) -> Any:
        return nt.Wythoff.options(state)


class Triple(nt.Game):
    """Three heaps, take 1 to 3 from one of them, without the theory."""

    def options(self, state: Any) -> Any:
        for i, heap in enumerate(state):
            for taken in range(1, min(3, heap) + 1):
                yield (*state[:i], heap - taken, *state[i + 1 :])


def search_speed() -> None:
    print("\ngeneric search                 positions   bare s  search s   search/bare rate (to reach: 0.80)")
    sys.setrecursionlimit(100_000)
    for name, game, state in (
        ("bar 150 x 150", Bar(), (150, 150)),
        ("queen 100 100", Queen(), (100, 100)),
        ("three heaps of 32", Triple(), (32, 32, 32)),
    ):
        rounds = []
        for _ in range(3):
            bare, (expected, positions) = cpu(bare_values, game, state)
            ours, found = cpu(Solver(tables=Tables()).search.value, game, state)
            assert found == expected
            rounds.append((bare / ours, bare, ours))
        ratio, bare, ours = sorted(rounds)[1]
        print(f"  {name:26} {positions:11,} {bare:8.2f} {ours:9.2f}   {ratio:.2f}")


def early_stop() -> None:
    print("\noutcome stops early            value s  outcome s   ratio")
    for name, game, state in (("bar 150 x 150", Bar(), (150, 149)), ("queen 100 100", Queen(), (100, 100))):
        slow, value = cpu(Solver(tables=Tables()).search.value, game, state)
        fast, is_p = cpu(Solver(tables=Tables()).search.is_p, game, state)
        assert is_p == (value == 0)
        print(f"  {name:26} {slow:9.2f} {fast:10.2f}   {slow / fast:.1f}")


def large_nim() -> None:
    rng = random.Random(1901)
    heaps = [rng.randrange(1, 10**6) for _ in range(100_000)]
    position = nt.Nim(heaps)
    counted, moves = cpu(nt.winning_moves, position)
    walked, count = cpu(lambda: sum(1 for _ in moves))
    assert count == len(moves)
    print(
        f"\nNim with 100,000 heaps: {len(moves):,} winning moves counted in {counted:.2f} s, iterated in {walked:.2f} s"
    )


if __name__ == "__main__":
    start_up()
    kernels()
    search_speed()
    early_stop()
    large_nim()
