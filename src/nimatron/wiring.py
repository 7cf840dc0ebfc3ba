"""Positions and answers show themselves, although only `present/` draws and words: this hands them the ways to do it.

Like the package itself it stands after all rooms. What draws and words is loaded when something is first shown: it
takes as long to load as all the rest, and a script that only calculates never needs it.
"""

from __future__ import annotations

from typing import Any

from .analysis import Analysis
from .check import Report
from .explain import Explanation
from .game import Position
from .values.misere.quotient import MisereQuotient


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


def _text_html(text: str) -> str:
    from .present.notebook import text_html

    return text_html(text)


def wire() -> None:
    """Hand them over, once, when the package is imported."""
    Position._picture = _picture
    Analysis._words = _analysis_text
    Explanation._words = _explanation_text
    Report._words = _report_text
    MisereQuotient._svg = _quotient_svg
    Analysis._html = Explanation._html = _text_html
