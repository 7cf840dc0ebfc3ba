"""Writes the page as a folder of files for any web space: the whole folder, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from ..core.errors import NotKept, UsageError
from ..core.files import make_folder, remove_folder, replace_folder, write_whole
from ..families.catalog import CATALOG
from ..notation.own_file import load
from ..show.words import languages, speaking
from ..version import __version__
from ..web.answer import as_json
from ..web.answers.request import Lessons
from ..web.own_games import read_own
from ..web.pages import FIRST_POSITION, SCREENS, STATIC, Screen, first_questions, help_files, page_html, static_data
from .engine import Engine
from .python_files import build_name, engine_data, python_files
from .runtime import NOTICE, Runtime, integrity_of
from .wheel import licences

MARK = "nimatron-site.json"
"""The file that marks a folder written by this command, which it may write again."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; base-uri 'none'; "
    "object-src 'none'; form-action 'none'"
)
"""As strict as the policy of the server, except for WebAssembly."""

HEAD = """\
<meta http-equiv="Content-Security-Policy" content="{policy}" />
    <meta name="referrer" content="no-referrer" />
    <meta name="nimatron-engine" content="{engine}" />
    <title>"""


SERVICE = Path(__file__).with_name("service.js")


@dataclass(frozen=True)
class Site:
    """A written site: its folder, the numbers of files and bytes, and the Pyodide for its visitors."""

    folder: Path
    files: int
    bytes: int
    runtime: Runtime


def write_site(folder: Path, places: Sequence[str], lessons: Lessons, runtime: Runtime) -> Site:
    """Write a site with your own games and lessons. A site that was written there before is replaced."""
    folder = folder.resolve()  # a link stays a link: its target is replaced
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
        with suppress(OSError):
            remove_folder(beside)
        raise NotKept("cannot write {path}: {reason}", path=folder, reason=fault.strerror) from None
    return Site(folder, len(files), sum(map(len, files.values())), runtime)


def check_folder(folder: Path) -> None:
    """UsageError for a folder with other files in it."""
    if folder.exists() and not folder.is_dir():
        raise UsageError("{folder} is not a folder", folder=folder)
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise UsageError("{folder} contains other files: expected a new folder, or a site to replace", folder=folder)


def site_files(places: Sequence[str], lessons: Lessons, runtime: Runtime) -> dict[str, bytes]:
    """All files of a site by their paths in it."""
    files = {
        **_page(runtime),
        **_answers(places, lessons),
        **{f"help/{name}": _in_site(name, data) for name, data in help_files().items()},
        **python_files(read_own(places, lessons), runtime),
        **{f"licences/{name}": data for name, data in licences().items()},
        "licences/pyodide.txt": NOTICE.format(version=runtime.version).encode(),
    }
    # The name of the build changes with any file: the service worker then loads everything anew.
    build = build_name(files)
    files["engine.json"] = as_json(engine_data(build, runtime))
    files["service.js"] = _service(files, runtime, build)
    files[MARK] = as_json({"version": __version__, "build": build})
    return files


def _page(runtime: Runtime) -> dict[str, bytes]:
    static = {
        path.relative_to(STATIC).as_posix(): static_data(path) for path in sorted(STATIC.rglob("*")) if path.is_file()
    }
    screens = {path.lstrip("/") or "index.html": screen for path, screen in SCREENS.items()}
    return static | {path: _screen(screen, runtime) for path, screen in screens.items()}


def _screen(screen: Screen, runtime: Runtime) -> bytes:
    head = HEAD.format(policy=POLICY, engine="elsewhere" if runtime.elsewhere else "here")
    return page_html(screen).replace(b"<title>", head.encode(), 1)


def _in_site(name: str, data: bytes) -> bytes:
    """A file of the help; a page of the help gets the policy of all pages."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    <title>'
    return data.replace(b"<title>", policy.encode(), 1) if name.endswith(".html") else data


def _answers(places: Sequence[str], lessons: Lessons) -> dict[str, bytes]:
    engine = Engine(CATALOG.with_games(*map(load, places)), lessons)
    answers = {}
    for lang in languages():
        with speaking(lang):
            answers[f"first/{lang}.json"] = as_json(first_answers(engine, lang))
            answers[f"more/{lang}.json"] = as_json(more_answers(engine, lang))
    return answers


def _service(files: Mapping[str, bytes], runtime: Runtime, build: str) -> bytes:
    entries: dict[str, Any] = {name: {"integrity": integrity_of(data)} for name, data in files.items()}
    for name, (address, integrity) in runtime.elsewhere.items():
        entries[f"pyodide/{name}"] = {"from": address, "integrity": integrity}
    site = json.dumps({"build": build, "place": "nimatron ", "files": entries}, indent=1)
    return SERVICE.read_text("utf-8").replace("const SITE = {};", f"const SITE = {site};", 1).encode()


# -- answers written with the site -------------------------------------------------------------


def first_answers(engine: Engine, lang: str) -> dict[str, Any]:
    """The answers to the first questions of the screens, by address."""
    questions = [question for screen in SCREENS.values() for question in first_questions(screen, {})]
    return dict(_answers_to(engine, [*questions, ("lessons", {})], lang))


def more_answers(engine: Engine, lang: str) -> dict[str, Any]:
    """The answers to their next questions: the pictures of all games, and the positions with which games begin."""
    games = json.loads(engine.answer(f"api/v1/games?lang={lang}").body)["games"]
    starts = dict.fromkeys(start for game in games for start in (game["sample"], *game["easy"]) if start)
    questions = [("gallery", {}), *(("position", {"position": start}) for start in starts if start != FIRST_POSITION)]
    return dict(_answers_to(engine, questions, lang))


def _answers_to(engine: Engine, questions: list[tuple[str, dict[str, str]]], lang: str) -> Iterator[tuple[str, Any]]:
    for name, values in questions:
        address = f"api/v1/{name}?{_query({**values, 'lang': lang})}"
        reply = engine.answer(address)
        if reply.status == 200 and reply.storable:
            yield address, json.loads(reply.body)


def _query(values: dict[str, str]) -> str:
    """The query of an address, as URLSearchParams of a browser writes it."""
    return "&".join(f"{name}={quote_plus(value, safe='*-._')}" for name, value in values.items())
