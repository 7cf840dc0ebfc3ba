"""Answers about games from formulas: the rule for their lost positions."""

from __future__ import annotations

from typing import Any

from ...discover.discovery import discover
from ...families.formula.rules import Rules
from ...show.commands import discovery_commands
from ...show.discovery_text import discovery_data, discovery_lines
from .request import AnswerContext, lines_data

SHARE = 0.8
"""The share of its time in which an answer may look for a rule; the rest is for words."""

MOST_MEMORY = 500 << 20
"""Bytes by which a worker may grow meanwhile."""


def discovery(asked: AnswerContext, rules: str) -> Any:
    """The lost positions of a game from formulas, as a rule in words and as an automaton to draw."""
    game = Rules.from_parameters(rules)
    assert isinstance(game, Rules)
    found = discover(game, SHARE * asked.seconds, memory=MOST_MEMORY)
    asked.limited = found.limited
    data = discovery_data(found)
    del data["certificate"], data["seconds"]
    return data | {
        "position": game.write(game.start),
        "start": list(game.start),
        "numbers": game.numbers.split(),
        "lines": lines_data(discovery_lines(found, table=False)),
        "commands": discovery_commands(game),
    }
