"""Derives the constants α_p of transfinite nim-products and compares them with the table of the package.

    PYTHONPATH=src python scripts/alpha.py                  all p up to 43
    PYTHONPATH=src python scripts/alpha.py --degree 500     and every larger one whose field has at most 2^500 elements

α_p is the least ordinal with no p-th root below ω^ω^k, p the k-th odd prime. By Lenstra it is κ(f(p)) + m: so m is the
first of 0, 1, 2, ... for which that has no p-th root in its own field.
"""

from __future__ import annotations

import argparse
import sys
from math import inf

from nimatron.nimbers import excess, transfinite
from nimatron.nimbers.extensions import Element, Field, kappa

LARGEST_BY_DEFAULT = 43


def derived_excess(p: int) -> int:
    """The excess of p, from those of smaller primes."""
    qs = excess.q_set(excess.order_of_two(p))
    odd = [q for q in qs if q % 2]
    factors = {q: excess.least_factor(q) for q in odd}
    digits = {excess.index(r): next(n for n in range(1, q) if r**n == q) for q, r in factors.items()}
    field = transfinite.OrdinalTower(digits, inf).field
    total = field.lift(0)
    for q in qs:
        total = field.add(total, kappa(field, q))
    m = 0
    while has_root(field, field.add(total, field.lift(m)), p, excess.degree_of_sum(qs, m)):
        m += 1
    return m


def has_root(field: Field, x: Element, p: int, degree: int) -> bool:
    """Whether x in the field of 2^degree elements is a p-th power there: x^((2^degree - 1)/p) = 1.

    The exponent is that of the norm to the field of 2^f elements, f the order of 2 modulo p, times (2^f - 1)/p.
    """
    f = excess.order_of_two(p)
    assert degree % f == 0
    return bool(field.pow(norm(field, x, f, degree // f), ((1 << f) - 1) // p) == field.one)


def norm(field: Field, x: Element, f: int, count: int) -> Element:
    """The product of x^(2^(f·i)) for i from 0 to count - 1, by doubling the number of factors."""
    product, factors = x, 1
    for bit in f"{count:b}"[1:]:
        product = field.mul(product, frobenius(field, product, f * factors))
        factors *= 2
        if bit == "1":
            product = field.mul(x, frobenius(field, product, f))
            factors += 1
    return product


def frobenius(field: Field, x: Element, n: int) -> Element:
    """x^(2^n)."""
    for _ in range(n):
        x = field.square(x)
    return x


def main() -> int:
    """Print the table; 1 if a derived entry differs from it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upto", type=int, default=LARGEST_BY_DEFAULT, help="derive all primes up to this one")
    parser.add_argument("--degree", type=int, default=0, help="and all in fields of at most 2^DEGREE elements")
    arguments = parser.parse_args()
    wrong = 0
    print(f"{'p':>3} {'f(p)':>4} {'degree':>8}  {'excess':<6} {'from':<13} α_p")
    for p, m in excess.EXCESS.items():
        degree = excess.degree_of_alpha(p)
        wanted = p <= arguments.upto or degree <= arguments.degree
        found = derived_excess(p) if wanted else m
        wrong += found != m
        source = "OEIS A380496" if not wanted else "derived" if found == m else f"DERIVED {found}"
        row = f"{p:>3} {excess.order_of_two(p):>4} {degree:>8}  {m:<6} {source:<13} {transfinite.alpha(p)}"
        print(row, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
