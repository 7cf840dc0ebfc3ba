"""The wheel of the installed version, as far as a browser needs it: the same installed files give the same wheel.

A visitor waits for it, so it leaves out commands, servers and compiled loops, comments and the docstrings of functions
(docstrings of classes may be rules of games, which players read). Its files are stored uncompressed, and xz packs all
of them together: that is a third smaller than packing each file. It has no metadata, which nothing in a browser reads.
"""

from __future__ import annotations

import ast
import lzma
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from ..version import __version__

PACKAGE = Path(__file__).parents[1]

SERVER = (
    *("app", "fair_queue", "guard", "hard_questions", "hosts", "pages", "pool"),
    *("responder", "schema", "static_files", "worker_process"),
)
PRINTED = ("record_text", "figures", "match_table", "surveys")
LEFT_OUT = (
    *("cli", "kernels", "survey"),
    *("proof/checkers.py", "proof/front_*", "proof/outcome_check.py", "proof/quotient_check.py", "proof/write_*"),
    *("web/static", "web/help", "web/page.html", "web/worker.py", "web/classroom", "site/build.py"),
    *(f"web/{name}.py" for name in SERVER),
    *("check/installation.py", "play/judge.py", "play/warden.py"),
    *(f"play/{name}.py" for name in ("programs", "referee", "dialogue", "pupil_process")),
    *(f"show/{name}.py" for name in PRINTED),
)
"""The files that a browser cannot use: commands, servers, compiled loops; and the page, which it has already."""

KEPT = ("kernels/__init__.py", "web/static/js/outlines.js")

UNUSED = ("segno/cli.py", "segno/helpers.py")

DATA = (".py", ".mo", ".toml", ".json", ".zlib")

WINDOW = 1 << 20
"""The bytes that xz looks back. Unpacking needs as much memory, which stays in the stored memory of a start."""

LIBRARIES = ("segno",)
"""Libraries in plain Python that the wheel includes, if they are installed."""


def wheel_name() -> str:
    """The name of the packed wheel."""
    return f"nimatron-{__version__}-py3-none-any.whl.xz"


def packed_wheel() -> bytes:
    """The packed wheel of a site."""
    return lzma.compress(
        wheel(), filters=[{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": WINDOW}]
    )


def wheel() -> bytes:
    """The bytes of the wheel."""
    files = dict(_ours())
    for library in LIBRARIES:
        files |= _library(library)
    return _zip(
        {name: _bare(data) if name.endswith(".py") else data for name, data in files.items() if name not in UNUSED}
    )


def _ours() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if name in KEPT or (path.suffix in DATA and _is_needed(name)):
            yield f"nimatron/{name}", path.read_bytes()


def _is_needed(name: str) -> bool:
    return not any(fnmatch(name, pattern) or name.startswith(f"{pattern}/") for pattern in LEFT_OUT)


def _library(name: str) -> dict[str, bytes]:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return {}
    folder = Path(spec.origin).parent
    return {f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in sorted(folder.rglob("*.py"))}


def licences() -> dict[str, bytes]:
    """The licences of this program and of the libraries in the wheel, by file name."""
    texts = {}
    for name in ("nimatron", *LIBRARIES):
        try:
            files = distribution(name).files or ()
        except PackageNotFoundError:
            continue
        for file in files:
            path = Path(str(file.locate()))
            if "license" in file.name.lower() and path.is_file():
                texts[f"{name}-{file.name}"] = path.read_bytes()
    return texts


def _zip(files: Mapping[str, bytes]) -> bytes:
    """A zip file that depends on nothing but the files: no dates, no order of a disk."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            # A ZipInfo without a date is of 1980, on every machine.
            archive.writestr(ZipInfo(name), data)
    return whole.getvalue()


def _bare(source: bytes) -> bytes:
    """Python without comments, and without docstrings except those of classes."""
    return ast.unparse(_Bare().visit(ast.parse(source))).encode()


class _Bare(ast.NodeTransformer):
    def visit_Module(self, node: Any) -> Any:
        return self._strip(node, 0)

    def visit_FunctionDef(self, node: Any) -> Any:
        return self._strip(node, 0)

    def visit_ClassDef(self, node: Any) -> Any:
        return self._strip(node, 1)

    def _strip(self, node: Any, first: int) -> Any:
        self.generic_visit(node)
        node.body = [line for i, line in enumerate(node.body) if i < first or not _is_text(line)] or [ast.Pass()]
        return node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
