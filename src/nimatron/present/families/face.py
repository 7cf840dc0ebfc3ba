"""The face of a family: all that says how its games look and how people talk about them, in one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple

from ...game import Game, State
from ...message import Message
from ...values.family import Numbering
from .picture import Picture
from .terminal import Marks

Who = Literal[0, 1, 2]
"""Whose deed is told: that of the computer, which says `I`; yours; or that of a player with a name."""

Layout = Literal["row", "board", "graph", "list"]
"""How the positions below one are drawn, for backward induction."""

ANY_POSITION = Message("Which position?")

COMPUTER: Who = 0
YOU: Who = 1
NAMED: Who = 2


class Told(NamedTuple):
    """A move in the past tense: `move` is the sentence of `Game.describe`, the others say who made it."""

    move: str
    computer: Message
    you: Message
    player: Message

    def by(self, who: Who) -> Message:
        """The sentence with the right person."""
        return (self.computer, self.you, self.player)[who]


def notation(game: Game, state: State, marks: Marks) -> str:
    """The board of a game that has none: its position in writing."""
    return game.show(state)


def undrawn(game: Game, state: State, frame: State) -> Picture | None:
    """No picture."""
    return None


def by_start(game: Game) -> Numbering | None:
    """Where one or two numbers tell the start of a game, they tell its other positions too."""
    start = game.start
    if isinstance(start, int):
        return Numbering(lambda x, y: x, flat=True)
    if isinstance(start, tuple) and len(start) == 2 and all(isinstance(n, int) for n in start):
        return Numbering(lambda x, y: (x, y), first=(1, 1))
    return None


def nothing(game: Game, *state: State) -> Message | None:
    """There is nothing to say."""
    return None


def in_a_list(state: State) -> Layout:
    """Positions one after another."""
    return "list"


# Games come as Any: each family knows the attributes of its own.
Board = Callable[[Any, State, Marks], str]
Drawing = Callable[[Any, State, State], Picture | None]


@dataclass(frozen=True, eq=False)
class Face:
    """What a family leaves out has a plain default; `face_of` finds the face of a game."""

    board: Board = notation
    """The position in the terminal; empty where it is too large for that."""

    picture: Drawing = undrawn
    """(game, state, frame): the position on the page, as large as `frame`; None where it is too large."""

    moved: Drawing | None = None
    """(game, after, before): the picture after a move, its shapes named as before it. By default the plain picture;
    a family needs its own where names do not stay, as when a heap falls apart."""

    unseen: str | None = None
    """The look of a shape that is not on the board. None: unlike all others; '' where a board has no end, for there
    the squares far away are empty."""

    changes: Callable[[Any, State, State], Iterable[str]] | None = None
    """(game, before, after): the ids of the shapes that a move changes, without drawing. Only for speed: large boards
    have as many moves as shapes. It says the same as the difference of the pictures."""

    start: Callable[[Any, State, Random], State] | None = None
    """(game, usual, rng): a start by lot, about as large as the usual one; None: a few moves away from it."""

    numbering: Callable[[Any], Numbering | None] = by_start
    """Which positions the cells of a table stand for; None where one or two numbers do not tell a position."""

    layout: Callable[[State], Layout] = in_a_list
    """How backward induction draws what is below a position."""

    told: tuple[Told, ...] = ()
    """The moves in the past tense."""

    left: Callable[[Any, State], Message | None] = nothing
    """What is said after a move, where a number tells the whole position."""

    rules: Callable[[Any], Message | None] = nothing
    """The rules with the numbers of this very game, where the catalog speaks of a set or a size.
    They hold for the very classes in the table of faces: a subclass of a user's own speaks through its docstring."""

    allowed: Callable[[Any], Message | None] = nothing
    """What is added to the docstring."""

    which_parameters: Message | None = None
    """The question for what stands in the braces."""

    which_start: Message = ANY_POSITION
    """The question for a position."""


Faces = dict[type[Game], Face]
"""The faces of a family, by class: a class inherits the face of the nearest class above it."""
