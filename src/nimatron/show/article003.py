"""The experiment of document 003 repeated, as Markdown with figures beside it. Its words are in `article003.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ..core.message import Message, Number
from ..survey import described, summary
from ..survey.experiment003 import LIMITS, ExperimentRow, table
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


# -- the page ------------------------------------------------------------------------------------


def blocks() -> Iterator[tuple[str, str, str]]:
    """The page in English, block by block: a mark such as # or [three], the words, and what follows them."""
    for block in files(__package__).joinpath("article003.md").read_text("utf-8").strip().split("\n\n"):
        text = " ".join(block.split())
        if found := re.fullmatch(r"(!\[|#+ |\[[\w ]+\]) ?(.*?)(\]\(.*\))?", text):
            yield found[1], found[2], found[3] or ""
        else:
            yield ("", "", block) if block.startswith(" ") else ("", text, "")


def document(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> str:
    """The whole text in the reader's language; `runs` has the manifest of each survey."""
    facts = _facts(frames, runs, long)
    return "".join(f"{block}\n\n" for parts in blocks() if (block := _block(*parts, facts, frames)))


def _block(mark: str, words: str, rest: str, facts: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]) -> str:
    if mark in ("![", "# ", "## "):
        return f"{mark}{tr(words)}{rest}"
    name, *maxima = mark.strip("[]").split() or [""]
    if name == "summary":
        return _summary(frames[maxima[0]], maxima[1:])
    fact = facts.get(name, {})
    if not words or fact is None:
        return rest.format(**facts) or fact or ""
    return "\n".join(wrap(tr(words, **fact), WIDTH, break_long_words=False, break_on_hyphens=False))


def _facts(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> dict[str, Any]:
    """Tables, and the numbers in sentences, by the marks of the page; None for a sentence that is left out."""
    found = {number: list(table(number, long)) for number in TABLES}
    heads, *claims = claim_cells(frames["claim"])
    return {
        "command": f"{COMMAND}{' --long' if long else ''} --data data --out docs/reference",
        "runs": _grid(
            [tr("survey"), tr("games"), tr("unresolved"), tr("checksum of the content")], _runs(frames, runs)
        ),
        "three": _three(frames["three"]),
        "symmetric": {"sets": "{a, b, c-b, c-a, c}"},
        # Every third size is enough to see the trend.
        "sizes": _columns(SIZES, list(summary_cells(frames["sizes"]))[::3]),
        "saltus": _saltus(frames["allbut"]),
        "claim": _grid(heads, claims),
        "tables": _grid([tr("table"), tr("rows"), tr("right")], _counts(found)),
        "wrong": _grid([tr("table"), tr("set"), tr("printed"), tr("true")], _errors(found)),
        "short": None if long else {"command": COMMAND},
    }


def _runs(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    for name, run in runs.items():
        frame = frames[name]
        left = int((~frame["proved"]).sum())
        # 16 digits of the checksum tell any two surveys apart and fit the table.
        yield [survey_title(run), number(len(frame)), number(left), f"`{run['content'][:16]}`"]


def _counts(found: Mapping[int, Sequence[ExperimentRow]]) -> Iterator[list[str]]:
    for n, rows in found.items():
        yield [f"{n}: {word(TABLES[n])}", str(len(rows)), str(sum(row.right for row in rows))]


def _errors(found: Mapping[int, Sequence[ExperimentRow]]) -> Iterator[list[str]]:
    for n, rows in found.items():
        for row in (row for row in rows if not row.right):
            yield [str(n), "{" + ",".join(map(str, row.moves)) + "}", word(row.printed), word(row.found)]


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in (heads, *rows))
    return "\n".join([head, "|" + "---|" * len(heads), *body])


def _summary(frame: pl.DataFrame, maxima: Sequence[str]) -> str:
    return _columns(MAXIMA, [row for row in summary_cells(frame) if row[1] in maxima])


def _columns(columns: Sequence[int], rows: Sequence[list[str]]) -> str:
    names = summary_headings()
    return _grid([names[i] for i in columns], [[row[i] for i in columns] for row in rows])


def _three(frame: pl.DataFrame) -> dict[str, object]:
    """The median grows linearly; the additive sets do not."""
    import polars as pl

    sets = described(frame)
    moves = pl.col("moves").list
    additive = moves.get(0) + moves.get(1) == moves.get(2)
    some, others = sets.filter(additive), sets.filter(~additive)
    longest, last = summary(some)["longest"].to_list()[-1], summary(some)["largest"].to_list()[-1]
    best = others.row(int(others["period"].arg_max() or 0), named=True)
    return {
        "sets": "{a, b, a+b}", "some": Number(len(some)), "all": Number(len(sets)), "last": last,
        "longest": Number(longest), "ratio": Number(longest / last**2, ".3f"), "most": Number(best["period"]),
        "game": game_text(best["moves"]), "verified": _holds((some["preperiod"] == 0).all()),
    }  # fmt: skip


def _holds(truth: bool) -> str:
    return tr("verified") if truth else tr("false")


def _saltus(frame: pl.DataFrame) -> dict[str, object]:
    """The claim that the saltus is 1, and what is true instead."""
    import polars as pl

    apart = ~pl.col("moves").list.eval(pl.element().diff() == 1).list.any()
    two = (pl.col("period") == 2) & (pl.col("saltus") == 1) & (pl.col("preperiod") == 0)
    other = frame.filter(pl.col("proved") & (pl.col("saltus") > 1))
    # An unresolved game has no period, so it counts as a game without period 2.
    agree = bool(frame.select((apart == two.fill_null(False)).all()).item())
    return {
        "all": Number(len(frame)), "two": Number(len(frame.filter(two))), "other": Number(len(other)),
        "unresolved": Number(int((~frame["proved"]).sum())), "limit": Number(LIMITS["allbut"]),
        "verified": _holds(agree),
    }  # fmt: skip
