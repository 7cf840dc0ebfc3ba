"""Users' files, read once: what runs is what was read, and what was read has a name.

Your own game is a file and what it imports from folders of the user. `Sources` has the bytes of these files as
they were when the game was loaded: those that its imports name, also inside functions, and those that were imported
while it ran. What it imports later comes from there too. So a file that changes meanwhile changes nothing in this
process, and `digest` names exactly the rules that run here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from os.path import abspath
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from ..core.errors import UserCodeError
from ..core.message import Message

OWN = "nimatron_own_"
"""The prefix of the modules made from users' files, so that they never collide with installed ones."""

PURE = frozenset((
    *("__future__", "abc", "array", "bisect", "cmath", "collections", "copy", "dataclasses", "enum", "fractions"),
    *("functools", "heapq", "itertools", "math", "nimatron", "numbers", "numpy", "operator", "re", "string", "typing"),
))  # fmt: skip
"""Modules that only compute. Rules that import any other one may depend on what changes: a file, the time, chance."""

READING = frozenset((
    # functions of Python itself, and those of modules that find an attribute or evaluate an annotation by its text
    *("open", "exec", "eval", "compile", "input", "breakpoint", "getattr", "setattr", "vars", "globals", "locals"),
    *("license", "credits", "copyright", "help", "format", "format_map", "Formatter", "attrgetter", "methodcaller"),
    *("get_type_hints", "ForwardRef", "singledispatch", "singledispatchmethod", "update_wrapper", "wraps"),
    # modules that pure ones import for themselves
    *("os", "sys", "io", "builtins", "inspect", "random", "modules"),
    # of numpy and of Nimatron
    *("load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "recfromcsv", "recfromtxt", "memmap", "DataSource"),
    *("lib", "ctypeslib", "testing", "Store"),
))  # fmt: skip
"""Names by which even a file with pure imports may read something, or hide that it does."""

INNER = sys.stdlib_module_names - PURE - {"select"} | {"core", "compat", "f2py", "distutils", "ma", "matlib", "rec"}
"""Modules inside pure modules that are not pure; `select` is also a function of numpy."""

SPECIAL = frozenset((
    *("__init__", "__new__", "__post_init__", "__class__", "__name__", "__qualname__", "__doc__", "__slots__"),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__str__", "__len__"),
    *("__iter__", "__next__", "__contains__", "__getitem__", "__call__", "__add__", "__xor__"),
))  # fmt: skip
"""Names with two underscores that rules may use. Others lead to the inner parts of Python, and so to everything."""


class Use(NamedTuple):
    """A name that a file uses or imports, and the line. An import has its dots in front, or else 0."""

    name: str
    line: int
    dots: int = 0


class Text(NamedTuple):
    """What the text of a file says: its imports as dotted names, all other names, and what it uses of modules.

    The last are dotted names such as `collections.abc.Sized`, or the module alone if the file hands it on as a value.
    """

    imports: tuple[Use, ...]
    names: tuple[Use, ...]
    paths: tuple[Use, ...] = ()


@lru_cache(1000)
def _text(source: bytes) -> Text:
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Text((), (Use("exec", 1),))  # nobody can read it
    imports, names, bound = list[Use](), list[Use](), dict[str, str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            imports += [Use(alias.name, node.lineno) for alias in node.names]
            bound |= {alias.asname: alias.name for alias in node.names if alias.asname}
            bound |= {_root(alias.name): _root(alias.name) for alias in node.names if not alias.asname}
        elif isinstance(node, ast.ImportFrom):
            module = f"{node.module}." if node.module else ""
            imports += [Use(module + alias.name, node.lineno, node.level) for alias in node.names]
            names += [Use(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.Name):
            names.append(Use(node.id, node.lineno))
        elif isinstance(node, ast.Attribute):
            names.append(Use(node.attr, node.lineno))
        elif isinstance(node, ast.MatchClass):  # case object(name=...) reads an attribute
            names += [Use(name, node.lineno) for name in node.kwd_attrs]
    return Text(tuple(imports), tuple(names), (*imports, *_paths(nodes, bound)))


def _paths(nodes: Iterable[ast.AST], bound: Mapping[str, str]) -> Iterator[Use]:
    """What a file uses of the modules that are `bound` to names; a module that is used as a value ends with a dot."""
    owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in bound and id(node) not in owners:
            yield Use(f"{bound[node.id]}.", node.lineno)
        elif isinstance(node, ast.Attribute) and (path := _dotted(node, bound)):
            yield Use(path, node.lineno)


def _dotted(node: ast.expr, bound: Mapping[str, str]) -> str:
    """The dotted name of a module, or of something in it; "" for all else."""
    if isinstance(node, ast.Name):
        return bound.get(node.id, "")
    owner = _dotted(node.value, bound) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""


def _root(name: str) -> str:
    return name.partition(".")[0]


class Sources:
    """A user's file and the files that it imports, by their paths."""

    def __init__(self, file: Path) -> None:
        self.file = Path(abspath(file))
        self.files: dict[str, bytes] = {}
        self.compiled = False  # does it use a module that is no Python text?

    def follow(self, read: Callable[[str], bytes | None]) -> None:
        """Read the file and all that is imported from there, which runs nothing."""
        todo = [self.file]
        while todo:
            path = todo.pop()
            if str(path) not in self.files and (source := read(str(path))) is not None:
                self.files[str(path)] = source
                todo += self._imported_by(path)

    def _imported_by(self, file: Path) -> Iterator[Path]:
        """Where files may be that `file` imports: beside the user's file, or in their package."""
        for use in _text(self.files[str(file)]).imports:
            yield from self._places_of(use, file)

    def _places_of(self, use: Use, file: Path) -> Iterator[Path]:
        base, parts = file.parents[use.dots - 1] if use.dots else self.file.parent, use.name.split(".")
        for end in range(1, len(parts) + 1):  # a.b.c: packages a and a.b, and c, which may also be a name in a.b
            yield from _places(base.joinpath(*parts[:end]))

    def digest(self) -> str | None:
        """A name for the rules in these files; None if they may also come from elsewhere, see `doubt`."""
        return None if self.doubt() else digest_of(self.files, self.file.parent)

    def doubt(self) -> Message | None:
        """Why these files may not say all about the rules; None if they do."""
        if self.compiled:
            return Message("it imports a module that is not Python source code")
        for path, source in self.files.items():
            text = _text(source)
            for use in (*self._foreign(text, Path(path)), *_suspects(text)):
                place = {"file": Path(path).name, "line": use.line, "name": use.name.rstrip(".")}
                return Message("{file}, line {line}, uses {name}, which may read changing data", params=place)
        if name := self._mixed():
            return Message("the module {name} was imported before, perhaps from another file", params={"name": name})
        return None

    def _foreign(self, text: Text, file: Path) -> Iterator[Use]:
        """The imports that are neither pure nor among these files."""
        for use in text.imports:
            if not (use.dots or _root(use.name) in PURE or self._is_own(use, file)):
                yield use

    def _is_own(self, use: Use, file: Path) -> bool:
        """Does an import mean one of these files? A module of Python, or an installed one, goes before them."""
        root = _root(use.name)
        spec = None if root in sys.stdlib_module_names else PathFinder.find_spec(root)
        if root in sys.stdlib_module_names or (spec and spec.origin and _is_installed(spec.origin)):
            return False
        return any(str(place) in self.files for place in self._places_of(use, file))

    def _mixed(self) -> str | None:
        """A module that is imported, or may be, and has another source than we know."""
        texts = map(_text, self.files.values())
        roots = {_root(use.name) for text in texts for use in text.imports if not use.dots}
        loaded = ((name, module) for name, module in list(sys.modules.items()) if _root(name) in roots)
        return next((name for name, module in loaded if _is_users(name) and not self._has(module)), None)

    def _has(self, module: ModuleType) -> bool:
        loader = loader_of(module)
        return loader is not None and self.files.get(loader.path) == loader.source


def _suspects(text: Text) -> Iterator[Use]:
    """The names by which a file may reach what changes."""
    for use in text.names:
        if use.name in READING or (use.name.startswith("__") and use.name not in SPECIAL):
            yield use
    for use in text.paths:
        root, *rest = use.name.split(".")
        if rest and root in PURE and not use.dots and _is_inner(root, rest):
            yield use


def _is_inner(module: str, rest: Sequence[str]) -> bool:
    """Is it an inner part of a pure module, or the module as a value, of which anything may be asked?"""
    private = any(name.startswith("_") and name not in SPECIAL for name in rest)
    hidden = module == "nimatron" and rest[0] not in _public_names()
    return rest == [""] or private or hidden or not INNER.isdisjoint(rest)


@cache
def _public_names() -> frozenset[str]:
    return frozenset((*sys.modules["nimatron"].__all__, "*"))  # the package lies above this room


def digest_of(files: Mapping[str, bytes], folder: Path | None = None) -> str:
    """A name for `files`, the same wherever the `folder` with them lies."""
    from hashlib import sha256  # loaded when it is needed: small questions are quick

    parts = sorted((_inside(path, folder), sha256(data).hexdigest()) for path, data in files.items())
    return sha256(repr(parts).encode()).hexdigest()


def _inside(path: str, folder: Path | None) -> str:
    if folder is not None and Path(path).is_relative_to(folder):
        return Path(path).relative_to(folder).as_posix()
    return path


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
        return self.watched(spec) if spec else self._beside(name, path)

    def watched(self, spec: ModuleSpec) -> ModuleSpec:
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
            self.reading.compiled = True
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


def sources_of(kind: type) -> Sources | None:
    """The sources of a class in a user's file; None if it was not loaded by us, or is not found there by its name."""
    # A function that makes classes may make two of the same name, and a file that is loaded again makes new ones.
    module = sys.modules.get(kind.__module__)
    thing: object = module
    for name in kind.__qualname__.split("."):
        thing = getattr(thing, name, None)
    loader = loader_of(module)
    return loader.sources if loader is not None and thing is kind else None


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


def _is_users(name: str) -> bool:
    """Is it a module of the user, neither installed nor part of Python or of Nimatron?"""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if file:
        return not _is_ours(name) and not _is_installed(file)
    root, dot, _ = name.partition(".")
    if dot:
        return root in sys.modules and _is_users(root)
    spec = getattr(module, "__spec__", None)
    if spec is None:
        return True  # made by hand
    return spec.origin not in ("built-in", "frozen") and spec.submodule_search_locations is None


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
