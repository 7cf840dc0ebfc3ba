"""The steps of an explanation, as data: any language or medium can word them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.errors import Limit
from ..core.game import Option, Outcome, Position
from ..core.message import Message
from ..nimbers.loopy import Value
from ..solve.theorem import Because
from .analysis import Analysis, PartValue
from .boundary_patterns import Patterns
from .derivation import MexTree


@dataclass(frozen=True)
class OptionValue:
    """A move in a part and the value it leads to."""

    move: Message | str
    after: Position
    value: Value


@dataclass(frozen=True)
class PartStep:
    """The value of one part, and what shows it.

    `options` if the value is their mex; if there are very many, instead one of the `witnesses` for each smaller value.
    `factors` are the column and the row of a coin whose value is their nim-product. `mex` derives the value from the
    definition, if that was asked for; `method` says in words how to play by the theorem, or why it holds.
    """

    part: PartValue
    options: tuple[OptionValue, ...] | None = None
    witnesses: tuple[OptionValue, ...] = ()
    factors: tuple[PartValue, ...] = ()
    mex: MexTree | None = None
    method: Message | None = None
    kind: Literal["part"] = "part"


@dataclass(frozen=True)
class PatternsStep:
    """The boundary patterns of an all-but game, which give the values of its heaps."""

    patterns: Patterns
    kind: Literal["patterns"] = "patterns"


@dataclass(frozen=True)
class ColumnsStep:
    """The nim-sum in binary; `column` is the leftmost one with an odd number of ones, counted from the right."""

    values: tuple[Value, ...]
    total: Value
    column: int | None
    kind: Literal["columns"] = "columns"


@dataclass(frozen=True)
class MethodStep:
    """How to play, in words: copy the move, for example."""

    method: Message
    kind: Literal["method"] = "method"


@dataclass(frozen=True)
class ResiduesStep:
    """Numbers in binary, and what the ones of each column leave modulo `modulus`, the leftmost column first."""

    values: tuple[int, ...]
    modulus: int
    residues: tuple[int, ...]
    kind: Literal["residues"] = "residues"


@dataclass(frozen=True)
class Target:
    """The value that a part would have to take, and how many moves give it that."""

    part: int
    value: Value
    target: Value
    moves: int


@dataclass(frozen=True)
class TargetsStep:
    """For each part, the value that would make the nim-sum 0."""

    total: Value
    targets: tuple[Target, ...]
    kind: Literal["targets"] = "targets"


@dataclass(frozen=True)
class WinningStep:
    """The winning moves: the first of them, and how many there are."""

    moves: tuple[Option, ...]
    count: int
    kind: Literal["winning"] = "winning"


@dataclass(frozen=True)
class WinningReply:
    """A move that fails, and the answer that shows it."""

    move: Message | str
    after: Position
    reply: Message | str
    then: Position


@dataclass(frozen=True)
class LosingStep:
    """Why no move helps: an answer to each. None if there are too many; then the theorem answers them all."""

    replies: tuple[WinningReply, ...] | None
    kind: Literal["losing"] = "losing"


@dataclass(frozen=True)
class DrawingStep:
    """Why nobody can force a win: the first moves that keep the draw, how many there are, and why the others lose.

    None instead of `replies` if there are too many moves to answer.
    """

    moves: tuple[Option, ...]
    count: int
    replies: tuple[WinningReply, ...] | None
    kind: Literal["drawing"] = "drawing"


@dataclass(frozen=True)
class MisereStep:
    """What misere play changes: the rule of misere Nim applies (`tame`), or a quotient or a search must decide."""

    tame: bool
    large: int
    """The number of equivalent Nim heaps with 2 coins or more."""
    ended: bool
    quotient: bool = False
    """Does a `QuotientStep` follow?"""
    kind: Literal["misere"] = "misere"


@dataclass(frozen=True)
class PartElement:
    """The element of a part: the word of a sum of generators that can replace it, such as 1+2+2."""

    position: Position
    like: Position | None
    """A smaller heap with the same element, by the period."""
    element: str


@dataclass(frozen=True)
class QuotientStep:
    """The elements of the parts in the misere quotient, their product, and whether it is a lost element."""

    order: int
    heaps: int | None
    """Up to which heap the quotient is exact; None if for all."""
    parts: tuple[PartElement, ...]
    more: int
    """The number of parts that are left out."""
    product: str
    is_lost: bool
    lost: tuple[str, ...]
    """The lost elements, unless there are very many."""
    lost_count: int
    kind: Literal["quotient"] = "quotient"


@dataclass(frozen=True)
class PartGenus:
    """The genus of a part, such as 4^146, and whether it is tame, restive, restless or wild."""

    position: Position
    genus: str
    is_a: str


@dataclass(frozen=True)
class GenusStep:
    """The genera of the parts in misere play."""

    parts: tuple[PartGenus, ...]
    kind: Literal["genus"] = "genus"


@dataclass(frozen=True)
class OutcomeStep:
    """Who wins, and why."""

    outcome: Outcome | None
    because: Because
    trouble: Limit | None
    kind: Literal["outcome"] = "outcome"


Step = (
    PartStep
    | PatternsStep
    | MethodStep
    | ResiduesStep
    | ColumnsStep
    | TargetsStep
    | WinningStep
    | LosingStep
    | DrawingStep
    | MisereStep
    | QuotientStep
    | GenusStep
    | OutcomeStep
)


@dataclass(frozen=True)
class Explanation:
    r"""An analysis and the steps that lead to it. `str` gives them in words, like the command line.

    >>> from nimatron import explain
    >>> print(explain("nim: 3"))
    nim: 3
    The player to move wins (N-position, value 3).
    Normal play: whoever makes the last move wins.
    nim: 3 has value 3: a heap of n has value n [Bouton 1901].
    <BLANKLINE>
    1 winning move:
      take 3  ->  nim: 0
    <BLANKLINE>
    Machine-checked in Coq [Nim.bouton]
    """

    analysis: Analysis
    steps: tuple[Step, ...]

    def text(self, language: str | None = None) -> str:
        """All steps in words, in a language such as "pl"; by default in the reader's."""
        from ..show.explanation_text import explanation_text

        return explanation_text(self, language)

    def _repr_html_(self) -> str:
        from ..show.html import explanation_html

        return explanation_html(self)

    def __str__(self) -> str:
        return self.text()
