"""Lessons as data for the page, in the reader's language, without the answers; verdicts on answers."""

from __future__ import annotations

from typing import Any

from ...core.errors import UsageError
from ...explain.proofs.proof import run_proof
from ...explain.proofs.table import PROOFS
from ...play.opponents import OPPONENTS
from ...show.glossary import term_data
from ...show.proof_text import proof_data
from ...show.talk import opponent_data
from ...show.words import tr, word
from ..programs.calls import count_calls
from ..programs.report import calls_data, task_data
from ..programs.tasks import task_of
from ..questions.question import Question, Teacher
from ..questions.table_questions import table_data
from .lesson import Lesson, LessonStep, paragraphs
from .library import PATHS, Course

PLAIN = ("kind", "level", "misere", "first", "wins", "why", "people", "by", "enough", "boards", "binary", "commands")
"""The keys that the page receives unchanged."""


def course_data(course: Course, lang: str) -> dict[str, Any]:
    """The paths and what each lesson is about."""
    paths = [
        {
            "id": name,
            # A path of a teacher has no entry in the table: its name is its title, translated by its first lesson.
            "title": word(PATHS[name][0]) if name in PATHS else lessons[0].translate(name, lang),
            "about": word(PATHS[name][1]) if name in PATHS else "",
            "lessons": [_card(lesson, lang) for lesson in lessons],
        }
        for name, lessons in course.paths()
    ]
    return {"schema": "nimatron.lessons/1", "paths": paths}


def _card(lesson: Lesson, lang: str) -> dict[str, Any]:
    return {
        "id": lesson.id,
        "title": lesson.translate(lesson.title, lang),
        "aim": lesson.translate(lesson.aim, lang),
        "sample": lesson.sample,
        "steps": len(lesson.steps),
    }


def lesson_data(lesson: Lesson, lang: str, teacher: Teacher) -> dict[str, Any]:
    """A whole lesson, without the answers to its questions."""
    steps = [_step(lesson, f"{i}", step, lang, teacher) for i, step in enumerate(lesson.steps, 1)]
    return {"schema": "nimatron.lesson/1", **_card(lesson, lang), "path": lesson.path, "steps": steps}


def _step(lesson: Lesson, number: str, step: LessonStep, lang: str, teacher: Teacher) -> dict[str, Any]:
    given = step.given
    data: dict[str, Any] = {"number": number, "kind": step.kind, **{k: given[k] for k in PLAIN if k in given}}
    for key in ("title", "after", "link_text"):
        if key in given:
            data[key] = " ".join(lesson.translate(text, lang) for text in paragraphs(given[key]))
    data["text"] = [lesson.translate(text, lang) for text in paragraphs(given.get("text", ""))]
    for key in ("choices", "captions"):
        if key in given:
            data[key] = [lesson.translate(" ".join(text.split()), lang) for text in given[key]]
    if "terms" in given:
        data["terms"] = [term_data(name) for name in given["terms"]]
    if "link" in given:
        data["link"] = given["link"]
    data |= _step_data(step, teacher)
    if step.parts:
        data["parts"] = [_step(lesson, f"{number}.{k}", part, lang, teacher) for k, part in enumerate(step.parts, 1)]
    return data


def _step_data(step: LessonStep, teacher: Teacher) -> dict[str, Any]:
    """The data of a step that the solver or the games provide."""
    if (question := step.question(teacher)) is not None:
        return {"ask": question.name, "control": question.control, "shown": question.data()}
    if step.kind == "collect":
        return {"shown": table_data(step.given, teacher)}
    if "proof" in step.given:
        return {"proof": proof_data(run_proof(PROOFS[step.given["proof"]], step.given.get("instance", "")))}
    if step.kind == "program":
        return {"shown": task_data(task_of(step.given["task"]))}
    if step.kind == "calls":
        return {"shown": {"calls": calls_data(count_calls())}}
    if step.kind in ("play", "induction"):
        level = step.given.get("level")
        opponent = {"opponent": opponent_data(level)} if level in OPPONENTS else {}
        return {"position": str(teacher.position(step.given["position"])), **opponent}
    return {}


def judged_data(
    lesson: Lesson, number: str, answer: str, tries: int, give_up: bool, lang: str, teacher: Teacher
) -> dict[str, Any]:
    """The verdict on an answer, with the reason or the next hint; a reader who gives up gets the right answer."""
    # By number, because the page knows steps only by their numbers.
    question = dict(lesson.questions(teacher)).get(number)
    if question is None:
        raise UsageError("step {number} of this lesson does not ask a question", number=number[:20])
    # Every key is always there, so that the page need not ask which are.
    data = {"schema": "nimatron.judged/1", "lesson": lesson.id, "step": number, "wrong": [], "hint": "", "more": False}
    if give_up:
        answer_text = tr("The answer: {answer}.", answer=_answer(lesson, question, lang))
        reason = _reason(lesson, question, question.reason(), lang)
        return data | {"right": False, "said": answer_text, "reason": reason, "solution": question.solution()}
    verdict = question.judge(answer)
    if verdict.right:
        reason = word(verdict.remark) or question.reason()
        return data | {"right": True, "said": "", "reason": _reason(lesson, question, reason, lang)}
    # The hints in the file fit the lesson; the hints of the kind of question fit any lesson.
    own = [lesson.translate(" ".join(hint.split()), lang) for hint in question.given.get("hints", ())]
    hints = own or [word(hint) for hint in question.hints]
    remarks = {"said": word(verdict.remark), "reason": "", "wrong": list(verdict.wrong)}
    # The last hint is repeated: a reader may try as often as there is patience.
    hint = hints[min(tries, len(hints) - 1)]
    return data | {"right": False, **remarks, "hint": hint, "more": tries + 1 < len(hints)}


def _answer(lesson: Lesson, question: Question, lang: str) -> str:
    """The right answer in words; the sentences of a choice come from the lesson's file."""
    if "choices" in question.given:
        choices = question.given["choices"]
        return " ".join(lesson.translate(" ".join(choices[n - 1].split()), lang) for n in question.given["right"])
    return word(question.answer())


def _reason(lesson: Lesson, question: Question, reason: str, lang: str) -> str:
    """The reason in the file, then the solver's."""
    own = [lesson.translate(text, lang) for text in paragraphs(question.given.get("reason", ""))]
    return " ".join([*own, reason]).strip()
