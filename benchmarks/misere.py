"""Misere quotients: CPU time after loading the kernels, from one run.

.venv/bin/python benchmarks/misere.py              less than half a minute
.venv/bin/python benchmarks/misere.py --survey     and all codes of up to three digits
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np

import nimatron as nt
from nimatron.core.limits import Budget
from nimatron.proof.checkers import verify
from nimatron.proof.write_quotient import misere_certificate
from nimatron.solve.misere.form_search import FormSearch, FormTable
from nimatron.survey.code_families import MisereCodes


def timed(what: str, work: Callable[[], object], times: int = 1) -> None:
    """The least time of several: a busy machine only adds to it."""
    took = []
    for _ in range(times):
        started = time.process_time()
        told = work()
        took.append(time.process_time() - started)
    print(f"{what:44} {min(took):8.3f} s   {told}", flush=True)


def sums() -> str:
    choose = random.Random(1)
    positions = [nt.Kayles([choose.randrange(10**18) for _ in range(choose.randint(1, 6))]) for _ in range(10_000)]
    started = time.process_time()
    lost = sum(nt.outcome(position, misere=True) == "P" for position in positions)
    return f"{10_000 / (time.process_time() - started):,.0f} a second, {lost} of 10,000 lost"


def survey(first: int) -> str:
    family = MisereCodes(3, first)
    facts = family.solve(family.members(np.arange(len(family))), family.limit)
    return f"{int((facts[:, 1] > 0).sum())} of {len(facts)} codes solved"


def main() -> None:
    nt.misere_quotient("0.07", heaps=27)  # loads the kernels
    for code in ("0.77", "0.15", "0.115", "0.123", "0.152"):
        timed(code, lambda code=code: nt.misere_quotient(code), 5)  # type: ignore[misc]
    timed("0.07 to heap 33", lambda: nt.misere_quotient("0.07", heaps=33))
    certificate = misere_certificate(nt.misere_quotient("0.07", heaps=33))
    timed("its certificate, verified", lambda: verify(certificate).reason)
    timed("Kayles, a row of 52 by canonical forms", lambda: FormSearch(FormTable(), Budget()).is_p(nt.Kayles, (52,)))
    timed("random sums of Kayles with rows to 10^18", sums)
    if "--survey" in sys.argv:
        for first in (0, 4):
            timed(f"all codes {first}.abc", lambda first=first: survey(first))  # type: ignore[misc]


if __name__ == "__main__":
    main()
