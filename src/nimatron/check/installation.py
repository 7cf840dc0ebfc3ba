"""The state of the installation, for bug reports: versions, the machine, caches, the catalog."""

from __future__ import annotations

import os
import platform
import signal
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from .. import kernels
from ..core.message import Message
from ..families.catalog import CATALOG
from ..nimbers import arrays as paths
from ..notation.reader import parse
from ..proof.coq_check import coq_version, ocaml_version
from ..version import __version__

LIBRARIES = ("numpy", "numba", "llvmlite", "typer", "rich")


@dataclass(frozen=True)
class CacheHealth:
    """The folder of compiled kernels and its state."""

    folder: Path | None
    files: int
    bytes: int
    fault: Message | None
    """The reason why nothing is stored."""
    repaired: int
    """The number of damaged files that were removed."""
    works: bool
    """True if a stored kernel loads again and gives the same results."""


@dataclass(frozen=True)
class InstallationHealth:
    """The state of this installation; missing `libraries` have no version."""

    version: str
    python: str
    libraries: dict[str, str | None]
    processor: str
    cores: int
    features: tuple[str, ...]
    """The processor features that compiled code may use and that decide how arrays of nimbers are computed."""
    arrays: paths.ArrayPath
    arrays_work: bool
    """True if that path gives the same products as plain tables."""
    cache: CacheHealth | None
    """The cache of kernels; None if nothing is compiled."""
    games: int
    broken: dict[str, Message | str]
    """Games of the catalog whose sample cannot be read back, and why."""
    unkept: tuple[Message, ...] = ()
    """The limits that this system does not have."""
    coq: str | None = None
    """The version of the proof assistant, which `verify --formal` needs; None if there is none."""
    ocaml: str | None = None
    """The version of the compiler that `verify --extracted` needs too; None if there is none."""

    @property
    def good(self) -> bool:
        """Does everything that was tried work?"""
        return self.arrays_work and not self.broken and (self.cache is None or self.cache.works)


def health() -> InstallationHealth:
    """Look at everything once; the first call compiles a small kernel."""
    compiles = not paths.without_compiler()
    known = {feature for feature, _ in paths.WIDTHS}
    return InstallationHealth(
        version=__version__,
        python=platform.python_version(),
        libraries={name: _version(name) for name in LIBRARIES},
        processor=_processor() if compiles else platform.machine(),
        cores=_cores(),
        features=tuple(sorted(known & paths.features())) if compiles else (),
        arrays=paths.path(),
        arrays_work=_arrays_work(),
        cache=_cache() if compiles else None,
        games=len(CATALOG.entries),
        broken=dict(_faults()),
        unkept=unkept_limits(),
        coq=coq_version(),
        ocaml=ocaml_version(),
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    from llvmlite import binding  # type: ignore[import-untyped]

    return f"{platform.machine()} ({binding.get_host_cpu_name()})"


def _cores() -> int:
    """The cores that this process may use; in a container they can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _arrays_work() -> bool:
    import numpy as np

    from ..nimbers.arrays import mul
    from ..nimbers.finite import products

    a = np.arange(256, dtype=np.uint8)
    return bool(mul(a[:, None], a).tobytes() == b"".join(products()))


def _cache() -> CacheHealth:
    kernels.need()
    from ..kernels.compile.jit import loads_back
    from ..kernels.compile.loader import kernel_cache

    # A damaged file would be found only when its kernel is needed.
    kernel_cache().check()
    works = loads_back() or kernel_cache().fault is not None
    sizes = kernel_cache().sizes()
    return CacheHealth(
        kernel_cache().root, len(sizes), sum(sizes), kernel_cache().fault, kernel_cache().repaired, works
    )


def forget_kernels() -> None:
    """Remove all compiled kernels."""
    if paths.without_compiler():
        return
    kernels.need()
    from ..kernels.compile.loader import kernel_cache

    kernel_cache().clear()


def _faults() -> list[tuple[str, Message | str]]:
    faults: list[tuple[str, Message | str]] = []
    for entry in CATALOG:
        try:
            position = parse(entry.sample)
            if parse(str(position)) != position:
                faults.append((entry.id, Message("{position} does not read back", position=position)))
        except Exception as fault:  # any fault of a game is what we want to report
            faults.append((entry.id, f"{type(fault).__name__}: {fault}"))
    return faults


def unkept_limits() -> tuple[Message, ...]:
    """The limits that this system does not have; none are missing on Linux."""
    memory = Message("the memory of the program: --memory has no effect")
    hanging = Message("the time of rules of your own that hang inside a single move")
    found = []
    if find_spec("resource") is None:
        found.append(memory)
    if not hasattr(signal, "setitimer"):
        found.append(hanging)
    return (*found, *unkept_of_programs())


def unkept_of_programs() -> tuple[Message, ...]:
    """The same for the programs of a referee, which `play/warden.py` watches."""
    if sys.platform == "win32":
        return (
            Message("the memory and the number of processes of refereed programs"),
            Message("the processes that a refereed program has started: they do not end with it"),
        )
    if sys.platform != "linux":
        return (Message("the memory and the number of processes of refereed programs"),)
    return ()
