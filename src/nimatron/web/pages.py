"""The document of a screen: the same for all of them but for its script, with the languages that can be spoken."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from string import Template

from ..present.languages import LANGUAGES
from ..present.words import languages, speaking, tr

PAGE = Path(__file__).parent / "page.html"


def page_html(screen: str, lang: str = "en") -> str:
    """The document of a screen, for readers of `lang` until its script knows better."""
    return Template(PAGE.read_text("utf-8")).substitute(
        screen=screen, lang=lang, languages=_languages(), noscript=_noscript()
    )


def _languages() -> str:
    """What the scripts know of the languages, as JSON in an element of the page."""
    rows = {code: {"name": LANGUAGES[code].name, "letters": dict(LANGUAGES[code].letters)} for code in languages()}
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _noscript() -> str:
    """In all languages: without scripts nobody knows the reader's."""
    return " / ".join(_said(code) for code in languages())


def _said(code: str) -> str:
    with speaking(code):
        return f'<span lang="{code}">{escape(tr("This page needs JavaScript."))}</span>'
