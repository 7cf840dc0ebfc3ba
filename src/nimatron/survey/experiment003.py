"""The experiment of Sobociński, Tłaczała and Szewczak (2025) on subtraction and all-but games, repeated.

What they printed is here as data, together with the families that their figures and conclusions are about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.message import Message, Number
from ..families.taking.rules import AllBut, Subtraction
from ..solve.sequence import period, sequence
from ..solve.sequences.periodicity import Period
from .family import Family, Sample
from .set_family import Sets

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
