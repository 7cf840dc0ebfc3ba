"""Conditions about numbers as automata of one numeration."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from ..core.limits import Budget
from ..families.formula.conditions import Form, Statement, Tree
from .automaton import Automaton, Join, NotAutomatic, build, exists, join, more_than
from .numeration import Numeration

POWER_BASES = {"pow2": 2, "pow3": 3, "fib": 0}
"""The base in which the powers of a kind are the words 10...0; 0 is Zeckendorf's numeration."""


@dataclass(frozen=True, eq=False)
class Relations:
    """Makes and joins automata of one numeration, under a budget."""

    numeration: Numeration
    budget: Budget
    _linear: dict[Hashable, Automaton] = field(default_factory=dict)

    # -- operations -------------------------------------------------------------------------

    def join(self, a: Automaton, b: Automaton, how: Join) -> Automaton:
        return join(a, b, how, self.budget)

    def both(self, a: Automaton, b: Automaton) -> Automaton:
        return self.join(a, b, "and")

    def either(self, a: Automaton, b: Automaton) -> Automaton:
        return self.join(a, b, "or")

    def minus(self, a: Automaton, b: Automaton) -> Automaton:
        return self.join(a, b, "minus")

    def exists(self, a: Automaton, gone: Iterable[str]) -> Automaton:
        return exists(a, gone, self.budget)

    def more_than(self, a: Automaton, gone: Sequence[str], most: int) -> Automaton:
        return more_than(a, gone, most, self.budget)

    def negation(self, a: Automaton) -> Automaton:
        """All numbers that are not accepted."""
        return self.minus(self.numbers(a.tracks), a)

    def spread(self, a: Automaton, tracks: Sequence[str]) -> Automaton:
        """The same condition on more numbers, which may be any."""
        return self.both(self.numbers(tracks), a) if a.tracks != tuple(tracks) else a

    def includes(self, a: Automaton, b: Automaton) -> bool:
        """Is every word of b a word of a?"""
        return not self.minus(b, a).accept

    # -- automata ---------------------------------------------------------------------------

    def build(
        self,
        tracks: Sequence[str],
        start: Hashable,
        follow: Callable[[Any, tuple[int, ...]], Hashable],
        accepting: Callable[[Any], bool],
    ) -> Automaton:
        """An automaton by its states, restricted to words that are numbers."""
        free = build(tracks, self.numeration.digits, start, follow, accepting, self.budget)
        return self.both(self.numbers(tracks), free) if self.numeration.s else free

    def truth(self, value: bool) -> Automaton:
        """Always true, or never."""
        return Automaton((), self.numeration.digits, [[0]], {0} if value else set())

    def numbers(self, tracks: Sequence[str]) -> Automaton:
        """All words that are numbers."""
        follow = self.numeration.follow

        def go(full: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int | None, ...] | None:
            after = tuple(map(follow, full, digits))
            return None if None in after else after

        kept = self._linear.get(len(tracks))
        if kept is None:
            names = [f"#{i}" for i in range(len(tracks))]
            kept = build(names, self.numeration.digits, (0,) * len(tracks), go, lambda state: True, self.budget)
            self._linear[len(tracks)] = kept
        return kept.rename(*tracks)

    def linear(self, form: Form, kind: str) -> Automaton:
        """The form is at most 0 (`at most`), or is 0 (`zero`)."""
        names = sorted(form.numbers, key=lambda name: (form[name], name))
        if not names:
            return self.truth(form.constant <= 0 if kind == "at most" else form.constant == 0)
        key = tuple(form[name] for name in names), form.constant, kind
        if key not in self._linear:
            self._linear[key] = self._make_linear(*key)
        return self._linear[key].rename(*names)

    def _make_linear(self, factors: tuple[int, ...], constant: int, kind: str) -> Automaton:
        c, s, follow = self.numeration.c, self.numeration.s, self.numeration.follow
        sign = _sign(self.numeration, factors, constant)

        def go(state: Any, digits: tuple[int, ...]) -> Hashable:
            value, full = state
            after = tuple(map(follow, full, digits))
            if None in after:
                return None
            if value != -1:
                a, b = value
                a, b = c * a + b + sum(x * y for x, y in zip(factors, digits, strict=True)), s * a
                value = sign(a, b) or (a, b)
            if value == 1 or (value == -1 and kind == "zero"):
                return None
            return value, after

        def accepting(state: Any) -> bool:
            value = state[0]
            if value == -1:
                return True
            total: int = value[0] + (value[1] // s if s else 0) + constant
            return total == 0 if kind == "zero" else total <= 0

        names = [f"#{i}" for i in range(len(factors))]
        return build(names, self.numeration.digits, ((0, 0), (0,) * len(names)), go, accepting, self.budget)

    def multiple(self, form: Form, modulus: int) -> Automaton:
        """The form is a multiple of `modulus`."""
        c, s, names = self.numeration.c, self.numeration.s, form.numbers
        if not names:
            return self.truth(form.constant % modulus == 0)

        # The state is (value A u(n) + B u(n-1) without its constant) modulo m, with B as s times what A was before.
        def go(state: tuple[int, int], digits: tuple[int, ...]) -> tuple[int, int]:
            a, before = state
            added = sum(form[name] * digit for name, digit in zip(names, digits, strict=True))
            return (c * a + s * before + added) % modulus, a if s else 0

        # With no digit to come u(0) = 1 and u(-1) = 1/s, so the value is A + (what A was before).
        return self.build(
            names, (0, 0), go, lambda state: (state[0] + (state[1] if s else 0) + form.constant) % modulus == 0
        )

    def power(self, kind: str, form: Form) -> Automaton:
        """The form is a power of 2 or 3, or a Fibonacci number."""
        if POWER_BASES[kind] != self.numeration.base or (kind == "fib" and self.numeration.id != "fib"):
            raise NotAutomatic(kind)
        one = self.build(
            ["#p"], 0, lambda seen, digits: seen + digits[0] if seen + digits[0] < 2 else None, lambda seen: seen == 1
        )
        if list(form.items()) == [(form.numbers[0] if form.numbers else "", 1)] and form.numbers:
            return one.rename(form.numbers[0])
        return self.exists(self.both(one, self.linear(form.plus(Form({"#p": -1})), "zero")), ["#p"])

    # -- conditions -------------------------------------------------------------------------

    def statement(self, statement: Statement) -> Automaton:
        """A statement about a form."""
        if statement.kind == "multiple":
            found = self.multiple(statement.form, statement.modulus)
        elif statement.kind in ("at most", "zero"):
            found = self.linear(statement.form, statement.kind)
        else:
            found = self.power(statement.kind, statement.form)
        if statement.yes:
            return found
        return self.negation(found) if found.tracks else self.truth(not found.accept)

    def tree(self, tree: Tree | Statement, gone: Iterable[str] = ()) -> Automaton:
        """A condition; the numbers `gone` are chosen by the player."""
        if isinstance(tree, Statement):
            return self.exists(self.statement(tree), gone)
        if tree.op == "any":
            return reduce(self.either, (self.tree(item, gone) for item in tree.items), self.truth(False))
        return self.conjunction([self.tree(item, _only_in(item, tree, gone)) for item in tree.items], gone)

    def conjunction(self, parts: Iterable[Automaton], gone: Iterable[str] = ()) -> Automaton:
        """All of them. A chosen number goes as soon as no other part needs it: each track multiplies the letters."""
        left, gone = sorted(parts, key=len), set(gone)
        total = self.truth(True)
        while left:
            near = next((i for i, part in enumerate(left) if set(part.tracks) & set(total.tracks)), 0)
            total = self.both(total, left.pop(near))
            needed = {track for part in left for track in part.tracks}
            total = self.exists(total, [track for track in total.tracks if track in gone and track not in needed])
        return total


def _only_in(item: Tree | Statement, tree: Tree, gone: Iterable[str]) -> list[str]:
    """The chosen numbers that no other item of a tree mentions."""
    elsewhere = {name for other in tree.items if other is not item for name in _names(other)}
    return [name for name in gone if name not in elsewhere]


def _names(tree: Tree | Statement) -> set[str]:
    if isinstance(tree, Statement):
        return set(tree.form.numbers)
    return {name for item in tree.items for name in _names(item)}


def _sign(numeration: Numeration, factors: tuple[int, ...], constant: int) -> Callable[[int, int], int]:
    """The sign of A u(n) + B u(n-1) + the digits to come, if it is certain: 1 or -1, else 0."""
    s, first = numeration.s, numeration.unit(1)
    # The digits to come add less than `up` u(n) and take away less than `down` u(n).
    up = sum(x for x in factors if x > 0) + max(0, constant)
    down = sum(-x for x in factors if x < 0) + max(0, -constant)

    def sign(a: int, b: int) -> int:
        if not s:
            return 1 if a > down else -1 if a < -up else 0
        # (A - down) u(n) + B u(n-1) obeys the recurrence, so if it is positive at n = 0 and n = 1, it always is.
        if s * (a - down) + b > 0 and (a - down) * first + b > 0:
            return 1
        return -1 if s * (a + up) + b < 0 and (a + up) * first + b < 0 else 0

    return sign
