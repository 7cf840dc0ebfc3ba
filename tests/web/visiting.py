"""Visitors with a browser, and what went wrong on the pages that they saw."""

from __future__ import annotations

from typing import Any


class Watched:
    """What went wrong on a page: words on the console, requests to another host."""

    def __init__(self, page: Any, server: str) -> None:
        self.faults: list[str] = []
        page.on("console", lambda message: self.note(message.type in ("error", "warning"), message.text))
        page.on("pageerror", lambda fault: self.note(True, str(fault)))
        page.on("request", lambda request: self.note(not _inside(request.url, server), request.url))

    def note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.faults.append(what)


def _inside(url: str, server: str) -> bool:
    return url.startswith((f"{server}/", "data:", "blob:"))


def visitor(browser: Any, server: str, **settings: Any) -> Any:
    """A browser as somebody else has it, with nothing kept from other visits."""
    settings = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **settings}
    context = browser.new_context(base_url=server, locale="en", **settings)
    context.set_default_timeout(60_000)
    return context
