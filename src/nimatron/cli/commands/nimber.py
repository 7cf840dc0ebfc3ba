"""nimatron nimber"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from ...core.errors import UsageError
from ...core.message import either
from ...nimbers.expression import evaluate
from ...nimbers.field import nim_mul, nim_sum
from ...show.json_data import nimber_data, nimber_table_data
from ...show.nimber_text import calculation_lines, operation_table
from ..screen import show, show_json
from ..session import Json

LARGEST_TABLE = 256
OPERATIONS: dict[str, tuple[str, Callable[[int, int], int]]] = {"product": ("⊗", nim_mul), "sum": ("⊕", nim_sum)}

Expression = Annotated[
    list[str] | None, typer.Argument(metavar="EXPRESSION", help='Such as "24*17 + 8/5"; quote it for the shell.')
]
Steps = Annotated[bool, typer.Option("--steps", help="Show every operation, and each product by Fermat powers.")]
Table = Annotated[
    int,
    typer.Option(
        "--table", metavar="N", min=0, max=LARGEST_TABLE, help="Print the table of all pairs below N instead."
    ),
]
Op = Annotated[str, typer.Option("--op", help="The operation of the table: product or sum.")]


def nimber(
    words: Expression = None, steps: Steps = False, table: Table = 0, op: Op = "product", json: Json = False
) -> None:
    """Calculate with nimbers: + is the nim-sum, * the nim-product.

    There are + - * / ^ and brackets; exponents are integers and may be negative; xor is +, and ⊖ and ⊘ divide.
    Functions: sqrt(x), square(x), inv(x), mex(x, y, ...), log(x), log(x, base), order(x), degree(x), solve(c) for both
    x with x*x + x = c, quadratic(a, b, c) for all x with a*x*x + b*x + c = 0. Write ordinals in square brackets.

    Example: nimatron nimber "24*17 + 8/5"

    Example: nimatron nimber --steps "8*8"

    Example: nimatron nimber "[w^2+1] + [w+3]"

    Example: nimatron nimber --table 16
    """
    # Exactly one of the two: a calculation or a table.
    if bool(words) == bool(table):
        raise UsageError('expected an expression such as "24*17", or --table N')
    if table:
        _table(table, op, json)
        return
    answer = evaluate(" ".join(words or ()), steps)
    if json:
        show_json(nimber_data(answer))
    else:
        show(calculation_lines(answer, steps))


def _table(size: int, name: str, json: bool) -> None:
    if name not in OPERATIONS:
        raise UsageError("expected --op {operations}, got {name!r}", operations=either(OPERATIONS), name=name)
    sign, operation = OPERATIONS[name]
    cells = [[operation(a, b) for b in range(size)] for a in range(size)]
    if json:
        show_json(nimber_table_data(name, cells))
    else:
        show(operation_table(sign, cells))
