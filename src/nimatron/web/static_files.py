"""The files of the page and of the help: read once, held in memory both plain and compressed, each with a tag."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from .pages import STAMP, missing_page
from .problems import wanted_language
from .responder import cache_headers, not_modified, tags_of

# The registry of a system may have other types for these, and a browser does not run a script of another type.
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".bib": "text/plain; charset=utf-8",
    ".inv": "application/octet-stream",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".xz": "application/octet-stream",
}

LEAST = 600
"""The least size of a file that is compressed, in bytes."""


@dataclass(frozen=True)
class MoreFiles:
    """Files that take long to make, by their names; their paths begin with one of `places`.

    `policies` has the paths of documents that may load other things than the page.
    """

    make: Callable[[], Mapping[str, bytes]]
    places: tuple[str, ...]
    policies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SentFile:
    """A file with its media type, its tag and its compressed form."""

    kind: str
    body: bytes

    @cached_property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:32]}"'

    @cached_property
    def small(self) -> bytes:
        # Without the time of day, equal files have equal bytes after compression.
        return gzip.compress(self.body, mtime=0)

    @property
    def is_compressed(self) -> bool:
        return len(self.body) >= LEAST

    def answer(self, request: Request) -> Response:
        """The response with this file, or without it if the client has it already."""
        if {self.tag, "*"} & tags_of(request):
            return not_modified(self.tag)
        headers = cache_headers(self.tag) | {"Vary": "Accept-Encoding"}
        if not self.is_compressed or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=headers, media_type=self.kind)
        return Response(self.small, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.kind)


class Files:
    """Answers with the files of a folder, and with `more` files, which are made when somebody asks for one of them.

    It never opens a path from a request.
    """

    def __init__(
        self, folder: Path, more: MoreFiles | None = None, read: Callable[[Path], bytes] = Path.read_bytes
    ) -> None:
        self.more, self._making = more, asyncio.Lock()
        # Read once: later changes on disk, and names such as ../, reach nobody.
        files = (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)
        self.files = {
            f"/{path.relative_to(folder).as_posix()}": SentFile(KINDS[path.suffix], read(path)) for path in files
        }

    def compress(self) -> None:
        """Compress all files now, before somebody asks for them."""
        _compress(self.files.values())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":  # also of a screen or a route, which have refused it before
            raise HTTPException(405)
        file = self.files.get(scope["path"])
        if file is None and self.more and scope["path"].startswith(self.more.places):
            file = (await self._build()).get(scope["path"])
        if file is None:
            raise HTTPException(404)
        await file.answer(Request(scope))(scope, receive, send)

    async def _build(self) -> dict[str, SentFile]:
        """All files, including `more`, which are made now."""
        async with self._making:
            if more := self.more:
                self.files |= await asyncio.to_thread(_files_to_send, more.make)
                self.more = None
        return self.files


def _files_to_send(make: Callable[[], Mapping[str, bytes]]) -> dict[str, SentFile]:
    files = {f"/{name}": SentFile(KINDS[Path(name).suffix], data) for name, data in make().items()}
    _compress(files.values())
    return files


def _compress(files: Iterable[SentFile]) -> None:
    for file in files:
        if file.is_compressed:
            _ = file.small


# -- the help -------------------------------------------------------------------------------------

PREFIX = "/help"


class Help:
    """Answers with the pages of the help, and reads them again after each build."""

    def __init__(self) -> None:
        self.stamp, self.built = STAMP, 0
        self.files: Files | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == PREFIX:
            await RedirectResponse(f"{PREFIX}/index.html")(scope, receive, send)
        elif files := self._current():
            inside = scope["path"].removeprefix(PREFIX)
            await files({**scope, "path": "/index.html" if inside == "/" else inside}, receive, send)
        else:
            page = missing_page(wanted_language(scope))
            await HTMLResponse(page, 503, {"Retry-After": "60"})(scope, receive, send)

    def _current(self) -> Files | None:
        try:
            built = self.stamp.stat().st_mtime_ns
        except FileNotFoundError:
            return None
        if built != self.built:
            self.files, self.built = Files(self.stamp.parent), built
        return self.files
