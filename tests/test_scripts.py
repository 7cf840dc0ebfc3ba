"""The scripts beside the package, with stand-ins for the programs that they start."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

STAY = "#!/usr/bin/env bash\ntouch {name}.begun\nexec sleep 1000\n"
"""A check that would take long."""

PYTEST = "#!/usr/bin/env bash\ntrap 'exit 2' INT\ntouch {name}.begun\nwhile sleep 0.1; do :; done\n"
"""It ends by itself when it is interrupted, in its own way."""


def program(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


def clone(folder: Path) -> Path:
    """A folder in which ./test finds all it needs: checks that pass at once, and three that stay."""
    shutil.copy(ROOT / "test", folder)
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    shutil.copy(ROOT / "pyproject.toml", folder)
    bin = folder / ".venv" / "bin"
    for name in ("python", "ruff", "chromium", "coqc"):
        program(bin / name, "#!/usr/bin/env bash\n")
    for name, text in {"mypy": STAY, "node": STAY, "pytest": PYTEST}.items():
        program(bin / name, text.format(name=folder / name))
    with (folder / "pyproject.toml").open() as project:
        sum = subprocess.run(["cksum"], stdin=project, capture_output=True, text=True, check=True).stdout
    (folder / ".venv" / "nimatron.stamp").write_text(f"{sum}{folder}\nall,docs,dev\n")
    return folder


@pytest.mark.parametrize("first", [True, False])
def test_an_interrupt_ends_the_checks_beside_the_tests(tmp_path: Path, first: bool) -> None:
    """The first time, all that the tests load is compiled before they run."""
    folder = clone(tmp_path)
    if not first:
        (folder / ".pytest_cache").mkdir()
    path = f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    end, held = os.pipe()  # held by every process that was started, as long as it lives
    with subprocess.Popen(
        [folder / "test"],
        env={**os.environ, "PATH": path},
        pass_fds=[held],
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell cannot trap what it was born deaf to
    ) as process:
        os.close(held)
        while len([*folder.glob("*.begun")]) < 3:
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.wait() == 130
    assert select.select([end], [], [], 30)[0], "none of them runs on"
    assert os.read(end, 1) == b""
    os.close(end)


def test_modules_are_compiled_once_also_where_sources_stay_alone(tmp_path: Path) -> None:
    folder = clone(tmp_path)
    program(folder / ".venv" / "bin" / "nimatron", "#!/usr/bin/env bash\nenv\n")
    shutil.copy(ROOT / "run", folder)
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run([folder / "run"], env=environment, capture_output=True, text=True, check=True).stdout
    assert "PYTHONDONTWRITEBYTECODE" not in told
    assert f"PYTHONPYCACHEPREFIX={folder / '.venv' / 'compiled'}\n" in told
