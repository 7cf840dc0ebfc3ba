"""What the compiler makes of a kernel, as a file and back.

numba's own cache looks only at the file of the function that is called, not at those of its helpers, and trusts what it
finds on disk. This one takes its place: the files lie in the folder of `shelf`, one for each function and signature.
A file has a line of JSON, then the machine code, its intermediate form, into which callers can inline it, and a pickle
of the rest. So the machine code can be found without numba.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from llvmlite import binding
from numba.core import config, serialize
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

from ..message import Message
from .shelf import VARIABLE, Shelf, Sources, default_root

SOURCES = Sources(Path(__file__).parent)


@cache
def shelf() -> Shelf:
    """The folder for the state of this process."""
    root = default_root()
    if root is None:
        return Shelf(None, "", Message("{variable} is off", variable=VARIABLE))
    return Shelf(root, hashlib.sha256(repr(_state()).encode()).hexdigest()[:32])


def _state() -> list[object]:
    """All that decides what the compiler makes of a kernel."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, sys.platform, platform.machine())
    settings = {name: value for name, value in vars(config).items() if name.isupper() and "NUM_THREADS" not in name}
    # The processor as numba sees it, which settings may change, and as it is, by which kernels choose instructions.
    processor = (cpu_target.target_context.codegen().magic_tuple(), binding.get_host_cpu_name(), _features())
    return [SOURCES.digest, versions, sorted(settings.items()), processor]


def _features() -> str:
    try:
        return str(binding.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know this processor
        return ""


class Kept(NullCache):
    """What numba asks before it compiles a function, and tells afterwards."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @property
    def cache_path(self) -> str | None:
        return str(shelf().path) if shelf().path else None

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        entry = entry_of(self._function, sig)
        content = shelf().read(file_of(entry)) if SOURCES.are_loaded() else None
        if content is None:
            return None
        try:
            needs, parts = _unpacked(entry, content)
            _make_ready(target_context, needs)
            return CompileResult._rebuild(target_context, *parts)  # type: ignore[no-any-return, no-untyped-call]
        except MemoryError:
            raise
        except Exception:  # the checksum is right, so another version of this program wrote it
            shelf().drop(file_of(entry))
            return None

    def save_overload(self, sig: Any, result: Any) -> None:
        if result.lifted or result.library.has_dynamic_globals or not SOURCES.are_loaded():
            return
        entry = entry_of(self._function, sig)
        try:
            content = _packed(entry, result)
        except Exception as fault:  # what cannot be kept was compiled all the same
            shelf().refuse(Message("{place}: {reason}", place=entry, reason=repr(fault)))
        else:
            shelf().write(file_of(entry), content)


def keep(kernel: Any, waits: AbstractContextManager[object]) -> None:
    """Keep what numba compiles for this dispatcher; `waits` surrounds the time while another process compiles it."""
    function, usual = kernel.py_func, kernel.compile
    if not _is_covered(function):
        return

    def compile(sig: Any) -> Any:
        with shelf().turn(file_of(entry_of(function, sig)), waits):
            return usual(sig)

    kernel._cache, kernel.compile = Kept(function), compile


def _is_covered(function: Callable[..., Any]) -> bool:
    """Do the sources and `entry_of` say all about this function?"""
    file = os.path.abspath(function.__code__.co_filename)
    return Path(file).parent == SOURCES.folder and all(isinstance(value, int | str) for value in _closure(function))


def _closure(function: Callable[..., Any]) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def entry_of(function: Callable[..., Any], signature: Any) -> str:
    """Names one compiled function among those of the same sources."""
    place = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return f"{place}:{function.__code__.co_firstlineno} {_closure(function)} {signature}"


def file_of(entry: str) -> str:
    """The name of the file of an entry.

    >>> file_of("chomp.<lambda>:9 [] (int64,)")
    'chomp.lambda-2a6ac4761f698aaf.kernel'
    """
    name = entry.partition(":")[0].replace("<", "").replace(">", "")
    return f"{name}-{hashlib.sha256(entry.encode()).hexdigest()[:16]}.kernel"


def _packed(entry: str, result: Any) -> bytes:
    (name, kind, (code, bitcode)), *rest = result._reduce()
    parts = code, bitcode, serialize.dumps((name, kind, rest))  # type: ignore[no-untyped-call]
    head = {
        "entry": entry,
        "symbol": result.fndesc.llvm_func_name,
        "needs": _needs(result.library._final_module),
        "lengths": [len(part) for part in parts],
    }
    return b"".join((json.dumps(head).encode(), b"\n", *parts))


def _needs(module: Any) -> list[str]:
    """What the code calls or reads that is not in it."""
    named = (*module.functions, *module.global_variables)
    return sorted(one.name for one in named if one.is_declaration and not one.name.startswith("llvm."))


def _unpacked(entry: str, content: bytes) -> tuple[list[str], tuple[Any, ...]]:
    line, _, parts = content.partition(b"\n")
    head = json.loads(line)
    if head["entry"] != entry:
        raise ValueError("the code of another function")
    code, bitcode, _ = head["lengths"]
    name, kind, rest = pickle.loads(parts[code + bitcode :])
    return head["needs"], ((name, kind, (parts[:code], parts[code : code + bitcode])), *rest)


def _make_ready(target_context: Any, needs: list[str]) -> None:
    """Load as much of numba as kept code uses: all that compiling takes would cost a third of a second more.

    LLVM ends the process if it meets a name that it does not know, so all are looked up before.
    """
    rtsys.initialize(target_context)
    if not all(binding.address_of_symbol(name) for name in needs):
        target_context.refresh()
