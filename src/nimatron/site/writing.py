"""Writes the page as a folder of files that any web space can hold; the folder is there whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import NotKept, UsageError
from ..files import make_folder, remove_folder, replace_folder, write_whole
from ..games.catalog import CATALOG
from ..games.loading import load
from ..present.words import languages, speaking
from ..version import __version__
from ..web.answers.asked import Lessons
from ..web.helping import help_files
from ..web.pages import page_html
from ..web.screens import SCREENS, STATIC, Screen
from .engine import Engine
from .first import first_answers, more_answers
from .icons import icon
from .own import given_games
from .runtime import NOTICE, Runtime, integrity_of
from .wheel import licences, packed_wheel, wheel_name

MARK = "nimatron-site.json"
"""Says that a folder was written by this command, so that it may be written again."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; base-uri 'none'; "
    "object-src 'none'; form-action 'none'"
)
"""As strict as that of the server, but for WebAssembly."""

HEAD = """\
<meta http-equiv="Content-Security-Policy" content="{policy}" />
    <meta name="referrer" content="no-referrer" />
    <meta name="nimatron-engine" content="{engine}" />
    <meta name="theme-color" content="#f7f3ea" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="apple-touch-icon" href="icon-192.png" />
    <title>"""

SIZES = (192, 512)

OWN = {"/own.html": Screen("own", ("board", "why", "own"))}
"""The screen that only a page without a server has: code that a reader writes runs nowhere else."""

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

SERVICE = Path(__file__).with_name("service.js")
FRAME = Path(__file__).with_name("sandbox.js")


@dataclass(frozen=True)
class Site:
    """What was written: how many files, how many bytes, and which Pyodide visitors get, from where."""

    folder: Path
    files: int
    bytes: int
    runtime: Runtime


def write_site(folder: Path, places: Sequence[str], lessons: Lessons, runtime: Runtime) -> Site:
    """Write a site with games and lessons of one's own. A site that was written there before is replaced."""
    check_folder(folder)
    files = site_files(places, lessons, runtime)
    beside = folder.with_name(f".{folder.name}.{sha256(repr(folder).encode()).hexdigest()[:8]}.part")
    try:
        remove_folder(beside)  # a process that was killed may have left it
        for name, data in files.items():
            make_folder((beside / name).parent)
            write_whole(beside / name, [data], sync=False)
        replace_folder(beside, folder)
    except OSError as fault:
        raise NotKept("cannot write {path}: {reason}", path=folder, reason=fault.strerror) from None
    return Site(folder, len(files), sum(map(len, files.values())), runtime)


def check_folder(folder: Path) -> None:
    """UsageError for a folder that has something else in it."""
    if folder.exists() and not folder.is_dir():
        raise UsageError("{folder} is no folder", folder=folder)
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise UsageError("{folder} has other files in it: expected a new folder, or a site to replace", folder=folder)


def site_files(places: Sequence[str], lessons: Lessons, runtime: Runtime) -> dict[str, bytes]:
    """All files of a site by their paths in it."""
    files = {
        **_page(runtime),
        **_answers(places, lessons),
        f"python/{wheel_name()}": packed_wheel(),
        **{f"help/{name}": _in_site(name, data) for name, data in help_files().items()},
        "python/own.json": _json({**given_games(places), "lessons": lessons}),
        **{f"pyodide/{name}": data for name, data in runtime.files.items()},
        "manifest.webmanifest": _json(_manifest()),
        **{f"icon-{size}.png": icon(size) for size in SIZES},
        **{f"licences/{name}": data for name, data in licences().items()},
        "licences/pyodide.txt": NOTICE.format(version=runtime.version).encode(),
    }
    build = f"nimatron {_digest(files)}"
    files["engine.json"] = _json(
        {
            "build": build,
            "version": __version__,
            "wheel": f"python/{wheel_name()}",
            "own": "python/own.json",
            "lock": runtime.lock,
            "packages": runtime.packages,
        }
    )
    files["service.js"] = _service(files, runtime, build)
    files[MARK] = _json({"version": __version__, "build": build})
    return files


def _page(runtime: Runtime) -> dict[str, bytes]:
    static = {
        path.relative_to(STATIC).as_posix(): path.read_bytes() for path in sorted(STATIC.rglob("*")) if path.is_file()
    }
    screens = {path.lstrip("/") or "index.html": screen for path, screen in {**SCREENS, **OWN}.items()}
    static["sandbox.html"] = _sandbox()
    return static | {path: _screen(screen, runtime) for path, screen in screens.items()}


def _screen(screen: Screen, runtime: Runtime) -> bytes:
    head = HEAD.format(policy=POLICY, engine="elsewhere" if runtime.elsewhere else "here")
    return page_html(screen).replace(b"<title>", head.encode(), 1)


def _in_site(name: str, data: bytes) -> bytes:
    """A file of the help; its pages say what they may load, as all others do."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    <title>'
    return data.replace(b"<title>", policy.encode(), 1) if name.endswith(".html") else data


def _sandbox() -> bytes:
    script = FRAME.read_text("utf-8")
    policy = SHUT.format(script=integrity_of(script.encode()))
    return SANDBOX.format(policy=policy, script=script).encode()


def _answers(places: Sequence[str], lessons: Lessons) -> dict[str, bytes]:
    engine = Engine(CATALOG.with_games(*map(load, places)), lessons)
    found = {}
    for lang in languages():
        with speaking(lang):
            found[f"first/{lang}.json"] = _json(first_answers(engine, lang))
            found[f"more/{lang}.json"] = _json(more_answers(engine, lang))
    return found


def _manifest() -> dict[str, Any]:
    icons = [{"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
    return {
        "name": "Nimatron",
        "short_name": "Nimatron",
        "description": "Solves, explains and plays impartial games.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f3ea",
        "theme_color": "#f7f3ea",
        "icons": [*icons, {**icons[-1], "purpose": "maskable"}],
    }


def _service(files: Mapping[str, bytes], runtime: Runtime, build: str) -> bytes:
    listed: dict[str, Any] = {name: {"integrity": integrity_of(data)} for name, data in files.items()}
    for name, (address, integrity) in runtime.elsewhere.items():
        listed[f"pyodide/{name}"] = {"from": address, "integrity": integrity}
    site = json.dumps({"build": build, "place": "nimatron ", "files": listed}, indent=1)
    return SERVICE.read_text("utf-8").replace("const SITE = {};", f"const SITE = {site};", 1).encode()


def _digest(files: Mapping[str, bytes]) -> str:
    parts = sorted((name, sha256(data).hexdigest()) for name, data in files.items())
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
