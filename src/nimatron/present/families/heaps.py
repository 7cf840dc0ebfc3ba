"""Heaps of coins: Nim, Moore's Nim, and every game of heaps that has no face of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any

from ...game import State
from ...games.heaps import HeapGame, Heaps, Moore, NimGame
from ...message import Message
from ...values.family import Numbering
from ..words import tr
from .face import Card, Face, Faces, Layout, Piece, Told, in_group
from .picture import HIGH, WIDE, Picture, Shape
from .picture import Line as Row
from .setting import heaps_setting
from .terminal import HEIGHT, Marks

STICKS = 30
"""The most sticks of a heap that are drawn one by one."""

FEW = 10
"""How many sticks of a larger heap are drawn, before a mark that says it goes on."""


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
        label = Message("heap {heap}: {count}", params={"heap": i + 1, "count": game.show_entry(heap)})
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


def _row(i: int, heaps: tuple[State, State], several: bool) -> Row:
    """The room for heap i: as long as it is now or was in the frame."""
    length = max((heap for heap in heaps if not is_box(heap)), default=0)
    return Row(length, Message("heap {heap}", params={"heap": i + 1}) if several else "")


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
    return [Piece(Message(name, params={"number": i}), shapes_of(i, heap)) for i, heap in enumerate(state, 1)]


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


def left(game: Any, state: State) -> Message | None:
    """How much is left of a single heap."""
    if len(state) != 1 or not isinstance(state[0], int):
        return None
    (heap,) = state
    return Message("{n} coin is left.", "{n} coins are left.", heap) if heap else Message("No coin is left.")


TOLD = (
    Told(
        "take {n}",
        Message("I took {n} coin.", "I took {n} coins."),
        Message("You took {n} coin.", "You took {n} coins."),
        Message("{player} took {n} coin.", "{player} took {n} coins."),
    ),
    Told(
        "take {n} from heap {heap}",
        Message("I took {n} coin from heap {heap}.", "I took {n} coins from heap {heap}."),
        Message("You took {n} coin from heap {heap}.", "You took {n} coins from heap {heap}."),
        Message("{player} took {n} coin from heap {heap}.", "{player} took {n} coins from heap {heap}."),
    ),
    Told(
        "take {n} from heap {heap} and leave {left}",
        Message("I took {n} from heap {heap} and left {left}."),
        Message("You took {n} from heap {heap} and left {left}."),
        Message("{player} took {n} from heap {heap} and left {left}."),
    ),
    Told(
        "split heap {heap} into {left}",
        Message("I split heap {heap} into {left}."),
        Message("You split heap {heap} into {left}."),
        Message("{player} split heap {heap} into {left}."),
    ),
    Told(
        "reduce heap {heap} to {left}",
        Message("I reduced heap {heap} to {left}."),
        Message("You reduced heap {heap} to {left}."),
        Message("{player} reduced heap {heap} to {left}."),
    ),
)

FROM_SEVERAL = Told(
    "take from {k} heaps (amount/heap): {taken}",
    Message("I took from {k} heaps (amount/heap): {taken}."),
    Message("You took from {k} heaps (amount/heap): {taken}."),
    Message("{player} took from {k} heaps (amount/heap): {taken}."),
)


def moore_rules(game: Moore) -> Message:
    """From how many heaps a player may take."""
    return Message("Take any numbers from one heap.", "Take any numbers from up to {n} heaps.", game.k)


TAKE = Message("Click a coin: it and all to its right are taken.")

HEAPS = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=heaps_setting(picture),
    start=start,
    layout=layout,
    card=in_group("heaps", TAKE),
    told=TOLD,
    which_start=Message("How many coins in each heap?"),
)

ONE_BY_ONE = replace(HEAPS, numbering=one_heap, parts=parts)
"""The face of games in which a move changes one heap."""

NIM = replace(ONE_BY_ONE, left=left, numbering=lambda game: replace(one_heap(game), grid=two_heaps(game)))


def moore_card(game: Moore) -> Card:
    """A move in several heaps needs a last click that is no more than that."""
    several = "Click a coin in up to {most} heaps, the last one twice: it and all to its right are taken."
    return Card("heaps", TAKE if game.k == 1 else Message(several, params={"most": game.k}))


MOORE = replace(
    HEAPS,
    card=moore_card,
    numbering=two_heaps,
    told=(*TOLD, FROM_SEVERAL),
    rules=moore_rules,
    which_parameters=Message("From how many heaps at most may be taken in one move?"),
)

FACES: Faces = {Heaps: HEAPS, HeapGame: ONE_BY_ONE, NimGame: NIM, Moore: MOORE}
