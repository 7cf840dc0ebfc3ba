"""Sentences as data: worded later, in the reader's language, by `present/` alone."""

from __future__ import annotations

from collections.abc import Mapping


class Message:
    """A sentence that is worded later, in the reader's language.

    `msgid` and `plural` are English with {names}; `n` chooses between them; a value of
    `params` may be a Message itself.

    >>> str(Message("take {n} coin", "take {n} coins", 3, {"n": 3}))
    'take 3 coins'
    """

    __slots__ = ("msgid", "n", "params", "plural")

    def __init__(self, msgid: str, plural: str = "", n: int = 1, params: Mapping[str, object] | None = None) -> None:
        self.msgid, self.plural, self.n, self.params = msgid, plural, n, dict(params or {})

    def __str__(self) -> str:
        text = self.plural if self.plural and self.n != 1 else self.msgid
        return text.format(**self.params)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other) and self.msgid == other.msgid

    def __hash__(self) -> int:
        return hash((self.msgid, str(self)))

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"
