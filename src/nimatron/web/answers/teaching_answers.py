"""Answers for learning and teaching: the course, exercises, sheets, classes, and QR codes of links."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any

from ...core.errors import UsageError
from ...core.game import is_misere
from ...explain.ask import outcome
from ...explain.proofs.proof import run_proof
from ...explain.proofs.table import find_proof
from ...play.typed_moves import read_move
from ...show.proof_text import proof_data
from ...show.words import word
from ...teach.course.lesson_data import course_data, judged_data, lesson_data
from ...teach.course.library import course
from ...teach.questions.question import Teacher
from ...teach.quiz.exercise import Exercise, exercise, exercise_data, kinds_data, pose, verdict_data
from ...teach.sheets.blocks import document, document_data
from ...teach.sheets.contents import sheets
from ...teach.sheets.pdf import is_possible, pdf
from .request import AnswerContext


def lessons(context: AnswerContext) -> Any:
    """The paths and their lessons."""
    return course_data(course(context.lessons), context.lang)


def lesson(context: AnswerContext, id: str) -> Any:
    """One lesson with all its steps, without the answers."""
    return lesson_data(course(context.lessons).lesson(id), context.lang, _teacher(context))


def proof(context: AnswerContext, name: str, instance: str = "") -> Any:
    """The steps of a proof, computed for the instance that a reader chooses."""
    return proof_data(run_proof(find_proof(name), instance))


def judge(
    context: AnswerContext, lesson: str, step: str, answer: str = "", tries: int = 0, give_up: bool = False
) -> Any:
    """The verdict on an answer, with the reason or the next hint."""
    whole = course(context.lessons).lesson(lesson)
    return judged_data(whole, step, answer, tries, give_up, context.lang, _teacher(context, whole.plain))


def _teacher(context: AnswerContext, plain: bool = False) -> Teacher:
    return Teacher(context.catalog, context.limits, plain)


# -- exercises ---------------------------------------------------------------------------------


def quizzes(context: AnswerContext) -> Any:
    """The kinds of exercises and how hard they may be."""
    return kinds_data()


def quiz(context: AnswerContext, kind: str, difficulty: str, seed: int, position: str = "") -> Any:
    """An exercise without its answer."""
    return exercise_data(_exercise(context, kind, difficulty, seed, position))


def quiz_answer(
    context: AnswerContext,
    kind: str,
    difficulty: str,
    seed: int,
    position: str = "",
    text: str = "",
    reveal: bool = False,
) -> Any:
    """Is an answer right? `reveal` adds the right answer and the reason in any case; then `text` may be empty."""
    question = _exercise(context, kind, difficulty, seed, position)
    verdict = question.judge(text) if text.strip() or not reveal else None
    return verdict_data(question, verdict, reveal)


def _exercise(context: AnswerContext, kind: str, difficulty: str, seed: int, position: str) -> Exercise:
    return pose(kind, position, _teacher(context)) if position else exercise(kind, difficulty, seed)


# -- sheets ------------------------------------------------------------------------------------


def sheet(context: AnswerContext, game: str, exercises: int = 8, seed: int = 0, count: int = 1) -> Any:
    """Different sheets of one game from one seed, each with its key."""
    documents = [document_data(document(one)) for one in sheets(game, exercises, seed, count, context.catalog)]
    return {"schema": "nimatron.sheet/1", "sheets": documents, "pdf": is_possible()}


def sheet_pdf(
    context: AnswerContext, game: str, exercises: int = 8, seed: int = 0, count: int = 1, paper: str = "a4"
) -> Any:
    """The same sheets as a PDF in base64: the page gets it inside JSON like every other answer."""
    file = pdf([document(one) for one in sheets(game, exercises, seed, count, context.catalog)], paper)
    return {"schema": "nimatron.sheet-pdf/1", "pdf": b64encode(file).decode()}


# -- classes -----------------------------------------------------------------------------------


def setting(context: AnswerContext, position: str, misere: bool | None = None, judged: bool = False) -> Any:
    """A start for a class; if the answers are `judged`, it must be within reach of the solver."""
    here = context.position(position)
    misere = is_misere(here.game, misere)
    if here.ended:
        raise UsageError("there is no move in {position}: give another start", position=here)
    if judged:  # a riddle that the solver cannot judge would disappoint a whole class
        outcome(here, misere, context.limits)
    return {"position": str(here), "misere": misere}


def attempt(context: AnswerContext, position: str, move: str, misere: bool) -> Any:
    """Is this a winning move? An empty one claims that there is none."""
    here = context.position(position)
    if not move.strip():
        return {"after": "", "right": outcome(here, misere, context.limits) != "N"}
    after = read_move(here, move, word, context.reading())
    return {"after": str(after), "right": outcome(after, misere, context.limits) == "P"}


# -- links as pictures -------------------------------------------------------------------------


def qr(context: AnswerContext, text: str) -> bytes:
    """A QR code as SVG."""
    import segno

    image = BytesIO()
    try:
        # The lowest level of error correction leaves room for the longest text.
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        raise UsageError("text: expected at most 2953 bytes, the capacity of a QR code") from None
    code.save(image, kind="svg", border=2, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()
