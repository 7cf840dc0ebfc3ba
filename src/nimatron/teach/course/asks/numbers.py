"""Questions about numbers: nim-sums, mex, nimbers, binary; and those whose answer the file has itself."""

from __future__ import annotations

from typing import Any

from ....errors import UsageError
from ....message import Message
from ....nimbers import mex, nim_sum
from ....nimbers.expression import evaluate
from ....present.nimbers import calculated
from ....present.words import tr
from ..form import Given, Shape, number, numbers, text, texts
from .base import LARGEST, Ask, Teacher, Verdict, listed, read_number, read_numbers

HIGHEST = 1 << 20
"""The largest number of a question."""


class Number(Ask):
    """The answer is one number."""

    control = "number"

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        return Verdict(read_number(answer) == int(self.solution(teacher)))


class NimSumOf(Number):
    """The nim-sum of a list of numbers."""

    name = "nim-sum"
    shape = Shape({"numbers": numbers(0, HIGHEST)})
    hints = (
        Message("How are these numbers written in binary, one below the other?"),
        Message("Which columns have an odd number of ones?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"numbers": self.given["numbers"]}

    def solution(self, teacher: Teacher) -> str:
        total = 0
        for entry in self.given["numbers"]:
            total = nim_sum(total, entry)
        return str(total)

    def reason(self, teacher: Teacher) -> str:
        total = int(self.solution(teacher))
        width = max(len(f"{entry:b}") for entry in [*self.given["numbers"], total])
        added = " ⊕ ".join(f"{entry:0{width}b}" for entry in self.given["numbers"])
        return f"{added} = {total:0{width}b}"


class MexOf(Number):
    """The least number that is missing from a set."""

    name = "mex"
    shape = Shape({"set": numbers(0, HIGHEST)})
    hints = (Message("Is 0 in the set? Is 1? Which is the first number that is not?"),)

    def solution(self, teacher: Teacher) -> str:
        return str(mex(self.given["set"]))

    def reason(self, teacher: Teacher) -> str:
        below = list(range(int(self.solution(teacher))))
        if not below:
            return tr("0 is not in the set.")
        return tr("In the set are {numbers}; the next one is missing.", numbers=listed(below))


class NimberOf(Number):
    """The value of an expression of nimbers: + is the nim-sum, * the nim-product, / the division."""

    name = "nimber"
    shape = Shape({"expression": text})
    hints = (
        Message("Which powers of two are the numbers made of?"),
        Message("What is the product of a Fermat power (2, 4, 16, …) and a smaller number? And its square?"),
    )

    def solution(self, teacher: Teacher) -> str:
        [value] = evaluate(self.given["expression"]).values
        return str(value)

    def reason(self, teacher: Teacher) -> str:
        lines = calculated(evaluate(self.given["expression"], steps=True), steps=True)
        return " ".join(line.text for line in lines)


class Binary(Ask):
    """A number written in binary, by turning digits over or by typing them."""

    name, control = "binary", "bits"
    shape = Shape({"number": number(0, HIGHEST)}, {"digits": number(1, 21)})
    hints = (
        Message("Which is the largest power of two (1, 2, 4, 8, 16, …) that fits into the number?"),
        Message("What is left after it is taken away? Which power of two fits into that?"),
    )

    @property
    def digits(self) -> int:
        digits: int = self.given.get("digits", max(4, self.given["number"].bit_length()))
        return digits

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"number": self.given["number"], "digits": self.digits}

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        typed = answer.strip()
        if not typed or set(typed) - {"0", "1"} or len(typed) > 64:
            raise UsageError("expected digits 0 and 1 only, not {text!r}", text=typed[:40])
        came = int(typed, 2)
        return Verdict(
            came == self.given["number"], "" if came == self.given["number"] else tr("That makes {n}.", n=came)
        )

    def solution(self, teacher: Teacher) -> str:
        return f"{self.given['number']:0{self.digits}b}"

    def reason(self, teacher: Teacher) -> str:
        n = self.given["number"]
        powers = [str(1 << i) for i in reversed(range(n.bit_length())) if n >> i & 1]
        return f"{n} = {' + '.join(powers) or 0}"

    def mistake(self, teacher: Teacher) -> str:
        return f"{self.given['number'] ^ 1:b}"


class FromBinary(Number):
    """The number that binary digits mean."""

    name = "from binary"
    shape = Shape({"number": number(0, HIGHEST)}, {"digits": number(1, 21)})
    hints = (
        Message("What is each digit worth, from the right: 1, 2, 4, 8, …?"),
        Message("Which of these are counted, and what do they make together?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"text": Binary(self.given).solution(teacher)}

    def solution(self, teacher: Teacher) -> str:
        return str(self.given["number"])

    def reason(self, teacher: Teacher) -> str:
        return Binary(self.given).reason(teacher)


class Exactly(Number):
    """A number that the file gives, where no solver knows it."""

    name = "number"
    shape = Shape({"right": number(0, LARGEST), "reason": text})
    hints = (Message("Would it help to try a smaller example first?"),)

    def solution(self, teacher: Teacher) -> str:
        return str(self.given["right"])


class ListOf(Ask):
    """A set of numbers that the file gives."""

    name, control = "numbers", "numbers"
    shape = Shape({"right": numbers(0, LARGEST), "reason": text})
    hints = (Message("Would it help to try a smaller example first?"),)

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        given, right = set(read_numbers(answer)), set(self.given["right"])
        if given == right:
            return Verdict(True)
        more = given < right and bool(given)
        return Verdict(False, tr("These are right, but there is more.") if more else "")

    def solution(self, teacher: Teacher) -> str:
        return " ".join(map(str, self.given["right"]))

    def told(self, teacher: Teacher) -> str:
        return listed(self.given["right"])


class Choice(Ask):
    """One or several of a few sentences; `right` has their numbers, counted from 1."""

    name, control = "choice", "choice"
    shape = Shape({"choices": texts, "right": numbers(1, 64), "reason": text})
    hints = (Message("Can you find an example against what you have chosen?"),)

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"many": len(self.given["right"]) > 1}

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        chosen = set(read_numbers(answer))
        if chosen - set(range(1, len(self.given["choices"]) + 1)):
            raise UsageError("expected numbers from 1 to {most}", most=len(self.given["choices"]))
        return Verdict(chosen == set(self.given["right"]))

    def solution(self, teacher: Teacher) -> str:
        return " ".join(map(str, self.given["right"]))

    def mistake(self, teacher: Teacher) -> str:
        return str(next(n for n in range(1, len(self.given["choices"]) + 1) if [n] != self.given["right"]))


def choice_fault(given: Given) -> Message | None:
    """What is wrong with the numbers of the right choices."""
    count, right = len(given["choices"]), given["right"]
    if right and max(right) <= count and len(set(right)) == len(right) and len(right) < max(count, 2):
        return None
    return Message("expected numbers of choices from 1 to {count}, not all of them", count=count)
