"""What all searches share: the path of open positions, and errors that name the position at fault."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Protocol

from ...core.errors import Cycle, UserCodeError
from ...core.game import NOTHING, Game, State
from ...core.limits import Budget
from .memo import Table, Tables

OPEN: Any = -1
"""Marks a position in a table that is on the path being searched: meeting it again means a cycle."""

EARLY = 100
"""A search that need not meet all positions is refused only if 1 in this many of them would be too many."""

Look = Callable[[State], Any]
"""Looks up a state: its answer, or what is missing."""

Known = Callable[[Game, State], Any]
"""Answers without search, or None."""

Moves = list[tuple[int | None, Sequence[State]]]
"""Moves part by part: a part and the options to move it to; None instead of a part if the options are whole states."""


class Frame:
    """A position whose options are being looked at."""

    __slots__ = ("began", "game", "key", "look", "options", "pending", "seen", "state", "table")

    def __init__(
        self, game: Game, state: State, key: Hashable, table: Table, look: Look, options: Iterator[State], began: int
    ) -> None:
        self.game, self.state, self.key, self.table, self.look = game, state, key, table, look
        self.began = began
        """How many positions the search had met before this one."""
        self.options = options
        self.pending: State = NOTHING
        self.seen: set[Any] = set()
        table[key] = OPEN


class Search:
    """A search by the definition, which keeps in `tables` what it finds and stays within a `budget`."""

    def __init__(self, tables: Tables, budget: Budget) -> None:
        self.tables, self.budget = tables, budget

    def note_cost(self, kind: str, frame: Frame) -> None:
        """Note for a store what it has cost to solve a position."""
        if costly := self.tables.costly_of(kind, frame.game):
            costly.note(frame.key, frame.state, self.budget.spent - frame.began)


class StackElement(Protocol):
    """An element of the stack of a search."""

    game: Game
    state: State
    key: Hashable


def named_cycle(stack: Sequence[StackElement]) -> Cycle:
    """An error that names the positions of the cycle: from a state on the path to the option that leads back to it."""
    top = stack[-1]
    keys = {(f.game, f.key): i for i, f in enumerate(stack)}
    for option in options_of(top.game, top.state):
        for game, part in [(top.game, option), *top.game.components(option)]:
            place = keys.get((game, game.canonical(part)))
            if place is not None:
                path = [f.game.show(f.state) for f in stack[place:]]
                return Cycle([*path, game.show(part)])
    return Cycle([top.game.show(top.state)] * 2)


def is_plain(game: Game) -> bool:
    """Does a state of `game` never split into parts?"""
    return type(game).components is Game.components


def is_whole(game: Game, part: State) -> bool:
    """Does this part not split any further?"""
    if is_plain(game):
        return True
    parts = game.components(part)
    return len(parts) == 1 and parts[0] == (game, part)


def key_of(game: Game) -> Callable[[State], Hashable] | None:
    """The function from states to keys; None if a state is its own key."""
    return None if type(game).canonical is Game.canonical else game.canonical


def unhashable(fault: TypeError, top: StackElement | None) -> Exception:
    """A plain message for the commonest slip in a first game: lists as states."""
    if "unhashable" not in str(fault) or top is None:
        return fault
    return _no_key(top.game, top.state, fault)


def _no_key(game: Game, state: State, fault: TypeError) -> UserCodeError:
    message = "options({state!r}) gave a state that cannot be stored in a table (use tuples, not lists): {fault}"
    return UserCodeError(message, type(game).__name__, state=state, fault=fault)


def sound_options(game: Game, state: State) -> Iterator[State]:
    """`options_of`, but a state that cannot be a key raises an error that names it."""
    for option in options_of(game, state):
        try:
            hash(option)
        except TypeError as fault:
            raise _no_key(game, state, fault) from fault
        yield option


def options_of(game: Game, state: State) -> Iterator[State]:
    """The options of `state`; if the method returns something else, the error names it as the culprit."""
    options = game.options(state)
    try:
        return iter(options)
    except TypeError:
        message = "options({state!r}) gave {options!r}, expected an iterable of states (did it forget `yield`?)"
        raise UserCodeError(message, type(game).__name__, state=state, options=options) from None
