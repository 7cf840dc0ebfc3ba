"""A server on a free port and a browser, both started once; what the browser needs to be tested with."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int]]:
    """Address and process id of a server that runs meanwhile."""
    command = [sys.executable, "-m", "nimatron", "serve", "--port", "0", *arguments]
    environment = {**os.environ, "LANGUAGE": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        yield line.split()[3].rstrip("/"), process.pid
        process.send_signal(signal.SIGINT)
        process.wait(30)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving(str(EXAMPLES / "chocolate.py"), str(EXAMPLES / "notakto.py")) as (address, _):
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip("no chromium is here (Debian: apt-get install chromium)")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=QUIET)


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


@pytest.fixture
def open_page(browser: Any, server: str) -> Iterator[Any]:
    """Opens pages; afterwards none of them may have complained or asked another host."""
    contexts, watched = [], []

    def opened(path: str, wide: int = 1280, high: int = 900, **settings: Any) -> Any:
        settings = {"viewport": {"width": wide, "height": high}, "reduced_motion": "reduce", **settings}
        context = browser.new_context(base_url=server, locale="en", **settings)
        context.set_default_timeout(60_000)
        page = context.new_page()
        contexts.append(context)
        watched.append(Watched(page, server))
        page.faults = watched[-1].faults
        page.goto(f"/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for watch in watched for fault in watch.faults] == []
