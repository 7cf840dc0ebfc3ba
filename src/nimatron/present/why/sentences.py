"""One sentence that says why, after the picture."""

from __future__ import annotations

from typing import Any

from ...analysis import Analysis
from ...explain import Explanation, MethodStep, MisereStep, PartStep, QuotientStep
from ...message import Message
from ...values.misere.play import BY_GENUS
from ..misere import quotient_sentence
from ..talk import sentence
from ..text import reason
from ..words import tr, word, word_error

Data = dict[str, Any]


def sentence_of(found: Explanation, picture: Data | None) -> str:
    """Why the player to move wins or loses."""
    analysis = found.analysis
    if analysis.outcome is None:
        return _unknown(analysis)
    if analysis.position.ended:
        return tr("No move is left.")
    if analysis.outcome == "D":
        return tr("Nobody can force a win: with the right moves play goes on for ever, a draw.")
    if analysis.misere:
        return _misere(found, picture)
    if picture and picture["kind"] == "columns":
        return _by_columns(found, picture)
    if picture:
        return _by_theorem(found, picture) or _by_mex(analysis)
    return _by_method(found)


def _by_theorem(found: Explanation, picture: Data) -> str | None:
    """What a theorem says about the only part; a line or a map of values speaks for itself."""
    told = [step.method for step in found.steps if isinstance(step, PartStep) and step.method]
    return word(told[0]) if len(told) == 1 and picture["kind"] in ("board", "options") else None


def _unknown(analysis: Analysis) -> str:
    if analysis.trouble is None:
        return tr("Not solved: who wins is not known within these limits.")
    return tr("Not solved: {what}.", what=word_error(analysis.trouble))


def _misere(found: Explanation, picture: Data | None) -> str:
    if method := next((step.method for step in found.steps if isinstance(step, MethodStep)), None):
        return word(method)
    told = []
    if picture and picture["kind"] != "columns":
        if found.analysis.outcome == "N":
            told.append(tr("A move leads to a position that the other player loses (P): it wins."))
        else:
            told.append(tr("Every move leads to a position that the other player wins (N)."))
    told += [quotient_sentence(step) for step in found.steps if isinstance(step, QuotientStep)]
    return " ".join(told) or _misere_rule(found)


def _misere_rule(found: Explanation) -> str:
    step = next((step for step in found.steps if isinstance(step, MisereStep)), None)
    if found.analysis.because == BY_GENUS:
        return sentence(reason(BY_GENUS))
    if step is None or not step.tame:
        return tr("Whoever makes the last move loses, so nim-sums do not decide: every line of play was searched.")
    if not step.large:
        return tr("Only ones are left: leave an odd number of them, for whoever takes the last one loses.")
    return tr("Play as if the last move won, until your move would leave only ones: then leave an odd number of them.")


def _by_columns(found: Explanation, picture: Data) -> str:
    modulus = picture["modulus"]
    if modulus > 2:
        return _by_residues(found.analysis, modulus)
    if picture["total"] is None:
        return tr("A part is not solved within these limits, so the values cannot be added up.")
    if picture["total"] == "0":
        return tr("Every column has an even number of ones: any move makes one odd, and the answer mends it.")
    aims = [_aim(row) for row in picture["rows"] if row["target"] is not None]
    if not aims:
        return _by_method(found)
    if not picture["places"]:
        return tr("Make the nim-sum 0: change {change}.", change=_or(aims))
    return tr("Make every column even: change {change}.", change=_or(aims))


def _by_residues(analysis: Analysis, modulus: int) -> str:
    if analysis.outcome == "P":
        return tr("The ones of each column can be shared out by {modulus}: any move spoils that.", modulus=modulus)
    return tr("Not all columns of ones can be shared out by {modulus}: a good move mends them all.", modulus=modulus)


def _aim(row: Data) -> str:
    told = {"part": row["name"], "value": row["value"], "target": row["target"]}
    # A heap of Nim is as large as its value; elsewhere one is not the other.
    if str(len(row["ids"])) == row["value"]:
        return tr("{part} from {value} to {target}", **told)
    return tr("the value of {part} from {value} to {target}", **told)


def _or(told: list[str], most: int = 3) -> str:
    shown = told[:most]
    if len(told) > most:
        return ", ".join([*shown, "…"])
    if len(shown) == 1:
        return shown[0]
    return tr("{some} or {last}", some=", ".join(shown[:-1]), last=shown[-1])


def _by_mex(analysis: Analysis) -> str:
    if analysis.outcome == "P":
        return tr("No move leads to 0, so the value is 0: every move can be answered.")
    if analysis.value is None:
        return tr("A move leads to 0: a position that the other player loses.")
    told = tr("The value is {value}, the least number that no move leads to.", value=analysis.value)
    count = analysis.winning_moves.total if analysis.winning_moves is not None else 0
    wins = tr("One move leads to 0: it wins.") if count == 1 else tr("Moves to 0 win.")
    return f"{told} {wins}"


def _by_method(found: Explanation) -> str:
    """What a theorem says in words, else what the answer rests on."""
    told: list[Message] = [step.method for step in found.steps if isinstance(step, MethodStep)]
    if not told:
        told = [step.method for step in found.steps if isinstance(step, PartStep) and step.method]
    return sentence(word(told[0]) if told else reason(found.analysis.because))
