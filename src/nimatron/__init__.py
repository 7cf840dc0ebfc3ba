"""Nimatron solves, explains and plays impartial games.

>>> import nimatron as nt
>>> p = nt.parse("nim: 3 4 5 + chomp: 2x2")
>>> nt.grundy(p), nt.outcome(p)
(0, 'P')
"""

from .analysis import Analysis, WinningMoves, analyse, grundy, outcome, winning_moves
from .errors import (
    BadText,
    Cycle,
    IllegalMove,
    IllegalPosition,
    Limit,
    NimatronError,
    UnknownGame,
    UsageError,
    UserCodeError,
)
from .game import Game, Message, Position, Sum
from .games.coins import CoinGame, Corners, MockTurtles, Ruler, Rugs, SubtractionCoins, Tartan, Turtles, Twins
from .games.cram import Cram
from .games.graphs import Graph
from .games.grids import Chomp, Chop
from .games.heaps import AllBut, HeapGame, Moore, Nim, Nimble, Subtraction
from .games.lattice import Nim2D, Rook, Wythoff
from .games.octal import DawsonChess, DawsonKayles, Grundy, Kayles, Lasker, Octal, Officers, Treblecross
from .games.table import Table
from .nimbers import (
    Ordinal,
    mex,
    nim_div,
    nim_inv,
    nim_mul,
    nim_pow,
    nim_solve,
    nim_sqrt,
    nim_sum,
)
from .notation import parse
from .values.period import Period, Unresolved
from .values.sequence import period, sequence

__version__ = "0.1.0"
