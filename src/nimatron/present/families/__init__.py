"""One face for each family of games, and how the face of a game is found."""

from __future__ import annotations

from ...errors import UsageError
from ...game import Game
from ...values.family import Numbering
from . import (
    bars,
    circles,
    coins,
    cram,
    endnim,
    graphs,
    heaps,
    nimble,
    notakto,
    numbers,
    octal,
    pieces,
    plants,
    sprouts,
    stairs,
    stones,
    strings,
    strips,
    table,
    taking,
    tartan,
    vertices,
    walks,
)
from .face import Face, Faces
from .own import drawing_itself

FACES: Faces = {
    Game: Face(),
    **heaps.FACES,
    **taking.FACES,
    **octal.FACES,
    **nimble.FACES,
    **coins.FACES,
    **tartan.FACES,
    **pieces.FACES,
    **stones.FACES,
    **bars.FACES,
    **cram.FACES,
    **table.FACES,
    **graphs.FACES,
    **vertices.FACES,
    **strips.FACES,
    **stairs.FACES,
    **numbers.FACES,
    **endnim.FACES,
    **plants.FACES,
    **walks.FACES,
    **notakto.FACES,
    **circles.FACES,
    **sprouts.FACES,
    **strings.FACES,
}


def face_of(game: Game | type[Game]) -> Face:
    """How a game looks and is talked about.

    >>> from nimatron import Kayles
    >>> face_of(Kayles) is octal.OCTAL
    True
    """
    rules = game if isinstance(game, type) else type(game)
    face = next(FACES[above] for above in rules.__mro__ if above in FACES)  # Game is there, so this always finds one
    return face if rules.picture is Game.picture else drawing_itself(face)


def numbering_of(game: Game) -> Numbering:
    """Which positions the cells of a game's table stand for; raises UsageError if it has no table."""
    numbering = face_of(game).numbering(game)
    if numbering is None:
        raise UsageError("one or two numbers do not tell a position of {game}: there is no table to draw", game=game)
    return numbering
