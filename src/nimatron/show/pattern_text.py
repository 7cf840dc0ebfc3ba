"""Boundary patterns of all-but games in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..families.taking.rules import Subtraction
from .json_data import plain
from .text import Line
from .words import tr

if TYPE_CHECKING:
    from ..explain.boundary_patterns import Pattern, Patterns

LONGEST = 72
"""The most heaps on a line; beyond that only the boundary is drawn."""

SHOWN = 12
"""The most levels that are drawn one after the other; beyond them only the two levels that agree."""


MOST_VALUES = 60
"""The most values on a line."""


def pattern_lines(patterns: Patterns) -> Iterator[Line]:
    """H_0, H_1, ... with the boundary in brackets, and where it repeats."""
    title = tr("Boundary patterns: * where the value is below k, @ where it is not; in brackets the boundary")
    yield Line(title, "title")
    before = -1
    for pattern in levels_to_draw(patterns):
        if pattern.level > before + 1:
            yield Line("  ...", "dim")
        yield Line(_level_text(pattern, patterns), "good" if _agrees(pattern, patterns) else "")
        before = pattern.level
    yield Line(return_sentence(patterns))


def pattern_values(patterns: Patterns, preperiod: int, period: int) -> Iterator[Line]:
    """The game below the largest excluded amount, and its values, a bar before each period."""
    if patterns.width:
        # On these heaps amounts above the largest excluded one cannot be taken.
        same = Subtraction(a for a in range(1, patterns.width) if a not in patterns.game.excluded)
        yield Line(tr("Heaps up to {largest} are those of {game}.", largest=patterns.width, game=same))
    if patterns.returns is not None and preperiod + 2 * period <= MOST_VALUES:
        cuts = [0, preperiod, preperiod + period, preperiod + 2 * period]
        rows = [",".join(str(patterns.value(n)) for n in range(*cut)) for cut in pairwise(cuts)]
        yield Line(f"G = {' | '.join(row for row in rows if row)} | ...")


def patterns_data(patterns: Patterns | None) -> dict[str, Any] | None:
    """The record as JSON, with a sentence on where the pattern repeats."""
    return plain(patterns) | {"text": return_sentence(patterns)} if patterns else None


def levels_to_draw(patterns: Patterns) -> tuple[Pattern, ...]:
    """The levels to draw: the first ones, and the two that agree."""
    last = patterns.levels[-1]
    return tuple(p for p in patterns.levels if p.level < SHOWN or p is last or p.level == patterns.returns)


def return_sentence(patterns: Patterns) -> str:
    """The sentence about the two patterns that agree, and the period that follows."""
    last = patterns.levels[-1]
    if patterns.returns is None:
        return tr("No pattern repeats up to H_{level}.", level=last.level)
    return tr(
        "H_{level} begins at heap {heap} as H_{same} does at heap {first}: period {heap} - {first} = {period}, "
        "saltus {level} - {same} = {saltus}.",
        level=last.level,
        same=patterns.returns,
        heap=last.first,
        first=patterns.levels[patterns.returns].first,
        period=patterns.period,
        saltus=patterns.saltus,
    )


def _agrees(pattern: Pattern, patterns: Patterns) -> bool:
    return patterns.returns is not None and pattern.level in (patterns.returns, patterns.levels[-1].level)


def _level_text(pattern: Pattern, patterns: Patterns) -> str:
    name, boundary = f"  H_{pattern.level:<3}", f"[{pattern.boundary}]"
    if patterns.heaps > LONGEST:
        from_heap = tr("from heap {heap}", heap=pattern.first)
        return f"{name} {boundary} {from_heap}"
    after = "@" * (patterns.heaps - pattern.first - patterns.width)
    return f"{name} {'*' * pattern.first}{boundary}{after}"
