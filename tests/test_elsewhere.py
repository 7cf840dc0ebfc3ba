"""Everything runs without what only Unix has, and with paths, encodings and line ends of other systems."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"

FOLDER = "Kolekce žluťoučkých her – árvíztűrő łąka"
"""A folder of somebody who uses letters of all our languages."""


@pytest.fixture
def system(tmp_path: Path) -> dict[str, str]:
    """The environment of a process on another system."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text("import elsewhere\nelsewhere.hide()\n")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(HERE)]),
        "LOCALAPPDATA": str(tmp_path / FOLDER / "cache"),
        "PYTHONUTF8": "1",
        "NIMATRON_STORE": str(tmp_path / FOLDER / "store.sqlite3"),
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / FOLDER
    folder.mkdir()
    source = (EXAMPLES / "chocolate.py").read_text("utf-8")
    (folder / "čokoláda ő.py").write_bytes(source.replace("\n", "\r\n").encode("utf-8-sig"))
    return folder


def nimatron(system: dict[str, str], folder: Path, *words: str, stdin: str = "", code: int = 0) -> str:
    command = [sys.executable, "-m", "nimatron", *words]
    done = subprocess.run(
        command, env=system, cwd=folder, input=stdin, capture_output=True, encoding="utf-8", timeout=300
    )
    assert done.returncode == code, (words, done.stdout, done.stderr)
    return done.stdout + done.stderr


def test_what_is_hidden_is_not_there(system: dict[str, str], tmp_path: Path) -> None:
    source = "from nimatron.web import worker_process\nworker_process.signal.SIGKILL"
    done = subprocess.run([sys.executable, "-c", source], env=system, cwd=tmp_path, capture_output=True, text=True)
    assert "has no attribute 'SIGKILL' here" in done.stderr


@pytest.mark.slow
def test_commands(system: dict[str, str], folder: Path) -> None:
    own = "čokoláda ő.py:Chocolate"
    assert "N-position" in nimatron(system, folder, "solve", own, "(4, 6)")
    assert "kayles: 1 3 7" in nimatron(system, folder, "solve", "kayles: 1 11", "--seconds", "20")
    assert "heap" in nimatron(system, folder, "solve", "nim: 3 4 5", "--memory", "300")
    assert json.loads(nimatron(system, folder, "check", own, "--json"))
    assert "period 12" in nimatron(system, folder, "period", "kayles").lower()
    nimatron(system, folder, "seq", "0.07", "-n", "2000", "--save", "běh", "--out", "értékek.csv")
    assert (folder / "běh").is_dir()
    assert len((folder / "értékek.csv").read_text("utf-8").splitlines()) >= 2000
    assert "kept yet" in nimatron(system, folder, "store", "list")
    nimatron(system, folder, "prove", "kayles: 1 11", "-o", "důkaz.json")
    assert "holds" in nimatron(system, folder, "verify", "důkaz.json")


@pytest.mark.slow
def test_programs(system: dict[str, str], folder: Path) -> None:
    program = folder / "mój program.py"
    program.write_text((EXAMPLES / "student_takeaway.py").read_text("utf-8"), "utf-8")
    said = nimatron(system, folder, "referee", program.name, program.name, "subtraction{1,2,3}: 13")
    assert program.name in said
    assert "this system cannot limit the memory and the number of processes of refereed programs" in said
    unkept = nimatron(system, folder, "doctor").partition("This system cannot limit:\n")[2]
    assert len(re.findall("^  the ", unkept, re.MULTILINE)) == 4


@pytest.mark.slow
def test_the_page(system: dict[str, str], folder: Path) -> None:
    command = [sys.executable, "-m", "nimatron", "serve", "--port", "0", "čokoláda ő.py:Chocolate"]
    with subprocess.Popen(command, env=system, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            line = next(line for line in server.stdout if "http://" in line)
            address = re.search(r"http://[\d.:]+/", line)
            assert address is not None, line
            for question in (
                "analysis?position=chocolate:+(4,+6)",
                "turn?position=cram:+5x5",
                "analysis?position=nim:+3+4",
            ):
                with urllib.request.urlopen(f"{address[0]}api/v1/{question}", timeout=100) as response:
                    assert response.status == 200
        finally:
            server.terminate()
