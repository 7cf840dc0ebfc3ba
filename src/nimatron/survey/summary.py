"""A data set summed up by size and maximum of the sets: exact counts, and the sets with the longest periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import polars as pl


def describe(frame: pl.DataFrame) -> pl.DataFrame:
    """A data set with three more columns: `size`, `largest` (of sets), and whether the period is a sum of two amounts.

    The size of a code is the number of its digits after the point.
    """
    import polars as pl

    if "moves" not in frame.columns:
        digits = pl.col("code").str.split(".").list.get(1, null_on_oob=True).str.len_chars().fill_null(0)
        none = pl.lit(None, pl.UInt32).alias("largest"), pl.lit(None, pl.Boolean).alias("is_sum")
        return frame.with_columns(digits.cast(pl.UInt32).alias("size"), *none)
    sized = frame.with_columns(
        pl.col("moves").list.len().cast(pl.UInt32).alias("size"), pl.col("moves").list.max().alias("largest")
    )
    # Sets of one size form a rectangular array, so each size is handled by itself.
    parts = [part.with_columns(_is_sum(part)) for part in sized.partition_by("size", maintain_order=True)]
    return pl.concat(parts)


class ClaimRow(NamedTuple):
    """What the article says of all-but games with 1 excluded, for one size: the period is 2 or above the maximum."""

    size: int
    sets: int
    two: int
    larger: int
    neither: int
    unresolved: int
    first: list[int] | None
    """The first set, by its largest amount, whose period is neither."""
    period: int | None


def claim_rows(frame: pl.DataFrame) -> list[ClaimRow]:
    """The claim tested on a data set, size by size."""
    import polars as pl

    rows = []
    for (size,), some in describe(frame).group_by("size", maintain_order=True):
        known = some.filter(pl.col("proved"))
        two = int((known["period"] == 2).sum())
        wrong = known.filter((pl.col("period") != 2) & (pl.col("period") <= pl.col("largest"))).sort("largest", "moves")
        first = wrong.row(0, named=True) if len(wrong) else {"moves": None, "period": None}
        larger = len(known) - two - len(wrong)
        counts = len(some), two, larger, len(wrong), len(some) - len(known)
        rows.append(ClaimRow(int(str(size)), *counts, first["moves"], first["period"]))
    return sorted(rows)


def _is_sum(part: pl.DataFrame) -> pl.Series:
    """Is the period the sum of two amounts, or twice one? Null if there is no period."""
    import numpy as np
    import polars as pl

    periods = part["period"].fill_null(0).to_numpy()
    moves = part["moves"].list.to_array(part["size"][0]).to_numpy().astype(np.int64)
    found = np.zeros(len(part), np.bool_)
    for i in range(moves.shape[1]):
        for j in range(i, moves.shape[1]):
            found |= moves[:, i] + moves[:, j] == periods
    return pl.Series("is_sum", found).set(part["period"].is_null(), None)


def summary(frame: pl.DataFrame) -> pl.DataFrame:
    """A row for each size and maximum.

    The median is the middle element (the upper one of two), the 99th percentile the one with 99 % before it.
    `pure` and `sums` count the members with preperiod 0 and those whose period is a sum of two amounts. Members
    without a proved period count as `unresolved` and nowhere else.
    """
    import polars as pl

    name = "moves" if "moves" in frame.columns else "code"
    period = pl.col("period").drop_nulls().sort()
    count = pl.col("period").count()
    rows = (
        describe(frame)
        .group_by("size", "largest", maintain_order=True)
        .agg(
            pl.len().alias("members"),
            (~pl.col("proved")).sum().alias("unresolved"),
            period.get(count // 2, null_on_oob=True).alias("median"),
            pl.col("period").mean().alias("mean"),
            period.get(count * 99 // 100, null_on_oob=True).alias("p99"),
            pl.col("period").max().alias("longest"),
            pl.col(name).filter(pl.col("period") == pl.col("period").max()).alias("longest_of"),
            pl.col("preperiod").max().alias("latest"),
            pl.col(name).filter(pl.col("preperiod") == pl.col("preperiod").max()).alias("latest_of"),
            (pl.col("preperiod") == 0).sum().alias("pure"),
            pl.col("is_sum").sum().alias("sums"),
        )
        .sort("size", "largest")
    )
    return rows.with_columns(_first(rows["longest_of"]), _first(rows["latest_of"]))


def _first(games: pl.Series) -> pl.Series:
    """The alphabetically first of several games, so that the choice among equals is fixed."""
    import polars as pl

    return pl.Series(games.name, [min(some, default=None) for some in games.to_list()])


def share(part: int, whole: int, digits: int = 2) -> str:
    """A share with `digits` decimals, rounded once, halves up.

    >>> share(1099, 1176), share(1, 2), share(1, 1)
    ('0.93', '0.50', '1.00')
    """
    unit = 10**digits
    # In whole numbers, so that every machine rounds halves up.
    rounded = (2 * part * unit + whole) // (2 * whole) if whole else 0
    return f"{rounded // unit}.{rounded % unit:0{digits}}"
