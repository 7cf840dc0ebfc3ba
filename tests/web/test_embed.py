"""A board in the page of another site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from visiting import serving, visitor

from nimatron.cli.program import app

PAGE = """<!doctype html><title>Embedder</title>
<script src="{server}/embed.js"></script>
<nimatron-board position="nim: 1 2" lang="pl"></nimatron-board>
<script>
  window.moves = [];
  document.querySelector("nimatron-board").addEventListener("move", (event) => window.moves.push(event.detail));
</script>"""


class Embedder(BaseHTTPRequestHandler):
    """Another site, with one page."""

    page = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page.encode())

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def another_site() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Embedder) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def policy(server: str) -> str:
    return httpx.get(f"{server}/").headers["content-security-policy"]


@pytest.mark.slow
def test_a_board_in_another_page(browser: Any, server: str) -> None:
    assert "frame-ancestors 'none'" in policy(server)
    with another_site() as site, serving("--frame-ancestors", site) as (address, _):
        assert f"frame-ancestors {site}" in policy(address)
        Embedder.page = PAGE.replace("{server}", address)
        page = visitor(browser, address).new_page()
        page.goto(site)
        board = page.frame_locator("iframe")
        board.locator('[data-id="2.2"]').click()
        page.wait_for_function("() => window.moves.some(({ position }) => position === 'nim: 1 1')")
        assert board.locator("header").first.is_hidden()
        assert "Zabierz" in board.locator(".how").inner_text()
        page.context.close()


def test_a_site_that_is_none_is_refused() -> None:
    refused = CliRunner().invoke(app, ["serve", "--frame-ancestors", "*; script-src *"])
    assert refused.exit_code == 2
    assert "https://school.example" in refused.stderr
