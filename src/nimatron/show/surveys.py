"""Surveys in words: the summary, and a page that needs no other file and no other host."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ..core.message import Number
from ..families.taking.amounts import Amounts
from ..survey import prettiest, summary
from ..survey.summary import claim_rows, share
from .text import COLUMNS, Line
from .words import number, spoken, tr, trn, word

if TYPE_CHECKING:
    import polars as pl


LONGEST_LIST = 30
"""The most games that a report lists one by one: as many as the article's Table 6 has."""

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


def survey_title(manifest: Mapping[str, Any]) -> str:
    """The families of a survey, in one line."""
    first, *more = (family["text"] for family in manifest["families"])
    return str(first) if not more else trn("{first} and {n} more", "{first} and {n} more", len(more), first=first)


def total_lines(manifest: Mapping[str, Any], frame: pl.DataFrame) -> Iterator[Line]:
    """The subject of a survey and its results."""
    yield Line(survey_title(manifest), "title")
    # Observed periods are left out: a survey counts proofs.
    proved = frame.filter(frame["proved"])
    unresolved = len(frame) - len(proved)
    if of_kind(manifest, "rules"):
        text = "{proved} of {count} games have a rule that is proved ({share})."
        numbers = {"proved": Number(len(proved)), "count": Number(len(frame))}
        yield Line(tr(text, **numbers, share=Number(len(proved) / len(frame), ".0%")))
        yield from _missing_parts_line(manifest)
        return
    yield Line(
        trn(
            "{count} game, {proved} with a proved period.",
            "{count} games, {proved} with a proved period.",
            len(frame),
            count=Number(len(frame)),
            proved=Number(len(proved)),
        )
    )
    if unresolved and not of_kind(manifest, "misere"):  # there other limits than terms end the work
        most = max(family["limit"] for family in manifest["families"])
        text = trn(
            "{n} is unresolved within {limit} terms.",
            "{n} are unresolved within {limit} terms.",
            unresolved,
            limit=Number(most),
        )
        yield Line(text, "bad")
    if len(proved):
        longest = proved.filter(proved["period"] == proved["period"].max())
        # Several games may share the longest period: the least of them, so that the line is always the same.
        game = game_text(min(longest["moves" if "moves" in frame.columns else "code"].to_list()))
        yield Line(tr("Longest period: {period}, of {game}.", period=Number(longest["period"][0]), game=game))
    yield from _missing_parts_line(manifest)


def _missing_parts_line(manifest: Mapping[str, Any]) -> Iterator[Line]:
    if not manifest["complete"]:
        yield Line(tr("The survey is not complete: run the same command again to resume it."), "bad")


def game_text(name: object) -> str:
    """A set of moves or a code, as text."""
    if name is None:
        return "-"
    if not isinstance(name, list):
        return str(name)
    return "{" + (",".join(map(str, name)) if len(name) < LISTED else str(Amounts(name))) + "}"


def summary_headings() -> list[str]:
    """The headings of the columns of `summary_cells`."""
    return [
        tr("size"), tr("maximum"), tr("games"), tr("unresolved"), tr("median"), tr("mean"), tr("99 %"), tr("longest"),
        tr("game"), tr("latest preperiod"), tr("game"), tr("pure"), tr("sum of two"),
    ]  # fmt: skip


def summary_cells(frame: pl.DataFrame) -> Iterator[list[str]]:
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
            game_text(row["longest_of"]),
            _number(row["latest"]),
            game_text(row["latest_of"]),
            share(row["pure"], known) if known else "-",
            share(row["sums"], known) if known and moves else "-",
        ]


def _number(value: int | None, blank: str = "-") -> str:
    return blank if value is None else number(value)


def is_claimed(manifest: Mapping[str, Any], frame: pl.DataFrame) -> bool:
    """Are all games all-but games with 1 excluded? The article makes a claim about them."""
    kinds = (family["text"].split()[0] for family in manifest["families"])
    return set(kinds) == {"allbut"} and len(frame) > 0 and bool(frame["moves"].list.contains(1).all())


def claim_cells(frame: pl.DataFrame) -> list[list[str]]:
    """The claim about all-but games with 1 excluded, with its headings: a row for each size."""
    heads = [
        tr("size"), tr("sets"), tr("period 2"), tr("period above the maximum"), tr("neither"), tr("unresolved"),
        tr("first counterexample"),
    ]  # fmt: skip
    rows = [
        [*map(number, row[:6]), tr("{set}: period {period}", set=game_text(row.first), period=row.period)
         if row.first else "-"] for row in claim_rows(frame)
    ]  # fmt: skip
    return [heads, *rows]


def claim_lines(manifest: Mapping[str, Any], frame: pl.DataFrame) -> Iterator[Line]:
    """The test of the claim, if it is about these games."""
    if is_claimed(manifest, frame):
        yield Line(tr("The article says: the period is 2 or much larger than the largest amount. In these games:"))
        yield from _align(claim_cells(frame))


def article_lines(frame: pl.DataFrame) -> Iterator[Line]:
    """Games in the rows of the article's Table 6: period, saltus, set. An unresolved one has blanks."""
    cells = [
        [_number(period, ""), _number(saltus, ""), game_text(moves)]
        for period, saltus, moves in frame.select("period", "saltus", "moves").head(LONGEST_LIST).iter_rows()
    ]
    yield from _align([[tr("period"), tr("saltus"), tr("set")], *cells])
    if len(frame) > LONGEST_LIST:
        yield Line(trn("and {n} more", "and {n} more", len(frame) - LONGEST_LIST), "dim")


def report_lines(manifest: Mapping[str, Any], frame: pl.DataFrame) -> Iterator[Line]:
    """The summary for a terminal."""
    yield from total_lines(manifest, frame)
    if of_kind(manifest, "misere"):
        yield from misere_survey_lines(frame)
        return
    if of_kind(manifest, "rules"):
        yield from rule_survey_lines(frame)
        return
    yield from _align([summary_headings(), *summary_cells(frame)])
    yield from claim_lines(manifest, frame)
    if "moves" in frame.columns and "saltus" in frame.columns:
        yield from article_lines(frame)


def _align(rows: Sequence[Sequence[str]]) -> Iterator[Line]:
    """Rows of a table with its headings, each column as wide as its longest cell.

    A table too wide for the screen is cut into tables that all begin with its first two columns.
    """
    sizes = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    end = next((i for i in range(3, len(sizes)) if sum(sizes[: i + 1]) > COLUMNS + 2), len(sizes))
    for i, row in enumerate(rows):
        text = "".join(f"{cell:>{size}}" for cell, size in zip(row[:end], sizes, strict=False))
        yield Line(text[2:].rstrip(), "dim" if i == 0 else "")
    if end < len(sizes):
        yield Line("")
        yield from _align([[*row[:2], *row[end:]] for row in rows])


def survey_page(manifest: Mapping[str, Any], frame: pl.DataFrame, pictures: Mapping[str, bytes]) -> str:
    """The summary as an HTML page that contains its figures, which are SVG documents."""
    head = escape(survey_title(manifest))
    lines = [escape(line.text) for line in total_lines(manifest, frame)][1:]
    rows, names = (
        (orders(frame), order_headings()) if of_kind(manifest, "misere") else (summary_cells(frame), summary_headings())
    )
    body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in names)
    # Figures go into the page itself, so that it can be sent as one file.
    images = [
        f'<figure><img alt="{escape(name)}" src="data:image/svg+xml;base64,{b64encode(svg).decode()}"></figure>'
        for name, svg in pictures.items()
    ]
    # Inline, because the page needs no other file.
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


# -- surveys of random rules -------------------------------------------------------------------------

MOST_SENTENCES, SENTENCE_SECONDS = 12, 5.0
"""The most rules in words, and the longest search for one of them."""


def rule_survey_lines(frame: pl.DataFrame) -> Iterator[Line]:
    """The share of games with a rule, by the count of heaps, and rules in words, of the shortest formulas."""
    import polars as pl

    heaps = pl.col("code").str.split(";").list.first().str.split(" ").list.len().alias("heaps")
    counts = frame.with_columns(heaps).group_by("heaps").agg(pl.len(), pl.col("proved").sum()).sort("heaps")
    for count, games, proved in counts.iter_rows():
        numbers = {"proved": Number(proved), "games": Number(games), "share": Number(proved / games, ".0%")}
        yield Line(
            trn(
                "{n} heap: {proved} of {games} games have a rule ({share}).",
                "{n} heaps: {proved} of {games} games have a rule ({share}).",
                count,
                **numbers,
            )
        )
    yield Line(tr("Rules in words, of the shortest formulas:"), "title")
    for code, rule in prettiest(frame, MOST_SENTENCES, SENTENCE_SECONDS):
        yield Line(tr("{game}: the player to move loses exactly if {rule}.", game=code, rule=word(rule)))


# -- surveys of misere quotients ---------------------------------------------------------------------


TABLE = ("code", "order", "p_elements", "preperiod", "period", "heap")
"""The columns of the table of all codes."""

MOST_LISTED = 80
"""The most unsolved codes in a terminal; the table has all."""


def of_kind(manifest: Mapping[str, Any], kind: str) -> bool:
    """Does a survey contain nothing but families of a kind: `misere` quotients, or `rules`?"""
    return all(family["text"].startswith(f"{kind} ") for family in manifest["families"])


def table_csv(frame: pl.DataFrame) -> bytes:
    """All codes: the order; lost elements, preperiod and period if it is solved; the heap up to which it is known."""
    return frame.select(TABLE).sort("code").write_csv().encode()


def orders(frame: pl.DataFrame) -> list[tuple[str, ...]]:
    """For each order: how many solved codes have it, the longest period and the latest preperiod with their codes."""
    import polars as pl

    rows = []
    for (order,), some in frame.filter(pl.col("proved")).sort("code").group_by("order", maintain_order=True):
        # The rows are sorted by code, and a stable sort puts the least code first among equals.
        longest, latest = (some.sort(name, descending=True, maintain_order=True) for name in ("period", "preperiod"))
        best = longest["period"][0], longest["code"][0], latest["preperiod"][0], latest["code"][0]
        rows.append((int(str(order)), len(some), *best))
    return [tuple(map(str, row)) for row in sorted(rows)]


def order_headings() -> tuple[str, ...]:
    """The headings of the columns of `orders`."""
    return tr("order"), tr("codes"), tr("longest period"), tr("code"), tr("latest preperiod"), tr("code")


def misere_survey_lines(frame: pl.DataFrame) -> Iterator[Line]:
    """The orders, and the unsolved codes with how far each came, for a terminal."""
    yield Line(tr("Orders of the quotients that are solved:"))
    yield from _align([order_headings(), *orders(frame)])
    unsolved = frame.filter(~frame["proved"]).sort("code")
    if len(unsolved):
        yield Line(tr("Unsolved codes, each with the last heap that is known and the order up to it:"))
        entries = [
            # `wrap` breaks at spaces, so NUL stands for the spaces inside an entry.
            f"{code}\0({heap}:\0{order})"
            for code, heap, order in unsolved.select("code", "heap", "order").head(MOST_LISTED).iter_rows()
        ]
        for line in wrap(", ".join(entries), COLUMNS, break_long_words=False):
            yield Line(line.replace("\0", " "))  # so that no entry is broken
        if len(unsolved) > MOST_LISTED:
            yield Line(trn("and {n} more", "and {n} more", len(unsolved) - MOST_LISTED), "dim")
