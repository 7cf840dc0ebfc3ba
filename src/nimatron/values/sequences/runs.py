"""Long runs of nim-values, which can be stopped, limited, kept in a folder and continued.

A run has `values` and `extend(upto)`; where they come from (plain Python, a proved period, a compiled
kernel) is its own business.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import Limit, NimatronError, UsageError
from ...game import Game
from ...games.heaps import NimbleGame, NimGame
from ...games.octal import Lasker, Octal
from ...message import Message
from ..keep.checkpoint import Checkpoint
from ..search.budget import Budget
from ..search.clock import now
from ..search.limits import Limits
from .breaking import OctalSequence
from .growing import PLAIN, SOON, NimSequence
from .known import WITH_SEQUENCE, sequence_of
from .periods import Period
from .taking import AllButSequence

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

PATIENCE = 0.25
"""Seconds after which a run looks at limits and at the person who waits."""

EVERY = 10.0
"""Seconds of work that a crash may cost."""

SAVING = 20.0
"""A save that took long is followed by so many times as much work."""

SMALLEST = 1 << 16
"""Values that are worth a chunk before EVERY seconds have passed."""

CHECKED = 1 << 12
"""Values that a run which begins anew compares with those it has kept."""

HEAVY = 1 << 26
"""Bytes that take long enough to be copied that it should not be done for every step."""

Report = Callable[[int, int, float], None]
"""Called with the values known, those wanted, and the seconds since the start."""


class Growing:
    """Values that are computed in steps, as far as they are known."""

    ended = False
    """Is there nothing more to find out?"""

    @property
    def known(self) -> int:
        """How many there are."""
        raise NotImplementedError

    @property
    def grain(self) -> int:
        """Fewer values are not worth a step."""
        return 0

    def aim(self, upto: int) -> None:
        """Be told how many will be asked for in the end."""

    def extend(self, upto: int) -> None:
        """Go on towards `upto` values; a slow run may come back earlier, with some more than before."""
        raise NotImplementedError

    def most(self, memory: int) -> int:
        """As many values as so many bytes hold."""
        raise NotImplementedError

    def save(self, checkpoint: Checkpoint) -> None:
        """Keep what is known."""
        raise NotImplementedError


class Run(Growing):
    """G(0), G(1), ...: `values` are all that are known, in an unsigned type."""

    values: Values

    @property
    def known(self) -> int:
        return len(self.values)

    @property
    def grain(self) -> int:
        return self.known >> 5 if self.values.nbytes > HEAVY else 0

    def most(self, memory: int) -> int:
        # An array is copied when it grows: for a moment there are two.
        return memory // (2 * self.values.itemsize)

    def save(self, checkpoint: Checkpoint) -> None:
        checkpoint.save(self.values)


class SequenceRun(Run):
    """A NimSequence; once its period is proved, the rest is copying."""

    def __init__(self, sequence: NimSequence, known: Values | None = None) -> None:
        import numpy as np

        self.sequence = sequence
        self.values: Values = np.zeros(0, np.uint8)
        if known is not None and not isinstance(sequence, AllButSequence):
            # The boundary patterns of all-but games are not in their values: those begin again.
            sequence.values = known.tolist() if len(known) < PLAIN else known
            self.values = known

    def aim(self, upto: int) -> None:
        if upto > PLAIN and isinstance(self.sequence, OctalSequence) and self.sequence.provable:
            self.sequence.plain_size = SOON

    def extend(self, upto: int) -> None:
        budget = Budget(Limits(seconds=PATIENCE))
        try:
            while len(self.sequence.values) < upto and self.sequence.period is None:
                self.sequence.grow(budget, upto)
        except Limit:
            pass  # the caller looks at the clock and comes again
        self._take(upto)
        if (period := self.sequence.period) and len(self.values) < upto:
            whole = period.preperiod + period.period
            if len(self.sequence.values) < min(upto, whole):  # proved by patterns, before so many values are known
                self.sequence.fill(min(upto, whole), Budget())
            self._take(min(upto, whole))
            if len(self.values) < upto:
                self.values = continued(self.values, period, upto)

    def most(self, memory: int) -> int:
        # A list has a pointer for each value.
        return super().most(memory) if self.sequence.period else memory // (2 * self.values.itemsize + 8)

    def _take(self, upto: int) -> None:
        """The values of the sequence: as they are where they are an array already."""
        values = self.sequence.values
        if isinstance(values, list):
            self.values = joined(self.values, values[len(self.values) : upto])
        elif len(values) > len(self.values):
            self.values = values[:upto]


def run_of(game: Game, known: Values | None = None) -> Run | None:
    """The run of a one-heap game that has a sequence here, from the values that are `known` on.

    >>> from nimatron import Kayles
    >>> run = run_of(Kayles)
    >>> reach(run, 10**6)
    >>> run.values[-1]
    np.uint8(8)
    """
    if type(game) in (NimGame, NimbleGame):
        return SequenceRun(_repeating([0, 1], Period(0, 1, 1)))
    if type(game) is Octal and game.code == Lasker.code:
        return SequenceRun(_repeating([0, 1, 2, 4, 3], Period(1, 4, 4)))
    sequence = sequence_of(game)
    return None if sequence is None else SequenceRun(sequence, known)


def _repeating(values: list[int], period: Period) -> NimSequence:
    """A sequence that a theorem knows."""
    sequence = NimSequence()
    sequence.values, sequence.period = values, period
    return sequence


def text_of(game: Game) -> str:
    """The name under which a run is kept: games that differ in name and drawing only have one run."""
    return f"octal{{{game.code}}}" if isinstance(game, Octal) else str(game)


def checkpoint_of(folder: str, game: Game) -> Checkpoint:
    """The run of `game` in a folder; rules that a user may change between two runs are not kept."""
    if type(game) not in (*WITH_SEQUENCE, NimGame, NimbleGame):
        raise UsageError("runs of subtraction, all-but and octal games are kept, not of {game}", game=game)
    return Checkpoint(folder, text_of(game))


# -- going on ------------------------------------------------------------------------------------


def reach(
    run: Growing,
    upto: int,
    limits: Limits | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    report: Report | None = None,
) -> Limit | None:
    """Extend `run` to `upto` values; returns the limit that stopped it earlier, if one did.

    With `checkpoint` the values are saved now and then and at the end, whatever ends it.
    """
    run.aim(upto)
    pace = _Pace(run, upto, limits or Limits())
    try:
        while run.known < upto and not run.ended:
            pace.check()
            pace.step()
            if checkpoint is not None:
                pace.save(checkpoint)
            if report is not None:
                report(run.known, upto, pace.elapsed)
        return None
    except Limit as reached:
        return reached
    finally:
        if checkpoint is not None:
            run.save(checkpoint)


class _Pace:
    """How far to go before limits are looked at, and when to save."""

    def __init__(self, run: Growing, upto: int, limits: Limits) -> None:
        self.run, self.upto, self.limits = run, upto, limits
        self.size = 1 << 12
        self.kept, self.pause = run.known, EVERY
        self.started, self.saved = now(), time.monotonic()

    @property
    def elapsed(self) -> float:
        return now() - self.started

    @property
    def most(self) -> int:
        """As many values as memory holds."""
        return self.upto if self.limits.memory is None else self.run.most(self.limits.memory)

    def step(self) -> None:
        before = time.monotonic()
        size = max(self.size, self.run.grain)
        self.run.extend(min(self.upto, self.most, self.run.known + size))
        took = time.monotonic() - before
        if took < PATIENCE / 2:
            self.size *= 2
        elif took > 2 * PATIENCE:
            self.size = max(1, self.size // 2)

    def check(self) -> None:
        """Raise the limit that is reached."""
        known, seconds, memory = self.run.known, self.limits.seconds, self.limits.memory
        if seconds is not None and self.elapsed >= seconds:
            params: dict[str, object] = {"seconds": f"{seconds:g}"}
            raise Limit(Message("the limit of {seconds} s is reached", params=params), known, self.elapsed)
        if memory is not None and known >= self.most:
            params = {"memory": f"{memory >> 20:,}"}
            raise Limit(Message("the limit of {memory} MB of memory is reached", params=params), known, self.elapsed)

    def save(self, checkpoint: Checkpoint) -> None:
        moment, known = time.monotonic(), self.run.known
        if moment - self.saved > self.pause or known >= max(SMALLEST, 2 * self.kept):
            self.run.save(checkpoint)
            self.kept, self.saved = known, time.monotonic()
            self.pause = max(EVERY, SAVING * (self.saved - moment))


def resumed(game: Game, checkpoint: Checkpoint) -> Run:
    """A run from what was kept on; what is computed anew must agree with it."""
    known = checkpoint.values
    run = run_of(game, known if len(known) else None)
    if run is None:
        raise UsageError("runs of subtraction, all-but and octal games are kept, not of {game}", game=game)
    some = min(len(known), CHECKED)
    while len(run.values) < some:
        run.extend(some)
    if not bool((run.values[:some] == known[:some]).all()):
        raise NimatronError("the values kept in {folder} are not those of {game}", folder=checkpoint.folder, game=game)
    checkpoint.values = known[:0]  # the run has them now: twice would be too much
    return run


def continued(values: Values, period: Period, upto: int) -> Values:
    """`values` with what a period says of the heaps up to `upto`.

    >>> import numpy as np
    >>> continued(np.array([5, 0, 1], np.uint8), Period(1, 2, 2), 7).tolist()
    [5, 0, 1, 2, 3, 4, 5]
    """
    import numpy as np

    start = max(0, len(values) - period.period)
    assert start >= period.preperiod, "a whole period is known"
    block = values[start : start + period.period]
    if not period.saltus:
        return np.concatenate([values[:start], np.resize(block, upto - start)])
    times, rest = divmod(np.arange(upto - start, dtype=np.int64), period.period)
    return joined(values[:start], block.astype(np.int64)[rest] + times * period.saltus)


def joined(values: Values, more: list[int] | npt.NDArray[np.int64]) -> Values:
    """Both in one array, in the smallest type that holds them."""
    import numpy as np

    if not len(more):
        return values
    dtype = np.promote_types(values.dtype, np.min_scalar_type(int(max(more) if isinstance(more, list) else more.max())))
    joined: Values = np.concatenate([values.astype(dtype, copy=False), np.asarray(more, dtype=dtype)])
    return joined
