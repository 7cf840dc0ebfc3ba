"""Calculations with nimbers in words: the result, each operation, each product step by step, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..nimbers.expression import MOST_STEPS, Calculation, Operation, ProductStep
from ..nimbers.loopy import Value
from .text import Line
from .words import tr, word

SIGNS = {"+": "⊕", "-": "⊕", "*": "⊗", "/": "/", "^": "^"}


def calculation_lines(answer: Calculation, steps: bool = False) -> Iterator[Line]:
    """The result alone, or all the steps that lead to it."""
    if not steps:
        yield Line(_values_text(answer.values))
        yield from (Line(word(note), "dim") for note in answer.notes)
        return
    for operation in answer.operations:
        lines = [_step(step) for step in operation.derivation]
        # The first step of a product is the product itself; any other operation needs a line of its own first.
        yield Line(lines.pop(0) if operation.name == "*" and lines else _operation(operation), "title")
        yield from (Line(f"  {line}") for line in lines)
        # `expression` cuts a longer derivation at this length.
        if len(operation.derivation) == MOST_STEPS:
            yield Line(tr("  and so on"), "dim")
    if not answer.operations:  # a number alone: there is nothing to derive
        yield Line(_values_text(answer.values))
    yield from (Line(word(note), "dim") for note in answer.notes)


def _operation(operation: Operation) -> str:
    arguments = [str(value) if isinstance(value, int) else f"[{value}]" for value in operation.arguments]
    sign = SIGNS.get(operation.name)
    left = f" {sign} ".join(arguments) if sign else f"{operation.name}({', '.join(arguments)})"
    return f"{left} = {_values_text(operation.results)}"


def _values_text(values: Sequence[Value]) -> str:
    return ", ".join(map(str, values)) or tr("no root")


def _step(step: ProductStep) -> str:
    head = f"{step.a} ⊗ {step.b}"
    if step.rule == "larger":
        return tr("{product} = {result}: a Fermat power times a smaller number is the ordinary product",
                  product=head, result=step.result)  # fmt: skip
    if step.rule == "square":
        return tr("{product} = {result}: a Fermat power squared is 3/2 of itself", product=head, result=step.result)
    if step.rule == "sum":
        split = f"{_in_brackets(' ⊕ ', step.left)} ⊗ {_in_brackets(' ⊕ ', step.right)}"
        terms = " ⊕ ".join(f"{a}⊗{b}" for a, b, _ in step.products)
        values = _join(" ⊕ ", [value for *_, value in step.products])
        return f"{head} = {split} = {terms} = {values} = {step.result}"
    split = f"{_in_brackets('⊗', step.left)} ⊗ {_in_brackets('⊗', step.right)}"
    if step.rule == "different":
        return tr("{product} = {split} = {result}: different Fermat powers have the ordinary product",
                  product=head, split=split, result=step.result)  # fmt: skip
    chain = _join(" ⊗ ", step.factors)
    return f"{head} = {split} = {chain} = {step.result}"


def _in_brackets(sign: str, numbers: Sequence[int]) -> str:
    return f"({_join(sign, numbers)})" if len(numbers) > 1 else str(numbers[0])


def _join(sign: str, numbers: Sequence[int]) -> str:
    return sign.join(map(str, numbers))


def operation_table(sign: str, cells: Sequence[Sequence[int]]) -> Iterator[Line]:
    """The square table of an operation, with the operands above it and to its left."""
    # The largest result is never smaller than an operand: 0 ⊕ b and 1 ⊗ b are b.
    size = len(str(max(map(max, cells))))
    head = " ".join(f"{b:>{size}}" for b in range(len(cells)))
    yield Line(f"{sign:>{size}} | {head}", "dim")
    yield Line(f"{'-' * (size + 1)}+{'-' * (len(head) + 1)}", "dim")
    for a, row in enumerate(cells):
        yield Line(f"{a:>{size}} | " + " ".join(f"{cell:>{size}}" for cell in row))
