"""Translation by gettext: every sentence for the reader goes through here.

A language is a row in `languages.py` and a folder `locale/LANGUAGE/LC_MESSAGES` with a `nimatron.po` and the
`nimatron.mo` compiled from it. It needs no other code: the catalog brings its own plural forms.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..errors import NimatronError, UsageError
from ..message import Message, Number
from .languages import ENGLISH, LANGUAGES, Language

LOCALE = Path(__file__).parent.parent / "locale"

SYSTEM = {
    str(message): message
    for message in (
        Message("No such file or directory"),
        Message("Permission denied"),
        Message("Not a directory"),
        Message("Is a directory"),
        Message("File exists"),
        Message("File name too long"),
        Message("No space left on device"),
        Message("Read-only file system"),
        Message("Address already in use"),
        Message("file is not a database"),
        Message("unable to open database file"),
        Message("database disk image is malformed"),
        Message("attempt to write a readonly database"),
        Message("database or disk is full"),
        Message("disk I/O error"),
    )
}
"""What the operating system and SQLite say in English when they refuse a file; our errors pass it on."""


class Speech(NamedTuple):
    """The language that is spoken: its row in the table, and its words."""

    row: Language
    catalog: gettext.NullTranslations


_current: Speech | None = None


def use_language(language: str | None = None) -> None:
    """Speak `language` from now on; None means the one that the environment (LANGUAGE, LC_ALL, LANG) asks for."""
    global _current
    languages = [language] if language else None
    file = gettext.find("nimatron", LOCALE, languages)
    row = LANGUAGES.get(Path(file).parents[1].name, ENGLISH) if file else ENGLISH
    # English has no catalog: the fallback gives the sentences of the code as they are.
    _current = Speech(row, gettext.translation("nimatron", LOCALE, languages, fallback=True))


def spoken() -> Language:
    """The language that is spoken now."""
    return _speech().row


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` inside a `with` block.

    >>> with speaking("pl"):
    ...     tr("free")
    'wolne'
    """
    global _current
    before = _current
    use_language(language)
    try:
        yield
    finally:
        _current = before


def languages() -> list[str]:
    """The languages that can be spoken."""
    return [code for code in LANGUAGES if code == ENGLISH.code or (LOCALE / code / "LC_MESSAGES").is_dir()]


def check_language(language: str) -> None:
    """UsageError for a language that cannot be spoken."""
    if language not in languages():
        known = ", ".join(languages())
        raise UsageError("no language {lang!r}: there are {languages}", lang=language, languages=known)


def _speech() -> Speech:
    if _current is None:  # not at import: programs that only compute should not look for catalogs
        use_language()
    assert _current is not None
    return _current


def tr(msgid: str, /, **params: object) -> str:
    """`msgid` in the reader's language, its {names} filled in."""
    return _filled(_speech().catalog.gettext(msgid), params)


def letter(outcome: str) -> str:
    """The letter by which the reader's language calls an outcome: W in Polish, where data says N."""
    return spoken().letters[outcome]


def trn(msgid: str, plural: str, n: int, /, **params: object) -> str:
    """The form for `n` in the reader's language; the sentence may contain {n}."""
    return _filled(_speech().catalog.ngettext(msgid, plural, n), {"n": n, **params})


def word(message: Message | str) -> str:
    """A message in the reader's language; plain text, as from a user's own game, stays as it is."""
    if isinstance(message, str) or not message.msgid:  # gettext answers "" with the header of the catalog
        return str(message)
    if message.plural:
        text = _speech().catalog.ngettext(message.msgid, message.plural, message.n)
    else:
        text = _speech().catalog.gettext(message.msgid)
    return text.format(**{name: _worded(value) for name, value in message.params.items()})


def word_error(fault: NimatronError) -> str:
    """What an error says in the reader's language, with the lines that point at the place.

    >>> from nimatron.errors import UnknownGame
    >>> with speaking("pl"):
    ...     word_error(UnknownGame("no game is called {name!r}.", ["nim"], name="nom"))
    "nie ma gry o nazwie 'nom'. Czy chodziło o nim?"
    """
    return word(fault.message) + fault.pointer


def _worded(value: object) -> object:
    if isinstance(value, NimatronError):
        return word_error(value)
    if isinstance(value, str):
        return word(SYSTEM.get(value, value))
    return word(value) if isinstance(value, Message) else _written(value)


def _filled(text: str, params: dict[str, object]) -> str:
    return text.format(**{name: _written(value) for name, value in params.items()}) if params else text


def number(value: float, form: str = ",") -> str:
    """A number that stands alone, as in a table, as the reader's language writes it."""
    return spoken().number(format(value, form))


def _written(value: object) -> object:
    """Numbers of a sentence as the reader's language writes them; those of moves and positions stay as they are."""
    return spoken().number(str(value)) if isinstance(value, Number) else value
