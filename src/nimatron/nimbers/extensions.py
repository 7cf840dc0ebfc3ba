"""Towers of fields: finite nimbers, then one root after another, up to the field that contains the arguments.

Each floor extends the one below by an element u with u^size = α, where size = p^n for an odd prime p, u = κ(p^n), and
α is the α_p of `excess.py`. Its elements are polynomials in u, stored as {exponent: coefficient} without zeros. The
ground floor is `Finite`. Two facts keep most of this short: squares and roots go term by term because the
characteristic is 2, and doubling permutes the exponents because the size is odd.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd, lcm
from typing import Any, TypeAlias

from ..core.errors import OutOfReach
from ..core.message import Number
from . import excess, finite

MOST_WORK = 1_000_000
"""The most steps of one call; a step takes a microsecond or two."""

LONG = 64
"""Exponents of more bits than this are worth reducing."""

Element: TypeAlias = Any
"""An int on the ground floor; above it, a dict from exponents to elements of the floor below. Zero is falsy."""

Polynomial: TypeAlias = dict[int, Element]


class FieldWork:
    """Counts the steps of one call and raises when there are too many."""

    def __init__(self, most: float = MOST_WORK) -> None:
        self.most = self.left = most

    def spend(self, steps: float) -> None:
        self.left -= steps
        if self.left < 0:
            raise OutOfReach(
                "expected nimbers in a smaller field: this takes more than {most} steps", most=Number(self.most)
            )


class Finite:
    """The ground floor: finite nimbers of any width."""

    def __init__(self, work: FieldWork) -> None:
        self.work = work
        self.one: Element = 1

    def _spend(self, *nimbers: int) -> int:
        """Charge for a product: twice the width costs three times as much (Karatsuba). Returns the width."""
        bits = excess.width(max(nimbers))
        self.work.spend(1 if bits <= 16 else 3 ** (bits.bit_length() - 5))
        return bits

    def lift(self, nimber: int) -> Element:
        return nimber

    def add(self, a: Element, b: Element) -> Element:
        return a ^ b

    def mul(self, a: Element, b: Element) -> Element:
        self._spend(a, b)
        return a * b if a < 2 or b < 2 else finite.mul(a, b)

    def square(self, a: Element) -> Element:
        self._spend(a)
        return a if a < 2 else finite.square(a)

    def sqrt(self, a: Element) -> Element:
        self._spend(a)
        return a if a < 2 else finite.sqrt(a)

    def inv(self, a: Element) -> Element:
        self._spend(a)
        return finite.inv(a)

    def pow(self, a: Element, n: int) -> Element:
        # `finite.pow` reduces the exponent modulo 2^width - 1, so it squares at most `width` times.
        for _ in range(min(self._spend(a), n.bit_length())):
            self._spend(a)
        return finite.pow(a, n)

    def solve(self, a: Element) -> Element:
        self._spend(a)
        return finite.solve(a)[0]

    def frobenius(self, a: Element, n: int) -> Element:
        for _ in range(n % excess.width(a)):
            a = self.square(a)
        return a

    def span(self, a: Element) -> int:
        return excess.width(a)

    degree = span


class Extension:
    """The floor below with u adjoined, u^size = α_p."""

    def __init__(self, base: Field, p: int, size: int) -> None:
        self.base, self.p, self.size = base, p, size
        self.work: FieldWork = base.work
        self.one: Element = {0: base.one}

    @cached_property
    def alpha(self) -> Element:
        """α_p, an element of the floor below."""
        qs, m = excess.alpha(self.p)
        total = self.base.lift(m)
        for q in qs:
            total = self.base.add(total, kappa(self.base, q))
        return total

    @cached_property
    def _alpha_inverse(self) -> Element:
        return self.base.inv(self.alpha)

    @cached_property
    def _root_of_alpha_inverse(self) -> Element:
        return self.base.sqrt(self._alpha_inverse)

    def lift(self, nimber: int) -> Element:
        """A finite nimber as an element of this floor."""
        return {0: self.base.lift(nimber)} if nimber else {}

    def _add_term(self, terms: Polynomial, exponent: int, coefficient: Element) -> None:
        total = self.base.add(terms[exponent], coefficient) if exponent in terms else coefficient
        if total:
            terms[exponent] = total
        else:
            # A stored zero would make a zero element truthy.
            terms.pop(exponent, None)

    def add(self, a: Element, b: Element) -> Element:
        total = dict(a)
        for exponent, coefficient in b.items():
            self._add_term(total, exponent, coefficient)
        return total

    def mul(self, a: Element, b: Element) -> Element:
        self.work.spend(len(a) * len(b))
        low: Polynomial = {}
        high: Polynomial = {}
        for i, x in a.items():
            for j, y in b.items():
                exponent, product = i + j, self.base.mul(x, y)
                if exponent < self.size:
                    self._add_term(low, exponent, product)
                else:
                    self._add_term(high, exponent - self.size, product)
        # u^(size + e) = α·u^e; multiplied by α only once for each exponent.
        for exponent, coefficient in high.items():
            self._add_term(low, exponent, self.base.mul(coefficient, self.alpha))
        return low

    def square(self, a: Element) -> Element:
        self.work.spend(len(a))
        result = {}
        for exponent, coefficient in a.items():
            # The characteristic is 2: there are no mixed terms.
            square = self.base.square(coefficient)
            if 2 * exponent >= self.size:
                square = self.base.mul(square, self.alpha)
            result[2 * exponent % self.size] = square
        return result

    def sqrt(self, a: Element) -> Element:
        result = {}
        for exponent, coefficient in a.items():
            root = self.base.sqrt(coefficient)
            if exponent % 2:  # u^e = u^(e + size) / α, and that exponent is even
                exponent, root = exponent + self.size, self.base.mul(root, self._root_of_alpha_inverse)
            result[exponent // 2] = root
        return result

    def frobenius(self, a: Element, n: int) -> Element:
        """a^(2^n)."""
        for _ in range(n % self.span(a)):
            a = self.square(a)
        return a

    def inv(self, a: Element) -> Element:
        if len(a) > 1:
            return self._inv_by_euclid(a)
        ((exponent, coefficient),) = a.items()
        inverse = self.base.inv(coefficient)
        if exponent == 0:
            return {0: inverse}
        return {self.size - exponent: self.base.mul(inverse, self._alpha_inverse)}

    def _inv_by_euclid(self, a: Polynomial) -> Polynomial:
        """Euclid's algorithm on u^size + α and a; at each step t·a equals r up to multiples of the former."""
        r, next_r = {self.size: self.base.one, 0: self.alpha}, a
        t: Polynomial = {}
        next_t = self.one
        # u^size + α is irreducible, so the remainders end with a constant other than 0.
        while max(next_r) > 0:
            quotient, rest = self._divide(r, next_r)
            r, next_r = next_r, rest
            t, next_t = next_t, self.add(t, self.mul(quotient, next_t))
        scale = self.base.inv(next_r[0])
        return {exponent: self.base.mul(x, scale) for exponent, x in next_t.items()}

    def _divide(self, a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder of polynomials, without using u^size = α."""
        quotient: Polynomial = {}
        a = dict(a)
        top = max(b)
        scale = self.base.inv(b[top])
        while a and max(a) >= top:
            shift = max(a) - top
            factor = quotient[shift] = self.base.mul(a[max(a)], scale)
            for exponent, x in b.items():
                self._add_term(a, exponent + shift, self.base.mul(factor, x))
        return quotient, a

    def pow(self, a: Element, n: int) -> Element:
        """a^n for any integer n; if n is negative, a must not be 0."""
        # A power of one term is one term: its exponent is multiplied, and α counts how often it passes the size.
        if len(a) == 1:
            ((exponent, coefficient),) = a.items()
            carries, left = divmod(exponent * n, self.size)
            power = self.base.pow(coefficient, n)
            return {left: self.base.mul(power, self.base.pow(self.alpha, carries)) if carries else power}
        if n < 0:
            return self.inv(self.pow(a, -n))
        if a and n.bit_length() > LONG and (span := self.span(a)) < n.bit_length():
            n %= (1 << span) - 1  # the order of the group of non-zero elements of a field that contains a
        result = self.one
        for bit in f"{n:b}":
            result = self.square(result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def span(self, a: Element) -> int:
        """A multiple of the degree, read off the generators and coefficients that occur, without field arithmetic."""
        spans = {self.base.span(coefficient) for coefficient in a.values()}
        step = gcd(self.size, *a)
        # The powers of u that occur generate the same field as u^step = κ(size/step).
        if step < self.size:
            spans.add(self.size // step * excess.degree_of_alpha(self.p))
        return lcm(*spans)

    def degree(self, a: Element) -> int:
        """The degree over the field of two elements: the number of squarings that lead back to a.

        Squaring permutes the exponents and keeps their greatest common divisors with the size. So terms with different
        divisors are found independently.
        """
        groups: dict[int, Polynomial] = {}
        for exponent, coefficient in a.items():
            groups.setdefault(gcd(exponent, self.size), {})[exponent] = coefficient
        return lcm(*(self._degree_of_group(step, group) for step, group in groups.items()))

    def _degree_of_group(self, step: int, group: Polynomial) -> int:
        if step == self.size:
            return self.base.degree(group[0])
        if group == {step: self.base.one}:
            return excess.degree_of_kappa(self.size // step)
        squares, power = 1, self.square(group)
        while power != group:
            squares, power = squares + 1, self.square(power)
        return squares

    def solve(self, a: Element) -> Element:
        """The root x of x² + x = a with an even finite part.

        With x = Σ x_i·u^i the equation splits along the orbits of i -> 2i: x_2i = a_2i + w·x_i², where w = α if 2i
        reaches the size, else 1. The orbit of 0 is the same equation one floor below.
        """
        root = {0: start} if 0 in a and (start := self.base.solve(a[0])) else {}
        done = {0}
        for exponent in a:
            if exponent not in done:
                orbit = self._orbit(exponent)
                done.update(orbit)
                root.update(self._solve_on(orbit, a))
        return root

    def _orbit(self, exponent: int) -> list[int]:
        orbit = [exponent]
        while (exponent := 2 * exponent % self.size) != orbit[0]:
            self.work.spend(1 + self.size.bit_length() // 32)
            orbit.append(exponent)
        return orbit

    def _solve_on(self, orbit: list[int], a: Polynomial) -> Polynomial:
        # Going once around the orbit gives x = constant + factor·x^(2^length) for the first coefficient x.
        constant, factor = self.base.lift(0), self.base.one
        for exponent in orbit:
            constant, factor = self._step(exponent, constant, a), self._step(exponent, factor, {})
        x = self._fixed_point(constant, factor, len(orbit))
        found = {}
        for exponent in orbit:
            if x:
                found[exponent] = x
            x = self._step(exponent, x, a)
        return found

    def _step(self, exponent: int, x: Element, a: Polynomial) -> Element:
        """x_2i from x_i."""
        square = self.base.square(x)
        if 2 * exponent >= self.size:
            square = self.base.mul(square, self.alpha)
        following = 2 * exponent % self.size
        return self.base.add(square, a[following]) if following in a else square

    def _fixed_point(self, constant: Element, factor: Element, length: int) -> Element:
        """The x with x = constant + factor·F(x), where F(x) = x^(2^length).

        Substituted into itself `times` times, it reads x = c + f·F^times(x). When F^times is the identity on the field
        of both, this is a linear equation. It has exactly one solution, so f is not 1: x² + x = 0 has only the roots
        0 and 1, which both lie in the orbit of 0.
        """
        base = self.base
        span = lcm(base.span(constant), base.span(factor))
        c, f, times = constant, factor, 1
        for bit in f"{span // gcd(span, length):b}"[1:]:  # double, and add one where the bit is set, as in fast powers
            c = base.add(c, base.mul(f, base.frobenius(c, times * length)))
            f = base.mul(f, base.frobenius(f, times * length))
            times *= 2
            if bit == "1":
                c = base.add(constant, base.mul(factor, base.frobenius(c, length)))
                f = base.mul(factor, base.frobenius(f, length))
                times += 1
        return base.mul(c, base.inv(base.add(f, base.one)))


Field: TypeAlias = Finite | Extension


def kappa(field: Field, q: int) -> Element:
    """κ(q) for a prime power q, as an element of a tower that contains it."""
    if not isinstance(field, Extension):
        return 1 << (q >> 1)
    if q % field.p == 0:
        # u = κ(size), and each p-th power of it leads to the κ before: u^(size/q) = κ(q).
        return {field.size // q: field.base.one}
    return {0: kappa(field.base, q)}
