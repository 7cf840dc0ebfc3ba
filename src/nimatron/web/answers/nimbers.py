"""Answers about nimbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...nimbers import nim_mul, nim_sum
from ...nimbers.expression import evaluate
from ...present.commands import nimber_commands, nimber_table_commands
from ...present.data import nimber_data, nimber_table_data
from ...present.nimbers import calculated
from .asked import Asked


def nimber(asked: Asked, expression: str) -> Any:
    """The value of an expression of nimbers, and the steps that lead to it."""
    found = evaluate(expression, steps=True)
    [result] = calculated(found)
    steps = [line.text for line in calculated(found, steps=True)]
    return nimber_data(found) | {"text": result.text, "steps": steps, "commands": nimber_commands(expression)}


def nimbers(asked: Asked, operation: str, size: int) -> Any:
    """The table of an operation on all pairs of numbers below `size`."""
    combine: Callable[[int, int], int] = nim_mul if operation == "product" else nim_sum
    cells = [[combine(a, b) for b in range(size)] for a in range(size)]
    return nimber_table_data(operation, cells) | {"commands": nimber_table_commands(operation, size)}
