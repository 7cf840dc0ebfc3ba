"""The certificate of a rule, and the folder beside the store in which it outlives the process.

The name of a file is the fingerprint of the rules. A certificate counts only after the checker has checked it again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import NimatronError
from ..core.files import make_folder, remove, write_whole
from ..solve.store.results import IN_USE
from .automaton import Automaton
from .theory import VALUE, Measure, Theory
from .values import RuleValues

if TYPE_CHECKING:
    from ..families.formula.rules import Rules


MOST_FILES, MOST_BYTES = 500, 1 << 20
"""The most rules in a folder, and the most bytes of one: the oldest goes first."""


def rules_data(game: Rules) -> dict[str, Any]:
    """The rules of a game as they are in a certificate: exchanged rules are written out."""
    moves = [move.condition.text for move in game.play().moves]
    texts = {"positions": game.positions, "won": game.won, "misere": game.misere, "block": game.block}
    return {"numbers": game.numbers, "moves": moves, **texts}


class RuleStore:
    """Certificates in a folder. A fault of the folder is as if the rule were not there."""

    def __init__(self, store: Path) -> None:
        self.folder = store.with_name("rules")

    def _file(self, game: Rules) -> Path:
        return self.folder / f"{sha256(json.dumps(rules_data(game)).encode()).hexdigest()[:32]}.json"

    def get(self, game: Rules) -> dict[str, Any] | None:
        """The certificate of a game, not yet checked; None if there is none for these rules."""
        with suppress(OSError, ValueError, RecursionError):
            text = self._file(game).read_bytes()
            data = json.loads(text) if len(text) <= MOST_BYTES else None
            if isinstance(data, dict) and all(data.get(key) == value for key, value in rules_data(game).items()):
                return data
        return None

    def put(self, game: Rules, certificate: dict[str, Any]) -> None:
        """Store a certificate, whole or not at all."""
        text = json.dumps(certificate, separators=(",", ":")).encode()
        with suppress(OSError, NimatronError):
            if len(text) <= MOST_BYTES:
                make_folder(self.folder)
                write_whole(self._file(game), [text])
                files = sorted(self.folder.glob("*.json"), key=os.path.getmtime)
                for old in files[:-MOST_FILES]:
                    remove(old)

    def drop(self, game: Rules) -> None:
        """Delete the certificate of a game, because it does not hold."""
        with suppress(OSError):
            remove(self._file(game))

    def clear(self) -> int:
        """Delete all; returns how many there were."""
        files = list(self.folder.glob("*.json"))
        for file in files:
            remove(file)
        return len(files)


def stored_rules() -> RuleStore | None:
    """The proved rules beside the store in use; None without a store."""
    return RuleStore(IN_USE[0].path) if IN_USE else None


# -- the certificate: the formulas, the numeration, the automaton, and why play ends ---------------


def certificate(theory: Theory, lost: Automaton, measure: Measure, values: RuleValues) -> dict[str, Any]:
    """The claim that exactly the positions that `lost` accepts are lost, and what is claimed of values."""
    return {
        "claim": "lost",
        **rules_data(theory.game),
        "c": theory.numeration.c,
        "s": theory.numeration.s,
        "measure": [list(weights) for weights in measure],
        **_table(lost),
        "values": None if values.relation is None else _table(values.relation),
        "layers": [_table(layer) for layer in values.layers[1:]],
    }


def _table(automaton: Automaton) -> dict[str, Any]:
    return {"step": [list(row) for row in automaton.step], "accept": sorted(automaton.accept)}


def tables(theory: Theory, data: dict[str, Any]) -> tuple[Automaton, RuleValues | None]:
    """The lost positions and the values that a certificate claims; the checker has checked it before."""

    def read(table: dict[str, Any], *more: str) -> Automaton:
        return Automaton((*theory.heaps, *more), theory.numeration.digits, table["step"], set(table["accept"]))

    lost = read(data)
    if data["misere"] or data["won"] or data["block"]:
        return lost, None
    if data["values"]:
        return lost, RuleValues(read(data["values"], VALUE))
    return lost, RuleValues(layers=(lost, *map(read, data["layers"])))
