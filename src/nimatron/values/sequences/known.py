"""Which one-heap games have a nim-sequence here, and which class grows it."""

from __future__ import annotations

from collections.abc import Callable

from ...game import Game
from ...games.coins import SubtractionCoins
from ...games.heaps import AllBut, HeapGame, Subtraction, TakeAway
from ...games.octal import Octal
from ...games.uniform import declared_code
from .breaking import OctalSequence
from .growing import NimSequence
from .taking import WIDEST, AllButSequence, SubtractionSequence, TakeAwaySequence


def _breaking(game: Game) -> NimSequence:
    assert isinstance(game, Octal)
    return OctalSequence(game.code)


def _taking(game: Game) -> NimSequence:
    assert isinstance(game, TakeAway)
    if game.amounts.finite:
        return SubtractionSequence(game.amounts)
    excluded = ~game.amounts
    return AllButSequence(excluded) if (excluded.largest or 0) <= WIDEST else TakeAwaySequence(game.amounts)


def _turning(game: Game) -> NimSequence:
    """A head on coin n is a heap of n."""
    assert isinstance(game, SubtractionCoins)
    return _taking(Subtraction(game.amounts))


SEQUENCES: dict[type[Game], Callable[[Game], NimSequence]] = {
    Subtraction: _taking,
    AllBut: _taking,
    Octal: _breaking,
    SubtractionCoins: _turning,
}
"""By exact class: a user's subclass may have other rules, and so other values."""


def sequence_of(game: Game) -> NimSequence | None:
    """The nim-sequence of a heap game, if it has one here."""
    made = SEQUENCES.get(type(game))
    if made:
        return made(game)
    code = declared_code(game) if isinstance(game, HeapGame) else None
    return OctalSequence(code) if code else None
