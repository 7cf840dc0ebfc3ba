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
from ...show.pictures import option_data, pictures_data
from ...show.talk import click_lines, rule_lines, title_of, winning_rule
from ...show.text import analysis_lines
from ...show.why.why_answer import why_data
from .request import MOST_OPTIONS, MOST_TEXT, AnswerContext, lines_data

DRAWING = 2.0
"""The most seconds for the picture of an explanation, which can do without one."""

MOST_ARROWS = 200
"""The most states that are drawn with arrows to their options: nobody follows the arrows of a larger graph."""

MOST_BOARDS = 80
"""The most states that are drawn as boards: more of them would be too small to recognise."""


def position(context: AnswerContext, position: str, frame: str = "") -> Any:
    """The board, and the legal moves with what to click for each."""
    return board_data(context, context.position(position), frame)


def board_data(context: AnswerContext, here: Position, frame: str, room: int = MOST_TEXT) -> dict[str, Any]:
    """A position drawn as large as the `frame`, with its moves in at most `room` characters."""
    as_large = context.position(frame) if frame else None
    options, more = _first_options(context, here, room)
    return {
        "schema": "nimatron.position/1",
        "position": str(here),
        "title": title_of(here.game),
        "rules": list(rule_lines(here)),
        "how": list(dict.fromkeys(click_lines(here))),
        "misere": here.game.misere,
        "winning_rule": {"normal": winning_rule(False), "misere": winning_rule(True)},
        "summands": [summand_data(game, state) for game, state in here.boards()],
        "pictures": pictures_data(here, as_large),
        "options": options,
        "more": more,
        "ended": not options,
    }


def summand_data(game: Game, state: Any) -> dict[str, Any]:
    """The position of one game of a sum."""
    return {"position": game.write(state), "state": game.show(state), "game": str(game), "name": game.name}


def _first_options(context: AnswerContext, here: Position, room: int) -> tuple[list[dict[str, Any]], bool]:
    """The first options, and whether there are more."""
    options: list[dict[str, Any]] = []
    try:
        for state in distinct(here, Budget(context.limits)):
            if len(options) == MOST_OPTIONS or room < 0:
                return options, True
            options.append(option_data(here, state))
            room -= len(options[-1]["after"]) + sum(map(len, options[-1]["changes"]))
    except Limit as fault:
        if not options:
            raise
        context.note(fault)
        return options, True  # a player who waits can begin with these
    return options, False


def analysis(context: AnswerContext, position: str, misere: bool | None = None) -> Any:
    """Who wins, the value and the winning moves."""
    result = analyse(context.position(position), misere, context.limits)
    context.note(result.trouble)
    return analysis_data(result) | {"lines": lines_data(analysis_lines(result))}


def explanation(context: AnswerContext, position: str, misere: bool | None = None, mex: int = 0) -> Any:
    """Why a position is won or lost: the steps as data and in words; with `mex`, values from the definition."""
    result = explain(context.position(position), misere, context.limits, mex=mex)
    context.note(result.analysis.trouble)
    sums = [nim_sum_equation(step) for step in result.steps if isinstance(step, ColumnsStep)]
    words = {"nim_sum": sums[0] if sums else None, "lines": lines_data(explanation_lines(_without_trees(result)))}
    return (
        explanation_data(result)
        | words
        | why_data(result, replace(context.limits, seconds=min(context.seconds, DRAWING)))
    )


def _without_trees(result: Explanation) -> Explanation:
    """The explanation without derivations: the page draws them as trees from the data, so the words need not."""
    steps = (replace(step, mex=None) if isinstance(step, PartStep) else step for step in result.steps)
    return replace(result, steps=tuple(steps))


def induction(context: AnswerContext, position: str, misere: bool | None = None, boards: bool = False) -> Any:
    """Backward induction, round by round; with `boards`, each state of a small game is drawn."""
    here = context.position(position)
    layout, result = induction_layout(here, mark_backwards(here, is_misere(here.game, misere), context.limits))
    start = result.states.index(here.game.tidy(here.state))
    drawing = {"layout": layout, "start": start, "states": list(_states_in_order(layout, result, boards))}
    return induction_data(here, result, None) | drawing | {"lines": lines_data(induction_lines(layout, result))}


def _states_in_order(layout: Layout, result: Induction, boards: bool) -> Iterator[dict[str, Any]]:
    """All states in the order in which they are drawn: at their squares on a board, else one after another."""
    numbers = {state: i for i, state in enumerate(result.states)}
    marks, values = result.marks, graph_values(result.options)
    small = len(numbers) <= MOST_ARROWS
    for i, state in enumerate(result.states):
        x, y = state if layout == "board" else (i, 0)
        about = values.get(state)  # nothing where play can go round in a circle
        yield {
            "text": result.game.show(state),
            "x": x,
            "y": y,
            "position": result.game.write(state),
            "outcome": marks.get(state),
            "value": about.value if about and not result.misere else None,
            "length": about.length if about else None,
            "options": [numbers[option] for option in result.options[state]] if small else None,
            "pictures": pictures_data(Position(result.game, state)) if boards and len(numbers) <= MOST_BOARDS else [],
        }
