"""How a pupil's file in Python wants to be asked: it has a function, it talks with the user, or it reads positions."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Literal

from .vocabulary import fold_letters

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
