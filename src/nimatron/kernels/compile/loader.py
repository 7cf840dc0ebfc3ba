"""The file of a compiled kernel: how it is written, and how it becomes a function again.

A file holds one function for one kind of arguments: a line of JSON, then machine code that calls nothing of numba. LLVM
loads the code and ctypes calls it. So a process that finds all its kernels never imports numba, which takes longer than
most questions. `cache` decides where the files are.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numpy as np
from llvmlite import binding

from ...core.clock import interrupts_later
from ...core.message import Message
from .cache import VARIABLE, KernelCache, KernelSources, default_root
from .slots import Kind, result, size_of

Code = Callable[[list[int]], Any]
"""Takes the slots of the arguments, returns the result."""

SOURCES = KernelSources(Path(__file__).parents[1])

HARMLESS = ("NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR")
"""Settings of numba that change no code."""


@cache
def kernel_cache() -> KernelCache:
    """The cache for the state of this process."""
    root = default_root()
    if root is None:
        return KernelCache(None, "", Message("{variable} is off", variable=VARIABLE))
    return KernelCache(root, hashlib.sha256(repr(_state()).encode()).hexdigest()[:32])


def _state() -> list[object]:
    """All that decides which code the compiler makes of a kernel."""
    versions = (llvmlite.__version__, np.__version__, sys.version, sys.platform, platform.machine())
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in HARMLESS)
    processor = (binding.get_default_triple(), binding.get_host_cpu_name(), _features())
    return [SOURCES.digest, _numba(), versions, settings, _read(Path(".numba_config.yaml")), processor]


def _features() -> str:
    """The instructions that this processor has, as LLVM lists them."""
    try:
        return str(binding.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know this processor
        return ""


def _numba() -> bytes:
    """The version of numba, read from its file because importing numba takes long."""
    found = find_spec("numba")
    return _read(Path(found.origin).with_name("_version.py")) if found and found.origin else b""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def load_or_compile(
    function: Callable[..., Any],
    kinds: tuple[Kind, ...],
    inline: bool,
    unrolls: bool,
    clock: AbstractContextManager[object],
) -> tuple[Code, bool]:
    """The code of a function for these kinds of arguments, and whether it was found on disk.

    `clock` is entered while this process compiles the function or waits for another process that does.
    """
    entry = entry_of(function, kinds)

    def compile_here() -> bytes:
        with clock:
            return _compile(function, kinds, inline, unrolls, entry)

    if not (_is_covered(function) and SOURCES.are_unchanged()):
        return _load(entry, compile_here()), False
    stored, name = kernel_cache(), file_of(entry)
    with stored.turn(name, clock):
        code = _find(stored, name, entry)
        if code:
            return code, True
        content = compile_here()
        if SOURCES.are_unchanged():
            stored.write(name, content)
        return _load(entry, content), False


def _compile(function: Callable[..., Any], kinds: tuple[Kind, ...], inline: bool, unrolls: bool, entry: str) -> bytes:
    """The content of the file of a function."""
    # No two functions that one process loads may have the same name in the machine code.
    symbol = f"nimatron_{_digest_of(entry)}_{os.urandom(4).hex()}"
    collects = gc.isenabled()
    gc.disable()  # numba makes millions of small objects: looking for cycles among them takes a tenth of its time
    try:
        with interrupts_later():  # otherwise numba stays half loaded
            from .codegen import compile_kernel

            made = compile_kernel(function, inline, kinds, symbol, unrolls)
    finally:
        if collects:
            gc.enable()
    head = {"entry": entry, "symbol": symbol, "needs": made.needs, "returns": made.returns, "size": len(made.code)}
    return b"".join((json.dumps(head).encode(), b"\n", made.code))


def _find(stored: KernelCache, name: str, entry: str) -> Code | None:
    content = stored.read(name)
    if content is None:
        return None
    try:
        return _load(entry, content)
    except MemoryError:
        raise
    except Exception:  # the checksum is right, so another version of this program wrote the file
        stored.drop(name)
        return None


def _is_covered(function: Callable[..., Any]) -> bool:
    """Do the sources and `entry_of` determine this function?"""
    file = Path(os.path.abspath(function.__code__.co_filename))
    return file.is_relative_to(SOURCES.folder) and all(isinstance(value, int | str) for value in _closure(function))


def _closure(function: Callable[..., Any]) -> list[object]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def entry_of(function: Callable[..., Any], kinds: tuple[Kind, ...]) -> str:
    """The name of one compiled function among all kernels of the same sources."""
    place = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return f"{place}:{function.__code__.co_firstlineno} {_closure(function)} {kinds}"


def file_of(entry: str) -> str:
    """The name of the file of an entry.

    >>> file_of("chomp.<lambda>:9 [] (int64)")
    'chomp.lambda-69a828a2c3c1479d.kernel'
    """
    name = entry.partition(":")[0].replace("<", "").replace(">", "")
    return f"{name}-{_digest_of(entry)}.kernel"


def _digest_of(entry: str) -> str:
    return hashlib.sha256(entry.encode()).hexdigest()[:16]


@cache
def _engine() -> Any:
    """LLVM's loader of machine code."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


def _load(entry: str, content: bytes) -> Code:
    line, _, code = content.partition(b"\n")
    head = json.loads(line)
    if head["entry"] != entry or head["size"] != len(code):
        raise ValueError("the code of another function")
    # LLVM ends the process if it meets an unknown name, so all names are looked up before.
    if not all(binding.address_of_symbol(name) for name in head["needs"]):
        raise ValueError("the code calls functions that are missing")
    engine = _engine()
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return _callable(engine.get_function_address(head["symbol"]), head["returns"])


def _callable(address: int, returns: Kind) -> Code:
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(address)
    room = ctypes.c_int64 * size_of(returns)

    def call(slots: list[int]) -> Any:
        arguments, answer = (ctypes.c_int64 * len(slots))(*slots), room()
        if function(arguments, answer):
            raise ArithmeticError("compiled code has failed")
        return result(returns, list(answer))

    return call
