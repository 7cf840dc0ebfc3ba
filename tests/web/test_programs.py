"""Steps of lessons that take programs: on a site without a server, and under serve; the code runs in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from class_server import serving_class
from sites import complaints, pyodide, static, visitor
from visiting import serving

from nimatron.site import runtime
from nimatron.site.build import write_site

pytestmark = pytest.mark.slow

LESSON = "/learn.html?lang=pl&lesson=program-remainder&step="


def run(page: Any, code: str) -> str:
    """The verdict on a program."""
    page.locator("#code").fill(code)
    page.locator("#run").click()
    page.locator("#verdict").wait_for()
    return str(page.locator(".program[role=status]").inner_text())


def journey(page: Any) -> None:
    """A wrong program, an endless one, a crash, a right one, and a match against it."""
    page.goto(f"{LESSON}3")
    page.locator("#run").wait_for()
    assert page.locator("#code").input_value().startswith("def ruch(n):")
    for _ in range(4):
        page.locator("#program-hint").click()
    assert page.locator(".hint-list li").count() == 3
    wrong = run(page, "def ruch(n):\n    print('hej')\n    return 1\n")
    assert "ruch(2)" in wrong
    assert "weź 2" in wrong
    assert "hej" in wrong
    page.locator(".figure svg").first.wait_for()
    assert page.locator(".figure").count() == 3
    assert page.locator("details").count() == 0  # no solution before success
    assert "1\xa0000\xa0000" in run(page, "def move(n):\n    while n:\n        n = n + 1\n")
    run(page, "def move(n):\n    if n == 3:\n        return 1 // 0\n    return n\n")
    assert page.locator(".numbers .faulty").inner_text() == "3"
    assert "60" in run(page, "def tah(n):\n    return n % 4 or 1\n")
    assert page.locator("details pre").text_content() == "def ruch(n):\n    return n % 4 or 1\n"
    assert page.locator("#tick-2.done").count() == 1
    page.locator("#program-play").click()
    page.locator(".lesson-board .boards svg").first.wait_for()
    page.locator('.lesson-board [data-id$="1.11"]').first.click()  # three coins of thirteen
    page.wait_for_function("() => /8/.test(document.querySelector('.lesson-board .message').textContent)")
    page.locator("#step-next").click()  # the usual engine answers again
    page.locator("#code").wait_for()


def test_on_a_site(browser: Any, tmp_path: Path) -> None:
    write_site(tmp_path / "site", [], (), runtime.from_folder(pyodide()))
    with static(tmp_path / "site") as site:
        page = visitor(browser, site.address).new_page()
        faults = complaints(page, site.address)
        journey(page)
        assert faults == []
        page.context.close()


def test_under_serve(browser: Any) -> None:
    with serving("--pyodide", str(pyodide())) as (address, _):
        page = visitor(browser, address).new_page()
        faults = complaints(page, address)
        journey(page)
        page.goto("/own.html?lang=en")
        page.locator("#run").click()
        page.locator("#solved").get_by_text("value 6").wait_for()
        page.goto("/learn.html?lang=en&lesson=program-recursion&step=4")
        page.locator(".call-plot").wait_for()
        assert page.locator(".call-table tbody tr").count() == 10
        assert faults == []
        page.context.close()


def test_without_python_the_step_names_the_command(browser: Any) -> None:
    with serving("--pyodide", "off") as (address, _):
        page = visitor(browser, address).new_page()
        page.goto(f"{LESSON}4")
        page.locator(".program code").get_by_text("nimatron judge program.py nim").wait_for()
        assert page.locator("#run").count() == 0
        page.context.close()


@pytest.mark.parametrize("spoiled", [pytest.param(False, marks=pytest.mark.long), True])
def test_python_from_another_host_under_serve(browser: Any, tmp_path: Path, spoiled: bool, monkeypatch: Any) -> None:
    """Only the files with the known hashes are used, and only that host may be asked."""
    import asyncio
    import threading

    import uvicorn

    from nimatron.site import python_files
    from nimatron.web.app import create_app
    from nimatron.web.own_games import NONE

    host = tmp_path / "host"
    host.mkdir()
    for name in runtime.FILES:
        data = (pyodide() / name).read_bytes()
        (host / name).write_bytes(data + b" " if spoiled and name == "pyodide.mjs" else data)
    with static(host) as elsewhere:
        for module in (runtime, python_files):
            monkeypatch.setattr(module, "CDN", f"{elsewhere.address}/")
        app = create_app(light=1, heavy=1, python=python_files.served_python(NONE, runtime.from_cdn()))
        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        page = visitor(browser, f"http://127.0.0.1:{port}").new_page()
        page.goto(f"{LESSON}3")
        page.get_by_text(elsewhere.address.removeprefix("http://")).wait_for()
        assert elsewhere.paths == []  # nothing before the reader wants it
        page.locator("#run").click()
        if spoiled:
            page.locator(".program code").get_by_text("nimatron judge program.py take-away").wait_for()
        else:
            page.locator("#verdict").get_by_text("ruch(2)").wait_for()
        page.context.close()
        server.should_exit = True
        thread.join()


def test_in_a_class(browser: Any, tmp_path: Path) -> None:
    """A pupil's program plays for the pupil; when it fails, its line is named and the pupil can go on."""
    with serving_class(tmp_path, "--pyodide", str(pyodide())) as server:
        pages = [visitor(browser, server.url).new_page() for _ in range(3)]
        faults = [complaints(page, server.url) for page in pages]
        teacher, anna, ben = pages
        teacher.goto(f"/class?lang=en#key={server.key}")
        for page, name in ((anna, "Anna"), (ben, "Ben")):
            page.goto(f"/class?lang=en#code={server.code}")
            page.get_by_label("Your nickname").fill(name)
            page.get_by_role("button", name="Join", exact=True).click()
            page.locator("#leave").wait_for()
        teacher.locator(".setting .seg label").filter(has_text="Play in pairs").click()
        teacher.locator("#begin").click()
        for page in (anna, ben):
            page.locator("#program").click()
            page.locator("#code").fill("def move(heaps):\n    return [max(heaps) // 0]\n")
            page.locator("#program-moves").click()
        failed = anna if "Your move" in anna.locator(".message").inner_text() else ben
        failed.locator(".message.bad").wait_for()
        assert "Line 2: ZeroDivisionError" in failed.locator(".message").inner_text()
        first = "def ruch(heaps):\n    i = next(i for i, h in enumerate(heaps) if h)\n"
        takes = first + "    return heaps[:i] + [0] + heaps[i + 1:]\n"
        for page in (anna, ben):
            page.locator("#program").click()
            page.locator("#code").fill(takes)
            page.locator("#program-moves").click()
        for page in (anna, ben):
            page.locator("#again").wait_for()
        ends = sorted(page.locator(".result h2").inner_text() for page in (anna, ben))
        assert [end[:7] for end in ends] == ["You bea", "You los"]
        for page in pages:
            page.context.close()
        assert faults == [[], [], []]
