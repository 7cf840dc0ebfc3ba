"""The words that people may type in a move, in English and in their own language, reduced to their meaning.

The words of a language are in its catalog, as translations of the lists below. Nothing else is needed for a language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from ..game import Role, Spoken
from ..message import Message

Wording = Callable[[Message | str], str]
"""Words a message in the reader's language."""

Vocabulary = Mapping[str, str]
"""From every word that may be typed to the first word of its English list."""

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
    Message("to type: leave, leaves, leaving, keep, keeping"),
    Message("to type: and"),
    Message("to type: in"),
)
"""Lists of words with the same meaning. The first of each English list stands for all of them, in any language."""

ROLES: Mapping[str, Role] = {"heap": "heap", "part": "part", "to": "left", "leave": "left"}
"""The meaning of a number after one of these words."""

_WORD = re.compile(r"[^\s,;:()>]+")
_VALUE = re.compile(r".*[\dω].*|w|w[*^+].*")
_INFLECTED = re.compile(r"([0-9]+)-[^\W\d_]+")
"""A number with an ending, as Hungarian writes it: 2-t, 3-ból."""


def vocabulary_of(wording: Wording) -> Vocabulary:
    """The words of English and of the language that `wording` uses.

    >>> vocabulary_of(str)["piles"]
    'heap'
    """
    return merged(TYPED, wording)


def merged(lists: Iterable[Message], wording: Wording) -> Vocabulary:
    """The words of some lists, in English and in the language of `wording`, each with the first of its English list."""
    found: dict[str, str] = {}
    for message in lists:
        first = _listed(str(message))[0]
        typed = [*_listed(wording(message)), *_listed(str(message))]
        found |= dict.fromkeys([*map(folded, typed), *typed], first)
    return found


def folded(text: str) -> str:
    """`text` in lower case and without the marks on its letters: not every keyboard has them.

    >>> folded("Część 2: weź 1 ze słupka")
    'czesc 2: wez 1 ze slupka'
    """
    parted = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def _listed(text: str) -> list[str]:
    return [word.strip().casefold() for word in text.partition(":")[2].split(",")]


def words(text: str) -> list[str]:
    """The words of a text in lower case. An ordinal such as ω·2 + 1 is one word."""
    return [word.casefold() for word in _WORD.findall(re.sub(r"(?<=[\w²³]) ?\+ ?(?=\w)", "+", text))]


def spoken(text: str, vocabulary: Vocabulary) -> list[Spoken]:
    """The values in a typed move, each with the meaning that the words before it give it.

    >>> spoken("heap 3: down to 1", vocabulary_of(str))
    [Spoken(text='3', role='heap'), Spoken(text='1', role='left')]
    >>> spoken("leave heap 3 with 1", vocabulary_of(str))
    [Spoken(text='3', role='heap'), Spoken(text='1', role='left')]
    """
    found: list[Spoken] = []
    role: Role = ""
    leaves = False  # "leave" waits for its number, also while a heap is named
    typed = words(text)
    for i, word in enumerate(typed):
        if _is_value(word, typed[i + 1 : i + 2], vocabulary):
            ended = _INFLECTED.fullmatch(word)
            if leaves and role == "other":
                role = "left"
            found.append(Spoken(ended[1] if ended else word, role))
            leaves, role = leaves and role != "left", ""
        else:
            meaning = vocabulary.get(word, word)
            leaves = leaves or meaning == "leave"
            role = ROLES.get(meaning, role or "other")
    if role and found and not found[-1].role:  # words after the last number: these are not just bare numbers
        found[-1] = Spoken(found[-1].text, "other")
    return found


def _is_value(word: str, after: list[str], vocabulary: Vocabulary) -> bool:
    """Is it a number or an ordinal?"""
    # `w` is an ordinal, but also a word in some languages (Polish: in); there it is a word if another word follows.
    if word in vocabulary and after and after[0].isalpha():
        return False
    return _VALUE.fullmatch(word) is not None
