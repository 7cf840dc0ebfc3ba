"""Exercises and verdicts in words and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...present.boards import draw
from ...present.data import number
from ...present.talk import rules, rules_of
from ...present.text import Line
from ...present.words import tr, word
from .kinds import DIFFICULTIES, KINDS, Exercise
from .task import Task, Verdict


def rules_told(task: Task) -> list[str]:
    """The rules that the question needs; nothing for one about numbers alone."""
    if task.position is not None:
        return list(rules(task.position))
    return [rules_of(task.game)] if task.game is not None else []


def asked_lines(exercise: Exercise, ascii: bool = False) -> Iterator[Line]:
    """An exercise in a terminal: its rules, its board, what is asked and what may be answered."""
    task = exercise.task
    yield Line(word(KINDS[exercise.kind].title), "title")
    yield from (Line(text) for text in rules_told(task))
    if task.position is not None:
        yield Line("")
        yield from (Line(f"  {line}") for line in draw(task.position, ascii).splitlines())
        yield Line("")
    if task.about is not None:
        yield Line(word(task.about))
    yield Line(word(task.question))
    for i, choice in enumerate(task.choices, 1):
        yield Line(f"  {i}  {word(choice.text)}")
    if task.form == "moves":
        yield Line(tr("One move in each line, an empty line at the end; “none” if no move wins."), "dim")


def exercise_data(exercise: Exercise) -> dict[str, Any]:
    """The shape `nimatron.quiz/1`: all that may be known before the answer."""
    task = exercise.task
    return {
        "schema": "nimatron.quiz/1",
        "kind": exercise.kind,
        "title": word(KINDS[exercise.kind].title),
        "difficulty": exercise.difficulty,
        "seed": exercise.seed,
        "rules": rules_told(task),
        "about": word(task.about) if task.about is not None else None,
        "question": word(task.question),
        "position": str(task.position) if task.position is not None else None,
        "game": str(task.game) if task.game is not None else None,
        "misere": task.misere,
        "form": task.form,
        "choices": [{"id": choice.id, "text": word(choice.text)} for choice in task.choices],
    }


def verdict_data(exercise: Exercise, verdict: Verdict | None, reveal: bool = False) -> dict[str, Any]:
    """The shape `nimatron.quiz-answer/1`; the answer and its reason only if it was found, or is to be revealed."""
    task, right = exercise.task, verdict is not None and verdict.right
    told = right or reveal
    return {
        "schema": "nimatron.quiz-answer/1",
        "right": right,
        "hint": word(verdict.hint) if verdict is not None and verdict.hint is not None else None,
        "answer": word(task.answer()) if told else None,
        "solution": solution_data(task) if told else None,
        "reason": [{"text": line.text, "style": line.style} for line in task.reason()] if told else None,
    }


def solution_data(task: Task) -> list[Any]:
    """The right answer for programs: numbers, the letter of a choice, or the positions after the winning moves."""
    return [number(entry) if isinstance(entry, int) else str(entry) for entry in task.facts()]


def kinds_data() -> dict[str, Any]:
    """The shape `nimatron.quizzes/1`: what may be asked for."""
    return {
        "schema": "nimatron.quizzes/1",
        "kinds": [{"id": kind.id, "title": word(kind.title)} for kind in KINDS.values()],
        "difficulties": [{"id": name, "title": word(title)} for name, title in DIFFICULTIES.items()],
    }
