"""Translation by gettext: every sentence for the reader goes through here.

A language is a row in `LANGUAGES` and a folder `locale/LANGUAGE/LC_MESSAGES` with a `nimatron.po` and the
`nimatron.mo` compiled from it. It needs no other code: the catalog brings its own plural forms.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from ..core.errors import NimatronError, UsageError
from ..core.message import LOCALE, Message, Number

NO_BREAK = "\u00a0"

_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<point>\.(?=\d))?")


@dataclass(frozen=True)
class Language:
    """A language: its own name, its letters for outcomes, and how its sentences write numbers."""

    code: str
    name: str
    letters: Mapping[str, str] = field(default_factory=lambda: {"N": "N", "P": "P", "D": "D"})
    point: str = ","
    groups: str = NO_BREAK
    grouped_from: int = 4
    """The least number of digits that are written in groups."""
    inflect: Callable[[str, str], str] | None = None
    """Gives a value the form that a translator asks for as its format: {heap:az} in Hungarian."""

    def number(self, english: str) -> str:
        """A number as Python writes it for English readers, in this language.

        >>> LANGUAGES["cs"].number("2,500.25").replace(NO_BREAK, "_")
        '2_500,25'
        >>> LANGUAGES["pl"].number("2,500")
        '2500'
        """
        return _NUMBER.sub(self._rewrite, english)

    def _rewrite(self, match: re.Match[str]) -> str:
        groups = match["whole"].split(",")
        digits = sum(map(len, groups))
        whole = self.groups.join(groups) if digits >= self.grouped_from else "".join(groups)
        return whole + (self.point if match["point"] else "")


def _hungarian(text: str, form: str) -> str:
    from .hungarian import inflect  # loaded when a Hungarian sentence asks for it

    return inflect(text, form)


LANGUAGES: Mapping[str, Language] = {
    row.code: row
    for row in (
        Language("en", "English", point=".", groups=","),
        Language("cs", "Čeština", {"N": "N", "P": "P", "D": "R"}),
        Language("hu", "Magyar", {"N": "N", "P": "P", "D": "D"}, grouped_from=5, inflect=_hungarian),
        Language("pl", "Polski", {"N": "W", "P": "P", "D": "R"}, grouped_from=5),
    )
}
"""The languages in the order of the menu."""

ENGLISH = LANGUAGES["en"]


# -- translation -----------------------------------------------------------------------------------

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
"""The English messages of the operating system and SQLite about files; our errors contain them."""


class Speech(NamedTuple):
    """The language that is spoken: its row in the table, and its words."""

    row: Language
    catalog: gettext.NullTranslations


_current: Speech | None = None


def use_language(language: str | None = None) -> None:
    """Speak `language` from now on; by default the language of the environment (LANGUAGE, LC_ALL, LANG)."""
    global _current
    languages = [language] if language else None
    file = gettext.find("nimatron", LOCALE, languages)
    # gettext may choose pl for pl_PL.UTF-8: the folder of the file names the language that it really found.
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


def spoken_or_english(language: str) -> str:
    """The language itself if it can be spoken, else English."""
    return language if language in languages() else ENGLISH.code


def check_language(language: str) -> None:
    """UsageError for a language that cannot be spoken."""
    if language not in languages():
        known = ", ".join(languages())
        raise UsageError("there is no language {lang!r}: expected one of {languages}", lang=language, languages=known)


def _speech() -> Speech:
    if _current is None:  # not at import: programs that only compute should not look for catalogs
        use_language()
    assert _current is not None
    return _current


def tr(msgid: str, /, **params: object) -> str:
    """`msgid` in the reader's language, its {names} filled in."""
    return _fill(_speech().catalog.gettext(msgid), params)


def letter(outcome: str) -> str:
    """The letter for an outcome in the reader's language: W in Polish for N."""
    return spoken().letters[outcome]


def trn(msgid: str, plural: str, n: int, /, **params: object) -> str:
    """The form for `n` in the reader's language; the sentence may contain {n}."""
    return _fill(_speech().catalog.ngettext(msgid, plural, n), {"n": Number(n), **params})


def word(message: Message | str) -> str:
    """A message in the reader's language; plain text, as from a user's own game, stays as it is."""
    if isinstance(message, str) or not message.msgid:  # gettext answers "" with the header of the catalog
        return str(message)
    if message.plural:
        text = _speech().catalog.ngettext(message.msgid, message.plural, message.n)
    else:
        text = _speech().catalog.gettext(message.msgid)
    return _format(text, {name: _spoken_value(value) for name, value in message.params.items()})


def every_wording() -> list[Callable[[Message | str], str]]:
    """A function for each language, which words a message in it, whatever language is spoken."""
    return [partial(_word_in, code) for code in languages()]


def _word_in(code: str, message: Message | str) -> str:
    with speaking(code):
        return word(message)


def word_error(fault: NimatronError) -> str:
    """An error in the reader's language, with the lines that point at the place.

    >>> from nimatron.core.errors import UnknownGame
    >>> with speaking("pl"):
    ...     word_error(UnknownGame("no game is called {name!r}.", ["nim"], name="nom"))
    "nie ma gry o nazwie 'nom'. Czy chodziło o nim?"
    """
    return word(fault.message) + fault.pointer


def _spoken_value(value: object) -> object:
    if isinstance(value, NimatronError):
        return word_error(value)
    if isinstance(value, str):
        return word(SYSTEM.get(value, value))
    return word(value) if isinstance(value, Message) else _write_value(value)


def _fill(text: str, params: dict[str, object]) -> str:
    # A text without parameters may contain braces, as {1,2}: it is not formatted.
    return _format(text, {name: _write_value(value) for name, value in params.items()}) if params else text


def _format(text: str, values: Mapping[str, object]) -> str:
    """`text` with its {names} filled in, each in its form.

    >>> with speaking("hu"):
    ...     _format("{heap:Az}. kupacban {n:ból}", {"heap": 5, "n": 3})
    'Az 5. kupacban 3-ból'
    >>> with speaking("cs"):
    ...     _format("{n:prvek|prvky|prvků}", {"n": 4})
    '4 prvky'
    """
    if spoken().inflect is None and "|" not in text:
        return text.format(**values)
    return _INFLECTING.vformat(text, (), values)


class _Inflecting(Formatter):
    """Formats as str.format does, but a format is a form of the language, or the noun that a number counts."""

    def format_field(self, value: object, format_spec: str) -> str:
        speech, text = _speech(), str(value)
        if "|" in format_spec:
            count = int("".join(filter(str.isdecimal, text)) or 0)
            return f"{text} {format_spec.split('|')[speech.catalog.plural(count)]}"  # type: ignore[attr-defined]
        return speech.row.inflect(text, format_spec) if speech.row.inflect else format(value, format_spec)


_INFLECTING = _Inflecting()


def number(value: float, form: str = ",") -> str:
    """A number that stands alone, as in a table, as the reader's language writes it."""
    return spoken().number(format(value, form))


def _write_value(value: object) -> object:
    """The numbers of a sentence as the reader's language writes them; those in moves and positions stay as they are."""
    return spoken().number(str(value)) if isinstance(value, Number) else value
