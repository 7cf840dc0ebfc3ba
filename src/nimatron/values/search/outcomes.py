"""Outcomes of any game by the definition, up to the first option that settles them.

Like values they work on raw states, with an explicit stack, and are kept in a `Tables` that the caller passes in.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from typing import Any

from ...game import NOTHING, Game, State
from .budget import Budget
from .frames import OPEN, Frame, Known, Look, Search, named_cycle, options_of, unhashable
from .tables import Table, Tables

EARLY = 100
"""An outcome is often settled by 1 in this many positions, so a search is refused only beyond that."""


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
        look = self._look_misere(game, table) if misere else self._look_outcome(game, table)
        verdict = look(state)
        if not isinstance(verdict, tuple):
            return verdict is not OPEN and bool(verdict)  # OPEN: it was labelled as a draw
        self.budget.afford(game.size(verdict[0]) // EARLY)
        stack: list[Frame] = []
        try:
            stack.append(self._opened(game, verdict, table, look))
            while stack:
                self._decide(stack, misere)
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            for frame in stack:
                frame.table.pop(frame.key, None)
        return bool(look(state))

    def _opened(self, game: Game, unsolved: tuple[State, Hashable], table: Table, look: Look) -> Frame:
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
                stack.append(self._opened(frame.game, verdict, frame.table, frame.look))
                return
            batch = self.budget.more(frame.options)
        # Every option is N, so this is P. But the end of a misere game is N: the player to move has won.
        self._judge(stack, not misere or frame.pending is not NOTHING, misere)

    def _judge(self, stack: list[Frame], is_p: bool, misere: bool) -> None:
        frame = stack.pop()
        frame.table[frame.key] = is_p
        self.closed("misere" if misere else "outcome", frame)

    def _look_misere(self, game: Game, table: Table) -> Look:
        """Looks up a state: True for P, False for N, OPEN, or the pair (state, key) if it must be searched."""
        canonical = game.canonical

        def look(state: State) -> Any:
            key = canonical(state)
            verdict = table.get(key)
            return (state, key) if verdict is None else verdict

        return look

    def _look_outcome(self, game: Game, table: Table) -> Look:
        canonical = game.canonical

        def look(state: State) -> Any:
            key = canonical(state)
            verdict = table.get(key)
            if verdict is not None:
                return verdict
            known = self.known_outcome(game, state)
            if known is None:
                return state, key
            table[key] = known == "P"
            return table[key]

        return look
