"""Runs of take-and-break codes beyond memory: only the first values, the *front*, and the last ones are stored.

For each value the run notes how often, where first and where last it occurs. As long as all values are stored, a period
is proved by the theorem of Guy and Smith; later by a window that repeats (see `windows`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ... import kernels
from ...core.errors import Limit, UsageError
from ...core.game import Game
from ...core.message import Message, Number
from ...families.octal.rules import Octal
from ..store.checkpoint import Checkpoint, Tail, load_tail, load_windows, save_tail, save_windows
from .long_runs import ValueSource
from .rare_values import Sparse, rare_class

if TYPE_CHECKING:
    from ...core.array_types import Values
    from ...kernels.octal.front import FrontRun


BYTES = 8
"""Bytes of memory for each heap of the front: the tail is twice as long, and a wider type needs a copy of the array."""

LEAST = 1 << 10
"""The least distance of two windows."""

SHOWN = 100
"""How many of the last values are shown."""


@dataclass(frozen=True)
class FrontPeriod:
    """G(n + period) = G(n) from heap `since` on; `least` says that it does not hold for the heap before."""

    period: int
    since: int
    least: bool
    proved: bool = False


@dataclass(frozen=True)
class FrontReport:
    """What a run has found: its rare heaps and largest value, the last values, and a period if one shows."""

    sparse: Sparse
    front: int
    end: Values
    period: FrontPeriod | None

    @property
    def start(self) -> int:
        """The heap of the first of the last values."""
        return self.sparse.computed - len(self.end)


class FrontSearch(ValueSource):
    """The run of a finite octal code that keeps the first `front` values and at least as many last ones.

    Without the `theorem` of Guy and Smith a period is proved by a window alone, which gives a certificate. If a period
    is `expected`, that one is looked for.

    >>> run = FrontSearch(Octal("0.156"), 4000)
    >>> run.extend(100_000)
    >>> run.report().period
    FrontPeriod(period=349, since=3479, least=True, proved=True)
    """

    def __init__(
        self,
        game: Game,
        front: int,
        known: Values | None = None,
        tail: Tail | None = None,
        windows: dict[int, Tail] | None = None,
        *,
        theorem: bool = True,
        expected: int = 0,
    ) -> None:
        kernels.need()
        from ...kernels.octal.front import FrontRun

        self.game = check_finite(game)
        code = self.game.code
        self._run: FrontRun = FrontRun(code.digits, code.unequal, front, known)
        self._watched: FrontPeriod | None = None
        # Without the theorem no such look is ever due.
        self._look = 2 * front if theorem else sys.maxsize
        self.windows = Windows(max(self._run.tail, LEAST), expected)
        self._started = time.monotonic()
        if tail is not None:
            self._restore(tail, windows or {})

    @property
    def value_count(self) -> int:
        return self._run.value_count

    @property
    def front(self) -> int:
        """How many first values are stored."""
        return self._run.front

    @property
    def functionals(self) -> list[int]:
        """For each class the bits of an index (see `sparsespace`) whose parity says which heaps are rare."""
        return [int(f) for f in self._run.functionals]

    @property
    def ended(self) -> bool:  # type: ignore[override]
        """Has a period been proved?"""
        return bool(self._watched and self._watched.proved)

    def extend(self, upto: int) -> None:
        """Continue until `upto` values are known; raises Limit if the stored values do not decide one."""
        kernels.need()
        from ...kernels.octal.front import Undecided

        while self.value_count < upto and not self.ended:
            before = self.value_count
            try:
                self._run.go_on(min(upto, self.windows.next_place(before)))
            except Undecided as fault:
                raise self._limit_at(fault.heap) from None
            self._watch(before)
            if not self._run.complete:
                self.windows.keep(self.value_count, self._run.end(self._run.tail).copy())

    def most(self, memory: int) -> int:
        if memory < BYTES * self._run.front:
            fits = memory // BYTES
            raise UsageError(
                "a front of {front} heaps needs more memory than is allowed: at most {fits}",
                front=Number(self._run.front),
                fits=Number(fits),
            )
        # The memory does not grow with the heaps: only the front and the tail are stored.
        return 1 << 62

    def report(self) -> FrontReport:
        """What the run has found so far."""
        run, (largest, first) = self._run, self._run.tally.largest
        every = (1 << largest.bit_length()) - 1
        # All rare heaps lie in the part that is kept.
        classes = (rare_class(run.beginning, d, int(f), every) for d, f in enumerate(run.functionals) if f)
        sparse = Sparse(self.game, self.value_count, tuple(classes), largest, first)
        return FrontReport(sparse, run.front, run.end(SHOWN), self._watched)

    def _limit_at(self, heap: int) -> Limit:
        params = {"heap": Number(heap), "front": Number(self._run.front), "needed": Number(heap + 1)}
        what = Message(
            "heap {heap} cannot be decided with a front of {front} heaps; one of {needed} would decide it",
            params=params,
        )
        return Limit(what, self.value_count, time.monotonic() - self._started)

    # -- the period ------------------------------------------------------------------------------

    def _watch(self, before: int) -> None:
        """Look for a period that the heaps from `before` on prove."""
        if not self._run.complete:
            self._look_back(before)
        elif self.value_count >= self._look:
            self._watched = self._period_in_sight()
            self._look = (
                self.value_count + self.value_count // 4
            )  # a look takes time in proportion to the values: not too often

    def _period_in_sight(self) -> FrontPeriod | None:
        """A period that all values prove."""
        kernels.need()
        from ...kernels.octal.periods import octal_period

        code = self.game.code
        proof = octal_period(self._run.beginning, code.longest or 0, max(code.parts, 1), code.unequal)
        return FrontPeriod(proof[1], proof[0], least=True, proved=True) if proof else None

    def _look_back(self, before: int) -> None:
        """Has the window of the anchor repeated?"""
        expected = self.windows.expected
        anchor = self.value_count - expected if expected else self.windows.anchor
        if anchor not in self.windows.kept:
            return
        window = self.windows.kept[anchor]
        if self._watched is None and (
            again := self._run.seek(window, max(before, anchor, expected and self.value_count - 1))
        ):
            period = self._least(again - anchor, anchor) if expected else again - anchor
            self._watched = FrontPeriod(period, anchor - len(window), least=False)
        if (watched := self._watched) and self.value_count >= watched.since + len(window) + self._proving(
            watched.period
        ):
            self._watched = FrontPeriod(watched.period, self._first(watched), least=True, proved=True)

    def _least(self, period: int, anchor: int) -> int:
        """The least divisor of a period at which the window of the anchor repeats: what is expected may be more."""
        for prime in primes_of(period):
            while period % prime == 0 and self._comes_back(anchor, period // prime):
                period //= prime
        return period

    def _comes_back(self, place: int, period: int) -> bool:
        """Does the window before this place repeat after `period` heaps?"""
        return bool((self.at(place + period).end(self._run.tail) == self.windows.kept[place]).all())

    def _proving(self, period: int) -> int:
        """How many heaps behind a window prove a period at which it repeats."""
        # Which values are common may depend on the parity of the heap: then an odd period must be gone through twice.
        turns = any(f & 1 for f in self._run.functionals)
        return 2 * period if turns and period % 2 else period

    def _first(self, watched: FrontPeriod) -> int:
        """The first heap from which the period holds: between two windows, of which one repeats and one does not."""
        period, size = watched.period, self._run.tail
        places = sorted(known for known in self.windows.kept if known < watched.since + size)
        low, high = -1, len(places)  # of windows: those up to `low` do not come back, those from `high` on do
        while high - low > 1:
            middle = (low + high) // 2
            if self._comes_back(places[middle], period):
                high = middle
            else:
                low = middle
        start = places[low] if low >= 0 else self._run.front
        stop = places[high] if high < len(places) else watched.since + size
        return _last_difference(self.at(start), self.at(start + period), stop)

    def at(self, heap: int) -> FrontRun:
        """A run that has come to this heap, from the window before it."""
        kernels.need()
        from ...kernels.octal.front import FrontRun

        code, run, place = self.game.code, self._run, self.windows.before(heap)
        again = FrontRun(code.digits, code.unequal, run.front, run.beginning[: run.front].copy())
        if place:
            again.restore(self.windows.kept[place], place, run.functionals, run.tally.rows())
        again.extend(heap)
        return again

    def before(self, heap: int, size: int) -> Values:
        """The last `size` values before a heap."""
        import numpy as np

        parts: list[Values] = []
        while size:
            part = self.at(max(heap, self.front)).end(self._run.tail)
            if heap < self.front:
                part = part[:heap]
            part = part[-size:]
            parts.insert(0, part)
            heap, size = heap - len(part), size - len(part)
        return np.concatenate(parts)

    # -- kept in a folder ------------------------------------------------------------------------

    def save(self, checkpoint: Checkpoint) -> None:
        run = self._run
        checkpoint.save(run.beginning[: run.front])
        if self.value_count <= run.front:
            # All values are in the front, so there is no tail yet.
            return
        kept = self.windows.kept
        save_windows(checkpoint, {known: Tail(run.front, known, kept[known], {}) for known in kept})
        notes = {
            "functionals": [int(f) for f in run.functionals],
            "tally": run.tally.rows(),
            "period": asdict(self._watched) if self._watched else None,
            "spacing": self.windows.spacing,
            "expected": self.windows.expected,
            "parts": self.windows.parts,
        }
        save_tail(checkpoint, Tail(run.front, self.value_count, run.end(self.value_count - run.front), notes))

    def _restore(self, tail: Tail, windows: dict[int, Tail]) -> None:
        self._run.restore(tail.values, tail.known, tail.notes["functionals"], tail.notes["tally"])
        if tail.notes["period"]:
            self._watched = FrontPeriod(**tail.notes["period"])
        self._look = max(self._look, self.value_count)
        self.windows.spacing = tail.notes.get("spacing", self.windows.spacing)
        if self.windows.expected and tail.notes.get("expected") == self.windows.expected:
            self.windows.parts = tail.notes["parts"]
        self.windows.kept = {
            known: one.values
            for known, one in windows.items()
            if one.front == tail.front and known <= tail.known and self._is_good(known, one)
        }

    def _is_good(self, known: int, window: Tail) -> bool:
        # Of an odd number of digits, the windows of earlier versions are too short by one.
        return len(window.values) == self._run.tail and self.windows.is_due(known)


def _last_difference(early: FrontRun, late: FrontRun, stop: int) -> int:
    """The heap behind the last one below `stop` that differs from the heap a period later."""
    first = 0
    while True:
        # All of a window, which is longer than the front: the difference may be at its beginning.
        size = min(early.value_count, early.tail)
        wrong = (early.end(size) != late.end(size)).nonzero()[0]
        if len(wrong):
            first = early.value_count - size + int(wrong[-1]) + 1
        step = min(early.front, stop - early.value_count)
        if step <= 0:
            return first
        early.extend(early.value_count + step)
        late.extend(late.value_count + step)


def check_finite(game: Game) -> Octal:
    """`game`, if it is a code that the kernels can handle."""
    if type(game) is not Octal or game.code.longest is None or not game.code.in_two:
        raise UsageError("--front needs a game with a finite code of digits 0 to 7, not {game}", game=game)
    return game


def resume_front(
    game: Game, front: int, checkpoint: Checkpoint, *, theorem: bool = True, expected: int = 0
) -> FrontSearch:
    """A run that continues from a folder: from the last values, else from the first ones, as far as they are good."""
    tail, known = load_tail(checkpoint), checkpoint.values
    # The run holds the values now: memory must not hold them twice.
    checkpoint.values = known[:0]
    # Without a tail that reaches further than the first values, the run starts from the first values.
    if tail is None or tail.known <= len(known) or len(known) < tail.front:
        return FrontSearch(game, front, known if len(known) else None, theorem=theorem, expected=expected)
    if tail.front != front:
        raise UsageError(
            "the run in {folder} has a front of {kept}, not {front}: give another folder",
            folder=checkpoint.folder,
            kept=tail.front,
            front=front,
        )
    expected = expected or tail.notes.get("expected", 0)
    return FrontSearch(game, front, known[:front], tail, load_windows(checkpoint), theorem=theorem, expected=expected)


# -- windows -------------------------------------------------------------------------------------
#
# Windows of a long run: the values before heaps that lie at equal distances, so that each part can be run again.
#
# A run with a front decides every heap by the front and the window of values before it. So a window that comes back
# proves a period (docs/certificates.md has the conditions), and a part between two windows can be checked by itself.

MOST = 256
"""When there are this many windows, every second one is dropped."""


PARTS = 64
"""Windows in a period that is expected, at most."""


class Windows:
    """Windows by the heap that they lead to, a multiple of `spacing`, which doubles when there are too many.

    If a period is `expected`, they lie so that each has another one exactly so much later: the first that comes back
    is noticed at once. Then `parts`, the number of windows in a period, is halved when there are too many.

    >>> windows = Windows(100)
    >>> windows.spacing, windows.next_place(300)
    (128, 384)
    >>> windows = Windows(100, expected=64_010)
    >>> windows.next_place(3000), windows.next_place(3000 + 64_010)
    (4000, 68010)
    """

    def __init__(self, least: int, expected: int = 0) -> None:
        # A power of two, so that larger powers of two are places too: `anchor` looks for those.
        self.spacing = 1 << (least - 1).bit_length()
        # Runs begin again at even heaps only. Short periods are found soon enough without.
        self.expected = expected if expected >= PARTS * least and expected % 2 == 0 else 0
        self.parts = PARTS
        self.kept: dict[int, Values] = {}

    def next_place(self, known: int) -> int:
        """The next heap before which a window is due."""
        if not self.expected:
            return (known // self.spacing + 1) * self.spacing
        number = known * self.parts // self.expected
        # Rounding down may give a place that is not beyond `known`; three tries are enough.
        places = ((number + k) * self.expected // self.parts & ~1 for k in range(3))
        return next(place for place in places if place > known)

    def is_due(self, known: int) -> bool:
        """Is a window due before this heap?"""
        return self.next_place(known - 1) == known

    def keep(self, known: int, window: Values) -> None:
        """Keep the window before heap `known`, if it is due there."""
        if self.is_due(known):
            self.kept[known] = window
            self.thin_out()

    def thin_out(self) -> None:
        """Drop windows until they are few."""
        while len(self.kept) >= MOST and not (self.expected and self.parts == 1):
            self.spacing, self.parts = 2 * self.spacing, self.parts // 2
            self.kept = {known: window for known, window in self.kept.items() if self.is_due(known)}

    @property
    def anchor(self) -> int:
        """The heap of the window to look for: the last power of two, 0 if there is none.

        A window before the period never comes back, so the anchor moves on (Brent 1980); one that lies in it does.
        """
        return max((known for known in self.kept if known & (known - 1) == 0), default=0)

    def before(self, heap: int) -> int:
        """The last window that leads to a heap up to this one; 0 if there is none."""
        return max((known for known in self.kept if known <= heap), default=0)


def primes_of(n: int) -> Iterator[int]:
    """The primes that divide n.

    >>> list(primes_of(360))
    [2, 3, 5]
    """
    prime = 2
    while prime * prime <= n:
        if n % prime == 0:
            yield prime
            while n % prime == 0:
                n //= prime
        prime += 1
    if n > 1:
        yield n
