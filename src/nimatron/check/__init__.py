"""check(game): tests the promises that every game makes, as far as a program can."""

from .promises import POSITIONS, SECONDS, check
from .report import Condition, Failure, Report, Verdict

__all__ = ["POSITIONS", "SECONDS", "Condition", "Failure", "Report", "Verdict", "check"]
