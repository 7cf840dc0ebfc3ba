"""A period is called proved only if other code derives its values again from the rules."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row

import nimatron as nt
from nimatron.core.clock import TimeUp
from nimatron.core.errors import Limit, WrongValue
from nimatron.core.limits import Budget
from nimatron.core.message import Message
from nimatron.proof.verdict import CheckLimit
from nimatron.show.sequence_text import PeriodReport, period_data, period_lines
from nimatron.solve.experts import sequence_of
from nimatron.solve.sequences import confirmation
from nimatron.solve.sequences.confirmation import confirm
from nimatron.solve.sequences.nim_sequence import NimSequence
from nimatron.solve.sequences.periodicity import Period

GAMES = {
    "kayles": nt.Kayles,
    "unequal": nt.Octal("0.7!"),
    "three heaps": nt.Octal("0.F"),
    "growth": nt.Octal("0.8"),
    "window": nt.Subtraction({2, 3, 7, 8}),
    "pattern": nt.AllBut({1, 2, 7}),
}


def proved(game: nt.Game) -> NimSequence:
    sequence = sequence_of(game)
    assert sequence is not None
    sequence.prove(Budget())
    return sequence


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_proof_is_derived_again(name: str) -> None:
    found = nt.period(GAMES[name])
    assert found
    assert isinstance(found, Period)
    assert found.checked


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_period_is_refused(name: str) -> None:
    sequence = proved(GAMES[name])
    right = sequence.period
    assert right is not None
    wrong: list[dict[str, Any]] = [
        {"period": right.period + 1}, {"period": 2 * right.period}, {"saltus": right.saltus + 1},
        {"preperiod": right.preperiod + 1},
    ]  # fmt: skip
    if right.preperiod:
        wrong.append({"preperiod": right.preperiod - 1})
    for change in wrong:
        sequence.period = Period(**{**vars(right), **change})
        with pytest.raises(WrongValue, match="computed twice with different results"):
            confirm(sequence, Budget(), trust=False)


def test_a_wrong_value_is_refused_wherever_it_is() -> None:
    for heap in (1, 40, 80, 160):
        sequence = proved(nt.Kayles)
        sequence.plain[heap] ^= 1
        with pytest.raises(WrongValue):
            confirm(sequence, Budget(), trust=False)


def test_a_spoilt_sequence_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an answer rests on is derived again before it is called proved; nothing spoilt stays for the next one."""
    prove = NimSequence.value

    def spoilt(self: NimSequence, n: int, budget: Budget) -> int:
        found = prove(self, n, budget)
        if isinstance(self.values, list):
            self.values[50] ^= 3
        return found

    with monkeypatch.context() as patch:
        patch.setattr(NimSequence, "value", spoilt)
        with pytest.raises(WrongValue):
            nt.grundy("octal{0.77}: 1000000")
    assert nt.grundy("octal{0.77}: 50") == nt.sequence(nt.Octal("0.77"), 51)[-1]


def test_a_limit_that_is_used_up_does_not_undo_a_proof() -> None:
    sequence = proved(nt.Subtraction({2, 3, 7, 8}))
    sequence.values = []
    assert confirm(sequence, Budget(heaps=0), trust=False)


def test_trust_skips_long_proofs_only() -> None:
    assert sequence_of(nt.Kayles) is not None
    assert confirm(proved(nt.Kayles), Budget(), trust=True)


@every_row(
    ("kind", "reason"),
    [(CheckLimit(Message("no time")), "no time"), (Limit("no room", 3, 0.1), "no room"), (TimeUp(), "the time is up")],
)
def test_a_second_derivation_that_meets_a_limit_has_a_reason(kind: BaseException, reason: str) -> None:
    def ended(*_: object) -> None:
        raise kind

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(confirmation, "_check", ended)
        found = nt.period(nt.Kayles)
    assert isinstance(found, Period)
    assert (found.proved, found.checked, str(found.unchecked)) == (True, None, reason)
    report = PeriodReport(nt.Kayles, found, None, None)
    assert f"Not checked a second time: {reason}." in [line.text for line in period_lines(report)]
    assert period_data(report)["unchecked"] == reason


def test_a_long_second_derivation_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(confirmation, "is_short", lambda *_: False)
    monkeypatch.setattr(confirmation, "watch", lambda kind: nullcontext(shown.append))
    found = nt.period(nt.Kayles)
    assert isinstance(found, Period)
    assert shown == [found.checked]


@pytest.mark.slow
def test_a_long_proof() -> None:
    code = nt.Octal("0.165")
    trusted = nt.period(code, trust=True)
    assert isinstance(trusted, Period)
    assert (trusted.checked, str(trusted.unchecked)) == (None, "long proofs are trusted here")
    found = nt.period(code)
    assert isinstance(found, Period)
    assert (found.preperiod, found.period, found.checked) == (5181, 1550, 13_464)


def test_values_that_were_derived_before_are_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the very same values: a wrong one is derived again, and refused."""
    monkeypatch.setenv("NIMATRON_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(confirmation, "is_short", lambda *_: False)
    derived: list[int] = []
    check = confirmation._check

    def counted(*facts: Any) -> None:
        derived.append(1)
        check(*facts)

    monkeypatch.setattr(confirmation, "_check", counted)
    for _ in range(2):
        assert confirm(proved(nt.Kayles), Budget(), trust=False)
    assert len(derived) == 1
    spoilt = proved(nt.Kayles)
    spoilt.plain[40] ^= 1
    with pytest.raises(WrongValue):
        confirm(spoilt, Budget(), trust=False)
    assert len(derived) == 2
