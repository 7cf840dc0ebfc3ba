"""Imports point one way: a file knows only files of its own floor and of the floors before it, and nothing leads back.

The test reads the imports and does not run them, so an import inside a function counts as well.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

import pytest
from every_row import every_row

from nimatron.families.catalog import CATALOG

PACKAGE = Path(__file__).parents[1] / "src" / "nimatron"

FLOORS: list[tuple[str, ...]] = [
    ("version",),
    ("core/*",),
    ("kernels/*",),
    ("nimbers/*",),
    # The rules of a family, and what they are made of, know neither theorems nor faces.
    (
        "families/*/rules", "families/octal/digits", "families/octal/uniform", "families/vertices/normal_forms",
        "families/placing/board_shapes",
        "families/taking/amounts", "families/formula/[!tf]*", "families/formula/formula",
        "families/sprouts/l*s", "families/sprouts/gluing", "families/sprouts/p[la]*", "families/sprouts/written",
        "families/edges", "families/sources", "families/catalog",
    ),
    ("notation/*",),
    # Checkers of certificates know neither solver nor kernels. The solver asks them before it says "proved".
    ("proof/[!w_]*",),
    (
        "solve/search/*", "solve/store/*", "solve/sequences/*",
        "solve/theorem", "solve/experts",
    ),
    # Rules that are guessed from small positions and proved for all of them.
    ("discover/*",),
    # The theorems and the expert of a family, and whatever else helps the solver with it.
    ("families/*/[!f]*", "families/*/f[!a]*"),
    ("solve/*",),
    ("proof/write_*", "proof/__init__"),
    ("explain/*",),
    ("play/*",),
    ("check/*",),
    ("survey/*",),
    # The face of a family: the solver never sees it.
    ("show/*", "families/*/face"),
    ("teach/*",),
    ("web/*",),
    ("site/*",),
    ("notebook/*",),
    ("cli/*",),
]  # fmt: skip
"""The floors of the house, from the ground up: a file belongs to the first floor with a pattern that fits."""

OUTSIDE = ("__init__", "__main__", "public")
"""The roof: these files may import all floors."""

SHOWING = ("text", "picture", "draw", "_repr_html_", "_repr_latex_", "_repr_svg_", "_open")
"""Methods in which an answer shows itself: only they import what draws and words, when somebody looks."""

MAKERS = (
    "__init__", "write_file", "write_quotient", "write_outcome", "write_lands", "write_period", "write_value",
)  # fmt: skip
"""What makes certificates: all else in that room checks them, shares nothing with the solver, and knows no writer."""

# Where a library may be imported at all, and where at the top level, which every small question pays for.
ANYWHERE = {"typer": ("cli/",), "rich": ("cli/",)}
AT_TOP = {"numba": ("kernels/",), "numpy": ("kernels/", "nimbers/array")}


WRITING = {
    "mkdir", "makedirs", "unlink", "rmdir", "rmtree", "rename", "write_text", "write_bytes", "fsync", "ftruncate",
}  # fmt: skip
MODES = {"w", "a", "x", "w+", "a+", "x+", "r+", "+r"}
WRITERS = {
    "core/files.py",
    "kernels/compile/cache.py",  # compiled code, in a private folder that can be made again
    "cli/exit_codes.py",  # the log of faults
    "cli/worded_help.py",  # the text of a help page, by typer: no file
    "cli/program.py",  # /dev/null, for a program without stdout
    "web/worker_process.py",  # how nice a process is, in /proc
    "web/worker.py",
}
"""Who may change a disk, and why it is not `files`."""


class Import(NamedTuple):
    line: int
    name: str  # absolute: nimatron.solve.search.mex, or nimatron.solve.search.mex.grundy for a name inside a module
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
        if isinstance(node, ast.FunctionDef) and node.name in SHOWING:
            continue
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


def floor(file: str) -> int | None:
    """The number of the floor that a file is on, by its path without the ending."""
    fits = (i for i, patterns in enumerate(FLOORS) if any(fnmatchcase(file, pattern) for pattern in patterns))
    return next(fits, None)


def faults(source: str, file: str, modules: set[str]) -> Iterator[str]:
    """What a file imports against the rules, each with its line."""
    here = file.removesuffix(".py")
    ours = len(FLOORS) if here in OUTSIDE else floor(here)
    if ours is None:
        yield f"{file}:1: no floor has a place for it"
        return
    for line, name, top in imports(source, file):
        library, *inside = name.split(".")
        if library == "nimatron":
            module = inner(name, modules)
            theirs = floor(path_of(module, modules)) if module else None
            if here not in OUTSIDE and (theirs is None or theirs > ours):
                yield f"{file}:{line}: may not import {name}"
            elif here.startswith("proof/") and here.removeprefix("proof/") not in MAKERS and (
                inside[0] in ("solve", "kernels") or {*inside[1:2]} & {*MAKERS}
            ):  # fmt: skip
                yield f"{file}:{line}: a checker may not import {name}"
        elif not file.startswith(ANYWHERE.get(library, "")):
            yield f"{file}:{line}: may not import {name}"
        elif top and not file.startswith(AT_TOP.get(library, "")):
            yield f"{file}:{line}: may not import {name} at the top level"


def path_of(module: str, modules: set[str]) -> str:
    """The path of a module without its ending; a package is its `__init__`."""
    package = any(other.startswith(f"{module}.") for other in modules)
    return module.replace(".", "/") + ("/__init__" if package else "")


def ungated(source: str, file: str) -> Iterator[str]:
    """Imports of kernels that do not stand behind the gate, `kernels.need()`, in the same function."""
    if file.startswith("kernels/") or "kernels" not in source:
        return

    package = ".".join(["nimatron", *Path(file).parts[:-1]])

    def wants(node: ast.AST) -> bool:
        names = [name.split(".") for name in imported(node, package)] if isinstance(node, ast.ImportFrom) else []
        return any(
            parts[:2] == ["nimatron", "kernels"] and len(parts) > 2 and parts[2] not in ("need", "watch", "are_loaded")
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


@cache
def all_modules() -> frozenset[str]:
    return frozenset(file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in sources())


def test_the_package_keeps_the_order() -> None:
    files = sources()
    assert "core/game.py" in files
    assert [fault for file, source in files.items() for fault in faults(source, file, {*all_modules()})] == []


def test_a_family_is_one_folder() -> None:
    """Rules, theorems, experts and faces are nowhere else, and every game of the catalog has its rules in a folder."""
    misplaced = [
        file
        for file in sources()
        if file.rpartition("/")[2] in ("rules.py", "theorems.py", "face.py") and not fnmatchcase(file, "families/*/*")
    ]
    assert misplaced == ["show/face.py"]  # the record that all faces fill in
    for entry in CATALOG:
        rules = entry.game if isinstance(entry.game, type) else type(entry.game)
        assert fnmatchcase(entry.module, "nimatron.families.*.rules"), entry.id
        assert rules.__module__ == entry.module


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


@every_row(
    "source", ["path.unlink()", "os.replace(a)", "a.open('xb')", "open(b, 'w')", "open(b, mode='r+b')", "os.fsync(1)"]
)
def test_what_is_written_elsewhere_is_found(source: str) -> None:
    assert len(list(writes(source, "solve/x.py"))) == 1
    assert not list(writes("path.open('rb'); text.replace('a', 'b'); open(path)", "solve/x.py"))


def test_kernels_are_asked_for_at_the_gate() -> None:
    assert [fault for file, source in sources().items() for fault in ungated(source, file)] == []


@every_row(
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
        ("def f():\n  from ..kernels import octal", "solve/x.py:2: kernels.need() must come before"),
        (
            "def f():\n  kernels.need()\ndef g():\n  from ..kernels.octal import h",
            "solve/x.py:4: kernels.need() must come before",
        ),
    ],
)
def test_a_way_around_the_gate_is_found(source: str, fault: str) -> None:
    assert list(ungated(source, "solve/x.py")) == [fault]


MODULES = {"core.game", "core", "solve", "solve.solver", "solve.search.mex", "cli", "families.nim.rules"} | {
    "families.nim.theorems", "families.nim.face", "proof.write_period", "families", "families.nim", "web", "kernels",
    "show.words", "version", "nimbers", "nimbers.arrays", "kernels.octal",
}  # fmt: skip


@every_row(
    ("file", "source", "fault"),
    [
        ("core/x.py", "\nimport nimatron.solve", "core/x.py:2: may not import nimatron.solve"),
        ("core/x.py", "from nimatron import solve", "core/x.py:1: may not import nimatron.solve"),
        ("core/x.py", "from ..solve import f", "core/x.py:1: may not import nimatron.solve.f"),
        ("core/x.py", "def f():\n  from .. import solve", "core/x.py:2: may not import nimatron.solve"),
        ("core/x.py", "if TYPE_CHECKING:\n  from .. import solve", "core/x.py:2: may not import nimatron.solve"),
        ("core/x.py", "import_module('nimatron.solve')", "core/x.py:1: may not import nimatron.solve"),
        ("core/x.py", "import nimatron", "core/x.py:1: may not import nimatron"),
        ("core/x.py", "from nimatron import *", "core/x.py:1: may not import nimatron.*"),
        ("novel.py", "", "novel.py:1: no floor has a place for it"),
        (
            "families/nim/rules.py",
            "from .theorems import f",
            "families/nim/rules.py:1: may not import nimatron.families.nim.theorems.f",
        ),
        (
            "families/nim/rules.py",
            "from . import face",
            "families/nim/rules.py:1: may not import nimatron.families.nim.face",
        ),
        (
            "families/nim/theorems.py",
            "from .face import f",
            "families/nim/theorems.py:1: may not import nimatron.families.nim.face.f",
        ),
        (
            "solve/solver.py",
            "from ..families.nim.face import f",
            "solve/solver.py:1: may not import nimatron.families.nim.face.f",
        ),
        (
            "solve/search/mex.py",
            "from ..solver import Solver",
            "solve/search/mex.py:1: may not import nimatron.solve.solver.Solver",
        ),
        (
            "proof/period_check.py",
            "from ..solve.solver import S",
            "proof/period_check.py:1: may not import nimatron.solve.solver.S",
        ),
        (
            "proof/checkers.py",
            "from .write_period import f",
            "proof/checkers.py:1: may not import nimatron.proof.write_period.f",
        ),
        ("play/x.py", "def f():\n  import rich", "play/x.py:2: may not import rich"),
        ("web/app.py", "from typer import Typer", "web/app.py:1: may not import typer.Typer"),
        ("solve/x.py", "import numba", "solve/x.py:1: may not import numba at the top level"),
        ("nimbers/arrays.py", "import numba", "nimbers/arrays.py:1: may not import numba at the top level"),
        ("core/x.py", "class A:\n  import numpy", "core/x.py:2: may not import numpy at the top level"),
        ("core/x.py", "try:\n  import numpy\nfinally: 0", "core/x.py:2: may not import numpy at the top level"),
    ],
)
def test_a_fault_is_found(file: str, source: str, fault: str) -> None:
    assert list(faults(source, file, MODULES)) == [fault]


@every_row(
    ("file", "source"),
    [
        ("families/nim/rules.py", "import ast, nimatron.core.game\nfrom ...nimbers import y"),
        ("families/nim/face.py", "from ...show.words import tr\nfrom .theorems import f\nfrom .rules import g"),
        ("cli/x.py", "import typer\nfrom rich.console import Console\nfrom ..show import words"),
        ("kernels/x.py", "import numba, numpy"),
        ("nimbers/arrays.py", "import numpy as np"),
        ("solve/x.py", "def f():\n  import numba, numpy\n  from .. import kernels"),
        ("solve/x.py", "if TYPE_CHECKING:\n  import numpy\nif typing.TYPE_CHECKING:\n  import numpy"),
        ("__init__.py", "from .web import f\nimport nimatron"),
    ],
)
def test_what_is_allowed_passes(file: str, source: str) -> None:
    assert list(faults(source, file, MODULES)) == []
