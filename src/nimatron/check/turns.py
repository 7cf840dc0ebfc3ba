"""Does a state say whose turn it is, and do the players then have different moves?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import Any

from ..game import State
from ..message import Message
from ..values.search.alarm import TimeUp
from .explore import MOST_OPTIONS, Explorer
from .report import Failure

TRIED = 200
"""In how many states the turn is given to the other player."""


@dataclass(frozen=True)
class Marker:
    """A place of a state that has one of two values and changes with every move that was seen."""

    place: int
    values: tuple[Any, Any]

    def flipped(self, state: State) -> State:
        """The same state with the other player to move."""
        entries = list(entries_of(state))
        first, second = self.values
        entries[self.place] = second if entries[self.place] == first else first
        return _made_of(state, entries)

    def without(self, states: Iterable[State]) -> set[Any]:
        """What is left of states if nobody says whose turn it is."""
        return {(*entries[: self.place], *entries[self.place + 1 :]) for entries in map(entries_of, states)}

    def name(self, state: State) -> str:
        """How Python gets at it."""
        if is_dataclass(state):
            return f"state.{fields(state)[self.place].name}"
        return f"state[{self.place}]"


@dataclass(frozen=True)
class Pair:
    """A state and its moves; the same state for the other player and the moves there."""

    state: State
    options: tuple[State, ...]
    flipped: State
    others: tuple[State, ...]


def entries_of(state: State) -> tuple[Any, ...]:
    """What a tuple, a text or a dataclass is made of; nothing for any other state.

    >>> entries_of("..A"), entries_of((3, "A")), entries_of(5)
    (('.', '.', 'A'), (3, 'A'), ())
    """
    if isinstance(state, (tuple, str)):
        return tuple(state)
    if is_dataclass(state) and not isinstance(state, type):
        return tuple(getattr(state, field.name) for field in fields(state))
    return ()


def _made_of(state: State, entries: list[Any]) -> State:
    """A state like the given one, of other entries."""
    if isinstance(state, str):
        return "".join(entries)
    if isinstance(state, tuple):
        return type(state)(*entries) if hasattr(state, "_fields") else tuple(entries)
    return replace(state, **{field.name: entry for field, entry in zip(fields(state), entries, strict=True)})


def marker_of(options: dict[State, tuple[State, ...]]) -> Marker | None:
    """The place that says whose turn it is, if there is one.

    >>> marker_of({(2, "A"): ((1, "B"),), (1, "B"): ((0, "A"),), (0, "A"): ()})
    Marker(place=1, values=('A', 'B'))
    """
    states = [entries_of(state) for state in options]
    length = len(states[0]) if states else 0
    if length < 2 or any(len(entries) != length for entries in states):
        return None
    for place in range(length):
        values = list(dict.fromkeys(entries[place] for entries in states))
        if len(values) == 2 and _alternates(place, options):
            return Marker(place, (values[0], values[1]))
    return None


def _alternates(place: int, options: dict[State, tuple[State, ...]]) -> bool:
    """Does this place change with every move that was seen?"""
    return all(
        entries_of(state)[place] != entries_of(option)[place]
        for state, listed in options.items()
        for option in listed
        if option in options
    )


def look_for_turns(explorer: Explorer) -> None:
    """Warn if the players have different moves; say so if the game does without a turn in its state."""
    marker = marker_of(explorer.options)
    if marker is None:
        return
    pairs = list(_pairs(explorer, marker))
    if not _goes_both_ways(pairs, marker):
        return
    different = next((pair for pair in pairs if marker.without(pair.options) != marker.without(pair.others)), None)
    if different:
        _warn(explorer, marker, different)
    else:
        told = "{part} seems to say whose turn it is; the moves are the same without it"
        explorer.findings.notes["common"] = Message(told, params={"part": marker.name(pairs[0].state)})


def _goes_both_ways(pairs: list[Pair], marker: Marker) -> bool:
    """Does every move pass the turn on, by both players? A heap that is 1 and then 0 for ever is no turn."""
    moves = [(pair.state, option) for pair in pairs for option in pair.options]
    moves += [(pair.flipped, option) for pair in pairs for option in pair.others]
    turns = {(entries_of(state)[marker.place], entries_of(option)[marker.place]) for state, option in moves}
    first, second = marker.values
    return turns == {(first, second), (second, first)}


def _pairs(explorer: Explorer, marker: Marker) -> Iterator[Pair]:
    for state in islice(explorer.options, TRIED):
        if explorer.late:
            return
        try:
            flipped = marker.flipped(state)
            others = tuple(islice(explorer.game.options(explorer.game.accept(flipped)), MOST_OPTIONS + 1))
            comparable = all(len(entries_of(option)) == len(entries_of(state)) for option in others)
        except (Exception, SystemExit, TimeUp):
            continue  # no play may lead there, and the rules need not know what to do
        if comparable and len(others) <= MOST_OPTIONS and state not in explorer.sampled:
            yield Pair(state, explorer.options[state], flipped, others)


def _warn(explorer: Explorer, marker: Marker, pair: Pair) -> None:
    about = {
        "part": marker.name(pair.state),
        "other": explorer.shown(pair.flipped),
        "moves": explorer.moves(pair.others),
    }
    expected = Message("if {part} says whose turn it is, the same moves as at {other}: {moves}", params=about)
    came = Message("other moves: {moves}", params={"moves": explorer.moves(pair.options)})
    explorer.findings.warn("turns", Failure(explorer.shown(pair.state), expected, came))
