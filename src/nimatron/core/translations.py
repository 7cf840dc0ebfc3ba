"""The catalogs of translated messages: where they are, and a message in all languages at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

LOCALE = Path(__file__).parent.parent / "locale"


@cache
def _catalogs() -> list[NullTranslations]:
    from gettext import translation  # loaded here: small questions need no other language

    return [translation("nimatron", LOCALE, [folder.name]) for folder in sorted(LOCALE.iterdir()) if folder.is_dir()]


def in_all_languages(message: str) -> Iterator[str]:
    """The English message, and what stands for it in each other language.

    >>> list(in_all_languages("Twins"))
    ['Twins', 'Dvojčata', 'Ikrek', 'Bliźnięta']
    """
    yield message
    yield from (catalog.gettext(message) for catalog in _catalogs())
