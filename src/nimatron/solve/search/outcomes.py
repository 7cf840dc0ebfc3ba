"""Outcomes of any game by the definition, up to the first option that settles them.

Like the search for values it works on raw states, with an explicit stack, and stores outcomes in the caller's `Tables`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from typing import Any

from ...core.game import NOTHING, Game, State
from ...core.limits import Budget
from .frames import EARLY, OPEN, Frame, Known, Look, Search, named_cycle, options_of, unhashable
from .memo import Table, Tables


class OutcomeSearch(Search):
    """Who wins, from the definition alone; `known_outcome` may shortcut single positions."""

    def __init__(self, tables: Tables, budget: Budget, known_outcome: Known) -> None:
        super().__init__(tables, budget)
        self.known_outcome = known_outcome

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win? Stops at the first option that settles it.

        In normal play only for a game that never splits: others are sums, whose outcome needs the values of the parts.
        """
        table = self.tables.of("misere" if misere else "outcome", game)
        look = self._look(game, table, misere)
        verdict = look(state)
        if not isinstance(verdict, tuple):
            return verdict is not OPEN and bool(verdict)  # OPEN: it was labelled as a draw
        # A search that stops at the first winning option meets only a part of all positions.
        self.budget.afford(game.size(verdict[0]) // EARLY)
        stack: list[Frame] = []
        try:
            stack.append(self._open_frame(game, verdict, table, look))
            while stack:
                self._decide(stack, misere)
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            # A frame is left only after an error: no OPEN mark may stay in the table.
            for frame in stack:
                frame.table.pop(frame.key, None)
        return bool(look(state))

    def _open_frame(self, game: Game, unsolved: tuple[State, Hashable], table: Table, look: Look) -> Frame:
        self.budget.spend()
        return Frame(game, *unsolved, table, look, options_of(game, unsolved[0]), self.budget.spent)

    def _decide(self, stack: list[Frame], misere: bool) -> None:
        frame = stack[-1]
        if frame.pending is not NOTHING and frame.look(frame.pending) is True:  # the option searched last is P
            self._judge(stack, False, misere)
            return
        batch: Iterator[State] | None = islice(frame.options, self.budget.batch)
        while batch is not None:
            for option in batch:
                verdict = frame.look(option)
                if verdict is False:
                    frame.pending = option  # there is an option, so this is not the end of the game
                    continue
                if verdict is True:
                    self._judge(stack, False, misere)
                    return
                frame.pending = option
                if verdict is OPEN:
                    raise named_cycle(stack)
                stack.append(self._open_frame(frame.game, verdict, frame.table, frame.look))
                return
            batch = self.budget.more(frame.options)
        # Every option is N, so this is P. But the end of a misere game is N: the player to move has won.
        self._judge(stack, not misere or frame.pending is not NOTHING, misere)

    def _judge(self, stack: list[Frame], is_p: bool, misere: bool) -> None:
        frame = stack.pop()
        frame.table[frame.key] = is_p
        self.note_cost("misere" if misere else "outcome", frame)

    def _look(self, game: Game, table: Table, misere: bool) -> Look:
        """Looks up a state: True for P, False for N, OPEN, or the pair (state, key) if it must be searched."""
        canonical = game.canonical

        def look(state: State) -> Any:
            key = canonical(state)
            verdict = table.get(key)
            if verdict is None:
                # Outcomes that are known without search are outcomes of normal play.
                known = None if misere else self.known_outcome(game, state)
                if known is None:
                    return state, key
                verdict = table[key] = known == "P"
            return verdict

        return look
