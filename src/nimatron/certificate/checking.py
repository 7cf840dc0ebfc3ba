"""How the parts of a certificate are gone through: by whom, which of them were checked before, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial

from ..errors import Refuted
from ..message import Message
from .checked import Checked
from .part import Part, check_part
from .work import Enough, Work

Result = tuple[int, int, str]
"""Of one part: its place in the list, and what `check_part` says."""

Each = Callable[[Sequence[Part]], Iterator[Result | None]]
"""Checks parts in any order; None between results, so that somebody can look at the clock."""

PATIENCE = 0.25
"""Seconds to wait for a result before the clock is looked at."""


def one_by_one(parts: Sequence[Part]) -> Iterator[Result]:
    """Check them here."""
    return ((number, *check_part(part)) for number, part in enumerate(parts))


def by_processes(workers: int) -> Each:
    """Check them in so many processes."""
    return partial(_by_processes, workers) if workers > 1 else one_by_one


def _by_processes(workers: int, parts: Sequence[Part]) -> Iterator[Result | None]:
    if len(parts) < 2:
        yield from one_by_one(parts)
        return
    pool = ProcessPoolExecutor(min(workers, len(parts)))
    try:
        waiting = {pool.submit(check_part, part): number for number, part in enumerate(parts)}
        while waiting:
            done, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
            for future in done:
                yield (waiting.pop(future), *future.result())
            yield None
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Checking:
    """Who checks parts, where it is kept which of them hold, and who is told how many values of all are derived."""

    each: Each = one_by_one
    kept: Checked | None = None
    report: Callable[[int, int], None] | None = None

    def go_through(self, parts: Sequence[Part], work: Work) -> None:
        """Check all parts that were not checked before; Refuted or Enough if not all of them hold."""
        left = [part for part in parts if not (self.kept and self.kept.has(part))]
        derived = parts[-1].stop - sum(part.stop - part.start for part in left)
        for result in self.each(left):
            if result:
                number, heap, fault = result
                derived += heap - left[number].start
                self._judge(left[number], heap, fault, work)
            work.done = derived
            if self.report:
                self.report(derived, parts[-1].stop)
            work.look()

    def _judge(self, part: Part, heap: int, fault: str, work: Work) -> None:
        if fault == "late":
            raise Enough(Message("the limit of {seconds} s is reached", params={"seconds": f"{work.seconds:g}"}))
        if fault == "rare":
            raise Refuted("the front does not decide heap {heap}", heap=heap)
        if fault:
            raise Refuted("the window before heap {heap} is not what follows from the one before", heap=heap)
        if self.kept:
            self.kept.add(part)
