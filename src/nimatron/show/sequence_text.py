"""Nim-sequences, periods, comparisons, rare values and long runs: in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps
from typing import TYPE_CHECKING, Any

from ..core.errors import Limit
from ..core.game import Game
from ..core.message import Number
from ..explain.proofs.values import values_by_definition
from ..families.taking.rules import Subtraction
from ..solve.sequences.periodicity import Period, Unresolved
from .json_data import number
from .pattern_text import pattern_lines, pattern_values, patterns_data
from .text import Line, limit_line, shorten_text
from .words import tr, trn, word, word_error

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..explain.boundary_patterns import Patterns
    from ..solve.comparison import SequenceComparison
    from ..solve.sequences.front_run import FrontPeriod, FrontReport
    from ..solve.sequences.rare_values import Rare, Sparse
    from ..solve.store.checkpoint import Checkpoint

    Values = npt.NDArray[np.unsignedinteger]


BLOCK = 100_000
"""The number of values that become text at a time."""

SHOWN_WINDOW = 300
"""Windows up to this heap are printed."""

LISTED = 1000
"""The most rare heaps that JSON lists."""


# -- values --------------------------------------------------------------------------------------


def sequence_table(game: Game, values: Values, width: int = 100) -> Iterator[Line]:
    """A title, then rows of values; each row begins with its first heap."""
    yield Line(shorten_text(str(game)), "title")
    yield from value_rows(values, width)


def value_rows(values: Values, width: int = 100, first: int = 0) -> Iterator[Line]:
    """Rows of values; each row begins with its first heap."""
    if not len(values):
        return
    size, side = len(str(int(values.max()))) + 1, len(str(first + len(values) - 1))
    per_line = max(1, (width - side - 1) // size)
    if per_line > 10:
        per_line -= per_line % 10  # lines that begin with round numbers are easier to read
    for start in range(0, len(values), per_line):
        row = values[start : start + per_line].tolist()
        yield Line(f"{first + start:>{side}} " + "".join(f"{value:>{size}}" for value in row), "row of values")


Row = tuple[Game, list[int], "Period | Unresolved"]
"""A game of a table of several, with its values and its period."""


def sequences_lines(rows: Sequence[Row], width: int = 100) -> Iterator[Line]:
    """Several games, one below the other as in an article: one period of each is underlined."""
    names = [_short_name(game) for game, _, _ in rows]
    side = max(map(len, names)) + 2
    for name, (_, values, result) in zip(names, rows, strict=True):
        size = max((len(str(value)) for value in values), default=1) + 1
        row = values[: max(1, (width - side - 4) // size)]
        more = " ..." if len(row) < len(values) else ""
        yield Line(f"{name:<{side}}" + "".join(f"{value:>{size}}" for value in row) + more)
        if isinstance(result, Period) and result.preperiod < len(row):
            end = min(result.preperiod + result.period, len(row))
            line = "-" * ((end - result.preperiod) * size - 1)
            yield Line(" " * (side + result.preperiod * size + 1) + line + f"  {_period_mark(result)}", "dim")
        else:
            yield Line(" " * (side + 1) + _period_mark(result), "dim")


def _short_name(game: Game) -> str:
    """A subtraction game by its set alone, as articles write it."""
    return f"{{{game.parameters}}}" if isinstance(game, Subtraction) else str(game)


def _period_mark(result: Period | Unresolved) -> str:
    if isinstance(result, Unresolved):
        return tr("no period found")
    params = {"period": Number(result.period), "saltus": Number(result.saltus)}
    text = tr("period {period}", **params) if not result.saltus else tr("period {period}, saltus {saltus}", **params)
    if not result.preperiod:
        return text
    return tr("{text} from {preperiod} on", text=text, preperiod=Number(result.preperiod))


def sequences_data(rows: Sequence[Row], width: int = 100) -> dict[str, Any]:
    """The shape `nimatron.sequences/1`: the data of `seq` and of `period` for each game."""
    games = [
        {**period_data(PeriodReport(game, result)), "values": [number(value) for value in values]}
        for game, values, result in rows
    ]
    return {"schema": "nimatron.sequences/1", "games": games}


def sequence_data(game: Game, values: Values | list[int], wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.sequence/1`: the values G(0), G(1), ...; `computed` is their number."""
    numbers = values if isinstance(values, list) else values.tolist()
    return _sequence_head(game, values, wanted, trouble) | {"values": [number(value) for value in numbers]}


def _sequence_head(game: Game, values: Values | list[int], wanted: int, trouble: Limit | None) -> dict[str, Any]:
    return {
        "schema": "nimatron.sequence/1",
        "game": str(game),
        "wanted": wanted,
        "computed": len(values),
        "largest": number(int(max(values) if isinstance(values, list) else values.max())) if len(values) else None,
        "trouble": word_error(trouble) if trouble else None,
    }


def sequence_json(game: Game, values: Values, wanted: int, trouble: Limit | None = None) -> Iterator[str]:
    """`sequence_data` as pieces of text: a list of a hundred million values is never made."""
    head = _sequence_head(game, values, wanted, trouble)
    # Without the closing brace: the values follow inside the same object.
    yield dumps(head, ensure_ascii=False)[:-1] + ', "values": ['
    for start in range(0, len(values), BLOCK):
        block = [number(value) for value in values[start : start + BLOCK].tolist()]
        yield (", " if start else "") + dumps(block)[1:-1]
    yield "]}\n"


def checkpoint_line(checkpoint: Checkpoint, count: int) -> str:
    """The folder from which a run of `count` values can be resumed, or the reason why it cannot."""
    if checkpoint.trouble:
        return word_error(checkpoint.trouble)
    folder = checkpoint.folder
    return trn("{n} value is saved in {folder}", "{n} values are saved in {folder}", count, folder=folder)


def damage_line(folder: str, names: Sequence[str], count: int) -> str:
    """The damaged files, and the heap from which the run is resumed."""
    return tr(
        "{folder}: damaged or missing: {names}; the run resumes from heap {count}",
        folder=folder,
        names=", ".join(names),
        count=Number(count),
    )


def progress_text(known: int, wanted: int, rate: float) -> str:
    """The progress of a run: its latest rate, and the time left at that rate."""
    # The first report may come before any heap is known: then nothing can be said about the rest.
    left = (wanted - known) / rate if rate else 0.0
    return tr(
        "{known} of {wanted} heaps, {rate} a second, {left} left",
        known=Number(known),
        wanted=Number(wanted),
        rate=Number(rate, ",.0f"),
        left=duration(left),
    )


def duration(seconds: float) -> str:
    """A time such as 0:42, 12:05 or 3:07:11.

    >>> duration(42), duration(725), duration(11231)
    ('0:42', '12:05', '3:07:11')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# -- periods -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PeriodReport:
    """The period of a game, or how far the search came; the rest is None unless it was asked for."""

    game: Game
    result: Period | Unresolved
    exceptions: Sequence[int] | None = None
    patterns: Patterns | None = None


def period_lines(report: PeriodReport) -> Iterator[Line]:
    """The answer of `period`."""
    yield from _period_head(report)
    if report.patterns:
        yield Line("")
        yield from pattern_lines(report.patterns)
        if isinstance(report.result, Period):
            yield from pattern_values(report.patterns, report.result.preperiod, report.result.period)


def _period_head(report: PeriodReport) -> Iterator[Line]:
    yield Line(shorten_text(str(report.game)), "title")
    result = report.result
    if isinstance(result, Unresolved):
        yield from unresolved_lines(result)
        return
    params = {"period": Number(result.period), "preperiod": Number(result.preperiod), "saltus": Number(result.saltus)}
    # Without a saltus values repeat; with one they grow, and "period" alone would mislead.
    if result.saltus:
        text = tr("Period {period} from heap {preperiod} on, each time {saltus} more (saltus).", **params)
    else:
        text = tr("Period {period} from heap {preperiod} on.", **params)
    yield Line(text, "good")
    yield Line(proof_text(result), "dim")
    if windows := equal_windows(report.game, result):
        (first, last), (again, end) = windows
        numbers = {"first": first, "last": last, "again": again, "end": end, "width": last - first + 1}
        params = {name: Number(n) for name, n in numbers.items()}
        text = tr("Two equal windows: heaps {first} to {last} and heaps {again} to {end}. {width} consecutive values"
                  " determine all that follow.", **params)  # fmt: skip
        yield Line(text)
        if end < SHOWN_WINDOW and isinstance(report.game, Subtraction):
            values = values_by_definition(list(report.game.amounts))
            yield Line("  " + " ".join(map(str, islice(values, first, last + 1))))
    if result.checked:
        yield Line(tr("Checked: other code derived {count} values again.", count=Number(result.checked)), "dim")
    if result.unchecked:
        yield Line(tr("Not checked a second time: {reason}.", reason=word(result.unchecked)), "dim")
    if report.exceptions is not None:
        heaps = ", ".join(map(str, report.exceptions)) or tr("none")
        yield Line(tr("Exceptional heaps: {heaps}", heaps=heaps))
    elif result.preperiod:
        yield Line(tr("The last exceptional heap is {heap}.", heap=Number(result.preperiod - 1)))


def equal_windows(game: Game, period: Period) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The heaps of two equal windows that prove the period of a subtraction game with finitely many amounts.

    >>> equal_windows(Subtraction({1, 2, 6, 11}), Period(3, 12))
    ((3, 13), (15, 25))
    """
    width = game.amounts.largest if isinstance(game, Subtraction) else None
    if not width or not period.proved or period.saltus:
        return None
    first, again = period.preperiod, period.preperiod + period.period
    return (first, first + width - 1), (again, again + width - 1)


def unresolved_lines(result: Unresolved) -> Iterator[Line]:
    """The reason why no period was found, and how far the search came."""
    yield Line(tr("Unresolved: {reason}.", reason=word(result.reason)), "bad")
    facts = {"count": Number(result.computed), "seconds": Number(result.seconds, ".1f")}
    yield Line(
        trn(
            "{count} value was computed in {seconds} s.",
            "{count} values were computed in {seconds} s.",
            result.computed,
            **facts,
        ),
        "dim",
    )


def proof_text(period: Period) -> str:
    """The proof of a period, in words."""
    if not period.proved or period.certificate is None:
        return tr("Observed, not proved.")
    return tr("Proved: {certificate}.", certificate=_certificate(period.certificate))


def _certificate(certificate: Mapping[str, object]) -> str:
    computed, window = (
        Number(n) if isinstance(n := certificate.get(key), int) else None for key in ("computed", "window")
    )
    match certificate.get("kind"):
        case "window":
            return tr("a window of {window} values repeats within {computed}", window=window, computed=computed)
        case "pattern":
            return tr("a boundary pattern repeats within {computed} levels", computed=computed)
        case "growth":
            return tr("no move keeps the value of a heap, and {computed} values show how they grow", computed=computed)
    # Every other certificate is a theorem.
    name = tr(str(certificate.get("name")))
    if computed is None:
        return tr("theorem: {name}", name=name)
    return tr("theorem of {name}, with {computed} values", name=name, computed=computed)


def period_data(report: PeriodReport) -> dict[str, Any]:
    """The shape `nimatron.period/1`; `proof_text` is proved, observed or unresolved."""
    result = report.result
    data: dict[str, Any] = {
        "schema": "nimatron.period/1",
        "game": str(report.game),
        "patterns": patterns_data(report.patterns),
    }
    if isinstance(result, Unresolved):
        empty = dict.fromkeys(
            ("preperiod", "period", "saltus", "certificate", "exceptions", "last_exception", "checked", "unchecked")
        )
        facts = {"reason": word(result.reason), "computed": result.computed, "seconds": result.seconds}
        return {**data, "status": "unresolved", **empty, **facts}
    return {
        **data,
        "status": "proved" if result.proved else "observed",
        "preperiod": number(result.preperiod),
        "period": number(result.period),
        "saltus": number(result.saltus),
        "certificate": None if result.certificate is None else dict(result.certificate),
        "exceptions": None if report.exceptions is None else list(report.exceptions),
        # The preperiod is the least possible, so the heap before it is an exception.
        "last_exception": number(result.preperiod - 1) if result.preperiod else None,
        "reason": None,
        "computed": None if result.certificate is None else result.certificate.get("computed"),
        "checked": result.checked,
        "unchecked": result.unchecked and word(result.unchecked),
        "seconds": None,
    }


# -- comparisons ---------------------------------------------------------------------------------


def comparison_lines(comparison: SequenceComparison) -> Iterator[Line]:
    """The answer of `compare`."""
    one, two = (shorten_text(str(game), 80) for game in comparison.games)
    yield Line(tr("{one} and {two}", one=one, two=two), "title")
    if comparison.values is not None:
        (a, b), heap = comparison.values, Number(comparison.heap or 0)
        yield Line(tr("They differ first at heap {heap}: {a} and {b}.", heap=heap, a=a, b=b), "bad")
    elif comparison.period is not None:
        params = {"preperiod": Number(comparison.period.preperiod), "period": Number(comparison.period.period)}
        yield Line(tr("Equal for ever: both have period {period} from heap {preperiod} on, proved.", **params), "good")
    else:
        text = trn("Equal so far: {n} value.", "Equal so far: all {n} values.", comparison.computed)
        yield Line(text, "good" if not comparison.trouble else "")
    if comparison.trouble:
        yield limit_line(comparison.trouble)


def comparison_data(comparison: SequenceComparison) -> dict[str, Any]:
    """The shape `nimatron.compare/1`; `result` is different, equal (for ever) or equal-so-far."""
    result = "different" if comparison.values else "equal" if comparison.period else "equal-so-far"
    return {
        "schema": "nimatron.compare/1",
        "games": [str(game) for game in comparison.games],
        "result": result,
        "computed": comparison.computed,
        "first_difference": number(comparison.heap),
        "values": None if comparison.values is None else [number(value) for value in comparison.values],
        "trouble": word_error(comparison.trouble) if comparison.trouble else None,
    }


# -- rare values ---------------------------------------------------------------------------------


def sparse_lines(result: Sparse, trouble: Limit | None = None) -> Iterator[Line]:
    """The answer of `sparse`."""
    yield Line(shorten_text(str(result.game)), "title")
    yield Line(tr("heaps 0 to {last}", last=Number(result.computed - 1)), "dim")
    params = {"value": result.largest, "heap": Number(result.first)}
    yield Line(tr("Largest value: {value}, first at heap {heap}.", **params))
    for rare in result.classes:
        yield from _rare_lines(rare, result.computed)
    if trouble:
        yield limit_line(trouble)


def _rare_lines(rare: Rare, heaps: int) -> Iterator[Line]:
    if rare.parity:
        yield Line(tr("Splits that take an odd amount:"))
    else:
        yield Line(tr("Splits that take an even amount:"))
    params = {"mask": f"{rare.mask:b}", "complement": f"{rare.complement:b}"}
    if rare.flag:
        yield Line("  " + tr("rare mask {mask} (all bits but {complement}), with the parity of the heap", **params))
    else:
        yield Line("  " + tr("rare mask {mask} (all bits but {complement})", **params))
    if not rare.count:
        yield Line("  " + tr("no rare heap"))
        return
    text = trn(
        "{n} rare heap ({share} %), the last is {last}",
        "{n} rare heaps ({share} %), the last is {last}",
        rare.count,
        share=Number(100 * rare.count / heaps, ".3g"),
        last=Number(rare.last or 0),
    )
    yield Line(f"  {text}")


def sparse_data(result: Sparse, wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.sparse/1`; the first rare heaps are listed, `count` is exact."""
    return {
        "schema": "nimatron.sparse/1",
        "game": str(result.game),
        "wanted": wanted,
        "computed": result.computed,
        "largest": number(result.largest),
        "largest_first_at": result.first,
        "classes": [_rare_data(rare) for rare in result.classes],
        "trouble": word_error(trouble) if trouble else None,
    }


def _rare_data(rare: Rare) -> dict[str, Any]:
    return {
        "split_parity": rare.parity,
        "mask": rare.mask,
        "complement": rare.complement,
        "heap_parity": rare.flag,
        "count": rare.count,
        "last": rare.last,
        "heaps": rare.heaps[:LISTED].tolist(),
    }


# -- runs that store only their first and last values ------------------------------------------------


def front_lines(report: FrontReport) -> Iterator[Line]:
    """The answer of `seq --front`."""
    yield from sparse_lines(report.sparse)
    if report.period:
        yield Line(_period(report.period), "good" if report.period.proved else "")
    elif report.sparse.computed > report.front:
        yield Line(tr("The stored values do not show a period."), "dim")
    yield Line(tr("The last values:"))
    yield from value_rows(report.end, first=report.start)


def _period(period: FrontPeriod) -> str:
    params = {"period": Number(period.period), "heap": Number(period.since)}
    if period.proved and period.least:
        return tr("Period {period} from heap {heap} on, proved.", **params)
    if period.proved:
        return tr("Period {period}, proved; it begins at heap {heap} or before.", **params)
    return tr("All values since heap {heap} have the period {period}; this is not a proof yet.", **params)


def front_data(report: FrontReport, wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.front/1`: the keys of `sparse`, the last values, and the period seen in them, if any."""
    period = report.period
    return {
        **sparse_data(report.sparse, wanted, trouble),
        # After `sparse_data`, whose own schema it replaces.
        "schema": "nimatron.front/1",
        "front": report.front,
        "end": {"start": report.start, "values": report.end.tolist()},
        "period": period
        and {
            "period": period.period,
            "since": period.since,
            "since_is_least": period.least,
            "status": "proved" if period.proved else "observed",
        },
    }
