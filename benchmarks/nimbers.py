"""Nimbers in arrays, on every path of this machine: CPU nanoseconds for a number, and the ratio to numpy's xor.

    .venv/bin/python benchmarks/nimbers.py [--quick | --matrices]

Each path runs in a process of its own, one thread; the result is allocated anew each time, as that of xor is. Where
galois or ogdoad is installed, their products and inverses of the same numbers follow. Machines are noisy: compare the
ratios, which come from one run, not the nanoseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scalars

import nimatron as nt
from nimatron.nimbers import arrays
from nimatron.nimbers import arrays as paths

OPERATIONS = ("mul", "div", "inv", "square", "sqrt", "solve")
TYPES = ("uint8", "uint16", "uint32", "uint64")
MILLION = 10**6
SETTINGS: dict[str, dict[str, str]] = {
    "best": {},
    "as Haswell": {"NUMBA_CPU_NAME": "haswell"},
    "any x86-64": {"NUMBA_CPU_NAME": "generic"},
    "numpy": {"NUMBA_DISABLE_JIT": "1"},
}
"""How each path is asked for; those that turn out to be the best one are shown once."""


def cpu(work: Callable[[], Any], repeat: int = 9) -> float:
    """CPU seconds, the least of several."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def numbers(dtype: str, count: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(1, 1 << 8 * np.dtype(dtype).itemsize, count, dtype)


def work(operation: str, a: Any, b: Any) -> Callable[[], Any]:
    function = getattr(arrays, operation)
    if operation in ("mul", "div"):
        return lambda: function(a, b)
    half = a >> a.dtype.type(1)
    return lambda: function(half if operation == "solve" else a)


def measure(quick: bool) -> dict[str, Any]:
    """The figures of this process: for each type those of xor and of all operations, in nanoseconds."""
    count = MILLION // 10 if paths.path().name == "numpy" else MILLION
    table: dict[str, dict[str, float]] = {}
    for dtype in TYPES[2:] if quick else TYPES:
        a, b = numbers(dtype, count, 1), numbers(dtype, count, 2)
        row = table[dtype] = {"xor": 1e9 * cpu(lambda a=a, b=b: a ^ b) / count}
        for operation in OPERATIONS:
            task = work(operation, a, b)
            task()  # compiles
            row[operation] = 1e9 * cpu(task) / count
        few, n = a[: count // 100], numbers("uint64", count // 100, 3)
        row["pow"] = 1e9 * cpu(lambda few=few, n=n: arrays.pow(few, n), 3) / few.size
        arrays.log(few)  # makes the tables
        row["log"] = 1e9 * cpu(lambda few=few: arrays.log(few), 3) / few.size
    chosen = paths.path()
    return {"path": chosen.name, "size": chosen.size, "table": table}


def in_a_process(setting: dict[str, str], quick: bool) -> dict[str, Any]:
    command = [sys.executable, __file__, "--measure", *(["--quick"] if quick else [])]
    done = subprocess.run(command, env={**os.environ, **setting}, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def show(name: str, found: dict[str, Any]) -> None:
    print(f"\n{name}: {found['path']}, vectors of {found['size']} bytes; ns for a number (times xor)")
    columns = ("xor", *OPERATIONS, "pow", "log")
    print(f"  {'':8}" + "".join(f"{column:>18}" for column in columns))
    for dtype, row in found["table"].items():
        cells = [f"{row[c]:.2f}" + ("" if c == "xor" else f" ({row[c] / row['xor']:.1f})") for c in columns]
        print(f"  {dtype:8}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


def peers(own: dict[str, float], half: dict[str, float]) -> None:
    """Other libraries on some of the same numbers."""
    print(f"\npeers, ns for a number (times ours)\n  {'':28}{'product':>18}{'inverse':>20}")
    for name, figures, ours in (
        ("galois GF(2^32), arrays", galois_times(32, 10**5), half),
        ("galois GF(2^64), arrays", galois_times(64, 300), own),
        ("ogdoad, Python loop", ogdoad_times(3000), own),
    ):
        if figures is None:
            print(f"  {name:28} not installed")
            continue
        cells = [f"{t:,.0f} ({t / ours[op]:,.0f}x)" for op, t in zip(("mul", "inv"), figures, strict=True)]
        print(f"  {name:28}{cells[0]:>18}{cells[1]:>20}", flush=True)


def matrices(size: int = 200) -> None:
    """Matrices beside galois if it is installed: CPU ms, galois / ours."""
    try:
        import galois
    except ImportError:
        galois = None
    columns = ("product", "solve", "det", "rank")
    print(f"\nmatrices of {size} x {size}; CPU ms (galois / ours)")
    print(f"  {'':8}" + "".join(f"{column:>20}" for column in columns))
    for dtype in TYPES:
        a, b = (numbers(dtype, size * size, seed).reshape(size, size) for seed in (1, 2))
        ours = algebra_times(own_algebra(a, b))
        # Wider fields take galois minutes.
        theirs = algebra_times(galois_algebra(galois, a, b)) if galois and a.itemsize < 4 else [0.0] * len(ours)
        cells = [f"{t:.2f}" + (f" ({g / t:.1f})" if g else "") for t, g in zip(ours, theirs, strict=True)]
        print(f"  {dtype:8}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


def algebra_times(tasks: list[Callable[[], Any]]) -> list[float]:
    times = []
    for task in tasks:
        task()  # compiles
        times.append(1e3 * cpu(task, 5))
    return times


def own_algebra(a: Any, b: Any) -> list[Callable[[], Any]]:
    return [
        lambda: nt.nim_matmul(a, b),
        lambda: nt.nim_solve_linear(a, b),
        lambda: nt.nim_det(a),
        lambda: nt.nim_rank(a),
    ]


def galois_algebra(galois: Any, a: Any, b: Any) -> list[Callable[[], Any]]:
    field = galois.GF(2 ** (8 * a.itemsize))
    a, b = field(a), field(b)
    return [
        lambda: a @ b,
        lambda: np.linalg.solve(a, b),
        lambda: np.linalg.det(a),
        lambda: np.linalg.matrix_rank(a),
    ]


def galois_times(bits: int, count: int) -> tuple[float, float] | None:
    try:
        import galois
    except ImportError:
        return None
    field = galois.GF(2**bits)
    a, b = (field([int(x) for x in numbers(f"uint{bits}", count, seed)]) for seed in (1, 2))
    few = a[: count // 50]
    product, inverse = a * b, few**-1
    assert len(product) == count
    assert len(inverse) == len(few)
    return 1e9 * cpu(lambda: a * b, 3) / count, 1e9 * cpu(lambda: few**-1, 2) / len(few)


def ogdoad_times(count: int) -> tuple[float, float] | None:
    try:
        import ogdoad
    except ImportError:
        return None
    pairs = [(int(a), int(b)) for a, b in zip(numbers("uint64", count, 1), numbers("uint64", count, 2), strict=True)]
    assert ogdoad.nim_mul(24, 17) == 128
    product = cpu(lambda: [ogdoad.nim_mul(a, b) for a, b in pairs], 3)
    inverse = cpu(lambda: [ogdoad.nim_inv(a) for a, _ in pairs[:100]], 2)
    return 1e9 * product / count, 1e9 * inverse / 100


def main() -> None:
    arguments = argparse.ArgumentParser(description="Times nimbers in arrays on every path.")
    arguments.add_argument("--quick", action="store_true", help="only numbers of 32 and 64 bits")
    arguments.add_argument("--matrices", action="store_true", help="only matrices")
    arguments.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.measure:
        print(json.dumps(measure(options.quick)))
        return
    if options.matrices:
        matrices()
        return
    best: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        found = in_a_process(setting, options.quick)
        if not best or (found["path"], found["size"]) != (best["path"], best["size"]) or "NUMBA_CPU_NAME" in setting:
            show(name, found)
        best = best or found
    own = best["table"]["uint64"]
    peers(own, best["table"]["uint32"])
    matrices()
    if not options.quick:
        scalars.main()


if __name__ == "__main__":
    main()
