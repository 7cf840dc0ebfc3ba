"""Loads a user's own game from a file."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

from ..errors import UnknownGame, UserCodeError
from ..game import Game

OWN = "nimatron_own_"
"""The prefix of the modules made from users' files, so that they never collide with installed ones."""


def load(place: str) -> Game:
    """The game in a user's file: `file.py:Name`, or `file.py` if it defines just one.

    This runs the file, so it is only for files that the user has named on the command line or in Python. The file may
    import its neighbours, the files in the same folder.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> rules = "from nimatron import Subtraction; Bachet = Subtraction({1, 2, 3})"
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.py").write_text(rules)
    ...     load(f"{folder}/mine.py:Bachet")
    <subtraction{1,2,3}>
    """
    path, name, defined = load_names(place)
    file, found = Path(path), _games_of(defined)
    if not name and len(found) == 1:
        (name,) = found
    if name not in found:
        names = ", ".join(found) or "none"
        raise UnknownGame(
            "{path} has no game {name!r} (games in it: {names}).",
            get_close_matches(name, found),
            path=path,
            name=name,
            names=names,
        )
    game = found[name]
    if isinstance(game, Game):
        return game
    try:
        return game()
    except Exception as fault:
        raise UserCodeError(
            "{name}() fails: {fault}", blame(fault, file) or str(file), name=name, fault=fault
        ) from fault


def load_names(place: str) -> tuple[str, str, dict[str, object]]:
    """The file and the name in `file.py:Name`, and everything that the file defines. This runs the file."""
    path, _, name = place.partition(":") if not _has_drive(place) else place.rpartition(":")
    if not Path(path).is_file():
        raise UnknownGame("there is no file {path}", path=path)
    return path, name, _module(Path(path))


def _has_drive(place: str) -> bool:
    return len(place) > 2 and place[1] == ":" and place[2] in "/\\"


def _module(file: Path) -> dict[str, object]:
    name = _module_name(file)
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UnknownGame("{file} is not a Python file (its name must end in .py)", file=file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look it up there
    try:
        with _neighbours(file.absolute().parent):
            spec.loader.exec_module(module)
    except SyntaxError as fault:
        raise UserCodeError(fault.msg, f"{file}:{fault.lineno}") from fault
    except Exception as fault:
        raise UserCodeError(
            "{kind}: {fault}", blame(fault, file) or str(file), kind=type(fault).__name__, fault=fault
        ) from fault
    return vars(module)


def _module_name(file: Path) -> str:
    """The same each time and in every process, and another for a file of the same name in another folder."""
    place = sha256(str(file.resolve()).encode()).hexdigest()[:8]
    return f"{OWN}{file.stem}_{place}"


_brought: set[str] = set()
"""The modules that users' files have imported from their folders so far."""


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """Let the files of `folder` be imported."""
    # An earlier user's file, from another folder, may have imported a neighbour of the same name: forget that one.
    stems = {path.stem for path in folder.glob("*") if path.suffix == ".py" or path.is_dir()}
    for name in [name for name in _brought if name.partition(".")[0] in stems]:
        sys.modules.pop(name, None)
    before = set(sys.modules)
    sys.path.append(str(folder))  # at the end: a file called random.py must not hide Python's own
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _brought.update(name for name in sys.modules.keys() - before if _lies_in(name, folder))


def _lies_in(module: str, folder: Path) -> bool:
    file = getattr(sys.modules[module], "__file__", None)
    return file is not None and Path(file).is_relative_to(folder)


def _games_of(names: dict[str, object]) -> dict[str, Game | type[Game]]:
    return {
        name: thing
        for name, thing in names.items()
        if (isinstance(thing, Game) and not _is_imported(thing))
        or (isinstance(thing, type) and issubclass(thing, Game) and thing.__module__ == names["__name__"])
    }


def _is_imported(game: Game) -> bool:
    """Is it an instance imported from another module, such as Nim? Those are defined next to their class."""
    home = sys.modules[type(game).__module__]
    return not home.__name__.startswith(OWN) and any(thing is game for thing in vars(home).values())


def blame(fault: BaseException, file: Path | str) -> str:
    """`file:line` of the innermost frame of `fault` inside `file`, or an empty text."""
    import traceback  # only faults need it

    frames = traceback.extract_tb(fault.__traceback__)
    here = (str(file), str(Path(file).absolute()))
    lines = [frame.lineno for frame in frames if frame.filename in here]
    return f"{file}:{lines[-1]}" if lines else ""
