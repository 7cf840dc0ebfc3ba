"""Codes whose values grow: what is proved holds far beyond, and no false claim passes."""

from __future__ import annotations

import base64
import zlib
from itertools import product
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from test_parts import by_definition, by_kernel, by_sums
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.limits import Budget
from nimatron.families.octal.digits import DIGITS, Code
from nimatron.proof.checkers import verify
from nimatron.proof.growth_check import GrowthClaim, _reach_values, _solvable
from nimatron.proof.heap_rules import CodeMove
from nimatron.proof.seal import seal
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_period import period_certificate, values_to_prove
from nimatron.solve.sequences.octal_sequence import OctalSequence, has_rows
from nimatron.solve.sequences.saltus import _Case, _meets

GROWING = {
    # A few of each kind: from the first heap on, later, saltus a power of two or not, taking nothing, four heaps.
    "0.8": (1, 3, 1), "0.FF": (0, 1, 1), "0.3F": (0, 6, 3), "0.89": (3, 4, 2), "0.608": (1, 9, 3),
    "0.8B": (7, 7, 4), "8.8": (1, 2, 1), "0.G": (1, 4, 1), "0.0H": (7, 6, 2), "0.3F3": (0, 10, 5),
}  # fmt: skip


def values_of(code: str, size: int) -> list[int]:
    """By the kernel if the code has one, else by the plain twin."""
    return by_kernel(code, size) if has_rows(Code(code)) else by_sums(code, size)[:size]


def code_of(first: int, digits: list[int]) -> str:
    return f"{DIGITS[first]}.{''.join(DIGITS[digit] for digit in digits)}"


HEXADECIMAL = st.builds(code_of, st.sampled_from([0, 4, 8]), st.lists(st.integers(0, 15), min_size=1, max_size=3))


def certificate_of(code: str) -> dict[str, Any]:
    game = nt.Octal(code)
    found = nt.period(game)
    assert isinstance(found, nt.Period)
    return period_certificate(game, found, nt.sequence(game, values_to_prove(game, found)))


def claim_of(code: str, preperiod: int, period: int, saltus: int, depth: int, values: list[int]) -> dict[str, Any]:
    """A claim that nobody has proved."""
    raw = b"".join(value.to_bytes(2, "little") for value in values)
    field = {"type": "u2", "zlib": base64.b64encode(zlib.compress(raw)).decode()}
    return seal({
        "claim": "period", "game": f"octal{{{code}}}", "preperiod": preperiod, "period": period, "saltus": saltus,
        "kind": "growth", "depth": depth, "computed": len(values), "values": field,
    })  # fmt: skip


def grows(values: list[int], preperiod: int, period: int, saltus: int) -> bool:
    return all(values[n + period] == values[n] + saltus for n in range(preperiod, len(values) - period))


@every_row("code", GROWING, one_in=4)
def test_growing_values_are_proved(code: str) -> None:
    found = nt.period(code)
    assert isinstance(found, nt.Period)
    assert found.proved
    assert (found.preperiod, found.period, found.saltus) == GROWING[code]
    assert grows(values_of(code, 400), *GROWING[code])
    assert nt.grundy(f"octal{{{code}}}: {10**15}") == nt.grundy(nt.Octal(code)(10**15 + found.period)) - found.saltus


@given(HEXADECIMAL)
def test_what_is_proved_holds_far_beyond(code: str) -> None:
    sequence, budget = OctalSequence(nt.Octal(code).code), Budget()
    while len(sequence.values) < 128 and sequence.period is None:
        sequence.grow(budget)
    found = sequence.period
    if found is None or not found.saltus:
        return
    values = values_of(code, 3 * len(sequence.values))
    assert values[:40] == by_definition(code, 40)
    assert grows(values, found.preperiod, found.period, found.saltus)
    certificate = period_certificate(nt.Octal(code), found, values)
    assert verify(certificate).holds


@given(HEXADECIMAL, st.integers(8, 40))
def test_no_false_claim_about_true_values_passes(code: str, size: int) -> None:
    """All periods that few values show, with every depth: most of these codes never grow, or later and otherwise."""
    values, long = values_of(code, size), values_of(code, 200)
    for period in range(1, 5):
        saltus = values[-1] - values[-1 - period]
        start = size - period
        while start and values[start - 1 + period] == values[start - 1] + saltus:
            start -= 1
        for depth in range(2 * saltus, 3 * saltus + 3) if saltus > 0 and start + 2 * period <= size else ():
            if verify(claim_of(code, start, period, saltus, depth, values)):
                assert grows(long, start, period, saltus), (code, start, period, saltus, depth)


@every_row("code", ["0.8", "0.3F", "0.89", "0.G"])
def test_every_number_of_a_certificate_matters(code: str) -> None:
    good = certificate_of(code)
    assert verify(good).holds
    values = values_of(code, good["computed"])
    claim = [good[key] for key in ("preperiod", "period", "saltus", "depth")]
    assert verify(claim_of(code, *claim, values)).holds
    for place, change in product(range(4), (-1, 1)):
        other = [number + change * (i == place) for i, number in enumerate(claim)]
        if min(other) >= 0 and other[1]:
            verdict = verify(claim_of(code, *other, values))
            # Another depth may do as well; no other claim does.
            assert verdict.holds is False or place == 3
    assert verify(claim_of(code, *claim[:3], 2 * claim[2] - 1, values)).holds is False
    assert verify(claim_of(code, *claim[:3], values[-1] + 1, values)).holds is False
    for n in range(len(values)):
        wrong = [*values[:n], values[n] + 1, *values[n + 1 :]]
        assert verify(claim_of(code, *claim, wrong)).holds is False
    assert verify(seal({**good, "kind": "theorem"})).holds is False
    assert verify(seal({**good, "game": "octal{0.7}"})).holds is False


@pytest.mark.parametrize(
    ("code", "words"),
    [("0.8!", "without signs"), ("0.77", "is not"), ("0.33", "is not")],
)
def test_other_codes_have_no_such_proof(code: str, words: str) -> None:
    values = by_definition(code, 12) if code == "0.8!" else [n // 3 for n in range(12)]
    period = next(p for p in range(1, 6) if values[-1] - values[-1 - p] > 0) if code == "0.8!" else 3
    start = len(values) - period
    while start and values[start - 1 + period] == values[start - 1] + values[-1] - values[-1 - period]:
        start -= 1
    verdict = verify(claim_of(code, start, period, values[-1] - values[-1 - period], 2, values))
    assert verdict.holds is False
    assert words in str(verdict.reason)


PARTS = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=3)


@given(PARTS, st.integers(0, 6), st.integers(-3, 3), st.sampled_from([1, 3, 5]))
def test_equations_of_sums_and_nim_sums(parts: list[tuple[int, bool]], mine: int, carry: int, odd: int) -> None:
    """Writer and checker decide alike, and as trying all small numbers does."""
    highs = tuple(sorted(parts))
    decided = _solvable(highs, mine, carry, odd, CheckBudget())
    assert decided == _meets(_Case(highs, mine, carry), odd, Budget())
    tried = False
    for numbers in product(*(range(16) if free else range(1) for _, free in highs)):
        total = carry + sum(numbers)
        nim_sum = 0
        for (high, _), number in zip(highs, numbers, strict=True):
            nim_sum ^= high + odd * number
        tried = tried or (total >= 0 and nim_sum == mine + odd * total)
    assert decided or not tried
    if decided and not tried:  # then the smallest solution has a number beyond those tried
        assert any(free for _, free in highs)


def test_a_period_in_the_way_of_carries_is_not_claimed() -> None:
    """x + y = z with x xor y = z has many solutions: two heaps of value n would often keep the value."""
    assert _solvable(((0, True), (0, True)), 0, 0, 1, CheckBudget())
    assert not _solvable(((0, True), (0, True)), 0, 1, 1, CheckBudget())


def test_a_pair_that_lasts_does_not_climb_itself() -> None:
    """The part that climbs must be outside the pair: with one longer heap the pair would no longer cancel."""
    claim = GrowthClaim((CodeMove(1, 2, ""),), [0, 0, 0, 0, 0, 0], 1, 1, 1, 2)
    assert _reach_values(claim, 5, CheckBudget()) == ({0}, {0}, set())
    three = claim._replace(moves=(CodeMove(1, 3, ""),))
    assert _reach_values(three, 5, CheckBudget()) == ({0}, {0}, {0})


def test_growth_is_told() -> None:
    told = CliRunner().invoke(app, ["period", "0.3F"], env={"LANGUAGE": "en"}).stdout
    assert "Proved: no move keeps the value of a heap, and 29 values show how they grow." in told
