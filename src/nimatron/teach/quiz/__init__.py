"""Exercises: drawn by a seed, judged by the solver, with the reason for the answer.

The question and the answer are apart: an `Exercise` holds what is asked, and only `judge` and its task know the answer.
"""

from __future__ import annotations

from .kinds import DIFFICULTIES, KINDS, Exercise, Kind, exercise, exercises, judge
from .task import Choice, Difficulty, Form, Task, Verdict

__all__ = [
    "DIFFICULTIES",
    "KINDS",
    "Choice",
    "Difficulty",
    "Exercise",
    "Form",
    "Kind",
    "Task",
    "Verdict",
    "exercise",
    "exercises",
    "judge",
]
