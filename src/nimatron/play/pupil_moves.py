"""Positions as arguments of a pupil's function, and what it returns as moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Position
from ..core.message import Message, Number, plain
from ..families.heaps.rules import HeapGame
from .faults import ProgramFault, printable
from .pupil import PRINTED, STEPS
from .typed_moves import is_option, read_move


@dataclass(frozen=True)
class PupilReply:
    """What a call of a pupil's function gave: a value with its type and its text, or a fault in a line."""

    value: Any = None
    type: str = ""
    text: str = ""
    fault: str = ""
    error: str = ""
    line: int | None = None
    calls: int = 0
    printed: str = ""

    @property
    def reason(self) -> Message:
        """The fault in words."""
        reason = _REASONS.get(self.fault) or plain(printable(self.error))
        return Message("line {n}: {fault}", params={"n": self.line, "fault": reason}) if self.line else reason


_REASONS = {
    "steps": Message("still running after {n} steps", params={"n": Number(STEPS)}),
    "output": Message("it printed more than {n} characters", params={"n": Number(PRINTED)}),
    "input": Message("it waits for input, but there is none: use the argument of the function"),
}

KINDS = {"steps": "time", "output": "flood"}
"""The faults of a match that these are; all others are a crash."""


def argument_of(position: Position) -> Any:
    """The position as a function gets it: one number, a list of numbers, or else its text.

    >>> from nimatron import parse
    >>> argument_of(parse("subtraction{1,2,3}: 13")), argument_of(parse("nim: 3 4 5"))
    (13, [3, 4, 5])
    """
    state = position.state
    if isinstance(state, tuple) and state and all(type(entry) is int for entry in state):
        return state[0] if len(state) == 1 else list(state)
    return str(position)


def option_of(position: Position, reply: PupilReply, given: Any) -> Position:
    """The move that a function returned when it was `given` a number: the number taken; or a list: the list after it.

    >>> from nimatron import parse
    >>> print(option_of(parse("nim: 3 4 5"), PupilReply([1, 4, 5], "list", "[1, 4, 5]"), [3, 4, 5]))
    nim: 1 4 5
    """
    value = reply.value
    if isinstance(value, str) or (isinstance(given, int) and type(value) is int):
        return read_move(position, str(value))
    if isinstance(value, list) and (state := _state_of(position, value)) is not None:
        return Position(position.game, state)
    params = {"text": printable(reply.text), "type": reply.type, "expected": EXPECTED[type(given)]}
    raise IllegalMove(Message("{text} ({type}) is not a move here: expected {expected}", params=params))


EXPECTED = {
    int: Message("the number taken"),
    list: Message("the list of heaps after the move"),
    str: Message("the position after the move, or the move in words"),
}
"""What a function returns, by the type of its argument."""


def _state_of(position: Position, numbers: Sequence[Any]) -> tuple[Any, ...] | None:
    """The option that these numbers mean; in games of heaps, empty heaps may be left out and the order changed."""
    if is_option(position, tuple(numbers)):
        return tuple(numbers)
    if not isinstance(position.game, HeapGame) or not all(type(entry) is int for entry in numbers):
        return None
    wanted = sorted(filter(None, numbers))
    return next((option.state for option in position.options() if sorted(filter(None, option.state)) == wanted), None)


def move_by(call: Callable[..., PupilReply], position: Position) -> Position:
    """The position after the move of a pupil's function; ProgramFault or IllegalMove if it makes none."""
    given = argument_of(position)
    reply = call(given)
    if reply.fault:
        raise ProgramFault(KINDS.get(reply.fault, "crash"), reply.reason)
    return option_of(position, reply, given)
