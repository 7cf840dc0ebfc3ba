"""nimatron new: a game that works as it is, with a test that passes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from nimatron import grundy
from nimatron.check import check
from nimatron.cli.commands.author import _write
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.notation.own_file import load

SOURCES = Path(__file__).parents[1] / "src"


def new(*words: object) -> Result:
    return CliRunner().invoke(app, ["new", *map(str, words)])


def test_the_game_works_as_it_is(tmp_path: Path) -> None:
    result = new(tmp_path / "take_two.py")
    assert result.exit_code == 0
    assert f"nimatron check {tmp_path / 'take_two.py'}" in result.stdout
    game = load(f"{tmp_path / 'take_two.py'}:TakeTwo")
    assert game.name == "take-two"
    assert grundy(game()) == 1
    assert check(game).passed
    solved = CliRunner().invoke(app, ["solve", str(tmp_path / "take_two.py")])
    assert solved.exit_code == 0
    assert "take 1  ->  take-two: 12" in solved.stdout


@pytest.mark.slow
def test_its_test_passes_with_plain_pytest(tmp_path: Path) -> None:
    assert new(tmp_path / "chocolate.py").exit_code == 0
    path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_nothing_else_is_left_behind(tmp_path: Path) -> None:
    assert new(tmp_path / "chocolate").exit_code == 0  # .py is understood
    assert sorted(os.listdir(tmp_path)) == ["chocolate.py", "test_chocolate.py"]


@pytest.mark.parametrize("there", ["chocolate.py", "test_chocolate.py"])
def test_no_file_is_overwritten(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    result = new(tmp_path / "chocolate.py")
    assert result.exit_code == 2
    assert there in result.stderr
    assert os.listdir(tmp_path) == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_no_file_is_overwritten_that_comes_at_the_last_moment(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("mine")
    with pytest.raises(UsageError, match="already there"):
        _write({tmp_path / "b.py": "theirs", tmp_path / "a.py": "theirs"}, force=False)
    assert (tmp_path / "a.py").read_text() == "mine"
    assert os.listdir(tmp_path) == ["a.py"]


def test_force_overwrites(tmp_path: Path) -> None:
    (tmp_path / "chocolate.py").write_text("mine")
    assert new(tmp_path / "chocolate.py", "--force").exit_code == 0
    assert "class Chocolate(Game)" in (tmp_path / "chocolate.py").read_text("utf-8")


def test_the_class_may_have_another_name(tmp_path: Path) -> None:
    assert new(tmp_path / "chocolate.py", "--name", "Bar").exit_code == 0
    assert load(str(tmp_path / "chocolate.py")).name == "bar"


@pytest.mark.parametrize(
    "name", ["2048.py", "my game.py", "my-game.py", "class.py", "random.py", "nimatron.py", "a.b.py", ".py", "game.py"]
)
def test_names_that_cannot_be_imported_are_refused(tmp_path: Path, name: str) -> None:
    assert new(tmp_path / name).exit_code == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["my game", "1st", "class", "Game"])
def test_names_that_are_no_class_are_refused(tmp_path: Path, name: str) -> None:
    assert new(tmp_path / "chocolate.py", "--name", name).exit_code == 2


def test_the_folder_must_be_there(tmp_path: Path) -> None:
    result = new(tmp_path / "no" / "chocolate.py")
    assert result.exit_code == 2
    assert "there is no folder" in result.stderr
