"""A lesson as a SCORM 1.2 package: the site without a server, a page that reports to the platform, and a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..core.message import Message
from ..show.words import word
from ..teach.course.lesson import Lesson

FOLDER = Path(__file__).parent

ALONE = Message("There is no learning platform here: your progress is not reported.")


def package(lesson: Lesson, lang: str, site: Mapping[str, bytes]) -> bytes:
    """The package of a lesson as a zip file; `site` has the files of the site by their paths."""
    title = lesson.translate(lesson.title, lang)
    about = {"id": lesson.id, "title": escape(title), "steps": len(lesson.steps), "lang": lang}
    files = {
        **site,
        "scorm.html": _fill("scorm.html", about | {"alone": escape(word(ALONE))}),
        "scorm.js": (FOLDER / "scorm.js").read_bytes(),
    }
    entries = "\n".join(f'      <file href="{escape(name)}" />' for name in sorted(files))
    manifest = _fill("imsmanifest.xml", about | {"files": entries})
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        # Without the time of writing, so that the same lesson gives the same file.
        for name, data in {"imsmanifest.xml": manifest, **dict(sorted(files.items()))}.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return content.getvalue()


def _fill(name: str, values: Mapping[str, object]) -> bytes:
    return Template((FOLDER / name).read_text("utf-8")).substitute(values).encode()
