"""Answers for practice: exercises, and what is said about an answer."""

from __future__ import annotations

from typing import Any

from ...teach.quiz import exercise, judge
from ...teach.quiz.telling import exercise_data, kinds_data, verdict_data
from .asked import Asked


def quizzes(asked: Asked) -> Any:
    """The kinds of exercises and how hard they may be."""
    return kinds_data()


def quiz(asked: Asked, kind: str, difficulty: str, seed: int) -> Any:
    """An exercise without its answer."""
    return exercise_data(exercise(kind, difficulty, seed))


def quiz_answer(asked: Asked, kind: str, difficulty: str, seed: int, text: str = "", reveal: bool = False) -> Any:
    """Is an answer right? `reveal` tells the right one and the reason in any case; then `text` may be empty."""
    drawn = exercise(kind, difficulty, seed)
    verdict = judge(drawn, text) if text.strip() or not reveal else None
    return verdict_data(drawn, verdict, reveal)
