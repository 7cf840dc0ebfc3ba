"""Sets in vector lanes give the values that blocks give, on every processor, and stop where they are not exact."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llvmlite import binding as llvm  # type: ignore[import-untyped]

from nimatron.games.octal import Code
from nimatron.kernels import laneplans, lanes, octal, showing
from nimatron.kernels.adding import gather
from nimatron.kernels.compiling import jit
from nimatron.kernels.front import FrontRun, Undecided
from nimatron.kernels.machines import LANES
from nimatron.kernels.octal import LanesPlan, OctalRun
from nimatron.kernels.sets import (
    CHUNK,
    ROWS,
    STEP,
    collect_16_of_2,
    collect_16_of_4,
    collect_16_of_8,
    collect_far_2,
    collect_far_3,
    collect_far_4,
    collect_far_5,
    collect_far_6,
    full,
    has_bytes,
    has_pair,
    has_planes,
    look_up_2,
    unite,
    width_of,
)
from nimatron.kernels.unions import heaps_of, in_planes, planes_of
from nimatron.kernels.walks import NEAR, PULLED, room_for

NEVER = sys.maxsize

# Small and large values, also from 128 on, one class and two, with and without the parity of heaps, rare heaps that
# come late, takes.
CODES = [
    (".106", 60_000), (".104", 40_000), (".054", 40_000), (".16", 60_000), (".77", 20_000), (".156", 30_000),
    ("4.344", 30_000), ("4.406", 40_000), (".167", 60_000), (".174", 60_000), (".205", 60_000), (".354!", 20_000),
    (".7772", 33_000),
]  # fmt: skip


def run_of(code: str, lanes_from: int) -> OctalRun:
    read = Code(code)
    run = OctalRun(read.digits, read.unequal)
    run._plain = lanes_from
    return run


def compared(code: str, upto: int) -> int:
    """Compare lanes with blocks; how many heaps did lanes fill?"""
    plain, quick = run_of(code, NEVER), run_of(code, 0)
    plain.extend(upto)
    filled = 0
    while quick.known < upto:
        before = quick.known
        quick.extend(min(upto, before + 5000))
        filled += isinstance(quick._plan, LanesPlan) and quick.known - before
    assert np.array_equal(quick.values, plain.values)
    return filled


@pytest.mark.parametrize(("code", "upto"), CODES)
@pytest.mark.one_in(4)
def test_the_same_values(code: str, upto: int) -> None:
    filled = compared(code, upto)
    assert filled > 0 or code in (".205", ".354!")


digits = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=4)).map(
    lambda x: (x[0], *x[1])
)


@given(digits, st.booleans())
def test_any_code(code: tuple[int, ...], unequal: bool) -> None:
    compared(f"{code[0]}.{''.join(map(str, code[1:]))}{'!' * unequal}", 9000)


def test_a_rare_heap_at_the_end_of_a_block() -> None:
    """Heap 649, the last of the second block behind 522, is rare: there the plan ends, as behind any other."""
    compared(".7764", 9000)


def test_a_rare_heap_at_the_end_of_a_run() -> None:
    """Heap 2833 is rare. A run that was asked for no more heaps goes on by a plan that knows it."""
    plain, read = run_of(".3746", NEVER), Code(".3746")
    plain.extend(4000)
    run = OctalRun(read.digits, read.unequal, plain.values[:1754])
    run._plain = 0
    run.extend(2800)
    assert isinstance(run._plan, LanesPlan)
    run.extend(2834)
    run.extend(4000)
    assert np.array_equal(run.values, plain.values)


@pytest.mark.parametrize("code", [".655", ".6740!"])
def test_ranks_of_an_earlier_piece_do_not_matter(code: str) -> None:
    """Here unions have more planes than sets, and some splits take less than others."""
    run = run_of(code, 0)
    run.extend(6200)
    plan, expected = run._plan, run_values(code, 6500)
    assert isinstance(plan, LanesPlan)
    for rank in range(lanes.WIDTH):
        values = np.concatenate([run.values, np.zeros(300, np.uint8)])
        plan.space.ranks[:] = rank
        end = lanes.fill(values, 6200, 6500, run._rules(plan.rare), plan.given, plan.space)
        assert np.array_equal(values[:end], expected[:end])


@pytest.mark.parametrize("code", [".106", ".167", "4.406"])
def test_with_a_front(code: str) -> None:
    read = Code(code)
    plain, run = run_of(code, NEVER), FrontRun(read.digits, read.unequal, 20_000)
    plain.extend(200_000)
    run._plain = 0
    try:
        run.extend(200_000)
    except Undecided:
        assert run.known > 40_000
    assert isinstance(run._plan, LanesPlan)
    end = run.end(30_000)
    assert np.array_equal(end, plain.values[run.known - len(end) : run.known])


def test_too_large_a_value_and_a_rare_heap_end_it() -> None:
    """Values are changed so that the next heap is not of the usual kind: then blocks go on."""
    run = run_of(".106", 0)
    run.extend(30_000)
    plan = run._plan
    assert isinstance(plan, LanesPlan)
    values = np.concatenate([run.values, np.zeros(30_000, np.uint8)])
    rules = run._rules(plan.rare)
    assert lanes.fill(values, 30_000, 60_000, rules, plan.given, plan.space) == 60_000
    # With no pair to be found, a rare value that was not marked makes the heap rare.
    blind = rules._replace(front=1)
    stopped = lanes.fill(values, 30_000, 60_000, blind, plan.given, plan.space)
    assert stopped < 60_000
    assert plan.rare[:, 2 * values[stopped - 1] + (stopped - 1 & 1)].any()
    # Ranks from 2 on have no value.
    few = plan.given.values.reshape(2, 2, -1).copy()
    few[:, :, 2:] = lanes.NONE
    small = plan.given._replace(values=few.ravel(), limit=laneplans._limit(few, 16))
    assert small.limit == 2
    stopped = lanes.fill(values, 30_000, 60_000, rules, small, plan.space)
    assert np.array_equal(values[30_000:stopped], run_values(".106", 60_000)[30_000:stopped])
    assert plan.given.rank[run_values(".106", 60_000)[stopped]] >= 2


@pytest.mark.parametrize("code", ["4.0306!", ".7737!"])
def test_equal_heaps_show_nothing(code: str) -> None:
    read, values, plans = Code(code), run_values(code, 1200), 0
    for n in range(300, 1200, 30):
        run = OctalRun(read.digits, read.unequal, values[:n])
        run._plain = 0
        plan = run._new_plan()
        if isinstance(plan, LanesPlan):
            plans += 1
            most = plan.given.splits.max()
            assert 2 * (plan.given.rare.away.max() - most) < n - most
    assert plans > 20


def test_a_value_without_a_rank_that_is_not_recent() -> None:
    """Marks reach back farther than a quarter of the values, and each value that they lead to needs a rank."""
    read, n = Code(".167"), 6000
    for back, fits in ((n // 2, True), (n // 4 + 1, False)):
        values = run_values(".167", n).copy()
        values[n - back] = 2 * lanes.WIDTH
        run = OctalRun(read.digits, read.unequal, values)
        run._plain = 0
        assert isinstance(run._new_plan(), LanesPlan) == fits


def run_values(code: str, upto: int) -> Any:
    run = run_of(code, NEVER)
    run.extend(upto)
    return run.values


@pytest.mark.parametrize("code", [".174", ".454", "4.045", ".167"])
@pytest.mark.parametrize("alone", [True, False])
def test_ranks_that_are_too_high_for_a_set(code: str, alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plane less than is best: then some heaps of nearly each block have no room. Blocks may end there, or go on."""
    best, are_alone = laneplans._planes, laneplans._are_alone
    monkeypatch.setattr(laneplans, "_planes", lambda code: max(best(code) - 1, 2))
    monkeypatch.setattr(laneplans, "_are_alone", lambda code, planes: alone and are_alone(code, planes))
    assert compared(code, 30_000) > 0


def test_which_ranks_stay_too_high() -> None:
    ranks = [np.array(some, np.uint8) for some in ([], [7], [8], [15, 16], [32])]
    assert [laneplans.stay_high(some, 2) for some in ranks] == [True, True, True, False, False]
    assert [laneplans.stay_high(some, 3) for some in ranks] == [True, True, False, False, False]
    assert [laneplans.stay_high(some, 4) for some in ranks] == [True, True, True, True, False]


@pytest.mark.parametrize(("code", "kept"), [(".167", None), (".16", None), (".106", None), (".167", 0), (".16", CHUNK)])
def test_rare_values_that_are_only_found_in_pairs(code: str, kept: int | None) -> None:
    """Where no plane shows a rare value, heaps lack several, which are found in the first chunk or behind it."""
    run, plain = run_of(code, 0), run_of(code, NEVER)
    run.extend(60_000)
    plain.extend(64_000)
    plan = run._plan
    assert isinstance(plan, LanesPlan)
    shown, backward = plan.given.shown, plan.given.backward
    nothing = shown._replace(place=shown.place[:0], ends=np.zeros_like(shown.ends))
    kept = len(backward) if kept is None else kept
    given_ = plan.given._replace(shown=nothing, backward=backward[len(backward) - kept :])
    values = np.concatenate([run.values, np.zeros(4000, np.uint8)])
    rules = run._rules(plan.rare)
    n = 60_000
    while n < 64_000:  # a value too large ends it, and blocks would go on
        n = lanes.fill(values, n, 64_000, rules, given_, plan.space)
        values[n : n + 64] = plain.values[n : n + 64]
        assert np.array_equal(values[:n], plain.values[:n])
        n = min(n + 64, 64_000)


def test_long_runs_use_it_and_short_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(octal, "LONG", 50_000)
    read = Code(".106")
    run = OctalRun(read.digits, read.unequal)
    run.extend(49_000)
    assert not isinstance(run._plan, LanesPlan)
    run.extend(60_000)
    assert isinstance(run._plan, LanesPlan)


def test_codes_that_are_not_of_that_kind() -> None:
    for code in (".6", ".007", ".37"):  # too many rare heaps
        run = run_of(code, 0)
        run.extend(20_000)
        assert not isinstance(run._plan, LanesPlan)


@pytest.mark.parametrize("planes", [0, *laneplans.PLANES])
def test_any_number_of_planes_gives_the_same(planes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too few planes leave out values, which are then found otherwise; with no planes at all there are no lanes."""
    monkeypatch.setattr(laneplans, "_planes", lambda code: planes)
    assert bool(compared(".167", 20_000)) == bool(planes)


# -- sets ----------------------------------------------------------------------------------------


@jit
def far(H: Any, m: int, away: Any, code: Any, planes: int, words: Any, j: int, known: Any) -> None:
    if planes == 2:
        collect_far_2(H, m, away, code, 0, len(away), words, j, known)
    elif planes == 3:
        collect_far_3(H, m, away, code, 0, len(away), words, j, known)
    elif planes == 4:
        collect_far_4(H, m, away, code, 0, len(away), words, j, known)
    elif planes == 5:
        collect_far_5(H, m, away, code, 0, len(away), words, j, known)
    else:
        collect_far_6(H, m, away, code, 0, len(away), words, j, known)


@jit
def middle(H: Any, m: int, away: Any, code: Any, width: int, words: Any, j: int) -> None:
    if width == 2:
        collect_16_of_2(H, m, away, code, 0, len(away), words, j)
    elif width == 4:
        collect_16_of_4(H, m, away, code, 0, len(away), words, j)
    else:
        collect_16_of_8(H, m, away, code, 0, len(away), words, j)


@jit
def walked(H: Any, m: int, count: int, words: Any, lanes_: lanes.Lanes, ahead: Any) -> None:
    lanes.look_ahead(H, m, lanes_, ahead)
    half = count // 2
    lanes.walk(H, m, half, words, 0, lanes_, ahead)
    lanes.walk(H, m + half, half, words, half, lanes_, ahead)


@jit
def looked_up(H: Any, m: int, away: Any, code: Any, sets: Any, at: int) -> None:
    look_up_2(H, m, away, code, 0, len(away), sets, at)


@jit
def united(H: Any, m: int, away: Any, sets: Any, at: int, code: int) -> None:
    unite(H, m, away, sets, at, code)


@jit
def gathered(unions: Any, m: int, planes: lanes.Planes, first: int, sets: Any, at: int) -> None:
    gather(unions, m, planes.place, planes.ends, first, sets, at)


@jit
def far_found(unions: Any, m: int, far: lanes.Planes, planes: int, sets: Any) -> None:
    lanes.find_far(unions, m, far, planes, sets)


@jit
def fulls(H: Any, m: int, limit: int) -> int:
    return np.int64(full(H, m, limit))  # type: ignore[return-value]


@jit
def unclear(H: Any, m: int, need: Any, parity: int, found: Any, planes: int) -> int:
    return np.int64(lanes.compared_by_rank(H, m, need, parity, found, planes))  # type: ignore[return-value]


@jit
def paired(G: Any, m: int, value: int, backward: Any, at: int) -> bool:
    return has_pair(G, m, value, backward, at)


@jit
def shown_by(G: Any, n: int, value: int, splits: Any, backward: Any, chunk: int) -> bool:
    return lanes.is_shown_by(G, n, value, splits, backward, chunk)


@jit
def bytes_here() -> bool:
    return has_bytes()


@jit
def planes_here() -> bool:
    return has_planes()


def by_definition(ranks: list[int], m: int, away: Any, code: Any) -> list[int]:
    """The set of each heap of a block."""
    words = [0] * LANES
    for a, c in zip(away.tolist(), code.tolist(), strict=True):
        for j in range(LANES):
            words[j] |= 1 << (ranks[m + j - a] ^ c & 255)
    return words


def drawn(random: Random, count: int, most: int) -> tuple[Any, Any, Any]:
    """Ranks below `most`, and so many marks."""
    ranks = np.array([random.randrange(most) for _ in range(400)], np.uint8)
    away = np.array([random.randrange(LANES, 200) for _ in range(count)], np.int64)
    code = np.array([random.randrange(most) for _ in range(count)], np.uint32) * np.uint32(0x01010101)
    return ranks, away, code


@given(st.integers(0, 2**32 - 1).map(Random), st.integers(0, 9), st.sampled_from([16, 32, 64]))
def test_sets(random: Random, count: int, most: int) -> None:
    ranks, away, code = drawn(random, count, most)
    expected = np.array(by_definition(ranks.tolist(), 220, away, code), np.uint64)
    for planes in laneplans.PLANES:
        words, known = np.zeros(LANES, np.uint64), np.zeros(planes * LANES, np.uint8)
        for j in range(0, LANES, laneplans.vector_lanes()):
            far(ranks, 220 + j, away, code, planes, words, j, known)
        bits = np.uint64((1 << 8 * planes) - 1)
        assert np.array_equal(~of_width(words, width_of(planes)) & bits, expected & bits)
    for width in (2, 4, 8):
        words = np.full(LANES, 2**64 - 1 - 5 * 0x0001000100010001, np.uint64)
        before = of_width(words, width)
        middle(ranks, 220, away, code, width, words, 16)
        bits = np.uint64((1 << 8 * width) - 1)
        after = of_width(words, width)
        assert np.array_equal(after[16:32], before[16:32] & ~(expected[:16] & bits))
        assert np.array_equal(np.delete(after, slice(16, 32)), np.delete(before, slice(16, 32)))


def of_width(words: Any, width: int) -> Any:
    """The first words, which are numbers of so many bytes."""
    return words.view(f"<u{width}")[:LANES].astype(np.uint64)


needs_bytes = pytest.mark.skipif(not bytes_here(), reason="this machine has no such instructions")
needs_planes = pytest.mark.skipif(not planes_here(), reason="this machine looks up fewer bytes")
needs_halves = pytest.mark.skipif(laneplans.vector_lanes() == LANES, reason="this machine has all marks")


@needs_halves
@given(st.integers(0, 2**32 - 1).map(Random), st.sampled_from(laneplans.PLANES))
def test_sets_begin_with_what_is_known(random: Random, planes: int) -> None:
    ranks, away, code = drawn(random, random.randrange(10), 64)
    known = np.array([random.randrange(256) for _ in range(planes * LANES)], np.uint8)
    words = np.zeros(LANES, np.uint64)
    far(ranks, 220, away, code, planes, words, 16, known)
    count = laneplans.vector_lanes()
    before = [sum(int(known[p * LANES + 16 + j]) << 8 * p for p in range(planes)) for j in range(count)]
    every = zip(before, by_definition(ranks.tolist(), 220, away, code)[:count], strict=True)
    bits = (1 << 8 * planes) - 1
    found = ~of_width(words, width_of(planes))[16 : 16 + count] & np.uint64(bits)
    assert found.tolist() == [(one | other) & bits for one, other in every]


@given(st.integers(0, 2**32 - 1).map(Random), st.booleans())
def test_pairs_in_a_chunk(random: Random, unlikely: bool) -> None:
    """Any of CHUNK pairs is found, also the first and the last, and none outside."""
    most = 256 if unlikely else 16
    values = np.array([random.randrange(most) for _ in range(CHUNK + 40)], np.uint8)
    backward = np.array([random.randrange(most) for _ in range(2 * CHUNK)], np.uint8)
    m, at = random.randrange(40), random.randrange(CHUNK)
    sums = values[m : m + CHUNK] ^ backward[at : at + CHUNK]
    for value in (int(sums[0]), int(sums[-1]), *range(0, 256, 17)):
        assert paired(values, m, value, backward, at) == (value in sums)


@given(st.integers(0, 2**32 - 1).map(Random), st.integers(0, 3))
def test_which_heaps_are_in_a_chunk(random: Random, chunk: int) -> None:
    """Chunk 0 has heaps 1 to CHUNK, chunk 1 those behind."""
    values = np.array([random.randrange(256) for _ in range(4000)], np.uint8)
    splits = np.array(random.sample(range(1, 9), random.randrange(1, 4)), np.int64)
    n, backward = random.randrange(3000, 4000), values[4 * CHUNK : 0 : -1].copy()
    heaps = np.arange(chunk * CHUNK + 1, chunk * CHUNK + CHUNK + 1)
    sums = {int(x) for t in splits for x in values[heaps] ^ values[n - t - heaps]}
    for value in range(0, 256, 5):
        assert shown_by(values, n, value, splits, backward, chunk) == (value in sums)


@needs_bytes
@given(st.integers(0, 2**32 - 1).map(Random), st.sampled_from(laneplans.PLANES), st.integers(0, 1))
def test_comparisons(random: Random, planes: int, parity: int) -> None:
    """What special instructions find is what plain code finds: values, and where something is missing."""
    ranks, away, code = drawn(random, random.randrange(10), 8 * planes)
    need = np.array([random.randrange(256) & random.randrange(256) for _ in range(2 * ROWS * LANES)], np.uint8)
    marks = lanes.Marks(away, away.astype(np.uint8), code, np.zeros(3, np.int64))
    plain, quick = np.zeros((2, ROWS * LANES), np.uint8)
    words = np.zeros(LANES, np.uint64)
    expected = int(lanes.compared_plainly(ranks, 220, fake_lanes(marks, need, planes), parity, words, plain))
    quick[LANES:] = plain[LANES:]
    assert unclear(ranks, 220, need, parity, quick, planes) % 2**64 == expected
    assert np.array_equal(quick, plain)


@needs_planes
@given(st.integers(0, 2**32 - 1).map(Random), st.integers(0, 9))
def test_two_planes(random: Random, count: int) -> None:
    ranks, away, code = drawn(random, count, 32)
    sets = np.zeros(3 * LANES, np.uint8)
    looked_up(ranks, 220, away, code, sets, LANES)
    found = [int(low) | int(high) << 8 for low, high in zip(sets[LANES : 2 * LANES], sets[2 * LANES :], strict=True)]
    assert found == [word & (1 << 16) - 1 for word in by_definition(ranks.tolist(), 220, away, code)]


def test_unions_are_kept_where_vectors_are_small() -> None:
    """There nothing looks up rare options, so there must be unions even if no rare heap is far."""
    none = lanes.Planes(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert laneplans._unions(2, 0, none, none, LANES) == (2 if laneplans.vector_lanes() < LANES else 0)


@given(st.integers(0, 2**32 - 1).map(Random), st.sampled_from(laneplans.PLANES), st.integers(1, 5))
def test_walks(random: Random, planes: int, least: int) -> None:
    """Each heap has the least rank that is neither in its own set nor added by one of the heaps before it.

    If there is none, it has one that no set of so many planes has, and adds nothing to the next ones.
    """
    away = np.array(sorted(random.choices(range(least, NEAR), k=random.randrange(12)), reverse=True), np.int64)
    away = away[: len(away) - max((away == 1).sum() - 2, 0)]  # no code has three options that are the next heap
    code = np.array([random.randrange(8) for _ in away], np.uint32)
    marks = lanes.Marks(away, code.astype(np.uint8), code, np.zeros(3, np.int64))
    given_ = fake_lanes(marks, np.zeros(0, np.uint8), planes)
    soon = laneplans._soon(int(away.min(initial=NEAR)))
    below, count = room_for(planes, soon), 4 * STEP
    given_ = given_._replace(near=laneplans._near(marks, planes, below), soon=soon)
    ranks = np.array([random.randrange(lanes.WIDTH) for _ in range(NEAR)] + [0] * count, np.uint8)
    free = [random.getrandbits(below) & random.choice([-1, 0, random.getrandbits(below)]) for _ in range(count)]
    words, ahead = np.zeros(count, np.uint64), np.zeros(lanes.BEHIND, np.uint64)
    width = width_of(planes)
    words.view(f"<u{width}")[:count] = [word | (1 << 8 * width) - (1 << below) for word in free]
    expected = ranks.tolist()
    for j, word in enumerate(free):
        options = {expected[NEAR + j - a] ^ c for a, c in zip(away.tolist(), code.tolist(), strict=True)}
        expected[NEAR + j] = next((r for r in range(below) if word >> r & 1 and r not in options), below)
    walked(ranks, NEAR, count, words, given_, ahead)
    assert np.minimum(ranks, below)[NEAR:].tolist() == expected[NEAR:]


@given(st.binary(min_size=100, max_size=100), st.integers(0, 9), st.integers(0, 255))
def test_full_sets(ranks: bytes, m: int, limit: int) -> None:
    expected = sum((ranks[m + j] >= limit) << j for j in range(LANES))
    assert fulls(np.frombuffer(bytearray(ranks), np.uint8), m, limit) % 2**64 == expected


def test_what_the_next_heaps_wait_for() -> None:
    assert [laneplans._soon(least) for least in (1, 2, 3, PULLED, NEAR)] == [1, 2, 2, PULLED, PULLED]


@needs_bytes
@given(st.integers(0, 2**32 - 1).map(Random), st.sampled_from(laneplans.PLANES))
def test_unions(random: Random, planes: int) -> None:
    """The union of the splits of a heap, added to the ranks of other heaps, has what the splits with them have."""
    ranks, heaps, code = drawn(random, random.randrange(9), 64)
    splits, takes = (np.array(random.sample(range(9), size), np.int64) for size in (random.randrange(1, 4), 1))
    codes, size = code.astype(np.uint8), lanes.room(0)
    unions, sets, far = np.zeros(8 * size, np.uint8), *np.zeros((2, planes * LANES), np.uint8)
    for p, place in product(range(8), range(9, len(ranks) - LANES, LANES)):
        united(ranks, place, splits, unions, p * size + place, 8 * p)
    shown = planes_of(heaps, codes, np.ones((planes, len(heaps)), np.uint8), 0)
    for p in range(planes):
        united(ranks, 220, takes, sets, p * LANES, 8 * p)
        gathered(unions, 220, shown, 8 * p, sets, p * LANES)
    away = np.concatenate([heaps + t for t in splits])
    options = by_definition(ranks.tolist(), 220, away, np.concatenate([code for _ in splits]))
    taken = by_definition(ranks.tolist(), 220, takes, takes * 0)
    bits = (1 << 8 * planes) - 1
    assert words_of(sets) == [(one | other) & bits for one, other in zip(options, taken, strict=True)]
    far_found(unions, 220, heaps_of(heaps, codes, planes, 0), planes, far)
    assert words_of(far) == [word & bits for word in options]


def words_of(sets: Any) -> list[int]:
    """The sets of LANES heaps that are given as planes."""
    return [int.from_bytes(column.tobytes(), "little") for column in sets.reshape(-1, LANES).T]


@given(st.integers(0, 2**32 - 1).map(Random))
def test_what_shows_rare_values(random: Random) -> None:
    """The first choice shows most of what is missing, no choice shows nothing, and what is left is shown by no heap."""
    planes, last, n = 2, 40, 900
    values = np.array([random.choice([0, 2, 3, 5, 8, 9, 14, 16, 21, 30]) for _ in range(n)], np.uint8)
    rank = (np.arange(2 * lanes.WIDTH) >> 1).astype(np.uint8)
    of_ranks = np.full((2, 2, lanes.WIDTH), lanes.NONE, np.uint8)
    of_ranks[:, 1] = 2 * np.arange(lanes.WIDTH)  # even values are rare
    splits, takes = np.array([1, 3], np.int64), np.array([2], np.int64)
    usable = np.array([[a > 0 and random.random() < 0.8 for a in range(last)]] * planes, np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(showing, "STAGES", ((50, 5), (400, 1)))
        heaps, useful = showing.showing(values, n, splits, takes, usable, rank, of_ranks.ravel())
    assert usable[:, heaps][useful == 1].all()
    ranks = rank[values]

    def missing(chosen: Any) -> set[tuple[int, int]]:
        found = {(i, r) for i in range(n - 400, n) for r in range(8 * planes) if 2 * r < values[i]}
        found -= {(i, ranks[i - t]) for i in range(n - 400, n) for t in takes}
        return found - {
            (i, r)
            for i, (p, a), t in product(range(n - 400, n), chosen, splits)
            if (r := int(ranks[a] ^ ranks[i - t - a])) >> 3 == p
        }

    chosen = [(p, int(heaps[k])) for p, k in zip(*useful.nonzero(), strict=True)]
    every = [(p, a) for p in range(planes) for a in range(last) if usable[p, a]]
    assert missing(chosen) == missing(every)


def test_planes_that_are_empty_without_high_ranks() -> None:
    """With three planes, ranks from 8 on take plane 2 to plane 3, which no set has."""
    assert in_planes(np.array([7, 8, 16], np.uint8), 3).tolist() == [[1, 1, 1], [1, 1, 0], [1, 0, 1]]


def test_how_long_a_high_rank_matters() -> None:
    given_ = fake_lanes(lanes.Marks(*[np.zeros(0)] * 4), np.zeros(0), 2)
    ranks = np.array([16, 0, 15, 17, 3], np.uint8)
    assert [until(ranks, stop, given_) for stop in (0, 1, 3, 5)] == [0, 1 + LANES, 1 + LANES, 4 + LANES]


def test_which_ranks_need_a_plane() -> None:
    """Of three planes nothing needs the second alone, and nothing the last one for even heaps."""
    need = np.zeros((2, ROWS, lanes.WIDTH), np.uint8)
    need[0, 0] = need[0, 1, 2:] = need[1, 3, 20:] = 1
    assert laneplans._least(need, 3).tolist() == [2, 20, 20]
    assert laneplans._least(need, 2).tolist() == [2, lanes.WIDTH]


@jit
def until(H: Any, stop: int, lanes_: lanes.Lanes) -> int:
    return lanes.high_until(H, stop, lanes_)


def fake_lanes(marks: lanes.Marks, need: Any, planes: int) -> lanes.Lanes:
    """Only what a comparison looks at."""
    ints, words, values = np.zeros(0, np.int64), np.zeros(0, np.uint64), np.zeros(0, np.uint8)
    none = lanes.Planes(ints, ints)
    rest = (values, 1, values, values, values, need, words, values, planes, LANES, 0, 8 * planes, False)
    return lanes.Lanes(marks, marks, none, none, ints, ints, 1, *rest)


HASHES = """
import hashlib
from tests.test_lanes import run_of
from nimatron.kernels.octal import LanesPlan
for code in (".106", ".167", "4.406"):
    run = run_of(code, 0)
    run.extend(30_000)
    assert isinstance(run._plan, LanesPlan)
    print(hashlib.sha256(run.values).hexdigest())
"""

# Each look-up of 64 bytes, byte by byte: the code for AVX-512 runs on any machine.
LIKE_AVX_512 = """
from nimatron.kernels import adding, sets
from nimatron.kernels.compiling import ir
from nimatron.kernels.machines import Wide

byte, number = ir.IntType(8), ir.IntType(32)

class Slow(Wide):
    def table(self, builder, table, x):
        found = x
        for i in range(64):
            place = builder.zext(builder.and_(builder.extract_element(x, number(i)), byte(63)), number)
            found = builder.insert_element(found, builder.extract_element(table, place), number(i))
        return found

adding.machine_of = sets.machine_of = lambda context: Slow()
"""

FOR_AVX_512 = """
import numpy as np
from tests.test_lanes import fake_lanes
from nimatron.kernels import lanes, making, slots
from nimatron.kernels.pairs import Rules

ints, values = np.zeros(1, np.int64), np.zeros(9, np.uint8)
marks = lanes.Marks(ints, values, np.zeros(1, np.uint32), ints)
given = fake_lanes(marks, values, 2)
rules = Rules(ints, ints, False, np.zeros((2, 8), np.uint8), 9)
kinds, _ = slots.read((values, 1, 2, rules, given, lanes.new_space(given)))
print(len(making.made(lanes.fill.py_func, False, kinds, "fill").code))
"""


def output(program: str, **setting: str) -> str:
    """What a process prints that keeps no kernels."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NIMATRON_KERNELS": "off", **setting},
        check=True,
        capture_output=True,
        text=True,
        cwd=os.path.dirname(os.path.dirname(__file__)),
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "setting"),
    [(HASHES, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}), (LIKE_AVX_512 + HASHES, {})],
    ids=["no vectors", "AVX-512"],
)
def test_other_processors(program: str, setting: dict[str, str]) -> None:
    """The same values by code for a processor that has only the oldest vectors, and by code for AVX-512."""
    found = output(program, **setting)
    assert found == output(HASHES)
    assert len(found.split()) == 3


@pytest.mark.slow
@pytest.mark.skipif(not llvm.get_process_triple().startswith("x86_64"), reason="only for such processors")
def test_code_for_avx_512_can_be_made() -> None:
    """It is made and not run, so that any machine can do it."""
    features = ",".join(f"+{name}" for name in ("avx2", "bmi", "avx512f", "avx512bw", "avx512vl", "avx512vbmi"))
    assert int(output(FOR_AVX_512, NUMBA_CPU_NAME="icelake-server", NUMBA_CPU_FEATURES=features)) > 1000


def made_up(chance: Random) -> tuple[tuple[int, ...], Any]:
    """The digits of a code, and values that no code has, as if all but some of the first heaps were common."""
    digits: tuple[int, ...] = ()
    while not any(digit & 4 for digit in digits):
        digits = chance.choice((0, 4)), *(chance.randrange(8) for _ in range(chance.randint(1, 6)))
    splits = [t for t, digit in enumerate(digits) if digit & 4]
    turns = chance.randrange(2) if len({t & 1 for t in splits}) == 1 else 0
    mask, size, most = chance.randrange(1, 128), chance.choice((3000, 6000)), chance.choice((8, 16, 48, 64, 128))
    least, values = mask & -mask, np.array([chance.randrange(most) for _ in range(size)])
    common = (np.bitwise_count(values & mask) + turns * (np.arange(size) + splits[0])) & 1
    values = np.where(common, values, values ^ least)
    last = chance.choice((60, 300, 1500))
    values[[chance.randrange(1, last) for _ in range(chance.randint(0, 390 // len(splits)))]] ^= least
    values[0] = 0
    return digits, values.astype(np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_made_up_values(seed: int) -> None:
    """They have more kinds of ranks and rare heaps than codes show."""
    chance, plans = Random(seed), 0
    for _ in range(25):
        digits, values = made_up(chance)
        runs = [OctalRun(digits, False, values.copy()) for _ in range(2)]
        runs[0]._plain, runs[1]._plain = NEVER, 0
        for run in runs:
            run._ranked = NEVER
        for more in sorted(chance.randint(1, 600) for _ in range(3)):
            for run in runs:
                run.extend(len(values) + more)
            plans += isinstance(runs[1]._plan, LanesPlan)
            assert np.array_equal(runs[0].values, runs[1].values), (digits, len(values), more)
    assert plans > 5
