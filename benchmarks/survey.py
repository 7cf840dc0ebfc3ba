"""Surveys beside the bare kernel: CPU time, and wall time where two cores are free.

    .venv/bin/python benchmarks/survey.py [--long]

Each survey is run by two processes into a folder that is thrown away, after the kernels are compiled. The bare
kernel is one call of compiled code for all members, with nothing written. `--long` adds a survey of a minute of work
by processes and by Dask; their overhead is their CPU time, without that of starting them, beside the bare kernel's.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from nimatron import survey
from nimatron.kernels.taking import recurrence
from nimatron.survey import Sets

SURVEYS = {
    "all sets of 3 up to 130": (Sets("subtraction", 3, 130), 5),
    "all sets of 5 up to 34": (Sets("subtraction", 5, 34), 60),
    "symmetric sets of 5 with maximum 61": (Sets("subtraction", 5, 61, least=61, symmetric=True), 120),
}

MINUTE = Sets("subtraction", 5, 78, least=50, symmetric=True)


def processors() -> float:
    """CPU time of this process and of those it has waited for."""
    usage = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in usage)


def run(family: Any, **workers: int) -> tuple[float, float]:
    """(wall seconds, CPU seconds) of a survey."""
    with TemporaryDirectory() as folder:
        wall, cpu = time.monotonic(), processors()
        survey.run(family, Path(folder) / "survey", **workers)
        return time.monotonic() - wall, processors() - cpu


def bare(family: Any) -> float:
    members = family.members(np.arange(len(family)))
    started = time.process_time()
    recurrence.subtraction_facts(members, family.limit)
    return time.process_time() - started


def main() -> None:
    for family, _ in SURVEYS.values():
        bare(Sets("subtraction", family.size, 8))
    run(Sets("subtraction", 3, 20), jobs=2)
    start = {name: run(Sets("subtraction", 3, 20), **{name: 2})[1] for name in ("jobs", "cluster")}
    print(f"CPU s to start two processes {start['jobs']:.1f}, two Dask workers {start['cluster']:.1f}")
    print("survey                                    games   bare CPU s   survey CPU s   wall s   asked for")
    for name, (family, asked) in SURVEYS.items():
        kernel = bare(family)
        wall, cpu = run(family, jobs=2)
        print(f"  {name:36} {len(family):9,} {kernel:12.2f} {cpu:14.2f} {wall:8.1f}  under {asked:3} s")
    if "--long" in sys.argv[1:]:
        kernel = bare(MINUTE)
        print(f"\n{MINUTE.text}: {len(MINUTE):,} games, bare kernel {kernel:.1f} s")
        for name, words in (("jobs", "two processes"), ("cluster", "two Dask workers")):
            wall, cpu = run(MINUTE, **{name: 2})
            cpu -= start[name]
            print(f"  {words:18} CPU {cpu:6.1f} s, overhead {100 * (cpu / kernel - 1):5.1f} %, wall {wall:.1f} s")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nlargest worker {memory:.0f} MB")


if __name__ == "__main__":
    main()
