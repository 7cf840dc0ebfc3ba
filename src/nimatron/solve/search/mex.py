"""Values of any game by the definition: options, then mex.

The search works on raw states, with an explicit stack, so deep games reach no recursion limit. It stores values in
`Tables` that the caller passes in.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from ...core.errors import Cycle, UserCodeError
from ...core.game import NOTHING, Game, Part, State
from ...core.limits import Budget
from ...nimbers.finite import mex
from ...nimbers.loopy import Value
from .frames import EARLY, OPEN, Frame, Known, Search, is_plain, is_whole, key_of, named_cycle, options_of, unhashable
from .memo import Tables

NEVER = 1 << 62
"""A cost that no position reaches."""

LARGE = 1 << 12
"""Values from this on are not ruled out one by one: their masks would be too long."""


class MexSearch(Search):
    """Values from the definition alone; `known_value` may shortcut single positions."""

    def __init__(self, tables: Tables, budget: Budget, known_value: Known) -> None:
        super().__init__(tables, budget)
        self.known_value = known_value
        self._last: Game | None = None

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of `state`: the xor over its parts, each the mex over its options."""
        parts = game.components(state)
        if self._sum(parts) is None:
            # Games that split meet far fewer positions than they have.
            self.budget.afford(game.size(state) // (1 if is_plain(game) else EARLY))
        while (value := self._sum(parts)) is None:
            self._solve(*self._next_to_solve(parts))
        if value is OPEN:
            # Only a labelling leaves OPEN behind, so there is no path to name.
            raise Cycle([])
        return value  # type: ignore[no-any-return]

    def stored_value(self, game: Game, state: State) -> Value | None:
        """The value of `state`, if the tables have it."""
        value = self._sum(game.components(state))
        return None if value is OPEN else value

    def _sum(self, parts: Sequence[Part]) -> Any:
        """The nim-sum of the values in the tables; None while a part is unsolved, OPEN if one is on the path."""
        total: Any = 0
        for game, part in parts:
            if game is not self._last:  # most parts are of the same game as the one before
                self._last, self._table = game, self.tables.of("value", game)
            value = self._table.get(game.canonical(part))
            if value is None or value is OPEN:
                return value
            total ^= value
        return total

    def _next_to_solve(self, parts: Sequence[Part]) -> Part:
        """The first part that has no value yet."""
        return next(
            (game, part) for game, part in parts if self.tables.of("value", game).get(game.canonical(part)) is None
        )

    def _solve(self, game: Game, part: State) -> None:
        """Give `part` a value in its table."""
        stack: list[Frame] = []
        try:
            self._open(stack, game, part)
            while stack:
                if is_plain(stack[-1].game):
                    self._climb(stack)
                else:
                    self._advance(stack)
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            for frame in stack:  # not empty only if the search was cut short: leave no OPEN marks behind
                frame.table.pop(frame.key, None)
            if stack:
                self._leave(stack[0])

    def _leave(self, frame: Frame) -> None:
        """Note for the first position of a search that was cut short that its value is none of those seen."""
        # A mex is never the value of an option, so what was seen still helps the next search.
        excluded = self.tables.of("excluded", frame.game)
        mask = excluded.get(frame.key, 0)
        for value in frame.seen:
            if isinstance(value, int) and 0 <= value < LARGE:
                mask |= 1 << value
        if mask:
            excluded[frame.key] = mask

    def _open(self, stack: list[Frame], game: Game, part: State) -> None:
        """Start on a part that has no value yet, unless a theorem or its own parts give one."""
        met: list[tuple[Game, State]] = []
        while True:
            value = self.known_value(game, part)
            if value is not None or is_whole(game, part):
                break
            parts = game.components(part)
            value = self._sum(parts)
            if value is not None:
                break
            if (game, part) in met:
                raise UserCodeError("components({state!r}) leads back to itself", type(game).__name__, state=part)
            met.append((game, part))
            game, part = self._next_to_solve(parts)  # solve what is inside first; the sum is looked up again later
        if value is OPEN:
            raise named_cycle(stack)
        table, key = self.tables.of("value", game), game.canonical(part)
        if value is not None:
            table[key] = value
            return
        self.budget.spend()
        options = options_of(game, part)
        stack.append(Frame(game, part, key, table, self._sum, options, self.budget.spent))

    def _climb(self, stack: list[Frame]) -> None:
        """Solve the top frame, whose game never splits.

        This is the hot loop of most searches: its frames are plain tuples, and each option is looked up only once.
        """
        top = stack.pop()
        game, table, canonical = top.game, top.table, key_of(top.game)
        known, budget, get = self.known_value, self.budget, table.get
        costly = self.tables.costly_of("value", game)
        least = costly.least if costly else NEVER
        # What a position costs is how far the table grows.
        path = [(top.state, top.key, top.options, top.seen, len(table))]
        batch: Iterator[State] | None = None
        try:
            while path:
                state, key, options, seen, began = path[-1]
                for option in batch or islice(options, budget.batch):
                    its_key = option if canonical is None else canonical(option)
                    value = get(its_key)
                    if value is None:
                        value = known(game, option)
                        if value is None:
                            budget.spend()
                            # Go down at once; the value comes back to this frame below, so the option is not looked
                            # up again.
                            path.append((option, its_key, options_of(game, option), set(), len(table)))
                            table[its_key] = OPEN
                            batch = None
                            break
                        table[its_key] = value
                    seen.add(value)
                else:
                    if (batch := budget.more(options)) is not None:
                        continue
                    if OPEN in seen:
                        break
                    table[key] = value = mex(seen)
                    if costly and len(table) - began >= least:
                        costly.note(key, state, len(table) - began)
                    path.pop()
                    if path:
                        path[-1][3].add(value)
        finally:  # after an error or at a cycle, back to frames: `_solve` names and forgets what was open
            stack += [self._frame(top, *step) for step in path]
        if path:
            raise named_cycle(stack)

    def _frame(
        self, top: Frame, state: State, key: Hashable, options: Iterator[State], seen: set[Any], began: int
    ) -> Frame:
        frame = Frame(top.game, state, key, top.table, top.look, options, began)
        frame.seen = seen
        return frame

    def _advance(self, stack: list[Frame]) -> None:
        """Look at options of the top frame until a part must be solved first, or all are seen."""
        frame, split = stack[-1], stack[-1].game.components
        # The option that waits comes first, cut into parts already: cutting is what costs most.
        waiting = () if frame.pending is NOTHING else (frame.pending,)
        batch: Iterator[State] | None = islice(frame.options, self.budget.batch)
        while batch is not None:
            for parts in chain(waiting, map(split, batch)):
                value = self._sum(parts)
                if value is None:
                    frame.pending = parts
                    self._open(stack, *self._next_to_solve(parts))
                    return
                frame.seen.add(value)
            waiting, frame.pending = (), NOTHING
            batch = self.budget.more(frame.options)
        if OPEN in frame.seen:
            raise named_cycle(stack)
        frame.table[frame.key] = mex(frame.seen)
        self.note_cost("value", stack.pop())
