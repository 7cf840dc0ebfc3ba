"""A match: how the computer chooses, whose turn it is, how a typed move is read. It knows turns, but no single game."""

from .choosing import POSITIONS, SECONDS, Choice, any_move, choose, think
from .levels import LADDER, LEVELS, Level
from .match import PERSON, Hint, Match, Player, Result
from .reading import Misread, listed, read_move

__all__ = [
    "LADDER",
    "LEVELS",
    "PERSON",
    "POSITIONS",
    "SECONDS",
    "Choice",
    "Hint",
    "Level",
    "Match",
    "Misread",
    "Player",
    "Result",
    "any_move",
    "choose",
    "listed",
    "read_move",
    "think",
]
