"""Why a position is won or lost: steps with reasons, backward induction, boundary patterns."""

from .backward import Induction, Round, induction
from .explaining import explain
from .mexes import Mex, MexMove
from .patterns import Pattern, Patterns, check_patterned, patterns_of
from .steps import (
    ColumnsStep,
    DrawingStep,
    Explanation,
    GenusStep,
    LosingStep,
    MethodStep,
    MisereStep,
    OptionValue,
    OutcomeStep,
    PartElement,
    PartStep,
    PatternsStep,
    QuotientStep,
    Reply,
    ResiduesStep,
    Step,
    Target,
    TargetsStep,
    WinningStep,
)
from .tree import Known, decided

__all__ = [
    "ColumnsStep",
    "DrawingStep",
    "Explanation",
    "GenusStep",
    "Induction",
    "Known",
    "LosingStep",
    "MethodStep",
    "Mex",
    "MexMove",
    "MisereStep",
    "OptionValue",
    "OutcomeStep",
    "PartElement",
    "PartStep",
    "Pattern",
    "Patterns",
    "PatternsStep",
    "QuotientStep",
    "Reply",
    "ResiduesStep",
    "Round",
    "Step",
    "Target",
    "TargetsStep",
    "WinningStep",
    "check_patterned",
    "decided",
    "explain",
    "induction",
    "patterns_of",
]
