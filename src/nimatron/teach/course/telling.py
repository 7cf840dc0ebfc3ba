"""Lessons as data for a reader, in the reader's language; answers are never part of it."""

from __future__ import annotations

from typing import Any

from ...errors import UsageError
from ...present.words import tr, word
from .asks import Teacher, table_data
from .form import Given
from .lesson import Lesson, Question, Step, paragraphs
from .shelf import PATHS, Course

PLAIN = ("kind", "level", "misere", "first", "wins", "why", "people", "by", "enough", "boards", "binary", "commands")
"""The keys that the page is given as they are."""


def course_data(course: Course, lang: str) -> dict[str, Any]:
    """The paths and what each lesson is about."""
    paths = [
        {
            "id": name,
            "title": word(PATHS[name][0]) if name in PATHS else lessons[0].said(name, lang),
            "about": word(PATHS[name][1]) if name in PATHS else "",
            "lessons": [_card(lesson, lang) for lesson in lessons],
        }
        for name, lessons in course.paths()
    ]
    return {"schema": "nimatron.lessons/1", "paths": paths}


def _card(lesson: Lesson, lang: str) -> dict[str, Any]:
    return {
        "id": lesson.id,
        "title": lesson.said(lesson.title, lang),
        "aim": lesson.said(lesson.aim, lang),
        "sample": lesson.sample,
        "steps": len(lesson.steps),
    }


def lesson_data(lesson: Lesson, lang: str, teacher: Teacher) -> dict[str, Any]:
    """A whole lesson, without the answers to its questions."""
    steps = [_step(lesson, f"{i}", step, lang, teacher) for i, step in enumerate(lesson.steps, 1)]
    return {"schema": "nimatron.lesson/1", **_card(lesson, lang), "path": lesson.path, "steps": steps}


def _step(lesson: Lesson, number: str, step: Step, lang: str, teacher: Teacher) -> dict[str, Any]:
    given = step.given
    data: dict[str, Any] = {"number": number, "kind": step.kind, **{k: given[k] for k in PLAIN if k in given}}
    for key in ("title", "after", "link_text"):
        if key in given:
            data[key] = " ".join(lesson.said(text, lang) for text in paragraphs(given[key]))
    data["text"] = [lesson.said(text, lang) for text in paragraphs(given.get("text", ""))]
    for key in ("choices", "captions"):
        if key in given:
            data[key] = [lesson.said(" ".join(text.split()), lang) for text in given[key]]
    if "link" in given:
        data["link"] = given["link"]
    data |= _shown(step, given, teacher)
    if step.parts:
        data["parts"] = [_step(lesson, f"{number}.{k}", part, lang, teacher) for k, part in enumerate(step.parts, 1)]
    return data


def _shown(step: Step, given: Given, teacher: Teacher) -> dict[str, Any]:
    if step.question is not None:
        ask = step.question.ask
        return {"ask": ask.name, "control": ask.control, "shown": ask.shown(teacher)}
    if step.kind == "collect":
        return {"shown": table_data(teacher, given)}
    if step.kind in ("play", "induction"):
        return {"position": str(teacher.position(given["position"]))}
    return {}


def judged(lesson: Lesson, number: str, answer: str, tries: int, give_up: bool, lang: str, teacher: Teacher) -> Any:
    """What is said to an answer: the reason if it is right, else the next hint; whoever gives up is told the answer."""
    try:
        question = lesson.question(number)
    except KeyError:
        raise UsageError("step {number} of this lesson asks nothing", number=number[:20]) from None
    ask = question.ask
    data = {"schema": "nimatron.judged/1", "lesson": lesson.id, "step": number, "wrong": [], "hint": "", "more": False}
    if give_up:
        answered = {"right": False, "said": tr("The answer: {answer}.", answer=_told(lesson, question, lang, teacher))}
        return (
            data
            | answered
            | {"reason": _reason(lesson, question, "", lang, teacher), "solution": ask.solution(teacher)}
        )
    verdict = ask.judge(teacher, answer)
    if verdict.right:
        return data | {"right": True, "said": "", "reason": _reason(lesson, question, verdict.said, lang, teacher)}
    hints = [lesson.said(" ".join(hint.split()), lang) for hint in question.hints] or [word(hint) for hint in ask.hints]
    hint = hints[min(tries, len(hints) - 1)]
    return data | {
        "right": False,
        "said": verdict.said,
        "reason": "",
        "wrong": list(verdict.wrong),
        "hint": hint,
        "more": tries + 1 < len(hints),
    }


def _told(lesson: Lesson, question: Question, lang: str, teacher: Teacher) -> str:
    if "choices" in question.given:
        choices = question.given["choices"]
        return " ".join(lesson.said(" ".join(choices[n - 1].split()), lang) for n in question.given["right"])
    return question.ask.told(teacher)


def _reason(lesson: Lesson, question: Question, found: str, lang: str, teacher: Teacher) -> str:
    """The words of the file, then those of the solver."""
    own = [lesson.said(text, lang) for text in paragraphs(question.given.get("reason", ""))]
    return " ".join([*own, found or question.ask.reason(teacher)]).strip()
