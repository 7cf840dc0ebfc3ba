"""The document of a screen: the same for all of them but for its script and styles, with the languages that are spoken.

It names the modules that the script needs, so that a browser asks for all of them at once.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from string import Template

from ..present.languages import LANGUAGES
from ..present.words import languages, speaking, tr
from .screens import STATIC, Screen

PAGE = Path(__file__).parent / "page.html"


IMPORT = re.compile(r'^(?:import|export)\b[^"\';]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


def page_html(
    screen: Screen, lang: str = "en", first: bytes = b"", has_class: bool = False, early: bytes = b"", tab: str = ""
) -> bytes:
    """The document of a screen, for readers of `lang` until its script knows better, with its first data.

    It says whether the server has a class. `early` is a link to what its script will ask for, `tab` what it will open.
    """
    around = _around(screen, lang, has_class, tab if tab in screen.tabs else "")
    return around.replace(b"    <early />\n", early, 1).replace(b"<first />", first, 1)


@cache
def _around(screen: Screen, lang: str, has_class: bool, tab: str) -> bytes:
    styles = (f'<link rel="stylesheet" href="{name}.css" />' for name in ("style", *screen.styles))
    modules = (f'<link rel="modulepreload" href="{path}" />' for path in _needed(screen.scripts(tab)))
    parts = {
        "screen": screen.script,
        "lang": lang,
        "marks": ' data-class="on"' if has_class else "",
        "languages": _languages(),
        "noscript": _noscript(),
        "styles": "\n    ".join(styles),
        "modules": "\n    ".join(modules),
    }
    return Template(PAGE.read_text("utf-8")).substitute(parts).encode()


def _needed(scripts: list[str]) -> list[str]:
    """What a browser should ask for besides the first of these scripts, which the document runs."""
    return [*dict.fromkeys(path for script in scripts for path in (script, *modules_of(script)))][1:]


def modules_of(path: str) -> list[str]:
    """The modules that one of them needs before it can run, and those which they need."""
    found = [*_imports(path)]
    for name in found:  # which grows meanwhile
        found += [other for other in _imports(name) if other not in found]
    return found


@cache
def _imports(path: str) -> list[str]:
    names = IMPORT.findall((STATIC / path).read_text("utf-8"))
    return list(dict.fromkeys(normpath(join(dirname(path), name)) for name in names))


def _languages() -> str:
    """What the scripts know of the languages, as JSON in an element of the page."""
    rows = {code: {"name": LANGUAGES[code].name, "letters": dict(LANGUAGES[code].letters)} for code in languages()}
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _noscript() -> str:
    """In all languages: without scripts nobody knows the reader's."""
    return " / ".join(_said(code) for code in languages())


def _said(code: str) -> str:
    with speaking(code):
        return f'<span lang="{code}">{escape(tr("This page needs JavaScript."))}</span>'
