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
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

from ..core.message import Message, Number
from ..families.catalog import Catalog
from .seal import Unreadable, brief, integer, items, text
from .verdict import CheckBudget, CheckLimit, Verdict

MOST_STATES, MOST_HEAPS, MOST_TEXT, MOST_CASES, MOST_BLOCKED = 100_000, 6, 2000, 200, 8
MOST_LETTERS = 1 << 13
LARGEST = 10**6
"""The largest constant in a formula."""

Form = dict[str, int]
"""Coefficients by name; the name "" is the constant."""
VALUE, SMALLER = "#value", "#smaller"
Ways = frozenset[tuple[int, int]]


class WrongClaim(Exception):
    """A signal: the claim is false, or not shown; the message says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def plus(one: Form, other: Form, factor: int = 1) -> Form:
    """A form and a multiple of another one."""
    total = dict(one)
    for name, coefficient in other.items():
        total[name] = total.get(name, 0) + factor * coefficient
    return {name: coefficient for name, coefficient in total.items() if coefficient}


# -- automata --------------------------------------------------------------------------------------


@dataclass
class Machine:
    """A complete automaton that reads the digits of these numbers at once and starts in state 0."""

    names: tuple[str, ...]
    step: list[list[int]]
    accept: set[int]

    def renamed(self, *names: str) -> Machine:
        """The same about other numbers."""
        return Machine(names, self.step, self.accept)


class Digits:
    """Makes automata of one numeration."""

    def __init__(self, c: int, s: int, work: CheckBudget) -> None:
        self.c, self.s, self.work = c, s, work
        self.digits = c + (s > 0)

    def letters(self, names: Sequence[str]) -> list[tuple[int, ...]]:
        """All columns of digits; the first number changes most quickly, as in the tables of a claim."""
        if self.digits ** len(names) > MOST_LETTERS:
            raise CheckLimit(Message("a rule has too many numbers to be read at once"))
        return [digits[::-1] for digits in product(range(self.digits), repeat=len(names))]

    def explore(
        self, names: Sequence[str], start: Any, follow: Callable[..., Any], accepts: Callable[..., bool]
    ) -> Machine:
        """The automaton with these states; `follow` gives None if no word continues."""
        numbers, states, step, letters = {start: 0}, [start], [], self.letters(names)
        for state in states:
            self.work.spend(1 + len(letters) // 8)
            row = []
            for letter in letters:
                after = None if state is None else follow(state, letter)
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                row.append(numbers[after])
            step.append(row)
        accept = {i for i, state in enumerate(states) if state is not None and accepts(state)}
        return self.merged(Machine(tuple(names), step, accept))

    def merged(self, machine: Machine) -> Machine:
        """The same with states that no word tells apart as one."""
        kind, count = [int(i in machine.accept) for i in range(len(machine.step))], 0
        while len(set(kind)) > count:
            count = len(set(kind))
            self.work.spend(1 + len(kind) // 8)
            rows: dict[tuple[int, ...], int] = {}
            kind = [rows.setdefault((kind[i], *[kind[t] for t in row]), len(rows))
                    for i, row in enumerate(machine.step)]  # fmt: skip
        # Kinds are numbered in the order of the states, so the start stays 0.
        first = {its: i for i, its in reversed(list(enumerate(kind)))}
        step = [[kind[t] for t in machine.step[first[k]]] for k in range(count)]
        return Machine(machine.names, step, {kind[i] for i in machine.accept})

    def join(self, a: Machine, b: Machine, test: Callable[[bool, bool], bool]) -> Machine:
        """Both at once; `test` says when the pair accepts, and refuses where both refuse."""
        names = (*a.names, *(name for name in b.names if name not in a.names))
        own = [[sum(letter[names.index(name)] * self.digits**i for i, name in enumerate(machine.names))
                for letter in self.letters(names)] for machine in (a, b)]  # fmt: skip
        columns = dict(zip(self.letters(names), zip(*own, strict=True), strict=True))

        def follow(pair: tuple[int, int], letter: tuple[int, ...]) -> tuple[int, int]:
            i, j = columns[letter]
            return a.step[pair[0]][i], b.step[pair[1]][j]

        return self.explore(names, (0, 0), follow, lambda pair: test(pair[0] in a.accept, pair[1] in b.accept))

    def both(self, a: Machine, b: Machine) -> Machine:
        return self.join(a, b, lambda one, two: one and two)

    def either(self, a: Machine, b: Machine) -> Machine:
        # A word of the one must consist of numbers of the other, too.
        one = self.both(a, self.numbers([name for name in b.names if name not in a.names]))
        two = self.both(b, self.numbers([name for name in a.names if name not in b.names]))
        return self.join(one, two, lambda x, y: x or y)

    def minus(self, a: Machine, b: Machine) -> Machine:
        return self.join(a, b, lambda one, two: one and not two)

    def differ(self, a: Machine, b: Machine) -> bool:
        """Does some word belong to one of them only?"""
        return bool(self.join(a, b, lambda one, two: one != two).accept)

    def without(self, a: Machine, gone: Sequence[str], most: int = 0) -> Machine:
        """For more than `most` choices of these numbers; they may be longer than the others and begin earlier."""
        names = [name for name in a.names if name not in gone]
        if len(names) == len(a.names):
            return a
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, letter in enumerate(self.letters(a.names)):
            groups.setdefault(tuple(d for d, n in zip(letter, a.names, strict=True) if n in names), []).append(i)

        def follow(ways: Ways, letter: tuple[int, ...], begin: bool = False) -> Ways:
            self.work.spend(1 + len(ways) // 8)
            after = {0: 1} if begin else {}  # in how many ways each state is reached, as far as it matters
            for state, count in ways:
                for i in groups[letter][begin and state == 0 :]:  # a zero before all digits is no other choice
                    after[a.step[state][i]] = min(most + 1, after.get(a.step[state][i], 0) + count)
            return frozenset(after.items())

        zeros = (0,) * len(names)
        if a.step[0][0]:
            raise WrongClaim(
                Message("the automaton treats a number and the same number with leading zeros differently")
            )
        start, before = frozenset({(0, 1)}), Ways()
        while start != before:
            start, before = follow(start, zeros, begin=True), start
        return self.explore(names, start, follow, lambda ways: sum(n for s, n in ways if s in a.accept) > most)

    def numbers(self, names: Sequence[str]) -> Machine:
        """All words that are numbers."""
        return self.explore(names, (0,) * len(names), self._fit, lambda state: True)

    def _fit(self, full: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int, ...] | None:
        """Which digits are the largest; None if one must not stand behind the largest."""
        if not self.s:
            return full
        fits = all(not was or digit < self.s for was, digit in zip(full, digits, strict=True))
        return tuple([int(digit == self.digits - 1) for digit in digits]) if fits else None

    def negation(self, a: Machine) -> Machine:
        """All numbers for which it is false."""
        return self.minus(self.numbers(a.names), a)

    def statement(self, kind: str, form: Form) -> Machine:
        """A form is at most 0 (`le`), is 0 (`eq`), or is a unit with digit 1 (`pow`).

        The state is the value so far, A u(n) + B u(n-1), or a sign that is certain.
        """
        names = sorted(name for name in form if name)
        up = sum(form[n] for n in names if form[n] > 0) + max(0, form.get("", 0))
        down = sum(-form[n] for n in names if form[n] < 0) + max(0, -form.get("", 0))

        def value(entry: Any, digits: tuple[int, ...]) -> Any:
            if kind == "pow":
                return min(2, entry + digits[0])
            if entry in ("+", "-"):
                return entry
            a, b = self.c * entry[0] + entry[1], self.s * entry[0]
            a += sum(form[name] * digit for name, digit in zip(names, digits, strict=True))
            # (A - down) u(n) + B u(n-1) obeys the recurrence: if it is positive for n = 0 and n = 1, it is for all n.
            units = (self.s or 1, self.c + 1)
            if min((a - down) * unit + b for unit in units) > 0:
                return "+"
            return "-" if max((a + up) * unit + b for unit in units) < 0 else (a, b)

        def follow(state: Any, digits: tuple[int, ...]) -> Any:
            full = self._fit(state[1], digits)
            return None if full is None else (value(state[0], digits), full)

        def accepts(state: Any) -> bool:
            entry = state[0]
            if kind == "pow":
                return bool(entry == 1)
            if entry in ("+", "-"):
                return entry == "-" and kind == "le"
            total: int = entry[0] + (entry[1] // self.s if self.s else 0) + form.get("", 0)
            return total <= 0 if kind == "le" else total == 0

        start = 0 if kind == "pow" else (0, 0)
        return self.explore(names, (start, (0,) * len(names)), follow, accepts)

    def all(self, machines: Sequence[Machine], gone: Sequence[str]) -> Machine:
        """All conditions; a chosen number goes when no other condition needs it."""
        left = sorted(machines, key=lambda machine: len(machine.step))
        total = left.pop(0)
        while left:
            near = next((i for i, other in enumerate(left) if set(other.names) & set(total.names)), 0)
            total = self.both(total, left.pop(near))
            total = self.without(total, [n for n in gone if not any(n in other.names for other in left)])
        return self.without(total, gone)


# -- formulas --------------------------------------------------------------------------------------

SPELLINGS = {"≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "×": "*", "−": "-"}


class Formula:
    """Makes automata of formulas, which Python's own parser reads."""

    def __init__(self, make: Digits, heaps: Sequence[str], powers: str) -> None:
        # `powers` is the condition that says that a number is a unit: pow2, pow3 or fib.
        self.make, self.heaps, self.powers = make, heaps, powers
        self.free: list[str] = []  # the numbers that someone chooses
        self.own: list[str] = []  # the quotients and units of one comparison

    def read(self, source: str) -> Machine:
        """The automaton of a formula, for some numbers in the place of the free ones."""
        if len(source) > MOST_TEXT:
            raise Unreadable("a formula has at most {most} characters", most=MOST_TEXT)
        plain = re.sub(r"([A-Za-z]\w*)['’′]", r"\1__after", source)
        for sign, meaning in SPELLINGS.items():
            plain = plain.replace(sign, meaning)
        plain = re.sub(r"(?<![<>=!])=(?!=)", "==", plain)
        plain = re.sub(r"(?<![\w])(\d+)\s*(?=(?!and\b|or\b|not\b|in\b)[A-Za-z])", r"\1*", plain)
        try:
            body = ast.parse(f"({plain}\n)", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise Unreadable("not a formula: {text}", text=brief(source)) from None
        parts = body.elts if isinstance(body, ast.Tuple) else [body]
        machines = [self._truth(part) for part in parts]
        return self.make.all(machines, self.free)

    def _truth(self, node: ast.expr) -> Machine:
        match node:
            case ast.Tuple(elts=parts) | ast.BoolOp(op=ast.And(), values=parts):
                return self.make.all([self._truth(part) for part in parts], ())
            case ast.BoolOp(values=parts):
                return reduce(self.make.either, map(self._truth, parts))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self.make.negation(self._truth(inner))
            case ast.Compare(left=left, ops=ops, comparators=rights):
                pairs = zip([left, *rights], ops, rights, strict=False)
                return self.make.all([self._pair(*pair) for pair in pairs], ())
            case ast.Call(func=ast.Name(id=name), args=[number]) if name == self.powers:
                return self._each(number, "pow")
        raise self._unknown(node)

    def _unknown(self, node: ast.AST) -> Unreadable:
        return Unreadable("{part} has no meaning in a formula", part=brief(ast.unparse(node)[:60]))

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Machine:
        match op, right:
            case ast.In(), ast.Set(elts=items):
                return reduce(self.make.either, [self._pair(left, ast.Eq(), item) for item in items])
            case ast.NotIn() | ast.NotEq(), _:
                return self.make.negation(self._pair(left, ast.In() if isinstance(op, ast.NotIn) else ast.Eq(), right))
            case ast.Gt() | ast.GtE(), _:
                return self._pair(right, ast.Lt() if isinstance(op, ast.Gt) else ast.LtE(), left)
            case ast.Eq() | ast.Lt() | ast.LtE(), _:
                difference = ast.BinOp(left, ast.Sub(), right)
                return self._each(difference, "eq" if isinstance(op, ast.Eq) else "le", int(isinstance(op, ast.Lt)))
        raise self._unknown(right)

    def _each(self, number: ast.expr, kind: str, more: int = 0) -> Machine:
        """What is said of a number plus `more`, in each of its cases."""
        self.own, found = [], []
        for guards, form in self._cases(number):
            said = [self.make.statement(kind, plus(form, {"": more}))] if kind != "pow" else self._unit(form)
            found.append(self.make.all([*guards, *said], self.own))
        return reduce(self.make.either, found)

    def _unit(self, form: Form) -> list[Machine]:
        name = self._new_name()
        return [self.make.statement("eq", plus(form, {name: -1})), self.make.statement("pow", {name: 1})]

    def _new_name(self) -> str:
        self.own.append(f"#{len(self.own)}")
        return self.own[-1]

    def _cases(self, node: ast.expr) -> list[tuple[list[Machine], Form]]:
        """The cases of a number, each with its conditions: exactly one of them applies."""
        match node:
            case ast.Constant(value=int(value)) if type(value) is int and abs(value) <= LARGEST:
                return [([], {"": value} if value else {})]
            case ast.Name(id=name):
                return [([], {self._read_name(name): 1})]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return [(guards, plus({}, form, -1)) for guards, form in self._cases(inner)]
            case ast.BinOp(left=left, right=right):
                pairs = product(self._cases(left), self._cases(right))
                found = [case for one, two in pairs for case in self._operation(node, one, two)]
            case ast.Call(func=ast.Name(id="abs"), args=[inner]):
                found = self._extremes([inner, ast.UnaryOp(ast.USub(), inner)], -1)
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_] as args):
                found = self._extremes(args, 1 if name == "min" else -1)
            case _:
                raise self._unknown(node)
        if len(found) > MOST_CASES:
            raise Unreadable("a formula has too many cases")
        return found

    def _read_name(self, name: str) -> str:
        plain = name.removesuffix("__after")
        if plain != name and plain not in self.heaps:
            raise Unreadable("{name}' is not a number of a position", name=brief(plain))
        if plain == name and name not in [*self.heaps, *self.free]:
            self.free.append(name)
        return name if plain == name else plain + "'"

    def _extremes(self, args: Sequence[ast.expr], sign: int) -> list[tuple[list[Machine], Form]]:
        found = []
        for cases in product(*map(self._cases, args)):
            shared = [guard for guards, _ in cases for guard in guards]
            for i, (_, form) in enumerate(cases):
                others = [(j, other) for j, (_, other) in enumerate(cases) if j != i]
                forms = [plus(plus({}, plus(form, other, -1), sign), {"": int(j < i)}) for j, other in others]
                found.append(([*shared, *(self.make.statement("le", one) for one in forms)], form))
        return found

    def _operation(self, node: ast.BinOp, one: Any, two: Any) -> Iterator[tuple[list[Machine], Form]]:
        guards, a, b = [*one[0], *two[0]], one[1], two[1]
        m = b.get("", 0) if set(b) <= {""} else None  # the constant on the right
        if isinstance(node.op, ast.Add | ast.Sub):
            yield guards, plus(a, b, 1 if isinstance(node.op, ast.Add) else -1)
        elif isinstance(node.op, ast.Mult) and (m is not None or set(a) <= {""}):
            yield guards, plus({}, a, m) if m is not None else plus({}, b, a.get("", 0))
        elif isinstance(node.op, ast.FloorDiv | ast.Mod) and m is not None and m >= 1:
            for sign in (1, -1):  # a quotient below 0 is the negative of a number
                name = self._new_name()
                rest = plus(a, {name: sign}, -m)
                bounds = [plus({}, rest, -1), plus(rest, {"": 1 - m}), plus({"": int(sign < 0)}, a, -sign)]
                conditions = [self.make.statement("le", form) for form in bounds]
                yield [*guards, *conditions], {name: sign} if isinstance(node.op, ast.FloorDiv) else rest
        else:
            raise self._unknown(node)


# -- the claim -------------------------------------------------------------------------------------


class Claim:
    """The fields of a certificate, read with suspicion, and the rules as automata."""

    def __init__(self, data: Mapping[str, Any], work: CheckBudget) -> None:
        c, s = integer(data, "c", 1), integer(data, "s")
        if not (c >= 2 if s == 0 else s <= c) or c > 20:
            raise Unreadable("the numeration must have s = 0 and c from 2 on, or s from 1 to c, and c at most 20")
        self.make = Digits(c, s, work)
        self.powers = {(2, 0): "pow2", (3, 0): "pow3", (1, 1): "fib"}.get((c, s), "")
        self.heaps = text(data, "numbers").split()
        if not 1 <= len(self.heaps) <= MOST_HEAPS or len(set(self.heaps)) < len(self.heaps):
            raise Unreadable("expected 1 to {most} different names of numbers", most=MOST_HEAPS)
        self.moves = [str(move) for move in items(data, "moves")]
        self.measure = items(data, "measure")
        self.misere, self.won = data.get("misere") is True, text(data, "won")
        if self.misere and self.won:
            raise Unreadable("give `misere` or `won`, not both: each says who has won at the end")
        self.block = integer(data, "block")
        if self.block > MOST_BLOCKED or (self.block and (self.misere or self.won)):
            raise Unreadable("at most {most} moves may be blocked, and in normal play only", most=MOST_BLOCKED)
        self.lost = self._table(data, self.heaps)
        self.values = self._table(data["values"], [*self.heaps, VALUE]) if data.get("values") else None
        self.layers = [self._table(layer, self.heaps) for layer in data.get("layers") or []]
        if not self.moves or not all(map(self._is_weights, self.measure)):
            raise Unreadable("the weights of the numbers must be whole numbers from 0 to 1000")
        self.positions = self.about(text(data, "positions"))
        self.rules = [self._rule(source) for source in self.moves]

    def _is_weights(self, weights: object) -> bool:
        fits = isinstance(weights, list) and len(weights) == len(self.heaps)
        return fits and all(type(weight) is int and 0 <= weight <= 1000 for weight in weights)  # type: ignore[attr-defined]

    def _table(self, data: Any, names: Sequence[str]) -> Machine:
        if not isinstance(data, Mapping):
            raise Unreadable("the table of the automaton does not fit its numbers and digits")
        step, accept = items(data, "step"), items(data, "accept")
        width, size = self.make.digits ** len(names), len(step)
        if not 1 <= size <= MOST_STATES or not all(isinstance(row, list) and len(row) == width for row in step):
            raise Unreadable("the table of the automaton does not fit its numbers and digits")
        if any(type(to) is not int or not 0 <= to < size for row in [*step, accept] for to in row):
            raise Unreadable("the table of the automaton names a state that does not exist")
        return self.make.merged(Machine(tuple(names), list(map(list, step)), set(accept)))

    def _read(self, source: str) -> Machine:
        return Formula(self.make, self.heaps, self.powers).read(source)

    def about(self, source: str) -> Machine:
        """The positions that fulfil a condition."""
        everything = self.make.numbers(self.heaps)
        return self.make.both(everything, self._read(source)) if source else everything

    def _rule(self, source: str) -> tuple[Machine, list[str]]:
        """One rule, from positions to positions, and the numbers after it; numbers that it does not mention stay."""
        changed = set(re.findall(r"([A-Za-z]\w*)['’′]", source))
        if not changed & set(self.heaps):
            raise Unreadable("a rule changes nothing: {text}", text=brief(source))
        after = [f"{heap}'" if heap in changed else heap for heap in self.heaps]
        places = [self.positions, self.positions.renamed(*after)]
        return self.make.all([self._read(source), *places], ()), after

    def into(self, target: Machine) -> Machine:
        """The positions with a move to a set of positions; of values, with a move to that value."""
        extra = target.names[len(self.heaps) :]
        found = []
        for move, after in self.rules:
            there = self.make.both(move, target.renamed(*after, *extra))
            found.append(self.make.without(there, [name for name in after if name not in self.heaps]))
        return reduce(self.make.either, found)

    def unblocked(self, target: Machine) -> Machine:
        """The positions with more moves to a set of positions than may be blocked."""
        found = []
        for move, after in self.rules:
            stay = [self.make.statement("eq", {f"{n}'": 1, n: -1}) for n in after if n in self.heaps]
            found.append(self.make.all([move, target.renamed(*after), *stay], ()))
        return self.make.without(reduce(self.make.either, found), [f"{heap}'" for heap in self.heaps], self.block)


def check_end(claim: Claim) -> None:
    """1. Every move makes a weighted sum smaller, or keeps it and makes the next one smaller."""
    for (move, after), source in zip(claim.rules, claim.moves, strict=True):
        for weights in claim.measure:
            grows: Form = {}  # at most 0 if the sum does not shrink
            for heap, later, weight in zip(claim.heaps, after, weights, strict=True):
                grows = plus(plus(grows, {heap: weight}), {later: -weight})
            if not claim.make.both(move, claim.make.statement("le", grows)).accept:
                break
            if claim.make.both(move, claim.make.statement("le", plus(grows, {"": 1}))).accept:
                raise WrongClaim(Message("play may not end by the rule {text}", text=brief(source)))
        else:
            raise WrongClaim(Message("play may not end by the rule {text}", text=brief(source)))


def check_positions(claim: Claim) -> None:
    """2. A position is lost exactly if it has no move to a lost one and is not already won."""
    make = claim.make
    rest = make.minus(claim.positions, claim.unblocked(claim.lost) if claim.block else claim.into(claim.lost))
    if claim.misere or claim.won:
        won = make.minus(claim.positions, claim.into(claim.positions))
        rest = make.minus(rest, won if claim.misere else make.both(won, claim.about(claim.won)))
    if make.minus(claim.lost, rest).accept:
        raise WrongClaim(Message("the claim calls a won position lost, or includes something that is not a position"))
    if make.differ(claim.lost, rest):
        raise WrongClaim(Message("a position is not called lost, but no move from it leads to a lost position"))


def check_values(claim: Claim) -> None:
    """3 and 4. The positions of each value, and the relation of positions and values."""
    make, left = claim.make, claim.positions
    if (claim.layers or claim.values) and (claim.misere or claim.won or claim.block):
        raise WrongClaim(Message("values are claimed of a game that is not won by the last move"))
    for value, layer in enumerate([claim.lost, *claim.layers]):
        if value and make.differ(layer, make.minus(left, claim.into(layer))):
            raise WrongClaim(Message("the claim about the value {value} is false", value=value))
        left = make.minus(left, layer)
    if claim.values:
        free = make.minus(make.both(claim.positions, make.numbers([VALUE])), claim.into(claim.values))
        less = make.statement("le", {SMALLER: 1, VALUE: -1, "": 1})
        smaller = make.without(
            make.both(free.renamed(*[SMALLER if n == VALUE else n for n in free.names]), less), [SMALLER]
        )
        if make.differ(claim.values, make.minus(free, smaller)):
            raise WrongClaim(Message("the claim about values is false"))


def check_lost(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Are exactly the positions that an automaton accepts lost, in a game from formulas? Are the values right?"""
    states = len(items(data, "step"))
    sentence = Message("an automaton with {n} state accepts exactly the lost positions",
                       "an automaton with {n} states accepts exactly the lost positions", states)  # fmt: skip
    try:
        claim = Claim(data, work)
        check_end(claim)
        check_positions(claim)
        check_values(claim)
    except WrongClaim as fault:
        return Verdict(sentence, False, fault.reason, work.done)
    except CheckLimit as reached:
        return Verdict(sentence, None, reached.limit, work.done)
    steps = Message("all conditions hold, after {steps} steps", steps=Number(work.done))
    return Verdict(sentence, True, steps, work.done)
