"""How to find a nim-product by hand: the steps, as data.

Two rules hold for the Fermat powers 2, 4, 16, 256, ... (2^2^n): one of them times a smaller number is the ordinary
product, and one of them squared is 3/2 of itself. Every number is a nim-sum of powers of two, and every power of two
is a nim-product of different Fermat powers. So the two rules and the laws of a field give all products.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Literal, TypeAlias

from .finite import mul

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
