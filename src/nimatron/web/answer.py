"""The answer to one question, whatever happens: data, or the fault as data. Workers and browsers share it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..core.errors import Limit, NimatronError
from ..show.words import tr
from .answers.game_answers import build, edit, gallery, games
from .answers.match_answers import added_up, hint, move, start, text, turn
from .answers.position_answers import analysis, backward, explanation, position
from .answers.request import AnswerContext
from .answers.teaching_answers import (
    attempt,
    judge,
    lesson,
    lessons,
    proof,
    qr,
    quiz,
    quiz_answer,
    quizzes,
    setting,
    sheet,
    sheet_pdf,
)
from .answers.value_answers import cell, comparison, explorable, graph, nimber, nimbers, periods, sequence, table
from .problems import fault_data

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
    "proof": proof,
    "quizzes": quizzes,
    "quiz": quiz,
    "quiz-answer": quiz_answer,
    "sheet": sheet,
    "sheet-pdf": sheet_pdf,
    "qr": qr,
    "setting": setting,
    "attempt": attempt,
}
"""The function that answers each question, from plain arguments to plain data; a worker runs it."""


def answer_question(ask: str, arguments: dict[str, Any], asked: AnswerContext) -> tuple[str, bytes]:
    """(kind of fault, the data or what is known about the fault, as JSON)."""
    try:
        return "", as_json(ANSWERS[ask](asked, **arguments))
    except Limit as fault:
        asked.limited = True
        return "Limit", as_json(fault_data(fault))
    except NimatronError as fault:
        return type(fault).__name__, as_json(fault_data(fault))
    except (MemoryError, RecursionError) as fault:
        asked.limited = True
        detail = tr("the limit of memory is reached ({kind})", kind=type(fault).__name__)
        return "Limit", as_json({"detail": detail})
    except Exception as fault:  # a user's own game may raise anything
        return "UserCodeError", as_json({"detail": f"{type(fault).__name__}: {fault}"})


def as_json(data: Any) -> bytes:
    """Data as JSON; bytes, such as an image, stay as they are."""
    if isinstance(data, bytes):
        return data
    # A user's own game may write half a surrogate pair, which UTF-8 cannot hold.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
