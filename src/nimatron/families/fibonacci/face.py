"""How Fibonacci Nim looks: one heap, and how many coins you may take."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces
from ...show.picture import Picture, Words
from ...show.setup import Dial, Panel
from ...show.words import tr
from ...solve.value_table import Numbering
from ..heaps import face as heaps
from ..heaps.face import HEAPS, PAST
from .rules import FibonacciGame


def fibonacci_board(game: FibonacciGame, state: State, marks: Marks) -> str:
    """A line of sticks, and how many of them may be taken."""
    heap, most = state
    sticks = heaps.line("", heap, marks.stick, str(heap), marks)
    return f"{sticks}\n{tr('at most {most} may be taken', most=min(heap, most))}"


def fibonacci_picture(game: FibonacciGame, state: State, frame: State) -> Picture | None:
    """The coins of the heap, and below them how many may be taken."""
    heap, most = state
    drawn = heaps.picture(game, (heap,), (frame[0],))
    if drawn is None:
        return None
    told = Message("at most {most} may be taken", most=min(heap, most))
    return replace(drawn, height=drawn.height + 0.8, words=(Words(0.1, 1.4, told, "start"),))


def fibonacci_start(game: FibonacciGame, usual: State, rng: Random) -> State:
    """A heap from which all but one may be taken."""
    heap = rng.randint(9, 30)
    return heap, heap - 1


def fibonacci_remainder(game: FibonacciGame, state: State) -> Message | None:
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


PANEL = Panel(
    (Dial("coins", Message("Coins"), "number", 1, 60),),
    lambda game, state: {"coins": [state[0]]} if state == game.parse(str(state[0])) else None,
    lambda game, values: (game, game.parse(str(values["coins"][0]))),
)

FIBONACCI = replace(
    HEAPS,
    dials=lambda game: PANEL,
    board=fibonacci_board,
    picture=fibonacci_picture,
    changes=None,
    start=fibonacci_start,
    numbering=lambda game: Numbering(lambda x, y: (x, y)),
    layout=lambda state: "list",
    left=fibonacci_remainder,
    past=PAST[:1],
    which_start=Message("How many coins?"),
)


FACES: Faces = {FibonacciGame: FIBONACCI}
