"""Builds the help: python scripts/build_help.py [FOLDER]

Without a folder it goes to src/nimatron/web/help, from where the server shows it at /help. The extras `all` and `docs`
must be installed. A help that is up to date is left alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "nimatron"
HELP = PACKAGE / "web" / "help"
STAMP = "built.json"
"""Says from which sources the help was built; it comes last, so a help without it is not whole."""

OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "benchmarks/README.md")
STATIC = ("web/static/style.css", "web/static/icon.svg")


def main(target: Path = HELP) -> None:
    """Build it, if that is needed."""
    if not fresh(target):
        build(target)
        print(f"The help is in {target}.")


def fresh(target: Path = HELP) -> bool:
    """Is the help there, made from the sources as they are now?"""
    try:
        return bool(json.loads((target / STAMP).read_text("utf-8"))["sources"] == digest())
    except (OSError, ValueError, KeyError):
        return False


def digest() -> str:
    """A checksum of all that the help is made of."""
    found = sha256()
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def sources() -> Iterator[Path]:
    """The pages, and the program that they tell about."""
    yield from (path for path in sorted((ROOT / "docs").rglob("*")) if path.is_file() and path.suffix != ".pyc")
    yield from (ROOT / name for name in OUTSIDE)
    yield from (PACKAGE / name for name in STATIC)
    yield from sorted(PACKAGE.rglob("*.py"))


def build(target: Path = HELP) -> None:
    """Build all pages; any warning is an error, and then the help stays as it was."""
    sys.path.insert(0, str(PACKAGE.parent))
    from sphinx.cmd.build import main as sphinx

    from nimatron.core.files import replace_folder

    os.environ["LANGUAGE"] = "en"
    sources = digest()
    with TemporaryDirectory(prefix=".help.", dir=target.parent) as folder:
        made, trees = Path(folder, "help"), Path(folder, "trees")
        fault = sphinx(["-q", "-W", "--keep-going", "-b", "html", "-d", str(trees), str(ROOT / "docs"), str(made)])
        if fault:
            sys.exit(fault)
        (made / ".buildinfo").unlink(missing_ok=True)
        (made / STAMP).write_text(json.dumps({"sources": sources}) + "\n", "utf-8")
        replace_folder(made, target)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
