"""Files beside the folder of the pages, as pages: their links lead to other pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[3]

PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
    "benchmarks": "benchmarks.md",
}
"""The page that holds each file."""

LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")


def whole(file: str, heading: str = "") -> Callable[[], str]:
    """Gives a file as a page, below a heading if it has several of its own."""

    def text() -> str:
        read = relinked((ROOT / file).read_text("utf-8"), file)
        return f"# {heading}\n\n" + _deeper(read) if heading else read

    return text


def relinked(text: str, file: str) -> str:
    """Links between files as links between pages."""
    folder = Path(file).parent

    def page(path: str) -> str:
        name = (ROOT / folder / path).resolve().relative_to(ROOT).as_posix()
        return PAGES.get(name, name.removeprefix("docs/"))

    return LINK.sub(lambda found: f"]({page(found[1])}{found[2] or ''})", text)


def _deeper(text: str) -> str:
    """Headings one level down; a line that begins with # inside code stays."""
    inside, lines = False, []
    for line in text.splitlines():
        inside ^= line.lstrip().startswith("```")
        lines.append(f"#{line}" if line.startswith("#") and not inside else line)
    return "\n".join(lines) + "\n"
