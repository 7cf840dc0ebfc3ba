"""Positions as people write them, all printed in the one canonical form."""

from __future__ import annotations

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.families.catalog import CATALOG
from nimatron.notation.reader import game_of, is_game


@every_row(
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
        ("{{},{{}}}", "{{},{{}}}"),
        ("{}", "{}"),
        ("{∅, {∅}}", "{{},{{}}}"),
        ("{{{}}, {} {}}", "{{},{{}}}"),
        ("nim 2 + {{}}", "nim: 2 + {{}}"),
        # as the documents print it
        ("⟨3,4,5⟩", "nim: 3 4 5"),
        ("<3, 4, 5>", "nim: 3 4 5"),
        ("(16,27,32)", "nim: 16 27 32"),
        ("lasker (2,5,7)", "lasker: 2 5 7"),
        ("| ||| ||", "nim: 1 3 2"),
        ("nim: | || ||", "nim: 1 2 2"),
        ("kayles: ||| ||", "kayles: 3 2"),
        ("nim: 0b011 0b100 0b101", "nim: 3 4 5"),
        ("cram 3×2", "cram: .../..."),
        ("chomp: 2 × 3", "chomp: 2 2 2"),
        ("Nim_2: 3 4 5", "moore{2}: 3 4 5"),
        ("Nim_{2} 3 4 5", "moore{2}: 3 4 5"),
        ("Nim₃ 3 4 5", "moore{3}: 3 4 5"),
        ("nim 2 3", "nim: 2 3"),
        ("SUBTRACTION({1,2,3}) 13", "subtraction{1,2,3}: 13"),
        ("SUBTRACTION(ℕ) 5", "subtraction{1-}: 5"),
        ("G(3): 9 + G(5): 10", "subtraction{1,2,3}: 9 + subtraction{1-5}: 10"),
        ("pravítko × dvojčata: 4,2", "tartan{ruler,twins}: 4,2"),
        ("Nim(3, 4, 5)", "nim: 3 4 5"),
        ("kayles⟨1,11⟩", "kayles: 1 11"),
        ("ALLBUT({2,4}): 12", "allbut{2,4}: 12"),
        ("allbut[2,4] 12", "allbut{2,4}: 12"),
        ("{1,2,...,6} 10", "subtraction{1-6}: 10"),
        ("{1,3,…,9}: 10", "subtraction{1,3,5,7,9}: 10"),
        ("{1,2,...}: 10", "subtraction{1-}: 10"),
        ("subtraction(∅) 3", "subtraction{}: 3"),
        ("wythoff h8", "wythoff: 7 7"),
        ("rook: A3", "rook: 0 2"),
        ("wythoff (4,7)", "wythoff: 4 7"),
        ("corners: (3,1), (2,3), (4,4)", "corners: 3,1 2,3 4,4"),
        ("Zabieranie({1,2,3}) 13", "subtraction{1,2,3}: 13"),
        ("dvojčata 1 3", "twins: 1 3"),
        ("dvojcata: 1 3", "twins: 1 3"),
        ("koberec 4,2", "rugs: 4,2"),
        ("sarokba a bástyát! 3 4", "rook: 3 4"),
        ("Gra Wythoffa 3 5 + Falešné želvy 1", "wythoff: 3 5 + mock-turtles: 1"),
    ],
)
def test_what_people_write(typed: str, canonical: str) -> None:
    assert str(nt.parse(typed)) == canonical
    assert nt.parse(canonical) == nt.parse(typed)


@every_row(
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
        ("3 4 5", "nim: 3 4 5"),
        ("nom 3 4 5", "Did you mean nim"),
        ("dvojcat 1 3", "Did you mean Dvojčata or Trojčata?"),
        ("nim: (3 4", "has no partner"),
        ("{1,3,...,8} 5", "from 3 do not reach 8"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_nearest_that_can(typed: str, hint: str) -> None:
    with pytest.raises(nt.NimatronError) as caught:
        nt.parse(typed)
    assert hint in str(caught.value)


@every_row(
    ("typed", "canonical"),
    [
        ("kayles", "kayles"),
        ("{1, 2, ..., 6}", "subtraction{1-6}"),
        ("SUBTRACTION({2,3,7,8})", "subtraction{2,3,7,8}"),
        ("allbut[2,4]", "allbut{2,4}"),
        ("Nim_2", "moore{2}"),
        ("zabieranie{1-3}", "subtraction{1,2,3}"),
        (".77", "octal{0.77}"),
        ("4.[3]", "octal{4.[3]}"),
        ("Otáčení rohů", "corners"),
    ],
)
def test_rules_as_people_write_them(typed: str, canonical: str) -> None:
    assert str(game_of(typed)) == canonical
    assert game_of(canonical) == game_of(typed)
    assert is_game(typed)
    assert not is_game(f"{typed} 3")


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


def test_a_game_is_the_set_of_its_options() -> None:
    position = nt.parse("nim: 2 1")
    assert list(position) == list(position.options())
    assert all(nt.is_losing(option) == (nt.grundy(option) == 0) for option in position)
    assert nt.winning_move(position) == nt.Nim(1, 1)
    assert nt.winning_move("nim: 1 1") is None


@every_row("wrong", [[-1], ["a"], [1.5], [None]])
def test_mex_is_of_natural_numbers(wrong: list[object]) -> None:
    with pytest.raises((nt.UsageError, TypeError), match="non-negative integer"):
        nt.mex(wrong)  # type: ignore[arg-type]
