"""Which code computes arrays of nimbers on this machine; chosen at first use.

bitsliced   planes of binary digits in vectors, on any machine that numba compiles for
numpy       one number after the other, without numba
"""

from __future__ import annotations

import platform
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.message import Message

WIDTHS = (("avx512bw", 64), ("avx2", 32))
"""Processor features and the size of their vectors in bytes; without any of them it is 16."""


@dataclass(frozen=True)
class ArrayPath:
    """The choice: the size of its vectors in bytes, and why it was made."""

    name: str
    size: int
    why: Message


@cache
def path() -> ArrayPath:
    """The choice for this process."""
    missing = without_compiler()
    return ArrayPath("numpy", 0, missing) if missing else choose(features())


def choose(found: Set[str]) -> ArrayPath:
    """The compiled path, with the largest vectors for which the processor features suffice.

    >>> choose({"avx2"}).size, choose(set()).size
    (32, 16)
    """
    feature, size = next((width for width in WIDTHS if width[0] in found), ("", 16))
    why = Message("the machine has {features}", features=feature or platform.machine())
    return ArrayPath("bitsliced", size, Message("{why}; vectors of {size} bytes", why=why, size=size))


def without_compiler() -> Message | None:
    """Why nothing can be compiled; None if it can."""
    try:
        config = _settings()
    except ImportError as fault:
        return Message("numba cannot be imported: {fault}", fault=fault)
    return Message("NUMBA_DISABLE_JIT turns compilation off") if config.DISABLE_JIT else None


def _settings() -> Any:
    """numba's settings, with its environment variables already read."""
    from numba.core import config

    return config


def features() -> frozenset[str]:
    """The features that compiled code may use: the processor has them, and no setting of numba names another one."""
    from llvmlite import binding  # type: ignore[import-untyped]

    config = _settings()
    try:
        host = frozenset(name for name, has in binding.get_host_cpu_features().items() if has)
    except RuntimeError:  # LLVM does not know this processor
        return frozenset()
    # numba compiles for the processor that its settings name, which may lack the features of this one.
    named = config.CPU_NAME not in (None, binding.get_host_cpu_name())
    return frozenset() if named or config.CPU_FEATURES is not None else host
