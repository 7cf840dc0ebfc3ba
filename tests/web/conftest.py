"""A server on a free port and a browser, both started once; what the browser needs to be tested with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from visiting import Watched, serving, visitor

EXAMPLES = Path(__file__).parents[2] / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving(str(EXAMPLES / "chocolate.py"), str(EXAMPLES / "nothree.py")) as (address, _):
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


@pytest.fixture(scope="session")
def usual_visitor(browser: Any, server: str) -> Any:
    """Opens the first page of each test: what was loaded for one of them need not be loaded again."""
    context = visitor(browser, server)
    context.new_page().goto("/learn.html")  # it stays, and with it the process that has compiled the scripts
    return context


def forget(page: Any, server: str) -> None:
    """What a visit leaves behind, but for the files of the page."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "cookies,local_storage"})
    session.detach()


@pytest.fixture
def open_page(browser: Any, usual_visitor: Any, server: str) -> Iterator[Any]:
    """Opens pages, each for a new visitor; afterwards none of them may have complained or asked another host."""
    pages, watched = [], []

    def opened(path: str, wide: int = 1280, high: int = 900, **settings: Any) -> Any:
        usual = not pages and not settings
        page = (usual_visitor if usual else visitor(browser, server, **settings)).new_page()
        if usual:
            forget(page, server)
        page.set_viewport_size({"width": wide, "height": high})
        pages.append(page)
        watched.append(Watched(page, server))
        page.faults = watched[-1].faults
        page.goto(f"/{path}")
        return page

    yield opened
    for page in pages:
        (page if page.context is usual_visitor else page.context).close()
    assert [fault for watch in watched for fault in watch.faults] == []
