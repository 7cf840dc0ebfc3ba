"""nimatron prove"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ...certificate import write
from ...certificate.write_file import text
from ...certificate.write_front import front_certificate
from ...certificate.write_misere import misere_certificate
from ...certificate.write_outcome import outcome_certificate
from ...certificate.write_period import period_certificate, plain_rules, values_needed
from ...errors import Limit, NotKept, UsageError
from ...game import Game, is_misere
from ...games.catalog import top_level
from ...present.certificates import written_line
from ...values.misere.periods import bound
from ...values.misere.quotient import misere_quotient
from ...values.questions import period, sequence
from ...values.running import checkpoint_of
from ...values.search.budget import HEAPS_A_POSITION
from ...values.search.limits import Limits
from ...values.sequences.front import FrontedRun, resumed_front
from ...values.sequences.periods import Unresolved
from ...values.sequences.runs import reach
from ..common import POSITIONS, SECONDS, Misere, Positions, Seconds, Session, Words, names_file, tell_at_once
from ..progress import run_progress, search_progress
from ..sequences import heap_game
from ..watch import over

Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The certificate to write.")]
Heap = Annotated[int | None, typer.Option("--heap", min=1, help="With --misere: the quotient of the heaps up to this.")]
Front = Annotated[
    int | None,
    typer.Option("--front", min=1, metavar="F", help="Prove the period of a code by its first F values and windows."),
]
Period = Annotated[
    int,
    typer.Option(
        "--period", min=0, metavar="P", help="With --front: a period that is expected. It is found sooner so."
    ),
]
Save = Annotated[
    str,
    typer.Option("--save", metavar="DIR", help="With --front: keep the run in a folder; continue it if there is one."),
]
FOR_EVER = 1 << 62
"""More values than any run computes."""

Force = Annotated[bool, typer.Option("--force", help="Replace a file that already exists.")]


def prove(
    ctx: typer.Context,
    words: Words,
    output: Output,
    misere: Misere = None,
    heap: Heap = None,
    front: Front = None,
    expected: Period = 0,
    save: Save = "",
    force: Force = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Write a certificate that `nimatron verify`, or a program of your own, can check.

    For a position: who wins, with a reply to every move. For a one-heap game alone: its period; with --misere its
    misere quotient, for all heaps or with --heap for some.

    Example: nimatron prove "nim: 3 4 5" -o nim.json

    Example: nimatron prove "octal{0.77}" -o kayles.json

    Example: nimatron prove --misere 0.77 -o misere-kayles.json

    Example: nimatron prove 0.16 --front 60000 -o period.json
    """
    session: Session = ctx.obj
    _refuse(Path(output), force)
    limits = session.limits(positions, seconds, keep=False)
    if _is_position(words):
        position = session.position(words)
        with search_progress() as report:
            certificate = outcome_certificate(position, is_misere(position.game, misere), limits, report)
    elif misere:
        certificate = _quotient(heap_game(session, " ".join(words)), heap, limits)
    elif front is not None:
        if save:
            over()  # it ends by itself: what was computed is kept then
        certificate = _by_front(heap_game(session, " ".join(words)), front, expected, save, limits)
    else:
        heaps = replace(limits, positions=positions * HEAPS_A_POSITION)
        certificate = _period(heap_game(session, " ".join(words)), heaps)
    over()
    try:
        write(certificate, output)
        print(written_line(output, certificate))
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
        raise UsageError("{path} would be overwritten (--force does it)", path=path)


def _is_position(words: Sequence[str]) -> bool:
    """`nim: 3 4 5`, `nim 3 4 5`, `file.py:Name ...` and - are positions; `subtraction{1, 2}` in two words is not."""
    if names_file(words[0]) or words[0] == "-" or top_level(" ".join(words), ":"):
        return True
    return len(words) > 1 and words[0].count("{") == words[0].count("}")


def _quotient(game: Game, heap: int | None, limits: Limits) -> dict[str, Any]:
    if bound(plain_rules(game)) is None:
        raise UsageError("nothing proves a period of {game} in misere play", game=game)
    found = misere_quotient(game, replace(limits, positions=None), heaps=heap)
    if not found and (heap is None or found.heaps < heap):
        raise Limit(
            "no period is proved in misere play (--heap {heap} proves the quotient up to there)",
            found.heaps,
            found.seconds,
            heap=found.heaps,
        )
    return misere_certificate(found)


def _by_front(game: Game, front: int, expected: int, save: str, limits: Limits) -> dict[str, Any]:
    """By a window that comes back; the number of values is not limited, only the time, and that not if it is kept."""
    limits = replace(limits, positions=None, seconds=None if save else limits.seconds)
    with run_progress() as report:
        if save:
            with checkpoint_of(save, game, tell_at_once) as checkpoint:
                run = resumed_front(game, front, checkpoint, theorem=False, expected=expected)
                trouble = reach(run, FOR_EVER, limits, checkpoint=checkpoint, report=report)
        else:
            run = FrontedRun(game, front, theorem=False, expected=expected)
            trouble = reach(run, FOR_EVER, limits, report=report)
    if trouble:
        raise trouble
    return front_certificate(run)


def _period(game: Game, limits: Limits) -> dict[str, Any]:
    plain_rules(game)  # refuses at once a game that cannot have such a proof
    found = period(game, limits)
    if isinstance(found, Unresolved):
        raise Limit("no period is proved", found.computed, found.seconds)
    return period_certificate(game, found, sequence(game, values_needed(game, found)))
