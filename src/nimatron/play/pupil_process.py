"""A pupil's function in a process of its own, within the limits of the referee."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.game import Position
from ..core.message import Message
from .faults import ProgramFault
from .programs import Program, ProgramLimits
from .pupil_moves import PupilReply, move_by

RUNNER = str(Path(__file__).with_name("pupil.py"))


class PupilFunction:
    """A pupil's function in a process of its own."""

    def __init__(self, command: Sequence[str], bounds: ProgramLimits) -> None:
        self._program = Program(command, bounds)

    def call(self, *arguments: Any) -> PupilReply:
        """What the function returns, or its fault; ProgramFault if the process ends."""
        answer = self._program.ask(json.dumps(arguments))
        try:
            return PupilReply(**json.loads(answer))
        except (ValueError, TypeError):
            raise ProgramFault("crash", Message("it ended without an answer")) from None

    def move(self, position: Position) -> Position:
        """The position after its move."""
        return move_by(self.call, position)

    def close(self) -> None:
        """End the process."""
        self._program.close()
