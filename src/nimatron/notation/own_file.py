"""Loads a user's own game from a file.

Such a game is a file and what it imports from folders of the user. `Sources` has the bytes of these files as they were
when the game was loaded: those that its imports name, also inside functions, and those that were imported while it ran.
What it imports later comes from there too. So a file that changes meanwhile changes nothing in this process.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from os.path import abspath
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from ..core.errors import UnknownGame, UserCodeError, WrongType
from ..core.game import Game


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
            module = importlib.util.module_from_spec(FINDER.watch(spec))
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


# -- users' files, read once: what runs is what was read, and what was read has a name -------------


OWN = "nimatron_own_"
"""The prefix of the modules made from users' files, so that they never collide with installed ones."""


class Import(NamedTuple):
    """A name that a file imports, with the number of dots in front of it."""

    name: str
    dots: int = 0


@lru_cache(1000)
def _imports(source: bytes) -> tuple[Import, ...]:
    """The imports in a file, also those inside functions."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()  # running it will tell
    imports = list[Import]()
    for node in nodes:
        if isinstance(node, ast.Import):
            imports += [Import(alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = f"{node.module}." if node.module else ""
            imports += [Import(module + alias.name, node.level) for alias in node.names]
    return tuple(imports)


class Sources:
    """A user's file and the files that it imports, by their paths."""

    def __init__(self, file: Path) -> None:
        self.file = Path(abspath(file))
        self.files: dict[str, bytes] = {}

    def follow(self, read: Callable[[str], bytes | None]) -> None:
        """Read the file and all that is imported from there, which runs nothing."""
        todo = [self.file]
        while todo:
            path = todo.pop()
            if str(path) not in self.files and (source := read(str(path))) is not None:
                self.files[str(path)] = source
                todo += self._imports_of(path)

    def _imports_of(self, file: Path) -> Iterator[Path]:
        """Where files may be that `file` imports: beside the user's file, or in their package."""
        for name, dots in _imports(self.files[str(file)]):
            base, parts = file.parents[dots - 1] if dots else self.file.parent, name.split(".")
            for end in range(1, len(parts) + 1):  # a.b.c: packages a and a.b, and c, which may also be a name in a.b
                yield from _places(base.joinpath(*parts[:end]))


def digest_of(files: Mapping[str, bytes]) -> str:
    """A name for `files`."""
    from hashlib import sha256  # loaded when it is needed: small questions are quick

    return sha256(repr(sorted((path, sha256(data).hexdigest()) for path, data in files.items())).encode()).hexdigest()


def _places(place: Path) -> tuple[Path, Path]:
    """Where a module may be: a package hides a file of the same name."""
    return place / "__init__.py", place.with_name(f"{place.name}.py")


class Loader(SourceFileLoader):
    """Runs a file as it was read. It leaves Python's cache alone, which takes some changed files for unchanged ones."""

    path: str
    source: bytes
    sources: Sources | None = None

    def get_code(self, fullname: str) -> CodeType:
        self.source, self.sources = FINDER.read(self.path), FINDER.reading
        return self.source_to_code(self.source, self.path)


class Finder:
    """Finds modules as Python does, and lets `Loader` run those of the user."""

    def __init__(self) -> None:
        self.reading: Sources | None = None  # of the game that is being loaded
        self.held: dict[str, bytes] = {}  # the last reading of each file
        self.folders: dict[str, None] = {}  # where users' games lie
        self.closed = False

    def look(self, path: str) -> bytes | None:
        """A file that may be there."""
        if self.closed:
            return self.held.get(path)
        return Path(path).read_bytes() if Path(path).is_file() else None

    def read(self, path: str) -> bytes:
        """A file that is to run: as the game that is being loaded has read it, or else as it was last read for any."""
        if not self.reading:
            return self.held[path] if path in self.held else self._first(path)
        if path not in self.reading.files:
            self.reading.files[path] = self._first(path)
        return self.reading.files[path]

    def _first(self, path: str) -> bytes:
        if self.closed and path not in self.held:
            raise UserCodeError("{file} did not exist or was not imported when the server started", "", file=path)
        return self.held[path] if self.closed else Path(path).read_bytes()

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        finders = [finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec")]
        others = (finder.find_spec(name, path, target) for finder in finders)
        spec = next(filter(None, others), None)
        return self.watch(spec) if spec else self._beside(name, path)

    def watch(self, spec: ModuleSpec) -> ModuleSpec:
        """`spec`, with our loader if it is a file of the user."""
        place = spec.origin
        if not spec.has_location or place is None or _is_ours(spec.name) or _is_installed(place):
            return spec
        if not (self.reading or self.closed or place in self.held or str(Path(place).parent) in self.folders):
            return spec  # no game asks for it
        if type(spec.loader) is SourceFileLoader:
            spec.loader, spec.cached = Loader(spec.name, place), None
        else:
            self._watch_compiled(place)
        return spec

    def _watch_compiled(self, path: str) -> None:
        if self.closed and self.held.get(path) != _bytes_of(path):
            raise UserCodeError("{file} has changed since the server started: start it again", "", file=path)
        if self.reading:
            self.reading.files[path] = _bytes_of(path)

    def _beside(self, name: str, path: Iterable[str] | None) -> ModuleSpec | None:
        """A file that was read with a game and is not found otherwise; None if two games have one of that name."""
        known = self.reading.files if self.reading and not self.closed else self.held
        bases = [Path(base, name.rpartition(".")[2]) for base in path or self.folders]
        found = [[str(place) for place in _places(base) if str(place) in known][:1] for base in bases]
        files = [file for place in found for file in place]
        if len(files) != 1:
            return None
        return spec_from_file_location(name, files[0], loader=Loader(name, files[0]))


FINDER = Finder()


def loader_of(module: object) -> Loader | None:
    """The loader of a module that was read for a game."""
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    return loader if isinstance(loader, Loader) else None


@contextmanager
def reading(file: Path) -> Iterator[Sources]:
    """Read a user's file and its imports; what is imported meanwhile belongs to them."""
    if FINDER not in sys.meta_path:
        _python()  # it imports something, which must not ask the finder in its turn
        sys.meta_path.insert(0, FINDER)
    sources = Sources(file)
    sources.follow(FINDER.look)
    folder, outer = str(sources.file.parent), FINDER.reading
    FINDER.reading, FINDER.folders[folder] = sources, None
    sys.path.append(folder)  # at the end: a file called random.py must not hide Python's own
    try:
        yield sources
    finally:
        sys.path.remove(folder)
        FINDER.reading = outer
        FINDER.held |= sources.files
        if outer:  # a file that loads another
            outer.files |= sources.files


def hand_over(files: Mapping[str, bytes]) -> None:
    """From now on users' games are made of these files alone, whatever is on the disk."""
    FINDER.held, FINDER.closed = dict(files), True


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "nimatron"


def _is_installed(path: str) -> bool:
    place = Path(path)
    return "site-packages" in place.parts or "dist-packages" in place.parts or any(map(place.is_relative_to, _python()))


@cache
def _python() -> tuple[str, ...]:
    import sysconfig

    return tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})


def _bytes_of(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:  # inside an archive
        return b""
