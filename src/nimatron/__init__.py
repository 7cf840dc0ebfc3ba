"""Nimatron solves, explains and plays impartial games.

>>> import nimatron as nt
>>> p = nt.parse("nim: 3 4 5 + chomp: 2x2")
>>> nt.grundy(p), nt.outcome(p)
(0, 'P')
"""

from typing import TYPE_CHECKING

from .analysis import (
    Analysis,
    DrawingMoves,
    MoveList,
    ValueClass,
    WinningMoves,
    analyse,
    classes,
    grundy,
    has_value,
    outcome,
    reach,
    winning_moves,
)
from .check import Report, check
from .deprecated import current as _current
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
from .game import Game, Option, Outcome, Position, Sum
from .games.catalog import register
from .games.cgsuite import from_cgsuite, to_cgsuite
from .games.circles import Circular, CircularDawsonKayles, CircularKayles
from .games.coins import (
    CoinGame,
    Corners,
    MockTurtles,
    MockTurtlesGame,
    Moidores,
    Rugs,
    Ruler,
    RulerGame,
    SubtractionCoins,
    Sym,
    Tartan,
    Triplets,
    Turning,
    Turnips,
    Turtles,
    TurtlesGame,
    Twins,
    TwinsGame,
)
from .games.cousins import first_cousin, standard_form
from .games.cram import Cram, CramGame
from .games.endnim import EndNim, EndNimGame
from .games.euclid import Euclid, EuclidGame
from .games.fibonacci import Fibonacci, FibonacciGame
from .games.geography import EdgeGeography, Geography
from .games.graphs import Graph
from .games.grids import Chomp, ChompGame, Chop, ChopGame
from .games.hackenbush import Hackenbush, HackenbushGame
from .games.heaps import AllBut, HeapGame, Moore, Nim, Nimble, NimbleGame, NimGame, Subtraction
from .games.kayles import ArcKayles, NodeKayles
from .games.lattice import Nim2D, Nim2DGame, Rook, RookGame, Wythoff, WythoffGame
from .games.loading import load
from .games.nimstring import Nimstring, NimstringGame
from .games.notakto import Notakto, NotaktoGame
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
from .games.sprouts import BrusselsSprouts, BrusselsSproutsGame
from .games.strips import SilverDollar, SilverDollarGame, Staircase, StaircaseGame, Welter, WelterGame
from .games.table import Table
from .message import Message
from .nimbers import (
    Loopy,
    Nimber,
    Ordinal,
    mex,
    nim_degree,
    nim_det,
    nim_div,
    nim_inv,
    nim_log,
    nim_matmul,
    nim_mul,
    nim_order,
    nim_poly_divmod,
    nim_poly_eval,
    nim_poly_gcd,
    nim_poly_mul,
    nim_poly_roots,
    nim_pow,
    nim_primitive,
    nim_quadratic,
    nim_rank,
    nim_solve,
    nim_solve_linear,
    nim_sqrt,
    nim_square,
    nim_sum,
)
from .showing import formatted, value_table, widget
from .values.boards.chomp import rank as chomp_rank
from .values.keep.store import Store
from .values.longest import birthday
from .values.misere.canonical import MisereForm, genus, misere_form
from .values.misere.genus import Genus
from .values.misere.quotient import MisereQuotient, misere_quotient
from .values.questions import period, sequence
from .values.search.limits import Limits
from .values.sequences.periods import Period, Unresolved
from .version import __version__ as __version__
from .wiring import wire as _wire

# Answers know nothing of words and pictures: imports point one way, and those come later. Here the two are joined.
_wire()

if not TYPE_CHECKING:  # else a type checker would take any name for one of ours

    def __getattr__(name: str) -> object:
        return globals()[_current(name)]


__all__ = [
    "AllBut",
    "Analysis",
    "ArcKayles",
    "BadText",
    "BrusselsSprouts",
    "BrusselsSproutsGame",
    "Chomp",
    "ChompGame",
    "Chop",
    "ChopGame",
    "Circular",
    "CircularDawsonKayles",
    "CircularKayles",
    "CoinGame",
    "Corners",
    "Cram",
    "CramGame",
    "Cycle",
    "DawsonChess",
    "DawsonKayles",
    "DoubleKayles",
    "DrawingMoves",
    "EdgeGeography",
    "EndNim",
    "EndNimGame",
    "Euclid",
    "EuclidGame",
    "Explanation",
    "Fibonacci",
    "FibonacciGame",
    "Game",
    "Genus",
    "Geography",
    "Graph",
    "Grundy",
    "Guiles",
    "Hackenbush",
    "HackenbushGame",
    "HeapGame",
    "IllegalMove",
    "IllegalPosition",
    "Kayles",
    "Kenyon",
    "Lasker",
    "Limit",
    "Limits",
    "Loopy",
    "Message",
    "MisereForm",
    "MisereQuotient",
    "MockTurtles",
    "MockTurtlesGame",
    "Moidores",
    "Moore",
    "MoveList",
    "Nim",
    "Nim2D",
    "Nim2DGame",
    "NimGame",
    "NimatronError",
    "Nimber",
    "Nimble",
    "NimbleGame",
    "Nimstring",
    "NimstringGame",
    "NodeKayles",
    "Notakto",
    "NotaktoGame",
    "Octal",
    "Officers",
    "Option",
    "Ordinal",
    "OutOfReach",
    "Outcome",
    "Period",
    "Poset",
    "Position",
    "Report",
    "Rook",
    "RookGame",
    "Rugs",
    "Ruler",
    "RulerGame",
    "SilverDollar",
    "SilverDollarGame",
    "Staircase",
    "StaircaseGame",
    "Store",
    "Subtraction",
    "SubtractionCoins",
    "Sum",
    "Sym",
    "Table",
    "Tartan",
    "Treblecross",
    "Triplets",
    "Turning",
    "Turnips",
    "Turtles",
    "TurtlesGame",
    "Twins",
    "TwinsGame",
    "UnknownAlpha",
    "UnknownGame",
    "Unresolved",
    "UsageError",
    "UserCodeError",
    "ValueClass",
    "Welter",
    "WelterGame",
    "WinningMoves",
    "Wythoff",
    "WythoffGame",
    "analyse",
    "birthday",
    "check",
    "chomp_rank",
    "classes",
    "explain",
    "first_cousin",
    "formatted",
    "from_cgsuite",
    "genus",
    "grundy",
    "has_value",
    "load",
    "mex",
    "misere_form",
    "misere_quotient",
    "nim_degree",
    "nim_det",
    "nim_div",
    "nim_inv",
    "nim_log",
    "nim_matmul",
    "nim_mul",
    "nim_order",
    "nim_poly_divmod",
    "nim_poly_eval",
    "nim_poly_gcd",
    "nim_poly_mul",
    "nim_poly_roots",
    "nim_pow",
    "nim_primitive",
    "nim_quadratic",
    "nim_rank",
    "nim_solve",
    "nim_solve_linear",
    "nim_sqrt",
    "nim_square",
    "nim_sum",
    "outcome",
    "parse",
    "period",
    "reach",
    "register",
    "sequence",
    "standard_form",
    "to_cgsuite",
    "value_table",
    "widget",
    "winning_moves",
]
