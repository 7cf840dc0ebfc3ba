"""The answer to one question, whatever happens: data, or the fault as data. Workers and browsers share it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..core.errors import Limit, NimatronError
from ..show.words import tr
from .answers import game_answers as game
from .answers import match_answers as match
from .answers import position_answers as position
from .answers import teaching_answers as teaching
from .answers import value_answers as value
from .answers.request import AnswerContext
from .problems import fault_data

ANSWERS: dict[str, Callable[..., Any]] = {
    function.__name__.rstrip("_").replace("_", "-"): function
    for function in (
        *(game.games, game.gallery, game.edit, game.drawing, game.build),
        *(position.position, position.analysis, position.explanation, position.induction),
        *(match.start, match.sum_, match.text, match.turn, match.move, match.hint),
        *(value.sequence, value.period, value.explorable, value.table, value.graph, value.cell, value.comparison),
        *(value.nimber, value.nimbers, value.discovery),
        *(teaching.lessons, teaching.lesson, teaching.judge, teaching.proof, teaching.qr),
        *(teaching.quizzes, teaching.quiz, teaching.quiz_answer, teaching.sheet, teaching.sheet_pdf),
        *(teaching.setting, teaching.attempt),
    )
}
"""The function that answers each question, from plain arguments to plain data; a worker runs it."""


def answer_question(ask: str, arguments: dict[str, Any], context: AnswerContext) -> tuple[str, bytes]:
    """(kind of fault, the data or what is known about the fault, as JSON)."""
    try:
        return "", as_json(ANSWERS[ask](context, **arguments))
    except Limit as fault:
        context.limited = True
        return "Limit", as_json(fault_data(fault))
    except NimatronError as fault:
        return type(fault).__name__, as_json(fault_data(fault))
    except (MemoryError, RecursionError) as fault:
        context.limited = True
        detail = tr("the memory limit is reached ({kind})", kind=type(fault).__name__)
        return "Limit", as_json({"detail": detail})
    except Exception as fault:  # a user's own game may raise anything
        return "UserCodeError", as_json({"detail": f"{type(fault).__name__}: {fault}"})


def as_json(data: Any) -> bytes:
    """Data as JSON; bytes, such as an image, stay as they are."""
    if isinstance(data, bytes):
        return data
    # A user's own game may write half a surrogate pair, which UTF-8 cannot hold.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
