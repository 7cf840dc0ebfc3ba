"""The words that people may type in a move, in English and in the language of the reader, reduced to what they tell.

The words of a language stand in its catalog, as translations of the lists below; nothing else of a language is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..game import Role, Spoken
from ..message import Message

Wording = Callable[[Message | str], str]
"""Says a message in the language of the reader."""

Vocabulary = Mapping[str, str]
"""Every word that may be typed, with the first word of its list."""

TYPED = (
    Message("to type: part, parts"),
    Message("to type: heap, heaps, pile, piles"),
    Message("to type: row, rows"),
    Message("to type: column, columns"),
    Message("to type: token, tokens"),
    Message("to type: stone, stones"),
    Message("to type: coin, coins"),
    Message("to type: square, squares"),
    Message("to type: pin, pins"),
    Message("to type: take"),
    Message("to type: turn"),
    Message("to type: move"),
    Message("to type: to"),
    Message("to type: from"),
    Message("to type: into"),
    Message("to type: and"),
    Message("to type: in"),
)
"""Words that mean the same, in lists; the first of each English list stands for all of them, in any language."""

ROLES: Mapping[str, Role] = {"heap": "heap", "part": "part", "to": "left"}
"""What a number tells that follows one of these words."""

_WORD = re.compile(r"[^\s,;:()>]+")
_VALUE = re.compile(r".*[\dω].*|w|w[*^+].*")


def vocabulary_of(wording: Wording) -> Vocabulary:
    """The words of English, and those of the language that `wording` speaks.

    >>> vocabulary_of(str)["piles"]
    'heap'
    """
    found: dict[str, str] = {}
    for message in TYPED:
        first = _listed(str(message))[0]
        found |= dict.fromkeys([*_listed(wording(message)), *_listed(str(message))], first)
    return found


def _listed(text: str) -> list[str]:
    return [word.strip().casefold() for word in text.partition(":")[2].split(",")]


def words(text: str) -> list[str]:
    """Ordinals keep their parts together: ω·2 + 1 is one word."""
    return [word.casefold() for word in _WORD.findall(re.sub(r"(?<=[\w²³]) ?\+ ?(?=\w)", "+", text))]


def spoken(text: str, vocabulary: Vocabulary) -> list[Spoken]:
    """The values in a typed move, each with what the words before it tell.

    >>> spoken("heap 3: down to 1", vocabulary_of(str))
    [Spoken(text='3', role='heap'), Spoken(text='1', role='left')]
    """
    found: list[Spoken] = []
    role: Role = ""
    typed = words(text)
    for i, word in enumerate(typed):
        if _is_value(word, typed[i + 1 : i + 2], vocabulary):
            found.append(Spoken(word, role))
            role = ""
        else:
            role = ROLES.get(vocabulary.get(word, word), role or "other")
    if role and found and not found[-1].role:  # words at the end: these are no bare numbers
        found[-1] = Spoken(found[-1].text, "other")
    return found


def _is_value(word: str, after: list[str], vocabulary: Vocabulary) -> bool:
    """A number, or an ordinal; a `w` that is a word of the language is one where another word follows."""
    if word in vocabulary and after and after[0].isalpha():
        return False
    return _VALUE.fullmatch(word) is not None
