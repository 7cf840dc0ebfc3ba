"""The judge of pupils' programs: it answers with the smallest position where the program is wrong.

The judge asks one case after the other and never looks at what a program prints, so a program cannot talk itself right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalMove
from ...core.game import Position
from ...core.message import Message
from ...explain.ask import grundy, outcome, winning_moves
from ...play.faults import ProgramFault, printable
from ...play.pupil_moves import PupilReply, option_of
from .tasks import Case, Task

Ask = Callable[..., PupilReply]
"""Calls the pupil's function; ProgramFault if the program ends or takes too long."""


@dataclass(frozen=True)
class Counterexample:
    """The smallest position where a program is wrong: what it did, and what would be right."""

    position: Position
    call: str
    fault: str
    """wrong, illegal, type, exception, input, steps, output, missing, or a fault of the process: crash, time, ..."""
    did: Message
    right: Message | None = None
    after: Position | None = None
    """The position after the program's move."""
    better: Position | None = None
    """The position after a winning move."""
    line: int | None = None
    printed: str = ""


@dataclass(frozen=True)
class ProgramVerdict:
    """The verdict on a program: the number of positions that it has right, and the first one that it has not."""

    task: Task
    judged: int
    counterexample: Counterexample | None = None

    @property
    def passed(self) -> bool:
        return self.counterexample is None


def judge(task: Task, name: str | None, ask: Ask) -> ProgramVerdict:
    """The verdict on the function `name`; None says that the program has none with a name of the task."""
    for count, case in enumerate(task.cases()):
        if name is None:
            return ProgramVerdict(task, 0, _missing(task, case))
        if (counterexample := _judge_case(task, case, name, ask)) is not None:
            return ProgramVerdict(task, count, counterexample)
    return ProgramVerdict(task, sum(1 for _ in task.cases()))


def _missing(task: Task, case: Case) -> Counterexample:
    did = Message("there is no function {signature}", signature=task.signature)
    right = Message("begin with: {code}", code=f"def {task.signature}:")
    return Counterexample(case.position, task.signature, "missing", did, right)


def _judge_case(task: Task, case: Case, name: str, ask: Ask) -> Counterexample | None:
    call = f"{name}({', '.join(map(repr, case.arguments))})"
    try:
        reply = ask(*case.arguments)
    except ProgramFault as fault:
        return Counterexample(case.position, call, fault.kind, fault.reason)
    wrong = _wrong(task, case, call, reply)
    if wrong is None or not reply.printed.strip():
        return wrong
    return Counterexample(**{**vars(wrong), "printed": printable(reply.printed.strip(), 400)})


def _wrong(task: Task, case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    if reply.fault:
        return Counterexample(case.position, call, reply.fault, reply.reason, line=reply.line)
    try:
        return RIGHTS[task.returns](case, call, reply)
    except _WrongType as wrong:
        params = {"text": printable(reply.text), "type": reply.type, "expected": wrong.expected}
        did = Message("it returned {text} ({type}): expected {expected}", params=params)
        return Counterexample(case.position, call, "type", did)


class _WrongType(Exception):
    """A value of another type than the task wants."""

    def __init__(self, expected: Message) -> None:
        super().__init__(str(expected))
        self.expected = expected


def _reply_text(reply: PupilReply) -> Message:
    return Message("it returned {text}", text=printable(reply.text))


# -- moves -------------------------------------------------------------------------------------------


def _move(case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    """Is it a legal move, and one that wins if any does?"""
    position = case.position
    wins = winning_moves(position)
    better = wins[0] if wins else None
    try:
        after = option_of(position, reply, case.arguments[0])
    except IllegalMove as fault:
        did = fault.message
        if "expected" not in did.params:  # otherwise the fault says already what was returned
            text = Message("it returned {text}, which is not a legal move: {fault}").msgid
            did = Message(text, text=printable(reply.text), fault=did)
        return Counterexample(position, call, "illegal", did, _would_win(position, better), None, better)
    if better is None or outcome(after) == "P":
        return None
    reply_to_it = winning_moves(after)[0]
    did = Message(
        "it returned {text}: after “{move}” the other player wins by “{reply}”",
        text=printable(reply.text),
        move=position.game.describe(position.state, after.state),
        reply=after.game.describe(after.state, reply_to_it.state),
    )
    return Counterexample(position, call, "wrong", did, _would_win(position, better), after, better)


def _would_win(position: Position, better: Position | None) -> Message | None:
    if better is None:
        return None
    return Message("this would win: {move}", move=position.game.describe(position.state, better.state))


def _winning_move(case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    """The same, but in a losing position it returns None."""
    position, wins = case.position, winning_moves(case.position)
    if reply.type == "NoneType":
        if not wins:
            return None
        did = Message("it returned None, as if no move won")
        return Counterexample(position, call, "wrong", did, _would_win(position, wins[0]), None, wins[0])
    if wins:
        return _move(case, call, reply)
    right = Message("None is right: no move wins here")
    return Counterexample(position, call, "wrong", _reply_text(reply), right)


# -- outcomes and values -----------------------------------------------------------------------------


def _losing(case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    if not isinstance(reply.value, bool):
        raise _WrongType(Message("True or False"))
    position, wins = case.position, winning_moves(case.position)
    if reply.value == (not wins):
        return None
    if wins:
        right = Message("False is right: “{move}” wins", move=position.game.describe(position.state, wins[0].state))
        return Counterexample(position, call, "wrong", _reply_text(reply), right, None, wins[0])
    right = Message("True is right: no move wins here")
    return Counterexample(position, call, "wrong", _reply_text(reply), right)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _value(case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    if not _is_number(reply.value):
        raise _WrongType(Message("a whole number"))
    value = grundy(case.position)
    if reply.value == value:
        return None
    right = Message("the right value is {value}", value=value)
    return Counterexample(case.position, call, "wrong", _reply_text(reply), right)


def _values(case: Case, call: str, reply: PupilReply) -> Counterexample | None:
    """A list of values from 0 to n: the smallest heap with a wrong one is the counterexample."""
    position, n, values = case.position, case.position.state[0], reply.value
    if not isinstance(values, list) or not all(map(_is_number, values)):
        raise _WrongType(Message("a list of whole numbers"))
    for k in range(n + 1):
        heap = Position(position.game, (k,))
        value = grundy(heap)
        if k >= len(values):
            did = Message("the list ends after {count} values", count=len(values))
        elif values[k] != value:
            did = Message("entry {k} of the list is {value}", k=k, value=values[k])
        else:
            continue
        right = Message("the value of {position} is {value}", position=heap, value=value)
        return Counterexample(heap, call, "wrong", did, right)
    if len(values) > n + 1:
        did = Message("the list has {count} values", count=len(values))
        return Counterexample(position, call, "wrong", did, Message("{count} are right: from 0 to n", count=n + 1))
    return None


RIGHTS: dict[str, Callable[[Case, str, PupilReply], Counterexample | None]] = {
    "move": _move,
    "winning move": _winning_move,
    "losing": _losing,
    "value": _value,
    "values": _values,
}
