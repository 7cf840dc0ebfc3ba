"""nimatron lessons, quiz, sheet: for teachers and learners."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import BadText, IllegalMove, UsageError
from ...core.files import write_file
from ...core.message import Message
from ...notation.reader import beginning
from ...show.talk import sentence
from ...show.text import Line
from ...show.words import tr, trn, word, word_error
from ...teach.course.lesson_file import check_lessons
from ...teach.course.library import LESSONS, course, read_course, read_folder
from ...teach.questions.fields import Fault
from ...teach.questions.question import AnswerVerdict, Teacher
from ...teach.quiz.exercise import (
    DIFFICULTIES,
    KINDS,
    LARGEST_SEED,
    Exercise,
    exercise_data,
    exercise_lines,
    exercises,
    verdict_data,
)
from ...teach.sheets.blocks import document, document_data
from ...teach.sheets.contents import MOST_EXERCISES, MOST_SHEETS, sheets
from ...teach.sheets.pdf import PAPERS, check_paper, pdf
from ..prompts import ask
from ..screen import drawable, show, show_json
from ..session import INTERRUPTED, Json, Session, complete_game

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Lessons of your own: check the files of a folder. docs/reference/lessons.md describes them.\n\n"
    "Example: nimatron lessons check my-lessons",
)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with files *.toml, each a lesson.")]


@app.callback()
def lessons() -> None:
    """Lessons of your own: check the files of a folder."""


@app.command("check")
def check(ctx: typer.Context, folder: Folder) -> None:
    """Read all lessons of a folder, answer their questions, and report every fault with its file, step and key.

    Example: nimatron lessons check my-lessons
    """
    session: Session = ctx.obj
    files = read_folder(folder)
    faults = faults_of(session, files, folder)
    for fault in faults:
        print(word(fault.message))
    if faults:
        raise typer.Exit(1)
    print(trn("{n} lesson, no fault found", "{n} lessons, no fault found", len(files)))


def faults_of(session: Session, files: dict[str, str], folder: Path) -> list[Fault]:
    """All faults of lessons, also those in common with the course, such as an id that the course has."""
    own, faults = read_course(files)
    # The course itself can be checked too, and then every id would be there already.
    ids = set() if folder.resolve() == LESSONS else {lesson.id for lesson in course().lessons}
    for lesson in own.lessons:
        if lesson.id in ids:
            faults.append(Fault(lesson.file, "id", Message("a lesson of the course has the same id")))
    return [*faults, *check_lessons(own.lessons, Teacher(session.catalog))]


def own_lessons_of(session: Session, folder: Path) -> tuple[tuple[str, str], ...]:
    """A teacher's lessons to be served; UsageError names the first fault."""
    files = read_folder(folder)
    if faults := faults_of(session, files, folder):
        command = f"nimatron lessons check {folder}"
        raise UsageError("{fault} (all faults: {command})", fault=faults[0].message, command=command)
    return tuple(files.items())


MOST = 100
"""The most exercises at a time."""

TRIES = 2
"""The number of wrong answers after which the right answer is shown."""


def quiz(
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(KINDS)}. [default: all in turn]")] = "",
    difficulty: Annotated[str, typer.Option(help=f"One of {', '.join(DIFFICULTIES)}.")] = "easy",
    seed: Annotated[
        int | None, typer.Option(min=0, max=LARGEST_SEED, help="With the same seed the exercises are the same.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=MOST, help="How many exercises.")] = 5,
    key: Annotated[bool, typer.Option("--key", help="With --json: include the answers and their reasons.")] = False,
    json: Json = False,
) -> None:
    """Exercises to practise with: who wins, winning moves, nim-sums, values, periods.

    After a wrong answer you get a question as a hint, after a second one the reason. An empty line skips.

    Example: nimatron quiz --kind nim-sum --difficulty medium

    Example: nimatron quiz --seed 3 --count 8 --json --key
    """
    begin = random.randrange(1_000_000) if seed is None else seed
    practice = exercises(kind, difficulty, begin, count)
    if json:
        show_json({"schema": "nimatron.exercises/1", "seed": begin, "exercises": [_data(one, key) for one in practice]})
        return
    try:
        _sit(practice, begin, count)
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        raise typer.Exit(INTERRUPTED) from None


def _data(one: Exercise, key: bool) -> dict[str, object]:
    return exercise_data(one) | ({"key": verdict_data(one, None, reveal=True)} if key else {})


def _sit(practice: Iterable[Exercise], seed: int, count: int) -> None:
    """Ask the exercises one after the other, and count the right answers."""
    right = 0
    for i, one in enumerate(practice, 1):
        show([Line(""), Line(tr("Exercise {number} of {count}", number=i, count=count), "dim")])
        show(exercise_lines(one, ascii=not drawable()))
        right += _ask_exercise(one)
    show([Line(""), Line(tr("{right} of {count} right. The seed was {seed}.", right=right, count=count, seed=seed))])


def _ask_exercise(one: Exercise) -> bool:
    """Was it right, at the first try or after a hint?"""
    for left in reversed(range(TRIES)):
        verdict = _verdict(one)
        if verdict is None:
            break
        if verdict.right:
            show([Line(tr("Right!"), "good"), *one.question.explanation()])
            return True
        # After the last try the answer itself follows, so a hint would be noise.
        if left:
            show([Line(word(verdict.remark), "bad")])
    show([Line(tr("The answer: {answer}", answer=word(one.question.answer())), "bad"), *one.question.explanation()])
    return False


def _verdict(one: Exercise) -> AnswerVerdict | None:
    """The verdict on the next answer that can be read; None if the user skips."""
    while text := _read_line(one):
        try:
            return one.judge(text)
        except (BadText, IllegalMove) as fault:
            show([Line(sentence(word_error(fault)), "bad")])
    return None


def _read_line(one: Exercise) -> str:
    """A line; for moves, all lines up to an empty one."""
    prompt = tr("Your answer:")
    if one.question.form != "moves":
        return ask(prompt)
    lines = []
    while line := ask(prompt):
        lines.append(line)
        if line.casefold() == tr("none").casefold():
            break
    return "\n".join(lines)


def sheet(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Such as kayles or subtraction{1,2,6}.", autocompletion=complete_game)
    ],
    exercises: Annotated[int, typer.Option(min=0, max=MOST_EXERCISES, help="How many exercises.")] = 8,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="With the same seed the sheets are the same.")] = 0,
    number: Annotated[
        int, typer.Option("--class", metavar="N", min=1, max=MOST_SHEETS, help="Number of different sheets.")
    ] = 1,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE.pdf", help="[default: GAME.pdf]")] = "",
    paper: Annotated[str, typer.Option(help=f"One of {', '.join(PAPERS)}.")] = "a4",
    json: Json = False,
) -> None:
    """Print a sheet for pupils: rules, a board, a table to fill in, exercises, and a key on pages of its own.

    Example: nimatron sheet kayles --exercises 8 --seed 3 --out kayles.pdf

    Example: nimatron --lang pl sheet nim --class 24 --out nim.pdf
    """
    # Before the exercises are drawn, which takes a while.
    check_paper(paper)
    session: Session = ctx.obj
    rules = beginning(game, session.catalog).game
    documents = [document(one) for one in sheets(game, exercises, seed, number, session.catalog)]
    if json:
        show_json({"schema": "nimatron.sheet/1", "sheets": [document_data(one) for one in documents]})
        return
    name = out or f"{rules.name}.pdf"
    if not name.lower().endswith(".pdf"):
        raise UsageError("expected a file name that ends in .pdf, not {name!r}", name=name[:80])
    write_file(name, [pdf(documents, paper)])
    show([Line(tr("Written: {name}", name=name), "good")])
