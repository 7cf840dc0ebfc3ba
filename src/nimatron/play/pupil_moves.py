"""How a pupil's program in Python is asked: as a function, in lines or in talk; and what it returns as moves."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..core.errors import IllegalMove
from ..core.game import Position
from ..core.message import Message, Number, plain
from ..families.heaps.rules import HeapGame
from .faults import ProgramFault, printable
from .pupil import PRINTED, STEPS
from .typed_moves import is_option, read_move
from .vocabulary import fold_letters


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


# -- the file: it has a function, it talks with the user, or it reads positions --------------------


Style = Literal["lines", "function", "talk"]
"""`lines`: a line with a position in, a line with a move out. `function`: its function is called with the position.
`talk`: it asks for numbers and prints sentences, as a program for people does."""

READERS = frozenset({"input", "stdin", "fileinput"})
"""Names without which a program in Python reads nothing."""

MODULE = (ast.FunctionDef, ast.Assign, ast.AnnAssign, ast.ImportFrom)


def function_in(source: str, names: Collection[str]) -> str | None:
    """The first name in the file's outermost lines that is one of `names`, whatever marks its letters have."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = [name for node in body if isinstance(node, MODULE) for name in _defined_names(node)]
    return next((name for wanted in names for name in found if fold_letters(name) == wanted), None)


def _defined_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name):
            yield name
        case ast.Assign(targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(ast.Name(name)):
            yield name
        case ast.ImportFrom(_, aliases):
            yield from (alias.asname or alias.name for alias in aliases)


def style_of(source: str, names: Collection[str]) -> Style:
    """The style of a program, read from its text.

    >>> style_of("def move(n): return n % 4", ["move"])
    'function'
    >>> style_of("n = int(input('How many coins? '))", ["move"])
    'talk'
    >>> style_of("print(input().split(':')[1])", ["move"])
    'lines'
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "lines"  # it fails when it is run, and the fault is reported then
    if not any(_name(node) in READERS for node in nodes):
        return "function" if function_in(source, names) else "lines"
    return "talk" if any(map(_prompts, nodes)) or _tells_first(nodes) else "lines"


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _prompts(node: ast.AST) -> bool:
    """Does it ask for input with words, or take the input for a number? The notation of a position is not a number."""
    if not isinstance(node, ast.Call):
        return False
    if _name(node.func) == "input":
        return bool(node.args)
    return _name(node.func) == "int" and any(isinstance(arg, ast.Call) and _reads(arg) for arg in node.args)


def _reads(call: ast.Call) -> bool:
    """Is it input(), sys.stdin.readline(), or such with strip()?"""
    func = call.func
    if _name(func) in ("strip", "rstrip") and isinstance(func, ast.Attribute):
        return isinstance(func.value, ast.Call) and _reads(func.value)
    return _name(func) == "input" or (isinstance(func, ast.Attribute) and _name(func.value) == "stdin")


def _tells_first(nodes: list[ast.AST]) -> bool:
    """Does it print words before it reads, in the same function or outside of all?"""
    scopes = [[*_inside(node)] for node in nodes if isinstance(node, ast.Module | ast.FunctionDef)]
    for scope in scopes:
        reads = [node.lineno for node in scope if isinstance(node, ast.Call) and _reads(node)]
        prints = [node for node in scope if isinstance(node, ast.Call) and _name(node.func) == "print"]
        if reads and any(_prints_words(call) and call.lineno < min(reads) for call in prints):
            return True
    return False


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """All that a function, or the file, runs itself."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _inside(child)


def _prints_words(call: ast.Call) -> bool:
    texts = [node.value for arg in call.args for node in ast.walk(arg) if isinstance(node, ast.Constant)]
    return any(isinstance(text, str) and any(letter.isalpha() for letter in text) for text in texts)
