"""Reads the file of a lesson: all its faults at once, each with the step, the key and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from ...message import Message, either
from .asks import ASKS, choice_fault
from .asks.tables import TABLE
from .form import Fault, Given, Shape, flag, number, numbers, one_of, text, texts
from .lesson import Lesson, Step

LEVELS = ("first-steps", "fair", "hard", "perfect", "growing")
"""How well the computer plays; `growing` begins with first steps and goes up with each win."""

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


LESSON = Shape(
    {"id": _name, "path": text, "order": number(0, 9999), "title": text, "aim": text, "steps": _tables},
    {"sample": text, "plain": flag, "words": _words},
)
HEAD = Shape({}, {"kind": text, "title": text, "text": text})
PICTURES = Shape(
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
QUESTION = Shape({"text": text, "ask": one_of(*ASKS)}, {"hints": texts, "reason": text})
PLAYED = Shape({}, {"level": one_of(*LEVELS), "misere": flag})

STEPS: dict[str, Shape] = {
    "play": HEAD
    | PLAYED
    | Shape(
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
    | Shape({"text": text}, {"by": one_of("playing", "marking"), "enough": number(1, 400), "after": text}),
    "guess": HEAD | Shape({"text": text}, {"choices": texts, "after": text}),
    "rule": HEAD | PICTURES | Shape({"text": text}),
    "proof": HEAD | PICTURES | Shape({"text": text, "parts": _tables}),
    "question": HEAD | PICTURES | QUESTION,
    "induction": HEAD | Shape({"text": text, "position": text}),
    "coins": HEAD | Shape({"text": text}),
    "own moves": HEAD | Shape({"text": text}),
}
"""The kinds of steps and the keys of each."""

PART = Shape({"text": text}) | PICTURES


def read_lesson(source: str, file: str) -> tuple[Lesson | None, list[Fault]]:
    """The lesson, or None and all that is wrong with its file."""
    if len(source) > LONGEST_FILE:
        return None, [Fault(file, "", Message("expected at most {most} characters", most=LONGEST_FILE))]
    try:
        given = tomllib.loads(source)
    except tomllib.TOMLDecodeError as fault:
        return None, [Fault(file, "", Message("is not TOML: {fault}", fault=str(fault)))]
    faults = [Fault(file, place, expected) for place, expected in _faults(given)]
    return (None, faults) if faults else (_made(given, file), [])


Found = Iterator[tuple[Message | str, Message]]


def _faults(given: Given) -> Found:
    yield from LESSON.faults(given)
    steps = given.get("steps")
    for i, step in enumerate(steps if _tables(steps) is None else [], 1):  # type: ignore[arg-type]
        for place, expected in _step_faults(step):
            yield Message("step {number}, {key}", number=i, key=place), expected


def _step_faults(step: Given) -> Found:
    kind = step.get("kind")
    if kind not in STEPS:
        yield "kind", Message("expected {names}", names=either(STEPS))
        return
    shape = STEPS[kind]
    yield from _table_faults(step, shape)
    for k, part in enumerate(
        step.get("parts", []) if kind == "proof" and _tables(step.get("parts")) is None else [], 1
    ):
        for key, expected in _table_faults(part, PART | (QUESTION if "ask" in part else Shape())):
            yield Message("part {number}, {key}", number=k, key=key), expected


def _table_faults(given: Given, shape: Shape) -> Found:
    ask = given.get("ask")
    if "ask" in shape.needs and ask in ASKS:
        shape |= ASKS[ask].shape
    wrong = dict(shape.faults(given))
    yield from wrong.items()
    if not wrong and ask == "choice" and (fault := choice_fault(given)):
        yield "right", fault
    captions = given.get("captions")
    if isinstance(captions, list) and len(captions) != len(given.get("boards", [])):
        yield "captions", Message("expected one for each board")
    for hint in given.get("hints", []) if "hints" not in wrong else []:
        if not hint.rstrip().endswith(("?", "…")):
            yield "hints", Message("expected questions: {hint!r} does not end with ?", hint=hint[:60])


def _made(given: Given, file: str) -> Lesson:
    steps = tuple(
        Step(step["kind"], step, tuple(Step("part", p) for p in step.get("parts", ()))) for step in given["steps"]
    )
    words = {lang: {" ".join(k.split()): v for k, v in table.items()} for lang, table in given.get("words", {}).items()}
    keys = ("id", "path", "order", "title", "aim", "sample", "plain")
    return Lesson(
        **{"sample": "", **{key: given[key] for key in keys if key in given}}, steps=steps, file=file, words=words
    )
