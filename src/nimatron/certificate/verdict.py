"""What a check of a certificate found."""

from __future__ import annotations

from dataclasses import dataclass

from ..message import Message


@dataclass(frozen=True)
class Verdict:
    """Whether the claim is proved. As a condition it is true only if it is."""

    claim: Message
    """The claim in a sentence."""
    holds: bool | None
    """True if everything it rests on was checked; None if a limit was reached before anything wrong was found."""
    reason: Message
    """What was checked, or the first thing that does not hold, or the limit."""
    checked: int = 0
    """How many heaps, or states and moves, were looked at."""

    def __bool__(self) -> bool:
        return self.holds is True
