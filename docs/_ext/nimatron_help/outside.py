"""Files beside the folder of the pages, as pages: their links lead to other pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[3]

PAGES = {
    "README.md": "overview.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
    "benchmarks": "benchmarks.md",
}
"""The page that holds each file."""

LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
NAMED = re.compile(r"(?<!\[)`((?:docs/)?[\w-]+\.md|benchmarks/)`(?!\])")
"""The name of a page as code: on a package index, links to files would lead nowhere."""


def whole(file: str, heading: str = "") -> Callable[[], str]:
    """Gives a file as a page, below a heading if it has several of its own."""

    def text() -> str:
        read = relinked((ROOT / file).read_text("utf-8"), file)
        return f"# {heading}\n\n" + _deeper(read) if heading else read

    return text


def section(file: str, heading: str) -> Callable[[], str]:
    """Gives the text below one heading of a file, for a page in a folder."""

    def text() -> str:
        _, begin, rest = (ROOT / file).read_text("utf-8").partition(f"\n## {heading}\n")
        assert begin, f"{file} has no section {heading}"
        return relinked(rest.partition("\n## ")[0].strip(), file, "../")

    return text


def relinked(text: str, file: str, up: str = "") -> str:
    """Links between files as links between pages; `docs/NAME.md` in code is a link too."""
    folder = Path(file).parent

    def page(path: str) -> str:
        name = (ROOT / folder / path).resolve().relative_to(ROOT).as_posix()
        return up + PAGES.get(name, name.removeprefix("docs/"))

    text = LINK.sub(lambda found: f"]({page(found[1])}{found[2] or ''})", text)
    if file != "README.md":
        return text
    return NAMED.sub(lambda found: f"[{found[1]}]({page(found[1])})", text)


def _deeper(text: str) -> str:
    """Headings one level down; a line that begins with # inside code stays."""
    inside, lines = False, []
    for line in text.splitlines():
        inside ^= line.lstrip().startswith("```")
        lines.append(f"#{line}" if line.startswith("#") and not inside else line)
    return "\n".join(lines) + "\n"
