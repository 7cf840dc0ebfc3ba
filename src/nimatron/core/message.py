"""Sentences as data: `show/` alone words them, later, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations


class Message:
    """A sentence that is worded later, in the reader's language.

    `msgid` and `plural` are English with {names}; `n` chooses between them. The values of the names are given as
    keyword arguments or in `params`. A value may itself be a Message or an error, which is then worded as well.

    >>> str(Message("take {n} coin", "take {n} coins", 3))
    'take 3 coins'
    >>> str(Message("there is no file {path}", path="game.py"))
    'there is no file game.py'
    """

    __slots__ = ("msgid", "n", "params", "plural")

    def __init__(
        self, msgid: str, plural: str = "", n: int = 1, params: Mapping[str, object] | None = None, **named: object
    ) -> None:
        self.msgid, self.plural, self.n = msgid, plural, n
        self.params: dict[str, object] = {**({"n": n} if plural else {}), **(params or {}), **named}

    def __str__(self) -> str:
        text = self.plural if self.plural and self.n != 1 else self.msgid
        return text.format(**self.params)

    def __eq__(self, other: object) -> bool:
        # By their English text: values of `params` need not be comparable. The msgid decides the translation.
        return isinstance(other, Message) and str(self) == str(other) and self.msgid == other.msgid

    def __hash__(self) -> int:
        return hash((self.msgid, str(self)))

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"


class Number:
    """A number in a sentence, which is written as the reader's language writes numbers; `form` says how in English.

    >>> str(Message("{done} of {all} MB", done=Number(2.5, ".2f"), all=Number(1024)))
    '2.50 of 1,024 MB'
    """

    __slots__ = ("form", "value")

    def __init__(self, value: float, form: str = ",") -> None:
        self.value, self.form = value, form

    def __str__(self) -> str:
        return format(self.value, self.form)

    def __repr__(self) -> str:
        return f"Number({str(self)!r})"


def plain(text: str) -> Message:
    """A sentence without {names}: braces in it are just braces.

    >>> str(plain("expected a set such as {1, 2}"))
    'expected a set such as {1, 2}'
    """
    return Message(text.replace("{", "{{").replace("}", "}}"))


def either(names: Iterable[object]) -> object:
    """The names joined by commas, and the last one by "or".

    >>> str(either(["nim", "nimble", "kayles"]))
    'nim, nimble or kayles'
    """
    *more, last = names
    if not more:
        return last
    return Message("{one} or {two}", one=_listing(more), two=last)


def every(names: Iterable[object]) -> object:
    """The names joined by commas, and the last one by "and".

    >>> str(every(["dask", "polars"]))
    'dask and polars'
    """
    *more, last = names
    if not more:
        return last
    return Message("{one} and {two}", one=_listing(more), two=last)


def _listing(names: Iterable[object]) -> object:
    return reduce(lambda one, two: Message("{one}, {two}", one=one, two=two), names)


def row(sentences: Iterable[object]) -> Message:
    """The sentences one after the other.

    >>> str(row([Message("take {amount}", amount=1), Message("take {amount}", amount=2)]))
    'take 1; take 2'
    """
    # As params rather than text, so that each sentence is still worded in the reader's language.
    params = {f"item{i}": sentence for i, sentence in enumerate(sentences)}
    return Message("; ".join(f"{{{name}}}" for name in params), params=params)


# -- the catalogs of translated messages ---------------------------------------------------------

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
