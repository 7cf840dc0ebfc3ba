"""The files by which a visitor's browser runs Python, and the frame in which it runs the visitor's own code.

A site contains them. A server hands them out, and its own Python never sees the code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..version import __version__
from ..web.guard import POLICY
from ..web.own_games import Own
from ..web.static_files import MoreFiles
from .runtime import CDN, Runtime, integrity_of
from .wheel import packed_wheel, wheel_name

SANDBOX = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="{policy}" />
    <title>Nimatron</title>
    <script>{script}</script>
  </head>
</html>
"""

SHUT = "default-src 'none'; connect-src 'none'; worker-src blob:; script-src '{script}' blob: 'wasm-unsafe-eval'"
"""The policy of the frame for the code of readers, which its worker inherits: it reaches nothing."""

FRAME = Path(__file__).with_name("frame.js")

PLACES = ("/engine.json", "/sandbox.html", "/python/", "/pyodide/")
"""The paths of these files on a server."""

WRITING = ("/learn.html", "/own.html")
"""The screens on which visitors write code."""


def sandbox_html() -> bytes:
    """The frame for the code of readers."""
    script = FRAME.read_text("utf-8")
    return SANDBOX.format(policy=_shut(script), script=script).encode()


def _shut(script: str) -> str:
    # The hash of its own script is all that the frame may run.
    return SHUT.format(script=integrity_of(script.encode()))


def python_files(own: Own, runtime: Runtime) -> dict[str, bytes]:
    """The package, the games and lessons of the site, Python itself unless it is elsewhere, and the frame."""
    return {
        f"python/{wheel_name()}": packed_wheel(),
        "python/own.json": own.move_to("/own").line(),
        **{f"pyodide/{name}": data for name, data in runtime.files.items()},
        "sandbox.html": sandbox_html(),
    }


def build_name(files: Mapping[str, bytes]) -> str:
    """The name of a build, which changes with any of its files."""
    parts = sorted((name, sha256(data).hexdigest()) for name, data in files.items())
    return f"nimatron {sha256(repr(parts).encode()).hexdigest()[:16]}"


def engine_data(build: str, runtime: Runtime) -> dict[str, Any]:
    """The facts from which the scripts of the page start Python."""
    return {
        "build": build,
        "version": __version__,
        "wheel": f"python/{wheel_name()}",
        "own": "python/own.json",
        "lock": runtime.lock,
        "packages": runtime.packages,
    }


# -- from a server -----------------------------------------------------------------------------------


def served_python(own: Own, runtime: Runtime | None) -> MoreFiles:
    """The files for a server; without a runtime, only the answer that there is no Python."""
    script = FRAME.read_text("utf-8")
    policies = {"/sandbox.html": f"{_shut(script)}; frame-ancestors 'self'"}
    if runtime and runtime.elsewhere:
        # Nothing else of the page may be loaded from there, and nothing from elsewhere on that host.
        policies |= dict.fromkeys(WRITING, f"{POLICY}; connect-src 'self' {CDN}")
    return MoreFiles(lambda: _served_files(own, runtime), PLACES, policies)


def _served_files(own: Own, runtime: Runtime | None) -> dict[str, bytes]:
    if runtime is None:
        return {"engine.json": b'{"python":false}'}
    files = python_files(own, runtime)
    elsewhere = {name: {"from": place, "integrity": sum_} for name, (place, sum_) in runtime.elsewhere.items()}
    data = engine_data(build_name(files), runtime) | {"elsewhere": elsewhere}
    return files | {"engine.json": json.dumps(data).encode()}
