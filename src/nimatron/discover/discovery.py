"""`discover`: the lost positions of a game from formulas, as a rule that is proved for all positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ..core.errors import Limit, UsageError, WrongValue
from ..core.game import Game
from ..core.limits import Budget, Limits
from ..core.message import Message, Number
from ..families.catalog import CATALOG
from ..families.formula.rules import Rules
from ..notation.reader import game_of
from ..proof.rule_check import check_lost
from ..proof.seal import Unreadable, check_seal, seal
from ..proof.verdict import CheckBudget, Verdict
from .automaton import Automaton, NotAutomatic
from .look_alike import SIDES, look_alike
from .numeration import Numeration
from .rule_store import certificate, stored_rules, tables
from .search import RuleSearch
from .theory import Theory
from .values import RuleStrategy, RuleValues, find_values
from .wording import instructions, wording

CHECK_SECONDS = 10.0
"""The longest second derivation of a proof by the checker, unless the caller says otherwise."""

CHECK_MEMORY = 2048 << 20
"""Bytes for it."""

SEARCH_SHARE = 0.7
"""The share of the time in which a rule is looked for; the rest is for values and the check."""

CHECK_SHARE = 0.7
"""The share of the time left in which a rule is checked; the rest is for words."""

WORD_SECONDS = 2.0
"""The longest search for words."""

VALUE_SECONDS = 2.0
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
    like: Rules | None = None
    """Formulas with the same moves on small positions, if the game has only `options`."""
    limited: bool = False
    """Might more time find or check more?"""
    values: RuleValues | None = None
    """The values, as far as they are proved; None in misere play."""
    patience: float = WORD_SECONDS
    """The longest search for words, in seconds."""

    def __bool__(self) -> bool:
        return self.status == "proved"

    @property
    def numeration(self) -> Numeration | None:
        """How the automaton writes numbers."""
        return self.theory.numeration if self.theory else None

    @property
    def rule(self) -> Message | None:
        """The lost positions in words; instructions for the automaton if no sentence is known."""
        if self.theory is None or self.automaton is None:
            return None
        return self._sentence or instructions(self.theory, self.automaton)

    @cached_property
    def _sentence(self) -> Message | None:
        if self.theory is None or self.automaton is None:
            return None
        budget = self.theory.relations.budget
        budget.seconds = budget.elapsed + self.patience
        try:
            return wording(self.theory, self.automaton)
        except (Limit, NotAutomatic):
            return None
        finally:
            budget.seconds = None

    @property
    def is_sentence(self) -> bool:
        """Is the rule a sentence, and not a table to follow?"""
        return self._sentence is not None

    @cached_property
    def strategy(self) -> RuleStrategy | None:
        """How to play by the rule."""
        return RuleStrategy(self.theory, self.automaton, self.values) if self.theory and self.automaton else None


RULES: dict[Game, Discovery | None] = {}
"""The rules that this process has proved, by game: from then on they are theorems of these games. None: looked for."""


def discover(
    game: Game | str,
    seconds: float | None = None,
    *,
    memory: int | None = None,
    check_seconds: float | None = CHECK_SECONDS,
) -> Discovery:
    """Guess the lost positions of a game from small numbers, and prove the guess for all positions.

    All of it takes at most `seconds`, of which the check of the proof takes at most `check_seconds`. The process grows
    by at most `memory` bytes.

    >>> from nimatron import Rules, discover
    >>> found = discover(Rules("x y", ["x' < x", "y' < y", "x - x' = y - y' > 0"]))
    >>> print(found.status, found.rule)
    proved the numbers are ⌊nφ⌋ and ⌊nφ⌋ + n for some n, where φ is the golden ratio
    """
    game = game_of(game)
    if not isinstance(game, Rules) or not game.is_data:  # methods of its own may change the moves
        return _observe(game, seconds)
    share = None if seconds is None else SEARCH_SHARE * seconds
    search = RuleSearch(game, Budget(Limits(seconds=share, memory=memory)))
    limited = False
    try:
        found = search.run()
        reason = search.reason()
    except Limit as limit:
        found, reason, limited = None, limit.what, True
        if share is not None and search.budget.elapsed > share:
            times = {"seconds": f"{seconds:g}", "share": Number(share, ".1f")}
            reason = Message("the search may take {share} s of {seconds} s, and a check the rest", params=times)
    if found is None:
        return _give_up(search, reason, limited)
    theory, lost = found
    values, budget = None, search.budget
    if not game.misere and not game.won and not game.block and search.box is not None:
        left = VALUE_SECONDS if seconds is None else min(VALUE_SECONDS, (seconds - budget.elapsed) / 2)
        budget.seconds = budget.elapsed + left
        values = find_values(theory, lost, search.box)
    budget.seconds = None  # the limit was for the search: words and moves come later
    assert search.measure is not None
    data = seal(certificate(theory, lost, search.measure, values or RuleValues()))
    if seconds is not None:
        left = max(0.01, CHECK_SHARE * (seconds - budget.elapsed))
        check_seconds = left if check_seconds is None else min(left, check_seconds)
    # A rule is called proved only after other code has not refuted it: the checker shares nothing with the search.
    check = _check(data, check_seconds)
    if check.holds is False:
        raise WrongValue("the checker refutes the rule that was found: {reason}", reason=check.reason)
    if check and (store := stored_rules()):
        store.put(game, data)
    left = WORD_SECONDS if seconds is None else max(0.1, min(WORD_SECONDS, seconds - budget.elapsed))
    return _learn(game, theory, lost, values, data, check, search, left)


def _observe(game: Game, seconds: float | None) -> Discovery:
    """The rule of a game that has only `options`: it is proved for formulas that look alike, so it is observed."""
    like = look_alike(game, Budget(Limits(seconds=seconds)))
    if like is None:
        raise UsageError(
            "no formulas have the same moves as {game}: write its rules as formulas, such as {sample}",
            game=game.name,
            sample='Rules("x y", ["x\' < x", "y\' < y"])',
        )
    found = discover(like, seconds)
    status: Literal["observed", "unresolved"] = "observed" if found.automaton else "unresolved"
    side = SIDES[len(like.play().heaps)]
    reason = Message("only its moves in small positions were compared") if found.automaton else found.reason
    return replace(found, status=status, like=like, certificate=None, check=None, side=side, reason=reason)


def _check(data: Mapping[str, Any], seconds: float | None) -> Verdict:
    return check_lost(data, CATALOG, CheckBudget(seconds=seconds, memory=CHECK_MEMORY))


def _learn(
    game: Rules,
    theory: Theory,
    lost: Automaton,
    values: RuleValues | None,
    data: dict[str, Any],
    check: Verdict,
    search: RuleSearch | None = None,
    patience: float = WORD_SECONDS,
) -> Discovery:
    """A rule that is proved is a theorem from now on."""
    side, refuted = (search.side, search.refuted) if search else (0, 0)
    seconds, reason = theory.relations.budget.elapsed, Message("the rule was proved")
    limited = check.holds is None
    found = Discovery(
        game, "proved", side, refuted, seconds, reason, theory, lost, data, check, None, limited, values, patience,
    )  # fmt: skip
    RULES[game] = found
    return found


def _give_up(search: RuleSearch, reason: Message, limited: bool) -> Discovery:
    seconds = search.budget.elapsed
    search.budget.seconds = None
    if search.agreeing is None:
        return Discovery(search.game, "unresolved", search.side, search.refuted, seconds, reason, limited=limited)
    theory, guess = search.agreeing
    known = search.side, search.refuted, seconds, reason, theory, guess
    return Discovery(search.game, "observed", *known, limited=limited)


def known_rule(game: Game) -> Discovery | None:
    """The rule of a game that this process has proved, or that the store has and the checker has checked again."""
    if game not in RULES and isinstance(game, Rules) and (store := stored_rules()):
        RULES[game] = None
        data = store.get(game)
        if data is not None and not _from_certificate(game, data):
            store.drop(game)
    return RULES.get(game)


def _from_certificate(game: Rules, data: dict[str, Any]) -> Discovery | None:
    try:
        check = _check(check_seal(data), CHECK_SECONDS)
    except Unreadable:
        return None
    if not check:
        return None
    theory = Theory(game, Numeration(data["c"], data["s"]), Budget())
    return _learn(game, theory, *tables(theory, data), data, check)
