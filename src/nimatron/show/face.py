"""The face of a family: how its games look and how people talk about them, in one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple

from ..core.game import Game, State
from ..core.message import Message
from ..solve.value_table import Numbering
from .board_text import Marks
from .picture import Picture
from .setup import Panel, Setting

Who = Literal[0, 1, 2]
"""The person who made the move: the computer, which speaks as `I`; you; or a player with a name."""

Layout = Literal["row", "board", "graph", "list"]
"""The arrangement in which backward induction draws the positions below a position."""

Group = Literal["heaps", "rows", "coins", "boards", "graphs", "own"]
"""A group of the gallery."""

ANY_POSITION = Message("Which position?")
"""The question for a position of a family that has no better one."""

COMPUTER: Who = 0
YOU: Who = 1
NAMED: Who = 2

SUBJECTS = "I", "You", "{player}"
"""The persons, in the order of their numbers, as a sentence in the past tense begins."""


class PastTense(NamedTuple):
    """A move in the past tense: `move` is the sentence of `Game.describe`, `done` what its player has done."""

    move: str
    done: str
    plural: str = ""

    def by(self, who: Who) -> Message:
        """The sentence with the right person."""
        # An empty plural means that the move counts nothing.
        one, several = (f"{SUBJECTS[who]} {phrase}." if phrase else "" for phrase in (self.done, self.plural))
        return Message(one, several)


class Piece(NamedTuple):
    """A component of a state as players see it: what it is called, and the ids of its shapes."""

    name: Message
    shapes: tuple[str, ...]


class Card(NamedTuple):
    """The card of a game in the gallery: its group, and in one line what to click for a move."""

    group: Group
    how: Message


LIST_CARD = Card("own", Message("Choose a move from the list."))
"""The card of a game that has no other."""


def notation(game: Game, state: State, marks: Marks) -> str:
    """The board of a game without a board: its position in the notation."""
    return game.show(state)


def no_picture(game: Game, state: State, frame: State) -> Picture | None:
    """No picture."""
    return None


def by_start(game: Game) -> Numbering | None:
    """The numbering of a game whose start is one or two numbers: other positions are taken to have the same form."""
    start = game.start
    if isinstance(start, int):
        return Numbering(lambda x, y: x, flat=True)
    if isinstance(start, tuple) and len(start) == 2 and all(isinstance(n, int) for n in start):
        return Numbering(lambda x, y: (x, y), first=(1, 1))
    return None


def no_table(game: Game) -> None:
    """One or two numbers do not determine a position."""


def no_dials(game: Game) -> None:
    """Numbers do not determine a position."""


def nothing(game: Game, *state: State) -> Message | None:
    """Nothing to say."""
    return None


def list_card(game: Game) -> Card:
    """Moves are chosen from a list."""
    return LIST_CARD


def in_group(group: Group, how: Message) -> Callable[[Any], Card]:
    """The same card for every game of a family."""
    card = Card(group, how)
    return lambda game: card


def in_a_list(state: State) -> Layout:
    """The positions one after another."""
    return "list"


# Games are typed Any, because each family uses the attributes of its own classes.
Board = Callable[[Any, State, Marks], str]
Drawing = Callable[[Any, State, State], Picture | None]


# Without eq faces compare by identity: fields are functions, and two equal lambdas do not exist.
@dataclass(frozen=True, eq=False)
class Face:
    """The record; every field has a plain default. `face_of` finds the face of a game."""

    board: Board = notation
    """(game, state, marks): the position in the terminal; empty if it is too large."""

    picture: Drawing = no_picture
    """(game, state, frame): the position on the page, as large as `frame`; None if it is too large."""

    after_move: Drawing | None = None
    """(game, after, before): the picture after a move, with the ids that the shapes had before it. By default the plain
    picture; a family needs its own if a move renames shapes, as when a heap is split."""

    unseen: str | None = None
    """The look of a shape that is not on the board. None means different from every other look; a board without end
    has '', because its squares far away are empty."""

    changes: Callable[[Any, State, State], Iterable[str]] | None = None
    """(game, before, after): the ids of the shapes that a move changes, found without drawing. It gives what the
    difference of the pictures gives and exists only for speed: a large board has as many moves as shapes."""

    parts: Callable[[Any, State], list[Piece]] | None = None
    """(game, state): its components in their order. None if players have no name for them."""

    setting: Setting | None = None
    """The way to set up a position by clicks; None if that is not possible."""

    dials: Callable[[Any], Panel | None] = no_dials
    """(game): the dials for its positions. A user's subclass has none: its numbers may mean something else."""

    card: Callable[[Any], Card] = list_card
    """(game): in which group of the gallery it is, and what to click for a move."""

    start: Callable[[Any, State, Random], State] | None = None
    """(game, usual, rng): a random start, about as large as the usual one. None: a few random moves away from it."""

    numbering: Callable[[Any], Numbering | None] = by_start
    """(game): the positions of the cells of a table; None if one or two numbers do not determine a position."""

    counts: Literal["heap", "coin"] = "heap"
    """The subject of the values of a sequence: heaps of every size, or coins at every place."""

    layout: Callable[[State], Layout] = in_a_list
    """(state): the arrangement in which backward induction draws the positions below it."""

    past: tuple[PastTense, ...] = ()
    """The moves in the past tense."""

    strategy: Drawing | None = None
    """(game, state, frame): the board with what the winner plays by, such as vertices in pairs; None: there is none."""

    left: Callable[[Any, State], Message | None] = nothing
    """(game, state): the sentence about the rest after a move, if one number describes the position."""

    rules: Callable[[Any], Message | None] = nothing
    """The rules with the numbers of this game, where the catalog speaks of a set or a size. They are used only for the
    classes in the table of faces: a user's own subclass speaks through its docstring."""

    allowed: Callable[[Any], Message | None] = nothing
    """A sentence that follows the docstring in the rules."""

    which_parameters: Message | None = None
    """The question that asks for the parameters, which stand in braces."""

    which_start: Message = ANY_POSITION
    """The question that asks for a position."""


Faces = dict[type[Game], Face]
"""Faces by class: a class without one has the face of the nearest class above it."""
