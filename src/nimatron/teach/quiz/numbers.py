"""Questions about numbers alone: nim-sum, mex, nim-product."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor

from ...explain import ColumnsStep
from ...message import Message
from ...nimbers import mex, nim_mul
from ...nimbers.expression import evaluate
from ...present.explanation import columns
from ...present.nimbers import calculated
from ...present.text import Line
from ...present.words import tr
from .task import NumberTask


@dataclass(frozen=True)
class NimSum(NumberTask):
    """What is a ⊕ b ⊕ ...?"""

    numbers: tuple[int, ...]

    @property
    def question(self) -> Message:
        return Message("What is the nim-sum {sum}?", sum=" ⊕ ".join(map(str, self.numbers)))

    @property
    def hint(self) -> Message:
        return Message("Written in binary below each other: which columns have an odd number of ones?")

    def solution(self) -> tuple[int, ...]:
        return (reduce(xor, self.numbers),)

    def reason(self) -> Iterator[Line]:
        (total,) = self.solution()
        return columns(ColumnsStep(self.numbers, total, total.bit_length() - 1 if total else None))


@dataclass(frozen=True)
class Mex(NumberTask):
    """What is the mex of a set?"""

    numbers: tuple[int, ...]

    @property
    def question(self) -> Message:
        return Message("The moves of a position lead to the values {values}. What is its value?", values=self._listed)

    @property
    def _listed(self) -> str:
        return ", ".join(map(str, self.numbers))

    @property
    def hint(self) -> Message:
        return Message("Which is the least number from 0 on that is missing there?")

    def solution(self) -> tuple[int, ...]:
        return (mex(self.numbers),)

    def reason(self) -> Iterator[Line]:
        (value,) = self.solution()
        yield Line(tr("The least number that is missing there is {value}: mex {{{values}}} = {value}.",
                      value=value, values=self._listed))  # fmt: skip


@dataclass(frozen=True)
class NimProduct(NumberTask):
    """What is a ⊗ b?"""

    a: int
    b: int

    @property
    def question(self) -> Message:
        return Message("What is the nim-product {product}?", product=f"{self.a} ⊗ {self.b}")

    @property
    def hint(self) -> Message:
        power = 2
        while power * power <= max(self.a, self.b):
            power *= power
        return Message("How is each number written with the Fermat power {power} and smaller numbers?", power=power)

    def solution(self) -> tuple[int, ...]:
        return (int(nim_mul(self.a, self.b)),)

    def reason(self) -> Iterator[Line]:
        return calculated(evaluate(f"{self.a}*{self.b}", steps=True), steps=True)
