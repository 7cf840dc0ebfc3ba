"""The parts of an explanation that only the page shows: a picture, one sentence, moves and replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.game import Option
from ...core.limits import Limits
from ...core.message import Message
from ...explain.analysis import Analysis
from ...explain.steps import Explanation, LosingStep, MethodStep, MisereStep, PartStep, QuotientStep
from ...solve.misere.misere_play import BY_GENUS
from ..glossary import explanation_terms
from ..json_data import move_data
from ..pictures import changes
from ..quotient_text import quotient_sentence
from ..talk import sentence
from ..text import reason_text
from ..words import tr, word, word_error
from .figure import named_parts, picture_of

MOVES = 12
"""The most winning moves that become buttons."""

REPLIES = 12
"""The most moves that are answered one by one."""


def why_data(explanation: Explanation, limits: Limits) -> dict[str, Any]:
    """The data that the page shows beside the analysis and the steps; `limits` are the limits of the picture alone."""
    analysis = explanation.analysis
    parts = named_parts(analysis)
    picture = picture_of(explanation, parts, limits)
    return {
        "picture": picture,
        "sentence": why_sentence(explanation, picture),
        "reason": reason_text(analysis.because),
        "moves": [move_data(move) | {"changes": changes(analysis.position, move.state)} for move in _winning(analysis)],
        "replies": list(_replies(explanation)),
        "terms": explanation_terms(explanation),
    }


def _winning(analysis: Analysis) -> Sequence[Option]:
    if analysis.winning_moves is not None:
        return analysis.winning_moves.first(MOVES)
    return [analysis.known_move] if analysis.known_move is not None else []


def _replies(explanation: Explanation) -> Iterator[dict[str, Any]]:
    """Moves that fail, each with the answer to it."""
    before = explanation.analysis.position
    step = next((step for step in explanation.steps if isinstance(step, LosingStep)), None)
    for reply in (step.replies or ())[:REPLIES] if step else ():
        facts = {"text": word(reply.move), "after": str(reply.after), "changes": changes(before, reply.after.state)}
        yield facts | {"reply": word(reply.reply), "then": str(reply.then)}


# -- one sentence ------------------------------------------------------------------------------------


Data = dict[str, Any]


def why_sentence(explanation: Explanation, picture: Data | None) -> str:
    """One sentence why the player to move wins or loses."""
    analysis = explanation.analysis
    if analysis.outcome is None:
        return _unknown(analysis)
    if analysis.position.ended:
        return tr("No move is left.")
    if analysis.outcome == "D":
        return tr("Nobody can force a win: with the right moves play continues for ever, a draw.")
    if analysis.misere:
        return _misere(explanation, picture)
    # The sentence speaks of what the picture shows, so the picture decides which sentence fits.
    if picture and picture["kind"] == "columns":
        return _by_columns(explanation, picture)
    if picture:
        return _by_theorem(explanation, picture) or _by_mex(analysis)
    return _by_method(explanation)


def _by_theorem(explanation: Explanation, picture: Data) -> str | None:
    """The sentence of a theorem about the only part; a line or a map of values speaks for itself."""
    methods = [step.method for step in explanation.steps if isinstance(step, PartStep) and step.method]
    return word(methods[0]) if len(methods) == 1 and picture["kind"] in ("board", "options") else None


def _unknown(analysis: Analysis) -> str:
    if analysis.trouble is None:
        return tr("Not solved within these limits: the winner is not known.")
    return tr("Not solved: {what}.", what=word_error(analysis.trouble))


def _misere(explanation: Explanation, picture: Data | None) -> str:
    if method := next((step.method for step in explanation.steps if isinstance(step, MethodStep)), None):
        return f"{_in_short(explanation)} {word(method)}"
    sentences = []
    if picture and picture["kind"] != "columns":
        if explanation.analysis.outcome == "N":
            sentences.append(tr("A move leads to a position that the other player loses (P): it wins."))
        else:
            sentences.append(tr("Every move leads to a position that the other player wins (N)."))
    sentences += [quotient_sentence(step) for step in explanation.steps if isinstance(step, QuotientStep)]
    return " ".join(sentences) or _misere_rule(explanation)


def _in_short(explanation: Explanation) -> str:
    """Who wins in words that need no theory; what follows may need some."""
    if explanation.analysis.outcome == "N":
        return tr("One of your moves leaves the other player only moves that lose.")
    return tr("Whatever you do, the other player has an answer that wins.")


def _misere_rule(explanation: Explanation) -> str:
    step = next((step for step in explanation.steps if isinstance(step, MisereStep)), None)
    if explanation.analysis.because == BY_GENUS:
        return sentence(reason_text(BY_GENUS))
    if step is None or not step.tame:
        return tr("Whoever makes the last move loses, so nim-sums do not decide: every line of play was searched.")
    if not step.large:
        return tr("Only ones are left: leave an odd number of them, because whoever takes the last one loses.")
    return tr("Play as if the last move won, until your move would leave only ones: then leave an odd number of them.")


def _by_columns(explanation: Explanation, picture: Data) -> str:
    modulus = picture["modulus"]
    if modulus > 2:
        return _by_residues(explanation.analysis, modulus)
    if picture["total"] is None:
        return tr("A part is not solved within these limits, so its value cannot be added to the others.")
    if picture["total"] == "0":
        return tr(
            "Every column has an even number of ones: any move makes a column odd, and the reply makes it even again."
        )
    aims = [_aim(row) for row in picture["rows"] if row["target"] is not None]
    if not aims:
        return _by_method(explanation)
    # Ordinals and very wide values have no columns.
    if not picture["places"]:
        return tr("Make the nim-sum 0: change {change}.", change=_or(aims))
    return tr("Make every column even: change {change}.", change=_or(aims))


def _by_residues(analysis: Analysis, modulus: int) -> str:
    if analysis.outcome == "P":
        return tr(
            "In each column the number of ones is a multiple of {modulus}: any move breaks that.", modulus=modulus
        )
    return tr(
        "Some column's number of ones is not a multiple of {modulus}: a good move repairs every such column.",
        modulus=modulus,
    )


def _aim(row: Data) -> str:
    facts = {"part": row["name"], "value": row["value"], "target": row["target"]}
    # A heap of Nim is as large as its value; elsewhere one is not the other.
    if str(len(row["ids"])) == row["value"]:
        return tr("{part} from {value} to {target}", **facts)
    return tr("the value of {part} from {value} to {target}", **facts)


def _or(texts: list[str]) -> str:
    if len(texts) > 3:
        return ", ".join([*texts[:3], "…"])
    return texts[0] if len(texts) == 1 else tr("{some} or {last}", some=", ".join(texts[:-1]), last=texts[-1])


def _by_mex(analysis: Analysis) -> str:
    if analysis.outcome == "P":
        return tr("No move leads to 0, so the value is 0: every move can be answered.")
    if analysis.value is None:
        return tr("A move leads to 0: a position that the other player loses.")
    rule = tr("The value is {value}, the least number that no move leads to.", value=analysis.value)
    count = analysis.winning_moves.total if analysis.winning_moves is not None else 0
    wins = tr("One move leads to 0: it wins.") if count == 1 else tr("Moves to 0 win.")
    return f"{rule} {wins}"


def _by_method(explanation: Explanation) -> str:
    """The sentence of a theorem, otherwise the name of the reason."""
    methods: list[Message] = [step.method for step in explanation.steps if isinstance(step, MethodStep)]
    if not methods:
        methods = [step.method for step in explanation.steps if isinstance(step, PartStep) and step.method]
    return sentence(word(methods[0]) if methods else reason_text(explanation.analysis.because))
