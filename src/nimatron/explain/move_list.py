"""Moves of a position with something in common, all winning ones say: counted but not yet made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice
from typing import ClassVar, overload

from ..core.errors import Limit
from ..core.game import Game, Option, Position, State, Sum
from ..notation.reader import position_of
from ..solve.search.frames import Moves
from ..solve.theorem import count

MOST_WRITTEN = 100_000
"""The most coins, heaps or squares in all moves of a list together."""


class MoveList(Sequence[Option]):
    """Moves that are counted but not yet made: a state is put together only when it is looked at.

    >>> from nimatron import reach
    >>> moves = reach("nim: 7 7 7", 5)
    >>> len(moves), str(moves[0]), str(moves[0].describe())
    (3, 'nim: 5 7 7', 'take 2 from heap 1')
    """

    def __init__(self, position: Position, moves: Moves) -> None:
        self.position = position
        if self._repeat or _merges(position.game):
            moves = _distinct(position, moves)
        # `count` instead of len(): a group may have more moves than a machine word can count.
        counted = [(part, options, count(options)) for part, options in moves]
        self._groups = [(part, options) for part, options, most in counted if most]
        self._ends = list(accumulate(most for _, _, most in counted if most))

    @property
    def total(self) -> int:
        """How many there are. len() gives the same, but fails beyond a machine word."""
        return self._ends[-1] if self._ends else 0

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return bool(self._groups)

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> list[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | list[Option]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(self.total))]
        if i < 0:
            i += self.total
        if not 0 <= i < self.total:
            raise IndexError(i)
        # `_ends` has the running totals, so bisection finds the group without making a move.
        group = bisect_right(self._ends, i)
        part, options = self._groups[group]
        return Option(self.position, part, options[i - (self._ends[group - 1] if group else 0)])

    def __iter__(self) -> Iterator[Option]:
        for part, options in self._groups:
            for option in options:
                yield Option(self.position, part, option)

    def __contains__(self, move: object) -> bool:
        return super().__contains__(position_of(move) if isinstance(move, str) else move)

    def first(self, most: int) -> list[Option]:
        """The first `most` moves; fewer if they are too long to list. A move in Rugs may turn millions of coins."""
        found: list[Option] = []
        written = 0
        with suppress(Limit):
            for option in islice(self, most):
                written += len(option.move) if isinstance(option.move, tuple) else 1
                # One move is always listed, however long it is.
                if found and written > MOST_WRITTEN:
                    break
                found.append(option)
        return found

    def by_part(self) -> dict[int | None, int]:
        """How many of them move each part."""
        return {part: count(options) for part, options in self._groups}

    _kind: ClassVar[str] = ""
    _repeat: ClassVar[bool] = False
    """Can moves in two parts lead to the same whole, because they change nothing?"""

    def __repr__(self) -> str:
        return f"<{self.total} {self._kind}{'move' if self.total == 1 else 'moves'} of {self.position}>"


class WinningMoves(MoveList):
    """All winning moves of a position.

    >>> from nimatron import winning_moves
    >>> winning_moves("nim: 7 7 7"), winning_moves("nim: 3 4 5")
    (<3 winning moves of nim: 7 7 7>, <1 winning move of nim: 3 4 5>)
    """

    _kind = "winning "


class DrawingMoves(MoveList):
    """The moves that keep a draw, from a position in which nobody can force a win.

    They are all if `complete`; of parts with very many options only the first 10,000 are tried.

    >>> from nimatron import analyse
    >>> analyse("graph{a>b b>a a>c c>d}: a").drawing_moves
    <1 drawing move of graph{a>b a>c b>a c>d}: a>
    """

    _kind = "drawing "
    _repeat = True

    def __init__(self, position: Position, moves: Moves, complete: bool = True) -> None:
        super().__init__(position, moves)
        self.complete = complete


def _merges(game: Game) -> bool:
    """Can moves in two parts lead to the same whole? Our games keep each part in its place, or say that they merge."""
    games = game.games if isinstance(game, Sum) else (game,)
    return any(getattr(g, "merges", not type(g).put.__module__.startswith("nimatron.")) for g in games)


def _distinct(position: Position, moves: Moves) -> Moves:
    """The moves without repetition: each whole state once, reached by the first part that leads to it."""
    seen: set[State] = set()
    kept: Moves = []
    for part, options in moves:
        wholes = {Option(position, part, move).state: move for move in options}
        kept.append((part, [move for whole, move in wholes.items() if whole not in seen]))
        seen.update(wholes)
    return kept
