"""Euclid: subtract the smaller number from the larger one, as often as you like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, Spoken, State, whole
from ...core.message import Message
from ..lists.rules import SymmetricPair


class EuclidGame(SymmetricPair):
    """Subtract a multiple of the smaller number from the larger one; both must stay positive.

    With `least` 0 a number may become 0, which ends the game: `euclid{0}`.

    >>> from nimatron import Euclid, EuclidGame, grundy
    >>> grundy(Euclid(50, 7)), [p.state for p in EuclidGame(0)(7, 3).options()]
    (7, [(4, 3), (1, 3)])
    """

    name = "euclid"
    entry = Message("two numbers, such as 50 7")
    start = (33, 7)

    def __init__(self, least: int = 1) -> None:
        least = whole(least)
        if isinstance(least, bool) or least not in (0, 1):
            raise UsageError("the numbers of Euclid stay at least 1, or 0: not {least!r}", least=least)
        self.least = least

    def options(self, state: State) -> Iterator[State]:
        a, b = state
        if a >= b > 0:
            yield from ((left, b) for left in range(a - b, self.least - 1, -b))
        if b >= a > 0:
            yield from ((a, left) for left in range(b - a, self.least - 1, -a))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        state = super().accept_all(state)
        if self.least and 0 in state:
            raise IllegalPosition("both numbers are positive here; euclid{0} continues to 0", state.index(0))
        return state

    def size(self, state: State) -> int:
        # The quotients of Euclid's algorithm: from any position a player can only go on along it.
        total, (a, b) = 1, sorted(state)
        while a:
            total += b // a
            a, b = b % a, a
        return total

    def describe(self, before: State, after: State) -> Message | str:
        i = int(before[0] == after[0])
        params = {"times": (before[i] - after[i]) // before[1 - i], "small": before[1 - i], "left": after[i]}
        if before[0] == before[1]:
            params["left"] = " ".join(map(str, after))
        return Message("subtract {times} times {small}: {left} is left", params=params)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        numbers = [int(text) for text, role in said if text.isdecimal() and role != "left"]
        i = int(state[0] < state[1])
        small = state[1 - i]
        # How often to subtract, perhaps with the number itself: `3`, or `3 times 7`.
        if not numbers or state[0] == state[1] or not small or (len(numbers) > 1 and numbers[1] != small):
            return None
        left = state[i] - numbers[0] * small
        return (left, small)[:: 1 if i == 0 else -1] if numbers[0] and left >= self.least else None

    @property
    def parameters(self) -> str:
        return "" if self.least else "0"

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        if text.strip() not in ("", "0", "1"):
            raise BadText("expected the least number that may be left, 0 or 1, such as euclid{0}", text, 0)
        return cls(0 if text.strip() == "0" else 1)


Euclid = EuclidGame()
