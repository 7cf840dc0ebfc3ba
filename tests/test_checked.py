"""Certificates in parts: a check that was stopped goes on, and no folder makes a false certificate hold."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nimatron import Octal, UsageError
from nimatron.proof import front_blocks, front_part
from nimatron.proof.checkers import verify
from nimatron.proof.front_check import Result, by_processes, digest, one_by_one
from nimatron.proof.front_part import FrontPart, RareForm
from nimatron.proof.seal import pack_values, seal, unpack_values
from nimatron.proof.sealed_record import KEY, NAME, SealedRecord
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_period import front_certificate
from nimatron.solve.sequences.front_run import FrontSearch
from nimatron.solve.sequences.long_runs import reach

CHECKER = (front_part, front_blocks)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "nimatron"


@pytest.fixture(scope="module")
def kayles() -> dict[str, Any]:
    """A certificate in several parts."""
    run = FrontSearch(Octal("0.77"), 270, theorem=False)
    reach(run, 5000)
    found = front_certificate(run)
    assert len(found["places"]) > 2
    return found


def with_values(certificate: dict[str, Any], place: int) -> dict[str, Any]:
    """The same certificate with one value changed."""
    values = unpack_values(certificate, certificate["computed"], None, CheckBudget()).copy()
    values[place] ^= 1
    return seal({**certificate, "values": pack_values(values)})


class Counting:
    """Checks parts here and remembers which; ends after some of them."""

    def __init__(self, most: int = 1000) -> None:
        self.most, self.parts = most, list[FrontPart]()

    def __call__(self, parts: Sequence[FrontPart]) -> Iterator[Result | None]:
        for result, part in zip(one_by_one(parts), parts, strict=True):
            if len(self.parts) == self.most:
                raise KeyboardInterrupt
            self.parts.append(part)
            yield result
            yield None


def test_a_check_goes_on_where_it_was_stopped(kayles: dict[str, Any], tmp_path: Path) -> None:
    first, then, after = Counting(1), Counting(), Counting()
    with pytest.raises(KeyboardInterrupt):
        verify(kayles, save=tmp_path, each=first)
    assert verify(kayles, save=tmp_path, each=then)
    assert {part.start for part in first.parts}.isdisjoint(part.start for part in then.parts)
    assert len(first.parts) + len(then.parts) == len(kayles["places"])
    assert verify(kayles, save=tmp_path, each=after)
    assert not after.parts


def test_what_is_told(kayles: dict[str, Any], tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    verify(kayles, save=tmp_path, report=lambda *numbers: told.append(numbers))
    last = kayles["places"][-1]
    assert told == sorted(told)
    assert told[-1] == (last, last)


def test_a_false_part_is_not_kept(kayles: dict[str, Any], tmp_path: Path) -> None:
    size = (kayles["computed"] - 2 * 272) // len(kayles["places"])
    false = with_values(kayles, -size - 1)  # the last value of the window before the last one
    for _ in range(2):
        assert "is not what follows" in str(verify(false, save=tmp_path).reason)
    assert verify(kayles, save=tmp_path)
    assert verify(false, save=tmp_path).holds is False


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_folder_makes_a_false_certificate_hold(kayles: dict[str, Any], tmp_path: Path, data: st.DataObject) -> None:
    """Whoever knows the code and the data, but not the key, cannot make a part be taken for checked."""
    false, parts = with_values(kayles, data.draw(st.integers(0, kayles["computed"] - 1))), Counting()
    verify(kayles, save=tmp_path)  # a true folder, to be changed
    lines = (tmp_path / NAME).read_bytes().split()
    verify(false, each=parts)
    keys = [b"", bytes(32), data.draw(st.binary(min_size=32, max_size=32))]
    for key in keys:
        code = SealedRecord(tmp_path, CHECKER)._checker
        lines += [hmac.new(key, code + digest(part), sha256).hexdigest().encode() for part in parts.parts]
    lines += [digest(part).hex().encode() for part in parts.parts]
    (tmp_path / NAME).write_bytes(b"\n".join(data.draw(st.permutations(lines))))
    assert verify(false, save=tmp_path).holds is False


def test_the_folder_of_somebody_else_is_worth_nothing(kayles: dict[str, Any], tmp_path: Path, cache: Path) -> None:
    verify(kayles, save=tmp_path)
    assert (cache / KEY).stat().st_mode & 0o077 == 0
    (cache / KEY).unlink()
    again = Counting()
    assert verify(kayles, save=tmp_path, each=again)
    assert len(again.parts) == len(kayles["places"])


@pytest.mark.parametrize("damage", [b"", b"\xff\x00 nonsense\n", b"half a li"])
def test_a_damaged_folder_means_more_work(kayles: dict[str, Any], tmp_path: Path, damage: bytes) -> None:
    verify(kayles, save=tmp_path)
    (tmp_path / NAME).write_bytes(damage)
    again = Counting()
    assert verify(kayles, save=tmp_path, each=again)
    assert len(again.parts) == len(kayles["places"])
    assert verify(kayles, save=tmp_path, each=(last := Counting()))
    assert not last.parts


def test_without_a_key_nothing_is_recognised(
    kayles: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    verify(kayles, save=tmp_path)
    again = Counting()
    assert verify(kayles, save=tmp_path, each=again)
    assert again.parts


def test_a_folder_that_cannot_be_written(kayles: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError):
        verify(kayles, save=tmp_path / "file")


def some_part(**changes: Any) -> FrontPart:
    values = np.arange(8, dtype="u1")
    part = FrontPart((0, 7, 7), (RareForm(1, 0), RareForm(2, 0)), values[:4], 20, 30, values, values[:3], False, None)
    return part._replace(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"digits": (0, 7)}, {"forms": (RareForm(1, 0), RareForm(2, 1))}, {"front": np.arange(5, dtype="u1")},
        {"start": 21}, {"stop": 31}, {"window": np.zeros(8, "u1")}, {"expected": np.arange(4, dtype="u1")},
    ],
)  # fmt: skip
def test_each_thing_that_decides_is_sealed(changes: dict[str, Any], tmp_path: Path) -> None:
    SealedRecord(tmp_path, CHECKER).add(digest(some_part()))
    kept = SealedRecord(tmp_path, CHECKER)
    assert kept.has(digest(some_part(plain=True, until=5.0)))
    assert kept.has(digest(some_part(window=np.arange(8, dtype="u4"))))
    assert not kept.has(digest(some_part(**changes)))


def test_several_processes(kayles: dict[str, Any], tmp_path: Path) -> None:
    assert verify(kayles, save=tmp_path, each=by_processes(2))
    assert len((tmp_path / NAME).read_bytes().split()) == len(kayles["places"])
    assert verify(with_values(kayles, -1), save=tmp_path, workers=2).holds is False
    assert verify(kayles, workers=2, seconds=0).holds is None
