"""The experiment of document 003 repeated, as Markdown with figures beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..survey import described, summary
from ..survey.paper003 import DRAWN, Row, table
from .figures import drawn, figures
from .surveys import cells, headings, shown, title

if TYPE_CHECKING:
    import polars as pl

COMMAND = "nimatron survey paper003"

TABLES = {
    1: "subtraction games: how many terms are one period",
    2: "subtraction games with one amount: the period",
    3: "taking 1 to m: the period",
    4: "values of all-but games",
    5: "values of all-but games with one amount excluded",
    6: "all-but games with 1 and four more amounts excluded",
}


def pictures(frames: Mapping[str, pl.DataFrame]) -> dict[str, bytes]:
    """Files for the document: both figures of the article, on a linear and a logarithmic scale, and three more."""
    titles = {
        "three": "Figure 1: sets of three",
        "five": "Figure 2: sets of five",
        "symmetric": "Symmetric sets of five",
    }
    found: dict[str, bytes] = {}
    for name, head in titles.items():
        every = figures(frames[name], head)
        for kind in ("periods", "periods-log") if name != "symmetric" else ("periods-log",):
            found[f"{name}-{kind}.svg"] = drawn(every[kind], "svg")
    found["sizes.svg"] = drawn(figures(frames["sizes"], "Sets with maximum 40")["sizes"], "svg")
    found["pure.svg"] = drawn(figures(frames["three"], "Sets of three")["pure"], "svg")
    return found


def document(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> str:
    """The whole text; `runs` has the manifest of each survey and the seconds of work it took."""
    return "\n".join(_lines(frames, runs, long)) + "\n"


def _lines(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> Iterator[str]:
    yield "# An experiment repeated: periods of subtraction and all-but games\n"
    yield (
        "Sobociński, Tłaczała and Szewczak (2025) looked at random sets of moves and read a linear law off two\n"
        "figures. Here are their figures and tables again, from exhaustive surveys where that is possible; what\n"
        "differs is **marked**. [errata.md](errata.md) lists the errors in their text.\n"
    )
    yield f"    {COMMAND}{' --long' if long else ''} --data data --out docs\n"
    yield "wrote this page. The data are the same on every machine; the seconds are CPU seconds on one machine.\n"
    yield from _grid(["survey", "games", "unresolved", "seconds", "checksum of the content"], _runs(frames, runs))
    yield from _figure("Figure 1: period and largest move, sets of three", "three", frames, range(10, 131, 10))
    yield from _three(frames["three"])
    yield from _figure("Figure 2: period and largest move, sets of five", "five", frames, [10, 20, 30, 34, *DRAWN])
    yield from _symmetric(frames["symmetric"])
    yield from _others(frames)
    yield from _tables(long)


def _runs(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    for name, run in runs.items():
        frame = frames[name]
        left = int((~frame["proved"]).sum())
        yield [title(run), f"{len(frame):,}", f"{left:,}", f"{run['seconds']:.1f}", f"`{run['content'][:16]}`"]


def _grid(heads: Sequence[str], rows: Iterator[list[str]] | Sequence[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _summary(frame: pl.DataFrame, maxima: Sequence[int]) -> Iterator[str]:
    keep = {str(m) for m in maxima}
    yield from _grid(headings(), [row for row in cells(frame) if row[1] in keep])


def _figure(head: str, name: str, frames: Mapping[str, pl.DataFrame], maxima: Sequence[int]) -> Iterator[str]:
    yield f"## {head}\n"
    yield f"![linear scale](paper003/{name}-periods.svg)\n"
    yield f"![logarithmic scale](paper003/{name}-periods-log.svg)\n"
    yield from _summary(frames[name], maxima)


def _three(frame: pl.DataFrame) -> Iterator[str]:
    """The median grows linearly; the additive sets do not."""
    import polars as pl

    sets = described(frame)
    moves = pl.col("moves").list
    additive = moves.get(0) + moves.get(1) == moves.get(2)
    some, others = sets.filter(additive), sets.filter(~additive)
    longest, last = summary(some)["longest"].to_list()[-1], summary(some)["largest"].to_list()[-1]
    yield (
        f"The median grows like 1.5 times the largest move: that is what a sample shows. **The longest periods are\n"
        f"quadratic.** They belong to the additive sets {{a, b, a+b}}, {len(some):,} of {len(sets):,}. The longest\n"
        f"one with maximum {last} has period {longest:,} = {longest / last**2:.3f} · {last}²; all others\n"
        f"have periods up to {_most(others)}.\n"
        f"All additive sets are purely periodic: {_holds((some['preperiod'] == 0).all())}.\n"
    )


def _most(frame: pl.DataFrame) -> str:
    best = frame.row(int(frame["period"].arg_max() or 0), named=True)
    return f"{best['period']:,} ({shown(best['moves'])})"


def _holds(truth: bool) -> str:
    return "verified" if truth else "false"


def _symmetric(frame: pl.DataFrame) -> Iterator[str]:
    yield "## What a sample of sets of five misses\n"
    yield (
        "**Symmetric sets {a, b, c-b, c-a, c} have periods that look exponential in c.** There are few of them, so a\n"
        "sample has one only by luck (as the longest periods of Figure 2 show, from 40 on). Here are all of them:\n"
    )
    yield "![logarithmic scale](paper003/symmetric-periods-log.svg)\n"
    yield from _summary(frame, [10, 20, 25, 30, 35, 40, 44, 50, 56, 60, 61])


def _others(frames: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    yield "## Sets of four\n"
    yield from _summary(frames["four"], range(10, 61, 10))
    yield "## Period and size of the set\n"
    yield (
        "For a fixed largest move, the period is said to grow with the number of moves only while that number is at\n"
        "most about half of the largest move. This holds for the mean; single sets have far longer periods.\n"
    )
    yield "![by size](paper003/sizes.svg)\n"
    yield from _summary(frames["sizes"], [40])
    yield "## All-but games with 1 excluded\n"
    yield from _saltus(frames["allbut"])


def _saltus(frame: pl.DataFrame) -> Iterator[str]:
    """The claim that the saltus is 1, and what is true instead."""
    import polars as pl

    apart = ~pl.col("moves").list.eval(pl.element().diff() == 1).list.any()
    two = (pl.col("period") == 2) & (pl.col("saltus") == 1) & (pl.col("preperiod") == 0)
    other = frame.filter(pl.col("proved") & (pl.col("saltus") > 1))
    agree = bool(frame.select((apart == two.fill_null(False)).all()).item())
    yield (
        f"Of {len(frame):,} random sets with 1 and elements up to 120, {len(frame.filter(two)):,} have period 2 and\n"
        f"saltus 1; **{len(other):,} have a saltus above 1**, and {int((~frame['proved']).sum()):,} are unresolved\n"
        f"within 2,000,000 patterns. Period 2, saltus 1 and preperiod 0 exactly if no two neighbours are excluded:\n"
        f"{_holds(agree)} on all of them.\n"
    )


def _tables(long: bool) -> Iterator[str]:
    for number, head in TABLES.items():
        yield f"## Table {number}: {head}\n"
        yield from _grid(["set", "printed", "true"], [_marked(row) for row in table(number, long)])
    if not long:
        yield f"`{COMMAND} --long` solves the last blank row of Table 6 as well.\n"


def _marked(row: Row) -> list[str]:
    name = "{" + ",".join(map(str, row.moves)) + "}"
    return [name, row.printed, row.found if row.right else f"**{row.found}**"]
