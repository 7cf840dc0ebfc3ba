"""Search in games that split: the values of the definition, errors that name a position, and what a limit leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import ANY, small_sums
from reference import reference

import nimatron as nt
from nimatron.core.game import Part, State
from nimatron.solve.search.choice import Chooser
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver


def fresh(limit: int | None = None, tables: Tables | None = None) -> Chooser:
    """A search that knows nothing yet."""
    return Solver(nt.Limits(positions=limit), tables=tables or Tables()).search


class Stones(nt.Game):
    """A row of stones: take one and its neighbours; rows apart are a sum. With a user's own components."""

    start = (9,)

    def options(self, rows: State) -> Iterator[State]:
        for i, row in enumerate(rows):
            for k in range(row):
                left, right = max(0, k - 1), max(0, row - k - 2)
                yield (*rows[:i], *(n for n in (left, right) if n), *rows[i + 1 :])

    def components(self, rows: State) -> Sequence[Part]:
        return [(self, (row,)) for row in rows]

    def put(self, rows: State, i: int, option: State) -> State:
        return (*rows[:i], *option, *rows[i + 1 :])

    def canonical(self, rows: State) -> State:
        return tuple(sorted(rows))


@settings(max_examples=25)
@given(st.one_of(ANY, small_sums(1000)), st.integers(0, 6))
def test_has_value(position: nt.Position, n: int) -> None:
    value = reference(position).value(position.state)
    assert nt.has_value(position, n) == (value == n)
    assert nt.has_value(position, value)


@settings(max_examples=15)
@given(st.lists(st.integers(0, 14), max_size=3), st.integers(0, 5))
def test_an_own_game_that_splits(rows: list[int], n: int) -> None:
    position = Stones()(tuple(rows))
    value = reference(position).value(position.state)
    assert fresh().mex.value(position.game, position.state) == value
    assert nt.has_value(position, n) == (value == n)


def test_a_transfinite_value_is_refuted() -> None:
    assert not nt.has_value(nt.parse("cram: 3x2 + nim: w"), 1)
    assert nt.has_value(nt.parse("nim: w"), nt.Ordinal("w"))


class Circle(nt.Game):
    """Goes round, and splits only in name."""

    start = 0

    def options(self, n: State) -> list[State]:
        return [(n + 1) % 5]

    def components(self, n: State) -> Sequence[Part]:
        return ((self, n),)


def test_a_cycle_is_named() -> None:
    with pytest.raises(nt.Cycle, match="0 -> 1 -> 2 -> 3 -> 4 -> 0"):
        fresh().mex.value(Circle(), 0)


class Mirror(nt.Game):
    """Its parts are never whole."""

    def options(self, n: State) -> list[State]:
        return []

    def components(self, n: State) -> Sequence[Part]:
        return ((self, -n),)


def test_parts_that_lead_back_are_named() -> None:
    with pytest.raises(nt.UserCodeError, match="leads back to itself"):
        fresh().mex.value(Mirror(), 1)


class Lists(nt.Game):
    """States that cannot be kept."""

    def options(self, n: State) -> list[State]:
        return [[n]]

    def components(self, n: State) -> Sequence[Part]:
        return ((self, n),)


def test_a_state_without_hash_is_named() -> None:
    with pytest.raises(nt.UserCodeError, match="use tuples, not lists"):
        fresh().mex.value(Lists(), 1)


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_half_done_stays_behind() -> None:
    board = nt.Cram("4x5").state
    tables = Tables()
    for limit in (1, 7, 50, 300, 1000):
        with pytest.raises(nt.Limit):
            fresh(limit, tables).mex.value(nt.Cram, board)
    assert fresh(tables=tables).value(nt.Cram, board) == 2


@pytest.mark.slow
def test_a_limit_ends_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.solver._shared.tables", Tables())
    monkeypatch.setattr("nimatron.families.cram.regions.FEW_CELLS", 1000)  # no kernel
    found = nt.analyse(nt.parse("cram: ..../..../..../..../..../##.."), limit=7000)
    assert found.value is None
    assert found.trouble is not None
    assert found.ruled_out
    value = nt.grundy(found.position)
    assert value not in found.ruled_out
    assert isinstance(value, int)
    assert found.at_least <= value


class Long(nt.Game):
    """Each state remembers all moves: a table that grows fast."""

    start = "0" * 40

    def options(self, text: State) -> Iterator[State]:
        if len(text) < 2000:
            yield from (text + letter for letter in "ab")


def test_the_limit_of_memory() -> None:
    with pytest.raises(nt.Limit, match="memory") as reached:
        nt.grundy(Long()(), memory=8 << 20)
    assert reached.value.positions > 100
