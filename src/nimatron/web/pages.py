"""The documents of the page: its screens, each with its first answers, and the help.

A screen carries its first answers inside, so that the board is drawn without waiting for another one: the JSON of
`first_data` in `<script type="application/json" id="first">`. `js/page-data.js` reads it, and `js/api.js` looks there
before it asks the server. Whoever writes the page into files gives `page_html` the answers to `first_questions`
in the same way; with no data at all the page works as well, a little later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from string import Template
from typing import Any

from ..core.message import Message
from ..show.words import LANGUAGES, languages, speaking, tr, word
from .answers.request import LONGEST_TEXT

STATIC = Path(__file__).parent / "static"

COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*$", re.MULTILINE)
"""Comments on lines of their own."""

FIRST_POSITION = "nim: 3 4 5"
"""The position on the board if the address does not name one; `js/play.js` begins with the same position."""

Question = tuple[str, dict[str, Any]]
"""The name of a question and its arguments."""


def static_data(path: Path) -> bytes:
    """A file of the page as browsers get it: scripts and style sheets without comments, line for line."""
    data = path.read_bytes()
    if path.suffix not in (".js", ".css"):
        return data
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), data)


@dataclass(frozen=True)
class Screen:
    """One screen: `js/{script}.js`, the style sheets besides style.css, and its first questions.

    An address may name one of its `tabs`, whose script is `js/{script}/{tab}-tab.js`; otherwise the first one is open.
    """

    script: str
    styles: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    board: bool = False
    """Does it begin with the position in the address?"""
    tabs: tuple[str, ...] = ()

    def scripts(self, tab: str) -> list[str]:
        """The paths of its scripts, with the script of a tab."""
        tabs = [tab] if tab in self.tabs else self.tabs[:1]
        return [f"js/{self.script}.js", *(f"js/{self.script}/{name}-tab.js" for name in tabs)]


TABS = ("map", "sequence", "compare", "tree", "graph", "discover", "board", "nimber")
"""The tabs of the screen Explore; `js/explore.js` has the same names."""

PLAY = Screen("play", ("board",), ("games",), board=True)

SCREENS = {
    "/": PLAY,
    "/index.html": PLAY,
    "/explore.html": Screen("explore", ("board", "why", "explore"), ("games", "explorable"), tabs=TABS),
    "/learn.html": Screen("learn", ("board", "why", "learn", "own"), ("games", "lessons")),
    "/quiz.html": Screen("quiz", ("board", "why", "learn", "quiz"), ("quizzes",)),
    "/homework.html": Screen("homework", ("board", "why", "learn", "quiz"), ("games", "quizzes")),
    "/sheets.html": Screen("sheets", ("learn", "sheets"), ("games",)),
    "/own.html": Screen("own", ("board", "why", "own")),
}

CLASS = Screen("class", ("board", "own", "class"), ("games",))

CLASS_SCREENS = {"/class": CLASS, "/class.html": CLASS}
"""The screens of a class. The first path is short enough to type on a phone."""


def first_questions(screen: Screen, address: Mapping[str, str]) -> list[Question]:
    """The first questions of a screen for the query of its address."""
    questions: list[Question] = [(ask, {}) for ask in screen.first]
    position = address.get("p", "").strip() or FIRST_POSITION
    if screen.board and len(position) <= LONGEST_TEXT:
        questions.append(("position", {"position": position}))
    return questions


def first_data(lang: str, answers: Iterable[tuple[Question, bytes]]) -> bytes:
    """The element of a page with the words of a language and answers in it."""
    parts = [
        b'{"ask":%b,"values":%b,"answer":%b}' % (_json(ask), _json(values), answer) for (ask, values), answer in answers
    ]
    data = b'{"lang":%b,"words":%b,"answers":[%b]}' % (_json(lang), _words(lang), b",".join(parts))
    # Nothing in it may end the element; in JSON this character occurs in texts only.
    return b'<script type="application/json" id="first">%b</script>' % data.replace(b"<", rb"\u003c")


@cache
def _words(lang: str) -> bytes:
    path = STATIC / "words" / f"{lang}.json"
    return path.read_bytes() if path.exists() else b"{}"  # English is in the code


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


# -- a document -----------------------------------------------------------------------------------

PAGE = Path(__file__).parent / "page.html"

IMPORT = re.compile(r'^(?:import|export)\b[^"\';]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


def page_html(screen: Screen, lang: str = "en", first: bytes = b"", has_class: bool = False, tab: str = "") -> bytes:
    """The document of a screen, for readers of `lang` until its script knows better, with its first data.

    It says whether the server has a class, and names the modules that its script needs for a `tab`, so that a browser
    asks for all of them at once.
    """
    return _around(screen, lang, has_class, tab if tab in screen.tabs else "").replace(b"<first />", first, 1)


@cache
def _around(screen: Screen, lang: str, has_class: bool, tab: str) -> bytes:
    # Everything that does not depend on the reader is made once for each language and tab.
    styles = (f'<link rel="stylesheet" href="{name}.css" />' for name in ("style", *screen.styles))
    modules = (f'<link rel="modulepreload" href="{path}" />' for path in _preloads(screen.scripts(tab)))
    parts = {
        "screen": screen.script,
        "lang": lang,
        "marks": ' data-class="on"' if has_class else "",
        "languages": _languages(),
        "noscript": _noscript(),
        "about": _about(lang),
        "styles": "\n    ".join(styles),
        "modules": "\n    ".join(modules),
    }
    return Template(PAGE.read_text("utf-8")).substitute(parts).encode()


def _preloads(scripts: list[str]) -> list[str]:
    """The modules that a browser should load besides the first of these scripts, which the document runs."""
    return [*dict.fromkeys(path for script in scripts for path in (script, *modules_of(script)))][1:]


def modules_of(path: str) -> list[str]:
    """The modules that a module imports, directly or through others."""
    paths = [*_imports(path)]
    for name in paths:  # the list grows during the loop
        paths += [other for other in _imports(name) if other not in paths]
    return paths


@cache
def _imports(path: str) -> list[str]:
    names = IMPORT.findall((STATIC / path).read_text("utf-8"))
    return list(dict.fromkeys(normpath(join(dirname(path), name)) for name in names))


def _languages() -> str:
    """The names and letters of the languages, as JSON for the scripts."""
    rows = {code: {"name": LANGUAGES[code].name, "letters": dict(LANGUAGES[code].letters)} for code in languages()}
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _noscript() -> str:
    """The notice in all languages: without scripts the reader's language is not known."""
    return " / ".join(_notice(code) for code in languages())


def _notice(code: str) -> str:
    with speaking(code):
        return f'<span lang="{code}">{escape(tr("This page needs JavaScript."))}</span>'


def _about(lang: str) -> str:
    with speaking(lang):
        return escape(tr("Play, solve and understand Nim, Kayles, Chomp and 50 more games."))


# -- the help -------------------------------------------------------------------------------------

HELP = Path(__file__).parent / "help"

STAMP = HELP / "built.json"
"""The file that a complete build of the help writes; each build writes a new one."""

NOT_YET = Message("The help is not built yet")
HOW = Message(
    "In a copy of the repository, {command} builds it. ./run does that by itself, within a minute or two.",
    command="python scripts/build_help.py",
)


NOWHERE = Message("There is nothing at this address")
BACK = Message("The link may be incomplete or mistyped. All games are still in their places.")

WORDS_ONLY = Path(__file__).parent / "words.html"


def help_files() -> dict[str, bytes]:
    """All files of the help by their paths in it; before the first build, a page that says how to build it."""
    if not STAMP.is_file():
        return {"index.html": missing_page("en").encode()}
    return {path.relative_to(HELP).as_posix(): path.read_bytes() for path in sorted(HELP.rglob("*")) if path.is_file()}


def missing_page(lang: str, title: Message = NOT_YET, text: Message = HOW) -> str:
    """A page of words with a link to the games; by default it says how to build the help."""
    with speaking(lang):
        words = {"title": word(title), "text": word(text), "go": tr("Play"), "learn": tr("Learn")}
    parts = {name: escape(phrase) for name, phrase in words.items()}
    return Template(WORDS_ONLY.read_text("utf-8")).substitute(parts, lang=lang)
