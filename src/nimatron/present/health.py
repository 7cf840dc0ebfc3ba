"""The state of an installation in words, and its JSON shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..check.health import Cache, Health
from .text import Line
from .words import tr, trn, word


def health_lines(health: Health) -> Iterator[Line]:
    """A paragraph for each subject."""
    yield Line(f"nimatron {health.version}, Python {health.python}", "title")
    for name, version in health.libraries.items():
        yield Line(f"  {name} {version}") if version else Line("  " + tr("{name} is missing", name=name), "bad")
    yield Line(trn("{machine}, {n} core", "{machine}, {n} cores", health.cores, machine=health.processor))
    yield Line(tr("Arrays of nimbers: {path}", path=health.arrays.name), "title")
    yield Line("  " + tr("because {reason}", reason=word(health.arrays.why)))
    yield Line("  " + tr("features found: {features}", features=", ".join(health.features) or tr("none that matter")))
    if health.arrays_work:
        yield Line("  " + tr("its products of bytes are right"), "good")
    else:
        yield Line("  " + tr("its products of bytes are WRONG: set NIMATRON_NIMBERS=numpy"), "bad")
    if health.cache:
        yield from _cache(health.cache)
    yield from _catalog(health)
    if health.unkept:
        yield Line(tr("This system cannot limit:"), "title")
        yield from (Line("  " + word(limit)) for limit in health.unkept)


def _cache(cache: Cache) -> Iterator[Line]:
    if cache.folder:
        files = trn("{n} file", "{n} files", cache.files)
        size = round(cache.bytes / 1e6, 1)
        yield Line(tr("Compiled kernels: {folder} ({files}, {size} MB)", folder=cache.folder, files=files, size=size))
    if cache.fault:
        yield Line("  " + tr("new ones are not kept: {reason}", reason=word(cache.fault)), "bad")
    if cache.repaired:
        yield Line("  " + trn("{n} damaged file was removed", "{n} damaged files were removed", cache.repaired), "bad")
    if not cache.works:
        yield Line("  " + tr("a kept kernel does NOT load as it was: set NIMATRON_KERNELS=off"), "bad")
    elif not cache.fault:
        yield Line("  " + tr("a kept kernel loads and gives the same"), "good")


def _catalog(health: Health) -> Iterator[Line]:
    games = trn("Catalog: {n} game", "Catalog: {n} games", health.games)
    if not health.broken:
        yield Line(games + ", " + tr("all samples read back"), "good")
        return
    yield Line(games, "bad")
    for name, fault in health.broken.items():
        yield Line(f"  {name}: {word(fault)}", "bad")


def health_data(health: Health) -> dict[str, Any]:
    """The shape `nimatron.doctor/1`."""
    arrays, cache = health.arrays, health.cache
    return {
        "schema": "nimatron.doctor/1",
        "good": health.good,
        "version": health.version,
        "python": health.python,
        "libraries": health.libraries,
        "processor": health.processor,
        "cores": health.cores,
        "nimbers": {
            "path": arrays.name,
            "vector_bytes": arrays.size,
            "because": word(arrays.why),
            "features": list(health.features),
            "works": health.arrays_work,
        },
        "cache": cache and _cache_data(cache),
        "catalog": {"games": health.games, "broken": {name: word(fault) for name, fault in health.broken.items()}},
        "unkept": [word(limit) for limit in health.unkept],
    }


def _cache_data(cache: Cache) -> dict[str, Any]:
    return {
        "folder": str(cache.folder) if cache.folder else None,
        "files": cache.files,
        "bytes": cache.bytes,
        "fault": word(cache.fault) if cache.fault else None,
        "repaired": cache.repaired,
        "works": cache.works,
    }
