"""Periods proved by a front and windows: the check agrees with Guy and Smith, and finds whatever is changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from nimatron import Octal, Period, sequence
from nimatron import period as find_period
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.core.limits import Limits
from nimatron.proof import front_part
from nimatron.proof.checkers import verify
from nimatron.proof.front_blocks import follower
from nimatron.proof.front_part import FrontPart, RareForm, _compile_follow, _follow, _Run, is_rare
from nimatron.proof.seal import Unreadable, pack_values, seal
from nimatron.proof.write_file import write
from nimatron.proof.write_period import front_certificate
from nimatron.solve.sequences.front_run import FrontSearch
from nimatron.solve.sequences.long_runs import reach


def certified(code: str, front: int, upto: int = 5000) -> dict[str, Any]:
    run = FrontSearch(Octal(code), front, theorem=False)
    reach(run, upto)
    return front_certificate(run)


# A long preperiod and none, unequal splits, an odd period, several primes.
@pytest.mark.parametrize(
    ("code", "front"),
    [("0.77", 270), ("4.7", 300), ("0.45", 520), ("0.7777", 300), ("0.35!", 270), ("0.055", 400), ("0.34", 300)],
)
@pytest.mark.one_in(3)
def test_it_holds(code: str, front: int) -> None:
    certificate, known = certified(code, front), find_period(Octal(code))
    assert isinstance(known, Period)
    assert (certificate["preperiod"], certificate["period"]) == (known.preperiod, known.period)
    verdict = verify(certificate)
    assert verdict, verdict.reason


@pytest.mark.slow
@pytest.mark.parametrize("front", [580, 600, 640])
@pytest.mark.one_in(3)
def test_a_front_shorter_than_the_window_shows_the_whole_preperiod(front: int) -> None:
    """The last heap that spoils the period lies in a window that does not come back, before the front's part of it."""
    certificate = certified("0.156", front, 12_000)
    assert (certificate["preperiod"], certificate["period"]) == (3479, 349)
    assert verify(certificate)


short = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=3)).map(
    lambda x: (x[0], *x[1])
)


@given(short, st.booleans())
def test_it_agrees_with_guy_and_smith(digits: tuple[int, ...], unequal: bool) -> None:
    first, *others = (f"{digit}{'!' * unequal}" for digit in digits)
    text = f"{first}.{''.join(others)}"
    run = FrontSearch(Octal(text), 262, theorem=False)
    reach(run, 3000)
    if not run.ended or not any(digit & 4 for digit in digits):
        return
    known = find_period(Octal(text), Limits(positions=3000))
    verdict = verify(front_certificate(run))
    if isinstance(known, Period):
        found = run.report().period
        assert found
        assert (found.period, found.since) == (known.period, known.preperiod)
    # A pair that the run saw while it had all values may be out of the front's reach: then nothing is claimed.
    assert verdict or "does not decide" in str(verdict.reason)


def changed(certificate: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    return seal({**copy.deepcopy(certificate), key: value})


def values_of(certificate: dict[str, Any]) -> Any:
    import base64
    import zlib

    return np.frombuffer(zlib.decompress(base64.b64decode(certificate["values"]["zlib"])), "u1").copy()


KAYLES = certified("0.77", 270)

FALSE: list[tuple[str, Any]] = [
    ("game", "octal{0.7}"), ("game", "octal{0.07}"), ("game", "subtraction{1,2}"),
    ("preperiod", 70), ("preperiod", 72), ("preperiod", 0), ("period", 24), ("period", 6), ("period", 11),
    ("saltus", 1), ("front", 269), ("front", 271), ("front", 60), ("masks", [[0, 0], [0, 0]]),
    ("masks", [[1, 0], [1, 0]]), ("places", KAYLES["places"][1:]), ("places", KAYLES["places"][:-1]),
    ("places", [*KAYLES["places"], KAYLES["places"][-1] + 1]), ("computed", KAYLES["computed"] - 1),
]  # fmt: skip


@every_row(("key", "value"), FALSE)
def test_a_changed_field_is_found(key: str, value: Any) -> None:
    verdict = verify(changed(KAYLES, key, value))
    assert verdict.holds is False, verdict.reason


@every_row("value", [[], ["a"], [5, 4], [True], 7])
def test_places_must_be_places(value: Any) -> None:
    with pytest.raises(Unreadable):
        verify(changed(KAYLES, "places", value))


@every_row("value", [[], [[1, 0]], [[1, 0], [-1, 0]], [[1, 0], [1, "a"]], "x"])
def test_masks_must_be_masks(value: Any) -> None:
    with pytest.raises(Unreadable):
        verify(changed(KAYLES, "masks", value))


@given(st.data())
def test_a_changed_value_is_found(data: st.DataObject) -> None:
    values = values_of(KAYLES)
    place = data.draw(st.integers(0, len(values) - 1))
    values[place] ^= data.draw(st.integers(1, 15))
    assert verify(changed(KAYLES, "values", pack_values(values))).holds is False


def test_a_front_that_does_not_decide_is_refused() -> None:
    """0.106 needs pairs beyond heap 1200 at heap 18,002: a forger who leaves that out is found."""
    run = FrontSearch(Octal("0.106"), 1200, theorem=False)
    reach(run, 17_000)
    with pytest.raises(UsageError, match="no period is proved"):
        front_certificate(run)


@pytest.mark.slow
def test_in_parts_by_several_processes(tmp_path: Path) -> None:
    certificate = certified("0.156", 4000, 100_000)
    assert len(certificate["places"]) > 2
    path = write(certificate, tmp_path / "kenyon.json")
    for workers in (1, 2):
        assert verify(path, workers=workers)
    values = values_of(certificate)
    values[-1] ^= 1
    assert verify(changed(certificate, "values", pack_values(values)), workers=2).holds is False


@pytest.mark.slow
def test_compiled_follows_like_plain() -> None:
    certificate = certified("0.156", 4000, 100_000)
    values = values_of(certificate)
    begin = values[: 2 * (4000 + 3)].astype("i8")
    arrays = np.array([1, 2, 3]), np.array([2]), np.arange(1, 60), np.arange(1, 50)
    unsure, results = np.ones((2, 64), "u1"), []
    for follow in (_follow, _compile_follow()):
        buffer = np.concatenate([begin, np.zeros(500, "i8")])
        seen = np.full(4096, -1, "i8")
        done = follow(buffer, len(begin), 500, len(begin), begin[:4000], *arrays, unsure, seen)
        results.append((done, buffer.tolist()))
    assert results[0] == results[1]


CODES = [
    ("0.77", 270), ("4.7", 300), ("0.45", 520), ("0.7777", 300), ("0.35!", 270), ("0.055", 400), ("0.34", 300),
    ("0.106", 1200),
]  # fmt: skip


@cache
def known(code: str, front: int) -> tuple[tuple[int, ...], tuple[RareForm, RareForm], Any]:
    run = FrontSearch(Octal(code), front, theorem=False)
    reach(run, 4000)
    even, odd = (RareForm(f >> 1, f & 1) for f in run.functionals)
    return Octal(code).code.digits, (even, odd), np.array(sequence(Octal(code), 4000))


@pytest.mark.slow  # each process compiles these loops anew: what checks a proof is kept on no disk
class TestBlocks:
    """Sets in words decide what the plain loop decides, and nothing else."""

    @staticmethod
    def part(data: st.DataObject) -> FrontPart:
        """True values before a heap of some code, perhaps changed, with a front that may be too small to decide all."""
        code, front = data.draw(st.sampled_from(CODES))
        digits, forms, values = known(code, front)
        rare = [heap for heap in range(front) if is_rare(int(values[heap]), heap, digits, forms)]
        front = data.draw(st.integers(max(rare) + 1, front))
        needed = front + len(digits)
        start = data.draw(st.integers(2 * needed, 3000))
        window = values[start - needed : start].copy()
        for place in data.draw(st.lists(st.integers(0, needed - 1), max_size=20)):
            value = data.draw(st.integers(0, 63))
            # No heap behind the front is rare: that is checked, or was found out, before a part begins.
            if not is_rare(value, start - needed + place, digits, forms):
                window[place] = value
        return FrontPart(digits, forms, values[:front], start, start + 300, window, window[:0], False, None)

    @staticmethod
    def compared(part: FrontPart) -> _Run:
        fast, plain = _Run(part), _Run(part._replace(plain=True))
        while fast.heap < part.stop and fast.go_on(part.stop - fast.heap):
            pass
        plain.go_on(part.stop - plain.heap)
        size = len(part.window)
        assert (fast.heap, fast.last(size).tolist()) == (plain.heap, plain.last(size).tolist())
        return fast

    @given(st.data())
    def test_like_the_plain_loop(self, data: st.DataObject) -> None:
        self.compared(self.part(data))

    def test_from_32_on_whole_words_are_used(self) -> None:
        """All values below 32 can be reached by takes: the next ones are 32 and 33, and then one is not decided."""
        window, form = np.array([0] * 10 + [*range(32)]), RareForm(32, 0)
        part = FrontPart((0, *[2] * 32, 4), (form, form), window[:2], 200, 260, window, window[:0], False, None)
        assert _Run(part)._width == 32
        run = self.compared(part)
        assert run._width == 64
        assert run.last(3).tolist() == [31, 32, 33]

    def test_from_64_on_the_plain_loop_goes_on(self) -> None:
        """All values below 64 can be reached by takes: the next ones are 64 and 65, and then one is not decided."""
        window = np.array([0] * 10 + [*range(64)])
        forms = RareForm(64, 0), RareForm(64, 0)
        run = self.compared(FrontPart((0, *[2] * 64, 4), forms, window[:2], 200, 290, window, window[:0], False, None))
        assert run.last(3).tolist() == [63, 64, 65]


def test_on_the_command_line(tmp_path: Path) -> None:
    file, folder = tmp_path / "kayles.json", tmp_path / "run"
    for more in (["--save", str(folder)], ["--save", str(folder), "--force"], ["--force"]):
        result = CliRunner().invoke(app, ["prove", "kayles", "--front", "300", "-o", str(file), *more])
        assert result.exit_code == 0, result.output
        assert CliRunner().invoke(app, ["verify", str(file), "--workers", "2"]).exit_code == 0


def test_blocks_decide_a_little_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    digits, forms, values = known("0.77", 270)
    monkeypatch.setattr(front_part, "_by_blocks", cache(lambda: follower(lambda loop: loop)))
    monkeypatch.setattr(front_part, "_compile_follow", lambda: _follow)
    window = values[1000 - 270 - len(digits) : 1000]
    with np.errstate(over="ignore"):  # words are multiplied modulo 2^64
        run = TestBlocks.compared(FrontPart(digits, forms, values[:270], 1000, 1020, window, window[:0], False, None))
    assert run.last(20).tolist() == values[1000:1020].tolist()


@pytest.mark.slow
def test_the_longest_period_is_kept_whole() -> None:
    """All that can be checked of the certificate of 0.106 without going through 8 * 10^11 heaps."""

    def looked_at(parts: Sequence[FrontPart]) -> Iterator[tuple[int, int, str]]:
        """Go on from some of the windows, a little."""
        for number, part in enumerate(parts):
            if number % 40 == 0:
                assert _Run(part).go_on(10_000) == 10_000
            yield number, part.stop, ""

    verdict = verify(Path(__file__).parents[1] / "docs/records/long/octal-106.json", each=looked_at)
    assert verdict.checked == 465_384_263_797 + 65_536 + 3 + 328_226_140_474
    assert verdict, verdict.reason
