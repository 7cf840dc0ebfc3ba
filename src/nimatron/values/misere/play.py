"""Who wins in misere play, and all winning moves: by a quotient of the games, else by canonical forms, else by search.

A quotient is built when it is first needed, heap by heap, only as far as the question needs it or until a period is
proved; the next question goes on from there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, TypeVar

from ...errors import Cycle, Limit, UsageError
from ...game import Game, Part, Position, State
from ...games.heaps import HeapGame, Subtraction
from ...games.octal import Octal
from ...message import Message
from ..because import MISERE_SEARCH, Because
from ..moves.splits import Splits
from ..search.budget import Budget
from ..search.clock import worked
from ..search.frames import sound_options
from ..search.limits import Limits
from ..search.progress import Moves
from ..theorems.parts import independent_parts, is_independent
from .components import refuse_infinite
from .genus import Genus, tame_is_p
from .quotient import MisereQuotient, begun, grow
from .search import FormSearch, shared

T = TypeVar("T")

BY_QUOTIENT = Because("theorem", Message("the misere quotient: the product of the elements"), "Plambeck, Siegel 2008")
BY_GENUS = Because("theorem", Message("the rule of misere Nim: by their genera all parts are tame"), "Conway 1976")
BY_FORMS = Because("search", Message("canonical forms in misere play"), "Conway 1976")

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


class _Settled(NamedTuple):
    """Is the position lost, and what says so?"""

    is_p: bool
    because: Because


@dataclass
class _Attempt:
    """A quotient, and how many seconds were spent on it in vain."""

    quotient: MisereQuotient
    tried: float = 0.0


class _Shared(threading.local):
    def __init__(self) -> None:
        self.quotients: dict[frozenset[object], _Attempt | None] = {}


_shared = _Shared()


class MiserePlay:
    """Answers for positions that are not tame by a theorem, under a budget; `search` is the last resort."""

    def __init__(self, budget: Budget, search: Callable[[Game, State], bool]) -> None:
        self.budget, self.search = budget, search
        self._reasons: dict[Part, Because] = {}

    def is_p(self, game: Game, state: State) -> bool:
        """Does the player to move lose?"""
        found = self._settled(game, state)
        if found is not None:
            self._reasons[game, state] = found.because
            return found.is_p
        for part in independent_parts(game, state):
            refuse_infinite(*part)
        return self.search(game, state)

    def because(self, game: Game, state: State) -> Because:
        """What the answer that was given rests on; a search if a limit came first."""
        if self.quotient(game, state, 0.0) is not None:
            return BY_QUOTIENT
        return self._reasons.get((game, state), MISERE_SEARCH)

    def _settled(self, game: Game, state: State) -> _Settled | None:
        """The answer without a search of the whole position: what is likely to be quick comes first."""
        ways: list[Callable[[], _Settled | None]] = [
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
        known = shared()
        search = FormSearch(known, self.budget, FEW_FORMS)
        found = []
        try:
            for part in independent_parts(game, state):
                found.append((Position(*part), known.genera.genus(search.form(*part))))
        except (Limit, Cycle):
            return None
        return found

    # -- quotients --------------------------------------------------------------------------

    def _by_quotient(self, game: Game, state: State, seconds: float, boards: bool = False) -> _Settled | None:
        quotient = self.quotient(game, state, seconds, boards)
        if quotient is None:
            return None
        return _Settled(quotient.part_is_p(independent_parts(game, state)), BY_QUOTIENT)

    def quotient(
        self, game: Game, state: State, seconds: float = QUICKLY, boards: bool = False
    ) -> MisereQuotient | None:
        """A quotient that knows the position, if one is found within so many seconds; of `boards` alone only if asked.

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
        """The same, and if possible with a proved period, which makes it the same for all positions of the games."""
        found, attempt = self.quotient(game, state, 0.0), self._attempt(game, state)
        if attempt and found is not None and not found.proved and attempt.tried < (granted := self._seconds(QUICKLY)):
            attempt.tried = granted
            found.building.budget = self._trial(QUICKLY)
            grow(found, WHOLE)
        return found

    def _trial(self, seconds: float, positions: int | None = None) -> Budget:
        """What a quotient may cost. Seconds of work, unless there is a limit of time: a busy machine tries as much."""
        limits = Limits(positions=positions, seconds=self._seconds(seconds), memory=self.budget.memory)
        return Budget(limits, clock=worked if self.budget.seconds is None else None)

    def _seconds(self, most: float) -> float:
        """At most half of the time that is left, and not more than searching as many positions as allowed takes."""
        asked, positions = self.budget.seconds, self.budget.positions
        if asked is not None:
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
            _shared.quotients[key] = _Attempt(begun(subjects, trial))
        except (Limit, UsageError, Cycle) as fault:
            if not isinstance(fault, Limit) or trial.spent >= most or trial.seconds == QUICKLY:
                _shared.quotients[key] = None
        self.budget.spend(trial.spent)

    def _grow(self, attempt: _Attempt, game: Game, state: State, seconds: float) -> None:
        """Go on until the position is known, a period is proved, or the time is up."""
        # What was granted counts: a question that has more time may try again.
        granted, attempt.quotient.building.budget = self._seconds(seconds), self._trial(seconds)
        largest: dict[Game, int] = {}
        for line, part in independent_parts(game, state):
            if _is_line(line):
                largest[line] = max(largest.get(line, 0), part[0])
        grow(attempt.quotient, largest)
        if not attempt.quotient.knows(game, state):
            attempt.tried = granted

    # -- forms ------------------------------------------------------------------------------

    def _by_genus(self, game: Game, state: State) -> _Settled | None:
        """The answer by the rule of misere Nim, if the genera prove that all parts of a sum are tame."""
        parts = independent_parts(game, state)
        if len(parts) == 1 or not _suits_forms(game, state):
            return None
        known = shared()
        search = FormSearch(known, self.budget, FEW_FORMS)
        genera: dict[Part, Genus] = {}
        for part in parts:
            if part not in genera:
                form = _within_limits(search, lambda part=part: search.form(*part))  # type: ignore[misc]
                if form is None or known.genera.kind(form) != "tame":
                    return None
                genera[part] = known.genera.genus(form)
        return _Settled(tame_is_p([genera[part] for part in parts]), BY_GENUS)

    def _by_forms(self, game: Game, state: State, most: int) -> _Settled | None:
        """The answer by canonical forms, if the game splits and there are not too many of them."""
        if not _suits_forms(game, state):
            return None
        search = FormSearch(shared(), self.budget, most)
        found = _within_limits(search, lambda: search.is_p(game, state))
        return None if found is None else _Settled(found, BY_FORMS)

    # -- moves ------------------------------------------------------------------------------

    def winning_moves(self, game: Game, state: State) -> Moves | None:
        """All winning moves by a quotient or by forms, part by part; None if there are none."""
        parts = independent_parts(game, state)
        if list(game.components(state)) != list(parts):
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

    def _moves_by_forms(self, game: Game, state: State, parts: Sequence[Part]) -> Moves | None:
        if not _suits_forms(game, state):
            return None
        search = FormSearch(shared(), self.budget, FEW_FORMS)
        moves = _within_limits(search, lambda: list(search.lost_options(parts)))
        if moves is None:
            return None
        found: list[list[State]] = [[] for _ in parts]
        for i, option in moves:
            found[i].append(option)
        return list(enumerate(found))

    def _winning(self, quotient: MisereQuotient, game: Game, part: State, rest: int) -> Sequence[State]:
        """The options of a part that leave a lost position beside an element."""
        mul, lost = quotient.building.monoid.mul, quotient.building.monoid.lost
        period = quotient.periods.get(game)
        if period and isinstance(game, Octal) and part[0] >= MANY_OPTIONS and game.code.in_two:

            def wanted(a: int, b: int) -> bool:
                return bool(lost[mul[rest, mul[quotient.part_number(game, (a,)), quotient.part_number(game, (b,))]]])

            return Splits(game, part[0], wanted, period.preperiod, period.period)
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
    """What the work finds; None if there are too many forms, or positions come back: a search knows what to do then."""
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
    mul = quotient.building.monoid.mul
    elements = [quotient.part_number(*part) for part in parts]
    after = [0]
    for element in reversed(elements):
        after.append(int(mul[after[-1], element]))
    before = 0
    for part, element, following in zip(parts, elements, after[-2::-1], strict=True):
        yield part, int(mul[before, following])
        before = int(mul[before, element])
