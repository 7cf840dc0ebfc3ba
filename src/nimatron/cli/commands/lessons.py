"""nimatron lessons"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...message import Message
from ...present.words import trn, word
from ..common import Session

if TYPE_CHECKING:
    from ...teach.course.form import Fault

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Lessons of your own: check the files of a folder. docs/lessons.md describes them.\n\n"
    "Example: nimatron lessons check my-lessons",
)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with files *.toml, each a lesson.")]


@app.callback()
def lessons() -> None:
    """Lessons of your own: check the files of a folder."""


@app.command("check")
def check(ctx: typer.Context, folder: Folder) -> None:
    """Read all lessons of a folder, answer their questions, and name every fault: file, step, key, what was expected.

    Example: nimatron lessons check my-lessons
    """
    from ...teach.course.shelf import read_folder

    session: Session = ctx.obj
    files = read_folder(folder)
    faults = faults_of(session, files, folder)
    for fault in faults:
        print(word(fault.message))
    if faults:
        raise typer.Exit(1)
    print(trn("{n} lesson, no fault found", "{n} lessons, no fault found", len(files)))


def faults_of(session: Session, files: dict[str, str], folder: Path) -> list[Fault]:
    """All that is wrong with lessons, read beside those of the course."""
    from ...teach.course.asks import Teacher
    from ...teach.course.checking import check_lessons
    from ...teach.course.form import Fault
    from ...teach.course.shelf import LESSONS, course, read_course

    found, faults = read_course(files)
    known = set() if folder.resolve() == LESSONS else {lesson.id for lesson in course().lessons}
    for lesson in found.lessons:
        if lesson.id in known:
            faults.append(Fault(lesson.file, "id", Message("a lesson of the course has the same id")))
    return [*faults, *check_lessons(found.lessons, Teacher(session.catalog))]


def own_lessons_of(session: Session, folder: Path | None) -> tuple[tuple[str, str], ...]:
    """A teacher's lessons to be served; UsageError names the first fault."""
    if folder is None:
        return ()
    from ...teach.course.shelf import read_folder

    files = read_folder(folder)
    if faults := faults_of(session, files, folder):
        command = f"nimatron lessons check {folder}"
        raise UsageError("{fault} (all faults: {command})", fault=faults[0].message, command=command)
    return tuple(files.items())
