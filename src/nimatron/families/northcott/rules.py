"""Northcott's game: a white and a black piece in each row, which nobody may jump over."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ...core.errors import IllegalPosition
from ...core.game import Spoken, State
from ...core.message import Message
from ..lists.rules import OneNumber, Points

COLOURS = ("white", "black")
"""The first and the second piece of each row; the last entry of a state is the colour that moves next."""


class Northcott(OneNumber, Points):
    """Move a piece of your colour any number of columns along its row, forwards or backwards, without jumping.

    Each row has a white and a black piece. The colours alternate, so the state says which colour moves next: in a sum
    it is the next move on this board that has this colour, whoever makes it. Without a word White moves.

    >>> print(*Northcott(4)("1,3 black").options(), sep="; ")
    northcott{4}: 1,2
    >>> from nimatron import winning_moves
    >>> print(*winning_moves("northcott{8}: 1,6 0,3"), sep="; ")
    northcott{8}: 3,6 0,3 black
    """

    name = "northcott"
    loopy = True
    number = Message("the number of columns")
    least, most, usual = 2, 10**9, 8
    entry = Message("the columns of the white and the black piece, such as 0,5")

    @property
    def start(self) -> State:
        """Three rows, with White on the left."""
        last = self.n - 1
        return *((i * last // 8, last - i * last // 6) for i in range(3)), COLOURS[0]

    def options(self, state: State) -> Iterator[State]:
        for i in range(len(state) - 1):
            piece = self.pair(state, i)[0]
            yield from (self.after_move(state, i, column) for column in self.room(state, i) if column != piece)

    def pair(self, state: State, i: int) -> tuple[int, int]:
        """The pieces of row i: first the one that can move."""
        white, black = state[i]
        return (white, black) if state[-1] == COLOURS[0] else (black, white)

    def room(self, state: State, i: int) -> range:
        """The columns to which the next piece of row i can move."""
        piece, other = self.pair(state, i)
        return range(other) if piece < other else range(other + 1, self.n)

    def after_move(self, state: State, i: int, column: int) -> State:
        """The rows after a move in row i; then the other colour is next."""
        turn = COLOURS.index(state[-1])
        row = (state[i][0], column) if turn else (column, state[i][1])
        return *state[:i], row, *state[i + 1 : -1], COLOURS[1 - turn]

    def canonical(self, state: State) -> Hashable:
        # Rows have no order. Who moves is on the left, after a mirror and a change of colours.
        last = self.n - 1
        pairs = (self.pair(state, i) for i in range(len(state) - 1))
        return tuple(sorted((a, b) if a < b else (last - a, last - b) for a, b in pairs))

    def size(self, state: State) -> int:
        pairs: int = (self.n * (self.n - 1) // 2) ** (len(state) - 1)
        return 2 * pairs

    def describe(self, before: State, after: State) -> Message | str:
        i = next((i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b), 0)
        params = {"row": i + 1, "before": self.pair(before, i)[0], "after": after[i][COLOURS.index(before[-1])]}
        return Message("move the piece of row {row} from column {before} to column {after}", params=params)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        # On a wide board there are too many options to look through.
        numbers = [int(text) for text, _ in said if text.isdecimal()]
        if len(numbers) != 3 or not 1 <= numbers[0] < len(state):
            return None
        i, before, after = numbers[0] - 1, *numbers[1:]
        fits = before == self.pair(state, i)[0] != after and after in self.room(state, i)
        return self.after_move(state, i, after) if fits else None

    # -- notation ---------------------------------------------------------------------------

    def accept_entry(self, entry: State, at: int) -> State:
        return entry if entry in COLOURS else super().accept_entry(entry, at)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        rows = state[:-1] if state and state[-1] in COLOURS else state
        for at, row in enumerate(rows):
            if row in COLOURS:
                raise IllegalPosition("the word {word} is the last one", at, word=row)
            if max(row) >= self.n:
                raise IllegalPosition("the columns go from 0 to {most}, not {n}", at, most=self.n - 1, n=max(row))
            if row[0] == row[1]:
                raise IllegalPosition("both pieces are in column {n}", at, n=row[0])
        return *rows, (state[-1] if len(rows) < len(state) else COLOURS[0])

    def read_entry(self, text: str) -> State:
        return text if text in COLOURS else super().read_entry(text)

    def show(self, state: State) -> str:
        rows = map(self.show_entry, state[:-1])
        return " ".join([*rows, *[COLOURS[1]] * (state[-1] == COLOURS[1])])
