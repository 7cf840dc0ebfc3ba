"""Nimatron solves, explains and plays impartial games.

>>> import nimatron as nt
>>> p = nt.parse("nim: 3 4 5 + chomp: 2x2")
>>> nt.grundy(p), nt.outcome(p)
(0, 'P')
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from os.path import isdir
from types import ModuleType

from .version import __version__ as __version__

# Little is imported here: Ctrl-C before the command line begins would show a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .public import *  # noqa: F403 - type checkers take them all

FUNCTIONS = ("check", "discover", "explain")
"""Public functions whose names are also those of folders: here they mean the functions."""


@cache
def _places() -> dict[str, str]:
    """The module of each public name, read from `public.py` and from the catalog."""
    import ast
    from pathlib import Path

    from .families.catalog import CATALOG

    source = Path(__file__).with_name("public.py").read_text("utf-8")
    imports = [node for node in ast.parse(source).body if isinstance(node, ast.ImportFrom)]
    listed = {alias.name: f"{__name__}.{node.module}" for node in imports for alias in node.names}
    return {entry.name: entry.module for entry in CATALOG} | listed


class _Package(ModuleType):
    """The package loads a public name when you first use it: a script that only solves Nim loads little more."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return sorted(_places())
        # `from .. import kernels` asks for the attribute before the folder, and needs no list of names.
        is_folder = name not in FUNCTIONS and isdir(f"{self.__path__[0]}/{name}")
        if is_folder or name not in _places():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        thing = vars(self)[name] = getattr(import_module(_places()[name]), name)
        return thing

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in FUNCTIONS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self.__all__})


sys.modules[__name__].__class__ = _Package
