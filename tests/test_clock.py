"""Limits do not count the seconds in which kernels are compiled."""

from __future__ import annotations

import time

from nimatron import kernels
from nimatron.values.search.budget import Budget
from nimatron.values.search.clock import now
from nimatron.values.search.limits import Limits


def test_the_clock_stands_still_while_kernels_are_compiled() -> None:
    budget, before = Budget(Limits(seconds=60)), now()
    kernels.compiling.on_start(None)
    kernels.compiling.on_start(None)  # one that the first one calls
    time.sleep(1)
    kernels.compiling.on_end(None)
    kernels.compiling.on_end(None)
    assert now() - before < 1
    assert budget.elapsed < 1
