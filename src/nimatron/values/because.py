"""The reasons that values and outcomes rest on; each answer comes with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..game import Outcome
from ..message import Message
from ..nimbers import Value


@dataclass(frozen=True)
class Because:
    """Why a value or an outcome is what it is."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: Message
    source: Message | str
    """Where it was published: a name and a year, the same in every language, or a Message."""
    status: Literal["proved", "observed"] = "proved"


class Reasoned(NamedTuple):
    """The value of a part, and what it rests on."""

    value: Value
    because: Because


class Decided(NamedTuple):
    """The outcome of a position, and what it rests on."""

    outcome: Outcome
    because: Because


SEARCH = Because("search", Message("options and mex, by search"), "Sprague 1935, Grundy 1939")
LABELLING = Because(
    "search", Message("positions can repeat: options and mex, then labels in stages"), "Smith 1966, Fraenkel, Perl 1975"
)
RETROGRADE = Because("search", Message("positions can repeat: retrograde analysis"), Message("the definition"))
LOOPY_SUM = Because(
    "theorem", Message("∞(K) + n is ∞ of all k ^ n, and ∞ + ∞ is ∞()"), "Smith 1966, Fraenkel, Perl 1975"
)
SUM = Because("theorem", Message("the value of a sum is the nim-sum of the values"), "Sprague 1935, Grundy 1939")
MISERE_SEARCH = Because("search", Message("misere backward induction"), Message("the definition"))
PAIRED = Because(
    "theorem",
    Message("as in misere Nim: a heap has value 1 exactly if taking the least amount leaves value 0"),
    "Ferguson 1974",
)
TAME = Because("theorem", Message("misere Nim: as in normal play until all heaps are 0 or 1"), "Bouton 1901")
