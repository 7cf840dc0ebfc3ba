"""Nim-sequences, periods, comparisons and rare values: in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Any

from ..errors import Limit
from ..game import Game
from ..message import Number
from ..values.sequences.periods import Period, Unresolved
from .data import number
from .patterns import pattern_values, patterned, patterns_data
from .text import Line, shortened, troubled
from .words import tr, trn, word, word_error

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..explain import Patterns
    from ..values.comparing import Compared
    from ..values.keep.checkpoint import Checkpoint
    from ..values.sequences.sparse import Rare, Sparse

    Values = npt.NDArray[np.unsignedinteger]

BLOCK = 100_000
"""How many values are turned into text at a time."""

LISTED = 1000
"""The most rare heaps that JSON lists."""


# -- values --------------------------------------------------------------------------------------


def sequence_table(game: Game, values: Values, width: int = 100) -> Iterator[Line]:
    """A title, then rows of values; each row begins with its first heap."""
    yield Line(shortened(str(game)), "title")
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
        yield Line(f"{first + start:>{side}} " + "".join(f"{value:>{size}}" for value in row))


def sequence_data(game: Game, values: Values | list[int], wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.sequence/1`: the values G(0), G(1), ...; `computed` is their number."""
    return _sequence_head(game, values, wanted, trouble) | {"values": [number(value) for value in _listed(values)]}


def _sequence_head(game: Game, values: Values | list[int], wanted: int, trouble: Limit | None) -> dict[str, Any]:
    return {
        "schema": "nimatron.sequence/1",
        "game": str(game),
        "wanted": wanted,
        "computed": len(values),
        "largest": number(int(max(values) if isinstance(values, list) else values.max())) if len(values) else None,
        "trouble": word_error(trouble) if trouble else None,
    }


def _listed(values: Values | list[int]) -> list[int]:
    return values if isinstance(values, list) else values.tolist()


def sequence_json(game: Game, values: Values, wanted: int, trouble: Limit | None = None) -> Iterator[str]:
    """`sequence_data` as pieces of text: a list of a hundred million values is never made."""
    head = _sequence_head(game, values, wanted, trouble)
    yield dumps(head, ensure_ascii=False)[:-1] + ', "values": ['
    for start in range(0, len(values), BLOCK):
        block = [number(value) for value in values[start : start + BLOCK].tolist()]
        yield (", " if start else "") + dumps(block)[1:-1]
    yield "]}\n"


def ended_line(checkpoint: Checkpoint, count: int) -> str:
    """Where a run of `count` values can be continued, or why it cannot."""
    if checkpoint.trouble:
        return word_error(checkpoint.trouble)
    folder = checkpoint.folder
    return trn("{n} value is kept in {folder}", "{n} values are kept in {folder}", count, folder=folder)


def damage_line(folder: str, names: Sequence[str], count: int) -> str:
    """What was lost, and where the run continues."""
    return tr(
        "{folder}: damaged or missing: {names}; the run goes on from heap {count}",
        folder=folder,
        names=", ".join(names),
        count=count,
    )


def progress_text(known: int, wanted: int, rate: float) -> str:
    """The progress of a run: its latest rate, and the time left at that rate."""
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
    found: Period | Unresolved
    exceptions: Sequence[int] | None = None
    patterns: Patterns | None = None


def period_lines(report: PeriodReport) -> Iterator[Line]:
    """The answer of `period`."""
    yield from _found_lines(report)
    if report.patterns:
        yield Line("")
        yield from patterned(report.patterns)
        if isinstance(report.found, Period):
            yield from pattern_values(report.patterns, report.found.preperiod, report.found.period)


def _found_lines(report: PeriodReport) -> Iterator[Line]:
    yield Line(shortened(str(report.game)), "title")
    found = report.found
    if isinstance(found, Unresolved):
        yield from unresolved_lines(found)
        return
    params = {"period": found.period, "preperiod": found.preperiod, "saltus": found.saltus}
    if found.saltus:
        text = tr("Period {period} from heap {preperiod} on, each time {saltus} more (saltus).", **params)
    else:
        text = tr("Period {period} from heap {preperiod} on.", **params)
    yield Line(text, "good")
    yield Line(status(found), "dim")
    if report.exceptions is not None:
        listed = ", ".join(map(str, report.exceptions)) or tr("none")
        yield Line(tr("Exceptional heaps: {heaps}", heaps=listed))
    elif found.preperiod:
        yield Line(tr("The last exceptional heap is {heap}.", heap=found.preperiod - 1))


def unresolved_lines(found: Unresolved) -> Iterator[Line]:
    """Why no period was found, and how far the search came."""
    yield Line(tr("Unresolved: {reason}.", reason=word(found.reason)), "bad")
    told = {"count": Number(found.computed), "seconds": Number(found.seconds, ".1f")}
    yield Line(
        trn(
            "{count} value was computed in {seconds} s.",
            "{count} values were computed in {seconds} s.",
            found.computed,
            **told,
        ),
        "dim",
    )


def status(found: Period) -> str:
    """What proves a period, in words."""
    if not found.proved or found.certificate is None:
        return tr("Observed, not proved.")
    return tr("Proved: {certificate}.", certificate=_certificate(found.certificate))


def _certificate(certificate: Mapping[str, object]) -> str:
    computed = certificate.get("computed")
    match certificate.get("kind"):
        case "window":
            window = certificate.get("window")
            return tr("a window of {window} values comes back within {computed}", window=window, computed=computed)
        case "pattern":
            return tr("a boundary pattern comes back within {computed} levels", computed=computed)
        case "growth":
            return tr("no move keeps the value of a heap, and {computed} values show how they grow", computed=computed)
    name = tr(str(certificate.get("name")))
    if computed is None:
        return tr("theorem: {name}", name=name)
    return tr("theorem of {name}, with {computed} values", name=name, computed=computed)


def period_data(report: PeriodReport) -> dict[str, Any]:
    """The shape `nimatron.period/1`; `status` is proved, observed or unresolved."""
    found = report.found
    data: dict[str, Any] = {
        "schema": "nimatron.period/1",
        "game": str(report.game),
        "patterns": patterns_data(report.patterns),
    }
    if isinstance(found, Unresolved):
        empty = dict.fromkeys(("preperiod", "period", "saltus", "certificate", "exceptions", "last_exception"))
        told = {"reason": word(found.reason), "computed": found.computed, "seconds": found.seconds}
        return {**data, "status": "unresolved", **empty, **told}
    return {
        **data,
        "status": "proved" if found.proved else "observed",
        "preperiod": number(found.preperiod),
        "period": number(found.period),
        "saltus": number(found.saltus),
        "certificate": None if found.certificate is None else dict(found.certificate),
        "exceptions": None if report.exceptions is None else list(report.exceptions),
        "last_exception": number(found.preperiod - 1) if found.preperiod else None,
        "reason": None,
        "computed": None if found.certificate is None else found.certificate.get("computed"),
        "seconds": None,
    }


# -- comparisons ---------------------------------------------------------------------------------


def compared_lines(found: Compared) -> Iterator[Line]:
    """The answer of `compare`."""
    one, two = (shortened(str(game), 80) for game in found.games)
    yield Line(tr("{one} and {two}", one=one, two=two), "title")
    if found.values is not None:
        a, b = found.values
        yield Line(tr("They differ first at heap {heap}: {a} and {b}.", heap=found.heap, a=a, b=b), "bad")
    elif found.period is not None:
        params = {"preperiod": found.period.preperiod, "period": found.period.period}
        yield Line(tr("Equal for ever: both have period {period} from heap {preperiod} on, proved.", **params), "good")
    else:
        text = trn("Equal so far: {n} value.", "Equal so far: all {n} values.", found.computed)
        yield Line(text, "good" if not found.trouble else "")
    if found.trouble:
        yield troubled(found.trouble)


def compared_data(found: Compared) -> dict[str, Any]:
    """The shape `nimatron.compare/1`; `result` is different, equal (for ever) or equal-so-far."""
    result = "different" if found.values else "equal" if found.period else "equal-so-far"
    return {
        "schema": "nimatron.compare/1",
        "games": [str(game) for game in found.games],
        "result": result,
        "computed": found.computed,
        "first_difference": number(found.heap),
        "values": None if found.values is None else [number(value) for value in found.values],
        "trouble": word_error(found.trouble) if found.trouble else None,
    }


# -- rare values ---------------------------------------------------------------------------------


def sparse_lines(found: Sparse, trouble: Limit | None = None) -> Iterator[Line]:
    """The answer of `sparse`."""
    yield Line(shortened(str(found.game)), "title")
    yield Line(tr("heaps 0 to {last}", last=found.computed - 1), "dim")
    params = {"value": found.largest, "heap": found.first}
    yield Line(tr("Largest value: {value}, first at heap {heap}.", **params))
    for rare in found.classes:
        yield from _rare_lines(rare, found.computed)
    if trouble:
        yield troubled(trouble)


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
        last=rare.last,
    )
    yield Line(f"  {text}")


def sparse_data(found: Sparse, wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.sparse/1`; the first rare heaps are listed, `count` is exact."""
    return {
        "schema": "nimatron.sparse/1",
        "game": str(found.game),
        "wanted": wanted,
        "computed": found.computed,
        "largest": number(found.largest),
        "largest_first_at": found.first,
        "classes": [_rare_data(rare) for rare in found.classes],
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
