"""The README: its commands, figures, code and pictures are those of the program, and it is short."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from pictures import rounded

from nimatron.cli.program import COMMANDS
from nimatron.families.catalog import CATALOG

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PICTURES = ROOT / "docs" / "pictures"


def test_it_is_short_and_its_pictures_are_small() -> None:
    assert len(README.encode()) <= 5000
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 1_500_000


def test_every_picture_is_there_for_light_and_dark_and_in_words() -> None:
    shown = re.findall(r'srcset="([^"]+)">\s*<img src="([^"]+)" width="\d+" alt="([^"]+)">', README)
    assert len(shown) == README.count("<picture>") == 7
    for dark, light, words in shown:
        assert (ROOT / light).is_file()
        assert dark == light.replace("-light.", "-dark.")
        assert (ROOT / dark).is_file()
        assert len(words) > 20


def test_links_lead_somewhere() -> None:
    assert [target for target in re.findall(r"\]\(([^)]+)\)", README) if not (ROOT / target).is_file()] == []


def test_commands_are_those_of_the_program() -> None:
    used = [shlex.split(line) for line in re.findall(r"\./run ([^`\n]+)", README)]
    assert len(used) >= 5
    assert {words[0] for words in used} <= {*COMMANDS, "--help"}


def test_figures_are_those_that_were_measured() -> None:
    (games,) = re.findall(r"Nim, Kayles, Chomp and (\d+) more games", README)
    assert len(list(CATALOG)) - 3 >= int(games)
    for ratio in json.loads((PICTURES / "speed.json").read_text("utf-8")).values():
        assert re.search(rf"\b{re.escape(rounded(ratio))}\stimes as fast", README), ratio


def test_the_game_is_the_example() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert (ROOT / "examples" / "chocolate.py").read_text("utf-8").split("\n\n", 1)[1] == code


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_ask_no_other_host(scheme: str) -> None:
    for name in ("terminal", "speed"):
        text = (PICTURES / f"{name}-{scheme}.svg").read_text("utf-8")
        assert re.findall(r"(?:url\(|href=)[\"']?https?:", text) == []
