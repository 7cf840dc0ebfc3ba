"""The experiment of Sobociński, Tłaczała and Szewczak (2025) on subtraction and all-but games, repeated.

    .venv/bin/python benchmarks/paper003.py --data DIR --out docs/reference [--long] [--jobs N]

It writes paper003.md and its figures; the words of the page are in `paper003.md` beside this file. The surveys in
DIR are resumed. What the article printed is here as data, together with the families that its figures and conclusions
are about. `--long` also solves the row of Table 6 that takes minutes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

import polars as pl

from nimatron.core.message import Message, Number
from nimatron.families.taking.rules import AllBut, Subtraction
from nimatron.show.figures import figure_file, figures
from nimatron.show.surveys import claim_cells, game_text, summary_cells, summary_headings, survey_title
from nimatron.show.words import number
from nimatron.solve.sequence import period, sequence
from nimatron.solve.sequences.periodicity import Period
from nimatron.survey import describe, load, read_manifest, run, summary
from nimatron.survey.family import Family, Sample
from nimatron.survey.set_family import Sets

SEED = 2025
"""The seed of all samples."""

DRAWN = range(40, 121, 10)
"""Maxima for which only a sample of the sets of five is solved; all smaller ones are solved completely."""

SURVEYS: dict[str, tuple[Family, ...]] = {
    "three": (Sets("subtraction", 3, 130),),
    "four": (Sets("subtraction", 4, 60),),
    "five": (
        Sets("subtraction", 5, 34),
        *(Sample(Sets("subtraction", 5, m, least=m), 3000, SEED) for m in DRAWN),
    ),
    "sizes": (
        Sets("subtraction", 2, 40, least=40),
        *(Sample(Sets("subtraction", k, 40, least=40), 400, SEED) for k in range(4, 40, 2)),
    ),
    "symmetric": (Sets("subtraction", 5, 61, symmetric=True),),
    "allbut": (Sample(Sets("allbut", 5, 120, one=True), 2000, SEED),),
    "claim": tuple(Sets("allbut", k, 30, one=True) for k in range(2, 6)),
}
"""The surveys by name."""

LIMITS = {"allbut": 2 * 10**6}
"""The most terms for a member, for surveys with a limit other than that of their families."""


@dataclass(frozen=True)
class ExperimentRow:
    """A row of a table: what was printed, and what is true."""

    moves: tuple[int, ...]
    printed: Message | str
    found: Message | str
    right: bool


PERIODS: dict[int, dict[tuple[int, ...], int]] = {
    1: {(): 1, (1,): 2, (1, 2): 3, (2,): 4, (1, 4): 5, (2, 3): 6, (1, 2, 3): 4, (1, 2, 6): 7, (1, 2, 6, 11): 12},
    2: {(s,): 2 * s for s in range(1, 5)},
    3: {tuple(range(1, m + 1)): m + 1 for m in range(1, 5)},
}
"""Tables 1 to 3: how many terms of each sequence are marked as its period."""

VALUES: dict[int, dict[tuple[int, ...], str]] = {
    4: {
        (1, 2, 3): "0,0,0,0,1,1,1,1,2,2,2,2",
        (2, 4): "0,1,0,1,0,1,2,3,4,5,6",
        (1, 3): "0,0,1,1,2,2,3,3",
        (1, 2, 3, 5, 8): "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4",
    },
    5: {
        (1,): "0,0,1,1,2,2",
        (2,): "0,1,0,1,2,3,2,3,4,5,4,5",
        (3,): "0,1,2,0,1,2,3,4,5,3,4,5,6,7,8,6,7,8",
        (4,): "0,1,2,3,0,1,2,3,4,5,6,7,4,5,6,7",
    },
}
"""Tables 4 and 5: values of all-but games."""

TABLE_6 = """
1,105,3,36,62 1,102,108,30,72 1,114,103,35,92 1,108,113,43,68 1,107,120,39,71 1,108,109,35,90 1,101,116,32,59
1,119,101,45,63 1,106,115,33,52 1,110,113,50,73 1,104,111,30,85 1,108,120,39,86 1,118,100,44,56 1,110,6,46,73
1,106,116,49,75 1,107,6,40,83 1,105,117,40,57 1,118,7,43,72 1,116,112,47,50 1,117,103,50,69 1,103,114,32,88
1,117,114,31,87 1,115,109,33,55 1,107,110,41,57 1,114,107,30,83 1,119,109,41,76 1,110,114,31,61 1,100,104,36,99
1,100,112,35,52 1,104,120,47,51
"""
"""The excluded amounts of Table 6. It prints period 2 and saltus 1 for all rows except the two in BLANK."""

BLANK = ((1, 35, 90, 108, 109), (1, 36, 99, 100, 104))
"""The rows of Table 6 that are printed without a period."""


def table(number: int, long: bool = False) -> Iterator[ExperimentRow]:
    """The rows of one of Tables 1 to 6; `long` also solves the row of Table 6 that takes a minute or more.

    >>> [row.moves for n in (1, 2, 3, 4, 5) for row in table(n) if not row.right]
    [(2, 3), (2, 4)]
    """
    if number in PERIODS:
        for moves, printed in PERIODS[number].items():
            found = period(Subtraction(moves), trust=True)
            assert isinstance(found, Period)
            yield ExperimentRow(moves, str(printed), str(found.period), found.period == printed)
    elif number in VALUES:
        for moves, values in VALUES[number].items():
            count = values.count(",") + 1
            true = ",".join(map(str, sequence(AllBut(moves), count).tolist()))
            yield ExperimentRow(moves, values, true, values == true)
    else:
        for text in TABLE_6.split():
            yield _sixth(tuple(sorted(map(int, text.split(",")))), long)


def _sixth(moves: tuple[int, ...], long: bool) -> ExperimentRow:
    blank = moves in BLANK
    printed = Message("blank") if blank else _period(2, 1)
    found = period(AllBut(moves), limit=None if long else 10**8, trust=True)
    if not isinstance(found, Period):
        text = Message("unresolved within {count} patterns", count=Number(found.computed))
        return ExperimentRow(moves, printed, text, not blank)
    true = _period(found.period, found.saltus, found.preperiod)
    return ExperimentRow(moves, printed, true, true == printed)


def _period(period: int, saltus: int, preperiod: int = 0) -> Message:
    numbers = {"period": Number(period), "saltus": Number(saltus), "preperiod": Number(preperiod)}
    if preperiod:
        return Message("period {period}, saltus {saltus}, preperiod {preperiod}", params=numbers)
    return Message("period {period}, saltus {saltus}", params=numbers)


# -- the page ------------------------------------------------------------------------------------

COMMAND = ".venv/bin/python benchmarks/paper003.py"

MAXIMA = (1, 2, *range(4, 13))
"""The columns for the largest moves: all except the size, which the head names, and unresolved games."""

SIZES = (0, 4, 5, 6, 7, 9, 11)
"""The columns for the sizes of sets, without the sets, whose names are long."""

TABLES = {
    1: "subtraction games: how many terms are one period",
    2: "subtraction games with one amount: the period",
    3: "taking 1 to m: the period",
    4: "values of all-but games",
    5: "values of all-but games with one amount excluded",
    6: "all-but games with 1 and four more amounts excluded",
}

WIDTH = 110
"""The width of a paragraph in the file."""


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
        # Periods of symmetric sets look exponential, and a linear scale would hide all but the longest.
        for kind in ("periods", "periods-log") if name != "symmetric" else ("periods-log",):
            found[f"{name}-{kind}.svg"] = figure_file(every[kind], "svg")
    found["sizes.svg"] = figure_file(figures(frames["sizes"], "Sets with maximum 40")["sizes"], "svg")
    found["pure.svg"] = figure_file(figures(frames["three"], "Sets of three")["pure"], "svg")
    return found


def blocks() -> Iterator[tuple[str, str, str]]:
    """The page, block by block: a mark such as # or [three], the words, and what follows them."""
    for block in Path(__file__).with_suffix(".md").read_text("utf-8").strip().split("\n\n"):
        text = " ".join(block.split())
        if found := re.fullmatch(r"(!\[|#+ |\[[\w ]+\]) ?(.*?)(\]\(.*\))?", text):
            yield found[1], found[2], found[3] or ""
        else:
            yield ("", "", block) if block.startswith(" ") else ("", text, "")


def document(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> str:
    """The whole text; `runs` has the manifest of each survey."""
    facts = _facts(frames, runs, long)
    return "".join(f"{block}\n\n" for parts in blocks() if (block := _block(*parts, facts, frames)))


def _block(mark: str, words: str, rest: str, facts: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]) -> str:
    if mark in ("![", "# ", "## "):
        return f"{mark}{words}{rest}"
    name, *maxima = mark.strip("[]").split() or [""]
    if name == "summary":
        return _summary(frames[maxima[0]], maxima[1:])
    fact = facts.get(name, {})
    if not words or fact is None:
        return rest.format(**facts) or fact or ""
    return "\n".join(wrap(words.format(**fact), WIDTH, break_long_words=False, break_on_hyphens=False))


def _facts(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]], long: bool) -> dict[str, Any]:
    """Tables, and the numbers in sentences, by the marks of the page; None for a sentence that is left out."""
    found = {number: list(table(number, long)) for number in TABLES}
    heads, *claims = claim_cells(frames["claim"])
    return {
        "command": f"{COMMAND}{' --long' if long else ''} --data data --out docs/reference",
        "runs": _grid(["survey", "games", "unresolved", "checksum of the content"], _runs(frames, runs)),
        "three": _three(frames["three"]),
        "symmetric": {"sets": "{a, b, c-b, c-a, c}"},
        # Every third size is enough to see the trend.
        "sizes": _columns(SIZES, list(summary_cells(frames["sizes"]))[::3]),
        "saltus": _saltus(frames["allbut"]),
        "claim": _grid(heads, claims),
        "tables": _grid(["table", "rows", "right"], _counts(found)),
        "wrong": _grid(["table", "set", "printed", "true"], _errors(found)),
        "short": None if long else {"command": COMMAND},
    }


def _runs(frames: Mapping[str, pl.DataFrame], runs: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    for name, manifest in runs.items():
        frame = frames[name]
        left = int((~frame["proved"]).sum())
        # 16 digits of the checksum tell any two surveys apart and fit the table.
        yield [survey_title(manifest), number(len(frame)), number(left), f"`{manifest['content'][:16]}`"]


def _counts(found: Mapping[int, Sequence[ExperimentRow]]) -> Iterator[list[str]]:
    for n, rows in found.items():
        yield [f"{n}: {TABLES[n]}", str(len(rows)), str(sum(row.right for row in rows))]


def _errors(found: Mapping[int, Sequence[ExperimentRow]]) -> Iterator[list[str]]:
    for n, rows in found.items():
        for row in (row for row in rows if not row.right):
            yield [str(n), "{" + ",".join(map(str, row.moves)) + "}", str(row.printed), str(row.found)]


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
    sets = describe(frame)
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
    return "verified" if truth else "false"


def _saltus(frame: pl.DataFrame) -> dict[str, object]:
    """The claim that the saltus is 1, and what is true instead."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--out", type=Path, required=True, help="folder for paper003.md and its figures")
    parser.add_argument("--long", action="store_true", help="solve the row of Table 6 that takes minutes")
    parser.add_argument("--jobs", type=int, help="processes; by default one for each core")
    asked = parser.parse_args()
    frames, runs = {}, {}
    for name, families in SURVEYS.items():
        folder = asked.data / name
        run(families, folder, limit=LIMITS.get(name), jobs=asked.jobs)
        frames[name], runs[name] = load(folder), read_manifest(folder)
    (asked.out / "paper003").mkdir(parents=True, exist_ok=True)
    (asked.out / "paper003.md").write_text(document(frames, runs, asked.long), "utf-8")
    for file, content in pictures(frames).items():
        (asked.out / "paper003" / file).write_bytes(content)


if __name__ == "__main__":
    main()
