"""Long runs of nim-values, which can be stopped, limited and saved in a folder.

A run has `values` and `extend(upto)`. Where the values come from (plain Python, a proved period, a compiled
kernel) is its own business.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.clock import now
from ...core.errors import Limit
from ...core.limits import Budget, Limits, out_of_memory, out_of_time
from ..store.checkpoint import Checkpoint
from .nim_sequence import PLAIN, SOON, NimSequence
from .octal_sequence import OctalSequence
from .periodicity import Period
from .take_away import AllButSequence

if TYPE_CHECKING:
    from ...core.array_types import Ints, Values

PATIENCE = 0.25
"""Seconds after which a run checks its limits and reports progress."""

EVERY = 10.0
"""Seconds between two saves: as much work as a crash may cost."""

SAVING = 20.0
"""After a slow save, work at least this many times as long before the next one."""

SMALLEST = 1 << 16
"""From this many values on, save whenever their number has doubled, even before EVERY seconds have passed."""

HEAVY = 1 << 26
"""Arrays of more bytes than this are too slow to copy at every step."""

Report = Callable[[int, int, float], None]
"""Called with the number of known values, the number wanted, and the seconds since the start."""


class ValueSource:
    """Values that are computed in steps."""

    ended = False
    """Is there nothing more to find out?"""

    @property
    def value_count(self) -> int:
        """How many values are known."""
        raise NotImplementedError

    @property
    def grain(self) -> int:
        """The least number of values that is worth a step."""
        return 0

    def aim(self, upto: int) -> None:
        """Announce how many values will be wanted in the end."""

    def extend(self, upto: int) -> None:
        """Extend towards `upto` values; a slow run may return earlier, with a few more than before."""
        raise NotImplementedError

    def most(self, memory: int) -> int:
        """The most values that fit into `memory` bytes."""
        raise NotImplementedError

    def save(self, checkpoint: Checkpoint) -> None:
        """Save what is known."""
        raise NotImplementedError


class Run(ValueSource):
    """G(0), G(1), ...: `values` holds all that are known, in an unsigned type."""

    values: Values

    @property
    def value_count(self) -> int:
        return len(self.values)

    @property
    def grain(self) -> int:
        # Each step copies the whole array, so a step over a heavy array adds at least 1/32 of it.
        return self.value_count >> 5 if self.values.nbytes > HEAVY else 0

    def most(self, memory: int) -> int:
        # An array is copied when it grows, so for a moment there are two.
        return memory // (2 * self.values.itemsize)

    def save(self, checkpoint: Checkpoint) -> None:
        checkpoint.save(self.values)


class SequenceRun(Run):
    """The run of a NimSequence; once its period is proved, the rest is copying."""

    def __init__(self, sequence: NimSequence, known: Values | None = None) -> None:
        import numpy as np

        self.sequence = sequence
        self.values: Values = np.zeros(0, np.uint8)
        if known is not None and not isinstance(sequence, AllButSequence):
            # All-but games start again: their boundary patterns cannot be read off their values.
            sequence.values = known.tolist() if len(known) < PLAIN else known
            self.values = known

    def aim(self, upto: int) -> None:
        if upto > PLAIN and isinstance(self.sequence, OctalSequence) and self.sequence.compiled:
            # A long run needs the kernel in any case, so plain Python stops early.
            self.sequence.plain_size = min(SOON, self.sequence.plain_size)

    def extend(self, upto: int) -> None:
        budget = Budget(Limits(seconds=PATIENCE))
        try:
            while len(self.sequence.values) < upto and self.sequence.period is None:
                self.sequence.grow(budget, upto)
        except Limit:
            pass  # the caller checks the clock and calls again
        self._take(upto)
        if (period := self.sequence.period) and len(self.values) < upto:
            whole = period.preperiod + period.period
            if len(self.sequence.values) < min(upto, whole):  # proved before that many values were known
                self.sequence.fill(min(upto, whole), Budget())
            self._take(min(upto, whole))
            if len(self.values) < upto:
                self.values = continue_values(self.values, period, upto)

    def most(self, memory: int) -> int:
        # Before the period is proved, the values are also in a list, with a pointer of 8 bytes each.
        return super().most(memory) if self.sequence.period else memory // (2 * self.values.itemsize + 8)

    def _take(self, upto: int) -> None:
        """Take over the values of the sequence, without copying if they are an array already."""
        values = self.sequence.values
        if isinstance(values, list):
            self.values = join_values(self.values, values[len(self.values) : upto])
        elif len(values) > len(self.values):
            self.values = values[:upto]


def repeating(values: list[int], period: Period) -> SequenceRun:
    """The run of a game whose period a theorem gives; `values` are those before the period and one period of it.

    >>> run = repeating([0, 1, 2, 4, 3], Period(1, 4, 4))
    >>> reach(run, 9)
    >>> run.values.tolist()
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    sequence = NimSequence()
    sequence.values, sequence.period = values, period
    return SequenceRun(sequence)


# -- going on ------------------------------------------------------------------------------------


def reach(
    run: ValueSource,
    upto: int,
    limits: Limits | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    report: Report | None = None,
) -> Limit | None:
    """Extend `run` to `upto` values; returns the limit that stopped it earlier, if one did.

    With `checkpoint` the values are saved now and then, and at the end, however it ends; a save that fails ends
    nothing, and `checkpoint.trouble` has the reason.
    """
    run.aim(upto)
    pace = _Pace(run, upto, limits or Limits())
    try:
        while run.value_count < upto and not run.ended:
            pace.check()
            pace.step()
            if checkpoint is not None:
                pace.save(checkpoint)
            if report is not None:
                report(run.value_count, upto, pace.elapsed)
        return None
    except Limit as reached:
        return reached
    finally:
        if checkpoint is not None:
            checkpoint.attempt(lambda: run.save(checkpoint), last=True)


class _Pace:
    """How far to go before the limits are checked, and when to save."""

    def __init__(self, run: ValueSource, upto: int, limits: Limits) -> None:
        self.run, self.upto, self.limits = run, upto, limits
        self.size = 1 << 12
        self.kept, self.pause = run.value_count, EVERY
        self.started, self.saved = now(), time.monotonic()

    @property
    def elapsed(self) -> float:
        return now() - self.started

    @property
    def most(self) -> int:
        """The most values that the memory allows."""
        return self.upto if self.limits.memory is None else self.run.most(self.limits.memory)

    def step(self) -> None:
        before = time.monotonic()
        size = max(self.size, self.run.grain)
        self.run.extend(min(self.upto, self.most, self.run.value_count + size))
        took = time.monotonic() - before
        # Steps double or halve until one takes about PATIENCE seconds.
        if took < PATIENCE / 2:
            self.size *= 2
        elif took > 2 * PATIENCE:
            self.size = max(1, self.size // 2)

    def check(self) -> None:
        """Raise the limit that is reached."""
        known, seconds, memory = self.run.value_count, self.limits.seconds, self.limits.memory
        if seconds is not None and self.elapsed >= seconds:
            raise out_of_time(seconds, known, self.elapsed)
        if memory is not None and known >= self.most:
            raise out_of_memory(memory, known, self.elapsed)

    def save(self, checkpoint: Checkpoint) -> None:
        moment, known = time.monotonic(), self.run.value_count
        if moment - self.saved > self.pause or known >= max(SMALLEST, 2 * self.kept):
            checkpoint.attempt(lambda: self.run.save(checkpoint))
            self.kept, self.saved = known, time.monotonic()
            self.pause = max(EVERY, SAVING * (self.saved - moment))


def continue_values(values: Values, period: Period, upto: int) -> Values:
    """`values` extended to `upto` heaps by a period.

    >>> import numpy as np
    >>> continue_values(np.array([5, 0, 1], np.uint8), Period(1, 2, 2), 7).tolist()
    [5, 0, 1, 2, 3, 4, 5]
    """
    import numpy as np

    start = max(0, len(values) - period.period)
    assert start >= period.preperiod, "a whole period is known"
    block = values[start : start + period.period]
    if not period.saltus:
        return np.concatenate([values[:start], np.resize(block, upto - start)])  # np.resize repeats the block
    times, rest = divmod(np.arange(upto - start, dtype=np.int64), period.period)
    return join_values(values[:start], block.astype(np.int64)[rest] + times * period.saltus)


def join_values(values: Values, more: list[int] | Ints) -> Values:
    """Both in one array, of the smallest type that holds them."""
    import numpy as np

    if not len(more):
        return values
    dtype = np.promote_types(values.dtype, np.min_scalar_type(int(max(more) if isinstance(more, list) else more.max())))
    join_values: Values = np.concatenate([values.astype(dtype, copy=False), np.asarray(more, dtype=dtype)])
    return join_values
