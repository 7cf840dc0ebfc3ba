"""Commands that repeat an answer of the page elsewhere: each time one for the command line and one for Python."""

from __future__ import annotations

from shlex import join

from ..game import Game
from ..values.family import ValueTable


def sequence_commands(game: Game, n: int) -> list[str]:
    """For the first values of a one-heap game."""
    return [join(["nimatron", "seq", str(game), "-n", str(n)]), _python(game, f"nt.sequence(game, {n})")]


def period_commands(game: Game) -> list[str]:
    """For the period of a one-heap game."""
    return [join(["nimatron", "period", str(game)]), _python(game, "nt.period(game)")]


def family_commands(family: ValueTable, rows: int | None = None) -> list[str]:
    """For the values of a family of positions; `rows` are those of the whole table, if only a piece is there."""
    size = [len(family.columns)] if family.rows == ("",) else [len(family.columns), rows or len(family.rows)]
    command = ["nimatron", "table", str(family.game), "-n", "x".join(map(str, size))]
    arguments = ["game", "numbering_of(game)", *map(str, size), *(["misere=True"] if family.misere else [])]
    imports = "from nimatron.present.families import numbering_of\nfrom nimatron.values.family import family\n"
    python = _python(family.game, f"{imports}family({', '.join(arguments)}).cells")
    return [join(command + ["--misere"] * family.misere), python]


def comparison_commands(one: Game, two: Game, n: int) -> list[str]:
    """For the first heap at which the values of two one-heap games differ."""
    imports = "from nimatron.games.catalog import KNOWN\nfrom nimatron.values.comparing import compare\n"
    games = f"KNOWN.game({str(one)!r}), KNOWN.game({str(two)!r})"
    return [join(["nimatron", "compare", str(one), str(two), "-n", str(n)]), f"{imports}compare({games}, {n})"]


def nimber_commands(expression: str) -> list[str]:
    """For the value of an expression."""
    python = f"from nimatron.nimbers.expression import evaluate\nevaluate({expression!r}).values"
    return [join(["nimatron", "nimber", expression, "--steps"]), python]


def nimber_table_commands(operation: str, size: int) -> list[str]:
    """For the table of an operation on all pairs of numbers below `size`."""
    name = "nim_mul" if operation == "product" else "nim_sum"
    cells = f"[[nt.{name}(a, b) for b in range({size})] for a in range({size})]"
    return [f"nimatron nimber --table {size} --op {operation}", f"import nimatron as nt\n{cells}"]


def _python(game: Game, lines: str) -> str:
    imports = "import nimatron as nt\nfrom nimatron.games.catalog import KNOWN\n"
    return f"{imports}game = KNOWN.game({str(game)!r})\n{lines}"
