"""A game that has only `options`: formulas with the same moves on all small positions. Beyond them nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from ..core.errors import NimatronError
from ..core.game import NOTHING, Game, State
from ..core.limits import Budget
from ..families.formula.rules import Rules

SIDES = {1: 40, 2: 10, 3: 5}
"""Numbers below these are compared, by the count of numbers."""

NAMES = ("x", "y", "z")

Moves = dict[State, set[State]]


def look_alike(game: Game, budget: Budget) -> Rules | None:
    """A game from formulas with the same positions and moves, as far as small numbers show; None if none is known."""
    start = game.start
    count = 1 if isinstance(start, int) else len(start) if isinstance(start, tuple) else 0
    if start is NOTHING or count not in SIDES:
        return None
    moves = _small_moves(game, count, SIDES[count], isinstance(start, int), budget)
    if not moves:
        return None
    names = NAMES[:count]
    for positions in _conditions(names):
        sample = Rules(" ".join(names), [f"{names[0]}' < {names[0]}"], positions=positions)
        if {state for state in _box(count) if sample.play().is_position(state)} == set(moves):
            rules = _cover(names, positions, moves, budget)
            return Rules(" ".join(names), rules, positions=positions) if rules else None
    return None


def _box(count: int) -> Iterator[State]:
    return product(range(SIDES[count]), repeat=count)


def _small_moves(game: Game, count: int, side: int, single: bool, budget: Budget) -> Moves:
    """The options of all small positions; nothing if some option is not made of the same count of numbers."""
    found: Moves = {}
    for state in _box(count):
        budget.spend()
        own = state[0] if single else state
        try:
            if game.accept(own) != own:
                return {}
        except NimatronError:
            continue  # not a position
        options = {(option,) if single else option for option in game.options(own)}
        if not all(_is_state(option, count) for option in options):
            return {}
        found[state] = options
    return found


def _is_state(option: object, count: int) -> bool:
    return isinstance(option, tuple) and len(option) == count and all(type(n) is int and n >= 0 for n in option)


def _conditions(names: tuple[str, ...]) -> Iterator[str]:
    yield ""
    yield ", ".join(f"{name} > 0" for name in names)
    for order in (names, names[::-1]):
        if len(names) > 1:
            yield from (f" {sign} ".join(order) for sign in ("<", "<="))


def _cover(names: tuple[str, ...], positions: str, moves: Moves, budget: Budget) -> list[str]:
    """Rules whose moves are together exactly these; nothing if no known rules are."""
    left = {state: set(options) for state, options in moves.items()}
    chosen = []
    for rule in _candidates(names, moves):
        budget.spend()
        candidate = Rules(" ".join(names), [rule], positions=positions)
        made = {state: set(candidate.moves_from(state)) for state in moves}
        if all(made[state] <= moves[state] for state in moves) and any(made[state] & left[state] for state in moves):
            chosen.append(rule)
            for state in moves:
                left[state] -= made[state]
    return chosen if not any(left.values()) else []


def _candidates(names: tuple[str, ...], moves: Moves) -> Iterator[str]:
    """Rules that games often have, those with the most moves first."""
    for x in names:
        yield f"{x}' < {x}"
    for x, y in permutations(names, 2):
        yield f"{x}' <= {x}, {y}' <= {y}, {x}' + {y}' < {x} + {y}"
        yield f"{x}' < {x}, {y}' = min({y}, {x}')"
        yield f"{x}' < {x}, {y}' < {y}"
        yield f"{x} - {x}' = {y} - {y}' > 0"
        yield f"{x}' < {x}, {x} - {x}' <= {y}"
        yield f"{x} < {y}' < {y}"
        yield f"{x} >= {y}, {x}' < {x}"
        yield f"{x}' + {y}' = {x}"
        yield f"1 <= k <= {y}, {x}' = {x} - k, {y}' = 2k"
        yield f"{x}' = {x} - k, {y}' = {y} + k, k > 0"
    if len(names) > 2:
        yield " = ".join(f"{x} - {x}'" for x in names) + " > 0"
    for i, x in enumerate(names):
        yield from (f"{x}' < {x} <= 2{x}'", f"2{x}' <= {x}, {x}' < {x}", f"{x}' = {x} // 2, {x} > 0")
        yield from (f"{x}' < {x}, ({x} - {x}') % {m} = {r}" for m in (2, 3, 4) for r in range(m))
        if amounts := _amounts(i, moves):
            run = list(range(1, len(amounts) + 1))
            listed = ", ".join(map(str, amounts))
            yield f"1 <= {x} - {x}' <= {amounts[-1]}" if amounts == run else f"{x}' = {x} - k, k in {{{listed}}}"
    for x, y in permutations(names, 2):
        yield from (f"{x}' = {x} - {a}, {y}' = {y} - {b}" for a, b in product((1, 2), repeat=2))
        yield f"{x}' = {x} - 2, {y}' = {y} + 1"


def _amounts(i: int, moves: Moves) -> list[int]:
    """The amounts that may be taken from one number whenever it is large enough."""
    side = 1 + max((state[i] for state in moves), default=0)

    def without(state: State, amount: int) -> State:
        return (*state[:i], state[i] - amount, *state[i + 1 :])

    def is_legal(amount: int, states: Iterable[State]) -> bool:
        return all(without(state, amount) in moves[state] for state in states if state[i] >= amount)

    return [amount for amount in range(1, side // 2 + 1) if is_legal(amount, moves)]
