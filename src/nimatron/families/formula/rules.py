"""Games whose rules are formulas: a move changes a few numbers, and a formula says how."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, permutations, product
from math import prod

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, State
from ...core.message import Message
from ..lists.rules import ListGame
from .conditions import FormulaCondition, Statement, TooManyCases, branches, read_condition, too_many
from .enumeration import Solutions, Unlimited
from .formula import PRIME, WORDS
from .plain_outcomes import PlainOutcomes

MOST_NUMBERS = 6
"""The most numbers of a position."""

MOST_MOVES = 60
"""The most rules, and the most after the numbers are exchanged."""

MOST_TRIED = 1000
"""The most small positions among which a usual one is looked for."""

MOST_BLOCKED = 8
"""The most moves that may be blocked: each of them multiplies the states of a proof."""

OVER: State = ()
"""Where a player has moved who had won already: nobody moves from here."""

STARTS: dict[int, tuple[int, ...]] = {1: (13,), 2: (4, 7), 3: (3, 4, 5)}
"""Usual positions, by the count of their numbers."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Move:
    """One rule: a formula about the numbers before and after a move. Numbers it does not mention stay."""

    def __init__(self, text: str, heaps: tuple[str, ...]) -> None:
        self.condition = read_condition(text, heaps, after=True)
        changed = [heap for heap in heaps if heap + PRIME in self.condition.names]
        if not changed:
            sample = f"{heaps[0]}' < {heaps[0]}"
            raise BadText(
                "this rule changes nothing: write {sample} for a number after the move", text, 0, sample=sample
            )
        self.after = tuple(heap + PRIME if heap in changed else heap for heap in heaps)
        """The names of the numbers after the move."""
        try:
            self.branches = branches(self.condition.tree)
            self._forward = [Solutions(branch, heaps, self.after) for branch in self.branches]
        except TooManyCases:
            raise too_many(text) from None
        except Unlimited as fault:
            what = "nothing limits {name} from above, so a position could have infinitely many moves"
            raise BadText(what, text, max(0, text.find(fault.name)), name=fault.name) from None

    def options(self, state: State) -> Iterator[State]:
        """The positions that this rule leads to."""
        for solutions in self._forward:
            yield from solutions(state)


@dataclass(frozen=True, eq=False)
class Play:
    """The rules as they are used: their formulas, read."""

    heaps: tuple[str, ...]
    moves: tuple[Move, ...]
    positions: FormulaCondition | None
    won: FormulaCondition | None

    def is_position(self, state: State) -> bool:
        """Do the numbers fulfil the condition on positions?"""
        return self.positions is None or holds(self.positions, self.heaps, state)


def holds(condition: FormulaCondition, heaps: Sequence[str], state: State) -> bool:
    """Is a condition true for the numbers of a position?"""
    return any(True for solutions in _tests(condition, tuple(heaps)) for _ in solutions(state))


@lru_cache(maxsize=200)
def _tests(condition: FormulaCondition, heaps: tuple[str, ...]) -> list[Solutions]:
    return [Solutions(branch, heaps, ()) for branch in _ways(condition)]


def _ways(condition: FormulaCondition) -> list[list[Statement]]:
    try:
        return branches(condition.tree)
    except TooManyCases:
        raise too_many(condition.text) from None


@lru_cache(maxsize=200)
def read_play(heaps: tuple[str, ...], moves: tuple[str, ...], positions: str, won: str, symmetric: bool) -> Play:
    """The formulas of a game, read once."""
    if symmetric:
        moves = _in_any_order(moves, heaps)
    conditions = [read_condition(text, heaps, after=False) if text else None for text in (positions, won)]
    for condition in filter(None, conditions):
        _tests(condition, heaps)
    return Play(heaps, tuple(Move(text, heaps) for text in moves), *conditions)


def _in_any_order(moves: tuple[str, ...], heaps: tuple[str, ...]) -> tuple[str, ...]:
    """The rules for every exchange of the numbers, each once."""
    texts: dict[frozenset[str], str] = {}
    for text in moves:
        for order in permutations(heaps):
            exchanged = dict(zip(heaps, order, strict=True))
            found = NAME.sub(lambda word: exchanged.get(word[0], word[0]), text)  # noqa: B023 - used at once
            texts.setdefault(frozenset(part.strip() for part in found.split(",")), found)
            if len(texts) > MOST_MOVES:
                raise UsageError("exchanging the numbers makes more than {most} rules", most=MOST_MOVES)
    return tuple(texts.values())


class Rules(ListGame):
    """A game from formulas: `x` is a number before a move, `x'` the same number after it.

    Numbers that a rule does not mention stay, and other names are numbers that the player chooses. `positions` is a
    condition on all positions. `won` says which positions without a move are won by the player to move. If the game is
    `symmetric`, every rule holds with the numbers exchanged. Before each move the other player may `block` this many
    moves; Nimatron blocks for both players, and as well as possible. A subclass may have the arguments as attributes,
    and a `title`.

    >>> from nimatron import Rules, outcome
    >>> wythoff = Rules("x y", ["x' < x", "y' < y", "x - x' = y - y' > 0"])
    >>> outcome(wythoff(3, 5)), len(list(wythoff(1, 2).options()))
    ('P', 4)
    """

    name = "rules"
    start = (4, 7)
    numbers: str = ""
    moves: Sequence[str] = ()
    positions: str = ""
    won: str = ""
    symmetric: bool = False
    block: int = 0
    is_data = True
    title: str = ""
    """What people call a game that is a class of its own; by default the name of the class."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that only fills in formulas keeps what is known of them; methods of its own may mean other rules.
        cls.is_data = cls.is_data and not any(map(callable, vars(cls).values()))

    def __init__(
        self,
        numbers: str | None = None,
        moves: Sequence[str] | str | None = None,
        *,
        positions: str | None = None,
        misere: bool | None = None,
        won: str | None = None,
        symmetric: bool | None = None,
        block: int | None = None,
    ) -> None:
        moves = type(self).moves if moves is None else moves
        self.numbers = " ".join(_read_names(type(self).numbers if numbers is None else numbers))
        self.moves = tuple(text.strip() for text in ([moves] if isinstance(moves, str) else moves))
        self.positions = (type(self).positions if positions is None else positions).strip()
        self.won = (type(self).won if won is None else won).strip()
        self.misere = type(self).misere if misere is None else bool(misere)
        self.symmetric = type(self).symmetric if symmetric is None else bool(symmetric)
        if not 1 <= len(self.moves) <= MOST_MOVES:
            raise UsageError(
                "a game has 1 to {most} rules such as x' < x, not {count}", most=MOST_MOVES, count=len(self.moves)
            )
        self.block = type(self).block if block is None else block
        if self.misere and self.won:
            raise UsageError("give `misere` or `won`, not both: each says who has won at the end")
        if type(self.block) is not int or not 0 <= self.block <= MOST_BLOCKED:
            raise UsageError("`block` is a number from 0 to {most}, not {block}", most=MOST_BLOCKED, block=repr(block))
        if self.block and (self.misere or self.won):
            raise UsageError("`block` is for normal play: give it without `misere` and `won`")
        self.play()
        if type(self) is Rules:
            self.start = self._usual_start()

    def play(self) -> Play:
        """The formulas, read."""
        heaps = tuple(self.numbers.split())
        return read_play(heaps, tuple(self.moves), self.positions, self.won, self.symmetric)

    def _usual_start(self) -> State:
        count = len(self.numbers.split())
        usual = STARTS.get(count, tuple(range(2, 2 + count)))
        play = self.play()
        # Few numbers may fulfil the condition on positions, and nobody waits for all of them.
        candidates = chain([usual], islice(product(range(9), repeat=count), MOST_TRIED))
        return next((state for state in candidates if play.is_position(state) and self.has_options(state)), usual)

    def has_options(self, state: State) -> bool:
        """Is there a move?"""
        return next(self.moves_from(state), None) is not None

    def options(self, state: State) -> Iterator[State]:
        if state == OVER:
            return
        if self.block:
            # The other player blocks moves that would win, the first ones in the order of their numbers.
            winning = {option for option in self.moves_from(state) if _outcomes(self).is_lost(option)}
            blocked = sorted(winning)[: self.block]
            yield from (option for option in self.moves_from(state) if option not in blocked)
            return
        option = None
        for option in self.moves_from(state):
            yield option
        # The player to move has won: one more move, after which nobody can move, says so in normal play.
        if option is None and self.won and self.is_won_at_end(state):
            yield OVER

    def moves_from(self, state: State) -> Iterator[State]:
        """The positions that the rules lead to, each once, before anything is blocked."""
        play, seen = self.play(), set()
        for move in play.moves:
            for option in move.options(state):
                if option not in seen and play.is_position(option):
                    seen.add(option)
                    yield option

    def is_won_at_end(self, state: State) -> bool:
        """Has the player to move won because there is no move?"""
        play = self.play()
        if not self.misere and play.won is None:
            return False
        return not self.has_options(state) and (play.won is None or holds(play.won, play.heaps, state))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        play = self.play()
        if state == OVER and play.won is not None:
            return state
        if len(state) != len(play.heaps):
            count, names = len(play.heaps), ", ".join(play.heaps)
            at = max(0, min(len(state), count) - 1)
            raise IllegalPosition(
                Message("expected {n} number ({names}), not {found}", "expected {n} numbers ({names}), not {found}",
                        count, names=names, found=len(state)), at,
            )  # fmt: skip
        if not play.is_position(state):
            raise IllegalPosition("not a position: expected {condition}", condition=self.positions)
        return state

    def size(self, state: State) -> int:
        return prod(number + 1 for number in state)

    def describe(self, before: State, after: State) -> Message | str:
        if after == OVER:
            return Message("claim the win")
        names = self.numbers.split()
        changed = [f"{n} {a} → {b}" for n, a, b in zip(names, before, after, strict=True) if a != b]
        return Message("change {changes}", changes=", ".join(changed)) if changed else Message("pass")

    # -- notation ---------------------------------------------------------------------------

    @property
    def parameters(self) -> str:
        if type(self) is not Rules:
            return ""
        parts = [self.numbers, *self.moves]
        parts += [f"{word} {text}" for word, text in (("positions", self.positions), ("won", self.won)) if text]
        parts += [word for word, on in (("misere", self.misere), ("symmetric", self.symmetric)) if on]
        parts += [f"block {self.block}"] if self.block else []
        return "; ".join(parts)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        if cls is not Rules:
            return super().from_parameters(text)
        numbers, *parts = text.split(";")
        moves, words = [], {}
        for part in map(str.strip, parts):
            word, _, rest = part.partition(" ")
            if word in ("positions", "won"):
                words[word] = rest
            elif word == "block" and rest.isdecimal():
                words[word] = int(rest[:4])  # type: ignore[assignment]
            elif part in ("misere", "symmetric"):
                words[part] = True  # type: ignore[assignment]
            else:
                moves.append(part)
        try:
            return cls(numbers, moves, **words)  # type: ignore[arg-type]
        except BadText as fault:
            # A rule whose numbers were exchanged is not in the text: then its own text is shown.
            raise (fault.within(text, text.index(fault.text)) if fault.text in text else fault) from None


@lru_cache(maxsize=20)
def _outcomes(game: Rules) -> PlainOutcomes:
    return PlainOutcomes(game)


def _read_names(text: str) -> list[str]:
    names = text.replace(",", " ").split()
    if not 1 <= len(names) <= MOST_NUMBERS:
        raise UsageError("name 1 to {most} numbers, such as 'x y', not {text!r}", most=MOST_NUMBERS, text=text[:40])
    for name in names:
        if not NAME.fullmatch(name) or name in WORDS or names.count(name) > 1:
            raise UsageError("{name!r} cannot name a number: use different names such as x, y and z", name=name[:40])
    return names
