"""The folder of a family: `theorems.py` and `face.py` stand beside `rules.py`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

FAMILIES = __name__.rpartition(".")[0]


@cache
def beside(module: str, file: str) -> ModuleType | None:
    """The module called `file` in the folder of the family whose rules are in `module`.

    A user's own game has no such folder, and not every family has every file.

    >>> from nimatron import NimGame
    >>> beside(NimGame.__module__, "face").__name__
    'nimatron.families.nim.face'
    >>> beside("takeaway", "face") is None
    True
    """
    folder, _, rules = module.rpartition(".")
    if rules != "rules" or not folder.startswith(f"{FAMILIES}."):
        return None
    name = f"{folder}.{file}"
    return import_module(name) if find_spec(name) else None


def joined_tables(file: str, table: str) -> dict[Any, Any]:
    """One table of all families, such as all theorems, for the help and the tests: it loads every family.

    >>> len(joined_tables("theorems", "THEOREMS")) > 30
    True
    """
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{file}.py"))
    modules = (import_module(f"{FAMILIES}.{folder}.{file}") for folder in folders)
    return {key: value for module in modules for key, value in getattr(module, table, {}).items()}
