"""Surveys of misere quotients: orders, periods, and how far unsolved codes are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from .text import Line
from .words import tr, trn

if TYPE_CHECKING:
    import polars as pl

COLUMNS = ("code", "order", "p_elements", "preperiod", "period", "heap")
"""The columns of the table of all codes."""

MOST_LISTED = 80
"""The most unsolved codes in a terminal; the table has all."""

WIDTH = 100


def is_misere(manifest: Mapping[str, Any]) -> bool:
    """Is it a survey of misere quotients?"""
    return all(family["text"].startswith("misere ") for family in manifest["families"])


def table_csv(frame: pl.DataFrame) -> bytes:
    """All codes: the order; lost elements, preperiod and period if it is solved; the heap up to which it is known."""
    return frame.select(COLUMNS).sort("code").write_csv().encode()


def orders(frame: pl.DataFrame) -> list[tuple[str, ...]]:
    """For each order: how many solved codes have it, the longest period and the latest preperiod with their codes."""
    import polars as pl

    rows = []
    for (order,), some in frame.filter(pl.col("proved")).sort("code").group_by("order", maintain_order=True):
        longest, latest = (some.sort(name, descending=True, maintain_order=True) for name in ("period", "preperiod"))
        best = longest["period"][0], longest["code"][0], latest["preperiod"][0], latest["code"][0]
        rows.append((int(str(order)), len(some), *best))
    return [tuple(map(str, row)) for row in sorted(rows)]


def order_headings() -> tuple[str, ...]:
    """The headings of the columns of `orders`."""
    return tr("order"), tr("codes"), tr("longest period"), tr("code"), tr("latest preperiod"), tr("code")


def quotient_lines(frame: pl.DataFrame) -> Iterator[Line]:
    """The orders, and the unsolved codes with how far each came, for a terminal."""
    rows = [order_headings(), *orders(frame)]
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield Line(tr("Orders of the quotients that are solved:"))
    for i, row in enumerate(rows):
        text = "  ".join(f"{cell:>{size}}" for cell, size in zip(row, sizes, strict=True))
        yield Line(text.rstrip(), "dim" if i == 0 else "")
    unsolved = frame.filter(~frame["proved"]).sort("code")
    if len(unsolved):
        yield Line(tr("Unsolved codes, each with the last heap that is known and the order up to it:"))
        listed = [
            f"{code}\0({heap}:\0{order})"
            for code, heap, order in unsolved.select("code", "heap", "order").head(MOST_LISTED).iter_rows()
        ]
        for line in wrap(", ".join(listed), WIDTH, break_long_words=False):
            yield Line(line.replace("\0", " "))  # so that no entry is broken
        if len(unsolved) > MOST_LISTED:
            yield Line(trn("and {n} more", "and {n} more", len(unsolved) - MOST_LISTED), "dim")
