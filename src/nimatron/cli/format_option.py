"""Answers for other programs: `--format` and `--out`, which several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import NotKept, UsageError
from ..core.files import write_file
from ..show.export import ENDINGS, FORMATS, ExportRows, format_rows
from .session import FailedSaves

Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=f"One of {', '.join(FORMATS)}; by default the format that the ending of FILE names (.csv, .tex, .typ).",
    ),
]
Out = Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Write to this file instead of stdout.")]


def choose_format(format: str, out: str, more: Iterable[str] = ()) -> str:
    """The format of the output, "" without one; wrong options are reported before any work is done."""
    known = [*more, *FORMATS]
    ending = Path(out).suffix.removeprefix(".").lower()
    # --format wins over the ending, so that any file name can be used.
    name = format or ENDINGS.get(ending, ending if ending in known else "")
    if name and name not in known:
        raise UsageError("a format is one of {formats}, not {format!r}", formats=", ".join(known), format=format)
    check_folder(out)
    return name


def output_format(format: str, out: str, json: bool) -> str:
    """The format of a command whose default output is for a person; a file needs a format."""
    name = choose_format(format, out)
    if name and json:
        raise UsageError("expected --json or --format, not both")
    if out and not name:
        raise UsageError(
            "expected a format for {file}: give --format, or a name that ends with .csv, .tex or .typ", file=out
        )
    return name


def check_folder(file: str) -> None:
    """UsageError if the folder of a file to write does not exist."""
    if file and not Path(file).absolute().parent.is_dir():
        raise UsageError("there is no folder {folder} for {file}", folder=Path(file).parent, file=file)


def encode_rows(rows: ExportRows, format: str) -> Iterator[bytes]:
    """The pieces of a file in a format."""
    return (piece.encode() for piece in format_rows(rows, format))


def write(rows: Callable[[], ExportRows], format: str, out: str) -> None:
    """Write rows to a file or to stdout; print them if the file fails. `rows` makes them for each attempt."""
    # An answer may have cost hours: if the disk is full, it goes to stdout.
    lost = FailedSaves()
    if out:
        try:
            write_file(out, encode_rows(rows(), format))
            return
        except NotKept as fault:
            lost.note(fault)
    # Bytes: a file for other programs has UTF-8 and plain line ends, whatever the terminal has.
    sys.stdout.buffer.writelines(encode_rows(rows(), format))
    sys.stdout.buffer.flush()
    lost.end()
