"""nimatron seq"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import Limit, NotKept, UsageError
from ...core.files import npy_pieces, write_file
from ...core.game import Game
from ...core.limits import Limits
from ...show.export import FORMATS, sequence_rows
from ...show.figures import figure_file, need_matplotlib, sequence_figure
from ...show.sequence_text import (
    checkpoint_line,
    damage_line,
    front_data,
    front_lines,
    sequence_json,
    sequence_table,
    sequences_data,
    sequences_lines,
)
from ...show.text import limit_line
from ...solve.heap_run import checkpoint_of, resume_run, run_of
from ...solve.sequence import period, sequence
from ...solve.sequences.front_run import FrontReport, FrontSearch, check_finite, resume_front
from ...solve.sequences.long_runs import Run, reach
from ..format_option import Out, check_folder, choose_format, encode_rows
from ..progress_line import run_progress
from ..screen import show, show_answer
from ..session import (
    MEMORY,
    SECONDS,
    FailedSaves,
    Json,
    Memory,
    Session,
    Size,
    complete_game,
    heap_game,
    over,
    tell_at_once,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

Codes = Annotated[
    list[str],
    typer.Argument(
        metavar="CODE...",
        help="A code such as 0.77, a name such as kayles, or a set such as {1,2,6}; several games make a table.",
        autocompletion=complete_game,
    ),
]
SOON = 20_000
"""The most values among which the period of each of several games is looked for."""

MORE = ("table", "json", "npy")
"""Formats that only sequences have."""

Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=f"One of {', '.join([*MORE, *FORMATS])}; by default "
        "the format that the ending of FILE names (.csv, .npy, ...).",
    ),
]
Save = Annotated[
    str, typer.Option("--save", metavar="DIR", help="Save the run in a folder, and resume the run saved there.")
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0.0, help=f"Compute for at most this long; {SECONDS:g} without --save."),
]
Front = Annotated[
    int | None,
    typer.Option(
        "--front",
        min=1,
        metavar="F",
        help="Store only the first F values and the last ones, for runs larger than memory; "
        "report a summary of the others.",
    ),
]
Plot = Annotated[str, typer.Option("--plot", metavar="FILE", help="Draw the values: FILE.svg or FILE.png.")]


def seq(
    ctx: typer.Context,
    codes: Codes,
    size: Size = 100,
    save: Save = "",
    seconds: Seconds = None,
    memory: Memory = MEMORY,
    front: Front = None,
    json: Json = False,
    format: Format = "",
    out: Out = "",
    plot: Plot = "",
) -> None:
    """The values of a one-heap game: G(0), G(1), ..., G(N-1).

    With several games it prints a table in which the period of each game is underlined.

    A run with --save survives a crash or Ctrl-C: run the same command again to resume it.

    Example: nimatron seq 0.77 -n 72

    Example: nimatron seq "{1,2,6,11}" "{2,3}" "{1,2,6}"

    Example: nimatron seq "subtraction{1,2,6}" -n 1000 --out values.csv --plot values.svg

    Example: nimatron seq 0.07 -n 10000 --format bfile --out b002187.txt

    Example: nimatron seq 0.6 -n 10000000 --save officers --out officers.npy

    Example: nimatron seq 0.014 -n 1000000000 --front 10000000 --save run
    """
    session: Session = ctx.obj
    # A run that is saved may take days: only a limit of the user ends it.
    limits = session.limits(None, SECONDS if seconds is None and not save else seconds, memory, keep=False)
    if save:
        over()  # no alarm: the run ends by itself, and its values are saved then
    if len(codes) > 1:
        if save or front is not None or format or out or plot:
            raise UsageError("several games are printed as a table or JSON only: leave out the other options")
        _show_several([heap_game(session, code) for code in codes], size, limits, json)
        return
    game, lost = heap_game(session, codes[0]), FailedSaves()
    output, picture = _output(format, out, json), _picture(plot)
    if front is not None:
        _check_front(game, output, out, plot)
    run, trouble = _run(game, size, front, save, limits, lost)
    if isinstance(run, FrontSearch):
        _print_front(run.report(), output, size, trouble)
        _end(trouble, lost)
        return
    values = run.values[:size]
    over()
    if out:
        _write_out(out, output, game, values, size, trouble, lost)
    else:
        _print(output, game, values, size, trouble)
    if plot:
        lost.attempt(lambda: write_file(plot, [picture(values, str(game))]))
    _end(trouble, lost)


def _show_several(games: Sequence[Game], size: int, limits: Limits, json: bool) -> None:
    """The values of several games, each with its period."""
    # Trusted, because the mark is only a help to the eye; `period` proves it.
    rows = [(game, sequence(game, size).tolist(), period(game, SOON, limits.seconds, trust=True)) for game in games]
    over()
    show_answer(json, sequences_data, sequences_lines, rows, shutil.get_terminal_size((100, 24)).columns)


def _end(trouble: Limit | None, lost: FailedSaves) -> None:
    if trouble:
        print(f"nimatron: {limit_line(trouble).text}", file=sys.stderr)
    lost.end()
    if trouble:
        raise typer.Exit(Limit.exit_code)


# -- the run -------------------------------------------------------------------------------------


def _run(
    game: Game, size: int, front: int | None, save: str, limits: Limits, lost: FailedSaves
) -> tuple[Run | FrontSearch, Limit | None]:
    """The run, and what stopped it before it had all values, if anything."""
    if not save:
        with run_progress() as report:
            run = run_of(game, limits=limits) if front is None else FrontSearch(game, front)
            return run, reach(run, size, limits, report=report)
    with checkpoint_of(save, game, tell_at_once) as checkpoint:
        fronted = None if front is None else resume_front(game, front, checkpoint)
        if checkpoint.damage:
            known = checkpoint.count if fronted is None else fronted.value_count
            print(f"nimatron: {damage_line(save, checkpoint.damage, known)}", file=sys.stderr)
        try:
            with run_progress() as report:
                run = resume_run(game, checkpoint) if fronted is None else fronted
                trouble = reach(run, size, limits, checkpoint=checkpoint, report=report)
        except KeyboardInterrupt:
            known = checkpoint.count if fronted is None else fronted.value_count
            print(f"\nnimatron: {checkpoint_line(checkpoint, known)}", file=sys.stderr)
            raise
        lost.note(checkpoint.trouble)
        return run, trouble


# -- formats -------------------------------------------------------------------------------------


def _output(format: str, out: str, json: bool) -> str:
    """The format; wrong options are reported before any work is done."""
    name = choose_format(format, out, MORE) or ("json" if json else "table")
    # --json together with --format json is harmless.
    if json and name != "json":
        raise UsageError("expected --json or --format, not both")
    if name == "npy" and not out and sys.stdout.isatty():
        raise UsageError("npy cannot be printed in a terminal: give --out FILE.npy")
    return name


def _write_out(
    out: str, format: str, game: Game, values: Values, wanted: int, trouble: Limit | None, lost: FailedSaves
) -> None:
    """Write the file; what cannot be written is printed, as text."""
    try:
        write_file(out, _pieces(format, game, values, wanted, trouble))
    except NotKept as fault:
        lost.note(fault)
        # npy is binary and would garble a terminal.
        _print("table" if format == "npy" else format, game, values, wanted, trouble)


def _print(format: str, game: Game, values: Values, wanted: int, trouble: Limit | None) -> None:
    if format == "table":
        show(sequence_table(game, values, shutil.get_terminal_size((100, 24)).columns))
    else:
        sys.stdout.buffer.writelines(_pieces(format, game, values, wanted, trouble))
        sys.stdout.buffer.flush()


def _pieces(format: str, game: Game, values: Values, wanted: int, trouble: Limit | None) -> Iterator[bytes]:
    """The content of a file in this format, piece by piece: the values alone may fill the memory."""
    if format == "npy":
        yield from npy_pieces(values)
    elif format == "json":
        yield from (piece.encode() for piece in sequence_json(game, values, wanted, trouble))
    elif format == "table":
        yield from (line.text.encode() + b"\n" for line in sequence_table(game, values))
    else:
        yield from encode_rows(sequence_rows(values, str(game)), format)


def _picture(file: str) -> Callable[[Values, str], bytes]:
    """The function that draws a file with this name."""
    ending = Path(file).suffix.lower()
    if file and ending not in (".svg", ".png"):
        raise UsageError("a picture is FILE.svg or FILE.png, not {file!r}", file=file)
    check_folder(file)
    if file:
        # Now, not after hours of work.
        need_matplotlib()
    return lambda values, title: figure_file(sequence_figure(values, title), ending[1:])


# -- --front --------------------------------------------------------------------------------------


def _check_front(game: Game, format: str, out: str, plot: str) -> None:
    """Refuse output that needs all values, before any work is done."""
    check_finite(game)
    if format not in ("table", "json") or out or plot:
        raise UsageError(
            "with --front only some values are stored: it prints a table or JSON, and cannot write a file or a picture"
        )


def _print_front(result: FrontReport, format: str, wanted: int, trouble: Limit | None) -> None:
    """Print the result of a run with a front, as lines or as JSON."""
    if format == "json":
        print(dumps(front_data(result, wanted, trouble), ensure_ascii=False))
    else:
        show(front_lines(result))
