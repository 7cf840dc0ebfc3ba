"""Heaps of coins: Nim, Moore's Nim, and every game of heaps that has no face of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, Layout, PastTense, Piece, in_group
from ...show.picture import HIGH, WIDE, BoardLine, Picture, Shape
from ...show.setup import heaps_setting
from ...show.words import tr
from ...solve.value_table import Numbering
from .rules import HeapGame, Heaps

STICKS = 30
"""The most sticks of a heap that are drawn one by one."""

FEW = 10
"""How many sticks of a larger heap are drawn, before a mark that says it continues."""


# -- in the terminal -----------------------------------------------------------------------------


def board(game: Any, state: State, marks: Marks) -> str:
    """A line of sticks for each heap."""
    if len(state) > HEIGHT:
        return ""
    several = len(state) > 1
    lines = [
        line(tr("heap {heap}", heap=i) if several else "", heap, marks.stick, game.show_entry(heap), marks)
        for i, heap in enumerate(state, 1)
    ]
    return "\n".join(lines) or tr("(no heaps)")


def line(name: str, count: State, mark: str, number: str, marks: Marks) -> str:
    """`count` marks, or a few of them if there are too many, and their number."""
    if isinstance(count, int) and count <= STICKS:
        drawn = " ".join(mark * count)
    else:
        drawn = f"{' '.join(mark * FEW)} {marks.more}"
    return "  ".join(filter(None, (name, drawn, number)))


# -- on the page ---------------------------------------------------------------------------------

Line = Callable[[Any, int, State, bool], Iterator[Shape]]
"""(game, i, heap, several): the shapes of heap i."""


def coins(game: Any, i: int, heap: State, several: bool) -> Iterator[Shape]:
    """A line of coins; a large heap is a box with its number."""
    if is_box(heap):
        label = Message("heap {heap}: {count}", heap=i + 1, count=game.show_entry(heap))
        yield Shape(f"{i + 1}", "box", 2, i + 0.5, i, 0, label, game.show_entry(heap), game.show_entry(heap))
        return
    for n in range(1, heap + 1):
        params = {"heap": i + 1, "coin": n, "count": heap}
        label = Message("coin {coin} of {count}", params=params)
        if several:
            label = Message("heap {heap}, coin {coin} of {count}", params=params)
        # Even columns for coins: games that cut heaps have gaps between them in the odd ones.
        yield Shape(f"{i + 1}.{n}", "counter", n - 0.5, i + 0.5, i, 2 * n, label)


def picture(game: Any, state: State, frame: State, line: Line = coins) -> Picture | None:
    """The heaps, one below the other."""
    if len(state) > HIGH:
        return None
    several = len(state) > 1
    shapes = [shape for i, heap in enumerate(state) for shape in line(game, i, heap, several)]
    wide = max((heap for heap in frame if not is_box(heap)), default=0)
    rows = tuple(_row(i, pair, several) for i, pair in enumerate(zip_longest(state, frame[: len(state)], fillvalue=0)))
    return Picture("heaps", max(wide, 4), max(len(state), 1), tuple(shapes), lines=rows)


def _row(i: int, heaps: tuple[State, State], several: bool) -> BoardLine:
    """The room for heap i: as long as it is now or was in the frame."""
    length = max((heap for heap in heaps if not is_box(heap)), default=0)
    return BoardLine(length, Message("heap {heap}", heap=i + 1) if several else "")


def is_box(heap: State) -> bool:
    """Is the heap too large to be drawn coin by coin?"""
    return not isinstance(heap, int) or heap > WIDE


def changes(game: Any, before: State, after: State) -> Iterator[str]:
    """Coins at the end of heaps, or a box whose number changes."""
    for i, (old, new) in enumerate(zip_longest(before, after, fillvalue=0), 1):
        if old != new:
            if is_box(old) or is_box(new):  # a box may turn into coins: then both change
                yield f"{i}"
            fewer, more = sorted(0 if is_box(heap) else heap for heap in (old, new))
            yield from (f"{i}.{n}" for n in range(fewer + 1, more + 1))


def parts(game: Any, state: State, name: str = "heap {number}") -> list[Piece]:
    """Each heap, with its coins."""
    return [Piece(Message(name, number=i), shapes_of(i, heap)) for i, heap in enumerate(state, 1)]


def shapes_of(i: int, heap: State) -> tuple[str, ...]:
    """The ids of the shapes of heap i, counted from 1."""
    return (f"{i}",) if is_box(heap) else tuple(f"{i}.{n}" for n in range(1, heap + 1))


# -- starts, tables, words -----------------------------------------------------------------------


def start(game: Any, usual: State, rng: Random) -> State:
    """As many heaps as usual; a lone heap may be larger."""
    largest = 11 if len(usual) > 1 else 25
    return tuple(rng.randint(1, largest) for _ in usual)


def one_heap(game: Any) -> Numbering:
    """The heaps 0, 1, 2, ..."""
    return Numbering(lambda x, y: (x,), flat=True)


def two_heaps(game: Any) -> Numbering:
    """Columns for the first heap, rows for the second."""
    return Numbering(lambda x, y: (x, y))


def layout(state: State) -> Layout:
    """The positions below a single heap are the smaller heaps: a row."""
    return "row" if len(state) == 1 else "list"


PAST = (
    PastTense("take {n}", "took {n} coin", "took {n} coins"),
    PastTense("take {n} from heap {heap}", "took {n} coin from heap {heap}", "took {n} coins from heap {heap}"),
    PastTense("take {n} from heap {heap} and leave {left}", "took {n} from heap {heap} and left {left}"),
    PastTense("split heap {heap} into {left}", "split heap {heap} into {left}"),
    PastTense("reduce heap {heap} to {left}", "reduced heap {heap} to {left}"),
)


TAKE = Message("Click a coin: it and all to its right are taken.")

COINS = Message("Coins in each heap")
"""The label of the dial for heaps."""

HEAPS = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=heaps_setting(picture),
    start=start,
    layout=layout,
    card=in_group("heaps", TAKE),
    past=PAST,
    which_start=Message("How many coins in each heap?"),
)

ONE_BY_ONE = replace(HEAPS, numbering=one_heap, parts=parts)
"""The face of games in which a move changes one heap."""


FACES: Faces = {Heaps: HEAPS, HeapGame: ONE_BY_ONE}
