"""Tasks, verdicts and counts in words for the terminal, and as data for the page and other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import Any

from ...core.game import Position
from ...show.pictures import draw
from ...show.talk import sentence
from ...show.text import Line
from ...show.words import spoken, tr, trn, word
from .calls import CallCount
from .judge import Counterexample, ProgramVerdict
from .tasks import TASKS, Task

BAR = 30
"""The longest bar of the plot in the terminal, in characters."""


# -- tasks -------------------------------------------------------------------------------------------


def task_list() -> Iterator[Line]:
    """All tasks, a line each."""
    yield Line(tr("Tasks for programs of your own:"), "title")
    wide = max(len(task.id) for task in TASKS)
    for task in TASKS:
        yield Line(f"  {task.id:{wide}}  {word(task.title)}: {task.signature}")
    yield Line("")
    yield Line(tr("Judge a file: {command}", command=TASKS[0].command()), "dim")


def task_data(task: Task) -> dict[str, Any]:
    """A task for the page, without its solution."""
    return {
        "id": task.id,
        "title": word(task.title),
        "text": word(task.text),
        "signature": task.signature,
        "starter": task.starter,
        "hints": [word(hint) for hint in task.hints],
        "command": task.command(),
        "match": task.match,
    }


def task_lines(task: Task) -> Iterator[Line]:
    """The statement of a task, and the code to begin with."""
    yield Line(word(task.title), "title")
    yield Line(word(task.text))
    yield Line("")
    yield from (Line(f"  {row}") for row in task.starter.splitlines())
    names = ", ".join(task.names)
    yield Line("")
    yield Line(tr("The function may also have one of these names: {names}", names=names), "dim")


# -- verdicts ----------------------------------------------------------------------------------------


def verdict_lines(verdict: ProgramVerdict, ascii: bool = False) -> Iterator[Line]:
    """The verdict: the counterexample with its board, or praise and the model solution."""
    mistake = verdict.counterexample
    if mistake is None:
        yield Line(_pass_text(verdict), "good")
        yield Line(tr("A short solution:"), "dim")
        yield from (Line(f"  {row}") for row in verdict.task.solution.splitlines())
        return
    yield Line(_head(verdict, mistake), "bad")
    if mistake.fault != "missing":
        yield Line("")
        yield from (Line(f"  {row}") for row in draw(mistake.position, ascii=ascii).splitlines())
        yield Line("")
    yield Line(sentence(word(mistake.did)))
    if mistake.right is not None:
        yield Line(sentence(word(mistake.right)), "good")
    if mistake.printed:
        yield Line(tr("It printed: {text}", text=mistake.printed), "dim")


def verdict_data(verdict: ProgramVerdict) -> dict[str, Any]:
    """The shape `nimatron.program/1`. The model solution is there after success only."""
    mistake = verdict.counterexample
    data: dict[str, Any] = {
        "schema": "nimatron.program/1",
        "task": verdict.task.id,
        "passed": verdict.passed,
        "judged": verdict.judged,
        "said": _pass_text(verdict) if mistake is None else _head(verdict, mistake),
        "model": verdict.task.solution if mistake is None else None,
        "counterexample": None,
    }
    return data if mistake is None else data | {"counterexample": _counterexample_data(mistake)}


def _counterexample_data(mistake: Counterexample) -> dict[str, Any]:
    return {
        "position": str(mistake.position),
        "call": mistake.call,
        "fault": mistake.fault,
        "did": sentence(word(mistake.did)),
        "right": sentence(word(mistake.right)) if mistake.right is not None else None,
        "after": _text(mistake.after),
        "better": _text(mistake.better),
        "line": mistake.line,
        "printed": mistake.printed,
    }


def _text(position: Position | None) -> str | None:
    return None if position is None else str(position)


def _pass_text(verdict: ProgramVerdict) -> str:
    return trn(
        "Right: {n} position tested, no mistake.", "Right: {n} positions tested, no mistake.", verdict.judged
    )  # fmt: skip


def _head(verdict: ProgramVerdict, mistake: Counterexample) -> str:
    if mistake.fault == "missing":
        return tr("The judge cannot start.")
    return trn(
        "Not yet: {call} goes wrong, after {n} position that was right.",
        "Not yet: {call} goes wrong, after {n} positions that were right.",
        verdict.judged,
        call=mistake.call,
    )


# -- calls -------------------------------------------------------------------------------------------


def calls_lines(counts: Sequence[CallCount], own: Sequence[int] = ()) -> Iterator[Line]:
    """A table of the calls, with bars whose length grows with the number of digits."""
    yield Line(tr("Calls of is_losing, by plain recursion and with a memory:"), "title")
    heads = ["", tr("plain"), tr("memory"), *([tr("yours")] if own else [])]
    rows = [[row.position, _number(row.plain), _number(row.memo)] for row in counts]
    for cells, mine in zip(rows, own, strict=False):
        cells.append(_number(mine))
    wide = [max(len(row[i]) for row in [heads, *(r for r in rows if len(r) > i)]) for i in range(len(heads))]
    yield Line(_row(heads, wide), "dim")
    most = log(max(row.plain for row in counts) + 1)
    for cells, row in zip(rows, counts, strict=True):
        bars = [round(BAR * log(n + 1) / most) for n in (row.plain, row.memo)]
        yield Line(f"{_row(cells, wide)}  {'#' * bars[1]}{'-' * (bars[0] - bars[1])}")
    yield Line(tr("#: with a memory, -: without; each bar is as long as its number has digits."), "dim")


def _row(cells: Sequence[str], wide: Sequence[int]) -> str:
    padded = zip(cells, wide, strict=False)
    first, *rest = (cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(padded))
    return "  ".join(["", first, *rest])


def _number(n: int) -> str:
    return spoken().number(f"{n:,}")


def calls_data(counts: Sequence[CallCount]) -> list[dict[str, Any]]:
    """The counts for the page."""
    return [{"position": row.position, "plain": row.plain, "memo": row.memo} for row in counts]
