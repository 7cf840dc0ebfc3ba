"""Numbers as people write them in words: three, the second heap, all of heap 2. They are turned into digits.

The words of a language are in its catalog, as translations of the lists below.
"""

from __future__ import annotations

import re

from ..message import Message
from .vocabulary import Vocabulary, Wording, merged

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
"""What can be numbered: the second heap is heap 2."""


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
    every, excepted = merged([ALL], wording), merged([EXCEPT], wording)
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
    return {word: str(n) for n, message in enumerate(lists, 1) for word in merged([message], wording)}
