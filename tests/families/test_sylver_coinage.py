"""Sylver Coinage: sums, the theorems beside the definition, and first moves without an end in sight."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import gcd
from typing import Any

import pytest
from every_row import every_row
from records import check_records
from reference import Reference, mex

import nimatron as nt
from nimatron.core.game import Spoken
from nimatron.families.catalog import CATALOG
from nimatron.families.sylver_coinage.rules import generators, is_sum, legal_numbers
from nimatron.families.sylver_coinage.theorems import LOST_PAIRS, answer, quiet_end
from nimatron.play.levels import LADDER
from nimatron.show.pictures import changes
from nimatron.show.starts import level_start


class Plain(Reference):
    """The definition on the sets of numbers left: there are far fewer of them than of numbers named."""

    def __init__(self) -> None:
        super().__init__(nt.SylverCoinage)
        self.of_left = cache(self._of_left)

    def _value(self, state: Any) -> int:
        return self.of_left(frozenset({*range(1, 150)} - _plain_sums(state, 149)))

    def _of_left(self, left: frozenset[int]) -> int:
        return mex(self.of_left(self._after(left, n)) for n in left if n > 1)

    def _after(self, left: frozenset[int], n: int) -> frozenset[int]:
        return frozenset(m for m in left if all(m - k in left for k in range(0, m + 1, n)))


PLAIN = Plain()


def _plain_sums(state: tuple[int, ...], most: int) -> set[int]:
    found = {0}
    for n in range(1, most + 1):
        if any(n - k in found for k in state):
            found.add(n)
    return found


@every_row(
    ("state",), [((4, 5),), ((2, 9),), ((6, 9, 20),), ((5, 8, 11, 12),), ((7,),), ((4, 6),), ((10, 15, 18),), ((),)]
)
def test_sums_are_what_the_words_say(state: tuple[int, ...]) -> None:
    found = _plain_sums(state, 80)
    assert {n for n in range(81) if is_sum(state, n)} == found
    left = [n for n in range(2, 61) if n not in found]
    named = legal_numbers(state)
    assert [next(named) for _ in left] == left
    if gcd(*state) == 1:
        assert list(legal_numbers(state)) == [n for n in range(2, 81) if n not in found]
    assert generators(state) == tuple(n for n in state if n not in _plain_sums(tuple({*state} - {n}), n))


def test_theorems_are_what_the_definition_says() -> None:
    finite = [state for k in (2, 3, 4) for state in combinations(range(2, 10), k) if gcd(*state) == 1]
    check_records(nt.SylverCoinage, finite, PLAIN)
    for state in [(4, 6, 11), (8, 12, 13), (6, 9, 14)]:
        check_records(nt.SylverCoinage, [state], PLAIN)


def test_a_quiet_end_is_taken_away_by_all_others() -> None:
    for state in combinations(range(2, 13), 3):
        if gcd(*state) == 1:
            left = list(legal_numbers(state))
            quiet = left and all(is_sum(tuple(sorted((*state, n))), left[-1]) for n in left)
            assert quiet_end(state) == (left[-1] if quiet else None)


@every_row(("pair", "most"), [((4, 6), 30), ((6, 9), 23), ((8, 12), 15)])
def test_every_answer_to_a_lost_pair_wins(pair: tuple[int, int], most: int) -> None:
    """As far as numbers go that leave finitely many others; the rest is in the books."""
    assert nt.outcome(nt.SylverCoinage(*pair)) == "P"
    for n in range(3, most):
        if not is_sum(pair, n) and gcd(*pair, n) == 1:
            assert PLAIN.value(tuple(sorted((*pair, n)))), n


def test_first_moves() -> None:
    """Primes from 5 on win; numbers with such a divisor and the small ones lose; of 16 nothing is known."""
    for n in range(2, 60):
        prime = n > 3 and all(n % k for k in range(2, n))
        other = n in (2, 3, 4, 6, 8, 9, 12) or any(n % p == 0 for p in range(5, n) if all(p % k for k in range(2, p)))
        expected = "P" if prime else "N" if other else None
        said = nt.outcome(nt.SylverCoinage(n)) if expected else answer((n,))
        assert said == expected
    assert nt.outcome("sylver-coinage:") == "N"
    with pytest.raises(nt.Limit):
        nt.outcome("sylver-coinage: 16")
    assert all(answer(pair) is None for pair in LOST_PAIRS)


def test_true_without_a_known_move() -> None:
    large = nt.SylverCoinage(10**9 + 7, 10**9 + 8)
    assert nt.outcome(large) == "N"
    assert "does not show how" in str(nt.explain(large, limit=1000))
    assert nt.outcome(nt.SylverCoinage(10**9 + 7)) == "P"
    assert [str(move) for move in nt.winning_moves("sylver-coinage: 5 8")] == ["sylver-coinage: 5 7 8"]


def test_far_numbers_can_be_named() -> None:
    said = [Spoken("999999999")]
    assert nt.SylverCoinage.move((4, 6), said) == (4, 6, 999999999)
    assert nt.SylverCoinage.move((3,), said) is None
    assert nt.SylverCoinage.move((), [Spoken("1")]) is None


def test_two_is_an_infinite_heap() -> None:
    assert nt.grundy("sylver-coinage: 2") == nt.Ordinal("w")
    assert nt.grundy("sylver-coinage: 2 9") == PLAIN.value((2, 9)) == 3
    assert [str(move) for move in nt.winning_moves("sylver-coinage: 2 + nim: 5")] == ["sylver-coinage: 2 13 + nim: 5"]
    assert nt.outcome("sylver-coinage: 3 1000000") == "N"
    with pytest.raises(nt.NimatronError, match="as long as you like"):
        nt.birthday("sylver-coinage: 2")


def test_each_number_is_clicked_alone() -> None:
    """What a number takes away is less than what any other takes away together with it."""
    position = nt.SylverCoinage(5, 8)
    taken = {option: changes(position, option.state) for option in position}
    for option, ids in taken.items():
        assert {id[2:] for id in ids} == {str(n) for n in legal_numbers((5, 8)) if is_sum(option.state, n)}
        (number,) = {*option.state} - {5, 8}
        others = [more for other, more in taken.items() if other != option and f"0:{number}" in more]
        assert all(len(more) > len(ids) for more in others)


def test_starts_can_be_won_or_lost() -> None:
    for seed, level in enumerate(LADDER):
        start = level_start("sylver-coinage", CATALOG, level, seed)
        assert gcd(*start.state) == 1


@every_row(("text", "says"), [
    ("sylver-coinage: 1", "whoever names 1"), ("sylver-coinage: 0", "from 2 to"), ("sylver-coinage: 3 3", "twice"),
    ("sylver-coinage: x", "a number from 2 on"), ("sylver-coinage: 10^13", "from 2 to"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)
