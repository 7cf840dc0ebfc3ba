"""The solver: theorem, else expert, else search.

A position is a sum of parts, and its value is the nim-sum of their values. Each part has one straight path:

    part         the value of a part, with its reason
      shortcut     a theorem, else the expert of the family: no search
      search       options and mex, or labels where positions repeat

Outcomes and winning moves take the same path. Misere play has its own rules, which `misere` knows.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, wraps
from itertools import islice
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from ..core.game import NOTHING, Game, Outcome, Part, State
from ..core.limits import Budget, Display, Limits, Progress, watch
from ..nimbers.field import nim_sum
from ..nimbers.loopy import Loopy, Value, outcome_of
from ..nimbers.ordinals import Ordinal
from .experts import Expert, expert_for, has_expert, is_declared
from .search.frames import Moves, is_plain, sound_options
from .search.memo import Tables, forget_shared, may_be_half_changed
from .theorem import LABELLING, SEARCH, ReasonedOutcome, ReasonedValue, Theorem, theorems_about, theorems_of

if TYPE_CHECKING:
    from .misere.misere_play import MiserePlay
    from .search.choice import Chooser


def has_shortcut(rules: type[Game]) -> bool:
    """Does a class have theorems or an expert? All others go straight to the search, which asking would slow down."""
    return has_expert(rules) or bool(theorems_about(rules))


class _ThreadTables(threading.local):
    """The tables that all solvers of a thread share; not between threads, because a search marks its open path."""

    def __init__(self) -> None:
        self.tables = Tables()


_shared = _ThreadTables()


P = ParamSpec("P")
R = TypeVar("R")


def question(method: Callable[Concatenate[Solver, P], R]) -> Callable[Concatenate[Solver, P], R]:
    """A method of the solver after which nothing is half changed: an interrupt empties the tables."""

    @wraps(method)
    def ask(solver: Solver, /, *words: P.args, **named: P.kwargs) -> R:
        try:
            return method(solver, *words, **named)
        except BaseException as fault:
            if may_be_half_changed(fault):
                solver.forget()
            raise

    return ask


MOST_TRIED = 10_000
"""The most options of a part that are tried for moves that draw. A heap of Nim may have any number of them."""


class Solver:
    """Answers one or many questions under one budget. Solvers share answers through tables."""

    def __init__(
        self, limits: Limits | None = None, progress: Progress | None = None, *, tables: Tables | None = None
    ) -> None:
        limits = limits or Limits()
        self.tables = tables or (limits.store or _shared).tables
        self.tables.trim()
        self.budget = Budget(limits, progress)
        self._store = limits.store
        self._experts: dict[Game, Expert] = {}
        self._answers = Tables()  # the answers of this solver, with their reasons
        self._display: Display | None = None

    @cached_property
    def search(self) -> Chooser:
        """The last resort. Most questions end before it, so it is loaded when it is first asked."""
        from .search.choice import Chooser
        from .store.recorder import Recorder
        from .store.results import Store

        recorder = Recorder(self._store, self.tables, self.budget) if isinstance(self._store, Store) else None
        return Chooser(self.tables, self.budget, self._shortcut_value, self._shortcut_outcome, recorder)

    @cached_property
    def misere(self) -> MiserePlay:
        """All that is known of misere play; loaded when it is first asked."""
        from .misere.misere_play import MiserePlay

        return MiserePlay(self)

    def expert(self, game: Game) -> Expert:
        """The expert for this game."""
        if game not in self._experts:
            self._experts[game] = expert_for(game, self)
        return self._experts[game]

    def close(self) -> None:
        """Save the answers of the search in the store, if there is one."""
        # A search that was never asked is not created just to be closed.
        if "search" in vars(self) and self.search.recorder:
            self.search.recorder.close()

    def forget(self) -> None:
        """Empty all tables, because a question ended at an unknown moment; first save the answers of the search."""
        try:
            self.close()
        finally:
            self._experts, self._answers = {}, Tables()
            self.tables.empty()
            forget_shared()

    def __enter__(self) -> Solver:
        if self.budget.progress is None:  # the caller shows no progress, but a terminal or a notebook may
            self._display = watch("search")
            self.budget.progress = self._display.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._display is not None:
            self._display.__exit__(None, None, None)
        self.close()

    # -- a part -----------------------------------------------------------------------------

    @question
    def part(self, game: Game, state: State) -> ReasonedValue:
        """The value of a part and its reason: by a theorem, else by an expert, else by search; computed once."""
        found = self._answer(game, state)
        if found is None:
            value = self.search.value(game, state)
            repeats = self.tables.loopy and self.search.loops.place(game, state)
            found = ReasonedValue(value, LABELLING if repeats else SEARCH)
            self._answers.of("part", game)[state] = found
        return found

    def _answer(self, game: Game, part: State) -> ReasonedValue | None:
        """The answer given before, else a shortcut; None if only the search can decide."""
        table = self._answers.of("part", game)
        # NOTHING, because None is the stored answer for a part without a shortcut.
        found: ReasonedValue | None = table.get(part, NOTHING)
        if found is NOTHING:
            found = table[part] = self.shortcut(game, part)
        return found

    def shortcut(self, game: Game, part: State) -> ReasonedValue | None:
        """The value of a part by a theorem, else by an expert."""
        if not has_shortcut(type(game)) and not is_declared(game):
            return None
        for theorem in theorems_of(game):
            if theorem.value and (value := theorem.value(game, part, self.value)) is not None:
                return ReasonedValue(value, theorem.because)
            if theorem.outcome and theorem.outcome(game, part) == "P":
                return ReasonedValue(0, theorem.because)
        return self.expert(game).value_of(part)

    def _shortcut_value(self, game: Game, part: State) -> Value | None:
        """The value alone, for a search, which has tables of its own."""
        found = self.shortcut(game, part)
        return None if found is None else found.value

    def _shortcut_outcome(self, game: Game, part: State) -> Outcome | None:
        """The outcome of a part by a theorem, else by an expert."""
        for theorem in theorems_of(game):
            if theorem.outcome and (outcome := theorem.outcome(game, part)) is not None:
                return outcome
        is_p = self.expert(game).is_p(part) if has_shortcut(type(game)) else None
        return None if is_p is None else "P" if is_p else "N"

    # -- values of positions ----------------------------------------------------------------

    @question
    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of a position."""
        by_theorem = self.theorem_outcome(game, state)
        if by_theorem and by_theorem.outcome == "P":  # value 0 without looking at the parts
            return 0
        parts = game.components(state)
        if len(parts) == 1:
            self.budget.spend(0)  # a table of very many positions looks at the clock here
            return self.part(*parts[0]).value
        total, hard = self._split_parts(parts)
        for part in hard:
            total ^= self.part(*part).value
        return total

    @question
    def values(self, game: Game, states: Sequence[State]) -> Iterator[Value]:
        """The values of many positions of one game, such as a row of a table: often quicker than one by one."""
        self.budget.spend(0)
        by_theorem = [theorem.value for theorem in theorems_of(game) if theorem.value] if is_plain(game) else []
        if by_theorem:
            known = (by_theorem[0](game, state, self.value) for state in states)
            pairs = zip(states, known, strict=True)
            return (self.value(game, state) if value is None else value for state, value in pairs)
        found = self.expert(game).many(states) if has_expert(type(game)) else None
        return (self.value(game, state) for state in states) if found is None else iter(found)

    @question
    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of a position? For 0 that is often less work than the value itself."""
        if n == 0 and (by_theorem := self.theorem_outcome(game, state)):
            return by_theorem.outcome == "P"
        return self._sum_is(game.components(state), n)

    def impossible_values(self, game: Game, state: State) -> tuple[int, ...]:
        """Values that a position cannot have, in order: what remains of a search that met a limit."""
        total, hard = self._split_parts(game.components(state))
        if len(hard) != 1 or not isinstance(total, int):
            return ()
        ((game, part),) = hard
        mask: int = self.tables.of("excluded", game).get(game.canonical(part), 0)
        if self.tables.of("outcome", game).get(game.canonical(part)) is False:  # an N-position: not 0
            mask |= 1
        return tuple(sorted(total ^ n for n in range((~mask if mask < 0 else mask).bit_length()) if mask >> n & 1))

    def _sum_is(self, parts: Sequence[Part], n: Value) -> bool:
        """Is `n` the nim-sum of the values of `parts`? All parts but the hardest are evaluated."""
        total, hard = self._split_parts(parts)
        if not hard:
            return total == n
        *easier, (game, part) = sorted(hard, key=lambda part: (not is_plain(part[0]), part[0].size(part[1])))
        for other in easier:
            total ^= self.part(*other).value
        if isinstance(total, Loopy):  # and so is the whole
            return False
        # An outcome is less work than a value, so ask for it if the hardest part must have value 0 and never splits.
        if total == n and is_plain(game):
            return self.search.is_p(game, part)
        return self.part(game, part).value == total ^ n

    def _split_parts(self, parts: Sequence[Part]) -> tuple[Value, list[Part]]:
        """The nim-sum of the parts that need no search, and the hard parts, without equal pairs."""
        total: Value = 0
        hard: dict[tuple[Game, Hashable], Part] = {}
        count: Counter[tuple[Game, Hashable]] = Counter()
        self.budget.spend(len(parts) // 64)  # a position with very many parts takes as long as many positions
        # Parts that can go on for ever come first, because one of them may settle the whole sum.
        for game, part in parts:
            if game.loopy:
                total ^= self.part(game, part).value
                if total == Loopy():  # no sum changes it, whatever the other parts are
                    return total, []
        for game, part in parts:
            if game.loopy:
                continue
            found = self._answer(game, part)
            if found is None:
                key = game, game.canonical(part)
                hard[key] = game, part
                count[key] += 1
            else:
                total ^= found.value
        return total, [part for key, part in hard.items() for _ in range(_without_pairs(part[0], count[key]))]

    # -- outcomes ---------------------------------------------------------------------------

    @question
    def outcome(self, game: Game, state: State, misere: bool = False) -> Outcome:
        """N if the next player wins, P if the previous one does, D if neither can; computed once."""
        table = self._answers.of("misere" if misere else "outcome", game)
        if state not in table:
            table[state] = "P" if self._is_p(game, state, misere) else self._not_p(game, state, misere)
        found: Outcome = table[state]
        return found

    def _is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        if misere:
            return self.misere.is_p(game, state)
        if by_theorem := self.theorem_outcome(game, state):
            return by_theorem.outcome == "P"
        parts = game.components(state)
        if len(parts) == 1 and (known := self._shortcut_outcome(*parts[0])) is not None:
            return known == "P"
        return self._sum_is(parts, 0)

    def _not_p(self, game: Game, state: State, misere: bool) -> Outcome:
        """N or D. Only positions that can repeat are drawn, and then the tables have labels."""
        if not self.tables.loopy or not self.search.may_draw(game, state, misere):
            return "N"
        return "D" if misere else outcome_of(self.value(game, state))

    def theorem_outcome(self, game: Game, state: State) -> ReasonedOutcome | None:
        """The outcome of a whole position that a theorem gives directly; asked once."""
        table = self._answers.of("theorem", game)
        if state not in table:
            fitting = (theorem for theorem in theorems_of(game) if theorem.whole or is_plain(game))
            given = (
                ReasonedOutcome(o, t.because) for t in fitting if (o := self._outcome_by(t, game, state)) is not None
            )
            table[state] = next(given, None)
        found: ReasonedOutcome | None = table[state]
        return found

    def _outcome_by(self, theorem: Theorem, game: Game, state: State) -> Outcome | None:
        if theorem.from_parts:
            return theorem.from_parts(game, state, self.outcome)
        return theorem.outcome(game, state) if theorem.outcome else None

    # -- moves ------------------------------------------------------------------------------

    @question
    def winning_moves(self, game: Game, state: State, misere: bool = False) -> Moves:
        """All winning moves, part by part."""
        if misere:
            moves = self.misere.winning_moves(game, state)
            if moves is not None:
                return moves
            won = self._filter_options(sound_options(game, state), lambda option: self._is_p(game, option, True))
            return self._with_progress([(game, state)], [(None, won)], misere)
        if self.outcome(game, state) != "N":  # no move wins
            return []
        return self._with_progress(game.components(state), self.moves_to(game, state, 0))

    def _with_progress(self, parts: Sequence[Part], moves: Moves, misere: bool = False) -> Moves:
        """Only the moves that lead to an end, where positions can repeat."""
        if not self.tables.loopy:
            return moves
        from .search.cycles import progress_moves

        return progress_moves(self.search.loops, parts, moves, misere)

    @question
    def one_move(self, game: Game, state: State) -> tuple[int, State] | None:
        """A part and a winning move in it, in normal play, where there are too many to list; None if none was found."""
        parts = game.components(state)
        # Of a single part the value is not needed.
        targets = _targets([self.part(*part).value for part in parts], 0) if len(parts) > 1 else (0,)
        for i, (part, target) in enumerate(zip(parts, targets, strict=True)):
            if isinstance(target, int) and (option := self.expert(part[0]).one(part[1], target)) is not None:
                return i, option
        return None

    @question
    def drawing_moves(self, game: Game, state: State, misere: bool = False) -> Moves:
        """All moves that keep a draw, part by part; of parts with very many options only among the first of them."""
        if self.outcome(game, state, misere) != "D":
            return []
        if misere:
            tried = islice(sound_options(game, state), MOST_TRIED)
            return [(None, self._filter_options(tried, lambda option: self.outcome(game, option, True) == "D"))]
        parts = game.components(state)
        rests = _rests([self.part(*part).value for part in parts])
        return [(i, self._drawing(*part, rest)) for i, (part, rest) in enumerate(zip(parts, rests, strict=True))]

    def _drawing(self, game: Game, part: State, rest: Value) -> Sequence[State]:
        """The options of a part that keep a draw beside other parts of value `rest`."""
        tried = islice(sound_options(game, part), MOST_TRIED)
        return self._filter_options(tried, lambda option: outcome_of(rest ^ self.value(game, option)) == "D")

    def has_tried_all_draws(self, game: Game, state: State, misere: bool = False) -> bool:
        """Did `drawing_moves` try all options?"""
        parts = [(game, state)] if misere else game.components(state)
        return all(next(islice(sound_options(*part), MOST_TRIED, None), NOTHING) is NOTHING for part in parts)

    @question
    def moves_to(self, game: Game, state: State, value: Value) -> Moves:
        """All moves to options of `value` in normal play, part by part."""
        parts = game.components(state)
        if len(parts) == 1:  # the value of the part itself is not needed
            return [(0, self.reach(*parts[0], value))]
        targets = _targets([self.part(*part).value for part in parts], value)
        moves = enumerate(zip(parts, targets, strict=True))
        return [(i, self.reach(*part, target)) for i, (part, target) in moves if target is not None]

    @question
    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]:
        """The options of `part` that have `value`."""
        for theorem in theorems_of(game):
            if theorem.reach and (options := theorem.reach(game, part, value)) is not None:
                return options if isinstance(options, Sequence) else self._filter_options(options)
        if isinstance(value, Ordinal) and has_shortcut(type(game)):
            return []  # our games with transfinite values have theorems that say how to reach them
        if isinstance(value, int) and (known := self.expert(game).reach(part, value)) is not None:
            return known
        self.budget.afford(game.size(part))
        if value == 0:
            return self._filter_options(sound_options(game, part), lambda option: self._is_p(game, option))
        return self._filter_options(sound_options(game, part), lambda option: self.has_value(game, option, value))

    def _filter_options(self, options: Iterable[State], test: Callable[[State], bool] | None = None) -> Sequence[State]:
        """The distinct options that pass, in order; each test counts against the budget."""
        return list(dict.fromkeys(self._passing(options, test)))

    def _passing(self, options: Iterable[State], test: Callable[[State], bool] | None) -> Iterator[State]:
        for option in options:
            self.budget.spend()
            if test is None or test(option):
                yield option


def _without_pairs(game: Game, count: int) -> int:
    """How many of this many equal parts are left when pairs cancel. They cancel if play ends, as in our games."""
    return count % 2 if type(game).__module__.startswith("nimatron.") else count


def _targets(values: Sequence[Value], total: Value) -> Iterator[Value | None]:
    """The value that each part must get for the nim-sum to become `total`; None if no move in it can do that."""
    change = nim_sum(total, *values)
    if not isinstance(change, Loopy):
        return (change ^ value for value in values)
    return (None if isinstance(rest, Loopy) else total ^ rest for rest in _rests(values))


def _rests(values: Sequence[Value]) -> Iterator[Value]:
    """For each part the sum of the values of all others."""
    infinite = [value for value in values if isinstance(value, Loopy)][:3]  # more would change nothing
    finite = nim_sum(*(value for value in values if not isinstance(value, Loopy)))
    for value in values:
        others = [*infinite]
        if isinstance(value, Loopy):
            with suppress(ValueError):  # one beyond the third
                others.remove(value)
            yield nim_sum(finite, *others)
        else:
            yield nim_sum(finite ^ value, *others)
