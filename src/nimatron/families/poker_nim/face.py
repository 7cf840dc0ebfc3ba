"""How Poker Nim looks: heaps of coins with places for the coins of the bag, and the two bags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces, PastTense, in_group, no_dials
from ...show.picture import HIGH, WIDE, BoardLine, Picture, Shape
from ...show.words import tr
from ..heaps import face as heaps
from .rules import PokerNimGame

BAGS = (Message("the bag of the next player"), Message("the other bag"))


def picture(game: PokerNimGame, state: State, frame: State) -> Picture | None:
    """The heaps, with places for coins of the bag that can be used, and below them the bags."""
    return _draw(game, state, frame, state)


def picture_after_move(game: PokerNimGame, after: State, before: State) -> Picture | None:
    """After a move, with the bags and the places before it: only coins of a heap come or go."""
    return _draw(game, after, before, before)


def _draw(game: PokerNimGame, state: State, frame: State, around: State) -> Picture | None:
    """The heaps of a state, with the bags and the places that belong to another one."""
    drawn = heaps.picture(game, state[:-2], frame[:-2])
    if drawn is None or len(state) > HIGH:
        return None
    own, count = around[-2], len(state) - 2
    shapes = [replace(shape, look="coin") if shape.kind == "counter" else shape for shape in drawn.shapes]
    for i, (heap, old) in enumerate(zip(state[:-2], around[:-2], strict=True)):
        shapes += _places(i, heap, old + own if old else 0)
    lines = [replace(line, length=line.length + min(own, WIDE)) for line in drawn.lines]
    for i, (coins, name, look) in enumerate(zip(around[-2:], BAGS, ("white", "black"), strict=True), count):
        shapes += [_put_in_bag(shape, name, look) for shape in heaps.coins(game, i, coins, True)]
        lines.append(BoardLine(0 if heaps.is_box(coins) else coins, name))
    wide = max(4, min(sum(frame), WIDE))
    return replace(drawn, width=wide, height=count + 2, shapes=tuple(shapes), lines=tuple(lines))


def _put_in_bag(shape: Shape, name: Message, look: str) -> Shape:
    """A coin in a bag, in the colour of the bag."""
    shape = replace(shape, id=f"bag {shape.id}", label=name)
    return shape if shape.kind == "box" else replace(shape, kind="square", look=look, chips=("",))


def _places(i: int, heap: int, last: int) -> Iterator[Shape]:
    """The places behind a heap, as far as the last one."""
    if not heaps.is_box(heap) and not heaps.is_box(last):
        for n in range(heap + 1, last + 1):
            label = Message("heap {heap}: add {n}", params={"heap": i + 1, "n": n - heap})
            yield Shape(f"{i + 1}.{n}", "slot", n - 0.5, i + 0.5, i, 2 * n, label)


def board(game: PokerNimGame, state: State, marks: Marks) -> str:
    """A line of sticks for each heap, and a line for the bags."""
    sticks = heaps.board(game, state[:-2], marks)
    bags = tr("in the bag of the next player: {own}, in the other bag: {other}", own=state[-2], other=state[-1])
    return sticks and f"{sticks}\n{bags}"


def start(game: PokerNimGame, usual: State, rng: Random) -> State:
    """As many heaps as usual, and a few coins in each bag."""
    return (*(rng.randint(1, 7) for _ in usual[:-2]), rng.randint(0, 3), rng.randint(0, 3))


POKER_NIM = replace(
    heaps.HEAPS,
    board=board,
    picture=picture,
    after_move=picture_after_move,
    changes=None,
    setting=None,
    dials=no_dials,
    start=start,
    card=in_group(
        "heaps",
        Message("Click a coin: it and all to its right are taken. Click a place behind a heap to add coins up to it."),
    ),
    past=(
        *heaps.PAST,
        PastTense("add {n} to heap {heap}", "added {n} coin to heap {heap}", "added {n} coins to heap {heap}"),
    ),
    which_start=Message("How many coins in each heap, and after a slash in each bag?"),
)

FACES: Faces = {PokerNimGame: POKER_NIM}
