"""Pins in a circle: the first move opens it, and what is left is a row."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import IllegalPosition
from ...core.game import Game, State, whole
from ...core.message import Message
from ..heaps.rules import Heaps
from ..lists.rules import ListSum, natural, read_size
from ..octal.rules import Code, Octal


class Circular(ListSum, Heaps):
    """Knock down pins of a circle, as a take-and-break code allows; what is left of the circle is a row.

    A circle is written in parentheses, and a row as in `kayles`. In a state a circle of n is -n, and it stands alone.

    >>> print(*Circular("0.77")("(5)").options(), sep="; ")
    circular{0.77}: 4; circular{0.77}: 3
    """

    name = "circular"
    entry = Message("a circle such as (12), or a row from 0 on")
    separators = ",;"
    start = (-12,)

    def __init__(self, code: str | Code, *, name: str = "", rules: str = "") -> None:
        self.line = Octal(code, rows=True)
        if name:
            self.name, self.__doc__ = name, rules

    def options(self, state: State) -> Iterator[State]:
        if is_circle(state):
            yield from self._after_opening(-state[0])
        else:
            yield from self.line.options(state)

    def _after_opening(self, pins: int) -> Iterator[State]:
        for taken, digit in self.line.code.takes(pins):
            # Neighbours of a circle leave one row, or nothing.
            if taken and digit & (2 if taken < pins else 1):
                yield (pins - taken,)

    def size(self, state: State) -> int:
        return self.line.size(tuple(map(abs, state)))

    def accept_entry(self, entry: State, at: int) -> State:
        if isinstance(entry, str):
            try:
                return self.read_entry(entry)
            except ValueError:
                raise IllegalPosition("expected {entry}, not {word!r}", at, entry=self.entry, word=entry) from None
        if isinstance(whole(entry), int) and whole(entry) < 0:
            return whole(entry)
        return natural(entry, at, self.entry)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        circle = next((at for at, heap in enumerate(state) if heap < 0), None)
        if circle is not None and len(state) > 1:
            raise IllegalPosition("a circle stands alone: add another position with +", circle)
        return state

    def read_entry(self, text: str) -> State:
        if text.startswith("(") and text.endswith(")"):
            return -read_size(text[1:-1])
        return read_size(text)

    def show_entry(self, entry: State) -> str:
        return f"({-entry})" if entry < 0 else str(entry)

    def describe(self, before: State, after: State) -> Message | str:
        if is_circle(before):
            # In a state, a circle of n is -n.
            taken = -before[0] - after[0]
            if taken == 1:
                return Message("knock down a pin of the circle")
            return Message("knock down {taken} neighbouring pins of the circle", taken=taken)
        return self.line.describe(before, after)

    @property
    def parameters(self) -> str:
        return str(self.line.code) if self.name == "circular" else ""

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)


def is_circle(state: State) -> bool:
    """Is no pin down yet?"""
    return len(state) == 1 and bool(state[0] < 0)


CircularKayles = Circular(
    "0.77",
    name="circular-kayles",
    rules="""Knock down one pin or two neighbouring pins; at first they stand in a circle.

    What is left of the circle is a row of `Kayles`.

    >>> from nimatron import CircularKayles, grundy
    >>> grundy([CircularKayles(f"({n})") for n in range(1, 8)])
    [1, 2, 0, 0, 0, 0, 0]
    """,
)
CircularDawsonKayles = Circular(
    "0.07",
    name="circular-dawson-kayles",
    rules="""Knock down two neighbouring pins; at first they stand in a circle.

    What is left of the circle is a row of `DawsonKayles`.

    >>> from nimatron import CircularDawsonKayles, grundy
    >>> grundy([CircularDawsonKayles(f"({n})") for n in range(1, 12)])
    [0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    """,
)
