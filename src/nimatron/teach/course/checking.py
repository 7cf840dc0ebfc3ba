"""Does a lesson work? Its positions can be read, the solver answers its questions, and nothing gives an answer away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ...errors import NimatronError
from ...message import Message
from ...present.words import word_error
from .asks import Teacher, table_data
from .form import Fault
from .lesson import Lesson, Question, Step, texts_of


def check_lessons(lessons: Iterable[Lesson], teacher: Teacher) -> Iterator[Fault]:
    """All that is wrong with lessons whose files could be read."""
    for lesson in lessons:
        if lesson.sample:
            yield from _tried(lesson, "sample", partial(teacher.position, lesson.sample))
        for i, step in enumerate(lesson.steps, 1):
            yield from _check_step(lesson, f"{i}", step, teacher)
            for k, part in enumerate(step.parts, 1):
                yield from _check_step(lesson, f"{i}.{k}", part, teacher)


def _check_step(lesson: Lesson, number: str, step: Step, teacher: Teacher) -> Iterator[Fault]:
    place = Message("step {number}", number=number)
    positions = [
        *step.given.get("boards", []),
        *([step.given["position"]] if step.kind in ("play", "induction") else []),
    ]
    for position in positions:
        yield from _tried(lesson, place, partial(teacher.position, position))
    if step.kind == "collect":
        yield from _tried(lesson, place, partial(table_data, teacher, step.given))
    if step.question is not None:
        yield from _check_question(lesson, place, step.question, teacher)


def _tried(lesson: Lesson, place: Message | str, call: Callable[[], object]) -> Iterator[Fault]:
    try:
        call()
    except NimatronError as fault:
        yield Fault(lesson.file, place, word_error(fault))


def _check_question(lesson: Lesson, place: Message, question: Question, teacher: Teacher) -> Iterator[Fault]:
    ask = question.ask
    try:
        ask.shown(teacher)
        right, wrong = ask.solution(teacher), ask.mistake(teacher)
        if not ask.judge(teacher, right).right:
            yield Fault(lesson.file, place, Message("the solver's own answer {text!r} is not right", text=right[:60]))
        if wrong and ask.judge(teacher, wrong).right:
            yield Fault(lesson.file, place, Message("{text!r} should not be right", text=wrong[:60]))
        told = ask.told(teacher) if ask.control in ("move", "moves") else ""
    except NimatronError as fault:
        yield Fault(lesson.file, place, word_error(fault))
        return
    asked = " ".join(texts_of({key: question.given[key] for key in ("text", "hints") if key in question.given}))
    for move in told.split("; ") if told else ():
        if move in asked:
            yield Fault(
                lesson.file, place, Message("{move!r} is a winning move: the text gives the answer away", move=move)
            )
