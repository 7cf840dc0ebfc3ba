"""The words of pupils' programs in every language: names of functions, and what programs for people ask and say.

A pupil's program speaks the pupil's language, whatever language the referee speaks. So all catalogs are searched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.message import Message
from .vocabulary import Wording, fold_letters

MOVE = Message("name of a function: move")

LEFT = Message("said in a match: left, remain")
ALLOWED = Message("said in a match: allowed, set, moves")
BEGIN = Message("said in a match: begin, start, who")
HEAP = Message("said in a match: heap, pile")
COUNT = Message("said in a match: how many, number of")
COMPUTER = Message("said in a match: computer, program")
NO = Message("said in a match: no, n")


@dataclass(frozen=True)
class Lexicon:
    """Words by their meaning, in the languages of some `wordings`."""

    wordings: Sequence[Wording] = (str,)

    def words(self, message: Message) -> list[str]:
        """The words of a list in all languages, English first, without marks on their letters."""
        texts = [str(message), *(wording(message) for wording in self.wordings)]
        found = [word for text in texts for word in text.partition(":")[2].split(",")]
        return list(dict.fromkeys(fold_letters(word.strip()) for word in found))

    def says(self, text: str, message: Message) -> bool:
        """Does a word of `text` begin with one of the words of a list? Words have endings in most languages.

        >>> Lexicon().says("There remained 3 coins.", LEFT)
        True
        """
        folded = " " + " ".join(re.findall(r"[^\W_]+", fold_letters(text)))
        return any(f" {word}" in folded for word in self.words(message))


ENGLISH = Lexicon()
