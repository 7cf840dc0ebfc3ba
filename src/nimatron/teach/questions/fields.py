"""The keys that a question, or a step of a lesson's file, may have, and the check of each value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.message import Message, either

Given = Mapping[str, Any]
"""The keys and values of one table of a file, or of one question."""

Check = Callable[[Any], Message | None]
"""Returns a message that names the expected value, or None if the value fits."""

LONGEST = 4000
"""The most characters of one text or position."""

MANY = 64
"""The most entries of one list."""


@dataclass(frozen=True)
class Fault:
    """A mistake in a file: `place` names the step and the key, `expected` describes a right value."""

    file: str
    place: Message | str
    expected: Message | str

    @property
    def message(self) -> Message:
        """The mistake as one line."""
        if not self.place:
            return Message("{file}: {expected}", file=self.file, expected=self.expected)
        return Message("{file}: {place}: {expected}", file=self.file, place=self.place, expected=self.expected)


@dataclass(frozen=True)
class Fields:
    """The keys that a table needs and the keys that it may have, each with its check."""

    needs: Mapping[str, Check] = field(default_factory=dict)
    may: Mapping[str, Check] = field(default_factory=dict)

    def __or__(self, other: Fields) -> Fields:
        # A key may be in both: `faults` then treats it as needed.
        return Fields({**self.needs, **other.needs}, {**self.may, **other.may})

    def faults(self, given: Given) -> Iterator[tuple[str, Message]]:
        """The wrong keys, each with the message about it."""
        # A misspelt key would be ignored silently otherwise, so unknown keys are faults too.
        known = {**self.may, **self.needs}
        for key in self.needs:
            if key not in given:
                yield key, Message("is missing")
        for key, value in given.items():
            if key not in known:
                yield key, Message("is unknown: expected {names}", names=either(sorted(known)))
            elif (wrong := known[key](value)) is not None:
                yield key, wrong


# -- checks --------------------------------------------------------------------------------------


def text(value: Any) -> Message | None:
    """Words, a position or the name of a game."""
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST:
        return None
    return Message("expected a text of 1 to {most} characters", most=LONGEST)


def texts(value: Any) -> Message | None:
    """A list of texts."""
    if isinstance(value, list) and 1 <= len(value) <= MANY and all(text(entry) is None for entry in value):
        return None
    return Message("expected a list of 1 to {most} texts", most=MANY)


def flag(value: Any) -> Message | None:
    """Yes or no."""
    return None if isinstance(value, bool) else Message("expected true or false")


def number(least: int, most: int) -> Check:
    """A whole number within bounds."""

    def check(value: Any) -> Message | None:
        # In Python true and false are numbers, in a lesson's file they are not.
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return None
        return Message("expected a whole number from {least} to {most}", least=least, most=most)

    return check


def numbers(least: int, most: int) -> Check:
    """A list of whole numbers, each within bounds."""
    one = number(least, most)

    def check(value: Any) -> Message | None:
        if isinstance(value, list) and len(value) <= MANY and all(one(entry) is None for entry in value):
            return None
        return Message("expected a list of whole numbers from {least} to {most}", least=least, most=most)

    return check


def one_of(*names: str) -> Check:
    """One of a few names."""

    def check(value: Any) -> Message | None:
        return None if value in names else Message("expected {names}", names=either(names))

    return check
