"""What is known about a game without search: what stands beside its rules in the folder of its family.

The tests check every theorem against plain search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from ..core.game import Game, Part, State, Sum
from ..families.catalog import beside
from ..families.heaps.rules import HeapGame
from .sequences.nim_sequence import NimSequence
from .sequences.periodicity import Period
from .theorem import Theorem, Traits, always

NO_TRAITS = Traits()


def theorems_of(game: Game) -> tuple[Theorem, ...]:
    """The theorems that apply to a game, by its exact class: a user's subclass may have other rules."""
    theorems = theorems_about(type(game))
    # Most theorems hold for all rules of their class: then nothing has to be asked or looked up.
    return theorems if all(theorem.applies is always for theorem in theorems) else _applying(game)


def theorems_about(rules: type[Game]) -> tuple[Theorem, ...]:
    """All theorems about a class of games, whether they apply to every game of it or not."""
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


# -- heaps ---------------------------------------------------------------------------------------


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


def sequence_of(game: Game) -> NimSequence | None:
    """The nim-sequence of a heap game, if it has one here; by exact class, because a subclass may have other rules."""
    file = beside(type(game).__module__, "theorems")
    sequences: dict[type[Game], Callable[[Game], NimSequence]] = getattr(file, "SEQUENCES", {})
    if type(game) in sequences:
        return sequences[type(game)](game)
    if not isinstance(game, HeapGame):
        return None
    # Loaded here, because only users' games declare their moves.
    from ..families.octal.uniform import declared_code
    from .sequences.octal_sequence import OctalSequence

    code = declared_code(game)
    return OctalSequence(code) if code else None


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
