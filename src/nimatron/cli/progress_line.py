"""The line on stderr that shows the progress of long work, if a person is watching."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, ParamSpec

from ..core.limits import Kind
from ..show.progress_text import WORK, run_text, search_text

if TYPE_CHECKING:
    import logging

CLEAR = "\r\033[K"

LOGGER = "nimatron.kernels"
"""The logger of compilations, which may come in the middle of other work."""

BAR = 24
"""The length of a bar, in characters."""

P = ParamSpec("P")


class ProgressLine(Generic[P]):
    """`with ProgressLine(text) as report`: `text` makes a line from each report; an empty line is not shown.

    `report` is None if stderr is not a terminal. The line is removed at the end.
    """

    def __init__(self, text: Callable[P, str]) -> None:
        self._text, self._shown = text, False
        self._logger: logging.Logger | None = None

    def __enter__(self) -> Callable[P, None] | None:
        if not sys.stderr.isatty():
            return None
        from logging import getLogger  # a program that nobody watches begins without it

        self._logger = getLogger(LOGGER)
        self._logger.addFilter(self._make_way)
        return self._report

    def _make_way(self, _: logging.LogRecord) -> bool:
        """Remove the line before another message on stderr; the next report shows it again."""
        self._clear()
        return True

    def _report(self, *args: P.args, **kwargs: P.kwargs) -> None:
        if text := self._text(*args, **kwargs):
            # One column less than the terminal has: a full line would wrap, and CLEAR removes only one line.
            print(f"{CLEAR}{text[: _width() - 1]}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def _clear(self) -> None:
        if self._shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)
            self._shown = False

    def __exit__(self, *_: object) -> None:
        if self._logger:
            self._logger.removeFilter(self._make_way)
        self._clear()


def _width() -> int:
    try:
        # Some terminals report a width of 0.
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def work_progress(kind: Kind) -> ProgressLine[...]:
    """The progress of work of a kind, with a bar if the share that is done is known."""
    words, share_of = WORK[kind]
    wording = words()

    def text(*state: Any) -> str:
        line, share = wording(*state), share_of(*state)
        return line if share is None or not line else f"{_bar(share)} {line}"

    return ProgressLine(text)


def _bar(share: float) -> str:
    filled = min(BAR, int(BAR * share))
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"


def search_progress() -> ProgressLine[int, float]:
    """The progress of a search, which reports positions and seconds."""
    return ProgressLine(search_text())


def run_progress() -> ProgressLine[int, int, float]:
    """The progress of a growing nim-sequence, which reports the known heaps, the wanted heaps and seconds."""
    return ProgressLine(run_text())
