"""Whole numbers of other libraries are accepted wherever an int is, and what comes back is an int."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from every_row import every_row

import nimatron as nt


class Sage:
    """Like the integers of Sage and sympy: no int, but an index."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return self.value == other

    def __hash__(self) -> int:
        return hash(self.value)


ASKED: dict[str, Callable[[Any], Any]] = {
    "states": lambda w: nt.Nim(w(5), w(3)).state,
    "values": lambda w: [nt.grundy(nt.Octal("0.77")(w(9))), nt.grundy(nt.Chomp(w(3), w(2))), nt.nim_mul(w(5), w(3))],
    "moves": lambda w: [move.state for move in nt.winning_moves(nt.Nim(w(5), w(3)))],
    "amounts": lambda w: nt.grundy(nt.Subtraction({w(1), w(2)})(w(5))),
    "moore": lambda w: [nt.Moore(w(2)).n, nt.grundy(nt.Nim(w(2)), limit=w(200))],
    "wythoff": lambda w: [nt.WythoffGame(w(2)).width, nt.grundy(nt.WythoffGame(w(2))(w(3), w(6)))],
    "euclid": lambda w: nt.EuclidGame(w(0)).least,
    "limits": lambda w: nt.Limits(positions=w(250), memory=w(100)).positions,
    "sequence": lambda w: nt.sequence("kayles", w(5)).tolist(),
    "period": lambda w: nt.Period(71, 12).index(w(100)),
    "mex": lambda w: nt.mex([w(0), w(1)]),
}


def plain(answer: Any) -> bool:
    return all(map(plain, answer)) if isinstance(answer, list | tuple) else type(answer) is int


@every_row("asked", ASKED)
@every_row("kind", [np.int64, np.uint8, Sage])
def test_numbers_of_other_libraries(asked: str, kind: Callable[[int], Any]) -> None:
    answer = ASKED[asked](kind)
    assert answer == ASKED[asked](int)
    assert plain(answer), answer


def test_true_is_no_number() -> None:
    with pytest.raises(nt.UsageError):
        nt.Moore(True)
    with pytest.raises(nt.UsageError):
        nt.Limits(positions=True)
