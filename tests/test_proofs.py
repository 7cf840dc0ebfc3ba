"""Proofs that a reader can follow: every claim holds for every instance, and a wrong claim would be seen."""

from __future__ import annotations

import json

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.explain.proofs.proof import ProofRun, ProofStep, run_proof
from nimatron.explain.proofs.table import PROOFS
from nimatron.show.proof_text import proof_lines

NUMBER = st.integers(0, 200)
SETS = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(lambda s: "{" + ",".join(map(str, s)) + "}")
TWO = st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(0, 40)).map(
    lambda t: f"{t[0]} {t[0] + t[1]} {sum(t[:2]) + t[2]}"
)
LESS = st.tuples(NUMBER, NUMBER, NUMBER).filter(lambda t: t[0] != t[1]).map(lambda t: (*t[:2], t[2] % (t[0] ^ t[1])))
INSTANCES = {
    "lemma-1": TWO,
    "theorem-1": SETS,
    "lasker": st.integers(1, 60).map(str),
    "mock-turtles": st.integers(0, 40).map(str),
    "associativity": st.tuples(NUMBER, NUMBER, NUMBER).map(str),
    "cancellation": st.tuples(NUMBER, NUMBER, NUMBER).map(str),
    "monotonicity": LESS.map(str),
    "sum": st.sampled_from(["nim: 2 + kayles: 3", "kayles: 4 + {1,2}: 5", "chomp: 2x2 + nim: 3", "nim: 0 + nim: 0"]),
}


@given(st.data())
@pytest.mark.parametrize("name", PROOFS)
def test_every_claim_holds(name: str, data: st.DataObject) -> None:
    run = run_proof(PROOFS[name], data.draw(INSTANCES[name]))
    assert [str(step.claim) for step in run.steps if not step.holds] == []
    assert len(run.steps) >= 3


@every_row(
    ("name", "instance", "said"),
    [
        ("theorem-1", "{1,2,6,11}", "the window from 3 on and the window from 15 on are equal: 0 1 2 3 0 1 2 0 1 2 3."),
        ("lasker", "7", "Splitting 7 into 1 and 6 has the value 1 ⊕ 6 = 7."),
        ("mock-turtles", "5", "So g(5) = 11, the odious one of 10 and 11."),
        ("lemma-1", "2 5 11", "Both moves of 11 lead to values that are not 0: G(11) = mex {1, 1} = 0."),
        ("monotonicity", "13 42 30", "Replace 42 by 30 ⊕ 13 = 19, in binary 010011."),
        ("cancellation", "5 3 6", "(5 ⊕ 6) ⊕ 6 = 5 ⊕ (6 ⊕ 6) = 5 ⊕ 0 = 5"),
        ("sum", "nim: 5 + kayles: 4", "Induction: a move shortens the longest play."),
        ("associativity", "3 4 5", "So (3 ⊕ 4) ⊕ 5 = 7 ⊕ 5 = 2, and 3 ⊕ (4 ⊕ 5) = 3 ⊕ 1 = 2."),
    ],
)
def test_the_steps_have_the_numbers_of_the_instance(name: str, instance: str, said: str) -> None:
    lines = [line.text for line in proof_lines(run_proof(PROOFS[name], instance))]
    assert any(said in line for line in lines), lines
    assert lines[-1] == "∎"


def test_a_claim_that_does_not_hold_is_seen() -> None:
    run = run_proof(PROOFS["lasker"])
    wrong = ProofRun(run.proof, run.instance, (ProofStep(run.steps[0].claim, False), *run.steps[1:]))
    assert not wrong.holds
    assert "does not hold" in list(proof_lines(wrong))[-1].text


@every_row(
    ("name", "instance"),
    [("lasker", "0"), ("lasker", "x"), ("lemma-1", "5 2 9"), ("monotonicity", "3 3 0"), ("theorem-1", "{}"),
     ("theorem-1", "{1-}"), ("associativity", "1 2")],
)  # fmt: skip
def test_an_instance_that_does_not_fit_is_refused(name: str, instance: str) -> None:
    with pytest.raises(nt.NimatronError, match="expected"):
        run_proof(PROOFS[name], instance)


def test_the_command() -> None:
    def out(*words: str) -> str:
        result = CliRunner().invoke(app, ["explain", *words], env={"LANGUAGE": "en"})
        assert result.exit_code == 0, result.output
        return result.stdout

    assert all(name in out("--proof", "list") for name in PROOFS)
    found = json.loads(out("--proof", "theorem-1", "{2,3}", "--json"))
    assert (found["schema"], found["instance"], found["holds"]) == ("nimatron.proof/1", "{2,3}", True)
    assert CliRunner().invoke(app, ["explain", "--proof", "laskr"]).exit_code == 2
    assert CliRunner().invoke(app, ["explain"]).exit_code == 2
