"""Limits do not count the seconds in which kernels are compiled."""

from __future__ import annotations

import pytest
from work import Clock

from nimatron import kernels
from nimatron.values.search.budget import Budget
from nimatron.values.search.clock import now
from nimatron.values.search.limits import Limits


def test_the_clock_stands_still_while_kernels_are_compiled(clock: Clock) -> None:
    kernels.need()
    from nimatron.kernels.compiling import compiling

    budget, before = Budget(Limits(seconds=60)), now()
    clock.wait(2)
    compiling.on_start(None)
    clock.wait(3)
    compiling.on_start(None)  # one that the first one calls
    clock.wait(5)
    compiling.on_end(None)
    compiling.on_end(None)
    clock.wait(1)
    assert now() - before == pytest.approx(3)
    assert budget.elapsed == pytest.approx(3)
