"""Imports point one way: each layer of the package knows only itself and those before it.

The imports are read, not run, so one inside a function counts as well.
"""

import ast
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "nimatron"
LAYERS = [
    "errors",
    "tower",
    "kernels",
    "nimbers",
    "game",
    "games",
    "catalog",
    "notation",
    "certificate",
    "values",
    "analysis",
    "explain",
    "play",
    "check",
    "survey",
    "health",
    "present",
    "web",
    "cli",
]

# Where a library may be imported at all, and where at the top level, which every small question pays for.
ANYWHERE = {"typer": ("cli/", "cli.py"), "rich": ("cli/", "cli.py")}
AT_TOP = {"numba": ("kernels/",), "numpy": ("kernels/", "nimbers/array")}


class Import(NamedTuple):
    line: int
    name: str  # absolute: nimatron.values.search, or nimatron.values.search.grundy for a name inside a module
    top: bool  # runs as soon as the module is imported


def imports(source: str, file: str) -> Iterator[Import]:
    """Every import in the source of a file, whose path starts inside the package."""
    package = ".".join(["nimatron", *Path(file).parts[:-1]])

    def walk(node: ast.AST, top: bool) -> Iterator[Import]:
        yield from (Import(node.lineno, name, top) for name in imported(node, package))
        later = never_at_import(node)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, top and child not in later)

    return walk(ast.parse(source, file), True)


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


def faults(source: str, file: str) -> Iterator[str]:
    """What a file imports against the rules, each with its line."""
    layer = Path(file).parts[0].removesuffix(".py")
    if layer in ("__init__", "__main__"):
        allowed = None
    elif layer in LAYERS:
        allowed = LAYERS[: LAYERS.index(layer) + 1]
    else:
        yield f"{file}:1: {layer} is not in the order of the layers"
        return
    for line, name, top in imports(source, file):
        library, *inside = name.split(".")
        if library == "nimatron":
            # The package itself stands after all layers; only its version is there from the start.
            if allowed and (not inside or inside[0] not in [*allowed, "__version__"]):
                yield f"{file}:{line}: {layer} may not import {name}"
        elif not file.startswith(ANYWHERE.get(library, "")):
            yield f"{file}:{line}: {layer} may not import {name}"
        elif top and not file.startswith(AT_TOP.get(library, "")):
            yield f"{file}:{line}: {layer} may not import {name} at the top level"


def test_the_package_keeps_the_order() -> None:
    files = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    assert "game.py" in files
    assert [fault for file, source in files.items() for fault in faults(source, file)] == []


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
        ("novel.py", "", "novel.py:1: novel is not in the order of the layers"),
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
        ("cli/__init__.py", "from nimatron import __version__"),
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
