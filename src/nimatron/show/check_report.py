"""The reports of `check` and `doctor`: in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..check import Failure, Report
from .json_data import plain
from .text import Line, lines_text, shorten_text
from .words import tr, trn, word

if TYPE_CHECKING:
    from ..check.installation import CacheHealth, InstallationHealth

STYLES = {"passed": "good", "failed": "bad", "partial": "", "unused": "dim", "loopy": ""}


def report_text(report: Report, language: str | None = None) -> str:
    """The lines of `nimatron check` as one text, by default in the reader's language."""
    return lines_text(check_lines(report), language)


def check_lines(report: Report) -> Iterator[Line]:
    """Every condition with its verdict and what was found wrong."""
    starts = shorten_text(", ".join(report.starts))
    yield Line(tr("{game}, from {starts}", game=report.game, starts=starts) if starts else report.game, "title")
    marks = {"passed": tr("kept"), "failed": tr("BROKEN"), "partial": tr("so far"), "unused": tr("unused")}
    # `loopy` is neither good nor bad: a game may be meant to repeat positions.
    marks["loopy"] = tr("repeats")
    width = max(map(len, marks.values()))
    for condition in report.conditions:
        yield Line(f"  {marks[condition.verdict]:{width}}  {word(condition.title)}", STYLES[condition.verdict])
        indent = " " * (width + 6)
        if condition.note:
            yield Line(indent + word(condition.note), "dim")
        if condition.failure:
            yield from _failure(condition.failure, indent)
    for warning in report.warnings:
        yield Line(tr("  Warnings:"))
        yield from _failure(warning, "    ")
    yield extent_line(report)
    yield summary_line(report)


def _failure(failure: Failure, indent: str) -> Iterator[Line]:
    yield Line(indent + tr("at {state}", state=shorten_text(failure.state)), "bad")
    yield Line(indent + tr("expected: {expected}", expected=shorten_text(word(failure.expected))))
    yield Line(indent + tr("got: {came}", came=shorten_text(word(failure.came))))
    if failure.place:
        yield Line(indent + tr("see {place}", place=failure.place))


def extent_line(report: Report) -> Line:
    """The line about how much of the game the check has seen."""
    if report.stopped:
        return Line(tr("Not everything was tested: {reason}.", reason=word(report.stopped)), "dim")
    text = trn("The one position was checked.", "All {n} positions were checked.", report.positions)
    if report.longest is not None:
        text += " " + trn(
            "The longest line of play has {n} move.", "The longest line of play has {n} moves.", report.longest
        )
    return Line(text, "dim")


def summary_line(report: Report) -> Line:
    """The verdict in a sentence."""
    broken = sum(condition.verdict == "failed" for condition in report.conditions)
    if broken:
        return Line(trn("{n} promise is broken.", "{n} promises are broken.", broken), "bad")
    # A check that a limit ended can only say that it found nothing.
    if report.complete:
        return Line(tr("Every promise is kept."), "good")
    return Line(tr("No broken promise was found."), "good")


def all_check_lines(reports: Iterable[Report]) -> Iterator[Line]:
    """A line for each game, and a full report of each game that breaks a promise."""
    for report in reports:
        if not report.passed:
            yield from check_lines(report)
            continue
        seen = trn("{n} position", "{n} positions", report.positions)
        # 30 columns hold the longest English verdict, so that the games align.
        yield Line(f"{summary_line(report).text:30} {report.game} ({seen})", "good")


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
        "conditions": [
            # An empty place is null in JSON, so failures are not left to `plain`.
            {**plain(condition), "failure": condition.failure and _failure_data(condition.failure)}
            for condition in report.conditions
        ],
        "warnings": [_failure_data(warning) for warning in report.warnings],
    }


def _failure_data(failure: Failure) -> dict[str, Any]:
    return {**plain(failure), "place": failure.place or None}


# -- the installation --------------------------------------------------------------------------------


def health_lines(health: InstallationHealth) -> Iterator[Line]:
    """A paragraph for each subject."""
    yield Line(f"nimatron {health.version}, Python {health.python}", "title")
    for name, version in health.libraries.items():
        yield Line(f"  {name} {version}") if version else Line("  " + tr("{name} is missing", name=name), "bad")
    yield Line(trn("{machine}, {n} core", "{machine}, {n} cores", health.cores, machine=health.processor))
    yield Line(tr("Arrays of nimbers: {path}", path=health.arrays.name), "title")
    yield Line("  " + tr("because {reason}", reason=word(health.arrays.why)))
    yield Line("  " + tr("features found: {features}", features=", ".join(health.features) or tr("none that matter")))
    if health.arrays_work:
        yield Line("  " + tr("its products of bytes are right"), "good")
    else:
        yield Line("  " + tr("its products of bytes are WRONG: set NUMBA_DISABLE_JIT=1"), "bad")
    if health.cache:
        yield from _cache_lines(health.cache)
    yield from _catalog_lines(health)
    if health.coq:
        yield Line(tr("Formal proofs: Coq {version}", version=health.coq))
    else:
        yield Line(tr("Formal proofs need Coq (Debian, Ubuntu: apt-get install coq)"), "dim")
    if health.ocaml:
        yield Line(tr("Extracted checkers: OCaml {version}", version=health.ocaml))
    else:
        yield Line(tr("Extracted checkers need Coq and OCaml (Debian, Ubuntu: apt-get install coq ocaml-nox)"), "dim")
    if health.unkept:
        yield Line(tr("This system cannot limit:"), "title")
        yield from (Line("  " + word(limit)) for limit in health.unkept)


def _cache_lines(cache: CacheHealth) -> Iterator[Line]:
    if cache.folder:
        files = trn("{n} file", "{n} files", cache.files)
        size = round(cache.bytes / 1e6, 1)
        yield Line(tr("Compiled kernels: {folder} ({files}, {size} MB)", folder=cache.folder, files=files, size=size))
    if cache.fault:
        yield Line("  " + tr("new kernels are not saved: {reason}", reason=word(cache.fault)), "bad")
    if cache.repaired:
        yield Line("  " + trn("{n} damaged file was removed", "{n} damaged files were removed", cache.repaired), "bad")
    if not cache.works:
        yield Line("  " + tr("a saved kernel does NOT give the same results: set NIMATRON_KERNELS=off"), "bad")
    elif not cache.fault:
        yield Line("  " + tr("a saved kernel loads and gives the same results"), "good")


def _catalog_lines(health: InstallationHealth) -> Iterator[Line]:
    games = trn("Catalog: {n} game", "Catalog: {n} games", health.games)
    if not health.broken:
        yield Line(games + ", " + tr("all samples read back"), "good")
        return
    yield Line(games, "bad")
    for name, fault in health.broken.items():
        yield Line(f"  {name}: {word(fault)}", "bad")


def health_data(health: InstallationHealth) -> dict[str, Any]:
    """The shape `nimatron.doctor/1`."""
    arrays, cache = health.arrays, health.cache
    return {
        "schema": "nimatron.doctor/1",
        "good": health.good,
        "version": health.version,
        "python": health.python,
        "libraries": health.libraries,
        "processor": health.processor,
        "cores": health.cores,
        "nimbers": {
            "path": arrays.name,
            "vector_bytes": arrays.size,
            "because": word(arrays.why),
            "features": list(health.features),
            "works": health.arrays_work,
        },
        "cache": cache and plain(cache) | {"folder": str(cache.folder) if cache.folder else None},
        "catalog": {"games": health.games, "broken": {name: word(fault) for name, fault in health.broken.items()}},
        "unkept": [word(limit) for limit in health.unkept],
        "coq": health.coq,
        "ocaml": health.ocaml,
    }
