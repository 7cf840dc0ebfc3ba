"""Nim with other limits: Mark, Maximum Nim, Antonim, Exact Slow Nim, Nim with a pass; each beside the definition."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt
from nimatron.core.game import Spoken
from nimatron.families.slow_nim.theorems import remoteness


def test_mark() -> None:
    check_records(nt.Mark, [(n,) for n in range(300)])
    # A229764
    assert nt.sequence(nt.Mark, 20).tolist() == [0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2, 1, 2, 0, 1]
    assert nt.outcome(nt.Mark(2**101)) == "P"
    assert nt.outcome(nt.Mark(2**100)) == "N"
    assert "2 zeros in binary" in str(nt.explain("mark: 20"))


@every_row(("k",), [(k,) for k in (1, 2, 3, 4, 7)])
def test_maximum_nim(k: int) -> None:
    check_records(nt.MaximumNim(k), [(n,) for n in range(90)])


def test_maximum_nim_with_many_coins() -> None:
    position = nt.MaximumNim(3)(10**50, 10**49 + 1)
    (move, *_) = nt.winning_moves(position)
    assert nt.grundy(move) == 0
    assert nt.MaximumNim(2).move((7,), [Spoken("3")]) == (4,)
    with pytest.raises(nt.IllegalMove):
        nt.MaximumNim(2).move((7,), [Spoken("4")])


@every_row(("text", "says"), [
    ("maximum-nim{0}: 3", "from 1 on"), ("maximum-nim{x}: 3", "such as maximum-nim"),
    ("antonim: 2 2", "no two heaps may be equal"), ("nim-with-pass: 3 pass 4", "is the last one"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)


def test_antonim() -> None:
    states = [state for n in (1, 2, 3) for state in product(range(8), repeat=n)]
    legal = [state for state in states if len({*state} - {0}) == sum(map(bool, state))]
    check_records(nt.Antonim, legal)
    assert nt.outcome("antonim: 1000000 1000001 2") == ("P" if 1000001 ^ 1000002 ^ 3 == 0 else "N")
    four = Reference(nt.Antonim)
    for heaps in [(1, 2, 3, 4), (2, 3, 5, 7), (1, 4, 6, 8)]:
        assert (nt.outcome(nt.Antonim(*heaps)) == "P") == four.is_p(heaps)


@every_row(("k", "heaps", "most"), [(1, 3, 5), (2, 3, 9), (2, 4, 5), (3, 4, 6), (4, 5, 4)])
def test_exact_slow_nim(k: int, heaps: int, most: int) -> None:
    game = nt.ExactSlowNim(k)
    check_records(game, list(combinations_with_replacement(range(most + 1), heaps)))
    assert all(sum(a) - sum(b) == k for a in [(2,) * heaps, (3,) * heaps] for b in game.options(a))


def test_the_rule_wins_as_fast_as_possible() -> None:
    """Remoteness by the definition: the winner hurries, the loser waits."""
    game, known = nt.ExactSlowNim(2), {}

    def plain(state: tuple[int, ...]) -> int:
        if state not in known:
            left = [plain(tuple(sorted(option))) for option in game.options(state)]
            even = [n for n in left if n % 2 == 0]
            known[state] = 1 + min(even) if even else 1 + max(left, default=-1)
        return known[state]

    for state in combinations_with_replacement(range(13), 3):
        assert remoteness(state) == plain(state), state


def test_nim_with_a_pass() -> None:
    check_records(
        nt.NimWithPass, [(*heaps, p) for n in (1, 2) for heaps in product(range(9), repeat=n) for p in (0, 1)]
    )
    check_records(nt.NimWithPass, [(*heaps, p) for heaps in product(range(5), repeat=3) for p in (0, 1)])
    assert [str(move) for move in nt.winning_moves("nim-with-pass: 5 5 pass")] == ["nim-with-pass: 5 5"]
    position = nt.parse("nim-with-pass: 3 pass")
    assert position.game.describe((3, 1), (3, 0)) == nt.Message("pass")
    assert str(position) == "nim-with-pass: 3 pass"
