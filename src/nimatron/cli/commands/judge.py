"""nimatron judge"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import UsageError, reason_of
from ...play.faults import ProgramFault
from ...play.programs import ProgramLimits
from ...play.pupil_moves import style_of
from ...play.pupil_process import RUNNER, PupilFunction
from ...show.text import Line
from ...show.words import tr
from ...teach.programs.calls import POSITIONS, count_calls
from ...teach.programs.judge import judge
from ...teach.programs.report import (
    calls_data,
    calls_lines,
    task_data,
    task_lines,
    task_list,
    verdict_data,
    verdict_lines,
)
from ...teach.programs.tasks import TASKS, Task, program_name, task_of
from ..screen import drawable, show, show_json
from ..session import Json

FAILED = 1
"""The exit code if the program is wrong, as of a check that fails."""

LONGEST = 1 << 20
"""The largest file that is judged, in bytes."""

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PROGRAM] [TASK]", help="A file in Python, and the task that it solves."),
]
Time = Annotated[float, typer.Option("--time", min=0.01, help="Seconds for each call of the function.")]
Memory = Annotated[int, typer.Option("--memory", min=1, metavar="MB", help="Memory limit of the program.")]
Calls = Annotated[
    bool,
    typer.Option(
        "--calls", help="Count the calls of is_losing, with and without a memory, and the calls of your function."
    ),
]


def judge_program(
    words: Words = None, seconds: Time = 10.0, memory: Memory = 1024, calls: Calls = False, json: Json = False
) -> None:
    """Judge a pupil's program by a task: the answer is the smallest position where it is wrong.

    Without arguments it lists the tasks, with only a task it prints the task. The program runs in a separate process,
    within limits, with your permissions: read it first. The exit code is 0 if the program is right and 1 if it is
    wrong. A short solution is shown after success.

    Example: nimatron judge

    Example: nimatron judge program.py take-away

    Example: nimatron judge --calls
    """
    words = words or []
    if len(words) > 2:
        raise UsageError("expected a file and a task, such as program.py take-away")
    if len(words) < 2 and calls:
        counts = count_calls()
        show_json({"schema": "nimatron.calls/1", "calls": calls_data(counts)}) if json else show(calls_lines(counts))
    elif not words:
        show_json({"schema": "nimatron.tasks/1", "tasks": list(map(task_data, TASKS))}) if json else show(task_list())
    elif len(words) == 1:
        if words[0].endswith(".py"):
            raise UsageError("expected a task after {file}: `nimatron judge` lists them", file=words[0])
        task = task_of(words[0])
        show_json({"schema": "nimatron.task/1", **task_data(task)}) if json else show(task_lines(task))
    else:
        file, task = Path(words[0]), task_of(words[1])
        bounds = ProgramLimits(seconds, memory << 20)
        (_count if calls else _judge)(file, task, bounds, json)


def _source(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LONGEST + 1)
    except OSError as fault:
        raise UsageError("cannot read {path}: {reason}", path=file, reason=reason_of(fault)) from None
    if len(data) > LONGEST:
        raise UsageError("{path} has more than {most} bytes", path=file, most=LONGEST)
    return data.decode("utf-8-sig", "replace")


def _judge(file: Path, task: Task, bounds: ProgramLimits, json: bool) -> None:
    source = _source(file)
    name = program_name(source, task)
    function = PupilFunction([sys.executable, RUNNER, "call", str(file), name or ""], bounds)
    try:
        verdict = judge(task, name, function.call)
    finally:
        function.close()
    if json:
        show_json(verdict_data(verdict))
    else:
        show(verdict_lines(verdict, ascii=not drawable()))
    if name is None and task.match and style_of(source, ()) == "talk" and not json:
        show([Line(tr("Your program asks a person. Let it play: {command}", command=task.match_command(str(file))))])
    if not verdict.passed:
        raise typer.Exit(FAILED)


def _count(file: Path, task: Task, bounds: ProgramLimits, json: bool) -> None:
    """Count the calls of a pupil's own is_losing(heaps), as far as it comes."""
    if task.id != "is-losing":
        raise UsageError("--calls counts is_losing(heaps): expected the task {id}", id="is-losing")
    name, own = program_name(_source(file), task), []
    function = PupilFunction([sys.executable, RUNNER, "call", str(file), name or ""], bounds)
    try:
        for heaps in POSITIONS if name else ():
            reply = function.call(list(heaps))
            if reply.fault:
                print(f"nimatron: {heaps}: {reply.reason}", file=sys.stderr)
                break
            own.append(reply.calls)
    except ProgramFault as fault:
        print(f"nimatron: {fault.reason}", file=sys.stderr)
    finally:
        function.close()
    counts = count_calls()
    if json:
        show_json({"schema": "nimatron.calls/1", "calls": calls_data(counts), "own": own})
    else:
        show(calls_lines(counts, own))
