"""nimatron seq --front: a run that keeps only its first and its last values."""

from __future__ import annotations

import sys
from json import dumps

from ..errors import Limit, UsageError
from ..game import Game
from ..present.fronts import front_data, front_lines
from ..present.sequences import damage_line, ended_line
from ..values.running import checkpoint_of
from ..values.search.limits import Limits
from ..values.sequences.front import Fronted, FrontedRun, check_finite, resumed_front
from ..values.sequences.runs import reach
from .common import Lost, tell_at_once
from .progress import run_progress
from .screen import show


def check(game: Game, format: str, out: str, plot: str) -> None:
    """Refuse output that needs all values, before any work is done."""
    check_finite(game)
    if format not in ("table", "json") or out or plot:
        raise UsageError("with --front not all values are kept: it writes a table or JSON to stdout, and no picture")


def found(game: Game, size: int, front: int, save: str, limits: Limits, lost: Lost) -> tuple[Fronted, Limit | None]:
    """What the run found, and what stopped it before the end, if anything."""
    if not save:
        with run_progress() as report:
            run = FrontedRun(game, front)
            trouble = reach(run, size, limits, report=report)
        return run.found(), trouble
    with checkpoint_of(save, game, tell_at_once) as checkpoint:
        run = resumed_front(game, front, checkpoint)
        if checkpoint.damage:
            print(f"nimatron: {damage_line(save, checkpoint.damage, run.known)}", file=sys.stderr)
        try:
            with run_progress() as report:
                trouble = reach(run, size, limits, checkpoint=checkpoint, report=report)
        except KeyboardInterrupt:
            print(f"\nnimatron: {ended_line(checkpoint, run.known)}", file=sys.stderr)
            raise
        lost.note(checkpoint.trouble)
        return run.found(), trouble


def tell(found: Fronted, format: str, wanted: int, trouble: Limit | None) -> None:
    """Print it, as lines or as JSON."""
    if format == "json":
        print(dumps(front_data(found, wanted, trouble), ensure_ascii=False))
    else:
        show(front_lines(found))
