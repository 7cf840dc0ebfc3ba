"""A match: how the computer chooses, whose turn it is, how a typed move is read. It knows turns, but no single game."""

from .levels import LEVELS, POSITIONS, SECONDS, Level, choose
from .match import PERSON, Hint, Match, Player, Result
from .reading import Misread, listed, read_move

__all__ = [
    "LEVELS",
    "PERSON",
    "POSITIONS",
    "SECONDS",
    "Hint",
    "Level",
    "Match",
    "Misread",
    "Player",
    "Result",
    "choose",
    "listed",
    "read_move",
]
