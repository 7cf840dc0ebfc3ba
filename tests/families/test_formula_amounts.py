"""Infinite sets of amounts: squares, primes, Fibonacci numbers, powers."""

from __future__ import annotations

import pytest
from every_row import every_row
from records import check_records

import nimatron as nt
from nimatron.families.taking.amounts import amounts_of

NAMES = ["squares", "primes", "fibonacci", "powers 2", "powers 3", "powers 4"]


def by_definition(name: str, size: int) -> list[int]:
    """Values from the numbers that fit the words, without the code under test."""
    square = {k * k for k in range(1, size)}
    prime = {n for n in range(2, size) if all(n % k for k in range(2, n))}
    fibonacci = [1, 2]
    while fibonacci[-1] < size:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    powers = {f"powers {b}": {b**k for k in range(20)} for b in (2, 3, 4)}
    amounts = {"squares": square, "primes": prime, "fibonacci": fibonacci, **powers}[name]
    values: list[int] = []
    for n in range(size):
        options = {values[n - a] for a in amounts if a <= n}
        values.append(next(v for v in range(n + 1) if v not in options))
    return values


@every_row(("name",), [(name,) for name in NAMES])
def test_values_are_what_the_definition_says(name: str) -> None:
    game, values = nt.Subtraction(name), by_definition(name, 250)
    assert nt.sequence(game, 250).tolist() == values
    assert [nt.outcome(game(n)) for n in range(250)] == ["N" if value else "P" for value in values]
    check_records(game, [(n,) for n in range(60)])


@every_row(("name",), [("squares",), ("primes",), ("fibonacci",)])
def test_kernel_and_plain_python_agree(name: str) -> None:
    """More values than plain Python computes; and who wins by another way."""
    values = nt.sequence(nt.Subtraction(name), 6000).tolist()
    game = nt.Subtraction(name)
    lost = [n for n in range(6000) if nt.outcome(game(n)) == "P"]
    assert lost == [n for n, value in enumerate(values) if value == 0]
    for n in (1000, 4097, 5999):
        options = {values[n - a] for a in amounts_of(name).upto(n)}
        assert values[n] == next(v for v in range(n) if v not in options)


def test_a_million_coins() -> None:
    """The values of the primes would take long, who wins does not."""
    move = nt.winning_moves("subtraction{primes}: 1000003")[0]
    assert nt.outcome(move) == "P"
    assert nt.outcome("subtraction{squares}: 1000000") == "N"
    assert nt.grundy("subtraction{powers 2}: 10^100") == 10**100 % 3
    assert nt.grundy("subtraction{powers 6}: 10^100") == nt.grundy("subtraction{1,6}: 10^100")


def test_all_but_a_formula() -> None:
    check_records(nt.AllBut("squares"), [(n,) for n in range(25)])
    values = [nt.grundy(nt.AllBut("squares")(n)) for n in range(40)]
    for n in range(40):
        options = {values[n - a] for a in range(1, n + 1) if a not in {1, 4, 9, 16, 25, 36}}
        assert values[n] == next(v for v in range(41) if v not in options)


def test_moves_and_rules() -> None:
    position = nt.parse("subtraction{squares}: 30 7")
    assert str(position) == "subtraction{squares}: 30 7"
    assert {str(move) for move in nt.winning_moves(position)} == {
        str(move) for move in position if nt.outcome(move) == "P"
    }


@every_row(("text", "says"), [
    ("subtraction{cubes}: 3", "no set of amounts is called 'cubes'"),
    ("subtraction{powers}: 3", "a base from 2 on"),
    ("subtraction{powers 1}: 3", "a base from 2 on"),
])  # fmt: skip
def test_wrong_sets(text: str, says: str) -> None:
    with pytest.raises(nt.BadText, match=says):
        nt.parse(text)


def test_no_period_is_claimed() -> None:
    assert isinstance(nt.period(nt.Subtraction("squares")), nt.Unresolved)
