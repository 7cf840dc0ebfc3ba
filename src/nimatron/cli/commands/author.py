"""nimatron new, check: for authors of games."""

from __future__ import annotations

import keyword
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from ...check import POSITIONS, SECONDS, Report, check
from ...core.errors import UsageError
from ...core.files import remove, write_file, write_new
from ...core.game import Game, Position
from ...core.limits import Limits
from ...core.message import every
from ...notation.reader import is_game, read_state
from ...show.check_report import all_check_lines, check_lines, report_data
from ...show.words import tr
from ..screen import show, show_json
from ..session import Json, Positions, Seconds, Session


def _template(file: str, names: dict[str, str]) -> str:
    return Path(__file__).with_name(f"{file}.txt").read_text("utf-8").format(**names)


def _texts(module: str, name: str) -> dict[str, str]:
    """The sentences in the two files, in the reader's language."""
    return {
        "about": tr("{name}: a game of your own. Change the rules and see what Nimatron makes of them.", name=name),
        "rules": tr("Take 1, 2 or 3 coins; a player who cannot move loses."),
        "on_start": _comment(
            tr(
                "The position to begin with. A position (a *state*) is any value that never changes: "
                "a number, a text, or a tuple of these, but not a list."
            )
        ),
        "on_options": _comment(
            tr(
                "All of the rules: every position that one move leads to. "
                "Both players have the same moves, and the moves must come to an end."
            )
        ),
        "on_describe": _comment(tr("How a move is described. You may leave this out.")),
        "take": tr("take {count}", count="{before - after}"),
        "about_tests": tr("Tests of {file}: run `pytest` in this folder.", file=f"{module}.py"),
        "on_position": _comment(tr("This holds whatever the rules are. Add positions that you know the answer to.")),
    }


def _comment(text: str) -> str:
    return fill(text, 92, initial_indent="    # ", subsequent_indent="    # ")


File = Annotated[str, typer.Argument(metavar="FILE", help="The file to write, such as chocolate.py.")]
Name = Annotated[str, typer.Option("--name", help="The name of the class. [default: from the name of the file]")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that already exist.")]


def new(ctx: typer.Context, file: File, name: Name = "", force: Force = False) -> None:
    """Write a first game of your own, and a test for it.

    Example: nimatron new chocolate.py
    """
    game = Path(file if file.endswith(".py") else f"{file}.py")
    test = game.with_name(f"test_{game.name}")
    names = {"module": _module(game), "name": _class(name or _class_of(game.stem))}
    _refuse(game, test, force)
    names |= _texts(**names)
    _write({game: _template("new_game", names), test: _template("new_test", names)}, force)
    _say_what_next(game, test)


def _module(game: Path) -> str:
    """The module name that the test imports: an identifier that does not hide a module of Python."""
    module = game.stem
    if not module.isidentifier() or keyword.iskeyword(module):
        raise UsageError(
            "the name of a Python file has letters, digits and _, such as chocolate.py, not {name!r}", name=game.name
        )
    # A file called random.py would break every import of random in its folder.
    if module in sys.stdlib_module_names or module in ("nimatron", "pytest"):
        raise UsageError(
            "{name} would hide Python's module {module}: choose another name", name=game.name, module=module
        )
    return module


def _class_of(module: str) -> str:
    """take_two -> TakeTwo."""
    return "".join(word[:1].upper() + word[1:] for word in module.split("_"))


def _class(name: str) -> str:
    if not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(
            "the name of a class has letters and digits, such as Chocolate, not {name!r} (see --name)", name=name
        )
    if name == "Game":
        raise UsageError("the name Game is taken: choose another one (see --name)")
    return name


def _refuse(game: Path, test: Path, force: bool) -> None:
    """Refuse a missing folder or existing files before anything is written."""
    if not game.parent.is_dir():
        raise UsageError("there is no folder {folder}", folder=game.parent)
    # exists() is False for a broken link, which is somebody's file too.
    there = [str(path) for path in (game, test) if path.exists() or path.is_symlink()]
    if there and not force:
        raise UsageError("{path}: already there, add --force to replace", path=every(there))


def _write(texts: dict[Path, str], force: bool) -> None:
    """Write all files or none; without `force` never over another file."""
    done: list[Path] = []
    try:
        for path, text in texts.items():
            # `write_new` refuses a file that appeared since `_refuse` looked.
            (write_file if force else write_new)(path, [text.encode()])
            done.append(path)
    except FileExistsError:
        raise UsageError("{path}: already there, add --force to replace", path=path) from None
    finally:
        # With --force the old files are gone already, and removing the new ones would leave nothing.
        if not force and len(done) < len(texts):
            for path in done:
                with suppress(OSError):
                    remove(path)


def _say_what_next(game: Path, test: Path) -> None:
    program = os.environ.get("NIMATRON_COMMAND", "nimatron")  # ./run, if `nimatron` is not on the PATH
    print(tr("{game} is a game you can change, {test} tests it. Now try:", game=game, test=test))
    for command in ("solve", "explain", "play", "check"):
        print(f"  {program} {command} {game}")
    print(f"  pytest {test}")


Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help="FILE.py:NAME and states, names of games, or a position.", show_default=False),
]
Task = tuple[Game, list[Position]]

All = Annotated[bool, typer.Option("--all", help="Check every game of the catalog.")]


def check_game(
    ctx: typer.Context,
    words: Words = None,
    all_games: All = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Check that a game is impartial and finite and keeps the promises of its methods.

    Reports the first state that breaks a promise, with the expected and the actual result.

    Example: nimatron check chocolate.py:Chocolate "(4, 6)"
    """
    session: Session = ctx.obj
    if bool(words) == all_games:
        raise UsageError("expected a game to check, or --all")
    # Not by `session.limits`, which sets an alarm for the whole command: with --all each game has its own time.
    session.seconds = seconds
    everything = (_from(session.beginning(entry.id)) for entry in session.catalog)
    games = everything if all_games else _tasks(session, words or [])
    limits = Limits(positions=positions, seconds=seconds)
    reports = (check(game, starts, limits) for game, starts in games)
    if not _show_reports(reports, json, all_games):
        raise typer.Exit(1)


def _show_reports(reports: Iterator[Report], json: bool, many: bool) -> bool:
    """Show each report as soon as it is ready; did all games pass?"""
    shown_reports: list[Report] = []
    for report in reports:
        shown_reports.append(report)
        if not json:
            show(all_check_lines([report]) if many else check_lines(report))
    if json:
        data = [report_data(report) for report in shown_reports]
        # --all always gives a list, so that programs need not look at the number of games.
        show_json(data if many else data[0] if len(data) == 1 else data)
    return all(report.passed for report in shown_reports)


def _from(position: Position) -> Task:
    return position.game, [position]


def _tasks(session: Session, words: Sequence[str]) -> Iterator[Task]:
    """The games that the words name, each with its starting positions."""
    own = session.own_game(words[0])
    if own is not None:
        yield own, [read_state(own, text) for text in words[1:]]
    elif all(is_game(word, session.catalog) for word in words):
        yield from (_from(session.beginning(name)) for name in words)
    else:
        yield _from(session.position(words))
