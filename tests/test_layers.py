"""Imports point one way: each room of the package knows only itself and those before it, and no module leads back.

The imports are read, not run, so one inside a function counts as well.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "nimatron"

# Rooms in one line stand side by side: none of them may import another.
ROOMS: list[tuple[str, ...]] = [
    ("version", "deprecated", "message", "memory", "ways", "watching"),
    ("errors",),
    ("files", "game"),
    ("kernels",),
    ("nimbers",),
    ("games",),
    ("values",),
    ("certificate",),
    ("analysis",),
    ("explain",),
    ("play", "check", "survey"),
    ("present",),
    ("teach",),
    ("web",),
    ("site",),
    ("notebook", "cli"),
]

INSIDE: dict[str, list[tuple[str, ...]]] = {
    "values": [
        ("search", "because"),
        ("moves",),
        ("boards",),
        ("keep",),
        ("sequences",),
        ("theorems",),
        ("misere",),
        ("experts",),
        ("solver",),
        ("running",),
        ("questions", "auditing", "family", "longest"),
        ("comparing",),
    ],
}
"""The order of the rooms inside a room."""

OUTSIDE = ("__init__", "__main__", "public", "showing", "wiring")
"""What stands after all rooms and may import any of them."""

MAKERS = ("__init__", "resume_misere", "write_file", "write_front", "write_misere", "write_outcome", "write_period")
"""What makes certificates: all else in that room checks them, shares nothing with the solver, and knows no writer."""

PLAIN = {"nimatron.kernels.tower"}
"""The one module of kernels that needs no numba."""

# Where a library may be imported at all, and where at the top level, which every small question pays for.
ANYWHERE = {"typer": ("cli/", "cli.py"), "rich": ("cli/", "cli.py")}
AT_TOP = {"numba": ("kernels/",), "numpy": ("kernels/", "nimbers/array")}


WRITING = {
    "mkdir", "makedirs", "unlink", "rmdir", "rmtree", "rename", "write_text", "write_bytes", "fsync", "ftruncate",
}  # fmt: skip
MODES = {"w", "a", "x", "w+", "a+", "x+", "r+", "+r"}
WRITERS = {
    "files.py",
    "kernels/shelf.py",  # compiled code, in a private folder that can be made again
    "cli/faults.py",  # the log of faults
    "cli/app.py",  # /dev/null, for a program without stdout
    "web/pool.py",  # how nice a process is, in /proc
    "web/worker.py",
}
"""Who may change a disk, and why it is not `files`."""


class Import(NamedTuple):
    line: int
    name: str  # absolute: nimatron.values.search.mex, or nimatron.values.search.mex.grundy for a name inside a module
    top: bool  # runs as soon as the module is imported


@cache
def imports(source: str, file: str) -> list[Import]:
    """Every import in the source of a file, whose path starts inside the package."""
    package = ".".join(["nimatron", *Path(file).parts[:-1]])
    children = ast.iter_child_nodes if IMPORTED_BY_A_CALL.search(source) else statements
    found: list[Import] = []
    left: list[tuple[ast.AST, bool]] = [(parsed(source), True)]
    while left:
        node, top = left.pop()
        if isinstance(node, IMPORTING):
            found += (Import(node.lineno, name, top) for name in imported(node, package))
        later = never_at_import(node) if isinstance(node, LATER) else []
        left += [(child, top and child not in later) for child in children(node)]
    return found


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """What may have statements inside a node: a tenth of all that is there, and all that `import` can stand in."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, field, ())
        if isinstance(inside, list):  # the body of a lambda, or of `a if b else c`, is no statement
            yield from inside


IMPORTED_BY_A_CALL = re.compile(r"\b(__import__|import_module)\b")
IMPORTING = (ast.Import, ast.ImportFrom, ast.Call)
LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.If)


def imported(node: ast.AST, package: str) -> list[str]:
    """The names that this one statement or call imports."""
    match node:
        case ast.Import(names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module, names, level):
            base = resolve_name("." * level + (module or ""), package)
            return [f"{base}.{alias.name}" for alias in names]
        case ast.Call(ast.Name("__import__" | "import_module"), [ast.Constant(str(name)), *_]):
            return [resolve_name(name, package)]
        case ast.Call(ast.Attribute(attr="import_module"), [ast.Constant(str(name)), *_]):
            return [resolve_name(name, package)]
    return []


def never_at_import(node: ast.AST) -> list[ast.AST]:
    """The children of a node that do not run when the module is imported."""
    match node:
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
            return body
        case ast.Lambda(body=body):
            return [body]
        case ast.If(ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), body):
            return body
    return []


def place(parts: tuple[str, ...], order: Iterable[tuple[str, ...]]) -> int | None:
    """Which line of an order the first of `parts` stands in."""
    return next((i for i, rooms in enumerate(order) if parts[0] in rooms), None)


def is_before(target: tuple[str, ...], here: tuple[str, ...], order: list[tuple[str, ...]]) -> bool:
    """May what stands `here` import `target`?"""
    theirs, ours = place(target, order), place(here, order)
    if theirs is None or ours is None:
        return False
    if target[0] != here[0]:
        return theirs < ours
    inside = INSIDE.get(here[0])
    if inside is None or len(here) == 1 or len(target) == 1:
        return True
    return is_before(target[1:], here[1:], inside)


def faults(source: str, file: str) -> Iterator[str]:
    """What a file imports against the rules, each with its line."""
    here = Path(file).with_suffix("").parts
    room = here[0]
    if room not in OUTSIDE and place(here, ROOMS) is None:
        yield f"{file}:1: {room} is not in the order of the rooms"
        return
    for line, name, top in imports(source, file):
        library, *inside = name.split(".")
        if library == "nimatron":
            # The package itself stands after all rooms.
            if room not in OUTSIDE and not (inside and is_before(tuple(inside), here, ROOMS)):
                yield f"{file}:{line}: {room} may not import {name}"
            elif room == "certificate" and here[-1] not in MAKERS and (
                inside[0] in ("values", "kernels") or {*inside[1:2]} & {*MAKERS}
            ):  # fmt: skip
                yield f"{file}:{line}: a checker may not import {name}"
        elif not file.startswith(ANYWHERE.get(library, "")):
            yield f"{file}:{line}: {room} may not import {name}"
        elif top and not file.startswith(AT_TOP.get(library, "")):
            yield f"{file}:{line}: {room} may not import {name} at the top level"


def ungated(source: str, file: str) -> Iterator[str]:
    """Imports of kernels that do not stand behind the gate, `kernels.need()`, in the same function."""
    if file.startswith("kernels/") or "kernels" not in source:
        return

    package = ".".join(["nimatron", *Path(file).parts[:-1]])

    def wants(node: ast.AST) -> bool:
        names = [name.split(".") for name in imported(node, package)] if isinstance(node, ast.ImportFrom) else []
        return any(
            parts[:2] == ["nimatron", "kernels"]
            and len(parts) > 2
            and parts[2] not in ("need", "watch", "loaded", "compiled_for")
            and ".".join(parts[:3]) not in PLAIN
            for parts in names
        )

    def asks(node: ast.AST) -> bool:
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("kernels"), "need"), [], [])):
                return True
        return False

    def walk(node: ast.AST, gated: bool) -> Iterator[str]:
        for child in statements(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            gated = gated or asks(child)
            if wants(child) and not gated:
                yield f"{file}:{child.lineno}: kernels.need() must come before"  # type: ignore[attr-defined]
            yield from walk(child, gated)

    yield from walk(parsed(source), False)


def circles(files: Mapping[str, str]) -> list[str]:
    """The modules of the first circle of imports, if there is one; those in functions and for types count."""
    modules = {file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in files}
    graph: dict[str | None, set[str | None]] = {}
    for file, source in files.items():
        if file in ("__init__.py", "__main__.py"):
            continue
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        graph[module] = {
            found for name in imports(source, file) if (found := inner(name.name, modules)) not in (None, module)
        }  # type: ignore[misc]
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        return list(fault.args[1])
    return []


def inner(name: str, modules: set[str]) -> str | None:
    """The module of the package that an imported name belongs to."""
    library, _, rest = name.partition(".")
    if library != "nimatron":
        return None
    return next((found for found in (rest, rest.rpartition(".")[0]) if found in modules), None)


@cache
def sources() -> dict[str, str]:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def test_the_package_keeps_the_order() -> None:
    files = sources()
    assert "game.py" in files
    assert [fault for file, source in files.items() for fault in faults(source, file)] == []


def test_no_module_leads_back_to_itself() -> None:
    assert circles(sources()) == []


def writes(source: str, file: str) -> Iterator[str]:
    """Calls that change a disk: files are written in one place, where the tests can make each call fail."""
    for node in (node for node in ast.walk(parsed(source)) if isinstance(node, ast.Call)):
        match node:
            case ast.Call(ast.Attribute(attr=name)) if name in WRITING:
                yield f"{file}:{node.lineno}: {name}"
            case ast.Call(ast.Attribute(attr="replace"), [_]) if not node.keywords:
                yield f"{file}:{node.lineno}: replace"
            case ast.Call(ast.Name("open") | ast.Attribute(attr="open"), args):
                modes = [*args, *(word.value for word in node.keywords if word.arg == "mode")]
                if any(isinstance(mode, ast.Constant) and str(mode.value).strip("bt") in MODES for mode in modes):
                    yield f"{file}:{node.lineno}: open"


def test_files_are_written_in_one_place() -> None:
    assert [fault for file, source in sources().items() if file not in WRITERS for fault in writes(source, file)] == []


@pytest.mark.parametrize(
    "source", ["path.unlink()", "os.replace(a)", "a.open('xb')", "open(b, 'w')", "open(b, mode='r+b')", "os.fsync(1)"]
)
def test_what_is_written_elsewhere_is_found(source: str) -> None:
    assert len(list(writes(source, "values/x.py"))) == 1
    assert not list(writes("path.open('rb'); text.replace('a', 'b'); open(path)", "values/x.py"))


def test_kernels_are_asked_for_at_the_gate() -> None:
    assert [fault for file, source in sources().items() for fault in ungated(source, file)] == []


@pytest.mark.parametrize(
    ("files", "circle"),
    [
        ({"a.py": "from . import b", "b.py": "def f():\n  from .a import g"}, {"a", "b"}),
        ({"a.py": "from .b import x", "b.py": "if TYPE_CHECKING:\n  from . import a"}, {"a", "b"}),
        (
            {"p/__init__.py": "from .q import f", "p/q.py": "from . import r", "p/r.py": "from ..p import f"},
            {"p", "p.q", "p.r"},
        ),
        ({"a.py": "from .b import x", "b.py": "from .c import y", "c.py": ""}, set()),
    ],
)
def test_a_circle_is_found(files: dict[str, str], circle: set[str]) -> None:
    assert set(circles(files)) == circle


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def f():\n  from ..kernels import octal", "values/x.py:2: kernels.need() must come before"),
        (
            "def f():\n  kernels.need()\ndef g():\n  from ..kernels.octal import h",
            "values/x.py:4: kernels.need() must come before",
        ),
    ],
)
def test_a_way_around_the_gate_is_found(source: str, fault: str) -> None:
    assert list(ungated(source, "values/x.py")) == [fault]


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("games/x.py", "\nimport nimatron.values", "games/x.py:2: games may not import nimatron.values"),
        ("games/x.py", "from nimatron import values", "games/x.py:1: games may not import nimatron.values"),
        ("games/x.py", "from nimatron.values import f", "games/x.py:1: games may not import nimatron.values.f"),
        ("games/x.py", "from ..values import f", "games/x.py:1: games may not import nimatron.values.f"),
        ("games/x.py", "from .. import game, cli", "games/x.py:1: games may not import nimatron.cli"),
        ("games/__init__.py", "from ..web import f", "games/__init__.py:1: games may not import nimatron.web.f"),
        ("game.py", "from .games import Nim", "game.py:1: game may not import nimatron.games.Nim"),
        ("game.py", "def f():\n  from . import values", "game.py:2: game may not import nimatron.values"),
        ("game.py", "if TYPE_CHECKING:\n  from . import values", "game.py:2: game may not import nimatron.values"),
        ("game.py", "import_module('nimatron.values')", "game.py:1: game may not import nimatron.values"),
        ("game.py", "importlib.import_module('.values', 'nimatron')", "game.py:1: game may not import nimatron.values"),
        ("game.py", "import nimatron", "game.py:1: game may not import nimatron"),
        ("game.py", "from nimatron import parse", "game.py:1: game may not import nimatron.parse"),
        ("game.py", "from nimatron import *", "game.py:1: game may not import nimatron.*"),
        ("novel.py", "", "novel.py:1: novel is not in the order of the rooms"),
        (
            "values/search/mex.py",
            "from ..solver import Solver",
            "values/search/mex.py:1: values may not import nimatron.values.solver.Solver",
        ),
        (
            "values/moves/x.py",
            "from ..keep import store",
            "values/moves/x.py:1: values may not import nimatron.values.keep.store",
        ),
        ("play/x.py", "from ..survey import f", "play/x.py:1: play may not import nimatron.survey.f"),
        (
            "certificate/period.py",
            "from ..values.solver import S",
            "certificate/period.py:1: a checker may not import nimatron.values.solver.S",
        ),
        (
            "certificate/verify.py",
            "from .write_period import f",
            "certificate/verify.py:1: a checker may not import nimatron.certificate.write_period.f",
        ),
        ("play.py", "def f():\n  import rich", "play.py:2: play may not import rich"),
        ("web/app.py", "from typer import Typer", "web/app.py:1: web may not import typer.Typer"),
        ("__init__.py", "import rich.console", "__init__.py:1: __init__ may not import rich.console"),
        ("values/x.py", "import numba", "values/x.py:1: values may not import numba at the top level"),
        ("values/x.py", "import numpy as np", "values/x.py:1: values may not import numpy at the top level"),
        ("nimbers/finite.py", "import numpy", "nimbers/finite.py:1: nimbers may not import numpy at the top level"),
        ("nimbers/arrays.py", "import numba", "nimbers/arrays.py:1: nimbers may not import numba at the top level"),
        ("game.py", "class A:\n  import numpy", "game.py:2: game may not import numpy at the top level"),
        ("game.py", "try:\n  import numpy\nfinally: 0", "game.py:2: game may not import numpy at the top level"),
        (
            "game.py",
            "if TYPE_CHECKING:\n  0\nelse:\n  from numpy import array",
            "game.py:4: game may not import numpy.array at the top level",
        ),
    ],
)
def test_a_fault_is_found(file: str, source: str, fault: str) -> None:
    assert list(faults(source, file)) == [fault]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("games/x.py", "import ast, nimatron.game\nfrom . import y\nfrom ..errors import Limit"),
        ("cli/__init__.py", "import typer\nfrom rich.console import Console\nfrom ..present import text"),
        ("cli/__init__.py", "from ..version import __version__"),
        ("kernels/x.py", "import numba, numpy"),
        ("nimbers/arrays.py", "import numpy as np"),
        ("values/x.py", "def f():\n  import numba, numpy\n  from ..kernels import x"),
        ("values/x.py", "if TYPE_CHECKING:\n  import numpy\nif typing.TYPE_CHECKING:\n  import numpy"),
        ("__init__.py", "from .web import f\nimport nimatron"),
        ("__main__.py", "from nimatron.cli import main"),
    ],
)
def test_what_is_allowed_passes(file: str, source: str) -> None:
    assert list(faults(source, file)) == []
