"""Families: their members by the definition, their facts by single games."""

from __future__ import annotations

from itertools import combinations, islice
from math import gcd
from typing import Any

import numpy as np
import pytest
from every_row import every_row

from nimatron import AllBut, Octal, Subtraction, UsageError, period, sequence
from nimatron.survey import Codes, Family, Sample, Sets
from nimatron.survey.family import draw


def members(family: Family) -> list[Any]:
    found = family.members(np.arange(len(family)))
    return [tuple(row) for row in (found.tolist() if isinstance(found, np.ndarray) else found)]


@every_row("size", range(1, 6))
@every_row("least", [1, 4, 10])
def test_sets_are_those_of_the_definition(size: int, least: int) -> None:
    for bits in range(16):
        one, coprime, symmetric, additive = (bool(bits >> i & 1) for i in range(4))
        expected = {
            s
            for s in combinations(range(1, 11), size)
            if s[-1] >= least
            and (not one or s[0] == 1)
            and (not coprime or gcd(*s) == 1)
            and (not symmetric or all(s[-1] - a in s for a in s[:-1]))
            and (not additive or any(a + b == s[-1] for a, b in combinations(s, 2)))
        }
        found = members(Sets("subtraction", size, 10, least, one, coprime, symmetric, additive))
        assert len(found) == len(expected)
        assert set(found) == expected
        assert [s[-1] for s in found] == sorted(s[-1] for s in found)


@pytest.mark.slow
def test_places_may_be_any() -> None:
    for family in (
        Sets("subtraction", 3, 60),
        Sets("allbut", 4, 40, coprime=True),
        Sets("subtraction", 5, 40, symmetric=True),
    ):
        every, places = members(family), np.array(draw(len(family), 50, 1))
        assert [tuple(row) for row in family.members(places).tolist()] == [every[i] for i in places]


@pytest.mark.slow
@every_row("kind", ["subtraction", "allbut"])
@every_row("limit", [1 << 14, 1 << 22])  # many at once, and each by itself
def test_facts_are_those_of_single_games(kind: str, limit: int) -> None:
    family = Sample(Sets(kind, 4, 30), 40, seed=3)
    sets = family.members(np.arange(40))
    game: Any = Subtraction if kind == "subtraction" else AllBut
    for row, facts in zip(sets.tolist(), family.solve(sets, limit).tolist(), strict=True):
        found = period(game(row))
        assert (found.preperiod, found.period, found.saltus) == tuple(facts[:3])
        if kind == "subtraction":
            assert facts[3] == sequence(game(row), found.preperiod + found.period).max()
        else:
            assert facts[3] == -1
        assert 0 < facts[4] <= limit


def test_the_largest_value_of_many_amounts() -> None:
    """Rows of bytes, of words, of values; few terms and many."""
    for amounts in (range(1, 8), range(1, 17), range(1, 64), range(1, 65), range(1, 101)):
        family = Sets("subtraction", len(amounts), len(amounts))
        assert family.solve(np.array([[*amounts]]), 10**5)[0, :4].tolist() == [0, len(amounts) + 1, 0, len(amounts)]
    long = Sets("subtraction", 5, 40).solve(np.array([[9, 14, 26, 31, 40]]), 10**6)
    assert long[0, :4].tolist() == [239, 26538, 0, sequence(Subtraction({9, 14, 26, 31, 40}), 27000).max()]


def test_what_is_computed_depends_on_no_other_set() -> None:
    family = Sets("subtraction", 5, 120)
    sets = family.members(np.array([0, 5000, 4 * 10**7, 19 * 10**7]))
    alone = [family.solve(sets[i : i + 1], 10**6)[0].tolist() for i in range(4)]
    assert family.solve(sets, 10**6).tolist() == alone


@pytest.mark.slow
def test_codes() -> None:
    family = Codes(2)
    rows = members(family)
    facts = family.solve(family.members(np.arange(64)), 1 << 11)
    long = family.solve(family.members(np.arange(64)), 1 << 12)
    for code, row, again in zip(family.columns(np.array(rows))["code"], facts.tolist(), long.tolist(), strict=True):
        if row[1]:
            found = period(Octal(code))
            assert (found.preperiod, found.period) == tuple(row[:2]) == tuple(again[:2])
            assert row[3] == again[3] == sequence(Octal(code), sum(row[:2])).max()
    assert 40 < (facts[:, 1] > 0).sum() < 64
    assert Codes(1, first=4).columns(Codes(1, first=4).members(np.arange(3)))["code"] == ["4", "4.1", "4.2"]


def test_samples_never_change() -> None:
    assert draw(10, 10, 5) == list(range(10))
    assert draw(1000, 3, 7) == draw(1000, 3, 7) != draw(1000, 3, 8)
    assert len(set(draw(100, 73, 1))) == 73
    counts = np.bincount(np.array([n for seed in range(200) for n in draw(20, 7, seed)]))
    assert counts.min() > 40
    assert counts.max() < 100


@every_row(
    ("make", "words"),
    [
        (lambda: Sets("subtraction", 5, 4), "maximum of 5 or more, not 4"),
        (lambda: Sets("subtraction", 0, 4), "1 amount or more, not 0"),
        (lambda: Sets("nim", 2, 4), "not of nim"),
        (lambda: Sets("allbut", 2, 4, least=5), "1 to 4, not 5"),
        (lambda: Codes(0), "1 to 12 digits, not 0"),
        (lambda: Codes(1, 3), "0 or 4, not 3"),
        (lambda: Sample(Sets("subtraction", 2, 4), 7), "1 to 6 members"),
        (lambda: Sets("subtraction", 60, 200), "too many sets"),
    ],
)
def test_families_that_are_none(make: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        make()


def test_a_family_says_itself_in_a_line() -> None:
    family = Sets("allbut", 5, 120, least=100, one=True, coprime=True, symmetric=True, additive=True)
    assert family.text == "allbut --size 5 --from 100 --max 120 --with-1 --gcd-1 --symmetric --additive"
    assert Codes(3, 4).text == "octal --digits 3 --first 4"
    assert [*islice(members(Sets("subtraction", 1, 3)), 3)] == [(1,), (2,), (3,)]
