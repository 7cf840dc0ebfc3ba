"""The example of CONTRIBUTING.md, done as it says in a copy of the package; and the files that the guide names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import nimatron as nt

PACKAGE = Path(nt.__file__).parent
ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

CODE = re.compile(r"^ *```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)

QUESTIONS = """
import doctest
import sys
import nimatron as nt
from nimatron.families.catalog import CATALOG
from nimatron.families.ladder import rules
from nimatron.show.talk import card_of
from nimatron.show.faces import face_of

sys.path += sys.argv[1:]
{test}
assert doctest.testmod(rules).failed == 0
assert nt.check("ladder").passed
found = nt.period("ladder")
assert found and (found.preperiod, found.period, found.certificate["kind"]) == (0, 3, "theorem")
assert face_of(nt.Ladder).past[0].move == nt.Ladder.describe((4, 7), (3, 7)).msgid
assert card_of(nt.Ladder).group == "rows"
assert [nt.outcome(text) for text in CATALOG.find("ladder").easy] == ["N", "N"]
assert "square n" in str(nt.explain("ladder: 4 7"))
test_ladder()
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    leave_out = shutil.ignore_patterns("__pycache__", "static")
    return shutil.copytree(PACKAGE, tmp_path / "nimatron", ignore=leave_out)


@pytest.mark.slow
def test_the_example_of_a_game(package: Path) -> None:
    rules, row, theorems, face, test = map(dedent, CODE.findall(GUIDE))
    folder = package / "families" / "ladder"
    folder.mkdir()
    for name, text in (("rules", rules), ("theorems", theorems), ("face", face)):
        (folder / f"{name}.py").write_text(text, "utf-8")
    catalog = (package / "families/catalog.py").read_text("utf-8")
    (package / "families/catalog.py").write_text(catalog.replace('        Entry("nim"', f'{row}        Entry("nim"', 1))
    script = package.parent / "questions.py"
    script.write_text(QUESTIONS.format(test=test))
    tests = Path(__file__).parent
    command = [sys.executable, str(script), str(tests), str(tests / "families")]
    environment = {"PYTHONPATH": str(package.parent), "LANGUAGE": "en"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_the_files_that_the_guide_names_are_there() -> None:
    named = re.findall(r"`((?:src|tests|docs|scripts|families|show|solve|cli|web)/[\w/.]+)`", GUIDE)
    assert len(named) > 10
    example = ("ladder", "/de", "NAME")
    missing = [name for name in named if not any((place / name).exists() for place in (ROOT, PACKAGE))]
    assert [name for name in missing if not any(word in name for word in example)] == []
