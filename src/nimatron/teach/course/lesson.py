"""A lesson: a path, an order, and steps; some steps ask a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...show.words import tr
from ..questions import number_questions, position_questions, table_questions
from ..questions.fields import Given
from ..questions.question import Question, Teacher

# A question that only exercises ask has no `name`, so a file cannot ask it.
QUESTIONS: dict[str, type[Question]] = {
    kind.name: kind
    for module in (position_questions, table_questions, number_questions)
    for kind in vars(module).values()
    # In its own namespace: a base class must not pass its name on to a question that files cannot ask.
    if isinstance(kind, type) and issubclass(kind, Question) and "name" in vars(kind)
}
"""The kinds of questions that a lesson's file can ask, by name."""

WORDED = ("title", "text", "reason", "after", "link_text")
"""The keys of a step that hold words for the reader."""

LISTED = ("hints", "choices", "captions")
"""The keys of a step that hold lists of such words."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson; a proof has `parts`, each with or without a question of its own."""

    kind: str
    given: Given
    parts: tuple[LessonStep, ...] = ()

    def question(self, teacher: Teacher) -> Question | None:
        """The question that the step asks, for this teacher to judge."""
        return QUESTIONS[self.given["ask"]](self.given, teacher) if "ask" in self.given else None


@dataclass(frozen=True)
class Lesson:
    """A lesson of the course, or of a teacher's own folder; `words` has the translations of the file."""

    id: str
    path: str
    order: int
    title: str
    aim: str
    sample: str
    steps: tuple[LessonStep, ...]
    file: str
    plain: bool = False
    """True if reasons use moves alone, for readers who know nothing about values yet."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def translate(self, text: str, lang: str) -> str:
        """A text of this lesson in a language."""
        # A teacher's own lesson contains its translations; the catalogs have the translations of the course.
        return self.words.get(lang, {}).get(text) or tr(text)

    def numbered_steps(self) -> Iterator[tuple[str, LessonStep]]:
        """All steps (`3`, counted from 1) and parts of steps (`3.2`), each with its number."""
        for i, step in enumerate(self.steps, 1):
            yield f"{i}", step
            for k, part in enumerate(step.parts, 1):
                yield f"{i}.{k}", part

    def questions(self, teacher: Teacher) -> Iterator[tuple[str, Question]]:
        """All questions, each with the number of its step."""
        for number, step in self.numbered_steps():
            if (question := step.question(teacher)) is not None:
                yield number, question

    def texts(self) -> Iterator[str]:
        """All texts for the reader, in order: translators get these."""
        yield from (self.title, self.aim)
        for _, step in self.numbered_steps():
            yield from texts_of(step.given)


def texts_of(given: Given) -> Iterator[str]:
    """The texts in one table of a file; a longer text paragraph by paragraph."""
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
