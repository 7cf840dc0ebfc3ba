"""What is published: packages that say what they are, are built alike each time, and run wherever they are put."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

EXAMPLES = "import doctest, sys\nsys.exit(doctest.testfile(sys.argv[1], module_relative=False)[0] != 0)"


def run(*command: str | Path, where: Path = ROOT) -> str:
    done = subprocess.run([str(word) for word in command], cwd=where, capture_output=True, text=True, timeout=560)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def built(folder: Path, source: Path = ROOT) -> dict[str, Path]:
    """A wheel and a source distribution, by their endings."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source)
    return {file.suffix: file for file in folder.iterdir()}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return built(tmp_path_factory.mktemp("packages"))


PYTHONS = [found for minor in range(11, 30) if (found := shutil.which(f"python3.{minor}"))]
"""Every Python from 3.11 on that is here, or seems to be: a name may be a stub with nothing behind it."""


@pytest.mark.long
def test_they_say_what_they_are(packages: dict[str, Path]) -> None:
    said = run(sys.executable, "-m", "twine", "check", "--strict", *packages.values())
    assert said.count("PASSED") == 2


@pytest.mark.long
def test_they_hold_what_is_needed_and_nothing_of_this_machine(packages: dict[str, Path]) -> None:
    with zipfile.ZipFile(packages[".whl"]) as wheel:
        names = set(wheel.namelist())
        texts = b"".join(wheel.read(name) for name in names if name.endswith((".py", ".html", ".js", "METADATA")))
    for name in ("py.typed", "web/help/index.html", "web/static/js/play.js", "locale/hu/LC_MESSAGES/nimatron.mo"):
        assert f"nimatron/{name}" in names
    assert str(ROOT).encode() not in texts
    with tarfile.open(packages[".gz"]) as source:
        assert {"pyproject.toml", "README.md", "LICENSE"} <= {Path(name).name for name in source.getnames()}


@pytest.mark.long
def test_they_are_built_alike_each_time(packages: dict[str, Path], tmp_path: Path) -> None:
    """Also in another folder, where the help is built anew."""
    leave_out = shutil.ignore_patterns(
        ".git", ".venv*", "node_modules", "help", "__pycache__", ".*cache", ".hypothesis"
    )
    again = built(tmp_path / "packages", shutil.copytree(ROOT, tmp_path / "copy", ignore=leave_out))
    sums = [
        {end: hashlib.sha256(file.read_bytes()).hexdigest() for end, file in some.items()} for some in (packages, again)
    ]
    assert sums[0] == sums[1]


@pytest.mark.long
@pytest.mark.parametrize("python", PYTHONS, ids=lambda path: Path(path).name)
def test_the_readme_holds_where_only_the_wheel_is(packages: dict[str, Path], tmp_path: Path, python: str) -> None:
    if subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode:
        pytest.skip(f"{python} cannot make environments")
    run(python, "-m", "venv", tmp_path / "empty")
    inside = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    run(inside / "python", "-m", "pip", "install", "--quiet", packages[".whl"])
    shutil.copy(ROOT / "docs" / "python.md", tmp_path)
    run(inside / "python", "-c", EXAMPLES, tmp_path / "python.md", where=tmp_path)
    assert "kayles: 1 3 7" in run(inside / "nimatron", "solve", "kayles: 1 11", where=tmp_path)


@pytest.mark.long
def test_a_release_is_translated() -> None:
    run(sys.executable, ROOT / "scripts" / "messages.py", "--release")
