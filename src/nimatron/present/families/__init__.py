"""One face for each family of games, and the way from a game to its face."""

from __future__ import annotations

from ...errors import UsageError
from ...game import Game
from ...games.coins import CoinGame, SubtractionCoins, Tartan
from ...games.cram import CramGame
from ...games.graphs import Graph
from ...games.grids import ChompGame, ChopGame
from ...games.heaps import AllBut, HeapGame, Heaps, Moore, NimbleGame, NimGame, Subtraction, TakeAway
from ...games.lattice import Nim2DGame, PieceGame, RookGame
from ...games.listed import Pair
from ...games.octal import Octal
from ...games.table import Table
from ...games.vertices import VertexGame
from ...values.family import Numbering
from .bars import CHOMP, CHOP
from .coins import COINS, SUBTRACTION_COINS
from .cram import CRAM
from .face import Face
from .graphs import GRAPH
from .heaps import HEAPS, MOORE, NIM, ONE_BY_ONE
from .nimble import NIMBLE
from .octal import OCTAL
from .own import drawing_itself
from .pieces import PAIR, QUEEN, ROOK
from .stones import STONES
from .table import TABLE
from .taking import ALL_BUT, SUBTRACTION, TAKE_AWAY
from .tartan import TARTAN
from .vertices import VERTICES

FACES: dict[type[Game], Face] = {
    Game: Face(),
    Heaps: HEAPS,
    HeapGame: ONE_BY_ONE,
    NimGame: NIM,
    Moore: MOORE,
    TakeAway: TAKE_AWAY,
    Subtraction: SUBTRACTION,
    AllBut: ALL_BUT,
    Octal: OCTAL,
    NimbleGame: NIMBLE,
    CoinGame: COINS,
    SubtractionCoins: SUBTRACTION_COINS,
    Tartan: TARTAN,
    Pair: PAIR,
    PieceGame: QUEEN,
    RookGame: ROOK,
    Nim2DGame: STONES,
    ChompGame: CHOMP,
    ChopGame: CHOP,
    CramGame: CRAM,
    Table: TABLE,
    Graph: GRAPH,
    VertexGame: VERTICES,
}
"""A class inherits the face of the nearest class above it."""


def face_of(game: Game | type[Game]) -> Face:
    """How a game looks and is talked about.

    >>> from nimatron import Kayles
    >>> face_of(Kayles) is OCTAL
    True
    """
    rules = game if isinstance(game, type) else type(game)
    face = next(FACES[above] for above in rules.__mro__ if above in FACES)
    return face if rules.picture is Game.picture else drawing_itself(face)


def numbering_of(game: Game) -> Numbering:
    """Which positions the cells of a game's table stand for; UsageError where it has none."""
    numbering = face_of(game).numbering(game)
    if numbering is None:
        raise UsageError("{game} has no positions that one or two numbers tell: no table to draw", game=game)
    return numbering
