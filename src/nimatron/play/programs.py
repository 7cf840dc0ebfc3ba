"""Runs a student's program: a line in, a line out, within bounds, and nothing left behind."""

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
from pathlib import Path
from typing import IO, cast

from ..errors import UsageError
from ..message import Message

MOST_BYTES = 1 << 20
"""The most bytes of output that may wait to be read. A program that writes more is flooding."""

STARTING = 5.0
"""Additional seconds for the first answer: the program has to start."""

ENDING = 0.5
"""Seconds that a program has to end by itself once its input has ended."""


class ProgramFault(Exception):
    """The program lost the match by its own fault: `kind` is crash, time or flood."""

    def __init__(self, kind: str, reason: Message) -> None:
        super().__init__(str(reason))
        self.kind, self.reason = kind, reason


class Finished(ProgramFault):
    """The program ended normally. It may answer once and be started again for the next turn."""


class Program:
    """One process from the start of a match to its end."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.seconds = seconds
        self._patience = STARTING
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                start_new_session=True,  # a process group of its own, so that its children can be ended too
            )
        except OSError as fault:
            reason = Message("the program did not start: {fault}", params={"fault": fault.strerror or fault})
            raise ProgramFault("crash", reason) from None
        # All three are pipes, not None, because PIPE was asked for.
        self._stdin = cast(IO[bytes], self._process.stdin)
        self._output = _Reader(cast(IO[bytes], self._process.stdout))
        self._errors = _Reader(cast(IO[bytes], self._process.stderr), keep_last=True)

    def ask(self, line: str) -> str:
        """The line that the program answers to `line`; ProgramFault if it gives none."""
        deadline = time.monotonic() + self.seconds + self._patience
        writer = threading.Thread(target=self._write, args=(f"{line}\n".encode(),), daemon=True)
        writer.start()  # in a thread: a program that reads nothing must not block us
        answer = ""
        while not answer:  # empty lines do not count as an answer
            answer = self._output.line(deadline).decode("utf-8", "replace").strip()
            if self._output.flooded:
                reason = Message("it wrote more than {n} bytes that nobody asked for", params={"n": MOST_BYTES})
                raise ProgramFault("flood", reason)
            if not answer and self._output.closed:
                raise self._crash()
            if not answer and time.monotonic() > deadline:
                params = {"seconds": f"{self.seconds:g}"}
                raise ProgramFault("time", Message("no answer within {seconds} s", params=params))
        self._patience = 0.0
        return answer

    def _write(self, data: bytes) -> None:
        # Errors are ignored here: if the program has ended, its output ends too, and `ask` sees that.
        with contextlib.suppress(OSError, ValueError):
            self._stdin.write(data)
            self._stdin.flush()

    def _crash(self) -> ProgramFault:
        self.close()
        last = self._errors.last_line()
        code = self._process.returncode
        if code == 0:
            return Finished("crash", Message("it ended without an answer"))
        if last:
            return ProgramFault("crash", Message("it ended with: {error}", params={"error": last[:200]}))
        return ProgramFault("crash", Message("it ended without an answer (exit code {code})", params={"code": code}))

    def close(self) -> None:
        """End the program and all its children, by force if necessary."""
        if self._process.returncode is not None:
            return
        # The end of its input tells a program to end. One that does not is killed.
        closing = threading.Thread(target=self._close_stdin, daemon=True)
        closing.start()  # in a thread: it blocks while a line is still being written
        self._output.wait(time.monotonic() + ENDING)
        _kill(self._process)
        self._process.wait()
        for thread in (closing, self._output, self._errors):
            thread.join(ENDING)
        for reader in (self._output, self._errors):
            if not reader.is_alive():
                reader.stream.close()

    def _close_stdin(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stdin.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole process group."""
    # Before its leader is waited for: until then no other process can get its number.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except AttributeError:  # no groups on this system
        process.kill()
    except (ProcessLookupError, PermissionError):
        pass


def _environment() -> dict[str, str]:
    # Unbuffered, because students write print() without flush, and the answer must arrive at once.
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


class _Reader(threading.Thread):
    """Reads what a program writes as it arrives, up to a bound, so that neither side waits for ever."""

    def __init__(self, stream: IO[bytes], keep_last: bool = False) -> None:
        super().__init__(daemon=True)
        self.stream, self._keep_last = stream, keep_last
        self._data = bytearray()
        self._change = threading.Condition()
        self.closed = self.flooded = False
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            # os.read returns what has arrived; stream.read would wait until its buffer is full.
            while chunk := os.read(self.stream.fileno(), 1 << 16):
                with self._change:
                    self._data += chunk
                    if self._keep_last:
                        # Of the error output only the last line is ever shown.
                        del self._data[:-4096]
                    self.flooded |= len(self._data) > MOST_BYTES
                    self._change.notify_all()
                if self.flooded:
                    break
        with self._change:
            self.closed = True
            self._change.notify_all()

    def line(self, deadline: float) -> bytes:
        """The next line, or the rest at the end of the output; nothing if time runs out."""
        with self._change:
            while b"\n" not in self._data and not self.closed and not self.flooded:
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
        lines = bytes(self._data).decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else ""


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
        return [sys.executable, *words[1:]]
    if not words or not shutil.which(words[0]):
        raise UsageError("there is no program {program!r}", program=text)
    return words


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
