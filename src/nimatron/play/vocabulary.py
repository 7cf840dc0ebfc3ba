"""The words that people may type in a move, in English and in their own language, reduced to their meaning.

The words of a language are in its catalog, as translations of the lists below. Nothing else is needed for a language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from ..core.game import Role, Spoken
from ..core.message import Message

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
    return word_table(TYPED, wording)


def word_table(lists: Iterable[Message], wording: Wording) -> Vocabulary:
    """The words of some lists, in English and in the language of `wording`, each with the first of its English list."""
    found: dict[str, str] = {}
    for message in lists:
        first = _word_list(str(message))[0]
        typed = [*_word_list(wording(message)), *_word_list(str(message))]
        found |= dict.fromkeys([*map(fold_letters, typed), *typed], first)
    return found


def fold_letters(text: str) -> str:
    """`text` in lower case and without the marks on its letters: not every keyboard has them.

    >>> fold_letters("Część 2: weź 1 ze słupka")
    'czesc 2: wez 1 ze slupka'
    """
    parted = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def _word_list(text: str) -> list[str]:
    return [word.strip().casefold() for word in text.partition(":")[2].split(",")]


def lower_words(text: str) -> list[str]:
    """The words of a text in lower case. An ordinal such as ω·2 + 1 is one word."""
    return [word.casefold() for word in _WORD.findall(re.sub(r"(?<=[\w²³]) ?\+ ?(?=\w)", "+", text))]


def spoken_values(text: str, vocabulary: Vocabulary) -> list[Spoken]:
    """The values in a typed move, each with the meaning that the words before it give it.

    >>> spoken_values("heap 3: down to 1", vocabulary_of(str))
    [Spoken(text='3', role='heap'), Spoken(text='1', role='left')]
    >>> spoken_values("leave heap 3 with 1", vocabulary_of(str))
    [Spoken(text='3', role='heap'), Spoken(text='1', role='left')]
    """
    found: list[Spoken] = []
    role: Role = ""
    leaves = False  # "leave" waits for its number, also while a heap is named
    typed = lower_words(text)
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


# -- numbers in words --------------------------------------------------------------------------------


CARDINALS = (
    Message("to type: one"),
    Message("to type: two"),
    Message("to type: three"),
    Message("to type: four"),
    Message("to type: five"),
    Message("to type: six"),
    Message("to type: seven"),
    Message("to type: eight"),
    Message("to type: nine"),
    Message("to type: ten"),
    Message("to type: eleven"),
    Message("to type: twelve"),
)

ORDINALS = (
    Message("to type: first, 1st"),
    Message("to type: second, 2nd"),
    Message("to type: third, 3rd"),
    Message("to type: fourth, 4th"),
    Message("to type: fifth, 5th"),
    Message("to type: sixth, 6th"),
    Message("to type: seventh, 7th"),
    Message("to type: eighth, 8th"),
    Message("to type: ninth, 9th"),
    Message("to type: tenth, 10th"),
    Message("to type: eleventh, 11th"),
    Message("to type: twelfth, 12th"),
)

ALL = Message("to type: all, everything")
"""Whoever takes all of a heap reduces it to 0."""

EXCEPT = Message("to type: but, except")
"""Whoever takes all but some leaves them."""

PLACED = frozenset({"part", "heap", "row", "column", "token", "stone", "coin", "square", "pin"})
"""Things with numbers: the second heap is heap 2."""


def in_digits(text: str, vocabulary: Vocabulary, wording: Wording) -> str:
    """`text` with its numbers in digits, in the order in which moves name them.

    >>> from .vocabulary import vocabulary_of
    >>> in_digits("take three from the second heap", vocabulary_of(str), str)
    'take 3 from the heap 2'
    >>> in_digits("from the second take three", vocabulary_of(str), str)
    'from the heap 2 take 3'
    >>> in_digits("all of heap 2", vocabulary_of(str), str)
    'of heap 2 to 0'
    >>> in_digits("all but one of heap 2", vocabulary_of(str), str)
    'leave 1 of heap 2'
    """
    cardinals, ordinals = _values(CARDINALS, wording), _values(ORDINALS, wording)
    every, excepted = word_table([ALL], wording), word_table([EXCEPT], wording)
    pieces = re.split(r"([^\s,;:()>]+)", text)  # what is between words, then a word, in turn
    takes_all = False
    for i in range(1, len(pieces), 2):
        key, after = pieces[i].casefold(), "".join(pieces[i + 2 : i + 3])
        is_placed = vocabulary.get(after.casefold()) in PLACED
        number = ordinals.get(key) or (key[:-1] if is_placed and re.fullmatch(r"[0-9]+\.", key) else None)
        if key in every:
            pieces[i], takes_all = "", True
        elif takes_all and (key in excepted or vocabulary.get(key) == "leave"):
            pieces[i], takes_all = "leave", False
        elif key in cardinals:
            pieces[i] = cardinals[key]
        elif number and is_placed:
            pieces[i], pieces[i + 2] = "", f"{after} {number}"
        elif number:
            pieces[i] = f"heap {number}"  # a thing is counted, an amount never
    return " ".join("".join(pieces).split()) + (" to 0" if takes_all else "")


def _values(lists: tuple[Message, ...], wording: Wording) -> dict[str, str]:
    return {word: str(n) for n, message in enumerate(lists, 1) for word in word_table([message], wording)}
