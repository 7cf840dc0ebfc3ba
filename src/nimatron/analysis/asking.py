"""The questions: value, outcome, winning moves, or everything at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, overload

from ..game import Outcome, Position, is_misere
from ..games.notation import position_of
from ..nimbers import Value
from ..values.search.budget import Progress
from ..values.search.limits import Limits, LimitWords, wished
from ..values.solver import Solver
from .analyst import Analysis, analysed
from .winning import MoveList, WinningMoves


@overload
def grundy(  # type: ignore[overload-overlap]  # a str is an Iterable of str too, but this overload comes first
    position: Position | str, limits: Limits | None = None, **words: Unpack[LimitWords]
) -> Value: ...
@overload
def grundy(
    position: Iterable[Position | str], limits: Limits | None = None, **words: Unpack[LimitWords]
) -> list[Value]: ...
def grundy(
    position: Position | str | Iterable[Position | str],
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> Value | list[Value]:
    """The Grundy value (nimber) of a position in normal play, or those of a list of positions.

    A position that can go on for ever has a value n or `Loopy`: ∞(K).

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
    with Solver(wished(limits, **words)) as solver:
        if isinstance(position, str) or not isinstance(position, Iterable):
            position = position_of(position)
            return solver.value(position.game, position.state)
        return [solver.value(one.game, one.state) for one in map(position_of, position)]


def has_value(
    position: Position | str,
    n: Value,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> bool:
    """Is `n` the Grundy value of a position? Often far less work than the value itself.

    >>> has_value("cram: 4x3 + nim: 1", 0), has_value("cram: 3x3", 0)
    (True, True)
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        return solver.has_value(position.game, position.state, n)


def outcome(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> Outcome:
    """N if the next player wins, P if the previous one does, D if nobody can force a win: a draw.

    Without `misere` a position is played as its game usually is: whoever makes the last move wins, except in Notakto.

    >>> outcome("nim: 1 2 3"), outcome("nim: 1", misere=True), outcome("graph{a>b b>a}: a")
    ('P', 'P', 'D')
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        return solver.outcome(position.game, position.state, is_misere(position.game, misere))


def winning_moves(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> WinningMoves:
    """All winning moves, as the positions they lead to: made lazily, but with their exact number.

    Where positions can repeat, these are the moves that make progress: whoever follows them comes to the end.

    >>> print(*winning_moves("nim: 3 4 5"))
    nim: 1 4 5
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        misere = is_misere(position.game, misere)
        return WinningMoves(position, solver.winning_moves(position.game, position.state, misere))


def reach(
    position: Position | str,
    n: Value,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> MoveList:
    """All moves that lead to Grundy value `n` in normal play: there is one for every `n` below the value.

    >>> print(*reach("nim: 5 4 + chomp: 2x2", 1))
    nim: 5 4 + chomp: 2 1
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        return MoveList(position, solver.moves_to(position.game, position.state, n))


def analyse(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitWords],
) -> Analysis:
    """Everything that can be found out about a position within the limits. Reaching one is not an error here.

    >>> found = analyse("nim: 3 4 5")
    >>> found.outcome, found.value, found.solution, found.winning_moves
    ('N', 2, 'strong', <1 winning move of nim: 3 4 5>)
    """
    position = position_of(position)
    with Solver(wished(limits, **words), progress) as solver:
        return analysed(position, is_misere(position.game, misere), solver)
