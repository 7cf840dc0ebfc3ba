"""Positions to begin with, drawn by lot."""

from __future__ import annotations

from random import Random

from ..game import Position
from ..play.finding import MANY, sample
from .families import face_of

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
        start = _drawn(usual, rng)
        if not start.ended:
            break
    return start


def _drawn(usual: Position, rng: Random) -> Position:
    game, draw = usual.game, face_of(usual.game).start
    return _walked(usual, rng) if draw is None else Position(game, game.accept(draw(game, usual.state, rng)))


def _walked(start: Position, rng: Random) -> Position:
    """A few random moves away, but never at the end."""
    position = start
    for _ in range(rng.randint(0, WALK)):
        options = [option for option in sample(position, rng, MANY) if not option.ended]
        if not options:
            break
        position = rng.choice(options)
    return Position(position.game, position.state)
