"""Loads a user's own game from a file."""

from __future__ import annotations

import importlib.util
import sys
from difflib import get_close_matches
from os.path import abspath
from pathlib import Path
from types import ModuleType

from ..core.errors import UnknownGame, UserCodeError, WrongType
from ..core.game import Game
from .own_sources import FINDER, OWN, Sources, loader_of, reading


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
    if not isinstance(place, str):
        raise WrongType("expected FILE.py or FILE.py:NAME as text, not {came}", came=repr(place))
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
    except (Exception, SystemExit) as fault:
        raise UserCodeError(
            "{name}() fails: {fault}", blame(fault, file) or str(file), name=name, fault=fault
        ) from fault


def load_names(place: str) -> tuple[str, str, dict[str, object]]:
    """The file and the name in `file.py:Name`, and everything that the file defines. This runs the file."""
    path, name = _split(place)
    return path, name, vars(_module(Path(path))[0])


def read(place: str) -> Sources:
    """The files that the game in `file.py:Name` is made of. This runs them."""
    return _module(Path(_split(place)[0]))[1]


def _split(place: str) -> tuple[str, str]:
    path, _, name = place.partition(":") if not _has_drive(place) else place.rpartition(":")
    return path, name


def _has_drive(place: str) -> bool:
    return len(place) > 2 and place[1] == ":" and place[2] in "/\\"


def _module(file: Path) -> tuple[ModuleType, Sources]:
    if FINDER.look(abspath(file)) is None:
        raise UnknownGame("there is no file {path}", path=str(file))
    name = _module_name(file)
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UnknownGame("{file} is not a Python file (its name must end in .py)", file=file)
    _forget_others(file.absolute().parent)
    try:
        with reading(file) as sources:
            module = importlib.util.module_from_spec(FINDER.watched(spec))
            sys.modules[name] = module  # dataclasses and pickle look it up there
            spec.loader.exec_module(module)
    except SyntaxError as fault:
        raise UserCodeError(fault.msg, f"{file}:{fault.lineno}") from fault
    except UserCodeError:
        raise
    except (Exception, SystemExit) as fault:
        raise UserCodeError(
            "{kind}: {fault}", blame(fault, file) or str(file), kind=type(fault).__name__, fault=fault
        ) from fault
    return module, sources


def _module_name(file: Path) -> str:
    """The same each time and in every process, and another for a file of the same name in another folder."""
    from hashlib import sha256  # loaded when it is needed: small questions are quick

    place = sha256(str(file.resolve()).encode()).hexdigest()[:8]
    return f"{OWN}{file.stem}_{place}"


def _forget_others(folder: Path) -> None:
    """Forget modules of earlier games, from any folder, that are called like a file of `folder`: it has its own."""
    stems = {path.stem for path in folder.glob("*") if path.suffix == ".py" or path.is_dir()}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in stems and loader_of(module):
            del sys.modules[name]


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
    return f"{file}:{lines[-1]}" if lines else _call_fault(fault, here)


def _call_fault(fault: BaseException, here: tuple[str, ...]) -> str:
    """`file:line` of a method in one of these files that does not take what every game is called with."""
    name, _, method = str(fault).partition("()")[0].rpartition(".")  # Own.options() takes 1 positional argument but ...
    for module in list(sys.modules.values()):
        kind = vars(module).get(name) if module.__name__.startswith(OWN) and isinstance(fault, TypeError) else None
        code = getattr(vars(kind).get(method), "__code__", None) if isinstance(kind, type) else None
        if code is not None and code.co_filename in here:
            return f"{here[0]}:{code.co_firstlineno}"
    return ""
