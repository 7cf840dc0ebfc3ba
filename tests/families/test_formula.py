"""Games from formulas: moves by the formula, faults with their place."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from every_row import every_row

import nimatron as nt
from nimatron.families.formula.conditions import branches, powers_between, read_condition
from nimatron.families.formula.enumeration import Solutions
from nimatron.families.formula.rules import OVER, holds
from nimatron.survey.rule_family import random_rules

FORMULAS = (
    "x + y = 7", "x = y + 1", "2x = y", "x - 2y <= -1", "x % 3 = y % 3", "(x + 2y) % 5 = 2", "x // 3 = y",
    "abs(x - y) <= 2", "x in {1, 5, 7} or y > 3", "not (x < y and y % 4 = 1)", "min(x, y) % 2 = 0",
    "(x - y) // 2 = -1", "(x - 2y) % 3 = 1", "max(x, 2y, 5) = 5", "x - y != 3", "x ≤ y ≠ 4", "not pow2(x + 1)",
    "fib(y)", "0 < x <= y < 2x + 1", "x not in {2, y}",
)  # fmt: skip

PYTHON = {"≤": "<=", "≠": "!=", " = ": " == ", "2x": "2*x", "2y": "2*y"}


def meant(formula: str, x: int, y: int) -> bool:
    """The formula by Python itself."""
    for sign, python in PYTHON.items():
        formula = formula.replace(sign, python)
    names = {"x": x, "y": y, "pow2": lambda n: n in powers_between("pow2", n, n)}
    return bool(eval(formula, names | {"fib": lambda n: n in (1, 2, 3, 5, 8, 13)}))


@every_row("formula", FORMULAS)
def test_a_formula_means_what_python_means(formula: str) -> None:
    condition = read_condition(formula, ("x", "y"), after=False)
    for x, y in product(range(14), repeat=2):
        assert holds(condition, ("x", "y"), (x, y)) is meant(formula, x, y), (x, y)


def test_solutions_are_all_numbers_that_fulfil_a_formula() -> None:
    for formula in FORMULAS:
        condition = read_condition(formula, ("x", "y"), after=False)
        found = {
            pair for branch in branches(condition.tree) for pair in Solutions(branch, (), ("x", "y"), boxed=True)((), 9)
        }
        assert found == {(x, y) for x, y in product(range(10), repeat=2) if meant(formula, x, y)}, formula


@every_row(
    ("formula", "same"),
    (
        ("rules{x y; x' < x; y' < y; x - x' = y - y' > 0}: 4 7", "wythoff: 4 7"),
        ("rules{x; 1 <= x - x' <= 3}: 11", "subtraction{1-3}: 11"),
        ("rules{x y z; x' < x; symmetric}: 2 4 5", "nim: 2 4 5"),
        ("rules{x y; x' <= x, y' <= y, x' + y' < x + y}: 3 4", "moore{2}: 3 4"),
        ("rules{x y; x' < x, y' = min(y, x'); y' < y; positions y <= x}: 4 2", "chomp: 5 3"),
        ("rules{n m; 1 <= k <= m, n' = n - k, m' = 2k}: 13 4", "fibonacci: 13 4"),
    ),
)
def test_games_of_the_catalog_as_formulas(formula: str, same: str) -> None:
    assert nt.outcome(formula) == nt.outcome(same)
    if "chomp" not in same and "fibonacci" not in same:
        assert nt.grundy(formula) == nt.grundy(same)


@every_row(
    ("text", "words", "place"),
    (
        ("rules{x y; x' < x; y' < }: 3 5", "a number, a name", 23),
        ("rules{x y; x' > x}: 1 2", "nothing limits x' from above", 11),
        ("rules{x y; x' < x, y}: 1 2", "is a number, not a condition", 19),
        ("rules{x y; x' < x*y}: 1 2", "multiplies two numbers", 16),
        ("rules{x y; z' < x}: 1 2", "z' is not a number of the position", 11),
        ("rules{x y; x' << x}: 1 2", "not '<'", 15),
        ("rules{x y; x' < 10000000}: 1 2", "a constant in a rule is at most", 16),
        ("rules{x y; x' in 3}: 1 2", "expected a set", 17),
        ("rules{x y; y < x}: 1 2", "changes nothing", 11),
        ("rules{x y; x' < x // y}: 1 2", "divide by a constant", 21),
        ("rules{x; x' < x}: 1 2", "expected 1 number", 18),
        ("rules{x y; x' < x; positions x < y}: 3 2", "not a position: expected", 37),
    ),
)
def test_a_fault_is_named_with_its_place(text: str, words: str, place: int) -> None:
    with pytest.raises(nt.BadText, match=re.escape(words)) as fault:
        nt.parse(text)
    assert fault.value.place == place


def test_faults_beyond_a_text() -> None:
    for numbers, moves in (
        ("x y", []),
        ("", ["x' < x"]),
        ("x x", ["x' < x"]),
        ("min", ["min' < 1"]),
        ("a b c d e f g", ["a' < a"]),
    ):
        with pytest.raises(nt.UsageError):
            nt.Rules(numbers, moves)
    with pytest.raises(nt.UsageError, match="not both"):
        nt.Rules("x", ["x' < x"], misere=True, won="x = 0")
    with pytest.raises(nt.BadText, match="brackets"):
        nt.Rules("x", ["(" * 900 + "x'" + ")" * 900 + " < x"])
    with pytest.raises(nt.BadText, match="characters"):
        nt.Rules("x", ["x' < x" + ", x' < x" * 10_000])
    with pytest.raises(nt.BadText, match="too many cases"):
        nt.Rules("x", [f"x' < x, x' = {' + '.join(['abs(x - 3)'] * 12)}"])


def test_a_position_that_is_won_at_the_end() -> None:
    game = nt.Rules("x", ["x' = x - k, k in {1, 2}"], won="x = 0")
    assert "".join(nt.outcome(game(n)) for n in range(7)) == "NPNNPNN"
    assert list(game.options((0,))) == [OVER]
    assert nt.parse(str(game(4))) == game(4)


def test_rules_as_a_class() -> None:
    class Halve(nt.Rules):
        """Take at most half."""

        numbers = "n"
        moves = ("n' < n <= 2n'",)
        start = (13,)

    assert str(Halve()()) == "halve: 13"
    assert nt.outcome(Halve()(7)) == "P"


def test_text_and_rules_are_inverse() -> None:
    for seed in range(40):
        game = random_rules(Random(seed))
        assert nt.parse(str(game())) == game()
