"""Commands that repeat an answer of the page elsewhere: for the command line, and for Python by its public names."""

from __future__ import annotations

from shlex import join

from ..core.game import Game
from ..solve.value_table import ValueTable


def sequence_commands(game: Game, n: int) -> list[str]:
    """For the first values of a one-heap game."""
    return [join(["nimatron", "seq", str(game), "-n", str(n)]), _python(f"nt.sequence({str(game)!r}, {n})")]


def period_commands(game: Game) -> list[str]:
    """For the period of a one-heap game."""
    return [join(["nimatron", "period", str(game)]), _python(f"nt.period({str(game)!r})")]


def family_commands(family: ValueTable, rows: int | None = None) -> list[str]:
    """For the values of a family of positions; `rows` is the height of the whole table if this is a piece."""
    size = [len(family.columns)] if family.rows == ("",) else [len(family.columns), rows or len(family.rows)]
    command = ["nimatron", "table", str(family.game), "-n", "x".join(map(str, size))]
    arguments = [repr(str(family.game)), *map(str, size), *(["misere=True"] if family.misere else [])]
    # A list times False is empty.
    return [join(command + ["--misere"] * family.misere), _python(f"nt.value_table({', '.join(arguments)}).cells")]


def comparison_commands(one: Game, two: Game, n: int) -> list[str]:
    """For the first heap at which the values of two one-heap games differ."""
    values = f"nt.sequence({str(one)!r}, {n}), nt.sequence({str(two)!r}, {n})"
    python = _python(f"one, two = {values}\nnext((heap for heap in range({n}) if one[heap] != two[heap]), None)")
    return [join(["nimatron", "compare", str(one), str(two), "-n", str(n)]), python]


def discovery_commands(game: Game) -> list[str]:
    """For the rule of a game from formulas."""
    rules = game.parameters
    return [
        join(["nimatron", "discover", rules]),
        _python(f"print(nt.discover(nt.Rules.from_parameters({rules!r})).rule)"),
    ]


def nimber_commands(expression: str) -> list[str]:
    """For the value of an expression; only the command line reads one."""
    return [join(["nimatron", "nimber", expression, "--steps"])]


def nimber_table_commands(operation: str, size: int) -> list[str]:
    """For the table of an operation on all pairs of numbers below `size`."""
    name = "nim_mul" if operation == "product" else "nim_sum"
    cells = f"[[nt.{name}(a, b) for b in range({size})] for a in range({size})]"
    return [f"nimatron nimber --table {size} --op {operation}", _python(cells)]


def _python(lines: str) -> str:
    """Lines that use public names alone: others may change with any version."""
    return f"import nimatron as nt\n{lines}"
