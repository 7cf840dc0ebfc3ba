"""Games of one or two numbers, drawn as heaps: Euclid and Fibonacci Nim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ...game import State
from ...games.euclid import EuclidGame
from ...games.fibonacci import FibonacciGame
from ...message import Message
from ...values.family import Numbering
from ..words import tr
from . import heaps
from .face import Face, Faces, Told, in_group
from .heaps import HEAPS, TOLD
from .picture import Picture, Words
from .terminal import Marks

# -- Euclid ----------------------------------------------------------------------------------------


def euclid_start(game: EuclidGame, usual: State, rng: Random) -> State:
    """Two numbers that differ."""
    return rng.randint(20, 39), rng.randint(3, 19)


def euclid_numbering(game: EuclidGame) -> Numbering:
    """All pairs of positive numbers."""
    return Numbering(lambda x, y: (x, y), first=(1, 1))


def euclid_rules(game: EuclidGame) -> Message | None:
    """What ends the game."""
    if game.least:
        return None
    return Message("Subtract a multiple of the smaller number from the larger one; whoever reaches 0 has won.")


EUCLID = Face(
    board=heaps.board,
    picture=heaps.picture,
    changes=heaps.changes,
    start=euclid_start,
    card=in_group("heaps", Message("Click a coin of the larger heap: the smaller one is subtracted until it is gone.")),
    numbering=euclid_numbering,
    layout=lambda state: "board",
    rules=euclid_rules,
    told=(
        Told(
            "subtract {times} times {small}: {left} is left",
            Message("I subtracted {times} times {small}: {left} is left."),
            Message("You subtracted {times} times {small}: {left} is left."),
            Message("{player} subtracted {times} times {small}: {left} is left."),
        ),
    ),
    which_start=Message("Which two numbers?"),
)

# -- Fibonacci Nim -----------------------------------------------------------------------------------


def fibonacci_board(game: FibonacciGame, state: State, marks: Marks) -> str:
    """A line of sticks, and how many of them may be taken."""
    heap, most = state
    sticks = heaps.line("", heap, marks.stick, str(heap), marks)
    return f"{sticks}\n{tr('at most {most} may be taken', most=min(heap, most))}"


def fibonacci_picture(game: FibonacciGame, state: State, frame: State) -> Picture | None:
    """The coins of the heap, and below them how many may be taken."""
    heap, most = state
    drawn = heaps.picture(_One, (heap,), (frame[0],))
    if drawn is None:
        return None
    told = Message("at most {most} may be taken", params={"most": min(heap, most)})
    return replace(drawn, height=drawn.height + 0.8, words=(Words(0.1, 1.4, told, "start"),))


class _One:
    """What `heaps.picture` asks of a game."""

    @staticmethod
    def show_entry(heap: State) -> str:
        return str(heap)


def fibonacci_changes(game: FibonacciGame, before: State, after: State) -> Iterator[str]:
    """The coins that are taken."""
    return heaps.changes(game, before[:1], after[:1])


def fibonacci_start(game: FibonacciGame, usual: State, rng: Random) -> State:
    """A heap from which all but one may be taken."""
    heap = rng.randint(9, 30)
    return heap, heap - 1


def fibonacci_left(game: FibonacciGame, state: State) -> Message | None:
    """How much is left, and how much of it may be taken."""
    heap, most = state
    if not heap:
        return Message("No coin is left.")
    return Message(
        "{n} coin is left; at most {most} may be taken.",
        "{n} coins are left; at most {most} may be taken.",
        heap,
        {"most": min(heap, most)},
    )


FIBONACCI = replace(
    HEAPS,
    board=fibonacci_board,
    picture=fibonacci_picture,
    changes=fibonacci_changes,
    start=fibonacci_start,
    numbering=lambda game: Numbering(lambda x, y: (x, y)),
    layout=lambda state: "list",
    left=fibonacci_left,
    told=TOLD[:1],
    which_start=Message("How many coins?"),
)

FACES: Faces = {EuclidGame: EUCLID, FibonacciGame: FIBONACCI}
