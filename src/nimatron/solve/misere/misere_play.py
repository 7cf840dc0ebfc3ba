"""Who wins in misere play, where the last player to move loses, and all winning moves.

The answer comes from a theorem, else from the rule of misere Nim if the game is tame, else from a quotient of the
games, else from canonical forms, else from search. A quotient is built when a question first needs it, heap by heap,
only as far as the question needs it or until a period is proved; the next question continues from there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ...core.clock import work_time
from ...core.errors import Cycle, Limit, UsageError
from ...core.game import Game, Part, Position, State
from ...core.limits import Budget, Limits
from ...core.message import Message
from ...families.heaps.rules import HeapGame
from ...families.octal.rules import Octal
from ...families.octal.splits import Splits
from ...families.sources import CONWAY, Source
from ...families.taking.rules import Subtraction
from ...nimbers.loopy import Value
from ..experts import Expert
from ..search.frames import Moves, sound_options
from ..search.memo import FORGETTING, Tables
from ..theorem import MISERE_SEARCH, RETROGRADE, Because, ReasonedValue, independent_parts, is_independent
from .components import refuse_infinite
from .form_search import FormSearch, shared_forms
from .genus import Genus, tame_is_p
from .quotient import MisereQuotient, grow, start_quotient
from .tame import (
    as_heaps,
    heaps_reach,
    is_tame,
    misere_by_theorem,
    misere_moves,
    tame_because,
    tame_outcome,
    tame_target,
)

if TYPE_CHECKING:
    from ..search.choice import Chooser

T = TypeVar("T")

BY_QUOTIENT = Because(
    "theorem",
    Message("the misere quotient: the product of the elements"),
    Source("Plambeck, Siegel 2008", "PlambeckSiegel2008"),
)
BY_GENUS = Because("theorem", Message("the rule of misere Nim: by their genera all parts are tame"), CONWAY)
BY_FORMS = Because("search", Message("canonical forms in misere play"), CONWAY)

QUICKLY, PATIENTLY = 1.0, 20.0
"""Seconds for a quotient before forms are tried, and after they have failed."""

MOST_FORMS = 1_000_000
"""The most work for canonical forms before a plain search is tried."""

FEW_FORMS = 20_000
"""The most work for forms and genera before anything else is tried."""

LARGEST_PART = 20_000
"""The most positions below a part, roughly, for its form to be looked for."""

MOST_OTHERS = 300
"""The most positions below a part that is no heap of a code, for it to be in the list of a quotient."""

MOST_BOARDS = 5000
"""The most positions below a part for it to be in that list where no part is a heap of a code."""

LEAST_LIST = 200
"""With room for fewer positions no list is begun: it would take the time that a search needs."""

WHOLE = 400
"""The largest heap that is looked at to explain a small one by the quotient of all."""

POSITIONS_A_SECOND = 100_000
"""About how many positions a search looks at in a second."""

MANY_OPTIONS = 2000
"""For heaps from this size on, winning moves are found by the period, not one by one."""

MOST_QUOTIENTS = 200
"""With more quotients than this, all are forgotten."""


class _Verdict(NamedTuple):
    """Is the position lost, and what says so?"""

    is_p: bool
    because: Because


@dataclass
class _Attempt:
    """A quotient, and how many seconds were spent on it in vain."""

    quotient: MisereQuotient
    tried: float = 0.0


class _ThreadQuotients(threading.local):
    def __init__(self) -> None:
        self.quotients: dict[frozenset[object], _Attempt | None] = {}


_shared = _ThreadQuotients()
FORGETTING.append(lambda: _shared.quotients.clear())


class NormalPlay(Protocol):
    """The solver, as misere play sees it: values in normal play decide tame games, and search is the last resort."""

    tables: Tables
    budget: Budget

    @property
    def search(self) -> Chooser: ...
    def expert(self, game: Game) -> Expert: ...
    def part(self, game: Game, state: State) -> ReasonedValue: ...
    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]: ...


class MiserePlay:
    """Answers about misere play, under the budget of a solver."""

    def __init__(self, solver: NormalPlay) -> None:
        self.solver, self.budget = solver, solver.budget
        self._reasons: dict[Part, Because] = {}

    def is_tame(self, game: Game) -> bool:
        """Does a theorem say that the rule of misere Nim holds for every position of `game`?"""
        return is_tame(game)

    def is_p(self, game: Game, state: State) -> bool:
        """Does the player to move lose?"""
        if is_tame(game):
            return (
                tame_outcome([*chain.from_iterable(self._tame_heaps(*part) for part in game.components(state))]) == "P"
            )
        if by_theorem := misere_by_theorem(game, state):
            return by_theorem.outcome == "P"
        by_expert = self.solver.expert(game).misere_is_p(state)
        if by_expert is not None:
            return by_expert
        found = self._quick_answer(game, state)
        if found is not None:
            self._reasons[game, state] = found.because
            return found.is_p
        # A search below an infinite heap would never end.
        for part in independent_parts(game, state):
            refuse_infinite(*part)
        return self.solver.search.is_p(game, state, misere=True)

    def because(self, game: Game, state: State) -> Because:
        """The reason for the answer that was given; a search if a limit came first."""
        if by_theorem := misere_by_theorem(game, state):
            return by_theorem.because
        if tame := tame_because(game):
            return tame
        if self.solver.tables.loopy and self.solver.search.loops.place(game, state, misere=True):
            return RETROGRADE
        if self.quotient(game, state, 0.0) is not None:
            return BY_QUOTIENT
        return self._reasons.get((game, state), MISERE_SEARCH)

    def _quick_answer(self, game: Game, state: State) -> _Verdict | None:
        """The answer without a search of the whole position: what is likely to be quick comes first."""
        ways: list[Callable[[], _Verdict | None]] = [
            lambda: self._by_quotient(game, state, QUICKLY),
            lambda: self._by_genus(game, state),
            lambda: self._by_forms(game, state, FEW_FORMS),
            lambda: self._by_quotient(game, state, QUICKLY, boards=True),
            lambda: self._by_forms(game, state, MOST_FORMS),
            lambda: self._by_quotient(game, state, PATIENTLY, boards=True),
        ]
        return next((found for way in ways if (found := way()) is not None), None)

    def genera(self, game: Game, state: State) -> list[tuple[Position, Genus]] | None:
        """The genus of each part, if the forms are soon found."""
        known = shared_forms()
        search = FormSearch(known, self.budget, FEW_FORMS)
        found = []
        try:
            for part in independent_parts(game, state):
                found.append((Position(*part), known.genera.genus(search.form(*part))))
        except (Limit, Cycle):
            return None
        return found

    # -- quotients --------------------------------------------------------------------------

    def _by_quotient(self, game: Game, state: State, seconds: float, boards: bool = False) -> _Verdict | None:
        quotient = self.quotient(game, state, seconds, boards)
        if quotient is None:
            return None
        return _Verdict(quotient.part_is_p(independent_parts(game, state)), BY_QUOTIENT)

    def quotient(
        self, game: Game, state: State, seconds: float = QUICKLY, boards: bool = False
    ) -> MisereQuotient | None:
        """A quotient that knows the position, if one is found within `seconds`; of boards alone only with `boards`.

        Boards alone are mostly settled sooner by their forms.
        """
        attempt = self._attempt(game, state, boards)
        if attempt is None:
            return None
        quotient = attempt.quotient
        if not quotient.knows(game, state) and self._seconds(seconds) > attempt.tried:
            self._grow(attempt, game, state, seconds)
        return quotient if quotient.knows(game, state) else None

    def whole_quotient(self, game: Game, state: State) -> MisereQuotient | None:
        """A quotient that knows the position, if possible with a proved period: then it holds for all heaps."""
        # With 0 seconds, only a quotient that is known already counts.
        found, attempt = self.quotient(game, state, 0.0), self._attempt(game, state)
        if attempt and found is not None and not found.proved and attempt.tried < (granted := self._seconds(QUICKLY)):
            attempt.tried = granted
            found.builder.budget = self._trial(QUICKLY)
            grow(found, WHOLE)
        return found

    def _trial(self, seconds: float, positions: int | None = None) -> Budget:
        """What a quotient may cost. Seconds of work, unless there is a limit of time: a busy machine tries as much."""
        limits = Limits(positions=positions, seconds=self._seconds(seconds), memory=self.budget.memory)
        return Budget(limits, clock=work_time if self.budget.seconds is None else None)

    def _seconds(self, most: float) -> float:
        """At most half of the time that is left, and not more than searching as many positions as allowed takes."""
        asked, positions = self.budget.seconds, self.budget.positions
        if asked is not None:
            # The other half is left for forms and search.
            most = min(most, max(0.0, asked - self.budget.elapsed) / 2)
        return most if positions is None else min(most, (positions - self.budget.spent) / POSITIONS_A_SECOND)

    def _attempt(self, game: Game, state: State, boards: bool = False) -> _Attempt | None:
        lines: list[Part] = []
        others: list[Part] = []
        for part in independent_parts(game, state):
            (lines if _is_line(part[0]) else others).append(part)
        games = dict.fromkeys(part[0] for part in lines)
        beside = {(other, other.canonical(part)): Position(other, part) for other, part in others}
        key = frozenset([*games, *beside])
        if len(_shared.quotients) > MOST_QUOTIENTS:
            _shared.quotients.clear()
        if key not in _shared.quotients:
            if not lines and (not boards or len(others) == 1):
                # A single board is searched as it is: a list of all positions below it would cost more.
                return None
            most = MOST_OTHERS if lines else MOST_BOARDS
            self._begin(key, [*games, *beside.values()], most)
        return _shared.quotients.get(key)

    def _begin(self, key: frozenset[object], subjects: Sequence[Game | Position], most: int) -> None:
        """List all positions below the boards; that they are too many is known only where there was time to count."""
        positions = self.budget.positions
        left = most if positions is None else min(most, (positions - self.budget.spent) // 2)
        if left < LEAST_LIST:
            return
        import_module("numpy")  # loading it is no part of the time
        trial = self._trial(QUICKLY, left)
        try:
            _shared.quotients[key] = _Attempt(start_quotient(subjects, trial))
        except (Limit, UsageError, Cycle) as fault:
            if not isinstance(fault, Limit) or trial.spent >= most or trial.seconds == QUICKLY:
                _shared.quotients[key] = None
        self.budget.spend(trial.spent)

    def _grow(self, attempt: _Attempt, game: Game, state: State, seconds: float) -> None:
        """Continue until the position is known, a period is proved, or the time is up."""
        # What was granted counts: a question that has more time may try again.
        granted, attempt.quotient.builder.budget = self._seconds(seconds), self._trial(seconds)
        largest: dict[Game, int] = {}
        for line, part in independent_parts(game, state):
            if _is_line(line):
                largest[line] = max(largest.get(line, 0), part[0])
        grow(attempt.quotient, largest)
        if not attempt.quotient.knows(game, state):
            attempt.tried = granted

    # -- forms ------------------------------------------------------------------------------

    def _by_genus(self, game: Game, state: State) -> _Verdict | None:
        """The answer by the rule of misere Nim, if the genera prove that all parts of a sum are tame."""
        parts = independent_parts(game, state)
        if len(parts) == 1 or not _suits_forms(game, state):
            return None
        known = shared_forms()
        search = FormSearch(known, self.budget, FEW_FORMS)
        genera: dict[Part, Genus] = {}
        for part in parts:
            if part not in genera:
                form = _within_limits(search, lambda part=part: search.form(*part))  # type: ignore[misc]
                if form is None or known.genera.kind(form) != "tame":
                    return None
                genera[part] = known.genera.genus(form)
        return _Verdict(tame_is_p([genera[part] for part in parts]), BY_GENUS)

    def _by_forms(self, game: Game, state: State, most: int) -> _Verdict | None:
        """The answer by canonical forms, if the game splits and there are not too many of them."""
        if not _suits_forms(game, state):
            return None
        search = FormSearch(shared_forms(), self.budget, most)
        found = _within_limits(search, lambda: search.is_p(game, state))
        return None if found is None else _Verdict(found, BY_FORMS)

    # -- moves ------------------------------------------------------------------------------

    def winning_moves(self, game: Game, state: State) -> Moves | None:
        """All winning moves part by part; None if each option has to be tried."""
        if is_tame(game):
            return self._tame_moves(game.components(state)) if not self.is_p(game, state) else []
        if misere_by_theorem(game, state):
            moves = misere_moves(game, state)
            return None if moves is None else [(None, moves)]
        parts = independent_parts(game, state)
        if list(game.components(state)) != list(parts):
            # Moves are numbered by `components`, so numbers of independent parts would name other parts.
            return None
        quotient = self.quotient(game, state)
        if quotient is None and len(parts) > 1:
            found = self._moves_by_forms(game, state, parts)
            if found is not None:
                return found
            quotient = self.quotient(game, state, boards=True)
        if quotient is None:
            return None
        return [
            (i, self._winning(quotient, *part, rest)) for i, (part, rest) in enumerate(_with_rests(quotient, parts))
        ]

    def _tame_heaps(self, game: Game, part: State) -> Sequence[Value]:
        """The Nim heaps that a part of a tame game behaves like."""
        return as_heaps(game, part) or (self.solver.part(game, part).value,)

    def _tame_moves(self, parts: Sequence[Part]) -> Moves:
        """The moves that the rule of misere Nim asks for."""
        heaps = [self._tame_heaps(*part) for part in parts]
        targets = iter(tame_target([*chain.from_iterable(heaps)]))
        moves: Moves = []
        for i, (game, part) in enumerate(parts):
            own = [next(targets) for _ in heaps[i]]
            one_heap = as_heaps(game, part) is None
            moves.append((i, self.solver.reach(game, part, own[0]) if one_heap else heaps_reach(game, part, own)))
        return moves

    def _moves_by_forms(self, game: Game, state: State, parts: Sequence[Part]) -> Moves | None:
        if not _suits_forms(game, state):
            return None
        search = FormSearch(shared_forms(), self.budget, FEW_FORMS)
        moves = _within_limits(search, lambda: list(search.lost_options(parts)))
        if moves is None:
            return None
        found: list[list[State]] = [[] for _ in parts]
        for i, option in moves:
            found[i].append(option)
        return list(enumerate(found))

    def _winning(self, quotient: MisereQuotient, game: Game, part: State, rest: int) -> Sequence[State]:
        """The options of a part that leave a lost position beside an element."""
        mul, lost = quotient.builder.monoid.mul, quotient.builder.monoid.lost
        period = quotient.periods.get(game)
        if period and isinstance(game, Octal) and part[0] >= MANY_OPTIONS and game.code.in_two:

            def is_target(a: int, b: int) -> bool:
                return bool(lost[mul[rest, mul[quotient.part_number(game, (a,)), quotient.part_number(game, (b,))]]])

            return Splits(game, part[0], is_target, period.preperiod, period.period)
        found: dict[State, None] = {}
        for option in sound_options(game, part):
            self.budget.spend()
            if option not in found and quotient.part_is_p(independent_parts(game, option), rest):
                found[option] = None
        return list(found)


def _is_line(game: Game) -> bool:
    """Is it a game whose heaps may have a period?"""
    if type(game) is Octal:
        return game.code.longest is not None
    return type(game) is Subtraction and game.amounts.finite


def _suits_forms(game: Game, state: State) -> bool:
    """Do parts repeat? A single board is better searched as it is, up to the first move that settles it."""
    parts = independent_parts(game, state)
    if len(parts) == 1 and not (isinstance(game, HeapGame) and is_independent(game)):
        return False
    return all(part_game.size(part) <= LARGEST_PART for part_game, part in parts)


def _within_limits(search: FormSearch, work: Callable[[], T]) -> T | None:
    """The result of the work; None if there are too many forms, or if positions repeat: a search handles both."""
    try:
        return work()
    except Cycle:
        return None
    except Limit:
        if search.left is not None and search.left < 0:
            return None
        raise


def _with_rests(quotient: MisereQuotient, parts: Sequence[Part]) -> Iterator[tuple[Part, int]]:
    """Each part with the product of the elements of all others."""
    mul = quotient.builder.monoid.mul
    elements = [quotient.part_number(*part) for part in parts]
    after = [0]
    for element in reversed(elements):
        after.append(int(mul[after[-1], element]))
    before = 0
    for part, element, following in zip(parts, elements, after[-2::-1], strict=True):
        yield part, int(mul[before, following])
        before = int(mul[before, element])
