"""Writes certificates of periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.errors import UsageError
from ..core.game import Game
from ..core.message import Number
from ..families.heaps.rules import HeapGame
from ..families.nim.rules import NimGame
from ..families.octal.rules import Octal
from ..families.octal.uniform import declared_code
from ..families.strips.rules import NimbleGame
from ..families.taking.rules import AllBut, Subtraction, TakeAway
from ..solve.sequences.front_run import FrontSearch, primes_of
from ..solve.sequences.periodicity import Period, bound_of, proof_size
from ..solve.sequences.saltus import GROWTH
from .seal import pack_values, seal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..core.array_types import Values


def plain_rules(game: Game) -> Octal | Subtraction | AllBut:
    """The code or the finite set behind a one-heap game, whatever its name."""
    if type(game) in (NimGame, NimbleGame):
        game = AllBut()  # the same moves on every heap
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


def values_to_prove(game: Game, period: Period) -> int:
    """How many values are needed to prove `period` of `game`."""
    rules, p = plain_rules(game), period.period
    if isinstance(rules, Subtraction):
        return period.preperiod + p + (rules.amounts.largest or 0)
    if isinstance(rules, AllBut):
        return period.preperiod + p + 2 * (rules.excluded.largest or 0) + 1
    return int(_growth(rules, period)["computed"]) if period.saltus else proof_size(period.preperiod, p, rules.code)


def _growth(rules: Octal, period: Period) -> Mapping[str, Any]:
    """What proves that the values of a code grow: `sequences/saltus` has found it together with the period."""
    if not period.certificate or period.certificate.get("kind") != GROWTH:
        raise UsageError("no theorem proves the periods of {code}", code=rules.code)
    return period.certificate


def period_certificate(game: Game, period: Period, values: Sequence[int] | Values) -> dict[str, Any]:
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
    rules, needed = plain_rules(game), values_to_prove(game, period)
    if len(values) < needed:
        raise UsageError(
            "the proof needs {needed} values, but there are only {count}",
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
            "values": pack_values(kept),
        }
    )


# -- periods found by a run with a front -----------------------------------------------------------


def front_certificate(run: FrontSearch) -> dict[str, Any]:
    """A certificate of the period that `run` has proved: its front, and windows on the way.

    >>> from nimatron import Kayles
    >>> run = FrontSearch(Kayles, 300, theorem=False)
    >>> run.extend(3000)
    >>> certificate = front_certificate(run)
    >>> certificate["kind"], certificate["period"], certificate["preperiod"], certificate["front"]
    ('front', 12, 71, 300)
    """
    import numpy as np

    found, code = run.report().period, run.game.code
    if found is None or not (found.proved and found.least):
        raise UsageError("no period is proved")
    front, longest = run.front, code.longest or 0
    # The checker has the same lengths in `_Shape`: they are written twice, so that it shares no fault.
    needed = front + longest
    begin = 2 * needed
    first = max(found.since + needed, begin + 1)
    size = first - max(found.since - 1, 0)
    places = _places(run, begin, first, found.period)
    values = np.concatenate([run.before(begin, begin), *(run.before(place, size) for place in places)])
    return seal(
        {
            "claim": "period",
            "game": str(Octal(code)),
            "preperiod": found.since,
            "period": found.period,
            "saltus": 0,
            "kind": "front",
            "front": front,
            "masks": [[f >> 1, f & 1] for f in run.functionals],
            "places": places,
            "computed": len(values),
            "values": pack_values(values),
        }
    )


def _places(run: FrontSearch, begin: int, first: int, period: int) -> list[int]:
    """Where windows are due: the one that repeats, those that show that the period is the least, and all kept."""
    twice = period % 2 and any(f & 1 for f in run.functionals)
    last = first + (2 if twice else 1) * period
    due = {first, first + period, last} | {first + period // prime for prime in primes_of(period)}
    return sorted(due | {place for place in run.windows.kept if begin < place < last})
