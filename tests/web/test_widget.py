"""The board in a notebook: its script carries all it needs, Python answers, and a match is played in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import nimatron as nt

pytest.importorskip("anywidget", reason="boards in notebooks are an extra")

from nimatron.notebook import widget

PAGE = """<!doctype html><html><body><div id="place"></div><script type="module">
const values = %s;
const heard = {};
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; heard["change:" + name]?.(); },
  save_changes: () => {},
  on: (name, what) => { heard[name] = what; },
  send: async (content) => heard["msg:custom"]({ id: content.id, ...(await window.python(content.url)) }),
};
window.values = values;
const { default: widget } = await import(URL.createObjectURL(new Blob([%s], { type: "text/javascript" })));
await widget.render({ model, el: document.getElementById("place") });
window.ready = true;
</script></body></html>"""


def test_the_script_carries_every_module_before_it_is_needed() -> None:
    seen: set[str] = set()
    for name, source in widget.modules().items():
        assert set(re.findall(r'from "\./([\w-]+\.js)"', source)) <= seen
        seen.add(name)
    assert set(widget.ROOTS) <= seen
    assert not re.search(r"https?://(?!www\.w3\.org)", widget.widget_script())


def test_python_answers_like_a_server() -> None:
    board = nt.widget("nim: 3 4 5")
    answer = board.answer("api/v1/position?position=nim%3A+3+4+5&lang=en")
    assert answer["status"] == 200
    assert len(json.loads(answer["body"])["options"]) == 12
    assert board.answer("api/v1/nothing")["status"] == 404
    assert board.answer("api/v1/position?position=nosuch")["status"] >= 400
    assert board.current() == nt.Nim(3, 4, 5)


def test_a_game_of_ones_own_needs_no_name_in_the_catalog() -> None:
    class Fewer(nt.Game[int]):
        start = 4

        def options(self, n: int) -> list[int]:
            return [n - k for k in (1, 2) if k <= n]

    board = nt.widget(Fewer()(4) + nt.Nim(2))
    assert board.current() == Fewer()(4) + nt.Nim(2)
    assert board.answer("api/v1/position?position=fewer%3A+4+%2B+nim%3A+2")["status"] == 200
    with pytest.raises(nt.UnknownGame):
        nt.parse("fewer: 4")


def test_wrong_words() -> None:
    with pytest.raises(nt.UsageError, match="no level 'strong'"):
        nt.widget("nim: 3", opponent="strong")
    with pytest.raises(nt.UsageError, match="to begin"):
        nt.widget("nim: 3", first="me")  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_match_in_a_browser(browser: Any, tmp_path: Path) -> None:
    board = nt.widget("nim: 1 2")
    values = {name: getattr(board, name) for name in ("start", "position", "moves", "settings", "lang", "words")}
    file = tmp_path / "cell.html"
    file.write_text(PAGE % (json.dumps(values), json.dumps(widget.widget_script()).replace("</", "<\\/")), "utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.expose_function("python", board.answer)
    page.goto(file.as_uri())
    page.wait_for_function("window.ready")
    coins = page.locator(".is-counter")
    assert coins.count() == 3
    coin = page.locator('[data-id="2.2"]')  # take one from the heap of two: the winning move
    coin.click()
    page.wait_for_function("values.moves.length === 2")
    board.position = page.evaluate("values.position")
    assert nt.outcome(board.current()) == "N"  # whatever the computer does
    page.wait_for_function(
        "document.querySelector('.nimatron').shadowRoot.querySelectorAll('.is-counter').length === 1"
    )
    page.locator(".message").filter(has_text="Your move.").wait_for()
    page.locator(".is-counter").click()
    page.locator(".message.over").wait_for()
    assert "you win" in page.locator(".message").inner_text()
    page.locator(".again").click()
    page.wait_for_function("values.moves.length === 0")
    assert all(url.startswith(("file:", "blob:")) for url in asked)
    page.close()
