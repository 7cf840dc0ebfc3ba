"""analyse(position) -> Analysis: the one answer that every front end shows."""

from __future__ import annotations

from .analyst import Analysis, Part, Solution, analysed
from .asking import analyse, grundy, has_value, outcome, reach, winning_moves
from .classes import ValueClass, classes
from .listing import Judged, distinct, judged_moves, moves_to
from .winning import DrawingMoves, MoveList, WinningMoves

__all__ = [
    "Analysis",
    "DrawingMoves",
    "Judged",
    "MoveList",
    "Part",
    "Solution",
    "ValueClass",
    "WinningMoves",
    "analyse",
    "analysed",
    "classes",
    "distinct",
    "grundy",
    "has_value",
    "judged_moves",
    "moves_to",
    "outcome",
    "reach",
    "winning_moves",
]
