"""The course: its lessons by path, and the lessons of a teacher's own folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...core.errors import UsageError, reason_of
from ...core.message import Message
from ..questions.fields import Fault
from .lesson import Lesson
from .lesson_file import LONGEST_FILE, read_lesson

LESSONS = Path(__file__).parent / "lessons"
MOST_FILES = 200
"""The most lessons of a folder."""

PATHS: dict[str, tuple[Message, Message]] = {
    "school": (
        Message("School"),
        Message("Play simple games, find out who wins, and explain why. You need no previous knowledge."),
    ),
    "nim": (
        Message("Nim and its proof"),
        Message("From symmetry to binary numbers: how Nim was solved, and why the solution is right."),
    ),
    "numbers": (
        Message("Games as numbers"),
        Message("Every position gets a number, and sums of games become sums of numbers."),
    ),
    "programs": (
        Message("Write programs"),
        Message("Teach a program to play: by a remainder, by a table, by recursion, by dynamic programming."),
    ),
    "periods": (
        Message("Periods"),
        Message("Values that repeat: theorems, and your own experiments."),
    ),
}
"""The paths of the course, each with a title and a line about it."""


@dataclass(frozen=True)
class Course:
    """Lessons in the order in which they are taught."""

    lessons: tuple[Lesson, ...]

    def lesson(self, id: str) -> Lesson:
        """The lesson with this id; UsageError if there is none."""
        for lesson in self.lessons:
            if lesson.id == id:
                return lesson
        raise UsageError("there is no lesson {id!r}", id=id[:60])

    def paths(self) -> Iterator[tuple[str, list[Lesson]]]:
        """The paths with their lessons: the paths of the course first, then a teacher's own."""
        names = dict.fromkeys([*PATHS, *(lesson.path for lesson in self.lessons)])
        for name in names:
            lessons = [lesson for lesson in self.lessons if lesson.path == name]
            if lessons:
                yield name, lessons


def read_course(files: Mapping[str, str]) -> tuple[Course, list[Fault]]:
    """The lessons in files (texts by name), and their faults."""
    lessons: list[Lesson] = []
    faults: list[Fault] = []
    for file, source in files.items():
        lesson, wrong = read_lesson(source, file)
        faults += wrong
        if lesson is not None:
            same = next((other for other in lessons if other.id == lesson.id), None)
            # `Course.lesson` finds a lesson by its id alone, so the second lesson could never be opened.
            if same is not None:
                faults.append(Fault(file, "id", Message("{file} has the same id", file=same.file)))
            else:
                lessons.append(lesson)
    return Course(tuple(sorted(lessons, key=_place))), faults


def _place(lesson: Lesson) -> tuple[int, int, str]:
    """The place of a lesson in the course: a teacher's own paths come last."""
    paths = list(PATHS)
    return paths.index(lesson.path) if lesson.path in paths else len(paths), lesson.order, lesson.id


def read_folder(folder: Path) -> dict[str, str]:
    """The files of lessons in a folder, by name."""
    if not folder.is_dir():
        raise UsageError("there is no folder {path}", path=folder)
    # A wrong folder, such as a whole home folder, ends here and not after minutes.
    files = sorted(folder.glob("*.toml"))
    if len(files) > MOST_FILES:
        raise UsageError("{path} has more than {most} lessons", path=folder, most=MOST_FILES)
    return {file.name: _read(file) for file in files}


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8") as opened:
            # One character too many is enough for `read_lesson` to refuse the file.
            return opened.read(LONGEST_FILE + 1)
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError("cannot read {path}: {reason}", path=file, reason=reason_of(fault)) from None


@lru_cache(4)  # a server asks for the same course with every request
def course(own: tuple[tuple[str, str], ...] = ()) -> Course:
    """The course with a teacher's `own` lessons, as pairs of a name and the text of a file.

    >>> course().lessons[0].path
    'school'
    """
    # The folder in the name keeps a teacher's file apart from one of the course with the same name.
    files = {f"lessons/{name}": source for name, source in read_folder(LESSONS).items()}
    whole, faults = read_course({**files, **dict(own)})
    if faults:
        raise UsageError(faults[0].message)
    return whole
