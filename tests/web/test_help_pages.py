"""The help as it is built: no warning, no dead link, nothing from elsewhere; and as people see it in a browser."""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import build_help
import httpx
import pytest
from screening import complaints, keep
from simulated import run
from visiting import Watched, visitor

import nimatron as nt
from nimatron import survey
from nimatron.web.app import create_app
from nimatron.web.guard import HEADERS
from nimatron.web.pages import SCREENS
from nimatron.web.static_files import Help

KEPT = Path(__file__).parents[2] / ".pytest_cache" / "help"


@pytest.fixture(scope="session")
def built() -> Path:
    """The help, built from the sources as they are; processes that test at the same time wait for one build."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / "pages"
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [sys.executable, build_help.__file__, folder], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr  # also after a warning
    return folder


class Links(HTMLParser):
    """What a page leads to, what it loads, where one can point to, and what our policy would forbid."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.ids |= {told[name] for name in ("id", "name") if name in told}
        if tag in ("script", "img", "iframe", "source") or (
            tag == "link" and told.get("rel") in ("stylesheet", "icon")
        ):
            self.loads += [told[name] for name in ("src", "href") if name in told]
        elif "href" in told:
            self.leads.append(told["href"])
        if tag == "style" or (tag == "script" and "src" not in told):
            self.inline.append(tag)
        self.inline += [name for name in told if name == "style" or name.startswith("on")]


@cache
def links(page: Path) -> Links:
    return Links(page.read_text("utf-8"))


def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


# -- the files -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_link_is_dead(built: Path) -> None:
    screens = {path.lstrip("/") for path in SCREENS}
    dead = []
    for page in pages(built):
        for link in (*links(page).leads, *links(page).loads):
            address = urlsplit(link)
            if address.scheme in ("http", "https"):
                continue
            target = (page.parent / unquote(address.path)).resolve() if address.path else page
            if target == built.parent or (target.parent == built.parent and target.name in screens):
                continue  # a screen of the page
            if not target.is_file() or (address.fragment and unquote(address.fragment) not in links(target).ids):
                dead.append(f"{page.relative_to(built)}: {link}")
    assert dead == []


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere_and_fit_our_policy(built: Path) -> None:
    for page in pages(built):
        assert [load for load in links(page).loads if urlsplit(load).scheme or load.startswith("//")] == [], page
        assert links(page).inline == [], page
    for style in built.rglob("*.css"):
        assert not re.search(r"@import|url\((?!data:)", style.read_text("utf-8")), style


@pytest.mark.slow
def test_every_public_name_has_a_place_to_link_to(built: Path) -> None:
    ids = {name for page in pages(built / "reference") for name in links(page).ids}
    assert {f"nimatron.{name}" for name in nt.__all__} - ids == set()
    assert {f"nimatron.survey.{name}" for name in survey.__all__} - ids == set()


# -- the server ------------------------------------------------------------------------------------


def get(app: Any, path: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(path)

    found: httpx.Response = run(asked())
    return found


def test_the_server_shows_pages_and_reads_them_again(tmp_path: Path) -> None:
    app = create_app(light=0, heavy=0)
    app.state.help.stamp = tmp_path / "built.json"
    assert get(app, "/help").headers["location"] == "/help/index.html"
    missing = get(app, "/help/index.html")
    assert (missing.status_code, "python scripts/build_help.py" in missing.text) == (503, True)
    (tmp_path / "index.html").write_text("one")
    (tmp_path / "built.json").write_text("{}")
    assert (get(app, "/help/").text, get(app, "/help/index.html").text) == ("one", "one")
    (tmp_path / "index.html").write_text("two")
    assert get(app, "/help/index.html").text == "one"
    (tmp_path / "built.json").unlink()
    (tmp_path / "built.json").write_text("{ }")
    found = get(app, "/help/index.html")
    assert found.text == "two"
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert found.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/help/nothing.html", "/help/../web/app.py", "/help/%2e%2e/app.py", "/helpless"])
def test_nothing_else_is_opened(path: str, tmp_path: Path) -> None:
    app = create_app(light=0, heavy=0)
    (tmp_path / "built.json").write_text("{}")
    app.state.help.stamp = tmp_path / "built.json"
    assert get(app, path).status_code == 404


def test_the_help_of_a_server_is_that_of_the_package() -> None:
    assert Help().stamp == build_help.HELP / build_help.STAMP


# -- in a browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def helping(built: Path) -> Iterator[str]:
    """The address of a server with the help that was built."""
    import uvicorn

    app = create_app(light=0, heavy=0)
    app.state.help.stamp = built / build_help.STAMP
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def read(browser: Any, helping: str) -> Iterator[Any]:
    """Opens pages of the help; none may complain or ask another host."""
    opened: list[tuple[Any, Watched]] = []

    def page(path: str, wide: int = 1280, **settings: Any) -> Any:
        found = visitor(browser, helping, viewport={"width": wide, "height": 800}, **settings).new_page()
        opened.append((found, Watched(found, helping)))
        found.goto(f"/help/{path}")
        return found

    yield page
    for found, _ in opened:
        found.context.close()
    assert [fault for _, watched in opened for fault in watched.faults] == []


@pytest.mark.parametrize("path", ["index.html", "reference/questions.html", "reference/http.html", "theory.html"])
def test_pages_have_no_barriers(read: Any, path: str) -> None:
    page = read(path)
    assert complaints(page) == ""
    page.emulate_media(color_scheme="dark")  # other colours, and nothing else
    assert complaints(page, runOnly=["color-contrast"]) == ""
    keep(page, f"help-{path}")


def test_pages_fit_a_phone(read: Any) -> None:
    page = read("index.html", wide=375)
    for path in (
        "index.html",
        "comparison.html",
        "reference/json.html",
        "reference/records.html",
        "reference/paper003.html",
    ):
        page.goto(f"/help/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, path
        assert not page.locator(".contents").is_visible(), path
    page.get_by_text("Contents", exact=True).click()
    page.get_by_role("link", name="Theory", exact=True).click()
    page.wait_for_url("**/theory.html")


def test_the_search_finds_names_and_pages(read: Any) -> None:
    page = read("theory.html")
    page.keyboard.press("/")
    page.keyboard.type("misere quotient")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=misere%20quotient")
    results = page.locator("#search-results li a")
    results.filter(has_text="Misere play").first.wait_for()
    page.goto(page.url.replace("misere%20quotient", "mis%C3%A8re%20genus"))  # with its mark, which pages may leave out
    results.filter(has_text="Misere play").first.wait_for()
    page.goto(page.url.replace("mis%C3%A8re%20genus", "winning_moves"))
    results.filter(has_text="nimatron.winning_moves").first.click()
    page.wait_for_url("**/reference/questions.html#nimatron.winning_moves")
    assert page.locator("dt[id='nimatron.winning_moves']").is_visible()


def test_the_theme_is_that_of_the_page(read: Any) -> None:
    page = read("index.html", color_scheme="light")
    page.get_by_role("button", name="Theme: as the system").click()
    page.get_by_role("button", name="Theme: light").click()
    page.get_by_role("button", name="Theme: dark").wait_for()
    assert page.evaluate("localStorage.getItem('theme')") == "dark"
    page.get_by_role("link", name="Theory", exact=True).click()
    page.wait_for_url("**/theory.html")  # and all that it loads
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_the_page_leads_to_the_help(read: Any) -> None:
    page = read("../learn.html")
    page.get_by_role("link", name="Help").click()
    page.wait_for_url("**/help/index.html")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.wait_for_url("**/learn.html")
