"""The schedule of a certificate in parts: which processes check the parts, and which parts were checked before.

A folder may record the parts that hold, so that an interrupted check can resume (`sealed_record`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from ..core.errors import Refuted
from ..core.message import Message
from ..core.process_pool import process_pool
from .front_part import FrontPart, check_part
from .sealed_record import SealedRecord
from .verdict import CheckBudget, CheckLimit

Result = tuple[int, int, str]
"""The result for one part: its place in the list, and the answer of `check_part`."""

Each = Callable[[Sequence[FrontPart]], Iterator[Result | None]]
"""Checks parts in any order; gives None between results, so that the caller can look at the clock."""

PATIENCE = 0.25
"""Seconds to wait for a result before the clock is looked at."""


def one_by_one(parts: Sequence[FrontPart]) -> Iterator[Result]:
    """Check the parts in this process."""
    return ((number, *check_part(part)) for number, part in enumerate(parts))


def by_processes(workers: int) -> Each:
    """Check the parts in this many processes."""
    return partial(_by_processes, workers) if workers > 1 else one_by_one


def _by_processes(workers: int, parts: Sequence[FrontPart]) -> Iterator[Result | None]:
    if len(parts) < 2:
        yield from one_by_one(parts)
        return
    with process_pool(min(workers, len(parts))) as pool:
        waiting = {pool.submit(check_part, part): number for number, part in enumerate(parts)}
        while waiting:
            done, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
            for future in done:
                yield (waiting.pop(future), *future.result())
            yield None


@dataclass(frozen=True)
class PartSchedule:
    """Who checks the parts, the record of those that hold, and who hears how many values are derived."""

    each: Each = one_by_one
    kept: SealedRecord | None = None
    report: Callable[[int, int], None] | None = None

    def go_through(self, parts: Sequence[FrontPart], work: CheckBudget) -> None:
        """Check all parts that were not checked before; Refuted or CheckLimit if not all of them hold."""
        left = [part for part in parts if not (self.kept and self.kept.has(digest(part)))]
        # The beginning, and parts that were checked earlier, count as derived.
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

    def _judge(self, part: FrontPart, heap: int, fault: str, work: CheckBudget) -> None:
        if fault == "late":
            raise CheckLimit(
                Message("the time limit of {seconds} s is reached", params={"seconds": f"{work.seconds:g}"})
            )
        if fault == "rare":
            raise Refuted("the front does not decide heap {heap}", heap=heap)
        if fault:
            raise Refuted("the window before heap {heap} is not what follows from the one before", heap=heap)
        if self.kept:
            self.kept.add(digest(part))


def digest(part: FrontPart) -> bytes:
    """A checksum of all that decides whether a part holds; `plain` and the limit do not."""
    found = sha256(repr((part.digits, [tuple(form) for form in part.forms], part.start, part.stop)).encode())
    for values in (part.front, part.window, part.expected):
        # With its length before it, so that a value cannot pass from one to the next.
        found.update(len(values).to_bytes(8, "little") + values.astype("<u4").tobytes())
    return found.digest()
