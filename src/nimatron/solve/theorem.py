"""The record of a theorem, the reasons that answers rest on, and the traits of a class of games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, overload

from ..core.errors import OutOfReach
from ..core.game import Game, Outcome, Part, State
from ..core.message import Message
from ..families.sources import BOUTON, SMITH, SPRAGUE_GRUNDY, Source
from ..nimbers.loopy import Value
from .sequences.periodicity import Period

# -- reasons: each answer comes with its own --------------------------------------------------------


@dataclass(frozen=True)
class Because:
    """Why a value or an outcome is what it is."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: Message
    source: Message | str
    """Where it was published: a name and a year, the same in every language, or a Message."""
    status: Literal["proved", "observed"] = "proved"
    formal: str = ""
    """The theorem of the Coq library that proves it, as `Nim.bouton`; empty if there is none."""


class Reasoned(NamedTuple):
    """The value of a part, and what it rests on."""

    value: Value
    because: Because


class Decided(NamedTuple):
    """The outcome of a position, and what it rests on."""

    outcome: Outcome
    because: Because


SEARCH = Because("search", Message("options and mex, by search"), SPRAGUE_GRUNDY, formal="Values.value_decides")
LABELLING = Because("search", Message("positions can repeat: options and mex, then labels in stages"), SMITH)
RETROGRADE = Because("search", Message("positions can repeat: retrograde analysis"), Message("the definition"))
LOOPY_SUM = Because("theorem", Message("∞(K) + n is ∞ of all k ^ n, and ∞ + ∞ is ∞()"), SMITH)
SUM = Because(
    "theorem", Message("the value of a sum is the nim-sum of the values"), SPRAGUE_GRUNDY, formal="Values.sum_value"
)
MISERE_SEARCH = Because("search", Message("misere backward induction"), Message("the definition"))
PAIRED = Because(
    "theorem",
    Message("as in misere Nim: a heap has value 1 exactly if taking the least amount leaves value 0"),
    Source("Ferguson 1974", "Ferguson1974"),
)
TAME = Because(
    "theorem", Message("misere Nim: as in normal play until all heaps are 0 or 1"), BOUTON, formal="Nim.misere_nim"
)


# -- theorems ------------------------------------------------------------------------------------

Solve = Callable[[Game, State], Value]
"""Gives the values of other positions, for theorems that reduce to them."""


PartOutcome = Callable[[Game, State], Outcome]
"""Gives the outcome of a part, for theorems on compounds."""


def always(game: Game) -> bool:
    """It applies to all rules of a class."""
    return True


class Columns(NamedTuple):
    """Numbers under each other in binary: lost if the ones in every column are divisible by `modulus`."""

    values: tuple[int, ...]
    modulus: int


@dataclass(frozen=True)
class Theorem:
    """A statement about the parts of one kind of game. If a function returns None, it says nothing about that part."""

    name: str
    """What it says, in English."""
    source: str | Message
    value: Callable[[Any, State, Solve], Value | None] | None = None
    """The Grundy value of a part."""
    outcome: Callable[[Any, State], Outcome | None] | None = None
    """Who wins a part in normal play."""
    reach: Callable[[Any, State, Value], Iterable[State] | None] | None = None
    """The options of a part that have a value."""
    factors: Callable[[Any, State], Sequence[Part]] | None = None
    """The positions whose values, multiplied, are the value of a part."""
    period: Callable[[Any], Period] | None = None
    """The period of the values of one heap."""
    applies: Callable[[Any], bool] = always
    """Does it apply to these rules at all?"""
    misere: Callable[[Any, State], Outcome | None] | None = None
    """Who wins a whole position in misere play; its state is a list of boards, so that sums can be joined."""
    misere_reach: Callable[[Any, State], Sequence[State] | None] | None = None
    """The winning moves of a position in misere play."""
    misere_method: Callable[[Any, State], Message | None] | None = None
    """How to play by it in misere play, in words for one position."""
    whole: bool = False
    """Does it also apply to positions of several parts?"""
    method: Callable[[Any, State], Message | None] | None = None
    """How to play by it, or why it holds, in words for one position."""
    columns: Callable[[Any, State], Columns | None] | None = None
    """The binary columns that decide a position."""
    from_parts: Callable[[Any, State, PartOutcome], Outcome | None] | None = None
    """Who wins a compound, from who wins its parts."""
    formal: str = ""
    """The theorem of the Coq library that proves it, as `Nim.bouton`; empty if there is none."""

    @cached_property
    def because(self) -> Because:
        """The theorem as the reason of an answer."""
        return Because("theorem", Message(self.name), self.source, formal=self.formal)


Theorems = dict[type[Game], tuple[Theorem, ...]]
"""The theorems of a family, by exact class: a user's subclass may have other rules."""


@dataclass(frozen=True)
class Traits:
    """What holds for a class of games beside its values: in misere play, of its longest plays, of its other names.

    Games are tame position by position too, where their genera prove it: see `solve/misere`.
    """

    tame: Because | None = None
    """Why the rule of misere Nim holds for every position; None if no theorem says so for the whole class."""
    heaps: Callable[[State], tuple[int, ...]] | None = None
    """The Nim heaps that a part is; None if a part behaves like one heap of its value."""
    of_heaps: Callable[[tuple[int, ...]], State] | None = None
    """The part that such heaps are."""
    independent: bool = False
    """Does a move never touch two parts, so that the longest plays of the parts add up? With these options only."""
    longest: Callable[[Any, State], int | None] | None = None
    """The length of the longest play of a part, without search; raises OutOfReach if there is none."""


TraitsOf = dict[type[Game], Traits]
"""The traits of a family, by exact class."""


def endless(game: Game, state: State) -> OutOfReach:
    """A part has no longest play, though every play ends."""
    return OutOfReach("{position} has no longest play: it can last as long as you like", position=game.write(state))


THE_RULES = Message("the rules")


# -- lists of options too long to write down: counted exactly, made one by one ----------------------


class Counted(Sequence[State]):
    """A sequence that knows its `total`, however large, and makes each of its items by `at(i)`."""

    total: int

    @abstractmethod
    def at(self, i: int) -> State:
        """Item i, 0 <= i < total."""

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, i: int) -> State: ...
    @overload
    def __getitem__(self, i: slice) -> list[State]: ...
    def __getitem__(self, i: int | slice) -> Any:
        if isinstance(i, slice):
            return [self.at(k) for k in range(*i.indices(self.total))]
        if not -self.total <= i < self.total:
            raise IndexError(i)
        return self.at(i % self.total)

    def __iter__(self) -> Iterator[State]:
        i = 0
        while i < self.total:
            yield self.at(i)
            i += 1


class Made(Counted):
    """`total` options; `make(i)` makes number i."""

    def __init__(self, total: int, make: Callable[[int], State]) -> None:
        self.total, self.make = total, make

    def at(self, i: int) -> State:
        return self.make(i)


def count(options: Sequence[State]) -> int:
    """How many there are; len() cannot exceed a machine word."""
    return options.total if isinstance(options, Counted) else len(options)
