"""Pyodide, the Python in the browser: the files that a page needs, copied from a release or fetched from its CDN."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha384
from pathlib import Path
from typing import Any

from ..core.errors import UsageError
from ..core.files import cache_folder

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of a release that a page needs."""

LOCK = "pyodide-lock.json"

VERSION = "314.0.7"
CDN = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"
"""The source of Pyodide for visitors, if it is not part of the site: the public mirror of npm."""

INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}

# A new VERSION needs new hashes: `integrity_of` of each file gives them.
KNOWN = {
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
}
"""The files of that version, by their hashes: the service worker of the site refuses any other."""

NOTICE = """\
Pyodide {version} (https://pyodide.org), copied unchanged from its npm package `pyodide`.
Its source is at https://github.com/pyodide/pyodide, under the Mozilla Public License 2.0 (https://mozilla.org/MPL/2.0/).
It contains CPython, under the Python Software Foundation License (https://docs.python.org/3/license.html), and
Emscripten, under the MIT licence.
"""


@dataclass(frozen=True)
class Runtime:
    """Pyodide for a site: its lock file, and its files or the addresses that have them."""

    version: str
    lock: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    elsewhere: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The address and the hash of each file that is not part of the site."""
    packages: tuple[str, ...] = ()


def from_cdn() -> Runtime:
    """Pyodide that visitors fetch themselves."""
    return Runtime(
        VERSION,
        {"info": INFO, "packages": {}},
        elsewhere={name: (CDN + name, integrity) for name, integrity in KNOWN.items()},
    )


def from_folder(folder: Path) -> Runtime:
    """Pyodide from an unpacked release, such as the npm package; with numpy, if it is there."""
    try:
        files = {name: (folder / name).read_bytes() for name in FILES}
        lock = json.loads((folder / LOCK).read_text("utf-8"))
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    except (OSError, ValueError, KeyError) as fault:
        raise UsageError(
            "{folder} does not contain Pyodide ({reason}): expected the unpacked npm package `pyodide`",
            folder=folder,
            reason=getattr(fault, "filename", None) or fault,
        ) from None
    # The npm package has no numpy; a full release has, and answers then get further.
    numpy = lock.get("packages", {}).get("numpy")
    if numpy and not numpy.get("depends") and (folder / numpy["file_name"]).is_file():
        files[numpy["file_name"]] = (folder / numpy["file_name"]).read_bytes()
        return Runtime(version, {"info": lock["info"], "packages": {"numpy": numpy}}, files, packages=("numpy",))
    return Runtime(version, {"info": lock["info"], "packages": {}}, files)


def find_folder() -> Path | None:
    """The npm package on this machine: installed here, or unpacked among the caches of this program."""
    places = (Path("node_modules/pyodide"), cache_folder() / f"pyodide-{VERSION}" / "package")
    return next((place for place in places if all((place / name).is_file() for name in (*FILES, LOCK))), None)


def integrity_of(data: bytes) -> str:
    """The hash of a file as browsers check it."""
    return f"sha384-{b64encode(sha384(data).digest()).decode()}"
