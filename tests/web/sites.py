"""Sites for tests: Pyodide from npm, kept across runs, and a plain server of static files."""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nimatron.core.files import cache_folder
from nimatron.site.runtime import FILES, VERSION


def pyodide() -> Path:
    """The npm package, unpacked; it is fetched once and kept among the caches of this program."""
    folder = cache_folder() / f"pyodide-{VERSION}"
    if all((folder / "package" / name).is_file() for name in FILES):
        return folder / "package"
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not here, and Pyodide comes from npm")
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", f"pyodide@{VERSION}", "--pack-destination", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300, check=False)
    if done.returncode:
        pytest.skip(f"npm does not give Pyodide: {done.stderr[-200:]}")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


@dataclass
class Requests:
    """The address of a server, and what it was asked."""

    address: str = ""
    paths: list[str] = field(default_factory=list)


@contextmanager
def static(folder: Path) -> Iterator[Requests]:
    """A server for the files of a folder, as `python -m http.server` gives them, also to pages of other sites."""
    requests = Requests()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            requests.paths.append(self.path)

        def end_headers(self) -> None:
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        requests.address = f"http://127.0.0.1:{server.server_address[1]}"
        yield requests
        server.shutdown()


def visitor(browser: Any, address: str) -> Any:
    """A browser as a new visitor of a site has it."""
    context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce")
    context.set_default_timeout(60_000)
    return context


def complaints(page: Any, address: str) -> list[str]:
    """What a page complains about from now on: errors, and requests to other hosts."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda fault: found.append(str(fault)))
    ours = (f"{address}/", "data:", "blob:")
    page.on("request", lambda request: None if request.url.startswith(ours) else found.append(request.url))
    return found
