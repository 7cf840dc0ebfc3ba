"""A proof as data: every step is a claim about the instance, and the claim is computed, not written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.errors import UsageError
from ...core.message import Message
from ...families.lists.rules import read_size, words
from ...families.sources import Source

LARGEST = 10**6
"""The largest number of an instance: every step is computed and shown."""


class ProofStep(NamedTuple):
    """A claim with the numbers of the instance, and whether they bear it out."""

    claim: Message
    holds: bool


def claim(sentence: str, holds: bool = True, /, **named: object) -> ProofStep:
    """A step of a proof; `holds` is computed from the same numbers as the sentence."""
    return ProofStep(Message(sentence, params=named), holds)


@dataclass(frozen=True)
class Proof:
    """A theorem with its proof: `steps` makes the claims for an instance that `read` has read."""

    name: str
    statement: Message
    source: Source
    instance: str
    """An instance to begin with."""
    expected: Message
    """What an instance is."""
    read: Callable[[str], Any]
    steps: Callable[..., Iterator[ProofStep]]


@dataclass(frozen=True)
class ProofRun:
    """A proof carried out for one instance."""

    proof: Proof
    instance: str
    steps: tuple[ProofStep, ...]

    @property
    def holds(self) -> bool:
        """Do the numbers bear out every claim?"""
        return all(step.holds for step in self.steps)


def run_proof(proof: Proof, instance: str = "") -> ProofRun:
    """The proof for an instance; without one, for its own."""
    text = instance.strip() or proof.instance
    try:
        given = proof.read(text)
    except ValueError as fault:
        if isinstance(fault, UsageError):
            raise
        raise UsageError("expected {expected}, such as {instance}", expected=proof.expected,
                         instance=proof.instance) from None  # fmt: skip
    return ProofRun(proof, text, tuple(proof.steps(*given)))


def numbers(count: int, most: int = LARGEST, fits: Callable[..., bool] = lambda *n: True) -> Callable[[str], Any]:
    """Reads that many natural numbers that fit together."""

    def read(text: str) -> tuple[int, ...]:
        found = tuple(read_size(word) for _, word in words(text, ",;()<>⟨⟩{}"))
        if len(found) != count or max(found) > most or not fits(*found):
            raise ValueError(text)
        return found

    return read
