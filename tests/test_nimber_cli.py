"""The calculator for nimbers: texts, steps, tables, faults and limits."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import reduce
from operator import xor
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.errors import BadText, NimatronError, OutOfReach
from nimatron.nimbers.expression import (
    DEEPEST,
    FUNCTIONS,
    LONGEST,
    MOST_STEPS,
    ProductStep,
    derivation,
    evaluate,
    explain_product,
    is_fermat,
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["nimber", *arguments], env={"LANGUAGE": "en"})


def lines(*arguments: str) -> list[str]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return [line.strip() for line in result.stdout.splitlines()]


# -- steps by Fermat powers ----------------------------------------------------------------------

# The two worked examples of the document "Combinatorial games" (002_90e6a6d7227b816a.txt). It prints 126 for 8 ⊗ 16,
# which is 128, as its own result needs.


def test_steps_of_24_times_17() -> None:
    assert lines("--steps", "24*17") == [
        "24 ⊗ 17 = (16 ⊕ 8) ⊗ (16 ⊕ 1) = 16⊗16 ⊕ 16⊗1 ⊕ 8⊗16 ⊕ 8⊗1 = 24 ⊕ 16 ⊕ 128 ⊕ 8 = 128",
        "16 ⊗ 16 = 24: a Fermat power squared is 3/2 of itself",
        "8 ⊗ 16 = 128: a Fermat power times a smaller number is the ordinary product",
    ]


def test_steps_of_8_times_8() -> None:
    assert lines("--steps", "8*8") == [
        "8 ⊗ 8 = (2⊗4) ⊗ (2⊗4) = 3 ⊗ 6 = 13",
        "3 ⊗ 6 = (2 ⊕ 1) ⊗ (4 ⊕ 2) = 2⊗4 ⊕ 2⊗2 ⊕ 1⊗4 ⊕ 1⊗2 = 8 ⊕ 3 ⊕ 4 ⊕ 2 = 13",
        "2 ⊗ 4 = 8: a Fermat power times a smaller number is the ordinary product",
        "2 ⊗ 2 = 3: a Fermat power squared is 3/2 of itself",
    ]


def test_steps_of_the_quotients_of_the_document() -> None:
    assert lines("--steps", "1/2")[:2] == ["1 / 2 = 3", "2 ⊗ 3 = 2 ⊗ (2 ⊕ 1) = 2⊗2 ⊕ 2⊗1 = 3 ⊕ 2 = 1"]
    assert lines("--steps", "6/5")[0] == "6 / 5 = 9"


def holds(step: ProductStep) -> bool:
    """Does a step follow from its rule and from the products that it goes back to?"""
    a, b, result = step.a, step.b, step.result
    if step.rule == "one":
        return min(a, b) < 2 and result == a * b
    if step.rule == "larger":
        return is_fermat(max(a, b)) and min(a, b) < max(a, b) and result == a * b
    if step.rule == "square":
        return is_fermat(a) and a == b and result == a * 3 // 2
    if step.rule == "sum":
        parts = sum(step.left) == a and sum(step.right) == b
        pairs = [(x, y) for x in step.left for y in step.right]
        return (
            parts and [p[:2] for p in step.products] == pairs and result == reduce(xor, [p[2] for p in step.products])
        )
    fermats = all(map(is_fermat, step.left + step.right))
    shared = set(step.left) & set(step.right)
    if step.rule == "different":
        return fermats and not shared and result == a * b
    squares = {f * 3 // 2 for f in shared} | set(step.left) ^ set(step.right)
    value = step.factors[0]
    for (x, y, z), factor in zip(step.products, step.factors[1:], strict=True):
        if (x, y) != (value, factor):
            return False
        value = z
    return fermats and set(step.factors) == squares and value == result


@given(st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_every_step_follows_from_the_rules(a: int, b: int) -> None:
    shown = {(step.a, step.b): step for step in derivation((a, b))}
    for step in shown.values():
        assert holds(step)
        for x, y, z in step.products:
            found = shown.get((x, y)) or shown.get((y, x)) or explain_product(x, y)
            assert found.result == z
            assert (x, y) in shown or (y, x) in shown or found.rule == "one"
    assert explain_product(a, b).result == nt.nim_mul(a, b)


def test_small_products_all_have_steps() -> None:
    for a in range(40):
        for b in range(40):
            assert all(map(holds, derivation((a, b))))


def test_long_derivations_are_cut() -> None:
    answer = evaluate("65535*64111", steps=True)
    assert len(answer.operations[0].derivation) <= MOST_STEPS
    assert evaluate("65536*3", steps=True).operations[0].derivation == ()
    assert evaluate("24*17").operations[0].derivation == ()


# -- texts ---------------------------------------------------------------------------------------


@every_row(
    ("text", "kind", "values"),
    [
        ("7", "nimber", (7,)),
        ("24*17 + 8/5", "nimber", (134,)),
        ("24⊗17 ⊕ 8 / 5", "nimber", (134,)),
        ("2+2*2", "nimber", (1,)),
        ("(2+2)*2", "nimber", (0,)),
        ("5-3-1", "nimber", (7,)),
        ("8/4/2", "nimber", (1,)),
        ("2^2", "nimber", (3,)),
        ("2^-1", "nimber", (3,)),
        ("2^(-1)*2", "nimber", (1,)),
        ("2*3^2", "nimber", (3,)),
        ("4^log(5)", "nimber", (5,)),
        ("7^order(7)", "nimber", (1,)),
        ("0^0", "nimber", (1,)),
        ("sqrt(123456789)", "nimber", (98433322,)),
        ("square(98433322)", "nimber", (123456789,)),
        ("inv(2) + mex(0, 1, 3)", "nimber", (1,)),
        ("mex()", "nimber", (0,)),
        ("log(5)", "integer", (4,)),
        ("log(13, 8)", "integer", (2,)),
        ("order(24)", "integer", (85,)),
        ("degree(24)", "integer", (8,)),
        ("solve(2)", "roots", (4, 5)),
        ("quadratic(1, 1, 2)", "roots", (4, 5)),
        ("quadratic(0, 0, 2)", "roots", ()),
        ("[5] + 3", "nimber", (6,)),
        ("[w^2+1] + [w+3]", "nimber", (nt.Ordinal("w^2+w+2"),)),
        ("[w+1] + [w]", "nimber", (1,)),
        (f"{2**511} * 1", "nimber", (2**511,)),
        ("1" + "+1" * 400, "nimber", (1,)),
    ],
)
def test_what_texts_are_worth(text: str, kind: str, values: tuple[Any, ...]) -> None:
    answer = evaluate(text)
    assert (answer.kind, answer.values) == (kind, values)


@given(st.recursive(st.integers(0, 2**20), lambda inner: st.tuples(inner, st.sampled_from("+*/"), inner)))
def test_texts_agree_with_nimbers(tree: Any) -> None:
    def text(tree: Any) -> str:
        return str(tree) if isinstance(tree, int) else f"({text(tree[0])} {tree[1]} {text(tree[2])})"

    def value(tree: Any) -> nt.Nimber:
        if isinstance(tree, int):
            return nt.Nimber(tree)
        a, b = value(tree[0]), value(tree[2])
        return a + b if tree[1] == "+" else a * b if tree[1] == "*" else a / b

    try:
        expected = value(tree)
    except ZeroDivisionError:
        with pytest.raises(BadText, match="by 0"):
            evaluate(text(tree), longest=10**6)
    else:
        assert evaluate(text(tree), longest=10**6).values == (expected,)


@every_row(
    ("text", "place", "message"),
    [
        ("", 0, "expected a number, a function or a bracket"),
        ("3 +", 3, "expected a number"),
        ("3 4", 2, "expected an operator such as"),
        ("(3", 2, "closing bracket"),
        ("3)", 1, "an operator such as"),
        ("-3", 0, "expected a number"),
        ("1/0", 1, "nim-division of 1 by 0"),
        ("5 * inv(2+2)", 4, "0 has no nim-inverse"),
        ("0^-1", 1, "no nim-inverse"),
        ("2^3^2", 3, "brackets"),
        ("2^x", 2, "expected a function"),
        ("2^", 2, "an exponent"),
        ("2^--1", 3, "an exponent"),
        ("2^sqrt(4)", 2, "an integer as exponent"),
        ("2^" + "9" * 201, 2, "at most 200 digits"),
        ("foo(3)", 0, "expected a function .*got foo"),
        ("sqrt 3", 5, "expected \\( after sqrt"),
        ("sqrt(1, 2)", 0, "sqrt takes 1 argument, got 2"),
        ("log()", 0, "log takes 1 to 2 arguments, got 0"),
        ("log(0)", 0, "0 has no nim-logarithm"),
        ("1 + log(4, 2)", 4, "it is not a power of it"),
        ("3 + log(5)", 4, "ordinary integer"),
        ("solve(2) * 3", 0, "roots"),
        ("quadratic(0,0,0)", 0, "every nimber is a root"),
        ("w+1", 0, "square brackets"),
        ("2 + [w+w]", 7, "Cantor normal form"),
        ("[w", 2, "expected \\]"),
        ("order([w])", 6, "a finite nimber"),
        (str(2**512), 0, "below 2\\^512"),
        (f"[w*{2**512}]", 1, "below 2\\^512"),
        ("1" * 600, 0, "at most 512 digits"),
        ("(" * 60, DEEPEST + 1, "at most 50 brackets"),
        ("1+" * 1000, LONGEST, "at most 1000 characters, got 2000"),
        ("2;import os", 1, "an operator such as"),
    ],
)
def test_faults_name_the_place(text: str, place: int, message: str) -> None:
    with pytest.raises(BadText, match=message) as caught:
        evaluate(text)
    assert (caught.value.text, caught.value.place) == (text, place)


def test_random_texts_are_answered_or_refused() -> None:
    draw = random.Random(2)
    pieces = [*"0123456789+-*/^()[], ⊕⊗é²\n", *FUNCTIONS, "log(", "^-3", "(2+", "\ud800"]
    for _ in range(3000):
        with suppress(NimatronError):
            evaluate("".join(draw.choices(pieces, k=draw.randrange(1, 12))), steps=True)


def test_the_costliest_texts_end() -> None:
    wide = (1 << 511) + 12345678901234567890
    exponent = 10**199
    text = f"(({wide})^{exponent})^{exponent} / {wide + 2}"
    assert evaluate(text).values[0] < 2**512
    assert evaluate(f"{wide}^order({wide + 1})").kind == "nimber"
    with pytest.raises(OutOfReach, match="prime factor"):
        evaluate(f"log({wide})")


# -- the command ---------------------------------------------------------------------------------


def test_answers() -> None:
    assert lines("24*17 + 8/5") == ["134"]
    assert lines("24*17", "+", "8/5") == ["134"]
    assert lines("solve(2)") == ["4, 5"]
    assert lines("quadratic(0, 0, 2)") == ["no root"]
    assert lines("[w^2+1] + [w+3]") == ["ω² + ω + 2"]
    assert lines("--steps", "7") == ["7"]
    assert lines("--steps", "2^3 + sqrt(2)") == [
        "2 ^ 3 = 1",
        "sqrt(2) = 3",
        "3 ⊗ 3 = (2 ⊕ 1) ⊗ (2 ⊕ 1) = 2⊗2 ⊕ 2⊗1 ⊕ 1⊗2 ⊕ 1⊗1 = 3 ⊕ 2 ⊕ 2 ⊕ 1 = 2",
        "2 ⊗ 2 = 3: a Fermat power squared is 3/2 of itself",
        "1 ⊕ 3 = 2",
        "^ is the nim-power; the nim-sum is 2 + 3, or 2 xor 3",
    ]
    # signs that others use for something else
    assert lines("6 ⊖ 5") == ["9", "⊖ is nim-division: 6 / 5"]
    assert lines("6 ⊘ 5") == ["9", "⊘ is nim-division: 6 / 5"]
    assert lines("13 xor 42 XOR 30 xor 43") == ["18"]
    assert lines("mex{0,1,3,4} + mex({1,2,5}) + mex(∅) + mex{} + 0b11") == ["1"]


def test_json() -> None:
    found = json.loads(run("--json", "--steps", "8*8 + 18446744073709551616").stdout)
    assert (found["schema"], found["kind"]) == ("nimatron.nimber/1", "nimber")
    assert found["values"] == ["18446744073709551629"]
    product, total = found["operations"]
    assert (product["name"], product["arguments"], product["results"]) == ("*", [8, 8], [13])
    assert product["derivation"][0]["factors"] == [3, 6]
    assert total["derivation"] == []


def test_tables() -> None:
    rows = lines("--table", "16")
    assert rows[0].split() == ["⊗", "|", *map(str, range(16))]
    assert [row.split()[2:] for row in rows[2:]] == [[str(nt.nim_mul(a, b)) for b in range(16)] for a in range(16)]
    assert lines("--table", "4", "--op", "sum")[-1].split() == ["3", "|", "3", "2", "1", "0"]
    found = json.loads(run("--table", "3", "--json").stdout)
    assert found == {
        "schema": "nimatron.nimber-table/1",
        "operation": "product",
        "cells": [[0, 0, 0], [0, 1, 2], [0, 2, 3]],
    }


@every_row(
    ("arguments", "code", "message"),
    [
        (["1/0"], 4, "  1/0\n   ^"),
        ([], 2, "expected an expression"),
        (["2*2", "--table", "4"], 2, "expected an expression"),
        (["--table", "4", "--op", "power"], 2, "product or sum"),
        (["--table", "257"], 2, "257"),
        ([f"log({3**80})"], 5, "prime factor 67280421310721"),
    ],
)
def test_exit_codes(arguments: list[str], code: int, message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert message in result.output


def test_help_has_an_example() -> None:
    assert 'nimatron nimber "24*17 + 8/5"' in run("--help").stdout
