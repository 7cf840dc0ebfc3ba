"""What a check of a certificate found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..message import Message

Extent = Literal["full", "spot", "partial"]


@dataclass(frozen=True)
class Verdict:
    """Does the claim hold? True as a condition only when it does."""

    claim: Message
    """The claim in a sentence."""
    extent: Extent
    """full: all of it was derived from the rules; spot: samples were; partial: a limit was reached before the end."""
    holds: bool | None
    """None where a limit was reached before anything wrong was found."""
    reason: Message
    """What was checked, or the first thing that does not hold."""
    checked: int = 0
    """How many heaps or moves were looked at."""
    seed: int | None = None
    """What the random heaps of a spot check are drawn with, to draw them again."""

    def __bool__(self) -> bool:
        return self.holds is True
