"""Experts: each solves a family of games faster than search does. They are in the folders of their families.

The solver asks an expert about single parts. The expert returns None if it has no faster way, and then the solver
searches. An expert may store its results in the tables that solvers share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol

from ..core.errors import UsageError
from ..core.game import Game, State
from ..core.limits import Budget
from ..core.message import Message
from ..families.catalog import beside
from ..families.heaps.rules import HeapGame
from ..nimbers.loopy import Value
from .search.memo import Tables
from .sequences.nim_sequence import NimSequence
from .sequences.periodicity import BY_GUY_SMITH
from .theorem import SEARCH, Because, ReasonedValue


class ExpertSolver(Protocol):
    """The solver, as an expert sees it."""

    tables: Tables
    budget: Budget

    def part(self, game: Game, state: State) -> ReasonedValue: ...
    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]: ...
    def expert(self, game: Game) -> Expert: ...


class Expert:
    """The base of experts, and the expert of games that have no other: it has no answer, so the solver searches."""

    def __init__(self, game: Any, solver: ExpertSolver) -> None:
        self.game, self.solver, self.budget = game, solver, solver.budget

    def value_of(self, part: State) -> ReasonedValue | None:
        """The value of a part, and what it rests on."""
        return None

    def many(self, parts: Sequence[State]) -> Sequence[Value] | None:
        """The values of many parts; answered only if that is easier than to ask for each."""
        return None

    def is_p(self, part: State) -> bool | None:
        """Is the part lost for the player to move? Answered only if that is easier to tell than the value."""
        return None

    def misere_is_p(self, state: State) -> bool | None:
        """Is a whole position lost in misere play? Answered only if that is easier than a search."""
        return None

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        """The options of a part that have `value`."""
        return None

    def one(self, part: State, value: int) -> State | None:
        """An option of a part that has `value`, where there are too many to list; None if none is quickly found."""
        return None

    def way(self, part: State) -> Because:
        """What the value of a part would rest on if no limit had come first."""
        return SEARCH

    def share(self, name: str, make: Callable[[], Any]) -> Any:
        """Something that solvers share, made when it is first wanted."""
        table = self.solver.tables.of(name, self.game)
        # The table of a game holds a single object, so one fixed key is enough.
        if "it" not in table:
            table["it"] = make()
        return table["it"]


# -- heaps ---------------------------------------------------------------------------------------


Sequences = dict[type[Game], Callable[[Any], NimSequence]]
"""What makes the nim-sequence of a one-heap game, by exact class."""


def sequence_of(game: Game) -> NimSequence | None:
    """The nim-sequence of a heap game, if it has one here; by exact class, because a subclass may have other rules."""
    sequences: Sequences = _beside(type(game), "SEQUENCES")
    if type(game) in sequences:
        return sequences[type(game)](game)
    if not isinstance(game, HeapGame):
        return None
    # Loaded here, because only users' games declare their moves.
    from ..families.octal.uniform import declared_code
    from .sequences.octal_sequence import OctalSequence

    code = declared_code(game)
    return OctalSequence(code) if code else None


class SequenceExpert(Expert):
    """Games of heaps, by their nim-sequence and its proved period."""

    game: HeapGame
    proofs: ClassVar = {
        "window": Message("proved: a window of values repeats"),
        "pattern": Message("proved: a boundary pattern repeats"),
        "theorem": BY_GUY_SMITH,
        "growth": Message("proved: nim-sums never catch up with values that grow"),
    }
    formal: ClassVar = {
        "window": "Errata.window_repeats",
        "pattern": "AllBut.check_growth_sound",
        "theorem": "Periods.guy_smith",
        "growth": "Growth.check_saltus_sound",
    }

    @property
    def sequence(self) -> NimSequence | None:
        return self.share("sequence", lambda: sequence_of(self.game))  # type: ignore[no-any-return]

    def value_of(self, part: State) -> ReasonedValue | None:
        sequence = self.sequence
        if not sequence or len(part) != 1:
            return None
        value = sequence.value(part[0], self.budget)
        # Smaller heaps are in the list of computed values; only larger heaps rest on the period.
        by_period = sequence.period and part[0] >= len(sequence.values)
        if by_period and not sequence.confirmed:
            from .sequences.confirmation import confirm  # loaded here: small heaps need no period

            confirm(sequence, self.budget, trust=True)
        return ReasonedValue(value, self._repetition if by_period else SEARCH)

    @cached_property
    def _repetition(self) -> Because:
        """The period, once it is proved."""
        assert self.sequence is not None
        assert self.sequence.period is not None
        p = self.sequence.period
        text = "the values repeat: period {period} from heap {preperiod} on"
        if p.saltus:
            text = "the values grow by {saltus} with period {period} from heap {preperiod} on"
        params = {"period": p.period, "preperiod": p.preperiod, "saltus": p.saltus}
        kind = str((p.certificate or {}).get("kind"))
        return Because("period", Message(text, params=params), self.proofs[kind], formal=self.formal.get(kind, ""))


class DeclaredExpert(SequenceExpert):
    """A heap game of a user that declares the length of its moves: it is solved as the code with the same moves."""

    @property
    def sequence(self) -> NimSequence | None:
        return self.share("declared", self._by_code)  # type: ignore[no-any-return]

    def _by_code(self) -> NimSequence | None:
        try:
            return sequence_of(self.game)
        except UsageError:  # its declaration is false, as `check` reports; the options are right all the same
            return None


Experts = dict[type[Game], type[Expert]]
"""The experts of a family, by exact class: a user's subclass may have other rules, and so other values."""


def has_expert(rules: type[Game]) -> bool:
    """Does a class of games have an expert of its own?"""
    return rules in _beside(rules)


def is_declared(game: Game) -> bool:
    """Does a heap game of a user say how long its moves are?"""
    return isinstance(game, HeapGame) and game.longest_move is not None and game.most_heaps is not None


def expert_for(game: Game, solver: ExpertSolver) -> Expert:
    """The expert of `game`: of its class, else by the length of its moves, else one for all subclasses of a base."""
    rules = type(game)
    kind: type[Expert] | None = _beside(rules).get(rules)
    if kind is None and is_declared(game):
        kind = DeclaredExpert
    if kind is None:
        # The nearest base wins, because its expert may know more than the expert of a base above it.
        inherited = (_beside(base, "FOR_SUBCLASSES").get(base) for base in rules.__mro__)
        kind = next((found for found in inherited if found), Expert)
    return kind(game, solver)


def _beside(rules: type[Game], table: str = "EXPERTS") -> Any:
    """A table in the `theorems.py` of the family of a class; the file is loaded when its family is first solved."""
    return getattr(beside(rules.__module__, "theorems"), table, {})
