"""nimatron new"""

from __future__ import annotations

import keyword
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...files import remove, write_file, write_new
from ...message import every
from ...present.words import tr

GAME = '''\
"""{name}: a game of your own. Change the rules and see what Nimatron makes of them."""

from nimatron import Game


class {name}(Game):
    """Take 1, 2 or 3 coins; a player who cannot move loses."""

    # The position to begin with. A position (a *state*) is any value that never changes:
    # a number, a text, or a tuple of these, but not a list.
    start = 13

    # All of the rules: every position that one move leads to.
    # Both players have the same moves, and the moves must come to an end.
    def options(self, coins):
        for taken in (1, 2, 3):
            if taken <= coins:
                yield coins - taken

    # How a move is described. You may leave this out.
    def describe(self, before, after):
        return f"take {{before - after}}"
'''

TEST = '''\
"""Tests of {module}.py: run `pytest` in this folder."""

from {module} import {name}
from nimatron import grundy, winning_moves
from nimatron.check import check


def test_it_is_an_impartial_game():
    report = check({name}())
    assert report.passed, report.failures


def test_a_known_position():
    # Worked out by hand: leave a multiple of 4, so take 1 of 13. Change this with the rules.
    position = {name}()(13)
    assert grundy(position) == 1
    assert [move.state for move in winning_moves(position)] == [12]
'''

File = Annotated[str, typer.Argument(metavar="FILE", help="The file to write, such as chocolate.py.")]
Name = Annotated[str, typer.Option("--name", help="The name of the class; by default made from the name of the file.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that already exist.")]


def new(ctx: typer.Context, file: File, name: Name = "", force: Force = False) -> None:
    """Write a first game of your own, and a test for it.

    Example: nimatron new chocolate.py
    """
    game = Path(file if file.endswith(".py") else f"{file}.py")
    test = game.with_name(f"test_{game.name}")
    names = {"module": _module(game), "name": _class(name or _class_of(game.stem))}
    _refuse(game, test, force)
    written = {game: GAME.format(**names), test: TEST.format(**names)}
    _write(written, force)
    _say_what_next(game, test)


def _module(game: Path) -> str:
    """The name that the test imports: it must be an identifier, and must not hide a module of Python."""
    module = game.stem
    if not module.isidentifier() or keyword.iskeyword(module):
        raise UsageError(
            "the name of a Python file has letters, digits and _, such as chocolate.py, not {name!r}", name=game.name
        )
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
    """Refuse what would go wrong, before anything is written."""
    if not game.parent.is_dir():
        raise UsageError("there is no folder {folder}", folder=game.parent)
    there = [str(path) for path in (game, test) if path.exists() or path.is_symlink()]
    if there and not force:
        raise UsageError("{path} would be overwritten (--force does it)", path=every(there))


def _write(written: dict[Path, str], force: bool) -> None:
    """Write the files; without `force` never over another file, and all of them or none."""
    done: list[Path] = []
    try:
        for path, text in written.items():
            (write_file if force else write_new)(path, [text.encode()])
            done.append(path)
    except FileExistsError:
        raise UsageError("{path} would be overwritten (--force does it)", path=path) from None
    finally:
        if not force and len(done) < len(written):
            for path in done:
                with suppress(OSError):
                    remove(path)


def _say_what_next(game: Path, test: Path) -> None:
    print(tr("{game} is a game you can change, {test} tests it. Now try:", game=game, test=test))
    for command in ("solve", "explain", "play", "check"):
        print(f"  nimatron {command} {game}")
    print(f"  pytest {test}")
