"""What values and outcomes rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..message import Message


@dataclass(frozen=True)
class Because:
    """Why a value or an outcome is what it is."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: str | Message = ""
    source: str | Message = ""
    status: Literal["proved", "observed"] = "proved"


SEARCH = Because("search", "options and mex, by search", "Sprague 1935, Grundy 1939")
SUM = Because("theorem", "the value of a sum is the nim-sum of the values", "Sprague 1935, Grundy 1939")
MISERE_SEARCH = Because("search", "misere backward induction", Message("the definition"))
TAME = Because("theorem", "misere Nim: as in normal play until all heaps are 0 or 1", "Bouton 1901")
