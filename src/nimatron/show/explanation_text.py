"""Explanations in words: the steps of `explain`, values by their definition, backward induction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from ..core.game import Position
from ..core.message import Message
from ..explain import steps
from ..explain.analysis import Analysis
from ..explain.reachable import Induction
from ..nimbers.loopy import Loopy, Value
from ..proof.coq_library import statements
from ..solve.misere.misere_play import BY_GENUS
from ..solve.theorem import LABELLING
from .face import Layout
from .faces import face_of
from .pattern_text import pattern_lines
from .quotient_text import genus_step_lines, quotient_step_lines
from .text import (
    SHOWN,
    Line,
    analysis_lines,
    drawing_lines,
    limit_line,
    lines_text,
    outcome_line,
    pair_lines,
    reason_text,
    shorten_text,
    winning_lines,
)
from .words import letter, tr, trn, word

if TYPE_CHECKING:
    from ..explain.derivation import MexTree

WIDTH = 80
"""Longer sentences are broken into lines."""


def analysis_text(analysis: Analysis, language: str | None = None) -> str:
    """The lines of `nimatron solve` as one text, by default in the reader's language.

    >>> from nimatron import analyse
    >>> print(analysis_text(analyse("nim: 0"), "pl"))
    nim: 0
    Gra skończona: gracz na ruchu przegrał (pozycja P, wartość 0).
    """
    return lines_text(analysis_lines(analysis), language)


def explanation_text(explanation: steps.Explanation, language: str | None = None) -> str:
    """The lines of `nimatron explain` as one text, by default in the reader's language."""
    return lines_text(explanation_lines(explanation), language)


def explanation_lines(explanation: steps.Explanation) -> Iterator[Line]:
    """All steps, each with its reason, and the names of formal proofs of these reasons."""
    for _, lines in step_lines(explanation):
        yield from lines


def step_lines(explanation: steps.Explanation) -> Iterator[tuple[steps.Step | None, list[Line]]]:
    """The lines of each step; before the first one, what is asked, and at the end, the mark of formal proofs."""
    analysis = explanation.analysis
    yield None, list(_head(explanation))
    parts = [step for step in explanation.steps if isinstance(step, steps.PartStep)]
    for step in explanation.steps:
        yield step, list(_step(step, analysis, parts))
    if names := _formal_names(analysis):
        yield None, [Line(""), Line(tr("Machine-checked in Coq [{theorems}]", theorems=", ".join(names)), "dim")]


def _formal_names(analysis: Analysis) -> list[str]:
    reasons = [analysis.because, *(part.because for part in analysis.parts)]
    return list(dict.fromkeys(reason.formal for reason in reasons if reason.formal))


def formal_lines(analysis: Analysis) -> Iterator[Line]:
    """The formal proofs behind an answer: each in words, then as Coq reads it, with what its section supposes."""
    for name in _formal_names(analysis):
        statement = statements()[name]
        yield Line("")
        yield Line(name, "title")
        yield from (Line(line) for line in wrap(statement.words, WIDTH))
        for sentence in [*statement.given, statement.claim]:
            yield from (Line(f"  {line}", "dim") for line in wrap(" ".join(sentence.split()), WIDTH - 4))


def _head(explanation: steps.Explanation) -> Iterator[Line]:
    analysis = explanation.analysis
    yield Line(shorten_text(str(analysis.position)), "title")
    yield outcome_line(analysis)
    if not analysis.misere:  # the rule of misere play is in a step of its own
        yield Line(tr("Normal play: whoever makes the last move wins."))
    elif not any(isinstance(step, steps.MisereStep) for step in explanation.steps):
        yield Line(tr("Misere play: whoever makes the last move loses."))


def _step(step: steps.Step, analysis: Analysis, parts: list[steps.PartStep]) -> Iterator[Line]:
    if isinstance(step, steps.PartStep):
        # The heading comes before the first part, because no step is about all parts together.
        if step is parts[0] and len(analysis.parts) > 1:
            yield Line("")
            yield Line(trn("It has {n} part:", "It has {n} parts:", len(analysis.parts)), "title")
        yield from _part(step, len(analysis.parts) > 1)
        if step is parts[-1] and len(analysis.parts) > len(parts):
            more = len(analysis.parts) - len(parts)
            yield Line(trn("  and {n} more part", "  and {n} more parts", more), "dim")
    elif isinstance(step, steps.MisereStep):
        yield from _misere(step, analysis)
    elif isinstance(step, steps.QuotientStep):
        yield from quotient_step_lines(step)
    elif isinstance(step, steps.GenusStep):
        yield from genus_step_lines(step)
    elif isinstance(step, steps.PatternsStep):
        yield Line("")
        yield from pattern_lines(step.patterns)
    elif isinstance(step, steps.MethodStep):
        yield Line("")
        yield from _method(step.method, "")
    elif isinstance(step, steps.ResiduesStep):
        yield Line("")
        yield from _residues(step)
    elif isinstance(step, steps.ColumnsStep):
        yield Line("")
        yield from nim_sum_lines(step, analysis.misere)
    elif isinstance(step, steps.TargetsStep):
        yield Line("")
        yield from _targets(step, analysis)
    elif isinstance(step, steps.LosingStep):
        yield from _losing(step, analysis)
    elif isinstance(step, steps.DrawingStep):
        yield from _drawing(step, analysis)
    elif isinstance(step, steps.OutcomeStep):
        yield from _reason(step, analysis)
    else:
        yield Line("")
        yield from winning_lines(analysis, len(step.moves))


def _part(step: steps.PartStep, one_of_many: bool) -> Iterator[Line]:
    part, indent = step.part, "  " if one_of_many else ""
    name = shorten_text(str(part.position), 60)
    if part.value is None:
        yield Line(tr("{indent}{part}: value not known within these limits", indent=indent, part=name))
        yield from _method(step.method, indent + "  ")
        return
    why = reason_text(part.because)
    if step.options is None:
        yield Line(tr("{indent}{part} has value {value}: {why}.", indent=indent, part=name, value=part.value, why=why))
        yield from _factors(step, one_of_many)
        yield from _method(step.method, indent + "  ")
        if step.mex is not None:
            yield from mex_lines(step.mex, indent + "  ")
        for witness in step.witnesses:
            move = word(witness.move)
            yield Line(
                tr("{indent}  value {value}, for example: {move}", indent=indent, value=witness.value, move=move), "dim"
            )
        return
    if not step.options:
        yield Line(tr("{indent}{part} has value 0: no move is left.", indent=indent, part=name))
        return
    if part.because == LABELLING:
        yield from _loopy_part(step, name, indent)
        return
    yield Line(tr("{indent}{part} has value {value}: the least number that no move leads to.",
                  indent=indent, part=name, value=part.value))  # fmt: skip
    yield from _options(step, indent)
    values = ", ".join(str(value) for value in sorted({option.value for option in step.options}))
    yield Line(tr("{indent}  mex {{{values}}} = {mex}", indent=indent, values=values, mex=part.value), "dim")
    yield from _method(step.method, indent + "  ")


def _method(method: Message | None, indent: str) -> Iterator[Line]:
    for line in wrap(word(method), WIDTH - len(indent)) if method else ():
        yield Line(indent + line)


def _residues(step: steps.ResiduesStep) -> Iterator[Line]:
    """Like the columns of a nim-sum, but the ones of a column count modulo a number."""
    yield Line(tr("The ones in each binary column, modulo {modulus}:", modulus=step.modulus), "title")
    width, digits = len(step.residues), max(len(str(value)) for value in step.values)
    across = max(len(str(residue)) for residue in step.residues)
    for value in step.values[:SHOWN]:
        yield Line(f"  {value:>{digits}}  {' '.join(f'{bit:>{across}}' for bit in f'{value:0{width}b}')}")
    if len(step.values) > SHOWN:
        yield Line(trn("  and {n} more", "  and {n} more", len(step.values) - SHOWN), "dim")
    yield Line(f"  {'':>{digits}}  {'-' * (width * (across + 1) - 1)}", "dim")
    yield Line(f"  {'':>{digits}}  {' '.join(f'{residue:>{across}}' for residue in step.residues)}")
    if any(step.residues):
        text = tr("a column is not divisible by {modulus}: the player to move wins", modulus=step.modulus)
    else:
        text = tr("every column is divisible by {modulus}: the player to move loses", modulus=step.modulus)
    yield Line(f"  {text}", "good")


def _factors(step: steps.PartStep, one_of_many: bool) -> Iterator[Line]:
    """A coin of a product: the two values whose nim-product is its value, and for a lone coin what they rest on."""
    if not step.factors:
        return
    column, row = step.factors
    product, names = f"{column.value} ⊗ {row.value} = {step.part.value}", [str(column.position), str(row.position)]
    text = tr("{product}: the values of {column} and {row}", product=product, column=names[0], row=names[1])
    yield Line(f"{'    ' if one_of_many else '  '}{text}", "dim")
    if one_of_many:
        return
    # A dict, so that a coin on the diagonal, whose two factors are equal, has one line.
    for name, factor in dict(zip(names, step.factors, strict=True)).items():
        why = reason_text(factor.because)
        yield Line(tr("{indent}{part} has value {value}: {why}.",
                      indent="  ", part=name, value=factor.value, why=why), "dim")  # fmt: skip


def _options(step: steps.PartStep, indent: str) -> Iterator[Line]:
    """The moves grouped by the value they lead to."""
    assert step.options is not None
    groups: dict[Value, list[str]] = {}
    for option in step.options:
        groups.setdefault(option.value, []).append(word(option.move))
    for value in sorted(groups):
        more = f" (+{len(groups[value]) - 6})" if len(groups[value]) > 6 else ""
        moves = "; ".join(groups[value][:6]) + more
        yield Line(tr("{indent}  value {value}: {moves}", indent=indent, value=value, moves=moves), "dim")


def _loopy_part(step: steps.PartStep, name: str, indent: str) -> Iterator[Line]:
    """A part whose play need not end."""
    value = step.part.value
    facts = {"indent": indent, "part": name, "value": value}
    if isinstance(value, Loopy):
        yield Line(tr("{indent}{part} has value {value}: play can go on for ever.", **facts))
        yield from _options(step, indent)
        yield Line(tr("{indent}  the finite values among them are those in {value}", **facts), "dim")
    else:
        yield Line(tr("{indent}{part} has value {value}, although positions can repeat.", **facts))
        yield from _options(step, indent)
        yield Line(tr("{indent}  no move leads to {value}; smaller values are all there,", **facts), "dim")
        yield Line(
            tr("{indent}  and a move to a larger or infinite one is answered by a move to {value}", **facts), "dim"
        )


def nim_sum_lines(step: steps.ColumnsStep, misere: bool = False) -> Iterator[Line]:
    """A nim-sum with its numbers in binary, one below the other."""
    # Infinite values are sets, and sets have no binary columns.
    if any(isinstance(value, Loopy) for value in step.values):
        yield Line(tr("The sum of the values (∞(K) + n is ∞ of all k ⊕ n; two infinite ones give ∞()):"), "title")
        yield Line(f"  {nim_sum_equation(step)}")
        return
    yield Line(tr("The nim-sum of the values (binary, without carry):"), "title")
    whole = [value for value in (*step.values, step.total) if isinstance(value, int)]
    # `whole` has all values and the total, unless one of them is an ordinal.
    if len(whole) <= len(step.values):  # ordinals have no binary columns
        yield Line(f"  {nim_sum_equation(step)}")
        return
    width = max(1, *(value.bit_length() for value in whole))
    digits = max(len(str(value)) for value in whole)
    # The last number is the total.
    rows = whole[:-1][:SHOWN]
    for value in rows:
        yield Line(f"  {value:>{digits}}  {_spread(value, width)}")
    if len(whole) - 1 > len(rows):
        yield Line(trn("  and {n} more", "  and {n} more", len(whole) - 1 - len(rows)), "dim")
    yield Line(f"  {'':>{digits}}  {'-' * (2 * width - 1)}", "dim")
    yield Line(f"  {step.total:>{digits}}  {_spread(whole[-1], width)}")
    if step.column is not None:
        # Columns count from the right, and `_spread` gives each digit two characters.
        pointer = " " * (2 * (width - 1 - step.column)) + "^"
        yield Line(f"  {'':>{digits}}  {pointer} " + tr("the leftmost column with an odd number of ones"), "good")
    elif not misere:
        yield Line(f"  {'':>{digits}}  " + tr("every column has an even number of ones"), "good")


def nim_sum_equation(step: steps.ColumnsStep) -> str:
    """The nim-sum as one equation."""
    return f"{' ⊕ '.join(map(_term, step.values))} = {step.total}"


def _term(value: Value) -> str:
    """A value beside ⊕: an ordinal that is itself a sum stands in brackets."""
    return f"({value})" if " " in str(value) else str(value)


def _spread(value: int, width: int) -> str:
    return " ".join(f"{value:0{width}b}")


def _targets(step: steps.TargetsStep, analysis: Analysis) -> Iterator[Line]:
    yield Line(tr("To leave nim-sum 0, one part must change its value by {total}:", total=step.total), "title")
    for target in step.targets[:SHOWN]:
        name = shorten_text(str(analysis.parts[target.part].position), 40)
        change = f"{_term(target.value)} ⊕ {_term(step.total)} = {target.target}"
        if target.moves:
            yield Line("  " + trn("{part}: {change}: {n} move does it", "{part}: {change}: {n} moves do it",
                                  target.moves, part=name, change=change), "good")  # fmt: skip
        else:
            yield Line("  " + tr("{part}: {change}: no move leads there", part=name, change=change), "dim")


def _losing(step: steps.LosingStep, analysis: Analysis) -> Iterator[Line]:
    # An empty tuple and None differ: no move, or too many moves to answer.
    if step.replies == ():
        return  # the game is over
    yield Line("")
    if step.replies is None:
        yield Line(tr("No move helps; there are too many to answer one by one."), "title")
        if len(analysis.parts) > 1 and not analysis.misere:
            yield Line(tr("Every move changes the value of one part, so it leaves a nim-sum other than 0,"))
            yield Line(tr("and from there the opponent can return to 0."))
        return
    yield Line(tr("No move helps; an answer to each:"), "title")
    yield from _answers(step.replies)


def _answers(replies: Sequence[steps.WinningReply]) -> Iterator[Line]:
    yield from pair_lines(
        (f"  {word(reply.move)}", tr("is answered by: {reply}", reply=word(reply.reply))) for reply in replies
    )


def _drawing(step: steps.DrawingStep, analysis: Analysis) -> Iterator[Line]:
    yield Line("")
    yield Line(tr("Nobody can force a win: no move leads to a position that is lost for the opponent,"))
    yield Line(tr("but there is a move after which the opponent is no better off."))
    yield from drawing_lines(analysis, SHOWN)
    if step.replies:
        yield Line(tr("These moves lose; an answer to each:"), "title")
        yield from _answers(step.replies)


def _misere(step: steps.MisereStep, analysis: Analysis) -> Iterator[Line]:
    yield Line(tr("Misere play: whoever makes the last move loses."))
    if step.ended:
        yield Line(tr("No move is left, so the player to move has won."))
    elif step.quotient:
        yield Line(tr("Nim-sums do not decide this game in misere play. Its misere quotient does."))
    # Before `tame`: here the game is not tame, but all parts of this position are.
    elif analysis.because == BY_GENUS:
        yield Line(tr("Nim-sums do not decide this game in misere play, but all parts of this position are tame:"))
        yield Line(tr("so the rule of misere Nim does, in which 0^0 and 1^1 count like large heaps."))
    elif not step.tame:
        yield Line(tr("Nim-sums do not decide this game in misere play: only a search of all lines of play does."))
    elif step.large:
        yield Line(tr("While a part has a value of 2 or more, play as in normal play: leave nim-sum 0;"))
        yield Line(tr("when only values 0 and 1 are left after your move, leave an odd number of ones: nim-sum 1."))
    else:
        yield Line(tr("All values are 0 or 1: leave an odd number of ones, nim-sum 1 (normal play: 0)."))


def _reason(step: steps.OutcomeStep, analysis: Analysis) -> Iterator[Line]:
    # A lone part has given the same reason already.
    repeats = len(analysis.parts) == 1 and analysis.parts[0].because == step.because
    if analysis.outcome is not None and not repeats:
        yield Line("")
        yield Line(tr("Why: {reason}", reason=reason_text(step.because)), "dim")
    if step.trouble:
        yield limit_line(step.trouble)


# -- backward induction --------------------------------------------------------------------------


def induction_layout(position: Position, induction: Induction) -> tuple[Layout, Induction]:
    """The layout of the states below a position, and the induction in the order that this layout needs."""
    layout = face_of(position.game).layout(position.state)
    if layout == "row" and any(len(state) != 1 for state in induction.states):  # a move may split the heap
        layout = "list"
    return layout, induction if layout == "graph" else induction.in_order()


def induction_lines(layout: Layout, induction: Induction) -> Iterator[Line]:
    """The rounds of backward induction, drawn as a row, a board or a list."""
    yield Line(tr("Backward induction, misere play:") if induction.misere else tr("Backward induction:"), "title")
    # A longer row would not fit into a terminal.
    if layout == "row" and len(induction.states) <= 40:
        yield from _row(induction)
    else:
        yield from _round_list(induction)
    # The list of rounds first: the board shows the pattern but not the order.
    if layout == "board":
        yield from _board(induction)


def _row(induction: Induction) -> Iterator[Line]:
    width = max(len(str(state[0])) for state in induction.states)
    heading = " ".join(f"{state[0]:>{width}}" for state in induction.states)
    yield Line(f"{'':>9} {heading}", "dim")
    marks: dict[object, str] = {}
    for i, round_ in enumerate(induction.rounds, 1):
        marks.update(dict.fromkeys(round_.states, letter(round_.mark)))
        row = " ".join(f"{marks.get(state, '.'):>{width}}" for state in induction.states)
        yield Line(f"{tr('step {n}', n=i):>9} {row}   {_rule(i, round_.mark, induction.misere)}")


def _rule(i: int, mark: str, misere: bool) -> str:
    if i == 1:
        return tr("no move left: N in misere play") if misere else tr("no move left: P")
    if mark == "D":
        return tr("what is left can go round in circles: D")
    return tr("some move leads to P: N") if mark == "N" else tr("every move leads to N: P")


def _round_list(induction: Induction) -> Iterator[Line]:
    for i, round_ in enumerate(induction.rounds, 1):
        states = ", ".join(induction.game.show(state) or "-" for state in round_.states[:12])
        more = f", ... (+{len(round_.states) - 12})" if len(round_.states) > 12 else ""
        yield Line(f"{tr('step {n}', n=i):>9} {_rule(i, round_.mark, induction.misere)}: {states}{more}")


def _board(induction: Induction) -> Iterator[Line]:
    marks = induction.marks
    columns = sorted({state[0] for state in induction.states})
    rows = sorted({state[1] for state in induction.states}, reverse=True)
    # A larger board would not fit into a terminal.
    if len(columns) > 30 or len(rows) > 30:
        return
    width = len(str(columns[-1])) + 1
    for y in rows:
        # The pattern of the P-positions is what readers look for: a letter on every other square would hide it.
        cells = "".join(f"{marks.get((x, y), '.').replace('N', '·'):>{width}}" for x in columns)
        yield Line(f"{y:>9} {cells}")
    yield Line(f"{'':>9} " + "".join(f"{x:>{width}}" for x in columns), "dim")


# -- a value by its definition -----------------------------------------------------------------------


SHORT = 60
"""A position with a longer text is cut."""

LONGEST_RUN = 10
"""The most neighbouring values that are all written."""


def mex_lines(mex: MexTree, indent: str = "") -> Iterator[Line]:
    """The position and its moves, each with its own moves below it."""
    yield Line(indent + mex_equation(mex), "dim")
    yield from _moves(mex, indent + "  ")


def mex_equation(mex: MexTree) -> str:
    """A position, the values of its options and its own, in one line."""
    name, value = shorten_text(str(mex.position), SHORT), "?" if mex.value is None else mex.value
    if mex.values is None:
        return f"{name} = {value}"
    if isinstance(mex.value, Loopy):  # not a mex: the set in it are the numbers among these
        return f"{name} = {value}, {{{', '.join(_runs(mex.values))}}}"
    return f"{name} = mex {{{', '.join(_runs(mex.values))}}} = {value}"


def _runs(values: Sequence[Value]) -> Iterator[str]:
    """The values; of many neighbours only the first two and the last."""
    start = 0
    for end in range(1, len(values) + 1):
        if end < len(values) and _follows(values[end], values[end - 1]):
            continue
        run = list(map(str, values[start:end]))
        yield from run if len(run) <= LONGEST_RUN else (*run[:2], "...", run[-1])
        start = end


def _follows(later: Value, value: Value) -> bool:
    return isinstance(later, int) and isinstance(value, int) and later == value + 1


def _moves(mex: MexTree, indent: str) -> Iterator[Line]:
    names = [word(move.move) for move in mex.moves]
    width = max(map(len, names), default=0)
    for name, move in zip(names, mex.moves, strict=True):
        yield Line(f"{indent}{name:{width}}  ->  {mex_equation(move.to)}", "dim")
        yield from _moves(move.to, indent + "    ")
