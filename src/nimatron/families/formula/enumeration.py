"""All numbers that make a condition true, where some numbers are given: the moves from a position, and back to it.

The unknown numbers are chosen one after the other, each within bounds that follow from the numbers before it. The order
is planned once for each condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .conditions import Form, Statement, powers_between


class Unlimited(Exception):
    """A signal: nothing limits the number `name` from above."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass
class _Bound:
    """A bound for a number: `coefficient` times the number is at most the negated value of `form`."""

    coefficient: int
    form: Form


@dataclass
class _Step:
    """The choice of one number."""

    name: str
    bounds: list[_Bound]
    power: str
    checks: list[Statement] = field(default_factory=list)

    def values(self, numbers: dict[str, int], most: int | None) -> Iterable[int]:
        low, high = 0, most
        for bound in self.bounds:
            rest = -bound.form.value(numbers)
            if bound.coefficient > 0:
                limit = rest // bound.coefficient
                high = limit if high is None else min(high, limit)
            else:
                low = max(low, -(rest // -bound.coefficient))
        assert high is not None
        return powers_between(self.power, low, high) if self.power else range(low, high + 1)


class Solutions:
    """The numbers `wanted` in every solution of a list of statements, for given numbers; all numbers are from 0 on.

    With `boxed`, every unknown number has a bound that is given with the question.
    """

    def __init__(
        self, branch: Sequence[Statement], given: Sequence[str], wanted: Sequence[str], boxed: bool = False
    ) -> None:
        self.given, self.wanted = tuple(given), tuple(wanted)
        known = set(given)
        named = [name for statement in branch for name in statement.form.numbers]
        unknown = list(dict.fromkeys([*named, *(name for name in wanted if name not in known)]))
        unknown = [name for name in unknown if name not in known]
        self.first = [statement for statement in branch if known.issuperset(statement.form.numbers)]
        left = [statement for statement in branch if statement not in self.first]
        self.steps: list[_Step] = []
        while unknown:
            step = _next_step(left, known, unknown, boxed)
            known.add(step.name)
            unknown.remove(step.name)
            step.checks = [one for one in left if known.issuperset(one.form.numbers) and not _is_bound_of(one, step)]
            left = [one for one in left if not known.issuperset(one.form.numbers)]
            self.steps.append(step)

    def __call__(self, state: Sequence[int], most: int | None = None) -> Iterator[tuple[int, ...]]:
        numbers = dict(zip(self.given, state, strict=True))
        if all(statement.holds(numbers) for statement in self.first):
            yield from self._from(0, numbers, most)

    def _from(self, at: int, numbers: dict[str, int], most: int | None) -> Iterator[tuple[int, ...]]:
        if at == len(self.steps):
            yield tuple([numbers[name] for name in self.wanted])
            return
        step = self.steps[at]
        for value in step.values(numbers, most):
            numbers[step.name] = value
            if all(statement.holds(numbers) for statement in step.checks):
                yield from self._from(at + 1, numbers, most)


def _next_step(left: Sequence[Statement], known: set[str], unknown: Sequence[str], boxed: bool) -> _Step:
    """The unknown number with the tightest bounds."""
    best, most = None, -1
    for name in unknown:
        bounds, tight = [], 0
        for statement in left:
            for bound, exact in _bounds(statement, name, known):
                bounds.append(bound)
                tight += 1 + exact + 2 * (exact and statement.kind == "zero")
        power = next((s.kind for s in left if _is_power_of(s, name)), "")
        if (boxed or any(bound.coefficient > 0 for bound in bounds)) and tight > most:
            best, most = _Step(name, bounds, power), tight
    if best is None:
        raise Unlimited(unknown[0])
    return best


def _bounds(statement: Statement, name: str, known: set[str]) -> Iterator[tuple[_Bound, bool]]:
    """The bounds that a statement gives for a number, and whether they are exact, with no unknown number left out."""
    if statement.kind not in ("at most", "zero") or name not in statement.form or not statement.yes:
        return
    for sign in (1, -1) if statement.kind == "zero" else (1,):
        form = statement.form.times(sign)
        others = [other for other in form.numbers if other != name and other not in known]
        # An unknown number is at least 0: with a coefficient above 0 it can be left out of the bound.
        if all(form[other] > 0 for other in others):
            rest = Form({n: c for n, c in form.items() if n != name and n not in others})
            yield _Bound(form[name], rest), not others


def _is_power_of(statement: Statement, name: str) -> bool:
    return statement.kind in ("pow2", "pow3", "fib") and statement.yes and dict(statement.form) == {name: 1}


def _is_bound_of(statement: Statement, step: _Step) -> bool:
    """Do the bounds of a step say all that a statement says, so that it need not be checked again?"""
    if statement.kind == "at most":
        return step.name in statement.form
    if statement.kind == "zero":
        return statement.yes and abs(statement.form.get(step.name, 0)) == 1
    return _is_power_of(statement, step.name)
