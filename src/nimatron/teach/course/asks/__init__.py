"""The kinds of questions: `ask` in a lesson's file names one of them."""

from __future__ import annotations

from .base import Ask, Teacher, Verdict
from .numbers import Binary, Choice, Exactly, FromBinary, ListOf, MexOf, NimberOf, NimSumOf, choice_fault
from .positions import HowMany, MakePosition, Missing, OptionValues, ValueOf, WhoWins, WinningMove, WinningMoves
from .tables import Lost, PeriodOf, Values, table_data

__all__ = ["ASKS", "Ask", "Teacher", "Verdict", "choice_fault", "table_data"]

ASKS: dict[str, type[Ask]] = {
    kind.name: kind
    for kind in (
        WhoWins,
        WinningMove,
        WinningMoves,
        HowMany,
        ValueOf,
        OptionValues,
        Missing,
        MakePosition,
        Lost,
        Values,
        PeriodOf,
        NimSumOf,
        MexOf,
        NimberOf,
        Binary,
        FromBinary,
        Exactly,
        ListOf,
        Choice,
    )
}
