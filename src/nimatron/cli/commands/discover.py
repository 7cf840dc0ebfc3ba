"""nimatron discover"""

from __future__ import annotations

from typing import Annotated

import typer

from ...core.errors import Limit, UnknownGame, UsageError
from ...discover.discovery import discover
from ...families.formula.rules import Rules
from ...proof.write_file import write
from ...show.discovery_text import discovery_data, discovery_lines
from ..screen import show_answer
from ..session import MEMORY, SECONDS, Json, Memory, Seconds, Session, names_file

About = Annotated[
    list[str],
    typer.Argument(
        metavar="RULES", help="The numbers and the rules, such as \"x y; x' < x; y' < y\"; or FILE.py:NAME."
    ),
]
SAMPLE = '"x; 1 <= x - x\' <= 3"'

Certificate = Annotated[str, typer.Option("--certificate", metavar="FILE", help="Write the proof to a file.")]


def discover_rule(
    ctx: typer.Context,
    rules: About,
    certificate: Certificate = "",
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Find the lost positions of a game from formulas, and prove them for all positions.

    x is a number before a move and x' the same number after it; numbers that a rule does not mention stay. Nimatron
    guesses a rule from small numbers and proves it by automata. The exit code is 5 if no rule is proved.

    Example: nimatron discover "x y; x' < x; y' < y; x - x' = y - y' > 0"

    Example: nimatron discover "n m; 1 <= k <= m, n' = n - k, m' = 2k"

    Example: nimatron discover "x; x' < x <= 2x'; misere" --certificate half.json
    """
    session: Session = ctx.obj
    text = " ".join(rules)
    limits = session.limits(None, seconds, memory)
    is_bare = ";" in text and not names_file(rules[0]) and not text.lstrip().startswith(("rules{", "formula{"))
    try:
        game = Rules.from_parameters(text) if is_bare else session.game(rules)
    except UnknownGame:
        raise UsageError("expected names of numbers and then rules, such as {sample}", sample=SAMPLE) from None
    result = discover(game, seconds, memory=limits.memory)
    if result and certificate:
        write(result.certificate or {}, certificate)
    show_answer(json, discovery_data, discovery_lines, result)
    if not result:
        raise typer.Exit(Limit.exit_code)
