"""Positions as people write them, all printed in the one canonical form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.games.catalog import CATALOG


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("nim 3 4 5", "nim: 3 4 5"),
        ("Nim: 3,4,5", "nim: 3 4 5"),
        ("NIM 3, 4; 5", "nim: 3 4 5"),
        ("nim: 10^18 5", f"nim: {10**18} 5"),
        ("nim: 2^3 w^2 0^0", "nim: 8 w^2 1"),
        ("nim: 10^1999", f"nim: {10**1999}"),
        ("kayles: 10^6", "kayles: 1000000"),
        ("circular-kayles: (10^3)", "circular-kayles: (1000)"),
        ("wythoff 10^3 1^999999999", "wythoff: 1000 1"),
        ("wythoff's game: 3 5", "wythoff: 3 5"),
        ("Wythoff’s Game 3,5", "wythoff: 3 5"),
        ("lasker's nim: 2 5 7", "lasker: 2 5 7"),
        ("Dawson's Kayles 5", "dawson-kayles: 5"),
        ("turning turtles: 2,4", "turtles: 2 4"),
        ("{2, 3, 7, 8}: 10", "subtraction{2,3,7,8}: 10"),
        ("{2,3,7,8} 10", "subtraction{2,3,7,8}: 10"),
        ("subtraction{1, 2} 5", "subtraction{1,2}: 5"),
        ("0.77: 1 11", "octal{0.77}: 1 11"),
        (".77 5", "octal{0.77}: 5"),
        ("chomp 3x3 + kayles 4", "chomp: 3 3 3 + kayles: 4"),
        ("turtles: RLRLRL", "turtles: 2 4 6"),
        ("turtles: TH TH TH", "turtles: 2 4 6"),
        ("twins: hth", "twins: 0 2"),
        ("mock turtles: OROR", "mock-turtles: 0 2"),
        ("corners: RRRRR/RRRLR/RRRRR/RRLRR/RRRRL", "corners: 3,1 2,3 4,4"),
        ("rugs: TT/TH", "rugs: 2,2"),
        ("{{},{{}}}", "graph{b>a c>a c>b}: c"),
        ("{}", "graph{a}: a"),
        ("nim 2 + {{}}", "nim: 2 + graph{b>a}: b"),
    ],
)
def test_what_people_write(typed: str, canonical: str) -> None:
    assert str(nt.parse(typed)) == canonical
    assert nt.parse(canonical) == nt.parse(typed)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("{2, 3, 7, 8}", "subtraction{2, 3, 7, 8}: 13"),
        ("chomp", "chomp: 4x3"),
        ("{{}", "has no partner"),
        ("{}}", "has no partner"),
        ("{2, 3", "has no partner"),
        ("subtraction{1,2 5", "has no partner"),
        ("{{}} {}", "a single set"),
        ("ruler: RL/LR", "one row of coins"),
        ("turtles: RLX", "the number of a coin"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_nearest_that_can(typed: str, hint: str) -> None:
    with pytest.raises(nt.NimatronError) as caught:
        nt.parse(typed)
    assert hint in str(caught.value)


Sets = st.recursive(st.just(frozenset()), lambda options: st.frozensets(options, max_size=4), max_leaves=12)


@given(Sets)
def test_a_game_as_a_set_of_its_options(options: frozenset[object]) -> None:
    def written(game: object) -> str:
        assert isinstance(game, frozenset)
        return "{" + ",".join(map(written, game)) + "}"

    def value(game: object) -> int:
        assert isinstance(game, frozenset)
        return nt.mex(map(value, game))

    assert nt.grundy(written(options)) == value(options)


class A(nt.Game[int]):
    def options(self, state: int) -> list[int]:
        return list(range(state))


def test_a_letter_may_be_the_name_of_a_game() -> None:
    assert nt.grundy(nt.parse("a: 3", CATALOG.with_games(A()))) == 3
