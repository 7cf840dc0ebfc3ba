"""What can be asked: each answer is a function from plain arguments to plain data, run in a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .asked import Asked
from .building import build
from .classroom import attempt, setting
from .editing import edit
from .games import gallery, games
from .graphs import graph
from .lessons import judge, lesson, lessons
from .links import qr
from .nimbers import nimber, nimbers
from .play import added_up, hint, move, start, text, turn
from .positions import analysis, backward, explanation, position
from .quiz import quiz, quiz_answer, quizzes
from .sheets import sheet, sheet_pdf
from .values import cell, comparison, explorable, periods, sequence, table

__all__ = ["ANSWERS", "Asked", "qr"]

ANSWERS: dict[str, Callable[..., Any]] = {
    "games": games,
    "gallery": gallery,
    "position": position,
    "start": start,
    "sum": added_up,
    "text": text,
    "edit": edit,
    "analysis": analysis,
    "explanation": explanation,
    "induction": backward,
    "build": build,
    "turn": turn,
    "move": move,
    "hint": hint,
    "sequence": sequence,
    "period": periods,
    "explorable": explorable,
    "table": table,
    "graph": graph,
    "cell": cell,
    "comparison": comparison,
    "nimber": nimber,
    "nimbers": nimbers,
    "lessons": lessons,
    "lesson": lesson,
    "judge": judge,
    "quizzes": quizzes,
    "quiz": quiz,
    "quiz-answer": quiz_answer,
    "sheet": sheet,
    "sheet-pdf": sheet_pdf,
    "qr": qr,
    "setting": setting,
    "attempt": attempt,
}
