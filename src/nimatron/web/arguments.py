"""Arguments in an address: each kind reads its text, names the fault in a wrong one, and describes itself.

The server and the engine in a browser read arguments by the same table (`questions`), so both refuse the same texts
with the same words. Nothing here knows HTTP.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.message import Message, either

MISSING = Message("it is missing")
NO_NUMBER = Message("expected a whole number")
LONG_NUMBER = Message("expected a shorter number")
NO_FLAG = Message("expected true or false")

NEEDED: Any = object()
"""The default of an argument that has none."""

DIGITS = 100
"""The longest number that is read at all."""

FLAGS = {word: value for value, words in ((True, "true 1 yes on"), (False, "false 0 no off")) for word in words.split()}


class Unfit(Exception):
    """An argument is missing or has a text that it cannot take."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class Argument:
    """An argument; without a default it must be given. `answer_name` is its name in the function that answers."""

    default: Any = NEEDED
    about: str = ""
    examples: Sequence[Any] = ()
    answer_name: str = ""

    def read(self, values: Sequence[str]) -> Any:
        """The value of the argument, from the texts in the address; of several texts the last one counts."""
        if not values:
            if self.default is NEEDED:
                raise Unfit(MISSING)
            return self.default
        return self.read_one(values[-1])

    def read_one(self, text: str) -> Any:
        """The value of one text; Unfit if it has none."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The argument in JSON Schema."""
        raise NotImplementedError

    def parameter(self, name: str) -> dict[str, Any]:
        """The argument as a parameter in an OpenAPI document."""
        schema = self.schema()
        if self.default not in (NEEDED, None):
            schema["default"] = self.default
        if self.examples:
            schema["examples"] = list(self.examples)
        parameter = {"name": name, "in": "query", "required": self.default is NEEDED, "schema": schema}
        return parameter | ({"description": self.about} if self.about else {})


@dataclass(frozen=True, kw_only=True)
class TextArgument(Argument):
    """A text of `least` to `most` characters, in the form of a `pattern`."""

    most: int
    least: int = 0
    pattern: str = ""

    def read_one(self, text: str) -> str:
        if len(text) < self.least:
            raise Unfit(Message("expected at least {min_length} characters", min_length=self.least))
        if len(text) > self.most:
            raise Unfit(Message("expected at most {max_length} characters", max_length=self.most))
        if self.pattern and not re.search(self.pattern, text):
            raise Unfit(Message("expected a text of the form {pattern}", pattern=self.pattern))
        return text

    def schema(self) -> dict[str, Any]:
        bounds = {"minLength": self.least, "maxLength": self.most, "pattern": self.pattern}
        return {"type": "string"} | {name: bound for name, bound in bounds.items() if bound}


@dataclass(frozen=True, kw_only=True)
class ChoiceArgument(Argument):
    """One of a few words."""

    of: tuple[str, ...]

    def read_one(self, text: str) -> str:
        if text not in self.of:
            raise Unfit(Message("expected {expected}", expected=either(self.of)))
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.of)}


@dataclass(frozen=True, kw_only=True)
class NumberArgument(Argument):
    """A whole number."""

    least: int
    most: int

    def read_one(self, text: str) -> int:
        if len(text) > DIGITS:
            raise Unfit(LONG_NUMBER)
        # Not \d, which accepts the digits of every alphabet.
        if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", text):
            raise Unfit(NO_NUMBER)
        number = int(text)
        if number < self.least:
            raise Unfit(Message("expected at least {ge}", ge=self.least))
        if number > self.most:
            raise Unfit(Message("expected at most {le}", le=self.most))
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, kw_only=True)
class FlagArgument(Argument):
    """True or false."""

    def read_one(self, text: str) -> bool:
        if text.lower() not in FLAGS:
            raise Unfit(NO_FLAG)
        return FLAGS[text.lower()]

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class TextsArgument(Argument):
    """Several texts: the argument is repeated, `few` to `many` times."""

    each: TextArgument
    many: int
    few: int = 0

    def read(self, values: Sequence[str]) -> Any:
        if not values:
            return super().read(values)
        if len(values) < self.few:
            raise Unfit(Message("expected this argument at least {count} times", count=self.few))
        if len(values) > self.many:
            raise Unfit(Message("expected this argument at most {count} times", count=self.many))
        return [self.each.read_one(value) for value in values]

    def schema(self) -> dict[str, Any]:
        bounds = {"maxItems": self.many} | ({"minItems": self.few} if self.few else {})
        return {"type": "array", "items": self.each.schema(), **bounds}
