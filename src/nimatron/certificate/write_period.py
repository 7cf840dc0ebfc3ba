"""Writes certificates of periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..game import Game
from ..games.heaps import AllBut, HeapGame, Subtraction, TakeAway
from ..games.octal import Octal
from ..games.uniform import declared_code
from ..message import Number
from ..values.sequences.bounds import bound_of
from ..values.sequences.growth import GROWTH
from ..values.sequences.periods import Period, proof_size
from ..values.theorems import traits_of
from . import seal
from .files import packed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt


def plain_rules(game: Game) -> Octal | Subtraction | AllBut:
    """The code or the finite set behind a one-heap game, whatever its name."""
    game = traits_of(game).plain or game
    if isinstance(game, HeapGame) and (declared := declared_code(game)):
        game = Octal(declared)
    if type(game) in (Subtraction, AllBut):
        assert isinstance(game, TakeAway)
        # SUBTRACTION of all but finitely many amounts is an all-but game, and the other way round.
        return Subtraction(game.amounts) if game.amounts.finite else AllBut(~game.amounts)
    if type(game) is Octal:
        code = game.code
        if bound_of(code) is None:
            raise UsageError("no theorem proves the periods of {code}", code=code)
        return Octal(code)
    raise UsageError(
        "{game} is neither a subtraction nor an all-but game nor a code: its period has no certificate", game=game
    )


def values_needed(game: Game, period: Period) -> int:
    """How many values are needed to prove `period` of `game`."""
    rules, p = plain_rules(game), period.period
    if isinstance(rules, Subtraction):
        return period.preperiod + p + (rules.amounts.largest or 0)
    if isinstance(rules, AllBut):
        return period.preperiod + p + 2 * (rules.excluded.largest or 0) + 1
    return int(_growth(rules, period)["computed"]) if period.saltus else proof_size(period.preperiod, p, rules.code)


def _growth(rules: Octal, period: Period) -> Mapping[str, Any]:
    """What proves that the values of a code grow: `sequences/growth` has found it together with the period."""
    if not period.certificate or period.certificate.get("kind") != GROWTH:
        raise UsageError("no theorem proves the periods of {code}", code=rules.code)
    return period.certificate


def period_certificate(
    game: Game, period: Period, values: Sequence[int] | npt.NDArray[np.unsignedinteger]
) -> dict[str, Any]:
    """A certificate of a proved period. Of `values` = G(0), G(1), ... it keeps only those that the proof needs.

    >>> from nimatron import Kayles, period, sequence
    >>> found = period(Kayles)
    >>> certificate = period_certificate(Kayles, found, sequence(Kayles, 200))
    >>> certificate["game"], certificate["preperiod"], certificate["period"], certificate["computed"]
    ('octal{0.77}', 71, 12, 167)
    """
    import numpy as np

    if not period.proved:
        raise UsageError("a period that was only observed has no certificate")
    rules, needed = plain_rules(game), values_needed(game, period)
    if len(values) < needed:
        raise UsageError(
            "the proof needs {needed} values, but here are only {count}",
            needed=Number(needed),
            count=Number(len(values)),
        )
    kept = np.asarray(values[:needed])
    kind, more = {Subtraction: "window", AllBut: "pattern", Octal: "theorem"}[type(rules)], {}
    if isinstance(rules, Octal) and period.saltus:
        kind, more = GROWTH, {"depth": _growth(rules, period)["depth"]}
    return seal(
        {
            "claim": "period",
            "game": str(rules),
            "preperiod": period.preperiod,
            "period": period.period,
            "saltus": period.saltus,
            "kind": kind,
            **more,
            "computed": needed,
            "values": packed(kept),
        }
    )
