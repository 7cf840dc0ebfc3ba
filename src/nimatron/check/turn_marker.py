"""The search for a turn in the state: an entry that says who moves, and players with different moves.

Such a game is impartial only in appearance. All other promises can hold: the state decides which moves there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from ..core.clock import TimeUp
from ..core.game import State
from ..core.message import Message
from .explore import MOST_OPTIONS, Explorer
from .report import Failure

TRIED = 200
"""The number of states in which the test gives the turn to the other player."""

Options = dict[State, tuple[State, ...]]


class Marker(NamedTuple):
    """A place of a state that has one of two values and changes with every move that was seen."""

    place: int
    values: tuple[Any, Any]

    def flip(self, state: State) -> State:
        """The same state with the other player to move."""
        entries = list(entries_of(state))
        first, second = self.values
        entries[self.place] = second if entries[self.place] == first else first
        if isinstance(state, str):
            return "".join(entries)
        if isinstance(state, tuple):
            return type(state)(*entries) if hasattr(state, "_fields") else tuple(entries)
        return replace(state, **{field.name: entry for field, entry in zip(fields(state), entries, strict=True)})

    def without(self, states: Iterable[State]) -> set[Any]:
        """The states without the entry that says whose turn it is."""
        return {(*entries[: self.place], *entries[self.place + 1 :]) for entries in map(entries_of, states)}

    def passes(self, state: State, options: Iterable[State]) -> set[tuple[Any, Any]]:
        """From which value to which the turn goes."""
        return {(entries_of(state)[self.place], entries_of(option)[self.place]) for option in options}

    def name(self, state: State) -> str:
        """The entry as Python writes it."""
        return f"state.{fields(state)[self.place].name}" if is_dataclass(state) else f"state[{self.place}]"


def entries_of(state: State) -> tuple[Any, ...]:
    """The entries of a tuple, a text or a dataclass; none for any other state.

    >>> entries_of("..A"), entries_of((3, "A")), entries_of(5)
    (('.', '.', 'A'), (3, 'A'), ())
    """
    if isinstance(state, (tuple, str)):
        return tuple(state)
    if is_dataclass(state) and not isinstance(state, type):
        return tuple(getattr(state, field.name) for field in fields(state))
    return ()


def marker_of(options: Options) -> Marker | None:
    """The place that says whose turn it is, if there is one.

    >>> marker_of({(2, "A"): ((1, "B"),), (1, "B"): ((0, "A"),), (0, "A"): ()})
    Marker(place=1, values=('A', 'B'))
    """
    states = [entries_of(state) for state in options]
    length = len(states[0]) if states else 0
    # A state of one entry has no room for a turn beside the position.
    if length < 2 or any(len(entries) != length for entries in states):
        return None
    moves = [(entries_of(a), entries_of(b)) for a, listed in options.items() for b in listed if b in options]
    for place in range(length):
        values = list(dict.fromkeys(entries[place] for entries in states))
        if len(values) == 2 and all(before[place] != after[place] for before, after in moves):
            return Marker(place, (values[0], values[1]))
    return None


def look_for_turns(explorer: Explorer) -> None:
    """Warn if the players have different moves; say so if the game does without a turn in its state."""
    marker = marker_of(explorer.options)
    if marker is None:
        return
    passes: set[tuple[Any, Any]] = set()
    same: State | None = None
    different: tuple[State, State, tuple[State, ...]] | None = None
    for state in islice(explorer.options, TRIED):
        if explorer.late:
            break
        mine = explorer.options[state]
        try:
            flipped = marker.flip(state)
            others = tuple(islice(explorer.game.options(explorer.game.accept(flipped)), MOST_OPTIONS + 1))
            comparable = all(len(entries_of(option)) == len(entries_of(state)) for option in others)
        except (Exception, SystemExit, TimeUp):
            continue  # no play may lead there, and the rules need not know what to do
        if not comparable or len(others) > MOST_OPTIONS or state in explorer.sampled:
            continue
        passes |= marker.passes(state, mine) | marker.passes(flipped, others)
        if marker.without(mine) == marker.without(others):
            same = state if same is None else same
        else:
            different = different or (state, flipped, others)
    first, second = marker.values
    # Both players must pass the turn on: a heap that is 1 and then 0 for ever is no turn.
    if passes != {(first, second), (second, first)}:
        return
    if different:
        _warn(explorer, marker, *different)
    else:
        told = "{part} seems to mark whose turn it is; the moves are the same without it"
        explorer.findings.notes["common"] = Message(told, part=marker.name(same))


def _warn(explorer: Explorer, marker: Marker, state: State, flipped: State, others: tuple[State, ...]) -> None:
    told = "the same moves as at {other}, if {part} only marks whose turn it is: {moves}"
    other, moves = explorer.text_of(flipped), explorer.moves(others)
    expected = Message(told, part=marker.name(state), other=other, moves=moves)
    came = Message("other moves: {moves}", moves=explorer.moves(explorer.options[state]))
    explorer.findings.warn("turns", Failure(explorer.text_of(state), expected, came))
