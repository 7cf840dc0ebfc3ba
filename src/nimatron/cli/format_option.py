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


def chosen(format: str, out: str, more: Iterable[str] = ()) -> str:
    """The format, "" if none is asked for; wrong options are reported before any work is done."""
    known = [*more, *FORMATS]
    ending = Path(out).suffix.removeprefix(".").lower()
    # --format wins over the ending, so that any file name can be used.
    found = format or ENDINGS.get(ending, ending if ending in known else "")
    if found and found not in known:
        raise UsageError("a format is one of {formats}, not {format!r}", formats=", ".join(known), format=format)
    check_folder(out)
    return found


def asked(format: str, out: str, json: bool) -> str:
    """The format of a command that otherwise speaks to a person; a file needs one."""
    found = chosen(format, out)
    if found and json:
        raise UsageError("expected --json or --format, not both")
    if out and not found:
        raise UsageError(
            "expected a format for {file}: give --format, or a name that ends with .csv, .tex or .typ", file=out
        )
    return found


def check_folder(file: str) -> None:
    """Is there a folder for a file that is to be written?"""
    if file and not Path(file).absolute().parent.is_dir():
        raise UsageError("there is no folder {folder} for {file}", folder=Path(file).parent, file=file)


def encoded(rows: ExportRows, format: str) -> Iterator[bytes]:
    """The pieces of a file."""
    return (piece.encode() for piece in format_rows(rows, format))


def write(rows: Callable[[], ExportRows], format: str, out: str) -> None:
    """Write the file, or to stdout; what cannot be written is printed. `rows` makes the rows anew for each attempt."""
    # An answer may have cost hours: if the disk is full, it goes to stdout.
    lost = FailedSaves()
    if out:
        try:
            write_file(out, encoded(rows(), format))
            return
        except NotKept as fault:
            lost.note(fault)
    # Bytes: a file for other programs has UTF-8 and plain line ends, whatever the terminal has.
    sys.stdout.buffer.writelines(encoded(rows(), format))
    sys.stdout.buffer.flush()
    lost.end()
