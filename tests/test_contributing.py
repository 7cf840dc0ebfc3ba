"""The example of CONTRIBUTING.md, done as it says in a copy of the package."""

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
GUIDE = Path(__file__).parents[1] / "CONTRIBUTING.md"

CODE = re.compile(r"^ *```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)

QUESTIONS = """
import doctest
import sys
import nimatron as nt
from nimatron.games import heaps
from nimatron.games.catalog import CATALOG
from nimatron.present.cards import card_of
from nimatron.present.families import face_of

sys.path.append(sys.argv[1])
from test_theorems import check_records

assert doctest.testmod(heaps).failed == 0
assert nt.check("ladder").passed
found = nt.period("ladder")
assert found and (found.preperiod, found.period, found.certificate["kind"]) == (0, 3, "theorem")
assert face_of(nt.Ladder).told[0].move == nt.Ladder.describe((4, 7), (3, 7)).msgid
assert card_of(nt.Ladder).group == "rows"
assert [nt.outcome(text) for text in CATALOG.find("ladder").easy] == ["N", "N"]
assert "square n" in str(nt.explain("ladder: 4 7"))
test_ladder()
"""


def put(file: Path, text: str, before: str = "") -> None:
    """Put `text` before the first line that begins like `before`, or at the end; its imports go to the top."""
    code = file.read_text("utf-8")
    imports = "".join(re.findall(r"^from .*\n", text, re.MULTILINE))
    code = code.replace("import annotations\n", f"import annotations\n{imports}", 1)
    rest = re.sub(r"^from .*\n+", "", text, flags=re.MULTILINE)
    place = code.index(before) if before else len(code)
    file.write_text(f"{code[:place]}{rest}\n{code[place:]}", "utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    leave_out = shutil.ignore_patterns("__pycache__", "static")
    return shutil.copytree(PACKAGE, tmp_path / "nimatron", ignore=leave_out)


@pytest.mark.slow
def test_the_example_of_a_game(package: Path) -> None:
    rules, row, functions, record, face, _, test = map(dedent, CODE.findall(GUIDE.read_text("utf-8")))
    put(package / "games/heaps.py", rules)
    put(package / "games/catalog.py", row, '        Entry("nimble"')
    put(package / "values/theorems/heaps.py", functions, "# -- the records")
    put(package / "values/theorems/heaps.py", record, "    NimbleGame: (")
    put(package / "present/families/nimble.py", face, "FACES: Faces")
    put(package / "present/families/nimble.py", "FACES[LadderGame] = LADDER\n")
    with (package / "public.py").open("a") as exported:
        exported.write('from .games.heaps import Ladder, LadderGame\n__all__ += ["Ladder", "LadderGame"]\n')
    script = package.parent / "questions.py"
    script.write_text(QUESTIONS.replace("test_ladder()", f"{test}\ntest_ladder()"))
    command = [sys.executable, str(script), str(Path(__file__).parent)]
    environment = {"PYTHONPATH": str(package.parent), "LANGUAGE": "en"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
