"""What to know when something is slow or fails: versions, the machine, caches, the catalog."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .. import kernels
from ..games.catalog import CATALOG
from ..games.notation import parse
from ..message import Message
from ..nimbers import paths
from ..version import __version__
from .unkept import unkept_limits

LIBRARIES = ("numpy", "numba", "llvmlite", "typer", "rich")


@dataclass(frozen=True)
class Cache:
    """Where compiled kernels are kept."""

    folder: Path | None
    files: int
    bytes: int
    fault: Message | None
    """Why nothing is kept."""
    repaired: int
    """How many damaged files were found, and removed."""
    works: bool
    """Does a kernel that was kept load again, and give the same?"""


@dataclass(frozen=True)
class Health:
    """The state of this installation; missing `libraries` have no version."""

    version: str
    python: str
    libraries: dict[str, str | None]
    processor: str
    cores: int
    features: tuple[str, ...]
    """The processor features that compiled code may use and that decide how arrays of nimbers are computed."""
    arrays: paths.Path
    arrays_work: bool
    """Does that path give the same products as plain tables?"""
    cache: Cache | None
    """None if nothing is compiled."""
    games: int
    broken: dict[str, Message | str]
    """Games of the catalog whose sample cannot be read back, and why."""
    unkept: tuple[Message, ...] = ()
    """What this system cannot limit."""

    @property
    def good(self) -> bool:
        """Does everything that was tried work?"""
        return self.arrays_work and not self.broken and (self.cache is None or self.cache.works)


def health() -> Health:
    """Look at everything once; the first call compiles a small kernel."""
    compiles = not paths.without_compiler()
    known = {feature for needs in paths.NEEDS.values() for feature in needs}
    return Health(
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
        broken=dict(_broken()),
        unkept=unkept_limits(),
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

    from ..nimbers.array_tables import products
    from ..nimbers.arrays import mul

    a = np.arange(256, dtype=np.uint8)
    return bool(np.array_equal(mul(a[:, None], a).ravel(), products()))


def _cache() -> Cache:
    kernels.need()
    from ..kernels.compiling import loads_back
    from ..kernels.kept import shelf

    shelf().check()
    works = loads_back() or shelf().fault is not None
    sizes = shelf().sizes()
    return Cache(shelf().root, len(sizes), sum(sizes), shelf().fault, shelf().repaired, works)


def forget_kernels() -> None:
    """Remove all compiled kernels."""
    if paths.without_compiler():
        return
    kernels.need()
    from ..kernels.kept import shelf

    shelf().clear()


def _broken() -> list[tuple[str, Message | str]]:
    faults: list[tuple[str, Message | str]] = []
    for entry in CATALOG:
        try:
            position = parse(entry.sample)
            if parse(str(position)) != position:
                faults.append((entry.id, Message("{position} does not read back", position=position)))
        except Exception as fault:  # any fault of a game is what we want to report
            faults.append((entry.id, f"{type(fault).__name__}: {fault}"))
    return faults
