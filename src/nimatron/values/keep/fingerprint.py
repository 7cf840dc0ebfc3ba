"""Which rules a saved result belongs to: it is trusted only as long as they are the same."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Generic

from ...game import Game, Sum, rules_of
from ...version import __version__
from .plain import NotPlain, encoded

PACKAGE = Path(__file__).parents[2]


def fingerprint(game: Game) -> str | None:
    """A name for the rules of `game` as they are now; None if they cannot be told, as for a class typed in by hand.

    For our games it covers name, parameters, and the sources of the running version. For a user's own game also the
    file of its class, the files that it imports except installed ones, and its attributes. It does not see what a game
    reads from elsewhere.

    >>> from nimatron import Chomp, Cram
    >>> fingerprint(Chomp) == fingerprint(Cram)
    False
    """
    if isinstance(game, Sum):
        parts = [fingerprint(part) for part in game.games]
        return None if None in parts else _digest("sum", *map(str, parts))
    facts = [type(game).__qualname__, str(game), _ours()]
    own = _own_modules(game)
    if own:
        files = own_files(own)
        if files is None:
            return None
        try:
            facts += [*sorted(map(_file_digest, files)), _rules(game)]
        except (NotPlain, OSError):
            return None
    return _digest(*facts)


def is_own(game: Game) -> bool:
    """Is it a user's own game, whose files may change at any moment?"""
    return any(map(is_own, game.games)) if isinstance(game, Sum) else bool(_own_modules(game))


def _own_modules(game: Game) -> list[str]:
    classes = (cls for cls in type(game).__mro__ if cls not in (object, Generic))
    return [cls.__module__ for cls in classes if not _is_ours(cls.__module__)]


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "nimatron"


def _rules(game: Game) -> str:
    return encoded(tuple(sorted((key, _frozen(value)) for key, value in rules_of(game).items())))


def _frozen(thing: object) -> object:
    if isinstance(thing, (list, tuple)):
        return tuple(map(_frozen, thing))
    if isinstance(thing, (set, frozenset)):
        return frozenset(map(_frozen, thing))
    if isinstance(thing, dict):
        return tuple((_frozen(key), _frozen(value)) for key, value in thing.items())
    if isinstance(thing, Game):
        return fingerprint(thing)
    return thing


def own_files(modules: Iterable[str]) -> set[Path] | None:
    """The files of the user's `modules` and of what these import, except installed ones; None if one has no file."""
    todo = list(modules)
    files: dict[str, Path] = {}
    while todo:
        name = todo.pop()
        if name in files:
            continue
        module = sys.modules.get(name)
        path = getattr(module, "__file__", None)
        if module is None or not path or not Path(path).is_file():
            return None
        files[name] = Path(path)
        todo += [other for other in _used_by(module) if other not in files and _is_local(other)]
    return set(files.values())


def source_fingerprint(path: Path) -> str:
    """A name for the file of a user's own game and the files it imports, as they are now; they are read but not run."""
    return _digest(*sorted(map(_file_digest, source_files(path))))


def source_files(path: Path) -> set[Path]:
    """A file and all files beside it that it imports, directly or indirectly."""
    files: set[Path] = set()
    todo = [path]
    while todo:
        file = todo.pop()
        if file not in files:
            files.add(file)
            todo += _imported_by(file, path.parent)
    return files


def _imported_by(file: Path, folder: Path) -> Iterator[Path]:
    """The files in `folder`, where imports of a user's own game are looked up, that `file` imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names, base = [alias.name for alias in node.names], folder
        elif isinstance(node, ast.ImportFrom):
            module = f"{node.module}." if node.module else ""
            names = [module + alias.name for alias in node.names]
            base = file.parents[node.level - 1] if node.level else folder
        else:
            continue
        for name in names:
            yield from _files_of(name.split("."), base)


def _files_of(parts: list[str], base: Path) -> Iterator[Path]:
    """The files of `a.b.c`: those of the packages a and a.b, and its own; c may also be a name inside a module."""
    for end in range(1, len(parts) + 1):
        place = base.joinpath(*parts[:end])
        yield from filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py"))


def _used_by(module: ModuleType) -> set[str]:
    names = set()
    for thing in vars(module).values():
        name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None)
        if isinstance(name, str):
            names.add(name)
    return names


def _is_local(name: str) -> bool:
    """Is it a file of the user, neither installed nor part of Python or of Nimatron?"""
    path = getattr(sys.modules.get(name), "__file__", None)
    if not path or _is_ours(name):
        return False
    return not any(Path(path).is_relative_to(folder) for folder in _installed())


@cache
def _installed() -> tuple[str, ...]:
    import sysconfig

    paths = sysconfig.get_paths()
    return tuple({paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")})


def _file_digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


@cache
def _ours() -> str:
    """The version, and the sources of rules and solver: results of other sources cannot be trusted."""
    files = [PACKAGE / "game.py", *sorted(path for name in OURS for path in (PACKAGE / name).rglob("*.py"))]
    return _digest(__version__, *(_file_digest(path) for path in files if path.is_file()))


OURS = ("games", "kernels", "nimbers", "values")


def _digest(*facts: str) -> str:
    return sha256("\0".join(facts).encode()).hexdigest()[:32]
