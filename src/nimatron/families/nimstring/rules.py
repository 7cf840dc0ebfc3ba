"""Nimstring, or Strings and Coins: whoever cuts a coin loose has to cut again."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from ...core.errors import BadText
from ...core.game import State
from ...core.message import Message
from ..chomp.rules import read_columns_and_rows
from ..hackenbush.rules import GROUND, Edge, StandingGame, in_rows
from ..lists.rules import first_place

MOST_BOXES = 60
"""The most boxes of a board that is given by its size."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NimstringGame(StandingGame):
    """Cut a string; whoever cuts the last string of a coin has to cut again. Whoever cannot end the turn loses.

    Coins hang on strings that join them to each other or to the ground, which is called 0. A board of boxes such as
    `2x2` is the same game: its lines are the strings, and its boxes the coins. An option is what a whole turn leaves.

    >>> from nimatron import Nimstring, outcome
    >>> outcome(Nimstring("2x1")), [str(option) for option in Nimstring("0-a a-b 0-b").options()]
    ('N', ['nimstring: 0-b a-b', 'nimstring: 0-a a-b', 'nimstring: 0-a 0-b'])
    """

    name = "nimstring"
    loops = False
    start = tuple(in_rows([("0", "a1"), ("0", "a1"), ("a1", "b1"), ("0", "b1"), ("0", "b1")]))

    def options(self, state: State) -> list[State]:  # type: ignore[override]
        found: dict[State, None] = {}
        seen, todo = {state}, [state]
        for board in todo:  # the list grows during the loop
            for string in dict.fromkeys(board):
                after = self.cut(board, string)
                if not loose(after, string):
                    found[after] = None
                elif after not in seen:
                    # The turn continues: this board is not an option, but boards after it may be.
                    seen.add(after)
                    todo.append(after)
        return list(found)

    def size(self, state: State) -> int:
        return 1 << min(len(state), 4000)

    def parse(self, text: str) -> State:
        if "x" in text and "-" not in text:
            return boxes(text)
        return super().parse(text)

    def describe(self, before: State, after: State) -> Message | str:
        strings = in_rows((Counter(before) - Counter(after)).elements())
        return Message("cut {strings}", strings=" ".join(map("-".join, strings)))


def loose(strings: State, cut: Edge) -> bool:
    """Is a coin at an end of the string that was cut free now?"""
    held = set(chain.from_iterable(strings))
    return any(end != GROUND and end not in held for end in cut)


def boxes(text: str) -> tuple[Edge, ...]:
    """The strings of a board of columns x rows boxes; the boxes are called a1, b1, ..., from the upper left corner.

    >>> boxes("2x1")
    (('0', 'a1'), ('0', 'a1'), ('0', 'a1'), ('0', 'b1'), ('0', 'b1'), ('0', 'b1'), ('a1', 'b1'))
    """
    width, height = read_columns_and_rows(text)
    if not 0 < width <= len(LETTERS) or not 0 < width * height <= MOST_BOXES:
        raise BadText("a board has 1 to {most} boxes in at most 26 columns", text, first_place(text), most=MOST_BOXES)

    def name(x: int, y: int) -> str:
        return f"{LETTERS[x]}{y + 1}" if 0 <= x < width and 0 <= y < height else GROUND

    strings = [(name(x - 1, y), name(x, y)) for y in range(height) for x in range(width + 1)]
    strings += [(name(x, y - 1), name(x, y)) for x in range(width) for y in range(height + 1)]
    return in_rows((b, a) if b == GROUND else (a, b) for a, b in strings)


Nimstring = NimstringGame()
