"""Runs that keep only their first and last values: in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import Limit
from ..values.sequences.front import Fronted, Watched
from .sequences import sparse_data, sparse_lines, value_rows
from .text import Line
from .words import tr


def front_lines(found: Fronted) -> Iterator[Line]:
    """The answer of `seq --front`."""
    yield from sparse_lines(found.sparse)
    if found.period:
        yield Line(_period(found.period), "good" if found.period.proved else "")
    elif found.sparse.computed > found.front:
        yield Line(tr("No period shows in the values that are kept."), "dim")
    yield Line(tr("The last values:"))
    yield from value_rows(found.end, first=found.start)


def _period(watched: Watched) -> str:
    params = {"period": watched.period, "heap": watched.since}
    if watched.proved and watched.least:
        return tr("Period {period} from heap {heap} on, proved.", **params)
    if watched.proved:
        return tr("Period {period}, proved; it begins at heap {heap} or before.", **params)
    return tr("All values since heap {heap} have the period {period}; that is not yet a proof.", **params)


def front_data(found: Fronted, wanted: int, trouble: Limit | None = None) -> dict[str, Any]:
    """The shape `nimatron.front/1`: that of `sparse`, with the last values and the period seen in them, if any."""
    period = found.period
    return {
        **sparse_data(found.sparse, wanted, trouble),
        "schema": "nimatron.front/1",
        "front": found.front,
        "end": {"start": found.start, "values": found.end.tolist()},
        "period": period
        and {
            "period": period.period,
            "since": period.since,
            "since_is_least": period.least,
            "status": "proved" if period.proved else "observed",
        },
    }
