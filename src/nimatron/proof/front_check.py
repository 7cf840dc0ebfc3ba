"""Checks the claim of a period of a code by its front: the first values, rare heaps among them, and windows on the way.

Each value behind the front is decided by the front and a window of values before it. So the parts between two windows
can be checked one by one, also side by side in several processes, and a window that repeats proves the period. The
proof is in docs/certificates.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import Refuted
from ..core.message import Message, Number
from ..core.process_pool import process_pool
from .derive import derive
from .front_part import PLAIN, WIDEST, FrontPart, RareForm, check_part, is_rare
from .heap_rules import HeapRules, rules_of
from .period_check import primes_of
from .seal import Unreadable, brief, integer, items, printable, text, unpack_values
from .sealed_record import SealedRecord
from .verdict import CheckBudget, CheckLimit, Verdict

if TYPE_CHECKING:
    from ..core.array_types import Values


def check_front(data: Mapping[str, Any], folder: Path | None, work: CheckBudget, checking: PartSchedule) -> Verdict:
    """Does the period hold, and are preperiod and period the least possible?"""
    game = text(data, "game")
    preperiod, period = integer(data, "preperiod"), integer(data, "period", 1)
    statement = "{game}: G(n + {period}) = G(n) + {saltus} from n = {preperiod} on"
    claim = Message(statement, game=printable(game), period=period, saltus=0, preperiod=preperiod)
    last = 0
    try:
        rules = rules_of(game)
        if not rules.splits or rules.triples or data.get("saltus") != 0:
            raise Refuted("only periods of codes that leave at most two heaps are proved by a front")
        shape = _Shape(rules, integer(data, "front", 1), preperiod)
        places = _places(data, shape, period)
        last = places[-1]
        size = shape.begin + shape.size * len(places)
        if integer(data, "computed") != size:
            raise Refuted("too few values: the windows need {needed}", needed=Number(size))
        values = unpack_values(data, size, folder, work)
        if int(values.max()) >= WIDEST:
            raise Unreadable("values beyond {largest} are too large to check", largest=Number(WIDEST))
        forms = forms_of(data)
        begin, windows = values[: shape.begin], values[shape.begin :].reshape(len(places), shape.size)
        derive(rules, begin, work)
        _check_no_rare(rules, forms, begin, shape.front)
        _check_least(windows, places, shape, preperiod, period)
        checking.go_through([*_parts(rules, forms, begin, windows, places, shape, work)], work)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    except CheckLimit as fault:
        counts = {"limit": fault.limit, "done": Number(work.done), "all": Number(last)}
        return Verdict(claim, None, Message("{limit}: {done} of {all} values derived", params=counts), work.done)
    return Verdict(claim, True, Message("all {size} values derived from the rules", size=Number(last)), last)


class _Shape:
    """How long everything is."""

    def __init__(self, rules: HeapRules, front: int, preperiod: int) -> None:
        self.front = front
        self.needed = front + rules.longest
        """The values before a heap that may decide it."""
        self.begin = 2 * self.needed
        """From here on both parts of a split with a heap of the front are known apart."""
        self.first = max(preperiod + self.needed, self.begin + 1)
        """The place of the window that repeats."""
        self.size = self.first - max(preperiod - 1, 0)
        """The length of a window: it reaches back to the heap before the preperiod."""


def _places(data: Mapping[str, Any], shape: _Shape, period: int) -> list[int]:
    places = list(items(data, "places"))
    if not all(type(place) is int for place in places) or places != sorted({*places}) or not places:
        raise Unreadable("the places of windows must be whole numbers, each larger than the one before")
    forms = forms_of(data)
    # Which values are common may depend on the parity of the heap: then an odd period is gone through twice.
    twice = period % 2 and any(form.turns for form in forms)
    wanted = {shape.first, shape.first + period, shape.first + (2 if twice else 1) * period}
    # A window for each prime of the period shows that no smaller period holds.
    wanted |= {shape.first + period // prime for prime in primes_of(period)}
    if missing := sorted(wanted - {*places}):
        raise Refuted("there is no window before heap {heap}", heap=missing[0])
    if places[0] <= shape.begin or places[-1] != max(wanted):
        raise Refuted("windows are due from heap {first} to heap {last}", first=shape.begin + 1, last=max(wanted))
    return places


def forms_of(data: Mapping[str, Any]) -> tuple[RareForm, RareForm]:
    """What is rare for even and for odd takes."""
    found = items(data, "masks")
    fits = len(found) == 2 and all(isinstance(form, list) and len(form) == 2 for form in found)
    if not fits or not all(type(n) is int and 0 <= n < WIDEST for form in found for n in form):
        raise Unreadable("the field masks must be two pairs of whole numbers, not {found}", found=brief(found))
    return RareForm(found[0][0], found[0][1] & 1), RareForm(found[1][0], found[1][1] & 1)


def _check_no_rare(rules: HeapRules, forms: tuple[RareForm, RareForm], begin: Values, front: int) -> None:
    for heap in range(front, len(begin)):
        if is_rare(int(begin[heap]), heap, rules.digits, forms):
            raise Refuted("heap {heap} is rare and behind the front", heap=heap)


def _check_least(windows: Values, places: list[int], shape: _Shape, preperiod: int, period: int) -> None:
    """The window repeats after a period and not before, and nor does the heap before it."""
    at = dict(zip(places, windows, strict=True))
    first, again = at[shape.first], at[shape.first + period]
    # With a preperiod, a window begins with the heap before it, which must not repeat.
    known = 1 if preperiod else 0
    if (first[known:] != again[known:]).any():
        raise Refuted("the window before heap {heap} does not repeat", heap=shape.first)
    if preperiod and first[0] == again[0]:
        raise Refuted("the preperiod is not the smallest possible: {heap} is enough", heap=preperiod - 1)
    for prime in primes_of(period):
        if (at[shape.first + period // prime][known:] == first[known:]).all():
            raise Refuted("the period is not the smallest possible: {period} is enough", period=period // prime)


def _parts(
    rules: HeapRules,
    forms: tuple[RareForm, RareForm],
    begin: Values,
    windows: Values,
    places: list[int],
    shape: _Shape,
    work: CheckBudget,
) -> Iterator[FrontPart]:
    starts = [shape.begin, *places[:-1]]
    before = [begin, *windows[:-1]]
    plain = places[-1] - shape.begin <= PLAIN
    front = begin[: shape.front]
    for start, stop, window, expected in zip(starts, places, before, windows, strict=True):
        yield FrontPart(rules.digits, forms, front, start, stop, window, expected, plain, work.until)


# -- who checks the parts ------------------------------------------------------------------------
#
# The schedule of a certificate in parts: which processes check the parts, and which parts were checked before.
#
# A folder may record the parts that hold, so that an interrupted check can resume (`sealed_record`).

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
    return partial(by_executor, partial(process_pool, workers)) if workers > 1 else one_by_one


def by_executor(
    start: Callable[[], AbstractContextManager[Executor]], parts: Sequence[FrontPart]
) -> Iterator[Result | None]:
    """Check the parts with the workers that `start` starts."""
    if len(parts) < 2:
        yield from one_by_one(parts)
        return
    with start() as pool:
        waiting = {pool.submit(check_part, part): number for number, part in enumerate(parts)}
        try:
            while waiting:
                done, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
                for future in done:
                    yield (waiting.pop(future), *future.result())
                yield None
        finally:  # one part that does not hold is enough
            for future in waiting:
                future.cancel()


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
