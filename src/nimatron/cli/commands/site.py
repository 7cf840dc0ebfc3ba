"""nimatron site"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...present.words import tr
from ..common import Session
from .lessons import own_lessons_of

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, or a site to write again.")]
Own = Annotated[list[str], typer.Argument(metavar="[FILE:NAME]...", help="Games of your own to include.")]
Pyodide = Annotated[
    Path | None,
    typer.Option(
        "--pyodide",
        metavar="PATH",
        help="An unpacked Pyodide release (the npm package `pyodide`) to copy, so that no other host is asked.",
    ),
]
Lessons = Annotated[
    Path | None, typer.Option("--lessons", metavar="FOLDER", help="Lessons of your own, beside those of the course.")
]


def site(
    ctx: typer.Context,
    folder: Folder,
    own: Own = [],  # noqa: B006 - typer copies it
    pyodide: Pyodide = None,
    lessons: Lessons = None,
) -> None:
    """Write the page as a folder of files that needs no server: the visitor's browser runs it.

    Example: nimatron site public --pyodide node_modules/pyodide

    Example: nimatron site public chocolate.py:Chocolate --lessons my-lessons
    """
    from ...site.runtime import CDN, from_cdn, from_folder
    from ...site.writing import check_folder, write_site

    session: Session = ctx.obj
    check_folder(folder)  # before the work
    for place in own:
        session.load(place)  # so that lessons can be about it
    own_lessons = own_lessons_of(session, lessons)
    runtime = from_folder(pyodide) if pyodide else from_cdn()
    found = write_site(folder, [*session.own, *own], own_lessons, runtime)
    megabytes = f"{found.bytes / 1e6:.1f}"
    print(tr("{folder} is a site: {count} files, {size} MB.", folder=folder, count=found.files, size=megabytes))
    if runtime.elsewhere:
        print(tr("Its visitors load Pyodide {version} from {address}.", version=runtime.version, address=CDN))
        print(tr("With --pyodide PATH it is part of the site, and no other host is asked."))
    print(tr("To try it:"))
    print(f"  python -m http.server --directory {folder}")
