"""Conditions in normal form: trees of `all` and `any` over statements about linear forms.

A linear form is a sum of numbers with whole coefficients and a constant. `min`, `max` and `abs` become cases, and a
quotient becomes a new number with bounds. Negation ends at the statements, so a tree holds none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

from ...core.errors import BadText
from ...core.message import Message
from .formula import POWERS, Node, read_formula

MOST_CASES = 200
"""The most cases of one comparison, and of one rule: each `abs` doubles them."""

# -- linear forms ----------------------------------------------------------------------------------


class Form(dict[str, int]):
    """A linear form: coefficients by name; the name "" is the constant. It holds no coefficient 0 and never changes.

    >>> Form({"x": 1}).plus(Form({"x": -1, "": 3}), 2)
    {'x': -1, '': 6}
    """

    def plus(self, other: Mapping[str, int], factor: int = 1) -> Form:
        """This form and `factor` times the other one."""
        total = dict(self)
        for name, coefficient in other.items():
            total[name] = total.get(name, 0) + factor * coefficient
        return Form({name: coefficient for name, coefficient in total.items() if coefficient})

    def times(self, factor: int) -> Form:
        """A multiple of this form."""
        return Form().plus(self, factor)

    def put(self, name: str, form: Form) -> Form:
        """This form with another one in the place of a name."""
        coefficient = self.get(name, 0)
        return Form({n: c for n, c in self.items() if n != name}).plus(form, coefficient) if coefficient else self

    @property
    def constant(self) -> int:
        """What does not depend on any number."""
        return self.get("", 0)

    @property
    def numbers(self) -> list[str]:
        """The names in it."""
        return [name for name in self if name]

    def value(self, numbers: Mapping[str, int]) -> int:
        """The value for these numbers."""
        total = 0
        for name, coefficient in self.items():  # a loop: this is where a search for moves spends its time
            total += coefficient * numbers[name] if name else coefficient
        return total


def constant(value: int) -> Form:
    """A form without names."""
    return Form({"": value} if value else {})


# -- statements and trees --------------------------------------------------------------------------

StatementKind = Literal["at most", "zero", "multiple", "pow2", "pow3", "fib"]


@dataclass(frozen=True, eq=False)
class Statement:
    """One statement about a form: it is at most 0, 0, a multiple of `modulus` or a power; or not, if not `yes`."""

    kind: StatementKind
    form: Form
    modulus: int = 0
    yes: bool = True

    def negate(self) -> Statement:
        """The opposite."""
        if self.kind == "at most":  # f <= 0 fails if 1 - f <= 0
            return Statement("at most", constant(1).plus(self.form, -1))
        return Statement(self.kind, self.form, self.modulus, not self.yes)

    def put(self, name: str, form: Form) -> Statement:
        """With a form in the place of a name."""
        return Statement(self.kind, self.form.put(name, form), self.modulus, self.yes)

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Is it true for these numbers?"""
        value = self.form.value(numbers)
        if self.kind == "at most":
            return value <= 0
        if self.kind == "zero":
            return (value == 0) is self.yes
        if self.kind == "multiple":
            return (value % self.modulus == 0) is self.yes
        return is_power(self.kind, value) is self.yes


class Tree(NamedTuple):
    """`all` or `any` of some trees and statements."""

    op: Literal["all", "any"]
    items: tuple[Tree | Statement, ...]


def at_most(form: Form) -> Statement:
    """The form is at most 0."""
    return Statement("at most", form)


def put_in(tree: Tree | Statement, name: str, form: Form) -> Tree | Statement:
    """The same tree with a form in the place of a name."""
    if isinstance(tree, Statement):
        return tree.put(name, form)
    return Tree(tree.op, tuple(put_in(item, name, form) for item in tree.items))


def statements(tree: Tree | Statement) -> Iterator[Statement]:
    """All statements of a tree."""
    if isinstance(tree, Statement):
        yield tree
    else:
        for item in tree.items:
            yield from statements(item)


def branches(tree: Tree | Statement) -> list[list[Statement]]:
    """The ways in which a tree can hold: one of these lists holds as a whole."""
    if isinstance(tree, Statement):
        return [[tree]]
    parts = [branches(item) for item in tree.items]
    if tree.op == "any":
        return [branch for part in parts for branch in part]
    count = 1
    for part in parts:
        count *= len(part)
        if count > MOST_CASES:
            raise TooManyCases
    return [[statement for branch in chosen for statement in branch] for chosen in product(*parts)]


class TooManyCases(Exception):
    """A signal: a rule has too many cases to be looked at one by one."""


def is_power(kind: str, value: int) -> bool:
    """Is it a power of 2, a power of 3, a Fibonacci number?"""
    return value in powers_between(kind, value, value)


def powers_between(kind: str, low: int, high: int) -> list[int]:
    """The powers of a kind within bounds.

    >>> powers_between("fib", 2, 10), powers_between("pow3", 2, 30)
    ([2, 3, 5, 8], [3, 9, 27])
    """
    found, power, after = [], 1, 2
    while power <= high:
        if power >= low:
            found.append(power)
        power, after = (after, power + after) if kind == "fib" else (power * int(kind[-1]), 0)
    return found


# -- from formulas ---------------------------------------------------------------------------------


@dataclass
class Case:
    """A number in one case: under these conditions it is this form."""

    guards: tuple[Tree | Statement, ...]
    form: Form


@dataclass(frozen=True, eq=False)
class FormulaCondition:
    """A formula in normal form; `chosen` are its numbers that are neither before nor after the move."""

    text: str
    tree: Tree | Statement
    chosen: tuple[str, ...]

    @cached_property
    def names(self) -> set[str]:
        """All names in it."""
        return {name for statement in statements(self.tree) for name in statement.form.numbers}


def read_condition(text: str, heaps: tuple[str, ...], after: bool) -> FormulaCondition:
    """A formula about the numbers of a position; `after` lets it speak of the numbers after a move as well.

    >>> read_condition("x' < x", ("x",), after=True).tree
    Statement(kind='at most', form={"x'": 1, 'x': -1, '': 1}, modulus=0, yes=True)
    """
    node = read_formula(text)
    _check_names(node, text, heaps, after)
    if not node.is_condition:
        raise BadText("a rule is a condition such as x' < x, not a number", text, node.place)
    writer = _Writer(text)
    tree = writer.condition(node, True)
    own = {name.text for name in node.names()} - {*heaps, *(f"{heap}'" for heap in heaps)}
    return FormulaCondition(text, tree, (*sorted(own), *writer.quotients))


def _check_names(node: Node, text: str, heaps: tuple[str, ...], after: bool) -> None:
    for name in node.names():
        if name.text.endswith("'") and (not after or name.text[:-1] not in heaps):
            names = ", ".join(heaps)
            what = "{name} is not a number of the position: expected one of {names}"
            raise BadText(what, text, name.place, name=name.text, names=names)
        if not after and name.text not in heaps:
            what = "{name} is not a number of the position: expected one of {names}"
            raise BadText(what, text, name.place, name=name.text, names=", ".join(heaps))


@dataclass
class _Writer:
    """Writes one formula in normal form."""

    text: str
    quotients: list[str] = field(default_factory=list)

    def condition(self, node: Node, yes: bool) -> Tree | Statement:
        if node.op in ("and", "or"):
            items = tuple(self.condition(arg, yes) for arg in node.args)
            return Tree("all" if (node.op == "and") is yes else "any", items)
        if node.op == "not":
            return self.condition(node.args[0], not yes)
        if node.op in POWERS:
            return self._cases(node, yes, node.args[0], lambda form: Statement(node.op, form))  # type: ignore[arg-type]
        if node.op in ("in", "not in"):
            wanted = yes if node.op == "in" else not yes
            left, members = node.args[0], node.args[1].args
            return Tree("any" if wanted else "all", tuple(self._equal(node, left, one, wanted) for one in members))
        return self._comparison(node, yes)

    def _comparison(self, node: Node, yes: bool) -> Tree | Statement:
        left, right = node.args
        if node.op in ("=", "!="):
            return self._equal(node, left, right, (node.op == "=") is yes)
        if node.op in (">", ">="):
            left, right = right, left
            node = Node("<" + node.op[1:], (left, right), node.place)
        lefts = (
            left.args if left.op == "max" else (left.args[0], _negative(left.args[0])) if left.op == "abs" else (left,)
        )
        rights = right.args if right.op == "min" else (right,)
        if len(lefts) + len(rights) > 2:  # a maximum is at most a number if all of its numbers are: no cases
            pairs = (Node(node.op, pair, node.place) for pair in product(lefts, rights))
            return Tree("all" if yes else "any", tuple(self._comparison(pair, yes) for pair in pairs))
        difference = Node("-", (left, right), node.place)
        strict = 1 if node.op in ("<", ">") else 0
        return self._cases(node, yes, difference, lambda form: at_most(form.plus(constant(strict))))

    def _equal(self, node: Node, left: Node, right: Node, yes: bool) -> Tree | Statement:
        for one, other in ((left, right), (right, left)):
            if one.op == "%" and (found := self._remainder(node, one, other, yes)):
                return found
        return self._cases(node, yes, Node("-", (left, right), node.place), lambda form: Statement("zero", form))

    def _remainder(self, node: Node, one: Node, other: Node, yes: bool) -> Tree | Statement | None:
        """`n % m = r` and `n % m = k % m` without a number for the quotient."""
        modulus = self._modulus(one)
        if other.op == "%" and self._modulus(other) == modulus:
            rest = other.args[0]
        elif other.op == "number" and int(other.text) < modulus:
            rest = other
        else:
            return None
        difference = Node("-", (one.args[0], rest), node.place)
        return self._cases(node, yes, difference, lambda form: Statement("multiple", form, modulus))

    def _cases(self, node: Node, yes: bool, number: Node, say: Callable[[Form], Statement]) -> Tree | Statement:
        """What is said of a number, in every case: exactly one case applies, so only the statements are negated."""
        found = []
        for case in self.number(number):
            statement = say(case.form)
            found.append(Tree("all", (*case.guards, statement if yes else statement.negate())))
        if len(found) == 1:
            return found[0].items[0] if len(found[0].items) == 1 else found[0]
        return Tree("any", tuple(found))

    # -- numbers ----------------------------------------------------------------------------

    def number(self, node: Node) -> list[Case]:
        """The cases of a number."""
        if node.op == "number":
            return [Case((), constant(int(node.text)))]
        if node.op == "name":
            return [Case((), Form({node.text: 1}))]
        if node.op in ("//", "%"):
            return [case for inner in self.number(node.args[0]) for case in self._quotient(node, inner)]
        combine = {
            "+": _sum,
            "-": _difference,
            "*": self._product(node),
            "abs": _extreme,
            "min": _extreme,
            "max": _extreme,
        }
        parts = [self.number(arg) for arg in node.args]
        if node.op == "abs":
            parts.append([Case(case.guards, case.form.times(-1)) for case in parts[0]])
        cases = [case for chosen in product(*parts) for case in combine[node.op](node.op, chosen)]
        if len(cases) > MOST_CASES:
            raise BadText("this rule has too many cases of abs, min and max", self.text, node.place)
        return cases

    def _product(self, node: Node) -> Callable[[str, tuple[Case, ...]], list[Case]]:
        def multiply(op: str, chosen: tuple[Case, ...]) -> list[Case]:
            one, two = chosen
            if one.form.numbers and two.form.numbers:
                raise BadText(
                    "this multiplies two numbers of the position: a factor must be a constant, such as 3x",
                    self.text, node.place,
                )  # fmt: skip
            if one.form.numbers:
                one, two = two, one
            return [Case(one.guards + two.guards, two.form.times(one.form.constant))]

        return multiply

    def _modulus(self, node: Node) -> int:
        divisor = node.args[1]
        if divisor.op != "number" or int(divisor.text) < 1:
            raise BadText("divide by a constant from 1 on, such as x // 2", self.text, divisor.place)
        return int(divisor.text)

    def _quotient(self, node: Node, inner: Case) -> Iterator[Case]:
        """A new number q for n // m. A negative n has its own case, because numbers start at 0."""
        modulus, form = self._modulus(node), inner.form
        negative = any(c < 0 for c in form.values())
        for sign in (1, -1) if negative else (1,):
            name = f"_q{len(self.quotients)}"
            self.quotients.append(name)
            quotient = Form({name: sign})
            rest = form.plus(quotient, -modulus)
            guards = [at_most(rest.times(-1)), at_most(rest.plus(constant(1 - modulus)))]
            if negative:
                guards.append(at_most(form.times(-1) if sign > 0 else form.plus(constant(1))))
            yield Case((*inner.guards, *guards), quotient if node.op == "//" else rest)


def _negative(node: Node) -> Node:
    return Node("-", (Node("number", (), node.place, "0"), node), node.place)


def _sum(op: str, chosen: tuple[Case, ...]) -> list[Case]:
    one, two = chosen
    return [Case(one.guards + two.guards, one.form.plus(two.form))]


def _difference(op: str, chosen: tuple[Case, ...]) -> list[Case]:
    one, two = chosen
    return [Case(one.guards + two.guards, one.form.plus(two.form, -1))]


def _extreme(op: str, chosen: tuple[Case, ...]) -> list[Case]:
    """One case for each argument that may be the least or the greatest; of equal ones the first."""
    guards = tuple(guard for case in chosen for guard in case.guards)
    sign = 1 if op == "min" else -1
    cases = []
    for i, case in enumerate(chosen):
        wins = [
            at_most(case.form.plus(other.form, -1).times(sign).plus(constant(1 if j < i else 0)))
            for j, other in enumerate(chosen)
            if j != i
        ]
        cases.append(Case((*guards, *wins), case.form))
    return cases


def too_many(text: str) -> BadText:
    """The error for a rule with too many cases."""
    return BadText(Message("this rule has too many cases: write it as several rules"), text, 0)
