"""What a check of a certificate found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..message import Message

Extent = Literal["full", "spot", "partial"]
"""full: everything was derived from the rules; spot: samples were; partial: a limit or a fault came before the end."""


@dataclass(frozen=True)
class Verdict:
    """Whether the claim holds. As a condition it is true only if it does."""

    claim: Message
    """The claim in a sentence."""
    extent: Extent
    """How much of it was checked."""
    holds: bool | None
    """None if a limit was reached before anything wrong was found."""
    reason: Message
    """What was checked, or the first thing that does not hold."""
    checked: int = 0
    """How many heaps or moves were looked at."""
    seed: int | None = None
    """The seed of the random heaps of a spot check, so that they can be drawn again."""

    def __bool__(self) -> bool:
        return self.holds is True
