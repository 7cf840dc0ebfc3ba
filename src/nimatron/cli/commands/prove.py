"""nimatron prove"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import Limit, NotKept, UsageError
from ...core.files import write_file
from ...core.game import Game, is_misere
from ...core.limits import HEAPS_A_POSITION, Limits
from ...notation.reader import is_game
from ...proof.coq_source import check_name, coq_source
from ...proof.write_file import text, write
from ...proof.write_outcome import outcome_certificate
from ...proof.write_period import front_certificate, period_certificate, plain_rules, values_to_prove
from ...proof.write_quotient import misere_certificate
from ...proof.write_value import value_certificate
from ...show.record_text import certificate_line
from ...solve.heap_run import checkpoint_of
from ...solve.misere.quotient import bound, misere_quotient
from ...solve.sequence import period, sequence
from ...solve.sequences.front_run import FrontSearch, resume_front
from ...solve.sequences.long_runs import reach
from ...solve.sequences.periodicity import Unresolved
from ..progress_line import run_progress, search_progress
from ..session import (
    POSITIONS,
    SECONDS,
    Misere,
    Positions,
    Seconds,
    Session,
    Words,
    heap_game,
    names_file,
    over,
    tell_at_once,
)

Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The certificate to write.")]
Formal = Annotated[
    str, typer.Option("--coq", metavar="FILE.v", help="Write a formal proof too, which the proof assistant Coq checks.")
]
Heap = Annotated[
    int | None, typer.Option("--heap", min=1, help="With --misere: prove the quotient of the heaps up to this size.")
]
Front = Annotated[
    int | None,
    typer.Option("--front", min=1, metavar="F", help="Prove the period of a code by its first F values and windows."),
]
Period = Annotated[
    int,
    typer.Option(
        "--period", min=0, metavar="P", help="With --front: the expected period, which makes the search faster."
    ),
]
Save = Annotated[
    str,
    typer.Option(
        "--save", metavar="DIR", help="With --front: save the run in a folder, and resume the run saved there."
    ),
]
Value = Annotated[bool, typer.Option("--value", help="Of a position: prove its value, not only who wins.")]
FOR_EVER = 1 << 62
"""More values than any run computes."""

Force = Annotated[bool, typer.Option("--force", help="Replace a file that already exists.")]


def prove(
    ctx: typer.Context,
    words: Words,
    output: Output = "",
    formal: Formal = "",
    misere: Misere = None,
    heap: Heap = None,
    front: Front = None,
    expected: Period = 0,
    save: Save = "",
    value: Value = False,
    force: Force = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Write a certificate that `nimatron verify`, or a program of your own, can check.

    For a position: who wins, with a reply to every move, or with --value its value. For a one-heap game alone: its
    period; with --misere its misere quotient, for all heaps or with --heap for some.

    Example: nimatron prove "nim: 3 4 5" -o nim.json

    Example: nimatron prove "placing{queen}: 6x6" --value -o queens.json

    Example: nimatron prove "octal{0.77}" -o kayles.json

    Example: nimatron prove "octal{0.77}" --coq Kayles.v

    Example: nimatron prove --misere 0.77 -o misere-kayles.json

    Example: nimatron prove 0.16 --front 60000 -o period.json
    """
    session: Session = ctx.obj
    if not output and not formal:
        raise UsageError("name a file for the certificate: -o kayles.json, or --coq Kayles.v for a formal proof")
    for path in filter(None, (output, formal)):
        _refuse(Path(path), force)
    if formal:
        check_name(Path(formal))
    if value and (misere or _is_game(session, words)):
        raise UsageError("--value is for a position in normal play")
    limits = session.limits(positions, seconds, keep=False)
    if not _is_game(session, words):
        position = session.position(words)
        with search_progress() as report:
            if value:
                certificate = value_certificate(position, limits, report)
            else:
                certificate = outcome_certificate(position, is_misere(position.game, misere), limits, report)
    elif misere:
        certificate = _quotient(heap_game(session, " ".join(words)), heap, limits)
    elif front is not None:
        if save:
            over()  # no alarm: the run ends by itself, and its values are saved then
        certificate = _by_front(heap_game(session, " ".join(words)), front, expected, save, limits)
    else:
        # A heap of a sequence costs far less than a position of a search, so the same option allows more of them.
        heaps = replace(limits, positions=positions * HEAPS_A_POSITION)
        certificate = _period(heap_game(session, " ".join(words)), heaps)
    over()
    try:
        if output:
            write(certificate, output)
            print(certificate_line(output, certificate))
        if formal:
            write_file(formal, [coq_source(certificate, catalog=session.catalog).encode()])
            print(certificate_line(formal, certificate))
    except NotKept:  # hours of work may be in it
        print(text(certificate))
        raise


def _refuse(path: Path, force: bool) -> None:
    """Report what would go wrong at the end before hours of work, not after."""
    if path.is_dir():
        raise UsageError("{path} is a folder", path=path)
    if not path.parent.is_dir():
        raise UsageError("there is no folder {folder}", folder=path.parent)
    if path.exists() and not force:
        raise UsageError("{path}: already there, add --force to replace", path=path)


def _is_game(session: Session, words: Sequence[str]) -> bool:
    """Rules alone, as `subtraction{1, 2}`; a user's own file is a position."""
    return not names_file(words[0]) and is_game(" ".join(words), session.catalog)


def _quotient(game: Game, heap: int | None, limits: Limits) -> dict[str, Any]:
    if bound(plain_rules(game)) is None:
        raise UsageError("Nimatron cannot prove a period of {game} in misere play", game=game)
    # Only the time limits a quotient: its work is not counted in positions.
    quotient = misere_quotient(game, replace(limits, positions=None), heaps=heap)
    if not quotient and (heap is None or quotient.heaps < heap):
        raise Limit(
            "no period is proved in misere play; --heap {heap} proves the quotient up to there",
            quotient.heaps,
            quotient.seconds,
            heap=quotient.heaps,
        )
    return misere_certificate(quotient)


def _by_front(game: Game, front: int, expected: int, save: str, limits: Limits) -> dict[str, Any]:
    """By a window that repeats; the number of values is not limited, only the time, and that not if it is stored."""
    limits = replace(limits, positions=None, seconds=None if save else limits.seconds)
    with run_progress() as report:
        if save:
            with checkpoint_of(save, game, tell_at_once) as checkpoint:
                run = resume_front(game, front, checkpoint, theorem=False, expected=expected)
                trouble = reach(run, FOR_EVER, limits, checkpoint=checkpoint, report=report)
        else:
            run = FrontSearch(game, front, theorem=False, expected=expected)
            trouble = reach(run, FOR_EVER, limits, report=report)
    if trouble:
        raise trouble
    return front_certificate(run)


def _period(game: Game, limits: Limits) -> dict[str, Any]:
    plain_rules(game)  # refuses at once a game that cannot have such a proof
    result = period(game, limits)
    if isinstance(result, Unresolved):
        raise Limit("no period is proved", result.computed, result.seconds)
    return period_certificate(game, result, sequence(game, values_to_prove(game, result)))
