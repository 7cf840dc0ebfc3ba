"""Checks a claim about all lost positions of a game from formulas. It shares nothing with the solver.

Numbers are words of digits, the most significant first, with units u(n) = c u(n-1) + s u(n-2), u(0) = 1; s = 0 means
base c. Behind the largest digit a digit must be less than s, if s > 0. The claim is an automaton, and these conditions
make it true for all positions:

1. Play ends: every move makes a weighted sum of the numbers smaller, or keeps it and makes the next one smaller.
2. No move leads from a lost position to a lost one, and no lost position is already won.
3. Every other position that is not already won has a move to a lost one.

The formulas are read here anew, by Python's own parser, and never executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ..core.message import Message, Number
from ..families.catalog import Catalog
from .seal import Unreadable, brief, integer, items, text
from .verdict import CheckBudget, CheckLimit, Verdict

MOST_STATES, MOST_HEAPS, MOST_TEXT, MOST_CASES = 100_000, 6, 2000, 200
LARGEST = 10**6
"""The largest constant in a formula."""

Form = dict[str, int]
"""Coefficients by name; the name "" is the constant."""
Atom = tuple[str, Form, bool]
"""(kind, form, yes): `le` says that a form is at most 0, `eq` that it is 0, `pow` that it is a unit with digit 1."""
Tree = tuple[str, Any]
"""("all", trees), ("any", trees) or ("is", atom)."""


class WrongClaim(Exception):
    """A signal: the claim is false, or not shown; the message says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


# -- formulas --------------------------------------------------------------------------------------


def plus(one: Form, other: Form, factor: int = 1) -> Form:
    """A form and a multiple of another one."""
    total = dict(one)
    for name, coefficient in other.items():
        total[name] = total.get(name, 0) + factor * coefficient
    return {name: coefficient for name, coefficient in total.items() if coefficient}


@dataclass
class Formula:
    """A formula as a tree of statements about linear forms; `free` are the numbers that someone chooses."""

    source: str
    heaps: Sequence[str]
    powers: str
    """The condition that says that a number is a unit of this numeration: pow2, pow3 or fib."""
    free: list[str] = field(default_factory=list)

    def tree(self) -> Tree:
        """The formula, read."""
        if len(self.source) > MOST_TEXT:
            raise Unreadable("a formula has at most {most} characters", most=MOST_TEXT)
        plain = re.sub(r"([A-Za-z]\w*)['’′]", r"\1__after", self.source)
        for sign, meaning in {"≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "×": "*", "−": "-"}.items():
            plain = plain.replace(sign, meaning)
        plain = re.sub(r"(?<![<>=!])=(?!=)", "==", plain)
        plain = re.sub(r"(?<![\w])(\d+)\s*(?=(?!and\b|or\b|not\b|in\b)[A-Za-z])", r"\1*", plain)
        try:
            body = ast.parse(f"({plain}\n)", mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise Unreadable("not a formula: {text}", text=brief(self.source)) from None
        parts = body.elts if isinstance(body, ast.Tuple) else [body]
        return "all", [self._condition(part, True) for part in parts]

    def _condition(self, node: ast.AST, yes: bool) -> Tree:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._condition(node.operand, not yes)
        if isinstance(node, ast.BoolOp):
            return "all" if isinstance(node.op, ast.And) is yes else "any", [
                self._condition(n, yes) for n in node.values
            ]
        if isinstance(node, ast.Tuple):
            return "all" if yes else "any", [self._condition(n, yes) for n in node.elts]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == self.powers:
            return "any", [self._power(*case, yes) for case in self._number(node.args[0])]
        if isinstance(node, ast.Compare):
            pairs, left = [], node.left
            for op, right in zip(node.ops, node.comparators, strict=True):
                pairs.append(self._pair(left, op, right, yes))
                left = right
            return "all" if yes else "any", pairs
        raise self._unknown(node)

    def _unknown(self, node: ast.AST) -> Unreadable:
        return Unreadable("{part} has no meaning in a formula", part=brief(ast.unparse(node)[:60]))

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr, yes: bool) -> Tree:
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.Set):
                raise self._unknown(right)
            wanted = isinstance(op, ast.In) is yes
            return "any" if wanted else "all", [self._pair(left, ast.Eq(), item, wanted) for item in right.elts]
        if isinstance(op, ast.Gt | ast.GtE):
            left, right = right, left
        difference = ast.BinOp(left, ast.Sub(), right)
        if isinstance(op, ast.Eq | ast.NotEq):
            wanted = isinstance(op, ast.Eq) is yes
            return self._each(difference, lambda form: ("is", ("eq", form, wanted)))
        strict = {"": 1} if isinstance(op, ast.Lt | ast.Gt) else {}
        if yes:
            return self._each(difference, lambda form: ("is", ("le", plus(form, strict), True)))
        return self._each(difference, lambda form: ("is", ("le", plus({"": 1}, plus(form, strict), -1), True)))

    def _each(self, number: ast.expr, say: Callable[[Form], Tree]) -> Tree:
        cases = self._number(number)
        if len(cases) > MOST_CASES:
            raise Unreadable("a formula has too many cases")
        return "any", [("all", [*guards, say(form)]) for guards, form in cases]

    def _power(self, guards: list[Tree], form: Form, yes: bool) -> Tree:
        name = self._new_name()
        return "all", [*guards, ("is", ("eq", plus(form, {name: 1}, -1), True)), ("is", ("pow", {name: 1}, yes))]

    def _new_name(self) -> str:
        self.free.append(f"#{id(self)}.{len(self.free)}")  # the formulas of one rule must not share a number
        return self.free[-1]

    def _number(self, node: ast.expr) -> list[tuple[list[Tree], Form]]:
        """The cases of a number: exactly one of them applies."""
        if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= LARGEST:
            return [([], {"": node.value} if node.value else {})]
        if isinstance(node, ast.Name):
            return [([], {self._read_name(node.id): 1})]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return [(guards, plus({}, form, -1)) for guards, form in self._number(node.operand)]
        if isinstance(node, ast.BinOp):
            return [case for one in self._number(node.left) for two in self._number(node.right)
                    for case in self._operation(node, one, two)]  # fmt: skip
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max", "abs"):
            args: list[ast.expr] = [*node.args]
            if node.func.id == "abs" and len(args) == 1:
                args.append(ast.UnaryOp(ast.USub(), args[0]))
            if len(args) >= 2:
                return self._extremes(args, 1 if node.func.id == "min" else -1)
        raise self._unknown(node)

    def _read_name(self, name: str) -> str:
        plain = name.removesuffix("__after")
        if plain != name:
            if plain not in self.heaps:
                raise Unreadable("{name}' is not a number of a position", name=brief(plain))
            return plain + "'"
        if name not in self.heaps and name not in self.free:
            self.free.append(name)
        return name

    def _extremes(self, args: Sequence[ast.expr], sign: int) -> list[tuple[list[Tree], Form]]:
        found = []
        for cases in product(*map(self._number, args)):
            shared = [guard for guards, _ in cases for guard in guards]
            for i, (_, form) in enumerate(cases):
                wins = [("is", ("le", plus(plus({}, plus(form, other, -1), sign), {"": int(j < i)}), True))
                        for j, (_, other) in enumerate(cases) if j != i]  # fmt: skip
                found.append(([*shared, *wins], form))
        return found

    def _operation(self, node: ast.BinOp, one: Any, two: Any) -> Iterator[tuple[list[Tree], Form]]:
        guards, a, b = [*one[0], *two[0]], one[1], two[1]
        constant = set(b) <= {""}
        if isinstance(node.op, ast.Add | ast.Sub):
            yield guards, plus(a, b, 1 if isinstance(node.op, ast.Add) else -1)
        elif isinstance(node.op, ast.Mult) and (constant or set(a) <= {""}):
            yield guards, plus({}, a, b.get("", 0)) if constant else plus({}, b, a.get("", 0))
        elif isinstance(node.op, ast.FloorDiv | ast.Mod) and constant and b.get("", 0) >= 1:
            m = b[""]
            for sign in (1, -1):  # a quotient below 0 is the negative of a number
                name = self._new_name()
                rest = plus(a, {name: sign}, -m)
                bounds = [
                    plus({}, rest, -1),
                    plus(rest, {"": 1 - m}),
                    plus({}, a, -1) if sign > 0 else plus(a, {"": 1}),
                ]
                yield (
                    [*guards, *(("is", ("le", form, True)) for form in bounds)],
                    ({name: sign} if isinstance(node.op, ast.FloorDiv) else rest),
                )
        else:
            raise self._unknown(node)


# -- the claim -------------------------------------------------------------------------------------


class Claim:
    """The fields of a certificate, read with suspicion."""

    def __init__(self, data: Mapping[str, Any], work: CheckBudget) -> None:
        self.work = work
        self.c, self.s = integer(data, "c", 1), integer(data, "s")
        if not (self.c >= 2 if self.s == 0 else self.s <= self.c) or self.c > 20:
            raise Unreadable("the numeration must have s = 0 and c from 2 on, or s from 1 to c, and c at most 20")
        self.digits = self.c + (self.s > 0)
        self.heaps = text(data, "numbers").split()
        if not 1 <= len(self.heaps) <= MOST_HEAPS or len(set(self.heaps)) < len(self.heaps):
            raise Unreadable("expected 1 to {most} different names of numbers", most=MOST_HEAPS)
        self.moves = [str(move) for move in items(data, "moves")]
        self.positions, self.won = text(data, "positions"), text(data, "won")
        self.misere = data.get("misere") is True
        self.step, self.accept = items(data, "step"), set(map(int, items(data, "accept")))
        self.measure = items(data, "measure")
        self._check_tables()

    def _check_tables(self) -> None:
        width, size = self.digits ** len(self.heaps), len(self.step)
        rows_fit = all(isinstance(row, list) and len(row) == width for row in self.step)
        if not 1 <= size <= MOST_STATES or not rows_fit or not self.moves:
            raise Unreadable("the table of the automaton does not fit its numbers and digits")
        if any(type(to) is not int or not 0 <= to < size for row in self.step for to in row):
            raise Unreadable("the table of the automaton names a state that is not there")
        for weights in self.measure:
            if (
                not isinstance(weights, list)
                or len(weights) != len(self.heaps)
                or any(type(w) is not int or not 0 <= w <= 1000 for w in weights)
            ):
                raise Unreadable("the weights of the numbers must be whole numbers from 0 to 1000")

    @property
    def powers(self) -> str:
        """The one condition on powers that this numeration can read."""
        return {(2, 0): "pow2", (3, 0): "pow3", (1, 1): "fib"}.get((self.c, self.s), "")

    def follow(self, full: int, digit: int) -> int | None:
        """Was the digit the largest? None if it may not stand here."""
        if not self.s:
            return 0
        return None if full and digit >= self.s else int(digit == self.digits - 1)

    def letter(self, digits: Sequence[int]) -> int:
        """The column of the table."""
        return sum(digit * self.digits**i for i, digit in enumerate(digits))


class StatementReader:
    """A tree of statements that reads numbers digit by digit; the state has one entry for each statement."""

    def __init__(self, claim: Claim, tree: Tree) -> None:
        self.claim, self.tree = claim, tree
        self.atoms: list[Atom] = []
        self.must: list[bool] = []
        self._collect(tree, True)
        self.start = tuple((0, 0) if kind != "pow" else 0 for kind, _, _ in self.atoms)
        self.spans = [self._span(form) for _, form, _ in self.atoms]

    def _collect(self, tree: Tree, must: bool) -> None:
        kind, below = tree
        if kind == "is":
            self.atoms.append(below)
            self.must.append(must)
        else:
            for item in below:
                self._collect(item, must and (kind == "all" or len(below) == 1))

    def _span(self, form: Form) -> tuple[int, int]:
        """The digits to come add less than `up` u(n) and take away less than `down` u(n)."""
        up = sum(c for name, c in form.items() if name and c > 0) + max(0, form.get("", 0))
        down = sum(-c for name, c in form.items() if name and c < 0) + max(0, -form.get("", 0))
        return up, down

    def follow(self, state: tuple[Any, ...], digits: Mapping[str, int]) -> tuple[Any, ...] | None:
        """The state after one more digit of each number; None if the tree can no longer hold."""
        after = []
        for (kind, form, yes), must, span, entry in zip(self.atoms, self.must, self.spans, state, strict=True):
            if kind == "pow":
                entry = min(2, entry + digits[next(iter(form))])
                if must and yes and entry == 2:
                    return None
            elif entry not in ("+", "-"):
                entry = self._value(form, span, entry, digits)
            if must and ((entry == "+" and (kind == "le" or yes)) or (entry == "-" and kind == "eq" and yes)):
                return None
            after.append(entry)
        return tuple(after)

    def _value(self, form: Form, span: tuple[int, int], entry: tuple[int, int], digits: Mapping[str, int]) -> Any:
        """The value so far as (A, B), which stands for A u(n) + B u(n-1); or its sign, if that is certain."""
        claim, (up, down) = self.claim, span
        a, b = claim.c * entry[0] + entry[1], claim.s * entry[0]
        a += sum(c * digits[name] for name, c in form.items() if name)
        if not claim.s:
            return "+" if a > down else "-" if a < -up else (a, b)
        # (A - down) u(n) + B u(n-1) obeys the recurrence: if it is positive for n = 0 and n = 1, it is for all n.
        first = claim.c + 1
        if min(claim.s * (a - down) + b, (a - down) * first + b) > 0:
            return "+"
        return "-" if max(claim.s * (a + up) + b, (a + up) * first + b) < 0 else (a, b)

    def holds(self, state: tuple[Any, ...]) -> bool:
        """Is the tree true, if no digit follows?"""
        truths = iter([self._truth(atom, entry) for atom, entry in zip(self.atoms, state, strict=True)])
        return self._evaluate(self.tree, truths)

    def _truth(self, atom: Atom, entry: Any) -> bool:
        kind, form, yes = atom
        if kind == "pow":
            return (entry == 1) is yes
        if entry in ("+", "-"):
            return entry == "-" if kind == "le" else not yes
        total = entry[0] + (entry[1] // self.claim.s if self.claim.s else 0) + form.get("", 0)
        return total <= 0 if kind == "le" else (total == 0) is yes

    def _evaluate(self, tree: Tree, truths: Iterator[bool]) -> bool:
        kind, below = tree
        if kind == "is":
            return next(truths)
        found = [self._evaluate(item, truths) for item in below]
        return all(found) if kind == "all" else any(found)


# -- moves -----------------------------------------------------------------------------------------


class MoveReader:
    """A formula as a nondeterministic automaton over the numbers before a move; all other numbers are chosen.

    `stay` are the numbers that the move does not change. With `into`, the position after the move must be one that the
    claim calls lost. Sets of states are numbered, and 0 is the set at the start.
    """

    def __init__(
        self, claim: Claim, sources: Sequence[str], stay: Sequence[str], extra: Sequence[Tree] = (), into: bool = False
    ) -> None:
        self.claim, self.stay, self.into = claim, stay, into
        trees = [Formula(source, claim.heaps, claim.powers).tree() for source in sources]
        self.reader = StatementReader(claim, ("all", [*trees, *extra]))
        used = {name for _, form, _ in self.reader.atoms for name in form if name}
        self.after = [f"{heap}'" for heap in claim.heaps]
        known = {*claim.heaps, *(f"{heap}'" for heap in stay)}
        self.chosen = sorted((used | set(self.after if into else ())) - known)
        start = frozenset([(self.reader.start, (0,) * len(self.chosen), 0)])
        self.numbers, self.sets = {start: 0}, [start]
        self._steps: dict[Any, int] = {}
        self._targets: dict[Any, frozenset[Any]] = {}
        self._grow(start)

    def _grow(self, start: frozenset[Any]) -> None:
        """Chosen numbers may be longer than the numbers of the position: let them begin earlier."""
        zeros = (0,) * len(self.claim.heaps)
        while (more := start | self._follow(start, zeros)) != start:
            start = more
        self.numbers, self.sets = {start: 0}, [start]

    def step(self, at: int, digits: tuple[int, ...]) -> int:
        """The set of states after one more digit of each number of the position."""
        key = at, digits
        if key not in self._steps:
            found = self._follow(self.sets[at], digits)
            if found not in self.numbers:
                self.numbers[found] = len(self.sets)
                self.sets.append(found)
            self._steps[key] = self.numbers[found]
        return self._steps[key]

    def _follow(self, states: frozenset[Any], digits: tuple[int, ...]) -> frozenset[Any]:
        for state in states:
            if (state, digits) not in self._targets:
                self._targets[state, digits] = frozenset(self._choices(state, digits))
        return frozenset().union(*[self._targets[state, digits] for state in states])

    def _choices(self, state: Any, digits_before: tuple[int, ...]) -> Iterator[Any]:
        reading, full, at = state
        before = dict(zip(self.claim.heaps, digits_before, strict=True))
        before |= {f"{heap}'": before[heap] for heap in self.stay}
        for choice in product(range(self.claim.digits), repeat=len(self.chosen)):
            self.claim.work.spend()
            fuller = tuple(map(self.claim.follow, full, choice))
            if None in fuller:
                continue
            digits = before | dict(zip(self.chosen, choice, strict=True))
            after = self.reader.follow(reading, digits)
            if after is not None:
                row = self.claim.step[at]
                yield after, fuller, row[self.claim.letter([digits[n] for n in self.after])] if self.into else 0

    def accepts(self, at: int) -> bool:
        """Is there such a move, if no digit follows?"""
        lost = self.claim.accept
        return any((not self.into or state[2] in lost) and self.reader.holds(state[0]) for state in self.sets[at])


def rule(claim: Claim, source: str, extra: Sequence[Tree] = (), into: bool = False) -> MoveReader:
    """One rule, from positions to positions; numbers that it does not mention stay."""
    changed = set(re.findall(r"([A-Za-z]\w*)['’′]", source))
    if not changed & set(claim.heaps):
        raise Unreadable("a rule changes nothing: {text}", text=brief(source))
    positions = [claim.positions, after_move(claim)] if claim.positions else []
    return MoveReader(claim, [source, *positions], [h for h in claim.heaps if h not in changed], extra, into)


def after_move(claim: Claim) -> str:
    """The condition on positions, about the numbers after a move."""
    return re.sub(r"[A-Za-z]\w*", lambda word: word[0] + ("'" if word[0] in claim.heaps else ""), claim.positions)


def letters(claim: Claim, full: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The digits that may come next, and which of them are the largest."""
    for digits in product(range(claim.digits), repeat=len(claim.heaps)):
        after = tuple(map(claim.follow, full, digits))
        if None not in after:
            yield digits, after


def is_possible(claim: Claim, moves: MoveReader) -> bool:
    """Is there any such move?"""
    return any(can[0] for _, can in words(claim, [moves], follow_claim=False))


def words(claim: Claim, machines: Sequence[MoveReader], follow_claim: bool = True) -> Iterator[tuple[int, list[bool]]]:
    """For all words that claim and machines can tell apart: the state of the claim, and which machines accept."""
    first = 0, (0,) * len(claim.heaps), (0,) * len(machines)
    seen, todo = {first}, [first]
    for at, full, states in todo:
        yield at, [machine.accepts(state) for machine, state in zip(machines, states, strict=True)]
        for digits, after in letters(claim, full):
            claim.work.spend()
            target = claim.step[at][claim.letter(digits)] if follow_claim else 0
            moved = tuple(machine.step(state, digits) for machine, state in zip(machines, states, strict=True))
            if (target, after, moved) not in seen:
                seen.add((target, after, moved))
                todo.append((target, after, moved))


def check_end(claim: Claim) -> None:
    """1. Every move makes a weighted sum smaller, or keeps it and makes the next one smaller."""
    for source in claim.moves:
        for weights in claim.measure:
            grows: Form = {}
            for heap, weight in zip(claim.heaps, weights, strict=True):
                grows = plus(plus(grows, {heap: weight}), {f"{heap}'": -weight})  # <= 0 if the sum does not shrink
            if not is_possible(claim, rule(claim, source, [("is", ("le", grows, True))])):
                break
            if is_possible(claim, rule(claim, source, [("is", ("le", plus(grows, {"": 1}), True))])):
                raise WrongClaim(Message("play may not end by the rule {text}", text=brief(source)))
        else:
            raise WrongClaim(Message("play may not end by the rule {text}", text=brief(source)))


def check_positions(claim: Claim) -> None:
    """2 and 3. A position is lost exactly if it has no move to a lost one and is not already won."""
    into = [rule(claim, source, into=True) for source in claim.moves]
    anywhere = [rule(claim, source) for source in claim.moves] if claim.misere or claim.won else []
    conditions = [MoveReader(claim, [source], ()) for source in (claim.positions, claim.won) if source]
    for at, can in words(claim, [*into, *anywhere, *conditions]):
        _check_word(claim, at in claim.accept, can, len(into), len(anywhere))


def _check_word(claim: Claim, lost: bool, can: Sequence[bool], rules: int, free: int) -> None:
    """Does the claim call the right positions lost? `can`: moves into lost ones, moves at all, positions, won."""
    reaches, moves, rest = any(can[:rules]), any(can[rules : rules + free]), list(can[rules + free :])
    is_position = rest.pop(0) if claim.positions else True
    won = not moves and (claim.misere or (bool(claim.won) and rest[0]))
    if lost and not is_position:
        raise WrongClaim(Message("the claim calls something lost that is not a position"))
    if lost and won:
        raise WrongClaim(Message("the claim calls a position lost that is already won"))
    if lost and reaches:
        raise WrongClaim(Message("a move leads from a lost position to a lost one"))
    if is_position and not lost and not won and not reaches:
        raise WrongClaim(Message("a position is not called lost, but no move leads to a lost one"))


def check_lost(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Are exactly the positions that an automaton accepts lost, in a game from formulas?"""
    claim = Claim(data, work)
    sentence = Message("an automaton with {n} state accepts exactly the lost positions",
                       "an automaton with {n} states accepts exactly the lost positions", len(claim.step))  # fmt: skip
    try:
        check_end(claim)
        check_positions(claim)
    except WrongClaim as fault:
        return Verdict(sentence, False, fault.reason, work.done)
    except CheckLimit as reached:
        return Verdict(sentence, None, reached.limit, work.done)
    steps = Message("all conditions hold, after {steps} steps", steps=Number(work.done))
    return Verdict(sentence, True, steps, work.done)
