"""Answers for the course: its paths, a lesson, and what is said to an answer."""

from __future__ import annotations

from typing import Any

from ...teach.course.asks import Teacher
from ...teach.course.shelf import course
from ...teach.course.telling import course_data, judged, lesson_data
from .asked import Asked


def lessons(asked: Asked) -> Any:
    """The paths and their lessons."""
    return course_data(course(asked.lessons), asked.lang)


def lesson(asked: Asked, id: str) -> Any:
    """One lesson with all its steps, without the answers."""
    return lesson_data(course(asked.lessons).lesson(id), asked.lang, _teacher(asked))


def judge(asked: Asked, lesson: str, step: str, answer: str = "", tries: int = 0, give_up: bool = False) -> Any:
    """What is said to an answer: the reason, or the next hint."""
    found = course(asked.lessons).lesson(lesson)
    return judged(found, step, answer, tries, give_up, asked.lang, _teacher(asked, found.plain))


def _teacher(asked: Asked, plain: bool = False) -> Teacher:
    return Teacher(asked.catalog, asked.limits, plain)
