"""Answers about games and positions: the board, who wins, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...core.errors import Limit
from ...core.game import Game, Position, is_misere
from ...core.limits import Budget
from ...explain.analysis import analyse
from ...explain.explanations import explain
from ...explain.move_outcomes import distinct
from ...explain.reachable import Induction, graph_values
from ...explain.reachable import induction as mark_backwards
from ...explain.steps import ColumnsStep, Explanation, PartStep
from ...show.explanation_text import explanation_lines, induction_layout, induction_lines, nim_sum_equation
from ...show.face import Layout
from ...show.json_data import analysis_data, explanation_data, induction_data
from ...show.pictures import changes, picture_data, pictures
from ...show.talk import click_lines, rule_lines, title_of, winning_rule
from ...show.text import analysis_lines
from ...show.why.why_answer import why_data
from ...show.words import word
from .request import MOST_OPTIONS, MOST_TEXT, AnswerContext, lines_data

DRAWING = 2.0
"""How many seconds the picture of an explanation may take; it can do without one."""


MOST_DRAWN = 200
"""The most states whose options are told: nobody follows the arrows of a larger graph."""

MOST_BOARDS = 80
"""The most states that are drawn as boards: more of them would be too small to recognise."""


def position(asked: AnswerContext, position: str, frame: str = "") -> Any:
    """The board, and the legal moves with what to click for each."""
    return board_data(asked, asked.position(position), frame)


def board_data(asked: AnswerContext, here: Position, frame: str, room: int = MOST_TEXT) -> dict[str, Any]:
    """A position drawn as large as the `frame`, with its moves in at most `room` characters."""
    as_large = asked.position(frame) if frame else None
    options, more = _first_options(asked, here, room)
    return {
        "schema": "nimatron.position/1",
        "position": str(here),
        "title": title_of(here.game),
        "rules": list(rule_lines(here)),
        "how": list(dict.fromkeys(click_lines(here))),
        "misere": here.game.misere,
        "winning_rule": {"normal": winning_rule(False), "misere": winning_rule(True)},
        "summands": [summand_data(game, state) for game, state in here.joined()],
        "pictures": [picture_data(picture) for picture in pictures(here, as_large)],
        "options": options,
        "more": more,
        "ended": not options,
    }


def summand_data(game: Game, state: Any) -> dict[str, Any]:
    """The position of one game of a sum."""
    return {"position": game.write(state), "state": game.show(state), "game": str(game), "name": game.name}


def _first_options(asked: AnswerContext, here: Position, room: int) -> tuple[list[dict[str, Any]], bool]:
    """The first options, and whether there are more."""
    found: list[dict[str, Any]] = []
    try:
        for state in distinct(here, Budget(asked.limits)):
            if len(found) == MOST_OPTIONS or room < 0:
                return found, True
            found.append(_option(here, state))
            room -= len(found[-1]["after"]) + sum(map(len, found[-1]["changes"]))
    except Limit as fault:
        if not found:
            raise
        asked.note(fault)
        return found, True  # a player who waits can begin with these
    return found, False


def _option(here: Position, state: Any) -> dict[str, Any]:
    return {
        "after": here.game.write(state),
        "text": word(here.game.describe(here.state, state)),
        "changes": changes(here, state),
    }


def analysis(asked: AnswerContext, position: str, misere: bool | None = None) -> Any:
    """Who wins, the value and the winning moves."""
    found = analyse(asked.position(position), misere, asked.limits)
    asked.note(found.trouble)
    return analysis_data(found) | {"lines": lines_data(analysis_lines(found))}


def explanation(asked: AnswerContext, position: str, misere: bool | None = None, mex: int = 0) -> Any:
    """Why a position is won or lost: the steps as data and in words; with `mex`, values from the definition."""
    found = explain(asked.position(position), misere, asked.limits, mex=mex)
    asked.note(found.analysis.trouble)
    sums = [nim_sum_equation(step) for step in found.steps if isinstance(step, ColumnsStep)]
    words = {"nim_sum": sums[0] if sums else None, "lines": lines_data(explanation_lines(_without_trees(found)))}
    return explanation_data(found) | words | why_data(found, replace(asked.limits, seconds=min(asked.seconds, DRAWING)))


def _without_trees(found: Explanation) -> Explanation:
    """The page draws derivations as trees that fold, from the data; in words they would be there twice."""
    steps = (replace(step, mex=None) if isinstance(step, PartStep) else step for step in found.steps)
    return replace(found, steps=tuple(steps))


def induction(asked: AnswerContext, position: str, misere: bool | None = None, boards: bool = False) -> Any:
    """Backward induction, round by round; with `boards`, each state of a small game is drawn."""
    here = asked.position(position)
    layout, found = induction_layout(here, mark_backwards(here, is_misere(here.game, misere), asked.limits))
    start = found.states.index(here.game.tidy(here.state))
    drawn = {"layout": layout, "start": start, "states": list(_states_in_order(layout, found, boards))}
    return induction_data(here, found, None) | drawn | {"lines": lines_data(induction_lines(layout, found))}


def _states_in_order(layout: Layout, found: Induction, boards: bool) -> Iterator[dict[str, Any]]:
    """All states in the order in which they are drawn: at their squares on a board, else one after another."""
    numbers = {state: i for i, state in enumerate(found.states)}
    marks, known = found.marks, graph_values(found.options)
    small = len(numbers) <= MOST_DRAWN
    for i, state in enumerate(found.states):
        x, y = state if layout == "board" else (i, 0)
        about = known.get(state)  # nothing where play can go round in a circle
        yield {
            "text": found.game.show(state),
            "x": x,
            "y": y,
            "position": found.game.write(state),
            "outcome": marks.get(state),
            "value": about.value if about and not found.misere else None,
            "length": about.length if about else None,
            "options": [numbers[option] for option in found.options[state]] if small else None,
            "pictures": _boards(Position(found.game, state)) if boards and len(numbers) <= MOST_BOARDS else [],
        }


def _boards(here: Position) -> list[dict[str, Any] | None]:
    return [picture_data(picture) for picture in pictures(here)]
