"""A student's program in a process of its own: a line in, a line out, within limits, and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from ..core.errors import UsageError, reason_of
from ..core.message import Message
from .faults import ProgramEnd, ProgramFault, printable

WARDEN = str(Path(__file__).with_name("warden.py"))

MOST_BYTES = 1 << 20
"""The most bytes that a program may write in a match besides its answers, and the most of error output."""

MOST_ANSWER, LONGER = 4096, 2
"""An answer has at most this many bytes more than this many times the question: it may be a whole position."""

STARTING = 5.0
"""Additional seconds for the first answer: the program has to start."""

ENDING = 0.5
"""Seconds that a program has to end by itself once its input has ended."""


WARDEN_ENDING = 30.0
"""Seconds that a warden has to end everything."""


@dataclass(frozen=True)
class ProgramLimits:
    """The limits of a program: seconds for an answer, bytes of memory, and processes."""

    seconds: float = 2.0
    memory: int = 1 << 30
    processes: int = 32


class Program:
    """One process from the start of a match to its end, with all that it starts."""

    def __init__(self, command: Sequence[str], bounds: ProgramLimits) -> None:
        self.bounds = bounds
        self._patience, self._closed = STARTING, False
        try:
            self._guarded = _WatchedProcess(command, bounds)
        except OSError as fault:
            raise _start_fault(reason_of(fault)) from None
        # All three are pipes, not None, because PIPE was asked for.
        process, change = self._guarded.process, threading.Condition()
        self._stdin = cast(IO[bytes], process.stdin)
        self._output = _Reader(cast(IO[bytes], process.stdout), change)
        self._errors = _Reader(cast(IO[bytes], process.stderr), change, last=4096)
        self._output.beside = self._errors

    def ask(self, line: str) -> str:
        """The line that the program answers to `line`; ProgramFault if it gives none."""
        question = f"{line}\n".encode()
        longest = LONGER * len(question) + MOST_ANSWER
        self._output.allowed += longest
        deadline = time.monotonic() + self.bounds.seconds + self._patience
        writer = threading.Thread(target=self._write, args=(question,), daemon=True)
        writer.start()  # in a thread: a program that reads nothing must not block us
        answer = b""
        while not answer:  # empty lines do not count as an answer
            answer = self._output.line(deadline).strip()
            self._check_flood(len(answer), longest)
            if not answer and self._output.closed:
                raise self._crash()
            if not answer and time.monotonic() > deadline:
                seconds = f"{self.bounds.seconds:g}"
                raise ProgramFault("time", Message("no answer within {seconds} s", seconds=seconds))
        self._patience = 0.0
        return _text(answer)

    def _check_flood(self, length: int, longest: int) -> None:
        if self._output.flooded or self._errors.flooded:
            reason = Message("it wrote more than {n} bytes of unexpected output", params={"n": MOST_BYTES})
            raise ProgramFault("flood", reason)
        if length > longest:
            raise ProgramFault("flood", Message("an answer of more than {n} bytes", params={"n": longest}))

    def _write(self, data: bytes) -> None:
        # Errors are ignored here: if the program has ended, its output ends too, and `ask` sees that.
        with contextlib.suppress(OSError, ValueError):
            self._stdin.write(data)
            self._stdin.flush()

    def _crash(self) -> ProgramFault:
        self.close()
        why, _, rest = self._guarded.report.partition("\n")[0].partition(" ")
        if why == "start":
            return _start_fault(rest)
        if why == "memory":
            params = {"n": self.bounds.memory >> 20}
            return ProgramFault("memory", Message("it used more than {n} MB of memory", params=params))
        if why == "processes":
            params = {"n": self.bounds.processes}
            return ProgramFault("processes", Message("it started more than {n} processes", params=params))
        code, last = int(rest or -9), self._errors.last_line()
        if code == 0:
            return ProgramEnd("crash", Message("it ended without an answer"))
        if last:
            return ProgramFault("crash", Message("it ended with: {error}", error=last))
        return ProgramFault("crash", Message("it ended without an answer (exit code {code})", code=code))

    def close(self) -> None:
        """End the program and all that it has started, by force if necessary."""
        if self._closed:
            return
        self._closed = True
        # The end of its input tells a program to end. One that does not is killed.
        closing = threading.Thread(target=self._close_stdin, daemon=True)
        closing.start()  # in a thread: it blocks while a line is still being written
        self._output.wait(time.monotonic() + ENDING)
        self._guarded.end()
        for thread in (closing, self._output, self._errors):
            thread.join(ENDING)
        for reader in (self._output, self._errors):
            if not reader.is_alive():
                reader.stream.close()

    def _close_stdin(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stdin.close()


def _start_fault(why: str) -> ProgramFault:
    return ProgramFault("crash", Message("the program did not start: {fault}", fault=why))


def _text(answer: bytes) -> str:
    """An answer on one line of printable text; whatever else is in it becomes visible, and means no move."""
    text = " ".join(answer.decode("utf-8", "replace").split())
    return text if text.isprintable() else printable(text)


class _WatchedProcess:
    """A program and its warden."""

    def __init__(self, command: Sequence[str], bounds: ProgramLimits) -> None:
        self.report = ""
        if sys.platform == "win32":
            self.process = _start(command)
            return
        theirs, self._control = os.pipe()
        self._report, told = os.pipe()
        os.set_blocking(self._report, False)
        numbers = map(str, (theirs, told, bounds.memory, bounds.processes))
        try:
            self.process = _start([sys.executable, "-I", "-S", WARDEN, *numbers, *command], theirs, told)
        except OSError:
            os.close(self._control)
            os.close(self._report)
            raise
        finally:
            os.close(theirs)
            os.close(told)

    def end(self) -> None:
        """End the program and all that it has started, and learn how it ended."""
        if sys.platform == "win32":  # it has no wardens: what the program has started stays
            self.process.kill()
            self.report = f"exit {self.process.wait()}"
            return
        os.close(self._control)
        self.process.send_signal(signal.SIGCONT)  # a program may have stopped its warden, or killed it
        try:
            self.process.wait(WARDEN_ENDING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        with contextlib.suppress(BlockingIOError):
            self.report = os.read(self._report, 1000).decode("utf-8", "replace")
        os.close(self._report)


def _start(command: Sequence[str], *pipes: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Unbuffered, because students write print() without flush, and the answer must arrive at once.
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        pass_fds=pipes,
        start_new_session=True,  # Ctrl-C is for the referee
    )


class _Reader(threading.Thread):
    """Reads what a program writes as it arrives, up to a bound, so that neither side waits for ever."""

    def __init__(self, stream: IO[bytes], change: threading.Condition, last: int = 0) -> None:
        super().__init__(daemon=True)
        self.stream, self._change, self._last = stream, change, last
        self._data = bytearray()
        self._total, self.allowed = 0, MOST_BYTES
        self.beside: _Reader | None = None  # a flood there ends the waiting here
        self.closed = self.flooded = False
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            # os.read returns what has arrived; stream.read would wait until its buffer is full.
            while not self.flooded and (chunk := os.read(self.stream.fileno(), 1 << 16)):
                with self._change:
                    self._data += chunk
                    if self._last:
                        # Of the error output only the last line is ever shown.
                        del self._data[: -self._last]
                    self._total += len(chunk)
                    self.flooded = self._total > self.allowed
                    self._change.notify_all()
        with self._change:
            self.closed = True
            self._change.notify_all()

    def _waiting(self) -> bool:
        return b"\n" not in self._data and not self.closed and not (self.beside and self.beside.flooded)

    def line(self, deadline: float) -> bytes:
        """The next line, or the rest at the end of the output; nothing if time runs out."""
        with self._change:
            while self._waiting():
                if not self._change.wait(max(0.0, deadline - time.monotonic())):
                    return b""
            end = self._data.find(b"\n") + 1 or len(self._data)
            line = bytes(self._data[:end])
            del self._data[:end]
            return line

    def wait(self, deadline: float) -> None:
        """Wait until the output ends."""
        with self._change:
            while not self.closed and self._change.wait(max(0.0, deadline - time.monotonic())):
                pass

    def last_line(self) -> str:
        lines = bytes(self._data).decode("utf-8", "replace").strip().split("\n")
        return printable(lines[-1].strip())


# -- which program -------------------------------------------------------------------------------


def command_of(text: str) -> list[str]:
    """The words of a command. A Python file is run by the Python that runs us. No shell is involved."""
    if Path(text).is_file():
        return _file_command(Path(text))
    try:
        words = shlex.split(text)
    except ValueError as fault:
        raise UsageError("cannot read the command {command!r}: {fault}", command=text, fault=fault) from None
    if words and words[0] in ("python", "python3"):
        _check_script(words[1:])
        return [sys.executable, *words[1:]]
    if words and Path(words[0]).suffix == ".py" and not Path(words[0]).exists():
        raise UsageError("there is no file {path}", path=words[0])
    if not words or not shutil.which(words[0]):
        raise UsageError("there is no program {program!r}", program=text)
    return words


def _check_script(words: Sequence[str]) -> None:
    """UsageError if Python is to run a file that is not there."""
    script = next((word for word in words if not word.startswith("-")), "")
    if script and "-c" not in words and "-m" not in words and not Path(script).exists():
        raise UsageError("there is no file {path}", path=script)


def script_of(command: Sequence[str]) -> Path | None:
    """The Python file that a command runs without further arguments; None for any other command."""
    if len(command) != 2 or command[0] != sys.executable:
        return None
    return Path(command[1]) if Path(command[1]).is_file() else None


def _file_command(file: Path) -> list[str]:
    if file.suffix == ".py":
        return [sys.executable, str(file)]
    if not os.access(file, os.X_OK):
        raise UsageError("{file} is neither a Python file nor executable", file=file)
    return [str(file.absolute())]


def programs_in(folder: Path) -> list[Path]:
    """The programs of a class: Python files and executable files, sorted by name."""
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.name[0] not in "._"]
    found = [file for file in files if file.suffix == ".py" or os.access(file, os.X_OK)]
    if not found:
        raise UsageError("there is no program in the folder {folder}", folder=folder)
    return found
