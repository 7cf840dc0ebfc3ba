"""The experiment of document 003 repeated, as Markdown with figures beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ..core.message import Message, Number
from ..survey import described, summary
from ..survey.experiment003 import LIMITS, table
from .figures import figure_file, figures
from .surveys import claim_cells, game_text, summary_cells, summary_headings, survey_title
from .words import number, tr, word

if TYPE_CHECKING:
    import polars as pl

COMMAND = "nimatron survey paper003"

MAXIMA = (1, 2, *range(4, 13))
"""The columns for the largest moves: all except the size, which the head names, and unresolved games."""

SIZES = (0, 4, 5, 6, 7, 9, 11)
"""The columns for the sizes of sets, without the sets, whose names are long."""

TABLES = {
    1: Message("subtraction games: how many terms are one period"),
    2: Message("subtraction games with one amount: the period"),
    3: Message("taking 1 to m: the period"),
    4: Message("values of all-but games"),
    5: Message("values of all-but games with one amount excluded"),
    6: Message("all-but games with 1 and four more amounts excluded"),
}

WIDTH = 110
"""The width of a paragraph in the file."""


def pictures(frames: Mapping[str, pl.DataFrame]) -> dict[str, bytes]:
    """Files for the document: both figures of the article, on a linear and a logarithmic scale, and three more."""
    titles = {
        "three": tr("Figure 1: sets of three"),
        "five": tr("Figure 2: sets of five"),
        "symmetric": tr("Symmetric sets of five"),
    }
    found: dict[str, bytes] = {}
    for name, head in titles.items():
        every = figures(frames[name], head)
        # Periods of symmetric sets look exponential, and a linear scale would hide all but the longest.
        for kind in ("periods", "periods-log") if name != "symmetric" else ("periods-log",):
            found[f"{name}-{kind}.svg"] = figure_file(every[kind], "svg")
    found["sizes.svg"] = figure_file(figures(frames["sizes"], tr("Sets with maximum 40"))["sizes"], "svg")
    found["pure.svg"] = figure_file(figures(frames["three"], tr("Sets of three"))["pure"], "svg")
    return found


def document(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> str:
    """The whole text in the reader's language; `runs` has the manifest of each survey."""
    return "\n".join(_lines(frames, runs, long)) + "\n"


def _lines(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> Iterator[str]:
    yield "# " + tr("An experiment repeated: periods of subtraction and all-but games") + "\n"
    yield _paragraph(
        tr(
            "Sobociński, Tłaczała and Szewczak (2025) looked at random sets of moves and read a linear law off two"
            " figures. This page repeats their figures and tables, with exhaustive surveys where possible."
            " [Errata](errata.md) lists the errors in their text."
        )
    )
    yield f"    {COMMAND}{' --long' if long else ''} --data data --out docs\n"
    yield tr("wrote this page. The data are the same on every machine.") + "\n"
    heads = [tr("survey"), tr("games"), tr("unresolved"), tr("checksum of the content")]
    yield from _grid(heads, _runs(frames, runs))
    three = tr("Figure 1: period and largest move, sets of three")
    yield from _figure(three, "three", frames, [10, 40, 60, 100, 130])
    yield from _three(frames["three"])
    five = tr("Figure 2: period and largest move, sets of five")
    yield from _figure(five, "five", frames, [10, 30, 34, 40, 50, 70, 120])
    yield from _symmetric(frames["symmetric"])
    yield from _others(frames)
    yield from _tables(long)


def _paragraph(text: str) -> str:
    """A paragraph in lines, as the file holds it."""
    return "\n".join(wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)) + "\n"


def _runs(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    for name, run in runs.items():
        frame = frames[name]
        left = int((~frame["proved"]).sum())
        # 16 digits of the checksum tell any two surveys apart and fit the table.
        yield [survey_title(run), number(len(frame)), number(left), f"`{run['content'][:16]}`"]


def _grid(heads: Sequence[str], rows: Iterator[list[str]] | Sequence[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _summary(frame: pl.DataFrame, maxima: Sequence[int]) -> Iterator[str]:
    keep = {str(m) for m in maxima}
    yield from _columns(MAXIMA, [row for row in summary_cells(frame) if row[1] in keep])


def _columns(columns: Sequence[int], rows: Sequence[list[str]]) -> Iterator[str]:
    names = summary_headings()
    yield from _grid([names[i] for i in columns], [[row[i] for i in columns] for row in rows])


def _figure(head: str, name: str, frames: Mapping[str, pl.DataFrame], maxima: Sequence[int]) -> Iterator[str]:
    yield f"## {head}\n"
    yield f"![{tr('linear scale')}](paper003/{name}-periods.svg)\n"
    yield f"![{tr('logarithmic scale')}](paper003/{name}-periods-log.svg)\n"
    yield from _summary(frames[name], maxima)


def _three(frame: pl.DataFrame) -> Iterator[str]:
    """The median grows linearly; the additive sets do not."""
    import polars as pl

    sets = described(frame)
    moves = pl.col("moves").list
    additive = moves.get(0) + moves.get(1) == moves.get(2)
    some, others = sets.filter(additive), sets.filter(~additive)
    longest, last = summary(some)["longest"].to_list()[-1], summary(some)["largest"].to_list()[-1]
    best = others.row(int(others["period"].arg_max() or 0), named=True)
    yield _paragraph(
        tr(
            "The median grows like 1.5 times the largest move, and a sample shows only that. **The longest periods are"
            " quadratic.** They belong to the additive sets {sets}, {some} of {all}. The longest one with maximum"
            " {last} has period {longest} = {ratio} · {last}². All other sets have periods up to {most} ({game}). All"
            " additive sets are purely periodic: {verified}.",
            sets="{a, b, a+b}", some=Number(len(some)), all=Number(len(sets)), last=last, longest=Number(longest),
            ratio=Number(longest / last**2, ".3f"), most=Number(best["period"]), game=game_text(best["moves"]),
            verified=_holds((some["preperiod"] == 0).all()),
        )
    )  # fmt: skip


def _holds(truth: bool) -> str:
    return tr("verified") if truth else tr("false")


def _symmetric(frame: pl.DataFrame) -> Iterator[str]:
    yield "## " + tr("What a sample of sets of five misses") + "\n"
    yield _paragraph(
        tr(
            "**Symmetric sets {sets} have periods that look exponential in c.** There are few of them, so a sample"
            " contains one only by luck, as the longest periods of Figure 2 show from 40 on. This survey has all:",
            sets="{a, b, c-b, c-a, c}",
        )
    )
    yield f"![{tr('logarithmic scale')}](paper003/symmetric-periods-log.svg)\n"
    yield from _summary(frame, [10, 30, 40, 50, 60, 61])


def _others(frames: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    yield "## " + tr("Sets of four") + "\n"
    yield from _summary(frames["four"], [10, 30, 40, 50, 60])
    yield "## " + tr("Period and size of the set") + "\n"
    yield _paragraph(
        tr(
            "The authors fix the largest move and say that the period grows with the number of moves only up to about"
            " half of it. This holds for the mean; single sets have far longer periods. The largest move here is 40."
        )
    )
    yield f"![{tr('by size')}](paper003/sizes.svg)\n"
    # Every third size is enough to see the trend.
    yield from _columns(SIZES, list(summary_cells(frames["sizes"]))[::3])
    yield "## " + tr("All-but games with 1 excluded") + "\n"
    yield from _saltus(frames["allbut"])
    yield _paragraph(
        tr(
            "For sets of 2 to 5 amounts with 1 the authors find the period 2, or one much larger than the largest"
            " amount. All sets with amounts up to 30:"
        )
    )
    heads, *rows = claim_cells(frames["claim"])
    yield from _grid(heads, rows)


def _saltus(frame: pl.DataFrame) -> Iterator[str]:
    """The claim that the saltus is 1, and what is true instead."""
    import polars as pl

    apart = ~pl.col("moves").list.eval(pl.element().diff() == 1).list.any()
    two = (pl.col("period") == 2) & (pl.col("saltus") == 1) & (pl.col("preperiod") == 0)
    other = frame.filter(pl.col("proved") & (pl.col("saltus") > 1))
    # An unresolved game has no period, so it counts as a game without period 2.
    agree = bool(frame.select((apart == two.fill_null(False)).all()).item())
    yield _paragraph(
        tr(
            "Of {all} random sets with 1 and elements up to 120, {two} have period 2 and saltus 1; **{other} have a"
            " saltus above 1**, and {unresolved} are unresolved within {limit} patterns. Period 2, saltus 1 and"
            " preperiod 0 exactly if no two neighbours are excluded: {verified} on all of them.",
            all=Number(len(frame)), two=Number(len(frame.filter(two))), other=Number(len(other)),
            unresolved=Number(int((~frame["proved"]).sum())), limit=Number(LIMITS["allbut"]), verified=_holds(agree),
        )
    )  # fmt: skip


def _tables(long: bool) -> Iterator[str]:
    yield "## " + tr("Tables 1 to 6") + "\n"
    found = {number: list(table(number, long)) for number in TABLES}
    rows = [
        [f"{number}: {word(head)}", str(len(found[number])), str(sum(row.right for row in found[number]))]
        for number, head in TABLES.items()
    ]
    yield from _grid([tr("table"), tr("rows"), tr("right")], rows)
    wrong = [(number, row) for number in TABLES for row in found[number] if not row.right]
    cells = [
        [str(n), "{" + ",".join(map(str, row.moves)) + "}", word(row.printed), word(row.found)] for n, row in wrong
    ]
    yield from _grid([tr("table"), tr("set"), tr("printed"), tr("true")], cells)
    if not long:
        yield tr("`{command} --long` solves the last blank row of Table 6 as well.", command=COMMAND) + "\n"
