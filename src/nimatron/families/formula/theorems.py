"""A rule that was discovered and proved is a theorem of its game: it decides numbers of any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import Outcome, State
from ...core.message import Message
from ...discover.discovery import Discovery, known_rule
from ...discover.values import RuleStrategy
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from .rules import OVER, Rules

PROOF = Message("proved by automata")

MOST_SORTED = 100_000
"""The most winning moves that are sorted to see which of them are blocked."""


def _strategy(game: Rules, state: State) -> RuleStrategy | None:
    found = known_rule(game)
    return found.strategy if found and len(state) in (0, len(found.game.numbers.split())) else None


def _outcome(game: Rules, state: State) -> Outcome | None:
    strategy = None if game.misere else _strategy(game, state)
    return None if strategy is None else "P" if strategy.is_lost(state) else "N"


def _misere(game: Rules, state: State) -> Outcome | None:
    strategy = _strategy(game, state) if game.misere else None
    return None if strategy is None else "P" if strategy.is_lost(state) else "N"


def _value(game: Rules, state: State, solve: Solve) -> Value | None:
    strategy = None if game.misere or game.won or game.block or state == OVER else _strategy(game, state)
    return None if strategy is None else strategy.value(state)


def _reach(game: Rules, state: State, value: Value) -> Iterable[State] | None:
    strategy = None if game.misere or state == OVER else _strategy(game, state)
    replies = strategy.replies(state, value) if strategy and isinstance(value, int) else None
    if replies is not None and game.block:
        # The other player has blocked the first ones. Only moves to lost positions are blocked.
        return None if replies.total > MOST_SORTED else sorted(replies)[game.block :] if value == 0 else None
    if replies is None or replies.total or value != 0:
        return replies
    # A player who has won already has one move, which claims the win.
    return [OVER] if game.won and next(game.options(state), None) == OVER else replies


def _misere_reach(game: Rules, state: State) -> Sequence[State] | None:
    strategy = _strategy(game, state) if game.misere else None
    return None if strategy is None else strategy.replies(state)


def _method(game: Rules, state: State) -> Message | None:
    found: Discovery | None = known_rule(game)
    return Message("Lost positions: {rule}.", rule=found.rule) if found and found.rule else None


THEOREMS: Theorems = {
    Rules: (
        Theorem(
            "the rule that `discover` has found decides all positions",
            PROOF,
            value=_value,
            outcome=_outcome,
            reach=_reach,
            misere=_misere,
            misere_reach=_misere_reach,
            method=_method,
            misere_method=_method,
        ),
    ),
}
