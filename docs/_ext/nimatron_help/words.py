"""The glossary in each language."""

from __future__ import annotations

from collections.abc import Callable

from nimatron.core.message import Message
from nimatron.show.glossary import GLOSSARY, HEADINGS, anchor
from nimatron.show.words import LANGUAGES, speaking, word

from .markdown import plain, table


def glossary(lang: str) -> Callable[[], str]:
    """Writes the page: each term in this language, what it means, and its English name."""

    def write() -> str:
        with speaking(lang):
            title, *heads = map(word, HEADINGS)
            rows = [(_target(term), plain(word(meaning)), plain(str(term))) for term, meaning in GLOSSARY]
            head = f"# {title} ({LANGUAGES[lang].name})"
        cut = 2 if lang == "en" else 3
        return f"{head}\n\n" + table([*heads, "English"][:cut], [row[:cut] for row in rows])

    return write


def _target(term: Message) -> str:
    """A term to which the page and other pages link."""
    return f"[**{plain(word(term))}**]{{#{anchor(str(term))}}}"
