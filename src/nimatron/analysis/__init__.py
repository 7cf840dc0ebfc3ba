"""analyse(position) -> Analysis: the one answer that every front end shows."""

from __future__ import annotations

from .analyst import Analysis, Part, Solution, analysed
from .asking import analyse, grundy, has_value, outcome, winning_moves
from .listing import Judged, distinct, judged_moves
from .winning import WinningMoves

__all__ = [
    "Analysis",
    "Judged",
    "Part",
    "Solution",
    "WinningMoves",
    "analyse",
    "analysed",
    "distinct",
    "grundy",
    "has_value",
    "judged_moves",
    "outcome",
    "winning_moves",
]
