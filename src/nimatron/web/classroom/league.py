"""Plays the matches of pupils' programs, in a process of its own: `python -m nimatron.web.classroom.league`.

It reads two lines from stdin, users' games and the order, and writes a line of JSON for every event. When its stdin
ends, the server is gone, and it ends too; wardens then end the programs.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from ...core.game import Position
from ...families.catalog import CATALOG
from ...notation.reader import parse
from ...play.faults import printable
from ...play.judge import MatchRecord, MatchRules, random_starts
from ...play.lexicon import Lexicon
from ...play.programs import ProgramLimits, command_of, programs_in
from ...play.referee import NIMATRON, Duel, Entrant, program_entrant, schedule
from ...show.words import every_wording
from ..own_games import load_own

NAME = 40
"""The most characters of a program's name that are shown."""

MEMORY = 512 << 20
"""Bytes that a program may use: a class may have many, but only two play at a time."""


def main() -> None:
    """Read the order and play its matches."""
    own, order = sys.stdin.buffer.readline(), sys.stdin.buffer.readline()
    if not order:
        return
    # A server that is killed cannot end us, but our stdin ends with it.
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    play(json.loads(order), own)


def play(order: dict[str, Any], own: bytes) -> None:
    """Play the matches of the order, from the first one that was not played yet."""
    games, _ = load_own(own)
    base = parse(order["position"], CATALOG.with_games(*games))
    rules = MatchRules(order["misere"], ProgramLimits(order["seconds"], MEMORY), order["seed"])
    entrants = entrants_in(Path(order["folder"]))
    matches = schedule(entrants, random_starts(base, order["starts"], order["seed"], rules.misere))
    _say("begin", names=[entrant.name for entrant in entrants], matches=len(matches))

    def follow(position: Position) -> None:
        _say("move", position=str(position))
        time.sleep(order["pace"])

    for number, (pair, start) in enumerate(matches, 1):
        # A restarted server continues with the next match: the same seed gives the same matches.
        if number <= order["skip"]:
            continue
        _say("match", number=number, players=[pair[0].name, pair[1].name], start=str(start))
        time.sleep(order["pace"])
        _say("played", result=result(Duel(pair, start, rules, follow).play()))
        time.sleep(order["pace"])
    _say("end")


def entrants_in(folder: Path) -> list[Entrant]:
    """The programs in a folder, and Nimatron."""
    lexicon = Lexicon(every_wording())
    programs = [
        program_entrant(printable(file.name, NAME), command_of(str(file)), lexicon) for file in programs_in(folder)
    ]
    return [*programs, Entrant(NIMATRON)]


def result(match: MatchRecord) -> dict[str, Any]:
    """How a match ended."""
    return {
        "players": list(match.players),
        "winner": match.winner,
        "moves": match.moves,
        "fault": match.fault,
        "drawn": match.drawn,
    }


def _say(what: str, **details: Any) -> None:
    print(json.dumps({"say": what, **details}), flush=True)


def _end_with_the_server() -> None:
    sys.stdin.buffer.read()
    # Not sys.exit, which would end this thread only.
    os._exit(1)


if __name__ == "__main__":
    main()
