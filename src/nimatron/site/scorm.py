"""A lesson as a SCORM 1.2 package: the site without a server, a page that reports to the platform, and a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..core.message import Message
from ..show.words import word
from ..teach.course.lesson import Lesson

SCRIPT = Path(__file__).with_name("scorm.js")

MANIFEST = """\
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="nimatron-{id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>{title}</title>
      <item identifier="lesson" identifierref="page">
        <title>{title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="scorm.html">
{files}
    </resource>
  </resources>
</manifest>
"""

PAGE = """\
<!doctype html>
<html lang="{lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>{title}</title>
    <style>
      html, body, iframe {{ margin: 0; border: 0; width: 100%; height: 100%; display: block; }}
    </style>
  </head>
  <body data-lesson="{id}" data-steps="{steps}">
    <p hidden>{alone}</p>
    <iframe title="{title}"></iframe>
    <script src="scorm.js"></script>
  </body>
</html>
"""

ALONE = Message("No learning platform is here: your progress is not reported.")


def package(lesson: Lesson, lang: str, site: Mapping[str, bytes]) -> bytes:
    """The package of a lesson as a zip file; `site` has the files of the site by their paths."""
    title = lesson.translate(lesson.title, lang)
    about = {"id": lesson.id, "title": escape(title), "steps": len(lesson.steps), "lang": lang}
    files = {
        **site,
        "scorm.html": PAGE.format(**about, alone=escape(word(ALONE))).encode(),
        "scorm.js": SCRIPT.read_bytes(),
    }
    listed = "\n".join(f'      <file href="{escape(name)}" />' for name in sorted(files))
    manifest = MANIFEST.format(**about, files=listed).encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        # Without the time of writing, so that the same lesson gives the same file.
        for name, data in {"imsmanifest.xml": manifest, **dict(sorted(files.items()))}.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return packed.getvalue()
