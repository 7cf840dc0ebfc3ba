"""The page's own modules as one script: a notebook loads nothing from any host, not even from its own.

The modules are carried as text. In the browser each becomes a module of its own with an address that only this script
knows (a blob), and the names in its imports are replaced by these addresses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'\bfrom "\./([\w-]+\.js)"')

ROOTS = ("api.js", "dom.js", "match.js", "say.js", "table.js", "words.js")
"""What the widget itself uses."""

INSTEAD = {"first.js": 'export const first = { lang: "", words: {}, answers: [] };\n'}
"""A notebook carries no first answers, and may have an element of that name."""

SHEETS = ("style.css", "board.css")


def static(name: str) -> str:
    """The text of one of the page's files."""
    return files("nimatron.web").joinpath("static", *name.split("/")).read_text("utf-8")


@cache
def modules() -> dict[str, str]:
    """The sources that the widget needs, each after those that it imports."""
    found: dict[str, str] = {}
    for root in ROOTS:
        for name, source in _before(root, found):
            found[name] = source
    return found


def _before(name: str, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    if name in known:
        return
    source = INSTEAD.get(name) or static(f"js/{name}")
    for other in _IMPORT.findall(source):
        yield from ((n, text) for n, text in _before(other, known) if n not in known)
    yield name, source


def page_words(lang: str) -> dict[str, str]:
    """The words of the page in a language; English is in the code."""
    found: dict[str, str] = {} if lang == "en" else json.loads(static(f"words/{lang}.json"))
    return found


def style() -> str:
    """The page's colours and boards, for the inside of the widget alone."""
    sheets = "\n".join(map(static, SHEETS))
    return sheets.replace(":root", ":host") + _OWN


_OWN = """
:host { display: block; color: var(--ink); background: var(--card); font: 400 15px/1.4 system-ui, sans-serif;
  border: 1px solid var(--line); border-radius: 12px; padding: 8px; max-width: 46rem; }
.table > .boards { height: 21rem; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; }
"""


def esm() -> str:
    """The whole script of the widget."""
    carried = json.dumps({"modules": modules(), "style": style()}, ensure_ascii=False)
    return f"const CARRIED = {carried};\n{files(__package__).joinpath('widget.js').read_text('utf-8')}"
