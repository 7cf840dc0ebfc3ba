"""Surveys in words: the summary, and a page that needs no other file and no other host."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..games.amounts import Amounts
from ..message import Number
from ..survey import Record, summary
from ..survey.summary import share
from .misere_surveys import is_misere, order_headings, orders, quotient_lines
from .text import Line
from .words import number, spoken, tr, trn

if TYPE_CHECKING:
    import polars as pl

LISTED = 8
"""A set of this many amounts or more is written with ranges."""


def damaged_line(folder: str, names: Sequence[str]) -> str:
    """A note that some files, parts or the manifest, are made again."""
    return trn(
        "{folder}: {n} file was damaged or lost and is made again: {names}",
        "{folder}: {n} files were damaged or lost and are made again: {names}",
        len(names),
        folder=folder,
        names=", ".join(names[:5]) + (" ..." if len(names) > 5 else ""),
    )


def title(manifest: Mapping[str, Any]) -> str:
    """The families of a survey, in one line."""
    first, *more = (family["text"] for family in manifest["families"])
    return str(first) if not more else trn("{first} and {n} more", "{first} and {n} more", len(more), first=first)


def totals(manifest: Mapping[str, Any], frame: pl.DataFrame) -> Iterator[Line]:
    """What was surveyed, and how it ended."""
    yield Line(title(manifest), "title")
    found = frame.filter(frame["proved"])
    unresolved = len(frame) - len(found)
    yield Line(
        trn(
            "{count} game, {proved} with a proved period.",
            "{count} games, {proved} with a proved period.",
            len(frame),
            count=Number(len(frame)),
            proved=Number(len(found)),
        )
    )
    if unresolved and not is_misere(manifest):  # there other limits than terms end the work
        most = max(family["limit"] for family in manifest["families"])
        text = trn(
            "{n} is unresolved within {limit} terms.",
            "{n} are unresolved within {limit} terms.",
            unresolved,
            limit=Number(most),
        )
        yield Line(text, "bad")
    if len(found):
        longest = found.filter(found["period"] == found["period"].max())
        # Several games may share the longest period: the least of them, so that the line is always the same.
        game = shown(min(longest["moves" if "moves" in frame.columns else "code"].to_list()))
        yield Line(tr("Longest period: {period}, of {game}.", period=Number(longest["period"][0]), game=game))
    if not manifest["complete"]:
        yield Line(tr("The survey is not complete: the command that began it goes on."), "bad")


def shown(name: object) -> str:
    """A set of moves or a code, as text."""
    if name is None:
        return "-"
    if not isinstance(name, list):
        return str(name)
    return "{" + (",".join(map(str, name)) if len(name) < LISTED else str(Amounts(name))) + "}"


def headings() -> list[str]:
    """The headings of the columns of `cells`."""
    return [
        tr("size"), tr("maximum"), tr("games"), tr("unresolved"), tr("median"), tr("mean"), tr("99 %"), tr("longest"),
        tr("game"), tr("latest preperiod"), tr("game"), tr("pure"), tr("sum of two"),
    ]  # fmt: skip


def cells(frame: pl.DataFrame) -> Iterator[list[str]]:
    """The summary: a row of text for each size and maximum."""
    for row in summary(frame).iter_rows(named=True):
        known = row["members"] - row["unresolved"]
        moves = row["largest"] is not None
        yield [
            str(row["size"]),
            str(row["largest"]) if moves else "-",
            number(row["members"]),
            number(row["unresolved"]),
            _number(row["median"]),
            number(row["mean"], ".1f") if known else "-",
            _number(row["p99"]),
            _number(row["longest"]),
            shown(row["longest_of"]),
            _number(row["latest"]),
            shown(row["latest_of"]),
            share(row["pure"], known) if known else "-",
            share(row["sums"], known) if known and moves else "-",
        ]


def _number(value: int | None) -> str:
    return "-" if value is None else number(value)


def report_lines(manifest: Mapping[str, Any], frame: pl.DataFrame) -> Iterator[Line]:
    """The summary for a terminal."""
    yield from totals(manifest, frame)
    if is_misere(manifest):
        yield from quotient_lines(frame)
        return
    rows = [headings(), *cells(frame)]
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for i, row in enumerate(rows):
        text = "  ".join(f"{cell:>{size}}" for cell, size in zip(row, sizes, strict=True))
        yield Line(text.rstrip(), "dim" if i == 0 else "")


def record_lines(records: Sequence[Record], folder: str) -> Iterator[Line]:
    """Records as a table in Markdown, each with a link to its certificate."""
    yield Line(tr("| size | maximum | game | period | preperiod | saltus | longest of | certificate |"))
    yield Line("|---|---|---|---|---|---|---|---|")
    for record in records:
        found = record.period
        numbers = " | ".join(map(number, (found.period, found.preperiod, found.saltus)))
        among = {"all": tr("all sets"), "symmetric": tr("symmetric sets"), "some": tr("some sets")}[record.among]
        link = f"[{record.file}]({folder}/{record.file})" if record.file else ""
        yield Line(f"| {record.size} | {record.largest} | `{record.game}` | {numbers} | {among} | {link} |")


def page(manifest: Mapping[str, Any], frame: pl.DataFrame, pictures: Mapping[str, bytes]) -> str:
    """The summary as an HTML page that contains its figures, which are SVG documents."""
    head = escape(title(manifest))
    lines = [escape(line.text) for line in totals(manifest, frame)][1:]
    rows, names = (orders(frame), order_headings()) if is_misere(manifest) else (cells(frame), headings())
    body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in names)
    images = [
        f'<figure><img alt="{escape(name)}" src="data:image/svg+xml;base64,{b64encode(svg).decode()}"></figure>'
        for name, svg in pictures.items()
    ]
    style = (
        "body{font:16px/1.5 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
        "table{border-collapse:collapse;font-size:.85rem}td,th{padding:.2rem .6rem;text-align:right}"
        "tr:nth-child(even){background:#f3f5f9}figure{margin:1rem 0}img{max-width:100%}.wide{overflow-x:auto}"
    )
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{spoken().code}">\n<meta charset="utf-8">',
            f'<meta name="viewport" content="width=device-width">\n<title>{head}</title>\n<style>{style}</style>',
            f"<h1>{head}</h1>",
            *(f"<p>{line}</p>" for line in lines),
            *images,
            f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>',
            *(f"<tr>{row}</tr>" for row in body),
            "</tbody></table></div>\n</html>\n",
        ]
    )
