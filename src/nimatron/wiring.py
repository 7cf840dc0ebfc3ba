"""Positions and answers show themselves, although only `present/` draws and words: this hands them the ways to do it.

Like the package itself it stands after all rooms. What draws and words is loaded when something is first shown: it
takes as long to load as all the rest, and a script that only calculates never needs it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .analysis import Analysis
from .check import Report
from .explain import Explanation
from .game import Position
from .nimbers import Loopy, Nimber, Ordinal
from .values.misere.genus import Genus
from .values.misere.quotient import MisereQuotient
from .values.sequences.periods import Period, Unresolved

IN_NOTEBOOKS: tuple[tuple[type, str, str, str], ...] = (
    (Position, "_repr_svg_", "drawing.svg", "picture_svg"),
    (Analysis, "_repr_html_", "notebook", "analysis_html"),
    (Explanation, "_repr_html_", "notebook", "explanation_html"),
    (MisereQuotient, "_repr_svg_", "monoids", "quotient_svg"),
    (Period, "_repr_latex_", "latex", "period_shown"),
    (Unresolved, "_repr_html_", "notebook", "unresolved_html"),
    (Nimber, "_repr_latex_", "latex", "shown"),
    (Ordinal, "_repr_latex_", "latex", "shown"),
    (Loopy, "_repr_latex_", "latex", "shown"),
    (Genus, "_repr_latex_", "latex", "shown"),
)
"""What a notebook shows: by which method of a class, from which module and function of `present/`."""


def _picture(position: Position[Any]) -> str:
    from .present.drawing.svg import picture_svg

    return picture_svg(position)


def _analysis_text(analysis: Analysis, language: str | None) -> str:
    from .present.answers import analysis_text

    return analysis_text(analysis, language)


def _explanation_text(explanation: Explanation, language: str | None) -> str:
    from .present.answers import explanation_text

    return explanation_text(explanation, language)


def _report_text(report: Report, language: str | None) -> str:
    from .present.answers import report_text

    return report_text(report, language)


def _quotient_svg(quotient: MisereQuotient) -> str:
    from .present.monoids import quotient_svg

    return quotient_svg(quotient)


def _later(module: str, name: str) -> Callable[[Any], str]:
    """A function of `present/` that is loaded when it is first called."""

    def show(thing: Any) -> str:
        text: str = getattr(import_module(f"{__package__}.present.{module}"), name)(thing)
        return text

    return show


def wire() -> None:
    """Hand them over, once, when the package is imported."""
    Position._picture = _picture
    Analysis._words = _analysis_text
    Explanation._words = _explanation_text
    Report._words = _report_text
    MisereQuotient._svg = _quotient_svg
    for kind, method, module, name in IN_NOTEBOOKS:
        setattr(kind, method, _later(module, name))
