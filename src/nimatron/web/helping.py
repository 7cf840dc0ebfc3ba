"""What the help consists of: pages that `scripts/build_help.py` makes from docs/, and every wheel has inside."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..message import Message
from ..present.words import speaking, word

HELP = Path(__file__).parent / "help"

STAMP = HELP / "built.json"
"""It is there when the help is whole, and another one after each build."""

NOT_YET = Message("The help is not built yet")
HOW = Message(
    "In a copy of the repository, {command} builds it. ./run does that by itself, within a minute or two.",
    command="python scripts/build_help.py",
)


PAGE = """\
<!doctype html>
<html lang="{lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title}</title>
    <link rel="stylesheet" href="../style.css" />
  </head>
  <body>
    <main><h1>{title}</h1><p>{how}</p></main>
  </body>
</html>
"""


def help_files() -> dict[str, bytes]:
    """All files of the help by their paths in it; one page that says how they are made, if they are not."""
    if not STAMP.is_file():
        return {"index.html": missing_page("en").encode()}
    return {path.relative_to(HELP).as_posix(): path.read_bytes() for path in sorted(HELP.rglob("*")) if path.is_file()}


def missing_page(lang: str) -> str:
    """Says how the help is made."""
    with speaking(lang):
        title, how = escape(word(NOT_YET)), escape(word(HOW))
    return PAGE.format(lang=lang, title=title, how=how)
