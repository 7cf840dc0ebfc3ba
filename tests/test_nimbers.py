"""Nimbers: field laws, undoing, the mex definition as reference, and ordinals as text, order and nim-sum."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import islice, product
from operator import itemgetter

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import mex_of_intervals

from nimatron.core.errors import BadText, NimatronError
from nimatron.nimbers.field import nim_div, nim_inv, nim_mul, nim_pow, nim_solve, nim_sqrt, nim_square, nim_sum
from nimatron.nimbers.finite import mex, product_of_powers
from nimatron.nimbers.loopy import Value
from nimatron.nimbers.ordinals import Ordinal, below, omega_times_plus, ordinal

nimbers = st.sampled_from([1, 4, 8, 16, 31, 64, 128, 256]).flatmap(lambda width: st.integers(0, 2**width - 1))
nonzero = nimbers.filter(bool)

# Table of Turning Corners from the document "Combinatorial games" (002_90e6a6d7227b816a.txt): rows 0-15, columns 0-14.
CORNERS = """
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
0 2 3 1 8 10 11 9 12 14 15 13 4 6 7
0 3 1 2 12 15 13 14 4 7 5 6 8 11 9
0 4 8 12 6 2 14 10 11 15 3 7 13 9 5
0 5 10 15 2 7 8 13 3 6 9 12 1 4 11
0 6 11 13 14 8 5 3 7 1 12 10 9 15 2
0 7 9 14 10 13 3 4 15 8 6 1 5 2 12
0 8 12 4 11 3 7 15 13 5 1 9 6 14 10
0 9 14 7 15 6 1 8 5 12 11 2 10 3 4
0 10 15 5 3 9 12 6 1 11 14 4 2 8 13
0 11 13 6 7 12 10 1 9 2 4 15 14 5 3
0 12 4 8 13 1 9 5 6 10 2 14 11 7 15
0 13 6 11 9 4 15 2 14 3 8 5 7 10 1
0 14 7 9 5 11 2 12 10 4 13 3 15 1 8
0 15 5 10 1 14 4 11 2 13 7 8 3 12 6
"""


# --- finite nimbers ---


@cache
def corners(x: int, y: int) -> int:
    """Turning Corners by its definition: the reference for every product."""
    return mex(corners(x, b) ^ corners(a, y) ^ corners(a, b) for a, b in product(range(x), range(y)))


def by_powers(a: int, b: int) -> int:
    """The product bit by bit from the two Fermat rules: the reference for wide factors."""
    bits = product(range(a.bit_length()), range(b.bit_length()))
    return nim_sum(*(of_powers(i, j) for i, j in bits if a >> i & 1 and b >> j & 1))


of_powers = cache(product_of_powers)


def test_product_is_turning_corners():
    assert all(nim_mul(a, b) == corners(a, b) for a, b in product(range(32), repeat=2))


def test_product_table_of_the_document():
    table = [[int(cell) for cell in row.split()] for row in CORNERS.split("\n") if row]
    assert table == [[nim_mul(x, y) for x in range(15)] for y in range(16)]


def test_worked_examples():
    assert (nim_mul(24, 17), nim_mul(8, 8)) == (128, 13)
    assert (nim_div(1, 2), nim_div(6, 5)) == (3, 9)
    assert (nim_mul(21508, 42689), nim_mul(33333, 77777)) == (35202, 2184564070)
    assert nim_square(2**63) == 16017865340936038689


@settings(max_examples=7, deadline=None)
@given(st.integers(0, 2**70), st.integers(0, 2**70))
def test_wide_products_follow_the_fermat_rules(a, b):
    assert nim_mul(a, b) == by_powers(a, b)


@every_row("level", range(10))
def test_fermat_rules(level):
    fermat = 2**2**level
    assert nim_mul(fermat, fermat) == nim_square(fermat) == fermat ^ fermat // 2
    assert nim_mul(fermat, fermat - 1) == fermat * (fermat - 1)


@settings(deadline=None)
@given(nimbers, nimbers, nimbers)
def test_ring_laws(a, b, c):
    assert nim_mul(a, b) == nim_mul(b, a)
    assert nim_mul(a, nim_mul(b, c)) == nim_mul(nim_mul(a, b), c)
    assert nim_mul(a, b ^ c) == nim_mul(a, b) ^ nim_mul(a, c)
    assert (nim_mul(a, 1), nim_mul(a, 0)) == (a, 0)


@settings(deadline=None)
@given(nimbers, nonzero)
def test_inverse_and_quotient_undo_the_product(a, b):
    assert nim_mul(b, nim_inv(b)) == 1
    assert nim_mul(nim_div(a, b), b) == a


@settings(deadline=None)
@given(nimbers)
def test_root_and_solution_undo(a):
    assert nim_square(a) == nim_mul(a, a)
    assert nim_sqrt(nim_square(a)) == nim_square(nim_sqrt(a)) == a
    even, odd = nim_solve(a)
    assert even % 2 == 0
    assert odd == even + 1
    assert nim_square(even) ^ even == nim_square(odd) ^ odd == a


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1).filter(bool), st.integers(-50, 50), st.integers(-50, 50))
def test_powers(a, m, n):
    assert nim_pow(a, m + n) == nim_mul(nim_pow(a, m), nim_pow(a, n))
    assert nim_pow(a, 3) == nim_mul(a, nim_mul(a, a))
    assert nim_pow(a, 2**32 - 1 + n) == nim_pow(a, n)


def test_powers_of_zero():
    assert (nim_pow(0, 0), nim_pow(0, 5), nim_pow(1, -(10**30))) == (1, 0, 1)


def test_small_solutions_are_all():
    roots = {a: {x for x in range(256) if nim_square(x) ^ x == a} for a in range(128)}
    assert all(set(nim_solve(a)) == roots[a] for a in range(128))


def test_very_wide():
    a = 3**5000
    assert nim_sqrt(nim_square(a)) == a
    assert nim_mul(2**100_000 + 5, 3) == nim_mul(2**100_000, 3) ^ nim_mul(5, 3)


def test_mex():
    assert (mex([]), mex([1, 2]), mex({0, 1, 3}), mex(iter([2, 0, 1]))) == (0, 0, 2, 3)
    assert mex([0, Ordinal(1), Ordinal("w"), None, "2", -1, 2.5, True]) == 2


@every_row("call", [nim_mul, nim_div, nim_sum])
@every_row(("bad", "error"), [(-3, ValueError), (2.5, TypeError), ("2", TypeError), (None, TypeError)])
def test_bad_numbers_are_named(call, bad, error):
    for arguments in [(bad, 1), (1, bad)]:
        with pytest.raises(error, match="expected a non-negative integer, got") as caught:
            call(*arguments)
        assert repr(bad) in str(caught.value)


@every_row("call", [nim_square, nim_sqrt, nim_inv, nim_solve])
def test_bad_arguments_of_one_place(call):
    with pytest.raises(ValueError, match="got -1"):
        call(-1)
    with pytest.raises(TypeError, match="got '2'"):
        call("2")


@pytest.mark.parametrize("division", [lambda: nim_inv(0), lambda: nim_div(5, 0), lambda: nim_pow(0, -2)])
def test_division_by_zero(division):
    with pytest.raises(ZeroDivisionError):
        division()


# --- ordinals ---


def some_ordinals(exponents: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Sums of up to four powers, built as text so that only the reader makes ordinals."""
    coefficients = st.dictionaries(exponents, st.integers(1, 9), max_size=4)
    return coefficients.map(lambda found: ordinal("+".join(map(write, falling(found))) or "0"))


def falling(terms: dict[Value, int]) -> list[tuple[Value, int]]:
    return sorted(terms.items(), key=itemgetter(0), reverse=True)


def write(term: tuple[Value, int]) -> str:
    exponent, coefficient = term
    text = exponent.ascii() if isinstance(exponent, Ordinal) else exponent
    return f"w^({text})*{coefficient}" if exponent else str(coefficient)


ordinal_values = st.recursive(st.integers(0, 12), some_ordinals, max_leaves=8)


@given(ordinal_values)
def test_text_round_trip(value):
    made = Ordinal(value)
    assert Ordinal(str(made)) == Ordinal(made.ascii()) == made
    assert ordinal(str(made)) == value
    assert eval(repr(made)) == made
    assert pickle.loads(pickle.dumps(made)) == made


@every_row(
    ("text", "pretty", "plain"),
    [
        ("0", "0", "0"),
        ("7", "7", "7"),
        ("w", "ω", "w"),
        ("w^1*1", "ω", "w"),
        ("w^2*3+w+5", "ω²·3 + ω + 5", "w^2*3+w+5"),
        (" ω¹² · 3 +ω* 2 ", "ω¹²·3 + ω·2", "w^12*3+w*2"),
        ("w^w^2", "ω^ω²", "w^w^2"),
        ("w^(w^2)", "ω^ω²", "w^w^2"),
        ("w^w^w*2", "ω^ω^ω·2", "w^w^w*2"),
        ("w^(w+1)*2+w^w+1", "ω^(ω+1)·2 + ω^ω + 1", "w^(w+1)*2+w^w+1"),
        ("w^(w*2)", "ω^(ω·2)", "w^(w*2)"),
        ("w^(w^(w+1)*3+2)", "ω^(ω^(ω+1)·3+2)", "w^(w^(w+1)*3+2)"),
        ("w^(3)", "ω³", "w^3"),
    ],
)
def test_texts(text, pretty, plain):
    made = Ordinal(text)
    assert (str(made), made.ascii()) == (pretty, plain)


@every_row(
    ("text", "place", "message"),
    [
        ("", 0, "w or a number"),
        ("x", 0, "w or a number"),
        ("-3", 0, "w or a number"),
        ("²", 0, "w or a number"),
        ("w+", 2, "w or a number"),
        ("1+w", 2, "falling powers.* w cannot follow 1"),
        ("w+w", 2, "Cantor normal form"),
        ("w + w^2", 4, "falling powers"),
        ("3+4", 2, "falling powers"),
        ("0+w", 2, "falling powers"),
        ("w+0", 2, "no \\+ 0"),
        ("w*0", 2, "a coefficient from 1 on"),
        ("w^0", 2, "an exponent from 1 on"),
        ("w^(0)", 3, "an exponent from 1 on"),
        ("ω⁰", 1, "an exponent from 1 on"),
        ("w^", 2, "an exponent"),
        ("w^²", 2, "an exponent"),
        ("w*w", 2, "a coefficient"),
        ("3*w", 1, "follows its power"),
        ("w2", 1, "or the end"),
        ("w w", 2, "or the end"),
        ("w^2^3", 3, "or the end"),
        ("w^(w+1", 6, "closing bracket"),
        ("w^(1+w)", 5, "falling powers"),
        ("w)", 1, "or the end"),
        ("w^w+w^w^w", 4, "falling powers"),
        ("w^" * 100_000 + "w", 202, "at most 100"),
        ("w^(" * 100_000, 302, "at most 100"),
        ("9" * 100_000, 0, "at most [0-9]+ digits"),
    ],
)
def test_bad_texts_name_the_place(text, place, message):
    with pytest.raises(BadText, match=message) as caught:
        Ordinal(text)
    assert (caught.value.place, caught.value.text) == (place, text)


def test_deep_towers_work():
    tower = "w^(" * 100 + "w" + "+1)" * 100
    made = Ordinal(tower)
    assert Ordinal(str(made)) == made
    assert hash(made) == hash(Ordinal(tower))
    assert made < Ordinal(tower + "+1")
    assert made ^ made == 0


def test_order_of_known_ordinals():
    texts = "0 1 99 w w+1 w*2 w*2+7 w^2 w^2+w w^2*2 w^10 w^w w^w+w^3 w^w*2 w^(w+1) w^(w*2) w^w^2 w^w^w w^w^w^w"
    known = [Ordinal(text) for text in texts.split()]
    for (i, a), (j, b) in product(enumerate(known), repeat=2):
        assert ((a < b), (a <= b), (a == b), (a > b), (a >= b)) == (i < j, i <= j, i == j, i > j, i >= j)


@given(ordinal_values, ordinal_values, ordinal_values)
def test_order_is_total(a, b, c):
    assert [a < b, a == b, a > b].count(True) == 1
    assert a <= c or not (a <= b and b <= c)
    assert a != b or hash(a) == hash(b)


@given(st.integers(0, 2**70), st.integers(-5, 2**70))
def test_finite_ordinals_agree_with_ints(a, b):
    made = Ordinal(a)
    assert made == a
    assert hash(made) == hash(a)
    assert int(made) == a
    assert bool(made) == bool(a)
    assert ((made < b), (made <= b), (made > b), (made >= b), (b < made)) == (a < b, a <= b, a > b, a >= b, b < a)
    assert (made == b) == (a == b)
    assert Ordinal(0) > -5
    assert Ordinal("w") > max(a, b)


@given(ordinal_values, ordinal_values, ordinal_values)
def test_nim_sum_laws(a, b, c):
    assert a ^ b == b ^ a
    assert (a ^ b) ^ c == a ^ (b ^ c) == nim_sum(a, b, c)
    assert (a ^ a, a ^ 0) == (0, a)
    assert type(a ^ b) is (int if (a ^ b) < Ordinal("w") else Ordinal)


@given(ordinal_values, ordinal_values)
def test_nim_sum_is_met_by_a_move(a, b):
    # Bouton in the transfinite: a non-zero sum can be brought to zero in the heap that it makes smaller.
    total = a ^ b
    assert total == 0 or (a ^ total) < a or (b ^ total) < b


def test_nim_sum_of_mixed_values():
    assert str(nim_sum(Ordinal("w^w+w*3+5"), 4, Ordinal("w*2"))) == "ω^ω + ω + 1"
    assert type(Ordinal(5) ^ 3) is type(3 ^ Ordinal(5)) is type(nim_sum(Ordinal(6))) is int
    assert nim_sum() == 0
    assert nim_sum(True, True) == 0
    assert nim_mul(Ordinal(24), 17) == 128


def test_no_other_arithmetic():
    for operation in ["a + 1", "a * 2", "a - 1", "a ^ 2.5", "a < 'w'", "int(a)"]:
        with pytest.raises(TypeError):
            eval(operation, {"a": Ordinal("w")})
    assert Ordinal("w") != "w"


def test_what_is_no_ordinal():
    with pytest.raises(ValueError, match="got -1"):
        Ordinal(-1)
    with pytest.raises(NimatronError, match="got -1"):
        _ = Ordinal("w") ^ -1
    with pytest.raises(TypeError, match=r"got 2\.5"):
        Ordinal(2.5)
    with pytest.raises(AttributeError):
        Ordinal("w").terms = ()


def test_attributes():
    a = Ordinal("w^(w+1)*2+w^3+5")
    assert a.terms == ((Ordinal("w+1"), 2), (3, 1), (0, 5))
    assert type(a.terms[1][0]) is int
    assert (a.finite_part, a.is_finite) == (5, False)
    assert Ordinal(0).terms == ()
    assert Ordinal(Ordinal(3)).terms == ((0, 3),)
    assert type(ordinal("12")) is type(ordinal(Ordinal(12))) is int


def test_omega_times_plus():
    assert omega_times_plus(3, 0) == Ordinal("w*3")
    assert omega_times_plus(2, 5) == Ordinal("w*2+5")
    assert type(omega_times_plus(0, 5)) is int
    with pytest.raises(ValueError, match="got -1"):
        omega_times_plus(1, -1)


def test_below():
    assert list(below(3)) == list(below(Ordinal(3))) == [0, 1, 2]
    assert list(islice(below(Ordinal("w*2")), 5)) == [0, 1, 2, 3, 4]


def test_mex_of_intervals():
    w = Ordinal("w")
    assert mex_of_intervals([]) == 0
    assert mex_of_intervals([(1, w)]) == 0
    assert mex_of_intervals([(2, 5), (0, 2), (4, 4), (9, w)]) == 5
    assert mex_of_intervals([(0, 9), (1, 3)]) == 9
    assert mex_of_intervals([(0, w), (Ordinal("w*2"), Ordinal("w^2"))]) == w
    assert type(mex_of_intervals([(0, Ordinal(4))])) is int


@given(st.integers(0, 5), st.integers(0, 9))
def test_value_of_two_dimensional_nim(y, x):
    # Moves go left in the row or to any place of a lower row.
    row = (omega_times_plus(y, 0), omega_times_plus(y, x))
    lower = [(omega_times_plus(i, 0), omega_times_plus(i + 1, 0)) for i in range(y)]
    assert mex_of_intervals([row, *lower]) == omega_times_plus(y, x)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12))))
def test_finite_intervals_agree_with_mex(intervals):
    assert mex_of_intervals(intervals) == mex(n for low, high in intervals for n in range(low, high))
