"""The field of nimbers below ω^ω^ω: ordinals in, ordinals out; finite results are ints.

An ordinal there is a sum of powers ω^(ω^k·c_k + ... + ω·c_1 + c_0) with finite coefficients. For the k-th odd prime p
the digits d_0, d_1, ... of c_k in base p are the exponents of κ(p), κ(p²), ..., and κ(p^n) is a root of α_p. So
ω^(ω^k·c_k) is α_p to the power 0.d_0 d_1 d_2 ... in base p, and a product adds such fractions. `extensions.py` does
the arithmetic; this file takes ordinals apart and puts them together.
"""

from __future__ import annotations

from operator import index

from ..core.errors import DivisionByZero, UsageError
from . import excess
from .extensions import MOST_WORK, Element, Extension, Field, FieldWork, Finite
from .ordinals import Ordinal, Value, natural, sum_of_powers

WRITING = 5
"""How many steps of work one term of a result counts as."""

Exponents = dict[int, int]
"""Maps k to c_k in the power ω^(Σ ω^k·c_k)."""


def mul(a: Value, b: Value) -> Value:
    """The nim-product.

    >>> w = Ordinal("w")
    >>> mul(mul(w, w), w), mul(w, Ordinal("w^w*3+2"))
    (2, Ordinal('w^(w+1)*3+w*2'))
    """
    tower, (x, y) = _raise(a, b)
    return tower.lower(tower.field.mul(x, y))


def square(a: Value) -> Value:
    """The nim-product of a with itself.

    >>> square(Ordinal("w^2+1"))
    Ordinal('w*2+1')
    """
    tower, (x,) = _raise(a)
    return tower.lower(tower.field.square(x))


def sqrt(a: Value) -> Value:
    """The only nimber whose square is a.

    >>> sqrt(Ordinal("w"))
    Ordinal('w^2*2')
    """
    tower, (x,) = _raise(a)
    return tower.lower(tower.field.sqrt(x))


def inv(a: Value) -> Value:
    """The nimber whose product with a is 1.

    >>> inv(Ordinal("w")), inv(Ordinal("w+1"))
    (Ordinal('w^2*3'), Ordinal('w^2*2+w*2+2'))
    """
    tower, (x,) = _raise(a)
    if not x:
        raise DivisionByZero("0 has no nim-inverse")
    return tower.lower(tower.field.inv(x))


def div(a: Value, b: Value) -> Value:
    """The nimber whose product with b is a.

    >>> div(Ordinal("w^w"), Ordinal("w"))
    Ordinal('w^(w+2)*3')
    """
    tower, (x, y) = _raise(a, b)
    if not y:
        raise DivisionByZero("nim-division of {number} by 0", number=a)
    return tower.lower(tower.field.mul(x, tower.field.inv(y)))


def pow(a: Value, n: int) -> Value:
    """The product of n factors a. For negative n the factors are the inverse of a, and n = 0 gives 1.

    >>> pow(Ordinal("w"), 3), pow(Ordinal("w^w"), 5), pow(Ordinal("w^w^2"), 7)
    (2, 4, Ordinal('w+1'))
    >>> pow(Ordinal("w"), -1)
    Ordinal('w^2*3')
    """
    n = index(n)
    tower, (x,) = _raise(a)
    if not x and n < 0:
        raise DivisionByZero("0 has no nim-inverse")
    return tower.lower(tower.field.pow(x, n))


def solve(a: Value) -> tuple[Value, Value]:
    """Both roots of x ⊗ x ⊕ x = a, the even one first; they differ by 1.

    >>> solve(Ordinal("w"))
    (Ordinal('w^2*3+w*2'), Ordinal('w^2*3+w*2+1'))
    """
    tower, (x,) = _raise(a)
    root = tower.lower(tower.field.solve(x))
    return root, root ^ 1


def degree(a: Value) -> int:
    """The degree over the field of two elements: a lies in the field of 2^degree nimbers, and in no smaller one.

    >>> degree(5), degree(Ordinal("w")), degree(Ordinal("w^w^2+w"))
    (4, 6, 42)
    """
    tower, (x,) = _raise(a)
    return tower.field.degree(x)


def alpha(p: int) -> Value:
    """α_p, the p-th power of ω^ω^k for the k-th odd prime p: the least ordinal with no p-th root below ω^ω^k.

    >>> alpha(3), alpha(7), alpha(47)
    (2, Ordinal('w+1'), Ordinal('w^w^7+1'))
    """
    # First of all: this refuses a prime whose excess is unknown, with a better error than `index`.
    excess.alpha(p)
    k = excess.index(p)
    tower = OrdinalTower({k: 1})
    assert isinstance(tower.field, Extension)
    return tower.lower({0: tower.field.alpha})


class OrdinalTower:
    """The least tower of fields that contains given roots and everything their products need.

    `digits` says for each k how many digits the numbers c_k have in base p: n digits need κ(p), ..., κ(p^n).
    """

    def __init__(self, digits: dict[int, int], most_work: float = MOST_WORK) -> None:
        self.digits = _close(digits)
        self.floors: list[tuple[int, Extension]] = []
        self.field: Field = Finite(FieldWork(most_work))
        # From below: α_p is made of roots for smaller primes, which must lie in the floors below.
        for k, n in sorted(self.digits.items()):
            p = excess.odd_prime(k)
            floor = Extension(self.field, p, p**n)
            self.floors.append((k, floor))
            self.field = floor

    def lift(self, terms: list[tuple[Exponents, int]]) -> Element:
        """The element of the tower for a sum of powers of ω."""
        total = self.field.lift(0)
        for exponents, coefficient in terms:
            element: Element = coefficient
            for k, floor in self.floors:
                # The lowest digit of c_k belongs to κ(p), the highest power of u: so the digits change their order.
                element = {_reverse(exponents.get(k, 0), floor.p, self.digits[k]): element}
            total = self.field.add(total, element)
        return total

    def lower(self, element: Element) -> Value:
        """The ordinal for an element of the tower."""
        total: dict[Value, int] = {}
        self._collect(element, len(self.floors), {}, total)
        return sum_of_powers(total)

    def _collect(self, element: Element, floor: int, exponents: dict[Value, int], total: dict[Value, int]) -> None:
        if floor == 0:
            self.field.work.spend(WRITING)
            total[sum_of_powers(exponents)] = element
            return
        k, field = self.floors[floor - 1]
        for digits, below in element.items():
            c = _reverse(digits, field.p, self.digits[k])
            self._collect(below, floor - 1, {**exponents, k: c}, total)


def _raise(*values: Value) -> tuple[OrdinalTower, list[Element]]:
    """The values as elements of one tower."""
    ordinals = [value if isinstance(value, Ordinal) else Ordinal(natural(value)) for value in values]
    all_terms = [[(_exponents(exponent, value), c) for exponent, c in value.terms] for value in ordinals]
    digits: dict[int, int] = {}
    for terms in all_terms:
        for exponents, _ in terms:
            for k, c in exponents.items():
                digits[k] = max(digits.get(k, 0), _length(c, excess.odd_prime(k)))
    tower = OrdinalTower(digits)
    return tower, [tower.lift(terms) for terms in all_terms]


def _exponents(exponent: Value, value: Value) -> Exponents:
    result = {}
    for k, c in Ordinal(exponent).terms:
        if not isinstance(k, int):
            raise UsageError("expected an ordinal below ω^ω^ω, got {number}", number=value)
        result[k] = c
    return result


def _close(digits: dict[int, int]) -> dict[int, int]:
    """The same with the roots that α_p is made of, and those that their own α are made of."""
    closed = dict(digits)
    for k in range(max(digits, default=-1), -1, -1):  # downwards: α_p is made of roots for smaller primes
        # Beyond the table α_p is unknown, but `extensions` needs it only for a carry: other results are still found.
        if k not in closed or k >= len(excess.KNOWN):
            continue
        for q in excess.alpha(excess.KNOWN[k])[0]:
            p = excess.least_factor(q)
            if p > 2:
                i = excess.index(p)
                # q = p^n has n + 1 digits in base p, and κ(q) needs n.
                closed[i] = max(closed.get(i, 0), _length(q, p) - 1)
    return closed


def _length(c: int, p: int) -> int:
    """How many digits c has in base p."""
    length = 0
    while c:
        c, length = c // p, length + 1
    return length


def _reverse(c: int, p: int, length: int) -> int:
    """The number whose digits in base p are those of c in reverse order, padded with zeros to the length."""
    result = 0
    for _ in range(length):
        c, digit = divmod(c, p)
        result = result * p + digit
    return result
