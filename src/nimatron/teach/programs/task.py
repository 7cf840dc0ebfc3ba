"""A task for a pupil's program: which function to write, and the cases that it is judged by, from small to large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ...core.game import Position
from ...core.message import Message
from ...notation.reader import parse
from ...play.lexicon import Lexicon
from ...play.pupil_moves import function_in
from ...play.vocabulary import fold_letters
from ...show.words import every_wording, word

Returns = Literal["move", "winning move", "losing", "values", "value"]
"""What a function returns: any legal move that wins where one does; a winning move or None; True if the position is
losing; the values of all positions up to n; one value."""


@dataclass(frozen=True)
class Case:
    """The arguments of one call, and the position that they mean."""

    arguments: tuple[Any, ...]
    text: str

    @cached_property
    def position(self) -> Position:
        return parse(self.text)


@dataclass(frozen=True)
class Task:
    """One program to write. `code` has {name} where the function is called by its name in the pupil's language."""

    id: str
    title: Message
    text: Message
    function: Message
    """The names of the function, as a list that each language translates."""
    parameters: str
    returns: Returns
    cases: Callable[[], Iterator[Case]]
    hints: tuple[Message, Message, Message]
    start: str
    """The body that the pupil begins with."""
    model: str
    match: str = ""
    """A position in which a person can play against the program; "" if the function does not play."""

    @property
    def names(self) -> list[str]:
        """The names that the function may have, in all languages."""
        return Lexicon(every_wording()).words(self.function)

    @property
    def name(self) -> str:
        """The name of the function in the reader's language."""
        return fold_letters(word(self.function).partition(":")[2].split(",")[0].strip())

    @property
    def signature(self) -> str:
        return f"{self.name}({self.parameters})"

    @property
    def starter(self) -> str:
        """The code that the pupil begins with."""
        return f"def {self.signature}:\n    {self.start}\n"

    @property
    def solution(self) -> str:
        """A right program."""
        return self.model.replace("{name}", self.name)

    def command(self, file: str = "program.py") -> str:
        """The command that judges a file."""
        return f"nimatron judge {file} {self.id}"

    def match_command(self, file: str) -> str:
        """The command that lets a program play."""
        return f'nimatron referee {file} "{self.match}"'


def program_name(source: str, task: Task) -> str | None:
    """The name of the function in a program; None if it has none that the task accepts."""
    try:
        compile(source, "program.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return task.name  # whoever calls it gets the fault, with its line
    return function_in(source, task.names)
