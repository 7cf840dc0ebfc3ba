"""Nimatron solves, explains and plays impartial games.

>>> import nimatron as nt
>>> p = nt.parse("nim: 3 4 5 + chomp: 2x2")
>>> nt.grundy(p), nt.outcome(p)
(0, 'P')
"""

from .analysis import Analysis, WinningMoves, analyse, grundy, has_value, outcome, winning_moves
from .errors import (
    BadText,
    Cycle,
    IllegalMove,
    IllegalPosition,
    Limit,
    NimatronError,
    OutOfReach,
    UnknownAlpha,
    UnknownGame,
    UsageError,
    UserCodeError,
)
from .explain import Explanation, explain
from .game import Game, Position, Sum
from .games.coins import CoinGame, Corners, MockTurtles, Rugs, Ruler, SubtractionCoins, Tartan, Turtles, Twins
from .games.cram import Cram
from .games.graphs import Graph
from .games.grids import Chomp, Chop
from .games.heaps import AllBut, HeapGame, Moore, Nim, Nimble, Subtraction
from .games.kayles import ArcKayles, NodeKayles
from .games.lattice import Nim2D, Rook, Wythoff
from .games.notation import parse
from .games.octal import (
    DawsonChess,
    DawsonKayles,
    DoubleKayles,
    Grundy,
    Guiles,
    Kayles,
    Kenyon,
    Lasker,
    Octal,
    Officers,
    Treblecross,
)
from .games.poset import Poset
from .games.table import Table
from .message import Message
from .nimbers import (
    Nimber,
    Ordinal,
    mex,
    nim_degree,
    nim_div,
    nim_inv,
    nim_log,
    nim_mul,
    nim_order,
    nim_pow,
    nim_primitive,
    nim_quadratic,
    nim_solve,
    nim_sqrt,
    nim_square,
    nim_sum,
)
from .values.boards.chomp import rank as chomp_rank
from .values.keep.store import Store
from .values.questions import period, sequence
from .values.sequences.periods import Period, Unresolved

__all__ = [
    "AllBut",
    "Analysis",
    "ArcKayles",
    "BadText",
    "Chomp",
    "Chop",
    "CoinGame",
    "Corners",
    "Cram",
    "Cycle",
    "DawsonChess",
    "DawsonKayles",
    "DoubleKayles",
    "Explanation",
    "Game",
    "Graph",
    "Grundy",
    "Guiles",
    "HeapGame",
    "IllegalMove",
    "IllegalPosition",
    "Kayles",
    "Kenyon",
    "Lasker",
    "Limit",
    "Message",
    "MockTurtles",
    "Moore",
    "Nim",
    "Nim2D",
    "NimatronError",
    "Nimber",
    "Nimble",
    "NodeKayles",
    "Octal",
    "Officers",
    "Ordinal",
    "OutOfReach",
    "Period",
    "Poset",
    "Position",
    "Rook",
    "Rugs",
    "Ruler",
    "Store",
    "Subtraction",
    "SubtractionCoins",
    "Sum",
    "Table",
    "Tartan",
    "Treblecross",
    "Turtles",
    "Twins",
    "UnknownAlpha",
    "UnknownGame",
    "Unresolved",
    "UsageError",
    "UserCodeError",
    "WinningMoves",
    "Wythoff",
    "analyse",
    "chomp_rank",
    "explain",
    "grundy",
    "has_value",
    "mex",
    "nim_degree",
    "nim_div",
    "nim_inv",
    "nim_log",
    "nim_mul",
    "nim_order",
    "nim_pow",
    "nim_primitive",
    "nim_quadratic",
    "nim_solve",
    "nim_sqrt",
    "nim_square",
    "nim_sum",
    "outcome",
    "parse",
    "period",
    "sequence",
    "winning_moves",
]
