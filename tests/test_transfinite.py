"""Nimbers below ω^ω^ω: vectors, field laws, a reference straight from Conway's rules, and the constants α_p.

Source of `data/ordinals.json`: see the file.
"""

from __future__ import annotations

import json
import runpy
from collections import Counter
from functools import cache
from math import lcm
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.core.errors import OutOfReach, UnknownAlpha, UsageError
from nimatron.nimbers import excess, finite, transfinite
from nimatron.nimbers.field import nim_sum
from nimatron.nimbers.loopy import Value
from nimatron.nimbers.ordinals import Ordinal, ordinal, sum_of_powers
from nimatron.nimbers.transfinite import alpha, degree, div, inv, mul, pow, solve, sqrt, square

HERE = Path(__file__).parent
DATA: dict[str, Any] = json.loads((HERE / "data" / "ordinals.json").read_text())
SCRIPT = runpy.run_path(str(HERE.parent / "scripts" / "alpha.py"))

W = Ordinal("w")


def tower(k: int) -> Value:
    """ω^ω^k."""
    return sum_of_powers({sum_of_powers({k: 1}): 1})


def made(terms: list[Any]) -> Value:
    return sum_of_powers({sum_of_powers(dict(enumerate(exponents))): c for exponents, c in terms})


def some(*bounds: int, terms: int = 3, coefficients: int = 2**8) -> st.SearchStrategy[Value]:
    """Sums of powers ω^(c_0 + ω·c_1 + ...) with c_k up to the k-th bound."""
    exponents = st.tuples(*(st.integers(0, bound) for bound in bounds))
    powers = st.dictionaries(exponents, st.integers(1, coefficients - 1), max_size=terms)
    return powers.map(lambda found: made(list(found.items())))


nimbers = some(8, 4, 2)
small = some(8, 4)


# --- vectors and known facts ---


def test_q_sets_and_excess():
    for p, qs in zip(DATA["primes"], DATA["qsets"], strict=True):
        assert sorted(excess.alpha(p)[0]) == sorted(qs)
    assert list(excess.EXCESS.values()) == DATA["excess"]
    assert (excess.KNOWN[0], excess.KNOWN[-1], len(excess.KNOWN)) == (3, 577, 105)


@every_row(("k", "p", "value"), DATA["powers"])
def test_powers_of_towers(k, p, value):
    assert pow(tower(k), p) == alpha(p) == ordinal(value)


@every_row(("a", "b", "product"), DATA["products"])
def test_products(a, b, product):
    assert mul(made(a), made(b)) == mul(made(b), made(a)) == made(product)


@every_row(
    ("found", "expected"),
    [
        (mul(W, W), "w^2"),
        (pow(W, 3), "2"),
        (pow(W, 4), "w*2"),
        (mul(W, Ordinal("w^2")), "2"),
        (mul(W, 2), "w*2"),
        (mul(Ordinal("w+1"), Ordinal("w+1")), "w^2+1"),
        (inv(W), "w^2*3"),
        (sqrt(W), "w^2*2"),
        (inv(Ordinal("w+1")), "w^2*2+w*2+2"),
        (nim_sum(Ordinal("w*5+3"), Ordinal("w*3+6")), "w*6+5"),
        (pow(Ordinal("w^w"), 5), "4"),
        (pow(Ordinal("w^w^2"), 7), "w+1"),
        (pow(Ordinal("w^w^4"), 13), "w+4"),
        (pow(Ordinal("w^w^6"), 19), "w^3+4"),
        (pow(Ordinal("w^w^13"), 47), "w^w^7+1"),
        (pow(Ordinal("w^3"), 3), "w"),
        (pow(Ordinal("w^9"), 27), "2"),
    ],
)
def test_known_facts(found, expected):
    assert found == ordinal(expected)
    assert type(found) is type(ordinal(expected))


def test_small_field():
    # 4 < ω: with the nimbers 0..3 and ω there are 64, all roots of x^64 = x, and the 63 others make a cyclic group.
    field = [made([((2,), a), ((1,), b), ((0,), c)]) for a in range(4) for b in range(4) for c in range(4)]
    assert {mul(W, a) for a in field} == set(field)
    assert all(pow(a, 64) == a for a in field)
    assert max(next(n for n in range(1, 64) if pow(a, n) == 1) for a in field if a) == 63


# --- laws ---


@given(nimbers, nimbers, nimbers)
def test_ring_laws(a, b, c):
    assert mul(a, b) == mul(b, a)
    assert mul(a, mul(b, c)) == mul(mul(a, b), c)
    assert mul(a, b ^ c) == mul(a, b) ^ mul(a, c)
    assert (mul(a, 1), mul(a, 0)) == (a, 0)


@given(nimbers, nimbers)
def test_squares_are_additive_and_undone(a, b):
    assert square(a) == mul(a, a) == pow(a, 2)
    assert square(a ^ b) == square(a) ^ square(b)
    assert sqrt(square(a)) == square(sqrt(a)) == a
    assert sqrt(mul(a, b)) == mul(sqrt(a), sqrt(b))


@settings(max_examples=10)
@given(small, small.filter(bool))
def test_inverse_and_quotient_undo_the_product(a, b):
    assert mul(b, inv(b)) == 1
    assert inv(inv(b)) == b
    assert mul(div(a, b), b) == a


@settings(max_examples=10)
@given(some(8, 4, terms=3, coefficients=16))
def test_solutions(a):
    even, odd = solve(a)
    assert odd == even ^ 1
    assert Ordinal(even).finite_part % 2 == 0
    assert square(even) ^ even == square(odd) ^ odd == a


@settings(max_examples=10)
@given(some(8, 4, terms=2, coefficients=16).filter(bool), st.integers(-9, 9), st.integers(-9, 9))
def test_powers(a, m, n):
    assert pow(a, m + n) == mul(pow(a, m), pow(a, n))
    assert pow(a, 3) == mul(a, mul(a, a))
    assert pow(a, -1) == inv(a)
    assert pow(pow(a, m), n) == pow(a, m * n)


@settings(max_examples=10)
@given(some(8, 4, terms=2, coefficients=16))
def test_degree_is_where_squaring_comes_back(a):
    d = degree(a)
    power, seen = square(a), 1
    while power != a:
        power, seen = square(power), seen + 1
    assert seen == d
    assert pow(a, 2**d) == a
    assert pow(a, 2 ** (100 * d) + 1) == square(a)  # exponents of any length


@given(st.integers(0, 2**64), st.integers(1, 2**64), st.integers(-5, 5))
def test_finite_nimbers_are_as_before(a, b, n):
    assert mul(a, b) == finite.mul(a, b)
    assert div(a, b) == finite.div(a, b)
    assert (square(a), sqrt(a), inv(b)) == (finite.square(a), finite.sqrt(a), finite.inv(b))
    assert pow(b, n) == finite.pow(b, n)
    assert solve(a) == finite.solve(a)
    assert all(type(x) is int for x in (mul(a, b), square(a), inv(b), mul(Ordinal(a), Ordinal(b))))
    assert pow(a, 2 ** degree(a)) == a


@pytest.mark.parametrize("text", ["w^w^13+1", "w^w^26*3", "w^w^104+w", "w^(w^3*121+w)+1", "w^w^7+w^w^3+w^w+w+1"])
@pytest.mark.one_in(3)
def test_far_up(text):
    a = Ordinal(text)
    assert square(sqrt(a)) == a
    assert mul(a, inv(a)) == 1
    assert mul(mul(a, a), a) == pow(a, 3)


def test_very_large_exponents_and_coefficients():
    big = 10**300
    a = Ordinal(f"w^{big}*{big}")
    assert mul(a, inv(a)) == 1
    assert square(sqrt(a)) == a
    assert pow(Ordinal(f"w^{big}"), 3**700) == finite.pow(2, excess_of_threes(big, 700))


def excess_of_threes(c: int, digits: int) -> int:
    """How often ω^c to the power 3^digits passes ω^3 = 2: the digits of c in base 3, read from right to left."""
    return sum(3 ** (digits - 1 - i) * (c // 3**i % 3) for i in range(digits))


# --- the reference: generators, one carry after the other ---

Monomial = tuple[tuple[int, int], ...]
"""Pairs (q, exponent) for the factors κ(q)^exponent, q a power of an odd prime."""


def factors(exponent: Value) -> Counter[int]:
    """A power of ω as a product of κ(q): each digit of c_k in base p is an exponent."""
    found: Counter[int] = Counter()
    for k, c in Ordinal(exponent).terms:
        q = p = excess.odd_prime(int(k))
        while c:
            c, found[q] = divmod(c, p)
            q *= p
    return +found


def by_carries(found: Counter[int]) -> Value:
    """A product of powers of generators, whatever the exponents: κ(q)^p = κ(q/p), κ(p)^p = α_p."""
    for q in sorted(found, reverse=True):
        p = excess.least_factor(q)
        if found[q] >= p:
            rest = found - Counter({q: p})
            if q > p:
                return by_carries(rest + Counter({q // p: 1}))
            return plain_product(by_carries(rest), alpha_by_hand(p))
    powers: Counter[int] = Counter()
    for q, exponent in found.items():
        p = excess.least_factor(q)
        powers[excess.index(p)] += q // p * exponent
    return sum_of_powers({sum_of_powers(powers): 1})


def alpha_by_hand(p: int) -> Value:
    qs, m = excess.alpha(p)
    return nim_sum(m, *(2 ** (q // 2) if q % 2 == 0 else by_carries(Counter({q: 1})) for q in qs))


@cache
def plain_product_of_powers(a: Value, b: Value) -> Value:
    return by_carries(factors(a) + factors(b))


def plain_product(a: Value, b: Value) -> Value:
    total: Value = 0
    for i, x in Ordinal(a).terms:
        for j, y in Ordinal(b).terms:
            coefficient = finite.mul(x, y)
            for exponent, c in Ordinal(plain_product_of_powers(i, j)).terms:
                total = total ^ sum_of_powers({exponent: finite.mul(c, coefficient)})
    return total


@settings(max_examples=15)
@given(some(26, 24, 6, 10, 12), some(26, 24, 6, 10, 12))
def test_product_is_that_of_the_rules(a, b):
    assert mul(a, b) == plain_product(a, b)


# --- the constants ---


def test_alphas_are_derived():
    for p in excess.KNOWN[: excess.index(43) + 1]:
        assert SCRIPT["derived_excess"](p) == excess.EXCESS[p]


def test_other_alphas_in_small_fields_are_derived():
    primes = [p for p in excess.KNOWN if p > 43 and excess.degree_of_alpha(p) <= 100]
    assert len(primes) > 10
    for p in primes:
        assert SCRIPT["derived_excess"](p) == excess.EXCESS[p]


@pytest.mark.slow
def test_more_alphas_are_derived():
    for p in excess.KNOWN:
        if 100 < excess.degree_of_alpha(p) <= 400:
            assert SCRIPT["derived_excess"](p) == excess.EXCESS[p]


def test_the_test_for_roots():
    # In the field of 64 elements a third of the 63 units are cubes, a seventh are seventh powers.
    field = transfinite.OrdinalTower({0: 1}).field
    units = [{i: c for i, c in enumerate((a, b, c)) if c} for a in range(4) for b in range(4) for c in range(4)][1:]
    for p in (3, 7):
        powers = [field.pow(x, p) for x in units]
        assert all(SCRIPT["has_root"](field, x, p, 6) == (x in powers) for x in units)


def test_the_script_prints_the_table(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["alpha.py", "--upto", "23"])
    assert SCRIPT["main"]() == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 106
    assert rows[7].split() == ["19", "18", "36", "4", "derived", "ω³", "+", "4"]
    assert "OEIS A380496" in rows[-1]


def test_degrees_of_generators_and_sums():
    # OEIS A380496 names two degrees: 102180 for p = 263 and 237820 for p = 283.
    assert (excess.degree_of_alpha(263), excess.degree_of_alpha(283)) == (102180, 237820)
    assert [degree(tower(k)) for k in range(3)] == [6, 20, 42]
    for text in ("w^w+w", "w^w^2+w", "w^w^2+w^w+w+16", "w^w^3+w^w", "w^w^4+4", "w^3+4", "w^w+5"):
        power, a = square(Ordinal(text)), Ordinal(text)
        seen = 1
        while power != a:
            power, seen = square(power), seen + 1
        assert seen == degree(a)
    assert degree(Ordinal("w^w^4+w^w^2+w+256")) == lcm(156, 42, 6, 16)


# --- errors ---


@every_row("call", [square, sqrt, inv, solve, degree, lambda a: mul(a, 2), lambda a: mul(2, a)])
def test_beyond_the_field(call):
    for text in ("w^w^w", "w^(w^w*2+1)+5", "w^w^w^w+1"):
        with pytest.raises(UsageError, match=r"expected an ordinal below ω\^ω\^ω, got ω\^"):
            call(Ordinal(text))


def test_a_missing_constant_is_named():
    a = sum_of_powers({sum_of_powers({105: 300}): 1})  # the first prime after 577
    with pytest.raises(UnknownAlpha, match=r"prime 587.*ends with α_577") as caught:
        mul(a, a)
    assert (caught.value.p, caught.value.exit_code) == (587, 5)
    for call in (sqrt, inv, degree, solve):
        with pytest.raises(UnknownAlpha, match="587"):
            call(tower(105))
    with pytest.raises(UnknownAlpha, match="587"):
        alpha(587)
    # Where nothing is carried no constant is needed.
    assert mul(tower(105), tower(105)) == sum_of_powers({sum_of_powers({105: 2}): 1})
    assert mul(tower(9999), 2) == sum_of_powers({sum_of_powers({9999: 1}): 2})
    with pytest.raises(OutOfReach, match=r"below ω\^ω\^10000, got ω\^ω\^10000"):
        mul(tower(10_000), 2)


@pytest.mark.slow
@every_row(
    "call",
    [
        lambda: inv(Ordinal("w^w^13+w^w^3+1")),
        lambda: solve(Ordinal(f"w^{10**1000}")),
        lambda: pow(Ordinal(f"w*{10**1000}"), 10**400),
        lambda: degree(Ordinal("w^w^26*3")),
        lambda: square(sum_of_powers(dict.fromkeys(range(200), 10**2000))),
    ],
)
def test_no_question_takes_for_ever(call):
    with pytest.raises(OutOfReach, match="more than 1,000,000 steps"):
        call()


def test_zero():
    assert (mul(0, W), square(0), sqrt(0), div(0, W), degree(0), solve(0)) == (0, 0, 0, 0, 1, (0, 1))
    assert (pow(0, 0), pow(0, 10**30), pow(W, 0)) == (1, 0, 1)
    for division in (lambda: inv(0), lambda: div(W, 0), lambda: pow(0, -2), lambda: inv(Ordinal(0))):
        with pytest.raises(ZeroDivisionError):
            division()


@every_row(("bad", "error"), [(-3, ValueError), (2.5, TypeError), ("w", TypeError), (None, TypeError)])
def test_bad_values_are_named(bad, error):
    for call in (lambda: mul(bad, W), lambda: mul(W, bad), lambda: inv(bad), lambda: div(W, bad), lambda: pow(bad, 2)):
        with pytest.raises(error, match="expected a non-negative integer, got") as caught:
            call()
        assert repr(bad) in str(caught.value)
    with pytest.raises(TypeError):
        pow(W, 1.5)
