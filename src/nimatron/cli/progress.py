"""The line on stderr that shows the progress of long work, if a person is watching."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Generic, ParamSpec

from ..message import Number
from ..present.words import trn

EVERY = 0.5
"""The least seconds between two lines."""

CLEAR = "\r\033[K"

P = ParamSpec("P")


class ProgressLine(Generic[P]):
    """`with ProgressLine(text) as report`: `text` words what is reported, and is shown unless it is empty.

    `report` is None if stderr is not a terminal. The line is removed at the end.
    """

    def __init__(self, text: Callable[P, str]) -> None:
        self._text, self._shown = text, False

    def __enter__(self) -> Callable[P, None] | None:
        return self._report if sys.stderr.isatty() else None

    def _report(self, *args: P.args, **kwargs: P.kwargs) -> None:
        if text := self._text(*args, **kwargs):
            print(f"{CLEAR}{text[: _width() - 1]}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class Pace:
    """When a line is due, and the rate since the last line: later heaps cost more than the first ones."""

    def __init__(self) -> None:
        self._count, self._seconds = 0, 0.0

    def due(self, seconds: float) -> bool:
        """Is the last line old enough?"""
        return seconds - self._seconds >= EVERY

    def rate(self, count: int, seconds: float) -> float:
        """How many per second since the last line."""
        rate = (count - self._count) / (seconds - self._seconds)
        self._count = count
        self.shown(seconds)
        return rate

    def shown(self, seconds: float) -> None:
        """Remember that a line was shown."""
        self._seconds = seconds


def search_progress() -> ProgressLine[int, float]:
    """The progress of a search, which reports positions and seconds."""
    pace = Pace()

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

    return ProgressLine(text)


def run_progress() -> ProgressLine[int, int, float]:
    """The progress of a growing nim-sequence, which reports the known heaps, the wanted heaps and seconds."""
    from ..present.sequences import progress_text

    pace = Pace()

    def text(known: int, wanted: int, seconds: float) -> str:
        return progress_text(known, wanted, pace.rate(known, seconds)) if pace.due(seconds) else ""

    return ProgressLine(text)
