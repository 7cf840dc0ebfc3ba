"""Answers with the help, at /help."""

from __future__ import annotations

from pathlib import Path

from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.types import Receive, Scope, Send

from .files import Files
from .helping import STAMP, missing_page
from .problems import wanted_language

PREFIX = "/help"


class Help:
    """Answers with the pages of the help, and reads them again when they were built anew."""

    def __init__(self, stamp: Path = STAMP) -> None:
        self.stamp = stamp
        self.built = 0
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
