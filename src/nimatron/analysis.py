"""analyse(position) -> Analysis: the one answer that every front end shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, ClassVar, Literal, Unpack, overload

from .errors import Limit
from .game import Game, Option, Outcome, Position, State, Sum
from .games.notation import position_of
from .message import Message
from .nimbers import Value, nim_sum
from .values.because import MISERE_SEARCH, SUM, TAME, Because, Reasoned
from .values.moves.counted import count
from .values.search.budget import Progress
from .values.search.clock import now
from .values.search.frames import LONG
from .values.search.limits import Limits, LimitWords, out_of_time, wished
from .values.solver import Moves, Solver
from .values.theorems.misere import is_tame

Solution = Literal["strong", "weak", "unresolved"]
"""How much is known: see `Analysis.solution`."""

MOST_TRIED = 2000
"""The most options that are tried for a winning move that a theorem knows."""

MOST_WRITTEN = 100_000
"""The most coins, heaps or squares in all moves of a list together."""


MOST_REPEATS = 1_000_000
"""The most options of one position that are skipped because they were listed before."""


class WinningMoves(Sequence[Option]):
    """All winning moves, counted but not yet made: a state is put together only when it is looked at.

    >>> moves = winning_moves("nim: 7 7 7")
    >>> len(moves), str(moves[0]), str(moves[0].describe())
    (3, 'nim: 0 7 7', 'take 7 from heap 1')
    """

    def __init__(self, position: Position, moves: Moves) -> None:
        self.position = position
        if _merges(position.game):
            moves = _distinct(position, moves)
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
        group = bisect_right(self._ends, i)
        part, options = self._groups[group]
        return Option(self.position, part, options[i - (self._ends[group - 1] if group else 0)])

    def __iter__(self) -> Iterator[Option]:
        for part, options in self._groups:
            for option in options:
                yield Option(self.position, part, option)

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

    def __repr__(self) -> str:
        return f"<{self.total} winning moves of {self.position}>"


def _merges(game: Game) -> bool:
    """Can moves in two parts lead to the same whole? Only with a user's own `put`: ours keep each part in its place."""
    games = game.games if isinstance(game, Sum) else (game,)
    return not all(type(g).put.__module__.startswith("nimatron.") for g in games)


def _distinct(position: Position, moves: Moves) -> Moves:
    """The moves without repetition: each whole state once, reached by the first part that leads to it."""
    seen: set[State] = set()
    kept: Moves = []
    for part, options in moves:
        wholes = {Option(position, part, move).state: move for move in options}
        kept.append((part, [move for whole, move in wholes.items() if whole not in seen]))
        seen.update(wholes)
    return kept


@dataclass(frozen=True)
class Part:
    """A part of a position: its value and the reason for it. `summand` is the number of its game in a sum, from 0."""

    position: Position
    value: Value | None
    summand: int
    because: Because

    @classmethod
    def of(cls, game: Game, state: State, summand: int, found: Reasoned) -> Part:
        """A part whose value has been found."""
        return cls(Position(game, state), found.value, summand, found.because)


@dataclass(frozen=True)
class Analysis:
    """Who wins, the value, all winning moves, and why; None for what is not known. `str` gives it in words.

    >>> print(analyse("nim: 3"))
    nim: 3
    The player to move wins (N-position, value 3).
    1 winning move:
      take 3  ->  nim: 0
    Why: a heap of n has value n [Bouton 1901]
    """

    position: Position
    misere: bool
    outcome: Outcome | None
    value: Value | None
    winning_moves: WinningMoves | None
    parts: tuple[Part, ...]
    because: Because
    """The reason for the outcome."""
    trouble: Limit | None = None
    """The limit that was reached, if something is not known."""
    known_move: Option | None = None
    """A move that wins by a theorem, if not all winning moves are known."""
    ruled_out: tuple[int, ...] = ()
    """If the value is not known: the values that it cannot be, in order."""

    _words: ClassVar[Callable[[Analysis, str | None], str]]
    """How it is worded. Set by the package: words belong to a room that this one may not import."""

    def text(self, language: str | None = None) -> str:
        """The answer in words, in a language such as "pl"; by default in the reader's."""
        return Analysis._words(self, language)

    def __str__(self) -> str:
        return self.text()

    @property
    def at_least(self) -> int:
        """A lower bound for a value that is not known: all smaller values are ruled out."""
        return next((n for n, value in enumerate(self.ruled_out) if value != n), len(self.ruled_out))

    @property
    def solution(self) -> Solution:
        """strong: outcome and moves are known; weak: only the outcome; unresolved: not even that."""
        if self.outcome is None:
            return "unresolved"
        return "weak" if self.winning_moves is None else "strong"


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

    The work can be bounded with `limits=Limits(positions=1000)`, or in short `limit=1000`: then `Limit` is raised if it
    would take more. `seconds`, `memory` (in bytes) and `store` are given in the same way.

    >>> from nimatron import Kayles
    >>> grundy("nim: 3 4 5")
    2
    >>> grundy([Kayles(n) for n in range(6)])
    [0, 1, 2, 3, 1, 4]
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
    misere: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> Outcome:
    """N if the next player wins, P if the previous one does.

    >>> outcome("nim: 1 2 3"), outcome("nim: 1", misere=True)
    ('P', 'P')
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        return solver.outcome(position.game, position.state, misere)


def winning_moves(
    position: Position | str,
    misere: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> WinningMoves:
    """All winning moves, as the positions they lead to: made lazily, but with their exact number.

    >>> print(*winning_moves("nim: 3 4 5"))
    nim: 1 4 5
    """
    position = position_of(position)
    with Solver(wished(limits, **words)) as solver:
        return WinningMoves(position, solver.winning_moves(position.game, position.state, misere))


def analyse(
    position: Position | str,
    misere: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitWords],
) -> Analysis:
    """Everything that can be found out about a position within the limits. Reaching one is not an error here.

    >>> found = analyse("nim: 3 4 5")
    >>> found.outcome, found.value, found.solution, found.winning_moves
    ('N', 2, 'strong', <1 winning moves of nim: 3 4 5>)
    """
    with Solver(wished(limits, **words), progress) as solver:
        return analysed(position_of(position), misere, solver)


def analysed(position: Position, misere: bool, solver: Solver) -> Analysis:
    """What `solver` finds out about a position. It can be asked more questions afterwards, under the same limits."""
    return _Analyst(position, misere, solver).analysis()


def distinct(position: Position, seconds: float | None = None) -> Iterator[State]:
    """The options in order, each once. This is how they are listed and numbered.

    Raises Limit if the list only repeats itself, as that of a user's own game may do for ever.
    """
    began, repeats = now(), 0
    seen = set()
    for option in position.game.options(position.state):
        if option not in seen:
            seen.add(option)
            yield option
            continue
        repeats += 1
        if repeats % LONG == 0:
            _check_repeats(position, repeats, len(seen), now() - began, seconds)


def _check_repeats(position: Position, repeats: int, found: int, elapsed: float, seconds: float | None) -> None:
    if repeats >= MOST_REPEATS:
        what = Message("the options of {position} repeat themselves", params={"position": str(position)})
        raise Limit(what, found, elapsed)
    if seconds is not None and elapsed > seconds:
        raise out_of_time(seconds, found, elapsed)


@dataclass(frozen=True)
class Judged:
    """A legal move and the outcome it leads to; None if that is not known."""

    option: Option
    outcome: Outcome | None

    @property
    def wins(self) -> bool | None:
        """Does the player who makes this move win?"""
        return None if self.outcome is None else self.outcome == "P"


def judged_moves(
    position: Position,
    misere: bool = False,
    most: int = 1000,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> list[Judged]:
    """The first `most` legal moves, each with the outcome it leads to."""
    limits = wished(limits, **words)
    with Solver(limits) as solver:
        options = islice(distinct(position, limits.seconds), most)
        return [_judged(solver, position, state, misere) for state in options]


def _judged(solver: Solver, position: Position, state: State, misere: bool) -> Judged:
    try:
        outcome = solver.outcome(position.game, state, misere)
    except Limit:
        outcome = None
    return Judged(Option(position, None, state), outcome)


class _Analyst:
    """Asks for outcome, parts and moves one after the other. A limit ends one question, not the others."""

    def __init__(self, position: Position, misere: bool, solver: Solver) -> None:
        self.position, self.misere, self.solver = position, misere, solver
        self.game, self.state = position.game, position.state
        self.trouble: Limit | None = None

    def analysis(self) -> Analysis:
        # The outcome first: it is often the easiest question, and a limit may end the later ones.
        outcome = self._asked(lambda: self.solver.outcome(self.game, self.state, self.misere))
        parts = self._parts()
        moves = self._asked(lambda: self.solver.winning_moves(self.game, self.state, self.misere))
        value = self._value(parts, outcome)
        return Analysis(
            self.position,
            self.misere,
            outcome,
            value,
            None if moves is None else WinningMoves(self.position, moves),
            parts,
            self._because(parts),
            self.trouble,
            self._known_move() if outcome == "N" and moves is None else None,
            self._ruled_out(outcome) if value is None and not self.misere else (),
        )

    def _ruled_out(self, outcome: Outcome | None) -> tuple[int, ...]:
        # An N-position has a move to value 0, so its own value is not 0, whatever the search has found.
        found = self._asked(lambda: self.solver.ruled_out(self.game, self.state)) or ()
        return tuple(sorted({*found, 0})) if outcome == "N" else found

    def _value(self, parts: tuple[Part, ...], outcome: Outcome | None) -> Value | None:
        values = [part.value for part in parts if part.value is not None]
        if len(values) == len(parts) and self._has_parts:
            return nim_sum(*values)
        # A theorem may give the outcome without the value; but in normal play P and value 0 are the same.
        return 0 if outcome == "P" and not self.misere else None

    def _known_move(self) -> Option | None:
        """The first option that is P by a theorem: the middle of a board, say, followed by symmetric play."""
        if self.misere:
            return None
        for option in islice(self.game.options(self.state), MOST_TRIED):
            told = self.solver.told(self.game, option)
            if told and told.outcome == "P":
                return Option(self.position, None, option)
        return None

    def _asked(self, question: Any) -> Any:
        try:
            return question()
        except Limit as reached:
            self.trouble = self.trouble or reached  # the first limit tells most: later questions fail because of it
            return None

    @property
    def _has_parts(self) -> bool:
        """Do the values of the parts decide the game? In misere play only if it is tame."""
        return not self.misere or is_tame(self.game)

    def _parts(self) -> tuple[Part, ...]:
        if not self._has_parts:
            return ()
        numbered = [
            (k, part) for k, (game, summand) in enumerate(self.position.summands()) for part in game.components(summand)
        ]
        return tuple(self._part(k, *part) for k, part in numbered)

    def _part(self, summand: int, game: Game, state: State) -> Part:
        found = self._asked(lambda: self.solver.part(game, state))
        if found is None:
            return Part(Position(game, state), None, summand, self.solver.expert(game).way(state))
        return Part.of(game, state, summand, found)

    def _because(self, parts: tuple[Part, ...]) -> Because:
        if self.misere:
            return TAME if is_tame(self.game) else MISERE_SEARCH
        if told := self.solver.told(self.game, self.state):
            return told.because
        return parts[0].because if len(parts) == 1 else SUM
