"""check(game): the promises that every game keeps, tested as far as a program can."""

from .promises import POSITIONS, SECONDS, check
from .report import Condition, Failure, Report, Verdict

__all__ = ["POSITIONS", "SECONDS", "Condition", "Failure", "Report", "Verdict", "check"]
