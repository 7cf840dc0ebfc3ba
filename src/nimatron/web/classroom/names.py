"""Nicknames: short, readable, and no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .bounds import LONGEST_NAME
from .refusals import Refused

BETWEEN = " -_.'!"
"""What may stand between letters and digits."""

MARKS = re.compile("M{3}")
"""More marks on one letter than any language writes would cover the lines above and below."""


def nickname(text: str) -> str:
    """A nickname as it is shown; Refused if it is too long or has characters that are no letters.

    >>> nickname("  Zoë   2 "), nickname("Łucja")
    ('Zoë 2', 'Łucja')
    """
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST_NAME]).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused("expected a nickname of 1 to {most} characters", most=LONGEST_NAME)
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    odd = any(kind not in "LMN" and character not in BETWEEN for kind, character in zip(kinds, name, strict=True))
    if odd or kinds[0] == "M" or MARKS.search(kinds) or not set(kinds) & set("LN"):
        raise Refused("expected a nickname of letters and digits")
    return name


def folded(name: str) -> str:
    """What two names that are taken for the same have in common.

    >>> folded("Anna-Maria") == folded("anna maria"), folded("Anna") == folded("Hanna")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in plain if character.isalnum())


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Would this name be taken for that of somebody else?"""
    return folded(name) in {folded(other) for other in others}
