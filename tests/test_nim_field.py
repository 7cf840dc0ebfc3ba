"""Finite nimbers against the mex definition and against recorded results; logarithms, orders, equations, `Nimber`."""

from __future__ import annotations

import hashlib
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st

import nimatron as nt
from nimatron import Nimber, OutOfReach, UsageError
from nimatron.nimbers import finite, logs

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "finite_nimbers.json").read_text())

WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
each_width = pytest.mark.parametrize("width", WIDTHS)


def below(width: int) -> st.SearchStrategy[int]:
    """Nimbers of a width, with many bits or few."""
    few = st.lists(st.integers(0, width - 1), max_size=4).map(lambda bits: sum({1 << bit for bit in bits}))
    return st.integers(0, 2**width - 1) | few


# -- the definition ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [64, pytest.param(256, marks=pytest.mark.slow)])
def test_all_products_of_bytes_by_the_definition(size: int) -> None:
    table = np.zeros((size, size), np.uint8)
    for a in range(1, size):
        for b in range(a, size):
            options = table[:a, b, None] ^ table[a, None, :b] ^ table[:a, :b]
            seen = np.zeros(257, bool)
            seen[options.ravel()] = True
            table[a, b] = table[b, a] = seen.argmin()
    assert table.tobytes() == b"".join(row[:size] for row in finite.products()[:size])
    assert hashlib.sha256(b"".join(finite.products())).hexdigest() == KNOWN["table256"]


def test_the_tables_of_16_bits() -> None:
    finite.build()
    draw = random.Random(16)
    for a, b in ((draw.getrandbits(16), draw.getrandbits(16)) for _ in range(2000)):
        by_halves = by_bytes(a, b)
        assert finite.EXP[finite.LOG[a] + finite.LOG[b]] == by_halves
        assert finite.TOP[a] == by_bytes(a, 1 << 15)


def by_bytes(a: int, b: int) -> int:
    """A product of 16 bits from the table of bytes: the reference for logarithms."""
    table, (a1, a0), (b1, b0) = finite.products(), divmod(a, 256), divmod(b, 256)
    high = table[a1][b1]
    return (table[a1][b0] ^ table[a0][b1] ^ high) << 8 | table[a0][b0] ^ table[high][128]


# -- what is known -------------------------------------------------------------------------------


def test_known_tables() -> None:
    assert KNOWN["table16"] == [[nt.nim_mul(a, b) for b in range(16)] for a in range(16)]
    assert KNOWN["inverses"] == [nt.nim_inv(a) for a in range(1, 256)]
    assert KNOWN["roots"] == [nt.nim_sqrt(a) for a in range(256)]
    assert KNOWN["squares"] == [nt.nim_square(a) for a in range(256)]
    assert KNOWN["solutions"] == [nt.nim_solve(a)[0] for a in range(256)]


@every_row("name", ["random64", "edge64", "random128", "random256"])
def test_known_products(name: str) -> None:
    for a, b, result in (map(int, case) for case in KNOWN[name]):
        assert nt.nim_mul(a, b) == result
        assert b == 0 or nt.nim_div(result, b) == a


def test_known_results() -> None:
    operations: dict[str, Callable[..., int]] = {"mul": nt.nim_mul, "div": nt.nim_div, "sqrt": nt.nim_sqrt}
    for name, a, b, result in KNOWN["named"]:
        assert operations[name](*([a] if b is None else [a, b])) == result
    for case in KNOWN["unary64"]:
        a = case["a"]
        assert (nt.nim_inv(a), nt.nim_sqrt(a), nt.nim_square(a)) == (case["inv"], case["sqrt"], case["square"])
        assert nt.nim_solve(a)[0] == int(case["quad_even"])


# -- field laws at every width -------------------------------------------------------------------


@each_width
@given(data=st.data())
@pytest.mark.one_in(4)
def test_field_laws(width: int, data: st.DataObject) -> None:
    a, b, c = (data.draw(below(width)) for _ in range(3))
    mul = nt.nim_mul
    assert mul(a, b) == mul(b, a) < 2**width
    assert mul(a, mul(b, c)) == mul(mul(a, b), c)
    assert mul(a, b ^ c) == mul(a, b) ^ mul(a, c)
    assert (mul(a, 0), mul(a, 1), a ^ a) == (0, a, 0)
    if a:
        assert mul(a, nt.nim_inv(a)) == 1
        assert mul(nt.nim_div(b, a), a) == b


@each_width
@given(data=st.data())
def test_squares_roots_and_solutions(width: int, data: st.DataObject) -> None:
    a = data.draw(below(width))
    assert nt.nim_square(a) == nt.nim_mul(a, a) == nt.nim_pow(a, 2)
    assert nt.nim_square(nt.nim_sqrt(a)) == a == nt.nim_sqrt(nt.nim_square(a))
    even, odd = nt.nim_solve(a)
    assert odd == even + 1
    assert nt.nim_square(even) ^ even == nt.nim_square(odd) ^ odd == a
    # One field up when the trace, the top bit, is set, and only then.
    own = nt.nim_degree(a)
    assert nt.nim_degree(even) == 2 * own if a >> (own - 1) else nt.nim_degree(even) <= own


@pytest.mark.parametrize("width", WIDTHS[:9])
@given(data=st.data())
def test_powers(width: int, data: st.DataObject) -> None:
    a, m, n = data.draw(below(width)) or 1, data.draw(st.integers(-99, 99)), data.draw(st.integers(-99, 99))
    assert nt.nim_pow(a, m + n) == nt.nim_mul(nt.nim_pow(a, m), nt.nim_pow(a, n))
    assert nt.nim_pow(a, -n) == nt.nim_inv(nt.nim_pow(a, n))
    assert nt.nim_pow(a, n + 10**6 * (2**width - 1)) == nt.nim_pow(a, n)


@pytest.mark.parametrize("width", [2, 8, 16, 32, 64, 128])
@given(data=st.data())
def test_quadratics(width: int, data: st.DataObject) -> None:
    a, b, c = (data.draw(below(width)) for _ in range(3))
    if not (a or b or c):
        return
    roots = nt.nim_quadratic(a, b, c)
    assert len(roots) == (2 if a and b else 1 if a or b else 0)
    assert list(roots) == sorted(set(roots))
    for x in roots:
        assert nt.nim_mul(a, nt.nim_square(x)) ^ nt.nim_mul(b, x) ^ c == 0


def test_all_roots_of_small_quadratics() -> None:
    def roots(a: int, b: int, c: int) -> tuple[int, ...]:
        return tuple(x for x in range(256) if nt.nim_mul(a, nt.nim_square(x)) ^ nt.nim_mul(b, x) ^ c == 0)

    for a, b, c in ((a, b, c) for a in range(4) for b in range(4) for c in range(4) if a or b or c):
        assert nt.nim_quadratic(a, b, c) == roots(a, b, c)
    with pytest.raises(UsageError, match="every nimber is a root"):
        nt.nim_quadratic(0, 0, 0)


def test_degrees() -> None:
    for k in range(8):
        assert nt.nim_degree(2 ** (2**k) - 1) == 2**k
        assert nt.nim_degree(2 ** (2**k)) == 2 ** (k + 1)
    assert nt.nim_degree(0) == 1


@pytest.mark.parametrize("bits", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_very_wide(bits: int) -> None:
    a, b = 1 << (bits - 1) | 1 << 17 | 5, 1 << (bits // 2) | 3
    assert nt.nim_mul(a, 3) == nt.nim_mul(1 << (bits - 1), 3) ^ nt.nim_mul(1 << 17 | 5, 3)
    assert nt.nim_mul(a, b) == nt.nim_mul(b, a)
    assert nt.nim_mul(a, b) == nt.nim_mul(a, 1 << (bits // 2)) ^ nt.nim_mul(a, 3)


@pytest.mark.parametrize("bits", [5_000, pytest.param(40_000, marks=pytest.mark.slow)])
def test_very_wide_and_dense(bits: int) -> None:
    draw = random.Random(15)
    a, b = draw.getrandbits(4096), draw.getrandbits(4096)
    a, b, c = (draw.getrandbits(bits) for _ in range(3))
    assert nt.nim_mul(a, nt.nim_mul(b, c)) == nt.nim_mul(nt.nim_mul(a, b), c)
    assert nt.nim_mul(a, nt.nim_inv(a)) == 1
    assert nt.nim_mul(a, a) == nt.nim_square(a)


def test_small_numbers_need_no_large_table() -> None:
    code = "import nimatron as nt; from nimatron.nimbers import finite"
    code += "; nt.nim_log(5); nt.nim_inv(200); nt.nim_order(9)"
    check = (
        "nt.nim_sqrt(3); nt.nim_solve(99); nt.nim_pow(77, 9); assert not finite.LOG; nt.nim_mul(256, 2); finite.LOG[9]"
    )
    subprocess.run([sys.executable, "-c", f"{code}; {check}"], check=True)


# -- orders, primitive elements, logarithms ------------------------------------------------------


def by_walking(a: int, base: int) -> int | None:
    """A logarithm by trying one power after the other."""
    power, n = 1, 0
    while power != a:
        power, n = nt.nim_mul(power, base), n + 1
        if power == 1:
            return None
    return n


def test_orders_and_logs_of_bytes_by_walking() -> None:
    for a in range(1, 256):
        powers = {nt.nim_pow(a, n) for n in range(255)}
        assert nt.nim_order(a) == len(powers)
        assert nt.nim_log(a) == by_walking(a, nt.nim_primitive(nt.nim_degree(a)))
    for a, base in ((a, base) for a in range(1, 256, 7) for base in range(1, 256, 5)):
        expected = by_walking(a, base)
        if expected is None:
            with pytest.raises(UsageError, match="it is not a power of it"):
                nt.nim_log(a, base)
        else:
            assert nt.nim_log(a, base) == expected


def test_smallest_primitive_elements() -> None:
    assert [nt.nim_primitive(2**k) for k in range(1, 7)] == KNOWN["primitive"]
    for width in (2, 4, 8):
        least = next(a for a in range(1, 2**width) if nt.nim_order(a) == 2**width - 1)
        assert nt.nim_primitive(width) == least
    for bad in (0, 3, 48):
        with pytest.raises(UsageError, match="width of a field"):
            nt.nim_primitive(bad)


@every_row("half", logs.FACTORS)
def test_factors_of_fermat_numbers(half: int) -> None:
    factors = logs.fermat_factors(half)
    assert prod(factors) == 2**half + 1
    assert len(set(factors)) == len(factors)
    assert all(probably_prime(p) for p in factors)
    if half == 32:
        assert [3, 5, 17, 257, *sorted([65537, *factors])] == KNOWN["order64"]


def probably_prime(p: int) -> bool:
    """Miller and Rabin's test with five bases."""
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (b for b in (2, 3, 5, 7, 11) if b % p):
        power = pow(base, odd, p)
        if power != 1 and p - 1 not in [pow(power, 2**i, p) for i in range(twos)]:
            return False
    return True


@pytest.mark.parametrize("width", [4, 16, 32, 64, 128, 256])
@settings(max_examples=5)
@given(data=st.data())
def test_order(width: int, data: st.DataObject) -> None:
    a = data.draw(below(width)) or 1
    n = nt.nim_order(a)
    assert nt.nim_pow(a, n) == 1
    assert (2 ** nt.nim_degree(a) - 1) % n == 0
    primes = [p for k in range(8) for p in logs.fermat_factors(2**k) if n % p == 0]
    assert all(nt.nim_pow(a, n // p) != 1 for p in primes)


def test_known_logs() -> None:
    for a, n in KNOWN["logs64"]:
        assert nt.nim_log(a, 4294967302) == n


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@given(data=st.data())
def test_logs_undo_powers(width: int, data: st.DataObject) -> None:
    a, base = data.draw(below(width)) or 1, nt.nim_primitive(width)
    n = nt.nim_log(a, base)
    assert 0 <= n < 2**width - 1
    assert nt.nim_pow(base, n) == a
    assert nt.nim_pow(nt.nim_primitive(nt.nim_degree(a)), nt.nim_log(a)) == a


@pytest.mark.parametrize("width", [16, 32, 64])
@given(data=st.data())
def test_logs_to_any_base(width: int, data: st.DataObject) -> None:
    base, n = data.draw(below(width)) or 1, data.draw(st.integers(0, 2**64))
    assert nt.nim_log(nt.nim_pow(base, n), base) == n % nt.nim_order(base)


def test_logs_of_64_bits_in_every_subgroup() -> None:
    draw, g = random.Random(64), nt.nim_primitive(64)
    for p in KNOWN["order64"]:
        part = (2**64 - 1) // p
        for n in {1, p - 1, *(draw.randrange(p) for _ in range(5))}:
            assert nt.nim_log(nt.nim_pow(g, part * n), g) == part * n
            assert nt.nim_log(nt.nim_pow(g, p * n), g) == p * n


def test_logs_of_128_bits_where_the_order_is_small() -> None:
    g, large = nt.nim_primitive(128), 67280421310721
    n = 12345678901234567890 * large % (2**128 - 1)
    assert nt.nim_log(nt.nim_pow(g, n)) == n
    with pytest.raises(OutOfReach, match=f"prime factor {large}") as caught:
        nt.nim_log(nt.nim_pow(g, 10**30))
    assert caught.value.exit_code == 5
    base = nt.nim_pow(g, large)
    assert nt.nim_log(nt.nim_pow(base, 99), base) == 99
    with pytest.raises(UsageError, match="it is not a power of it"):
        nt.nim_log(g, base)


def test_what_has_no_log_and_no_order() -> None:
    for call in (lambda: nt.nim_log(0), lambda: nt.nim_log(0, 2), lambda: nt.nim_order(0)):
        with pytest.raises(UsageError, match=r"^0 has no"):
            call()
    with pytest.raises(UsageError, match="base other than 0"):
        nt.nim_log(5, 0)
    with pytest.raises(UsageError, match="4 has no nim-logarithm to the base 2"):
        nt.nim_log(4, 2)
    assert nt.nim_log(1, 1) == nt.nim_log(1) == 0
    with pytest.raises(OutOfReach, match=r"2\^4096 \+ 1"):
        nt.nim_order(2**5000)


# -- what may come in ----------------------------------------------------------------------------


def test_integers_of_numpy_are_ints() -> None:
    assert nt.nim_mul(np.uint8(24), np.int64(17)) == 128
    assert type(nt.nim_mul(np.uint64(2**63), np.uint64(2**63))) is int
    assert nt.nim_log(np.uint64(5)) == nt.nim_log(5)
    assert nt.nim_sum(np.uint8(3), 256) == 259


def test_sums_of_arrays() -> None:
    a, b = np.array([1, 2, 3], np.uint8), np.array([3, 2, 256], np.uint16)
    assert nt.nim_sum(a, b, 1).tolist() == [3, 1, 258]
    out = np.zeros(3, np.uint16)
    assert nt.nim_sum(a, b, out=out) is out
    assert out.tolist() == [2, 0, 259]


@every_row("call", [nt.nim_square, nt.nim_sqrt, nt.nim_inv, nt.nim_solve, nt.nim_log, nt.nim_order])
def test_bad_arguments(call: Callable[[Any], Any]) -> None:
    with pytest.raises(UsageError, match="got -1"):
        call(-1)
    for bad in (2.5, "2", None, {1}):
        with pytest.raises(TypeError, match="expected a non-negative integer, got"):
            call(bad)


# -- Nimber --------------------------------------------------------------------------------------


@given(below(64), below(64).filter(bool))
def test_nimber_operators(a: int, b: int) -> None:
    x, y = Nimber(a), Nimber(b)
    assert x + y == x - y == a + y == x + b == a ^ b
    assert x * y == a * y == x * b == nt.nim_mul(a, b)
    assert x / y == a / y == x / b == nt.nim_div(a, b)
    assert y**-3 == nt.nim_pow(b, -3)
    assert (x.sqrt(), y.inverse(), x.degree()) == (nt.nim_sqrt(a), nt.nim_inv(b), nt.nim_degree(a))
    assert x.solve() == nt.nim_solve(a)
    assert y.order() == nt.nim_order(b)
    assert -x == +x == x == a == int(x)
    assert hash(x) == hash(a)
    assert bool(x) == bool(a)


def test_nimber_as_an_object() -> None:
    x = Nimber(5)
    assert (str(x), repr(x), str(Nimber(0))) == ("*5", "Nimber(5)", "*0")
    assert (str(Nimber("w+1")), repr(Nimber("w^2"))) == ("*(ω + 1)", "Nimber('w^2')")
    assert eval(repr(Nimber("w+1"))) == Nimber("w") + 1 == nt.Ordinal("w+1")
    assert pickle.loads(pickle.dumps(x)) == x == Nimber(x) == Nimber("5")
    assert {x: 1}[5] == 1
    assert (x.log(), x.log(4), Nimber(13).log(Nimber(8))) == (4, 4, 2)
    assert type((x * 7).value) is int
    assert x != "5"
    with pytest.raises(AttributeError, match="never changes"):
        x.value = 3  # type: ignore[misc]
    with pytest.raises(ZeroDivisionError):
        _ = x / 0
    with pytest.raises(UsageError, match="got -1"):
        Nimber(-1)
    for operation in (lambda: x + 0.5, lambda: x * 2.5, lambda: x**0.5, lambda: 2.5 / x, lambda: x < 3):
        with pytest.raises(TypeError):
            operation()
