"""Parts that never meet: a move is a move in one of them, whoever wins the last one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...game import Game, Part, State, Sum
from . import NO_TRAITS, TRAITS


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
    return TRAITS.get(owner, NO_TRAITS).independent and issubclass(owner, cut)


def splits(game: Game) -> bool:
    """May a position of a game be a sum of several parts?"""
    return isinstance(game, Sum) or (type(game).components is not Game.components and is_independent(game))
