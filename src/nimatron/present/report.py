"""The report of a check in words, and its JSON shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..check import Condition, Failure, Report
from .text import Line, shortened
from .words import tr, trn, word

STYLES = {"passed": "good", "failed": "bad", "partial": "", "unused": "dim", "loopy": ""}


def checked(report: Report) -> Iterator[Line]:
    """Every condition with its verdict and what was found wrong."""
    starts = shortened(", ".join(report.starts))
    yield Line(tr("{game}, from {starts}", game=report.game, starts=starts) if starts else report.game, "title")
    marks = {verdict: _mark(verdict) for verdict in STYLES}
    width = max(map(len, marks.values()))
    for condition in report.conditions:
        yield Line(f"  {marks[condition.verdict]:{width}}  {word(condition.title)}", STYLES[condition.verdict])
        indent = " " * (width + 6)
        if condition.note:
            yield Line(indent + word(condition.note), "dim")
        if condition.failure:
            yield from _failure(condition.failure, indent)
    for warning in report.warnings:
        yield Line(tr("  Not wrong by itself, but look at it:"))
        yield from _failure(warning, "    ")
    yield extent(report)
    yield summary(report)


def _mark(verdict: str) -> str:
    marks = {"passed": tr("kept"), "failed": tr("BROKEN"), "partial": tr("so far"), "unused": tr("unused")}
    return tr("repeats") if verdict == "loopy" else marks[verdict]


def _failure(failure: Failure, indent: str) -> Iterator[Line]:
    yield Line(indent + tr("at {state}", state=shortened(failure.state)), "bad")
    yield Line(indent + tr("expected: {expected}", expected=shortened(word(failure.expected))))
    yield Line(indent + tr("got: {came}", came=shortened(word(failure.came))))
    if failure.place:
        yield Line(indent + tr("see {place}", place=failure.place))


def extent(report: Report) -> Line:
    """How much of the game was seen."""
    if report.stopped:
        return Line(tr("Not everything was tested: {reason}.", reason=word(report.stopped)), "dim")
    text = trn("The one position was looked at.", "All {n} positions were looked at.", report.positions)
    if report.longest is not None:
        text += " " + trn(
            "The longest line of play has {n} move.", "The longest line of play has {n} moves.", report.longest
        )
    return Line(text, "dim")


def summary(report: Report) -> Line:
    """The verdict in a sentence."""
    broken = sum(condition.verdict == "failed" for condition in report.conditions)
    if broken:
        return Line(trn("{n} promise is broken.", "{n} promises are broken.", broken), "bad")
    if report.complete:
        return Line(tr("Every promise is kept."), "good")
    return Line(tr("No broken promise was found."), "good")


def checked_all(reports: Iterable[Report]) -> Iterator[Line]:
    """A line for each game, and a full report of each game that breaks a promise."""
    for report in reports:
        if not report.passed:
            yield from checked(report)
            continue
        seen = trn("{n} position", "{n} positions", report.positions)
        yield Line(f"{summary(report).text:30} {report.game} ({seen})", "good")


def report_data(report: Report) -> dict[str, Any]:
    """The shape `nimatron.check/1`."""
    return {
        "schema": "nimatron.check/1",
        "game": report.game,
        "starts": list(report.starts),
        "passed": report.passed,
        "complete": report.complete,
        "positions": report.positions,
        "longest_line": report.longest,
        "stopped": word(report.stopped) if report.stopped else None,
        "conditions": [_condition_data(condition) for condition in report.conditions],
        "warnings": [_failure_data(warning) for warning in report.warnings],
    }


def _condition_data(condition: Condition) -> dict[str, Any]:
    return {
        "id": condition.id,
        "title": word(condition.title),
        "lesson": condition.lesson,
        "verdict": condition.verdict,
        "checked": condition.checked,
        "note": word(condition.note) if condition.note else None,
        "failure": _failure_data(condition.failure) if condition.failure else None,
    }


def _failure_data(failure: Failure) -> dict[str, Any]:
    return {
        "state": failure.state,
        "expected": word(failure.expected),
        "came": word(failure.came),
        "place": failure.place or None,
    }
