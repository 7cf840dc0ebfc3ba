"""Finds English that is left over: words of our English sentences that no sentence of the language has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from extraction import script

from nimatron.families.catalog import CATALOG
from nimatron.families.northcott.rules import COLOURS
from nimatron.show.words import LANGUAGES, languages

OTHERS = [code for code in languages() if code != "en"]
"""All languages but English."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_FILLED_IN = re.compile(r"\{[^}]*\}")
_SOURCE = re.compile(r"\[[^]]*\]")
"""Where a theorem comes from is said in the language of the book."""


def words(text: str) -> set[str]:
    """The words of a text, in lower case."""
    return {word.casefold() for word in _WORD.findall(text)}


@cache
def english_only(language: str) -> frozenset[str]:
    """The words of the English sentences that the language never uses itself, without names of games and notation."""
    catalog = [message for message in script().read(language) if message.id]
    ours = _all_words(text for message in catalog for text in _forms(message.id))
    theirs = _all_words(text for message in catalog for text in _forms(message.string))
    names = words(" ".join([*(entry.id for entry in CATALOG), *(row.name for row in LANGUAGES.values()), *COLOURS]))
    new = _all_words(text for id in script().missing(language) for text in _forms(id))  # English until a release
    return frozenset(ours - theirs - names - new)


def left_over(text: str, language: str) -> list[str]:
    """The lines with English in them, each with the words that tell."""
    lines = {line.strip(): words(_SOURCE.sub("", line)) & english_only(language) for line in text.splitlines()}
    return [f"{line} ({', '.join(sorted(found))})" for line, found in lines.items() if found]


def _all_words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in words(_FILLED_IN.sub(" ", text))}


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
