"""Answers as one text: what `solve`, `explain` and `check` show on the command line, for library users to print."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

from ..analysis import Analysis
from ..check import Report
from ..explain import Explanation
from .explanation import explained
from .report import checked
from .text import Line, solved
from .words import check_language, speaking


def analysis_text(analysis: Analysis, language: str | None = None) -> str:
    """The lines of `nimatron solve`, by default in the reader's language.

    >>> from nimatron import analyse
    >>> print(analysis_text(analyse("nim: 0"), "pl"))
    nim: 0
    Gra skończona: gracz na ruchu przegrał (pozycja P, wartość 0).
    """
    return _text(solved(analysis), language)


def explanation_text(explanation: Explanation, language: str | None = None) -> str:
    """The lines of `nimatron explain`, by default in the reader's language."""
    return _text(explained(explanation), language)


def report_text(report: Report, language: str | None = None) -> str:
    """The lines of `nimatron check`, by default in the reader's language."""
    return _text(checked(report), language)


def _text(lines: Iterable[Line], language: str | None) -> str:
    if language is not None:
        check_language(language)
    # Lines are worded lazily, so all of them must be taken before the language changes back.
    with speaking(language) if language is not None else nullcontext():
        return "\n".join(line.text for line in lines)
