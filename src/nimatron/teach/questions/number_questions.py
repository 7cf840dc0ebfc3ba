"""Questions about numbers (nim-sum, mex, nimbers, binary), and questions whose answer is in the lesson's file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from ...core.errors import UsageError
from ...core.message import Message
from ...explain.steps import ColumnsStep
from ...nimbers.expression import evaluate
from ...nimbers.finite import mex
from ...show.explanation_text import nim_sum_lines
from ...show.nimber_text import calculation_lines
from ...show.text import Line
from ...show.words import tr
from .fields import Fields, Given, number, numbers, text, texts
from .question import AnswerVerdict, NumberQuestion, PracticeQuestion, Question, number_list, read_numbers

HIGHEST = 1 << 20
"""The largest number of a question."""

LARGEST = 10**12
"""The largest number of an answer."""


class NimSumOf(NumberQuestion, PracticeQuestion):
    """The nim-sum of a list of numbers."""

    name = "nim-sum"
    fields = Fields({"numbers": numbers(0, HIGHEST)})
    hints = (
        Message("How are these numbers written in binary, one below the other?"),
        Message("Which columns have an odd number of ones?"),
    )

    @property
    def text(self) -> Message:
        return Message("What is the nim-sum {sum}?", sum=" ⊕ ".join(map(str, self.given["numbers"])))

    def data(self) -> dict[str, Any]:
        return {"numbers": self.given["numbers"]}

    def numbers(self) -> tuple[int, ...]:
        return (reduce(xor, self.given["numbers"], 0),)

    def reason(self) -> str:
        (total,) = self.numbers()
        width = max(len(f"{entry:b}") for entry in [*self.given["numbers"], total])
        summands = " ⊕ ".join(f"{entry:0{width}b}" for entry in self.given["numbers"])
        return f"{summands} = {total:0{width}b}"

    def explanation(self) -> Iterator[Line]:
        (total,) = self.numbers()
        return nim_sum_lines(
            ColumnsStep(tuple(self.given["numbers"]), total, total.bit_length() - 1 if total else None)
        )


class MexOf(NumberQuestion, PracticeQuestion):
    """The least number that is missing from a set: the value of a position whose options have these values."""

    name = "mex"
    fields = Fields({"set": numbers(0, HIGHEST)})
    hints = (Message("Is 0 in the set? Is 1? Which is the first number that is not?"),)

    @property
    def text(self) -> Message:
        values = number_list(self.given["set"])
        return Message("The moves of a position lead to the values {values}. What is its value?", values=values)

    def numbers(self) -> tuple[int, ...]:
        return (mex(self.given["set"]),)

    def reason(self) -> str:
        # `numbers` holds the mex alone, so these are all numbers below it.
        below = range(*self.numbers())
        if not below:
            return tr("0 is not in the set.")
        return tr("The set contains {numbers}; the next number is missing.", numbers=number_list(below))

    def explanation(self) -> Iterator[Line]:
        (value,) = self.numbers()
        yield Line(tr("The least number that is missing there is {value}: mex {{{values}}} = {value}.",
                      value=value, values=number_list(self.given["set"])))  # fmt: skip


class NimberOf(NumberQuestion, PracticeQuestion):
    """The value of an expression of nimbers: + is the nim-sum, * the nim-product, / the division."""

    name = "nimber"
    fields = Fields({"expression": text})
    hints = (
        Message("Which powers of two are the numbers made of?"),
        Message("What is the product of a Fermat power (2, 4, 16, …) and a smaller number? And its square?"),
    )

    @property
    def text(self) -> Message:
        return Message("What is the nim-product {product}?", product=self.given["expression"].replace("*", " ⊗ "))

    def numbers(self) -> tuple[int, ...]:
        # Only roots have several values, and no lesson asks for them.
        [value] = evaluate(self.given["expression"]).values
        return (int(str(value)),)

    def reason(self) -> str:
        return " ".join(line.text for line in self.explanation())

    def explanation(self) -> Iterator[Line]:
        return calculation_lines(evaluate(self.given["expression"], steps=True), steps=True)


class Binary(Question):
    """A number written in binary, by turning digits over or by typing them."""

    name, control = "binary", "bits"
    fields = Fields({"number": number(0, HIGHEST)}, {"digits": number(1, 21)})
    hints = (
        Message("Which is the largest power of two (1, 2, 4, 8, 16, …) that fits into the number?"),
        Message("How much is left when you take it away? Which power of two fits into the rest?"),
    )

    def data(self) -> dict[str, Any]:
        return {"number": self.given["number"], "digits": len(self.solution())}

    def judge(self, answer: str) -> AnswerVerdict:
        typed, number = answer.strip(), self.given["number"]
        if not typed or set(typed) - {"0", "1"} or len(typed) > 64:
            raise UsageError("expected digits 0 and 1 only, not {text!r}", text=typed[:40])
        came = int(typed, 2)
        return AnswerVerdict(True) if came == number else AnswerVerdict(False, tr("That makes {n}.", n=came))

    def solution(self) -> str:
        number = self.given["number"]
        # At least four digits, so that a small number has zeros in front to leave as they are.
        return f"{number:0{self.given.get('digits', max(4, number.bit_length()))}b}"

    def reason(self) -> str:
        number = self.given["number"]
        powers = [str(1 << i) for i in reversed(range(number.bit_length())) if number >> i & 1]
        return f"{number} = {' + '.join(powers) or 0}"

    def mistake(self) -> str:
        # Another last digit: a number that is certainly wrong, for every number.
        return f"{self.given['number'] ^ 1:b}"


class FromBinary(NumberQuestion):
    """The number that binary digits mean."""

    name = "from binary"
    fields = Binary.fields
    hints = (
        Message("What is each digit worth, from the right: 1, 2, 4, 8, …?"),
        Message("Which of these count, and what is their sum?"),
    )

    def data(self) -> dict[str, Any]:
        return {"text": Binary(self.given).solution()}

    def numbers(self) -> tuple[int, ...]:
        return (self.given["number"],)

    def reason(self) -> str:
        return Binary(self.given).reason()


class FileNumber(NumberQuestion):
    """A number that the file gives, because no solver knows it."""

    name = "number"
    fields = Fields({"right": number(0, LARGEST), "reason": text})
    hints = (Message("Would it help to try a smaller example first?"),)

    def numbers(self) -> tuple[int, ...]:
        return (self.given["right"],)


class NumberSet(NumberQuestion):
    """A set of numbers, in any order; the file contains it."""

    name, control = "numbers", "numbers"
    fields = Fields({"right": numbers(0, LARGEST), "reason": text})
    # The type is wider than the value, because questions with other numbers of hints derive from this one.
    hints: ClassVar[tuple[Message, ...]] = FileNumber.hints

    def numbers(self) -> tuple[int, ...]:
        return tuple(self.given["right"])

    def judge(self, answer: str) -> AnswerVerdict:
        typed, right = set(read_numbers(answer)), set(self.numbers())
        if typed == right:
            return AnswerVerdict(True)
        if surplus := sorted(typed - right):
            return AnswerVerdict(False, self.surplus_remark(surplus))
        return AnswerVerdict(False, tr("These are right, but some are missing.") if typed else "")

    def surplus_remark(self, surplus: list[int]) -> str:
        """The remark on numbers that do not belong to the set."""
        return ""


class SentenceChoice(Question):
    """One or several of a few sentences; `right` has their numbers, counted from 1."""

    name, control = "choice", "choice"
    fields = Fields({"choices": texts, "right": numbers(1, 64), "reason": text})
    hints = (Message("Can you find a counterexample to your choice?"),)

    def data(self) -> dict[str, Any]:
        return {"many": len(self.given["right"]) > 1}

    def judge(self, answer: str) -> AnswerVerdict:
        numbers = set(read_numbers(answer))
        if numbers - set(range(1, len(self.given["choices"]) + 1)):
            raise UsageError("expected numbers from 1 to {most}", most=len(self.given["choices"]))
        # Without a remark: it could only say which sentence is wrong, and with few sentences that is the answer.
        return AnswerVerdict(numbers == set(self.given["right"]))

    def solution(self) -> str:
        return " ".join(map(str, self.given["right"]))

    def mistake(self) -> str:
        return str(next(n for n in range(1, len(self.given["choices"]) + 1) if [n] != self.given["right"]))


def choice_fault(given: Given) -> Message | None:
    """The mistake in the numbers of the right choices, or None."""
    count, right = len(given["choices"]), given["right"]
    # If all choices were right, marking everything without reading would be an answer.
    if right and max(right) <= count and len(set(right)) == len(right) and len(right) < max(count, 2):
        return None
    return Message("expected numbers of choices from 1 to {count}, not all of them", count=count)
