"""How Mark looks: heaps of coins."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Faces, in_group
from ..heaps.face import ONE_BY_ONE
from .rules import MarkGame

MARK = replace(ONE_BY_ONE, card=in_group("heaps", Message("Click the last coin of a heap, or the first that goes.")))

FACES: Faces = {MarkGame: MARK}
