"""Who loses, by the definition alone: a search through the moves of a game from formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from ...core.errors import Cycle
from ...core.game import State

Rules = Any
"""A game from formulas: its module asks this one who loses if moves are blocked."""


class PlainOutcomes:
    """Remembers who loses. A position is lost if at most `block` moves lead to lost positions."""

    def __init__(self, game: Rules, spend: Callable[[], None] = lambda: None) -> None:
        self.game, self.spend = game, spend
        self.known: dict[State, bool] = {}

    def is_lost(self, state: State) -> bool:
        """Is the player to move lost? Without recursion: lines of play may be long."""
        path = [] if state in self.known else [(state, self._options(state), 0)]
        on_path = {state}
        while path:
            self.spend()
            current, options, winning = path.pop()
            for option in options:
                if option not in self.known:
                    if option in on_path:
                        raise Cycle([self.game.show(option)] * 2)
                    on_path.add(option)
                    path += [(current, chain([option], options), winning), (option, self._options(option), 0)]
                    break
                winning += self.known[option]
                if winning > self.game.block:
                    self.known[current] = False
                    break
            else:
                self.known[current] = self.game.play().is_position(current) and not self.game.is_won_at_end(current)
            if current in self.known:
                on_path.discard(current)
        return self.known[state]

    def _options(self, state: State) -> Iterator[State]:
        return self.game.moves_from(state) if self.game.play().is_position(state) else iter(())


def circle(game: Rules, starts: Iterable[State], most: int) -> list[State] | None:
    """A position that repeats, and the positions in between; None if none is found among `most` positions."""
    ended = set[State]()
    for start in starts:
        path, on_path = [(start, game.moves_from(start))], {start}
        while path and len(ended) + len(path) < most:
            state, options = path[-1]
            option = next((one for one in options if one not in ended), None)
            if option is None:
                ended.add(state)
                on_path.discard(state)
                path.pop()
            elif option in on_path:
                states = [one for one, _ in path]
                return [*states[states.index(option) :], option]
            else:
                on_path.add(option)
                path.append((option, game.moves_from(option)))
    return None
