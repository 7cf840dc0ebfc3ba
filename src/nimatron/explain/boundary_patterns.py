"""Boundary patterns of all-but games: where the values reach a level, and when the pattern repeats."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.errors import UsageError
from ..core.game import Game, Position
from ..core.message import Message
from ..families.taking.rules import AllBut
from ..solve.sequences.take_away import AllButSequence

WIDEST = 64
"""The largest excluded amount whose patterns are shown: each stays on one line."""

MOST_LEVELS = 500
"""The most levels; nobody compares more lines by eye."""


@dataclass(frozen=True)
class Pattern:
    """The boundary of H_k, from the first heap with G >= k on: @ where G >= k, * where G < k."""

    level: int
    first: int
    boundary: str

    def marks(self, heaps: int) -> str:
        """H_k on the heaps from 0 on: * before the boundary, @ after it.

        >>> Pattern(1, 1, "@*").marks(6)
        '*@*@@@'
        """
        return f"{'*' * self.first}{self.boundary}{'@' * heaps}"[:heaps]


@dataclass(frozen=True)
class Patterns:
    """The patterns H_0, H_1, ... of ALLBUT(S) until one repeats.

    The last level has the boundary of level `returns`, `period` heaps and `saltus` levels before, and so the patterns
    repeat for ever. All three are None if no pattern repeats within MOST_LEVELS levels.
    """

    game: AllBut
    width: int
    levels: tuple[Pattern, ...]
    returns: int | None = None
    period: int | None = None
    saltus: int | None = None

    @property
    def heaps(self) -> int:
        """How many heaps the last boundary reaches."""
        return self.levels[-1].first + self.width

    def reaches(self, level: int, heap: int) -> bool:
        """Is H_level @ at a heap?"""
        pattern = self.levels[level]
        place = heap - pattern.first
        return place >= 0 and (place >= self.width or pattern.boundary[place] == "@")

    def lower(self, heap: int) -> tuple[int, int]:
        """A heap whose value the levels show, and how many periods below the given heap it is."""
        if not self.period:
            return heap, 0
        # One division skips most periods, because a heap may be very large; the loop takes the few that remain.
        times = max(0, (heap - self.heaps) // self.period)
        # While the last level is reached, a period below the value is just a saltus less.
        while self.reaches(-1, heap - times * self.period):
            times += 1
        return heap - times * self.period, times

    def value(self, heap: int) -> int | None:
        """The value of a heap; None if these levels do not show it."""
        low, times = self.lower(heap)
        level = self.level_of(low)
        return None if level is None else level + times * (self.saltus or 0)

    def level_of(self, heap: int) -> int | None:
        """The largest k with H_k = @, which is the value of a heap; None if a level beyond the last may be reached."""
        if self.reaches(-1, heap):
            return None
        return max(pattern.level for pattern in self.levels if self.reaches(pattern.level, heap))


def patterns_of(game: Game) -> Patterns | None:
    """The boundary patterns of an all-but game; None for other games, and for very large amounts.

    >>> found = patterns_of(AllBut({2, 4}))
    >>> [(pattern.first, pattern.boundary) for pattern in found.levels]
    [(0, '@@@@'), (1, '@*@*'), (6, '@@@@')]
    >>> found.returns, found.period, found.saltus
    (0, 6, 2)
    """
    if not isinstance(game, AllBut) or game.excluded.largest is None or game.excluded.largest > WIDEST:
        return None
    sequence, width = AllButSequence(game.excluded), game.excluded.largest
    levels: list[Pattern] = []
    met: dict[int, int] = {}
    while len(levels) < MOST_LEVELS:
        boundary = "".join("*@"[sequence.pattern >> n & 1] for n in range(width))
        levels.append(Pattern(sequence.level, sequence.first, boundary))
        # The next level follows from the boundary alone, so an equal boundary repeats everything after it.
        if sequence.pattern in met:
            same = levels[met[sequence.pattern]]
            period, saltus = sequence.first - same.first, sequence.level - same.level
            return Patterns(game, width, tuple(levels), same.level, period, saltus)
        met[sequence.pattern] = sequence.level
        sequence.next_level()
    return Patterns(game, width, tuple(levels))


def check_patterns(game: Game) -> None:
    """UsageError if there are no patterns to show."""
    if not isinstance(game, AllBut) or not game.excluded.finite:
        raise UsageError("only all-but games, such as allbut{{2,4}}, have boundary patterns, not {game}", game=game)
    if (largest := game.excluded.largest or 0) > WIDEST:
        raise UsageError(
            "boundary patterns are shown if the largest excluded amount is at most {widest}; here it is {largest}",
            widest=WIDEST,
            largest=largest,
        )


def value_by_patterns(position: Position) -> Message | None:
    """How the value of a heap of an all-but game follows from its patterns.

    >>> print(value_by_patterns(AllBut({2, 4})(12)))
    By boundary patterns: 12 = 0 + 2·6; the largest k with H_k(0) = @ is 0; so G(12) = 0 + 2·2 = 4.
    """
    patterns = patterns_of(position.game)
    if patterns is None or not patterns.width:
        return None
    (heap,) = position.state
    low, times = patterns.lower(heap)
    value = patterns.level_of(low)
    if value is None:
        return None
    params = {"heap": heap, "low": low, "value": value}
    if not times:
        return Message("By boundary patterns: G({heap}) = {value}, the largest k with H_k({heap}) = @.", params=params)
    assert patterns.period is not None
    assert patterns.saltus is not None
    params |= {"times": times, "period": patterns.period, "saltus": patterns.saltus}
    params |= {"whole": value + times * patterns.saltus}
    return Message(
        "By boundary patterns: {heap} = {low} + {times}·{period}; the largest k with H_k({low}) = @ is {value}; "
        "so G({heap}) = {value} + {times}·{saltus} = {whole}.",
        params=params,
    )
