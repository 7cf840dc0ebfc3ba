"""Proofs in words: the statement, the numbered steps for an instance, and the list of all proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..explain.proofs.proof import Proof, ProofRun, run_proof
from .text import Line
from .words import tr, word


def proof_lines(run: ProofRun) -> Iterator[Line]:
    """The statement, the instance, and each step with its number."""
    yield Line(word(run.proof.statement), "title")
    yield Line(tr("Source: {source}. Checked for {instance}:", source=run.proof.source, instance=run.instance), "dim")
    for number, step in enumerate(run.steps, 1):
        mark = "" if step.holds else tr("  (these numbers contradict this step)")
        yield Line(f"{number}. {word(step.claim)}{mark}", "" if step.holds else "bad")
    yield Line("∎" if run.holds else tr("The proof does not hold for {instance}.", instance=run.instance), "dim")


def proof_data(run: ProofRun) -> dict[str, Any]:
    """The shape `nimatron.proof/1`."""
    return {
        "schema": "nimatron.proof/1",
        "name": run.proof.name,
        "statement": word(run.proof.statement),
        "source": str(run.proof.source),
        "instance": run.instance,
        "expected": word(run.proof.expected),
        "steps": [{"text": word(step.claim), "holds": step.holds} for step in run.steps],
        "holds": run.holds,
    }


def proof_list_data(proofs: Iterable[Proof]) -> list[dict[str, Any]]:
    """Each proof for its own instance."""
    return [proof_data(run_proof(proof)) for proof in proofs]


def proof_list_lines(proofs: Iterable[Proof]) -> Iterator[Line]:
    """Every proof: its name, what it takes, and its statement."""
    for proof in proofs:
        yield Line(f"{proof.name}  {proof.instance}", "title")
        yield Line(f"  {word(proof.statement)}")
