"""The progress of long work in one line, for the terminal and notebooks.

Each text is due now and then, and empty in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.limits import Kind
from ..core.message import Number
from .words import tr, trn

if TYPE_CHECKING:
    from ..survey import Progress

EVERY = 0.5
"""The least seconds between two lines."""


class ProgressRate:
    """The time of the next line, and the rate since the last line: later heaps cost more than the first ones."""

    def __init__(self) -> None:
        self._count, self._seconds = 0, 0.0

    def due(self, seconds: float) -> bool:
        """True if the last line is old enough."""
        return seconds - self._seconds >= EVERY

    def rate(self, count: int, seconds: float) -> float:
        """The number per second since the last line."""
        # The divisor is never 0: `due` has asked for at least EVERY seconds since the last line.
        rate = (count - self._count) / (seconds - self._seconds)
        self._count = count
        self.note_line(seconds)
        return rate

    def note_line(self, seconds: float) -> None:
        """Remember that a line was shown."""
        self._seconds = seconds


def search_text() -> Callable[[int, float], str]:
    """A search reports positions and seconds."""
    pace = ProgressRate()

    def text(positions: int, seconds: float) -> str:
        if not pace.due(seconds):
            return ""
        return trn(
            "{count} position, {seconds} s, {rate} a second",
            "{count} positions, {seconds} s, {rate} a second",
            positions,
            count=Number(positions),
            seconds=Number(seconds, ".0f"),
            rate=Number(pace.rate(positions, seconds), ",.0f"),
        )

    return text


def run_text() -> Callable[[int, int, float], str]:
    """A growing nim-sequence reports the known heaps, the wanted heaps and seconds."""
    from .sequence_text import progress_text

    pace = ProgressRate()

    def text(known: int, wanted: int, seconds: float) -> str:
        return progress_text(known, wanted, pace.rate(known, seconds)) if pace.due(seconds) else ""

    return text


def period_text() -> Callable[[int, float, float | None], str]:
    """The search for a period reports the known heaps, seconds, and its limit of seconds."""
    from .sequence_text import duration

    pace = ProgressRate()

    def text(heaps: int, seconds: float, most: float | None) -> str:
        if not pace.due(seconds):
            return ""
        rate = Number(pace.rate(heaps, seconds), ",.0f")
        facts = {"heaps": Number(heaps), "rate": rate, "spent": duration(seconds)}
        if most is None:
            return tr("no period up to heap {heaps} yet, {rate} a second, {spent}", **facts)
        return tr("no period up to heap {heaps} yet, {rate} a second, {spent} of {most}", most=duration(most), **facts)

    return text


def quotient_text() -> Callable[[int, int, int | None, float], str]:
    """A quotient reports the heap, its order, the order of a candidate that is tried, and seconds."""
    pace = ProgressRate()

    def text(heap: int, order: int, candidate: int | None, seconds: float) -> str:
        if not pace.due(seconds):
            return ""
        pace.note_line(seconds)
        facts = {"heap": heap, "order": order, "seconds": Number(seconds, ".0f")}
        if candidate is not None:
            return tr(
                "heap {heap}, order {order}, a candidate of {candidate}, {seconds} s", candidate=candidate, **facts
            )
        return tr("heap {heap}, order {order}, {seconds} s", **facts)

    return text


def survey_text() -> Callable[[Progress], str]:
    """A survey reports its progress: the number of games done, the rate, the time left, the longest period so far."""
    pace = ProgressRate()

    def text(progress: Progress) -> str:
        if not pace.due(progress.seconds):
            return ""
        pace.note_line(progress.seconds)
        left = Number((progress.total - progress.done) / progress.rate, ",.0f") if progress.rate else "?"
        return tr(
            "{done} of {total}, {rate} a second, {left} s left, longest period {longest}",
            done=Number(progress.done),
            total=Number(progress.total),
            rate=Number(progress.rate, ",.0f"),
            left=left,
            longest=Number(progress.longest),
        )

    return text


def confirmation_text() -> Callable[[int], str]:
    """The second derivation of a proof reports the number of its values; its code is compiled first."""
    return lambda count: tr("other code derives {count} values again; --trust skips this", count=Number(count))


WORK: dict[Kind, tuple[Callable[[], Callable[..., str]], Callable[..., float | None]]] = {
    "search": (search_text, lambda positions, seconds: None),
    "run": (run_text, lambda known, wanted, seconds: known / wanted if wanted else 1.0),
    "period": (period_text, lambda heaps, seconds, most: seconds / most if most else None),
    "quotient": (quotient_text, lambda heap, order, candidate, seconds: None),
    "confirmation": (confirmation_text, lambda count: None),
    "survey": (survey_text, lambda progress: progress.done / progress.total if progress.total else 1.0),
}
"""For each kind of work: the function that makes the line, and the share that is done, None if it is unknown."""
