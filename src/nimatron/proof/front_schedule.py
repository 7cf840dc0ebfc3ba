"""The schedule of a certificate in parts: which processes check the parts, and which parts were checked before.

A folder may record the parts that hold, so that an interrupted check can resume: a line for each part, with a seal of
its data and of the code that checked it, made with a key that only this user has. Whoever changes the folder, or sends
another one, can make parts be checked again, but cannot make an unchecked part count as checked.
"""

from __future__ import annotations

import hmac
import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from ..core import files
from ..core.errors import NotKept, Refuted, UsageError
from ..core.message import Message
from . import front_blocks as blocks
from . import front_part as part
from .front_part import FrontPart, check_part
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
    pool = ProcessPoolExecutor(min(workers, len(parts)))
    try:
        waiting = {pool.submit(check_part, part): number for number, part in enumerate(parts)}
        while waiting:
            done, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
            for future in done:
                yield (waiting.pop(future), *future.result())
            yield None
    finally:
        # Parts that have not begun are not worth waiting for.
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class PartSchedule:
    """Who checks the parts, the record of those that hold, and who hears how many values are derived."""

    each: Each = one_by_one
    kept: CheckedParts | None = None
    report: Callable[[int, int], None] | None = None

    def go_through(self, parts: Sequence[FrontPart], work: CheckBudget) -> None:
        """Check all parts that were not checked before; Refuted or CheckLimit if not all of them hold."""
        left = [part for part in parts if not (self.kept and self.kept.has(part))]
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
            raise CheckLimit(Message("the limit of {seconds} s is reached", params={"seconds": f"{work.seconds:g}"}))
        if fault == "rare":
            raise Refuted("the front does not decide heap {heap}", heap=heap)
        if fault:
            raise Refuted("the window before heap {heap} is not what follows from the one before", heap=heap)
        if self.kept:
            self.kept.add(part)


# -- which parts were checked before ---------------------------------------------------------------

NAME = "checked.txt"

KEY = "verify.key"
"""The user's key, beside other things that can be made again: without it all parts are checked again."""


class CheckedParts:
    """The record of checked parts in a folder; `failed` is told of the first part that cannot be written."""

    def __init__(self, folder: str | os.PathLike[str], failed: Callable[[NotKept], None] | None = None) -> None:
        self._failed = failed
        self._path, self._key = Path(folder) / NAME, _key(files.cache_folder() / KEY)
        try:
            files.make_folder(self._path.parent)
            self._seals = set(self._path.read_bytes().split()) if self._path.exists() else set()
        except OSError as fault:
            raise UsageError("cannot write {path}: {reason}", path=folder, reason=fault.strerror) from None

    def has(self, part: FrontPart) -> bool:
        """Was this very part checked, by this very code?"""
        return self._seal(part) in self._seals

    def add(self, part: FrontPart) -> None:
        """Remember that a part holds."""
        try:
            files.add_line(self._path, self._seal(part) + b"\n")
        except OSError as fault:
            lost = NotKept("cannot write {path}: {reason}", path=self._path, reason=fault.strerror)
            if self._failed is None:
                raise lost from None
            self._failed(lost)
            self._failed = lambda _: None

    def _seal(self, part: FrontPart) -> bytes:
        return hmac.new(self._key, _checker() + digest(part), sha256).hexdigest().encode()


def digest(part: FrontPart) -> bytes:
    """A checksum of all that decides whether a part holds; `plain` and the limit do not."""
    found = sha256(repr((part.digits, [tuple(form) for form in part.forms], part.start, part.stop)).encode())
    for values in (part.front, part.window, part.expected):
        # With its length before it, so that a value cannot pass from one to the next.
        found.update(len(values).to_bytes(8, "little") + values.astype("<u4").tobytes())
    return found.digest()


@cache
def _checker() -> bytes:
    """A checksum of the code that checks parts; without sources there is none, and nothing is recognised later."""
    try:
        return sha256("".join(map(inspect.getsource, (part, blocks))).encode()).digest()
    except OSError:
        return os.urandom(32)


def _key(path: Path) -> bytes:
    """The user's key, made when it is first wanted; where nothing can be kept, one for this process alone."""
    with suppress(OSError):
        if not path.exists():
            files.make_folder(path.parent)
            with suppress(FileExistsError):  # another process was quicker
                files.write_whole(path, [os.urandom(32)], replace=False, private=True)
        key = path.read_bytes()
        if len(key) == 32:
            return key
    return os.urandom(32)
