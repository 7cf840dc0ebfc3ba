"""Which code computes arrays of nimbers on this machine; chosen at first use.

    gfni512     instructions for the field of AES on vectors of 64 bytes (GFNI, AVX-512BW)
    gfni256     the same on vectors of 32 bytes (GFNI, AVX2)
    bitsliced   planes of binary digits, on any machine that numba compiles for
    numpy       look-up tables, without numba

The environment variable NIMATRON_NIMBERS names the fastest one that may be used. Code that needs features the machine
lacks is never chosen.
"""

from __future__ import annotations

import os
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..errors import UsageError
from ..message import Message, every

VARIABLE = "NIMATRON_NIMBERS"

NAMES = ("gfni512", "gfni256", "bitsliced", "numpy")
"""The paths, from the fastest to the slowest."""

NEEDS = {"gfni512": {"gfni", "avx512bw"}, "gfni256": {"gfni", "avx2"}}
"""The processor features that a path needs."""

WIDTHS = (("avx512bw", 64), ("avx2", 32))
"""Processor features and the size of their vectors in bytes; without any of them it is 16."""


@dataclass(frozen=True)
class Path:
    """The choice: the size of its vectors in bytes, and why it was made."""

    name: str
    size: int
    why: Message

    @property
    def kind(self) -> str:
        """Its name in the kernels."""
        return "gfni" if self.name in NEEDS else self.name


@cache
def path() -> Path:
    """The choice for this process."""
    most = os.environ.get(VARIABLE) or NAMES[0]
    if most not in NAMES:
        raise UsageError(
            "expected {names} in the variable {variable}, got {found!r}",
            names=", ".join(NAMES),
            variable=VARIABLE,
            found=most,
        )
    if most == "numpy":
        return Path("numpy", 0, Message("{variable} names it", variable=VARIABLE))
    missing = without_compiler()
    if missing:
        return Path("numpy", 0, missing)
    return choose(features(), most)


def choose(found: Set[str], most: str = NAMES[0]) -> Path:
    """The fastest path, but none faster than `most`, for which the features suffice.

    >>> choose({"avx2", "gfni"}).name, choose({"avx2", "gfni"}, "bitsliced").size, choose(set()).size
    ('gfni256', 32, 16)
    """
    for name in NAMES[NAMES.index(most) :]:
        if name in NEEDS and NEEDS[name] <= found:
            why = Message("the machine has {features}", features=every(sorted(NEEDS[name])))
            return Path(name, 64 if name == "gfni512" else 32, why)
        if name == "bitsliced":  # needs no feature: any machine will do
            break
    size = next((size for feature, size in WIDTHS if feature in found), 16)
    chosen = Message("no gfni among the features to compile for")
    if most == "bitsliced":
        chosen = Message("{variable} names it", variable=VARIABLE)
    return Path("bitsliced", size, Message("{why}; vectors of {size} bytes", why=chosen, size=size))


def without_compiler() -> Message | None:
    """Why nothing can be compiled; None if it can."""
    try:
        config = _settings()
    except ImportError as fault:
        return Message("numba cannot be imported: {fault}", fault=fault)
    return Message("numba is told not to compile (NUMBA_DISABLE_JIT)") if config.DISABLE_JIT else None


def _settings() -> Any:
    """numba's settings, with its environment variables already read."""
    from numba.core import config

    return config


def features() -> frozenset[str]:
    """The features that compiled code may use: the machine has them, and numba is not told to do without them.

    On an instruction that its target lacks, LLVM does not raise: it ends the process. A processor named by
    NUMBA_CPU_NAME is trusted with no more than AVX2, unless NUMBA_CPU_FEATURES lists its features.
    """
    from llvmlite import binding  # type: ignore[import-untyped]

    config = _settings()
    try:
        host = frozenset(name for name, has in binding.get_host_cpu_features().items() if has)
    except RuntimeError:  # LLVM does not know this processor
        return frozenset()
    if config.CPU_FEATURES is not None:
        listed = config.CPU_FEATURES.split(",")
        return host & {feature[1:] for feature in listed if feature.startswith("+")}
    if config.CPU_NAME in (None, binding.get_host_cpu_name()):
        return host
    return host & {"avx2"}
