"""What the compiler makes of a kernel, as a file and back.

A file has one function for one kind of arguments: a line of JSON, then machine code that calls nothing of numba. LLVM
loads it and ctypes calls it, so a process that finds all it needs never imports numba, which takes longer than most
questions. The files lie in the folder of `shelf`.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite  # type: ignore[import-untyped]
import numpy as np
from llvmlite import binding

from ..message import Message
from .shelf import VARIABLE, Shelf, Sources, default_root
from .slots import Kind, name_of, result, size_of

Code = Callable[[list[int]], Any]
"""Takes the slots of the arguments."""

SOURCES = Sources(Path(__file__).parent)

BY_ITSELF = ("NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR")
"""Settings of numba that change no code."""


@cache
def shelf() -> Shelf:
    """The folder for the state of this process."""
    root = default_root()
    if root is None:
        return Shelf(None, "", Message("{variable} is off", variable=VARIABLE))
    return Shelf(root, hashlib.sha256(repr(_state()).encode()).hexdigest()[:32])


def _state() -> list[object]:
    """All that decides what the compiler makes of a kernel."""
    versions = (llvmlite.__version__, np.__version__, sys.version, sys.platform, platform.machine())
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in BY_ITSELF)
    processor = (binding.get_default_triple(), binding.get_host_cpu_name(), _features())
    return [SOURCES.digest, _numba(), versions, settings, _read(Path(".numba_config.yaml")), processor]


def _features() -> str:
    try:
        return str(binding.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know this processor
        return ""


def _numba() -> bytes:
    """The version of numba, as its file says: nothing is imported."""
    found = find_spec("numba")
    return _read(Path(found.origin).with_name("_version.py")) if found and found.origin else b""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def are_as_set() -> bool:
    """Are the settings of numba those of the environment, by which files are named, or has the program changed some?"""
    config: Any = sys.modules.get("numba.core.config")
    return config is None or all(getattr(config, name, None) == value for name, value in _settings(config.__file__))


@cache
def _settings(file: str) -> list[tuple[str, object]]:
    """What numba would read now."""
    spec = spec_from_file_location("numba.core._settings", file)
    assert spec
    assert spec.loader
    fresh = module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return [item for item in vars(fresh).items() if item[0].isupper() and "NUM_THREADS" not in item[0]]


class Way(NamedTuple):
    """How a function is compiled."""

    inline: bool = False
    """Is it put into every function that calls it?"""
    unrolls: bool = True
    """Are its loops unrolled, and those of all that it calls?"""


def prepared(
    function: Callable[..., Any], way: Way, kinds: tuple[Kind, ...], compiling: AbstractContextManager[object]
) -> tuple[Code, bool]:
    """The code of a function for these kinds of arguments, and whether it was found on disk.

    `compiling` is entered while it is compiled, here or by another process.
    """
    entry = entry_of(function, kinds)
    if not (_is_covered(function) and SOURCES.are_loaded() and are_as_set()):
        with compiling:
            return _made(function, way, kinds, entry)[0], False
    name = file_of(entry)
    with shelf().turn(name, compiling):
        found = _found(entry, name)
        if found:
            return found, True
        with compiling:
            code, content = _made(function, way, kinds, entry)
        if SOURCES.are_loaded():
            shelf().write(name, content)
        return code, False


def _made(function: Callable[..., Any], way: Way, kinds: tuple[Kind, ...], entry: str) -> tuple[Code, bytes]:
    """Compile it; also gives the content of its file."""
    symbol = symbol_of(entry)
    with _no_cycles_looked_for():
        from . import making

        made = making.made(function, way.inline, kinds, symbol, way.unrolls)
    head = {
        "entry": entry,
        "symbol": symbol,
        "needs": made.needs,
        "returns": made.returns,
        "size": len(made.code),
    }
    content = b"".join((json.dumps(head).encode(), b"\n", made.code))
    return _loaded(entry, content), content


@contextmanager
def _no_cycles_looked_for() -> Iterator[None]:
    """numba makes millions of small objects: looking for cycles among them takes a tenth of its time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            _let_all_be_old()
            gc.enable()


def _let_all_be_old() -> None:
    """Else the next look for cycles among new objects would be one at all of these."""
    if not gc.get_freeze_count():  # what a program has frozen stays so
        gc.freeze()
        gc.unfreeze()


def _found(entry: str, name: str) -> Code | None:
    content = shelf().read(name)
    if content is None:
        return None
    try:
        return _loaded(entry, content)
    except MemoryError:
        raise
    except Exception:  # the checksum is right, so another version of this program wrote it
        shelf().drop(name)
        return None


def _is_covered(function: Callable[..., Any]) -> bool:
    """Do the sources and `entry_of` say all about this function?"""
    file = os.path.abspath(function.__code__.co_filename)
    return Path(file).parent == SOURCES.folder and all(isinstance(value, int | str) for value in _closure(function))


def _closure(function: Callable[..., Any]) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def entry_of(function: Callable[..., Any], kinds: tuple[Kind, ...]) -> str:
    """Names one compiled function among those of the same sources."""
    place = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return f"{place}:{function.__code__.co_firstlineno} {_closure(function)} {name_of(kinds)}"


def file_of(entry: str) -> str:
    """The name of the file of an entry.

    >>> file_of("chomp.<lambda>:9 [] (int64)")
    'chomp.lambda-69a828a2c3c1479d.kernel'
    """
    name = entry.partition(":")[0].replace("<", "").replace(">", "")
    return f"{name}-{_hashed(entry)}.kernel"


def symbol_of(entry: str) -> str:
    """The name of the function in the machine code: no two that one process loads may have the same."""
    return f"nimatron_{_hashed(entry)}_{os.urandom(4).hex()}"


def _hashed(entry: str) -> str:
    return hashlib.sha256(entry.encode()).hexdigest()[:16]


@cache
def _engine() -> Any:
    """LLVM's loader of machine code."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


def _loaded(entry: str, content: bytes) -> Code:
    line, _, code = content.partition(b"\n")
    head = json.loads(line)
    if head["entry"] != entry or head["size"] != len(code):
        raise ValueError("the code of another function")
    # LLVM ends the process if it meets a name that it does not know, so all are looked up before.
    if not all(binding.address_of_symbol(name) for name in head["needs"]):
        raise ValueError("the code calls what is not there")
    engine = _engine()
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(head["symbol"])
    return _callable(address, head["returns"])


def _callable(address: int, returns: Kind) -> Code:
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(address)
    room = ctypes.c_int64 * size_of(returns)

    def call(slots: list[int]) -> Any:
        taken, given = (ctypes.c_int64 * len(slots))(*slots), room()
        if function(taken, given):
            raise ArithmeticError("compiled code has failed")
        return result(returns, list(given))

    return call
