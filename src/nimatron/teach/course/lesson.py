"""A lesson as data: a path, an order, and steps; some of them ask a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...present.words import tr
from .asks import ASKS, Ask
from .form import Given

WORDED = ("title", "text", "reason", "after", "link_text")
"""The keys of a step that hold words for the reader."""

LISTED = ("hints", "choices", "captions")
"""The keys of a step that hold lists of such words."""


@dataclass(frozen=True)
class Question:
    """A question of a lesson: what the file says of it, and the kind of question that knows the answer."""

    given: Given

    @cached_property
    def ask(self) -> Ask:
        return ASKS[self.given["ask"]](self.given)

    @property
    def hints(self) -> list[str]:
        """The hints of the file, each a question."""
        hints: list[str] = self.given.get("hints", [])
        return hints


@dataclass(frozen=True)
class Step:
    """One step; a proof has `parts`, each with or without a question of its own."""

    kind: str
    given: Given
    parts: tuple[Step, ...] = ()

    @property
    def question(self) -> Question | None:
        return Question(self.given) if "ask" in self.given else None


@dataclass(frozen=True)
class Lesson:
    """A lesson of the course, or of a teacher's own folder with `words` of its own for other languages."""

    id: str
    path: str
    order: int
    title: str
    aim: str
    sample: str
    steps: tuple[Step, ...]
    file: str
    plain: bool = False
    """Are reasons given by moves, for readers who know nothing of values yet?"""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def said(self, text: str, lang: str) -> str:
        """A text of this lesson in a language."""
        return self.words.get(lang, {}).get(text) or tr(text)

    def question(self, number: str) -> Question:
        """The question of a step (`3`, counted from 1) or of a part of it (`3.2`); KeyError if there is none."""
        asked = dict(self.questions())
        return asked[number]

    def questions(self) -> Iterator[tuple[str, Question]]:
        """All questions, each with its number."""
        for i, step in enumerate(self.steps, 1):
            if step.question is not None:
                yield f"{i}", step.question
            for k, part in enumerate(step.parts, 1):
                if part.question is not None:
                    yield f"{i}.{k}", part.question

    def texts(self) -> Iterator[str]:
        """All words for the reader, in order: what translators are given."""
        yield from (self.title, self.aim)
        for step in self.steps:
            for table in (step.given, *(part.given for part in step.parts)):
                yield from texts_of(table)


def texts_of(given: Given) -> Iterator[str]:
    """The words in one table of a file; a longer text paragraph by paragraph."""
    for key in WORDED:
        yield from paragraphs(given.get(key, ""))
    for key in LISTED:
        for text in given.get(key, ()):
            yield from paragraphs(text)


def paragraphs(text: Any) -> list[str]:
    r"""The paragraphs of a text: an empty line parts them, all other white space is one space.

    >>> paragraphs("One\ntwo.\n\nThree.")
    ['One two.', 'Three.']
    """
    return [" ".join(part.split()) for part in str(text).split("\n\n") if part.strip()]
