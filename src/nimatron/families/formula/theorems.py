"""A rule that was discovered and proved is a theorem of its game: it decides numbers of any size."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Outcome, State
from ...core.message import Message
from ...discover.discovery import Discovery, known_rule
from ...discover.strategy import RuleStrategy
from ...nimbers.loopy import Value
from ...solve.theorem import Theorem, Theorems
from .rules import OVER, Rules

PROOF = Message("proved by automata")


def _strategy(game: Rules, state: State) -> RuleStrategy | None:
    found = known_rule(game)
    return found.strategy if found and len(state) in (0, len(found.game.numbers.split())) else None


def _outcome(game: Rules, state: State) -> Outcome | None:
    strategy = None if game.misere else _strategy(game, state)
    return None if strategy is None else "P" if strategy.is_lost(state) else "N"


def _misere(game: Rules, state: State) -> Outcome | None:
    strategy = _strategy(game, state) if game.misere else None
    return None if strategy is None else "P" if strategy.is_lost(state) else "N"


def _reach(game: Rules, state: State, value: Value) -> Iterable[State] | None:
    strategy = None if game.misere or value != 0 or state == OVER else _strategy(game, state)
    if strategy is None:
        return None
    replies = strategy.replies(state)
    # A player who has won already has one move, which claims the win.
    return replies if replies.total else [option for option in game.options(state) if option == OVER]


def _method(game: Rules, state: State) -> Message | None:
    found: Discovery | None = known_rule(game)
    return Message("Lost positions: {rule}.", rule=found.rule) if found and found.rule else None


THEOREMS: Theorems = {
    Rules: (
        Theorem(
            "the rule that `discover` has found decides all positions",
            PROOF,
            outcome=_outcome,
            reach=_reach,
            misere=_misere,
            method=_method,
            misere_method=_method,
        ),
    ),
}
