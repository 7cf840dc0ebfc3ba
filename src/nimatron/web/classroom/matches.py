"""The process that plays the matches of programs, as the server sees it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

LONGEST_LINE = 1 << 20

LAST_WORDS = 300
"""Characters of an error that the teacher is shown."""


class Matches:
    """At most one process; `report` gets each of its lines, `over` the error with which it ended, or ""."""

    def __init__(self, report: Callable[[dict[str, Any]], None], over: Callable[[str], None]) -> None:
        self.report, self.over = report, over
        self._process: asyncio.subprocess.Process | None = None
        self._following: asyncio.Task[None] | None = None

    async def start(self, own: bytes, order: dict[str, Any]) -> None:
        await self.stop()
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "nimatron.web.classroom.league"),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            limit=LONGEST_LINE,
            # A process group of its own, which `_end` can kill as a whole.
            start_new_session=True,
        )
        assert process.stdin is not None
        process.stdin.write(own + json.dumps(order).encode() + b"\n")
        self._following = asyncio.create_task(self._follow(process))

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        # stderr is read all the time, because a full pipe would stop the process.
        last = asyncio.create_task(_last_line(process.stderr))
        with suppress(ValueError):  # a line that is too long, or no JSON: the process is ended
            async for line in process.stdout:
                self.report(json.loads(line))
        await _end(process)
        error = await last
        self.over("" if process.returncode == 0 else error[:LAST_WORDS])

    async def stop(self) -> None:
        """End the process and its programs, if it still runs."""
        # Both are cleared before the first await, so that a second call finds nothing to stop.
        task, self._following = self._following, None
        process, self._process = self._process, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if process is not None:
            await _end(process)


async def _last_line(stream: asyncio.StreamReader) -> str:
    """The last line that a process writes."""
    tail = b""
    while piece := await stream.read(4096):
        tail = (tail + piece)[-4096:]
    lines = tail.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)  # wardens lead sessions of their own, and end their programs
    await process.wait()
