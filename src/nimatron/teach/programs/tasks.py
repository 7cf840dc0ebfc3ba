"""The tasks for pupils' programs: the function to write, and the cases that it is judged by, from small to large.

The words of the tasks are in `tasks.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any, Literal

from ...core.errors import UsageError
from ...core.game import Position
from ...core.message import Message
from ...notation.reader import parse
from ...play.lexicon import Lexicon
from ...play.pupil_moves import function_in
from ...play.vocabulary import fold_letters
from ...show.words import every_wording, word

Returns = Literal["move", "winning move", "losing", "values", "value"]
"""The result of a function: any legal move that wins if one does; a winning move or None; True if the position is
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
        return task.name  # calling it then reports the fault, with its line
    return function_in(source, task.names)


# -- the cases of each task ------------------------------------------------------------------------

SETS = ((1, 2, 3), (1, 2), (1, 3, 4), (2, 3, 7, 8), (1, 2, 6, 11))


def _take_away() -> Iterator[Case]:
    return (Case((n,), f"subtraction{{1,2,3}}: {n}") for n in range(1, 61))


def _sets() -> Iterator[Case]:
    for n in range(1, 41):
        for moves in SETS:
            if n >= moves[0]:
                yield Case((n, list(moves)), f"subtraction{{{','.join(map(str, moves))}}}: {n}")


def _heaps(most: int, total: int, more: Sequence[tuple[int, ...]] = ()) -> list[tuple[int, ...]]:
    """One to three heaps, the small ones first."""
    positions = [
        heaps for size in (1, 2, 3) for heaps in product(range(most + 1), repeat=size) if 0 < sum(heaps) <= total
    ]
    return [*sorted(positions, key=lambda heaps: (sum(heaps), len(heaps), heaps)), *more]


def _nim(heaps: Sequence[tuple[int, ...]]) -> Iterator[Case]:
    return (Case((list(state),), f"nim: {' '.join(map(str, state))}") for state in heaps)


def _wythoff() -> Iterator[Case]:
    squares = sorted(product(range(14), repeat=2), key=lambda square: (sum(square), square))
    return (Case(square, f"wythoff: {square[0]} {square[1]}") for square in squares)


def _kayles() -> Iterator[Case]:
    return (Case((n,), f"kayles: {n}") for n in (*range(13), 100))


def _chomp() -> Iterator[Case]:
    """Small bars and two large ones, which are beyond recursion without a memory."""
    bars = [rows[::-1] for size in (1, 2, 3) for rows in combinations_with_replacement(range(1, 5), size)]
    for rows in [*sorted(bars, key=lambda rows: (sum(rows), rows)), (5, 5, 5, 5), (7, 7, 7, 7)]:
        yield Case((list(rows),), f"chomp: {' '.join(map(str, rows))}")


def _product() -> Iterator[Case]:
    pairs = sorted(product(range(11), repeat=2), key=lambda pair: (sum(pair), pair))
    return (Case(pair, f"corners: {pair[0]},{pair[1]}") for pair in pairs)


CASES: dict[str, Callable[[], Iterator[Case]]] = {
    "take_away": _take_away,
    "sets": _sets,
    "large_nim": lambda: _nim(_heaps(5, 12, [(11, 20, 25), (7, 9, 14, 100), (1000, 2000, 3000)])),
    "small_nim": lambda: _nim(_heaps(4, 6)),
    "wythoff": _wythoff,
    "kayles": _kayles,
    "chomp": _chomp,
    "product": _product,
}
"""The cases of the tasks, by the name that `tasks.toml` gives them."""


def _task(given: dict[str, Any]) -> Task:
    words = {key: Message(" ".join(given[key].split())) for key in ("title", "text")}
    hints = tuple(map(Message, given["hints"]))
    function = Message(f"name of a function: {given['function']}")
    return Task(**{**given, **words, "hints": hints, "function": function, "cases": CASES[given["cases"]]})


TASKS = tuple(map(_task, tomllib.loads(Path(__file__).with_name("tasks.toml").read_text("utf-8"))["tasks"]))
"""The tasks in the order in which they are taught."""


def task_of(id: str) -> Task:
    """The task with this id; UsageError if there is none.

    >>> task_of("kayles").parameters
    'n'
    """
    for task in TASKS:
        if task.id == id:
            return task
    ids = ", ".join(task.id for task in TASKS)
    raise UsageError("there is no task {id!r}: expected one of {ids}", id=id[:40], ids=ids)
