"""A pupil's code in Python: its function is called, or its conversation led, with bounds that count work and not time.

    python pupil.py call FILE NAME        reads lines of arguments as JSON, answers each with a line of JSON
    python pupil.py talk FILE             runs FILE; whenever it waits for input, a line says what it has printed

The same code runs in a process of the referee and in a visitor's browser. It imports nothing of Nimatron, to start
quickly. Whatever the code prints never mixes with the answers.
"""

from __future__ import annotations

import ast
import io
import json
import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from types import FrameType
from typing import Any

STEPS = 1_000_000
"""The most lines of the pupil's code that one call may run."""

PRINTED = 20_000
"""The most characters that one call may print."""

LONGEST = 3000
"""The most characters of an answer, or of printed text, that are handed on."""

DEPTH = 10_000
"""The deepest recursion: a pupil's function of 5000 coins may well call itself 5000 times."""


class _TooMuch(BaseException):
    """The code works or prints without end. Not an Exception, which the code might catch."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class _Output(io.StringIO):
    """What the code prints, up to a bound."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > PRINTED:
            raise _TooMuch("output")
        return super().write(text)

    def end(self) -> str:
        """The last characters."""
        return self.getvalue()[-LONGEST:]


class _Tracer:
    """Counts the lines that the code runs, and the calls of its function."""

    def __init__(self, file: str, name: str) -> None:
        self.file, self.name, self.steps, self.calls = file, name, 0, 0

    def __call__(self, frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != self.file:
            return None
        self.calls += event == "call" and frame.f_code.co_name == self.name
        self.steps += 1
        if self.steps > STEPS:
            raise _TooMuch("steps")
        return self


class Pupil:
    """The function `name` in the text of a program."""

    def __init__(self, source: str, name: str, file: str = "program.py") -> None:
        self.source, self.name, self.file = source, name, file
        self._scope: dict[str, Any] | None = None

    def call(self, arguments: list[Any]) -> dict[str, Any]:
        """What the function returns, with the calls it made; or the fault, and the line that it is in."""
        printed, tracer = _Output(), _Tracer(self.file, self.name)
        stdin, sys.stdin = sys.stdin, io.StringIO()
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                sys.settrace(tracer)
                try:
                    value = self._function()(*arguments)
                finally:
                    sys.settrace(None)
                answer = _answer(value)
        except BaseException as fault:
            answer = self._fault(fault)
        finally:
            sys.stdin = stdin
        return {**answer, "calls": tracer.calls, "printed": printed.end()}

    def _function(self) -> Any:
        if self._scope is None:
            scope: dict[str, Any] = {"__name__": "program", "__file__": self.file}
            exec(compile(_countable(self.source, self.file), self.file, "exec"), scope)
            self._scope = scope
        return self._scope[self.name]

    def _fault(self, fault: BaseException) -> dict[str, Any]:
        lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == self.file]
        line = fault.lineno if isinstance(fault, SyntaxError) and fault.filename == self.file else (lines or [None])[-1]
        kind = fault.kind if isinstance(fault, _TooMuch) else "input" if isinstance(fault, EOFError) else "exception"
        said = fault.msg if isinstance(fault, SyntaxError) else str(fault)
        error = f"{type(fault).__name__}: {said}" if said else type(fault).__name__
        return {"fault": kind, "error": error[:LONGEST], "line": line}


def _countable(source: str, file: str) -> ast.Module:
    """The code with a step in each loop: Python reports no line of `while True: pass`, so nobody could count it."""
    tree = ast.parse(source, file)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            step = ast.Expr(ast.Name("__name__", ast.Load()))
            node.body.insert(0, ast.copy_location(ast.fix_missing_locations(step), node))
    return ast.fix_missing_locations(tree)


def _answer(value: Any) -> dict[str, Any]:
    """A value as JSON, with the name of its type and its text."""
    plain, text = _plain(value), repr(value)[:LONGEST]
    short = plain is None or len(json.dumps(plain)) < LONGEST
    return {"type": type(value).__name__, "text": text, "value": plain if short else None}


def _plain(value: Any) -> Any:
    """Numbers, truth values, texts and lists of them; None for anything else."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, list | tuple):
        found = [_plain(entry) for entry in value]
        return None if None in found else found
    try:
        return value.__index__()
    except Exception:
        return None


# -- in a process of its own -------------------------------------------------------------------------


def _channel() -> tuple[Any, Any]:
    """The pipes to the referee; whatever the code writes to stdout by other ways lands on stderr."""
    questions, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers


def _say(answers: Any, data: dict[str, Any]) -> None:
    print(json.dumps(data), file=answers, flush=True)


def _read(file: str) -> str:
    with open(file, "rb") as opened:
        data = opened.read()
    sys.path[0] = os.path.dirname(os.path.abspath(file))  # as if the file itself were run
    return data.decode("utf-8-sig", "replace")


def serve_calls(file: str, name: str) -> None:
    """Answer lines of arguments."""
    questions, answers = _channel()
    pupil = Pupil(_read(file), name, file)
    for line in questions:
        _say(answers, pupil.call(json.loads(line)))


class _Conversation(io.TextIOBase):
    """The input of a program that talks: before it waits for a line, the referee hears what it has said."""

    def __init__(self, file: str, questions: Any, answers: Any, printed: io.StringIO) -> None:
        self.file, self.questions, self.answers, self.printed = file, questions, answers, printed

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.report(asks=self._line())
        return str(self.questions.readline())

    def report(self, **more: Any) -> None:
        said = self.printed.getvalue()[-LONGEST:]
        self.printed.seek(0)
        self.printed.truncate()
        _say(self.answers, {"said": said, **more})

    def _line(self) -> int | None:
        frame: FrameType | None = sys._getframe()
        while frame and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return frame.f_lineno if frame else None


def lead_conversation(file: str) -> None:
    """Run a program that asks and prints. The first line only begins it."""
    questions, answers = _channel()
    questions.readline()
    printed = io.StringIO()
    talk = _Conversation(file, questions, answers, printed)
    sys.stdin, sys.stdout = talk, printed
    more: dict[str, Any] = {"end": True}
    try:
        scope = {"__name__": "__main__", "__file__": file}
        exec(compile(_read(file), file, "exec"), scope)
    except SystemExit:
        pass
    except BaseException as fault:
        more = Pupil("", "", file)._fault(fault)
    talk.report(**more)


if __name__ == "__main__":
    if sys.argv[1] == "call":
        serve_calls(*sys.argv[2:4])
    else:
        lead_conversation(sys.argv[2])
