"""A server, visitors with a browser, and what went wrong on the pages that they saw."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Watched:
    """What went wrong on a page: words on the console, requests to another host."""

    def __init__(self, page: Any, server: str) -> None:
        self.faults: list[str] = []
        page.on("console", lambda message: self.note(message.type in ("error", "warning"), message.text))
        page.on("pageerror", lambda fault: self.note(True, str(fault)))
        page.on("request", lambda request: self.note(not _inside(request.url, server), request.url))

    def note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.faults.append(what)


def _inside(url: str, server: str) -> bool:
    return url.startswith((f"{server}/", "data:", "blob:"))


def visitor(browser: Any, server: str, **settings: Any) -> Any:
    """A browser as somebody else has it, with nothing kept from other visits."""
    settings = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **settings}
    context = browser.new_context(base_url=server, locale="en", **settings)
    context.set_default_timeout(60_000)
    return context


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int]]:
    """Address and process id of a server that runs meanwhile."""
    command = [sys.executable, "-m", "nimatron", "serve", "--port", "0", *arguments]
    environment = {**os.environ, "LANGUAGE": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        try:
            yield line.split()[3].rstrip("/"), process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
