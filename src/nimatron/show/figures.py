"""Figures of surveys and nim-sequences, drawn by matplotlib: the same data always give the same bytes."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..core.errors import UsageError
from ..core.message import Number
from ..survey import describe, need, summary
from .words import tr, trn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import polars as pl

FORMATS = ("svg", "png", "pdf")

BLUE, RED, GREEN = "#1f4e9c", "#b3261e", "#2e7d32"


def figures(frame: pl.DataFrame, title: str) -> dict[str, Any]:
    """The figures that suit a data set, by name; `figure_file` makes files of them."""
    need("matplotlib")
    rows = summary(frame)
    # Codes have no largest amount to draw against.
    if "moves" not in frame.columns:
        return {"periods": _rank(frame, title)}
    pictures = {"periods": _against_maximum(frame, rows, title, "linear")}
    pictures["periods-log"] = _against_maximum(frame, rows, title, "log")
    pictures["pure"] = _pure(rows, title)
    if rows["size"].n_unique() > 1:
        pictures["sizes"] = _against_size(frame, title)
    return pictures


def need_matplotlib() -> None:
    """Raise UsageError if matplotlib is missing: called before hours of work, not after them."""
    if find_spec("matplotlib") is None:
        raise UsageError("a picture needs matplotlib (pip install matplotlib)")


def sequence_figure(values: npt.NDArray[np.unsignedinteger], title: str) -> Any:
    """A point for each heap of a nim-sequence."""
    figure, axes = _axes(title)
    # As pixels even in an SVG: there may be millions of points.
    axes.plot(values, "," if len(values) > 20_000 else ".", color=BLUE, rasterized=True)
    axes.set(xlabel=tr("heap"), ylabel=tr("value"))
    return figure


def figure_file(figure: Any, format: str) -> bytes:
    """A figure as the bytes of a file."""
    if format not in FORMATS:
        raise UsageError("a figure is one of {formats}, not {format!r}", formats=", ".join(FORMATS), format=format)
    # Without dates and random ids the same data give the same bytes.
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None, "ModDate": None}, "png": {}}
    settings = {"svg.hashsalt": "nimatron", "svg.fonttype": "none"}
    out = BytesIO()
    with import_module("matplotlib").rc_context(settings):
        figure.savefig(out, format=format, dpi=120, metadata=dates[format])
    return out.getvalue()


def _axes(title: str) -> tuple[Any, Any]:
    # Not by pyplot, which looks for a screen and keeps every figure in memory.
    figure = import_module("matplotlib.figure").Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=10)
    axes.grid(alpha=0.25)
    return figure, axes


def _against_maximum(frame: pl.DataFrame, rows: pl.DataFrame, title: str, scale: str) -> Any:
    """A point for each pair of maximum and period that occurs, with lines for the median and the longest period."""
    figure, axes = _axes(title)
    # Each pair once: millions of games share a few thousand points.
    points = describe(frame).drop_nulls("period").select("largest", "period").unique().sort("largest", "period")
    axes.plot(points["largest"], points["period"], ".", color=BLUE, markersize=2, alpha=0.4, rasterized=True)
    for size in rows["size"].unique().sort():
        some = rows.filter(rows["size"] == size)
        label = tr("median, size {size}", size=size), tr("longest, size {size}", size=size)
        # A line through one point is invisible.
        marker = "" if len(some) > 1 else "o"
        axes.plot(some["largest"], some["median"], color=GREEN, marker=marker, label=label[0])
        axes.plot(some["largest"], some["longest"], color=RED, marker=marker, linewidth=0.8, label=label[1])
    # Two lines for each size: a longer legend would cover the points.
    if rows["size"].n_unique() <= 4:
        axes.legend(fontsize=8)
    axes.set(xlabel=tr("largest amount"), ylabel=tr("period"), yscale=scale)
    if scale == "linear":
        _cut(axes, points)
    return figure


def _cut(axes: Any, points: pl.DataFrame) -> None:
    """End a linear axis where usual periods end, and say how many points lie beyond."""
    top = _usual(points)
    axes.set_ylim(0, top)
    beyond = points.filter(points["period"] > top)["period"]
    if len(beyond):
        text = trn(
            "Cut at {top}: {n} point lies above, up to {longest}.",
            "Cut at {top}: {n} points lie above, up to {longest}.",
            len(beyond), top=Number(round(top)), longest=Number(int(beyond.max())),  # type: ignore[arg-type]
        )  # fmt: skip
        axes.text(0.99, 0.98, text, transform=axes.transAxes, ha="right", va="top", fontsize=8, color=RED)


def _usual(points: pl.DataFrame) -> float:
    """The end of a linear axis: a single very long period would press all the others onto the axis."""
    longest = float(points["period"].max() or 1)  # type: ignore[arg-type]
    # Usual periods are a few times the largest amount; 20 times leaves room for long ones.
    return 1.05 * min(longest, 20.0 * float(points["largest"].max() or 1))  # type: ignore[arg-type]


def _pure(rows: pl.DataFrame, title: str) -> Any:
    figure, axes = _axes(title)
    for size in rows["size"].unique().sort():
        # Where nothing is resolved there is no share to divide by.
        some = rows.filter((rows["size"] == size) & (rows["members"] > rows["unresolved"]))
        known = some["members"] - some["unresolved"]
        axes.plot(some["largest"], some["pure"] / known, ".-", label=tr("size {size}", size=size))
    axes.legend(fontsize=8)
    axes.set(xlabel=tr("largest amount"), ylabel=tr("share of pure periods"), ylim=(0, 1.02))
    return figure


def _against_size(frame: pl.DataFrame, title: str) -> Any:
    import polars as pl

    figure, axes = _axes(title)
    period = pl.col("period")
    rows = describe(frame).group_by("size").agg(
        period.mean().alias("mean"), period.median().alias("median"), period.max().alias("longest")
    ).sort("size")  # fmt: skip
    labels = {"mean": tr("mean"), "median": tr("median"), "longest": tr("longest")}
    for name, colour in (("mean", BLUE), ("median", GREEN), ("longest", RED)):
        axes.plot(rows["size"], rows[name], ".-", color=colour, label=labels[name])
    axes.legend(fontsize=8)
    axes.set(xlabel=tr("amounts in the set"), ylabel=tr("period"), yscale="log")
    return figure


def _rank(frame: pl.DataFrame, title: str) -> Any:
    figure, axes = _axes(title)
    periods = frame["period"].drop_nulls().sort()
    axes.plot(range(1, len(periods) + 1), periods, ".", color=BLUE, markersize=3, rasterized=True)
    axes.set(xlabel=tr("games, by their periods"), ylabel=tr("period"), yscale="log")
    return figure
