"""The function that makes a board to play on in a notebook; it looks for the extra `notebook` before loading it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from ..core.errors import UsageError
from ..core.game import Position
from ..notation.reader import position_of
from ..play.levels import LEVELS

if TYPE_CHECKING:
    from .widget import PlayWidget


def widget(
    position: Position | str,
    *,
    opponent: str = "perfect",
    first: Literal["you", "computer"] = "you",
    misere: bool | None = None,
    seed: int = 0,
) -> PlayWidget:
    """A board to play on in a notebook, as on the page; needs the extra `notebook`.

    `opponent` is a level such as "fair" or "perfect", or "person" for two people. `position` and `moves` of the widget
    say where the match is, and `current()` gives it as a position.

    >>> board = widget("nim: 3 4 5", opponent="fair")  # doctest: +SKIP
    >>> board.current(), list(board.moves)  # doctest: +SKIP
    (parse('nim: 3 4 5'), [])
    >>> widget("nim: 3 4 5", first="nobody")
    Traceback (most recent call last):
    nimatron.core.errors.UsageError: expected 'you' or 'computer' to begin, not 'nobody'
    """
    levels = (*LEVELS, "person")
    if opponent not in levels:
        raise UsageError(
            "there is no level {level!r}: expected one of {levels}", level=opponent, levels=", ".join(levels)
        )
    if first not in ("you", "computer"):
        raise UsageError("expected 'you' or 'computer' to begin, not {first!r}", first=first)
    if find_spec("anywidget") is None:
        raise UsageError("boards in notebooks need anywidget: pip install 'nimatron[notebook]'")
    from .widget import PlayWidget

    place = position_of(position)
    computer = -1 if opponent == "person" else 0 if first == "computer" else 1
    level = "perfect" if opponent == "person" else opponent
    return PlayWidget(place, computer=computer, level=level, misere=misere, seed=seed)
