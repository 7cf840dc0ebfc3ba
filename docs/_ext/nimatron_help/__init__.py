"""What the program itself tells the help: its games, theorems, names, commands, routes and JSON.

A page has a line `<!-- generated: PART -->`; before the page is read, the text of that part takes its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nimatron.show.words import LANGUAGES
from nimatron.version import __version__

from . import commands, formal, integer_sequences, inventions, lands, names, outside, records, routes, shapes, words
from .searching import Folded

Writer = Callable[[], str]

PARTS: dict[str, Writer] = {
    "CHANGELOG": outside.whole("CHANGELOG.md"),
    "CONTRIBUTING": outside.whole("CONTRIBUTING.md", "Contributing"),
    "benchmarks": outside.whole("benchmarks/README.md"),
    "games": records.games,
    "theorems": records.theorems,
    "oeis": integer_sequences.sequences,
    "inventions": inventions.gallery,
    "formal": formal.theorems,
    **{f"sprouts {spots}": lands.writer(spots) for spots in (4, 5)},
    "play": formal.rules_of_play,
    "commands": commands.commands,
    "routes": routes.routes,
    "shapes": shapes.shapes,
    **{f"glossary {lang}": words.glossary(lang) for lang in LANGUAGES},
    **{f"names {group}": names.writer(group) for group in names.GROUPS},
}

MARK = re.compile(r"^<!-- generated: (.+) -->$", re.MULTILINE)

CERTIFICATE = re.compile(r"\[([^\]]*)\]\(records/[^)]*\.json\)")

UNUSED = ("basic.css", "pygments.css", "file.png", "minus.png", "plus.png")
"""What Sphinx brings and our theme does without."""


def fill(app: Any, page: str, source: list[str]) -> None:
    """Put the generated parts of a page where they belong, and lead links to files outside to their pages.

    Certificates stay in the repository: they would be half of the help.
    """
    text = MARK.sub(lambda found: PARTS[found[1]](), source[0])
    for file, held in outside.PAGES.items():
        text = text.replace(f"](../{file}", f"]({held}")
    text = text.replace("NIMATRON_VERSION", __version__)
    text = text.replace("\n\n```\n", "\n```\n")  # an example ends with an empty line, which nobody needs to see
    source[0] = CERTIFICATE.sub(r"\1", text)


def fit(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Let wide tables be scrolled by themselves, also with the keyboard."""
    if "body" in context:
        begin, end = '<div class="scrolled" tabindex="0"><table', "</table></div>"
        context["body"] = context["body"].replace("<table", begin).replace("</table>", end)


def finish(app: Any, fault: Exception | None) -> None:
    """Write the JSON Schema of each shape beside the pages, and drop what no page asks for."""
    for name in UNUSED:
        (Path(app.outdir) / "_static" / name).unlink(missing_ok=True)
    folder = Path(app.outdir) / "schemas"
    folder.mkdir(exist_ok=True)
    for name, schema in shapes.schemas().items():
        (folder / f"{name}.json").write_text(json.dumps(schema, ensure_ascii=False) + "\n", "utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_search_language(Folded)
    app.connect("source-read", fill)
    app.connect("html-page-context", fit)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
