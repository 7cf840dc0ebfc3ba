"""`discover`: the lost positions of a game from formulas, as a rule that is proved for all positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ..core.clock import now
from ..core.errors import Limit, UsageError, WrongValue
from ..core.game import Game
from ..core.limits import Budget, Limits
from ..core.message import Message
from ..families.formula.rules import Rules
from ..proof.checkers import verify
from ..proof.seal import seal
from ..proof.verdict import Verdict
from .automaton import Automaton
from .numeration import Numeration
from .rule_certificate import certificate
from .search import RuleSearch
from .strategy import RuleStrategy
from .theory import Theory
from .values import RuleValues, find_values
from .wording import instructions, wording

CHECK_SECONDS = 10.0
"""The longest second derivation of a proof by the checker, unless the caller says otherwise."""

VALUE_SECONDS = 5.0
"""The longest search for values, after the lost positions are proved."""


@dataclass(frozen=True, eq=False)
class Discovery:
    """What was found about the lost positions of a game. As a condition it is true only if a rule is proved.

    >>> from nimatron import Rules, discover
    >>> found = discover(Rules("x", ["1 <= x - x' <= 3"]))
    >>> bool(found), found.status, str(found.rule), found.strategy.is_lost((10**18,))
    (True, 'proved', 'x is a multiple of 4', True)
    """

    game: Rules
    status: Literal["proved", "observed", "unresolved"]
    side: int
    """All positions with numbers below it were looked at."""
    refuted: int
    """How many guesses the proof refuted."""
    seconds: float
    reason: Message
    """Why the search ended."""
    theory: Theory | None = None
    automaton: Automaton | None = None
    """The automaton that accepts the lost positions."""
    certificate: dict[str, Any] | None = None
    check: Verdict | None = None
    """The verdict of the independent checker; None if nothing is proved."""
    values: RuleValues | None = None
    """The values, as far as they are proved; None in misere play."""

    def __bool__(self) -> bool:
        return self.status == "proved"

    @property
    def numeration(self) -> Numeration | None:
        """How the automaton writes numbers."""
        return self.theory.numeration if self.theory else None

    @cached_property
    def rule(self) -> Message | None:
        """The lost positions in words; instructions for the automaton if no sentence is known."""
        if self.theory is None or self.automaton is None:
            return None
        return wording(self.theory, self.automaton) or instructions(self.theory, self.automaton)

    @cached_property
    def is_sentence(self) -> bool:
        """Is the rule a sentence, and not a table to follow?"""
        return self.theory is not None and self.automaton is not None and bool(wording(self.theory, self.automaton))

    @cached_property
    def strategy(self) -> RuleStrategy | None:
        """How to play by the rule."""
        return RuleStrategy(self.theory, self.automaton, self.values) if self.theory and self.automaton else None


RULES: dict[Game, Discovery] = {}
"""The rules that this process has proved, by game: from then on they are theorems of these games."""


def discover(game: Game, seconds: float | None = None, *, check_seconds: float | None = CHECK_SECONDS) -> Discovery:
    """Guess the lost positions of a game from small numbers, and prove the guess for all positions.

    >>> from nimatron import Rules, discover
    >>> found = discover(Rules("x y", ["x' < x", "y' < y", "x - x' = y - y' > 0"]))
    >>> print(found.status, found.rule)
    proved the numbers are ⌊nφ⌋ and ⌊nφ⌋ + n for some n, where φ is the golden ratio
    """
    if not isinstance(game, Rules):
        raise UsageError(
            "discover needs a game whose rules are formulas, such as {sample}, not {game}",
            sample='Rules("x y", ["x\' < x", "y\' < y"])',
            game=repr(game),
        )
    started = now()
    search = RuleSearch(game, Budget(Limits(seconds=seconds)))
    try:
        found = search.run()
        reason = search.reason()
    except Limit as limit:
        found, reason = None, limit.what
    if found is None:
        return _unproved(search, reason, now() - started)
    theory, lost = found
    values = None
    if not game.misere and not game.won and search.box is not None:
        left = VALUE_SECONDS if seconds is None else min(VALUE_SECONDS, started + seconds - now())
        theory.relations.budget.seconds = search.budget.elapsed + max(0.0, left)
        values = find_values(theory, lost, search.box)
    return _proved(search, theory, lost, values, now() - started, check_seconds)


def _proved(
    search: RuleSearch,
    theory: Theory,
    lost: Automaton,
    values: RuleValues | None,
    seconds: float,
    check_seconds: float | None,
) -> Discovery:
    assert search.measure is not None
    data = seal(certificate(theory, lost, search.measure, values or RuleValues()))
    # A rule is called proved only after other code has not refuted it: the checker shares nothing with the search.
    check = verify(data, limit=None, seconds=check_seconds)
    if check.holds is False:
        raise WrongValue("the checker refutes the rule that was found: {reason}", reason=check.reason)
    reason = Message("the rule was proved")
    theory.relations.budget.seconds = None  # the limit was for the search: words and moves come later
    found = Discovery(
        search.game, "proved", search.side, search.refuted, seconds, reason, theory, lost, data, check, values
    )
    RULES[search.game] = found
    return found


def _unproved(search: RuleSearch, reason: Message, seconds: float) -> Discovery:
    if search.agreeing is None:
        return Discovery(search.game, "unresolved", search.side, search.refuted, seconds, reason)
    theory, guess = search.agreeing
    theory.relations.budget.seconds = None
    return Discovery(search.game, "observed", search.side, search.refuted, seconds, reason, theory, guess)


def known_rule(game: Game) -> Discovery | None:
    """The rule of a game that this process has proved."""
    return RULES.get(game)
