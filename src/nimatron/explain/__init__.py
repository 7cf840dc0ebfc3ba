"""Why a position is won or lost: steps with reasons, and backward induction."""

from .backward import Induction, Pattern, Round, boundary_patterns, induction, patterns_below
from .explaining import explain
from .mexes import Mex, MexMove
from .steps import (
    ColumnsStep,
    Explanation,
    LosingStep,
    MethodStep,
    MisereStep,
    OptionValue,
    OutcomeStep,
    PartStep,
    Reply,
    ResiduesStep,
    Step,
    Target,
    TargetsStep,
    WinningStep,
)

__all__ = [
    "ColumnsStep",
    "Explanation",
    "Induction",
    "LosingStep",
    "MethodStep",
    "Mex",
    "MexMove",
    "MisereStep",
    "OptionValue",
    "OutcomeStep",
    "PartStep",
    "Pattern",
    "Reply",
    "ResiduesStep",
    "Round",
    "Step",
    "Target",
    "TargetsStep",
    "WinningStep",
    "boundary_patterns",
    "explain",
    "induction",
    "patterns_below",
]
