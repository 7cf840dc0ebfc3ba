"""Nim with a pass: once in the game, one player may pass."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...core.errors import BadText, IllegalPosition
from ...core.game import State
from ...core.message import Message
from ..heaps.rules import JoinedHeaps


class NimWithPassGame(JoinedHeaps):
    """Nim with one pass: once in the game, one of the players may pass, but not when all heaps are empty.

    The last entry of a state is 1 as long as the pass is left, which the notation writes as a word.

    >>> from nimatron import NimWithPass
    >>> print(*NimWithPass("2 pass"), sep="; ")
    nim-with-pass: 1 pass; nim-with-pass: 0 pass; nim-with-pass: 2
    """

    name = "nim-with-pass"
    start = (3, 4, 5, 1)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if not state or state[-1] > 1:
            raise IllegalPosition("the last entry is 1 if the pass is left, else 0", max(0, len(state) - 1))
        return state

    def show(self, state: State) -> str:
        return " ".join([*map(str, state[:-1]), *["pass"] * state[-1]])

    def parse(self, text: str) -> State:
        bare, word, rest = text.partition("pass")
        if rest.strip():
            raise BadText("the word {word} is the last one", text, len(bare), word="pass")
        return super().parse(f"{bare} {int(bool(word))}")

    def options(self, state: State) -> Iterator[State]:
        *heaps, left = state
        for i, heap in enumerate(heaps):
            for fewer in range(heap - 1, -1, -1):
                yield (*heaps[:i], fewer, *heaps[i + 1 :], left)
        if left and any(heaps):
            yield (*heaps, 0)

    def canonical(self, state: State) -> Hashable:
        return (*sorted(heap for heap in state[:-1] if heap), state[-1])

    def tidy(self, state: State) -> State:
        return (*sorted(state[:-1]), state[-1])

    def describe(self, before: State, after: State) -> Message | str:
        return Message("pass") if before[-1] != after[-1] else super().describe(before[:-1], after[:-1])


NimWithPass = NimWithPassGame()
