"""Positions to begin with, drawn by lot."""

from __future__ import annotations

from random import Random

from ..game import Position, State
from ..games.coins import CoinGame, Tartan
from ..games.cram import CramGame
from ..games.grids import ChompGame, ChopGame
from ..games.heaps import Heaps, NimbleGame
from ..games.lattice import Nim2DGame, PieceGame
from ..games.octal import Octal
from .finding import MANY, sample

WALK = 3
"""Random moves at most from the usual start, where nothing better is known of a game."""

TRIES = 20
"""Draws, until there is a move: a small heap may have none."""


def random_start(usual: Position, seed: int) -> Position:
    """A start about as large as the usual one; the same for the same seed.

    >>> from nimatron import parse
    >>> print(random_start(parse("nim: 3 4 5"), 1))
    nim: 4 3 8
    """
    rng = Random(f"{usual}\n{seed}")
    for _ in range(TRIES):
        state = _drawn(usual, rng)
        start = _walked(usual, rng) if state is None else Position(usual.game, usual.game.accept(state))
        if not start.ended:
            break
    return start


def _drawn(usual: Position, rng: Random) -> State | None:
    game, state = usual.game, usual.state
    if isinstance(game, NimbleGame):
        return tuple(rng.randint(0, 11) for _ in state)
    if isinstance(game, Octal):
        return tuple(rng.randint(3, 14) for _ in state)
    if isinstance(game, Heaps):
        largest = 11 if len(state) > 1 else 25
        return tuple(rng.randint(1, largest) for _ in state)
    if isinstance(game, Tartan):
        first = game.columns.first, game.rows.first
        return tuple({(first[0] + rng.randint(0, 5), first[1] + rng.randint(0, 5)) for _ in state})
    if isinstance(game, CoinGame):
        return rng.sample(range(game.first, game.first + 10), rng.randint(2, 5))
    if isinstance(game, Nim2DGame):
        return tuple((rng.randint(0, min(game.width or 6, 6) - 1), rng.randint(0, 3)) for _ in state)
    if isinstance(game, PieceGame):
        return rng.randint(3, 11), rng.randint(3, 11)
    if isinstance(game, ChopGame):
        return rng.randint(2, 9), rng.randint(2, 9)
    if isinstance(game, ChompGame):
        return (rng.randint(2, 6),) * rng.randint(2, 5)
    if isinstance(game, CramGame):
        width, height = rng.randint(2, 5), rng.randint(2, 4)
        return width, height, (1 << width * height) - 1
    return None


def _walked(start: Position, rng: Random) -> Position:
    """A few random moves away, but never at the end."""
    position = start
    for _ in range(rng.randint(0, WALK)):
        options = [option for option in sample(position, rng, MANY) if not option.ended]
        if not options:
            break
        position = rng.choice(options)
    return Position(position.game, position.state)
