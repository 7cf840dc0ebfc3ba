"""Peg Duotaire: peg solitaire for two, on a row of holes or on a board."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from ...core.errors import BadText, IllegalPosition
from ...core.game import Game, Part, State
from ...core.message import Message
from ..lists.rules import read_rows

PEG, HOLE, WALL = "o", ".", "#"

LONGEST, MOST_ROWS = 60, 30
"""The most holes of a row, and the most rows."""

Square = tuple[int, int]
"""Column and row, from 0 on."""

AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))


class PegDuotaireGame(Game[str]):
    """Jump with a peg over a peg beside it into a hole; the other peg is taken off the board.

    With `multi` a move may consist of several jumps of the same peg. The state is the board as text, row by row: `o` is
    a peg, `.` a hole, and nothing ever stands on `#`.

    >>> from nimatron import PegDuotaire
    >>> print(*PegDuotaire(".oo.o."), sep="; ")
    peg-duotaire: ...oo.; peg-duotaire: o...o.
    >>> print(*PegDuotaireGame(multi=True)(".oo.o."), sep="; ")
    peg-duotaire{multi}: ...oo.; peg-duotaire{multi}: .....o; peg-duotaire{multi}: o...o.
    """

    name = "peg-duotaire"
    start = ".o..o/ooo.o/ooo.."

    def __init__(self, multi: bool = False) -> None:
        self.multi = multi

    def options(self, state: str) -> Iterator[str]:
        yield from dict.fromkeys(after for _, _, after in self.jumps(state))

    def jumps(self, state: str) -> Iterator[tuple[Square, Square, str]]:
        """All moves: the square that the peg leaves, the square where it stops, and the board then."""
        board = squares(state)
        for at, mark in board.items():
            if mark == PEG:
                yield from ((at, end, text(after)) for end, after in self._from(at, board))

    def _from(self, at: Square, board: dict[Square, str]) -> Iterator[tuple[Square, dict[Square, str]]]:
        x, y = at
        for dx, dy in AROUND:
            over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if board.get(over) == PEG and board.get(end) == HOLE:
                after = board | {at: HOLE, over: HOLE, end: PEG}
                yield end, after
                if self.multi:
                    yield from self._from(end, after)

    # -- parts --------------------------------------------------------------------------------

    def components(self, state: str) -> Sequence[Part]:
        return [(self, "".join(mark if k in run else WALL for k, mark in enumerate(state))) for run in _runs(state)]

    def put(self, state: str, i: int, option: State) -> str:
        run = _runs(state)[i]
        return "".join(option[k] if k in run else mark for k, mark in enumerate(state))

    def canonical(self, state: str) -> Hashable:
        rows = state.split("/")
        if len(rows) > 1:  # turned and mirrored
            images = (rows, ["".join(column) for column in zip(*rows, strict=True)])
            flipped = [image for rows in images for image in (rows, rows[::-1])]
            return min("/".join(row[::step] for row in image) for image in flipped for step in (1, -1))
        # Walls and more than one hole at the ends of a row do not count.
        row = re.sub(r"^\.+|\.+$", HOLE, state.strip(WALL))
        return min(row, row[::-1])

    def size(self, state: str) -> int:
        return 1 << state.count(PEG)

    # -- notation ---------------------------------------------------------------------------

    def accept(self, state: State) -> str:
        if not isinstance(state, str):
            raise IllegalPosition("expected rows of o, . and #, such as {sample}, not {word!r}",
                                  sample="oo.o/o..o", word=state)  # fmt: skip
        return self.parse(state)

    def parse(self, text: str) -> str:
        rows = read_rows(re.sub(r"(?<=[o.#])\s(?=[o.#])", "/", text), PEG + HOLE + WALL, Message(
            "expected rows of o for a peg, . for a hole and # for neither, such as {sample}", sample="oo.o/o..o"
        ))  # fmt: skip
        if len(rows) > MOST_ROWS or len(rows[0]) > LONGEST:
            raise BadText("a board has at most {rows} rows of {most} holes", text, 0, rows=MOST_ROWS, most=LONGEST)
        return "/".join(rows)

    def show(self, state: str) -> str:
        return state

    def describe(self, before: str, after: str) -> Message | str:
        (x, y), (to, row) = next((at, end) for at, end, board in self.jumps(before) if board == after)
        text = "jump from column {x}, row {y} to column {to_x}, row {to_y}"
        return Message(text, x=x + 1, y=y + 1, to_x=to + 1, to_y=row + 1)

    @property
    def parameters(self) -> str:
        return "multi" if self.multi else ""

    @classmethod
    def from_parameters(cls, text: str) -> PegDuotaireGame:
        if text.strip() not in ("", "multi"):
            raise BadText("the braces may only contain {word}: several jumps in a move", text, 0, word="multi")
        return cls(bool(text.strip()))


def squares(state: str) -> dict[Square, str]:
    """What is on each square, walls included.

    >>> squares("o./#o")
    {(0, 0): 'o', (1, 0): '.', (0, 1): '#', (1, 1): 'o'}
    """
    return {(x, y): mark for y, row in enumerate(state.split("/")) for x, mark in enumerate(row)}


def text(board: dict[Square, str]) -> str:
    """The board row by row."""
    rows: dict[int, str] = {}
    for (_, y), mark in board.items():
        rows[y] = rows.get(y, "") + mark
    return "/".join(rows.values())


def _runs(state: str) -> list[range]:
    """The parts of a row with pegs, which never touch each other; a board of several rows is a part as a whole.

    In a row pegs never come farther than one hole beyond the outermost of them. Let a peg k holes on this side of the
    second hole beyond weigh 1/golden ratio to the power k. No jump adds weight, and all pegs together weigh less than
    1, the weight of a peg in that hole. So three holes in a row keep the pegs on their left and right apart.
    """
    if "/" in state:
        return [range(len(state))]
    apart = re.sub(r"(?<=\.)\.+(?=\.)", lambda found: WALL * len(found[0]), state)
    return [range(*run.span()) for run in re.finditer(r"[^#]+", apart) if PEG in run[0]]


PegDuotaire = PegDuotaireGame()
