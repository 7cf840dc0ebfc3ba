"""Whoever forges a certificate keeps to the rules wherever that helps; no false claim passes."""

from __future__ import annotations

import base64
import json
import os
import sys
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_definition, codes, moves, nim_sum, sets, true_values
from every_row import every_row
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from nimatron import Game, Period, parse, period
from nimatron.cli.program import app
from nimatron.families.catalog import CATALOG
from nimatron.proof import seal as files
from nimatron.proof.checkers import verify
from nimatron.proof.heap_rules import HeapRules, rules_of
from nimatron.proof.seal import Unreadable, seal
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_outcome import outcome_certificate

Certificate = dict[str, Any]


def claim_of(text: str, preperiod: int, length: int, saltus: int, values: list[int]) -> Certificate:
    """A sealed certificate of a period, true or not."""
    raw = b"".join(value.to_bytes(2, "little") for value in values)
    return seal({
        "claim": "period", "game": text, "preperiod": preperiod, "period": length, "saltus": saltus,
        "kind": rules_of(text).kind, "computed": len(values),
        "values": {"type": "u2", "zlib": base64.b64encode(zlib.compress(raw)).decode()},
    })  # fmt: skip


def continued(rules: HeapRules, values: list[int], size: int) -> list[int]:
    """More values that follow from those given, which need not be true."""
    values = values[:]
    while len(values) < size:
        options = {nim_sum(values, option) for option in moves(rules, len(values))}
        values.append(next(v for v in range(len(options) + 1) if v not in options))
    return values


def shown_periods(rules: HeapRules, values: list[int]) -> Iterator[tuple[int, int, int]]:
    """All (preperiod, period, saltus) for which there seem to be enough values."""
    size = len(values)
    for length in range(1, size):
        saltus = values[-1] - values[-1 - length] if rules.family == "allbut" else 0
        start = size - length
        while start and values[start - 1 + length] == values[start - 1] + saltus:
            start -= 1
        if saltus >= 0 and rules.values_to_prove(start, length) <= size:
            yield start, length, saltus


games = codes | sets


# -- periods -------------------------------------------------------------------------------------


@pytest.mark.slow
@given(games, st.data())
@settings(max_examples=100, deadline=None)
def test_a_false_value_and_what_follows_from_it(text: str, data: st.DataObject) -> None:
    """One value is false; all others follow from the rules and from it, show a period, and are more than enough."""
    rules, size = rules_of(text), 70
    true = true_values(text, size)
    at = data.draw(st.integers(0, size - 1))
    value = data.draw(st.integers(0, 9).filter(lambda v: v != true[at]))
    forged = continued(rules, [*true[:at], value], size)
    for preperiod, length, saltus in shown_periods(rules, forged):
        if rules.values_to_prove(preperiod, length) > at:  # otherwise it is only padding behind a proof
            verdict = verify(claim_of(text, preperiod, length, saltus, forged))
            assert verdict.holds is False
            assert verdict.checked <= at


@given(games, st.integers(2, 60))
@example("octal{0.16!}", 13)
@settings(max_examples=100, deadline=None)
def test_true_values_prove_only_true_periods(text: str, size: int) -> None:
    """All claims that a beginning of the true values allows: what passes lasts as long as anybody looks."""
    rules, long = rules_of(text), true_values(text, 300)
    for preperiod, length, saltus in shown_periods(rules, long[:size]):
        if verify(claim_of(text, preperiod, length, saltus, long[:size])):
            assert all(long[n + length] == long[n] + saltus for n in range(preperiod, 300 - length))
            assert preperiod == 0 or long[preperiod - 1 + length] != long[preperiod - 1] + saltus
            smaller = [
                p for p in range(1, length)
                if len({b - a for a, b in zip(long[preperiod:], long[preperiod + p :], strict=False)}) == 1
            ]  # fmt: skip
            assert not smaller


@given(games, st.integers(0, 40), st.integers(1, 40), st.integers(0, 5))
@example("octal{0.77}", 71, 12, 0)
@settings(max_examples=75, deadline=None)
def test_any_other_claim_about_true_values_is_refuted(text: str, preperiod: int, length: int, saltus: int) -> None:
    rules = rules_of(text)
    true = true_values(text, max(200, rules.values_to_prove(preperiod, length)))
    verdict = verify(claim_of(text, preperiod, length, saltus, true))
    right = next(((n, p, s) for n, p, s in shown_periods(rules, true)), None)
    assert verdict.holds is (right == (preperiod, length, saltus))


PADDED = [("octal{0.77}", 1), ("octal{0.77}", 40), ("octal{0.77}", 160), ("octal{0.07}", 3), ("octal{0.7!}", 2)]


@pytest.mark.parametrize(("text", "at"), PADDED)
@pytest.mark.one_in(5)
def test_a_false_value_padded_to_thousands(text: str, at: int) -> None:
    """One false value, and then whatever it takes to look periodic for very long."""
    rules, true = rules_of(text), true_values(text, 400)
    forged = continued(rules, [*true[:at], true[at] + 1], 400)
    forged += [*forged[-12:]] * 10_000
    start = len(forged) - 12
    while start and forged[start - 1] == forged[start + 11]:
        start -= 1
    honest = period(parse(f"{text}: 1").game)
    assert isinstance(honest, Period)
    for preperiod, length in ((start, 12), (honest.preperiod, honest.period)):
        verdict = verify(claim_of(text, preperiod, length, 0, forged))
        assert verdict.holds is False
    assert verify(claim_of(text, honest.preperiod, honest.period, 0, [*true, *[77] * 120_000])).holds is True


@given(st.text("01234567", max_size=3), st.integers(0, 3), st.sampled_from("04"), st.sampled_from(["", "!"]))
@settings(max_examples=25, deadline=None)
def test_zeros_at_the_end_of_a_code_change_nothing(digits: str, zeros: int, first: str, mark: str) -> None:
    plain, longer = (f"octal{{{first}.{digits}{mark * bool(digits)}{end}}}" for end in ("", "0" * zeros))
    assert rules_of(plain) == rules_of(longer)


@given(games)
@settings(max_examples=50, deadline=None)
def test_the_checker_reads_the_rules_as_the_program_does(text: str) -> None:
    rules, game = rules_of(text), CATALOG.game(text)
    for n in range(14):
        ours = {tuple(sorted(heap for heap in option if heap)) for option in moves(rules, n)}
        theirs = {tuple(sorted(heap for heap in option if heap)) for option in game.options((n,))}
        assert ours == theirs


SPELLINGS = [
    "octal{0.77} ", " octal{0.77}", "OCTAL{0.77}", "octal{0,77}", "octal{.77}", "octal{0.7 7}", "kayles{0.77}",
    "octal{0.77}!", "octal{0.77", "octal{0.77}}", "octal{0.77\n}", "octal{0.7\uff17}", "octal{0x77}", "octal{0.77}\n",
    "subtraction{1,2,}", "subtraction{+1}", "subtraction{1..3}",
]  # fmt: skip


@every_row("text", SPELLINGS)
def test_other_spellings_are_refused(text: str) -> None:
    values = true_values("octal{0.77}", 167)
    with pytest.raises(Unreadable):
        verify(seal({**claim_of("octal{0.77}", 71, 12, 0, values), "game": text}))


def test_a_field_given_twice(tmp_path: Path) -> None:
    good = json.dumps(claim_of("octal{0.77}", 71, 12, 0, true_values("octal{0.77}", 167)))
    file = tmp_path / "twice.json"
    for twice in ('{"preperiod": 3, ' + good[1:], good[:-1] + ', "game": "octal{0.07}"}'):
        file.write_text(twice)
        with pytest.raises(Unreadable, match="twice"):
            verify(file)


def test_the_definition_used_here() -> None:
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert by_definition(rules_of("octal{0.77}"), kayles) is None
    assert by_definition(rules_of("octal{0.77}"), [*kayles[:9], 5, 2, 6]) == 9


# -- kernels -------------------------------------------------------------------------------------

Arrows = dict[int, list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Arrows:
    """A small directed graph; half of them have circles."""
    size, circles = draw(st.integers(2, 7)), draw(st.booleans())
    return {a: sorted(draw(st.sets(st.integers(0 if circles else a + 1, size - 1), max_size=3)) - {a})
            for a in range(size) if circles or a < size - 1} | ({} if circles else {size - 1: []})  # fmt: skip


def outcomes(arrows: Arrows, misere: bool) -> dict[int, str]:
    """P and N by going backwards from the ends; who is on neither list draws."""
    known = {a: "N" if misere else "P" for a, ways in arrows.items() if not ways}
    while True:
        more = {}
        for a, ways in arrows.items():
            if a not in known:
                if any(known.get(b) == "P" for b in ways):
                    more[a] = "N"
                elif all(known.get(b) == "N" for b in ways):
                    more[a] = "P"
        if not more:
            return known
        known |= more


@pytest.mark.slow
@given(graphs(), st.booleans(), st.data())
@settings(max_examples=125, deadline=None)
def test_a_kernel_closed_under_lies(arrows: Arrows, misere: bool, data: st.DataObject) -> None:
    """Any position is called P; every move from it is answered by some legal move, and so on, as far as that goes."""
    first = data.draw(st.sampled_from(sorted(arrows)))
    members, replies, waiting = [first], {}, [first]
    while waiting:
        for option in arrows[waiting.pop()]:
            if option not in replies and arrows[option]:
                # Half of the time a reply that is already a member: circles.
                known = [b for b in arrows[option] if b in members]
                reply = data.draw(st.sampled_from(known if known and data.draw(st.booleans()) else arrows[option]))
                replies[option] = reply
                if reply not in members:
                    members.append(reply)
                    waiting.append(reply)
    name = "abcdefg".__getitem__
    edges = " ".join(f"{name(a)}>{name(b)}" for a, ways in arrows.items() for b in ways)
    assume(edges and all(arrows[a] or any(a in ways for ways in arrows.values()) for a in arrows))
    before = data.draw(st.none() | st.sampled_from([a for a in arrows if first in arrows[a]] or [None]))
    told = "P" if before is None else "N"
    claim = seal({
        "claim": "kernel", "position": f"graph{{{edges}}}: {name(first if before is None else before)}",
        "misere": misere, "outcome": told, "first": None if before is None else name(first),
        "members": [*map(name, members)], "replies": [[name(o), members.index(r)] for o, r in replies.items()],
    })  # fmt: skip
    verdict = verify(claim)
    if verdict:
        assert outcomes(arrows, misere).get(first if before is None else before) == told


class Steps(Game):
    """Take 1 or 2."""

    name = "steps"

    def options(self, state: int) -> list[int]:
        return [state - t for t in (1, 2) if t <= state]


class Strides(Steps):
    """Take 1, 2 or 3: the same name, other rules."""

    name = "steps"

    def options(self, state: int) -> list[int]:
        return [state - t for t in (1, 2, 3) if t <= state]


@every_row("heap", range(9))
def test_rules_that_have_changed(heap: int) -> None:
    """The certificate of the old rules holds for the new ones only if it says the truth about them."""
    old = outcome_certificate(Steps()(heap))
    assert verify(old, Steps())
    assert verify(old, Strides()).holds in (False, (old["outcome"] == ("P" if heap % 4 == 0 else "N")))


class Leaving(Steps):
    name = "steps"

    def options(self, state: int) -> list[int]:
        sys.exit(0)


def test_rules_that_end_the_program() -> None:
    with pytest.raises(Unreadable, match="SystemExit"):
        verify(outcome_certificate(Steps()(3)), Leaving())


# -- files that cost much ------------------------------------------------------------------------


def refused(file: Path, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        verify(file)


@pytest.mark.slow
def test_millions_of_brackets(tmp_path: Path) -> None:
    file = tmp_path / "brackets.json"
    for content, words in (
        (b"[" + b"[]," * 20_000_000 + b"0]", "values"), (b"[" * 60_000_000, "values"), (b"{" * 60_000_000, "values"),
        (b'{"a":' * 1_000_000, "recursion"), (b"[" * 3_000_000, "recursion"), (b"9" * 60_000_000, "digits"),
    ):  # fmt: skip
        file.write_bytes(content)
        refused(file, words)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipes_and_devices(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    refused(tmp_path / "pipe.json", "not an ordinary file")
    for device in ("/dev/zero", "/dev/tty", "/dev/stdin"):
        if Path(device).exists():
            refused(Path(device), "not an ordinary file|cannot read")
    (tmp_path / "link.json").symlink_to("/dev/zero")
    refused(tmp_path / "link.json", "not an ordinary file")


def beside(folder: Path, size: int) -> Path:
    """A certificate whose values are said to be in a file beside it."""
    values = {"type": "u1", "file": "big.values", "sha256": "0" * 64}
    data = {"claim": "period", "game": "octal{0.77}", "preperiod": 0, "period": size // 2 - 2, "saltus": 0,
            "kind": "theorem", "computed": size, "values": values}  # fmt: skip
    file = folder / "big.json"
    file.write_text(json.dumps(seal(data)))
    return file


def test_a_file_with_holes(tmp_path: Path) -> None:
    big = tmp_path / "big.values"
    try:
        with big.open("wb") as file:
            file.truncate(1 << 37)
    except OSError:
        pytest.skip("no room even for holes")
    refused(beside(tmp_path, 1 << 37), "too many")
    with big.open("wb") as file:
        file.truncate(1 << 33)
    verdict = verify(beside(tmp_path, 1 << 33), memory=1 << 30)
    assert verdict.holds is None
    assert "1,024 MB" in str(verdict.reason)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_values_in_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "big.values")
    refused(beside(tmp_path, 1000), "not an ordinary file|expected a file")
    (tmp_path / "big.values").unlink()
    (tmp_path / "big.values").symlink_to("/dev/zero")
    refused(beside(tmp_path, 1000), "expected a file")


def test_a_file_that_is_cut_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    big = tmp_path / "big.values"
    big.write_bytes(bytes(5000))
    monkeypatch.setattr(files, "CHUNK", 1000)

    class Cutting(CheckBudget):
        def look(self) -> None:
            os.truncate(big, 2000)

    with pytest.raises(Unreadable, match="expected a file"):
        files._read_beside("big.values", tmp_path, memoryview(bytearray(5000)), Cutting())


@pytest.mark.slow
def test_a_code_of_thousands_of_digits() -> None:
    """Every heap has millions of options: the limit comes first, and says how far the check got."""
    digits = "4" * 90_000
    text = f"octal{{0.{digits}}}"
    values = continued(rules_of("octal{0." + "4" * 60 + "}"), [], 60) + [1] * 100_000
    start = 62
    needed = rules_of(text).values_to_prove(start, 1)
    verdict = verify(claim_of(text, start, 1, 0, [*values, *[1] * needed][:needed]), seconds=0.5)
    assert verdict.holds in (None, False)


def test_states_that_are_slow_to_tell_apart() -> None:
    """Numbers with the same hash make a set as slow as a list; the clock is looked at after each of them."""
    clash = [str(k * ((1 << 61) - 1)) for k in range(1, 100_000)]
    claim = seal({"claim": "kernel", "position": "nim: 1", "misere": False, "outcome": "P", "first": None,
                  "members": clash, "replies": []})  # fmt: skip
    assert verify(claim, seconds=0.3).holds is None


def test_the_memory_of_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter(range(0, 1 << 40, 1 << 20))
    monkeypatch.setattr("nimatron.proof.verdict.resident", lambda: next(taken))
    monkeypatch.setattr("nimatron.proof.verdict.LOOK", -1.0)
    verdict = verify(outcome_certificate(parse("nim: 3 4 5")), memory=20 << 20)
    assert verdict.holds is None
    assert "20 MB" in str(verdict.reason)


@pytest.mark.parametrize("position", ["nim: " + "1 " * 600_000, "octal{0." + "7" * 1_100_000 + "}: 3"])
def test_endless_positions(position: str) -> None:
    good = outcome_certificate(parse("nim: 1 2"))
    refusals: list[Certificate] = [{"position": position}, {"members": [position]}, {"replies": [[position, 0]]}]
    for fields in refusals:
        with pytest.raises(Unreadable, match="too long"):
            verify(seal({**good, **fields}))


DEEP = [
    "tartan{" * 400 + "ruler" + "}" * 400 + ": 1,1",
    "nim: " + "w^(" * 5000 + "1" + ")" * 5000,
    "nim: " + "9" * 5000,
    "nim: 1 + " * 20_000 + "nim: 1",
]


@pytest.mark.slow
@every_row("position", DEEP)
def test_deep_positions(position: str) -> None:
    good = outcome_certificate(parse("nim: 1 2"))
    with pytest.raises(Unreadable, match=r"cannot be read|too large"):
        assert verify(seal({**good, "position": position}), seconds=5).holds is not None


# -- the command line ----------------------------------------------------------------------------


def test_what_is_not_verified_says_so(tmp_path: Path) -> None:
    files_of = {"kernel": outcome_certificate(parse("nim: 3 4 5")),
                "period": claim_of("octal{0.77}", 71, 12, 0, true_values("octal{0.77}", 167))}  # fmt: skip
    runner = CliRunner()
    for name, claim in files_of.items():
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(claim))
        result = runner.invoke(app, ["verify", str(file), "--seconds", "0"], env={"LANGUAGE": "en"})
        assert result.exit_code == 5
        assert result.stdout.startswith(f"{file}: not verified: ")
        result = runner.invoke(app, ["verify", str(file), "--seconds", "0", "--json"])
        assert [(v["holds"], v["status"]) for v in json.loads(result.stdout)] == [(None, "not verified")]
        assert runner.invoke(app, ["verify", str(file)]).exit_code == 0
    verdict = verify(files_of["period"], seconds=0)
    assert not verdict
    assert "0 of 167 values" in str(verdict.reason)


def test_pairs_of_this_file() -> None:
    """The helper that continues a sequence gives the true one when nothing is false."""
    for text in ("octal{0.137}", "subtraction{2,5}", "allbut{2,3}"):
        true = true_values(text, 60)
        assert all(continued(rules_of(text), true[:a], 60)[:b] == true[:b] for a, b in pairwise((1, 20, 60)))
