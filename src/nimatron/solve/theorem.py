"""What is known about a game without search: theorems, reasons and traits, as they stand beside its rules.

The tests check every theorem against plain search.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, overload

from ..core.errors import OutOfReach
from ..core.game import Game, Outcome, Part, State, Sum
from ..core.message import Message
from ..families.catalog import beside
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


class ReasonedValue(NamedTuple):
    """The value of a part, and what it rests on."""

    value: Value
    because: Because


class ReasonedOutcome(NamedTuple):
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


# -- what stands beside the rules of a game, in the folder of its family -----------------------------

NO_TRAITS = Traits()


def theorems_of(game: Game) -> tuple[Theorem, ...]:
    """The theorems that apply to a game, by its exact class: a user's subclass may have other rules."""
    theorems = theorems_about(type(game))
    # Most theorems hold for all rules of their class: then nothing has to be asked or looked up.
    return theorems if all(theorem.applies is always for theorem in theorems) else _applying(game)


def theorems_about(rules: type[Game]) -> tuple[Theorem, ...]:
    """All theorems about a class of games, whether they apply to every game of it or not."""
    if rules is Sum:  # the values of its parts say it all
        return ()
    file = beside(rules.__module__, "theorems")
    theorems: dict[type[Game], tuple[Theorem, ...]] = getattr(file, "THEOREMS", {})
    if file is None and getattr(rules, "is_data", False):  # it fills in formulas, and has no method of its own
        return theorems_about(rules.__mro__[1])
    return theorems.get(rules, ())


def traits_of(game: Game) -> Traits:
    """What holds for all positions of a game, beside their values."""
    return traits_about(type(game))


def traits_about(rules: type[Game]) -> Traits:
    """What holds for all positions of all games of a class."""
    file = beside(rules.__module__, "theorems")
    traits: dict[type[Game], Traits] = getattr(file, "TRAITS", {})
    return traits.get(rules, NO_TRAITS)


@lru_cache(maxsize=1000)
def _applying(game: Game) -> tuple[Theorem, ...]:
    """The theorems that apply, cached because a position may have very many parts of one game."""
    return tuple(theorem for theorem in theorems_about(type(game)) if theorem.applies(game))


def closed_form(game: Game) -> Period | None:
    """The period of a one-heap game by a formula; None if none is known.

    >>> from nimatron import Subtraction
    >>> closed_form(Subtraction({3, 10**12})).period
    1000000000003
    """
    for theorem in theorems_of(game):
        if theorem.period:
            return replace(theorem.period(game), certificate={"kind": "theorem", "name": theorem.name})
    return None


# -- parts that never meet: a move is a move in one of them, whoever wins the last one ---------------


def independent_parts(game: Game, state: State) -> Sequence[Part]:
    """The parts that a position is the sum of, move by move; `components` may promise that of values alone.

    >>> from nimatron import Kayles, Turtles
    >>> len(independent_parts(Kayles, (3, 5))), len(independent_parts(Turtles, (3, 5)))
    (2, 1)
    """
    if isinstance(game, Sum):
        return [part for summand in zip(game.games, state, strict=True) for part in independent_parts(*summand)]
    return game.components(state) if is_independent(game) else ((game, state),)


def is_independent(game: Game) -> bool:
    """Do the parts of a game never meet? Coins do: two may turn each other.

    A user's own game keeps this trait of its base as long as it keeps the options and the parts of its base.
    """
    return _keeps_apart(type(game).__mro__)


@lru_cache(maxsize=1000)
def _keeps_apart(ancestors: tuple[type, ...]) -> bool:
    owner = next(one for one in ancestors if "options" in vars(one))
    cut = next(one for one in ancestors if "components" in vars(one))
    # A class below `owner` with its own `components` may cut a position into parts that meet.
    return traits_about(owner).independent and issubclass(owner, cut)


def splits(game: Game) -> bool:
    """May a position of a game be a sum of several parts?"""
    return isinstance(game, Sum) or (type(game).components is not Game.components and is_independent(game))


# -- lists of options too long to write down: counted exactly, made one by one ----------------------


class CountedSequence(Sequence[State]):
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


class Made(CountedSequence):
    """`total` options; `make(i)` makes number i."""

    def __init__(self, total: int, make: Callable[[int], State]) -> None:
        self.total, self.make = total, make

    def at(self, i: int) -> State:
        return self.make(i)


def count(options: Sequence[State]) -> int:
    """How many there are; len() cannot exceed a machine word."""
    return options.total if isinstance(options, CountedSequence) else len(options)
