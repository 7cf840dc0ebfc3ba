"""A calculator for nimbers: text with + - * / ^, brackets and functions, with limits that keep every answer quick.

    sum      = product {(+ | -) product}
    product  = power {(* | /) power}
    power    = item [^ exponent]
    exponent = [-] (digits | log(...) | order(...) | degree(...)) | "(" exponent ")"
    item     = digits | "[" ordinal "]" | "(" sum ")" | function "(" sum {, sum} ")"
    digits   = decimal, or binary after 0b

`⊕ ⊗ · ×` mean + * * *, `xor` means +, and `÷ ⊘ ⊖` mean /. A set may stand for the arguments: `mex{0,1}`, `mex(∅)`.
`log`, `order` and `degree` give ordinary integers, which can only be exponents. `solve` and `quadratic` give roots,
which cannot be used any further.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice, product
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from ..core.errors import BadText, NimatronError
from ..core.message import Message
from .field import (
    nim_degree,
    nim_div,
    nim_inv,
    nim_log,
    nim_mul,
    nim_order,
    nim_pow,
    nim_quadratic,
    nim_solve,
    nim_sqrt,
    nim_square,
    nim_sum,
)
from .finite import mex, mul
from .ordinals import Ordinal, Scanner, Value, ordinal

LONGEST = 1000
"""The most characters of a text."""

DEEPEST = 50
"""How deep brackets may nest."""

WIDEST = 512
"""The most bits of a number."""

LONGEST_EXPONENT = 200
"""The most digits of an exponent. This reaches beyond 2^512, after which powers repeat."""

DERIVED = 1 << 16
"""Only products below this are derived step by step."""

MOST_STEPS = 200
"""The most steps of a derivation."""

T = TypeVar("T")

Kind: TypeAlias = Literal["nimber", "integer", "roots"]


@dataclass(frozen=True)
class Operation:
    """One operation of a calculation; `derivation` has the steps to a product if they were asked for."""

    name: str
    arguments: tuple[Value, ...]
    results: tuple[Value, ...]
    derivation: tuple[ProductStep, ...] = ()


@dataclass(frozen=True)
class Calculation:
    """The result of a text: a nimber, an ordinary integer (of a logarithm or an order) or roots."""

    text: str
    kind: Kind
    values: tuple[Value, ...]
    operations: tuple[Operation, ...]
    notes: tuple[Message, ...] = ()
    """How a sign was understood that others use for something else."""


class Function(NamedTuple):
    """A function: what to call, how many arguments it takes, and what kind of result it gives."""

    call: Callable[..., Any]
    least: int = 1
    most: int = 1
    kind: Kind = "nimber"
    finite: bool = False


FUNCTIONS = {
    "sqrt": Function(nim_sqrt),
    "square": Function(nim_square),
    "inv": Function(nim_inv),
    "mex": Function(lambda *values: mex(values), 0, LONGEST),
    "log": Function(nim_log, 1, 2, "integer", finite=True),
    "order": Function(nim_order, 1, 1, "integer", finite=True),
    "degree": Function(nim_degree, 1, 1, "integer"),
    "solve": Function(nim_solve, 1, 1, "roots"),
    "quadratic": Function(nim_quadratic, 3, 3, "roots"),
}

# Minus is plus: every nimber is its own negative.
OPERATORS: dict[str, Callable[..., Any]] = {"+": nim_sum, "-": nim_sum, "*": nim_mul, "/": nim_div}
# One character for one character, so that places in the translated text are places in the text of the user.
_SIGNS = str.maketrans("⊕⊖⊘⊗·×÷", "+//***/")


def evaluate(text: str, steps: bool = False, longest: int = LONGEST, widest: int = WIDEST) -> Calculation:
    """Calculate; with `steps`, also keep the derivation of each product.

    >>> evaluate("24*17 + 8/5").values, evaluate("solve(2)").values, evaluate("2^-1 + sqrt([5])").values
    ((134,), (4, 5), (5,))
    """
    if len(text) > longest:
        raise BadText(
            "expected at most {longest} characters, got {count}", text, longest, longest=longest, count=len(text)
        )
    reader = _Reader(text, steps, widest)
    term = reader.read()
    return Calculation(text, term.kind, term.values, tuple(reader.operations), tuple(dict.fromkeys(reader.notes)))


class _Term(NamedTuple):
    """An intermediate value, and its place in the text."""

    kind: Kind
    values: tuple[Value, ...]
    place: int


class _Reader(Scanner):
    def __init__(self, text: str, steps: bool, widest: int) -> None:
        text = re.sub(r"\bxor\b", " + ", text, flags=re.IGNORECASE)
        super().__init__(text, text.translate(_SIGNS))
        self.steps, self.widest = steps, widest
        self.operations: list[Operation] = []
        self.notes: list[Message] = []

    def read(self) -> _Term:
        term = self.sum()
        if self.peek():
            raise self.fault("expected an operator such as + or *, or the end")
        return term

    def sum(self) -> _Term:
        return self.chain("+-", self.product)

    def product(self) -> _Term:
        return self.chain("*/", self.power)

    def chain(self, operators: str, operand: Callable[[], _Term]) -> _Term:
        """Operands joined by operators of one rank, from left to right."""
        term = operand()
        while sign := self.take(operators):
            place = self.place - 1
            a, b = self.nimber(term), self.nimber(operand())
            if self.text[place] in "⊖⊘":
                self.notes.append(Message("{sign} is nim-division: {a} / {b}", sign=self.text[place], a=a, b=b))
            term = self.apply(sign, OPERATORS[sign], (a, b), "nimber", place)
        return term

    def power(self) -> _Term:
        base = self.item()
        if not self.take("^"):
            return base
        place = self.place - 1
        a, exponent = self.nimber(base), self.exponent()
        if self.peek() == "^":
            # By custom a^m^n means a^(m^n), which nobody expects here: refuse instead of guessing.
            raise self.fault("expected brackets: (a^m)^n")
        if exponent > 1:  # a programmer may mean something else
            self.notes.append(Message("^ is the nim-power; the nim-sum is {a} + {b}, or {a} xor {b}", a=a, b=exponent))
        return self.apply("^", nim_pow, (a, exponent), "nimber", place)

    def exponent(self) -> int:
        if self.take("("):
            exponent = self.nest(self.exponent)
            self.close()
            return exponent
        return -self.natural() if self.take("-") else self.natural()

    def natural(self) -> int:
        """An ordinary integer: digits, or a function that gives one."""
        self.peek()
        start = self.place
        if self.text[start : start + 1].isalpha():
            term = self.function()
            if term.kind != "integer":
                raise self.fault("expected an integer as exponent, such as 5, -1 or order(4)", start)
            return int(term.values[0])
        return self.digits(Message("an exponent: an integer"), LONGEST_EXPONENT)

    def item(self) -> _Term:
        next_one = self.peek()
        start = self.place
        if self.take("("):
            term = self.nest(self.sum)
            self.close()
            return term
        if self.take("["):
            return _Term("nimber", (self.ordinal(),), start)
        if next_one.isalpha():
            return self.function()
        return _Term("nimber", (self.number(),), start)

    def function(self) -> _Term:
        match = re.compile(r"\w+").match(self.text, self.place)
        assert match
        start, name = self.place, match[0]
        if name in ("w", "ω"):
            raise self.fault("expected ordinals in square brackets, as in [w^2+1]")
        if name not in FUNCTIONS:
            raise self.fault("expected a function ({functions}), got {name}", functions=", ".join(FUNCTIONS), name=name)
        self.place = match.end()
        arguments = self.brackets(name)
        function = FUNCTIONS[name]
        if not function.least <= len(arguments) <= function.most:
            raise self.fault(
                "{name} takes {arguments}, got {count}",
                start,
                name=name,
                arguments=_how_many(function),
                count=len(arguments),
            )
        values = tuple(self.nimber(argument, function.finite) for argument in arguments)
        return self.apply(name, function.call, values, function.kind, start)

    def brackets(self, name: str) -> list[_Term]:
        """The arguments of a function in brackets, or in the braces of a set; ∅ is a set without any."""
        if self.take("∅"):
            return []
        opened = self.take("({")
        if not opened:
            raise self.fault("expected ( after {name}", name=name)
        if opened == "(" and self.peek() and self.peek() in "{∅":
            arguments = self.nest(lambda: self.brackets(name))
        else:
            arguments = self.nest(self.arguments)
        self.close(")" if opened == "(" else "}")
        return arguments

    def arguments(self) -> list[_Term]:
        found: list[_Term] = []
        if self.peek() not in (")", "}"):
            found.append(self.sum())
            while self.take(","):
                found.append(self.sum())
        return found

    # -- values --

    def nimber(self, term: _Term, finite: bool = False) -> Value:
        """The value of a term that can be used further; anything but a nimber is refused."""
        if term.kind != "nimber":
            if term.kind == "integer":
                message = "expected a nimber here; this is an ordinary integer, which can only be an exponent"
            else:
                message = "expected a single nimber here, not a list of roots"
            raise self.fault(message, term.place)
        if finite and isinstance(term.values[0], Ordinal):
            raise self.fault("expected a finite nimber", term.place)
        return term.values[0]

    def apply(self, name: str, call: Callable[..., Any], values: tuple[Any, ...], kind: Kind, place: int) -> _Term:
        try:
            result = call(*values)
        except NimatronError as fault:
            # An answer out of reach is not the fault of the text.
            if fault.exit_code == 5:
                raise
            raise self.fault(fault.message, place) from None
        results = result if isinstance(result, tuple) else (result,)
        self.operations.append(Operation(name, values, results, self.derive(name, values, results)))
        return _Term(kind, results, place)

    def derive(self, name: str, values: tuple[Any, ...], results: tuple[Any, ...]) -> tuple[ProductStep, ...]:
        if not self.steps or not all(isinstance(value, int) and value < DERIVED for value in (*values, *results)):
            return ()
        pairs = _products(name, *values, *results)
        return tuple(islice(derivation(*pairs), MOST_STEPS))

    def number(self) -> int:
        self.peek()
        start = self.place
        value = self.digits(Message("a number, a function or a bracket"), self.widest)
        self.check_width(value, start)
        return value

    def ordinal(self) -> Value:
        """The ordinal in square brackets; the opening one was just read."""
        start = self.place
        end = self.text.find("]", start)
        if end < 0:
            raise self.fault("expected ] after the ordinal", len(self.text))
        try:
            value = ordinal(self.text[start:end])
        except BadText as fault:
            raise fault.within(self.text, start) from None
        for _, coefficient in Ordinal(value).terms:
            self.check_width(coefficient, start)
        self.place = end + 1
        return value

    def check_width(self, value: int, place: int) -> None:
        if value.bit_length() > self.widest:
            raise self.fault("expected numbers below 2^{widest}", place, widest=self.widest)

    def digits(self, what: Message, most: int) -> int:
        self.peek()
        match = re.compile("0[bB][01]+|[0-9]+").match(self.text, self.place)
        if not match:
            raise self.fault("expected {what}", what=what)
        # Before int(), which takes long for long texts.
        if len(match[0]) > most:
            raise self.fault("expected at most {most} digits", most=most)
        self.place = match.end()
        return int(match[0], 2 if match[0][1:2] in ("b", "B") else 10)

    # -- characters --

    def nest(self, part: Callable[[], T]) -> T:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault("expected at most {deepest} brackets inside each other", deepest=DEEPEST)
        found = part()
        self.depth -= 1
        return found

    def close(self, bracket: str = ")") -> None:
        if not self.take(bracket):
            raise self.fault("expected an operator or a closing bracket")


def _how_many(function: Function) -> Message:
    if function.least == function.most:
        return Message("{n} argument", "{n} arguments", function.least)
    return Message("{least} to {most} arguments", least=function.least, most=function.most)


def _products(name: str, *numbers: int) -> list[tuple[int, int]]:
    """The products that show why an operation on the first numbers gives the last one."""
    match name, numbers:
        case "*", (a, b, _):
            return [(a, b)]
        case "/", (a, b, _):
            # The first product shows that the inverse is right, the second one uses it.
            return [(b, nim_inv(b)), (a, nim_inv(b))]
        case ("inv", (a, b)):
            return [(a, b)]
        case ("sqrt", (_, root)) | ("square", (root, _)):
            return [(root, root)]
    return []


# -- how to find a nim-product by hand: the steps, as data -----------------------------------------
#
# Two rules hold for the Fermat powers 2, 4, 16, 256, ... (2^2^n): one of them times a smaller number is the ordinary
# product, and one of them squared is 3/2 of itself. Every number is a nim-sum of powers of two, and every power of two
# is a nim-product of different Fermat powers. So the two rules and the laws of a field give all products.


Rule: TypeAlias = Literal["one", "larger", "square", "different", "pairs", "sum"]


@dataclass(frozen=True)
class ProductStep:
    """Why a ⊗ b = result.

    The rules are "one" (a factor is 0 or 1), "larger" (a Fermat power times a smaller number), "square" (of a Fermat
    power), "different" and "pairs" (of powers of two: `left` and `right` are the Fermat powers in them, all different
    or not; the product of `factors` remains) and "sum" (`left` and `right` are powers of two that add up to a and b).
    `products` are the products that it is reduced to, each with its result.
    """

    a: int
    b: int
    result: int
    rule: Rule
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    factors: tuple[int, ...] = ()
    products: tuple[tuple[int, int, int], ...] = ()


def derivation(*pairs: tuple[int, int]) -> Iterator[ProductStep]:
    """The steps to the products of these pairs. Each product comes once, where it is first met; trivial ones never.

    >>> for step in derivation((8, 8)):
    ...     print(step.a, step.b, step.result, step.rule, step.factors or step.products)
    8 8 13 pairs (3, 6)
    3 6 13 sum ((2, 4, 8), (2, 2, 3), (1, 4, 4), (1, 2, 2))
    2 4 8 larger ()
    2 2 3 square ()
    """
    seen: set[tuple[int, int]] = set()
    # The last element is popped first, so the pairs lie in reverse order.
    waiting = list(reversed(pairs))
    while waiting:
        a, b = waiting.pop()
        if (min(a, b), max(a, b)) in seen:
            continue
        seen.add((min(a, b), max(a, b)))
        step = explain_product(a, b)
        if step.rule != "one":
            yield step
        waiting += [(x, y) for x, y, _ in reversed(step.products)]  # a stack: the first product is explained next


def explain_product(a: int, b: int) -> ProductStep:
    """One step: the rule for a ⊗ b, and the products that it is reduced to."""
    if min(a, b) < 2:
        return ProductStep(a, b, a * b, "one")
    # The larger factor decides: a Fermat power times any smaller number is the ordinary product.
    if is_fermat(max(a, b)):
        return ProductStep(a, b, mul(a, b), "square" if a == b else "larger")
    if a.bit_count() == b.bit_count() == 1:
        return _powers_of_two(a, b)
    left, right = powers_of_two(a), powers_of_two(b)
    return ProductStep(a, b, mul(a, b), "sum", left, right, products=_results(product(left, right)))


def _powers_of_two(a: int, b: int) -> ProductStep:
    left, right = fermat_powers(a), fermat_powers(b)
    if not {*left} & {*right}:
        return ProductStep(a, b, a * b, "different", left, right)
    # From the smallest up, so that the product of those before is always smaller than the next Fermat power.
    factors = tuple(f // 2 * 3 if f in left and f in right else f for f in sorted({*left, *right}))
    partial = [reduce(mul, factors[: i + 1]) for i in range(len(factors))]
    return ProductStep(
        a, b, partial[-1], "pairs", left, right, factors, _results(zip(partial, factors[1:], strict=False))
    )


def is_fermat(a: int) -> bool:
    """Is it 2^2^n?"""
    return a.bit_count() == 1 and (a.bit_length() - 1).bit_count() == 1


def powers_of_two(a: int) -> tuple[int, ...]:
    """The powers of two that add up to a, the largest first."""
    return tuple(1 << i for i in reversed(range(a.bit_length())) if a >> i & 1)


def fermat_powers(a: int) -> tuple[int, ...]:
    """The Fermat powers whose product is a power of two, the smallest first."""
    return tuple(1 << power for power in reversed(powers_of_two(a.bit_length() - 1)))


def _results(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    return tuple((a, b, mul(a, b)) for a, b in pairs)
