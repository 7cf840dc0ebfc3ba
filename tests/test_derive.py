"""Values are derived again in quick ways; each is compared with the definition, on true and on false values."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from by_hand import by_definition, codes, moves, nim_sum, sets, true_values
from hypothesis import example, given, settings
from hypothesis import strategies as st
from work import Clock

from nimatron.core.errors import Refuted
from nimatron.proof import definition as loops
from nimatron.proof import derive, quick
from nimatron.proof.heap_rules import HeapRules, rules_of
from nimatron.proof.verdict import CheckBudget, CheckLimit


def first_wrong(found: Iterator[int]) -> int | None:
    """The first heap that a loop calls wrong."""
    return next((~done for done in found if done < 0), None)


@st.composite
def claims(draw: st.DrawFn, games: st.SearchStrategy[str] = codes | sets) -> tuple[HeapRules, list[int]]:
    """Values of a game up to some heap; then a false one and, from there on, what would follow from it; or noise."""
    text, size = draw(games), draw(st.integers(1, 70))
    rules, values = rules_of(text), true_values(text, size)
    if draw(st.booleans()):
        at = draw(st.integers(0, size - 1))
        values = values[:at]
        values.append(draw(st.integers(0, 9)))
        if draw(st.booleans()):
            while len(values) < size:
                options = {nim_sum(values, option) for option in moves(rules, len(values))}
                values.append(next(v for v in range(len(options) + 1) if v not in options))
    return rules, values


@given(claims())
@settings(max_examples=50)
def test_the_plain_loops_follow_the_definition(claim: tuple[HeapRules, list[int]]) -> None:
    rules, values = claim
    array = np.array(values, dtype="u1")
    assert first_wrong(derive._plain(rules, array)) == by_definition(rules, values)


@given(claims(sets))
@settings(max_examples=50)
def test_counting_heaps_of_all_but_games(claim: tuple[HeapRules, list[int]]) -> None:
    rules, values = claim
    amounts, zeros = derive._amounts(rules).tolist(), [0] * (max(values) + 2)
    if rules.family == "allbut":
        assert first_wrong(quick.all_but(values, amounts, [*zeros], [*zeros])) == by_definition(rules, values)


def with_any_mask(values: Any, mask: int, turns: int, rare: int) -> quick.MaskForm:
    """A form that nobody would choose."""
    heaps = [a for a in range(1, len(values)) if ((int(values[a]) & mask).bit_count() + turns * a) % 2 == rare]
    return quick.MaskForm(mask, turns, np.array(heaps, dtype="i8"))


FORMS = st.tuples(st.integers(0, 31), st.integers(0, 1), st.integers(0, 1))

PLAIN = quick.take_and_break(lambda function: function)


@given(claims(codes), st.none() | FORMS, st.none() | FORMS, st.sampled_from([1, 16, 64, 1 << 16]))
@example((rules_of("octal{0.7!}"), true_values("octal{0.7!}", 60)), (1, 0, 0), (3, 1, 1), 16)
@settings(max_examples=75)
def test_every_mask_finds_the_same(
    claim: tuple[HeapRules, list[int]],
    even: tuple[int, int, int] | None,
    odd: tuple[int, int, int] | None,
    table: int,
) -> None:
    rules, values = claim
    array = np.array(values, dtype="u1")
    counts = quick.count_values(array, CheckBudget())
    forms = [
        with_any_mask(array, *given) if given else quick.form(array, counts, parity, CheckBudget())
        for given, parity in ((even, False), (odd, True))
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quick, "TABLE", table)
        patch.setattr(quick, "WIDTH", 3)
        arrays = [array.tolist() for array in quick.arrays(array, rules.digits, *forms)]
    if not rules.splits:
        return
    assert first_wrong(PLAIN(*arrays, rules.unequal)) == by_definition(rules, values)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=25, deadline=None)
def test_compiled_and_plain_loops_agree(data: st.DataObject) -> None:
    rules, values = data.draw(claims())
    array = np.array(values, dtype=data.draw(st.sampled_from(["u1", "u2"])))
    assert first_wrong(derive._long(rules, array, CheckBudget())) == by_definition(rules, values)


@given(st.lists(st.integers(0, 300), min_size=2, max_size=200), st.booleans())
def test_the_best_mask_has_the_fewest_rare_heaps(values: list[int], odd: bool) -> None:
    array = np.array(values, dtype="u2")
    best = quick.form(array, quick.count_values(array, CheckBudget()), odd, CheckBudget())
    assert [*best.rares] == [*with_any_mask(array, best.mask, best.turns, 1 if odd and best.turns else 0).rares]
    for mask in range(0, 512, 7):
        for turns in (0, 1):
            assert len(best.rares) <= len(with_any_mask(array, mask, turns, 1 if odd and turns else 0).rares)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["octal{0.77}", "octal{0.106}", "octal{4!}", "octal{0.333}", "subtraction{2,7}", "allbut{3,4}"]
)
@pytest.mark.parametrize("place", [1, 3000, 5999])
def test_one_false_value_among_thousands(text: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "PLAIN_STEPS", 0)
    values = np.array(true_values(text, 6000), dtype="u2")
    derive.derive(rules_of(text), values, CheckBudget())
    for wrong in {int(values[place]) - 1, int(values[place]) + 1} - {-1}:
        forged = values.copy()
        forged[place] = wrong
        with pytest.raises(Refuted, match=rf"G\({place}\) is not {wrong}\b"):
            derive.derive(rules_of(text), forged, CheckBudget())


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["octal{0.77}", "octal{4!}", "octal{0.333}", "subtraction{1-9}", "allbut{1-9}"])
def test_every_loop_comes_up_for_air(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python here: the same code is compiled."""
    for module in (loops, quick):
        monkeypatch.setattr(module, "SLICE", 50)
    rules, values = rules_of(text), np.array(true_values(text, 300), dtype="u2")
    found = [derive._plain(rules, values)]
    if rules.splits:
        counts = quick.count_values(values, CheckBudget())
        forms = [quick.form(values, counts, odd, CheckBudget()) for odd in (False, True)]
        found.append(PLAIN(*(array.tolist() for array in quick.arrays(values, rules.digits, *forms)), rules.unequal))
    if rules.family == "allbut":
        found.append(quick.all_but(values.tolist(), [*range(1, 10)], [0] * 300, [0] * 300))
    assert all(sum(1 for _ in loop) > 20 for loop in found)


def test_a_check_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.array(true_values("octal{0.77}", 300), dtype="u1")
    monkeypatch.setattr(loops, "SLICE", 10)
    monkeypatch.setattr("nimatron.proof.verdict.time", SimpleNamespace(monotonic=Clock(step=1.0)))
    work = CheckBudget(seconds=20)
    with pytest.raises(CheckLimit, match="20 s"):
        derive.derive(rules_of("octal{0.77}"), values, work)
    assert 5 < work.done < 100


def test_room_is_asked_for_before_it_is_taken() -> None:
    work = CheckBudget(memory=1 << 30)
    work.room(1 << 29)
    with pytest.raises(CheckLimit, match="1,024 MB"):
        work.room(1 << 31)
    CheckBudget().room(1 << 60)


def test_too_many_amounts() -> None:
    with pytest.raises(CheckLimit, match="too many"):
        derive.derive(rules_of("subtraction{1-2000000}"), np.zeros(10, dtype="u1"), CheckBudget())
