"""Random starting positions."""

from __future__ import annotations

from functools import reduce
from operator import add
from random import Random

from ..game import NOTHING, Game, Position, State
from ..games.catalog import Catalog, top_level
from ..games.notation import parse
from ..play.finding import MANY, sample
from .families import face_of

WALK = 3
"""The most random moves made from the usual start, for a game that draws no starts of its own."""

TRIES = 20
"""How often a start is drawn before one without a move is accepted: a small heap may have no move."""


def start_like(text: str, catalog: Catalog, seed: int) -> Position:
    """A random start of the same game, or of each part of the same sum; `text` is a position, or a game alone.

    >>> from nimatron.games.catalog import CATALOG
    >>> print(start_like("subtraction{2,3,7,8}: 10", CATALOG, 1))
    subtraction{2,3,7,8}: 11
    """
    usual = [_usual(game, state, catalog) for game, state in _named(text, catalog).summands()]
    return reduce(add, [random_start(part, seed + k) for k, part in enumerate(usual)])


def _named(text: str, catalog: Catalog) -> Position:
    """The position that `text` means; for a game alone, its sample or its start."""
    if top_level(text, ":"):
        return parse(text, catalog)
    return catalog.game(text)() if "{" in text else parse(catalog.find(text).sample, catalog)


def _usual(game: Game, state: State, catalog: Catalog) -> Position:
    """The sample in the catalog if its rules are the same; else the start of the game, or `state` if it has none."""
    samples = (parse(entry.sample, catalog) for entry in catalog if entry.id == game.name and entry.sample)
    start = state if game.start is NOTHING else game.accept(game.start)
    return next((sample for sample in samples if sample.game == game), Position(game, start))


def random_start(usual: Position, seed: int) -> Position:
    """A start about as large as the usual one; the same for the same seed.

    >>> from nimatron import parse
    >>> print(random_start(parse("nim: 3 4 5"), 1))
    nim: 4 3 8
    """
    # The position is part of the seed, so that equal seeds do not give different games the same numbers.
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
    """A few random moves away from the start, but never at the end of the game."""
    position = start
    for _ in range(rng.randint(0, WALK)):
        options = [option for option in sample(position, rng, MANY) if not option.ended]
        if not options:
            break
        position = rng.choice(options)
    return Position(position.game, position.state)
