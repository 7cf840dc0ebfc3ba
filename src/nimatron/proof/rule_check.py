"""Checks a claim about all lost positions, and all values, of a game from formulas. It shares nothing with the solver.

Numbers are words of digits, the most significant first, with units u(n) = c u(n-1) + s u(n-2), u(0) = 1; s = 0 means
base c. Behind the largest digit a digit must be less than s, if s > 0. The claims are automata, and these conditions
make them true for all positions:

1. Play ends: every move makes a weighted sum of the numbers smaller, or keeps it and makes the next one smaller.
2. The lost positions are the positions that are not already won and have no move to a lost one, or at most as many
   as may be blocked.
3. The positions of value v are the positions without a smaller value and without a move to value v.
4. Position and value are related exactly if no move leads to that value and some move leads to each smaller one.

The formulas are read here anew, by Python's own parser, and never executed.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from typing import Any

from ..core.message import Message, Number
from ..families.catalog import Catalog
from .seal import Unreadable, brief
from .verdict import CheckBudget, CheckLimit, Verdict

MOST_STATES, MOST_HEAPS, MOST_TEXT, MOST_BLOCKED, MOST_CASES, MOST_LETTERS = 100_000, 6, 2000, 8, 200, 1 << 13
LARGEST, NAME = 10**6, re.compile("[A-Za-z][A-Za-z0-9_]*")
"""The largest constant in a formula, and the names of numbers."""

Calls = Callable[..., Any]
Form = dict[str, int]
"""Coefficients by name; the name "" is the constant."""
VALUE, SMALLER = "#value", "#smaller"
LINEAR = ast.Add | ast.Sub | ast.Mult


class WrongClaim(Exception):
    """A signal with a message: the claim is false, or not shown."""


def plus(one: Form, other: Form, factor: int = 1) -> Form:
    """A form and a multiple of another one."""
    total = {name: one.get(name, 0) + factor * other.get(name, 0) for name in [*one, *other]}
    return {name: coefficient for name, coefficient in total.items() if coefficient}


# -- automata --------------------------------------------------------------------------------------


@dataclass
class Machine:
    """A complete automaton that reads the digits of these numbers at once and starts in state 0."""

    names: tuple[str, ...]
    step: list[list[int]]
    accept: set[int]

    def rename(self, *names: str) -> Machine:
        """The same about other numbers."""
        return Machine(names, self.step, self.accept)


class Digits:
    """Makes automata of one numeration. All of them accept a word exactly if they do with zeros in front."""

    def __init__(self, c: int, s: int, work: CheckBudget) -> None:
        self.c, self.s, self.work = c, s, work
        self.digits = c + (s > 0)

    def letters(self, names: Sequence[str]) -> list[tuple[int, ...]]:
        """All columns of digits; the first number changes most quickly, as in the tables of a claim."""
        if self.digits ** len(names) > MOST_LETTERS:
            raise CheckLimit(Message("a rule has too many numbers to be read at once"))
        return [digits[::-1] for digits in product(range(self.digits), repeat=len(names))]

    def explore(self, names: Sequence[str], start: Any, follow: Calls, accepts: Calls) -> Machine:
        """The automaton with these states; `follow` gives None if no word continues."""
        numbers, states, step, letters = {start: 0}, [start], [], self.letters(names)
        for state in states:
            self.work.spend(1 + len(letters) // 8)
            after = [None if state is None else follow(state, letter) for letter in letters]
            new = [one for one in dict.fromkeys(after) if one not in numbers]
            numbers.update((one, len(states) + i) for i, one in enumerate(new))
            states += new
            step.append([numbers[one] for one in after])
        accept = {i for i, state in enumerate(states) if state is not None and accepts(state)}
        return self.minimize(Machine(tuple(names), step, accept))

    def minimize(self, machine: Machine) -> Machine:
        """The same with states that no word tells apart as one."""
        kind, count = [int(i in machine.accept) for i in range(len(machine.step))], 0
        while len(set(kind)) > count:
            count = len(set(kind))
            self.work.spend(1 + len(kind) * len(machine.step[0]) // 64)
            rows: dict[tuple[int, ...], int] = {}
            kind = [rows.setdefault((kind[i], *[kind[t] for t in row]), len(rows))
                    for i, row in enumerate(machine.step)]  # fmt: skip
        # Kinds are numbered in the order of the states, so the start stays 0.
        first = {its: i for i, its in reversed(list(enumerate(kind)))}
        step = [[kind[t] for t in machine.step[first[k]]] for k in range(count)]
        return Machine(machine.names, step, {kind[i] for i in machine.accept})

    def join(self, a: Machine, b: Machine, test: Callable[[bool, bool], bool]) -> Machine:
        """Both at once; `test` says when the pair accepts, and refuses where both refuse."""
        names = tuple(dict.fromkeys(a.names + b.names))
        columns = {letter: [sum(letter[names.index(name)] * self.digits**i for i, name in enumerate(one.names))
                            for one in (a, b)] for letter in self.letters(names)}  # fmt: skip

        def follow(pair: tuple[int, int], letter: tuple[int, ...]) -> tuple[int, int]:
            return a.step[pair[0]][columns[letter][0]], b.step[pair[1]][columns[letter][1]]

        return self.explore(names, (0, 0), follow, lambda pair: test(pair[0] in a.accept, pair[1] in b.accept))

    def both(self, a: Machine, b: Machine) -> Machine:
        return self.join(a, b, operator.and_)

    def either(self, a: Machine, b: Machine) -> Machine:
        # A word of the one must consist of numbers of the other, too.
        return self.join(self.both(a, self.numbers(b.names)), self.both(b, self.numbers(a.names)), operator.or_)

    def minus(self, a: Machine, b: Machine) -> Machine:
        return self.join(a, b, operator.gt)

    def without(self, a: Machine, gone: Sequence[str], most: int = 0) -> Machine:
        """For more than `most` choices of these numbers; they may be longer than the others and begin earlier."""
        names = [name for name in a.names if name not in gone]
        if len(names) == len(a.names):
            return a
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, letter in enumerate(self.letters(a.names)):
            groups.setdefault(tuple(d for d, n in zip(letter, a.names, strict=True) if n in names), []).append(i)

        def follow(ways: frozenset[Any], letter: tuple[int, ...], begin: bool = False) -> frozenset[Any]:
            self.work.spend(1 + len(ways) // 8)
            after = {0: 1} if begin else {}  # in how many ways each state is reached, as far as it matters
            for state, count in ways:
                for i in groups[letter][begin and state == 0 :]:  # a zero before all digits is no other choice
                    after[a.step[state][i]] = min(most + 1, after.get(a.step[state][i], 0) + count)
            return frozenset(after.items())

        start, before = frozenset({(0, 1)}), frozenset[Any]()
        while start != before:
            start, before = follow(start, (0,) * len(names), begin=True), start
        return self.explore(names, start, follow, lambda ways: sum(n for s, n in ways if s in a.accept) > most)

    def fit(self, full: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int, ...] | None:
        """Which digits are the largest; None if one must not stand behind the largest."""
        if self.s and any(was and digit >= self.s for was, digit in zip(full, digits, strict=True)):
            return None
        return tuple([int(self.s > 0 and digit == self.digits - 1) for digit in digits])

    def numbers(self, names: Sequence[str]) -> Machine:
        """All words that are numbers."""
        return self.explore(names, (0,) * len(names), self.fit, lambda state: True)

    def at_most(self, form: Form) -> Machine:
        """A form is at most 0. The state is the value so far, A u(n) + B u(n-1), or a sign that is certain."""
        names = sorted(name for name in form if name)
        up, down = (sum(max(0, sign * factor) for factor in form.values()) for sign in (1, -1))

        def follow(state: Any, digits: tuple[int, ...]) -> Any:
            (sign, a, b), full = state[0], self.fit(state[1], digits)
            a, b = self.c * a + b + sum(form[n] * digit for n, digit in zip(names, digits, strict=True)), self.s * a
            # (A - down) u(n) + B u(n-1) obeys the recurrence: if it is positive for n = 0 and n = 1, it is for all n.
            units = (self.s or 1, self.c + 1)
            more, less = min((a - down) * u + b for u in units) > 0, max((a + up) * u + b for u in units) < 0
            sign = sign or more - less
            return None if full is None else ((sign, 0, 0) if sign else (0, a, b), full)

        # Accepts a sign below 0, and a value so far that the constant does not lift above 0.
        return self.explore(
            names, ((0, 0, 0), (0,) * len(names)), follow,
            lambda state: state[0] <= (0, -(state[0][2] // (self.s or 1)) - form.get("", 0), state[0][2]),
        )  # fmt: skip

    def zero(self, form: Form) -> Machine:
        """A form is 0."""
        return self.both(self.at_most(form), self.at_most(plus({}, form, -1)))

    def all(self, machines: Sequence[Machine], gone: Sequence[str] = ()) -> Machine:
        """All conditions; a chosen number goes when no other condition needs it."""
        left = sorted(machines, key=lambda machine: len(machine.step))
        total = left.pop(0)
        while left:
            near = next((i for i, other in enumerate(left) if set(other.names) & set(total.names)), 0)
            total = self.both(total, left.pop(near))
            total = self.without(total, [n for n in gone if not any(n in other.names for other in left)])
        return self.without(total, gone)


# -- formulas --------------------------------------------------------------------------------------

AFTER = "ʹ"
"""What follows the name of a number after the move: a letter for Python, which nobody types."""
WRITTEN = (
    ("['’′]", AFTER), ("≤", "<="), ("≥", ">="), ("≠", "!="), ("[·×]", "*"), ("−", "-"), (r"(?<![<>=!])=(?!=)", "=="),
    (r"(?<![\w])(\d+)\s*(?=(?!and\b|or\b|not\b|in\b)[A-Za-z])", r"\1*"),
)  # fmt: skip
"""What stands in a formula, and what Python's parser reads instead."""
COMPARISONS = {ast.Lt: (1, 1), ast.LtE: (1, 0), ast.Gt: (-1, 1), ast.GtE: (-1, 0), ast.Eq: (0, 0), ast.NotEq: (0, 0)}
"""What left minus right is multiplied with, and what is added, to be at most 0; or (0, 0) if it is 0."""


class Formula:
    """Makes automata of formulas, which Python's own parser reads."""

    def __init__(self, make: Digits, heaps: Sequence[str]) -> None:
        self.make, self.heaps = make, heaps
        self.powers = {(2, 0): "pow2", (3, 0): "pow3", (1, 1): "fib"}.get((make.c, make.s))  # who says "is a unit"
        self.case: dict[ast.AST, tuple[str, int]] = {}  # the case of each quotient and extreme, and a name for it
        self.guards: list[Machine] = []  # what makes it that case

    def read(self, source: str) -> Machine:
        """The automaton of a formula, for some numbers in the place of the free ones."""
        plain = reduce(lambda text, written: re.sub(written[0], written[1], text), WRITTEN, source)
        try:
            if len(source) > MOST_TEXT or not plain.replace(AFTER, "").isascii():
                raise ValueError
            body = ast.parse(f"({plain}\n)", mode="eval").body
            self.free = list[str]()  # the numbers that someone chooses
            parts = [self._truth(part) for part in (body.elts if isinstance(body, ast.Tuple) else [body])]
        except (SyntaxError, ValueError, KeyError, RecursionError, MemoryError):
            raise Unreadable("not a formula: {text}", text=brief(source[:MOST_TEXT])) from None
        return self.make.all(parts, self.free)

    def _truth(self, node: ast.expr) -> Machine:
        match node:
            case ast.Tuple([_, *_] as parts) | ast.BoolOp(ast.And(), parts):
                return self.make.all([self._truth(part) for part in parts])
            case ast.BoolOp(_, parts):
                return reduce(self.make.either, map(self._truth, parts))
            case ast.UnaryOp(ast.Not(), inner):
                return self._not(self._truth(inner))
            case ast.Compare(left, ops, rights):
                return self.make.all([self._pair(*pair) for pair in zip([left, *rights], ops, rights, strict=False)])
            case ast.Call(ast.Name(name), [number], []) if name == self.powers:
                make, unit = self.make, self.make.explore(["#"], 0, lambda n, digits: min(2, n + digits[0]), (1).__eq__)
                return self._statement(number, lambda form: make.all([make.zero(plus(form, {"#": -1})), unit], ["#"]))
        raise ValueError(node)

    def _not(self, machine: Machine) -> Machine:
        return self.make.minus(self.make.numbers(machine.names), machine)

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Machine:
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Set):
            found = reduce(self.make.either, [self._pair(left, ast.Eq(), item) for item in right.elts])
        else:
            sign, more = COMPARISONS[type(op)]
            say = (lambda form: self.make.at_most(plus({"": more}, form, sign))) if sign else self.make.zero
            found = self._statement(ast.BinOp(left, ast.Sub(), right), say)
        return self._not(found) if isinstance(op, ast.NotIn | ast.NotEq) else found

    def _statement(self, number: ast.expr, say: Callable[[Form], Machine]) -> Machine:
        """What is said of a number: in some case of its extremes and quotients, with what makes it that case."""
        found = [self.make.all([said, *guards], names) for said, guards, names in self._cases(number, say)]
        return reduce(self.make.either, found)

    def _cases(self, number: ast.expr, say: Callable[[Form], Any]) -> Iterator[tuple[Any, list[Any], list[str]]]:
        """What is said in each case, what makes it that case, and the names of quotients."""
        parts = [one for one in ast.walk(number) if isinstance(one, ast.Call | ast.BinOp)]
        parts = [one for one in parts if isinstance(one, ast.Call) or not isinstance(one.op, LINEAR)]
        counts = [max(2, len(getattr(node, "args", ()))) for node in parts]
        if prod(counts) > MOST_CASES:
            raise ValueError(counts)
        names = [f"#{i}" for i in range(len(parts))]
        for cases in product(*map(range, counts)):
            self.case, self.guards = dict(zip(parts, zip(names, cases, strict=True), strict=True)), []
            yield say(self._number(number)), self.guards, names

    def _number(self, node: ast.expr) -> Form:
        """A number as a form, in the case that is looked at; a quotient or its negative is a new number."""
        match node:
            case ast.Constant(value) if type(value) is int and abs(value) <= LARGEST:
                return {"": value} if value else {}
            case ast.Name(name) if name.removesuffix(AFTER) in self.heaps or AFTER not in name:
                self.free += [name] if name.removesuffix(AFTER) not in [*self.heaps, *self.free] else []
                return {name: 1}
            case ast.UnaryOp(ast.USub(), inner):
                return plus({}, self._number(inner), -1)
            case ast.BinOp(left, ast.Add() | ast.Sub(), right):
                return plus(self._number(left), self._number(right), 1 if isinstance(node.op, ast.Add) else -1)
            case ast.BinOp(left, ast.Mult(), right):
                one, two = sorted([self._number(left), self._number(right)], key=lambda form: not set(form) <= {""})
                if set(one) <= {""}:
                    return plus({}, two, one.get("", 0))
            case ast.BinOp(left, ast.FloorDiv() | ast.Mod(), ast.Constant(int(m))) if m > 0:
                name, case = self.case[node]
                new = {name: 1 - 2 * case}
                rest = plus(self._number(left), new, -m)
                self.guards += map(self.make.at_most, (plus({}, rest, -1), plus(rest, {"": 1 - m})))
                return new if isinstance(node.op, ast.FloorDiv) else rest
            case ast.Call(ast.Name("abs" | "min" | "max" as name), args, []) if (name == "abs") == (len(args) == 1):
                case, forms = self.case[node][1], [self._number(arg) for arg in args]
                forms += [plus({}, form, -1) for form in forms if name == "abs"]
                gaps = [plus(form, forms[case], -1) for form in forms]
                self.guards += [self.make.at_most(plus({}, gap, -1 if name == "min" else 1)) for gap in gaps]
                return forms[case]
        raise ValueError(node)


# -- the claim -------------------------------------------------------------------------------------

FIELDS = {
    **dict.fromkeys(("numbers", "positions", "won"), str), **dict.fromkeys(("block", "c", "s"), int), "misere": bool,
    **dict.fromkeys(("moves", "measure", "step", "accept", "layers"), list),
}  # fmt: skip


class Claim:
    """The fields of a certificate, read with suspicion, and the rules as automata."""

    def __init__(self, data: Mapping[str, Any], work: CheckBudget) -> None:
        wrong = [name for name, kind in FIELDS.items() if type(data.get(name)) is not kind]
        if not wrong:
            c, s, self.moves, self.measure = data["c"], data["s"], data["moves"], data["measure"]
            self.heaps, self.misere, self.won, self.block = (data[key] for key in ("numbers", "misere", "won", "block"))
            self.heaps = self.heaps.split()
            fits = {
                "c": (s == 0 and 2 <= c <= 20) or 1 <= s <= c <= 20,
                "numbers": 1 <= len({*filter(NAME.fullmatch, self.heaps)}) == len(self.heaps) <= MOST_HEAPS,
                "block": 0 <= self.block <= MOST_BLOCKED
                and (self.misere, self.won != "", self.block > 0).count(True) < 2,
                "layers": not (data["layers"] or data.get("values")) or not (self.misere or self.won or self.block),
                "moves": self.moves and all(isinstance(source, str) for source in self.moves),
                "measure": all(isinstance(row, list) and len(row) == len(self.heaps) for row in self.measure)
                and all(type(weight) is int and 0 <= weight <= 1000 for row in self.measure for weight in row),
            }
            wrong = [name for name, fit in fits.items() if not fit]
        if wrong:
            raise Unreadable("the field {field} is missing, of another kind, or out of bounds", field=wrong[0])
        self.make = Digits(c, s, work)
        self.lost = self._table(data, self.heaps)
        self.values = None if data.get("values") is None else self._table(data["values"], [*self.heaps, VALUE])
        self.layers = [self._table(layer, self.heaps) for layer in data["layers"]]
        self.formula = Formula(self.make, self.heaps)
        self.positions = self.about(data["positions"])
        self.rules = [self._rule(source) for source in self.moves]

    def _table(self, data: Any, names: Sequence[str]) -> Machine:
        fits = isinstance(data, Mapping) and all(isinstance(data.get(key), list) for key in ("step", "accept"))
        step, accept, width = (data["step"], data["accept"], self.make.digits ** len(names)) if fits else ([], [], 0)
        fits = 1 <= len(step) <= MOST_STATES and all(isinstance(row, list) and len(row) == width for row in step)
        if not fits or any(type(to) is not int or not 0 <= to < len(step) for row in [*step, accept] for to in row):
            raise Unreadable("the table of the automaton does not fit its numbers and digits")
        machine = self.make.minimize(Machine(tuple(names), step, set(accept)))
        if machine.step[0][0]:
            raise WrongClaim(Message("the automaton treats numbers with and without leading zeros differently"))
        return machine

    def about(self, source: str) -> Machine:
        """The positions that fulfil a condition."""
        everything = self.make.numbers(self.heaps)
        found = self.make.both(everything, self.formula.read(source)) if source else everything
        if source and (self.formula.free or len(found.names) > len(self.heaps)):
            raise Unreadable("a condition on positions mentions another number: {text}", text=brief(source))
        return found

    def _rule(self, source: str) -> tuple[Machine, list[str]]:
        """One rule, from positions to positions, and the numbers after it; numbers that it does not mention stay."""
        machine = self.formula.read(source)
        after = [heap + AFTER if heap + AFTER in machine.names else heap for heap in self.heaps]
        return self.make.all([machine, self.positions, self.positions.rename(*after)]), after

    def into(self, target: Machine, most: int = 0) -> Machine:
        """The positions with more than `most` moves to a set of positions; of values, with a move to that value."""
        extra, changed = target.names[len(self.heaps) :], [heap + AFTER for heap in self.heaps]
        found = []
        for move, after in self.rules:
            there = self.make.both(move, target.rename(*after, *extra))
            # Only moves that are counted need a number of its own for each number that stays.
            stay = [self.make.zero({heap + AFTER: 1, heap: -1}) for heap in after if heap in self.heaps and most]
            found.append(self.make.all([there, *stay]) if most else self.make.without(there, changed))
        return self.make.without(reduce(self.make.either, found), changed, most)


def check_end(claim: Claim) -> None:
    """1. Every move makes a weighted sum smaller, or keeps it and makes the next one smaller."""
    make = claim.make
    for (move, after), source in zip(claim.rules, claim.moves, strict=True):
        left = move  # the moves that keep all sums so far
        for weights in claim.measure:
            less = plus(dict(zip(claim.heaps, weights, strict=True)), dict(zip(after, weights, strict=True)), -1)
            if make.both(left, make.at_most(plus(less, {"": 1}))).accept:
                break  # some move makes this sum larger
            left = make.both(left, make.at_most(less))
        if left.accept:
            raise WrongClaim(Message("play may not end by the rule {text}", text=brief(source)))


def check_positions(claim: Claim) -> None:
    """2. A position is lost exactly if it has no move to a lost one and is not already won. 3 and 4. The values."""
    make = claim.make
    rest = make.minus(claim.positions, claim.into(claim.lost, claim.block))
    if claim.misere or claim.won:
        won = make.minus(claim.positions, claim.into(claim.positions))
        rest = make.minus(rest, won if claim.misere else make.both(won, claim.about(claim.won)))
    if make.join(claim.lost, rest, operator.ne).accept:
        raise WrongClaim(Message("the positions called lost are not the positions without a move to a lost one"))
    left = claim.positions
    for value, layer in enumerate([claim.lost, *claim.layers]):
        if value and make.join(layer, make.minus(left, claim.into(layer)), operator.ne).accept:
            raise WrongClaim(Message("the claim about the value {value} is false", value=value))
        left = make.minus(left, layer)
    if claim.values:
        free = make.minus(make.both(claim.positions, make.numbers([VALUE])), claim.into(claim.values))
        less = make.at_most({SMALLER: 1, VALUE: -1, "": 1})
        smaller = make.without(make.both(free.rename(*claim.heaps, SMALLER), less), [SMALLER])
        if make.join(claim.values, make.minus(free, smaller), operator.ne).accept:
            raise WrongClaim(Message("the claim about values is false"))


def check_lost(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Are exactly the positions that an automaton accepts lost, in a game from formulas? Are the values right?"""
    states = len(data["step"]) if isinstance(data.get("step"), list) else 0
    sentence = Message("an automaton with {n} state accepts exactly the lost positions",
                       "an automaton with {n} states accepts exactly the lost positions", states)  # fmt: skip
    try:
        claim = Claim(data, work)
        check_end(claim)
        check_positions(claim)
    except WrongClaim as fault:
        return Verdict(sentence, False, fault.args[0], work.done)
    except CheckLimit as reached:
        return Verdict(sentence, None, reached.limit, work.done)
    steps = Message("all conditions hold, after {steps} steps", steps=Number(work.done))
    return Verdict(sentence, True, steps, work.done)
