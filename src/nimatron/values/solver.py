"""Theorem, else expert, else search: values, outcomes and the moves that reach a value."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..game import NOTHING, Game, Outcome, Part, State
from ..nimbers import Loopy, Ordinal, Value, nim_sum
from ..watching import Shown, watched
from .because import LABELLING, SEARCH, Decided, Reasoned
from .experts import EXPERTS, Expert, expert_for, is_declared
from .keep.recorder import Recorder
from .keep.store import Store
from .search.budget import Budget, Progress
from .search.choosing import Chooser
from .search.frames import is_plain, sound_options
from .search.limits import Limits
from .search.loops import outcome_of
from .search.progress import Moves, progressing
from .search.tables import Tables
from .theorems import THEOREMS, theorems_of
from .theorems.misere import as_heaps, heaps_reach, is_tame, misere_told, tame_outcome, tame_target
from .theorems.theorem import Solve

if TYPE_CHECKING:
    from .misere.play import MiserePlay


class _Shared(threading.local):
    """What has been found so far, for each thread apart: a search leaves marks in the tables while it runs."""

    def __init__(self) -> None:
        self.tables = Tables()


_shared = _Shared()

WITH_SHORTCUTS = {*THEOREMS, *EXPERTS}
"""The games with theorems or experts. All others go straight to the search, which asking first would slow down."""


ENDLESS = Loopy()
"""A value that no sum changes."""

MOST_TRIED = 10_000
"""The most options of a part that are tried for moves that draw. A heap of Nim may have any number of them."""

REMEMBERED = 4096
"""Parts of a position whose reasons are remembered. Where there are more, asking the theorem again is quicker."""


class Solver:
    """Answers one or many questions under one budget. Solvers share answers through tables."""

    def __init__(
        self, limits: Limits | None = None, progress: Progress | None = None, *, tables: Tables | None = None
    ) -> None:
        limits = limits or Limits()
        self.tables = tables or (limits.store or _shared).tables
        self.tables.trim()
        self.budget = Budget(limits, progress)
        store = limits.store
        self.recorder = Recorder(store, self.tables, self.budget) if isinstance(store, Store) else None
        self.search = Chooser(self.tables, self.budget, self.known_value, self.known_outcome, self.recorder)
        self._experts: dict[Game, Expert] = {}
        self._found = Tables()  # the answers given here, with their reasons
        self._shown: Shown | None = None

    @cached_property
    def misere(self) -> MiserePlay:
        """Who knows misere play; loaded when it is first asked for."""
        from .misere.play import MiserePlay

        return MiserePlay(self.budget, lambda game, state: self.search.is_p(game, state, misere=True))

    def close(self) -> None:
        """Save what was found in the store, if there is one."""
        if self.recorder:
            self.recorder.close()

    def __enter__(self) -> Solver:
        if self.budget.progress is None:  # nobody has asked for it, but somebody may watch
            self._shown = watched("search")
            self.budget.progress = self._shown.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown is not None:
            self._shown.__exit__(None, None, None)
        self.close()

    # -- values -----------------------------------------------------------------------------

    def part(self, game: Game, state: State) -> Reasoned:
        """The value of a part and what it rests on; found once, then remembered."""
        found = self._known(game, state)
        if found is None:
            value = self.search.value(game, state)
            repeats = self.tables.loopy and self.search.loops.place(game, state)
            found = Reasoned(value, LABELLING if repeats else SEARCH)
            self._found.of("part", game)[state] = found
        return found

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of a position."""
        told = self.told(game, state)
        if told and told.outcome == "P":  # value 0 without looking at the parts
            return 0
        parts = game.components(state)
        if len(parts) == 1:
            self.budget.spend(0)  # a table of very many positions looks at the clock here
            return self.part(*parts[0]).value
        total, hard = self._easy_and_hard(parts)
        for part in hard:
            total ^= self.part(*part).value
        return total

    def values(self, game: Game, states: Sequence[State]) -> Iterator[Value]:
        """The values of many positions of one game, such as a row of a table: often quicker than one by one."""
        self.budget.spend(0)
        by_theorem = [theorem.value for theorem in theorems_of(game) if theorem.value] if is_plain(game) else []
        if by_theorem:
            return self._by(by_theorem[0], game, states)
        found = self.expert(game).many(states) if type(game) in EXPERTS else None
        return (self.value(game, state) for state in states) if found is None else iter(found)

    def _by(
        self, theorem: Callable[[Game, State, Solve], Value | None], game: Game, states: Sequence[State]
    ) -> Iterator[Value]:
        """The values that a theorem gives positions of one part; where it gives none, the value."""
        solve = self.value
        for state in states:
            value = theorem(game, state, solve)
            yield solve(game, state) if value is None else value

    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of a position? Often far less work than the value itself."""
        if n == 0 and (told := self.told(game, state)):
            return told.outcome == "P"
        return self._add_up(game.components(state), n)

    def ruled_out(self, game: Game, state: State) -> tuple[int, ...]:
        """Values that a position is known not to have, in order: what remains of a search that met a limit."""
        total, hard = self._easy_and_hard(game.components(state))
        if len(hard) != 1 or not isinstance(total, int):
            return ()
        ((game, part),) = hard
        mask: int = self.tables.of("excluded", game).get(game.canonical(part), 0)
        if self.tables.of("outcome", game).get(game.canonical(part)) is False:  # known to be N: not 0
            mask |= 1
        return tuple(sorted(total ^ n for n in range((~mask if mask < 0 else mask).bit_length()) if mask >> n & 1))

    def _add_up(self, parts: Sequence[Part], n: Value) -> bool:
        """Is `n` the nim-sum of the values of `parts`? All parts but the hardest are evaluated."""
        total, hard = self._easy_and_hard(parts)
        if not hard:
            return total == n
        *easier, (game, part) = sorted(hard, key=lambda part: (not is_plain(part[0]), part[0].size(part[1])))
        for other in easier:
            total ^= self.part(*other).value
        if isinstance(total, Loopy):  # and so is the whole
            return False
        if not is_plain(game):
            return self.search.has_value(game, part, total ^ n)
        # An outcome is less work than a value, so ask for it if the hardest part must have value 0.
        return self.search.is_p(game, part) if total == n else self.part(game, part).value == total ^ n

    def _easy_and_hard(self, parts: Sequence[Part]) -> tuple[Value, list[Part]]:
        """The nim-sum of the parts known without search, and the other parts without equal pairs."""
        total: Value = 0
        hard: dict[tuple[Game, Hashable], Part] = {}
        count: Counter[tuple[Game, Hashable]] = Counter()
        self.budget.spend(len(parts) // 64)  # a position with very many parts takes as long as many positions
        for game, part in parts:
            if game.loopy:
                total ^= self.part(game, part).value
                if total == ENDLESS:  # whatever the other parts are
                    return ENDLESS, []
        known = self._way_to_know(parts)
        for game, part in parts:
            if game.loopy:
                continue
            found = known(game, part)
            if found is None:
                key = game, game.canonical(part)
                hard[key] = game, part
                count[key] += 1
            else:
                total ^= found.value
        return total, [part for key, part in hard.items() for _ in range(self._left(part[0], count[key]))]

    def _left(self, game: Game, count: int) -> int:
        """How many of this many equal parts are left when pairs cancel. They do if play ends, as in games of ours."""
        return count % 2 if type(game).__module__.startswith("nimatron.") else count

    def _way_to_know(self, parts: Sequence[Part]) -> Callable[[Game, State], Reasoned | None]:
        return self._known if len(parts) <= REMEMBERED else self._shortcut

    def _known(self, game: Game, part: State) -> Reasoned | None:
        """The value of a part if it needs no search or was found before; shortcuts are asked only once."""
        table = self._found.of("part", game)
        found: Reasoned | None = table.get(part, NOTHING)  # None is an answer too: no shortcut knows this part
        if found is NOTHING:
            found = table[part] = self._shortcut(game, part)
        return found

    def _shortcut(self, game: Game, part: State) -> Reasoned | None:
        """The value by a theorem, else by an expert."""
        if type(game) not in WITH_SHORTCUTS and not is_declared(game):
            return None
        for theorem in theorems_of(game):
            if theorem.value and (value := theorem.value(game, part, self.value)) is not None:
                return Reasoned(value, theorem.because)
            if theorem.outcome and theorem.outcome(game, part) == "P":
                return Reasoned(0, theorem.because)
        return self.expert(game).known(part)

    def known_value(self, game: Game, part: State) -> Value | None:
        """The value of a part that needs no search; not remembered here, since a search has its own tables."""
        found = self._shortcut(game, part)
        return None if found is None else found.value

    def expert(self, game: Game) -> Expert:
        """The expert for this game."""
        if game not in self._experts:
            self._experts[game] = expert_for(game, self)
        return self._experts[game]

    # -- outcomes ---------------------------------------------------------------------------

    def outcome(self, game: Game, state: State, misere: bool = False) -> Outcome:
        """N if the next player wins, P if the previous one does, D if neither can; found once, then remembered."""
        table = self._found.of("misere" if misere else "outcome", game)
        if state not in table:
            table[state] = "P" if self._is_p(game, state, misere) else self._not_p(game, state, misere)
        found: Outcome = table[state]
        return found

    def _not_p(self, game: Game, state: State, misere: bool) -> Outcome:
        """N or D: a game that has no labels knows no draws."""
        if not self.search.may_draw(game, state, misere):
            return "N"
        return "D" if misere else outcome_of(self.value(game, state))

    def told(self, game: Game, state: State) -> Decided | None:
        """The outcome of a position if a theorem tells it directly; asked once, then remembered."""
        table = self._found.of("told", game)
        if state not in table:
            table[state] = self._theorem(game, state)
        found: Decided | None = table[state]
        return found

    def _theorem(self, game: Game, state: State) -> Decided | None:
        for theorem in theorems_of(game):
            fits = theorem.whole or is_plain(game)
            if fits and theorem.outcome and (outcome := theorem.outcome(game, state)) is not None:
                return Decided(outcome, theorem.because)
        return None

    def known_outcome(self, game: Game, part: State) -> Outcome | None:
        """The outcome of a part that needs no search."""
        for theorem in theorems_of(game):
            if theorem.outcome and (outcome := theorem.outcome(game, part)) is not None:
                return outcome
        if type(game) in EXPERTS and (is_p := self.expert(game).is_p(part)) is not None:
            return "P" if is_p else "N"
        return None

    def _is_p(self, game: Game, state: State, misere: bool) -> bool:
        if misere:
            if is_tame(game):
                heaps = [self._tame_heaps(*part) for part in game.components(state)]
                return tame_outcome([*chain.from_iterable(heaps)]) == "P"
            if by_theorem := misere_told(game, state):
                return by_theorem.outcome == "P"
            return self.misere.is_p(game, state)
        if told := self.told(game, state):
            return told.outcome == "P"
        parts = game.components(state)
        if len(parts) == 1 and (known := self.known_outcome(*parts[0])) is not None:
            return known == "P"
        return self._add_up(parts, 0)

    # -- moves ------------------------------------------------------------------------------

    def winning_moves(self, game: Game, state: State, misere: bool = False) -> Moves:
        """All winning moves, part by part."""
        if misere and not is_tame(game):
            found = None if misere_told(game, state) else self.misere.winning_moves(game, state)
            if found is not None:
                return found
            won = self._filtered(sound_options(game, state), lambda option: self._is_p(game, option, True))
            return progressing(self.search.loops, [(game, state)], [(None, won)], misere)
        if self.outcome(game, state, misere) != "N":  # no move wins
            return []
        if misere:
            return self._tame_moves(game.components(state))
        moves = self.moves_to(game, state, 0)
        return progressing(self.search.loops, game.components(state), moves) if self.tables.loopy else moves

    def one_move(self, game: Game, state: State) -> tuple[int, State] | None:
        """A part and a winning move in it, in normal play, where there are too many to list; None if none was found."""
        parts = game.components(state)
        # Of a single part the value is not needed.
        targets = _targets([self.part(*part).value for part in parts], 0) if len(parts) > 1 else (0,)
        for i, (part, target) in enumerate(zip(parts, targets, strict=True)):
            if isinstance(target, int) and (option := self.expert(part[0]).one(part[1], target)) is not None:
                return i, option
        return None

    def drawing_moves(self, game: Game, state: State, misere: bool = False) -> Moves:
        """All moves that keep a draw, part by part; of parts with very many options only among the first of them."""
        if self.outcome(game, state, misere) != "D":
            return []
        if misere:
            return [(None, self._drawing(game, state, lambda option: self.outcome(game, option, True)))]
        parts = game.components(state)
        rests = _rests([self.part(*part).value for part in parts])
        return [(i, self._drawn(*part, rest)) for i, (part, rest) in enumerate(zip(parts, rests, strict=True))]

    def draws_are_all(self, game: Game, state: State, misere: bool = False) -> bool:
        """Were all options tried for moves that draw?"""
        parts = [(game, state)] if misere else game.components(state)
        return all(next(islice(sound_options(*part), MOST_TRIED, None), NOTHING) is NOTHING for part in parts)

    def _drawn(self, game: Game, part: State, rest: Value) -> Sequence[State]:
        return self._drawing(game, part, lambda option: outcome_of(rest ^ self.value(game, option)))

    def _drawing(self, game: Game, part: State, outcome: Callable[[State], Outcome]) -> Sequence[State]:
        return self._filtered(islice(sound_options(game, part), MOST_TRIED), lambda option: outcome(option) == "D")

    def moves_to(self, game: Game, state: State, value: Value) -> Moves:
        """All moves to options of `value` in normal play, part by part."""
        parts = game.components(state)
        if len(parts) == 1:  # the value of the part itself is not needed
            return [(0, self.reach(*parts[0], value))]
        known = self._way_to_know(parts)
        targets = _targets([(known(*part) or self.part(*part)).value for part in parts], value)
        moves = enumerate(zip(parts, targets, strict=True))
        return [(i, self.reach(*part, target)) for i, (part, target) in moves if target is not None]

    def _tame_heaps(self, game: Game, part: State) -> Sequence[Value]:
        """The Nim heaps that a part of a tame game behaves like in misere play."""
        return as_heaps(game, part) or (self.part(game, part).value,)

    def _tame_moves(self, parts: Sequence[Part]) -> Moves:
        heaps = [self._tame_heaps(*part) for part in parts]
        targets = iter(tame_target([*chain.from_iterable(heaps)]))
        moves: Moves = []
        for i, (game, part) in enumerate(parts):
            own = [next(targets) for _ in heaps[i]]
            whole = as_heaps(game, part) is None
            moves.append((i, self.reach(game, part, own[0]) if whole else heaps_reach(game, part, own)))
        return moves

    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]:
        """The options of `part` that have `value`."""
        for theorem in theorems_of(game):
            if theorem.reach and (options := theorem.reach(game, part, value)) is not None:
                return options if isinstance(options, Sequence) else self._filtered(options)
        if isinstance(value, Ordinal) and type(game) in WITH_SHORTCUTS:
            return []  # our games with transfinite values have theorems that tell how to reach them
        if isinstance(value, int) and (known := self.expert(game).reach(part, value)) is not None:
            return known
        self.budget.afford(game.size(part))
        if value == 0:
            return self._filtered(sound_options(game, part), lambda option: self._is_p(game, option, False))
        return self._filtered(sound_options(game, part), lambda option: self.has_value(game, option, value))

    def _filtered(self, options: Iterable[State], test: Callable[[State], bool] | None = None) -> Sequence[State]:
        """The distinct options that pass, in order; each test counts against the budget."""
        return list(dict.fromkeys(self._passing(options, test)))

    def _passing(self, options: Iterable[State], test: Callable[[State], bool] | None) -> Iterator[State]:
        for option in options:
            self.budget.spend()
            if test is None or test(option):
                yield option


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
