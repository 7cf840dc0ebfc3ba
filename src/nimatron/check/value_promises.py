"""Promises about values: parts make up the whole, and states with equal keys play alike.

Both are compared with values from options and mex alone, starting at the end of the game, so that the state
named in a failure is a small one.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

from ..core.errors import Limit
from ..core.game import Game, Outcome, Part, State
from ..core.limits import Budget, Limits
from ..core.message import Message
from ..nimbers.field import nim_sum
from ..nimbers.loopy import Value
from ..solve.search.memo import Tables
from ..solve.search.mex import MexSearch
from ..solve.search.outcomes import OutcomeSearch
from .explore import MOST_OPTIONS, Broken, Explorer, short_repr
from .report import Findings


class BareGame(Game):
    """A game of which only the options are used: values by the definition alone."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def options(self, state: State) -> Iterator[State]:
        # A list without an end would never give a mex.
        for count, option in enumerate(self.game.options(state)):
            if count > MOST_OPTIONS:
                raise Limit("the list of options is too long", count, 0.0)
            yield option


class PlainValues:
    """Values by options and mex, without theorems, parts or keys."""

    def __init__(self, limit: int, deadline: float | None) -> None:
        self.limit, self.deadline = limit, deadline
        self.tables = Tables()

    @property
    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    def _budget(self) -> Budget:
        # Each question has its own budget, and all share what was found.
        left = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        return Budget(Limits(positions=self.limit, seconds=left))

    def value(self, game: Game, state: State) -> Value:
        return MexSearch(self.tables, self._budget(), _unknown).value(BareGame(game), state)

    def play(self, game: Game, state: State) -> tuple[Value, Outcome]:
        """The facts that states with equal keys share: the value, and the outcome of misere play."""
        value = self.value(game, state)
        lost = OutcomeSearch(self.tables, self._budget(), _unknown).is_p(BareGame(game), state, misere=True)
        return value, "P" if lost else "N"


def _unknown(game: Game, state: State) -> None:
    return None


class ValueTests:
    """The tests of components, put and canonical; `order` lists the states, shortest games first."""

    def __init__(self, explorer: Explorer, values: PlainValues, order: Sequence[State]) -> None:
        self.explorer, self.values, self.order = explorer, values, order
        self.game: Game = explorer.game
        self.findings: Findings = explorer.findings

    def parts(self) -> None:
        kind = type(self.game)
        if kind.components is Game.components and kind.put is Game.put:
            self.findings.unused.add("parts")
            return
        for state, options in self.explorer.options.items():
            if self.values.late:
                self.findings.partial.add("parts")
                return
            self.findings.saw("parts")
            try:
                parts = self._components(state)
                self._check_put(state, parts, options)
            except Broken:
                return
            if "parts" in self.findings.failures:
                return
        self._check_values()

    def _components(self, state: State) -> Sequence[Part]:
        expected = Message("a list of pairs (game, state)")
        parts = self.explorer.call("parts", state, expected, self.game.components, state)
        pairs = isinstance(parts, Sequence) and all(
            isinstance(part, Sequence) and len(part) == 2 and isinstance(part[0], Game) for part in parts
        )
        if not pairs:
            self.explorer.fail("parts", state, expected, Message("components gave {parts}", parts=short_repr(parts)))
            raise Broken
        return parts  # type: ignore[no-any-return]

    def _check_put(self, state: State, parts: Sequence[Part], options: tuple[State, ...]) -> None:
        """Check that the moves in the parts, put into the whole, are the moves of the whole."""
        made: dict[State, tuple[int, State]] = {}
        cut = state in self.explorer.sampled
        for i, (game, part) in enumerate(parts):
            expected = Message("options of part {i}, {part}", i=i, part=short_repr(part))
            moves = self.explorer.call("parts", state, expected, _beginning, game, part)
            cut |= len(moves) > MOST_OPTIONS
            for move in moves[:MOST_OPTIONS]:
                made.setdefault(self._whole(state, i, move), (i, move))
        if not cut:  # only the beginnings of very long lists are known, and these need not agree
            self._compare_moves(state, made, options)

    def _whole(self, state: State, i: int, move: State) -> State:
        told = "put({state}, {i}, {move}) gives a state"
        expected = Message(told, state=short_repr(state), i=i, move=short_repr(move))
        whole = self.explorer.call("parts", state, expected, self.game.put, state, i, move)
        self.explorer.call("parts", state, expected, hash, whole)
        return whole

    def _compare_moves(self, state: State, made: dict[State, tuple[int, State]], options: tuple[State, ...]) -> None:
        known = set(options)
        shown = self.explorer.text_of
        for whole, (i, move) in made.items():
            if whole not in known:
                told = "put gave {whole} for part {i} moved to {move}, which is not a move of the whole"
                came = Message(told, i=i, move=short_repr(move), whole=shown(whole))
                self.explorer.fail("parts", state, Message("a move in a part is a move of the whole"), came)
                return
        for option in options:
            if option not in made:
                came = Message("no move in a part gives {option}", option=shown(option))
                self.explorer.fail("parts", state, Message("a move of the whole is a move in one part"), came)
                return

    def _check_values(self) -> None:
        for state in self.order:
            try:
                values = [self.values.value(game, part) for game, part in self._components(state)]
                plain = self.values.value(self.game, state)
            except Limit:
                self.findings.partial.add("parts")
                return  # the states that follow only take longer
            except Exception:
                return  # options fail somewhere: that is recorded already
            total = nim_sum(*values)
            if total != plain:
                shown = " xor ".join(map(str, values)) or "0"
                came = Message("the parts have {values} = {total}", values=shown, total=total)
                expected = Message("the value by options and mex, {value}", value=plain)
                self.explorer.fail("parts", state, expected, came)
                return

    def canonical(self) -> None:
        if type(self.game).canonical is Game.canonical:
            self.findings.unused.add("canonical")
            return
        groups: dict[Hashable, tuple[State, Any]] = {}
        for state in self.order:
            if "canonical" in self.findings.failures or self.values.late:
                break
            try:
                self._check_key(state, groups)
            except (Broken, Limit):
                self.findings.partial.add("canonical")
                return

    def _check_key(self, state: State, groups: dict[Hashable, tuple[State, Any]]) -> None:
        self.findings.saw("canonical")
        expected = Message("a key that can be stored in a table")
        key = self.explorer.call("canonical", state, expected, self.game.canonical, state)
        self.explorer.call("canonical", state, expected, hash, key)
        if key not in groups:
            groups[key] = state, None
            return
        other, play = groups[key]
        try:
            play = play or self.values.play(self.game, other)
            groups[key] = other, play
            mine = self.values.play(self.game, state)
        except Limit:
            raise
        except Exception as fault:
            raise Broken from fault  # options fail somewhere: that is recorded already
        if mine != play:
            self._fail_key(state, other, key, mine, play)

    def _fail_key(self, state: State, other: State, key: Hashable, mine: Any, theirs: Any) -> None:
        names = {"key": short_repr(key), "other": self.explorer.text_of(other)}
        told = "the same key {key} as {other}, but value {mine}, not {theirs}"
        came = Message(told, params=names, mine=mine[0], theirs=theirs[0])
        if mine[0] == theirs[0]:
            told = "the same key {key} as {other}, but in misere play it is {mine}, not {theirs}"
            came = Message(told, params=names, mine=mine[1], theirs=theirs[1])
        self.explorer.fail("canonical", state, Message("a key of its own"), came)


def _beginning(game: Game, state: State) -> list[State]:
    return list(islice(game.options(state), MOST_OPTIONS + 1))
