"""Surveys that go on in their folder with more time: what is solved stays, the rest is tried again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nimatron import UsageError, survey
from nimatron.survey import MisereCodes, Sample


@dataclass
class Counting:
    """Member n is solved within n terms; `seconds` more cost nothing but are told."""

    seconds: int = 1
    worse: int = 0
    asked: list[int] = field(default_factory=list)
    limit = 1000
    quick = 10

    @property
    def text(self) -> str:
        return f"counting --seconds {self.seconds}"

    def continues(self, text: str) -> bool:
        return text.startswith("counting ") and int(text.split()[-1]) <= self.seconds

    def __len__(self) -> int:
        return 60

    def members(self, places: Any) -> Any:
        return places

    def columns(self, members: Any) -> dict[str, Any]:
        return {"code": [f"0.{n}" for n in members]}

    def solve(self, members: Any, limit: int) -> Any:
        self.asked += members.tolist()
        return np.array([[0, n + 1, 0, 1, n] if n <= limit else [0, 0, 0, -1, limit - self.worse] for n in members])


def facts(folder: Path) -> list[tuple[Any, ...]]:
    return survey.load(folder).rows()


def test_what_is_solved_stays(tmp_path: Path) -> None:
    survey.run(Counting(1), tmp_path, limit=20, jobs=1)
    assert sum(survey.load(tmp_path)["proved"]) == 21
    more = Counting(2)
    survey.run(more, tmp_path, limit=40, jobs=1)
    assert min(more.asked) == 21
    survey.run(Counting(2), tmp_path / "new", limit=40, jobs=1)
    assert facts(tmp_path) == facts(tmp_path / "new")
    assert not (tmp_path / "long.jsonl").exists()
    assert survey.read_manifest(tmp_path)["families"][0]["text"] == "counting --seconds 2"
    again = Counting(2)
    survey.run(again, tmp_path, limit=40, jobs=1)
    assert not again.asked


def test_an_attempt_that_gets_less_far_loses_nothing(tmp_path: Path) -> None:
    survey.run(Counting(1), tmp_path, limit=20, jobs=1)
    before = facts(tmp_path)
    survey.run(Counting(2, worse=7), tmp_path, limit=20, jobs=1)
    assert facts(tmp_path) == before


@pytest.mark.parametrize("ended", [1, 2, 5, 9])
def test_nothing_is_lost_where_it_is_interrupted(ended: int, tmp_path: Path) -> None:
    """An unfinished survey is taken over, the longer one is interrupted too, and then goes on."""

    def interrupted(family: Counting, limit: int) -> None:
        def stop(progress: survey.Progress) -> None:
            calls.append(progress)
            if len(calls) == ended:
                raise KeyboardInterrupt

        calls: list[survey.Progress] = []
        with pytest.raises(KeyboardInterrupt):
            survey.run(family, tmp_path, limit=limit, jobs=1, report=stop)

    interrupted(Counting(1), 30)
    interrupted(Counting(2), 50)
    survey.run(Counting(2), tmp_path, limit=50, jobs=1)
    survey.run(Counting(2), tmp_path / "new", limit=50, jobs=1)
    assert facts(tmp_path) == facts(tmp_path / "new")


@pytest.mark.parametrize(("family", "limit"), [(Counting(1), 40), (Counting(2), 30), (MisereCodes(1), None)])
def test_less_is_another_survey(family: Any, limit: int | None, tmp_path: Path) -> None:
    survey.run(Counting(2), tmp_path, limit=40, jobs=1)
    with pytest.raises(UsageError, match="contains another survey: families is"):
        survey.run(family, tmp_path, limit=limit, jobs=1)


def test_which_surveys_of_quotients_go_on() -> None:
    for first, then, expected in [
        (MisereCodes(2), MisereCodes(2, seconds=1), True),
        (MisereCodes(2, seconds=0.8), MisereCodes(2, seconds=10), True),
        (MisereCodes(2, seconds=0.8), MisereCodes(2, seconds=0.5), False),
        (MisereCodes(2, seconds=0.8), MisereCodes(2), False),
        (MisereCodes(2), MisereCodes(3, seconds=1), False),
        (MisereCodes(2), MisereCodes(2, 4, seconds=1), False),
    ]:
        assert then.continues(first.text) == expected
        for seed in (1, 2):
            drawn = Sample(then, 5, seed)
            assert drawn.continues(Sample(first, 5, 1).text) == (expected and seed == 1)
