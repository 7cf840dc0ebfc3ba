"""Proofs that Coq accepts, and claims that it must refuse. Skipped where Coq is not installed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.errors import Refuted, UsageError
from nimatron.core.message import Message
from nimatron.proof import coq_check
from nimatron.proof.coq_check import check_formally, coq_version, library, ocaml_version, verify_formally
from nimatron.proof.coq_library import modules, statements
from nimatron.proof.coq_source import WRITERS, check_name, coq_source
from nimatron.proof.seal import pack_values, seal, unpack_values
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_file import write
from nimatron.proof.write_lands import lands_certificate
from nimatron.proof.write_outcome import outcome_certificate
from nimatron.proof.write_period import period_certificate
from nimatron.proof.write_quotient import misere_certificate
from nimatron.proof.write_value import value_certificate

formal = pytest.mark.skipif(coq_version() is None, reason="Coq is not installed")
CLAIM = Message("a claim")


def of_period(game: str) -> dict[str, Any]:
    rules = nt.parse(f"{game}: 0").game
    found = nt.period(rules)
    return period_certificate(rules, found, nt.sequence(rules, 5000))


def of_rules(rules: str) -> dict[str, Any]:
    certificate = nt.discover(nt.Rules.from_parameters(rules)).certificate
    assert certificate is not None
    return dict(certificate)


CERTIFICATES: dict[str, Callable[[], dict[str, Any]]] = {
    "a code": lambda: of_period("octal{0.77}"),
    "a code with many values": lambda: of_period("octal{4.344}"),
    "a code that leaves three heaps": lambda: of_period("octal{0.B7}"),
    "a code that grows": lambda: of_period("octal{0.3F}"),
    "a code that grows later": lambda: of_period("octal{0.8B}"),
    "a code that leaves four heaps": lambda: of_period("octal{0.G}"),
    "subtraction": lambda: of_period("subtraction{2,5,7}"),
    "all but": lambda: of_period("allbut{3,7,10}"),
    "Nim in misere play": lambda: outcome_certificate(nt.parse("nim: 1 2 3"), misere=True),
    "a sum": lambda: outcome_certificate(nt.parse("nim: 3 4 + kayles: 3")),
    "Chomp": lambda: outcome_certificate(nt.parse("chomp: 4x3")),
    "a lost position": lambda: outcome_certificate(nt.parse("wythoff: 3 5")),
    "a misere end": lambda: outcome_certificate(nt.parse("nim: 0 0"), misere=True),
    "a draw": lambda: outcome_certificate(nt.parse("graph{a>b b>a b>c c>d}: b + nim: 3")),
    "a draw in misere play": lambda: outcome_certificate(nt.parse("graph{a>b b>a b>e}: b"), misere=True),
    "a win beside a circle": lambda: outcome_certificate(nt.parse("graph{a>b b>a b>e}: b")),
    "a rule for two heaps": lambda: of_rules("x y; x' < x; y' < y"),
    "a rule with chosen numbers": lambda: of_rules("x; x' = x - k, k in {1, 3}"),
    "a rule with quotients": lambda: of_rules("x y; x' < x; y' < y, not min(x, y) % 2 = 1"),
    "a value": lambda: value_certificate(nt.parse("cram: 3x3")),
    "a value of parts": lambda: value_certificate(nt.parse("kayles: 9")),
    "a position of Sprouts": lambda: lands_certificate(nt.parse("sprouts: 4"), nt.Limits()),
    "a lost position of Sprouts": lambda: lands_certificate(nt.parse("sprouts: 2"), nt.Limits()),
    "a misere quotient": lambda: misere_certificate(nt.misere_quotient("0.123")),
}


def test_what_the_formal_proof_leaves_out_is_checked_too(tmp_path: Path) -> None:
    """A saltus that no code has, and a wrong value behind those in the Coq file."""
    kayles = of_period("octal{0.77}")
    lies = {**kayles, "saltus": 3}, with_values(kayles, kayles["computed"] - 1, 9)
    for i, lie in enumerate(lies):
        verdict = verify_formally(write(seal(lie), tmp_path / f"{i}.json"))
        assert verdict.holds is False


EXTRACTED = {
    "a code", "a code with many values", "a code that grows", "a draw", "a rule with quotients", "a value of parts",
    "a misere quotient", "a double period", "a smaller quotient", "another value",
}  # fmt: skip
"""What the extracted checkers try as well."""


@formal
@pytest.mark.slow
@pytest.mark.parametrize("kind", CERTIFICATES)
def test_coq_accepts_every_kind(kind: str) -> None:
    proof = coq_source(CERTIFICATES[kind]())
    verdict = check_formally(proof, CLAIM, seconds=600)
    assert verdict.holds, (kind, verdict)
    assert "assumes nothing" in str(verdict.reason)
    if ocaml_version() and kind in EXTRACTED:
        verdict = check_formally(proof, CLAIM, seconds=600, extracted=True)
        assert verdict.holds, (kind, verdict)


def with_values(data: dict[str, Any], heap: int, value: int) -> dict[str, Any]:
    values = unpack_values(data, data["computed"], None, CheckBudget()).copy()
    values[heap] = value
    return {**data, "values": pack_values(values)}


LIES: dict[str, Callable[[], dict[str, Any]]] = {
    "a wrong value": lambda: with_values(of_period("octal{0.77}"), 9, 5),
    "a double period": lambda: {**of_period("octal{0.77}"), "period": 24},
    "a later beginning": lambda: {**of_period("octal{0.77}"), "preperiod": 72},
    "an earlier beginning": lambda: {**of_period("octal{0.77}"), "preperiod": 70},
    "another rule": lambda: {**of_period("octal{0.77}"), "game": "octal{0.73}"},
    "another amount": lambda: {**of_period("subtraction{2,5,7}"), "game": "subtraction{2,5,8}"},
    "another growth": lambda: {**of_period("allbut{2,4}"), "saltus": 3},
    "a wrong value that grows": lambda: with_values(of_period("octal{0.3F}"), 20, 8),
    "another saltus": lambda: {**of_period("octal{0.3F}"), "saltus": 2},
    "a double period and saltus": lambda: {**of_period("octal{0.3F}"), "period": 12, "saltus": 6, "depth": 12},
    "growth from later on": lambda: {**of_period("octal{0.8B}"), "preperiod": 8},
    "growth from earlier on": lambda: {**of_period("octal{0.8B}"), "preperiod": 6},
    "growth of another code": lambda: {**of_period("octal{0.3F}"), "game": "octal{0.37}"},
    "moves that do not climb": lambda: {**of_period("octal{0.3F}"), "depth": 5},
    "a rule with another automaton": lambda: {**of_rules("x y; x' < x; y' < y"), "accept": [1]},
    "a rule with another move": lambda: {**of_rules("x y; x' < x; y' < y"), "moves": ["x' < x", "y' < y - 1"]},
    "the other winner": lambda: {**outcome_certificate(nt.parse("chomp: 3x2")), "outcome": "P"},
    "the other play": lambda: {**outcome_certificate(nt.parse("nim: 1 1")), "misere": True},
    "a draw that is won": lambda: draw(position="graph{a>b b>a b>c c>d}: c"),
    "a draw with another move": lambda: draw(position="graph{a>b b>a b>c c>d d>e}: b"),
    "a draw that loses": lambda: {**draw(), "claim": "kernel", "outcome": "P"},
    "a smaller quotient": lambda: not_the_smallest(),
    "a lost element less": lambda: shorter(misere_certificate(nt.misere_quotient("0.123"))),
    "another value": lambda: {**value_certificate(nt.parse("cram: 3x3")), "value": 1},
    "a value too many": lambda: other_line(value_certificate(nt.parse("kayles: 9"))),
    "another winner in Sprouts": lambda: {**lands_certificate(nt.parse("sprouts: 4"), nt.Limits()), "outcome": "P"},
    "another value in Sprouts": lambda: other_land(lands_certificate(nt.parse("sprouts: 4"), nt.Limits())),
}


def draw(**others: str) -> dict[str, Any]:
    return {**outcome_certificate(nt.parse("graph{a>b b>a b>c c>d}: b")), **others}


def not_the_smallest() -> dict[str, Any]:
    """With one element more, which no position has: it decides, and is not the smallest."""
    data = misere_certificate(nt.misere_quotient("0.1"))
    assert data["order"] == 2
    table = [[0, 1, 2], [1, 0, 2], [2, 2, 2]]
    return {**data, "order": 3, "values": pack_values(np.array(table, np.uint8).ravel())}


def shorter(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "lost": data["lost"][:-1]}


def other_line(data: dict[str, Any]) -> dict[str, Any]:
    *lines, (state, value) = data["lines"]
    return {**data, "lines": [*lines, [state, value + 1]], "value": value + 1}


def other_land(data: dict[str, Any]) -> dict[str, Any]:
    *lands, (land, value) = data["values"]
    return {**data, "values": [*lands, [land, value + 1]]}


@formal
@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_coq_refuses_what_is_false(lie: str, tmp_path: Path) -> None:
    path = write(seal(data := LIES[lie]()), tmp_path / "lie.json")
    assert verify_formally(path, seconds=600).holds is False
    try:
        proof = coq_source(data)
    except Refuted:
        return
    for extracted in (False, True) if ocaml_version() and lie in EXTRACTED else (False,):
        verdict = check_formally(proof, CLAIM, seconds=600, extracted=extracted)
        assert verdict.holds is False, (lie, verdict)


@formal
@pytest.mark.slow
def test_the_theorems_assume_nothing(tmp_path: Path) -> None:
    """Every theorem of the library, except those on machine integers."""
    theorems = [f"@{name}" for name in statements() if not name.startswith(("FastChecker.", "Windows."))]
    assert len(theorems) > 90
    file = tmp_path / "assumptions.v"
    everything = f"Definition everything := ({', '.join(theorems)}).\nPrint Assumptions everything.\n"
    file.write_text(f"From Nimatron Require {' '.join(modules())}.\n{everything}", "ascii")
    code, output = coq_check.run_coq(library(), file, 600, None)
    assert code == 0, output
    assert output.strip() == "Closed under the global context"


def test_nothing_is_admitted() -> None:
    for file in (files("nimatron") / "coq").iterdir():
        if file.name.endswith(".v"):
            source = file.read_text("utf-8")
            assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", source), file.name


def test_names_of_files() -> None:
    check_name(Path("out/Kayles_2.v"))
    for name in ("2.v", "my-game.v", "a.b.v", "Kayles.txt", "héap.v"):
        with pytest.raises(UsageError, match="Coq cannot compile"):
            check_name(Path(name))


def test_texts_from_a_file_stay_comments() -> None:
    data = {**outcome_certificate(nt.parse("nim: 1 1")), "position": 'nim: 1 1 *) Axiom a : False. (* "'}
    with pytest.raises(nt.NimatronError):
        coq_source(seal(data))


def test_kinds_without_a_formal_proof() -> None:
    with pytest.raises(UsageError, match="no formal proof can be written"):
        coq_source({"claim": "period", "kind": "guess"})
    kinds = {"window", "theorem", "pattern", "front", "growth", "misere", "kernel", "draw", "lost", "value", "lands"}
    assert kinds == set(WRITERS)


def test_a_growth_of_too_many_options() -> None:
    with pytest.raises(UsageError, match="takes numbers up to 10,000,000"):
        coq_source({**of_period("octal{0.8}"), "computed": 1000})


def test_no_coq(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = write(outcome_certificate(nt.parse("nim: 1 1")), tmp_path / "nim.json")
    for version, words in ((None, "no Coq is here"), ("8.9.1", "too old")):
        monkeypatch.setattr(coq_check, "coq_version", lambda version=version: version)
        with pytest.raises(coq_check.NoCoq, match=words):
            verify_formally(path)
    monkeypatch.setattr(coq_check, "coq_version", lambda: "8.16.1")
    monkeypatch.setattr(coq_check, "ocaml_version", lambda: None)
    with pytest.raises(coq_check.NoCoq, match="no OCaml"):
        verify_formally(path, extracted=True)


def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "checker").write_text("not a program")
    with pytest.raises(coq_check.NoCoq, match="does not start"):
        coq_check.run([str(tmp_path / "checker")], tmp_path, 1, None)


def test_a_killed_coq_leaves_no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(coq_check, "coq_version", lambda: "8.16.1")
    monkeypatch.setattr(coq_check, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(coq_check, "run_coq", lambda *_: (None, ""))
    with pytest.raises(coq_check.NoCoq, match="does not accept the library"):
        library()
    assert not [*(tmp_path / "coq").iterdir()]


@pytest.mark.parametrize("field", ["c", "accept", "step", "measure"])
def test_no_text_of_a_rule_gets_into_coq(field: str) -> None:
    text = "0%N]. Axiom evil : False. Check ["
    for lie in (text, [text], [[text]]):
        with pytest.raises(nt.NimatronError):
            coq_source({**of_rules("x; x' < x"), field: lie})


def test_replies_must_be_moves() -> None:
    data = outcome_certificate(nt.parse("nim: 1 1"))
    with pytest.raises(nt.NimatronError):
        coq_source({**data, "replies": [[option, place] for _, place in data["replies"] for option in ["0 3", "9 9"]]})


@formal
@pytest.mark.slow
def test_a_limit_ends_coq(tmp_path: Path) -> None:
    data = of_period("octal{4.344}")
    verdict = check_formally(coq_source(data), CLAIM, seconds=0.05)
    assert verdict.holds is None
    assert "--seconds" in str(verdict.reason)


@formal
@pytest.mark.slow
def test_the_commands(tmp_path: Path) -> None:
    certificate, proof = tmp_path / "kayles.json", tmp_path / "Kayles.v"
    made = CliRunner().invoke(app, ["prove", "octal{0.77}", "-o", str(certificate), "--coq", str(proof)])
    assert made.exit_code == 0, made.output
    assert "Theorem in_play : forall n s, 71 <= n" in proof.read_text("ascii")
    answer = CliRunner().invoke(app, ["verify", str(certificate), "--formal", "--json"])
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)[0]["status"] == "holds"


def test_every_mark_leads_to_a_theorem() -> None:
    from nimatron_help import formal as chapter

    assert chapter.used() <= statements().keys()
    assert len(chapter.used()) >= 18
    assert all(its.words for its in statements().values()), "a theorem without a sentence"
    text = chapter.theorems()
    assert "Theorem bouton s :" in text
    assert "Hypothesis Hg : gives_values (subtract S) g." in text  # a theorem of a section, with what that supposes
