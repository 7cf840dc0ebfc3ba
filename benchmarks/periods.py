"""Periods of subtraction and all-but games, as CPU time and as ratios of one run.

    .venv/bin/python benchmarks/periods.py [--long]

The baseline is compiled in the same run: values in an array of bytes, the mex by a mask of bits, and
Brent's search for a window of max(S) values that comes back. `--long` adds the second blank row of
"Table 6", half a minute or more. Machines are noisy: compare the ratios, not the seconds.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from nimatron import AllBut, Subtraction
from nimatron.core.limits import Budget
from nimatron.kernels.compile.bitops import trailing_zeros
from nimatron.kernels.compile.jit import jit
from nimatron.kernels.taking import recurrence
from nimatron.solve.experts import sequence_of

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

NOTHING = 31  # the value of a heap below 0: a bit above all others


@jit
def brent(amounts: Ints, row: Bytes) -> tuple[int, int]:
    """(preperiod, period) by the baseline; period 0 when the row is full."""
    width = amounts[-1]
    row[:width] = NOTHING
    n, anchor, renew = width, 0, 3 * width + 16
    while n < row.size:
        seen = 0
        for amount in amounts:
            seen |= 1 << row[n - amount]
        row[n] = trailing_zeros(np.uint64(~seen))
        n += 1
        if anchor:
            i = 1
            while i <= width and row[n - i] == row[anchor - i]:
                i += 1
            if i > width:
                period = n - anchor
                start = anchor - width
                while start > width and row[start - 1] == row[start - 1 + period]:
                    start -= 1
                return start - width, period
        if n == renew:
            anchor, renew = n, 2 * n
    return 0, 0


@jit
def brent_survey(sets: Ints, row: Bytes, preperiods: Ints, periods: Ints) -> None:
    for i in range(sets.shape[0]):
        preperiods[i], periods[i] = brent(sets[i], row)


def cpu(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    started = time.process_time()
    result = work(*arguments)
    return time.process_time() - started, result


def least(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """The least of five runs: what the work itself takes."""
    runs = [cpu(work, *arguments) for _ in range(5)]
    return min(run[0] for run in runs), runs[0][1]


def baseline_survey(sets: Ints) -> tuple[Ints, Ints]:
    preperiods, periods = np.empty((2, len(sets)), np.int64)
    brent_survey(sets, np.empty(1 << 20, np.uint8), preperiods, periods)
    return preperiods, periods


def surveys() -> None:
    print("surveys, exact preperiod and period         sets   baseline s   kernel s   sets/s     ratio")
    random = Random(1)
    for name, sets in (
        ("all sets of 3 up to 60", [*combinations(range(1, 61), 3)]),
        ("all sets of 4 with 40", [(*rest, 40) for rest in combinations(range(1, 40), 3)]),
        ("all sets of 5 up to 20", [*combinations(range(1, 21), 5)]),
        ("random sets of 5 up to 60", [sorted(random.sample(range(1, 61), 5)) for _ in range(10_000)]),
    ):
        table = np.array(sets)
        cpu(baseline_survey, table[:1])
        cpu(recurrence.subtraction_facts, table[:1])
        slow, expected = least(baseline_survey, table)
        fast, facts = least(recurrence.subtraction_facts, table)
        known = expected[1] > 0
        assert all((a[known] == b[known]).all() for a, b in zip(expected, (facts[:, 0], facts[:, 1]), strict=True))
        line = f"  {name:34} {len(table):11,} {slow:12.4f} {fast:10.4f} {len(table) / fast:10,.0f}  {slow / fast:6.1f}"
        print(line + (f"   baseline left out {(~known).sum()}" if not known.all() else ""))
    table = np.array([*combinations(range(1, 61), 3)])
    cpu(recurrence.allbut_facts, table[:1])
    fast, _ = least(recurrence.allbut_facts, table)
    print(f"  {'all-but: all sets of 3 up to 60':34} {len(table):11,} {'':12} {fast:10.4f} {len(table) / fast:10,.0f}")


def single_sets() -> None:
    print("\none subtraction set                          period   baseline s   kernel s     ratio")
    for amounts, expected in (
        ((29, 71, 100), (0, 4495)),
        ((9, 14, 26, 31, 40), (239, 26_538)),
        ((7, 25, 31, 49, 56), (198, 1_400_106)),
        ((13, 22, 39, 48, 61), (222, 5_425_890)),
        ((7, 32, 40, 65, 72), (170, 19_324_100)),
    ):
        row = np.empty(1 << 26, np.uint8)
        listed = np.array(amounts)
        slow, old = least(brent, listed, row)
        fast, new = least(recurrence.subtraction_period, amounts)
        assert old == new[:2] == expected
        print(f"  {braces(amounts):34} {new.period:15,} {slow:12.5f} {fast:10.5f}  {slow / fast:8.1f}")
    amounts = 5, 37, 43, 75, 80
    fast, new = cpu(recurrence.subtraction_period, amounts)
    assert new.period == 159_734_125
    print(f"  {braces(amounts):34} {new.period:15,} {'':12} {fast:10.5f}")


def braces(amounts: tuple[int, ...]) -> str:
    return "{" + ",".join(map(str, amounts)) + "}"


def against_plain_python() -> None:
    print("\nagainst plain Python                                      plain s   kernel s     ratio")
    for name, game, search, amounts in (
        ("subtraction", Subtraction({5, 12, 23, 30, 35}), recurrence.subtraction_period, {5, 12, 23, 30, 35}),
        ("all-but", AllBut({20, 33, 53}), recurrence.allbut_period, {20, 33, 53}),
    ):
        plain = sequence_of(game)
        assert plain is not None
        slow, proved = cpu(plain.prove, Budget())
        fast, found = least(search, amounts)
        assert (proved.preperiod, proved.period, proved.saltus) == found[:3]
        print(f"  {name + ' ' + braces(tuple(sorted(amounts))):50} {slow:12.4f} {fast:10.5f}  {slow / fast:8.0f}")


def allbut_sets(long: bool) -> None:
    print("\none all-but set")
    print("                                       preperiod        period      saltus    CPU s   levels/s")
    rows = [((1, 35, 90, 108, 109), (24_024_490, 15_971_559, 6_115_267))]
    if long:
        rows.append(((1, 36, 99, 100, 104), (9_705_381_502, 198_150_669, 69_394_123)))
    recurrence.allbut_period({1, 3, 4})
    for excluded, expected in rows:
        taken, found = cpu(recurrence.allbut_period, excluded)
        assert found[:3] == expected
        numbers = f"{found.preperiod:15,} {found.period:13,} {found.saltus:11,}"
        print(f"  {braces(excluded):30} {numbers} {taken:8.2f} {found.computed / taken:10,.0f}")
    print(f"  memory of the whole run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")


def values() -> None:
    print("\nten million values            CPU s   values/s")
    rows: list[tuple[str, Callable[..., Any], tuple[Any, ...]]] = [
        ("subtraction{13,22,39,48,61}", recurrence.subtraction_values, ({13, 22, 39, 48, 61}, [], 10**7)),
        ("subtraction{1,22,39,48,61}", recurrence.subtraction_values, ({1, 22, 39, 48, 61}, [], 10**7)),
        ("subtraction{1-40}", recurrence.subtraction_values, (range(1, 41), [], 10**7)),
        ("allbut{1,35,90,108,109}", recurrence.allbut_values, ({1, 35, 90, 108, 109}, 10**7)),
    ]
    for name, work, arguments in rows:
        work(*arguments[:-1], 100)
        taken, _ = least(work, *arguments)
        print(f"  {name:28} {taken:6.3f} {10**7 / taken:12,.0f}")


def main() -> None:
    surveys()
    single_sets()
    against_plain_python()
    values()
    allbut_sets("--long" in sys.argv[1:])


if __name__ == "__main__":
    main()
