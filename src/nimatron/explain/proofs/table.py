"""All proofs by their names."""

from __future__ import annotations

from difflib import get_close_matches

from ...core.errors import UsageError
from .nim_sums import NIM_SUMS
from .proof import Proof
from .values import VALUES

PROOFS = {proof.name: proof for proof in (*VALUES, *NIM_SUMS)}


def find_proof(name: str) -> Proof:
    """The proof of that name; UsageError suggests one.

    >>> find_proof("lasker").instance
    '7'
    """
    if name not in PROOFS:
        near = get_close_matches(name[:60], PROOFS, n=1) or list(PROOFS)
        raise UsageError("there is no proof {name!r}: expected one of {names}", name=name[:60], names=", ".join(near))
    return PROOFS[name]
