"""A game as the set of its options, each such a set itself: {} has no move, {{}} has one to it."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import BadText
from ...core.game import Game, State

DEEPEST = 1000
"""The most braces inside each other: nobody writes more by hand."""

LONGEST = 20_000
"""The most characters of a set."""


class SetGame(Game[str]):
    """Replace the set by one of its elements, which are such sets themselves.

    A state is the text of the set, with the elements in order and each of them once.

    >>> from nimatron import Set, grundy
    >>> print(*Set("{{}, {{}}}").options(), sep="; ")
    {}; {{}}
    >>> grundy("{{},{{}}}")
    2
    """

    name = "set"
    start = "{{},{{}}}"

    def options(self, state: str) -> Iterator[str]:
        depth, begin = 0, 1
        for place, letter in enumerate(state):
            depth += {"{": 1, "}": -1}.get(letter, 0)
            if depth == 1 and letter == "}":
                yield state[begin : place + 1]
                begin = place + 2

    def accept(self, state: State) -> str:
        return self.parse(str(state))

    def show(self, state: str) -> str:
        return state

    def write(self, state: str) -> str:
        return state  # which needs no name: nothing else looks like it

    def parse(self, text: str) -> str:
        if len(text) > LONGEST:
            raise BadText("expected a set of at most {most} characters", text[:80], 0, most=LONGEST)
        text = text.replace("∅", "{}")
        opened: list[set[str]] = []
        whole = ""
        for place, letter in enumerate(text):
            if letter == "{":
                if whole or len(opened) == DEEPEST:
                    raise BadText("expected a single set", text, place)
                opened.append(set())
            elif letter == "}":
                if not opened:
                    raise BadText("the bracket {bracket} has no partner", text, place, bracket="}")
                found = "{" + ",".join(sorted(opened.pop(), key=_by_length)) + "}"
                if opened:
                    opened[-1].add(found)
                else:
                    whole = found
            elif not (letter.isspace() or letter == ","):
                raise BadText("expected a set of sets, such as {sample}", text, place, sample=self.start)
        if opened or not whole:
            raise BadText("the bracket {bracket} has no partner", text, max(0, text.find("{")), bracket="{")
        return whole


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


Set = SetGame()
