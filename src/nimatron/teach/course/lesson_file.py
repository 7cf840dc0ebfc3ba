"""The reader of lesson files: it reports all faults at once, each with the step, the key and the expected value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from ...core.errors import NimatronError
from ...core.message import Message, either
from ...explain.proofs.proof import run_proof
from ...explain.proofs.table import PROOFS
from ...play.opponents import OPPONENTS
from ...show.glossary import TERMS
from ...show.words import word, word_error
from ..programs.tasks import TASKS
from ..questions.fields import Fault, Fields, Given, flag, number, numbers, one_of, text, texts
from ..questions.number_questions import choice_fault
from ..questions.position_questions import AllWinningMoves
from ..questions.question import Question, Teacher
from ..questions.table_questions import TABLE, table_data
from .lesson import QUESTIONS, Lesson, LessonStep, texts_of

LEVELS = ("first-steps", "fair", "hard", "perfect", "growing", *OPPONENTS)
"""The levels of the computer; `growing` begins with first steps and goes up with each win. Or one idea."""

LONGEST_FILE = 200_000
"""The most characters of a file."""

MOST_STEPS = 40
"""The most steps of a lesson, and parts of a proof."""

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _name(value: Any) -> Message | None:
    if isinstance(value, str) and NAME.fullmatch(value) and len(value) <= 60:
        return None
    return Message("expected small letters, digits and hyphens, such as two-heaps")


def _tables(value: Any) -> Message | None:
    if isinstance(value, list) and 1 <= len(value) <= MOST_STEPS and all(isinstance(entry, dict) for entry in value):
        return None
    return Message("expected 1 to {most} tables", most=MOST_STEPS)


def _words(value: Any) -> Message | None:
    tables = list(value.values()) if isinstance(value, dict) else [None]
    if all(isinstance(table, dict) and all(isinstance(word, str) for word in table.values()) for table in tables):
        return None
    return Message("expected a table for each language, of pairs of an English text and its translation")


def _terms(value: Any) -> Message | None:
    if isinstance(value, list) and value and all(term in TERMS for term in value):
        return None
    return Message("expected a list of terms of the glossary: {names}", names="; ".join(TERMS))


LESSON = Fields(
    {"id": _name, "path": text, "order": number(0, 9999), "title": text, "aim": text, "steps": _tables},
    {"sample": text, "plain": flag, "words": _words},
)
HEAD = Fields({}, {"kind": text, "title": text, "text": text, "terms": _terms})
PICTURES = Fields(
    {},
    {
        "boards": texts,
        "captions": texts,
        "binary": numbers(0, 1 << 20),
        "commands": texts,
        "link": text,
        "link_text": text,
    },
)
QUESTION = Fields({"text": text, "ask": one_of(*QUESTIONS)}, {"hints": texts, "reason": text})
PLAYED = Fields({}, {"level": one_of(*LEVELS), "misere": flag})

STEPS: dict[str, Fields] = {
    "play": HEAD
    | PLAYED
    | Fields(
        {"text": text, "position": text},
        {
            "first": one_of("you", "computer", "choose"),
            "wins": number(0, 9),
            "why": flag,
            "people": flag,
            "after": text,
        },
    ),
    "collect": HEAD
    | TABLE
    | PLAYED
    | Fields({"text": text}, {"by": one_of("playing", "marking"), "enough": number(1, 400), "after": text}),
    "guess": HEAD | Fields({"text": text}, {"choices": texts, "after": text}),
    "rule": HEAD | PICTURES | Fields({"text": text}),
    "proof": HEAD | PICTURES | Fields({"text": text}, {"parts": _tables, "proof": one_of(*PROOFS), "instance": text}),
    "question": HEAD | PICTURES | QUESTION,
    "induction": HEAD | Fields({"text": text, "position": text}),
    "coins": HEAD | Fields({"text": text}),
    "own moves": HEAD | Fields({"text": text}),
    "program": HEAD | Fields({"task": one_of(*(task.id for task in TASKS))}, {"after": text}),
    "calls": HEAD | Fields({"text": text}),
}
"""The kinds of steps and the keys of each."""

PART = Fields({"text": text}) | PICTURES


def read_lesson(source: str, file: str) -> tuple[Lesson | None, list[Fault]]:
    """The lesson, or None and the faults of its file."""
    # A file may come from anybody who can write into the folder of lessons.
    if len(source) > LONGEST_FILE:
        return None, [Fault(file, "", Message("expected at most {most} characters", most=LONGEST_FILE))]
    try:
        given = tomllib.loads(source)
    except tomllib.TOMLDecodeError as fault:
        return None, [Fault(file, "", Message("is not TOML: {fault}", fault=str(fault)))]
    faults = [Fault(file, place, expected) for place, expected in _faults(given)]
    return (None, faults) if faults else (_lesson(given, file), [])


Faults = Iterator[tuple[Message | str, Message]]


def _faults(given: Given) -> Faults:
    yield from LESSON.faults(given)
    steps = given.get("steps")
    for i, step in enumerate(steps if _tables(steps) is None else [], 1):  # type: ignore[arg-type]
        for place, expected in _step_faults(step):
            yield Message("step {number}, {key}", number=i, key=place), expected


def _step_faults(step: Given) -> Faults:
    kind = step.get("kind")
    if kind not in STEPS:
        yield "kind", Message("expected {names}", names=either(STEPS))
        return
    fields = STEPS[kind]
    yield from _table_faults(step, fields)
    if kind == "proof" and ("parts" in step) == ("proof" in step):
        yield "parts", Message("expected either parts, or the name of a proof")
    for k, part in enumerate(
        step.get("parts", []) if kind == "proof" and _tables(step.get("parts")) is None else [], 1
    ):
        for key, expected in _table_faults(part, PART | (QUESTION if "ask" in part else Fields())):
            yield Message("part {number}, {key}", number=k, key=key), expected


def _table_faults(given: Given, fields: Fields) -> Faults:
    ask = given.get("ask")
    # A wrong `ask` is reported by `one_of`; then nobody knows which other keys belong to it.
    if "ask" in fields.needs and ask in QUESTIONS:
        fields |= QUESTIONS[ask].fields
    # A dict: the checks below run only on keys whose values have the right type.
    wrong = dict(fields.faults(given))
    yield from wrong.items()
    # Which numbers are right depends on two keys, so `Fields` cannot check it.
    if not wrong and ask == "choice" and (fault := choice_fault(given)):
        yield "right", fault
    captions = given.get("captions")
    if isinstance(captions, list) and len(captions) != len(given.get("boards", [])):
        yield "captions", Message("expected one for each board")
    # A statement as a hint would give the answer away; a question makes the reader think.
    for hint in given.get("hints", []) if "hints" not in wrong else []:
        if not hint.rstrip().endswith(("?", "…")):
            yield "hints", Message("expected questions: {hint!r} does not end with ?", hint=hint[:60])


def _lesson(given: Given, file: str) -> Lesson:
    steps = tuple(
        LessonStep(step["kind"], step, tuple(LessonStep("part", p) for p in step.get("parts", ())))
        for step in given["steps"]
    )
    # Texts may be broken into lines anywhere in the file; translations are found by the text with single spaces.
    words = {lang: {" ".join(k.split()): v for k, v in table.items()} for lang, table in given.get("words", {}).items()}
    keys = ("id", "path", "order", "title", "aim", "sample", "plain")
    return Lesson(
        **{"sample": "", **{key: given[key] for key in keys if key in given}}, steps=steps, file=file, words=words
    )


# -- the check of lessons ----------------------------------------------------------------------------


def check_lessons(lessons: Iterable[Lesson], teacher: Teacher) -> Iterator[Fault]:
    """All faults of lessons whose files could be read."""
    for lesson in lessons:
        if lesson.sample:
            yield from _call_faults(lesson, "sample", partial(teacher.position, lesson.sample))
        for place, step in lesson.numbered_steps():
            yield from _check_step(lesson, Message("step {number}", number=place), step, teacher)


def _check_step(lesson: Lesson, place: Message, step: LessonStep, teacher: Teacher) -> Iterator[Fault]:
    positions = [
        *step.given.get("boards", []),
        *([step.given["position"]] if step.kind in ("play", "induction") else []),
    ]
    for position in positions:
        yield from _call_faults(lesson, place, partial(teacher.position, position))
    if "proof" in step.given:
        proof = PROOFS[step.given["proof"]]
        yield from _call_faults(lesson, place, partial(run_proof, proof, step.given.get("instance", "")))
    if step.kind == "collect":
        yield from _call_faults(lesson, place, partial(table_data, step.given, teacher))
    if (question := step.question(teacher)) is not None:
        yield from _check_question(lesson, place, question)


def _call_faults(lesson: Lesson, place: Message | str, call: Callable[[], object]) -> Iterator[Fault]:
    try:
        call()
    except NimatronError as fault:
        yield Fault(lesson.file, place, word_error(fault))


def _check_question(lesson: Lesson, place: Message, question: Question) -> Iterator[Fault]:
    try:
        question.data()
        # Ask the solver what a reader would be asked: a question without an answer must not reach a class.
        right, wrong = question.solution(), question.mistake()
        if not question.judge(right).right:
            yield Fault(lesson.file, place, Message("the solver's own answer {text!r} is not right", text=right[:60]))
        if wrong and question.judge(wrong).right:
            yield Fault(lesson.file, place, Message("{text!r} should not be right", text=wrong[:60]))
        moves = list(map(word, map(question.move_text, question.wins))) if isinstance(question, AllWinningMoves) else []
    except NimatronError as fault:
        yield Fault(lesson.file, place, word_error(fault))
        return
    text = " ".join(texts_of({key: question.given[key] for key in ("text", "hints") if key in question.given}))
    # A teacher who writes a hint easily names the move itself.
    for move in moves:
        if move in text:
            yield Fault(
                lesson.file, place, Message("{move!r} is a winning move: the text gives the answer away", move=move)
            )
