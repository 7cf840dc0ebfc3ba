"""The questions: value, outcome, winning moves. `analysis` asks for everything at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, overload

from ..core.game import Outcome, Position, is_misere
from ..core.limits import LimitOptions, Limits, make_limits
from ..nimbers.loopy import Value
from ..notation.reader import position_of
from ..solve.solver import Solver
from .move_list import MoveList, WinningMoves


@overload
def grundy(  # type: ignore[overload-overlap]  # a str is an Iterable of str too, but this overload comes first
    position: Position | str, limits: Limits | None = None, **words: Unpack[LimitOptions]
) -> Value: ...
@overload
def grundy(
    position: Iterable[Position | str], limits: Limits | None = None, **words: Unpack[LimitOptions]
) -> list[Value]: ...
def grundy(
    position: Position | str | Iterable[Position | str],
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> Value | list[Value]:
    """The Grundy value (nimber) of a position in normal play, or those of a list of positions.

    A position that can continue for ever has a value n or `Loopy`: ∞(K).

    The work can be bounded with `limits=Limits(positions=1000)`, or in short `limit=1000`: then `Limit` is raised if it
    would take more. `seconds`, `memory` (in bytes) and `store` are given in the same way.

    >>> from nimatron import Kayles
    >>> grundy("nim: 3 4 5")
    2
    >>> grundy([Kayles(n) for n in range(6)])
    [0, 1, 2, 3, 1, 4]
    >>> print(grundy("graph{a>b b>a b>c c>d}: b + nim: 3"))
    ∞(2)
    """
    with Solver(make_limits(limits, **words)) as solver:
        # A text and a position are iterable too, but they are one position.
        if isinstance(position, (str, Position)) or not isinstance(position, Iterable):
            position = position_of(position)
            return solver.value(position.game, position.state)
        return [solver.value(one.game, one.state) for one in map(position_of, position)]


def has_value(
    position: Position | str,
    n: Value,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> bool:
    """Is `n` the Grundy value of a position? Often far less work than the value itself.

    >>> has_value("cram: 4x3 + nim: 1", 0), has_value("cram: 3x3", 0)
    (True, True)
    """
    position = position_of(position)
    with Solver(make_limits(limits, **words)) as solver:
        return solver.has_value(position.game, position.state, n)


def outcome(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> Outcome:
    """N if the next player wins, P if the previous one does, D if nobody can force a win: a draw.

    Without `misere` a position is played as its game usually is: whoever makes the last move wins, except in Notakto.

    >>> outcome("nim: 1 2 3"), outcome("nim: 1", misere=True), outcome("graph{a>b b>a}: a")
    ('P', 'P', 'D')
    """
    position = position_of(position)
    with Solver(make_limits(limits, **words)) as solver:
        return solver.outcome(position.game, position.state, is_misere(position.game, misere))


def is_losing(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> bool:
    """Does the player to move lose, whatever they do?

    >>> is_losing("nim: 1 2 3"), is_losing("nim: 3 4 5")
    (True, False)
    """
    return outcome(position, misere, limits, **words) == "P"


def winning_move(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> Position | None:
    """A winning move, as the position it leads to; None if there is none.

    >>> print(winning_move("nim: 3 4 5"), winning_move("nim: 1 2 3"))
    nim: 1 4 5 None
    """
    return next(iter(winning_moves(position, misere, limits, **words)), None)


def winning_moves(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> WinningMoves:
    """All winning moves, as the positions they lead to: made lazily, but with their exact number.

    Where positions can repeat, these are the moves that make progress: whoever follows them comes to the end.

    >>> print(*winning_moves("nim: 3 4 5"))
    nim: 1 4 5
    """
    position = position_of(position)
    with Solver(make_limits(limits, **words)) as solver:
        misere = is_misere(position.game, misere)
        return WinningMoves(position, solver.winning_moves(position.game, position.state, misere))


def reach(
    position: Position | str,
    n: Value,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> MoveList:
    """All moves that lead to Grundy value `n` in normal play: there is one for every `n` below the value.

    >>> print(*reach("nim: 5 4 + chomp: 2x2", 1))
    nim: 5 4 + chomp: 2 1
    """
    position = position_of(position)
    with Solver(make_limits(limits, **words)) as solver:
        return MoveList(position, solver.moves_to(position.game, position.state, n))
