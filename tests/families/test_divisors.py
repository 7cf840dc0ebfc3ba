"""Schuh's game of divisors and Chomp in three dimensions, beside the definition."""

from __future__ import annotations

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt


@every_row(("n",), [(n,) for n in (2, 8, 12, 18, 30, 36, 60, 72, 210)])
def test_divisors(n: int) -> None:
    game = nt.Divisors(n)
    plain = Reference(game)
    parts = {part for state in _below(game) for _, part in game.components(state)}
    check_records(game, sorted(parts)[:150], plain)
    everything = game()
    assert nt.grundy(everything) == plain.value(everything.state)
    assert {move.state for move in nt.winning_moves(everything)} == set(plain.winning(everything.state))


def _below(game: nt.Game) -> set[int]:
    seen, todo = {game.start}, [game.start]
    for state in todo:
        new = [option for option in game.options(state) if option not in seen]
        seen.update(new)
        todo += dict.fromkeys(new)
        if len(seen) > 1500:
            break
    return seen


def test_what_may_be_named() -> None:
    """By the words of the rule: a divisor that is no multiple of a named one."""
    game = nt.Divisors(60)
    for named in (2, 6, 15, 60):
        after = next(o for o in game.options(game.start) if str(named) in game.names(game.start & ~o)
                     and game.describe(game.start, o).params["element"] == str(named))  # fmt: skip
        assert {int(d) for d in game.names(after)} == {d for d in range(2, 61) if 60 % d == 0 and d % named}


def test_two_primes_are_chomp() -> None:
    assert nt.grundy(nt.Divisors(2**6 * 3**4)()) == nt.grundy(nt.Chomp(7, 7, 7, 7, 7))
    assert nt.grundy(nt.Divisors(2**10)()) == 10


@every_row(("sides",), [((2, 2, 2),), ((3, 2, 2),), ((1, 4, 3),)])
def test_chomp_in_three_dimensions(sides: tuple[int, int, int]) -> None:
    game = nt.Chomp3D(*sides)
    plain = Reference(game)
    everything = game()
    assert nt.grundy(everything) == plain.value(everything.state)
    assert {move.state for move in nt.winning_moves(everything)} == set(plain.winning(everything.state))
    parts = {part for state in _below(game) for _, part in game.components(state)}
    check_records(game, sorted(parts)[:100], plain)


@every_row(("text", "says"), [
    ("divisors{1}:", "from 2 to"), ("divisors{x}:", "a number, such as"), ("divisors{963761198400}:", "more than 1000"),
    ("box-chomp{3x3}:", "three sides"), ("box-chomp{3x3x10}:", "from 1 to 9"), ("divisors{12}: 5", "is not a vertex"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)
