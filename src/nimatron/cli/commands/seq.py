"""nimatron seq"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import Limit, NotKept, UsageError
from ...files import npy_pieces, write_file
from ...game import Game
from ...present.formats import FORMATS, sequence_rows
from ...present.plots import need_matplotlib, sequence_png, sequence_svg
from ...present.sequences import damage_line, ended_line, sequence_json, sequence_table
from ...present.text import troubled
from ...values.running import checkpoint_of, resumed, run_of
from ...values.search.limits import Limits
from ...values.sequences.runs import reach
from .. import fronts
from ..common import MEMORY, SECONDS, Json, Lost, Memory, Session, tell_at_once
from ..formats import Out, check_folder, chosen, encoded
from ..progress import run_progress
from ..screen import show
from ..sequences import Code, Size, heap_game
from ..watch import over

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

MORE = ("table", "json", "npy")
"""Formats that only sequences have."""

Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=f"One of {', '.join([*MORE, *FORMATS])}; by default what the ending of FILE means (.csv, .npy, ...).",
    ),
]
Save = Annotated[
    str, typer.Option("--save", metavar="DIR", help="Keep the run in a folder; continue it if there is one.")
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0.0, help=f"Compute at most this long; {SECONDS:g} unless the run is kept."),
]
Front = Annotated[
    int | None,
    typer.Option(
        "--front",
        min=1,
        metavar="F",
        help="Keep only the first F values and the last ones, to go beyond memory; reports what it saw of the rest.",
    ),
]
Plot = Annotated[str, typer.Option("--plot", metavar="FILE", help="Draw the values: FILE.svg or FILE.png.")]


def seq(
    ctx: typer.Context,
    code: Code,
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

    A run kept with --save survives a crash or Ctrl-C; the same command continues where it stopped.

    Example: nimatron seq 0.77 -n 72

    Example: nimatron seq "subtraction{1,2,6}" -n 1000 --out values.csv --plot values.svg

    Example: nimatron seq 0.07 -n 10000 --format bfile --out b002187.txt

    Example: nimatron seq 0.6 -n 10000000 --save officers --out officers.npy

    Example: nimatron seq 0.014 -n 1000000000 --front 10000000 --save run
    """
    session: Session = ctx.obj
    # A run that is kept may take days: only a limit that the user gives ends it.
    limits = session.limits(None, SECONDS if seconds is None and not save else seconds, memory, keep=False)
    if save:
        over()  # it ends by itself, in its own time: what was computed is kept then
    game, lost = heap_game(session, code), Lost()
    output, picture = _output(format, out, json), _picture(plot)
    if front is not None:
        fronts.check(game, output, out, plot)
        found, trouble = fronts.found(game, size, front, save, limits, lost)
        fronts.tell(found, output, size, trouble)
        _end(trouble, lost)
        return
    values, trouble = _values(game, size, save, limits, lost)
    over()
    if out:
        _write_out(out, output, game, values, size, trouble, lost)
    else:
        _print(output, game, values, size, trouble)
    if plot:
        lost.attempt(lambda: write_file(plot, [picture(values, str(game))]))
    _end(trouble, lost)


def _end(trouble: Limit | None, lost: Lost) -> None:
    if trouble:
        print(f"nimatron: {troubled(trouble).text}", file=sys.stderr)
    lost.end()
    if trouble:
        raise typer.Exit(Limit.exit_code)


# -- the run -------------------------------------------------------------------------------------


def _values(game: Game, size: int, save: str, limits: Limits, lost: Lost) -> tuple[Values, Limit | None]:
    """The values, and what stopped the run before it had all of them, if anything."""
    if not save:
        with run_progress() as report:
            run = run_of(game, limits=limits)
            trouble = reach(run, size, limits, report=report)
        return run.values[:size], trouble
    with checkpoint_of(save, game, tell_at_once) as checkpoint:
        if checkpoint.damage:
            print(f"nimatron: {damage_line(save, checkpoint.damage, checkpoint.count)}", file=sys.stderr)
        try:
            with run_progress() as report:
                run = resumed(game, checkpoint)
                trouble = reach(run, size, limits, checkpoint=checkpoint, report=report)
        except KeyboardInterrupt:
            print(f"\nnimatron: {ended_line(checkpoint, checkpoint.count)}", file=sys.stderr)
            raise
        lost.note(checkpoint.trouble)
        return run.values[:size], trouble


# -- formats -------------------------------------------------------------------------------------


def _output(format: str, out: str, json: bool) -> str:
    """The format; wrong options are reported before any work is done."""
    found = chosen(format, out, MORE) or ("json" if json else "table")
    if json and found != "json":
        raise UsageError("expected --json or --format, not both")
    if found == "npy" and not out and sys.stdout.isatty():
        raise UsageError("npy is not for a terminal: give --out FILE.npy")
    return found


def _write_out(
    out: str, format: str, game: Game, values: Values, wanted: int, trouble: Limit | None, lost: Lost
) -> None:
    """Write the file; what cannot be written is printed, as text."""
    try:
        write_file(out, _pieces(format, game, values, wanted, trouble))
    except NotKept as fault:
        lost.note(fault)
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
        yield from encoded(sequence_rows(values, str(game)), format)


def _picture(file: str) -> Callable[[Values, str], bytes]:
    """The function that draws a file with this name."""
    ending = Path(file).suffix.lower()
    if file and ending not in (".svg", ".png"):
        raise UsageError("a picture is FILE.svg or FILE.png, not {file!r}", file=file)
    check_folder(file)
    if ending == ".png":
        need_matplotlib()
        return sequence_png
    return lambda values, title: sequence_svg(values, title).encode()
