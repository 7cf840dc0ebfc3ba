"""A lesson in a learning platform: a stand-in for its SCORM 1.2 interface hears what the package reports."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sites import complaints, pyodide, static, visitor

pytestmark = pytest.mark.slow

PLATFORM = """
<!doctype html><title>Platform</title><link rel="icon" href="icon.svg"><script>
const values = { "cmi.suspend_data": "1,2" };
const calls = [];
window.API = {
  LMSInitialize: () => (calls.push("initialize"), "true"),
  LMSGetValue: (name) => values[name] ?? "",
  LMSSetValue: (name, value) => ((values[name] = value), "true"),
  LMSCommit: () => (calls.push("commit"), "true"),
  LMSFinish: () => (calls.push("finish"), "true"),
};
</script><iframe src="scorm.html" width="1000" height="700"></iframe>
"""

FINISH = """
async (count) => {
  const { record } = await import(new URL("js/learn/record.js", location.href).href);
  for (let step = 1; step <= count; step += 1) record.finish("take-away", step);
}
"""


def test_a_package_reports_score_and_completion(browser: Any, tmp_path: Path) -> None:
    packed, folder = tmp_path / "lesson.zip", tmp_path / "lesson"
    command = [sys.executable, "-m", "nimatron", "scorm", "take-away", str(packed), "--pyodide", str(pyodide())]
    subprocess.run(command, check=True, capture_output=True)
    with ZipFile(packed) as archive:
        archive.extractall(folder)
    listed = {file.get("href") for file in ET.parse(folder / "imsmanifest.xml").getroot().iterfind(".//{*}file")}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert listed == there - {"imsmanifest.xml"}
    (folder / "platform.html").write_text(PLATFORM)
    with static(folder) as requests:
        context = visitor(browser, requests.address)
        page = context.new_page()
        said = complaints(page, requests.address)
        page.goto("/platform.html")
        lesson = page.frame_locator("iframe").frame_locator("iframe")
        lesson.locator("h1").first.wait_for()
        # The platform has the record: two steps are done, whoever used this browser before.
        assert page.evaluate("calls[0]") == "initialize"
        assert page.evaluate("values['cmi.core.lesson_status']") == "incomplete"
        (outer,) = page.main_frame.child_frames
        (inner,) = outer.child_frames
        count = int(outer.evaluate("document.body.dataset.steps"))
        assert page.evaluate("values['cmi.core.score.raw']") == str(round(200 / count))
        inner.evaluate(FINISH, count)
        page.wait_for_function("values['cmi.core.lesson_status'] === 'completed'")
        assert page.evaluate("[values['cmi.core.score.raw'], calls.at(-1)]") == ["100", "commit"]
        page.evaluate("document.querySelector('iframe').remove()")
        page.wait_for_function("calls.at(-1) === 'finish'")
        assert said == []
        context.close()
