"""The notebooks of the examples hold what they show, and run from the first cell to the last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def answers(cell: Any) -> list[str]:
    """What a cell prints or gives, as text; not what it says about its own work."""
    outputs = [output for output in cell["outputs"] if output.get("name") != "stderr"]
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return ["".join(text) for text in texts]


def test_there_is_one_for_each_kind_of_work() -> None:
    names = {file.stem for file in NOTEBOOKS}
    assert names == {"cram-and-chomp", "misere", "nimber-algebra", "octal-periods", "own-game", "survey"}


@every_row("file", NOTEBOOKS)
def test_it_holds_what_it_shows(file: Path) -> None:
    notebook = json.loads(file.read_text("utf-8"))
    for cell in code(notebook):
        assert cell["outputs"], cell["source"]
        assert {output["output_type"] for output in cell["outputs"]} <= {"execute_result", "stream"}
    shown = {kind for cell in code(notebook) for output in cell["outputs"] for kind in output.get("data", {})}
    assert shown & {"image/svg+xml", "text/html", "text/latex"}


@pytest.mark.slow
@every_row("file", NOTEBOOKS)
def test_it_runs_and_gives_the_same(file: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    before = json.loads(file.read_text("utf-8"))
    after = nbformat.read(file, 4)
    # On a busy machine a kernel may take minutes to start, and longer to end in peace than it is given.
    nbclient.NotebookClient(
        after,
        timeout=600,
        startup_timeout=600,
        shutdown_kernel="immediate",
        resources={"metadata": {"path": str(file.parent)}},
    ).execute()
    for old, new in zip(code(before), code(after), strict=True):
        expected, found = "".join(answers(old)), "".join(answers(new))
        if "seconds=" not in expected:  # a search that ended says how long it took
            assert found == expected
