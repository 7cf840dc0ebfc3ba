"""The files of the page and of the help: read once, kept in memory as they are and compressed, each with a tag."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from .desk import kept, tags_of, unchanged

# The registry of a system may say something else about these, and a browser runs no script of another type.
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".bib": "text/plain; charset=utf-8",
    ".inv": "application/octet-stream",
}

LEAST = 600
"""Smaller files are sent as they are, in bytes."""


@dataclass(frozen=True)
class SentFile:
    """A file as it is sent."""

    kind: str
    body: bytes

    @cached_property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:32]}"'

    @cached_property
    def small(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    @property
    def is_compressed(self) -> bool:
        return len(self.body) >= LEAST

    def answer(self, request: Request) -> Response:
        """This file, or that the asker has it."""
        if {self.tag, "*"} & tags_of(request):
            return unchanged(self.tag)
        headers = kept(self.tag) | {"Vary": "Accept-Encoding"}
        if not self.is_compressed or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=headers, media_type=self.kind)
        return Response(self.small, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.kind)


class Files:
    """Answers with the files of a folder; no path that comes over HTTP is opened."""

    def __init__(self, folder: Path) -> None:
        files = (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)
        self.files = {
            f"/{path.relative_to(folder).as_posix()}": SentFile(KINDS[path.suffix], path.read_bytes()) for path in files
        }

    def compress(self) -> None:
        """Compress them all now, not when they are asked for."""
        for file in self.files.values():
            if file.is_compressed:
                _ = file.small

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":  # also of a screen or a route, which have refused it before
            raise HTTPException(405)
        if (found := self.files.get(scope["path"])) is None:
            raise HTTPException(404)
        await found.answer(Request(scope))(scope, receive, send)
